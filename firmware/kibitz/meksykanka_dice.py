"""Dice that are entered in Meksykanka: for the start, at a check, in a duel; the verdict, the end.

Wherever dice are entered A turns the first and B the second, and C takes them.
"""

from rules_core.dice import DUEL_TRIES, FACES, MEKSYKANKA, result, results, strength

from . import meksykanka_paint as cup_paint
from . import paint
from .game_screens import MenuScreen, ask_to_take_back
from .keys import KEY_A, KEY_B, KEY_C
from .meksykanka_screens import (
    SIDES,
    CupScreen,
    call_cell,
    call_figure,
    call_text,
    sheet,
)
from .screen import ListScreen
from .words import say, say_n
from .world import VERDICT

FIRST_DICE = (1, 1)  # what the dice show before anything is entered


def dice_of(call) -> tuple:
    """The dice that a call claims, or would need at least: where the check begins to ask.

    A call is true often enough, and the dice are near it more often than not.
    """
    if call == MEKSYKANKA:
        return (2, 1)
    lowest = _lowest_result(call)
    for first in range(1, FACES + 1):
        for second in range(1, first + 1):
            if result((first, second)) == lowest:
                return (first, second)
    return FIRST_DICE


def _lowest_result(call):
    """What dice must show to reach a call, as far as a number goes."""
    numbers = [one for one in results() if one != MEKSYKANKA]
    for number in numbers:
        if number >= call:
            return number
    return numbers[-1]


class DiceScreen(CupScreen):
    """Two dice over the keys that turn them. dice: what they show. `take()` is what C does."""

    def __init__(self, app, dice=FIRST_DICE):
        super().__init__(app)
        self.dice = list(dice)
        self._lying = None  # the dice in the picture

    def draw(self, canvas) -> None:
        self.draw_top(canvas)
        self._lying = None
        self.redraw(canvas)

    def redraw(self, canvas) -> None:
        """A die has been turned."""
        was, self._lying = self._lying, tuple(self.dice)
        cup_paint.dice_entry(canvas, self.dice, call_figure(result(self.dice)), was)

    def draw_top(self, canvas) -> None:
        """The header, and what stands above the dice."""

    def take(self) -> None:
        """C was pressed."""

    def word(self) -> str:
        """What C is called."""
        return "key.take"

    def labels(self) -> tuple:
        return (say("key.die", number=1), say("key.die", number=2), say(self.word()))

    def press(self, key: int) -> None:
        if key == KEY_C:
            self.take()
        else:
            self.repeat(key, 1)

    def repeat(self, key: int, step: int) -> None:
        """One face at a time; after the six comes the one."""
        if key in (KEY_A, KEY_B):
            place = 0 if key == KEY_A else 1
            self.dice[place] = self.dice[place] % FACES + 1
            self.touched()


# -- who starts ------------------------------------------------------------------------------------


class StartScreen(ListScreen):
    """Who starts: everybody (who is still in it) rolls, or the table names somebody.

    After a tie those who tied are left, with what they rolled.
    """

    of_game = True

    def __init__(self, app):
        game = app.table.game
        tied = len(game.contenders) < len(game.players)
        rolled = call_text(best_roll(game.events)) if tied else ""
        rows = [(say("start.again" if tied else "start.roll"), "")]
        rows += [(game.players[seat], rolled) for seat in game.contenders]
        super().__init__(app, say("start.tie" if tied else "start.title"), rows)
        self.seats = game.contenders

    def choose(self, index: int) -> None:
        if index:
            self.app.table.act("start", self.seats[index - 1])
            self.app.play()
        else:
            self.app.push(RollOffScreen(self.app))

    def back(self) -> None:
        ask_to_take_back(self.app)

    def menu(self) -> None:
        self.app.push(MenuScreen(self.app))


def best_roll(events: list):
    """What those rolled who tied in the roll-off: the best of its last round."""
    best = None
    for name, value in events:
        if name == "first":
            best = max([result(dice) for dice in value], key=strength)
    return best


class RollOffScreen(DiceScreen):
    """The roll for the start: everybody's dice, one after the other. rolls: those taken so far."""

    def __init__(self, app):
        super().__init__(app)
        self.rolls = []

    def draw_top(self, canvas) -> None:
        game = self.game
        seats = game.contenders
        place = say("list.place", at=len(self.rolls) + 1, of=len(seats))
        paint.header(canvas, say("roll_off.title"), place)
        cup_paint.over_dice(canvas, game.players[seats[len(self.rolls)]], self._best())

    def _best(self) -> str:
        """The best roll so far."""
        if not self.rolls:
            return ""
        best = max([result(dice) for dice in self.rolls], key=strength)
        return say("roll_off.best", roll=call_cell(best))

    def take(self) -> None:
        self.rolls.append(tuple(self.dice))
        if len(self.rolls) == len(self.game.contenders):
            self.act("first", self.rolls)
            return
        self.dice = list(FIRST_DICE)
        self.changed()

    def back(self) -> None:
        """To the roll before this one, or out of the roll-off; nothing has been booked yet."""
        if self.rolls:
            self.dice = list(self.rolls.pop())
            self.changed()
        else:
            self.app.pop()


# -- the check and the duel ------------------------------------------------------------------------


class CheckScreen(DiceScreen):
    """The dice lie open: what do they show? They begin at what the call claims."""

    def __init__(self, app):
        self.call, self.caller = self.claim(app)
        super().__init__(app, dice_of(self.call))
        self.checker = self.game.next_seat(self.caller, self.game.out)

    def claim(self, app) -> tuple:
        """(call, seat of who called it)."""
        return app.table.game.call, app.table.game.caller

    def draw_top(self, canvas) -> None:
        names = self.game.players
        paint.header(canvas, paint.with_name("check.title", names[self.checker]))
        call = call_figure(self.call)
        cup_paint.call_over_dice(canvas, "check.called", names[self.caller], call)

    def word(self) -> str:
        return "key.judge"

    def take(self) -> None:
        self.act("check", tuple(self.dice))

    def back(self) -> None:
        """Nothing has been booked yet."""
        self.app.pop()


class DuelScreen(DiceScreen):
    """Somebody has shown a meksykanka: the next player tries to roll one, too."""

    def draw_top(self, canvas) -> None:
        game = self.game
        paint.header(canvas, paint.with_name("duel.title", game.players[game.caller]))
        number = say("duel.try", number=DUEL_TRIES - game.tries + 1, of=DUEL_TRIES)
        cup_paint.over_dice(canvas, game.players[game.to_act], number)

    def take(self) -> None:
        self.act("duel", tuple(self.dice))


# -- after a cycle ---------------------------------------------------------------------------------


class VerdictScreen(CupScreen):
    """A cycle has ended: what was called, what lay there, who gets the skucha and who is out."""

    sound = VERDICT

    def __init__(self, app):
        super().__init__(app)
        self.record = self.game.log[-1]

    def draw(self, canvas) -> None:
        record, names = self.record, self.game.players
        caller, other = names[record.caller], names[record.other]
        rolls = [result(dice) for dice in record.rolls]
        if record.kind == "check":
            paint.header(canvas, paint.with_name("check.called", caller))
            key = "verdict.false" if record.loser == record.caller else "verdict.true"
            call = call_figure(record.call)
        else:
            paint.header(canvas, paint.with_name("duel.title", caller))
            key = "verdict.hit" if record.loser == record.caller else "verdict.missed"
            call = ""
        figure = call_figure(rolls[-1]) if record.kind == "check" or MEKSYKANKA in rolls else ""
        sentence = paint.with_name(key, other)
        cup_paint.verdict(canvas, call, record.rolls, figure, sentence)
        self._draw_loser(canvas)

    def _draw_loser(self, canvas) -> None:
        game, record = self.game, self.record
        lives, skuchas = game.options["lives"], record.scores[record.loser]
        word = say("verdict.out" if skuchas == lives else "verdict.skucha")
        cup_paint.loser(canvas, word, game.players[record.loser], skuchas, lives)

    def labels(self) -> tuple:
        return ("", "", say("key.go_on"))

    def press(self, key: int) -> None:
        if key == KEY_C:
            self.table.seen = len(self.game.log)
            self.app.play()


class EndScreen(CupScreen):
    """The game is over: the last one in has won. A the sheet, C home."""

    sound = VERDICT

    def leads_to(self) -> tuple:
        return SIDES

    def draw(self, canvas) -> None:
        game = self.game
        winner = game.winners[0]
        after = say_n("end.cycles", len(game.log))
        lines = cup_paint.lines_of(len(game.players))
        paint.header(canvas, say("end.last-in"))
        cup_paint.winner(canvas, game.players[winner], after, lines)
        cup_paint.strip(canvas, self.players(winner))

    def labels(self) -> tuple:
        return (say("key.sheet"), "", say("key.home"))

    def press(self, key: int) -> None:
        if key == KEY_A:
            self.app.push(sheet(self.app))
        elif key == KEY_C:
            self.app.home()  # where it can be come back to: its last entry may have been wrong
