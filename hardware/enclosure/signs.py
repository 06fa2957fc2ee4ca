"""What is engraved: letters as strokes, the four suits as outlines. Both are plain points."""

import math

Stroke = tuple[tuple[float, float], ...]

# Letters on a grid of 4 x 6, the origin at the lower left.
GLYPHS: dict[str, tuple[float, tuple[Stroke, ...]]] = {
    "A": (4, (((0, 0), (2, 6), (4, 0)), ((0.75, 2.1), (3.25, 2.1)))),
    "B": (
        3.8,
        (
            ((2.6, 3.2), (3.4, 3.9), (3.4, 5.3), (2.6, 6), (0, 6), (0, 0), (2.8, 0)),
            ((2.8, 0), (3.8, 0.9), (3.8, 2.3), (2.6, 3.2), (0, 3.2)),
        ),
    ),
    "C": (4, (((4, 5), (3, 6), (1.2, 6), (0, 4.6), (0, 1.4), (1.2, 0), (3, 0), (4, 1)),)),
    "I": (0, (((0, 0), (0, 6)),)),
    "K": (4, (((0, 0), (0, 6)), ((4, 6), (0, 2.4)), ((1.5, 3.75), (4, 0)))),
    "M": (4.6, (((0, 0), (0, 6), (2.3, 2.4), (4.6, 6), (4.6, 0)),)),
    "T": (4, (((0, 6), (4, 6)), ((2, 6), (2, 0)))),
    "Z": (4, (((0, 6), (4, 6), (0, 0), (4, 0)),)),
}
GLYPH_HEIGHT, SPACING = 6, 2.2
ROUND_STEPS = 16


def word(text: str, height: float) -> tuple[float, list[tuple[tuple[float, float], ...]]]:
    """The width of a word and its straight strokes, from (0, 0) at the lower left."""
    scale, x, lines = height / GLYPH_HEIGHT, 0.0, []
    for letter in text:
        width, strokes = GLYPHS[letter]
        for stroke in strokes:
            for start, end in zip(stroke, stroke[1:], strict=False):
                lines.append(tuple(((x + px) * scale, py * scale) for px, py in (start, end)))
        x += width + SPACING
    return (x - SPACING) * scale, lines


def thick(start, end, width: float) -> list[tuple[float, float]]:
    """The outline of a stroke with round ends."""
    turn = math.atan2(end[1] - start[1], end[0] - start[0])
    points = []
    half = ROUND_STEPS // 2
    for (x, y), begin in ((end, turn - math.pi / 2), (start, turn + math.pi / 2)):
        for step in range(half + 1):
            angle = begin + math.pi * step / half
            points.append((x + width / 2 * math.cos(angle), y + width / 2 * math.sin(angle)))
    return points


def _circle(x: float, y: float, radius: float) -> list[tuple[float, float]]:
    steps = 2 * ROUND_STEPS
    return [
        (
            x + radius * math.cos(2 * math.pi * step / steps),
            y + radius * math.sin(2 * math.pi * step / steps),
        )
        for step in range(steps)
    ]


def suit(name: str) -> list[list[tuple[float, float]]]:
    """The outlines whose union is a suit, about 12 mm high, counterclockwise."""
    stem = [(-2.2, -6.0), (2.2, -6.0), (0.45, -2.6), (0.45, 0.6), (-0.45, 0.6), (-0.45, -2.6)]
    if name == "diamonds":
        return [[(0.0, -6.0), (4.3, 0.0), (0.0, 6.0), (-4.3, 0.0)]]
    if name == "hearts":
        return [_circle(x, 2.6, 2.75) for x in (-2.6, 2.6)] + [_tip(-1)]
    if name == "spades":
        lobes = [_circle(x, -0.9, 2.6) for x in (-2.45, 2.45)]
        return [*lobes, _tip(1), stem]
    clubs = [_circle(x, y, 2.45) for x, y in ((0, 3.2), (-2.75, -0.7), (2.75, -0.7))]
    return [*clubs, [(-1.4, -0.6), (1.4, -0.6), (0.0, 2.4)], stem]


def _tip(way: int) -> list[tuple[float, float]]:
    """The pointed part of a heart (down) or of a spade (up), tangent to the lobes."""
    if way < 0:
        return [(0.0, -5.6), (4.75, 0.9), (2.6, 2.6), (-2.6, 2.6), (-4.75, 0.9)]
    return [(-4.5, 0.75), (-2.45, -0.9), (2.45, -0.9), (4.5, 0.75), (0.0, 6.0)]
