"""What the glass shows, as pictures: PNG, animated GIF, and text for a terminal.

A frame is what the display is sent: 1,024 bytes, MONO_VLSB (a byte is a column of eight pixels, the
lowest bit on top; kibitz.softbuf). ValueError for a frame of another length.

The PNG bytes of a frame are the same on every machine. They are compared byte for byte with golden
pictures, and zlib gives different ones from version to version; so the few lines that pack them are
here (DEFLATE with the fixed codes, RFC 1951 section 3.2.6).
"""

import io
import struct
import zlib
from collections.abc import Container, Sequence

from PIL import Image

from kibitz.canvas import HEIGHT_PX, PAGE_PX, WIDTH_PX

FRAME_BYTES = WIDTH_PX * HEIGHT_PX // PAGE_PX

SCALE = 4  # pixels of a picture for one of the glass
BEZEL_PX = 3  # the dark rim around the glass, in the glass's pixels

DARK, LIT, RIM = range(3)
COLORS = {DARK: (6, 10, 14), LIT: (214, 236, 255), RIM: (38, 42, 48)}
DIM_COLOR = (92, 106, 120)  # of lit pixels while the glass is dim

PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
PNG_DEPTH_BITS = 2  # of a pixel: room for the three colors
PNG_PALETTE_KIND = 3

# RFC 1951 section 3.2.5: the least length that each length code stands for, from code 257 on, and
# the least distance of each distance code; the rest follows in so many bits.
LENGTHS = (3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115,
           131, 163, 195, 227, 258)  # fmt: skip
LENGTH_BITS = (0,) * 8 + (1,) * 4 + (2,) * 4 + (3,) * 4 + (4,) * 4 + (5,) * 4 + (0,)
DISTANCE_BITS = (0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11)
DISTANCES = tuple(1 + sum(1 << bits for bits in DISTANCE_BITS[:code]) for code in range(26))
END_OF_BLOCK = 256
LEAST_MATCH, LONGEST_MATCH = 3, 258


def rows(frame: bytes) -> list[list[int]]:
    """Return the frame's 64 rows of 128 pixels, each 0 or 1."""
    if len(frame) != FRAME_BYTES:
        raise ValueError(f"a frame has {FRAME_BYTES} bytes, not {len(frame)}")
    lines = []
    for y in range(HEIGHT_PX):
        page = frame[y // PAGE_PX * WIDTH_PX :][:WIDTH_PX]
        lines.append([column >> y % PAGE_PX & 1 for column in page])
    return lines


def image(frame: bytes, scale: int = SCALE, bezel: bool = True, dim: bool = False) -> Image.Image:
    """Return the frame as an image with a palette, enlarged, with the glass's rim or without.

    dim: the glass is dim.
    """
    lines = _scaled(frame, scale, bezel)
    picture = Image.frombytes("P", (len(lines[0]), len(lines)), b"".join(lines))
    colors = {**COLORS, LIT: DIM_COLOR} if dim else COLORS
    picture.putpalette([level for color in colors.values() for level in color])
    return picture


def png(frame: bytes, scale: int = SCALE, bezel: bool = True) -> bytes:
    """Return the frame as a PNG file; the same bytes every time and everywhere."""
    lines = _scaled(frame, scale, bezel)
    width, height = len(lines[0]), len(lines)
    header = struct.pack(">IIBBBBB", width, height, PNG_DEPTH_BITS, PNG_PALETTE_KIND, 0, 0, 0)
    packed = [b"\0" + _packed(line) for line in lines]  # 0: the line is not filtered
    colors = bytes(level for color in COLORS.values() for level in color)
    return b"".join(
        (
            PNG_SIGNATURE,
            _chunk(b"IHDR", header),
            _chunk(b"PLTE", colors),
            _chunk(b"IDAT", _compressed(b"".join(packed), len(packed[0]))),
            _chunk(b"IEND", b""),
        )
    )


def gif(
    frames: Sequence[bytes],
    times_ms: Sequence[int],
    scale: int = SCALE,
    bezel: bool = True,
    dim: Container[int] = (),
) -> bytes:
    """Return the frames as an endless GIF, each shown for its time (in steps of 10 ms).

    dim: the places of the frames that are shown while the glass is dim.
    """
    if not frames or len(frames) != len(times_ms):
        raise ValueError("a GIF needs frames, and a time for each")
    pictures = [image(frame, scale, bezel, place in dim) for place, frame in enumerate(frames)]
    file = io.BytesIO()
    pictures[0].save(
        file,
        "GIF",
        save_all=True,
        append_images=pictures[1:],
        duration=list(times_ms),
        loop=0,
        optimize=False,
    )
    return file.getvalue()


def braille(frame: bytes) -> list[str]:
    """Return the frame as 16 lines of 64 braille characters, eight pixels in each."""
    pixels = rows(frame)
    # The dots of a character, by bit from the lowest: the left column's upper three, the right
    # column's, then the lowest dot left and right.
    dots = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3))
    lines = []
    for y in range(0, HEIGHT_PX, 4):
        cells = [
            sum(pixels[y + down][x + right] << bit for bit, (right, down) in enumerate(dots))
            for x in range(0, WIDTH_PX, 2)
        ]
        lines.append("".join(chr(0x2800 + cell) for cell in cells))
    return lines


def half_blocks(frame: bytes) -> list[str]:
    """Return the frame as 32 lines of 128 characters, two pixels in each, one above the other."""
    pixels = rows(frame)
    lines = []
    for y in range(0, HEIGHT_PX, 2):
        pairs = zip(pixels[y], pixels[y + 1], strict=True)
        lines.append("".join(" ▀▄█"[upper | lower << 1] for upper, lower in pairs))
    return lines


def _scaled(frame: bytes, scale: int, bezel: bool) -> list[bytes]:
    """Return the picture's lines, a byte for the color of each pixel."""
    rim = BEZEL_PX * scale if bezel else 0
    side = bytes([RIM]) * rim
    edge = bytes([RIM]) * (WIDTH_PX * scale + 2 * rim)
    lines = [edge] * rim
    for row in rows(frame):
        line = b"".join(bytes([LIT if pixel else DARK]) * scale for pixel in row)
        lines += [side + line + side] * scale
    return lines + [edge] * rim


def _packed(line: bytes) -> bytes:
    """Return a line's colors with four pixels in a byte, the first in the highest bits."""
    line += bytes(-len(line) % 4)
    quads = zip(line[::4], line[1::4], line[2::4], line[3::4], strict=True)
    return bytes(a << 6 | b << 4 | c << 2 | d for a, b, c, d in quads)


def _chunk(kind: bytes, data: bytes) -> bytes:
    """Return a chunk of a PNG file."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _compressed(data: bytes, stride: int) -> bytes:
    """Return the data as a zlib stream (RFC 1950); only runs and equal lines make it shorter."""
    out = _Bits()
    out.put(0b011, 3)  # the last block, with the fixed codes
    place = 0
    while place < len(data):
        length, distance = max((_match(data, place, back), back) for back in (1, stride))
        if length < LEAST_MATCH:
            out.symbol(data[place])
            place += 1
            continue
        code = max(i for i, least in enumerate(LENGTHS) if least <= length)
        out.symbol(END_OF_BLOCK + 1 + code)
        out.put(length - LENGTHS[code], LENGTH_BITS[code])
        code = max(i for i, least in enumerate(DISTANCES) if least <= distance)
        out.code(code, 5)
        out.put(distance - DISTANCES[code], DISTANCE_BITS[code])
        place += length
    out.symbol(END_OF_BLOCK)
    return b"\x78\x01" + out.bytes() + struct.pack(">I", zlib.adler32(data))


def _match(data: bytes, place: int, back: int) -> int:
    """Return how many bytes from `place` on are those that stand `back` bytes before them."""
    if back > place:
        return 0
    end = min(len(data), place + LONGEST_MATCH)
    length = 0
    while place + length < end and data[place + length] == data[place + length - back]:
        length += 1
    return length


class _Bits:
    """Bits as DEFLATE writes them: numbers from their lowest bit on, codes from their highest."""

    def __init__(self) -> None:
        self._done = bytearray()
        self._bits = 0
        self._count = 0

    def put(self, number: int, count: int) -> None:
        """Append a number of so many bits."""
        self._bits |= number << self._count
        self._count += count
        while self._count >= 8:
            self._done.append(self._bits & 0xFF)
            self._bits >>= 8
            self._count -= 8

    def code(self, code: int, count: int) -> None:
        """Append a code of so many bits."""
        self.put(int(f"{code:0{count}b}"[::-1], 2), count)

    def symbol(self, symbol: int) -> None:
        """Append a literal, the end of the block or a length by its fixed code (section 3.2.6)."""
        if symbol < 144:
            self.code(0x30 + symbol, 8)
        elif symbol < 256:
            self.code(0x190 + symbol - 144, 9)
        elif symbol < 280:
            self.code(symbol - 256, 7)
        else:
            self.code(0xC0 + symbol - 280, 8)

    def bytes(self) -> bytes:
        """Return all that was appended, filled up to whole bytes."""
        return bytes(self._done) + (bytes([self._bits]) if self._count else b"")
