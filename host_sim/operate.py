"""A practised person at the keys: sets games up and enters what happens, by key presses alone.

The person looks at the screen (which row is marked, which bid is proposed) and presses what the
labels say; nothing reaches the app but keys. Raises OperateError where the screen is not the one a
person would expect there.
"""

from collections.abc import Callable
from typing import Any

from kibitz.keys import KEY_A, KEY_B, KEY_C, KEY_M
from kibitz.meksiko_screens import SUIT_PAGES
from kibitz.words import say
from rules_core.meksiko import PASS

from .device import LONG_ms, SHORT_ms
from .script import Player, Press

COLUMN_KEYS = (KEY_A, KEY_B, KEY_C)


class OperateError(Exception):
    """The app shows another screen than the one on which this can be entered."""


class Operator:
    """Somebody who knows the device.

    player: its keys. `player.presses` counts what was pressed.
    """

    def __init__(self, player: Player) -> None:
        self.player = player
        self.app = player.device.app

    @property
    def game(self) -> Any:
        """The game on the table."""
        return self.app.table.game

    # -- keys -------------------------------------------------------------------------------------

    def press(self, key: int, times: int = 1) -> None:
        """Press a key, several times over."""
        self.player.press(Press(key, SHORT_ms, times))

    def hold(self, key: int) -> None:
        """Hold a key until its hold acts."""
        self.player.press(Press(key, LONG_ms))

    def expect(self, *screens: str) -> None:
        """Raise OperateError unless one of these screens (names of classes) is in front."""
        seen = type(self.app.top).__name__
        if seen not in screens:
            raise OperateError(f"{' or '.join(screens)} was expected, {seen} is in front")

    def turn(self, here: int, there: int, count: int) -> None:
        """From one place of a ring to another, the shorter way round: A goes back, B on."""
        ahead = (there - here) % count
        if ahead <= count - ahead:
            self.press(KEY_B, ahead)
        else:
            self.press(KEY_A, count - ahead)

    def choose(self, row: int) -> None:
        """Take a row of a list."""
        self.turn(self.app.top.cursor, row, len(self.app.top.rows))
        self.press(KEY_C)

    def choose_text(self, text: str) -> None:
        """Take the row of a list that says this."""
        self.choose([left for left, _ in self.app.top.rows].index(text))

    # -- setting up -------------------------------------------------------------------------------

    def new_game(self, setup: dict[str, Any]) -> None:
        """From the first screen to the first bid of a game."""
        self.expect("HomeScreen")
        self.choose_text(say("home.new"))
        if type(self.app.top).__name__ == "ConfirmScreen":  # a running game is put away
            self.press(KEY_C)
        self.expect("RulesScreen")
        self.choose_text(say("game." + setup["game"]))
        self.options(setup.get("options", {}))
        for name in setup["players"]:
            self.name(name)
        if type(self.app.top).__name__ == "PlayerScreen":  # more could play
            self.choose(len(self.app.top.rows) - 1)
        self._dealer(setup.get("dealer", 0))

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
            while value != screen.values[option.name]:
                self.press(KEY_B)
        self.press(KEY_C)

    def number(self, value: int) -> None:
        """Set a number step by step and take it."""
        self.expect("NumberScreen")
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
        if type(self.app.top).__name__ == "DealerScreen":
            self.press(COLUMN_KEYS[dealer])
        else:
            self.choose(dealer)

    # -- playing ----------------------------------------------------------------------------------

    def enter(self, name: str, value: Any) -> None:
        """Enter an event of Meksiko: bid, trump, trick, or tricks (the final count)."""
        ways: dict[str, Callable[[Any], None]] = {
            "bid": self._bid,
            "trump": self._trump,
            "trick": self._trick,
            "tricks": self._count,
        }
        ways[name](value)

    def _bid(self, bid: int | str) -> None:
        self.expect("BidScreen")
        screen = self.app.top
        if bid == PASS:
            self.press(KEY_A)
            return
        proposals = screen.proposals
        self.press(KEY_B, (proposals.index(bid) - screen.marked) % len(proposals))
        self.press(KEY_C)

    def _trump(self, suit: str) -> None:
        self.expect("TrumpScreen")
        page = next(page for page in SUIT_PAGES if suit in page)
        if SUIT_PAGES.index(page) != self.app.top.page:
            self.press(KEY_C)
        self.press(COLUMN_KEYS[page.index(suit)])

    def _trick(self, seat: int) -> None:
        self.expect("TricksScreen")
        self.press(COLUMN_KEYS[self.game.seats_at_play.index(seat)])

    def _count(self, tricks: list[int]) -> None:
        """The final count: that of the declarer, then an opponent's unless only one is possible."""
        self.expect("TricksScreen")
        if self.app.settings.values["tricks"] == "count":
            self.press(KEY_C)
        else:
            self.hold(KEY_M)
            self.choose([word for word, _ in self.app.top.doors].index("menu.count"))
        while type(screen := self.app.top).__name__ == "CountScreen":
            difference = tricks[screen.order[screen.stage]] - screen.counts[screen.stage]
            self.press(KEY_B if difference > 0 else KEY_A, abs(difference))
            self.press(KEY_C)

    def go_on(self) -> None:
        """From the result of a hand to what comes next."""
        self.expect("ResultScreen")
        self.press(KEY_C)
