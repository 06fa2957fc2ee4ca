"""The score sheet of Meksiko: a row a hand, as it would be written on paper."""

from . import paint
from .card_text import trump_sign
from .meksiko_screens import rung_text
from .screen import ScrollScreen
from .words import say


class SheetScreen(ScrollScreen):
    """The sheet, opened at its end: A up, B down, C closes it.

    A row has the hand's number, its bid and trump, what the declarer got for it, and everybody's
    total after it, the declarer's inverse. The last line has the totals now. records: the game's
    log. top: the first of them in sight.
    """

    def __init__(self, app, game):
        super().__init__(app)
        self.records = game.log
        self.players = game.players
        self.totals = [str(score) for score in game.scores]
        last = self.records[-1].hand if self.records else 0
        self.places = paint.sheet_places(len(self.players), last)
        self.top = self.last_top()

    def last_top(self) -> int:
        """The top row when the end of the sheet is in sight."""
        return max(0, len(self.records) - paint.SHEET_ROWS)

    def draw(self, canvas) -> None:
        title, caption = say("sheet.title"), say("sheet.totals")
        paint.sheet_frame(canvas, self.places, title, self.players, caption, self.totals)
        for row, record in enumerate(self.records[self.top : self.top + paint.SHEET_ROWS]):
            gain = paint.signed(record.points[record.declarer])
            totals = [str(score) for score in record.scores]
            number = paint.last_figures(record.hand, self.places[0][0][1])
            cells = (number, bid_cell(record), gain)
            paint.sheet_row(canvas, self.places, row, cells, totals, record.declarer)


def bid_cell(record) -> str:
    """A hand's bid and trump in the few pixels of a cell."""
    return rung_text(record.bid) + (trump_sign(record.trump) if record.trump else "")
