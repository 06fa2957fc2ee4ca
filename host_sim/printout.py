"""Screens and words printed line by line, to a terminal, a file or a pipe of any encoding."""

import io
from typing import TextIO

from kibitz.canvas import HEIGHT_PX, PAGE_PX, WIDTH_PX

from . import picture

# Two pixels in a character that every encoding has: none, the upper, the lower, both.
ASCII_PAIRS = " '.:"


class Printout:
    """Prints to a stream with braille where its encoding has it, else with plain characters."""

    def __init__(self, stream: TextIO) -> None:
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a name may have letters that the encoding lacks
        self._stream = stream
        self._braille = _has_braille(stream)

    def line(self, text: str = "") -> None:
        """Print a line of words."""
        self._stream.write(text + "\n")
        self._stream.flush()

    def screen(self, frame: bytes, title: str) -> None:
        """Print what the glass shows, in a frame, under a title."""
        rows = picture.braille(frame) if self._braille else plain(frame)
        width = len(rows[0])
        left, line, right, side = "┌─┐│" if self._braille else "+-+|"
        head = f"{line} {title} "
        self.line(left + head + line * (width - len(head)) + right)
        for row in rows:
            self.line(side + row + side)
        left, right = "└┘" if self._braille else "++"
        self.line(left + line * width + right)


def plain(frame: bytes) -> list[str]:
    """The glass in 32 rows of 128 plain characters, two pixels in each."""
    rows = []
    for top in range(0, HEIGHT_PX, 2):
        page = frame[top // PAGE_PX * WIDTH_PX :][:WIDTH_PX]
        rows.append("".join(ASCII_PAIRS[column >> top % PAGE_PX & 3] for column in page))
    return rows


def _has_braille(stream: TextIO) -> bool:
    try:
        "⣿─┌".encode(stream.encoding or "ascii")
    except (UnicodeError, LookupError):
        return False
    return True
