"""Text on the canvas, in proportional fonts that were compiled into tables of bytes.

A table is a class in font_tables, made by the project's font compiler (host_sim/fontc.py):

    HEIGHT_PX    rows of every glyph, and so of a line of text
    BASELINE_PX  how many of these are above the baseline
    GAP_PX       dark pixels between two characters
    CODES        two bytes for each glyph, the low one first: the code point of its character.
                 They are sorted; the place is a glyph's number. The last one is U+FFFD, the box
                 drawn for what the font lacks
    WIDTHS       a byte for each glyph: its columns, without the gap
    STARTS       two bytes for each glyph, the low one first: where its pixels begin in BITS; one
                 more entry marks the end
    BITS         the pixels, in pages of eight rows as MONO_VLSB has them; dark pages at the bottom
                 are left out

The fonts to use are in kibitz.fonts.
"""

from .canvas import HEIGHT_PX, MONO_VLSB, PAGE_PX, WIDTH_PX, FrameBuffer

try:
    from quick import write  # a board's machine code: a whole text at once, the same pixels
except (ImportError, SyntaxError, ValueError):  # none, or for another chip
    write = None

MISSING = "\ufffd"
ELLIPSIS = "…"

# Glyphs that a font keeps ready for drawing where there is no machine code: more than the different
# characters of a full screen. Each costs about 100 bytes, and saves looking it up and copying it.
CACHE_SIZE = 96

_NO_PICTURE = bytearray(1)  # to measure without drawing

# As a palette of a blit: dark for lit, lit for dark.
_INVERSE = FrameBuffer(bytearray(b"\x01\x00"), 2, 1, MONO_VLSB)


class MissingGlyph(KeyError):
    """A character that the font lacks; raised only where Font.strict is set."""


class TextOverflow(ValueError):
    """Text wider than its place; raised only where Font.strict is set."""


class Font:
    """One size of text.

    A device must go on whatever it is to write: a character that the font lacks becomes a box, text
    that is too wide for its place is shortened. Tests set ``Font.strict = True``; then the first
    raises MissingGlyph and the second TextOverflow, because both are mistakes of a screen.

    `height` rows of a line, `baseline` how many of them are above the baseline, `gap` dark pixels
    between characters.
    """

    strict = False

    def __init__(self, table) -> None:
        self.height = table.HEIGHT_PX
        self.baseline = table.BASELINE_PX
        self.gap = table.GAP_PX
        self._table = table
        self._known: dict = {}  # by character: (width, picture)
        self._plain = (table.CODES, table.WIDTHS, table.STARTS, table.BITS, self.gap)

    def has(self, char: str) -> bool:
        """Tell whether the font has a glyph for the character."""
        return char != MISSING and self._number(char) >= 0

    def width(self, text: str) -> int:
        """Return the width of the text in pixels, without a gap at its end; 0 for no text."""
        if not text:
            return 0
        if write is not None and not self.strict:
            return write(self._plain, text, _NO_PICTURE, 0, 0, -1) - self.gap
        known, gap = self._known, self.gap
        total = -gap
        for char in text:
            glyph = known.get(char) or self._glyph(char)
            total += glyph[0] + gap
        return total

    def draw(self, canvas, text: str, x: int, y: int, ink: int = 1) -> int:
        """Draw the text with its cell's top left corner at (x, y).

        Only the glyphs' own pixels are set, to `ink`: 0 writes dark on a filled ground. Returns
        the x at which text continuing this one begins.
        """
        if self.strict:
            self._must_be_on_glass(text, x, y)
        elif write is not None and y >= 0:
            return write(self._plain, text, canvas.buffer, x, y, ink)
        known, gap, blit = self._known, self.gap, canvas.blit
        for char in text:
            width, picture = known.get(char) or self._glyph(char)
            if ink:
                blit(picture, x, y, 0)
            else:
                blit(picture, x, y, 1, _INVERSE)
            x += width + gap
        return x

    def centre(
        self, canvas, text: str, x: int, width: int, y: int, ink: int = 1, cut: bool = False
    ) -> None:
        """Draw the text in the middle of a place, shortened if it is wider than that.

        cut: that is no mistake here, whatever `strict` says.
        """
        if write is not None and self._put(canvas, text, x, width, y, ink, 1):
            return
        text_px = self.width(text)
        if text_px > width:
            text = self._shortened(text, width, cut)
            text_px = self.width(text)
        self.draw(canvas, text, x + (width - text_px) // 2, y, ink)

    def right(
        self, canvas, text: str, x: int, width: int, y: int, ink: int = 1, cut: bool = False
    ) -> None:
        """Draw the text at the right end of a place, shortened if it is wider than that."""
        if write is not None and self._put(canvas, text, x, width, y, ink, 0):
            return
        text_px = self.width(text)
        if text_px > width:
            text = self._shortened(text, width, cut)
            text_px = self.width(text)
        self.draw(canvas, text, x + width - text_px, y, ink)

    def _put(self, canvas, text, x, width, y, ink, halved):
        """Draw a text at the right end of its place, or in the middle, if it fits; the usual case,
        in few calls."""
        if self.strict or y < 0:
            return False
        spare = width - write(self._plain, text, _NO_PICTURE, 0, 0, -1) + self.gap
        if spare < 0 or not text:
            return not text
        write(self._plain, text, canvas.buffer, x + (spare >> halved), y, ink)
        return True

    def fit(self, text: str, width: int, mark: str = ELLIPSIS) -> str:
        """Return the text, or as much of its beginning as fits together with the mark.

        The result is never wider than `width`: where not even the mark fits it is "".
        """
        if self.width(text) <= width:
            return text
        room = width
        if mark:
            room -= self.width(mark)
            if room < 0:
                return ""
            room -= self.gap
        return text[: self._fitting(text, room)].rstrip() + mark

    def wrap(self, text: str, width: int) -> list:
        """Return the text as a list of lines, none wider than `width`.

        Lines are broken at spaces and where the text has line breaks; a word too long for a line of
        its own is cut. ValueError when not even one character fits.
        """
        lines = []
        for paragraph in text.split("\n"):
            rest = " ".join([word for word in paragraph.split(" ") if word])
            while self.width(rest) > width:
                most = self._fitting(rest, width)
                end = rest.rfind(" ", 0, most + 1)  # a space may be the first that does not fit
                if end < 0:
                    if not most:
                        raise ValueError("{} pixels are too narrow for {!r}".format(width, rest[0]))
                    end = most
                lines.append(rest[:end])
                rest = rest[end:].lstrip(" ")
            lines.append(rest)
        return lines

    def _fitting(self, text, room):
        """How many characters of a text that is too wide fit."""
        if write is not None and not self.strict:
            return write(self._plain, text, _NO_PICTURE, 0, 0, -2 - max(0, room))
        fitting, most = 0, len(text) - 1
        while fitting < most:
            middle = (fitting + most + 1) // 2
            if self.width(text[:middle]) <= room:
                fitting = middle
            else:
                most = middle - 1
        return fitting

    def _shortened(self, text, width, cut):
        """As much of a text as fits in a place that it is too wide for."""
        if self.strict and not cut:
            raise TextOverflow("{!r} is wider than {} px".format(text, width))
        return self.fit(text, width)

    def _must_be_on_glass(self, text, x, y):
        """Raise TextOverflow for text whose cells are not all on the glass."""
        if x < 0 or y < 0 or x + self.width(text) > WIDTH_PX or y + self.height > HEIGHT_PX:
            raise TextOverflow("{!r} at ({}, {}) leaves the glass".format(text, x, y))

    def _glyph(self, char):
        """Return (width, picture) of a character, from the cache if it is there."""
        glyph = self._known.get(char)
        if glyph is not None:
            return glyph
        number = self._number(char)
        if number < 0:
            if self.strict:
                raise MissingGlyph("{!r} (U+{:04X})".format(char, ord(char)))
            return self._glyph(MISSING)
        if len(self._known) >= CACHE_SIZE:
            self._known.clear()
        glyph = self._known[char] = self._load(number)
        return glyph

    def _number(self, char):
        """The number of a character's glyph, negative if the font lacks it."""
        code, codes = ord(char), self._table.CODES
        low, high = 0, len(codes) // 2
        while low < high:
            middle = (low + high) // 2
            found = codes[2 * middle] | codes[2 * middle + 1] << 8
            if found == code:
                return middle
            if found < code:
                low = middle + 1
            else:
                high = middle
        return -1

    def _load(self, number):
        """Make the glyph of that number from the table."""
        table = self._table
        starts = table.STARTS
        start = starts[2 * number] | starts[2 * number + 1] << 8
        end = starts[2 * number + 2] | starts[2 * number + 3] << 8
        width = table.WIDTHS[number]
        # A copy: before 1.26 MicroPython has no blit from bytes that cannot be written.
        bits = bytearray(memoryview(table.BITS)[start:end])
        rows = (end - start) // width * PAGE_PX
        return width, FrameBuffer(bits, width, rows, MONO_VLSB)
