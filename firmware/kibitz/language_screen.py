"""The language: what is asked when the device is switched on for the very first time."""

from . import words
from .screen import ListScreen
from .words import say


class LanguageScreen(ListScreen):
    """The languages, each by its own name. What is marked is spoken at once."""

    def __init__(self, app):
        super().__init__(app, say("setting.language"), [(name, "") for name in words.NAMES])
        self.cursor = words.CODES.index(words.language())

    def move(self, cursor: int) -> None:
        words.use(words.CODES[cursor])
        self.title = say("setting.language")
        super().move(cursor)
        self.changed()

    def choose(self, index: int) -> None:
        self.app.settings.change("language", words.CODES[index])
        self.app.pop()

    def back(self) -> None:
        """One of them it must be."""
