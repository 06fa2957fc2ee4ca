"""Somebody at the keys who keeps the points of Mexican Rummy or of any other game with the counter.

operator = RummyOperator.seated({"game": "mexican-rummy", "players": ["Ana", "Bora"]})
operator.enter("round", {"out": 0, "hands": [0, 35]})    every event of a transcript, by keys

measure_rummy(by_number) -> a list of RoundPresses       for the table of presses in the README
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from kibitz.counter_screens import Points
from kibitz.keys import KEY_A, KEY_B, KEY_C, HOLD_ms, pace
from kibitz.rummy_entry import COUNTED
from kibitz.world import Random
from rules_core import new_game
from rules_core.cards import LOW_ACE, is_card, pack
from rules_core.rummy import JOKERS_A_PACK, PENALTY_STEP

from .device import SeededRandom
from .operate import COLUMN_KEYS, Operator
from .script import Press

MOST_TAPS = 3  # further than so many steps a key is held
MOST_STEPS = 20  # of one hold; later ones are larger and go by round numbers
_LATE_ms = 20  # a held key is released so long after its last repeat


class PointsOperator(Operator):
    """Somebody who knows how points are entered."""

    def steps(self, count: int) -> None:
        """So many steps up (B) or down (A): few by presses, many by holding the key."""
        key = KEY_B if count > 0 else KEY_A
        left = abs(count)
        while left > MOST_TAPS:
            at_once = min(left, MOST_STEPS)
            # The press is the first step, the hold the second, and each repeat after it one more.
            down_ms = HOLD_ms + sum([pace(fired)[0] for fired in range(at_once - 2)])
            self.player.press(Press(key, down_ms + _LATE_ms))
            left -= at_once
        self.press(key, left)


class RummyOperator(PointsOperator):
    """Somebody who knows how a round of Mexican Rummy is entered."""

    def ways(self) -> dict[str, Callable[[Any], None]]:
        """How the only event is entered."""
        return {"round": self._round}

    def _round(self, value: dict[str, Any]) -> None:
        self.must("out" in value and "hands" in value, value)
        out, hands = value["out"], value["hands"]
        self.must(len(hands) == len(self.game.players), hands)
        self.begin_round(out)
        self.must(out is None or not hands[out], hands)  # whoever went out is not asked
        while self.screen == "HandScreen":
            self.hand(hands[self.app.top.entry.seat()])

    def begin_round(self, out: int | None) -> None:
        """From the result before, or the reminder, to the first hand; `out` went out."""
        if self.screen == "ResultScreen":
            self.go_on()
        self.expect("RoundScreen")
        self.press(KEY_C)
        players = len(self.game.players)
        self.must(out is None or out in range(players), out)
        if self.screen == "OutListScreen":
            self.choose(players if out is None else out)
        elif out is not None:
            self.press(COLUMN_KEYS[out])
        elif players == len(COLUMN_KEYS):
            self.hold(KEY_A)
        else:
            self.press(KEY_C)

    def hand(self, hand: Any) -> None:
        """What one player is left with: a penalty, cards, or counts of their kinds."""
        self.expect("HandScreen")
        screen = self.app.top
        if (type(hand) is int) != screen.entry.by_number:
            self.hold(KEY_C)
        if type(hand) is int:
            difference = hand - screen.entry.points()
            self.must(difference % PENALTY_STEP == 0, hand)
            self.steps(difference // PENALTY_STEP)
            self.must(screen.entry.points() == hand, hand)
        else:
            self._count_cards(screen, self.counts(hand))
            self.must(screen.labels()[COLUMN_KEYS.index(KEY_C)], hand)
        self.press(KEY_C)

    def counts(self, hand: Any) -> dict[str, int]:
        """How many cards of each kind a hand holds."""
        if not isinstance(hand, dict):
            for card in hand:
                self.must(is_card(card, LOW_ACE, jokers=True), card)
            return Counter([self.game.kind(card) for card in hand])
        for kind in hand:
            self.must(kind in COUNTED, kind)
        return hand

    def _count_cards(self, screen: Any, counts: dict[str, int]) -> None:
        """Count what is missing; what is too much (after an undo) is taken away."""
        for place, kind in enumerate(COUNTED):
            missing = counts.get(kind, 0) - screen.entry.count(kind)
            if not missing:
                continue
            self.press(KEY_A, (place - screen.kind) % len(COUNTED))
            self.press(KEY_B, max(0, missing))
            for _ in range(-missing):
                self.hold(KEY_A)
            self.must(screen.entry.count(kind) == counts.get(kind, 0), counts)


class CounterOperator(PointsOperator):
    """Somebody who knows how the counter is used."""

    def _dealer(self, dealer: int) -> None:
        """Nobody deals."""

    def ways(self) -> dict[str, Callable[[Any], None]]:
        """How each event is entered; points in the game's steps."""
        return {"add": self._add, "points": self._points, "end": self._end}

    def _end(self, _: bool) -> None:
        self.menu("counter.end")
        self.expect("ConfirmScreen")
        self.press(KEY_C)

    def _add(self, value: Sequence[int]) -> None:
        seat, points = value
        self.expect("CounterScreen")
        screen = self.app.top
        players = len(self.game.players)
        self.press(KEY_A, (seat - screen.seat) % players)
        self.press(KEY_B)
        self._set(screen.points, points)
        self.press(KEY_C)

    def _points(self, points: list[int]) -> None:
        self.expect("CounterScreen")
        self.press(KEY_C)
        for one in points:
            self.expect("RoundPointsScreen")
            screen = self.app.top
            self._set(screen.entries[screen.seat], one)
            self.press(KEY_C)

    def _set(self, entry: Points, points: int) -> None:
        """Bring what is being counted to a number."""
        self.must((points - entry.value) % entry.step == 0, points)
        self.steps((points - entry.value) // entry.step)


# -- rounds made up --------------------------------------------------------------------------------

BLOCKED = 12  # one round of so many


class RummyEvening:
    """Makes up how rounds end: everybody but one is left with cards from a real pack."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance

    def next_round(self, game: Any) -> dict[str, Any]:
        """The value of a `round`: cards, of which nobody holds more than were dealt."""
        players = len(game.players)
        out = None if not self._chance.below(BLOCKED) else self._chance.below(players)
        cards = pack(LOW_ACE, game.packs, JOKERS_A_PACK * game.packs)
        hands = []
        for seat in range(players):
            left = 0 if seat == out else 1 + self._chance.below(game.cards)
            hands.append([cards.pop(self._chance.below(len(cards))) for _ in range(left)])
        return {"out": out, "hands": hands}


# -- presses ---------------------------------------------------------------------------------------

NAMES = ("Ana", "Bora", "Ceca", "Dana", "Ema", "Fedor")
GAMES = 3  # so many games of every size are played and counted
SEED = 7


class RoundPresses(NamedTuple):
    """What one round took, from its end at the table until the next one can begin."""

    players: int
    out: int  # to say that it is over, and who went out
    hands: int
    go_on: int

    @property
    def total(self) -> int:
        """All presses of the round."""
        return self.out + self.hands + self.go_on


def measure_rummy(by_number: bool = False) -> list[RoundPresses]:
    """Play made-up games of 2 to 6 players, and count the presses of every round."""
    rounds = []
    for players in range(2, len(NAMES) + 1):
        setup: dict[str, Any] = {"game": "mexican-rummy", "players": list(NAMES[:players])}
        if players == len(NAMES):
            setup["options"] = {"packs": 3}
        for number in range(GAMES):
            evening = RummyEvening(SeededRandom(SEED + number))
            rounds += _rounds(setup, evening, by_number)
    return rounds


def _rounds(setup: dict[str, Any], evening: RummyEvening, by_number: bool) -> list[RoundPresses]:
    operator = RummyOperator.seated(setup, penalties="number" if by_number else "cards")
    game = new_game(setup)
    rounds = []
    while not game.over:
        value = evening.next_round(game)
        if by_number:
            value["hands"] = [game.penalty(hand) for hand in value["hands"]]
        marks = [operator.player.presses]
        operator.begin_round(value["out"])
        marks.append(operator.player.presses)
        while operator.screen == "HandScreen":
            operator.hand(value["hands"][operator.app.top.entry.seat()])
        marks.append(operator.player.presses)
        operator.go_on()
        marks.append(operator.player.presses)
        parts = [after - before for before, after in zip(marks, marks[1:], strict=False)]
        rounds.append(RoundPresses(len(setup["players"]), *parts))
        game.apply("round", value)
        if game.scores != operator.game.scores:
            raise AssertionError("the round that was booked is not the one that was entered")
    return rounds
