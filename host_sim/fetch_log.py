"""`make fetch-log`: what a device has written down of errors that nobody foresaw, for a bug report.

It is asked of the board on the USB cable, or read in the simulator's data folder; it is printed,
and kept in a file. The board is interrupted for it and starts anew; the game goes on.

What is compiled for a board has shorter names than the sources (shorten.py). Those of the sources
are put back in what is of the same version; then the board should have been made from the sources
that are here.
"""

import argparse
import sys
from pathlib import Path

from kibitz.crash import HEAD
from kibitz.starts import CRASHES
from rules_core import VERSION

from . import bundle
from .attached import FIRST_FOUND, Board, BoardError
from .device import default_folder
from .untrusted import printable

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / "build" / CRASHES
NOTHING = 1  # exit status: no board, or nothing written down

# Where the board's config.py says that it saves
_FOLDER = """\
folder = '/kibitz-saves'
try:
    with open('/config.py') as file:
        for line in file:
            if line.startswith('FOLDER ='):
                folder = line.split('=')[1].split('#')[0].strip().strip('\\'"')
except OSError:
    pass
print(folder)
"""


def of_board(port: str) -> bytes | None:
    """What the board has written down, None if there is nothing. Raises BoardError."""
    with Board(port) as board:
        folder = board.run(_FOLDER).strip()
        if CRASHES not in board.sizes(folder):
            return None
        return readable(board.read(f"{folder}/{CRASHES}"))


def readable(log: bytes) -> bytes:
    """A log with the names of the sources, where it is of this version."""
    reports = log.decode("utf-8", errors="replace").split(HEAD)
    return HEAD.join(
        bundle.readable(one) if one.startswith(VERSION + "\n") else one for one in reports
    ).encode("utf-8")


def of_simulator(folder: Path) -> bytes | None:
    """The same of the simulator."""
    path = folder / CRASHES
    return path.read_bytes() if path.is_file() else None


def main(arguments: list[str]) -> int:
    """Print the log of a board or of the simulator, and keep it; the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m host_sim.fetch_log",
        usage="%(prog)s [OPTION …]",
        description="Fetch what a device has written down of errors, from the board on the cable.",
    )
    parser.add_argument("--port", default=FIRST_FOUND, help="the board's serial port")
    parser.add_argument("--sim", action="store_true", help="of the simulator, not of a board")
    parser.add_argument("--data", metavar="DIR", help="of a simulator that saves games there")
    parser.add_argument("--to", metavar="FILE", default=str(KEPT), help="where it is kept")
    options = parser.parse_args(arguments)
    folder = Path(options.data) if options.data is not None else default_folder()
    is_simulator = options.sim or options.data is not None
    where = printable(str(folder)) if is_simulator else "the board"
    try:
        found = of_simulator(folder) if is_simulator else of_board(options.port)
    except (BoardError, OSError) as error:
        print(f"kibitz: {error}", file=sys.stderr)
        if not is_simulator and (folder / CRASHES).is_file():
            print("The simulator has a log: make fetch-log ARGS=--sim", file=sys.stderr)
        return NOTHING
    if found is None:
        print(f"No error has been written down in {where}.", file=sys.stderr)
        return NOTHING
    kept = Path(options.to).absolute()
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.write_bytes(found)
    for line in found.decode("utf-8", errors="replace").splitlines():
        print(printable(line))
    print(f"\nThis was in {where}, and is kept in {printable(str(kept))}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
