"""About the running game: its rules in short, and the options by which the device judges."""

from . import paint
from .keys import KEY_A, KEY_B
from .options_screen import option_rows, option_text
from .screen import Later, ListScreen, Screen
from .words import say, say_or


class AboutScreen(Screen):
    """The rules in short, page by page: A back, B on and behind the last page to the options, C
    closes.

    pages: the words "about.GAME.1", "about.GAME.2" and so on. page: the one that is shown.
    """

    def __init__(self, app, game):
        super().__init__(app)
        self.game = game
        self.pages = []
        self.page = 0
        text = self._text(1)
        while text:
            self.pages.append(text)
            text = self._text(len(self.pages) + 1)

    def _text(self, number: int) -> str:
        return say_or("about." + self.game.name + "." + str(number), "")

    def draw(self, canvas) -> None:
        place = say("list.place", at=self.page + 1, of=len(self.pages))
        paint.header(canvas, say("game." + self.game.name), place)
        paint.message(canvas, self.pages[self.page])

    def labels(self) -> tuple:
        back = say("key.back") if self.page else ""
        is_last = self.page == len(self.pages) - 1
        return (back, say("about.options" if is_last else "key.next"), say("key.close"))

    def press(self, key: int) -> None:
        if key == KEY_A:
            self.turn(self.page - 1)
        elif key == KEY_B and self.page == len(self.pages) - 1:
            self.app.push(OptionsInForceScreen(self.app, self.game))
        elif key == KEY_B:
            self.turn(self.page + 1)
        else:
            self.app.pop()

    def turn(self, page: int) -> None:
        """Show another page, if there is one."""
        if 0 <= page < len(self.pages):
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
