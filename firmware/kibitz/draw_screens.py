"""The draw for seats and first dealer: everybody draws a card, the highest deals first.

The device draws by itself, or the table draws from its own pack and enters what it drew. Those who
tie draw again among themselves. Seats are in the order of the cards; the first one deals.
"""

from rules_core.cards import HIGH_ACE, PIQUET, SUITS
from rules_core.draw import SeatDraw

from . import draw_paint, paint, totals
from .card_text import card_text, pack_of, rank_text, suit_sign, suit_text
from .keys import KEY_A, KEY_C, KEYS
from .screen import Screen
from .words import say

RANK = -1
SUIT_PAGES = (SUITS[:2], SUITS[2:])
_CARDS_SHOWN = 4  # of somebody who ties again and again, the last ones
_SHORT_PACK = ("meksiko", "meksiko-club")  # games with cards from the 7 up


class Draw:
    """A draw for the seats of a game that is being set up.

    players: their names, in the order in which they were entered. cards: for each of them all
    cards drawn. ranks: of the pack, low to high. pack: which one it is, as kibitz.card_text has it.
    """

    def __init__(self, plan, players: tuple):
        self.plan = plan
        self.players = players
        self.pack = pack_of(plan.game)
        self.ranks = PIQUET if plan.game in _SHORT_PACK else HIGH_ACE
        self.packs = 1 if plan.options.get("single") else plan.options.get("packs", 1)
        self.start()

    def start(self) -> None:
        """Nobody has drawn."""
        self.rules = SeatDraw(len(self.players), self.ranks, self.packs)
        self.cards: list = [[] for _ in self.players]

    def take(self, drawing: tuple, cards) -> None:
        """Note what those who drew have drawn."""
        for player, card in zip(drawing, cards):
            self.cards[player].append(card)

    def pick(self, below) -> None:
        """The device draws."""
        drawing = self.rules.pending()
        self.take(drawing, self.rules.pick(below))

    def enter(self, cards) -> None:
        """The table has drawn these."""
        drawing = self.rules.pending()
        self.rules.enter(cards)
        self.take(drawing, cards)


def draw_seats(app, plan, players: tuple) -> None:
    """Offer the draw to players who are about to name their dealer."""
    app.push(DrawScreen(app, Draw(plan, players)))


class DrawScreen(Screen):
    """How to draw: A enters the table's own cards, C lets the device draw."""

    def __init__(self, app, draw: Draw):
        super().__init__(app)
        self.drawn = draw

    def draw(self, canvas) -> None:
        paint.header(canvas, say("draw.title"))
        paint.message(canvas, say("draw.text"))

    def labels(self) -> tuple:
        return (say("draw.key.enter"), "", say("draw.key.draw"))

    def press(self, key: int) -> None:
        if key == KEY_A:
            self.drawn.start()
            self.app.push(CardScreen(self.app, self.drawn))
        elif key == KEY_C:
            self.drawn.start()
            self.drawn.pick(self.app.world.random.below)
            self.app.push(DrawnScreen(self.app, self.drawn, True))


class CardScreen(Screen):
    """The card that a player has drawn: A a higher rank, B a lower one, C takes it; then the suit.

    drawing: the players who draw now. cards: those entered. rank: as a place in the pack's ranks.
    page: which two suits are over the keys, RANK while the rank is being set.
    """

    def __init__(self, app, draw: Draw):
        super().__init__(app)
        self.drawn = draw
        self.drawing = draw.rules.pending()
        self.cards: list = []
        self.rank = len(draw.ranks) - 1
        self.page = RANK
        self._set = 0  # the rank in the picture

    def player(self) -> str:
        """Whose card is entered."""
        return self.drawn.players[self.drawing[len(self.cards)]]

    def draw(self, canvas) -> None:
        place = say("list.place", at=len(self.cards) + 1, of=len(self.drawing))
        paint.header(canvas, paint.with_name("draw.card", self.player(), place), place)
        pack = self.drawn.pack
        ranks = [rank_text(one, pack) for one in self.drawn.ranks]
        rank = ranks[self.rank]
        self._set = self.rank
        if self.page == RANK:
            draw_paint.rank(canvas, rank, ranks, self.rank)
            return
        suits = SUIT_PAGES[self.page]
        here = [suit_sign(suit, pack) if self._is_left(suit) else "" for suit in suits]
        others = [suit_sign(suit, pack) for suit in SUIT_PAGES[1 - self.page]]
        draw_paint.suits(canvas, rank, here, others)

    def redraw(self, canvas) -> None:
        """Another rank."""
        was, self._set = self._set, self.rank
        ranks = [rank_text(one, self.drawn.pack) for one in self.drawn.ranks]
        draw_paint.rank(canvas, ranks[self.rank], ranks, self.rank, was)

    def _is_left(self, suit: str) -> bool:
        """True if this card of the rank can still have been drawn."""
        return self.cards.count(self.drawn.ranks[self.rank] + suit) < self.drawn.packs

    def labels(self) -> tuple:
        if self.page == RANK:
            return (say("draw.key.higher"), say("draw.key.lower"), say("key.ok"))
        words = ["", "", say("key.back" if self.page else "key.more")]
        for place, suit in enumerate(SUIT_PAGES[self.page]):
            if self._is_left(suit):
                words[place] = suit_text(suit, self.drawn.pack)
        return tuple(words)

    def press(self, key: int) -> None:
        if self.page == RANK:
            self._set_rank(key)
        elif key == KEY_C:
            self.page = 1 - self.page
            self.changed()
        else:
            suit = SUIT_PAGES[self.page][KEYS.index(key)]
            if self._is_left(suit):
                self._take(self.drawn.ranks[self.rank] + suit)

    def _set_rank(self, key: int) -> None:
        if key == KEY_C:
            self.page = 0
            self.changed()
        else:
            self.rank = (self.rank + (1 if key == KEY_A else -1)) % len(self.drawn.ranks)
            self.touched()

    def repeat(self, key: int, step: int) -> None:
        """One rank at a time, however long the key is held."""
        if self.page == RANK and key != KEY_C:
            self._set_rank(key)

    def _take(self, card: str) -> None:
        self.cards.append(card)
        self.page = RANK
        self.rank = len(self.drawn.ranks) - 1
        self.changed()
        if len(self.cards) == len(self.drawing):
            self._show()

    def _show(self) -> None:
        """All who draw have drawn."""
        self.drawn.enter(tuple(self.cards))
        self.app.pop()
        self.app.push(DrawnScreen(self.app, self.drawn, False))

    def back(self) -> None:
        """To the rank, to the card before, or out of the draw."""
        if self.page != RANK:
            self.page = RANK
        elif self.cards:
            self.cards.pop()
        else:
            self.app.pop()
            return
        self.changed()


class DrawnScreen(Screen):
    """What everybody drew last. Those who tie are marked: C draws again, or shows the seats.

    by_device: True if the device draws again, too.
    """

    def __init__(self, app, draw: Draw, by_device: bool):
        super().__init__(app)
        self.drawn = draw
        self.by_device = by_device

    def draw(self, canvas) -> None:
        pending = self.drawn.rules.pending()
        cells = []
        for player, name in enumerate(self.drawn.players):
            cards = self.drawn.cards[player]
            card = card_text(cards[-1], self.drawn.pack) if cards else ""
            cells.append((name, card, player in pending))
        if totals.has_header(len(cells)):
            paint.header(canvas, say("draw.tie" if pending else "draw.drawn"))
        totals.draw(canvas, cells)

    def labels(self) -> tuple:
        pending = self.drawn.rules.pending()
        return ("", "", say("draw.key.again" if pending else "draw.key.seats"))

    def press(self, key: int) -> None:
        if key != KEY_C:
            return
        if not self.drawn.rules.pending():
            self.app.push(SeatsScreen(self.app, self.drawn))
        elif self.by_device:
            self.drawn.pick(self.app.world.random.below)
            self.changed()
        else:
            self.app.pop()
            self.app.push(CardScreen(self.app, self.drawn))


class SeatsScreen(Screen):
    """The seats in order, with the cards that decided: the first deals. C begins the game."""

    def __init__(self, app, draw: Draw):
        super().__init__(app)
        self.drawn = draw

    def draw(self, canvas) -> None:
        rows = []
        for place, player in enumerate(self.drawn.rules.seats()):
            name = say("draw.seat", seat=place + 1, who=self.drawn.players[player])
            cards = self.drawn.cards[player][-_CARDS_SHOWN:]
            cards = [card_text(card, self.drawn.pack) for card in cards]
            rows.append((name, say("draw.between").join(cards)))
        dealer = self.drawn.players[self.drawn.rules.seats()[0]]
        draw_paint.seats(canvas, paint.with_name("draw.deals", dealer), rows)

    def labels(self) -> tuple:
        return (say("draw.key.anew"), "", say("key.go_on"))

    def press(self, key: int) -> None:
        if key == KEY_A:
            self.app.pop()
            self.app.pop()
        elif key == KEY_C:
            draw = self.drawn
            players = tuple([draw.players[player] for player in draw.rules.seats()])
            self.app.begin(draw.plan.setup(players, 0))
