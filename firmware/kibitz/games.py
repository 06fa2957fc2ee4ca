"""The games that have screens.

A game's module gives

    screen_for(app)                         the screen for what the game expects now
    sheet(app, game=None)                   its score sheet, a screen; of the running game, if none
                                            is given
    event_text(table, actor, name, value)   its last event in words, as in "take back: …?"
    menu(app)                               rows of its own for the menu: (word key, function) pairs
    undo_count(app)                         how many of the last events were one entry of the table
                                            and are taken back together; 1 where it is left out
"""

import sys

# The order in which they are offered.
SCREENS = {
    "meksiko": "kibitz.meksiko_screens",
    "meksiko-club": "kibitz.meksiko_screens",
    "meksykanka": "kibitz.meksykanka_screens",
    "mexican-rummy": "kibitz.rummy_screens",
    "counter": "kibitz.counter_screens",
}
GAMES = ("meksiko", "meksiko-club", "meksykanka", "mexican-rummy", "counter")


def screens(name: str):
    """The module with a game's screens, loaded when it is first asked for; None if it has none."""
    module = SCREENS.get(name)
    if module is None:
        return None
    __import__(module)
    return sys.modules[module]
