"""`python -m host_sim export [SOURCE] FOLDER`: all games off a device.

Each game, running or not, becomes a transcript (`game-0001.jsonl`), a table for spreadsheets
(`.csv`) and a score sheet to be printed (`.html`); `index.html` lists them. The games are read with
the app's own code. Of one that is damaged comes what can be read, and its files as they are in the
folder `damaged`; so do those that the device itself has set aside and told its table of, which are
no reason to complain again. The source is only read, and only new files are made in a new folder.
"""

import argparse
import contextlib
import io
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kibitz.journal import COPIES, Game, Journal, file_name
from rules_core.transcript import ALL_ACCEPTED, NO_GAME, SOME_REFUSED, Replayer

from . import places, replay, sheet, sheet_page
from .untrusted import printable

LARGEST_COPY_bytes = 16 << 20  # more than the flash of any device
INDEX, ALL_SHEETS, DAMAGED = "index.html", "sheets.html", "damaged"
SLOTS = ("slot-a.txt", "slot-b.txt")
# What the device, or its safe mode, has put out of its own way.
SET_ASIDE = ("damaged-", "aside-", "new-")
_SAFE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,80}")

SOURCES = (
    "usb: the board on the cable (usb:PORT, if there are several); a folder: the simulator's data,"
    " or copied off a device; an image of a device's flash"
)


@dataclass
class Saved:
    """A saved game as far as it can be read.

    game: None if not even its first line can. lines: its transcript up to there. remarks: what is
    to be said about it. damaged: the names of its files if something is wrong with them.
    """

    number: int
    running: bool = False
    game: Any = None
    lines: list[bytes] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    damaged: list[str] = field(default_factory=list)

    @property
    def stem(self) -> str:
        return f"game-{self.number:04d}"

    def entry(self) -> sheet_page.Entry:
        """The game for the index."""
        return sheet_page.Entry(self.number, self.game, self.stem, self.remarks, self.running)


def saved_games(files: places.Files) -> Iterator[Saved]:
    """All games of a device, the oldest first."""
    journal = Journal(files)
    for number in sorted({*journal.finished(), journal.number}):
        running = number == journal.number
        game = journal.game if running else Game(files, number)
        if game.is_there():
            saved = _read(game)
            saved.running = running
            if running and saved.damaged:
                saved.damaged += [name for name in SLOTS if name in files.names()]
            yield saved


def _read(source: Game) -> Saved:
    """A game as the app reads it: up to the first line that is refused."""
    saved = Saved(source.number)
    replayer = Replayer()
    lines = source.lines()
    for line in lines:
        answer = replayer.answer(replay.parse(line))
        if not answer["ok"]:
            saved.remarks.append(
                f"Line {replayer.lines} is refused ({answer['error']}): {answer['message']}"
            )
            break
        saved.lines.append(line)
    for _ in lines:  # so that it is known how many there are
        pass
    saved.game = replayer.game
    lost = source.total - len(saved.lines)
    if source.newer:
        saved.remarks.append("It was written by a newer Kibitz: export it with that one.")
    elif lost:
        what = "line" if lost == 1 else "lines"
        saved.remarks.append(f"Damaged: {lost} {what} of it cannot be read; look at the score.")
    elif False not in source.flaws:
        saved.remarks.append("Damaged: one more entry may be missing; look at the score.")
    if saved.remarks:
        saved.damaged = [file_name(source.number, copy) for copy in COPIES]
    return saved


# -- the folder -----------------------------------------------------------------------------------


class TargetError(Exception):
    """The folder cannot take the games; the text says why."""


class Target:
    """A new folder. Every file in it is made by us: nothing is written over, no link followed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._told = printable(str(folder))
        with self._telling():
            folder.mkdir(parents=True, exist_ok=True)
            if any(folder.iterdir()):
                raise TargetError(f"{self._told} is not empty. Name a new folder.")

    def text(self, name: str, text: str) -> None:
        """Make a file with a text."""
        self.binary(name, [text.encode("utf-8")])

    def binary(self, name: str, pieces: Iterable[bytes]) -> None:
        """Make a file of pieces."""
        with self._telling(), open(self._folder / name, "xb") as file:
            file.writelines(pieces)

    def subfolder(self, name: str) -> "Target":
        """A folder in it, which is made."""
        return Target(self._folder / name)

    @contextlib.contextmanager
    def _telling(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise TargetError(f"{self._told} cannot be written: {error.strerror}.") from None


def write_game(saved: Saved, target: Target) -> None:
    """The transcript, the table and the score sheet of a game."""
    target.text(f"{saved.stem}.html", sheet_page.page(saved.entry()))
    table = io.StringIO()
    sheet.as_csv(saved.game, table)
    target.text(f"{saved.stem}.csv", table.getvalue())
    target.binary(f"{saved.stem}.jsonl", [line + b"\n" for line in saved.lines])


def copy_damaged(names: Iterable[str], files: places.Files, target: Target) -> bool:
    """Files as they are; one with a strange name gets another. False if one is not whole."""
    folder = target.subfolder(DAMAGED)
    torn: list[str] = []
    for number, name in enumerate(names, 1):
        plain = name if _SAFE_NAME.fullmatch(name) else f"file-{number:04d}"
        folder.binary(plain, _pieces(files, name, torn))
    return not torn


def _pieces(files: places.Files, name: str, torn: list[str]) -> Iterator[bytes]:
    """A file of the device, as far as the device gives it out. torn: gets its name if that is not
    all of it."""
    left = LARGEST_COPY_bytes
    try:
        file = files.open(name)
        if file is not None:
            with file:
                while piece := file.read(min(left, replay.CHUNK_BYTES)):
                    left -= len(piece)
                    yield piece
                if not left:
                    torn.append(name)
                    _tell(f"{name} is cut off after {LARGEST_COPY_bytes} bytes.")
    except OSError as error:
        torn.append(name)
        _tell(f"{name} cannot be read: {error.strerror or error}.")


def export(place: places.Place, target: Target) -> int:
    """All games of a place into a folder; the exit status."""
    games = list(saved_games(place.files))
    for saved in games:
        if saved.game:
            write_game(saved, target)
        for remark in saved.remarks:
            _tell(f"Game {saved.number}: {remark}")
    there = place.files.names()
    damaged = [name for saved in games for name in saved.damaged if name in there]
    aside = [name for name in there if name.startswith(SET_ASIDE)]
    is_whole = not damaged
    if damaged or aside:
        is_whole = copy_damaged(damaged + aside, place.files, target) and is_whole
    for what, names in (("is damaged", damaged), ("the device has set aside", aside)):
        if names:
            _tell(f"What {what} is in the folder {DAMAGED}, as it is: {', '.join(names)}.")
    if not games:
        _tell(f"There are no saved games in {place.what}.")
        return NO_GAME
    entries = [saved.entry() for saved in games]
    target.text(INDEX, sheet_page.index(entries, place.what, ALL_SHEETS))
    target.text(ALL_SHEETS, sheet_page.all_pages(entries))
    return ALL_ACCEPTED if is_whole else SOME_REFUSED


def _tell(text: str) -> None:
    print(f"export: {printable(text)}", file=sys.stderr)


def main(arguments: list[str]) -> int:
    """Export all games; the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m host_sim export",
        description="Gets all games off a device: transcripts, CSV, score sheets to be printed.",
        epilog="Exit status: 0 all games, 1 some are damaged, 2 there were none. What the device"
        " has set aside before comes along, and is no damage.",
    )
    parser.add_argument(
        "source",
        metavar="SOURCE",
        nargs="?",
        help=f"where the games are: {SOURCES} (default: the simulator's data)",
    )
    parser.add_argument("folder", metavar="FOLDER", help="a new folder for the games")
    wanted = parser.parse_args(arguments)
    try:
        with places.open_place(wanted.source) as place:
            status = export(place, Target(Path(wanted.folder)))
    except (places.PlaceError, TargetError) as error:
        _tell(str(error))
        return NO_GAME
    if status != NO_GAME:
        print(f"Look at {printable(str(Path(wanted.folder) / INDEX))}.")
    return status
