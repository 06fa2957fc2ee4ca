"""`python -m host_sim replay FILE…`: transcripts in, one JSON answer a line out.

The format is JSON Lines: the first line sets a game up, every other line is an event. Each line is
answered with {"ok": …, "state": …}, refused ones with "error" and "message" too, as soon as it is
complete, so that a pipe can hold a conversation with it. Only the standard library is used.
"""

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator
from typing import Any

from rules_core import RuleError
from rules_core.transcript import BAD_JSON, NO_GAME, TOO_LONG, LONGEST_LINE_bytes, Replayer

from .untrusted import printable

STDIN = 0
STDOUT = 1
CHUNK_BYTES = 1 << 16
# Answers to lines that came in together are written together, but no more than this at once: the
# reader of a pipe need not wait for all of them, and they need not all be in memory.
ANSWERS_AT_ONCE = 32
SPACES = " \t\n\r"  # those that JSON has
TEXTS_KEPT = 1000  # of a key
EVER_NEW = ("hands", "last", "melds", "scores", "sheet", "trick")  # keys of a state

Read = Callable[[int], bytes]
Write = Callable[[bytes], object]


class OutputFailed(Exception):
    """The answers cannot be written; the text says why."""


def _refuse_constant(word: str) -> None:
    raise ValueError(f"{word} is not JSON")


_decoder = json.JSONDecoder(parse_constant=_refuse_constant)
# Plain ASCII goes through every pipe and terminal, and a lone surrogate from a transcript too.
_encoder = json.JSONEncoder(ensure_ascii=True, check_circular=False)


def parse(line: bytes) -> object:
    """The value of a line; BAD_JSON or TOO_LONG if it has none. NaN is none, nor is Infinity."""
    if len(line) > LONGEST_LINE_bytes:
        return TOO_LONG
    try:
        text = line.decode("utf-8").strip(SPACES)
        value, end = _decoder.raw_decode(text)
    # RecursionError: nests too deep. ValueError: all else, a number too long to convert included.
    except (ValueError, RecursionError):
        return BAD_JSON
    return value if end == len(text) else BAD_JSON


def chunks_of_lines(read: Read) -> Iterator[list[bytes]]:
    """The lines of a stream, those that came in together in one list; only a line feed ends a line.

    Of a line that is too long only the beginning is kept, so much that this can be seen.
    read: gives at most so many bytes, as soon as there are some, and none at the end.
    """
    begun: list[bytes] = []  # the pieces of a line that is not complete yet
    kept = 0  # bytes of them
    while chunk := read(CHUNK_BYTES):
        lines = chunk.split(b"\n")
        if kept <= LONGEST_LINE_bytes:
            begun.append(lines[0])
            kept += len(lines[0])
        if len(lines) > 1:
            lines[0] = b"".join(begun)
            begun = [lines.pop()]
            kept = len(begun[0])
            yield lines
    last = b"".join(begun)
    if last:
        yield [last]


class _Texts(dict[Any, str]):
    """The JSON of values that cannot change, made once for those that come again and again.

    To a dictionary True and 1 are the same: in one of these are only truths, or none. So it is,
    since the texts of each key are kept apart and there are no truths in lists.
    """

    def __init__(self, begin: str = ""):
        self._begin = begin

    def __missing__(self, value: Any) -> str:
        if len(self) >= TEXTS_KEPT:
            self.clear()
        self[value] = text = self._begin + _text(value)
        return text


class _LastText:
    """The same for a list that hardly ever comes again once it has changed; what is in it does."""

    def __init__(self, begin: str):
        self._begin = begin
        self._value: object = self  # none yet
        self._text = ""

    def __getitem__(self, value: Any) -> str:
        if value is not self._value:
            self._value, self._text = value, self._begin + _text(value)
        return self._text


class _Members(dict[str, _Texts | _LastText]):
    """The members of an object, with their keys: _members[key][value]."""

    def __missing__(self, key: str) -> _Texts | _LastText:
        kind = _LastText if key in EVER_NEW else _Texts
        self[key] = made = kind(f'"{key}": ')
        return made


_members = _Members()
_known = _Texts().__getitem__


def _text(value: Any) -> str:
    """The JSON of a value that cannot change."""
    if type(value) is tuple:
        return f"[{', '.join(map(_known, value))}]"
    return repr(value) if type(value) is int else _encoder.encode(value)


def _answer(refusal: RuleError | None, facts: dict[str, Any] | None) -> str:
    """What is answered to a line, and a line feed. facts: of the game after it, if there is one."""
    state = "null"
    if facts is not None:
        members = [_members[key][value] for key, value in facts.items()]
        state = f"{{{', '.join(members)}}}"
    if refusal is None:
        return f'{{"ok": true, "state": {state}}}\n'
    code, message = _encoder.encode(refusal.code), _encoder.encode(refusal.message)
    return f'{{"ok": false, "error": {code}, "message": {message}, "state": {state}}}\n'


def replay(read: Read, write: Write) -> int | None:
    """Play one stream through; the exit status, None if there was not a single line.

    write: is given the answers to all lines of a chunk, each ended by a line feed.
    """
    replayer = Replayer(shares=False)
    lines: list[bytes] = []
    for lines in chunks_of_lines(read):
        for first in range(0, len(lines), ANSWERS_AT_ONCE):
            some = [parse(line) for line in lines[first : first + ANSWERS_AT_ONCE]]
            played = [(replayer.play(line), replayer.tells()) for line in some]
            write("".join([_answer(*one) for one in played]).encode("ascii"))
    return replayer.status() if lines else None


def write_to(descriptor: int) -> Write:
    """A function that writes all it is given, at once. It raises BrokenPipeError, OutputFailed."""

    def write(data: bytes) -> None:
        rest = memoryview(data)
        try:
            while rest:
                rest = rest[os.write(descriptor, rest) :]
        except BrokenPipeError:
            raise
        except OSError as error:
            raise OutputFailed(error.strerror) from None

    return write


def replay_file(name: str, write: Write) -> int:
    """Play a file (`-`: standard input) through; the exit status. What hinders goes to stderr."""
    try:
        descriptor = STDIN if name == "-" else os.open(name, os.O_RDONLY)
        try:
            status = replay(lambda size: os.read(descriptor, size), write)
        finally:
            if name != "-":
                os.close(descriptor)
    except BrokenPipeError:
        raise
    except OSError as error:
        return _no_game(name, f"cannot be read: {error.strerror}")
    return _no_game(name, "is empty, there is no game in it") if status is None else status


def _no_game(name: str, trouble: str) -> int:
    what = "standard input" if name == "-" else printable(name)
    print(f"replay: {what} {trouble}.", file=sys.stderr)
    return NO_GAME


def main(arguments: list[str]) -> int:
    """Replay every file that is named; the highest exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m host_sim replay",
        description="Plays transcripts through the rules and prints one JSON answer a line.",
        epilog="Exit status: 0 every line was accepted, 1 one was refused, 2 there was no game.",
    )
    parser.add_argument(
        "files", metavar="FILE", nargs="+", help="a transcript; - for standard input"
    )
    names = parser.parse_args(arguments).files
    try:
        write = write_to(STDOUT)
        return max([replay_file(name, write) for name in names])
    except OutputFailed as failure:
        print(f"replay: the answers cannot be written: {failure}.", file=sys.stderr)
        return NO_GAME
