"""How many presses the games take, measured on the real app: the tables of the README.

`python -m host_sim presses` measures and prints the tables, `--write` puts them into README.md.

For Meksykanka and Mexican Rummy `cup` and `points` play made-up games. In a hand of Meksiko what is
pressed from the end of the deal until the hand is booked counts, a hold as one press, by a person
who knows the device. The hands are all of these, each as likely as the others:

- an auction of four: the first bidder bids 5, 6 or 7, one of the others bids the next or the next
  but one higher, and the two remaining calls are passes, in both orders that this can have;
- each of the four suits as trump;
- for the count: the declarer wins from one trick too few to two too many, and the others share the
  rest evenly or one trick to either side of that.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from statistics import mean
from typing import Any, NamedTuple

from kibitz.app import App
from kibitz.saves import to_json
from kibitz.words import say
from rules_core.cards import SUIT_NAMES
from rules_core.meksiko import PASS, TRICKS

from . import cup, points
from .device import MemoryStorage, ScriptedDevice, World
from .operate import Operator
from .script import Player

README = Path(__file__).resolve().parent.parent / "README.md"
BEGIN = "<!-- presses: begin (python -m host_sim presses --write) -->"
END = "<!-- presses: end -->"

SETUP: dict[str, Any] = {"game": "meksiko", "players": ["Ana", "Bora", "Ceca"], "dealer": 2}
OPENINGS = (5, 6, 7)
RAISES = (1, 2)
LUCK = (-1, 0, 1, 2)
SHARES = (-1, 0, 1)
PER_TRICK, BY_COUNT = "each", "count"  # the setting's values
GOALS = {PER_TRICK: 22, BY_COUNT: 14}
WAYS = {PER_TRICK: "a press a trick", BY_COUNT: "count at the end"}


class Presses(NamedTuple):
    """What one hand took."""

    auction: int
    trump: int
    tricks: int

    @property
    def total(self) -> int:
        """All presses of the hand."""
        return sum(self)


def auctions() -> Iterator[tuple[list[Any], int, int]]:
    """(calls, declarer, bid) of every auction in the set; seat 0 opens."""
    for opening, raise_by in product(OPENINGS, RAISES):
        bid = opening + raise_by
        yield [opening, bid, PASS, PASS], 1, bid
        yield [opening, PASS, bid, PASS], 2, bid


def counts(declarer: int, bid: int) -> Iterator[list[int]]:
    """The final counts in the set, for a declarer and a bid."""
    first, second = [seat for seat in range(len(SETUP["players"])) if seat != declarer]
    for luck, share in product(LUCK, SHARES):
        won = min(TRICKS, bid + luck)
        rest = TRICKS - won
        tricks = [0, 0, 0]
        tricks[declarer] = won
        tricks[first] = max(0, min(rest, rest // 2 + share))
        tricks[second] = rest - tricks[first]
        yield tricks


def play(way: str, calls: list[Any], suit: str, tricks: list[int]) -> Presses:
    """Play one hand by keys on a device of its own."""
    storage = MemoryStorage()
    storage.write("game-0001.jsonl", json.dumps(SETUP) + "\n")
    storage.write("settings-0001.json", to_json({"values": {"tricks": way}}) + "\n")
    operator = Operator(Player(ScriptedDevice(App, World(storage=storage))))
    operator.player.start()
    operator.choose_text(say("home.resume"))  # the game that has been set up
    marks = [operator.player.presses]
    for call in calls:
        operator.enter("bid", call)
    marks.append(operator.player.presses)
    operator.enter("trump", suit)
    marks.append(operator.player.presses)
    if way == BY_COUNT:
        operator.enter("tricks", tricks)
    else:
        for seat, won in enumerate(tricks):
            for _ in range(won):
                operator.enter("trick", seat)
    marks.append(operator.player.presses)
    if tuple(operator.game.log[-1].tricks) != tuple(tricks):
        raise AssertionError("the hand that was booked is not the one that was entered")
    return Presses(*[after - before for before, after in zip(marks, marks[1:], strict=False)])


@cache
def measure(way: str) -> tuple[Presses, ...]:
    """Play all hands of the set."""
    hands = []
    for calls, declarer, bid in auctions():
        # The order of the tricks and who wins them changes nothing when each has its press.
        ends = list(counts(declarer, bid))[: None if way == BY_COUNT else 1]
        for suit, tricks in product(SUIT_NAMES, ends):
            hands.append(play(way, calls, suit, tricks))
    return tuple(hands)


def tables() -> str:
    """The measured tables as Markdown."""
    return f"{table()}\n\n{table_of_others()}"


@cache
def table_of_others() -> str:
    """The measured table of Meksykanka's cycles and Mexican Rummy's rounds as Markdown."""
    rows = [
        "| presses for | on average | in all | least | most |",
        "|---|---|--:|--:|--:|",
    ]
    for quiet, words in ((False, "a cycle of Meksykanka"), (True, "the same in quiet mode")):
        cycles = cup.measure(quiet)
        parts = f"{mean(c.calls for c in cycles):.1f} calls {mean(c.saying for c in cycles):.1f}"
        parts += f", the check {mean(c.check for c in cycles):.1f}"
        rows.append(_row(words, parts, [cycle.total for cycle in cycles]))
    for by_number, words in ((False, "the cards counted"), (True, "as a number")):
        rounds = points.measure_rummy(by_number)
        for players in sorted({one.players for one in rounds}):
            some = [one for one in rounds if one.players == players]
            parts = f"who is out {mean(r.out for r in some):.1f}"
            parts += f", the hands {mean(r.hands for r in some):.1f}"
            title = f"a round of Mexican Rummy, {players} players, {words}"
            rows.append(_row(title, parts, [one.total for one in some]))
    return "\n".join(rows)


def _row(title: str, parts: str, totals: list[int]) -> str:
    cells = [title, parts, f"**{mean(totals):.1f}**", str(min(totals)), str(max(totals))]
    return "| " + " | ".join(cells) + " |"


def table() -> str:
    """The measured table of Meksiko's hands as Markdown."""
    rows = [
        "| presses for a hand | auction | trump | tricks | in all | least | most | goal |",
        "|---|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for way, words in WAYS.items():
        hands = measure(way)
        parts = [mean(hand[part] for hand in hands) for part in range(len(Presses._fields))]
        totals = [hand.total for hand in hands]
        cells = [f"{part:.1f}" for part in parts] + [f"**{mean(totals):.1f}**"]
        cells += [str(min(totals)), str(max(totals)), str(GOALS[way])]
        rows.append(f"| {words} | " + " | ".join(cells) + " |")
    return "\n".join(rows)


def section(text: str) -> tuple[int, int]:
    """(begin, end) of what stands between the marks of the README. ValueError without marks."""
    begin = text.index(BEGIN) + len(BEGIN)
    return begin, text.index(END, begin)


def main(arguments: list[str]) -> int:
    """Measure, and print the tables or put them into the README; the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m host_sim presses", description="Presses for a hand, a cycle, a round."
    )
    parser.add_argument("--write", action="store_true", help="put the tables into README.md")
    options = parser.parse_args(arguments)
    measured = tables()
    if not options.write:
        print(measured)
        return 0
    text = README.read_text(encoding="utf-8")
    begin, end = section(text)
    README.write_text(f"{text[:begin]}\n\n{measured}\n\n{text[end:]}", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
