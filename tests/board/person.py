"""Somebody at the keys who looks at the screen, for the monkey: plays games to their ends, sets up
others with any options, wanders through lists and menus, spells names, changes the settings.

    person = Person("meksiko")
    key, held_ms = person.next(app)      # what this person would press now, and for how long

What a person does goes by the kind of screen in front and by what its keys are said to do, so that
a game gets somewhere even if somebody else has a hand at the keys, too. Nothing is remembered from
one press to the next but what the evening is about. Runs under MicroPython and here.
"""

import random

from kibitz.games import GAMES
from kibitz.keys import KEY_A, KEY_B, KEY_C, KEY_M, KEYS
from kibitz.saves import SETTINGS
from kibitz.words import CODES, language, say

SHORT_ms = 45
HOLD_ms = 640
# Held so long, a key repeats some ten times, or many more by larger steps.
RUN_ms = 1600
LONG_RUN_ms = 4500

FINISHED_KEPT = 6  # so many finished games stay in the list, more or less
LIKELY_NUMBER = 15  # options are set about so far above the least: games come to an end
LEAST_LETTERS = 2
LONG_entries = 300  # a count that has so many is ended, whatever its target
LANGUAGE_presses = 300  # so long, more or less, the person speaks the same language


def chance(share: int) -> bool:
    """True in so many of a hundred cases."""
    return random.randrange(100) < share


def one_of(*keys):
    """One of several keys, pressed shortly; each as often as it is named."""
    return random.choice(keys), SHORT_ms


def pressed(key):
    return key, SHORT_ms


def held(key):
    return key, HOLD_ms


class Person:
    """game: the name of the game that this evening is about. language: what is to be spoken."""

    def __init__(self, game: str):
        self.game = game
        self.language = CODES[0]

    def next(self, app):
        """(key, milliseconds): the next press."""
        if not random.randrange(LANGUAGE_presses):
            self.language = random.choice(CODES)
        return WAYS[type(app.top).__name__](self, app, app.top)

    def _anything(self, app, screen):
        """Something that the labels offer, or a way out."""
        labels = screen.labels()
        keys = [KEYS[place] for place, label in enumerate(labels) if label]
        return pressed(random.choice(keys) if keys and not chance(15) else KEY_M)

    # -- lists ------------------------------------------------------------------------------------

    def _row(self, screen, row: int, count: int):
        """On the way to a row of a list, and then C."""
        if row == screen.cursor:
            return pressed(KEY_C)
        ahead = (row - screen.cursor) % count
        return pressed(KEY_B if 2 * ahead <= count else KEY_A)

    def _some_row(self, app, screen):
        if chance(45):
            return pressed(KEY_C)
        return (KEY_A if chance(40) else KEY_B, RUN_ms if chance(10) else SHORT_ms)

    # -- the first screen and what leads from it --------------------------------------------------

    def _home(self, app, screen):
        rows = len(screen.rows)
        table = app.table
        plays = table is not None and table.game.name == self.game and not table.game.over
        wanted = 1 if table else 0  # a new game
        if plays and not chance(4):
            wanted = 0
        if language() != self.language or chance(4):
            wanted = rows - 1
        elif app.journal.has_finished() and chance(8):
            wanted = rows - 2
        return self._row(screen, wanted, rows)

    def _rules(self, app, screen):
        if chance(3):
            return self._some_row(app, screen)
        return self._row(screen, GAMES.index(self.game), len(GAMES))

    def _options(self, app, screen):
        option = screen.options[screen.cursor]
        value = screen.values[option.name]
        if type(value) is int and value > option.allowed[0] + 2 * LIKELY_NUMBER:
            return pressed(KEY_B)
        if chance(45):
            return pressed(KEY_C)
        return pressed(KEY_A if chance(70) else KEY_B)

    def _number(self, app, screen):
        """Towards something likely, fast if it is far; else a step or two and on."""
        if screen.value > screen.low + 2 * LIKELY_NUMBER:
            far = screen.value > screen.low + 10 * LIKELY_NUMBER
            return KEY_A, LONG_RUN_ms if far else RUN_ms
        if chance(60):
            return pressed(KEY_C)
        return (KEY_A if chance(50) else KEY_B, RUN_ms if chance(20) else SHORT_ms)

    def _player(self, app, screen):
        spell = len(screen.names)
        if screen.may_end and chance(40):
            return self._row(screen, spell + 1, len(screen.rows))
        if chance(2):
            return held(KEY_C)
        if chance(4):
            return self._row(screen, spell, len(screen.rows))
        if screen.cursor >= spell:
            return pressed(KEY_A)
        return pressed(KEY_C) if chance(80) else self._some_row(app, screen)

    def _spell(self, app, screen):
        if len(screen.text) > LEAST_LETTERS and chance(25):
            return held(KEY_C)
        if chance(4):
            return pressed(KEY_M)
        if chance(45):
            return pressed(KEY_C)
        return (KEY_A if chance(40) else KEY_B, RUN_ms if chance(30) else SHORT_ms)

    def _dealer(self, app, screen):
        return held(KEY_B) if chance(15) else one_of(*KEYS[:3])

    def _draw(self, app, screen):
        return one_of(KEY_A, KEY_A, KEY_C, KEY_C, KEY_C)

    def _card(self, app, screen):
        labels = screen.labels()
        if chance(40):
            return pressed(KEY_C)
        return pressed(KEY_A if labels[0] and chance(60) else KEY_B)

    def _seats(self, app, screen):
        return pressed(KEY_A if chance(10) else KEY_C)

    # -- questions and messages -------------------------------------------------------------------

    def _confirm(self, app, screen):
        likely = 50
        if screen.title == say("undo.title"):
            likely = 30
        elif screen.title in (say("home.new"), say("finished.delete.title"), say("counter.end")):
            likely = 90
        return pressed(KEY_C if chance(likely) else KEY_A)

    def _go_on(self, app, screen):
        return pressed(KEY_C)

    # -- what is beside a game --------------------------------------------------------------------

    def _menu(self, app, screen):
        doors = [word for word, _ in screen.doors]
        if "counter.end" in doors and self._is_long(app):
            return self._row(screen, doors.index("counter.end"), len(doors))
        if language() != self.language and chance(70):
            return self._row(screen, doors.index("menu.settings"), len(doors))
        if app.table.game.over and not chance(15):
            return self._row(screen, doors.index("menu.leave"), len(doors))
        return self._some_row(app, screen)

    def _settings(self, app, screen):
        if language() != self.language:
            row = [setting.name for setting in SETTINGS].index("language")
            return pressed(KEY_B if screen.cursor == row else KEY_A)
        if chance(30):
            return pressed(KEY_C)
        return pressed(KEY_A if chance(70) else KEY_B)

    def _finished(self, app, screen):
        count = screen.count()
        if not count or (count <= FINISHED_KEPT and chance(40)):
            return pressed(KEY_M)
        return self._some_row(app, screen)

    def _finished_game(self, app, screen):
        if len(screen.archive.numbers) > FINISHED_KEPT and chance(70):
            return pressed(KEY_A)
        return one_of(KEY_A, KEY_B, KEY_C, KEY_M, KEY_M)

    def _sheet(self, app, screen):
        return pressed(KEY_C) if chance(40) else one_of(KEY_A, KEY_A, KEY_B, KEY_M)

    def _end(self, app, screen):
        if chance(45):
            return held(KEY_M)  # the menu, and there the game is put away
        return one_of(KEY_A, KEY_B, KEY_C, KEY_C, KEY_C, KEY_M)

    # -- both Meksikos ----------------------------------------------------------------------------

    def _bid(self, app, screen):
        if screen.may_pass and chance(60):
            return pressed(KEY_A)
        return pressed(KEY_B if chance(15) else KEY_C)

    def _trump(self, app, screen):
        return one_of(KEY_A, KEY_A, KEY_B, KEY_B, KEY_C)

    def _tricks(self, app, screen):
        if screen.counts():
            return pressed(KEY_C)
        if chance(3):
            return held(random.choice(KEYS[:3]))
        if chance(50):
            return pressed(KEYS[screen.game.seats_at_play.index(screen.game.declarer)])
        return one_of(*KEYS[:3])

    def _count(self, app, screen):
        return one_of(KEY_A, KEY_B, KEY_C, KEY_C, KEY_C)

    # -- Meksykanka -------------------------------------------------------------------------------

    def _turn(self, app, screen):
        if chance(12):
            return held(random.choice(KEYS[:3]))
        if screen.offers.offer is None:
            return pressed(KEY_A)
        return one_of(KEY_A, KEY_A, KEY_B, KEY_C, KEY_C)

    def _digits(self, app, screen):
        if chance(45):
            return held(KEY_C)
        if chance(5):
            return pressed(KEY_M)
        return one_of(KEY_A, KEY_B, KEY_B, KEY_C)

    def _dice(self, app, screen):
        return one_of(KEY_A, KEY_A, KEY_B, KEY_B, KEY_C, KEY_C)

    def _quiet(self, app, screen):
        return one_of(KEY_A, KEY_B, KEY_B, KEY_B, KEY_C, KEY_C, KEY_C)

    def _quiet_call(self, app, screen):
        return held(KEY_B) if chance(5) else one_of(KEY_A, KEY_B, KEY_C, KEY_C)

    # -- Mexican Rummy ----------------------------------------------------------------------------

    def _round(self, app, screen):
        return pressed(KEY_A if chance(10) else KEY_C)

    def _out(self, app, screen):
        return held(KEY_A) if chance(8) else one_of(*KEYS[:3])

    def _hand(self, app, screen):
        if chance(6):
            return held(random.choice(KEYS[:3]))
        if screen.entry.points() and chance(35):
            return pressed(KEY_C)
        return pressed(KEY_A if chance(40) else KEY_B)

    # -- the counter ------------------------------------------------------------------------------

    def _counter(self, app, screen):
        if screen.points is None:
            if chance(60 if self._is_long(app) else 3):
                return held(KEY_M)
            return one_of(KEY_A, screen.first_key(), KEY_B, KEY_C)
        return self._points(app, screen)

    def _is_long(self, app):
        return len(app.table.game.events) > LONG_entries

    def _points(self, app, screen):
        if chance(40):
            return pressed(KEY_C)
        options = app.table.game.options
        up = KEY_A if options["target"] < options["start"] else KEY_B
        down = KEY_A + KEY_B - up
        return (down if chance(25) else up, random.choice((SHORT_ms, SHORT_ms, HOLD_ms, RUN_ms)))


# Every kind of screen there is.
WAYS = {
    "AboutScreen": Person._anything,
    "OddsScreen": Person._anything,
    "DeviceCheckScreen": Person._anything,
    "KeysScreen": Person._anything,
    "PixelsScreen": Person._go_on,
    "OptionsInForceScreen": Person._anything,
    "StandingScreen": Person._anything,
    "StrangeScreen": Person._anything,
    "FullScreen": Person._anything,
    "HomeScreen": Person._home,
    "LanguageScreen": Person._some_row,
    "RulesScreen": Person._rules,
    "GameOptionsScreen": Person._options,
    "NumberScreen": Person._number,
    "PlayerScreen": Person._player,
    "SpellScreen": Person._spell,
    "DealerScreen": Person._dealer,
    "DealerListScreen": Person._some_row,
    "DrawScreen": Person._draw,
    "CardScreen": Person._card,
    "DrawnScreen": Person._go_on,
    "SeatsScreen": Person._seats,
    "ConfirmScreen": Person._confirm,
    "MessageScreen": Person._go_on,
    "MenuScreen": Person._menu,
    "SettingsScreen": Person._settings,
    "FinishedScreen": Person._finished,
    "FinishedGameScreen": Person._finished_game,
    "SheetScreen": Person._sheet,
    "PointsSheetScreen": Person._sheet,
    "EndScreen": Person._end,
    "CounterEndScreen": Person._end,
    "BidScreen": Person._bid,
    "TrumpScreen": Person._trump,
    "TricksScreen": Person._tricks,
    "CountScreen": Person._count,
    "ResultScreen": Person._go_on,
    "StartScreen": Person._some_row,
    "TurnScreen": Person._turn,
    "MoreScreen": Person._some_row,
    "DigitsScreen": Person._digits,
    "RollOffScreen": Person._dice,
    "CheckScreen": Person._dice,
    "DuelScreen": Person._dice,
    "QuietCheckScreen": Person._dice,
    "QuietScreen": Person._quiet,
    "QuietCallScreen": Person._quiet_call,
    "VerdictScreen": Person._go_on,
    "RoundScreen": Person._round,
    "OutScreen": Person._out,
    "OutListScreen": Person._some_row,
    "HandScreen": Person._hand,
    "CounterScreen": Person._counter,
    "RoundPointsScreen": Person._points,
}
