"""The score sheet of games that give everybody a number in every round."""

from . import paint
from .canvas import HEADER_Y_PX, RULE_Y_PX, WIDTH_PX, WORK_Y_PX
from .fonts import SMALL
from .screen import ScrollScreen
from .words import say

ROWS = 4  # in sight, between the names and the totals
_NUMBER_WIDTH_PX = 17  # three figures
_PLAYERS_X_PX = _NUMBER_WIDTH_PX + 1
_PLAYERS_WIDTH_PX = WIDTH_PX - _PLAYERS_X_PX
_MOST_COLUMNS = 6
_APART_PX = 1  # a number from the next, at least
_NAMES_APART_PX = 3
_TOTALS_Y_PX = WORK_Y_PX + ROWS * paint.LINE_PX


class PointsSheetScreen(ScrollScreen):
    """The sheet, opened at its end: A up, B down, C to the players that did not fit, then away.

    players: their names. rows: (number, a number for every player, the seat whose number is inverse
    or -1) for each round. totals: a number for every player. top: the first row in sight. first:
    the first player in sight. numbers: all that are in the rows, one after the other: to make each
    row of a long count for that would take seconds.
    """

    def __init__(self, app, players, rows, totals, numbers):
        super().__init__(app)
        self.players = players
        self.rows = rows
        self.totals = [str(total) for total in totals]
        self.first = 0
        self.columns = self._columns_that_fit(numbers)
        self.top = self.last_top()

    def _columns_that_fit(self, numbers) -> int:
        """How many players stand side by side, by the widest number there is."""
        widest = max([SMALL.width(total) for total in self.totals])
        for number in numbers:
            widest = max(widest, SMALL.width(str(number)))
        fit = _PLAYERS_WIDTH_PX // (widest + _APART_PX)
        return max(1, min(fit, _MOST_COLUMNS, len(self.players)))

    def last_top(self) -> int:
        """The top row when the end of the sheet is in sight."""
        return max(0, len(self.rows) - ROWS)

    def in_sight(self) -> range:
        """The seats in sight."""
        return range(self.first, min(self.first + self.columns, len(self.players)))

    def draw(self, canvas) -> None:
        seats = self.in_sight()
        self._names(canvas)
        canvas.hline(0, RULE_Y_PX, WIDTH_PX, 1)
        for place in range(min(ROWS, len(self.rows) - self.top)):
            number, numbers, marked = self.rows[self.top + place]
            y = WORK_Y_PX + place * paint.LINE_PX
            texts = [str(numbers[seat]) for seat in seats]
            number = paint.last_figures(number, _NUMBER_WIDTH_PX)
            self._line(canvas, y, number, texts, marked - self.first)
        canvas.hline(0, _TOTALS_Y_PX - 1, WIDTH_PX, 1)
        self._line(canvas, _TOTALS_Y_PX, "", [self.totals[s] for s in seats], -1)

    def _line(self, canvas, y: int, number: str, texts: list, marked: int) -> None:
        SMALL.right(canvas, number, 0, _NUMBER_WIDTH_PX, y)
        width = _PLAYERS_WIDTH_PX // self.columns
        for place, text in enumerate(texts):
            x = _PLAYERS_X_PX + place * width
            ink = 1
            if place == marked:
                canvas.fill_rect(x, y, width, paint.LINE_PX - 1, 1)
                ink = 0
            SMALL.right(canvas, SMALL.fit(text, width - _APART_PX), x, width - 1, y, ink)

    def _names(self, canvas) -> None:
        """The names above the columns."""
        width = _PLAYERS_WIDTH_PX // self.columns
        seats = self.in_sight()
        names = paint.heads([self.players[seat] for seat in seats], width - _NAMES_APART_PX)
        for place, name in enumerate(names):
            x = _PLAYERS_X_PX + place * width
            SMALL.right(canvas, name, x, width - 1, HEADER_Y_PX)

    def leave_label(self) -> str:
        return say("key.more" if self._has_more() else "key.close")

    def leave(self) -> None:
        """The next players, then back."""
        if self._has_more():
            self.first += self.columns
            self.changed()
        else:
            self.app.pop()

    def _has_more(self) -> bool:
        return len(self.players) > self.first + self.columns
