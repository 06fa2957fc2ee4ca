"""The parts that the screens of Meksykanka are made of: dice, skuchas, calls.

As in kibitz.paint, everything here draws what it is given and decides nothing.
"""

from rules_core.dice import MEKSYKANKA, MEKSYKANKA_DICE

from . import paint
from .canvas import (
    HEADER_Y_PX,
    RULE_Y_PX,
    THREE_COLUMNS,
    WIDTH_PX,
    WORK_HEIGHT_PX,
    WORK_Y_PX,
)
from .fonts import HUGE, LARGE, MIDDLE, SMALL
from .words import say

WORK_END_PX = WORK_Y_PX + WORK_HEIGHT_PX
SPACE_PX = paint.SPACE_PX
MARGIN_PX = paint.MARGIN_PX

# -- dice ------------------------------------------------------------------------------------------

# A die is seven units wide: an edge, three places for pips with a gap between them, an edge.
DIE_UNITS = 7
ENTRY_UNIT_PX = 4  # dice that are being set
LYING_UNIT_PX = 3  # dice that have been found
CLOSE_UNIT_PX = 2  # the same, where there is little room
ROUND_FROM_PX = 4  # a pip of this size has its corners off

# (column, row) of the pips, face by face
PIPS = (
    (),
    ((1, 1),),
    ((0, 2), (2, 0)),
    ((0, 2), (1, 1), (2, 0)),
    ((0, 0), (0, 2), (2, 0), (2, 2)),
    ((0, 0), (0, 2), (1, 1), (2, 0), (2, 2)),
    ((0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)),
)


def die(canvas, x: int, y: int, unit: int, face: int) -> None:
    """A die with its top left corner at (x, y): lit, its pips dark. unit: pixels, see DIE_UNITS."""
    side = DIE_UNITS * unit
    _rounded(canvas, x, y, side, 1)
    for column, row in PIPS[face]:
        left, top = x + unit + 2 * unit * column, y + unit + 2 * unit * row
        if unit < ROUND_FROM_PX:
            canvas.fill_rect(left, top, unit, unit, 0)
        else:
            _rounded(canvas, left, top, unit, 0)


def _rounded(canvas, x: int, y: int, side: int, ink: int) -> None:
    """A filled square without its corners."""
    canvas.fill_rect(x + 1, y, side - 2, side, ink)
    canvas.fill_rect(x, y + 1, side, side - 2, ink)


def _pair(canvas, dice, x: int, width: int, y: int, unit: int) -> None:
    """Two dice that lie side by side in the middle of a place."""
    side = DIE_UNITS * unit
    x += (width - 2 * side - unit) // 2
    die(canvas, x, y, unit, dice[0])
    die(canvas, x + side + unit, y, unit, dice[1])


def _pair_px(unit: int) -> int:
    """The width of two dice that lie side by side."""
    return (2 * DIE_UNITS + 1) * unit


_ENTRY_SIDE_PX = DIE_UNITS * ENTRY_UNIT_PX
_ENTRY_Y_PX = WORK_END_PX - _ENTRY_SIDE_PX
_TOP_Y_PX = WORK_Y_PX + 1  # what stands above the dice
_READING_X_PX, _READING_WIDTH_PX = THREE_COLUMNS[2]
_READING_Y_PX = _ENTRY_Y_PX + _ENTRY_SIDE_PX - LARGE.height - MARGIN_PX


def dice_entry(canvas, dice, reading: str, was=None) -> None:
    """Two dice, each over the key that turns it, and over the third key what they are worth.

    was: the dice that lie there by now, if there are any.
    """
    for place, face in enumerate(dice):
        if was is None or face != was[place]:
            x, width = THREE_COLUMNS[place]
            die(canvas, x + (width - _ENTRY_SIDE_PX) // 2, _ENTRY_Y_PX, ENTRY_UNIT_PX, face)
    canvas.fill_rect(_READING_X_PX, _READING_Y_PX, _READING_WIDTH_PX, LARGE.height, 0)
    LARGE.centre(canvas, reading, _READING_X_PX, _READING_WIDTH_PX, _READING_Y_PX)


def over_dice(canvas, who: str, right: str) -> None:
    """Above dice that are being set: whose they are, and at the right end a word about it."""
    right_px = SMALL.width(right)
    SMALL.draw(canvas, right, WIDTH_PX - right_px, _TOP_Y_PX + SPACE_PX // 2)
    room_px = WIDTH_PX - (right_px + SPACE_PX if right else 0)
    MIDDLE.draw(canvas, paint.brief_name(who, room_px, MIDDLE), 0, _TOP_Y_PX)


def call_over_dice(canvas, key: str, who: str, call: str) -> None:
    """Above dice that are being set: the call that they are to be judged by, and whose it is."""
    call = LARGE.fit(call, WIDTH_PX // 2)
    call_px = LARGE.width(call)
    x = min(_READING_X_PX + (_READING_WIDTH_PX - call_px) // 2, WIDTH_PX - call_px)
    LARGE.draw(canvas, call, x, _TOP_Y_PX)
    room_px = x - SPACE_PX - SMALL.width(say(key, who=""))
    SMALL.draw(canvas, say(key, who=paint.brief_name(who, room_px)), 0, _TOP_Y_PX + SPACE_PX)


# -- skuchas ---------------------------------------------------------------------------------------

ONE_LINE = 6  # so many players stand side by side, more of them in two lines
_MARK_PX = 4  # the width of a mark where there is room, and its height
_LOW_MARK_PX = 3  # its height in two lines
_GAP_PX = 1  # dark columns between two players, or two marks


def lines_of(count: int) -> int:
    """How many lines so many players take."""
    return 1 if count <= ONE_LINE else 2


def strip_cells(count: int) -> tuple:
    """(how many players stand side by side, the width each of them has)."""
    side_by_side = (count + lines_of(count) - 1) // lines_of(count)
    return side_by_side, WIDTH_PX // side_by_side - _GAP_PX


def strip(canvas, players: list) -> None:
    """Everybody's skuchas, at the foot of the working area.

    players: (name, skuchas, lives, out, turn) each, the name short enough for its cell. Who is out
    is struck through, whose turn it is inverse. A full mark is a skucha, an empty one is to spare.
    """
    for place, (_, skuchas, lives, _, _) in enumerate(players):
        x, y, width = strip_name(canvas, players, place)
        marks(canvas, x, width, y + paint.LINE_PX + 1, skuchas, lives, high=_mark_px(players))


def _mark_px(players: list) -> int:
    """The height of a mark in the strip."""
    return _MARK_PX if lines_of(len(players)) == 1 else _LOW_MARK_PX


def strip_name(canvas, players: list, place: int) -> tuple:
    """The name of one of those in the strip; whatever stood there goes. Where: (x, y, width)."""
    side_by_side, width = strip_cells(len(players))
    height_px = paint.LINE_PX + 1 + _mark_px(players)
    x = (WIDTH_PX - side_by_side * (width + _GAP_PX) + _GAP_PX) // 2
    x += place % side_by_side * (width + _GAP_PX)
    y = WORK_END_PX - lines_of(len(players)) * height_px + place // side_by_side * height_px
    who, _, _, out, turn = players[place]
    canvas.fill_rect(x, y, width, paint.LINE_PX, 0)
    paint.name(canvas, who, x, width, y, turn)
    if out:
        name_px = SMALL.width(who)
        canvas.hline(x + (width - name_px) // 2, y + SMALL.baseline // 2 + 1, name_px, 1)
    return x, y, width


def marks(
    canvas, x: int, width: int, y: int, skuchas: int, lives: int, most=_MARK_PX, high=_MARK_PX
):
    """A mark for each skucha that one may get, in the middle of a place.

    most: the width of a mark where there is room, high: its height, in pixels.
    """
    side = min(most, (width + _GAP_PX) // lives - _GAP_PX)
    x += (width - lives * (side + _GAP_PX) + _GAP_PX) // 2
    for number in range(lives):
        if number < skuchas:
            canvas.fill_rect(x, y, side, high, 1)
        elif side >= _MARK_PX:
            canvas.rect(x, y, side, high, 1)
        else:
            canvas.hline(x, y + high - 1, side, 1)
        x += side + _GAP_PX


# -- while the cup goes round ----------------------------------------------------------------------

_FIGURE_Y_PX = WORK_Y_PX + 1
_TURN_Y_PX = _FIGURE_Y_PX + paint.MARGIN_PX  # the capitals of a name: level with the call
_OFFER_Y_PX = _TURN_Y_PX + MIDDLE.height + 1
_OFFER_SIGN = "→"
_WIDEST_HUGE_PX = 58  # three digits, or four: larger calls are less high


def cup(canvas, who: str, call: str, offer: str, hints: list, lines: int) -> None:
    """Whose turn it is, the standing call and, where there is room, what the key would call now.

    call: MEKSYKANKA is drawn as the dice it is. hints: lines of small text in its place while there
    is none. lines: how many lines the skuchas take at the foot.
    """
    one = lines == 1
    if call:
        right_px = _call(canvas, call, _FIGURE_Y_PX + (1 if one else 0), one)
    else:
        right_px = _hints(canvas, hints if one else hints[:1])
    room_px = WIDTH_PX - (right_px + SPACE_PX if right_px else 0)
    MIDDLE.draw(canvas, paint.brief_name(who, room_px, MIDDLE), 0, _TURN_Y_PX)
    if one and offer:
        to_call(canvas, offer)


def turn(canvas, who: str) -> None:
    """Whose turn it is, alone in its line; whatever stood there goes."""
    paint.clear(canvas, _TURN_Y_PX, MIDDLE.height)
    MIDDLE.draw(canvas, MIDDLE.fit(who, WIDTH_PX), 0, _TURN_Y_PX)


def to_call(canvas, call: str, was: str = "") -> None:
    """What the key would call now. was: what stands there by now."""
    x = SMALL.draw(canvas, _OFFER_SIGN, 0, _OFFER_Y_PX + MARGIN_PX) + MARGIN_PX
    canvas.fill_rect(x, _OFFER_Y_PX, MIDDLE.width(was), MIDDLE.height, 0)
    MIDDLE.draw(canvas, call, x, _OFFER_Y_PX)


def _call(canvas, call: str, y: int, huge: bool) -> int:
    """The standing call at the right end of the working area; its width."""
    if call == MEKSYKANKA:
        unit = LYING_UNIT_PX if huge else CLOSE_UNIT_PX
        call_px = _pair_px(unit)
        _pair(canvas, MEKSYKANKA_DICE, WIDTH_PX - call_px, call_px, y + 1, unit)
        return call_px
    font = HUGE if huge and HUGE.width(call) <= _WIDEST_HUGE_PX else LARGE
    call = font.fit(call, WIDTH_PX // 2)
    call_px = font.width(call)
    font.draw(canvas, call, WIDTH_PX - call_px, y)
    return call_px


def _hints(canvas, texts: list) -> int:
    """Lines of small text at the right end of the working area; their width."""
    widest_px = 0
    y = _TURN_Y_PX
    for text in texts:
        SMALL.right(canvas, text, 0, WIDTH_PX, y)
        widest_px = max(widest_px, SMALL.width(text))
        y += paint.LINE_PX
    return widest_px


def digits(canvas, text: str, most: int, note: str) -> None:
    """A number that is being set, its last digit marked, and a note.

    most: how many digits there may be. The first one stands still while others come behind it.
    """
    x = (WIDTH_PX - HUGE.width("0" * most)) // 2
    end = HUGE.draw(canvas, text, x, WORK_Y_PX + 1)
    last_px = HUGE.width(text[-1])
    canvas.fill_rect(end - HUGE.gap - last_px, WORK_Y_PX + HUGE.height + MARGIN_PX, last_px, 2, 1)
    SMALL.centre(canvas, note, 0, WIDTH_PX, WORK_END_PX - paint.LINE_PX)


def offer(canvas, caption: str, call: str) -> None:
    """A call to be chosen, large, and whose it is."""
    paint.small(canvas, caption, 0, WIDTH_PX, _FIGURE_Y_PX)
    offered(canvas, call)


def offered(canvas, call: str) -> None:
    """The call to be chosen; whatever stood there goes."""
    y = _FIGURE_Y_PX + paint.LINE_PX + MARGIN_PX
    paint.clear(canvas, y, WORK_END_PX - y)
    if call == MEKSYKANKA:
        _pair(canvas, MEKSYKANKA_DICE, 0, WIDTH_PX, y, LYING_UNIT_PX)
    else:
        HUGE.centre(canvas, call, 0, WIDTH_PX, y)


# -- the end of a cycle ----------------------------------------------------------------------------

_LYING_SIDE_PX = DIE_UNITS * LYING_UNIT_PX
_SENTENCE_Y_PX = WORK_Y_PX + _LYING_SIDE_PX + 2
_LOSER_Y_PX = WORK_END_PX - MIDDLE.height
_LOSER_MARK_PX, _LOSER_MARK_HEIGHT_PX = 7, 9  # as high as the capitals of a name
_LOSER_MARKS_PX = 35  # the most room for marks


def verdict(canvas, call: str, rolls: list, figure: str, sentence: str) -> None:
    """What was called, the dice that lay there and what they are worth; a sentence about it."""
    y = WORK_Y_PX + (_LYING_SIDE_PX - LARGE.height) // 2 + 1
    call, figure = LARGE.fit(call, WIDTH_PX // 2), LARGE.fit(figure, WIDTH_PX // 2)
    call_px, figure_px = LARGE.width(call), LARGE.width(figure)
    LARGE.draw(canvas, call, 0, y)
    LARGE.draw(canvas, figure, WIDTH_PX - figure_px, y)
    room_px = WIDTH_PX - call_px - figure_px
    unit = LYING_UNIT_PX
    if len(rolls) * (_pair_px(unit) + 2 * SPACE_PX) > room_px:
        unit = CLOSE_UNIT_PX
    for number, dice in enumerate(rolls):
        x = call_px + room_px * number // len(rolls)
        down_px = (_LYING_SIDE_PX - DIE_UNITS * unit) // 2
        _pair(canvas, dice, x, room_px // len(rolls), WORK_Y_PX + 1 + down_px, unit)
    paint.small(canvas, sentence, 0, WIDTH_PX, _SENTENCE_Y_PX)


def loser(canvas, word: str, who: str, skuchas: int, lives: int) -> None:
    """Who gets the skucha, after a word about it; and the marks of all they have got."""
    marks_px = min(lives * (_LOSER_MARK_PX + _GAP_PX) - _GAP_PX, _LOSER_MARKS_PX)
    x = WIDTH_PX - marks_px
    marks_y = _LOSER_Y_PX + MIDDLE.baseline - _LOSER_MARK_HEIGHT_PX
    marks(canvas, x, marks_px, marks_y, skuchas, lives, _LOSER_MARK_PX, _LOSER_MARK_HEIGHT_PX)
    word_y = _LOSER_Y_PX + MIDDLE.baseline - SMALL.baseline
    name_x = SMALL.draw(canvas, word, 0, word_y) + SPACE_PX
    MIDDLE.draw(canvas, paint.brief_name(who, x - SPACE_PX - name_x, MIDDLE), name_x, _LOSER_Y_PX)


# -- chances ---------------------------------------------------------------------------------------

_CHANCE_Y_PX = WORK_Y_PX + paint.LINE_PX + 4
_PERCENT_GAP_PX = 1


def chances(canvas, columns: list) -> None:
    """Chances side by side: (caption, per cent, fraction) each."""
    places = paint.columns(len(columns))
    for (x, width), (caption, percent, fraction) in zip(places, columns):
        paint.small(canvas, caption, x, width, WORK_Y_PX + MARGIN_PX)
        sign_px = MIDDLE.width("%")
        left = x + (width - LARGE.width(percent) - _PERCENT_GAP_PX - sign_px) // 2
        end = LARGE.draw(canvas, percent, left, _CHANCE_Y_PX)
        MIDDLE.draw(canvas, "%", end - LARGE.gap + _PERCENT_GAP_PX, _CHANCE_Y_PX + 5)
        paint.small(canvas, fraction, x, width, WORK_END_PX - paint.LINE_PX)


# -- the end, and the score sheet ------------------------------------------------------------------


def winner(canvas, who: str, after: str, lines: int) -> None:
    """Who has won and, where there is room, after how much. lines: of the skuchas below."""
    MIDDLE.centre(canvas, MIDDLE.fit(who, WIDTH_PX), 0, WIDTH_PX, _FIGURE_Y_PX + 1)
    if lines == 1:
        SMALL.centre(canvas, after, 0, WIDTH_PX, _FIGURE_Y_PX + 1 + MIDDLE.height)


SHEET_ROWS = paint.LIST_ROWS
_NUMBER = (0, 15)  # (x, width)
_SIDES = ((17, 54), (74, 54))  # who called, who checked
_WIDEST_FIGURE_PX = 34


def sheet_head(canvas, called: str, checked: str) -> None:
    """What the sides of a row are."""
    for (x, width), text in zip(_SIDES, (called, checked)):
        SMALL.draw(canvas, SMALL.fit(text, width), x + 1, HEADER_Y_PX)
    canvas.hline(0, RULE_Y_PX, WIDTH_PX, 1)


def sheet_row(canvas, row: int, number: str, called: tuple, checked: tuple) -> None:
    """A row of the sheet: the cycle's number; for each side (name, figure, True for the loser)."""
    y = WORK_Y_PX + row * paint.LINE_PX
    SMALL.right(canvas, number, _NUMBER[0], _NUMBER[1], y)
    for (x, width), (who, figure, lost) in zip(_SIDES, (called, checked)):
        figure = SMALL.fit(figure, _WIDEST_FIGURE_PX)
        SMALL.right(canvas, figure, x, width, y)
        who = paint.brief_name(who, width - SMALL.width(figure) - SPACE_PX)
        if lost:
            canvas.fill_rect(x, y, SMALL.width(who) + 2, paint.LINE_PX - 1, 1)
        SMALL.draw(canvas, who, x + 1, y, 0 if lost else 1)
