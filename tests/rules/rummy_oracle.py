"""Mexican Rummy a second time, for the tests, written from RULES.md section 4 and TRANSCRIPTS.md.

Melds are read by brute force (every rank, every suit, every start is tried) and a whole game is a
`Model` that says of any event which code answers it (`judge`) and what state follows (`take`,
`view`). It is slow, plain and shares nothing with `rules_core`, so where the two disagree one of
them has misread the rules. `RummyTable` drives the product through its public interface.
"""

from collections import Counter
from dataclasses import dataclass, field

from helpers import Table, setup

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = ("S", "H", "D", "C")
JOKER = "JK"
#: cards dealt, climbing wild rank and contract of each round
ROUNDS = (
    (7, "3", ("set", "set")),
    (8, "4", ("set", "run")),
    (9, "5", ("run", "run")),
    (10, "6", ("set", "set", "set")),
    (11, "7", ("set", "set", "run")),
    (12, "8", ("set", "run", "run")),
    (13, "9", ("run", "run", "run")),
)
LAST_ROUND = 7
WORTH = {"jokers": 20, "wild": 20, "aces": 15, "tens": 10, "others": 5}
COUNTS = tuple(WORTH)
DEFAULTS = {
    "packs": 2,
    "all_wild": False,
    "strict": False,
    "swap": True,
    "single": False,
    "wild": "climbing",
    "buy": False,
}
EVENTS = ("round", "deal", "draw", "buy", "meld", "layoff", "swap", "discard", "reshuffle")
ONE_PACK = tuple(rank + suit for suit in SUITS for rank in RANKS)
CARDS = frozenset(ONE_PACK) | {JOKER}


def pack_of(options):
    """Every card of the pack that these options play with."""
    packs = 1 if options.get("single") else options.get("packs", 2)
    return list(ONE_PACK) * packs + [JOKER] * (2 * packs)


def rank_of(card):
    return None if card == JOKER else card[:-1]


def sort_hand(cards):
    def key(card):
        return (4, 0) if card == JOKER else (SUITS.index(card[-1]), RANKS.index(card[:-1]))

    return sorted(cards, key=key)


def without(cards, taken):
    """`cards` less `taken`, or None if something taken is not there (or not that often)."""
    rest = list(cards)
    for card in taken:
        if card not in rest:
            return None
        rest.remove(card)
    return rest


# Melds by brute force


def place_name(position, suit):
    """The card of one place in a run: 1 is the low ace, 14 the high one."""
    return RANKS[(position - 1) % 13] + suit


@dataclass
class Reading:
    """One way to see a list of cards: a set has a rank, a run a suit and a start.

    What has neither is undecided (option `all_wild`).
    """

    kind: str
    cards: list
    rank: str = None
    suit: str = None
    start: int = None

    @property
    def decided(self):
        return self.rank is not None or self.suit is not None

    def stands_for(self, index):
        """The rank (set) or card (run) in that place."""
        return self.rank if self.kind == "set" else place_name(self.start + index, self.suit)

    def natural(self, index):
        return self.decided and self.fits(index, self.cards[index])

    def fits(self, index, card):
        """Whether that very card belongs in that place as itself."""
        return (rank_of(card) if self.kind == "set" else card) == self.stands_for(index)


def every_reading(cards, wild):
    """All readings with at least one natural card; every rank, suit and start is tried."""
    tries = []
    if len(cards) >= 3:
        tries += [Reading("set", list(cards), rank=rank) for rank in RANKS]
    if 4 <= len(cards) <= 14:
        tries += [
            Reading("run", list(cards), suit=suit, start=start)
            for suit in SUITS
            for start in range(1, 16 - len(cards))
        ]
    found = []
    for one in tries:
        naturals = [one.natural(index) for index in range(len(cards))]
        wilds = [card == JOKER or rank_of(card) == wild for card in cards]
        if any(naturals) and all(n or w for n, w in zip(naturals, wilds, strict=True)):
            found.append(one)
    return found


def read(cards, wild, kind, all_wild=False):
    """The reading of these cards as that kind of meld, or None."""
    found = [one for one in every_reading(cards, wild) if one.kind == kind]
    if found:
        # Several only where nothing but wild cards lie: the first that fits stands in its place.
        def first_natural(one):
            return [one.natural(index) for index in range(len(cards))].index(True)

        best = min(found, key=first_natural)
        assert [first_natural(one) for one in found].count(first_natural(best)) == 1, cards
        return best
    long_enough = len(cards) >= 3 if kind == "set" else 4 <= len(cards) <= 14
    if all_wild and long_enough and all(card == JOKER or rank_of(card) == wild for card in cards):
        return Reading(kind, list(cards))
    return None


def read_contract(lists, contract, wild, all_wild=False):
    """The readings of a laid contract in the order listed, or the code that refuses it."""
    options = [
        [kind for kind in ("set", "run") if read(cards, wild, kind, all_wild)] for cards in lists
    ]
    if not all(options):
        return "bad-meld"
    ways = [[]]
    for kinds in options:
        ways = [way + [kind] for way in ways for kind in kinds]
    # "set" is tried before "run" everywhere, so the first way makes the earliest melds sets
    for way in ways:
        if sorted(way) == sorted(contract):
            return [
                read(cards, wild, kind, all_wild) for cards, kind in zip(lists, way, strict=True)
            ]
    return "bad-contract"


def laid_off(meld, cards, at, wild):
    """The meld with these cards added, or None if they do not fit there."""
    if not cards or (at is None) != (meld.kind == "set"):
        return None
    wilds = [card == JOKER or rank_of(card) == wild for card in cards]
    low = at == "low"
    longer = Reading(
        meld.kind,
        cards + meld.cards if low else meld.cards + cards,
        meld.rank,
        meld.suit,
        meld.start,
    )
    if meld.kind == "run" and len(longer.cards) > 14:
        return None
    if not meld.decided:
        return longer if all(wilds) else None
    if meld.kind == "run":
        longer.start = meld.start - len(cards) if low else meld.start
        if longer.start < 1 or longer.start + len(longer.cards) - 1 > 14:
            return None
    first = 0 if low else len(meld.cards)
    fits = [longer.natural(first + index) or wilds[index] for index in range(len(cards))]
    return longer if all(fits) else None


def swapped(meld, card, wanted):
    """The meld with `card` in the place of the first wild `wanted` that stands for it, or None."""
    if not meld.decided:
        return None
    for index, lying in enumerate(meld.cards):
        if lying == wanted and not meld.natural(index) and meld.fits(index, card):
            cards = list(meld.cards)
            cards[index] = card
            return Reading(meld.kind, cards, meld.rank, meld.suit, meld.start)
    return None


def lies_somewhere(card, melds, wild):
    return any(laid_off(meld, [card], at, wild) for meld in melds for at in (None, "low", "high"))


# Shapes


def is_int(value, low, below):
    return type(value) is int and low <= value < below


def is_object(value, keys, optional=()):
    return isinstance(value, dict) and set(keys) <= set(value) <= set(keys) | set(optional)


def is_strings(value):
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def is_cards(value):
    return is_strings(value) and all(item in CARDS for item in value)


def is_card(value):
    return isinstance(value, str) and value in CARDS


# A whole game


@dataclass
class Round:
    """A round in full play."""

    hands: list
    stock: list
    discards: list
    seat: int
    melds: list = field(default_factory=list)
    laid: list = field(default_factory=list)
    bought: list = field(default_factory=list)
    drawn: bool = False
    laid_this_turn: bool = False


class Model:
    """A game: `judge(event)` is the code of its refusal or None, `take(event)` plays it."""

    def __init__(self, setup):
        self.players = len(setup["players"])
        self.options = {**DEFAULTS, **setup.get("options", {})}
        self.dealer = setup.get("dealer", 0)
        self.round = 1
        self.outs = [0] * self.players
        self.sheet = []
        self.over = False
        self.table = None
        self.pack = Counter(pack_of(self.options))

    # What the round is.

    @property
    def dealt(self):
        return ROUNDS[self.round - 1][0]

    @property
    def wild(self):
        return {"climbing": ROUNDS[self.round - 1][1], "twos": "2", "kings": "K"}[
            self.options["wild"]
        ]

    @property
    def contract(self):
        return ROUNDS[self.round - 1][2]

    @property
    def scores(self):
        return [sum(row[seat] for row in self.sheet) for seat in range(self.players)]

    @property
    def hand(self):
        return self.table.hands[self.table.seat]

    def kind_of(self, card):
        """Which of the counts a card belongs to."""
        if card == JOKER:
            return "jokers"
        rank = rank_of(card)
        if rank == self.wild:
            return "wild"
        return {"A": "aces", "K": "tens", "Q": "tens", "J": "tens", "10": "tens"}.get(
            rank, "others"
        )

    def penalty(self, cards):
        return sum(WORTH[self.kind_of(card)] for card in cards)

    # Events.

    def expects(self):
        table = self.table
        if self.over:
            return []
        if table is None:
            return ["deal", "round"]
        if not table.drawn:
            names = ["draw"]
            if self.options["buy"] and table.stock and table.discards:
                names.append("buy")
            if not table.stock and len(table.discards) >= 2:
                names.append("reshuffle")
            return sorted(names)
        if table.seat not in table.laid:
            return ["discard", "meld"]
        last_card = len(self.hand) == 1
        names = []
        if not (last_card and self.round == LAST_ROUND):
            names.append("discard")
        if not (self.options["strict"] and table.laid_this_turn) and (
            self.round == LAST_ROUND or not last_card
        ):
            names.append("layoff")
        if self.options["swap"]:
            names.append("swap")
        return sorted(names)

    def judge(self, event):
        """The code that refuses this event (an object with one key), or None."""
        if not isinstance(event, dict) or len(event) != 1 or list(event)[0] not in EVENTS:
            return "unknown-event"
        ((name, value),) = event.items()
        if self.over:
            return "over"
        if name not in self.expects():
            return "not-now"
        return getattr(self, "judge_" + name)(value)

    def take(self, event):
        ((name, value),) = event.items()
        getattr(self, "take_" + name)(value)

    # The scorekeeper's round.

    def judge_round(self, value):
        if not is_object(value, ("out", "hands")):
            return "bad-value"
        out, hands = value["out"], value["hands"]
        if out is not None and not is_int(out, 0, self.players):
            return "bad-value"
        if (
            not isinstance(hands, list)
            or len(hands) != self.players
            or not all(map(self.is_hand, hands))
        ):
            return "bad-value"
        possible = all(self.is_possible(hand, seat == out) for seat, hand in enumerate(hands))
        return None if possible and self.in_the_pack(hands) else "bad-penalty"

    @staticmethod
    def is_hand(hand):
        if isinstance(hand, dict):
            return set(hand) <= set(COUNTS) and all(
                type(n) is int and n >= 0 for n in hand.values()
            )
        return type(hand) is int or is_cards(hand)

    def worth(self, hand):
        if isinstance(hand, list):
            return self.penalty(hand)
        if isinstance(hand, dict):
            return sum(n * WORTH[k] for k, n in hand.items())
        return hand

    def is_possible(self, hand, out):
        most = self.dealt + (6 if self.options["buy"] else 0)
        held = 0
        if type(hand) in (list, dict):
            held = len(hand) if type(hand) is list else sum(hand.values())
        worth = self.worth(hand)
        if out:
            return worth == 0
        return worth % 5 == 0 and 5 <= worth <= 20 * most and held <= most

    def in_the_pack(self, hands):
        named, kinds, there = Counter(), Counter(), Counter()
        for hand in hands:
            if isinstance(hand, list):
                named.update(hand)
                kinds.update(self.kind_of(card) for card in hand)
            elif isinstance(hand, dict):
                kinds.update(hand)
        for card, copies in self.pack.items():
            there[self.kind_of(card)] += copies
        return all(n <= self.pack[c] for c, n in named.items()) and all(
            n <= there[k] for k, n in kinds.items()
        )

    def take_round(self, value):
        self.end_round(value["out"], [self.worth(hand) for hand in value["hands"]])

    def end_round(self, out, penalties):
        self.sheet.append(penalties)
        if out is not None:
            self.outs[out] += 1
        self.table = None
        if self.round == (5 if self.options["single"] else LAST_ROUND):
            self.over = True
            return
        self.round += 1
        self.dealer = (self.dealer + 1) % self.players

    def winners(self):
        if not self.over:
            return []
        scores = self.scores
        best = [seat for seat in range(self.players) if scores[seat] == min(scores)]
        most = max(self.outs[seat] for seat in best)
        return [seat for seat in best if self.outs[seat] == most]

    # Full play.

    def judge_deal(self, value):
        if not is_object(value, ("hands", "discard", "stock")) or not isinstance(
            value["hands"], list
        ):
            return "bad-value"
        if not all(map(is_strings, value["hands"] + [value["stock"], [value["discard"]]])):
            return "bad-value"
        cards = sum(value["hands"], []) + value["stock"] + [value["discard"]]
        right = [len(hand) for hand in value["hands"]] == [self.dealt] * self.players
        return None if right and Counter(cards) == self.pack else "bad-deal"

    def take_deal(self, value):
        first = (self.dealer + 1) % self.players
        self.table = Round(
            [list(hand) for hand in value["hands"]], list(value["stock"]), [value["discard"]], first
        )
        self.table.bought = [0] * self.players
        self.look_for_a_block()

    def look_for_a_block(self):
        if not self.table.stock and len(self.table.discards) <= 1:
            self.end_round(None, [self.penalty(hand) for hand in self.table.hands])

    def judge_draw(self, value):
        if not isinstance(value, str) or value not in ("stock", "discard"):
            return "bad-value"
        return (
            None if (self.table.stock if value == "stock" else self.table.discards) else "not-now"
        )

    def take_draw(self, value):
        pile = self.table.stock
        self.hand.append(pile.pop(0) if value == "stock" else self.table.discards.pop())
        self.table.drawn = True
        self.table.laid_this_turn = False

    def judge_buy(self, value):
        if not is_int(value, 0, self.players):
            return "bad-value"
        return "not-now" if value == self.table.seat or self.table.bought[value] == 3 else None

    def take_buy(self, value):
        self.table.hands[value] += [self.table.discards.pop(), self.table.stock.pop(0)]
        self.table.bought[value] += 1
        self.look_for_a_block()

    def judge_reshuffle(self, value):
        if not is_strings(value):
            return "bad-value"
        return None if Counter(value) == Counter(self.table.discards[:-1]) else "bad-deal"

    def take_reshuffle(self, value):
        self.table.stock = list(value)
        self.table.discards = self.table.discards[-1:]

    def judge_meld(self, value):
        if not isinstance(value, list) or not all(map(is_cards, value)):
            return "bad-value"
        rest = without(self.hand, sum(value, []))
        if rest is None:
            return "not-your-card"
        melds = read_contract(value, self.contract, self.wild, self.options["all_wild"])
        if isinstance(melds, str):
            return melds
        melds = self.table.melds + melds
        return None if self.may_leave(rest, melds, not self.options["strict"]) else "bad-contract"

    def may_leave(self, rest, melds, layoff_follows):
        """Whether a player may go on (or go out) with these cards in the hand."""
        if self.round != LAST_ROUND:
            return len(rest) >= 1
        return len(rest) != 1 or (layoff_follows and lies_somewhere(rest[0], melds, self.wild))

    def take_meld(self, value):
        self.table.melds += read_contract(value, self.contract, self.wild, self.options["all_wild"])
        self.table.laid.append(self.table.seat)
        self.table.laid_this_turn = True
        self.leave(without(self.hand, sum(value, [])))

    def leave(self, rest):
        self.table.hands[self.table.seat] = rest
        if not rest:
            self.end_round(self.table.seat, [self.penalty(hand) for hand in self.table.hands])

    def judge_layoff(self, value):
        if not is_object(value, ("meld", "cards"), ("at",)) or not is_int(
            value["meld"], 0, len(self.table.melds)
        ):
            return "bad-value"
        if not is_cards(value["cards"]) or value.get("at", "low") not in ("low", "high"):
            return "bad-value"
        rest = without(self.hand, value["cards"])
        if rest is None:
            return "not-your-card"
        melds = self.melds_after_layoff(value)
        return None if melds and self.may_leave(rest, melds, True) else "bad-layoff"

    def melds_after_layoff(self, value):
        melds = list(self.table.melds)
        index = value["meld"]
        melds[index] = laid_off(melds[index], value["cards"], value.get("at"), self.wild)
        return melds if melds[index] else None

    def take_layoff(self, value):
        self.table.melds = self.melds_after_layoff(value)
        self.leave(without(self.hand, value["cards"]))

    def judge_swap(self, value):
        if not is_object(value, ("meld", "card", "for")) or not is_int(
            value["meld"], 0, len(self.table.melds)
        ):
            return "bad-value"
        if not is_card(value["card"]) or not is_card(value["for"]):
            return "bad-value"
        rest = without(self.hand, [value["card"]])
        if rest is None:
            return "not-your-card"
        melds = self.melds_after_swap(value)
        may_lay_off = not (self.options["strict"] and self.table.laid_this_turn)
        return (
            None
            if melds and self.may_leave(rest + [value["for"]], melds, may_lay_off)
            else "bad-swap"
        )

    def melds_after_swap(self, value):
        melds = list(self.table.melds)
        index = value["meld"]
        melds[index] = swapped(melds[index], value["card"], value["for"])
        return melds if melds[index] else None

    def take_swap(self, value):
        self.table.melds = self.melds_after_swap(value)
        self.leave(without(self.hand, [value["card"]]) + [value["for"]])

    def judge_discard(self, value):
        if not is_card(value):
            return "bad-value"
        return None if value in self.hand else "not-your-card"

    def take_discard(self, value):
        table = self.table
        table.discards.append(value)
        self.leave(without(self.hand, [value]))
        if self.table is table:
            table.seat = (table.seat + 1) % self.players
            table.drawn = False
            self.look_for_a_block()

    # What everybody sees.

    def view(self):
        state = {
            "game": "mexican-rummy",
            "to_act": self.table.seat if self.table else None,
            "expects": self.expects(),
            "scores": self.scores,
            "over": self.over,
            "winners": self.winners(),
            "round": self.round,
            "dealer": self.dealer,
            "cards": self.dealt,
            "wild": self.wild,
            "contract": list(self.contract),
            "outs": list(self.outs),
            "sheet": [list(row) for row in self.sheet],
        }
        if self.table:
            state.update(
                {
                    "hands": [sort_hand(hand) for hand in self.table.hands],
                    "melds": [list(meld.cards) for meld in self.table.melds],
                    "stock": len(self.table.stock),
                    "discard": self.table.discards[-1] if self.table.discards else None,
                    "laid": sorted(self.table.laid),
                }
            )
        return state


# Driving the product


def deal_event(options, dealt, hands, discard=None, stock=()):
    """A whole deal from what a test cares about: the rest of the pack fills what is left open.

    hands: a list of cards for every seat, short ones are filled (jokers come last); discard: a card
    or None; stock: the cards on top.
    """
    rest = without(pack_of(options), sum(hands, []) + list(stock) + ([discard] if discard else []))
    assert rest is not None, "the pack does not hold these cards"
    rest.sort(key=lambda card: card == JOKER)
    full = []
    for hand in hands:
        need = dealt - len(hand)
        assert need >= 0, f"{len(hand)} cards in a deal of {dealt}"
        full.append(list(hand) + rest[:need])
        del rest[:need]
    discard = discard or rest.pop(0)
    return {"deal": {"hands": full, "discard": discard, "stock": list(stock) + rest}}


class RummyTable(Table):
    """A game of rummy driven through a Replayer, with every answer checked on its way."""

    def __init__(self, players=2, dealer=0, **options):
        super().__init__(setup("mexican-rummy", players, dealer, **options))
        assert self.setup_answer["ok"], self.setup_answer
        self.options = options
        self.players = players

    def to_round(self, number):
        """Books short rounds until that round is the next one."""
        while self.state["round"] < number:
            self.ok({"round": {"out": 0, "hands": [0] + [5] * (self.players - 1)}})
        return self

    def deal(self, *hands, discard=None, stock=""):
        """Deals hands and stock written as texts ("3S 4S JK"), filled up as `deal_event` does."""
        lists = [hand.split() for hand in hands]
        lists += [[] for _ in range(self.players - len(lists))]
        event = deal_event(self.options, self.state["cards"], lists, discard, stock.split())
        self.stock = list(event["deal"]["stock"])
        self.ok(event)
        return self

    def draw(self):
        """The seat to act draws from the stock; gives the card (as long as nothing is reshuffled).

        A turn that was drawn for and taken back is not known here.
        """
        self.ok(DRAW)
        return self.stock.pop(0)

    def buy(self, seat):
        self.ok({"buy": seat})
        self.stock.pop(0)

    def idle(self, turns=1):
        """So many turns in which the seat to act draws a card and discards it."""
        for _ in range(turns):
            self.ok({"discard": self.draw()})
        return self

    def hand(self, seat=0):
        return self.state["hands"][seat]

    def follow(self, event):
        """The state after an event that is then taken back."""
        after = self.ok(event)
        self.undo()
        return after


def at_round(number, first=0, players=2, **options):
    """A game before that round, in which seat `first` will be the first to act."""
    return RummyTable(players, (first - number) % players, **options).to_round(number)


def ready(number, text, **options):
    """Seat 0 in its turn, after the draw, with the cards of the text in the hand (and maybe more).

    The hand is filled with cards that come early in the pack. Where the text is longer than the
    cards of the round and the one drawn, seat 0 has bought the others (option `buy` is then set).
    """
    cards = text.split()
    dealt = ROUNDS[number - 1][0]
    buys = max(0, len(cards) - dealt) // 2
    if not buys:
        game = at_round(number, **options)
        game.deal(" ".join(cards[:dealt]), stock=" ".join(cards[dealt:]))
    else:
        options = {"players": 1 + buys, "buy": True, **options}
        rest = without(pack_of(options), cards)
        more = cards[dealt:] + rest[:1]
        more = more[: 2 * buys + 1]
        # seats 1, 2, … draw and discard what seat 0 then buys; the last one discards a filler
        stock = more[1:-1] + rest[1:2] + more[-1:]
        game = at_round(number, first=1, **options)
        game.deal(" ".join(cards[:dealt]), discard=more[0], stock=" ".join(stock))
        for _ in range(buys):
            game.buy(0)
            game.idle()
    assert game.state["to_act"] == 0
    game.draw()
    assert not Counter(cards) - Counter(game.hand())
    return game


def laid(number, *melds, rest="", **options):
    """Seat 0 has laid these melds and holds the cards of `rest` (and maybe more)."""
    game = ready(number, " ".join(melds) + " " + rest, **options)
    game.ok(meld(*melds))
    return game


def meld(*texts):
    return {"meld": [text.split() for text in texts]}


def layoff(number, cards, at=None):
    body = {"meld": number, "cards": cards.split()}
    if at is not None:
        body["at"] = at
    return {"layoff": body}


def swap(number, card, wanted):
    return {"swap": {"meld": number, "card": card, "for": wanted}}


DRAW = {"draw": "stock"}
