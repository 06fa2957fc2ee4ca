"""The canvas: the frame buffer in Python against MicroPython's own, and the places on the glass."""

import json
import random

import pytest

from kibitz import canvas, softbuf
from kibitz.canvas import Canvas
from kibitz.fonts import SMALL
from micropython import framebuf_calls
from support import micropython

GAMES = 300
CALLS_PER_GAME = 40
SEED = 20

SIZES = [1, 2, 5, 8, 9, 16, 17, 40]


class Calls:
    """Makes up drawing calls: within, over the edges of, and far outside a buffer."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def spec(self, width=None):
        """A picture: [width, height, stride, seed]."""
        width = width or self.random.choice(SIZES)
        padding = self.random.choice([0, 0, 3])
        return [width, self.random.choice(SIZES), width + padding, self.random.randrange(10_000)]

    def place(self, size):
        """A coordinate along a side of that size."""
        near = self.random.randint(-size - 9, 2 * size + 9)
        edge = self.random.choice([-1, 0, size - 1, size])
        far = self.random.randint(-3000, 3000)
        return self.random.choice([near, self.random.randint(0, size), edge, far])

    def length(self, size):
        return self.random.choice(
            [self.random.randint(-5, 2 * size), self.random.randint(0, size), 0, 1]
        )

    def color(self):
        return self.random.choice([0, 1, 1, 2, 255])

    def call(self, width, height):
        """One call: [name, arguments]."""
        name = self.random.choice(list(self.ARGUMENTS))
        x, y = self.place(width), self.place(height)
        return [name, self.ARGUMENTS[name](self, x, y, width, height)]

    def pixel(self, x, y, width, height):
        return [x, y, self.color()] if self.random.random() < 0.7 else [x, y]

    def rect(self, x, y, width, height):
        sides = [self.length(width), self.length(height), self.color()]
        return [x, y, *sides, *self.random.choice([[], [], [True], [False], [1]])]

    def scroll(self, x, y, width, height):
        if self.random.random() < 0.5:
            return [self.random.randint(-3, 3), self.random.randint(-3, 3)]
        return [
            self.random.randint(-width - 3, width + 3),
            self.random.randint(-height - 3, height + 3),
        ]

    def blit(self, x, y, width, height):
        if self.random.random() < 0.6:
            x, y = self.random.randint(-9, width), self.random.randint(-9, height)
        source = "self" if self.random.random() < 0.1 else self.spec()
        key = self.random.choice([-1, 0, 1])
        palette = self.spec(self.random.choice([2, 3]))
        return [source, x, y, key, palette][: self.random.choice([3, 4, 5])]

    ARGUMENTS = {
        "fill": lambda self, x, y, w, h: [self.color()],
        "pixel": pixel,
        "hline": lambda self, x, y, w, h: [x, y, self.length(w), self.color()],
        "vline": lambda self, x, y, w, h: [x, y, self.length(h), self.color()],
        "line": lambda self, x, y, w, h: [x, y, self.place(w), self.place(h), self.color()],
        "rect": rect,
        "fill_rect": lambda self, x, y, w, h: [x, y, self.length(w), self.length(h), self.color()],
        "blit": blit,
        "scroll": scroll,
    }


@pytest.fixture(scope="module")
def games(tmp_path_factory):
    """Made-up games of calls, and the file they are in."""
    calls = Calls(SEED)
    games = []
    for _ in range(GAMES):
        width, height, stride, seed = calls.spec()
        played = [calls.call(width, height) for _ in range(CALLS_PER_GAME)]
        games.append([width, height, stride, seed, played])
    file = tmp_path_factory.mktemp("canvas") / "games.jsonl"
    file.write_text("".join(json.dumps(game) + "\n" for game in games))
    return games, file


@pytest.fixture(scope="module")
def real(games):
    """What MicroPython's own frame buffer, in C, makes of the games: a line for each call."""
    return micropython("framebuf_calls.py", "framebuf", games[1]).splitlines()


def test_softbuf_sets_the_pixels_of_micropythons_framebuf(games, real):
    shown = iter(real)
    for game in games[0]:
        ours = framebuf_calls.play(softbuf.FrameBuffer, game)
        for call, line in zip(game[4], ours, strict=True):
            assert line == next(shown), f"{call} on a buffer {game[:4]}"
    assert next(shown, None) is None


def test_softbuf_does_the_same_where_it_is_needed(games, real):
    """CircuitPython, a relative of MicroPython, has no framebuf of its own."""
    assert micropython("framebuf_calls.py", "kibitz.softbuf", games[1]).splitlines() == real


def test_softbuf_refuses_what_it_cannot_draw():
    data = bytearray(16)
    softbuf.FrameBuffer(data, 8, 16, softbuf.MONO_VLSB)
    for arguments in [
        (8, 17, 0),
        (9, 16, 0),
        (0, 8, 0),
        (8, 0, 0),
        (8, -1, 0),
        (8, 8, 0, 7),
        (8, 8, 1),
    ]:
        with pytest.raises(ValueError):
            softbuf.FrameBuffer(data, *arguments)


def test_canvas_has_the_displays_pixel_order():
    page = Canvas()
    assert len(page.buffer) == canvas.WIDTH_PX * canvas.HEIGHT_PX // canvas.PAGE_PX == 1024
    page.pixel(5, 10, 1)
    assert page.buffer[128 + 5] == 1 << 2
    page.fill(1)
    assert page.buffer == b"\xff" * 1024


def test_columns_stand_apart_and_on_the_glass():
    assert canvas.columns(3) == canvas.THREE_COLUMNS
    assert canvas.columns(4) == canvas.FOUR_COLUMNS
    for columns in (canvas.THREE_COLUMNS, canvas.FOUR_COLUMNS):
        ends = [x + width for x, width in columns]
        assert columns[0][0] == 0 and ends[-1] == canvas.WIDTH_PX
        for (x, _), end in zip(columns[1:], ends, strict=False):
            assert x > end  # a dark column between them
        mirrored = tuple((canvas.WIDTH_PX - x - width, width) for x, width in reversed(columns))
        assert mirrored == columns
    with pytest.raises(ValueError):
        canvas.columns(2)


def test_the_glass_is_parted_without_overlap():
    assert canvas.HEADER_Y_PX + canvas.HEADER_HEIGHT_PX == canvas.RULE_Y_PX + 1
    assert canvas.RULE_Y_PX + 1 == canvas.WORK_Y_PX
    assert canvas.WORK_Y_PX + canvas.WORK_HEIGHT_PX == canvas.PARTING_Y_PX
    assert canvas.PARTING_Y_PX + 1 == canvas.LABELS_Y_PX
    assert canvas.LABELS_Y_PX + canvas.LABELS_HEIGHT_PX == canvas.HEIGHT_PX
    assert SMALL.height == canvas.HEADER_HEIGHT_PX == canvas.LABELS_HEIGHT_PX
    assert canvas.WORK_HEIGHT_PX % SMALL.height == 0
