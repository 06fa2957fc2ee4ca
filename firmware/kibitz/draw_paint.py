"""The parts that the draw for seats is made of. Everything here draws what it is given."""

from . import paint
from .canvas import THREE_COLUMNS, WIDTH_PX, WORK_HEIGHT_PX, WORK_Y_PX
from .fonts import LARGE, MIDDLE, SMALL

_RANK_Y_PX = WORK_Y_PX + 8
_CARD_PX = (30, 26)  # a card, lit
_SUIT_Y_PX = WORK_Y_PX + 24


def rank(canvas, text: str, ranks: list, marked: int, was: int = -1) -> None:
    """The rank that is being set, on a card, and all ranks below with this one inverse.

    was: the one that is set in the picture, -1 if there is none yet.
    """
    _card(canvas, text, WORK_Y_PX + 3)
    widths = [SMALL.width(one) for one in ranks]
    apart = (WIDTH_PX - 2 - sum(widths)) // (len(ranks) - 1)
    x = (WIDTH_PX - sum(widths) - apart * (len(ranks) - 1)) // 2
    y = WORK_Y_PX + WORK_HEIGHT_PX - paint.LINE_PX
    for place, one in enumerate(ranks):
        if was < 0 or place in (was, marked):
            ink = 0 if place == marked else 1
            canvas.fill_rect(x - 1, y, widths[place] + 2, paint.LINE_PX, 1 - ink)
            SMALL.draw(canvas, one, x, y, ink)
        x += widths[place] + apart


def _card(canvas, text: str, y: int) -> None:
    width, height = _CARD_PX
    x = (WIDTH_PX - width) // 2
    canvas.fill_rect(x + 1, y, width - 2, height, 1)
    canvas.fill_rect(x, y + 1, width, height - 2, 1)
    LARGE.centre(canvas, text, x, width, y + (height - LARGE.height) // 2, 0)


def suits(canvas, text: str, here: list, others: list) -> None:
    """The rank, two suits over the keys A and B, over C the two others, which it would bring."""
    x, width = THREE_COLUMNS[1]
    MIDDLE.centre(canvas, text, x, width, WORK_Y_PX + 3)
    for (x, width), sign in zip(THREE_COLUMNS, here):
        LARGE.centre(canvas, sign, x, width, _SUIT_Y_PX)
    x, width = THREE_COLUMNS[2]
    LARGE.centre(canvas, "".join(others), x, width, _SUIT_Y_PX)


def seats(canvas, title: str, rows: list) -> None:
    """The seats in order, the first of them inverse; the header only if there is room for it."""
    if len(rows) <= paint.LIST_ROWS:
        paint.header(canvas, title)
        paint.rows(canvas, rows, 0, len(rows), 0)
        return
    y = 0
    for place, (left, right) in enumerate(rows):
        ink = 1
        if not place:
            canvas.fill_rect(0, y, WIDTH_PX, paint.LINE_PX, 1)
            ink = 0
        right_px = SMALL.width(right)
        SMALL.draw(canvas, right, WIDTH_PX - paint.MARGIN_PX - right_px, y, ink)
        room = WIDTH_PX - 2 * paint.MARGIN_PX - right_px - paint.SPACE_PX
        SMALL.draw(canvas, SMALL.fit(left, room), paint.MARGIN_PX, y, ink)
        y += paint.LINE_PX
