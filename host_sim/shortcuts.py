"""Short ways to where one wants to be: a game's set-up, a language.

Both do what a person would do by keys. For words that mean nothing argparse.ArgumentTypeError is
raised, which argparse shows; its text lists those that mean something.
"""

import argparse

from kibitz.app import App
from kibitz.games import GAMES
from kibitz.home import HomeScreen
from kibitz.saves import Settings
from kibitz.screen import ConfirmScreen
from kibitz.words import CODES
from kibitz.world import Storage, World

LANGUAGE = "language"  # the setting
# The games whose own names are longer than one likes to type.
SHORT_NAMES = {"club": "meksiko-club", "rummy": "mexican-rummy"}


def game(word: str) -> str:
    """The game that a word names, by the name that the rules give it."""
    name = SHORT_NAMES.get(word.lower(), word.lower())
    if name not in GAMES:
        raise argparse.ArgumentTypeError(f"there is no game {word!r}; {games()}")
    return name


def games() -> str:
    """Which words name a game."""
    short = {name: word for word, name in SHORT_NAMES.items()}
    return "allowed are " + ", ".join([short.get(name, name) for name in GAMES])


def language(word: str) -> str:
    """The code of the language that a word names."""
    code = word.lower()
    if code not in CODES:
        raise argparse.ArgumentTypeError(f"there is no language {word!r}; {languages()}")
    return code


def languages() -> str:
    """Which words name a language."""
    return "allowed are " + ", ".join(CODES)


def speak(storage: Storage, code: str) -> None:
    """Let the next app on this flash speak a language, from now on. Raises OSError."""
    settings = Settings(storage)
    settings.change(LANGUAGE, code)
    settings.flush()


class AppAtSetUp(App):
    """An app that goes on to the set-up of a game as soon as its first screen is in front.

    What it has to ask or to tell when it starts comes before that; and if a game is running, the
    table is asked whether it may be put away, as ever.
    """

    def __init__(self, world: World, name: str) -> None:
        self._wanted = name
        super().__init__(world)

    def _read_game(self) -> None:
        """Now it is known whether a game is running."""
        super()._read_game()
        self._go_on()

    def pop(self) -> None:
        """The screen in front goes."""
        super().pop()
        self._go_on()

    def _go_on(self) -> None:
        home, name = self.top, self._wanted
        if not name or not isinstance(home, HomeScreen):
            return
        self._wanted = ""

        def choose() -> None:
            home.set_up()
            self.top.choose(GAMES.index(name))

        home.new_game()
        if isinstance(self.top, ConfirmScreen):
            self.top.yes = choose
        else:
            self.top.choose(GAMES.index(name))
