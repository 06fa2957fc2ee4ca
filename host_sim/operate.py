"""A practised person at the keys: sets games up and enters what happens, by key presses alone.

The person looks at the screen (which row is marked, which bid is proposed) and presses what the
labels say; nothing reaches the app but keys. Raises OperateError where the screen is not the one a
person would expect there, or does not offer what is to be entered.
"""

import json
from collections.abc import Callable, Sequence
from typing import Any

from kibitz.app import App
from kibitz.draw_screens import RANK
from kibitz.draw_screens import SUIT_PAGES as DRAW_PAGES
from kibitz.keys import KEY_A, KEY_B, KEY_C, KEY_M
from kibitz.meksiko_screens import SUIT_PAGES
from kibitz.words import CODES, say
from rules_core.cards import HUNGARIAN_NAMES, SUIT_NAMES
from rules_core.meksiko import PASS, TRICKS

from .device import LONG_ms, MemoryStorage, ScriptedDevice, SHORT_ms, World
from .script import Player, Press

COLUMN_KEYS = (KEY_A, KEY_B, KEY_C)


class OperateError(Exception):
    """No key enters this: another screen is in front, or the one in front does not offer it."""


class Operator:
    """Somebody who knows the device, and how Meksiko is entered.

    player: its keys. `player.presses` counts what was pressed.
    """

    RESULT = "ResultScreen"  # what is shown when something has been booked

    def __init__(self, player: Player) -> None:
        self.player = player
        self.app = player.device.app

    @classmethod
    def seated(cls, setup: dict[str, Any], **settings: Any) -> Any:
        """An operator at a device on which a game has been set up and not yet begun."""
        storage = MemoryStorage()
        storage.write("game-0001.jsonl", json.dumps(setup) + "\n")
        operator = cls(Player(ScriptedDevice(App, World(storage=storage))))
        operator.app.settings.values.update(settings)
        operator.player.start()
        operator.choose_text(say("home.resume"))
        return operator

    @property
    def game(self) -> Any:
        """The game on the table."""
        return self.app.table.game

    @property
    def screen(self) -> str:
        """The class name of the screen in front."""
        return type(self.app.top).__name__

    # -- keys -------------------------------------------------------------------------------------

    def press(self, key: int, times: int = 1) -> None:
        """Press a key, several times over."""
        self.player.press(Press(key, SHORT_ms, times))

    def hold(self, key: int) -> None:
        """Hold a key until its hold acts."""
        self.player.press(Press(key, LONG_ms))

    def expect(self, *screens: str) -> None:
        """Raise OperateError unless one of these screens (names of classes) is in front."""
        if self.screen not in screens:
            raise OperateError(f"{' or '.join(screens)} was expected, {self.screen} is in front")

    def must(self, offered: object, what: object) -> None:
        """Raise OperateError unless the screen in front offers what is to be entered."""
        if not offered:
            raise OperateError(f"{self.screen} does not offer {what!r}")

    def turn(self, here: int, there: int, count: int, on: int = KEY_B) -> None:
        """From one place of a ring to another, the shorter way round. on: the key that goes on;
        the other one goes back."""
        ahead = (there - here) % count
        if ahead <= count - ahead:
            self.press(on, ahead)
        else:
            self.press(KEY_A + KEY_B - on, count - ahead)

    def choose(self, row: int) -> None:
        """Take a row of a list."""
        self.turn(self.app.top.cursor, row, len(self.app.top.rows))
        self.press(KEY_C)

    def choose_text(self, text: str) -> None:
        """Take the row of a list that says this."""
        rows = [left for left, _ in self.app.top.rows]
        self.must(text in rows, text)
        self.choose(rows.index(text))

    def menu(self, word: str) -> None:
        """Take the row of the menu with this word."""
        self.hold(KEY_M)
        self.expect("MenuScreen")
        self.choose_text(say(word))

    # -- setting up -------------------------------------------------------------------------------

    def language(self, code: str) -> None:
        """Answer what a device asks that is switched on for the first time."""
        self.expect("LanguageScreen")
        self.choose(CODES.index(code))

    def new_game(self, setup: dict[str, Any], draws: Sequence[Sequence[str]] | None = None) -> None:
        """From the first screen to the first bid of a game.

        draws: the cards that are drawn for the seats, a sequence of them for each time that some
        draw; empty: the device draws; None: the players just name the dealer.
        """
        self.expect("HomeScreen")
        self.choose_text(say("home.new"))
        if self.screen == "ConfirmScreen":  # a running game is put away
            self.press(KEY_C)
        self.expect("RulesScreen")
        self.choose_text(say("game." + setup["game"]))
        self.options(setup.get("options", {}))
        for name in setup["players"]:
            self.name(name)
        if self.screen == "PlayerScreen":  # more could play
            self.choose_text(say("player.everybody"))
        if draws is None:
            self._dealer(setup.get("dealer", 0))
        else:
            self.draw_seats(draws)

    def options(self, wanted: dict[str, Any]) -> None:
        """Set options and go on."""
        self.expect("GameOptionsScreen")
        screen = self.app.top
        for row, option in enumerate(screen.options):
            value = wanted.get(option.name, option.default)
            if value == screen.values[option.name]:
                continue
            self.press(KEY_A, (row - screen.cursor) % len(screen.options))
            if type(value) is int:
                self.press(KEY_B)
                self.number(value)
            else:
                self.must(value in option.allowed, value)
            while value != screen.values[option.name]:
                self.press(KEY_B)
        self.press(KEY_C)

    def number(self, value: int) -> None:
        """Set a number step by step and take it."""
        self.expect("NumberScreen")
        self.must(self.app.top.low <= value <= self.app.top.high, value)
        difference = value - self.app.top.value
        self.press(KEY_B if difference > 0 else KEY_A, abs(difference))
        self.press(KEY_C)

    def name(self, name: str) -> None:
        """Take a player from the list, or spell the name."""
        self.expect("PlayerScreen")
        names = self.app.top.names
        self.choose(names.index(name) if name in names else len(names))
        if name not in names:
            self.spell(name)

    def spell(self, name: str) -> None:
        """Spell a name on the letter wheel; C held is done."""
        self.expect("SpellScreen")
        screen = self.app.top
        for letter in name:
            wheel = screen.wheel()
            self.turn(screen.place, wheel.index(letter), len(wheel))
            self.press(KEY_C)
        self.hold(KEY_C)

    def _dealer(self, dealer: int) -> None:
        self.expect("DealerScreen", "DealerListScreen")
        if self.screen == "DealerScreen":
            self.press(COLUMN_KEYS[dealer])
        else:
            self.choose(dealer)

    def draw_seats(self, draws: Sequence[Sequence[str]]) -> None:
        """Draw for seats and first dealer; draws: as in `new_game`."""
        self.expect("DealerScreen", "DealerListScreen")
        if self.screen == "DealerScreen":
            self.hold(KEY_B)
        else:
            self.choose_text(say("dealer.draw"))
        self.expect("DrawScreen")
        self.press(KEY_A if draws else KEY_C)
        for cards in draws:
            if self.screen == "DrawnScreen":  # some tie
                self.press(KEY_C)
            for card in cards:
                self._card(card)
        while self.screen == "DrawnScreen":
            self.press(KEY_C)
        self.expect("SeatsScreen")
        self.press(KEY_C)

    def _card(self, card: str) -> None:
        """A card that somebody has drawn: its rank, then its suit."""
        self.expect("CardScreen")
        screen = self.app.top
        ranks = screen.drawn.ranks
        self.must(card[:-1] in ranks and screen.page == RANK, card)
        self.turn(screen.rank, ranks.index(card[:-1]), len(ranks), on=KEY_A)
        self.press(KEY_C)
        page = next(page for page in DRAW_PAGES if card[-1] in page)
        self.press(KEY_C, DRAW_PAGES.index(page))
        self.must(screen.labels()[page.index(card[-1])], card)
        self.press(COLUMN_KEYS[page.index(card[-1])])

    # -- playing ----------------------------------------------------------------------------------

    def enter(self, name: str, value: Any = True) -> None:
        """Enter an event of the game, or `undo`, as `Game.split` has it; past a result, if need be.

        OperateError if no keys do that: then nothing has happened in the game, but the screen on
        which it could not be done may still be in front.
        """
        if name == "undo":
            self.undo()
            return
        if self.screen == self.RESULT:
            self.go_on()
        way = self.ways().get(name)
        if way is None:
            raise OperateError(f"there is no way to enter {name!r}")
        way(value)

    def ways(self) -> dict[str, Callable[[Any], None]]:
        """How each event is entered."""
        return {
            "bid": self._bid,
            "trump": self._trump,
            "trick": self._trick,
            "tricks": self._count,
        }

    def undo(self) -> None:
        """Take the last event back."""
        self.press(KEY_M)
        self.expect("ConfirmScreen")
        self.press(KEY_C)

    def go_on(self) -> None:
        """From the result to what comes next."""
        self.expect(self.RESULT)
        while self.screen == self.RESULT:
            self.press(KEY_C)

    def _bid(self, bid: int | str) -> None:
        self.expect("BidScreen")
        screen = self.app.top
        if bid == PASS:
            self.must(screen.may_pass, bid)
            self.press(KEY_A)
            return
        proposals = screen.proposals
        self.must(bid in proposals, bid)
        self.press(KEY_B, (proposals.index(bid) - screen.marked) % len(proposals))
        self.press(KEY_C)

    def _trump(self, suit: str) -> None:
        """A suit by its name in either pack: the keys name it by the one on the table."""
        self.expect("TrumpScreen")
        if suit in HUNGARIAN_NAMES:
            suit = SUIT_NAMES[HUNGARIAN_NAMES.index(suit)]
        self.must(suit in SUIT_NAMES, suit)
        page = next(page for page in SUIT_PAGES if suit in page)
        if SUIT_PAGES.index(page) != self.app.top.page:
            self.press(KEY_C)
        self.press(COLUMN_KEYS[page.index(suit)])

    def _trick(self, seat: int) -> None:
        self.expect("TricksScreen")
        self.must(seat in self.game.seats_at_play, seat)
        self.press(COLUMN_KEYS[self.game.seats_at_play.index(seat)])

    def _count(self, tricks: Sequence[int]) -> None:
        """The final count: that of the declarer, then an opponent's unless only one is possible."""
        self.expect("TricksScreen")
        self.must(len(tricks) == len(self.game.players), tricks)
        if self.app.settings.values["tricks"] == "count":
            self.press(KEY_C)
        else:
            self.menu("menu.count")
        while self.screen == "CountScreen":
            screen = self.app.top
            wanted = [tricks[seat] for seat in screen.order]
            low, high = screen.bounds()
            self.must(low <= wanted[screen.stage] <= high, tricks)
            # All ten are somebody's who plays: so the keys never leave any over.
            self.must(sum(wanted) == sum(tricks) == TRICKS, tricks)
            difference = wanted[screen.stage] - screen.counts[screen.stage]
            self.press(KEY_B if difference > 0 else KEY_A, abs(difference))
            self.press(KEY_C)
