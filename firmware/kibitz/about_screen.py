"""About the running game: its rules in short, and the options by which the device judges."""

from . import paint
from .keys import KEY_A, KEY_B
from .options_screen import option_rows, option_text
from .screen import Later, ListScreen, Screen
from .words import number_of, say


class AboutScreen(Screen):
    """The rules in short, page by page: A back, B on and behind the last page to the options, C
    closes.

    pages: how many there are of the words "about.GAME.1", "about.GAME.2" and so on. page: the one
    that is shown.
    """

    def __init__(self, app, game):
        super().__init__(app)
        self.game = game
        self.pages = 0
        self.page = 0
        while number_of(self._word(self.pages)) >= 0:
            self.pages += 1

    def _word(self, page: int) -> str:
        return "about." + self.game.name + "." + str(page + 1)

    def draw(self, canvas) -> None:
        place = say("list.place", at=self.page + 1, of=self.pages)
        paint.header(canvas, say("game." + self.game.name), place)
        paint.message(canvas, say(self._word(self.page)))

    def labels(self) -> tuple:
        back = say("key.back") if self.page else ""
        is_last = self.page == self.pages - 1
        return (back, say("about.options" if is_last else "key.next"), say("key.close"))

    def press(self, key: int) -> None:
        if key == KEY_A:
            self.turn(self.page - 1)
        elif key == KEY_B and self.page == self.pages - 1:
            self.app.push(OptionsInForceScreen(self.app, self.game))
        elif key == KEY_B:
            self.turn(self.page + 1)
        else:
            self.app.pop()

    def turn(self, page: int) -> None:
        """Show another page, if there is one."""
        if 0 <= page < self.pages:
            self.page = page
            self.changed()


class OptionsInForceScreen(ListScreen):
    """The options of a game and their values, each explained while it is marked."""

    def __init__(self, app, game):
        word = "option"
        super().__init__(
            app,
            say("game." + game.name),
            option_rows(word, game.OPTIONS, game.options),
            Later(len(game.OPTIONS), lambda at: option_text(word, game.OPTIONS[at])),
        )

    def labels(self) -> tuple:
        up, down, _ = super().labels()
        return (up, down, say("key.close"))

    def choose(self, index: int) -> None:
        self.app.pop()
