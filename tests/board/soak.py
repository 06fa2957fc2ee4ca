"""A soak test: thousands of games one after the other on the Pico's program, without a break.
`check_soak.py` plays them under the real MicroPython; here it is looked at what it tells.

    python tests/board/soak.py 10000 [GAME …]      so many games of each kind

No growth: the heap holds no more in the last games than in the first ones. No fragmentation: the
largest free piece is as large as ever, and large enough. No press takes longer: none allocates
more. Nothing is lost: each game was read back when it had left the table, and those that are on the
flash at the end are read once more here.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from binascii import crc32
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE)]

import monkey  # noqa: E402
from host_sim.device import MemoryStorage  # noqa: E402
from kibitz.journal import Game, Journal  # noqa: E402
from kibitz.saves import to_json  # noqa: E402
from rules_core import GAMES  # noqa: E402
from support import MICROPYTHON  # noqa: E402

SCRIPT = "check_soak"
BLOCK_bytes = 32  # of MicroPython's heap here
ROOM_bytes = 256 * 1024  # on the flash: what other things have left over
RAM = Path("/dev/shm")  # the flash is there, if there is such a place
TOLD_games = 500
# The first and the last so many games are compared, or a third of all if they are few. The very
# first ones do not count: lists get as long as they get, and all that is remembered is new.
COMPARED_games = 100
SETTLED_games = 20
# Of fewer games than this it is only looked at what is always the same.
FEW_games = 30
# Then so many bytes more are growth. At home all is as it was; one game's end is not another's.
MARGIN_bytes = {"home": 1024, "end": 4096}
PIECE_bytes = 24 * 1024  # what has to be free in one piece: `RESERVE_bytes` of kibitz.table
SLOWER = 1.10  # so many times what a press allocated at first is too much


class Soak:
    """What was told of one kind of game.

    games: of each, what was counted. looks: of "end" and "home", (game, bytes in use, largest free
    piece). sums: of all games, by number. counts: of the whole.
    """

    def __init__(self, game: str):
        self.game = game
        self.games: list[dict[str, Any]] = []
        self.looks: dict[str, list[tuple[int, int, int]]] = {"end": [], "home": []}
        self.sums: dict[int, int] = {}
        self.counts: dict[str, int] = {}
        self.seconds: list[float] = []
        self._look: dict[str, Any] = {}
        self._used = 0
        self._start_s = time.monotonic()

    def hear(self, line: str) -> None:
        """A line that MicroPython prints."""
        if line.startswith("{"):
            told = json.loads(line)
            if "look" in told:
                self._look = told
            elif "sum" in told:
                self.sums[told["number"]] = told["sum"]
            elif "counts" in told:
                self.counts = told["counts"]
            else:
                self.games.append(told)
                self.seconds.append(time.monotonic() - self._start_s)
        elif line.startswith("GC:"):
            self._used = int(line.split("used:")[1].split(",")[0])
        elif "max free sz:" in line and not self._look["failed"]:
            largest = int(line.split("max free sz:")[1]) * BLOCK_bytes
            self.looks[self._look["look"]].append((self._look["of"], self._used, largest))

    def told(self) -> str:
        """How it goes, in a few lines."""
        presses = sum([one["presses"] for one in self.games])
        seconds = self.seconds[-1]
        text = f"{self.game}: {len(self.games):,} games, {presses:,} presses in {seconds:,.0f} s"
        text += f" ({presses / seconds:,.0f} a second)"
        for where, looks in self.looks.items():
            for when, some in zip(("first", "last"), compared(looks), strict=True):
                used = [used for _, used, _ in some]
                largest = min([largest for _, _, largest in some])
                text += f"\n    {where}, {when} {len(some)}: {min(used):,} to {max(used):,} bytes"
                text += f" in use, {largest:,} free in one piece"
        first, last = self.allocated()
        return (
            text + f"\n    allocated for a press: {first:,.0f} bytes at first, {last:,.0f} at last"
        )

    def allocated(self) -> tuple[float, ...]:
        """Bytes per press in the middle one of the first and of the last counted games; a single
        look at a long finished game allocates as much as fifty others."""
        counted = [one["allocated"] for one in self.games if one["allocated"][1]]
        return tuple(
            median([size / presses for size, presses in some]) for some in compared(counted)
        )

    def check(self) -> None:
        """AssertionError if anything has grown."""
        for where, looks in self.looks.items():
            first, last = compared(looks)
            for game, _, largest in looks:
                assert largest >= PIECE_bytes, f"{where} of game {game}: {largest} in one piece"
            if where == "home" or len(first) >= FEW_games:
                grown = min([used for _, used, _ in last]) - min([used for _, used, _ in first])
                assert grown <= MARGIN_bytes[where], f"{where}: {grown} bytes more than at first"
        if len([one for one in self.games if one["allocated"][1]]) > 4 * FEW_games:
            at_first, at_last = self.allocated()
            assert at_last <= SLOWER * at_first, f"{at_first:.0f}, then {at_last:.0f} bytes a press"

    def check_flash(self, folder: Path) -> None:
        """What lies on the flash at the end is what was played."""
        files = {path.name: path.read_text("utf-8") for path in folder.iterdir()}
        storage = MemoryStorage(files)
        for number in Journal(storage).finished():
            assert sum_of(Game(storage, number)) == self.sums[number], number


def compared(some: list) -> tuple[list, list]:
    """The first ones, once it has settled, and the last ones."""
    few = len(some) < 4 * SETTLED_games
    settled = some[len(some) // 2 if few else SETTLED_games :]
    count = max(1, min(COMPARED_games, len(settled) // 3))
    return settled[:count], settled[-count:]


def sum_of(files: Game) -> int:
    """As `sum_on_flash` of check_soak.py."""
    sums: list[int] = []
    for value in files.values():
        if value == {"undo": True}:
            sums.pop()
        else:
            sums.append(crc32(to_json(value).encode(), sums[-1] if sums else 0))
    return sums[-1]


def lines(program: Path, heap_kB: int, *arguments: object) -> Iterator[str]:
    """What the check prints, line by line. AssertionError if it fails."""
    last: list[str] = []
    with subprocess.Popen(
        [MICROPYTHON, "-X", f"heapsize={heap_kB}k", "-m", SCRIPT, *map(str, arguments)],
        cwd=program.parent,
        env={**os.environ, "MICROPYPATH": f"{program}:.frozen"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    ) as process:
        assert process.stdout
        for line in process.stdout:
            last = [*last[-40:], line]
            yield line.rstrip("\n")
    assert process.returncode == 0, " ".join(map(str, arguments)) + "\n" + "".join(last)


def soak(game: str, games: int, seed: int, program: Path, folder: Path, room: int) -> Soak:
    """Play so many games; what was told of them. AssertionError if anything is wrong."""
    monkey.used_flash(folder, game)
    heap_kB = monkey.PICO_HEAP_kB + monkey.around(program, SCRIPT)
    heard = Soak(game)
    for line in lines(program, heap_kB, game, games, seed, folder, room):
        heard.hear(line)
        if line.startswith('{"allocated"') and not len(heard.games) % TOLD_games:
            print(heard.told(), flush=True)
    heard.check()
    heard.check_flash(folder / "flash")
    return heard


def all_games(games: tuple[str, ...], count: int) -> None:
    """Soak each kind of game, and print what was counted."""
    with tempfile.TemporaryDirectory(dir=RAM if RAM.is_dir() else None) as name:
        folder = Path(name)
        monkey.compiled(folder / "program")
        for game in games:
            seed = 1 + GAMES.index(game)
            heard = soak(game, count, seed, folder / "program", folder / game, ROOM_bytes)
            print(heard.told())
            print("   ", ", ".join([f"{what} {n:,}" for what, n in sorted(heard.counts.items())]))
            sys.stdout.flush()


if __name__ == "__main__":
    all_games(tuple(sys.argv[2:]) or GAMES, int(sys.argv[1]))
