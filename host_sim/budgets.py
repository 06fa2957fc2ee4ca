"""The budgets of the device, and what was measured for each: the table of the README.

`python -m host_sim.budgets` prints the table, `--write` puts it into README.md. The figures are
those of tests/pico/measured.json, which tests/pico/measure.py has measured on an emulated RP2040
(the last two on the computer that it ran on); nothing else stands in the table.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any, NamedTuple

from . import table_time
from .bench import HANDS_GOAL, REPLAY_GOAL, EVENT_BUDGET_ms, UNDO_BUDGET_ms
from .bench_board import CARDS
from .bench_device import FULL_FRAME_bytes, MOVE_BUDGET_bytes, MPY_BUDGET_bytes

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
MEASURED = ROOT / "tests" / "pico" / "measured.json"
BEGIN = "<!-- budgets: begin (python -m host_sim.budgets --write) -->"
END = "<!-- budgets: end -->"

# DESIGN.md, section 4; the others are where they are measured
SCREEN_ms = 45
MOVE_ms = 20
START_ms = 1000
HEAP_bytes = 110_000
FILE_SYSTEM_bytes = 352 * 4096

ADDITIONS = 100_000
# What others reach, in steps and hands a second, as DESIGN.md tells: not measured here.
OTHERS_STEPS = 71_379  # OpenSpiel's oh_hell, C++
OTHERS_HANDS = 1_175


class Row(NamedTuple):
    """A line of the table. kept: whether the budget is."""

    what: str
    ours: str
    budget: str
    kept: bool
    yardstick: str
    ratio: str


def additions(count: int) -> int:
    """The yardstick of a computer's speed."""
    total = 0
    for _ in range(count):
        total += 1
    return total


def rows(told: dict[str, Any]) -> list[Row]:
    """The whole table."""
    return [*_glass(told), _start(told), _heap(told), _flash(told), *_rules(told)] + [
        _table_time(told),
        *_computer(told),
    ]


def _glass(told: dict[str, Any]) -> list[Row]:
    presses, yardstick = told["presses"], told["yardstick"]
    full_ms, bus_ms = yardstick["press_ms"], yardstick["bus_ms"]
    plain = f"{full_ms:.1f} ms for the plain driver's whole picture, {bus_ms:.1f} of it on the bus"
    made = []
    for name, what, budget in (
        ("moves", "key edge to last byte: a cursor move or a count", MOVE_ms),
        ("in_a_game", "the same: a new screen or page in a game", SCREEN_ms),
        ("elsewhere", "the same: a new screen or page elsewhere", SCREEN_ms),
        ("follows", "the same: what follows by itself, as the note under a list does", SCREEN_ms),
    ):
        found = presses[name]
        worst, share = found["worst_ms"], found[f"within_{budget}_ms"]
        place = found["slowest"][0]
        ours = f"{worst:.1f} ms at worst ({place['from']} to {place['to']}, {place['game']});"
        ours += f" {found['median_ms']:.1f} in the middle;"
        ours += f" {int(share * 100)}% of {found['count']} within"  # 100 are all of them
        ratio = f"{worst / full_ms:.2f}"
        made.append(Row(what, ours, f"{budget} ms", worst <= budget, plain, ratio))
    moves = presses["moves"]
    ours = f"{moves['worst_bytes']} at worst, {moves['median_bytes']} in the middle"
    made.append(
        Row(
            "bytes on the bus for a cursor move or a count",
            ours,
            f"{MOVE_BUDGET_bytes}",
            moves["worst_bytes"] <= MOVE_BUDGET_bytes,
            f"{yardstick['bytes']} for the whole picture",
            f"{moves['worst_bytes'] / yardstick['bytes']:.2f}",
        )
    )
    assert yardstick["bytes"] == FULL_FRAME_bytes
    return made


def _start(told: dict[str, Any]) -> Row:
    start, first_ms = told["start"], told["yardstick"]["first_ms"]
    return Row(
        f"reset to first screen, with a game of {start['entries']} entries to resume",
        f"{start['resumed_ms']:.0f} ms; the first start of all {start['fresh_ms']:.0f}",
        f"{START_ms} ms",
        start["resumed_ms"] <= START_ms,
        f"{first_ms:.0f} ms for the plain driver's counter",
        f"{start['resumed_ms'] / first_ms:.1f}",
    )


def _heap(told: dict[str, Any]) -> Row:
    heap, bare = told["heap"], told["board"]["bare_free_bytes"]
    game = min(heap, key=lambda name: heap[name]["in_the_game_bytes"])
    least = heap[game]["in_the_game_bytes"]
    return Row(
        "heap free in the fullest game, after every screen",
        f"{least:,} bytes ({game}); elsewhere {heap[game]['elsewhere_bytes']:,}",
        f"{HEAP_bytes:,} bytes",
        least >= HEAP_bytes,
        f"{bare:,} bytes without the app",
        f"{least / bare:.2f}",
    )


def _flash(told: dict[str, Any]) -> Row:
    used = told["flash"]["bytes"]
    return Row(
        "all of the program on the flash, as `.mpy`",
        f"{used:,} bytes",
        f"{MPY_BUDGET_bytes:,} bytes",
        used <= MPY_BUDGET_bytes,
        f"{FILE_SYSTEM_bytes:,} bytes of file system",
        f"{used / FILE_SYSTEM_bytes:.2f}",
    )


def _rules(told: dict[str, Any]) -> list[Row]:
    board = told["board"]
    loop_ms = board["additions_us"] / 1000
    addition_us = board["additions_us"] / board["additions"]
    made = []
    for name, what, budget in (
        ("worst_us", "one event applied, at worst", EVENT_BUDGET_ms),
        ("worst_undo_us", "one event taken back, anywhere in a game, at worst", UNDO_BUDGET_ms),
    ):
        took = {game.removesuffix(".jsonl"): one[name] for game, one in board["rules"].items()}
        by_cards = {game: us for game, us in took.items() if game.endswith(CARDS)}
        game = max(took.keys() - by_cards.keys(), key=lambda one: took[one])
        took_us = took[game]
        ours = f"{took_us / 1000:.1f} ms ({game})"
        if by_cards:
            worst_ms = max(by_cards.values()) / 1000
            ours += f"; card by card, for which there is no screen, {worst_ms:.1f} ms"
        made.append(
            Row(
                what,
                ours,
                f"{budget} ms",
                took_us <= budget * 1000,
                f"{loop_ms:.0f} ms for {board['additions']:,} additions",
                f"{took_us / addition_us:,.0f} additions",
            )
        )
    return made


def _table_time(told: dict[str, Any]) -> Row:
    shares = table_time.Shares(**told["evening"]["shares"])
    hours = table_time.hours(shares)
    at_least = table_time.hours(shares, table_time.ASLEEP_AT_MOST_mA)
    ours = f"{hours:.0f} h, {at_least:.0f} if sleep takes {table_time.ASLEEP_AT_MOST_mA} mA;"
    ours += f" awake {1 - shares.asleep:.1%} of the time, {shares.pixels:.0%} of the pixels lit"
    return Row(
        f"table time on three AAA cells ({table_time.CELLS_mAh:,} mAh)",
        ours,
        f"{table_time.BUDGET_h} h",
        hours >= table_time.BUDGET_h,
        f"{table_time.NEVER_ASLEEP_h} h if never asleep",
        f"{hours / table_time.NEVER_ASLEEP_h:.1f}",
    )


def _computer(told: dict[str, Any]) -> list[Row]:
    computer = told["computer"]
    loop = f"{computer['additions_ms']:.1f} ms for {ADDITIONS:,} additions"
    game = min(computer["replay"], key=lambda name: computer["replay"][name])
    events, hands = computer["replay"][game], computer["hands"]
    return [
        Row(
            "replay on CPython",
            f"{events:,} events/s ({game})",
            f"{REPLAY_GOAL:,} events/s",
            events >= REPLAY_GOAL,
            f"{loop}; OpenSpiel's oh_hell (C++) is told to make {OTHERS_STEPS:,} steps/s",
            f"{events / OTHERS_STEPS:.1f}",
        ),
        Row(
            "Meksiko card by card, random legal cards, CPython",
            f"{hands:,} hands/s",
            f"{HANDS_GOAL} hands/s",
            hands >= HANDS_GOAL,
            f"{loop}; OpenSpiel's oh_hell (C++) is told to make {OTHERS_HANDS:,} hands/s",
            f"{hands / OTHERS_HANDS:.1f}",
        ),
    ]


def table(told: dict[str, Any]) -> str:
    """The table as Markdown, and what it was measured with."""
    yardstick = told["yardstick"]["micropython"]
    lines = [
        f"Measured with MicroPython {yardstick} and {told['presses']['presses']:,} presses:",
        "`RIG=… UF2=… python tests/pico/measure.py`.",
        "",
        "| what | measured | budget | kept | yardstick of the same run | ratio |",
        "|---|---|--:|---|---|--:|",
    ]
    for row in rows(told):
        kept = "yes" if row.kept else "**no**"
        cells = (row.what, row.ours, row.budget, kept, row.yardstick, row.ratio)
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join([*lines, "", _where_the_cells_go(told)])


def _where_the_cells_go(told: dict[str, Any]) -> str:
    """Why the cells last so long and no longer."""
    shares = table_time.Shares(**told["evening"]["shares"])
    chip, both = table_time.chip_mA(shares), table_time.average_mA(shares)
    brightest = table_time.hours(shares, contrast=table_time.CONTRAST_MOST)
    most = table_time.pixels_for(table_time.BUDGET_h, shares)
    return (
        f"The cells go into the glass: of {both:.1f} mA at the table the chip takes {chip:.1f}, and"
        f" the glass\n{both - chip:.1f} (estimates, `host_sim/table_time.py` has their sources)."
        f" {table_time.BUDGET_h} hours take at most {most:.0%} of its\npixels lit, which are"
        f" {shares.pixels:.0%}; at a contrast of {table_time.CONTRAST_MOST} instead of"
        f" {table_time.CONTRAST} it would be\n{brightest:.0f} hours."
    )


def measured() -> dict[str, Any]:
    """What was kept."""
    return json.loads(MEASURED.read_text("utf-8"))


def in_readme(text: str) -> tuple[int, int]:
    """(begin, end) of what stands between the marks of the README. ValueError without marks."""
    begin = text.index(BEGIN) + len(BEGIN)
    return begin, text.index(END, begin)


def main(arguments: list[str]) -> int:
    """Print the table, or put it into the README; the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m host_sim.budgets", description="The budgets, and what was measured."
    )
    parser.add_argument("--write", action="store_true", help="put the table into README.md")
    options = parser.parse_args(arguments)
    made = table(measured())
    if not options.write:
        print(made)
        return 0
    text = README.read_text(encoding="utf-8")
    begin, end = in_readme(text)
    README.write_text(f"{text[:begin]}\n\n{made}\n\n{text[end:]}", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
