"""Text on the canvas, in proportional fonts that were compiled into tables of bytes.

A table is a module made by the project's font compiler (host_sim/fontc.py):

    HEIGHT_PX    rows of every glyph, and so of a line of text
    BASELINE_PX  how many of these are above the baseline
    GAP_PX       dark pixels between two characters
    CHARS        the characters, sorted by code point; the place in it is a glyph's number. The last
                 one is U+FFFD, the box drawn for what the font lacks
    WIDTHS       a byte for each glyph: its columns, without the gap
    STARTS       two bytes for each glyph, the low one first: where its pixels begin in BITS; one
                 more entry marks the end
    BITS         the pixels, in pages of eight rows as MONO_VLSB has them; dark pages at the bottom
                 are left out

The fonts to use are in kibitz.fonts.
"""

from .canvas import HEIGHT_PX, MONO_VLSB, PAGE_PX, WIDTH_PX, FrameBuffer

MISSING = "\ufffd"
ELLIPSIS = "…"

# Glyphs that a font keeps ready for drawing: more than the different characters of a full screen.
# What is kept costs about 100 bytes a glyph, and saves looking the glyph up and copying it.
CACHE_SIZE = 96

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
        self._glyphs: dict = {}  # by character: (width, picture)

    def has(self, char: str) -> bool:
        """Tell whether the font has a glyph for the character."""
        return char != MISSING and self._table.CHARS.find(char) >= 0

    def width(self, text: str) -> int:
        """Return the width of the text in pixels, without a gap at its end; 0 for no text."""
        if not text:
            return 0
        total = -self.gap
        for char in text:
            total += self._glyph(char)[0] + self.gap
        return total

    def draw(self, canvas, text: str, x: int, y: int, ink: int = 1) -> int:
        """Draw the text with its cell's top left corner at (x, y).

        Only the glyphs' own pixels are set, to `ink`: 0 writes dark on a filled ground. Returns
        the x at which text continuing this one begins.
        """
        if self.strict:
            self._must_be_on_glass(text, x, y)
        for char in text:
            width, picture = self._glyph(char)
            if ink:
                canvas.blit(picture, x, y, 0)
            else:
                canvas.blit(picture, x, y, 1, _INVERSE)
            x += width + self.gap
        return x

    def centre(self, canvas, text: str, x: int, width: int, y: int, ink: int = 1) -> None:
        """Draw the text in the middle of a place, shortened if it is wider than that."""
        text = self._within(text, width)
        self.draw(canvas, text, x + (width - self.width(text)) // 2, y, ink)

    def right(self, canvas, text: str, x: int, width: int, y: int, ink: int = 1) -> None:
        """Draw the text at the right end of a place, shortened if it is wider than that."""
        text = self._within(text, width)
        self.draw(canvas, text, x + width - self.width(text), y, ink)

    def fit(self, text: str, width: int, mark: str = ELLIPSIS) -> str:
        """Return the text, or as much of its beginning as fits together with the mark.

        The result is never wider than `width`: where not even the mark fits it is "".
        """
        if self.width(text) <= width:
            return text
        room = width - self.width(mark)
        if room < 0:
            return ""
        end = 0
        for char in text:
            room -= self._glyph(char)[0] + self.gap
            if room < 0:
                break
            end += 1
        return text[:end].rstrip() + mark

    def wrap(self, text: str, width: int) -> list:
        """Return the text as a list of lines, none wider than `width`.

        Lines are broken at spaces and where the text has line breaks; a word too long for a line of
        its own is cut. ValueError when not even one character fits.
        """
        lines = []
        for paragraph in text.split("\n"):
            line = ""
            for word in paragraph.split(" "):
                if not word:
                    continue
                longer = line + " " + word if line else word
                if self.width(longer) <= width:
                    line = longer
                    continue
                if line:
                    lines.append(line)
                line = self._cut(word, width, lines)
            lines.append(line)
        return lines

    def _cut(self, word, width, lines):
        """Append the whole lines of a long word to `lines`; return the rest, less than a line."""
        while self.width(word) > width:
            end = 1
            while self.width(word[: end + 1]) <= width:
                end += 1
            if self.width(word[:end]) > width:
                raise ValueError("{} pixels are too narrow for {!r}".format(width, word[:end]))
            lines.append(word[:end])
            word = word[end:]
        return word

    def _within(self, text, width):
        """Return text that is no wider than the place it goes to."""
        if self.strict and self.width(text) > width:
            raise TextOverflow("{!r} is wider than {} px".format(text, width))
        return self.fit(text, width)

    def _must_be_on_glass(self, text, x, y):
        """Raise TextOverflow for text whose cells are not all on the glass."""
        if x < 0 or y < 0 or x + self.width(text) > WIDTH_PX or y + self.height > HEIGHT_PX:
            raise TextOverflow("{!r} at ({}, {}) leaves the glass".format(text, x, y))

    def _glyph(self, char):
        """Return (width, picture) of a character, from the cache if it is there."""
        glyph = self._glyphs.get(char)
        if glyph is not None:
            return glyph
        number = self._table.CHARS.find(char)
        if number < 0:
            if self.strict:
                raise MissingGlyph("{!r} (U+{:04X})".format(char, ord(char)))
            return self._glyph(MISSING)
        if len(self._glyphs) >= CACHE_SIZE:
            self._glyphs.clear()
        glyph = self._glyphs[char] = self._load(number)
        return glyph

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
