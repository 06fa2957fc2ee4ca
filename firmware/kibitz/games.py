"""The games that have screens.

A game's module gives

    screen_for(app)                         the screen for what the game expects now
    sheet(app, game=None)                   its score sheet, a screen; of the running game, if none
                                            is given
    event_text(table, actor, name, value)   its last event in words, as in "take back: …?"
    menu(app)                               rows of its own for the menu: (word key, function) pairs
    undo_count(app)                         how many of the last events were one entry of the table
                                            and are taken back together; 1 where it is left out
    ask_to_end(app)                         asks whether the game ends where it stands, if its
                                            rules have an event "end"
    SIDES                                   the modules with the sheet and the like, which are
                                            loaded when they are likely to be wanted
"""

import gc
import sys

from rules_core import module_of

from . import words

# (name in transcripts, module of its screens, others that its first screen asks for), in the order
# in which they are offered.
_HOMES = (
    ("meksiko", "kibitz.meksiko_screens"),
    ("meksiko-club", "kibitz.meksiko_screens"),
    ("meksykanka", "kibitz.meksykanka_screens", "kibitz.meksykanka_dice"),
    ("mexican-rummy", "kibitz.rummy_screens"),
    ("counter", "kibitz.counter_screens"),
)
GAMES = tuple([home[0] for home in _HOMES])

_PACKAGES = ("rules_core", "kibitz")
# How the names of the modules begin that only some games need, in the core and in the app …
_FAMILIES: tuple = (
    (("meksiko", "meksiko-club"), ("meksiko",)),
    (("meksykanka",), ("meksykanka", "dice", "odds")),
    (("mexican-rummy",), ("rummy", "melds")),
    (("counter",), ("counter",)),
)
# … that some games need while they are played …
_SHARED: tuple = (
    (("meksiko", "meksiko-club", "mexican-rummy", "counter"), ("end_screens", "totals")),
    (("meksiko", "meksiko-club", "mexican-rummy"), ("card_text", "cards")),
)
# … and those that no game needs while it is played: they are looked at now and then.
_OUTSIDE: tuple = ("about", "check", "draw", "finished", "language", "options", "setup", "spell")
_OUTSIDE += ("meksiko_sheet", "meksykanka_odds", "meksykanka_sheet", "points_sheet")

# While so much is free, what may be wanted next is loaded and what may be wanted again is kept.
ROOMY_bytes = 48 * 1024

# True on a board, which has little memory. A computer loads what it needs when it needs it, and
# never unloads anything.
SCARCE = hasattr(gc, "mem_free")


class Pack:
    """What the table plays Meksiko with: a pack of kibitz.card_text, which is not always loaded."""

    name = "french"


def _home(name: str) -> str:
    """The module with a game's screens; "" if it has none."""
    return _HOMES[GAMES.index(name)][1] if name in GAMES else ""


def screens(name: str):
    """The module with a game's screens, loaded when it is first asked for; None if it has none."""
    module = _home(name)
    if not module:
        return None
    if module not in sys.modules:  # importing it again would take half a millisecond
        __import__(module)
    return sys.modules[module]


def is_loaded(name: str) -> bool:
    """True if the screens of a game are in memory."""
    return _home(name) in sys.modules


def is_roomy() -> bool:
    """True on a board that has more memory than is needed just now."""
    if not hasattr(gc, "mem_free"):
        return False
    gc.collect()
    return gc.mem_free() > ROOMY_bytes


def load(modules) -> bool:
    """Load one more of these modules; False if all are in memory."""
    for module in modules:
        if module not in sys.modules:
            __import__(module)
            return True
    return False


def modules(name: str) -> tuple:
    """The modules that a game begins with, rules and screens; none if it has none."""
    return (module_of(name),) + _HOMES[GAMES.index(name)][1:] if name in GAMES else ()


def forget(name: str, playing: bool, around: bool) -> None:
    """Unload what is not needed now: the memory has room for one game, not for an evening's.

    name: the game on the table, "" if there is none. playing: False if its screens are not wanted,
    only its rules. around: False if what is around games is not wanted.
    """
    if not SCARCE:
        return
    if not around:
        words.forget()
    for module in list(sys.modules):
        if module not in _always and not is_needed(module, name, playing, around):
            del sys.modules[module]
            package, _, rest = module.partition(".")
            if hasattr(sys.modules[package], rest):
                delattr(sys.modules[package], rest)
    gc.collect()  # so that what comes now finds its place in one piece


# Modules that are known to be needed always, as most are; to find out takes a millisecond each.
_always: set = set()


def is_needed(module: str, name: str, playing: bool, around: bool) -> bool:
    """True if a module is needed now; see `forget`."""
    package, _, rest = module.partition(".")
    if package not in _PACKAGES:
        rest = ""
    outside = _begins(rest, _OUTSIDE)
    if outside and not around:
        return False
    for names, beginnings in _FAMILIES:
        if _begins(rest, beginnings):
            return name in names and (playing or package == _PACKAGES[0])
    for names, beginnings in _SHARED:
        if _begins(rest, beginnings):
            return name in names or around
    if not outside:
        _always.add(module)
    return True


def _begins(text: str, beginnings: tuple) -> bool:
    for beginning in beginnings:
        if text.startswith(beginning):
            return True
    return False
