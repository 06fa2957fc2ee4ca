"""The games that have screens.

A game's module gives

    screen_for(app)                         the screen for what the game expects now
    sheet(app)                              its score sheet, a screen
    event_text(table, actor, name, value)   its last event in words, as in "take back: …?"
    MENU(app)                               rows of its own for the menu: (word key, function) pairs
"""

import sys

# The order in which they are offered.
SCREENS = {
    "meksiko": "kibitz.meksiko_screens",
    "meksiko-club": "kibitz.meksiko_screens",
}
GAMES = ("meksiko", "meksiko-club")


def screens(name: str):
    """The module with a game's screens, loaded when it is first asked for; None if it has none."""
    module = SCREENS.get(name)
    if module is None:
        return None
    __import__(module)
    return sys.modules[module]
