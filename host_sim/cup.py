"""Somebody at the keys who judges Meksykanka, an evening of it made up, and the presses it takes.

operator = CupOperator(player)
operator.enter("call", 65)                 every event of a transcript, by keys alone
operator.check_quietly(2, 65, (6, 3))      the same check in the quiet mode

measure(quiet) -> a list of CyclePresses   for the table of presses in the README
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from kibitz.keys import KEY_A, KEY_B, KEY_C, KEY_M
from kibitz.meksykanka_screens import MOST_CALL
from kibitz.words import say
from kibitz.world import Random
from rules_core.dice import FACES, MEKSYKANKA, result, results, strength
from rules_core.odds import ROLLS, reaches

from .device import SeededRandom
from .operate import Operator

Dice = tuple[int, int]
DIGITS = "0123456789"
DICE = 2


class CupOperator(Operator):
    """Somebody who knows how Meksykanka is entered."""

    RESULT = "VerdictScreen"

    # -- finding the way --------------------------------------------------------------------------

    def _dealer(self, dealer: int) -> None:
        """Nobody deals."""

    def rare(self, key: str) -> None:
        """Take a row of the list of rare events, or of the menu where there is no such list."""
        if self.screen == "TurnScreen":
            self.hold(KEY_A)
        elif self.screen == "QuietScreen":
            self.press(KEY_A)
        else:
            self.hold(KEY_M)
        self.choose_text(say(key))

    # -- events -----------------------------------------------------------------------------------

    def ways(self) -> dict[str, Callable[[Any], None]]:
        """How each event is entered; a rerolled call is (call, True)."""
        return {
            "first": self._first,
            "start": self._start,
            "call": self._call,
            "check": self._check,
            "meksykanka": self._show,
            "duel": self._duel,
            "cocked": self._cocked,
        }

    def _first(self, rolls: list) -> None:
        self.expect("StartScreen")
        self.must(len(rolls) == len(self.app.top.seats), rolls)
        self.choose(0)
        for dice in rolls:
            self.expect("RollOffScreen")
            self.dice(dice)

    def _start(self, seat: int) -> None:
        self.expect("StartScreen")
        self.must(seat in self.app.top.seats, seat)
        self.choose(1 + self.app.top.seats.index(seat))

    def _call(self, value: Any) -> None:
        self.expect("TurnScreen")
        call, reroll = value if type(value) is tuple else (value, None)
        self.must(reroll is None or reroll is True and not self.app.top.opens, value)
        self.offer(call)
        if reroll:
            self.hold(KEY_C)
        else:
            self.press(KEY_C)

    def offer(self, call: int | str) -> None:
        """Bring a call in front, by steps or digit by digit."""
        screen = self.app.top
        offers = screen.offers
        if call not in offers.calls:
            self.must(type(call) is int, call)
            self.hold(KEY_B)
            self.digits(int(call))
        elif screen.labels()[0] == say("key.check"):
            self.press(KEY_B, (offers.calls.index(call) - offers.place) % len(offers.calls))
        else:
            self.turn(offers.place, offers.calls.index(call), len(offers.calls))

    def digits(self, number: int) -> None:
        """Set a number digit by digit and take it."""
        self.expect("DigitsScreen")
        screen, wanted = self.app.top, str(number)
        self.must(number >= screen.low and len(wanted) <= len(str(MOST_CALL)), number)
        while len(screen.text) > len(wanted) or not wanted.startswith(screen.text[:-1]):
            self.press(KEY_M)
        while screen.text != wanted:
            place = len(screen.text) - 1
            ring = DIGITS if place else DIGITS[1:]
            self.turn(ring.index(screen.text[-1]), ring.index(wanted[place]), len(ring))
            if place < len(wanted) - 1:
                self.press(KEY_C)
        self.hold(KEY_C)

    def dice(self, dice: Dice) -> None:
        """Turn both dice and take them."""
        faces = range(1, FACES + 1)
        self.must(len(dice) == DICE and dice[0] in faces and dice[1] in faces, dice)
        for key, place in ((KEY_A, 0), (KEY_B, 1)):
            self.press(key, (dice[place] - self.app.top.dice[place]) % FACES)
        self.press(KEY_C)

    def _check(self, dice: Dice) -> None:
        self.expect("TurnScreen")
        self.must(not self.app.top.opens, "a check")
        self.press(KEY_A)
        self.dice(dice)

    def _show(self, shown: bool) -> None:
        self.must(shown is True, shown)
        self.rare("more.meksykanka")

    def _duel(self, dice: Dice) -> None:
        self.expect("DuelScreen")
        self.dice(dice)

    def _cocked(self, _: bool) -> None:
        self.rare("more.cocked")
        self.expect("MessageScreen")
        self.press(KEY_C)

    # -- the quiet mode ---------------------------------------------------------------------------

    def mark(self, seat: int) -> None:
        """Mark the player who has the cup, or made the last call."""
        if self.screen == "VerdictScreen":
            self.go_on()
        self.expect("QuietScreen")
        while self.app.top.caller != seat:
            self.press(KEY_B)

    def check_quietly(self, caller: int, call: int | str, dice: Dice) -> None:
        """A check of a call that nobody entered when it was made."""
        self.mark(caller)
        self.press(KEY_C)
        self.offer(call)
        self.press(KEY_C)
        self.dice(dice)

    def show_quietly(self, seat: int) -> None:
        """Somebody shows a meksykanka; no call before it was entered."""
        self.mark(seat)
        self.rare("more.meksykanka")


# -- an evening made up ----------------------------------------------------------------------------

TRUTHFUL = 4  # of five who can tell the truth, so many do
RAISES = (1, 1, 1, 2, 2, 3)  # a bluff goes so many results up
NERVE = 2  # a call is checked where chance times this does not speak for it


class CupEvening:
    """Makes up the events of a game from real dice: people who mostly say what they have.

    They open with their roll, raise by a little when they must lie, look at a standing call with
    its chance in mind, and reroll before they answer.
    """

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self.under: Dice = (1, 2)  # what lies under the cup

    def roll(self) -> Dice:
        """Two dice."""
        return self._chance.below(FACES) + 1, self._chance.below(FACES) + 1

    def next_event(self, game: Any) -> tuple[str, Any]:
        """(name, value) of an event that the game accepts now."""
        if game.contenders:
            return "start", game.contenders[self._chance.below(len(game.contenders))]
        if "duel" in game.now:
            return "duel", self.roll()
        if game.call is not None and self._is_checked(game.call):
            return "check", self.under
        self.under = self.roll()
        if result(self.under) == MEKSYKANKA:
            return "meksykanka", True
        call = self._call(result(self.under), game.call)
        return "call", call if game.call is None else (call, True)

    def _is_checked(self, call: int | str) -> bool:
        favourable, _ = reaches(call)
        return not self._above(call) or self._chance.below(ROLLS) >= NERVE * favourable

    @staticmethod
    def _above(standing: int | str | None) -> list[int]:
        """The numbers that dice can show and that are higher."""
        numbers = [one for one in results() if one != MEKSYKANKA]
        if standing is None:
            return numbers
        return [one for one in numbers if strength(one) > strength(standing)]

    def _call(self, rolled: int, standing: int | None) -> int:
        above = self._above(standing)
        if rolled in above and self._chance.below(TRUTHFUL + 1):
            return rolled
        if standing is None:
            return above[self._chance.below(len(above))]
        raised = RAISES[self._chance.below(len(RAISES))]
        return above[min(raised, len(above)) - 1]


# -- presses ---------------------------------------------------------------------------------------

PLAYERS = ("Zosia", "Marek", "Ela", "Jan", "Ania")
GAMES = 6  # so many games are played and counted
SEED = 4


class CyclePresses(NamedTuple):
    """What one cycle that ended with a check took. calls: how many there were."""

    calls: int
    saying: int
    check: int
    go_on: int

    @property
    def total(self) -> int:
        """All presses of the cycle."""
        return self.saying + self.check + self.go_on


def seated(quiet: bool = False, players: tuple[str, ...] = PLAYERS, **options: Any) -> CupOperator:
    """An operator at a device on which a game has been set up and not yet begun."""
    setup = {"game": "meksykanka", "players": list(players), "options": options}
    return CupOperator.seated(setup, calls="quiet" if quiet else "entered")


def measure(quiet: bool = False) -> list[CyclePresses]:
    """Play whole games of made-up evenings, and count the presses of every cycle with a check.

    The same games are entered call by call, or quietly.
    """
    cycles = []
    for number in range(GAMES):
        cycles += _game(CupEvening(SeededRandom(SEED + number)), quiet)
    return cycles


def _game(evening: CupEvening, quiet: bool) -> list[CyclePresses]:
    operator = seated(quiet)
    twin = seated().game if quiet else None  # what a quiet table says aloud
    cycles = []
    calls = saying = 0
    while not operator.game.over:
        game = twin or operator.game
        name, value = evening.next_event(game)
        before = operator.player.presses
        caller, call = game.caller, game.call
        if twin is None:
            operator.enter(name, value)
        else:
            twin.apply(name, value)
            _enter_quietly(operator, name, value, caller, call, twin.caller)
        pressed = operator.player.presses - before
        if name == "call":
            calls, saying = calls + 1, saying + pressed
            continue
        if name == "check":
            before = operator.player.presses
            operator.go_on()
            cycles.append(CyclePresses(calls, saying, pressed, operator.player.presses - before))
        elif operator.screen == "VerdictScreen":
            operator.go_on()
        calls = saying = 0
    return cycles


def _enter_quietly(operator: CupOperator, name: str, value: Any, caller, call, shower) -> None:
    """Enter what a quiet table enters: no calls, and who called at a check."""
    if name == "check":
        operator.check_quietly(caller, call, value)
    elif name == "meksykanka":
        operator.show_quietly(shower)
    elif name != "call":
        operator.enter(name, value)
