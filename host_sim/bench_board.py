"""`make bench-board`: the device measures itself, on the board on the USB cable.

What runs there is firmware/bench/on_board.py; it is put into a folder of its own on the board, with
a game of each kind, and that folder is removed in the end. The saved games are not touched. What
was measured is printed as a table and kept as JSON.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from . import bundle
from .attached import FIRST_FOUND, Board, BoardError
from .bench import KINDS
from .randomplay import Event, play
from .untrusted import printable

ON_BOARD = bundle.ROOT / "firmware" / "bench" / "on_board.py"
KEPT = bundle.ROOT / "build" / "bench-board.json"
FOLDER = "/kibitz-bench"
CARDS = "-cards"  # a game played card by card, for which the device has no screens

# A game of each kind has so many entries, or as many as there are until it is over. Those that
# would be over soon have (options, seed, entries) with which they last.
ENTRIES = 300
WHOLE = 2_000
_LASTING: dict[tuple[str, bool], tuple[dict[str, Any], int, int]] = {
    ("meksykanka", False): ({"lives": 9}, 0, ENTRIES),
    ("counter", False): ({"target": 0}, 43, ENTRIES),
    ("mexican-rummy", True): ({}, 15, WHOLE),
}

# What this takes in memory is not the app's.
_RUN = f"""\
import gc, sys
sys.path.append({FOLDER!r})
gc.collect()
before = gc.mem_free()
import on_board
gc.collect()
on_board.main(before - gc.mem_free())
"""
_RULES = "import on_board; on_board.rules({name!r})"
_REMOVE = f"""\
import os
for name in os.listdir({FOLDER!r}):
    os.remove({FOLDER!r} + '/' + name)
os.rmdir({FOLDER!r})
"""


def files() -> dict[str, bytes]:
    """What is put on the board, by its names in the folder there."""
    made = bundle.compiled({"on_board.py": ON_BOARD}, machine_code=None)
    for kind, lines in games().items():
        text = "".join(json.dumps(line) + "\n" for line in lines)
        made[file_of(kind)] = text.encode("utf-8")
    return made


def games() -> dict[tuple[str, bool], list[Event]]:
    """A long transcript of each of the kinds of games."""
    made = {}
    for kind in KINDS:
        options, seed, entries = _LASTING.get(kind, ({}, 0, ENTRIES))
        made[kind] = play(kind[0], seed, kind[1], options, entries)
    return made


def file_of(kind: tuple[str, bool]) -> str:
    """The name of a game's transcript."""
    return kind[0] + (CARDS if kind[1] else "") + ".jsonl"


def measured(port: str) -> dict[str, Any]:
    """What the board has measured. Raises BoardError."""
    with Board(port) as board:
        board.make_folder(FOLDER)
        try:
            board.write_folder(FOLDER, files())
            told = _understood(board.run(_RUN))
            _put_back_names(told)
            told["rules"] = {}
            for kind in KINDS:
                name = file_of(kind)
                told["rules"][name] = _understood(board.run(_RULES.format(name=name)))
        finally:
            board.run(_REMOVE)
    return told


def _put_back_names(told: dict[str, Any]) -> None:
    """The screens get the names that they have in the sources."""
    written = {short: name for name, short in bundle.names().public.items()}
    for found in told["games"].values():
        screens = found["screens"].items()
        found["screens"] = {written.get(name, name): one for name, one in screens}


def _understood(said: str) -> dict[str, Any]:
    """The JSON in the last line that the board has printed. Raises BoardError."""
    try:
        return json.loads(said.splitlines()[-1])
    except (IndexError, ValueError):
        raise BoardError(f"The board answers: {printable(said[-200:])}.") from None


def table(told: dict[str, Any]) -> str:
    """What was measured, to be read."""
    lines = [
        f"{told['board']}, MicroPython {told['implementation']}",
        f"{told['additions']:,} additions: {told['additions_us'] / 1000:.0f} ms",
        f"modules loaded and first picture: {told['start_us'] / 1000:.0f} ms;"
        f" a game found, all in memory: {told['resume_us'] / 1000:.0f} ms",
        f"free without the app: {told['bare_free_bytes']:,} bytes,"
        f" {told['bare_largest_block_bytes']:,} in one piece",
        "",
        f"{'':34}{'presses':>8}{'ms to show()':>14}{'key':>5}{'bytes sent':>12}{'ms saving':>11}",
    ]
    for game, found in sorted(told["games"].items()):
        for name, (presses, took, key, sent, saving) in sorted(found["screens"].items()):
            lines.append(
                f"{game + ' ' + name:34}{presses:>8}{took / 1000:>14.1f}{key:>5}{sent:>12}"
                f"{saving / 1000:>11.1f}"
            )
    lines += ["", f"{'':20}{'bytes free':>12}{'in one piece':>14}"]
    for game, found in sorted(told["games"].items()):
        lines.append(f"{game:20}{found['free_bytes']:>12,}{found['largest_block_bytes']:>14,}")
    lines += ["", f"{'':22}{'events':>8}{'ms each':>9}{'at most':>9}{'taken back':>12}"]
    for name, found in sorted(told["rules"].items()):
        lines.append(
            f"{name.removesuffix('.jsonl'):22}{found['events']:>8}"
            f"{found['mean_us'] / 1000:>9.2f}{found['worst_us'] / 1000:>9.2f}"
            f"{found['worst_undo_us'] / 1000:>12.2f}"
        )
    return "\n".join(lines)


def main(arguments: list[str]) -> int:
    """Measure, print and keep it; the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m host_sim.bench_board",
        usage="%(prog)s [OPTION …]",
        description="The device measures itself: presses, memory, the start, saving, the rules.",
    )
    parser.add_argument("--port", default=FIRST_FOUND, help="the board's serial port")
    parser.add_argument("--to", metavar="FILE", default=str(KEPT), help="where the JSON is kept")
    options = parser.parse_args(arguments)
    try:
        told = measured(options.port)
    except (BoardError, bundle.BundleError) as error:
        print(f"kibitz: {error}", file=sys.stderr)
        return 1
    print(table(told))
    kept = Path(options.to).absolute()
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.write_text(json.dumps(told, indent=1, sort_keys=True) + "\n", "utf-8")
    print(f"\nThis is in {kept}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
