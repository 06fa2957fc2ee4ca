"""One evening, the same every time it is played: a way through the whole device and a game to its
end, by keys alone. The monkey begins and ends with it, so that what the memory holds then can be
compared.

Each function is a generator that looks at the app and yields the next press, (key, milliseconds).
Whatever a press did, the next one goes by what is in front then. Runs under MicroPython and here.
"""

import random

from kibitz.game_screens import GameScreen
from kibitz.games import GAMES
from kibitz.keys import KEY_A, KEY_B, KEY_C, KEY_M
from kibitz.saves import SETTINGS
from person import Person, held, pressed

SEED = 20
PLAYERS = 3
MOST_PRESSES = 6000  # for anything: more means that it goes round in circles
# Lists whose held M opens the menu of the running game.
LISTS_IN_A_GAME = ("StartScreen", "OutListScreen", "MoreScreen")
# What the rows of a running game's menu lead to and nothing else does.
VISITED = ("menu.sheet", "menu.about", "more.odds", "rummy.standing", "menu.count")


def front(app) -> str:
    """What kind of screen is in front."""
    return type(app.top).__name__


def must(app, *names):
    """Raise AssertionError unless one of these is in front."""
    assert front(app) in names, (front(app), names)


def evening(app, game: str):
    """From wherever the device stands to the end of a game; the end is in front then."""
    yield from to_home(app)
    yield from default_settings(app)
    other = GAMES[-1] if game != GAMES[-1] else GAMES[0]
    yield from begin(app, other)  # with it, all that was loaded for the game before is forgotten
    yield from to_home(app)
    yield from begin(app, game)
    yield from to_home(app)
    yield from look_at_finished(app)
    yield from to_home(app)
    yield from to_row(app, 0)
    yield from play(app, game)


def to_row(app, row: int):
    """Take a row of the list in front."""
    screen = app.top
    while app.top is screen and screen.cursor != row:
        yield pressed(KEY_B if screen.cursor < row else KEY_A)
    yield pressed(KEY_C)


def to_home(app):
    """Out of whatever is in front; a running game stays as it is."""
    while front(app) != "HomeScreen":
        if front(app) == "MenuScreen":
            yield from to_row(app, [word for word, _ in app.top.doors].index("menu.leave"))
        elif front(app) in ("MessageScreen", "LanguageScreen"):
            yield pressed(KEY_C)
        elif isinstance(app.top, GameScreen) or front(app) in LISTS_IN_A_GAME:
            yield held(KEY_M)
        else:
            yield pressed(KEY_M)


def default_settings(app):
    """All settings as they are on a new device; on the way through all languages."""
    yield from to_row(app, len(app.top.rows) - 1)
    must(app, "SettingsScreen")
    values = app.settings.values
    for row, setting in enumerate(SETTINGS):
        while app.top.cursor != row:
            yield pressed(KEY_A)
        changes = 0
        while changes < len(setting.allowed) or values[setting.name] != setting.default:
            yield pressed(KEY_B)
            changes += 1
    yield from to_home(app)


def begin(app, game: str):
    """Set a game up with the options it has by default, and look at what is on the way."""
    yield from to_row(app, 1 if app.table else 0)
    if front(app) == "ConfirmScreen":
        yield pressed(KEY_C)
    must(app, "RulesScreen")
    yield from to_row(app, GAMES.index(game))
    yield from default_options(app)
    while front(app) == "PlayerScreen":
        screen = app.top
        if not screen.chosen and app.settings.game != game:
            yield from to_row(app, len(screen.names))
            must(app, "SpellScreen")
            yield pressed(KEY_M)
        everybody = len(screen.chosen) == PLAYERS
        yield from to_row(app, len(screen.rows) - 1 if everybody else 0)
    if front(app) == "DealerScreen":
        yield held(KEY_A)
        must(app, "DrawScreen")
        yield pressed(KEY_M)
        yield pressed(KEY_A)


def default_options(app):
    must(app, "GameOptionsScreen")
    screen = app.top
    row = 0
    while row < len(screen.options):
        option = screen.options[row]
        while screen.cursor != row:
            yield pressed(KEY_A)
        while screen.values[option.name] != option.default:
            yield pressed(KEY_B)
            if front(app) == "NumberScreen":
                yield from number(app, option.default)
        row = [one.name for one in screen.options].index(option.name) + 1
    yield pressed(KEY_C)


def number(app, wanted: int):
    """Set the number in front: in leaps, then step by step."""
    screen = app.top
    while screen.value != wanted:
        key = KEY_A if screen.value > wanted else KEY_B
        far = abs(screen.value - wanted)
        yield (key, 6000 if far > 300 else 1500 if far > 30 else 45)
    yield pressed(KEY_C)


def look_at_finished(app):
    """The newest of the finished games, and its sheet."""
    yield from to_row(app, len(app.top.rows) - 2)
    must(app, "FinishedScreen")
    yield from to_row(app, 0)
    must(app, "FinishedGameScreen")
    yield pressed(KEY_C)
    yield pressed(KEY_M)


def look_at_menu(app, looked: set):
    """Each row of the menu that only shows something, unless it has been looked at."""
    yield held(KEY_M)
    must(app, "MenuScreen")
    for row, (word, _) in enumerate(app.top.doors):
        if word in VISITED and word not in looked:
            looked.add(word)
            yield from to_row(app, row)
            if front(app) == "AboutScreen":
                while front(app) == "AboutScreen":
                    yield pressed(KEY_B)
                yield pressed(KEY_M)
            yield pressed(KEY_M)
            while front(app) != "MenuScreen":
                yield pressed(KEY_M) if front(app) != "CountScreen" else held(KEY_M)
    yield pressed(KEY_M)


def play(app, game: str):
    """The same game to the same end, with a look at all there is to look at."""
    random.seed(SEED)
    person = Person(game)
    looked = set()
    presses = 0
    while not front(app).endswith("EndScreen"):
        screen = app.top
        if presses % 40 == 10 and isinstance(screen, GameScreen):
            yield from look_at_menu(app, looked)
        elif isinstance(screen, GameScreen) or front(app) == "StartScreen":
            yield person.next(app)
        elif front(app) in ("MenuScreen", "ConfirmScreen"):
            yield pressed(KEY_M)
        else:
            yield person.next(app)
        presses += 1
        assert presses < MOST_PRESSES, front(app)
    yield pressed(KEY_A)  # the sheet
    while not front(app).endswith("EndScreen"):
        yield pressed(KEY_M)
