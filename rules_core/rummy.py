"""Mexican Rummy (RULES.md section 4) as scored at a real table, round by round.

Cards played one by one are in `rummy_play`, which is loaded when somebody deals them.
"""

from collections import namedtuple

from .cards import JOKER, LOW_ACE, SUITS
from .errors import RuleError
from .game import Game, Option, has_keys, is_list, is_seat

SET, RUN = "set", "run"

# (cards dealt, climbing wild rank, contract)
ROUNDS = (
    (7, "3", (SET, SET)),
    (8, "4", (SET, RUN)),
    (9, "5", (RUN, RUN)),
    (10, "6", (SET, SET, SET)),
    (11, "7", (SET, SET, RUN)),
    (12, "8", (SET, RUN, RUN)),
    (13, "9", (RUN, RUN, RUN)),
)
SINGLE_ROUNDS = 5
FIXED_WILD = {"twos": "2", "kings": "K"}

LEAST_PLAYERS, MOST_PLAYERS, MOST_SINGLE = 2, 6, 3
JOKERS_A_PACK = 2
SUITS_A_PACK = 4
MOST_BUYS = 3
CARDS_A_BUY = 2

# Kinds of cards, and what one of them left in a hand costs.
JOKERS, WILD, ACES, TENS, OTHERS = KINDS = ("jokers", "wild", "aces", "tens", "others")
PENALTIES = {JOKERS: 20, WILD: 20, ACES: 15, TENS: 10, OTHERS: 5}
TEN_RANKS = ("10", "J", "Q", "K")
# Where it is not wild.
_KIND_OF_RANK = {one: TENS if one in TEN_RANKS else OTHERS for one in LOW_ACE}
_KIND_OF_RANK["A"] = ACES
PENALTY_STEP = 5
MOST_PENALTY = 20  # for one card

OPTIONS = (
    Option("packs", 2, (2, 3), "Packs shuffled together; three are advised for six players."),
    Option("all_wild", False, (False, True), "A meld may consist of wild cards only."),
    Option("strict", False, (False, True), "No laying off in the turn in which you lay down."),
    Option("swap", True, (True, False), "A natural card may take a wild one from the table."),
    Option("single", False, (False, True), "2 or 3 players, one pack, rounds 6 and 7 left out."),
    Option(
        "wild",
        "climbing",
        ("climbing", "twos", "kings"),
        "The wild rank climbs from 3 to 9, or is the 2 or the king in every round.",
    ),
    Option("buy", False, (False, True), "Out of turn the top discard may be bought, three times."),
)

RoundRecord = namedtuple("RoundRecord", ("round", "dealer", "out", "penalties", "scores"))
"""A round that has ended. out: the seat that went out, None if it was blocked. penalties: a number
a seat. scores: the totals after it."""

_BETWEEN_ROUNDS = ("deal", "round")


class Rummy(Game):
    """One game of Mexican Rummy; `scores` are penalties, the lowest wins.

    The log holds RoundRecords. Reasons of the outcome: "lowest", "tie-outs", "tie-shared".
    """

    NAME = "mexican-rummy"
    OPTIONS = OPTIONS
    EVENTS = (
        "round",
        "deal",
        "draw",
        "buy",
        "meld",
        "layoff",
        "swap",
        "discard",
        "reshuffle",
    )
    FIELDS = (
        "scores",
        "round",
        "dealer",
        "outs",
        "sheet",
        "to_act",
        "winners",
        "why",
        "hands",
        "stock",
        "discards",
        "melds",
        "laid",
        "laid_now",
        "bought",
    )

    round: int
    dealer: int
    outs: tuple
    sheet: tuple
    hands: tuple
    stock: tuple
    discards: tuple
    melds: tuple
    laid: tuple
    laid_now: bool
    bought: tuple

    @classmethod
    def seats(cls, options: dict) -> tuple:
        return LEAST_PLAYERS, MOST_SINGLE if options["single"] else MOST_PLAYERS

    @classmethod
    def settle_options(cls, given: dict) -> dict:
        options = super().settle_options(given)
        if options["single"]:
            if "packs" in given:
                raise RuleError("bad-option", "With the option single there is one pack: no packs.")
            del options["packs"]
        return options

    def _full_play(self) -> dict:
        from . import rummy_play

        return rummy_play.RULES

    # -- the rounds -------------------------------------------------------------------------------

    def _begin(self):
        self.round = 1
        self.dealer = self.first_dealer
        self.outs = self.scores
        self.sheet = ()
        self.clear_table()
        self.now = _BETWEEN_ROUNDS

    def clear_table(self):
        """No cards on the table: the fields of card-by-card play are empty."""
        self.hands = self.stock = self.discards = self.melds = self.laid = self.bought = ()
        self.laid_now = False

    @property
    def packs(self) -> int:
        return 1 if self.options["single"] else self.options["packs"]

    @property
    def rounds(self) -> int:
        """How many rounds the game has."""
        return SINGLE_ROUNDS if self.options["single"] else len(ROUNDS)

    @property
    def cards(self) -> int:
        """Cards dealt to each player this round."""
        return ROUNDS[self.round - 1][0]

    @property
    def wild(self) -> str:
        """The wild rank of this round."""
        return FIXED_WILD.get(self.options["wild"], ROUNDS[self.round - 1][1])

    @property
    def contract(self) -> tuple:
        """The melds that have to be laid this round."""
        return ROUNDS[self.round - 1][2]

    def end_round(self, out, penalties) -> None:
        """Books a round. out: who went out, None if blocked. penalties: one a seat."""
        penalties = tuple(penalties)
        self.scores = tuple([s + p for s, p in zip(self.scores, penalties)])
        if out is not None:
            outs = list(self.outs)
            outs[out] += 1
            self.outs = tuple(outs)
        self.sheet += (penalties,)
        self.log.append(RoundRecord(self.round, self.dealer, out, penalties, self.scores))
        if self.hands:
            self.clear_table()
        self.to_act = None
        if self.round == self.rounds:
            self._end_game()
        else:
            self.round += 1
            self.dealer = self.next_seat(self.dealer)
            self.now = _BETWEEN_ROUNDS

    def _end_game(self):
        best = min(self.scores)
        tied = [seat for seat, score in enumerate(self.scores) if score == best]
        most = max([self.outs[seat] for seat in tied])
        winners = [seat for seat in tied if self.outs[seat] == most]
        if len(tied) == 1:
            self.why = "lowest"
        else:
            self.why = "tie-outs" if len(winners) == 1 else "tie-shared"
        self.winners = tuple(winners)
        self.now = ()

    # -- what is left in the hands ----------------------------------------------------------------

    def kind(self, card: str) -> str:
        """Which of KINDS a card is in this round."""
        return _kind(card, self.wild)

    def penalty(self, cards) -> int:
        """What cards left in a hand cost in this round."""
        wild = self.wild
        return sum([PENALTIES[_kind(card, wild)] for card in cards])

    def most_of_kinds(self) -> dict:
        """How many cards of each kind the pack holds in this round."""
        of_a_rank = SUITS_A_PACK * self.packs
        tens = len(TEN_RANKS) - (self.wild in TEN_RANKS)
        return {
            WILD: of_a_rank,
            ACES: of_a_rank,
            TENS: tens * of_a_rank,
            OTHERS: (len(LOW_ACE) - 2 - tens) * of_a_rank,
            JOKERS: JOKERS_A_PACK * self.packs,
        }

    def most_cards(self) -> int:
        """How many cards a hand can hold at the end of this round."""
        return self.cards + (MOST_BUYS * CARDS_A_BUY if self.options["buy"] else 0)

    def _verify_round(self, value):
        """(out, penalties) of a round; RuleError: bad-value, bad-penalty."""
        players = len(self.players)
        if not has_keys(value, ("out", "hands")):
            raise RuleError("bad-value", "A round is an object with out and hands.")
        out, hands = value["out"], value["hands"]
        if out is not None and not is_seat(out, players):
            raise RuleError("bad-value", "out is a seat, or null when the round was blocked.")
        if not is_list(hands) or len(hands) != players:
            raise RuleError("bad-value", "hands is a list with one entry for each seat.")
        left, wild = self.most_of_kinds(), self.wild
        named: dict = {}
        read = _read(hands, wild, left, named)
        self._check_hands(read, out)
        self._check_pack(left, named)
        return out, [penalty for _, penalty in read]

    def _check_hands(self, read, out):
        """RuleError("bad-penalty") if one of the (cards, penalty) cannot be left in a hand."""
        most = self.most_cards()
        most_penalty = MOST_PENALTY * most
        for seat, (cards, penalty) in enumerate(read):
            if cards > most:
                raise RuleError("bad-penalty", "A hand holds at most {} cards this round.", most)
            if seat == out:
                if penalty:
                    raise RuleError("bad-penalty", "Who went out has no penalty: 0.")
            elif penalty % PENALTY_STEP or not PENALTY_STEP <= penalty <= most_penalty:
                raise RuleError(
                    "bad-penalty",
                    "A penalty is a multiple of {0} from {0} to {1}.",
                    PENALTY_STEP,
                    most_penalty,
                )

    def _check_pack(self, left, named):
        """RuleError("bad-penalty") if the hands together hold more than the pack does."""
        packs = self.packs
        for card, count in named.items():
            if count > packs and card != JOKER:
                raise RuleError("bad-penalty", "{} is not in the pack that often.", card)
        if min(left.values()) >= 0:
            return
        for kind, most in self.most_of_kinds().items():
            if left[kind] < 0:
                raise RuleError("bad-penalty", "The pack holds only {} {}.", most, kind)

    def _do_round(self, ended):
        self.end_round(*ended)

    # -- telling ----------------------------------------------------------------------------------

    def tells(self) -> dict:
        facts = super().tells()
        facts["round"] = self.round
        facts["dealer"] = self.dealer
        facts["cards"] = self.cards
        facts["wild"] = self.wild
        facts["contract"] = self.contract
        facts["outs"] = self.outs
        facts["sheet"] = self.sheet
        if self.hands:
            facts["hands"] = self.hands
            facts["melds"] = tuple([meld[2] for meld in self.melds])
            facts["stock"] = len(self.stock)
            facts["discard"] = self.discards[-1] if self.discards else None
            facts["laid"] = self.laid
        return facts

    RULES = {"round": (_verify_round, _do_round)}


def _kind(card, wild: str):
    """Which of KINDS a card is; None if it is no card of the pack."""
    if card == JOKER:
        return JOKERS
    if type(card) is not str or card[-1:] not in SUITS:
        return None
    held = card[:-1]
    return WILD if held == wild else _KIND_OF_RANK.get(held)


def _read(hands, wild: str, left: dict, named: dict) -> list:
    """(cards, penalty) of each hand, no cards if only its penalty is told; RuleError("bad-value").

    The cards are taken from how many of each kind are left, and those that are named are counted.
    """
    read = []
    for hand in hands:
        cards = penalty = 0
        if type(hand) is int:
            penalty = hand
        elif is_list(hand):
            for card in hand:
                kind = _kind(card, wild)
                if kind is None:
                    raise RuleError("bad-value", "A hand lists cards like KS, 10D and JK.")
                left[kind] -= 1
                named[card] = named.get(card, 0) + 1
                penalty += PENALTIES[kind]
            cards = len(hand)
        elif isinstance(hand, dict):
            for kind, count in hand.items():
                if kind not in PENALTIES or type(count) is not int or count < 0:
                    raise RuleError(
                        "bad-value", "A hand counts cards from 0 up: {}.", ", ".join(KINDS)
                    )
                left[kind] -= count
                cards += count
                penalty += PENALTIES[kind] * count
        else:
            raise RuleError("bad-value", "A hand is a penalty, a list of cards, or counts of them.")
        read.append((cards, penalty))
    return read
