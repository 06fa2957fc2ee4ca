"""Options: setting them before a game, and reading them in it.

An option is the core's `Option`: name, default, allowed values, a line that explains it. Its words
are `WORD.NAME` for the row and, if the option's own line is not enough, `WORD.NAME.text`.
"""

from . import paint
from .keys import KEY_A, KEY_B
from .saves import SETTINGS
from .screen import ListScreen, NumberScreen, Screen
from .words import say, say_or


def option_name(word: str, option) -> str:
    """What an option's row is called."""
    return say_or(word + "." + option.name, option.name)


def option_text(word: str, option) -> str:
    """The line that explains an option."""
    return say_or(word + "." + option.name + ".text", option.text)


def value_text(value) -> str:
    """An option's value as its row shows it."""
    if type(value) is bool:
        return say("value.yes") if value else say("value.no")
    if type(value) is int:
        return str(value)
    return say_or("value." + value, value)


def option_rows(word: str, options: tuple, values: dict) -> list:
    """(name, value) texts of all options."""
    return [(option_name(word, one), value_text(values[one.name])) for one in options]


class OptionsScreen(Screen):
    """Options to set: A the next row, B changes the value, C goes on.

    word: the first part of their words. options: a tuple of Option. values: name -> value, changed
    in place. done: called by C.
    """

    def __init__(self, app, title: str, word: str, options: tuple, values: dict, done):
        super().__init__(app)
        self.title = title
        self.word = word
        self.options = options
        self.values = values
        self.done = done
        self.cursor = 0

    def draw(self, canvas) -> None:
        in_sight = paint.LIST_ROWS - paint.NOTE_LINES
        top = max(0, self.cursor - in_sight + 1)
        place = ""
        if len(self.options) > in_sight:
            place = say("list.place", at=self.cursor + 1, of=len(self.options))
        rows = option_rows(self.word, self.options, self.values)
        paint.header(canvas, self.title, place)
        paint.rows(canvas, rows, top, in_sight, self.cursor)
        paint.note(canvas, option_text(self.word, self.options[self.cursor]))

    def labels(self) -> tuple:
        following = say("key.next") if len(self.options) > 1 else ""
        return (following, say("key.change"), say("key.go_on"))

    def press(self, key: int) -> None:
        if key == KEY_A:
            self.cursor = (self.cursor + 1) % len(self.options)
            self.changed()
        elif key == KEY_B:
            self._change(self.options[self.cursor])
        else:
            self.done()

    def repeat(self, key: int, step: int) -> None:
        """A held key A runs down the rows; a value changes only when it is pressed for."""
        if key == KEY_A:
            self.press(key)

    def _change(self, option) -> None:
        value = self.values[option.name]
        if type(value) is int:
            self._ask_number(option, value)
        else:
            allowed = option.allowed
            self.set(option.name, allowed[(allowed.index(value) + 1) % len(allowed)])

    def _ask_number(self, option, value: int) -> None:
        screen = NumberScreen(
            self.app,
            option_name(self.word, option),
            option_text(self.word, option),
            value,
            option.allowed[0],
            option.allowed[-1],
            lambda number: self.set(option.name, number),
        )
        self.app.push(screen)

    def set(self, name: str, value) -> None:
        """An option gets a value."""
        self.values[name] = value
        self.changed()


class SettingsScreen(OptionsScreen):
    """The device's settings, kept as soon as they are changed."""

    def __init__(self, app):
        values = app.settings.values
        super().__init__(app, say("settings.title"), "setting", SETTINGS, values, app.pop)

    def labels(self) -> tuple:
        following, change, _ = super().labels()
        return (following, change, say("key.close"))

    def set(self, name: str, value) -> None:
        self.app.settings.change(name, value)
        self.changed()


class RulesInForceScreen(ListScreen):
    """About this game: by which rules the device judges."""

    def __init__(self, app, game):
        word = "option"
        super().__init__(
            app,
            say("game." + game.name),
            option_rows(word, game.OPTIONS, game.options),
            [option_text(word, option) for option in game.OPTIONS],
        )

    def labels(self) -> tuple:
        up, down, _ = super().labels()
        return (up, down, say("key.close"))

    def choose(self, index: int) -> None:
        self.app.pop()
