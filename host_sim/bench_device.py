"""What the device costs, for `make bench`: bytes on the I2C bus, memory, room on the flash.

The pictures are those that the gallery's key scripts bring to the glass, press by press; the real
driver sends them under the real MicroPython to a simulated display, which counts. Memory is
measured there, too, with each game played until every kind of its screens has been seen. The files
are those that package.json installs, compiled by mpy-cross.
"""

import os
import re
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import mean
from typing import NamedTuple

from kibitz.games import GAMES

from . import bundle, shots
from .bundle import ROOT

MICROPYTHON = ROOT / ".venv-micropython" / "bin" / "micropython"
BOARD_TESTS = ROOT / "tests" / "board"
PATHS = (
    *(BOARD_TESTS / "sim", BOARD_TESTS, bundle.BOARD),
    *(ROOT / "firmware", ROOT, ROOT / "tests" / "micropython"),
)
HEAP = "2m"

# Budgets
FULL_FRAME_bytes = 1044  # what micropython-lib's ssd1306.show() puts on the bus
MOVE_BUDGET_bytes = FULL_FRAME_bytes // 4
MPY_BUDGET_bytes = 160_000
MPY_LIMIT_bytes = 162_000  # the budget is not kept yet; tests let the program grow no further


class Shown(NamedTuple):
    """A picture that came to the glass. first: of its scene. kind: of shots.KINDS."""

    game: str
    screen: str
    kind: str
    frame: bytes
    first: bool

    def place(self) -> str:
        """The game and the screen."""
        return f"{self.game} {self.screen}"


def pictures() -> Iterator[Shown]:
    """Every picture of every scene of the gallery, in English."""
    for scene in shots.scenes():
        for number, (screen, kind, frame) in enumerate(shots.shown(scene)):
            yield Shown(scene.split(".")[0], screen, kind, frame, not number)


def micropython(script: Path, *arguments: str) -> str:
    """What a script prints that MicroPython runs."""
    path = os.pathsep.join((*map(str, PATHS), ".frozen"))
    run = subprocess.run(
        [str(MICROPYTHON), "-X", f"heapsize={HEAP}", str(script), *arguments],
        env={**os.environ, "MICROPYPATH": path},
        cwd=ROOT,
        capture_output=True,
        check=True,
        text=True,
    )
    return run.stdout


def bytes_on_the_bus(shown: list[Shown]) -> list[int]:
    """What each of the pictures costs."""
    with tempfile.TemporaryDirectory() as folder:
        records = Path(folder) / "pictures"
        records.write_bytes(b"".join([bytes([not one.first]) + one.frame for one in shown]))
        told = micropython(BOARD_TESTS / "count_bytes.py", str(records))
    return [int(line) for line in told.splitlines()]


def bench_bus() -> None:
    """Print what a press on each screen costs, beside the driver that sends everything."""
    shown = list(pictures())
    costs = [
        (one, cost)
        for one, cost in zip(shown, bytes_on_the_bus(shown), strict=True)
        if not one.first
    ]
    print(
        f"\nBytes on the I2C bus for a press (the plain driver: {FULL_FRAME_bytes});"
        f"\nbudget for a cursor move or a count: {MOVE_BUDGET_bytes}"
    )
    _row("on average, and at most", *shots.KINDS)
    for place in sorted({one.place() for one, _ in costs}):
        here = [(one, cost) for one, cost in costs if one.place() == place]
        _row(place, *[_figures([c for one, c in here if one.kind == k]) for k in shots.KINDS])
    _row("", "pictures", "within", "on average", "of full", "at most", "there")
    for kind in reversed(shots.KINDS):
        some = [(cost, one.place()) for one, cost in costs if one.kind == kind]
        within = mean([cost <= MOVE_BUDGET_bytes for cost, _ in some])
        average = mean([cost for cost, _ in some])
        worst, place = max(some)
        figures = (f"{within:.1%}", f"{average:.0f}", f"{average / FULL_FRAME_bytes:.0%}")
        _row(kind, str(len(some)), *figures, str(worst), f"  {place}")


def _figures(costs: list[int]) -> str:
    return f"{mean(costs):.0f} / {max(costs)}" if costs else ""


def bench_memory() -> None:
    """Print the heap in use with each game, on a computer of 64 bits."""
    print("\nHeap in use after every kind of screen (64 bits, from source; the Pico has 32)")
    _row("", "bytes", "names of the code")
    for game in GAMES:
        told = micropython(ROOT / "tests" / "micropython" / "one_game.py", game)
        names = int(re.search(r"n_total_bytes=(\d+)", told).group(1))  # type: ignore[union-attr]
        used = int(next(line.split()[1] for line in told.splitlines() if line.startswith(game)))
        _row(game, f"{used:,}", f"{names:,}")


def mpy_sizes() -> dict[str, int]:
    """The bytes of every file that is installed, compiled."""
    made = bundle.compiled(bundle.installed(), as_they_are=())
    return {name: len(data) for name, data in made.items()}


def bench_flash() -> None:
    """Print how large the installed files are when compiled."""
    sizes: dict[str, int] = {}
    for name, size in mpy_sizes().items():
        part = name.rsplit("/", 1)[0] if "/" in name else "(the board)"
        sizes[part] = sizes.get(part, 0) + size
    total = sum(sizes.values())
    print(f"\nAll .mpy on the flash; budget {MPY_BUDGET_bytes:,}")
    _row("", "bytes", "of the budget")
    for part, size in sorted(sizes.items()):
        _row(part, f"{size:,}")
    _row("in all", f"{total:,}", f"{total / MPY_BUDGET_bytes:.0%}")


def _row(*cells: str) -> None:
    print(f"  {cells[0]:34}" + "".join(f"{cell:>18}" for cell in cells[1:]), flush=True)
