"""A second, naive reading of RULES.md, to hold the core against: both Meksikos and Meksykanka.

Written from RULES.md and TRANSCRIPTS.md alone and for clarity alone. A model is folded over events
that are known to be legal (it checks nothing), gives the state that TRANSCRIPTS.md wants, and
knows a random legal event.
"""

from helpers import MEKSIKO_PACK, MEKSIKO_RANKS

ALL_TRICKS = 10
BETL_POINTS = 7
MEKSIKO_POINTS = 20

SUIT_WORDS = {
    "spades": "spades",
    "hearts": "hearts",
    "diamonds": "diamonds",
    "clubs": "clubs",
    "leaves": "spades",
    "bells": "diamonds",
    "acorns": "clubs",
}

MEKSIKO_OPTIONS = {"four": False, "dealer_moves": "forward", "target": 51, "betl": False}
CLUB_OPTIONS = {"bid_ten": False, "open": True, "exceed": False, "meksiko_zero": False}
MEKSYKANKA_OPTIONS = {"lives": 3, "mexican_call": False}


def is_int(value):
    """Whether this is a JSON integer: neither true nor 7.0."""
    return type(value) is int


def is_strings(value, length=None):
    """Whether this is a list of strings (and so many)."""
    if type(value) is not list or length not in (None, len(value)):
        return False
    return all(type(one) is str for one in value)


def lone_key(event):
    """The key of an object with one key, else None."""
    return next(iter(event)) if type(event) is dict and len(event) == 1 else None


# --- both Meksikos ---


def ladder(club, options):
    """All bids of a game, low to high."""
    steps = [5, 6, 7, 8, 9, 10, "meksiko"]
    if club and not options["bid_ten"]:
        steps.remove(10)
    if options["betl"]:
        steps.insert(steps.index(6) + 1, "betl")
    return steps


def made(bid, won):
    """Whether a declarer with this bid has made it with so many tricks."""
    if bid == "betl":
        return won == 0
    if bid == "meksiko":
        return won == ALL_TRICKS
    return won >= bid


def meksiko_points(bid, declarer, tricks, opponents):
    """The points of a hand after section 1; who is neither declarer nor opponent gets 0."""
    points = [0] * len(tricks)
    success = made(bid, tricks[declarer])
    worth = {"betl": BETL_POINTS, "meksiko": MEKSIKO_POINTS}.get(bid)
    if success:
        points[declarer] = tricks[declarer] if worth is None else worth
    else:
        points[declarer] = -(bid if worth is None else worth)
    for seat in opponents:
        points[seat] = 0 if bid == "betl" and success else tricks[seat]
    return points


def club_points(bid, declarer, tricks, opponents, options):
    """The points of a hand after section 2, before the floor at 0."""
    points = meksiko_points(bid, declarer, tricks, opponents)
    if bid == "betl":
        return points
    if options["open"] and not made(bid, tricks[declarer]):
        points[declarer] *= 2
    for seat in opponents:
        if bid == "meksiko":
            points[seat] *= 2
        if tricks[seat] == 0 and options["open"]:
            if bid != "meksiko":
                points[seat] = -bid
            elif options["meksiko_zero"]:
                points[seat] = -MEKSIKO_POINTS
    return points


def meksiko_winners(scores, declarer, tricks):
    """Who wins a game that is over, and by which rule."""
    best = [seat for seat, score in enumerate(scores) if score == max(scores)]
    if len(best) == 1:
        return best, "highest"
    if declarer in best:
        return [declarer], "tie-declarer"
    most = max(tricks[seat] for seat in best)
    best = [seat for seat in best if tricks[seat] == most]
    return best, "tie-tricks" if len(best) == 1 else "tie-shared"


def legal_cards(cards, trick, trump):
    """The cards of a hand that may be played to the cards on the table ([seat, card] each).

    trump: the letter of its suit, or None.
    """
    if not trick:
        return list(cards)
    for suit in (trick[0][1][-1], trump):
        fitting = [card for card in cards if card[-1] == suit]
        if fitting:
            return fitting
    return list(cards)


def trick_winner(trick, trump):
    """The seat that wins the trick; trump as above."""

    def strength(played):
        card = played[1]
        return card[-1] == trump, card[-1] == trick[0][1][-1], MEKSIKO_RANKS.index(card[:-1])

    return max(trick, key=strength)[0]


def in_order(cards):
    """The cards sorted by suit S H D C, then rank, low to high."""
    return [card for card in MEKSIKO_PACK if card in cards]


class MeksikoModel:
    """Both Meksikos, at the table and in full play."""

    def __init__(self, line):
        self.name = line["game"]
        self.club = self.name == "meksiko-club"
        self.options = dict(MEKSIKO_OPTIONS, **(CLUB_OPTIONS if self.club else {}))
        self.options.update(line.get("options", {}))
        self.ladder = ladder(self.club, self.options)
        self.players = len(line["players"])
        self.scores = [0] * self.players
        self.hand = 1
        self.dealer = line.get("dealer", 0)
        self.last = None
        self.over = False
        self.winners = []
        self.reason = None
        self.begin_hand()

    def begin_hand(self):
        round_the_table = [(self.dealer + 1 + step) % self.players for step in range(self.players)]
        self.at_play = [
            s for s in round_the_table if not (self.options["four"] and s == self.dealer)
        ]
        self.phase = "bid"
        self.turn = self.at_play[0]
        self.passed = []
        self.declarer = self.bid = self.trump = None
        self.tricks = [0] * self.players
        self.hands = self.talon = self.trick = None

    def after(self, seat):
        """The next of the three at play."""
        return self.at_play[(self.at_play.index(seat) + 1) % 3]

    def apply(self, event):
        ((name, value),) = event.items()
        getattr(self, "on_" + name)(value)

    def judge(self, event):
        """The code with which any JSON value is refused as an event (no undo), or None."""
        name = lone_key(event)
        if name not in ("bid", "trump", "trick", "tricks", "deal", "discard", "play"):
            return "unknown-event"
        if self.over:
            return "over"
        if name not in self.expects():
            return "not-now"
        return getattr(self, "judge_" + name)(event[name])

    def judge_bid(self, value):
        if type(value) not in (int, str) or value not in [*self.ladder, "pass"]:
            return "bad-value"
        if value == "pass":
            return "must-bid" if self.bid is None else None
        return None if value in self.bids() else "bid-too-low"

    def judge_trump(self, value):
        return None if type(value) is str and value in SUIT_WORDS else "bad-value"

    def judge_trick(self, value):
        if not is_int(value) or not 0 <= value < self.players:
            return "bad-value"
        return None if value in self.at_play else "bad-tricks"

    def judge_tricks(self, value):
        if type(value) is not list or len(value) != self.players:
            return "bad-value"
        if not all(is_int(count) and count >= 0 for count in value):
            return "bad-value"
        fitting = sum(value) == ALL_TRICKS
        for seat, count in enumerate(value):
            fitting = fitting and count >= self.tricks[seat]
            fitting = fitting and (count == 0 or seat in self.at_play)
        return None if fitting else "bad-tricks"

    def judge_deal(self, value):
        """A wrong number of hands is not asked for here: the documents leave its code open."""
        if type(value) is not dict or set(value) != {"hands", "talon"}:
            return "bad-value"
        if type(value["hands"]) is not list or not is_strings(value["talon"]):
            return "bad-value"
        if len(value["hands"]) != self.players or not all(map(is_strings, value["hands"])):
            return "bad-value"
        sizes = [10 if seat in self.at_play else 0 for seat in range(self.players)]
        cards = [card for hand in value["hands"] for card in hand] + value["talon"]
        fitting = sorted(cards) == sorted(MEKSIKO_PACK)
        return None if fitting and [len(h) for h in value["hands"]] == sizes else "bad-deal"

    def judge_discard(self, value):
        if not is_strings(value, 2) or not set(value) <= set(MEKSIKO_PACK):
            return "bad-value"
        in_hand = set(value) <= set(self.hands[self.declarer]) and value[0] != value[1]
        return None if in_hand else "not-your-card"

    def judge_play(self, value):
        if type(value) is not str or value not in MEKSIKO_PACK:
            return "bad-value"
        hand = self.hands[self.turn]
        if value not in hand:
            return "not-your-card"
        if value in legal_cards(hand, self.trick, self.trump_letter()):
            return None
        follows = any(card[-1] == self.trick[0][1][-1] for card in hand)
        return "must-follow" if follows else "must-trump"

    def on_deal(self, value):
        self.hands = [in_order(cards) for cards in value["hands"]]
        self.talon = list(value["talon"])
        self.trick = []

    def on_bid(self, value):
        if value == "pass":
            self.passed.append(self.turn)
        else:
            self.bid, self.declarer = value, self.turn
        if value == "meksiko" or len(self.passed) == 2:
            self.end_auction()
            return
        self.turn = self.after(self.turn)
        while self.turn in self.passed:
            self.turn = self.after(self.turn)

    def end_auction(self):
        self.turn = self.declarer
        if type(self.bid) is int and self.hands is not None:
            self.hands[self.declarer] = in_order(self.hands[self.declarer] + self.talon)
            self.talon = []
            self.phase = "discard"
        elif type(self.bid) is int or self.bid == "meksiko" and self.club:
            self.phase = "trump"
        else:
            self.phase = "play"

    def on_discard(self, value):
        self.hands[self.declarer] = [c for c in self.hands[self.declarer] if c not in value]
        self.phase = "trump"

    def on_trump(self, value):
        self.trump = SUIT_WORDS[value]
        self.phase = "play"

    def trump_letter(self):
        """S H D C, or None."""
        return None if self.trump is None else self.trump[0].upper()

    def on_play(self, card):
        self.hands[self.turn].remove(card)
        self.trick.append([self.turn, card])
        self.turn = self.after(self.turn)
        if len(self.trick) == 3:
            self.turn = trick_winner(self.trick, self.trump_letter())
            self.trick = []
            self.on_trick(self.turn)

    def on_trick(self, seat):
        self.tricks[seat] += 1
        if sum(self.tricks) == ALL_TRICKS:
            self.end_hand()

    def on_tricks(self, value):
        self.tricks = list(value)
        self.end_hand()

    def end_hand(self):
        opponents = [seat for seat in self.at_play if seat != self.declarer]
        if self.club:
            points = club_points(self.bid, self.declarer, self.tricks, opponents, self.options)
            points = [max(point, -score) for point, score in zip(points, self.scores, strict=True)]
        else:
            points = meksiko_points(self.bid, self.declarer, self.tricks, opponents)
        self.last = points
        self.scores = [score + point for score, point in zip(self.scores, points, strict=True)]
        needed = self.options["target"] + (1 if self.options.get("exceed") else 0)
        if max(self.scores) >= needed:
            self.over = True
            self.winners, self.reason = meksiko_winners(self.scores, self.declarer, self.tricks)
            self.hands = self.talon = self.trick = None
            return
        self.hand += 1
        self.dealer += 1 if self.options["dealer_moves"] == "forward" else -1
        self.dealer %= self.players
        self.begin_hand()

    def expects(self):
        if self.over:
            return []
        if self.phase == "bid":
            return ["bid", "deal"] if self.bid is None and self.hands is None else ["bid"]
        if self.phase == "play":
            return ["trick", "tricks"] if self.hands is None else ["play"]
        return [self.phase]

    def to_act(self):
        table_play = self.phase == "play" and self.hands is None
        return None if self.over or table_play else self.turn

    def state(self):
        state = {
            "game": self.name,
            "to_act": self.to_act(),
            "expects": self.expects(),
            "scores": list(self.scores),
            "over": self.over,
            "winners": list(self.winners),
            "hand": self.hand,
            "dealer": self.dealer,
            "declarer": self.declarer,
            "bid": self.bid,
            "trump": self.trump,
            "tricks": list(self.tricks),
            "last": self.last,
        }
        if self.hands is not None:
            state["hands"] = [list(cards) for cards in self.hands]
            state["talon"] = list(self.talon)
            state["trick"] = [list(played) for played in self.trick]
        return state

    def bids(self):
        """The bids that the seat to act may make, low to high, and "pass" where it is allowed."""
        if self.bid is None:
            return list(self.ladder)
        return [*self.ladder[self.ladder.index(self.bid) + 1 :], "pass"]

    def random_event(self, rng, full=0.0):
        """A random legal event; before a hand a deal with the probability given."""
        if self.phase == "bid":
            if self.bid is None and self.hands is None and rng.random() < full:
                return self.random_deal(rng)
            return {"bid": self.random_bid(rng)}
        if self.phase == "discard":
            return {"discard": rng.sample(self.hands[self.declarer], 2)}
        if self.phase == "trump":
            return {"trump": rng.choice(sorted(SUIT_WORDS))}
        if self.hands is not None:
            return {
                "play": rng.choice(
                    legal_cards(self.hands[self.turn], self.trick, self.trump_letter())
                )
            }
        return self.random_tricks(rng)

    def random_bid(self, rng):
        """Mostly modest, or nobody would ever come to the target."""
        choice = self.bids()
        if "pass" in choice and rng.random() < 0.6:
            return "pass"
        return choice[0] if rng.random() < 0.7 else rng.choice(choice)

    def random_deal(self, rng):
        pack = rng.sample(MEKSIKO_PACK, len(MEKSIKO_PACK))
        hands = []
        for seat in range(self.players):
            hands.append([pack.pop() for _ in range(10)] if seat in self.at_play else [])
        return {"deal": {"hands": hands, "talon": pack}}

    def random_tricks(self, rng):
        favourite = rng.choice([self.declarer, self.declarer, *self.at_play])
        if rng.random() < 0.3:
            return {"trick": rng.choice([favourite, *self.at_play])}
        counts = list(self.tricks)
        others = rng.choice((0, 0.5, 1))
        for _ in range(ALL_TRICKS - sum(counts)):
            counts[rng.choice(self.at_play) if rng.random() < others else favourite] += 1
        return {"tricks": counts}


# --- Meksykanka ---

MEKSYKANKA = (
    1000  # above 600, and in the tests above every call it is compared with only by `holds`
)


def reading(dice):
    """What two dice are worth; MEKSYKANKA for one and two."""
    high, low = max(dice), min(dice)
    if (high, low) == (2, 1):
        return MEKSYKANKA
    return high * 100 if high == low else high * 10 + low


def holds(call, dice):
    """Whether the call is true: a meksykanka under the cup is above every number."""
    if reading(dice) == MEKSYKANKA:
        return True
    return call != "meksykanka" and call <= reading(dice)


def judge_dice(value):
    """The code with which a roll is refused, or None."""
    if type(value) is not list or len(value) != 2 or not all(map(is_int, value)):
        return "bad-value"
    return None if all(1 <= die <= 6 for die in value) else "not-a-roll"


class MeksykankaModel:
    """Meksykanka at the table."""

    def __init__(self, line):
        self.options = dict(MEKSYKANKA_OPTIONS, **line.get("options", {}))
        self.players = len(line["players"])
        self.scores = [0] * self.players
        self.contenders = list(range(self.players))
        self.turn = None
        self.call = self.caller = self.tries = None
        self.phase = "roll-off"

    @property
    def out(self):
        return [seat for seat, score in enumerate(self.scores) if score >= self.options["lives"]]

    @property
    def over(self):
        return len(self.out) == self.players - 1

    def after(self, seat):
        seat = (seat + 1) % self.players
        while seat in self.out:
            seat = (seat + 1) % self.players
        return seat

    def apply(self, event):
        if "cocked" in event:
            return
        if "first" in event:
            rolls = [reading(dice) for dice in event["first"]]
            self.contenders = [
                s for s, r in zip(self.contenders, rolls, strict=True) if r == max(rolls)
            ]
            if len(self.contenders) == 1:
                self.open(self.contenders[0])
        elif "start" in event:
            self.open(event["start"])
        elif "call" in event:
            self.call, self.caller = event["call"], self.turn
            self.phase = "answer"
            self.turn = self.after(self.turn)
        elif "check" in event:
            self.penalty(self.turn if holds(self.call, event["check"]) else self.caller)
        elif "meksykanka" in event:
            self.call, self.caller, self.tries = "meksykanka", self.turn, 2
            self.phase = "duel"
            self.turn = self.after(self.turn)
        elif "duel" in event:
            self.tries -= 1
            if reading(event["duel"]) == MEKSYKANKA:
                self.penalty(self.caller)
            elif self.tries == 0:
                self.penalty(self.turn)

    def judge(self, event):
        """The code with which any JSON value is refused as an event (no undo), or None.

        Not for a "reroll" other than true at the opening: the documents leave its code open.
        """
        rerolls = type(event) is dict and set(event) == {"call", "reroll"}
        name = "call" if rerolls else lone_key(event)
        if name not in ("first", "start", "call", "check", "meksykanka", "duel", "cocked"):
            return "unknown-event"
        if self.over:
            return "over"
        if name not in self.expects() or rerolls and self.phase == "opening":
            return "not-now"
        value = event[name]
        if rerolls and event["reroll"] is not True:
            return "bad-value"
        if name == "call":
            return self.judge_call(value)
        if name == "first":
            return self.judge_first(value)
        if name == "start":
            return None if is_int(value) and value in self.contenders else "bad-value"
        if name in ("check", "duel"):
            return judge_dice(value)
        return None if value is True else "bad-value"

    def judge_call(self, value):
        if self.options["mexican_call"] and value == "meksykanka":
            return None
        if not is_int(value) or value < 1:
            return "bad-value"
        return "call-too-low" if self.call is not None and value <= self.call else None

    def judge_first(self, value):
        if type(value) is not list or len(value) != len(self.contenders):
            return "bad-value"
        codes = [judge_dice(dice) for dice in value]
        return "bad-value" if "bad-value" in codes else "not-a-roll" if any(codes) else None

    def open(self, seat):
        self.contenders = []
        self.turn = seat
        self.call = self.caller = self.tries = None
        self.phase = "opening"

    def penalty(self, seat):
        self.scores[seat] += 1
        self.open(self.after(seat))

    def expects(self):
        if self.over:
            return []
        if self.phase == "answer" and self.call == "meksykanka":
            return ["check"]
        return {
            "roll-off": ["cocked", "first", "start"],
            "opening": ["call", "cocked", "meksykanka"],
            "answer": ["call", "check", "cocked", "meksykanka"],
            "duel": ["cocked", "duel"],
        }[self.phase]

    def state(self):
        return {
            "game": "meksykanka",
            "to_act": None if self.over else self.turn,
            "expects": self.expects(),
            "scores": list(self.scores),
            "over": self.over,
            "winners": [s for s in range(self.players) if s not in self.out] if self.over else [],
            "call": self.call,
            "caller": self.caller,
            "out": self.out,
            "contenders": list(self.contenders),
            "tries": self.tries,
        }

    def random_event(self, rng):
        """A random legal event."""
        name = rng.choice(self.expects())
        if name == "first":
            # Few different faces, so that ties come often.
            return {
                "first": [rng.choice(([1, 2], [2, 1], [3, 3], [6, 5])) for _ in self.contenders]
            }
        if name == "start":
            return {"start": rng.choice(self.contenders)}
        if name in ("check", "duel"):
            lucky = rng.random() < 0.3
            return {
                name: rng.choice(([1, 2], [2, 1]))
                if lucky
                else [rng.randint(1, 6), rng.randint(1, 6)]
            }
        if name == "call":
            return self.random_call(rng)
        return {name: True}

    def random_call(self, rng):
        call = (self.call or 0) + rng.choice((1, 1, 2, 30, 100, 10**25))
        if self.options["mexican_call"] and rng.random() < 0.3:
            call = "meksykanka"
        if self.phase == "answer" and rng.random() < 0.5:
            return {"call": call, "reroll": True}
        return {"call": call}


def model(line):
    """The model for a setup line."""
    return MeksykankaModel(line) if line["game"] == "meksykanka" else MeksikoModel(line)
