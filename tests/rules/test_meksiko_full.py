"""Both Meksikos card by card: deal, talon, discard, trump, the duties, and who wins a trick."""

import random

import pytest

from helpers import (
    HUGE,
    MEKSIKO_PACK,
    MEKSIKO_RANKS,
    SUITS,
    UNDO,
    Table,
    begin,
    bids,
    confusing,
    deal,
    dealt,
    hand,
    play,
    refused,
    setup,
)
from oracle import MeksikoModel, legal_cards, trick_winner
from rules_core.meksiko_play import playable

BOTH = ("meksiko", "meksiko-club")
both = pytest.mark.parametrize("name", BOTH)

# Long suits: seat 0 has the spades, 1 the diamonds, 2 the clubs; the hearts are shared out.
LONG = deal(
    [
        "AS KS QS JS 10S 9S 8S 7S AH KH",
        "AD KD QD JD 10D 9D 8D 7D QH JH",
        "AC KC QC JC 10C 9C 8C 7C 10H 9H",
    ],
    "8H 7H",
)
# Every suit in every hand.
MIXED = deal(
    [
        "7S 10S KS 7H 10H KH 7D 10D KD 7C",
        "8S JS AS 8H JH AH 8D JD AD 8C",
        "9S QS 9H QH 9D QD 9C QC 10C JC",
    ],
    "KC AC",
)
FIVE = bids("5 pass pass")  # dealer 0, declarer 1
LONG_PLAY = [LONG, *FIVE, {"discard": ["7H", "8H"]}, {"trump": "hearts"}]
MIXED_PLAY = [MIXED, *FIVE, {"discard": ["KC", "AC"]}, {"trump": "spades"}]


def plays(text):
    """The play events of a text like "AS 10H"."""
    return [{"play": card} for card in text.split()]


def legal(state):
    """The cards that the seat to act may play."""
    trump = state["trump"] and state["trump"][0].upper()
    return legal_cards(state["hands"][state["to_act"]], state["trick"], trump)


def lines(*events, name="meksiko", **options):
    return [setup(name, **options), *events]


# --- deal: the state ---


@both
def test_full_deal_state(name):
    state = play(lines(LONG, name=name))
    assert (state["to_act"], state["expects"], state["hand"]) == (1, ["bid"], 1)
    assert state["hands"] == [
        ["7S", "8S", "9S", "10S", "JS", "QS", "KS", "AS", "KH", "AH"],
        ["JH", "QH", "7D", "8D", "9D", "10D", "JD", "QD", "KD", "AD"],
        ["9H", "10H", "7C", "8C", "9C", "10C", "JC", "QC", "KC", "AC"],
    ]
    assert state["talon"] == ["8H", "7H"]
    assert state["trick"] == []


def test_full_talon_is_shown_as_dealt_not_sorted():
    for talon in ("KC AC", "AC KC"):
        event = {"deal": {"hands": MIXED["deal"]["hands"], "talon": talon.split()}}
        assert play(lines(event))["talon"] == talon.split()


def test_full_hands_are_sorted_whatever_the_deal():
    rng = random.Random(1)
    for _ in range(20):
        pack = rng.sample(MEKSIKO_PACK, 32)
        state = play(lines(dealt(pack)))
        for cards in state["hands"]:
            order = [(SUITS.index(c[-1]), MEKSIKO_RANKS.index(c[:-1])) for c in cards]
            assert order == sorted(order)


def test_full_deal_belongs_before_the_first_bid():
    refused(lines({"bid": 5}), LONG, "not-now")
    refused(lines(*FIVE), LONG, "not-now")
    refused(lines(*FIVE, {"trump": "hearts"}), LONG, "not-now")


def test_full_deal_only_once():
    refused(lines(LONG), LONG, "not-now")
    refused(lines(LONG), MIXED, "not-now")
    refused(lines(LONG), {"deal": None}, "not-now")


def test_full_the_next_hand_may_be_at_the_table():
    state = play(lines(*FIVE, {"trump": "spades"}, {"tricks": [3, 5, 2]}, LONG))
    assert (state["hand"], state["expects"], state["to_act"]) == (2, ["bid"], 2)
    assert "hands" in state
    table = begin("meksiko")
    table.ok(*LONG_PLAY)
    play_out(table)
    assert "hands" not in table.state
    assert table.ok(*hand("5 pass pass", [2, 3, 5]))["hand"] == 3


def play_out(table):
    """Plays any legal cards to the end of the hand."""
    rounds = 0
    while table.state["expects"] == ["play"]:
        state = table.state
        cards = legal(state)
        table.ok({"play": cards[rounds % len(cards)]})
        rounds += 1
    return table.state


def test_full_must_bid_and_the_ladder_stay():
    refused(lines(LONG), {"bid": "pass"}, "must-bid")
    refused(lines(LONG), {"bid": 4}, "bad-value")
    refused(lines(LONG, {"bid": 6}), {"bid": 6}, "bid-too-low")


# --- deal: what is refused ---


HANDS = [list(cards) for cards in LONG["deal"]["hands"]]
TALON = ["8H", "7H"]


def changed(seat, index, card):
    hands = [list(cards) for cards in HANDS]
    hands[seat][index] = card
    return hands


@pytest.mark.parametrize(
    "value",
    [
        [],
        "deal",
        5,
        True,
        None,
        {},
        {"hands": HANDS},
        {"talon": TALON},
        {"hands": HANDS, "talon": TALON, "stock": []},
        {"hands": HANDS, "kup": TALON},
        {"Hands": HANDS, "talon": TALON},
        {"hands": None, "talon": TALON},
        {"hands": {}, "talon": TALON},
        {"hands": "AS", "talon": TALON},
        {"hands": 30, "talon": TALON},
        {"hands": [*HANDS[:2], None], "talon": TALON},
        {"hands": [*HANDS[:2], "AC KC QC JC 10C 9C 8C 7C 10H 9H"], "talon": TALON},
        {"hands": [*HANDS[:2], {}], "talon": TALON},
        {"hands": [*HANDS[:2], 10], "talon": TALON},
        {"hands": [*HANDS[:2], True], "talon": TALON},
        {"hands": HANDS, "talon": None},
        {"hands": HANDS, "talon": "8H 7H"},
        {"hands": HANDS, "talon": "8H"},
        {"hands": HANDS, "talon": {"8H": 1, "7H": 1}},
        {"hands": HANDS, "talon": ["8H", 7]},
        {"hands": HANDS, "talon": ["8H", None]},
        {"hands": HANDS, "talon": ["8H", ["7H"]]},
        {"hands": HANDS, "talon": ["8H", True]},
        {"hands": changed(0, 0, 5), "talon": TALON},
        {"hands": changed(0, 0, None), "talon": TALON},
        {"hands": changed(1, 9, ["JH"]), "talon": TALON},
        {"hands": changed(2, 5, {"9C": 1}), "talon": TALON},
        {"hands": changed(2, 5, 9.0), "talon": TALON},
        {"hands": changed(2, 5, HUGE), "talon": TALON},
        {"hands": [HANDS], "talon": TALON, "x": 1},
    ],
)
def test_full_deal_shape_is_bad_value(value):
    refused(lines(), {"deal": value}, "bad-value")


@pytest.mark.parametrize("value", confusing())
def test_full_deal_type_confusion(value):
    refused(lines(), {"deal": value}, "bad-value")
    of_hands = "bad-deal" if type(value) is list and all(map(is_texts, value)) else "bad-value"
    of_cards = "bad-deal" if is_texts(value) else "bad-value"
    refused(lines(), {"deal": {"hands": value, "talon": TALON}}, of_hands)
    refused(lines(), {"deal": {"hands": HANDS, "talon": value}}, of_cards)
    refused(lines(), {"deal": {"hands": [*HANDS[:2], value], "talon": TALON}}, of_cards)
    refused(
        lines(), {"deal": {"hands": changed(1, 3, value), "talon": TALON}}, code_of_a_card(value)
    )


def is_texts(value):
    """The right shape for cards, whatever they are (bad-deal); all else is a bad-value."""
    return type(value) is list and all(type(one) is str for one in value)


def code_of_a_card(value):
    """A string is a card, if a strange one (bad-deal); anything else has the wrong shape."""
    return "bad-deal" if type(value) is str else "bad-value"


@pytest.mark.parametrize(
    "card",
    ["AS", "KD", "8H", "2S", "6C", "1S", "JK", "", "as", "SA", "A S", "10", "H", "TH", "AS ", "11H"]
    + ["10h", "♠A", "AL"],
)
def test_full_deal_cards_doubled_or_strange_are_bad_deal(card):
    """In a deal, and only there, a string that is no card of the pack is a bad-deal."""
    refused(lines(), {"deal": {"hands": changed(2, 4, card), "talon": TALON}}, "bad-deal")


@pytest.mark.parametrize("card", ["AS", "8H", "2S", "JK", "", "7h"])
def test_full_deal_talon_doubled_or_strange_is_bad_deal(card):
    refused(lines(), {"deal": {"hands": HANDS, "talon": ["8H", card]}}, "bad-deal")


def test_full_deal_wrong_numbers_are_bad_deal():
    pack = list(MEKSIKO_PACK)
    for sizes in ((11, 9, 10, 2), (10, 10, 9, 3), (10, 10, 10, 1), (10, 10, 12, 0), (9, 10, 10, 2)):
        rest = list(pack)
        parts = []
        for size in sizes:
            parts.append(rest[:size])
            rest = rest[size:]
        event = {"deal": {"hands": parts[:3], "talon": parts[3]}}
        refused(lines(), event, "bad-deal")
    refused(lines(), {"deal": {"hands": [[], [], []], "talon": []}}, "bad-deal")
    refused(lines(), {"deal": {"hands": [pack, [], []], "talon": []}}, "bad-deal")
    refused(lines(), {"deal": {"hands": HANDS, "talon": [*TALON, "8H"]}}, "bad-deal")


def test_full_deal_a_list_for_every_seat():
    """The shape is right, the number of hands is not: "the right number in every place"."""
    for hands in ([], HANDS[:2], [*HANDS, []], [HANDS[0] + HANDS[1] + HANDS[2]]):
        refused(lines(), {"deal": {"hands": hands, "talon": TALON}}, "bad-deal")


def test_full_deal_shape_comes_before_the_cards():
    hands = changed(0, 0, "2S")
    hands[2][9] = 5
    refused(lines(), {"deal": {"hands": hands, "talon": TALON}}, "bad-value")
    refused(lines(), {"deal": {"hands": hands, "talon": [*TALON, "AS"]}}, "bad-value")
    hands = changed(0, 0, "2S")
    refused(lines(), {"deal": {"hands": hands, "talon": ["8H", 7]}}, "bad-value")
    refused(lines(), {"deal": {"hands": hands, "talon": TALON, "x": 0}}, "bad-value")


def test_full_deal_refused_changes_nothing():
    state = refused(lines(), {"deal": {"hands": HANDS, "talon": ["8H", "8H"]}}, "bad-deal")
    assert state["expects"] == ["bid", "deal"] and "hands" not in state


# --- four ---


@both
@pytest.mark.parametrize("dealer", range(4))
def test_full_four_empty_list_for_the_dealer(name, dealer):
    event = dealt(MEKSIKO_PACK, 4, dealer)
    state = play(lines(event, name=name, four=True, dealer=dealer))
    assert state["hands"][dealer] == []
    assert [len(cards) for cards in state["hands"]].count(10) == 3
    assert state["to_act"] == (dealer + 1) % 4


@pytest.mark.parametrize("dealer", range(4))
def test_full_four_cards_for_the_dealer_are_bad_deal(dealer):
    for sits_out in range(4):
        if sits_out != dealer:
            event = dealt(MEKSIKO_PACK, 4, sits_out)
            refused(lines(four=True, dealer=dealer), event, "bad-deal")


def test_full_four_a_card_for_the_dealer_too():
    event = dealt(MEKSIKO_PACK, 4, 0)
    hands = [["KC"], *event["deal"]["hands"][1:]]
    refused(lines(four=True), {"deal": {"hands": hands, "talon": ["AC", "KC"]}}, "bad-deal")
    refused(lines(four=True), {"deal": {"hands": hands, "talon": ["AC"]}}, "bad-deal")


def test_full_four_three_lists_are_refused():
    refused(lines(four=True), LONG, "bad-deal")
    refused(lines(), dealt(MEKSIKO_PACK, 4, 0), "bad-deal")


def test_full_four_no_null_for_the_dealer():
    event = dealt(MEKSIKO_PACK, 4, 0)
    event["deal"]["hands"][0] = None
    refused(lines(four=True), event, "bad-value")


def test_full_four_play_goes_past_the_dealer():
    """Dealer 2: the seats 3, 0, 1 play in this order, whoever leads."""
    event = dealt(MEKSIKO_PACK, 4, 2)
    table = begin("meksiko", four=True, dealer=2)
    table.ok(event, *FIVE)
    assert (table.state["declarer"], table.state["to_act"]) == (3, 3)
    table.ok({"discard": ["KC", "AC"]}, {"trump": "hearts"})
    seen = []
    while table.state["expects"] == ["play"]:
        state = table.state
        seen.append(state["to_act"])
        table.ok({"play": legal(state)[-1]})
        assert table.state["scores"][2] == 0
        if "hands" in table.state:
            assert table.state["hands"][2] == [] and table.state["tricks"][2] == 0
    assert len(seen) == 30 and 2 not in seen
    for first, second, third in zip(seen[::3], seen[1::3], seen[2::3], strict=True):
        order = [3, 0, 1]
        start = order.index(first)
        assert [second, third] == [order[(start + 1) % 3], order[(start + 2) % 3]]


# --- talon and discard ---


@both
def test_full_talon_goes_to_the_declarer_when_the_numeric_bid_has_won(name):
    table = begin(name)
    table.ok(LONG, *bids("5 6 pass"))
    assert table.state["talon"] == ["8H", "7H"]
    state = table.ok({"bid": "pass"})
    assert (state["to_act"], state["expects"], state["declarer"]) == (2, ["discard"], 2)
    assert state["talon"] == []
    assert state["hands"][2] == "7H 8H 9H 10H 7C 8C 9C 10C JC QC KC AC".split()
    assert [len(cards) for cards in state["hands"]] == [10, 10, 12]


@both
def test_full_discard_then_trump(name):
    table = begin(name)
    table.ok(LONG, *FIVE)
    table.refused({"trump": "hearts"}, "not-now")
    table.refused({"play": "AD"}, "not-now")
    state = table.ok({"discard": ["7D", "JH"]})
    assert (state["to_act"], state["expects"], state["trump"]) == (1, ["trump"], None)
    assert state["hands"][1] == "7H 8H QH 8D 9D 10D JD QD KD AD".split()
    assert state["talon"] == []
    table.refused({"discard": ["AD", "KD"]}, "not-now")
    table.refused({"play": "AD"}, "not-now")
    state = table.ok({"trump": "leaves"})
    assert (state["to_act"], state["expects"], state["trump"]) == (1, ["play"], "spades")


def test_full_discard_may_be_talon_hand_or_both_in_any_order():
    for pair in (["8H", "7H"], ["7H", "8H"], ["AD", "7H"], ["7D", "AD"], ["QH", "JH"]):
        state = play(lines(LONG, *FIVE, {"discard": pair}))
        assert len(state["hands"][1]) == 10
        assert not set(pair) & set(state["hands"][1])


@pytest.mark.parametrize(
    "value",
    [[], ["7D"], ["7D", "8D", "9D"], "7D", "7D8D", {"7D": 1, "8D": 1}, ["7D", 8], ["7D", None]]
    + [["7D", ["8D"]], ["2D", "7D"], ["7D", "JK"], ["7D", ""], ["7d", "8d"], ["AS", "XX"]]
    + [["7D", True], [None, None], {"0": "7D"}],
)
def test_full_discard_shape_is_bad_value(value):
    """A string that is no card of the pack is a bad-value too, before not-your-card."""
    refused(lines(LONG, *FIVE), {"discard": value}, "bad-value")


@pytest.mark.parametrize("value", confusing())
def test_full_discard_type_confusion(value):
    refused(lines(LONG, *FIVE), {"discard": value}, "bad-value")
    codes = ("not-your-card",) if value == "AS" else ("bad-value",)
    refused(lines(LONG, *FIVE), {"discard": ["7D", value]}, *codes)
    refused(lines(LONG, *FIVE), {"discard": [value, "7D"]}, *codes)


def test_full_discard_not_your_card():
    for pair in (["7D", "AS"], ["AS", "7D"], ["AC", "KC"], ["7D", "7D"], ["AS", "AS"]):
        refused(lines(LONG, *FIVE), {"discard": pair}, "not-your-card")


def test_full_discarded_cards_cannot_be_played():
    refused(lines(*LONG_PLAY), {"play": "7H"}, "not-your-card")


# --- Meksiko and betl ---


def test_full_meksiko_no_talon_no_trump():
    state = play(lines(LONG, *bids("5 meksiko")))
    assert (state["to_act"], state["expects"], state["trump"]) == (2, ["play"], None)
    assert state["talon"] == ["8H", "7H"]
    assert [len(cards) for cards in state["hands"]] == [10, 10, 10]


def test_full_meksiko_talon_stays_to_the_end():
    table = begin("meksiko")
    table.ok(LONG, {"bid": "meksiko"})
    while table.state["expects"] == ["play"]:
        assert table.state["talon"] == ["8H", "7H"]
        state = table.state
        table.ok({"play": legal(state)[-1 if state["to_act"] == 1 else 0]})
    # 1 leads his eight diamonds; two hearts are left to the higher ones.
    assert table.state["last"] == [2, -20, 0]


def test_full_meksiko_is_played_out_although_lost():
    table = begin("meksiko")
    table.ok(LONG, {"bid": "meksiko"}, *plays("JH 9H AH"))
    assert table.state["tricks"] == [1, 0, 0]
    assert (table.state["expects"], table.state["to_act"]) == (["play"], 0)


def test_full_club_meksiko_trump_but_no_talon():
    state = play(lines(LONG, {"bid": "meksiko"}, name="meksiko-club"))
    assert (state["to_act"], state["expects"], state["trump"]) == (1, ["trump"], None)
    assert state["talon"] == ["8H", "7H"]
    refused(
        lines(LONG, {"bid": "meksiko"}, name="meksiko-club"), {"discard": ["AD", "KD"]}, "not-now"
    )
    state = play(lines(LONG, {"bid": "meksiko"}, {"trump": "bells"}, name="meksiko-club"))
    assert (state["to_act"], state["expects"], state["trump"]) == (1, ["play"], "diamonds")
    assert state["talon"] == ["8H", "7H"]


def test_full_club_meksiko_must_trump():
    start = lines(LONG, {"bid": "meksiko"}, {"trump": "hearts"}, name="meksiko-club")
    refused([*start, {"play": "AD"}], {"play": "AC"}, "must-trump")
    table = Table(start[0])
    table.ok(*start[1:], *plays("AD 9H AH"))
    assert (table.state["tricks"], table.state["to_act"]) == ([1, 0, 0], 0)


def test_full_club_meksiko_doubles_the_opponents():
    """The declarer draws eight diamonds as trump, and the rest goes to the higher hearts."""
    table = begin("meksiko-club")
    table.ok(LONG, {"bid": "meksiko"}, {"trump": "diamonds"})
    while table.state["expects"] == ["play"]:
        state = table.state
        table.ok({"play": legal(state)[-1 if state["to_act"] == 1 else 0]})
    assert table.state["last"] == [4, 0, 0]


@both
def test_full_betl_no_talon_no_trump(name):
    state = play(lines(LONG, *bids("betl pass pass"), name=name, betl=True))
    assert (state["to_act"], state["expects"], state["trump"]) == (1, ["play"], None)
    assert state["talon"] == ["8H", "7H"]


@both
def test_full_betl_anything_may_be_thrown_on_a_suit_one_lacks(name):
    start = lines(LONG, *bids("betl pass pass"), {"play": "7D"}, name=name, betl=True)
    for card in ("7C", "AC", "10H"):
        assert play([*start, {"play": card}])["trick"] == [[1, "7D"], [2, card]]


@both
def test_full_betl_made_card_by_card(name):
    """Seat 1 holds low cards under the others'."""
    event = deal(
        [
            "9S 10S JS 9H 10H JH 9D 10D JD QD",
            "7S 8S 7H 8H 7D 8D 7C 8C 9C 10C",
            "QS KS AS QH KH AH KD AD JC QC",
        ],
        "KC AC",
    )
    table = begin(name, betl=True)
    table.ok(event, *bids("betl pass pass"))
    while table.state["expects"] == ["play"]:
        state = table.state
        seat = state["to_act"]
        # The declarer plays low, the others high.
        table.ok({"play": legal(state)[0] if seat == 1 else legal(state)[-1]})
    assert table.state["last"] == [0, 7, 0]
    assert table.state["scores"] == [0, 7, 0]


# --- the play ---


def test_full_declarer_leads():
    for auction, leader in (("5 pass pass", 1), ("5 6 pass pass", 2), ("5 6 7 pass pass", 0)):
        table = begin("meksiko")
        table.ok(LONG, *bids(auction))
        declarer = table.state["hands"][leader]
        table.ok({"discard": declarer[:2]}, {"trump": "clubs"})
        assert (table.state["to_act"], table.state["declarer"]) == (leader, leader)


def test_full_play_goes_round_and_the_trick_shows():
    table = begin("meksiko")
    table.ok(*MIXED_PLAY)
    assert table.ok({"play": "JH"})["trick"] == [[1, "JH"]]
    assert table.state["to_act"] == 2
    assert table.ok({"play": "9H"})["trick"] == [[1, "JH"], [2, "9H"]]
    assert table.state["to_act"] == 0
    state = table.ok({"play": "10H"})
    assert (state["trick"], state["tricks"], state["to_act"]) == ([], [0, 1, 0], 1)
    assert [len(cards) for cards in state["hands"]] == [9, 9, 9]


def test_full_played_cards_leave_the_hand():
    table = begin("meksiko")
    table.ok(*MIXED_PLAY, {"play": "JH"})
    assert "JH" not in table.state["hands"][1]
    table.ok(*plays("9H 10H"))
    table.refused({"play": "JH"}, "not-your-card")


def test_full_follow_suit_if_you_can():
    for led, card in (("JH", "9S"), ("JH", "9D"), ("JD", "QC"), ("8C", "QS")):
        refused(lines(*MIXED_PLAY, {"play": led}), {"play": card}, "must-follow")


def test_full_follow_suit_comes_before_the_trump():
    """Who can follow may not trump either."""
    refused(lines(*MIXED_PLAY, {"play": "JH"}), {"play": "QS"}, "must-follow")


def test_full_follow_a_trump_led():
    refused(lines(*MIXED_PLAY, {"play": "8S"}), {"play": "9H"}, "must-follow")
    state = play(lines(*MIXED_PLAY, *plays("8S QS KS")))
    assert (state["tricks"], state["to_act"]) == ([1, 0, 0], 0)


def test_full_no_duty_to_beat():
    """Any card of the suit will do, also a low one, also when the own side could win."""
    for card in ("9H", "QH"):
        assert play(lines(*MIXED_PLAY, {"play": "JH"}, {"play": card}))["trick"][1] == [2, card]
    # Trumps: neither when a trump is led nor over a trump that lies there.
    for card in ("10S", "7S", "KS"):
        state = play(lines(*MIXED_PLAY, *plays("JS 9S"), {"play": card}))
        assert state["trick"] == []


def test_full_no_duty_to_overtrump():
    """Clubs are led, the second trumps high, the third may trump low."""
    start = lines(LONG, *bids("5 6 pass pass"), {"discard": ["7C", "8C"]}, {"trump": "hearts"})
    # Dealer 0, declarer 2 leads clubs; 0 and 1 have only hearts to trump with.
    table = Table(start[0])
    table.ok(*start[1:], *plays("AC AH"))
    table.refused({"play": "AD"}, "must-trump")
    state = table.ok({"play": "JH"})
    assert (state["tricks"], state["to_act"]) == ([1, 0, 0], 0)


def test_full_must_trump_without_the_suit():
    for card in ("7C", "AC", "JC"):
        refused(lines(*LONG_PLAY, {"play": "AD"}), {"play": card}, "must-trump")
    for card in ("9H", "10H"):
        assert play(lines(*LONG_PLAY, {"play": "AD"}, {"play": card}))["trick"][1] == [2, card]


def test_full_anything_without_suit_and_trump():
    """Spades are trump, which only seat 0 has."""
    start = [LONG, *FIVE, {"discard": ["7H", "8H"]}, {"trump": "spades"}, {"play": "AD"}]
    for card in ("7C", "AC", "9H", "10H"):
        assert play(lines(*start, {"play": card}))["trick"][1] == [2, card]
    refused(lines(*start, {"play": "7C"}), {"play": "AH"}, "must-trump")


def test_full_anything_without_trump_in_a_meksiko():
    start = [LONG, {"bid": "meksiko"}, {"play": "AD"}]
    for card in ("7C", "9H"):
        assert play(lines(*start, {"play": card}))["trick"][1] == [2, card]
    for card in ("AS", "7S", "AH"):
        assert play(lines(*start, {"play": "7C"}, {"play": card}))["tricks"] == [0, 1, 0]


def test_full_leading_is_free():
    for card in ("JH", "8S", "AD", "8C"):
        assert play(lines(*MIXED_PLAY, {"play": card}))["trick"] == [[1, card]]


def test_full_not_your_card_before_the_duties():
    refused(lines(*MIXED_PLAY, {"play": "JH"}), {"play": "AD"}, "not-your-card")
    refused(lines(*MIXED_PLAY, {"play": "JH"}), {"play": "10H"}, "not-your-card")
    refused(lines(*LONG_PLAY, {"play": "AD"}), {"play": "AS"}, "not-your-card")
    refused(lines(*MIXED_PLAY), {"play": "KC"}, "not-your-card")


@pytest.mark.parametrize("value", confusing("AS"))
def test_full_play_type_confusion(value):
    refused(lines(*MIXED_PLAY), {"play": value}, "bad-value")
    refused(lines(*MIXED_PLAY, {"play": "JH"}), {"play": value}, "bad-value")


@pytest.mark.parametrize(
    "value", ["2H", "JK", "h", "TH", "9h", "H9", "", " 9H", "9H ", "109", ["9H"]]
)
def test_full_play_no_card_of_the_pack_is_bad_value(value):
    refused(lines(*MIXED_PLAY, {"play": "JH"}), {"play": value}, "bad-value")


def test_full_trick_and_tricks_are_refused():
    for event in ({"trick": 1}, {"tricks": [3, 5, 2]}, {"trick": None}):
        refused(lines(*MIXED_PLAY), event, "not-now")
        refused(lines(*MIXED_PLAY, {"play": "JH"}), event, "not-now")
        refused(lines(LONG, {"bid": "meksiko"}), event, "not-now")


def test_full_playable_only_in_the_play():
    """playable() names the cards the seat to act may play, and none outside the play."""
    table = begin("meksiko")
    assert list(playable(table.game)) == []
    for event in MIXED_PLAY:
        assert list(playable(table.game)) == []
        table.ok(event)
    assert sorted(playable(table.game)) == sorted(table.state["hands"][1])
    table.ok({"play": "JH"})
    assert list(playable(table.game)) == ["9H", "QH"]
    play_out(table)
    assert list(playable(table.game)) == []
    table.ok(*FIVE, {"trump": "spades"})
    assert list(playable(table.game)) == []


# --- who wins a trick ---


@pytest.mark.parametrize(
    "trump, cards, winner",
    [
        ("spades", "JH 9H 10H", 1),
        ("spades", "JH QH 10H", 2),
        ("spades", "JH QH KH", 0),
        ("spades", "8S 9S 7S", 2),
        ("spades", "8S 9S 10S", 0),
        ("spades", "AS QS KS", 1),
        ("clubs", "8H 9H 10H", 0),
        ("hearts", "8H 9H 10H", 0),
        ("hearts", "AH QH KH", 1),
        ("spades", "8C 9C 7C", 2),
        ("spades", "8D QD 10D", 2),
        ("spades", "8D 9D 10D", 0),
        ("spades", "8S 9S KS", 0),
    ],
)
def test_full_highest_of_the_suit_wins(trump, cards, winner):
    state = play(lines(MIXED, *FIVE, {"discard": ["KC", "AC"]}, {"trump": trump}, *plays(cards)))
    assert state["tricks"] == [1 if seat == winner else 0 for seat in range(3)]
    assert state["to_act"] == winner


def test_full_rank_from_ace_to_seven():
    """Every pair of neighbours in the ranks: the higher card of the suit wins."""
    for low, high in zip(MEKSIKO_RANKS, MEKSIKO_RANKS[1:], strict=False):
        rest = [card for card in MEKSIKO_PACK if card not in (low + "S", high + "S")]
        others = [card for card in rest if card[-1] != "S"]
        spades = [card for card in rest if card[-1] == "S"]
        # 1 leads the lower, 2 has the higher as his only spade, 0 no spade and no trump but hearts.
        first = [low + "S", *spades, *others[:3]]
        second = [high + "S", *others[3:12]]
        third = others[12:22]
        event = {"deal": {"hands": [third, first, second], "talon": others[22:]}}
        table = begin("meksiko")
        table.ok(event, {"bid": "meksiko"}, {"play": low + "S"}, {"play": high + "S"})
        assert table.ok({"play": third[0]})["tricks"] == [0, 0, 1]


def test_full_trump_beats_the_suit_and_the_higher_trump_wins():
    table = begin("meksiko")
    table.ok(*LONG_PLAY, *plays("AD 9H KH"))
    assert (table.state["tricks"], table.state["to_act"]) == ([1, 0, 0], 0)
    table = begin("meksiko")
    table.ok(LONG, *FIVE, {"discard": ["7H", "8H"]}, {"trump": "spades"}, *plays("AD AC 7S"))
    assert table.state["tricks"] == [1, 0, 0]


def test_full_another_suit_never_wins():
    """Without trump the ace of another suit is worth nothing."""
    state = play(lines(LONG, {"bid": "meksiko"}, *plays("7D AC AS")))
    assert (state["tricks"], state["to_act"]) == ([0, 1, 0], 1)


def test_full_the_winner_leads_next():
    table = begin("meksiko")
    table.ok(*MIXED_PLAY, *plays("8H QH 10H"))
    assert table.state["to_act"] == 2
    assert table.ok({"play": "9D"})["trick"] == [[2, "9D"]]
    assert table.state["to_act"] == 0


def test_full_trick_winner_against_the_oracle():
    """All three-card tricks that two seeds give, without and with each trump."""
    rng = random.Random(5)
    for _ in range(60):
        pack = rng.sample(MEKSIKO_PACK, 32)
        table = begin("meksiko-club")
        table.ok(dealt(pack), {"bid": "meksiko"}, {"trump": rng.choice(["spades", "hearts"])})
        trump = {"spades": "S", "hearts": "H"}[table.state["trump"]]
        for _ in range(3):
            trick = []
            for _ in range(3):
                state = table.state
                cards = state["hands"][state["to_act"]]
                legal = legal_cards(cards, trick, trump)
                for card in cards:
                    can = table.game.can("play", card)
                    assert can is (card in legal)
                trick.append([state["to_act"], rng.choice(legal)])
                table.ok({"play": trick[-1][1]})
            assert table.state["to_act"] == trick_winner(trick, trump)


# --- the end of a hand ---


def test_full_the_tenth_trick_books_the_hand():
    table = begin("meksiko")
    table.ok(*LONG_PLAY)
    state = play_out(table)
    assert (state["hand"], state["dealer"], state["to_act"], state["expects"]) == (
        2,
        1,
        2,
        ["bid", "deal"],
    )
    assert "hands" not in state and "talon" not in state and "trick" not in state
    record = table.game.log[-1]
    assert sum(record.tricks) == 10


def test_full_over_has_no_extra_keys():
    """The last hand in full play: its trump, bid and tricks stay, its cards go."""
    start = lines(*hand("meksiko", [0, 10, 0], None), target=21)
    table = Table(start[0])
    table.ok(*start[1:], LONG, *bids("5 6 7 pass pass"), {"discard": ["7H", "8H"]})
    table.ok({"trump": "diamonds"})
    while not table.state["over"]:
        before = table.state
        table.ok({"play": legal(before)[-1]})
    state = table.state
    assert (state["declarer"], state["bid"], state["trump"]) == (1, 7, "diamonds")
    assert sum(state["tricks"]) == 10 and state["hand"] == 2
    table.refused({"play": "7H"}, "over")
    table.refused({"deal": LONG["deal"]}, "over")
    assert table.undo() == before


def test_full_undo_of_every_kind_of_event():
    table = begin("meksiko")
    states = [table.state]
    events = [*MIXED_PLAY, *plays("8H QH 10H 9D 10D JD")]
    for event in events:
        states.append(table.ok(event))
    for state in reversed(states[:-1]):
        assert table.ok(UNDO) == state
    table.refused(UNDO, "nothing-to-undo")


# --- random hands ---


@both
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("options", [{"betl": True}, {"betl": True, "four": True}])
def test_full_random_games_against_the_oracle(name, seed, options):
    """Every state of a random game in full play, what may be played in each, and the 32 cards."""
    options = dict(options, target=31)
    line = setup(name, dealer=seed % 3, **options)
    rng = random.Random(seed)
    table, model = Table(line), MeksikoModel(line)
    played = 0
    while not model.over and played < 900:
        event = model.random_event(rng, full=1.0)
        if model.phase == "play":
            check_playable(table, model)
        model.apply(event)
        assert table.ok(event) == model.state()
        played += 1
        check_cards(table.state)


def check_playable(table, model):
    legal = legal_cards(model.hands[model.turn], model.trick, model.trump_letter())
    assert sorted(playable(table.game)) == sorted(legal)
    for card in model.hands[model.turn]:
        assert table.game.can("play", card) is (card in legal)
    for card in MEKSIKO_PACK:
        if card not in model.hands[model.turn]:
            assert table.game.can("play", card) is False


def check_cards(state):
    """No card twice; and all 32 are accounted for."""
    if "hands" not in state:
        return
    cards = [card for held in state["hands"] for card in held]
    cards += state["talon"] + [card for _, card in state["trick"]]
    assert len(cards) == len(set(cards))
    assert set(cards) <= set(MEKSIKO_PACK)
    gone = 3 * sum(state["tricks"])
    taken = state["bid"] in (5, 6, 7, 8, 9, 10) and state["expects"] in (["trump"], ["play"])
    assert len(cards) == 32 - gone - (2 if taken else 0)
