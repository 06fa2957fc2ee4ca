"""What saving costs the flash: `python -m host_sim.bench_flash`, and a part of `make bench`.

An evening of two games of Meksiko, entry by entry, is saved in several ways on the littlefs of the
real MicroPython with the Pico's geometry; the flash below it counts what is done to it
(tests/micropython/flash_designs.py). The times are those counts by the typical figures of the
W25Q16JV's datasheet, and what reading costs on an emulated RP2040 at 125 MHz; what the program
itself computes comes on top, some 5 ms. The wear is that of the block that was erased most.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from kibitz.saves import setup_line, to_json
from rules_core import new_game

from .device import SeededRandom
from .evening import Evening

ROOT = Path(__file__).resolve().parent.parent
MICROPYTHON = ROOT / ".venv-micropython" / "bin" / "micropython"
SCRIPT = ROOT / "tests" / "micropython" / "flash_designs.py"
HEAP = "64m"

# What they are called on the command line of SCRIPT, and here.
DESIGNS = {
    "append": "a line appended to the file",
    "whole": "the file written anew",
    "beside": "written beside, then renamed",
    "slots": "the game in two files in turn",
    "chosen": "two slots and a journal (chosen)",
}
FILES = (20, 200)  # of other games on the flash
GAMES = 2  # an evening
EVENINGS = 20
QUICK_EVENINGS = 2

# The flash chip and the processor. W25Q16JV data sheet, AC electrical characteristics, typical: tSE
# for a sector of 4 KB (400 ms at most, as it wears), tPP for a page (3 ms at most).
ERASE_ms = 45
PROGRAM_ms = 0.4
READ_ms = 0.00035  # a byte, through littlefs with its checksums
ENDURANCE_erases = 100_000
EVENINGS_A_YEAR = 3 * 52
LIFE_BUDGET_years = 20


class Cost(NamedTuple):
    """What an evening's entries cost.

    times: milliseconds of each, sorted. erases: an entry on average. years: until a block is worn.
    """

    times: list[float]
    erases: float
    years: float

    def share(self, per_cent: int) -> float:
        """The time that so many of a hundred entries do not take longer than."""
        return self.times[(len(self.times) - 1) * per_cent // 100]


def evening() -> list[str]:
    """The lines of an evening's games."""
    lines = []
    for seed in range(GAMES):
        game = new_game({"game": "meksiko", "players": ["Ana", "Bora", "Ceca"]})
        people = Evening(SeededRandom(seed))
        lines.append(setup_line(game.setup()))
        while not game.over:
            event = people.next_event(game)
            game.apply(*event)
            lines.append(to_json(game.join(*event)))
    return lines


def cost(design: str, files: int, evenings: int, lines: list[str]) -> Cost:
    """What the entries of so many evenings cost, saved beside so many files of other games."""
    path = os.pathsep.join(
        (*map(str, (ROOT / "firmware" / "micropython", ROOT / "firmware", ROOT)), ".frozen")
    )
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as file:
        file.write("".join([line + "\n" for line in lines]))
        file.flush()
        run = subprocess.run(
            [str(MICROPYTHON), "-X", f"heapsize={HEAP}", str(SCRIPT), design]
            + [str(files), str(evenings), file.name],
            env={**os.environ, "MICROPYPATH": path},
            capture_output=True,
            check=True,
            text=True,
        )
    *counts, erased = [json.loads(line) for line in run.stdout.splitlines()]
    times = sorted(e * ERASE_ms + p * PROGRAM_ms + r * READ_ms for e, p, r in counts)
    most = max(erased) / evenings
    years = ENDURANCE_erases / (most * EVENINGS_A_YEAR)
    return Cost(times, sum(erases for erases, _, _ in counts) / len(counts), years)


def bench(evenings: int) -> None:
    """Print what every design costs."""
    lines = evening()
    print(
        f"\nSaving an entry, ms; an evening of {len(lines)} entries, {evenings} evenings;"
        f"\nbudget {LIFE_BUDGET_years} years of three evenings a week"
    )
    heads = ("half of them", "nine of ten", "on average", "the worst", "erases", "years")
    for files in FILES:
        _row(f"beside {files} other files", *heads)
        for design, title in DESIGNS.items():
            found = cost(design, files, evenings, lines)
            mean = sum(found.times) / len(found.times)
            times = (found.share(50), found.share(90), mean, found.share(100))
            _row(
                title,
                *[f"{time_ms:.0f}" for time_ms in times],
                f"{found.erases:.2f}",
                f"{found.years:.0f}",
            )


def _row(*cells: str) -> None:
    print(f"  {cells[0]:34}" + "".join(f"{cell:>13}" for cell in cells[1:]), flush=True)


def main(arguments: list[str]) -> int:
    """Measure what saving costs the flash."""
    parser = argparse.ArgumentParser(
        prog="python -m host_sim.bench_flash", description=main.__doc__
    )
    parser.add_argument("--quick", action="store_true", help=f"only {QUICK_EVENINGS} evenings")
    options = parser.parse_args(arguments)
    if not MICROPYTHON.exists():
        print("There is no MicroPython here: say `make setup`.", file=sys.stderr)
        return 1
    bench(QUICK_EVENINGS if options.quick else EVENINGS)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
