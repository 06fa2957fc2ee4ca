"""The simulated device in a terminal of 80 columns and 24 rows, drawn with braille or half blocks.

The program sleeps until a key, a change of the window or the moment the app asked for; the terminal
is as it was before, however the program ends.
"""

import contextlib
import os
import select
import signal
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import TextIO

import blessed

from kibitz.world import DARK, DIM

from . import film, picture
from .device import KEYS, Device, DeviceError

QUIT = "q"
SNAPSHOT = "s"
HELP = (
    "a b c press · A B C hold (keep it down to hold on) · s picture · q quit",
    "m back · M menu · the game is saved after every entry",
)

# A terminal tells of a key, never of its release; these signals come as bytes in the wake-up pipe.
RESIZED = getattr(signal, "SIGWINCH", None)
SUSPEND = getattr(signal, "SIGTSTP", None)
ENDING = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]
SIGNAL_STATUS = 128  # a program ended by signal n leaves with 128 + n

UNKNOWN_SIZE = (80, 24)

# The keys stand under the three columns of the glass, M at its right side.
COLUMNS = 3
SIDE_KEY_COLUMNS = 7
NO_LABELS = ("", "", "")


class TerminalError(Exception):
    """This terminal cannot show the device; the text says why and what to do about it."""


def panel(rows: list[str], mask: int = 0, labels: tuple[str, ...] = NO_LABELS) -> list[str]:
    """The front of the device as lines of text, all of the same width.

    rows: the glass, from `picture.braille` or `picture.half_blocks`. mask: the keys that are down,
    drawn filled. labels: what the keys A, B and C do now.
    """
    width = len(rows[0])
    title = "─ Kibitz "
    side = " " * SIDE_KEY_COLUMNS
    lines = ["╭" + title + "─" * (width - len(title)) + "╮" + side]
    # Many fonts draw the empty braille character as eight faint rings.
    lines += ["│" + row.replace("\u2800", " ") + "│" + side for row in rows]
    lines.append("╰" + "─" * width + "╯" + side)
    middle = len(lines) // 2
    lines[middle] = lines[middle].rstrip() + "──" + _key("m", mask) + "  "
    lines.append(" " + _columns([_key(letter, mask) for letter in "abc"], width) + " " + side)
    lines.append(" " + _columns(list(labels), width) + " " + side)
    return lines


def _key(letter: str, mask: int) -> str:
    return f"▐{letter}▌" if mask & KEYS[letter] else f"({letter})"


def _columns(texts: list[str], width: int) -> str:
    """Texts centred under the columns of the glass."""
    edges = [width * column // COLUMNS for column in range(COLUMNS + 1)]
    cells = zip(texts, edges, edges[1:], strict=False)
    return "".join(text[: right - left].center(right - left) for text, left, right in cells)


class View:
    """Puts the panel in the middle of the window and sends only the rows that have changed.

    blocks: half blocks (128 x 32 characters) while the window is large enough; else braille
    (64 x 16).
    """

    def __init__(self, term: blessed.Terminal, blocks: bool = False) -> None:
        self._term = term
        self._blocks = blocks
        self._shown: list[str] = []
        self._dim = False

    def forget(self) -> None:
        """Draw everything anew the next time: the window has changed."""
        self._shown = []

    def draw(
        self, frame: bytes, mask: int, labels: tuple[str, ...], dim: bool = False, note: str = ""
    ) -> None:
        """Show a frame, and the keys that are down. dim: how the glass is lit. note: something to
        be told; its end, if there is no room for all of it."""
        lines = self._fitting(frame, mask, labels, note)
        if dim != self._dim:
            self._dim = dim
            self.forget()
        if not self._shown:
            self._send(self._term.normal + self._term.clear)
        width, height = self._size()
        top = (height - len(lines)) // 2
        left = (width - max(map(len, lines))) // 2
        out = [str(self._term.dim) if dim else ""]
        for number, line in enumerate(lines):
            if number >= len(self._shown) or self._shown[number] != line:
                out.append(self._term.move_xy(left, top + number) + line)
        self._shown = lines
        self._send("".join(out) + (self._term.normal if dim else ""))

    def _size(self) -> tuple[int, int]:
        """The window's columns and rows; some pseudo terminals say 0 and mean that nobody knows."""
        return self._term.width or UNKNOWN_SIZE[0], self._term.height or UNKNOWN_SIZE[1]

    def _fitting(self, frame: bytes, mask: int, labels: tuple[str, ...], note: str) -> list[str]:
        width, height = self._size()
        for draw in [picture.half_blocks] * self._blocks + [picture.braille]:
            lines = panel(draw(frame), mask, labels)
            room = len(lines[0])
            if len(note) > room:
                note = "…" + note[1 - room :]
            lines += [text.center(room) for text in (note, *HELP)]
            if len(lines) <= height and len(lines[0]) < width:
                return lines
        words = [
            f"This window has {width} x {height} characters,",
            f"the device needs {len(lines[0]) + 1} x {len(lines)}.",
            "Make it larger, or press q to quit.",
        ]
        return [word[: width - 1] for word in words[:height]]

    def _send(self, text: str) -> None:
        self._term.stream.write(text)
        self._term.stream.flush()


class Session:
    """A person at the terminal, playing on a device in real time.

    pictures: the folder for single screens. told: what there is to tell when the terminal is as it
    was: where they are. It is told at once, too, until the next key.
    """

    def __init__(self, device: Device, pictures: Path, blocks: bool = False) -> None:
        self._term = _open_terminal()
        self._device = device
        self._pictures = pictures
        self.told: list[str] = []
        self._note = ""
        self._view = View(self._term, blocks)
        self._keyboard = sys.stdin.fileno()

    def run(self) -> int:
        """Play until `q` or a signal; the exit status of the program."""
        while True:
            with contextlib.ExitStack() as stack:
                wakeup = stack.enter_context(_signals())
                stack.enter_context(self._term.fullscreen())
                stack.enter_context(self._term.hidden_cursor())
                stack.enter_context(self._term.cbreak())
                self._view.forget()
                end = self._play(wakeup)
            if end != SUSPEND:
                return SIGNAL_STATUS + end if end else 0
            os.kill(os.getpid(), signal.SIGSTOP)  # goes on here after `fg`

    def _play(self, wakeup: int) -> int:
        """Play until something ends it: the number of the signal, 0 for `q`."""
        while True:
            wait_ms = self._device.tick()
            self._draw()
            ready = select.select([self._keyboard, wakeup], [], [], wait_ms / 1000)[0]
            if wakeup in ready:
                for number in os.read(wakeup, 64):
                    if number == RESIZED:
                        self._view.forget()
                    else:
                        return number
            if self._keyboard in ready and not self._type():
                return 0

    def _type(self) -> bool:
        """Put what was typed under the fingers; False if it was the end."""
        now_ms = self._device.clock.elapsed_ms()
        try:
            # All that was typed is taken at once: what blessed holds back, select does not see.
            while letter := self._term.inkey(timeout=0):
                self._note = ""
                if letter.lower() == QUIT:
                    return False
                if letter.lower() == SNAPSHOT:
                    self._snapshot()
                key = KEYS.get(letter.lower())
                if key and letter.isupper():
                    self._device.fingers.hold(key, now_ms)
                elif key:
                    self._device.fingers.press(key, now_ms)
        except (EOFError, OSError):  # the terminal is gone
            return False
        return True

    def _snapshot(self) -> None:
        try:
            path = film.snapshot(self._device, self._pictures)
            self._note = f"A picture of the screen is in {path}"
        except DeviceError as error:
            self._note = str(error)
        self.told.append(self._note)

    def _draw(self) -> None:
        display = self._device.world.display
        frame = display.seen()
        if frame is not None:
            labels = NO_LABELS if display.level == DARK else tuple(self._device.app.top.labels())
            mask, dim = self._device.fingers.mask, display.level == DIM
            self._view.draw(frame, mask, labels, dim, self._note)


def check(stream: TextIO) -> None:
    """Raise TerminalError unless the encoding of a terminal has what the device is drawn with."""
    encoding = stream.encoding or "ascii"
    try:
        "⣿▀╭".encode(encoding)
    except (UnicodeError, LookupError):
        raise TerminalError(
            f"The device is drawn with braille characters, which {encoding} does not have."
            " Use a UTF-8 terminal and locale, for example LC_ALL=C.UTF-8."
        ) from None


def _open_terminal() -> blessed.Terminal:
    # With NO_COLOR set blessed gives no sequences at all, not even those that move the cursor.
    # There is no colour here to leave out.
    os.environ.pop("NO_COLOR", None)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about an unknown kind of terminal: it is said below
        term = blessed.Terminal()
    if not term.move_xy(0, 0):
        raise TerminalError(
            f"A terminal of the kind {os.environ.get('TERM', 'unknown')!r} cannot move its cursor."
            " Set TERM to what it really is, for example TERM=xterm."
        )
    return term


@contextlib.contextmanager
def _signals() -> Iterator[int]:
    """Signals as bytes (their numbers) in a pipe, which is given; the old ways come back after."""
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    os.set_blocking(writing, False)

    def noted(_number: int, _frame: FrameType | None) -> None:
        """The number goes into the pipe by itself; without a handler it would not."""

    caught = [number for number in (RESIZED, SUSPEND, *ENDING) if number is not None]
    before = {number: signal.signal(number, noted) for number in caught}
    waker = signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    try:
        yield reading
    finally:
        signal.set_wakeup_fd(waker)
        for number, handler in before.items():
            signal.signal(number, handler)
        os.close(reading)
        os.close(writing)
