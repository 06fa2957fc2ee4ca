"""Where things go on the glass, and the parts that screens are made of.

Everything here draws what it is given and decides nothing. The places are those of kibitz.canvas.
"""

from .canvas import (
    FOUR_COLUMNS,
    HEADER_Y_PX,
    LABELS_HEIGHT_PX,
    LABELS_Y_PX,
    MONO_VLSB,
    PAGE_PX,
    PARTING_Y_PX,
    RULE_Y_PX,
    THREE_COLUMNS,
    WIDTH_PX,
    WORK_HEIGHT_PX,
    WORK_Y_PX,
    FrameBuffer,
)
from .canvas import columns as glass_columns
from .font import TextOverflow
from .fonts import HUGE, LARGE, MIDDLE, SMALL
from .words import say

LINE_PX = 9  # from one line of small text to the next
LIST_ROWS = WORK_HEIGHT_PX // LINE_PX
NOTE_LINES = 2  # at the foot of the working area
NOTE_Y_PX = WORK_Y_PX + (LIST_ROWS - NOTE_LINES) * LINE_PX
MARGIN_PX = 2  # beside text on an inverse ground
SPACE_PX = 4  # between two texts in a line
MOST_STANDING = 6  # so many players have a column for their total
SEPARATOR = "  "  # between names in a line


def header(canvas, left: str, right: str = "") -> None:
    """The top line: what this is, shortened if need be, and at the right end a number or name."""
    room_px = WIDTH_PX
    if right:
        x = WIDTH_PX - SMALL.width(right)
        SMALL.draw(canvas, right, x, HEADER_Y_PX)
        room_px = x - SPACE_PX
    SMALL.draw(canvas, SMALL.fit(left, room_px), 0, HEADER_Y_PX)
    canvas.hline(0, RULE_Y_PX, WIDTH_PX, 1)


def header_end(canvas, left: str, right: str, was: str) -> bool:
    """Write another text at the header's right end; False, and nothing, if there is not the room.

    left: the text at the left. was: the one that the new one replaces.
    """
    right_px = SMALL.width(right)
    wider_px = max(right_px, SMALL.width(was))
    if SMALL.width(left) + SPACE_PX + wider_px > WIDTH_PX:
        return False
    canvas.fill_rect(WIDTH_PX - wider_px, HEADER_Y_PX, wider_px, RULE_Y_PX - HEADER_Y_PX, 0)
    SMALL.draw(canvas, right, WIDTH_PX - right_px, HEADER_Y_PX)
    return True


NO_LABELS = ("", "", "")


def labels(canvas, texts: tuple, shown: tuple = NO_LABELS) -> None:
    """The bottom line: under each column what its key does, like the key's own cap.

    shown: what stands there by now.
    """
    if texts == shown:
        return
    for (x, width), text, was in zip(THREE_COLUMNS, texts, shown):
        if text != was:
            canvas.fill_rect(x, LABELS_Y_PX, width, LABELS_HEIGHT_PX, 1 if text else 0)
            SMALL.centre(canvas, text, x, width, LABELS_Y_PX, 0)


def clear(canvas, y: int = 0, height: int = PARTING_Y_PX) -> None:
    """Make a part of the canvas dark; without numbers all but the labels."""
    canvas.fill_rect(0, y, WIDTH_PX, height, 0)


def rows(canvas, texts: list, top: int, count: int, marked: int) -> None:
    """A list: so many (left, right) texts from the one at `top` on, one of them marked."""
    for index in range(top, min(top + count, len(texts))):
        row(canvas, index - top, texts[index], index == marked)


def row_y(place: int) -> int:
    """Where the line of a list is that has this place in sight."""
    return WORK_Y_PX + place * LINE_PX


def row(canvas, place: int, texts: tuple, marked: bool) -> None:
    """A line of a list, (left, right). The left text is inverse if the line is marked.

    Only the text, since a whole line would take four times as long to get to the glass. The right
    one has at least half of the line, and more if the left one leaves it.
    """
    left, right = texts
    y = row_y(place)
    left_px = SMALL.width(left)
    if right:
        room_px = WIDTH_PX - 2 * MARGIN_PX - SPACE_PX
        right = SMALL.fit(right, max(WIDTH_PX // 2, room_px - left_px))
        right_px = SMALL.width(right)
        SMALL.draw(canvas, right, WIDTH_PX - MARGIN_PX - right_px, y)
        room_px -= right_px
    else:
        room_px = WIDTH_PX - 2 * MARGIN_PX
    if left_px > room_px:
        left = SMALL.fit(left, room_px)
        left_px = SMALL.width(left)
    if marked:
        canvas.fill_rect(0, y, left_px + 2 * MARGIN_PX, LINE_PX, 1)
    SMALL.draw(canvas, left, MARGIN_PX, y, 0 if marked else 1)


def note(canvas, text: str) -> None:
    """A sentence of two lines at the foot of the working area."""
    _lines(canvas, _wrapped(text, NOTE_LINES), NOTE_Y_PX)


def message(canvas, text: str) -> None:
    """A sentence alone in the working area."""
    lines = _wrapped(text, LIST_ROWS)
    _lines(canvas, lines, WORK_Y_PX + (WORK_HEIGHT_PX - len(lines) * LINE_PX) // 2)


def _wrapped(text: str, most: int) -> list:
    """The lines of a text; what does not fit is cut off, and seen to be."""
    lines = SMALL.wrap(text, WIDTH_PX - 2 * MARGIN_PX)
    if len(lines) <= most:
        return lines
    if SMALL.strict:
        raise TextOverflow("{!r} needs more than {} lines".format(text, most))
    rest = " ".join(lines[most - 1 :])
    return lines[: most - 1] + [SMALL.fit(rest, WIDTH_PX - 2 * MARGIN_PX)]


def _lines(canvas, lines: list, y: int) -> None:
    for line in lines:
        SMALL.centre(canvas, line, 0, WIDTH_PX, y)
        y += LINE_PX


def columns(count: int) -> tuple:
    """(x, width) of so many columns side by side."""
    if count in (3, 4):
        return glass_columns(count)
    width_px = WIDTH_PX // count
    return tuple([(place * width_px, width_px - 1) for place in range(count)])


def standing(canvas, texts: list, lines: int = NOTE_LINES) -> None:
    """How a game stands, at the foot of the working area: (name, total) for up to six players.

    In two lines; or in one, if there is room for no more, up to four.
    """
    if not 0 < len(texts) <= (MOST_STANDING if lines >= NOTE_LINES else len(FOUR_COLUMNS)):
        return
    y = NOTE_Y_PX + LINE_PX
    places = columns(len(texts))
    names, width = [who for who, _ in texts], places[0][1]
    if lines >= NOTE_LINES:
        names = apart(names, width)
    else:
        names = heads(names, width - 2 * SPACE_PX - max([SMALL.width(total) for _, total in texts]))
    for (x, width), who, (_, total) in zip(places, names, texts):
        if lines >= NOTE_LINES:
            small(canvas, who, x, width, NOTE_Y_PX)
            small(canvas, total, x, width, y)
        else:
            SMALL.draw(canvas, total, x + width - SPACE_PX - SMALL.width(total), y)
            SMALL.draw(canvas, who, x, y)


def seating(canvas, caption: str, names: list) -> None:
    """Who sits where so far, at the foot of the working area."""
    SMALL.centre(canvas, caption, 0, WIDTH_PX, NOTE_Y_PX)
    if len(names) <= len(FOUR_COLUMNS):
        places = columns(len(names))
        for (x, width), who in zip(places, apart(names, places[0][1])):
            small(canvas, who, x, width, NOTE_Y_PX + LINE_PX)
        return
    # Of many the last ones, as many as there is room for.
    first = len(names)
    text = ""
    while first and SMALL.width(names[first - 1] + SEPARATOR + text) <= WIDTH_PX:
        first -= 1
        text = names[first] + (SEPARATOR + text if text else "")
    SMALL.centre(canvas, text, 0, WIDTH_PX, NOTE_Y_PX + LINE_PX)


def number(canvas, value: int) -> None:
    """The number that is being set, above the note."""
    HUGE.centre(canvas, str(value), 0, WIDTH_PX, WORK_Y_PX + MARGIN_PX)


_WHEEL_Y_PX = WORK_Y_PX + 19
_WHEEL_HEIGHT_PX = 15


def spelling(canvas, text: str) -> None:
    """The name up to now; whatever stood there goes."""
    clear(canvas, WORK_Y_PX, _WHEEL_Y_PX - WORK_Y_PX)
    end = MIDDLE.draw(canvas, text, MARGIN_PX, WORK_Y_PX + MARGIN_PX)
    canvas.hline(end, WORK_Y_PX + MIDDLE.height, 7, 1)


def wheel(canvas, letters: list) -> None:
    """The letters in sight with the middle one marked; whatever stood there goes."""
    clear(canvas, _WHEEL_Y_PX, _WHEEL_HEIGHT_PX)
    width = WIDTH_PX // len(letters)
    x = (WIDTH_PX - width * len(letters)) // 2
    for place, letter in enumerate(letters):
        font = MIDDLE if MIDDLE.has(letter) else SMALL
        ink = 1
        if place == len(letters) // 2:
            canvas.fill_rect(x, _WHEEL_Y_PX, width, _WHEEL_HEIGHT_PX, 1)
            ink = 0
        y = _WHEEL_Y_PX + (_WHEEL_HEIGHT_PX - font.height) // 2
        font.centre(canvas, letter, x, width, y, ink)
        x += width


# -- texts in columns ------------------------------------------------------------------------------


def name(canvas, text: str, x: int, width: int, y: int, inverse: bool = False) -> None:
    """A player's name in small text in the middle of a column, inverse for the one who matters."""
    if inverse:
        canvas.fill_rect(x, y, width, LINE_PX, 1)
        SMALL.centre(canvas, text, x + 1, width - MARGIN_PX, y, 0, True)
    else:
        SMALL.centre(canvas, text, x, width, y, 1, True)


def apart(names, width_px: int) -> list:
    """The names for columns that are so wide: those that would look the same there ("Gracz…") are
    cut before their last letter ("Grac1")."""
    width_px -= MARGIN_PX  # as of a name that is inverse
    cut = [SMALL.fit(name, width_px) for name in names]
    return [
        _with_end(name, width_px) if short != name and cut.count(short) > 1 else name
        for name, short in zip(names, cut)
    ]


def brief_name(name: str, width_px: int, font=SMALL) -> str:
    """As much of a name as fits. A number at its end stays: it tells "Player 1" from "Player 2"."""
    if name[-1:].isdigit() and font.width(name) > width_px:
        return _with_end(name, width_px, font)
    return font.fit(name, width_px)


def _with_end(name: str, width_px: int, font=SMALL) -> str:
    """As much of a name as fits before its last letter, or two figures, and that."""
    end = name[-2:] if name[-2:].isdigit() else name[-1:]
    return font.fit(name, width_px - font.width(end) - font.gap, "") + end


def figure(canvas, text: str, x: int, width: int, y: int, ink: int = 1) -> None:
    """A large number in the middle of a column; if it is too wide, its sign stands closer."""
    if text[0] in "+-" and LARGE.width(text) > width:
        LARGE.draw(canvas, text[0], x, y, ink)
        LARGE.right(canvas, text[1:], x, width, y, ink, True)
    else:
        LARGE.centre(canvas, text, x, width, y, ink, True)


def small(canvas, text: str, x: int, width: int, y: int) -> None:
    """Small text in the middle of a column, shortened to fit."""
    SMALL.centre(canvas, text, x, width, y, 1, True)


def signed(value: int) -> str:
    """Points as a table writes them: +7, -5, 0."""
    return "+" + str(value) if value > 0 else str(value)


def with_name(key: str | int, who: str, beside: str = "", **values) -> str:
    """A text about somebody, their name so short that it fits in a line with what is beside it."""
    text = say(key, who=who, **values)
    over_px = SMALL.width(text) - WIDTH_PX
    if beside:
        over_px += SMALL.width(beside) + SPACE_PX
    if over_px <= 0:
        return text
    return say(key, who=brief_name(who, SMALL.width(who) - over_px), **values)


# -- the screens of card games ---------------------------------------------------------------------

_FIGURE_Y_PX = WORK_Y_PX + LINE_PX + 1  # under a name
_FOOT_Y_PX = WORK_Y_PX + WORK_HEIGHT_PX - LINE_PX
_TURN_WIDTH_PX = 82  # the auction: whose turn it is; the standing bid is at the right of it


def foot(canvas, text: str) -> None:
    """The last line of the working area; whatever stood there goes."""
    clear(canvas, _FOOT_Y_PX, LINE_PX)
    SMALL.centre(canvas, text, 0, WIDTH_PX, _FOOT_Y_PX, 1, True)


def dealers(canvas, names, text: str) -> None:
    """Three names over the three keys, and a note."""
    for (x, width), who in zip(THREE_COLUMNS, apart(names, THREE_COLUMNS[0][1])):
        name(canvas, who, x, width, WORK_Y_PX + LINE_PX, True)
    note(canvas, text)


def auction(canvas, caption: str, turn: str, standing, opening: str) -> None:
    """Whose turn it is, and the standing bid: (bid, holder), or None and a word for the opening."""
    x = _TURN_WIDTH_PX + SPACE_PX
    width = WIDTH_PX - x
    SMALL.draw(canvas, caption, 0, WORK_Y_PX + MARGIN_PX)
    if standing is None:
        room_px = WIDTH_PX
        small(canvas, opening, x, width, WORK_Y_PX + MARGIN_PX)
    else:
        room_px = _TURN_WIDTH_PX
        bid, holder = standing
        small(canvas, holder, x, width, WORK_Y_PX)
        HUGE.centre(canvas, bid, x, width, _FIGURE_Y_PX)
    MIDDLE.draw(canvas, MIDDLE.fit(turn, room_px), 0, _FIGURE_Y_PX + MARGIN_PX)


def ladder(canvas, rungs: list) -> None:
    """All bids side by side: (text, marked) each, the text "" for one that is not possible now."""
    for place, (text, marked) in enumerate(rungs):
        rung(canvas, place, len(rungs), text, marked)


def rung(canvas, place: int, count: int, text: str, marked: bool) -> None:
    """One of so many bids; whatever stood there goes."""
    width = WIDTH_PX // count
    x = (WIDTH_PX - width * count) // 2 + place * width
    ink = 0 if marked else 1
    canvas.fill_rect(x, _FOOT_Y_PX, width - 1, LINE_PX, 1 - ink)
    SMALL.centre(canvas, text or "·", x, width - 1, _FOOT_Y_PX, ink, True)


def suits(canvas, here: list, others: list) -> None:
    """Two suits over the keys A and B; over C the two others, which it would bring."""
    for (x, width), sign in zip(THREE_COLUMNS, here):
        _doubled(canvas, sign, x + (width - 2 * LARGE.width(sign)) // 2)
    x, width = THREE_COLUMNS[2]
    y = WORK_Y_PX + (WORK_HEIGHT_PX - LARGE.height) // 2
    LARGE.centre(canvas, "".join(others), x, width, y)


# Four pixels side by side, each twice
_SPREAD = b"\x00\x03\x0c\x0f\x30\x33\x3c\x3f\xc0\xc3\xcc\xcf\xf0\xf3\xfc\xff"


def _doubled(canvas, sign: str, x: int) -> None:
    """A sign of the large font, four pixels for each of its own, in the middle of the height."""
    page = WORK_Y_PX // PAGE_PX + 1
    LARGE.draw(canvas, sign, x, page * PAGE_PX)
    width_px = LARGE.width(sign)
    pages = LARGE.height // PAGE_PX
    stride = 2 * width_px
    bits = bytearray(2 * pages * stride)
    at = 0
    for row in range(page, page + pages):
        start = row * WIDTH_PX + x
        for byte in canvas.buffer[start : start + width_px]:
            bits[at] = bits[at + 1] = _SPREAD[byte & 15]
            bits[at + stride] = bits[at + stride + 1] = _SPREAD[byte >> 4]
            at += 2
        at += stride
    canvas.fill_rect(x, page * PAGE_PX, width_px, LARGE.height, 0)
    y = WORK_Y_PX + (WORK_HEIGHT_PX - 2 * LARGE.height) // 2
    canvas.blit(FrameBuffer(bits, stride, 2 * LARGE.height, MONO_VLSB), x, y)


def tricks(canvas, columns: list, framed: int = -1) -> None:
    """The players over the keys, (name, count, declarer) each; the count of one may be framed."""
    names = apart([column[0] for column in columns], THREE_COLUMNS[0][1])
    for place, (x, width) in enumerate(THREE_COLUMNS):
        _, number, declarer = columns[place]
        name(canvas, names[place], x, width, WORK_Y_PX, declarer)
        count(canvas, place, number, place == framed)


def count(canvas, place: int, text: str, framed: bool = False) -> None:
    """The count of one of the players over the keys; whatever stood there goes."""
    x, width = THREE_COLUMNS[place]
    canvas.fill_rect(x, _FIGURE_Y_PX, width, HUGE.height, 1 if framed else 0)
    HUGE.centre(canvas, text, x, width, _FIGURE_Y_PX, 0 if framed else 1)


def contract(canvas, who: str, text: str) -> None:
    """Who plays what, while nobody counts."""
    MIDDLE.centre(canvas, MIDDLE.fit(who, WIDTH_PX), 0, WIDTH_PX, WORK_Y_PX + MARGIN_PX)
    LARGE.centre(canvas, text, 0, WIDTH_PX, WORK_Y_PX + MIDDLE.height + SPACE_PX)


def result(canvas, columns_: list) -> None:
    """A hand as it is added up: (name, points, new total, declarer) for everybody."""
    total_y = WORK_Y_PX + WORK_HEIGHT_PX - LARGE.height
    places = columns(len(columns_))
    names = apart([column[0] for column in columns_], places[0][1])
    for (x, width), who, (_, points, total, declarer) in zip(places, names, columns_):
        name(canvas, who, x, width, WORK_Y_PX, declarer)
        figure(canvas, points, x, width, _FIGURE_Y_PX)
        canvas.hline(x + MARGIN_PX, total_y - MARGIN_PX, width - 2 * MARGIN_PX, 1)
        figure(canvas, total, x, width, total_y)


def end(canvas, winners: str, columns_: list) -> None:
    """The end of a game: who has won, and everybody's (name, total, True for a winner)."""
    MIDDLE.centre(canvas, MIDDLE.fit(winners, WIDTH_PX), 0, WIDTH_PX, WORK_Y_PX + 1)
    y = WORK_Y_PX + MIDDLE.height + SPACE_PX
    places = columns(len(columns_))
    names = apart([column[0] for column in columns_], places[0][1])
    for (x, width), who, (_, total, winner) in zip(places, names, columns_):
        name(canvas, who, x, width, y, winner)
        figure(canvas, total, x, width, y + LINE_PX + 1)


# -- the score sheet -------------------------------------------------------------------------------

SHEET_ROWS = 4  # hands in sight, between the names and the totals
# Of the numbers of hands up to 39, 99, and more: a four is wider than other figures. Beside four
# players' columns there is no room for three.
_NUMBERS_PX = (9, 11, 17)
_LEAST_FIGURES = 2  # narrow ones have room in the narrowest place
_WIDEST_FIGURE_PX = 6  # with the column behind it
_BID_PX = 16
_GAIN_PX = 16


def sheet_places(players: int, hands: int) -> tuple:
    """Where things go on a sheet, as (x, width): (number, bid, gain), and everybody's column.

    hands: the number of the last one.
    """
    places = []
    x = 0
    number_px = _NUMBERS_PX[(hands > 39) + (hands > 99 and players < len(FOUR_COLUMNS))]
    for width in (number_px, _BID_PX, _GAIN_PX):
        places.append((x, width))
        x += width + 1
    width = (WIDTH_PX - x) // players
    x = WIDTH_PX - players * width
    return tuple(places), tuple([(x + place * width, width) for place in range(players)])


def last_figures(number: int, width_px: int) -> str:
    """The last figures of a number, as many as there is room for: in a long list it is these that
    tell one row from the next."""
    return str(number)[-max(_LEAST_FIGURES, (width_px + 1) // _WIDEST_FIGURE_PX) :]


def heads(names, width_px: int) -> list:
    """The names cut to the width of a column of a sheet, without a mark: it would cost a letter.

    Names that then look the same ("Player 1", "Player 2") end in their last letter.
    """
    cut = [SMALL.fit(name, width_px, "") for name in names]
    return [
        _with_end(name, width_px) if cut.count(short) > 1 else short
        for name, short in zip(names, cut)
    ]


_SHEET_GAP_PX = 1  # dark, between two columns
_SHEET_EDGE_PX = 1  # at the right of a total, lit if it is inverse


def sheet_frame(canvas, places: tuple, title: str, names, caption: str, totals) -> None:
    """What stays while the sheet scrolls: the names above, the totals now below."""
    foot_y = WORK_Y_PX + SHEET_ROWS * LINE_PX
    _, columns_ = places
    x, width = columns_[0]
    width -= _SHEET_GAP_PX + _SHEET_EDGE_PX
    small(canvas, title, 0, x, HEADER_Y_PX)
    _sheet_columns(canvas, columns_, HEADER_Y_PX, heads(names, width - MARGIN_PX))
    canvas.hline(0, RULE_Y_PX, WIDTH_PX, 1)
    canvas.hline(0, foot_y - 1, WIDTH_PX, 1)
    small(canvas, caption, 0, x, foot_y)
    _sheet_columns(canvas, columns_, foot_y, totals)


def sheet_row(canvas, places: tuple, row: int, cells: tuple, totals: list, marked: int) -> None:
    """A row of the sheet: (number, bid, gain), and everybody's total, one of them inverse.

    places: of `sheet_places`.
    """
    y = WORK_Y_PX + row * LINE_PX
    cell_places, columns_ = places
    for (x, width), text in zip(cell_places, cells):
        SMALL.right(canvas, text, x, width, y)
    _sheet_columns(canvas, columns_, y, totals, marked)


def _sheet_columns(canvas, places: tuple, y: int, texts, marked: int = -1) -> None:
    for place, text in enumerate(texts):
        x, width = places[place]
        width -= _SHEET_GAP_PX
        if place == marked:
            canvas.fill_rect(x, y, width, LINE_PX, 1)
        if SMALL.width(text) < width:
            width -= _SHEET_EDGE_PX
        SMALL.right(canvas, text, x, width, y, 0 if place == marked else 1)
