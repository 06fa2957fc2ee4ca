"""What every running game has: taking back, and the menu."""

from . import games, paint
from .canvas import FOUR_COLUMNS
from .keys import KEY_A, KEY_C
from .screen import ConfirmScreen, Later, ListScreen, Screen
from .words import say


class GameScreen(Screen):
    """A screen of the running game. table: its Table. game: its rules.

    M, short, offers to take the last event back, and leaves a game in which nothing has happened
    yet; M, held, opens the menu.
    """

    of_game = True

    def __init__(self, app):
        super().__init__(app)
        self.table = app.table
        self.game = app.table.game

    def act(self, name: str, value=True) -> None:
        """Something happens in the game; the screen for what comes next appears."""
        self.table.act(name, value)
        self.app.play()

    def back(self) -> None:
        ask_to_take_back(self.app)

    def menu(self) -> None:
        self.app.push(MenuScreen(self.app))


def ask_to_take_back(app) -> None:
    """Name the last event and ask; with no event to take back, go to the first screen.

    What the table entered at once goes at once: see `undo_count` in kibitz.games.
    """
    table = app.table
    if not table.game.events:
        app.home()
        return
    name, value = table.game.events[-1]
    screens = games.screens(table.game.name)
    event = screens.event_text(table, table.actors[-1], name, value)
    count = screens.undo_count(app) if hasattr(screens, "undo_count") else 1
    app.push(ConfirmScreen(app, say("undo.title"), event, lambda: app.undo(count)))


class MenuScreen(ListScreen):
    """What one may want in a running game, and under it how the game stands.

    So the totals are at hand at any time, also in an auction, which has no room for them.
    standing: (name, total) of everybody; for more than four there is not the room.
    """

    def __init__(self, app):
        super().__init__(app, say("menu.title"), [])
        game = app.table.game
        self.standing = [(name, str(total)) for name, total in zip(game.players, game.scores)]
        if len(self.standing) > len(FOUR_COLUMNS):
            self.standing = []
        screens = games.screens(app.table.game.name)
        self.doors = [("menu.undo", self.undo), ("menu.sheet", self.sheet)]
        if not app.table.full:
            self.doors += screens.menu(app)
        self.doors += [
            ("menu.about", self.about),
            ("menu.settings", self.settings),
            ("menu.leave", self.leave),
        ]
        self.rows = Later(len(self.doors), lambda at: (say(self.doors[at][0]), ""))

    def leads_to(self) -> tuple:
        sides = games.screens(self.app.table.game.name).SIDES
        return sides + ("kibitz.about_screen", "kibitz.options_screen")

    def in_sight(self) -> int:
        return paint.LIST_ROWS - (paint.NOTE_LINES if self.standing else 0)

    def draw(self, canvas) -> None:
        super().draw(canvas)
        paint.standing(canvas, self.standing)

    def choose(self, index: int) -> None:
        self.doors[index][1]()

    def undo(self) -> None:
        self.app.pop()
        ask_to_take_back(self.app)

    def sheet(self) -> None:
        self.app.push(games.screens(self.app.table.game.name).sheet(self.app))

    def about(self) -> None:
        from .about_screen import AboutScreen

        self.app.push(AboutScreen(self.app, self.app.table.game))

    def settings(self) -> None:
        from .options_screen import SettingsScreen

        self.app.push(SettingsScreen(self.app))

    def leave(self) -> None:
        """A game that is over is put away; any other waits to be resumed."""
        if self.app.table.game.over:
            self.app.put_away()
        self.app.home()


class StrangeScreen(GameScreen):
    """The game expects something that these screens cannot enter (it was begun elsewhere)."""

    def draw(self, canvas) -> None:
        paint.header(canvas, say("game." + self.game.name))
        paint.message(canvas, say("strange.text"))


class FullScreen(GameScreen):
    """The game has no room for more. A the sheet, B ends it where the rules have that, C home."""

    def draw(self, canvas) -> None:
        paint.header(canvas, say("game." + self.game.name))
        paint.message(canvas, say("save.full"))

    def labels(self) -> tuple:
        end = say("key.done") if "end" in self.game.expects() else ""
        return (say("key.sheet"), end, say("key.home"))

    def press(self, key: int) -> None:
        screens = games.screens(self.game.name)
        if key == KEY_A:
            self.app.push(screens.sheet(self.app))
        elif key == KEY_C:
            self.app.home()
        elif "end" in self.game.expects():
            screens.ask_to_end(self.app)
