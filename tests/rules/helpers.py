"""What the rule tests share: setting up a game, playing lines, expecting refusals.

Everything goes through the public door: `Replayer.answer` takes one parsed line of a transcript
(first the setup, then events) and gives the answer of TRANSCRIPTS.md. Every answer that passes
through here is checked for its form, for being plain JSON, and for having exactly the state keys
that the game and the moment demand.
"""

import json

from rules_core.transcript import BAD_JSON, Replayer

NAMES = (
    "Ana",
    "Bora",
    "Ceca",
    "Đorđe",
    "Ela",
    "Filip",
    "Goca",
    "Hana",
    "Iva",
    "Jan",
    "Kosta",
    "Żaneta",
)

# How many play when nothing else is said.
USUAL_PLAYERS = {"meksiko": 3, "meksiko-club": 3, "meksykanka": 3, "mexican-rummy": 3}

COMMON_KEYS = frozenset(("game", "to_act", "expects", "scores", "over", "winners"))
GAME_KEYS = {
    "meksiko": frozenset(("hand", "dealer", "declarer", "bid", "trump", "tricks", "last")),
    "meksiko-club": frozenset(("hand", "dealer", "declarer", "bid", "trump", "tricks", "last")),
    "meksykanka": frozenset(("call", "caller", "out", "contenders", "tries")),
    "mexican-rummy": frozenset(("round", "dealer", "cards", "wild", "contract", "outs", "sheet")),
}
FULL_PLAY_KEYS = {
    "meksiko": frozenset(("hands", "talon", "trick")),
    "meksiko-club": frozenset(("hands", "talon", "trick")),
    "meksykanka": frozenset(),
    "mexican-rummy": frozenset(("hands", "melds", "stock", "discard", "laid")),
}

ERROR_CODES = frozenset(
    (
        "bad-json",
        "bad-setup",
        "unknown-game",
        "bad-players",
        "bad-option",
        "unknown-event",
        "not-now",
        "bad-value",
        "bid-too-low",
        "must-bid",
        "call-too-low",
        "not-a-roll",
        "bad-tricks",
        "bad-penalty",
        "not-your-card",
        "must-follow",
        "must-trump",
        "bad-meld",
        "bad-contract",
        "bad-layoff",
        "bad-swap",
        "bad-deal",
        "nothing-to-undo",
        "over",
    )
)

UNDO = {"undo": True}


def setup(game, n=None, dealer=None, **options):
    """The setup line of a game: n players (the usual number if None), the options as keywords."""
    if n is None:
        n = 4 if options.get("four") is True else USUAL_PLAYERS[game]
    line = {"game": game, "players": list(NAMES[:n])}
    if dealer is not None:
        line["dealer"] = dealer
    if options:
        line["options"] = options
    return line


def plain(value):
    """The value as JSON would carry it (tuples become lists); fails on what is no JSON."""
    return json.loads(json.dumps(value, allow_nan=False))


def same(left, right):
    """Equal as JSON: 1, 1.0 and true are three different things here."""
    return json.dumps(left, sort_keys=True) == json.dumps(right, sort_keys=True)


def check_state(state):
    """The state has exactly the documented keys, with values of the documented kind."""
    game = state["game"]
    keys = frozenset(state)
    table = COMMON_KEYS | GAME_KEYS[game]
    full = table | FULL_PLAY_KEYS[game]
    assert keys == table or keys == full, sorted(keys ^ table)
    assert type(state["over"]) is bool
    assert state["expects"] == sorted(set(state["expects"]))
    assert "undo" not in state["expects"]
    assert state["winners"] == sorted(set(state["winners"]))
    assert state["to_act"] is None or type(state["to_act"]) is int
    assert all(type(score) is int for score in state["scores"])
    if state["over"]:
        assert state["to_act"] is None and state["expects"] == [] and state["winners"]
        assert keys == table, "a game that is over has no keys of full play"
    else:
        assert state["expects"] and state["winners"] == []
    return state


def check_answer(answer):
    """The answer has the documented form; gives it back as plain JSON."""
    answer = plain(answer)
    if answer["ok"] is True:
        assert set(answer) == {"ok", "state"}
        assert answer["state"] is not None
    else:
        assert answer["ok"] is False
        assert set(answer) == {"ok", "error", "message", "state"}
        assert answer["error"] in ERROR_CODES, answer["error"]
        message = answer["message"]
        assert type(message) is str and message and "\n" not in message
        listed = message.rstrip(".").partition(": ")[2].split(", ")
        # A contract may be the same meld twice.
        assert answer["error"] == "bad-contract" or len(set(listed)) == len(listed), message
    if answer["state"] is not None:
        check_state(answer["state"])
    return answer


class Table:
    """A game being played through a Replayer; every answer is checked on its way."""

    def __init__(self, setup_line):
        self.replayer = Replayer()
        self.setup_answer = check_answer(self.replayer.answer(setup_line))
        self.state = self.setup_answer["state"]

    @property
    def game(self):
        """The game inside (the object of rules_core)."""
        return self.replayer.game

    def answer(self, line):
        """The checked answer to any line; what is refused must not have changed the state."""
        answer = check_answer(self.replayer.answer(line))
        if not answer["ok"]:
            assert same(answer["state"], self.state), "a refused line changed the state"
        self.state = answer["state"]
        return answer

    def ok(self, *events):
        """Plays events that must all be accepted; gives the state after the last."""
        for event in events:
            answer = self.answer(event)
            assert answer["ok"], (event, answer)
        return self.state

    def refused(self, event, code):
        """The event must be refused with this code."""
        answer = self.answer(event)
        assert not answer["ok"], (event, "was accepted")
        assert answer["error"] == code, (event, answer["error"], answer["message"])

    def undo(self, times=1):
        """Takes back so many events; gives the state."""
        return self.ok(*[UNDO] * times)


def begin(game, n=None, dealer=None, **options):
    """A Table with a fresh game, which must have been accepted."""
    table = Table(setup(game, n, dealer, **options))
    assert table.setup_answer["ok"], table.setup_answer
    return table


def play(lines):
    """Plays a transcript (setup line, then events), all accepted; gives the last state."""
    table = Table(lines[0])
    assert table.setup_answer["ok"], table.setup_answer
    return table.ok(*lines[1:])


def refused(lines, event, code):
    """Plays the lines, all accepted, and then the event, refused with this code.

    Gives the unchanged state.
    """
    table = Table(lines[0])
    assert table.setup_answer["ok"], table.setup_answer
    table.ok(*lines[1:])
    table.refused(event, code)
    return table.state


def setup_refused(line, code):
    """The line must not set a game up, with this code; and nothing can be played then."""
    table = Table(line)
    answer = table.setup_answer
    assert not answer["ok"], (line, "was accepted")
    assert answer["error"] == code, (line, answer["error"], answer["message"])
    assert answer["state"] is None
    assert table.answer(UNDO)["error"] == "bad-setup"
    assert table.answer(BAD_JSON)["error"] == "bad-json"
    assert table.state is None


def transcript(game):
    """The whole game as the lines of its transcript."""
    return plain([game.setup()] + [game.join(name, value) for name, value in game.events])


# Values of every JSON type that are easily taken for something else.
HUGE = 10**40
CONFUSING = (
    None,
    True,
    False,
    0,
    1,
    -1,
    5,
    6.0,
    5.0,
    1.0,
    0.5,
    1e300,
    HUGE,
    -HUGE,
    "",
    "5",
    "1",
    "true",
    "pass ",
    "Pass",
    "PASS",
    "meksiko ",
    "AS",
    "JK",
    "spades",
    "♠",
    [],
    [[]],
    [None],
    [True, True],
    [1.0, 2.0],
    ["1", "2"],
    [HUGE, HUGE],
    {},
    {"bid": 5},
    {"undo": True},
    {"a": [{}]},
    [[1, 2], [3, 4]],
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    [{"a": 1}, {}],
    {"hands": []},
    {"hands": None, "talon": None},
    [[[[[[]]]]]],
)


def confusing(*fitting):
    """CONFUSING less the values that fit (compared as JSON, so True does not stand for 1)."""
    return tuple(value for value in CONFUSING if not any(same(value, fit) for fit in fitting))


# --- both Meksikos ---

MEKSIKO_RANKS = ("7", "8", "9", "10", "J", "Q", "K", "A")
SUITS = ("S", "H", "D", "C")
MEKSIKO_PACK = tuple(rank + suit for suit in SUITS for rank in MEKSIKO_RANKS)


def bids(text):
    """The bid events of an auction written as "5 pass betl meksiko"."""
    return [{"bid": int(word) if word.isdigit() else word} for word in text.split()]


def hand(auction, tricks, trump="spades"):
    """All events of a hand at the table: auction, trump (None: the bid names none), count."""
    naming = [] if trump is None else [{"trump": trump}]
    return [*bids(auction), *naming, {"tricks": list(tricks)}]


def cards(text):
    """The cards of a text like "AS 10H 7C"."""
    return text.split()


def deal(hands, talon):
    """A deal event of Meksiko from texts, one a seat, and the text of the talon."""
    return {"deal": {"hands": [cards(text) for text in hands], "talon": cards(talon)}}


def dealt(order, players=3, sits_out=None):
    """A deal event of Meksiko: the 32 cards in this order, seat by seat, the talon last."""
    order = list(order)
    hands = []
    for seat in range(players):
        count = 0 if seat == sits_out else 10
        hands.append(order[:count])
        order = order[count:]
    return {"deal": {"hands": hands, "talon": order}}


def meksiko_made(table, seat):
    """The events of a Meksiko that this seat, one of those at play, bids and makes (section 1)."""
    order = [(table.state["to_act"] + step) % 3 for step in range(3)]
    tricks = [10 if other == seat else 0 for other in range(3)]
    return hand(("meksiko", "5 meksiko", "5 6 meksiko")[order.index(seat)], tricks, None)


def tricks_as_opponent(table, seat, won):
    """The events of a hand of three in which this seat wins so many tricks against a declarer."""
    first = table.state["to_act"]
    declarer = (first + 1) % 3 if first == seat else first
    tricks = [0, 0, 0]
    tricks[seat] += won
    tricks[declarer] += 10 - won
    return hand("5 6 pass pass" if first == seat else "5 pass pass", tricks)


def grown(rounds, players=3):
    """The events of so many rounds of the table that give everybody 10 points a round.

    The first dealer is 0. In every hand the first bidder makes his 5 with five tricks, the next has
    three, the third two; with four players the dealer sits out, and a round still gives 10 to
    everybody. No option changes these points.
    """
    events = []
    for dealer in list(range(players)) * rounds:
        tricks = [0] * players
        for step, won in enumerate((5, 3, 2), 1):
            tricks[(dealer + step) % players] = won
        events += hand("5 pass pass", tricks)
    return events


HAND_RECORD = ("hand", "dealer", "declarer", "bid", "trump", "tricks", "made", "points", "scores")


def logged(record):
    """The fields of a record of game.log, in the order of HAND_RECORD, as plain JSON."""
    return plain([getattr(record, name) for name in HAND_RECORD])
