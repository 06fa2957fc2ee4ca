"""The draw for seats and first dealer (RULES.md section 1): high card, ties draw again."""

from .cards import is_card, pack, rank
from .errors import RuleError
from .game import is_list


class SeatDraw:
    """A draw in progress.

    players: how many. ranks: the ranks of the pack, low to high (`cards.PIQUET`, `HIGH_ACE`).
    packs: how many packs are shuffled together.
    """

    def __init__(self, players: int, ranks, packs: int = 1):
        self.ranks = ranks
        self.packs = packs
        # Players in groups, highest first; a group of several has drawn equal cards so far.
        self._groups = [tuple(range(players))]

    def pending(self) -> tuple:
        """The players who have to draw now: the first that tie; empty when all is settled."""
        for group in self._groups:
            if len(group) > 1:
                return group
        return ()

    def seats(self):
        """The players in seat order, the first deals; None while some still tie."""
        if self.pending():
            return None
        return tuple([group[0] for group in self._groups])

    def enter(self, cards) -> None:
        """The cards that `pending()` drew, in that order; not-now, bad-value, bad-deal."""
        drawing = self.pending()
        if not drawing:
            raise RuleError("not-now", "The seats are drawn already.")
        if not is_list(cards) or len(cards) != len(drawing):
            raise RuleError("bad-value", "A card for each of the {} who draw.", len(drawing))
        for card in cards:
            if not is_card(card, self.ranks):
                raise RuleError("bad-value", "A card of the pack is needed here, no joker.")
        for card in cards:
            if list(cards).count(card) > self.packs:
                raise RuleError("bad-deal", "{} is not in the pack that often.", card)
        heights = [self.ranks.index(rank(card)) for card in cards]
        split = []
        for height in sorted(set(heights), reverse=True):
            split.append(tuple([p for p, h in zip(drawing, heights) if h == height]))
        place = self._groups.index(drawing)
        self._groups[place : place + 1] = split

    def pick(self, below) -> tuple:
        """Draws for `pending()` and enters it; below(n) gives a random integer from 0 to n - 1.

        Returns the cards drawn, in the order of `pending()`.
        """
        left = pack(self.ranks, self.packs)
        cards = tuple([left.pop(below(len(left))) for _ in self.pending()])
        self.enter(cards)
        return cards
