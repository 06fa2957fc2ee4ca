"""The picture that goes to the glass: 128x64 pixels, a bit each, and where things go on it.

A screen draws on a Canvas with the calls of MicroPython's ``framebuf`` (fill, pixel, hline, vline,
line, rect, fill_rect, blit, scroll) and with the fonts of kibitz.fonts; the display takes its
``buffer``. On MicroPython the drawing is done in C, elsewhere by kibitz.softbuf, with the same
pixels.

The glass has a thin header, the working area, and the line that tells what the keys do::

    y  0 ..  8   header: one line of small text; the rule under it touches its descenders
    y  9 .. 53   working area: five lines of small text, or names and figures
    y 54         nothing: it parts a marked line from the labels
    y 55 .. 63   labels of the keys A, B and C, each under its column
"""

try:
    from framebuf import MONO_VLSB, FrameBuffer
except ImportError:
    from .softbuf import MONO_VLSB, FrameBuffer

WIDTH_PX = 128
HEIGHT_PX = 64
PAGE_PX = 8  # rows in one byte of the buffer

HEADER_Y_PX = 0
HEADER_HEIGHT_PX = 9
RULE_Y_PX = 8
WORK_Y_PX = 9
WORK_HEIGHT_PX = 45
PARTING_Y_PX = 54
LABELS_Y_PX = 55
LABELS_HEIGHT_PX = 9

# (x, width) of the columns. Three stand over the keys A, B and C with a dark column between them;
# four, for a table where one sits out, have one dark column between them and two in the middle.
THREE_COLUMNS = ((0, 42), (43, 42), (86, 42))
FOUR_COLUMNS = ((0, 31), (32, 31), (65, 31), (97, 31))


_DARK = bytes(WIDTH_PX * HEIGHT_PX // PAGE_PX)


class Canvas(FrameBuffer):
    """One picture. `buffer` holds its pixels as the display wants them: MONO_VLSB, 1,024 bytes."""

    def __init__(self) -> None:
        self.buffer = bytearray(len(_DARK))
        super().__init__(self.buffer, WIDTH_PX, HEIGHT_PX, MONO_VLSB)

    def clear(self) -> None:
        """Make every pixel dark: what `fill(0)` does, in a thirtieth of its time."""
        self.buffer[:] = _DARK


def columns(count: int) -> tuple:
    """Return the (x, width) of three or four columns; ValueError for any other count."""
    if count == 3:
        return THREE_COLUMNS
    if count == 4:
        return FOUR_COLUMNS
    raise ValueError("the glass has three columns or four, not {}".format(count))
