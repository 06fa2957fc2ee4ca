"""Meksykanka on the glass: the judge of the dice cup.

The table plays as it always does. Whoever holds the cup says a number and somebody presses it: a
key for the number that is offered, one for a check. The dice are asked for when they lie open, by
two keys that turn one each, and the verdict is the device's. What may be called or shown is what
the rules core says is possible.

    meksykanka_screens   the way through the game; the turn, numbers digit by digit, rare events
    meksykanka_dice      dice that are entered: the start, the check, the duel; the verdict, the end
    meksykanka_quiet     the quiet mode: no calls are entered, only checks
    meksykanka_odds      the page of chances
    meksykanka_sheet     the score sheet
    meksykanka_paint     what they look like
"""

from rules_core.dice import MEKSYKANKA, result, results, strength

from . import meksykanka_paint as cup_paint
from . import paint
from .canvas import THREE_COLUMNS, WORK_HEIGHT_PX, WORK_Y_PX
from .fonts import SMALL
from .game_screens import GameScreen, MenuScreen
from .keys import KEY_A, KEY_B, KEY_C
from .screen import ListScreen, MessageScreen
from .words import say

MOST_CALL = 999_999  # on this device; the rules know no limit
OPENING_OFFER = 54  # the first number offered to whoever opens: half of all rolls reach it


def screen_for(app):
    """The screen for what the game expects now."""
    table = app.table
    game = table.game
    if len(game.log) > table.seen:
        from .meksykanka_dice import VerdictScreen

        return VerdictScreen(app)
    if game.over:
        from .meksykanka_dice import EndScreen

        return EndScreen(app)
    if game.contenders:
        from .meksykanka_dice import StartScreen

        return StartScreen(app)
    if "duel" in game.expects():
        from .meksykanka_dice import DuelScreen

        return DuelScreen(app)
    if game.call is None and is_quiet(app):
        from .meksykanka_quiet import QuietScreen

        return QuietScreen(app)
    return TurnScreen(app)


SIDES = ("kibitz.meksykanka_sheet", "kibitz.meksykanka_odds")


def sheet(app, game=None):
    """The score sheet: of the running game, or of another one."""
    from .meksykanka_sheet import SheetScreen

    return SheetScreen(app, game or app.table.game)


def menu(app) -> list:
    """Rows of its own for the menu: the chances, and what seldom happens."""
    rows = []
    if has_odds(app):
        rows.append(("more.odds", lambda: show_odds(app)))
    if "cocked" in app.table.game.expects():
        rows.append(("more.cocked", lambda: roll_again(app)))
    return rows


def is_quiet(app) -> bool:
    """True if this table enters checks only."""
    return app.settings.values["calls"] == "quiet"


# -- words -----------------------------------------------------------------------------------------


def call_text(call) -> str:
    """A call in a sentence."""
    return say("call.meksykanka") if call == MEKSYKANKA else str(call)


def call_figure(call) -> str:
    """A call, or what dice are worth, in large letters."""
    return say("call.large.meksykanka") if call == MEKSYKANKA else str(call)


def call_cell(call) -> str:
    """A call, or what dice are worth, in the few pixels of a cell."""
    return say("call.cell.meksykanka") if call == MEKSYKANKA else str(call)


def call_label(call) -> str:
    """What the key says that makes a call; of a long number only the number."""
    text = say("key.call", call=call_cell(call))
    return text if SMALL.width(text) <= THREE_COLUMNS[2][1] else call_cell(call)


def dice_text(dice) -> str:
    """Two dice in a sentence: 6 5."""
    return "{} {}".format(dice[0], dice[1])


def event_text(table, actor, name: str, value) -> str:
    """The last event as the question whether to take it back names it."""
    names = table.game.players
    if name == "first":
        best = max([result(dice) for dice in value], key=strength)
        return say("event.first", best=call_text(best))
    if name == "start":
        return say("event.start", who=names[value])
    if name == "cocked":
        return say("event.cocked")
    who = names[actor]
    if name == "call":
        key = "event.call"
        if type(value) is tuple:
            key, value = "event.reroll", value[0]
        return say(key, who=who, call=call_text(value))
    if name == "meksykanka":
        return say("event.shown", who=who)
    return say("event.check" if name == "check" else "event.duel", who=who, dice=dice_text(value))


def undo_count(app) -> int:
    """How many of the last events were one entry of the table: see meksykanka_quiet."""
    game = app.table.game
    if game.call is None or game.events[-1][0] == "cocked" or not is_quiet(app):
        return 1
    from .meksykanka_quiet import placeholders

    return 1 + placeholders(game.events)


# -- parts of several screens ----------------------------------------------------------------------


class CupScreen(GameScreen):
    """A screen of this game."""

    def __init__(self, app):
        super().__init__(app)
        self._short_names = None  # worked out when they are first drawn

    def players(self, turn) -> list:
        """Everybody as `cup_paint.strip` wants them. turn: the seat that is marked, or None."""
        game = self.game
        if self._short_names is None:
            _, width = cup_paint.strip_cells(len(game.players))
            self._short_names = short_names(game.players, width - paint.MARGIN_PX)
        lives = game.options["lives"]
        return [
            (name, game.scores[seat], lives, seat in game.out, seat == turn)
            for seat, name in enumerate(self._short_names)
        ]

    def cycle(self) -> str:
        """The header: which cycle this is."""
        return say("cup.cycle", number=len(self.game.log) + 1)


def short_names(names, width: int) -> list:
    """Names that fit in so many pixels, and differ.

    Those that begin alike are shortened in the middle, so that their endings tell them apart; if
    these do not, the seats' numbers do.
    """
    cut = [SMALL.fit(name, width, "") for name in names]
    short = []
    for name, beginning in zip(names, cut):
        if beginning != name and cut.count(beginning) > 1:
            alike = [one for one, start in zip(names, cut) if start == beginning]
            ending = own_ending(name, alike)
            if 2 * SMALL.width(ending) < width:
                beginning = _shortened(name, ending, width)
        short.append(beginning)
    for seat, one in enumerate(short):
        if short.count(one) > 1 and one != names[seat]:
            short[seat] = _shortened(names[seat], str(seat + 1), width)
    return short


def own_ending(name: str, alike: list) -> str:
    """The shortest ending that none of the others has."""
    for length in range(1, len(name)):
        if [one[-length:] for one in alike].count(name[-length:]) == 1:
            return name[-length:].strip()
    return ""


def _shortened(name: str, ending: str, width: int) -> str:
    """As much of a name's beginning as fits before an ending, and that."""
    start = SMALL.fit(name, width - SMALL.width(ending) - SMALL.gap, "")
    return SMALL.fit(start + ending, width, "")


# -- a turn ----------------------------------------------------------------------------------------


def offers(game) -> list:
    """The calls that make sense now, low to high: what dice can show, above the standing call.

    Above six hundred there is only one more than that, as far as the device goes.
    """
    calls = [one for one in results() if one != MEKSYKANKA]
    if game.call is not None:
        calls = [one for one in calls if strength(one) > strength(game.call)]
    if not calls and type(game.call) is int and game.call < MOST_CALL:
        calls.append(game.call + 1)
    if game.options["mexican_call"] and game.call != MEKSYKANKA:
        calls.append(MEKSYKANKA)
    return calls


class Offers:
    """The calls that the keys step through. calls: low to high. place: of the one being offered."""

    def __init__(self, calls: list, start=None):
        self.calls = calls
        self.place = calls.index(start) if start in calls else 0

    @property
    def offer(self):
        """The call that is offered, None if there is none."""
        return self.calls[self.place] if self.calls else None

    def step(self, step: int) -> None:
        """The next one, higher or lower; behind the last comes the first."""
        if self.calls:
            self.place = (self.place + step) % len(self.calls)

    def take(self, number: int) -> None:
        """Offer a number, whether dice can show it or not."""
        if number not in self.calls:
            self.calls = sorted(self.calls + [number], key=strength)
        self.place = self.calls.index(number)


def last_call_rerolled(events: list) -> bool:
    """True if the standing call was made after a reroll."""
    place = len(events) - 1
    while events[place][0] != "call":
        place -= 1
    return type(events[place][1]) is tuple


class TurnScreen(CupScreen):
    """Whose turn it is and what has to be beaten: A checks, B offers a higher call, C calls it.

    There is nothing to check when a cycle opens; then A offers a lower call. Held, A opens the list
    of rare events, B asks for any number, and C calls after a reroll.
    """

    taps = KEY_A | KEY_B | KEY_C

    def __init__(self, app):
        super().__init__(app)
        self.opens = self.game.call is None
        self.offers = Offers(offers(self.game), OPENING_OFFER if self.opens else None)
        self._offered = ""  # in the picture

    def leads_to(self) -> tuple:
        return ("kibitz.meksykanka_dice",)

    def enter(self) -> None:
        """The quiet mode may have been chosen meanwhile."""
        if self.opens and is_quiet(self.app):
            self.app.play()

    def draw(self, canvas) -> None:
        game = self.game
        paint.header(canvas, self.cycle(), self._header())
        offer = self._offered = self.offered()
        standing = "" if self.opens else str(game.call)
        lines = cup_paint.lines_of(len(game.players))
        hints = [say("hint.more"), say("hint.number")]
        cup_paint.cup(canvas, game.players[game.to_act], standing, offer, hints, lines)
        cup_paint.strip(canvas, self.players(game.to_act))

    def redraw(self, canvas) -> None:
        """Another call is offered; where there is no room for it, its key has it alone."""
        was, self._offered = self._offered, self.offered()
        if cup_paint.lines_of(len(self.game.players)) == 1:
            cup_paint.to_call(canvas, self._offered, was)

    def offered(self) -> str:
        """The call that is offered, as it is drawn."""
        return "" if self.offers.offer is None else call_figure(self.offers.offer)

    def _header(self) -> str:
        """Who made the standing call, and whether after a reroll."""
        game = self.game
        if self.opens:
            return say("cup.opens")
        key = "cup.rerolled" if last_call_rerolled(game.events) else "cup.called"
        return paint.with_name(key, game.players[game.caller], self.cycle())

    def labels(self) -> tuple:
        several = len(self.offers.calls) > 1
        higher = say("key.higher") if several else ""
        call = "" if self.offers.offer is None else call_label(self.offers.offer)
        if not self.opens:
            return (say("key.check"), higher, call)
        return (say("key.lower") if several else "", higher, call)

    def press(self, key: int) -> None:
        if key == KEY_C:
            self.call()
        elif key == KEY_A and not self.opens:
            from .meksykanka_dice import CheckScreen

            self.app.push(CheckScreen(self.app))
        elif len(self.offers.calls) > 1:
            self.offers.step(1 if key == KEY_B else -1)
            self.touched()

    def repeat(self, key: int, step: int) -> None:
        """Holds have meanings of their own here."""

    def hold(self, key: int) -> None:
        if key == KEY_A:
            self.app.push(MoreScreen(self.app, self))
        elif key == KEY_B:
            self.ask_number()
        else:
            self.call(not self.opens)

    def call(self, reroll: bool = False) -> None:
        """The offered call is made, after a reroll or without one."""
        offer = self.offers.offer
        if offer is not None:
            self.act("call", (offer, True) if reroll else offer)

    def ask_number(self) -> None:
        """Any number that may be called."""
        standing = self.game.call
        if standing == MEKSYKANKA or standing is not None and standing >= MOST_CALL:
            return
        low = 1 if standing is None else standing + 1
        self.app.push(DigitsScreen(self.app, low, self.take_number))

    def take_number(self, number: int) -> None:
        """A number has been set: offer it, to be called with or without a reroll."""
        self.offers.take(number)
        self.changed()

    def show_meksykanka(self) -> None:
        """Whose turn it is lifts the cup: a one and a two."""
        self.act("meksykanka")


class DigitsScreen(GameScreen):
    """Any natural number, digit by digit: A and B turn the last digit, C sets one more behind it.

    It begins with the lowest number that may be called. C held takes the number, M takes its last
    digit away, and with the only one leaves. low: that number. done: gets the number.
    """

    taps = KEY_C

    def __init__(self, app, low: int, done):
        super().__init__(app)
        self.low = low
        self.done = done
        self.text = str(low)

    def draw(self, canvas) -> None:
        paint.header(canvas, say("digits.title"), say("digits.least", low=self.low))
        self.redraw(canvas)

    def redraw(self, canvas) -> None:
        """Another number."""
        note = "digits.hold" if self.is_good() else "digits.low"
        paint.clear(canvas, WORK_Y_PX, WORK_HEIGHT_PX)
        cup_paint.digits(canvas, self.text, len(str(MOST_CALL)), say(note, number=self.text))

    def is_good(self) -> bool:
        """True if the number may be called."""
        return int(self.text) >= self.low

    def is_full(self) -> bool:
        """True if there is no room for another digit."""
        return len(self.text) == len(str(MOST_CALL))

    def labels(self) -> tuple:
        further = say("key.digit")
        if self.is_full():
            further = say("key.ok") if self.is_good() else ""
        return (say("key.less"), say("key.more"), further)

    def press(self, key: int) -> None:
        if key != KEY_C:
            self.repeat(key, 1)
        elif self.is_full():
            self.take()
        else:
            self.text += "0"
            self.touched()

    def hold(self, key: int) -> None:
        if key == KEY_C:
            self.take()
        else:
            self.repeat(key, 1)

    def repeat(self, key: int, step: int) -> None:
        """One digit at a time; a number does not begin with a nought."""
        if key == KEY_C:
            return
        figures = "0123456789" if len(self.text) > 1 else "123456789"
        place = figures.index(self.text[-1]) + (1 if key == KEY_B else -1)
        self.text = self.text[:-1] + figures[place % len(figures)]
        self.touched()

    def take(self) -> None:
        """The number is complete."""
        if self.is_good():
            self.app.pop()
            self.done(int(self.text))

    def back(self) -> None:
        if len(self.text) > 1:
            self.text = self.text[:-1]
            self.touched()
        else:
            self.app.pop()


# -- what seldom happens ---------------------------------------------------------------------------


class MoreScreen(ListScreen):
    """What happens less often than a call or a check, with the key that does it at once, if any.

    turn: the screen it was called from: it has offers, `show_meksykanka` and, if calls are entered,
    `ask_number` and `call`.
    """

    def __init__(self, app, turn):
        super().__init__(app, say("more.title"), [])
        self.turn = turn
        self.doors = []
        game = app.table.game
        if "meksykanka" in game.expects():
            self._door("more.meksykanka", "", turn.show_meksykanka)
        if has_odds(app):
            self._door("more.odds", "", lambda: show_odds(app, turn.offers.offer))
        if isinstance(turn, TurnScreen):
            self._calls(game, turn)
        if "cocked" in game.expects():
            self._door("more.cocked", "", lambda: roll_again(app))

    def leads_to(self) -> tuple:
        return ("kibitz.meksykanka_odds",)

    def _calls(self, game, turn) -> None:
        """The rows that teach what the held keys do."""
        offer = turn.offers.offer
        if "call" not in game.expects() or offer is None:
            return
        self._door("more.number", "hint.hold_b", turn.ask_number)
        if not turn.opens:
            self._door("more.reroll", "hint.hold_c", lambda: turn.call(True), call_cell(offer))

    def _door(self, word: str, hint: str, open_, call: str = "") -> None:
        self.rows.append((say(word, call=call), say(hint) if hint else ""))
        self.doors.append(open_)

    def choose(self, index: int) -> None:
        self.app.pop()
        self.doors[index]()

    def menu(self) -> None:
        self.app.push(MenuScreen(self.app))


def roll_again(app) -> None:
    """Dice on top of each other or off the table: noted, and nothing else changes."""
    app.table.act("cocked")
    if not isinstance(app.top, CupScreen):
        app.pop()  # the menu
    if app.table.full:
        app.play()
    app.push(MessageScreen(app, say("more.cocked"), say("cocked.text")))


def has_odds(app) -> bool:
    """True if the page of chances is wanted, and there is something to be rolled."""
    wanted = app.settings.values["odds"] == "on"
    return wanted and bool(app.table.game.expects()) and not app.table.game.contenders


def show_odds(app, offer=None) -> None:
    """The page of chances for the standing call, or for one that might be made."""
    from .meksykanka_odds import OddsScreen

    app.push(OddsScreen(app, offer))
