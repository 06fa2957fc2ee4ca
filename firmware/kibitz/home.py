"""The first screen, and the doors from it."""

from rules_core import VERSION

from . import paint
from .options_screen import SettingsScreen
from .screen import ConfirmScreen, ListScreen
from .words import say


class HomeScreen(ListScreen):
    """Resume the running game (if there is one), begin a new one, finished games, settings.

    standing: what the foot of the screen tells about the running game: (name, total) of every
    player; empty unless its row is marked.
    """

    def __init__(self, app):
        super().__init__(app, say("home.title"), [], [])
        self.doors = []
        self.standing = []

    def enter(self) -> None:
        """What can be done may have changed: there may be a game to resume now."""
        self.doors = [self.new_game, self.settings]
        self.rows = [(say("home.new"), ""), (say("home.settings"), "")]
        notes = [say("home.new.note"), say("home.settings.note")]
        table = self.app.table
        if table:
            self.doors.insert(0, self.resume)
            word = "home.last" if table.game.over else "home.resume"
            self.rows.insert(0, (say(word), say("game." + table.game.name)))
            notes.insert(0, "")
        if self.app.journal.has_finished():
            self.doors.insert(-1, self.finished)
            self.rows.insert(-1, (say("home.finished"), ""))
            notes.insert(-1, say("home.finished.note"))
        stays = len(notes) == len(self.notes)
        self.notes = notes
        self.move(self.cursor if stays else 0)

    def move(self, cursor: int) -> None:
        super().move(cursor)
        self.standing = []
        if self.app.table and not cursor:
            game = self.app.table.game
            self.standing = [(name, str(total)) for name, total in zip(game.players, game.scores)]

    def place(self) -> str:
        return say("home.version", version=VERSION)

    def draw(self, canvas) -> None:
        super().draw(canvas)
        paint.standing(canvas, self.standing)

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
        self.app.push(SettingsScreen(self.app))
