"""The quiet mode of Meksykanka: no calls are entered, only checks are judged.

At a check the table says who called, what, and what lies there. The transcript still tells the
whole cycle, because the rules want to know whose turn it was: everybody from the starter up to the
caller has said a number, each higher than the one before, so that there is always room for the
numbers nobody entered. They are written as 1, 2, 3 … and are easily told from what was said aloud.
A call that is too low for its place in the cycle cannot have been made, and cannot be entered.
"""

from . import meksykanka_paint as cup_paint
from . import paint
from .keys import KEY_A, KEY_B, KEY_C
from .meksykanka_dice import CheckScreen
from .meksykanka_screens import (
    OPENING_OFFER,
    CupScreen,
    DigitsScreen,
    MoreScreen,
    Offers,
    is_quiet,
    offers,
)
from .words import say

CHECKED_OFFER = 100  # the first number offered: calls that are checked are high ones


def placeholders(events: list) -> int:
    """How many of the last events but one stand for calls that nobody entered: 1, 2, 3 …"""
    count = 0
    place = len(events) - 2
    while place >= 0 and events[place][0] == "call":
        place -= 1
    for number, event in enumerate(events[place + 1 : -1], 1):
        if event[1] != number:
            return 0
        count = number
    return count


class QuietScreen(CupScreen):
    """The cup goes round: B marks the next player, C checks the one who is marked.

    caller: the seat that is marked, at first the one who began the cycle; the table may follow the
    cup with it or set it when it is wanted. A opens the list of rare events.
    """

    def __init__(self, app):
        super().__init__(app)
        self.caller = self.game.to_act
        self._marked = self.caller  # in the picture
        self.offers = Offers(offers(self.game), OPENING_OFFER)

    def enter(self) -> None:
        """Calls may be entered again from now on."""
        if not is_quiet(self.app):
            self.app.play()

    def steps(self) -> int:
        """How many players have had the cup before the one who is marked."""
        game = self.game
        seat, count = game.to_act, 0
        while seat != self.caller:
            seat = game.next_seat(seat, game.out)
            count += 1
        return count

    def draw(self, canvas) -> None:
        game = self.game
        paint.header(canvas, self.cycle(), say("quiet.title"))
        lines = cup_paint.lines_of(len(game.players))
        cup_paint.cup(canvas, game.players[self.caller], "", "", [], lines)
        cup_paint.strip(canvas, self.players(self.caller))
        self._marked = self.caller

    def redraw(self, canvas) -> None:
        """The cup is with somebody else."""
        was, self._marked = self._marked, self.caller
        cup_paint.turn(canvas, self.game.players[self.caller])
        players = self.players(self.caller)
        for seat in (was, self.caller):
            cup_paint.strip_name(canvas, players, seat)

    def labels(self) -> tuple:
        return (say("key.rare"), say("key.next"), say("key.check"))

    def press(self, key: int) -> None:
        if key == KEY_A:
            self.app.push(MoreScreen(self.app, self))
        elif key == KEY_B:
            self.caller = self.game.next_seat(self.caller, self.game.out)
            self.touched()
        else:
            self.app.push(QuietCallScreen(self.app, self))

    def repeat(self, key: int, step: int) -> None:
        if key == KEY_B:
            self.press(key)

    def hold(self, key: int) -> None:
        self.repeat(key, 1)

    def pass_on(self) -> None:
        """The cup comes to the one who is marked, with numbers that nobody entered."""
        for number in range(1, self.steps() + 1):
            self.table.act("call", number)

    def show_meksykanka(self) -> None:
        """Whoever is marked lifts the cup: a one and a two."""
        self.pass_on()
        self.act("meksykanka")


class QuietCallScreen(CupScreen):
    """What was called: A lower, B higher, C takes it; B held asks for any number.

    turn: the QuietScreen that knows who called it.
    """

    taps = KEY_B

    def __init__(self, app, turn):
        super().__init__(app)
        self.turn = turn
        self.offers = Offers(offers(self.game), CHECKED_OFFER)

    def draw(self, canvas) -> None:
        paint.header(canvas, say("quiet.call"), say("hint.number"))
        who = self.game.players[self.turn.caller]
        caption = paint.with_name("check.called", who)
        cup_paint.offer(canvas, caption, str(self.offers.offer))

    def redraw(self, canvas) -> None:
        """Another call is offered."""
        cup_paint.offered(canvas, str(self.offers.offer))

    def labels(self) -> tuple:
        return (say("key.lower"), say("key.higher"), say("key.ok"))

    def press(self, key: int) -> None:
        if key == KEY_C:
            self.app.push(QuietCheckScreen(self.app, self.turn, self.offers.offer))
        else:
            self.offers.step(1 if key == KEY_B else -1)
            self.touched()

    def hold(self, key: int) -> None:
        if key == KEY_B:
            self.app.push(DigitsScreen(self.app, self.turn.steps() + 1, self.take_number))
        else:
            self.repeat(key, 1)

    def repeat(self, key: int, step: int) -> None:
        if key == KEY_A:
            self.press(key)

    def take_number(self, number: int) -> None:
        """A number has been set digit by digit."""
        self.offers.take(number)
        self.changed()

    def back(self) -> None:
        """To who called; nothing has been booked yet."""
        self.app.pop()


class QuietCheckScreen(CheckScreen):
    """The dice of a check whose call has not been written yet."""

    def __init__(self, app, turn, call):
        self.turn = turn
        self.called = call
        super().__init__(app)

    def claim(self, app) -> tuple:
        return self.called, self.turn.caller

    def take(self) -> None:
        self.turn.pass_on()
        self.table.act("call", self.called)
        super().take()
