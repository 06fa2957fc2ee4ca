"""Meksykanka, two dice and a cup (RULES.md section 3)."""

from collections import namedtuple

from .dice import (
    DUEL_TRIES,
    MEKSYKANKA,
    check_dice_faces,
    check_dice_shape,
    checked_dice,
    result,
    strength,
)
from .errors import RuleError
from .game import Game, Option, check_true, is_list

LEAST_PLAYERS, MOST_PLAYERS = 2, 12

OPTIONS = (
    Option("lives", 3, range(1, 10), "With this many skuchas you are out."),
    Option(
        "mexican_call",
        False,
        (False, True),
        'The word "meksykanka" may be called without showing; only a check may follow.',
    ),
)

CycleRecord = namedtuple(
    "CycleRecord", ("kind", "caller", "call", "other", "rolls", "loser", "scores")
)
"""A cycle that has ended. kind: "check" or "duel". caller, call: the last call, or the meksykanka
shown. other: the seat that checked or had the tries. rolls: the dice found, or of the tries.
loser: who got the skucha. scores: the skuchas after it."""

_ROLL_OFF = ("cocked", "first", "start")
_FIRST_CALL = ("call", "cocked", "meksykanka")
_ANSWER = ("call", "check", "cocked", "meksykanka")
_ONLY_CHECK = ("check",)
_DUEL = ("cocked", "duel")


class Meksykanka(Game):
    """One game of Meksykanka; `scores` are the skuchas.

    Beside the keys of its state: rolls, the tries made in this duel. The log holds CycleRecords.
    Reason of the outcome: "last-in".
    """

    NAME = "meksykanka"
    OPTIONS = OPTIONS
    DEALT = False
    EVENTS = ("first", "start", "call", "check", "meksykanka", "duel", "cocked")
    FIELDS = (
        "scores",
        "to_act",
        "call",
        "caller",
        "out",
        "contenders",
        "tries",
        "rolls",
        "winners",
        "why",
    )

    call: "int | str | None"
    caller: "int | None"
    out: tuple
    contenders: tuple
    tries: "int | None"
    rolls: tuple

    @classmethod
    def seats(cls, options: dict) -> tuple:
        return LEAST_PLAYERS, MOST_PLAYERS

    def _begin(self):
        self.call = self.caller = self.tries = None
        self.rolls = ()
        self.out = ()
        self.contenders = tuple(range(len(self.players)))
        self.now = _ROLL_OFF

    def _begin_cycle(self, starter: int):
        self.call = self.caller = self.tries = None
        self.rolls = ()
        self.to_act = starter
        self.now = _FIRST_CALL

    # -- who starts -------------------------------------------------------------------------------

    def _verify_first(self, rolls):
        count = len(self.contenders)
        if not is_list(rolls) or len(rolls) != count:
            raise RuleError("bad-value", "A list of {} rolls, one for each in the roll-off.", count)
        for dice in rolls:
            check_dice_shape(dice)
        for dice in rolls:
            check_dice_faces(dice)
        return [strength(result(dice)) for dice in rolls]

    def _do_first(self, strengths):
        best = max(strengths)
        self.contenders = tuple(
            [seat for seat, rolled in zip(self.contenders, strengths) if rolled == best]
        )
        if len(self.contenders) == 1:
            self._do_start(self.contenders[0])

    def _verify_start(self, seat):
        if type(seat) is not int or seat not in self.contenders:
            raise RuleError(
                "bad-value",
                "The starter is one of the seats still in the roll-off: {}.",
                ", ".join([str(one) for one in self.contenders]),
            )
        return seat

    def _do_start(self, seat):
        self.contenders = ()
        self._begin_cycle(seat)

    # -- calls ------------------------------------------------------------------------------------

    def split(self, event) -> tuple:
        """As in Game; a rerolled call is ("call", (call, the value of "reroll"))."""
        if isinstance(event, dict) and len(event) == 2 and "call" in event and "reroll" in event:
            return "call", (event["call"], event["reroll"])
        return super().split(event)

    def join(self, name: str, value) -> dict:
        if name == "call" and type(value) is tuple:
            return {"call": value[0], "reroll": value[1]}
        return super().join(name, value)

    def _verify_call(self, value):
        call = value
        if type(value) is tuple:  # never what JSON brings: see split
            if len(value) != 2:
                raise RuleError("bad-value", "A rerolled call is the call and true.")
            call, reroll = value
            if self.call is None:
                raise self._not_now()
            check_true(self, reroll)
        if call == MEKSYKANKA and type(call) is str and self.options["mexican_call"]:
            return call
        if type(call) is not int or call < 1:
            word = ', or "meksykanka"' if self.options["mexican_call"] else ""
            raise RuleError("bad-value", "A call is an integer from 1 up{}.", word)
        if self.call is not None and strength(call) <= strength(self.call):
            raise RuleError("call-too-low", "A call must be higher than {}.", self.call)
        return call

    def _do_call(self, call):
        self.call, self.caller = call, self.to_act
        self.to_act = self.next_seat(self.to_act, self.out)
        self.now = _ONLY_CHECK if call == MEKSYKANKA else _ANSWER

    # -- the end of a cycle -----------------------------------------------------------------------

    def _verify_check(self, dice):
        return checked_dice(dice)

    def _do_check(self, dice):
        is_true = strength(self.call) <= strength(result(dice))
        self.rolls = (dice,)
        self._give_skucha("check", self.to_act if is_true else self.caller)

    def _do_meksykanka(self, _):
        self.call, self.caller = MEKSYKANKA, self.to_act
        self.tries = DUEL_TRIES
        self.to_act = self.next_seat(self.to_act, self.out)
        self.now = _DUEL

    def _do_duel(self, dice):
        self.rolls += (dice,)
        self.tries -= 1
        if result(dice) == MEKSYKANKA:
            self._give_skucha("duel", self.caller)
        elif not self.tries:
            self._give_skucha("duel", self.to_act)

    def _do_cocked(self, _):
        """The same player rolls again, nothing else changes."""

    def _give_skucha(self, kind, loser):
        scores = list(self.scores)
        scores[loser] += 1
        self.scores = tuple(scores)
        if scores[loser] == self.options["lives"]:
            self.out = tuple(sorted(self.out + (loser,)))
        self.log.append(
            CycleRecord(kind, self.caller, self.call, self.to_act, self.rolls, loser, self.scores)
        )
        self._begin_cycle(self.next_seat(loser, self.out))
        if len(self.out) == len(self.players) - 1:
            self.winners, self.why = (self.to_act,), "last-in"
            self.now, self.to_act = (), None

    # -- telling ----------------------------------------------------------------------------------

    def tells(self) -> dict:
        facts = super().tells()
        facts["call"] = self.call
        facts["caller"] = self.caller
        facts["out"] = self.out
        facts["contenders"] = self.contenders
        facts["tries"] = self.tries
        return facts

    RULES = {
        "first": (_verify_first, _do_first),
        "start": (_verify_start, _do_start),
        "call": (_verify_call, _do_call),
        "check": (_verify_check, _do_check),
        "meksykanka": (check_true, _do_meksykanka),
        "duel": (_verify_check, _do_duel),
        "cocked": (check_true, _do_cocked),
    }
