"""A figure for each of two to twelve players, as large as the glass allows.

Up to four stand side by side under a header. More stand in two lines of three, which takes the
header's place, too: six fill the glass, and the next six are on another page.
"""

from . import paint
from .canvas import LABELS_Y_PX, WORK_HEIGHT_PX, WORK_Y_PX
from .fonts import HUGE, LARGE, MIDDLE, SMALL

IN_A_ROW = 4  # so many stand side by side, with the header above
ON_A_PAGE = 6  # so many in lines of three, without it
_IN_A_LINE = 3
_LINE_HEIGHT_PX = LABELS_Y_PX // (ON_A_PAGE // _IN_A_LINE)
_APART_PX = 4  # one huge figure from the next
_SIZES = (HUGE, LARGE, MIDDLE, SMALL)
_IN_ALL_FONTS = "0123456789+-"


def pages(players: int) -> int:
    """How many pages the figures of so many players take."""
    return (players + ON_A_PAGE - 1) // ON_A_PAGE


def page_of(seat: int) -> int:
    """The page on which a seat stands, if there are several."""
    return seat // ON_A_PAGE


def has_header(players: int) -> bool:
    """True if the header has its place above the figures of so many."""
    return players <= IN_A_ROW


def draw(canvas, cells: list, page: int = 0, foot: str = "") -> None:
    """Figures of all players; of more than six those on the page.

    cells: (name, figure, True if the name is inverse). foot: a line below, if there is a header.
    """
    if not has_header(len(cells)):
        _lines(canvas, cells, page * ON_A_PAGE)
        return
    side_by_side(canvas, cells, WORK_Y_PX, paint.LINE_PX if foot else 0)
    if foot:
        paint.foot(canvas, foot)


def side_by_side(canvas, cells: list, y: int, left_px: int = 0) -> None:
    """Figures of up to four from a row on, with so many rows of the working area left below."""
    places = paint.columns(len(cells))
    height = WORK_Y_PX + WORK_HEIGHT_PX - left_px - y
    font = common([cell[1] for cell in cells], places[0][1], height - paint.LINE_PX)
    names = _names(cells, places)
    for seat, (x, width) in enumerate(places):
        _cell(canvas, names[seat], cells[seat], font, (x, y, width, height))


def _lines(canvas, cells: list, first: int) -> None:
    """Six figures in two lines, from the seat `first` on."""
    places = paint.columns(_IN_A_LINE)
    seats = range(first, min(first + ON_A_PAGE, len(cells)))
    shown = [cells[seat][1] for seat in seats]
    font = common(shown, places[0][1], _LINE_HEIGHT_PX - paint.LINE_PX)
    names = _names(cells, places)
    for place, seat in enumerate(seats):
        x, width = places[place % _IN_A_LINE]
        y = place // _IN_A_LINE * _LINE_HEIGHT_PX
        _cell(canvas, names[seat], cells[seat], font, (x, y, width, _LINE_HEIGHT_PX))


def _names(cells: list, places: tuple) -> list:
    """Everybody's name so that it can be told apart in columns like these."""
    return paint.apart([cell[0] for cell in cells], places[0][1])


def _cell(canvas, who: str, cell: tuple, font, place: tuple) -> None:
    """A name, and the figure in the middle of the room below it. place: x, y, width, height."""
    _, text, marked = cell
    x, y, width, height = place
    paint.name(canvas, who, x, width, y, marked)
    room = height - paint.LINE_PX
    y += paint.LINE_PX + (room - font.height + 1) // 2
    font.centre(canvas, font.fit(text, width), x, width, y)


def name(canvas, cells: list, seat: int) -> None:
    """The name of a seat in sight; whatever stood there goes."""
    place, y, places = seat, WORK_Y_PX, len(cells)
    if not has_header(places):
        place, places = seat % _IN_A_LINE, _IN_A_LINE
        y = seat % ON_A_PAGE // _IN_A_LINE * _LINE_HEIGHT_PX
    columns = paint.columns(places)
    x, width = columns[place]
    canvas.fill_rect(x, y, width, paint.LINE_PX, 0)
    paint.name(canvas, _names(cells, columns)[seat], x, width, y, cells[seat][2])


def common(texts: list, width: int, height: int):
    """The largest font in which every one of these figures fits; else the smallest."""
    place = 0
    for text in texts:
        place = max(place, _SIZES.index(largest(text, width, height)))
    return _SIZES[place]


def largest(text: str, width: int, height: int):
    """The largest font that has the text's letters and in which it fits; else the smallest."""
    for font in _SIZES:
        if font.height <= height and _has_all(font, text):
            spare_px = _APART_PX if font is HUGE else 0  # in the others an even gap is enough
            if font.width(text) + spare_px <= width:
                return font
    return SMALL


def _has_all(font, text: str) -> bool:
    for char in text:
        if char not in _IN_ALL_FONTS and not font.has(char):
            return False
    return True


def big(canvas, text: str, x: int, width: int, y: int, height: int, ink: int = 1) -> None:
    """One figure as large as it can be in the middle of a place."""
    font = largest(text, width, height)
    y += (height - font.height + 1) // 2
    font.centre(canvas, font.fit(text, width), x, width, y, ink)
