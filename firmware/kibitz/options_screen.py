"""Options: of a game before it begins, and of the device.

An option is the core's `Option`, or a `Setting`: name, default, allowed values. Its words are
`WORD.NAME` for the row and `WORD.NAME.text` for the line that explains it.
"""

from .battery import LOW_mV, volts_text
from .keys import KEY_A, KEY_B
from .saves import SETTINGS
from .screen import NOTHING, Later, ListScreen, NumberScreen
from .words import CODES, NAMES, language, say, say_or


def option_name(word: str, option) -> str:
    """What an option's row is called."""
    return say(word + "." + option.name)


def option_text(word: str, option) -> str:
    """The line that explains an option."""
    return say(word + "." + option.name + ".text")


def value_text(value) -> str:
    """An option's value as its row shows it."""
    if type(value) is bool:
        return say("value.yes") if value else say("value.no")
    if type(value) is int:
        return str(value)
    return NAMES[CODES.index(value)] if value in CODES else say_or("value." + value, value)


def option_row(word: str, option, values: dict) -> tuple:
    """(name, value) texts of an option."""
    return (option_name(word, option), value_text(values[option.name]))


def option_rows(word: str, options: tuple, values: dict) -> Later:
    """The rows of all options."""
    return Later(len(options), lambda at: option_row(word, options[at], values))


class OptionsScreen(ListScreen):
    """Options to set: A the next row, B changes the value, C goes on.

    word: the first part of their words. options: a tuple of Option. values: name -> value, changed
    in place. done: called by C.
    """

    def __init__(self, app, title: str, word: str, options: tuple, values: dict, done):
        super().__init__(app, title, [], [])
        self.word = word
        self.options = options
        self.values = values
        self.done = done
        self.fill()

    def fill(self) -> None:
        """Write the rows anew."""
        self.rows = option_rows(self.word, self.options, self.values)
        self.changed()

    def note(self, index: int) -> str:
        return option_text(self.word, self.options[index])

    def labels(self) -> tuple:
        following = say("key.next") if len(self.rows) > 1 else ""
        return (following, say("key.change"), say("key.go_on"))

    def move(self, cursor: int) -> None:
        """Page by page: A only goes on, and so rows stay where they are for as long as can be."""
        self.cursor = cursor
        top = cursor // self.in_sight() * self.in_sight()
        if top == self.top:
            self.touched()
        else:
            self.top = top
            self.changed()

    def press(self, key: int) -> None:
        if key == KEY_A:
            self.move((self.cursor + 1) % len(self.rows))
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
        """The marked option gets a value."""
        self.values[name] = value
        self.rewrite()

    def rewrite(self) -> None:
        """Write the marked row anew."""
        self.rows[self.cursor] = option_row(self.word, self.options[self.cursor], self.values)
        self.touched()


class SettingsScreen(OptionsScreen):
    """The device's settings, kept as soon as they are changed, and a last row that checks it.

    volts: the battery's, for a row that cannot be changed; "" on USB.
    """

    def __init__(self, app):
        values = app.settings.values
        self.volts = app.battery.volts()
        super().__init__(app, say("settings.title"), "setting", SETTINGS, values, self.back)
        self.language = language()

    def leads_to(self) -> tuple:
        return ("kibitz.check_screen",)

    def fill(self) -> None:
        count = len(self.options) + (2 if self.volts else 1)
        self.rows = Later(count, self.row)
        self.changed()

    def row(self, at: int) -> tuple:
        """(name, value) texts of a row."""
        if at < len(self.options):
            return option_row(self.word, self.options[at], self.values)
        if at == len(self.rows) - 1:
            return (say("device.title"), "")
        return (say("setting.battery"), self.volts)

    def is_check(self) -> bool:
        """True if the last row is marked."""
        return self.cursor == len(self.rows) - 1

    def note(self, index: int) -> str:
        if index == len(self.rows) - 1:
            return say("device.text")
        if index == len(self.options):
            return say("setting.battery.text", volts=volts_text(LOW_mV))
        return super().note(index)

    def labels(self) -> tuple:
        following, change, _ = super().labels()
        if self.cursor >= len(self.options):
            change = say("key.choose") if self.is_check() else ""
        return (following, change, say("key.close"))

    def press(self, key: int) -> None:
        self.speak()
        if key != KEY_B or self.cursor < len(self.options):
            super().press(key)
        elif self.is_check():
            self.app.check()

    def set(self, name: str, value) -> None:
        self.app.settings.change(name, value)
        if language() == self.values["language"]:
            self.app.heed_settings()
        self.rewrite()

    def redraw(self, canvas) -> None:
        """Another language is there after a moment; until then its row shows that it comes."""
        super().redraw(canvas)
        if self.dirty == NOTHING:
            self.speak()

    def draw(self, canvas) -> None:
        self.speak()
        super().draw(canvas)

    def speak(self) -> None:
        """Say everything in the language that was chosen."""
        if language() != self.values["language"]:
            self.app.heed_settings()
            self.title = say("settings.title")
            self.fill()

    def back(self) -> None:
        """If the language is another one now, the screens below have been drawn in the old one."""
        self.speak()
        if self.language == language():
            self.app.pop()
        else:
            self.app.refresh()
