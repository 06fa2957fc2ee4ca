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

from rules_core.transcript import BAD_JSON, NO_GAME, TOO_LONG, LONGEST_LINE_bytes, Replayer

from .untrusted import printable

STDIN = 0
STDOUT = 1
CHUNK_BYTES = 1 << 16
# Answers to lines that came in together are written together, but no more than this at once: the
# reader of a pipe need not wait for all of them, and they need not all be in memory.
# With many more than these the garbage collector has to look at what is still needed.
ANSWERS_AT_ONCE = 16

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
        return _decoder.decode(line.decode("utf-8"))
    # RecursionError: nests too deep. ValueError: all else, a number too long to convert included.
    except (ValueError, RecursionError):
        return BAD_JSON


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


def _as_lines(answers: list[dict]) -> str:
    """Every answer on a line of its own.

    They are encoded together, as a list, which saves much time. It is taken apart where an answer
    begins: nothing else looks like that, since the quotes in a string have a backslash before them.
    """
    text = _encoder.encode(answers)
    return text[1:-1].replace('}, {"ok": ', '}\n{"ok": ') + "\n"


def replay(read: Read, write: Write) -> int | None:
    """Play one stream through; the exit status, None if there was not a single line.

    write: is given the answers to all lines of a chunk, each ended by a line feed.
    """
    replayer = Replayer()
    answer = replayer.answer
    lines: list[bytes] = []
    for lines in chunks_of_lines(read):
        for first in range(0, len(lines), ANSWERS_AT_ONCE):
            some = lines[first : first + ANSWERS_AT_ONCE]
            write(_as_lines([answer(parse(line)) for line in some]).encode("ascii"))
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
