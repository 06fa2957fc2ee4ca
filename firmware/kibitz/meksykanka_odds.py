"""The page of chances of Meksykanka: what the dice say about a call."""

from rules_core.dice import DUEL_TRIES, MEKSYKANKA, results, strength
from rules_core.odds import beats, duel_won, reaches

from . import meksykanka_paint as cup_paint
from . import paint
from .game_screens import GameScreen
from .keys import KEY_A, KEY_C
from .meksykanka_screens import OPENING_OFFER, Offers, call_cell
from .words import say

WHOLE = 100  # per cent


def percent(chance: tuple) -> int:
    """A chance (favourable, possible) in per cent, rounded, half of one upwards."""
    favourable, possible = chance
    return (2 * WHOLE * favourable + possible) // (2 * possible)


class OddsScreen(GameScreen):
    """How likely a call is true as long as nobody has looked, and how likely a reroll beats it:
    what somebody has to weigh who checks, or goes on.

    A and B go to lower and higher calls, C closes it. In a duel it tells how likely a meksykanka
    is in the tries that are left. calls: what can be looked at, the standing call first.
    """

    def __init__(self, app, offer=None):
        super().__init__(app)
        game = self.game
        self.tries = game.tries
        shown = offer if game.call is None else game.call
        if shown is None:
            shown = OPENING_OFFER
        calls = list(results())
        if shown not in calls:
            calls = sorted(calls + [shown], key=strength)
        self.calls = Offers(calls, shown)

    def columns(self) -> list:
        """(word, chance) of what is shown, a chance being (favourable, possible)."""
        if self.tries is not None:
            return [("odds.hit", duel_won() if self.tries == DUEL_TRIES else reaches(MEKSYKANKA))]
        call = self.calls.offer
        return [("odds.true", reaches(call)), ("odds.beaten", beats(call))]

    def draw(self, canvas) -> None:
        title = "odds.title" if self.tries is None else "odds.duel"
        call = "" if self.tries is not None else call_cell(self.calls.offer)
        paint.header(canvas, say(title), call)
        columns = []
        for word, chance in self.columns():
            fraction = "{}/{}".format(chance[0], chance[1])
            columns.append((say(word), str(percent(chance)), fraction))
        cup_paint.chances(canvas, columns)

    def labels(self) -> tuple:
        if self.tries is not None:
            return ("", "", say("key.close"))
        return (say("key.lower"), say("key.higher"), say("key.close"))

    def press(self, key: int) -> None:
        if key == KEY_C:
            self.app.pop()
        else:
            self.repeat(key, 1)

    def repeat(self, key: int, step: int) -> None:
        if key != KEY_C and self.tries is None:
            self.calls.step(-1 if key == KEY_A else 1)
            self.changed()

    def back(self) -> None:
        self.app.pop()
