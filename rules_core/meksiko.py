"""Meksiko by the widely played Serbian rules (RULES.md section 1), as kept at a real table.

Cards played one by one are in `meksiko_play`, which is loaded when somebody deals them.
"""

from collections import namedtuple

from .cards import HUNGARIAN_NAMES, SUIT_NAMES
from .errors import RuleError
from .game import Game, Option, is_list, is_seat

MEKSIKO = "meksiko"
BETL = "betl"
PASS = "pass"
NUMBERS = (5, 6, 7, 8, 9, 10)  # of tricks that can be bid
BETL_AFTER = 6  # the betl ranks between 6 and 7

AT_PLAY = 3  # players in a hand; a fourth sits out
TRICKS = 10
# What the bids that are words are worth, and how many tricks they need; a number is both.
_WORTH: dict = {MEKSIKO: 20, BETL: 7}
_NEEDED: dict = {MEKSIKO: TRICKS, BETL: 0}

OPTIONS = (
    Option("four", False, (False, True), "Four at the table: the dealer sits out of the hand."),
    Option(
        "dealer_moves",
        "forward",
        ("forward", "backward"),
        "The deal moves on with the play, or against it.",
    ),
    Option("target", 51, range(21, 202), "The game ends when somebody has this many points."),
    Option("betl", False, (False, True), "A bid of no trick at all, between 6 and 7, worth 7."),
)

HandRecord = namedtuple(
    "HandRecord",
    ("hand", "dealer", "declarer", "bid", "trump", "tricks", "made", "points", "scores"),
)
"""A hand that has ended. points: as booked, a number a seat. scores: the totals after it."""

_OPENING = ("bid", "deal")
_AUCTION = ("bid",)
_TRUMP = ("trump",)
_AT_TABLE = ("trick", "tricks")
DISCARDING = ("discard",)
PLAYING = ("play",)


class Meksiko(Game):
    """One game of Meksiko.

    Beside the keys of its state: seats_at_play, the seats in this hand; passed, those of them who
    have passed; ladder, all bids from low to high. The log holds HandRecords. Reasons of
    the outcome: "highest", "tie-declarer", "tie-tricks", "tie-shared".
    """

    NAME = "meksiko"
    OPTIONS: tuple = OPTIONS
    EVENTS = ("bid", "trump", "trick", "tricks", "deal", "discard", "play")
    FIELDS = (
        "hand",
        "dealer",
        "scores",
        "last",
        "to_act",
        "declarer",
        "bid",
        "trump",
        "tricks",
        "passed",
        "seats_at_play",
        "winners",
        "why",
        "hands",
        "talon",
        "trick",
    )

    hand: int
    dealer: int
    last: "tuple | None"
    declarer: "int | None"
    bid: "int | str | None"
    trump: "str | None"
    tricks: tuple
    passed: tuple
    seats_at_play: tuple
    hands: tuple
    talon: tuple
    trick: tuple

    @classmethod
    def seats(cls, options: dict) -> tuple:
        players = AT_PLAY + 1 if options["four"] else AT_PLAY
        return players, players

    def _full_play(self) -> dict:
        from . import meksiko_play

        return meksiko_play.RULES

    # -- a hand -----------------------------------------------------------------------------------

    def _begin(self):
        self.ladder = self._ladder()
        self.hand = 0
        self.last = None
        self.dealer = self.first_dealer
        self._begin_hand()

    def _ladder(self) -> tuple:
        numbers = self._numbers()
        above = numbers.index(BETL_AFTER) + 1
        betl = (BETL,) if self.options["betl"] else ()
        return numbers[:above] + betl + numbers[above:] + (MEKSIKO,)

    def _numbers(self) -> tuple:
        return NUMBERS

    def _begin_hand(self):
        seats = range(len(self.players))
        sits_out = self.dealer if self.options["four"] else None
        self.hand += 1
        self.seats_at_play = tuple([seat for seat in seats if seat != sits_out])
        self.declarer = self.bid = self.trump = None
        self.tricks = (0,) * len(self.players)
        self.passed = ()
        self.hands = self.talon = self.trick = ()
        self.now = _OPENING
        self.to_act = self.next_at_play(self.dealer)

    def next_at_play(self, seat: int) -> int:
        """The next seat that is in this hand."""
        seat = self.next_seat(seat)
        return seat if seat in self.seats_at_play else self.next_seat(seat)

    # -- the auction ------------------------------------------------------------------------------

    def bids(self) -> tuple:
        """The bids the seat to act may make now, low to high, then "pass" if it may pass."""
        if "bid" not in self.now:
            return ()
        if self.bid is None:
            return self.ladder
        return self.ladder[self.ladder.index(self.bid) + 1 :] + (PASS,)

    def _verify_bid(self, bid):
        if type(bid) is not int and type(bid) is not str or bid not in self.ladder + (PASS,):
            raise RuleError(
                "bad-value",
                "The bids of this game are {} and pass.",
                ", ".join([str(one) for one in self.ladder]),
            )
        if bid == PASS:
            if self.bid is None:
                raise RuleError(
                    "must-bid",
                    "The first bidder may not pass; the lowest bid is {}.",
                    self.ladder[0],
                )
        elif self.bid is not None and self.ladder.index(bid) <= self.ladder.index(self.bid):
            raise RuleError("bid-too-low", "A bid must be higher than {}, or pass.", self.bid)
        return bid

    def _do_bid(self, bid):
        self.now = _AUCTION
        if bid == PASS:
            self.passed += (self.to_act,)
        else:
            self.bid, self.declarer = bid, self.to_act
        if bid == MEKSIKO or len(self.passed) == AT_PLAY - 1:
            self._end_auction()
        else:
            self.to_act = self.next_at_play(self.to_act)
            while self.to_act in self.passed:
                self.to_act = self.next_at_play(self.to_act)

    def _end_auction(self):
        self.to_act = self.declarer
        if self.hands and type(self.bid) is int:
            from . import meksiko_play

            meksiko_play.take_talon(self)
        elif self._names_trump():
            self.now = _TRUMP
        else:
            self._begin_play()

    def _names_trump(self) -> bool:
        return type(self.bid) is int

    def _verify_trump(self, name):
        if type(name) is str:
            if name in SUIT_NAMES:
                return name
            if name in HUNGARIAN_NAMES:
                return SUIT_NAMES[HUNGARIAN_NAMES.index(name)]
        raise RuleError(
            "bad-value",
            "The trump is one of: {}, {}.",
            ", ".join(SUIT_NAMES),
            ", ".join([one for one in HUNGARIAN_NAMES if one not in SUIT_NAMES]),
        )

    def _do_trump(self, name):
        self.trump = name
        self._begin_play()

    # -- the play ---------------------------------------------------------------------------------

    def _begin_play(self):
        if self.hands:
            self.now, self.to_act = PLAYING, self.declarer
        else:
            self.now, self.to_act = _AT_TABLE, None

    def still_needed(self) -> int:
        """How many tricks the declarer still has to win; 0 in a betl."""
        needed = _NEEDED.get(self.bid, self.bid)
        return max(0, needed - self.tricks[self.declarer])

    def is_lost(self) -> bool:
        """True if the declarer can no longer make the bid."""
        if self.bid == BETL:
            return self.tricks[self.declarer] > 0
        return self.still_needed() > TRICKS - sum(self.tricks)

    def is_made(self) -> bool:
        """True if the declarer can no longer fail."""
        if self.bid == BETL:
            return sum(self.tricks) == TRICKS and not self.tricks[self.declarer]
        return not self.still_needed()

    def _verify_trick(self, seat):
        if not is_seat(seat, len(self.players)):
            raise RuleError("bad-value", "A seat from 0 to {} is needed.", len(self.players) - 1)
        if seat not in self.seats_at_play:
            raise RuleError("bad-tricks", "The dealer sits out of this hand and wins no trick.")
        return seat

    def win_trick(self, seat: int) -> None:
        """One more trick for this seat; the tenth ends the hand."""
        tricks = list(self.tricks)
        tricks[seat] += 1
        self.tricks = tuple(tricks)
        if sum(tricks) == TRICKS:
            self._end_hand()

    def _verify_tricks(self, tricks):
        players = len(self.players)
        if not is_list(tricks) or len(tricks) != players:
            raise RuleError("bad-value", "A list of {} numbers of tricks is needed.", players)
        for number in tricks:
            if type(number) is not int or number < 0:
                raise RuleError("bad-value", "A number of tricks is an integer from 0 up.")
        if sum(tricks) != TRICKS:
            raise RuleError("bad-tricks", "There are {} tricks in all.", TRICKS)
        for seat, number in enumerate(tricks):
            if number < self.tricks[seat]:
                raise RuleError(
                    "bad-tricks", "Nobody can have fewer tricks than are recorded already."
                )
            if number and seat not in self.seats_at_play:
                raise RuleError("bad-tricks", "The dealer sits out of this hand and wins no trick.")
        return tuple(tricks)

    def _do_tricks(self, tricks):
        self.tricks = tricks
        self._end_hand()

    # -- the points -------------------------------------------------------------------------------

    def worth(self) -> int:
        """What the bid is worth: a Meksiko 20, a betl 7, a number itself."""
        return _WORTH.get(self.bid, self.bid)

    def _points(self) -> list:
        """What everybody gets for the hand before any floor, a number a seat."""
        points = list(self.tricks)
        if not self.is_made():
            points[self.declarer] = -self.worth()
            return points
        if self.bid == BETL:
            points = [0] * len(points)
        if self.bid in _WORTH:
            points[self.declarer] = self.worth()
        return points

    def _booked(self, score: int) -> int:
        """The running total as the rules let it stand."""
        return score

    def _reached(self) -> bool:
        return max(self.scores) >= self.options["target"]

    def _end_hand(self):
        points = self._points()
        scores = tuple([self._booked(s + p) for s, p in zip(self.scores, points)])
        self.last = tuple([new - old for new, old in zip(scores, self.scores)])
        self.scores = scores
        self.log.append(
            HandRecord(
                self.hand,
                self.dealer,
                self.declarer,
                self.bid,
                self.trump,
                self.tricks,
                self.is_made(),
                self.last,
                scores,
            )
        )
        if self._reached():
            self._end_game()
        else:
            step = 1 if self.options["dealer_moves"] == "forward" else -1
            self.dealer = (self.dealer + step) % len(self.players)
            self._begin_hand()

    def _end_game(self):
        best = max(self.scores)
        tied = [seat for seat, score in enumerate(self.scores) if score == best]
        most = max([self.tricks[seat] for seat in tied])
        if len(tied) == 1:
            self.why = "highest"
        elif self.declarer in tied:
            tied, self.why = [self.declarer], "tie-declarer"
        else:
            tied = [seat for seat in tied if self.tricks[seat] == most]
            self.why = "tie-tricks" if len(tied) == 1 else "tie-shared"
        self.winners = tuple(tied)
        self.now, self.to_act = (), None
        self.hands = self.talon = self.trick = ()

    # -- telling ----------------------------------------------------------------------------------

    def tells(self) -> dict:
        facts = super().tells()
        facts["hand"] = self.hand
        facts["dealer"] = self.dealer
        facts["declarer"] = self.declarer
        facts["bid"] = self.bid
        facts["trump"] = self.trump
        facts["tricks"] = self.tricks
        facts["last"] = self.last
        if self.hands:
            facts["hands"] = self.hands
            facts["talon"] = self.talon
            facts["trick"] = self.trick
        return facts

    RULES = {
        "bid": (_verify_bid, _do_bid),
        "trump": (_verify_trump, _do_trump),
        "trick": (_verify_trick, win_trick),
        "tricks": (_verify_tricks, _do_tricks),
    }
