"""The end of a game that ends with totals: who has won, and why; all totals."""

from . import games, paint, totals
from .canvas import WIDTH_PX, WORK_HEIGHT_PX, WORK_Y_PX
from .fonts import MIDDLE
from .game_screens import GameScreen
from .keys import KEY_A, KEY_B, KEY_C
from .words import say, say_or
from .world import VERDICT


def winners_text(game) -> str:
    """Who has won, in a sentence that fits in a line; a long name is shortened for it."""
    if len(game.winners) > 1:
        return say("end.shared")
    room = WIDTH_PX - MIDDLE.width(say("end.winner", who="")) - MIDDLE.gap
    return say("end.winner", who=MIDDLE.fit(game.players[game.winners[0]], room))


def reason_text(game) -> str:
    """Why, in a line."""
    return say_or("end." + game.name + "." + game.why, say_or("end." + game.why, game.why))


def pages(game) -> int:
    """How many pages the end takes: who has won, and the totals that had no room there."""
    players = len(game.players)
    return 1 if totals.has_header(players) else 1 + totals.pages(players)


def draw(canvas, game, title: str, sentence: str, page: int) -> None:
    """One page of the end. title: of the header. sentence: who has won."""
    cells = []
    for seat, name in enumerate(game.players):
        cells.append((name, str(game.scores[seat]), seat in game.winners))
    if page:
        totals.draw(canvas, cells, page - 1)
        return
    paint.header(canvas, title)
    y = WORK_Y_PX + 1
    MIDDLE.centre(canvas, MIDDLE.fit(sentence, WIDTH_PX), 0, WIDTH_PX, y)
    y += MIDDLE.height
    if pages(game) == 1:
        totals.side_by_side(canvas, cells, y + 1)
    elif game.winners:
        best = str(game.scores[game.winners[0]])
        totals.big(canvas, best, 0, WIDTH_PX, y, WORK_Y_PX + WORK_HEIGHT_PX - y)


class EndScreen(GameScreen):
    """The game is over. A the sheet, B the totals of many players, C home.

    The game stays on the table until the next one begins: M takes the last entry back.
    """

    sound = VERDICT

    def __init__(self, app):
        super().__init__(app)
        self.page = 0

    def leads_to(self) -> tuple:
        return games.screens(self.game.name).SIDES

    def title(self) -> str:
        """What the header says: why they have won."""
        return reason_text(self.game)

    def draw(self, canvas) -> None:
        draw(canvas, self.game, self.title(), winners_text(self.game), self.page)

    def labels(self) -> tuple:
        more = say("end.key.totals") if pages(self.game) > 1 else ""
        return (say("key.sheet"), more, say("key.home"))

    def press(self, key: int) -> None:
        if key == KEY_A:
            self.app.push(games.screens(self.game.name).sheet(self.app))
        elif key == KEY_C:
            self.app.home()
        elif key == KEY_B and pages(self.game) > 1:
            self.page = (self.page + 1) % pages(self.game)
            self.changed()
