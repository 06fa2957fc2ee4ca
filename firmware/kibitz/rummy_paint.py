"""The parts that the screens of Mexican Rummy are made of: the wild card, melds, cards left.

As in kibitz.paint, everything here draws what it is given and decides nothing.
"""

from . import paint, totals
from .canvas import THREE_COLUMNS, WIDTH_PX, WORK_HEIGHT_PX, WORK_Y_PX
from .fonts import HUGE, LARGE, MIDDLE, SMALL
from .words import say

LINE_PX = paint.LINE_PX
_END_PX = WORK_Y_PX + WORK_HEIGHT_PX

# -- the reminder ----------------------------------------------------------------------------------

_WILD_WIDTH_PX = 35  # the wild card, upright at the left
_WILD_Y_PX = WORK_Y_PX + 2
_FACTS_X_PX = 39  # all else, at the right of it
_FACTS_WIDTH_PX = WIDTH_PX - _FACTS_X_PX
_DEALT_WIDTH_PX = 52
_MELDS_Y_PX = WORK_Y_PX + 19
_MELD_HEIGHT_PX = 16


def reminder(canvas, wild: tuple, dealt: tuple, begins: tuple, melds: list) -> None:
    """What everybody asks for in a round.

    wild: (rank, word). dealt: (number of cards, word). begins: (name, word). melds: the contract,
    ("set" or "run", word) each.
    """
    _wild_card(canvas, wild)
    number, word = dealt
    end = LARGE.draw(canvas, number, _FACTS_X_PX, WORK_Y_PX + 1)
    room = _FACTS_X_PX + _DEALT_WIDTH_PX - end
    SMALL.draw(canvas, SMALL.fit(word, room), end, WORK_Y_PX + LINE_PX)
    who, word = begins
    x = _FACTS_X_PX + _DEALT_WIDTH_PX
    width = WIDTH_PX - x
    write = SMALL.centre
    write(canvas, word, x, width, WORK_Y_PX, 1, True)
    write(canvas, paint.brief_name(who, width), x, width, WORK_Y_PX + LINE_PX, 1, True)
    width = _FACTS_WIDTH_PX // len(melds)
    x = _FACTS_X_PX
    for kind, word in melds:
        (_set if kind == "set" else _run)(canvas, x, width)
        write(canvas, word, x, width, _MELDS_Y_PX + _MELD_HEIGHT_PX + 1, 1, True)
        x += width


def _wild_card(canvas, wild: tuple) -> None:
    """A card, lit, with the rank as large as it can be, and the word that says what it is."""
    rank, word = wild
    height = _END_PX - _WILD_Y_PX
    canvas.fill_rect(1, _WILD_Y_PX, _WILD_WIDTH_PX - 2, height, 1)
    canvas.fill_rect(0, _WILD_Y_PX + 1, _WILD_WIDTH_PX, height - 2, 1)
    totals.big(canvas, rank, 0, _WILD_WIDTH_PX, _WILD_Y_PX + 2, height - LINE_PX - 2, 0)
    SMALL.centre(canvas, word, 0, _WILD_WIDTH_PX, _END_PX - LINE_PX - 1, 0)


_SET_CARDS, _RUN_CARDS = 3, 4
_APART_PX = 5  # one meld from the next
_STAIR_PX = 2  # one card of a run from the next, upwards
_PIP_PX = 2


def _set(canvas, x: int, width: int) -> None:
    """Three cards that are alike, side by side."""
    card_px = (width - _APART_PX) // _SET_CARDS - 1
    y = _MELDS_Y_PX + 1
    height = _MELD_HEIGHT_PX - 1
    x += (width - _SET_CARDS * (card_px + 1) + 1) // 2
    for _ in range(_SET_CARDS):
        canvas.rect(x, y, card_px, height, 1)
        pip_x = x + (card_px - _PIP_PX) // 2
        canvas.fill_rect(pip_x, y + 3, _PIP_PX, _PIP_PX, 1)
        canvas.fill_rect(pip_x, y + height - 3 - _PIP_PX, _PIP_PX, _PIP_PX, 1)
        x += card_px + 1


def _run(canvas, x: int, width: int) -> None:
    """Four cards, each higher than the one before."""
    card_px = (width - _APART_PX) // _RUN_CARDS - 1
    height = _MELD_HEIGHT_PX - (_RUN_CARDS - 1) * _STAIR_PX
    y = _MELDS_Y_PX + _MELD_HEIGHT_PX - height
    x += (width - _RUN_CARDS * (card_px + 1) + 1) // 2
    for _ in range(_RUN_CARDS):
        canvas.rect(x, y, card_px, height, 1)
        canvas.fill_rect(x + (card_px - _PIP_PX) // 2, y + 3, _PIP_PX, _PIP_PX, 1)
        x += card_px + 1
        y -= _STAIR_PX


# -- the end of a round ----------------------------------------------------------------------------


def over_keys(canvas, names: list, text: str) -> None:
    """Two or three names over the keys, as large as all of them can be, and a note."""
    width = THREE_COLUMNS[0][1]
    font = MIDDLE if max([MIDDLE.width(who) for who in names]) <= width else SMALL
    y = WORK_Y_PX + (WORK_HEIGHT_PX - paint.NOTE_LINES * LINE_PX - font.height) // 2
    for (x, width), who in zip(THREE_COLUMNS, names):
        font.centre(canvas, font.fit(who, width), x, width, y)
    paint.note(canvas, text)


# Widths of the columns of the five kinds, from the cheapest on; the sum has the rest of the line.
_KIND_WIDTHS_PX = (18, 21, 15, 15, 15)
_KIND_X_PX = (0, 18, 39, 54, 69)
_SUM_X_PX = 85
_SUM_HEIGHT_PX = WORK_HEIGHT_PX - LINE_PX


_COUNT_Y_PX = WORK_Y_PX + LINE_PX + 1
_COST_Y_PX = _COUNT_Y_PX + LARGE.height + 1


def kinds(canvas, columns: list, points: str, hint: str) -> None:
    """The cards left in a hand, kind by kind, what they cost together, and a hint."""
    for place, column in enumerate(columns):
        kind(canvas, place, column)
        x, width = _KIND_X_PX[place], _KIND_WIDTHS_PX[place]
        SMALL.centre(canvas, column[2], x, width, _COST_Y_PX)
    cost(canvas, points)
    paint.foot(canvas, hint)


def kind(canvas, place: int, column: tuple) -> None:
    """A kind of cards: (kind, how many, what one costs, True if it is being counted); whatever
    stood there goes, but for the cost."""
    word, count, _, marked = column
    x, width = _KIND_X_PX[place], _KIND_WIDTHS_PX[place]
    ink = 0 if marked else 1
    canvas.fill_rect(x, WORK_Y_PX, width, _COST_Y_PX - WORK_Y_PX, 1 - ink)
    SMALL.centre(canvas, word, x, width, WORK_Y_PX, ink)
    LARGE.centre(canvas, count, x, width, _COUNT_Y_PX, ink)


def cost(canvas, points: str) -> None:
    """What the cards cost together; whatever stood there goes."""
    width = WIDTH_PX - _SUM_X_PX
    canvas.fill_rect(_SUM_X_PX, WORK_Y_PX, width, _SUM_HEIGHT_PX, 0)
    totals.big(canvas, points, _SUM_X_PX, width, WORK_Y_PX, _SUM_HEIGHT_PX)


def penalty(canvas, points: str) -> None:
    """A penalty that is entered as a number; whatever stood there goes."""
    y = WORK_Y_PX + (_SUM_HEIGHT_PX - HUGE.height) // 2
    paint.clear(canvas, y, HUGE.height)
    HUGE.centre(canvas, points, 0, WIDTH_PX, y)


# -- the result and the standing -------------------------------------------------------------------

_TOTAL_HEIGHT_PX = LARGE.height + 1


def two_names(left: tuple, right: tuple) -> tuple:
    """Two texts about somebody that share a line, (key, name) each; long names share the room."""
    room = WIDTH_PX - paint.SPACE_PX
    for key, _ in (left, right):
        room -= SMALL.width(say(key, who="")) + SMALL.gap
    (left_key, first), (right_key, second) = left, right
    first = paint.brief_name(first, max(room // 2, room - SMALL.width(second)))
    second = paint.brief_name(second, room - SMALL.width(first))
    return say(left_key, who=first), say(right_key, who=second)


def result(canvas, columns: list) -> None:
    """A round as it is added up: (name, penalty, total, went out, leads) for up to four."""
    places = paint.columns(len(columns))
    width = places[0][1]
    y = WORK_Y_PX + LINE_PX
    total_y = _END_PX - _TOTAL_HEIGHT_PX
    font = totals.common([column[1] for column in columns], width, LARGE.height)
    total_font = totals.common([column[2] for column in columns], width, LARGE.height)
    names = paint.apart([column[0] for column in columns], width)
    for (x, width), who, (_, penalty_, total, out, leads) in zip(places, names, columns):
        paint.name(canvas, who, x, width, WORK_Y_PX, out)
        _figure(canvas, font, penalty_, (x, y, width, total_y - 1 - y), False)
        canvas.hline(x, total_y - 1, width, 1)
        _figure(canvas, total_font, total, (x, total_y, width, _TOTAL_HEIGHT_PX), leads)


def _figure(canvas, font, text: str, place: tuple, inverse: bool) -> None:
    x, y, width, height = place
    if inverse:
        canvas.fill_rect(x, y, width, height, 1)
        y -= 1  # the line above is part of what is lit: so much of it is seen below, too
    y += (height - font.height + 1) // 2
    font.centre(canvas, font.fit(text, width), x, width, y, 0 if inverse else 1)


_RANK_WIDTH_PX = 10
_BEHIND_WIDTH_PX = 26


def ranking(canvas, lines: list, y: int) -> None:
    """Everybody in order: (place, name, total, what they are behind) in a line each."""
    total_x = WIDTH_PX - 2 * _BEHIND_WIDTH_PX
    for place, who, total, behind in lines:
        SMALL.right(canvas, place, 0, _RANK_WIDTH_PX, y)
        x = _RANK_WIDTH_PX + paint.SPACE_PX
        SMALL.draw(canvas, SMALL.fit(who, total_x - x), x, y)
        SMALL.right(canvas, total, total_x, _BEHIND_WIDTH_PX, y)
        SMALL.right(canvas, behind, total_x + _BEHIND_WIDTH_PX, _BEHIND_WIDTH_PX, y)
        y += LINE_PX
