"""A frame buffer in plain Python, for the runtimes that have no ``framebuf`` module.

Takes the same calls as MicroPython's ``framebuf.FrameBuffer`` with the format ``MONO_VLSB`` and
sets the same pixels, also at and outside the edges: CPython (the simulator, the tests) and
CircuitPython draw with this class, MicroPython with its own one in C. tests/test_canvas.py plays
the same random calls on both and compares the buffers.

MONO_VLSB: a byte is a column of eight pixels, the lowest bit on top; the bytes of a band of eight
rows (a *page*) follow each other from left to right, the bands from top to bottom. It is the order
in which the SSD1306 and the SH1106 keep their pixels.
"""

MONO_VLSB = 0  # the number that MicroPython gives this format

PAGE_PX = 8  # rows in one byte
_NO_KEY = -1  # the key that no pixel has: everything is copied


class FrameBuffer:
    """Pixels in a buffer of the caller's.

    buffer         anything that can be written byte by byte (a bytearray, a memoryview of one)
    width, height  in pixels
    layout         MONO_VLSB; nothing else is known here
    stride         bytes from one page to the next; the width if left out
    ValueError     another layout, a size below one, or a buffer that is too short
    """

    def __init__(self, buffer, width: int, height: int, layout: int, stride=None) -> None:
        if layout != MONO_VLSB:
            raise ValueError("only MONO_VLSB is drawn without MicroPython's framebuf")
        if stride is None:
            stride = width
        if width < 1 or height < 1 or stride < width:
            raise ValueError("a frame buffer needs a width, a height and rows that hold the width")
        pages = (height + PAGE_PX - 1) // PAGE_PX
        if len(buffer) < (pages - 1) * stride + width:
            raise ValueError("the buffer is too short for its width and height")
        self._bytes = buffer
        self._width_px = width
        self._height_px = height
        self._stride = stride

    def fill(self, color: int) -> None:
        """Set every pixel."""
        self.fill_rect(0, 0, self._width_px, self._height_px, color)

    def pixel(self, x: int, y: int, color=None):
        """Set one pixel, or without a color return it: 0, 1, or None outside."""
        if not (0 <= x < self._width_px and 0 <= y < self._height_px):
            return None
        place = (y >> 3) * self._stride + x
        if color is None:
            return self._bytes[place] >> (y & 7) & 1
        if color:
            self._bytes[place] |= 1 << (y & 7)
        else:
            self._bytes[place] &= ~(1 << (y & 7))
        return None

    def hline(self, x: int, y: int, width: int, color: int) -> None:
        """Draw a horizontal line to the right of (x, y)."""
        self.fill_rect(x, y, width, 1, color)

    def vline(self, x: int, y: int, height: int, color: int) -> None:
        """Draw a vertical line down from (x, y)."""
        self.fill_rect(x, y, 1, height, color)

    def rect(self, x: int, y: int, width: int, height: int, color: int, fill: bool = False) -> None:
        """Draw a rectangle's outline, or the whole of it with fill."""
        if fill:
            self.fill_rect(x, y, width, height, color)
            return
        self.fill_rect(x, y, width, 1, color)
        self.fill_rect(x, y + height - 1, width, 1, color)
        self.fill_rect(x, y, 1, height, color)
        self.fill_rect(x + width - 1, y, 1, height, color)

    def fill_rect(self, x: int, y: int, width: int, height: int, color: int) -> None:
        """Set all pixels of a rectangle; what is outside the buffer is left out."""
        right = min(x + width, self._width_px)
        bottom = min(y + height, self._height_px)
        x = max(x, 0)
        y = max(y, 0)
        if x >= right or y >= bottom:
            return
        for page in range(y >> 3, (bottom + 7) >> 3):
            top = page * PAGE_PX
            mask = 0xFF
            if y > top:
                mask &= 0xFF << (y - top)
            if bottom < top + PAGE_PX:
                mask &= 0xFF >> (top + PAGE_PX - bottom)
            self._fill_page(page * self._stride, x, right, mask, color)

    def _fill_page(self, start, left, right, mask, color):
        """Set the masked bits of one page's bytes from left up to right."""
        data = self._bytes
        if mask == 0xFF:
            data[start + left : start + right] = (b"\xff" if color else b"\x00") * (right - left)
        elif color:
            for place in range(start + left, start + right):
                data[place] |= mask
        else:
            mask ^= 0xFF
            for place in range(start + left, start + right):
                data[place] &= mask

    def line(self, x1: int, y1: int, x2: int, y2: int, color: int) -> None:
        """Draw a line between two points, both included (Bresenham's algorithm)."""
        dx = abs(x2 - x1)
        dy = abs(y2 - y1)
        step_x = 1 if x2 > x1 else -1
        step_y = 1 if y2 > y1 else -1
        steep = dy > dx
        long, short = (dy, dx) if steep else (dx, dy)
        error = 2 * short - long
        x, y = x1, y1
        for _ in range(long):
            self.pixel(x, y, color)
            if error >= 0:
                # One step aside. The short side is never the longer one, so one is enough.
                error -= 2 * long
                if steep:
                    x += step_x
                else:
                    y += step_y
            error += 2 * short
            if steep:
                y += step_y
            else:
                x += step_x
        self.pixel(x2, y2, color)

    def blit(self, source, x: int, y: int, key: int = _NO_KEY, palette=None) -> None:
        """Copy another picture so that its top left corner is at (x, y).

        source   a FrameBuffer, or a tuple (buffer, width, height, MONO_VLSB[, stride]), whose
                 buffer may be read-only (MicroPython takes tuples from 1.26 on)
        key      pixels of this color (after the palette) are left out
        palette  a FrameBuffer or tuple two pixels wide: the color drawn for 0, and the one for 1
        """
        source = _readable(source)
        zero, one = 0, 1
        if palette is not None:
            palette = _readable(palette)
            zero, one = palette.pixel(0, 0), palette.pixel(1, 0)
        if source._bytes is self._bytes:
            self._blit_self(source, x, y, key, zero, one)
            return
        left = max(x, 0)
        right = min(x + source._width_px, self._width_px)
        top = max(y, 0)
        bottom = min(y + source._height_px, self._height_px)
        if left >= right or top >= bottom:
            return
        window = ((1 << (bottom - top)) - 1) << (top - y)  # the source's rows that are seen
        for column in range(left, right):
            ones = source._column(column - x) & window
            zeros = ones ^ window
            touched = (ones if one != key else 0) | (zeros if zero != key else 0)
            lit = (ones if one else 0) | (zeros if zero else 0)
            self._put_column(column, y, touched, touched & lit)

    def _blit_self(self, source, x, y, key, zero, one):
        """Copy within one buffer pixel by pixel: what was copied may be copied again, as in C."""
        for row in range(max(y, 0), min(y + source._height_px, self._height_px)):
            for column in range(max(x, 0), min(x + source._width_px, self._width_px)):
                color = one if source.pixel(column - x, row - y) else zero
                if color != key:
                    self.pixel(column, row, color)

    def _column(self, x):
        """Return all pixels of one column as an integer, the lowest bit on top."""
        bits = 0
        for place in range(self._last_page() * self._stride + x, -1, -self._stride):
            bits = bits << PAGE_PX | self._bytes[place]
        return bits

    def _put_column(self, x, y, touched, lit):
        """Replace a column's touched pixels; bit 0 is row y, which may be above the buffer."""
        if y >= 0:
            page = y >> 3
            touched <<= y & 7
            lit <<= y & 7
        else:
            page = 0
            touched >>= -y
            lit >>= -y
        place = page * self._stride + x
        while touched:
            self._bytes[place] = self._bytes[place] & ~touched & 0xFF | lit & 0xFF
            place += self._stride
            touched >>= PAGE_PX
            lit >>= PAGE_PX

    def _last_page(self):
        return (self._height_px - 1) >> 3

    def scroll(self, xstep: int, ystep: int) -> None:
        """Shift the picture; the strip that it leaves keeps its pixels."""
        if abs(xstep) >= self._width_px or abs(ystep) >= self._height_px:
            return
        everything = (1 << self._height_px) - 1
        touched = (everything << ystep if ystep > 0 else everything >> -ystep) & everything
        columns = range(max(xstep, 0), self._width_px + min(xstep, 0))
        if xstep > 0:
            columns = range(self._width_px - 1, xstep - 1, -1)
        for column in columns:
            bits = self._column(column - xstep)
            bits = bits << ystep if ystep > 0 else (bits & everything) >> -ystep
            self._put_column(column, 0, touched, bits & touched)


def _readable(picture):
    """Return the picture as a FrameBuffer; a tuple becomes one for this call."""
    if isinstance(picture, (tuple, list)):
        return FrameBuffer(*picture)
    return picture
