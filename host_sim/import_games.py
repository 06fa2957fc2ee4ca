"""`python -m host_sim import FILE… [TARGET]`: put games on a device.

Every line is checked with the rules first, and nothing is written unless all of them are accepted.
The app's own code then puts the games where it keeps its own, so that to the device they are saved
games like any other: finished ones, or with --resume the one that goes on. Nothing is written over.
"""

import argparse
import sys
from dataclasses import dataclass, field
from typing import Any

from kibitz import table
from kibitz.journal import Game, Journal, numbers
from kibitz.lines import LINE_bytes
from kibitz.saves import setup_line, to_json
from rules_core import new_game
from rules_core.transcript import ALL_ACCEPTED, NO_GAME, SOME_REFUSED, Replayer

from . import places, replay
from .export import SOURCES
from .untrusted import printable

STDIN = "-"
LONGEST_bytes = LINE_bytes - 64  # of a line, so that its checksum and number find room, too


class ImportRefused(Exception):
    """The games cannot be put there; the text says why and what to do about it."""


@dataclass
class Transcript:
    """A checked game. values: what its accepted lines say. refused: how many others there are."""

    game: Any = None
    values: list[Any] = field(default_factory=list)
    refused: int = 0

    def lines(self) -> list[str]:
        """The lines as a device writes them."""
        return [_written(value, number) for number, value in enumerate(self.values)]


def check(name: str) -> Transcript:
    """Play a file (`-`: standard input) through the rules; refused lines are told. OSError."""
    replayer, found = Replayer(), Transcript()
    is_stdin = name == STDIN
    with open(0 if is_stdin else name, "rb", closefd=not is_stdin) as file:
        for chunk in replay.chunks_of_lines(file.read1):
            for line in chunk:
                value = replay.parse(line)
                answer = replayer.answer(value)
                if not answer["ok"]:
                    why = f"({answer['error']}): {answer['message']}"
                elif len(_written(value, replayer.lines - 1).encode("utf-8")) > LONGEST_bytes:
                    why = f"(too long): a device keeps lines of {LONGEST_bytes} bytes at most."
                else:
                    found.values.append(value)
                    continue
                found.refused += 1
                _tell(f"{name}: line {replayer.lines} is refused {why}")
    found.game = replayer.game
    return found


def fits(found: Transcript) -> bool:
    """True if a device has the memory to show a game and to go on with it."""
    played = None
    try:
        for value in found.values:
            if played is None:
                played = table.Table(new_game(value), None)
            else:
                played.fold(value)
    except MemoryError:
        return False
    return True


def _written(value: Any, number: int) -> str:
    """A line as the device writes it. number: from 0."""
    return to_json(value) if number else setup_line(value)


# -- onto the device ------------------------------------------------------------------------------


def opened(place: places.Place) -> tuple[Journal, bool]:
    """The journal of a device, and whether a game is running there. ImportRefused."""
    journal = Journal(place.files)
    running = table.resume(journal) is not None
    if journal.newer:
        raise ImportRefused(f"The games in {place.what} are of a newer Kibitz. Use that one.")
    if journal.lost or journal.doubt:
        raise ImportRefused(
            f"The running game in {place.what} is damaged. Export it, then start the device once,"
            " and it puts it right."
        )
    return journal, running


def add_finished(files: places.Files, journal: Journal, running: bool, game: Transcript) -> int:
    """Put a game among the saved ones; its number."""
    if not running:
        number = add_running(journal, game)
        journal.close()
    else:
        journal.flush()
        number = max([*numbers(files), journal.number]) + 1
        Game(files, number, 0, game.lines()).settle()
    journal.flush()
    return number


def add_running(journal: Journal, game: Transcript) -> int:
    """Let a game go on where none is running; its number."""
    journal.begin(game.lines()[0])
    journal.flush()
    for event in game.values[1:]:
        journal.add(event)
    journal.flush()
    return journal.number


def put_on(place: places.Place, games: list[Transcript], resume: bool, put_away: bool) -> list[int]:
    """Put games on a device; their numbers. ImportRefused, PlaceError: nothing has changed."""
    journal, running = opened(place)
    if resume and running:
        if not put_away:
            raise ImportRefused(
                f"A game is running in {place.what}. Say --put-away, too, and it becomes one of the"
                " saved games."
            )
        journal.close()
        running = False
    if resume:
        found = [add_running(journal, games[0])]
    else:
        found = [add_finished(place.files, journal, running, game) for game in games]
    place.save()
    return found


# -- the command ----------------------------------------------------------------------------------


def _tell(text: str) -> None:
    print(f"import: {printable(text)}", file=sys.stderr)


def split(words: list[str]) -> tuple[list[str], str | None]:
    """(files, target) of the words of a command line; the last one may be a target. A folder that
    is not there yet is made."""
    if len(words) > 1 and words[-1] != STDIN and places.is_place(words[-1]):
        return words[:-1], words[-1]
    return words, None


def _checked(names: list[str], resume: bool) -> tuple[list[Transcript], int]:
    """The games in these files, and the exit status that they alone make."""
    games, status = [], ALL_ACCEPTED
    for name in names:
        try:
            found = check(name)
        except OSError as error:
            _tell(f"{name} cannot be read: {error.strerror or error}.")
            if name is names[-1] and len(names) > 1:
                _tell("If it is to become a folder with the games, write / behind it.")
            status = NO_GAME
            continue
        if found.game is None:
            _tell(f"There is no game in {name}.")
            status = NO_GAME
        elif found.refused:
            status = max(status, SOME_REFUSED)
        elif resume and found.game.over:
            _tell(f"The game in {name} is over and cannot go on. Leave --resume out.")
            status = NO_GAME
        elif not fits(found):
            _tell(f"The game in {name} is too long for a device to show.")
            if resume:
                _tell("It cannot go on there. Without --resume it is kept there as a file.")
                status = NO_GAME
        games.append(found)
    return games, status


def main(arguments: list[str]) -> int:
    """Put games on a device; the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m host_sim import",
        usage="%(prog)s [-h] [--resume [--put-away]] FILE [FILE ...] [TARGET]",
        description="Puts games on a device: transcripts, of which every line has to be accepted.",
        epilog="Exit status: 0 all are there, 1 a line was refused, 2 something else was wrong."
        " Unless all is well with all of them, nothing is written.",
    )
    parser.add_argument(
        "words",
        metavar="FILE … TARGET",
        nargs="+",
        help=f"transcripts (- for standard input), then where they go: {SOURCES}"
        " (default: the simulator's data)",
    )
    parser.add_argument(
        "--resume", action="store_true", help="let the game go on there, not be a finished one"
    )
    parser.add_argument(
        "--put-away", action="store_true", help="put the game away that is running there"
    )
    wanted = parser.parse_args(arguments)
    names, target = split(wanted.words)
    if wanted.resume and len(names) > 1:
        parser.error("only one game can be resumed")
    games, status = _checked(names, wanted.resume)
    if status != ALL_ACCEPTED:
        _tell("Nothing has been written.")
        return status
    try:
        with places.open_place(target, to_write=True) as place:
            numbers_there = put_on(place, games, wanted.resume, wanted.put_away)
            what = place.what
    except (places.PlaceError, ImportRefused) as error:
        _tell(str(error))
        return NO_GAME
    for name, number in zip(names, numbers_there, strict=True):
        print(f"{printable(name)} is game {number} in {what}.")
    return ALL_ACCEPTED
