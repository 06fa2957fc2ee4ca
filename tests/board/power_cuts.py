"""Power cuts in every game, over littlefs under the real MicroPython and over the package
littlefs-python here. See cuts.py, which does it.

    python tests/board/power_cuts.py [CUTS [GAME …]]      about so many a game; 0: all there are
"""

import functools
import importlib.util
import json
import os
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BOARD = ROOT / "firmware" / "micropython"
sys.path[:0] = [str(HERE.parent), str(HERE)]


def of_the_board(name: str) -> ModuleType:
    """A module of the board, without all the others that lie beside it."""
    spec = importlib.util.spec_from_file_location(name, BOARD / f"{name}.py")
    assert spec and spec.loader
    sys.modules[name] = module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


storage = of_the_board("storage")

from littlefs import FileHandle, LittleFS, LittleFSError, lfs  # noqa: E402

import cuts  # noqa: E402
import nor  # noqa: E402
from rules_core import GAMES  # noqa: E402
from support import MICROPYTHON, told_of_cuts  # noqa: E402

SEARCHED = (HERE, BOARD, ROOT / "firmware", ROOT)
HEAP = "32m"  # for the flash, and for what is done to it in a whole evening
# What is played differs from runtime to runtime anyway; here also by what chance has it.
SEEDS = {"micropython": 100, "littlefs-python": 200}

# As MicroPython mounts it with rp2's progsize.
GEOMETRY = {
    "block_size": nor.BLOCK_bytes,
    "block_count": nor.BLOCKS,
    "read_size": 32,
    "prog_size": nor.PAGE_bytes,
    "cache_size": 4 * nor.PAGE_bytes,
    "lookahead_size": 32,
    "block_cycles": 100,
}

FLAGS = lfs.LFSFileFlag
MODES = {  # the package's own "ab" makes no file
    "rb": int(FLAGS.rdonly),
    "wb": int(FLAGS.wronly | FLAGS.creat | FLAGS.trunc),
    "ab": int(FLAGS.wronly | FLAGS.creat | FLAGS.append),
}


class Blocks:
    """A flash as littlefs-python calls it."""

    def __init__(self, flash: nor.Nor):
        self.flash = flash

    def read(self, cfg, block, off, size):
        return self.flash.block(block)[off : off + size]

    def prog(self, cfg, block, off, data):
        return self.flash.writeblocks(block, data, off)

    def erase(self, cfg, block):
        return self.flash.ioctl(6, block)

    def sync(self, cfg):
        return 0


class Files:
    """What storage.py uses of `os`, and `open`, on the flash that was mounted last."""

    root = ""
    may_fail = False  # a file that cannot be closed brings the package down

    def __init__(self) -> None:
        self.system: Any = None

    def format(self, flash: nor.Nor) -> None:
        LittleFS(Blocks(flash), mount=False, **GEOMETRY).format()

    def mount(self, flash: nor.Nor) -> None:
        self.system = LittleFS(Blocks(flash), mount=False, **GEOMETRY)
        self.system.mount()

    def open(self, path, mode):
        return FileHandle(
            self.system.fs, self._call(lfs.file_open, self.system.fs, path, MODES[mode])
        )

    def stat(self, path):
        """As MicroPython's: the seventh of the numbers is the size."""
        return (0,) * 6 + (self._call(self.system.stat, path).size,)

    def __getattr__(self, name):
        return functools.partial(self._call, getattr(self.system, name))

    def _call(self, function, *arguments):
        """Failures are OSErrors."""
        try:
            return function(*arguments)
        except LittleFSError as error:
            raise OSError(-error.code, str(error)) from error


def mounted_here() -> Files:
    """littlefs-python, for storage.py in the place of the system's files."""
    files = Files()
    vars(storage).update(os=files, open=files.open)
    return files


def run_here(game: str, count: int, seed: int) -> dict[str, Any]:
    """A game's cuts over littlefs-python; what was counted. cuts.Fault"""
    return cuts.run(mounted_here(), game, count, seed)


def run_there(game: str, count: int, seed: int) -> dict[str, Any]:
    """A game's cuts under MicroPython; what was counted. AssertionError"""
    done = subprocess.run(
        [MICROPYTHON, "-X", f"heapsize={HEAP}", HERE / "cuts.py", game, str(count), str(seed)],
        env={**os.environ, "MICROPYPATH": os.pathsep.join((*map(str, SEARCHED), ".frozen"))},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    return json.loads(done.stdout.splitlines()[-1])


RUNTIMES = {"micropython": run_there, "littlefs-python": run_here}


def all_games(games: tuple[str, ...], count: int, workers: int) -> None:
    """Cut the power in all of these games, and print what was counted."""
    tried = twice = 0
    kinds: Counter[str] = Counter()
    start_s = time.monotonic()
    with ProcessPoolExecutor(workers) as pool:
        running = [
            (game, runtime, pool.submit(run, game, count, SEEDS[runtime] + GAMES.index(game)))
            for game in games
            for runtime, run in RUNTIMES.items()
        ]
        for game, runtime, future in running:
            counts = future.result()
            print(f"{game}, {runtime}: {counts['presses']} presses, of which came", end=" ")
            print(f"{counts['operations']:,} operations; {counts['tried']:,} cuts,", end=" ")
            print(f"{counts['twice']:,} of them after another one", flush=True)
            kinds.update(counts["kinds"])
            tried += counts["tried"]
            twice += counts["twice"]
    for kind, number in sorted(kinds.items()):
        print(f"    {kind}: {number:,}")
    print(told_of_cuts(tried, twice, len(games)), f"({time.monotonic() - start_s:,.0f} s)")


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 0
    all_games(tuple(sys.argv[2:]) or GAMES, count, os.cpu_count() or 1)
