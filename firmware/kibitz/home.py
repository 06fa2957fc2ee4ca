"""The first screen, and the doors from it."""

from rules_core import VERSION

from . import paint
from .games import modules
from .screen import ConfirmScreen, ListScreen
from .words import say, say_or

DOORS = ("kibitz.setup_screens", "kibitz.finished_screens", "kibitz.options_screen")


class HomeScreen(ListScreen):
    """Resume the running game (if there is one), begin a new one, finished games, settings.

    standing: what the foot of the screen tells about the game on the table: (name, total) of every
    player. Without a game it tells what the key M does.
    """

    def __init__(self, app):
        super().__init__(app, say("home.title"), [])
        self.doors = []
        self.standing = []

    def enter(self) -> None:
        """What can be done may have changed: there may be a game to resume now."""
        doors = [self.new_game, self.settings]
        rows = [(say("home.new"), ""), (say("home.settings"), "")]
        self.standing = []
        table = self.app.table
        if self.app.saved:
            doors.insert(0, self.resume)
            rows.insert(0, (say("home.resume"), say_or("game." + self.app.saved, "")))
        elif table:
            game = table.game
            doors.insert(0, self.resume)
            word = "home.last" if game.over else "home.resume"
            rows.insert(0, (say(word), say("game." + game.name)))
            self.standing = [(name, str(total)) for name, total in zip(game.players, game.scores)]
        if self.app.journal.has_finished():
            doors.insert(-1, self.finished)
            rows.insert(-1, (say("home.finished"), ""))
        stays = len(rows) == len(self.rows)
        self.doors, self.rows = doors, rows
        self.move(self.cursor if stays else 0)
        self.changed()

    def leads_to(self) -> tuple:
        table = self.app.table
        return DOORS + (modules(table.game.name) if table else ())

    def place(self) -> str:
        return say("home.version", version=VERSION)

    def draw(self, canvas) -> None:
        super().draw(canvas)
        if self.standing:
            paint.standing(canvas, self.standing, paint.LIST_ROWS - len(self.rows))
        elif not self.app.saved:
            paint.note(canvas, say("home.new.note"))

    def back(self) -> None:
        """There is nothing behind the first screen."""

    def choose(self, index: int) -> None:
        self.doors[index]()

    def resume(self) -> None:
        """Go on with the running game."""
        self.app.play()

    def new_game(self) -> None:
        """Set a game up; a running one is put away only when the table says so."""
        table = self.app.table
        if table and table.game.events and not table.game.over:
            self.app.push(
                ConfirmScreen(self.app, say("home.new"), say("new.put_away"), self.set_up)
            )
        else:
            self.set_up()

    def set_up(self) -> None:
        """The first step of setting up."""
        from .setup_screens import RulesScreen

        self.app.push(RulesScreen(self.app))

    def finished(self) -> None:
        """Games that are over, or were put away."""
        from .finished_screens import FinishedScreen

        self.app.push(FinishedScreen(self.app))

    def settings(self) -> None:
        from .options_screen import SettingsScreen

        self.app.push(SettingsScreen(self.app))
