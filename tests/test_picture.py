"""Frames as PNG, GIF and text: the pixels of the glass, and the same bytes every time."""

import io
import random
import zlib

import pytest
from PIL import Image

from host_sim import picture
from kibitz.canvas import HEIGHT_PX, WIDTH_PX, Canvas
from kibitz.fonts import LARGE, SMALL


def page():
    """A frame as a screen draws it."""
    canvas = Canvas()
    canvas.hline(0, 9, WIDTH_PX, 1)
    SMALL.draw(canvas, "Hand 3 · Ana ♠", 0, 0)
    LARGE.centre(canvas, "-20", 0, WIDTH_PX, 20)
    return bytes(canvas.buffer)


def noise(seed):
    """A frame that does not compress."""
    return random.Random(seed).randbytes(picture.FRAME_BYTES)


PNG_LENGTH_AND_CRC = (698, 0x5615A1DE)  # of page()

FRAMES = [page(), noise(1), bytes(picture.FRAME_BYTES), b"\xff" * picture.FRAME_BYTES]


def pixels_of(opened, scale, rim):
    """The glass's pixels in an opened picture, each looked at in the middle of its square."""
    shown = opened.convert("RGB")
    middle = rim + scale // 2
    return [
        [shown.getpixel((middle + x * scale, middle + y * scale)) for x in range(WIDTH_PX)]
        for y in range(HEIGHT_PX)
    ]


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize(("scale", "bezel"), [(4, True), (1, False), (3, True), (2, False)])
def test_png_shows_the_frame(frame, scale, bezel):
    data = picture.png(frame, scale, bezel)
    opened = Image.open(io.BytesIO(data))
    rim = picture.BEZEL_PX * scale if bezel else 0
    assert opened.size == (WIDTH_PX * scale + 2 * rim, HEIGHT_PX * scale + 2 * rim)
    colors = [picture.COLORS[picture.DARK], picture.COLORS[picture.LIT]]
    wanted = [[colors[pixel] for pixel in row] for row in picture.rows(frame)]
    assert pixels_of(opened, scale, rim) == wanted
    assert (
        opened.convert("RGB").tobytes()
        == picture.image(frame, scale, bezel).convert("RGB").tobytes()
    )
    if bezel:
        assert opened.convert("RGB").getpixel((0, 0)) == picture.COLORS[picture.RIM]


def test_png_bytes_never_change():
    """Golden pictures are compared byte for byte: whoever changes the packing makes them anew."""
    data = picture.png(page())
    assert data == picture.png(page())
    assert (len(data), zlib.crc32(data)) == PNG_LENGTH_AND_CRC
    assert data.startswith(picture.PNG_SIGNATURE) and data.count(b"IDAT") == 1


def test_png_is_small():
    assert len(picture.png(page())) < 1500


@pytest.mark.parametrize("size", [0, 1, 2, 3, 257, 258, 259, 260, 30_000])
@pytest.mark.parametrize("stride", [1, 7, 300])
def test_zlib_reads_what_is_packed(size, stride):
    chance = random.Random(size)
    for data in (bytes(size), chance.randbytes(size), bytes(chance.choices(b"\0\0\0\xff", k=size))):
        assert zlib.decompress(picture._compressed(data, stride)) == data


def test_gif_shows_every_frame_for_its_time():
    opened = Image.open(io.BytesIO(picture.gif(FRAMES, [500, 40, 1000, 2000], scale=2)))
    assert opened.n_frames == len(FRAMES)
    assert opened.info["loop"] == 0
    for number, (frame, time_ms) in enumerate(zip(FRAMES, [500, 40, 1000, 2000], strict=True)):
        opened.seek(number)
        assert opened.info["duration"] == time_ms
        shown = picture.image(frame, scale=2).convert("RGB")
        assert opened.convert("RGB").tobytes() == shown.tobytes()
    with pytest.raises(ValueError):
        picture.gif(FRAMES, [1])
    with pytest.raises(ValueError):
        picture.gif([], [])


@pytest.mark.parametrize("frame", FRAMES)
def test_braille_and_half_blocks_show_the_frame(frame):
    pixels = picture.rows(frame)
    lines = picture.half_blocks(frame)
    assert [len(line) for line in lines] == [128] * 32
    upper = [[int(char in "▀█") for char in line] for line in lines]
    lower = [[int(char in "▄█") for char in line] for line in lines]
    assert [row for pair in zip(upper, lower, strict=True) for row in pair] == pixels
    lines = picture.braille(frame)
    assert [len(line) for line in lines] == [64] * 16
    # Braille dots are numbered 1 2 3 7 down the left side of a character, 4 5 6 8 down the right.
    for y, x in ((y, x) for y in range(HEIGHT_PX) for x in range(WIDTH_PX)):
        dot = ((1, 2, 3, 7), (4, 5, 6, 8))[x % 2][y % 4]
        assert (ord(lines[y // 4][x // 2]) - 0x2800) >> (dot - 1) & 1 == pixels[y][x]


@pytest.mark.parametrize("draw", [picture.rows, picture.png, picture.image, picture.braille])
def test_a_frame_of_another_length_is_refused(draw):
    with pytest.raises(ValueError, match="a frame has 1024 bytes, not 1023"):
        draw(bytes(1023))
