"""The score sheet of Meksykanka: a row a cycle."""

from rules_core.dice import result

from . import meksykanka_paint as cup_paint
from . import paint
from .meksykanka_screens import call_cell
from .screen import ScrollScreen
from .words import say


class SheetScreen(ScrollScreen):
    """The sheet, opened at its end: A up, B down, C closes it.

    A row has the cycle's number, who called what, who checked it (or had the tries of a duel) and
    what lay there. Who got the skucha is inverse. records: the game's log. top: the first of them
    in sight.
    """

    def __init__(self, app, game):
        super().__init__(app)
        self.records = game.log
        self.names = game.players
        self.top = self.last_top()

    def last_top(self) -> int:
        """The top row when the end of the sheet is in sight."""
        return max(0, len(self.records) - cup_paint.SHEET_ROWS)

    def draw(self, canvas) -> None:
        cup_paint.sheet_head(canvas, say("sheet.called"), say("sheet.checked"))
        if not self.records:
            paint.message(canvas, say("sheet.empty"))
        for row in range(min(cup_paint.SHEET_ROWS, len(self.records))):
            number = self.top + row
            record = self.records[number]
            rolls = [call_cell(result(dice)) for dice in record.rolls]
            cup_paint.sheet_row(
                canvas,
                row,
                str(number + 1),
                (self.names[record.caller], call_cell(record.call), record.loser == record.caller),
                (self.names[record.other], " ".join(rolls), record.loser == record.other),
            )
