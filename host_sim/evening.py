"""An evening of Meksiko made up: what the people at a table bid and win, hand after hand.

The people have no cards, only chance and a sense of proportion; it looks like an evening's play.
Both Meksikos, three and four players.
"""

from typing import Any

from kibitz.world import Random
from rules_core.cards import SUIT_NAMES
from rules_core.meksiko import MEKSIKO, PASS, TRICKS

# The highest bid a hand is worth, each drawn as often as it stands here: most hands are worth none.
WORTH = (0,) * 18 + (5,) * 6 + (6,) * 10 + (7,) * 8 + (8,) * 5 + (9, 9, MEKSIKO)
# How the declarer's tricks differ from the bid.
LUCK = (-2, -1, -1, 0, 0, 0, 1, 1, 2)
# Of the others' tricks, how many of ten go to the one who sits first.
SHARE = (3, 4, 5, 6, 7)


class Evening:
    """Makes up the events of a game, one after the other, from a random source."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self._hand = 0
        self._worth: dict[int, int | str] = {}
        self._winners: list[int] = []

    def next_event(self, game: Any) -> tuple[str, int | str]:
        """(name, value) of an event that the game accepts now: a bid, a trump or a trick."""
        if game.hand != self._hand:
            self._hand = game.hand
            self._worth = {seat: self._pick(WORTH) for seat in game.seats_at_play}
            self._winners = []
        if "bid" in game.now:
            return "bid", self._bid(game)
        if "trump" in game.now:
            return "trump", self._pick(SUIT_NAMES)
        if not self._winners:
            self._winners = self._play(game)
        return "trick", self._winners.pop()

    def _pick(self, choices: tuple) -> Any:
        return choices[self._chance.below(len(choices))]

    def _bid(self, game: Any) -> int | str:
        """The lowest bid there is as long as the hand is worth it, else a pass if there is one."""
        lowest = game.bids()[0]
        worth = self._worth[game.to_act]
        if worth == MEKSIKO and MEKSIKO in game.bids():
            return MEKSIKO
        if lowest == PASS or game.bid is None:
            return lowest
        within = worth in game.ladder and game.ladder.index(worth) >= game.ladder.index(lowest)
        return lowest if within else PASS

    def _play(self, game: Any) -> list[int]:
        """The winners of all ten tricks, in some order."""
        bid = game.bid if type(game.bid) is int else TRICKS * (game.bid == MEKSIKO)
        luck = self._pick(LUCK)
        won = min(TRICKS, max(0, bid + luck))
        first, second = [seat for seat in game.seats_at_play if seat != game.declarer]
        share = (TRICKS - won) * self._pick(SHARE) // TRICKS
        winners = [game.declarer] * won + [first] * share
        winners += [second] * (TRICKS - len(winners))
        for last in range(TRICKS - 1, 0, -1):  # Fisher-Yates
            other = self._chance.below(last + 1)
            winners[last], winners[other] = winners[other], winners[last]
        return winners
