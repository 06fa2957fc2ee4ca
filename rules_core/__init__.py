"""The rules of four games and a counter, pure: no screen, no time, no chance, no files.

`new_game(setup)` is the door. A game's module is loaded when the first such game is set up.
"""

from .errors import CODES, RuleError
from .version import VERSION

__version__ = VERSION
__all__ = ("CODES", "GAMES", "RuleError", "VERSION", "game_class", "new_game")

# (name in transcripts, module, class). A new game gets its line here.
_HOMES = (
    ("meksiko", "meksiko", "Meksiko"),
    ("meksiko-club", "meksiko_club", "MeksikoClub"),
    ("meksykanka", "meksykanka", "Meksykanka"),
    ("mexican-rummy", "rummy", "Rummy"),
    ("counter", "counter", "Counter"),
)
GAMES = tuple([home[0] for home in _HOMES])

NAME_LENGTH = 12  # code points
_SETUP_KEYS = ("game", "players", "dealer", "options")


def game_class(name: str):
    """The class of a game; RuleError("unknown-game")."""
    if name not in GAMES:
        raise RuleError(
            "unknown-game", "There is no such game; the games are: {}.", ", ".join(GAMES)
        )
    cls = _HOMES[GAMES.index(name)][2]
    return getattr(__import__(module_of(name), None, None, (cls,)), cls)


def module_of(name: str) -> str:
    """The module of one of GAMES."""
    return __name__ + "." + _HOMES[GAMES.index(name)][1]


def new_game(setup):
    """The game that a transcript's first line sets up.

    setup: {"game": …, "players": […], "dealer": 0, "options": {…}} as in TRANSCRIPTS.md.
    Raises RuleError: bad-setup, unknown-game, bad-option, bad-players.
    """
    cls = game_class(_game_name(setup))
    given = setup.get("options", {})
    if not isinstance(given, dict):
        raise RuleError("bad-option", "The options are an object: name and value of each.")
    options = cls.settle_options(given)
    players = _checked_players(setup.get("players"), cls.seats(options))
    return cls(players, _checked_dealer(setup, cls, len(players)), options)


def _game_name(setup) -> str:
    if not isinstance(setup, dict):
        raise RuleError("bad-setup", "A game begins with an object that names it and its players.")
    for key in setup:
        if key not in _SETUP_KEYS:
            raise RuleError(
                "bad-setup", "The keys of the setup line are: {}.", ", ".join(_SETUP_KEYS)
            )
    name = setup.get("game")
    if type(name) is not str:
        raise RuleError("bad-setup", "The setup line names its game: {}.", ", ".join(GAMES))
    return name


def _checked_players(players, bounds) -> tuple:
    least, most = bounds
    if not isinstance(players, (list, tuple)) or not least <= len(players) <= most:
        raise RuleError(
            "bad-players",
            "With these options the game takes a list of {} players.",
            least if least == most else "{} to {}".format(least, most),
        )
    for seat, name in enumerate(players):
        if type(name) is not str or not 1 <= len(name) <= NAME_LENGTH:
            raise RuleError("bad-players", "A name has 1 to {} characters.", NAME_LENGTH)
        if name in players[:seat]:
            raise RuleError("bad-players", "Every player needs a name of their own.")
    return tuple(players)


def _checked_dealer(setup: dict, cls, players: int) -> int:
    if not cls.DEALT and "dealer" in setup:
        raise RuleError("bad-setup", "This game has no dealer.")
    dealer = setup.get("dealer", 0)
    if type(dealer) is not int or not 0 <= dealer < players:
        raise RuleError("bad-setup", "The dealer is a seat from 0 to {}.", players - 1)
    return dealer
