"""Meksiko at the table: RULES.md section 1 line by line, and its part of TRANSCRIPTS.md."""

import random

import pytest

from helpers import (
    HUGE,
    MEKSIKO_PACK,
    UNDO,
    Table,
    begin,
    bids,
    confusing,
    dealt,
    hand,
    logged,
    meksiko_made,
    play,
    refused,
    setup,
    transcript,
    tricks_as_opponent,
)
from oracle import MeksikoModel, ladder

BOTH = ("meksiko", "meksiko-club")
both = pytest.mark.parametrize("name", BOTH)

PASSED_OUT = bids("5 pass pass")
NUMERIC = [*PASSED_OUT, {"trump": "spades"}]
DEAL = dealt(MEKSIKO_PACK)


def scores(lines):
    return play(lines)["scores"]


# --- players ---


def test_1_players_three():
    state = begin("meksiko").state
    assert state["scores"] == [0, 0, 0]
    assert state["tricks"] == [0, 0, 0]


def test_1_players_initial_state_whole():
    assert begin("meksiko").state == {
        "game": "meksiko",
        "to_act": 1,
        "expects": ["bid", "deal"],
        "scores": [0, 0, 0],
        "over": False,
        "winners": [],
        "hand": 1,
        "dealer": 0,
        "declarer": None,
        "bid": None,
        "trump": None,
        "tricks": [0, 0, 0],
        "last": None,
    }


@both
@pytest.mark.parametrize("dealer", range(4))
def test_1_players_four_dealer_sits_out(name, dealer):
    table = begin(name, dealer=dealer, four=True)
    first = (dealer + 1) % 4
    assert table.state["to_act"] == first
    seen = [table.ok(event)["to_act"] for event in bids("5 6 7 pass pass")]
    assert seen == [(dealer + 2) % 4, (dealer + 3) % 4, first, (dealer + 2) % 4, (dealer + 3) % 4]
    assert table.state["declarer"] == (dealer + 3) % 4


def test_1_players_four_dealer_scores_nothing():
    state = play([setup("meksiko", dealer=2, four=True), *hand("5 pass pass", [3, 2, 0, 5])])
    assert state["last"] == [3, 2, 0, 5]
    assert state["scores"] == [3, 2, 0, 5]


def test_1_players_four_dealer_scores_nothing_when_declarer_fails():
    state = play([setup("meksiko", dealer=2, four=True), *hand("7 pass pass", [4, 3, 0, 3])])
    assert state["last"] == [4, 3, 0, -7]


def test_1_players_four_every_seat_sits_out_in_turn():
    table = begin("meksiko", four=True)
    for number in range(8):
        dealer = number % 4
        assert (table.state["dealer"], table.state["hand"]) == (dealer, number + 1)
        table.ok(*NUMERIC)
        table.refused({"trick": dealer}, "bad-tricks")
        tricks = [
            5 if seat == (dealer + 1) % 4 else 3 if seat == (dealer + 2) % 4 else 2
            for seat in range(4)
        ]
        tricks[dealer] = 0
        table.ok({"tricks": tricks})


def test_1_players_four_false_is_three():
    assert begin("meksiko", 3, four=False).state["scores"] == [0, 0, 0]


# --- dealer ---


@both
@pytest.mark.parametrize("first", range(3))
def test_1_dealer_moves_forward(name, first):
    table = begin(name, dealer=first)
    for step in range(4):
        assert table.state["dealer"] == (first + step) % 3
        assert table.state["to_act"] == (first + step + 1) % 3
        table.ok(*hand("5 pass pass", [4, 3, 3]))


@both
@pytest.mark.parametrize("first", range(3))
def test_1_dealer_moves_backward(name, first):
    table = begin(name, dealer=first, dealer_moves="backward")
    for step in range(5):
        assert table.state["dealer"] == (first - step) % 3
        assert table.state["to_act"] == (first - step + 1) % 3, "the play still goes forward"
        table.ok(*hand("5 pass pass", [4, 3, 3]))


@both
def test_1_dealer_moves_backward_with_four(name):
    table = begin(name, four=True, dealer_moves="backward", dealer=1)
    for dealer in (1, 0, 3, 2, 1):
        assert table.state["dealer"] == dealer
        assert table.state["to_act"] == (dealer + 1) % 4
        table.ok(*NUMERIC)
        table.refused({"trick": dealer}, "bad-tricks")
        table.ok(
            {
                "tricks": [
                    0 if seat == dealer else 4 if seat == (dealer + 1) % 4 else 3
                    for seat in range(4)
                ]
            }
        )


def test_1_dealer_default_is_seat_0():
    assert begin("meksiko").state["dealer"] == 0


def test_1_dealer_moves_word_forward_is_accepted():
    state = play([setup("meksiko", dealer_moves="forward"), *hand("5 pass pass", [4, 3, 3])])
    assert state["dealer"] == 1


# --- bidding ---


@both
@pytest.mark.parametrize("dealer", range(3))
def test_1_bidding_begins_after_the_dealer(name, dealer):
    assert begin(name, dealer=dealer).state["to_act"] == (dealer + 1) % 3


@both
def test_1_bidding_first_bidder_must_bid(name):
    state = refused([setup(name)], {"bid": "pass"}, "must-bid")
    assert state["to_act"] == 1 and state["expects"] == ["bid", "deal"]


@both
def test_1_bidding_first_bidder_must_bid_in_every_hand(name):
    refused([setup(name), *hand("5 pass pass", [4, 3, 3])], {"bid": "pass"}, "must-bid")


@pytest.mark.parametrize("bid", [5, 6, 7, 8, 9, 10])
def test_1_bidding_first_bidder_may_bid_any_number(bid):
    state = play([setup("meksiko"), {"bid": bid}])
    assert (state["bid"], state["declarer"], state["to_act"]) == (bid, 1, 2)


def test_1_bidding_first_bidder_may_bid_meksiko():
    state = play([setup("meksiko"), {"bid": "meksiko"}])
    assert (state["bid"], state["declarer"], state["to_act"]) == ("meksiko", 1, None)


@both
@pytest.mark.parametrize("options", [{}, {"betl": True}])
def test_1_bidding_order_every_pair(name, options):
    """Any bid after any other: higher is taken, equal or lower is too low."""
    ranks = ladder(name == "meksiko-club", {"bid_ten": False, "betl": False, **options})
    for first in ranks[:-1]:
        for second in ranks:
            table = Table(setup(name, **options))
            table.ok({"bid": first})
            if ranks.index(second) > ranks.index(first):
                assert table.ok({"bid": second})["bid"] == second
                assert table.state["declarer"] == 2
            else:
                table.refused({"bid": second}, "bid-too-low")


def test_1_bidding_meksiko_beats_ten():
    state = play([setup("meksiko"), *bids("10 meksiko")])
    assert (state["bid"], state["declarer"]) == ("meksiko", 2)


def test_1_bidding_after_ten_the_others_still_pass():
    table = begin("meksiko")
    assert table.ok({"bid": 10})["expects"] == ["bid"]
    assert table.state["to_act"] == 2
    table.refused({"bid": 10}, "bid-too-low")
    assert table.ok({"bid": "pass"})["to_act"] == 0
    assert table.ok({"bid": "pass"})["expects"] == ["trump"]


def test_1_bidding_after_ten_meksiko_by_the_last():
    state = play([setup("meksiko"), *bids("10 pass meksiko")])
    assert (state["bid"], state["declarer"], state["expects"]) == (
        "meksiko",
        0,
        ["trick", "tricks"],
    )


def test_1_bidding_who_passed_is_out():
    table = begin("meksiko")
    acting = [table.ok(event)["to_act"] for event in bids("5 pass 6 7 8 9 pass")]
    assert acting == [2, 0, 1, 0, 1, 0, 1]
    assert (table.state["declarer"], table.state["bid"]) == (1, 9)


def test_1_bidding_passed_players_bid_again_in_the_next_hand():
    state = play([setup("meksiko"), *hand("5 pass pass", [4, 3, 3]), *bids("5 6 7")])
    assert (state["declarer"], state["bid"]) == (1, 7)


def test_1_bidding_first_bidder_may_pass_later():
    state = play([setup("meksiko"), *bids("5 6 pass pass")])
    assert (state["declarer"], state["to_act"], state["expects"]) == (2, 2, ["trump"])


def test_1_bidding_first_bidder_may_pass_later_while_two_still_bid():
    state = play([setup("meksiko"), *bids("5 6 7 pass 8 pass")])
    assert (state["declarer"], state["bid"], state["to_act"]) == (2, 8, 2)


def test_1_bidding_ends_with_two_passes_not_before():
    table = begin("meksiko")
    assert table.ok(*bids("5 pass"))["expects"] == ["bid"]
    assert table.ok({"bid": "pass"})["expects"] == ["trump"]


def test_1_bidding_two_passes_need_not_be_in_a_row():
    state = play([setup("meksiko"), *bids("5 pass 6 7 pass")])
    assert (state["declarer"], state["expects"]) == (1, ["trump"])


def test_1_bidding_ends_at_once_with_meksiko():
    for auction in (
        "meksiko",
        "5 meksiko",
        "5 6 meksiko",
        "5 pass meksiko",
        "5 6 7 meksiko",
        "5 pass 6 meksiko",
    ):
        state = play([setup("meksiko"), *bids(auction)])
        assert (state["bid"], state["to_act"], state["expects"]) == (
            "meksiko",
            None,
            ["trick", "tricks"],
        )


def test_1_bidding_nobody_outbids_himself():
    """When the others have passed there is no more bidding."""
    refused([setup("meksiko"), *PASSED_OUT], {"bid": 6}, "not-now")


def test_1_bidding_four_two_passes_of_the_three_at_play():
    state = play([setup("meksiko", four=True, dealer=3), *bids("5 pass pass")])
    assert (state["declarer"], state["expects"]) == (0, ["trump"])


@pytest.mark.parametrize(
    "value", [4, 3, 1, 0, -5, 11, 20, HUGE, -HUGE, "betl", "meksyk", "", "Meksiko", "PASS"]
)
def test_1_bidding_no_such_bid_is_bad_value(value):
    refused([setup("meksiko")], {"bid": value}, "bad-value")
    refused([setup("meksiko"), {"bid": 10}], {"bid": value}, "bad-value")


def test_1_bidding_bad_value_comes_before_must_bid_and_too_low():
    refused([setup("meksiko")], {"bid": 4}, "bad-value")
    refused([setup("meksiko"), {"bid": 6}], {"bid": 4}, "bad-value")
    refused([setup("meksiko"), {"bid": 6}], {"bid": 5}, "bid-too-low")


@pytest.mark.parametrize("value", confusing(5, "pass"))
def test_1_bidding_type_confusion(value):
    refused([setup("meksiko")], {"bid": value}, "bad-value")
    refused([setup("meksiko"), {"bid": 5}], {"bid": value}, "bad-value")


def test_1_bidding_float_and_true_are_no_bids():
    for value in (5.0, 10.0, True, "5", "10"):
        refused([setup("meksiko")], {"bid": value}, "bad-value")


@both
@pytest.mark.parametrize("options", [{}, {"betl": True}, {"four": True}])
def test_1_bidding_offered(name, options):
    """bids() offers what the oracle offers, at every step of random auctions."""
    line = setup(name, **options)
    rng = random.Random(11)
    for _ in range(25):
        table, model = Table(line), MeksikoModel(line)
        assert list(table.game.ladder) == model.ladder
        while model.phase == "bid":
            assert list(table.game.bids()) == model.bids()
            assert sorted(table.game.passed) == sorted(model.passed)
            assert list(table.game.seats_at_play) == sorted(model.at_play)
            event = model.random_event(rng)
            model.apply(event)
            table.ok(event)


# --- numeric bid ---


@both
def test_1_numeric_declarer_names_trump(name):
    state = play([setup(name), *PASSED_OUT])
    assert (state["to_act"], state["expects"], state["trump"]) == (1, ["trump"], None)


@both
@pytest.mark.parametrize(
    "word, suit",
    [
        ("spades", "spades"),
        ("hearts", "hearts"),
        ("diamonds", "diamonds"),
        ("clubs", "clubs"),
        ("leaves", "spades"),
        ("bells", "diamonds"),
        ("acorns", "clubs"),
    ],
)
def test_1_numeric_trump_names(name, word, suit):
    state = play([setup(name), *PASSED_OUT, {"trump": word}])
    assert state["trump"] == suit
    assert (state["to_act"], state["expects"]) == (None, ["trick", "tricks"])


@pytest.mark.parametrize(
    "value", ["none", "Spades", "S", "kup", "notrump", "leaf", "♠", " spades", "spades\n"]
)
def test_1_numeric_no_such_trump(value):
    refused([setup("meksiko"), *PASSED_OUT], {"trump": value}, "bad-value")


@pytest.mark.parametrize("value", confusing("spades"))
def test_1_numeric_trump_type_confusion(value):
    refused([setup("meksiko"), *PASSED_OUT], {"trump": value}, "bad-value")


def test_1_numeric_trump_only_once():
    refused([setup("meksiko"), *NUMERIC], {"trump": "hearts"}, "not-now")


def test_1_meksiko_no_trump():
    state = play([setup("meksiko"), {"bid": "meksiko"}])
    assert (state["to_act"], state["expects"], state["trump"]) == (None, ["trick", "tricks"], None)
    refused([setup("meksiko"), {"bid": "meksiko"}], {"trump": "spades"}, "not-now")


def test_1_numeric_no_discard_at_the_table():
    refused([setup("meksiko"), *PASSED_OUT], {"discard": ["7S", "8S"]}, "not-now")
    refused([setup("meksiko"), *NUMERIC], {"play": "AS"}, "not-now")


# --- score ---


@pytest.mark.parametrize("bid", range(5, 11))
def test_1_score_numeric_all_results(bid):
    """Made: + tricks won. Failed: - bid. Opponents + 1 a trick, with every number of tricks."""
    for won in range(11):
        for other in range(11 - won):
            tricks = [other, won, 10 - won - other]
            state = play([setup("meksiko"), *hand(f"{bid} pass pass", tricks)])
            assert state["last"] == [tricks[0], won if won >= bid else -bid, tricks[2]]
            assert state["scores"] == state["last"]


def test_1_score_made_is_tricks_won_not_the_bid():
    assert scores([setup("meksiko"), *hand("5 pass pass", [0, 8, 2])]) == [0, 8, 2]


def test_1_score_failed_is_minus_bid_not_what_is_lacking():
    assert scores([setup("meksiko"), *hand("9 pass pass", [1, 8, 1])]) == [1, -9, 1]


def test_1_score_meksiko_made():
    assert scores([setup("meksiko"), *hand("meksiko", [0, 10, 0], None)]) == [0, 20, 0]


@pytest.mark.parametrize("won", range(10))
def test_1_score_meksiko_failed(won):
    state = play([setup("meksiko"), *hand("meksiko", [10 - won, won, 0], None)])
    assert state["last"] == [10 - won, -20, 0]


def test_1_score_opponent_without_a_trick_loses_nothing():
    assert scores([setup("meksiko"), *hand("5 pass pass", [0, 10, 0])]) == [0, 10, 0]


def test_1_totals_may_be_negative():
    lines = [setup("meksiko"), *hand("10 pass pass", [1, 9, 0]), *hand("meksiko", [3, 0, 7], None)]
    state = play(lines)
    assert state["scores"] == [4, -10, -20]
    assert state["last"] == [3, 0, -20]


def test_1_totals_negative_is_no_floor_at_last():
    state = play([setup("meksiko"), *hand("6 pass pass", [5, 5, 0])])
    assert (state["scores"], state["last"]) == ([5, -6, 0], [5, -6, 0])


# --- tricks: counted one by one, or as a count ---


def test_1_tricks_one_by_one():
    table = begin("meksiko")
    table.ok(*NUMERIC)
    for number, seat in enumerate([0, 1, 1, 2, 1, 1, 0, 1, 1], 1):
        state = table.ok({"trick": seat})
        assert sum(state["tricks"]) == number
        assert (state["to_act"], state["expects"]) == (None, ["trick", "tricks"])
    assert state["tricks"] == [2, 6, 1]
    state = table.ok({"trick": 2})
    assert (state["hand"], state["last"], state["tricks"]) == (2, [2, 6, 2], [0, 0, 0])


def test_1_tricks_count_after_some_recorded():
    table = begin("meksiko")
    table.ok(*NUMERIC, {"trick": 0}, {"trick": 1}, {"trick": 1})
    assert table.state["tricks"] == [1, 2, 0]
    for count in ([0, 8, 2], [9, 1, 0], [0, 0, 10], [10, 0, 0]):
        table.refused({"tricks": count}, "bad-tricks")
    assert table.ok({"tricks": [1, 2, 7]})["last"] == [1, -5, 7]


def test_1_tricks_count_must_be_ten():
    for count in (
        [0, 0, 0],
        [3, 3, 3],
        [4, 4, 4],
        [11, 0, 0],
        [5, 5, 5],
        [HUGE, 0, 0],
        [0, HUGE, 10],
    ):
        refused([setup("meksiko"), *NUMERIC], {"tricks": count}, "bad-tricks")


@pytest.mark.parametrize(
    "count",
    [
        [10],
        [5, 5],
        [3, 3, 3, 1],
        [],
        [11, -1, 0],
        [-1, 1, 10],
        [5.0, 5, 0],
        [5.0, 5.0, 0.0],
        [True, 9, 0],
        [True, 5, 4],
        [None, 5, 5],
        ["5", 5, 0],
        [[5], 5, 0],
        [{}, 5, 5],
        "10 0 0",
        {"0": 10},
        10,
        None,
        True,
        [-HUGE, HUGE, 10],
        [[5, 5, 0]],
    ],
)
def test_1_tricks_count_shape(count):
    refused([setup("meksiko"), *NUMERIC], {"tricks": count}, "bad-value")


def test_1_tricks_shape_before_sum():
    """Not one number from 0 up for every seat is a bad-value, whatever the sum."""
    refused([setup("meksiko"), *NUMERIC], {"tricks": [12, -1, 0]}, "bad-value")
    refused([setup("meksiko"), *NUMERIC, {"trick": 1}], {"tricks": [11, -1, 0]}, "bad-value")
    refused([setup("meksiko", four=True), *NUMERIC], {"tricks": [1, -1, 5, 5]}, "bad-value")


@pytest.mark.parametrize("value", [3, 4, -1, HUGE, -HUGE])
def test_1_trick_no_such_seat(value):
    refused([setup("meksiko"), *NUMERIC], {"trick": value}, "bad-value")


def test_1_trick_four_has_seat_3_but_not_4():
    table = begin("meksiko", four=True)
    table.ok(*NUMERIC)
    assert table.ok({"trick": 3})["tricks"] == [0, 0, 0, 1]
    table.refused({"trick": 4}, "bad-value")
    table.refused({"trick": -1}, "bad-value")
    table.refused({"trick": 0}, "bad-tricks")


@pytest.mark.parametrize("value", confusing(0, 1))
def test_1_trick_type_confusion(value):
    refused([setup("meksiko"), *NUMERIC], {"trick": value}, "bad-value")


@pytest.mark.parametrize("value", confusing())
def test_1_tricks_type_confusion(value):
    refused([setup("meksiko"), *NUMERIC], {"tricks": value}, "bad-value")


def test_1_tricks_four_dealer_entry_is_0():
    lines = [setup("meksiko", four=True, dealer=1), *NUMERIC]
    refused(lines, {"tricks": [1, 1, 6, 2]}, "bad-tricks")
    refused(lines, {"tricks": [0, 10, 0, 0]}, "bad-tricks")
    refused(lines, {"tricks": [2, 0, 8]}, "bad-value")
    assert play([*lines, {"tricks": [2, 0, 6, 2]}])["last"] == [2, 0, 6, 2]


def test_1_tricks_refused_leave_the_recorded_ones():
    table = begin("meksiko")
    table.ok(*NUMERIC, {"trick": 2})
    table.refused({"tricks": [1, 9, 0]}, "bad-tricks")
    table.refused({"tricks": [1, 9]}, "bad-value")
    assert table.state["tricks"] == [0, 0, 1]


# --- phases: the table of expects ---


def test_phase_before_the_first_bid():
    state = begin("meksiko").state
    assert (state["to_act"], state["expects"]) == (1, ["bid", "deal"])


def test_phase_bidding():
    state = play([setup("meksiko"), {"bid": 5}])
    assert (state["to_act"], state["expects"]) == (2, ["bid"])


def test_phase_trump():
    state = play([setup("meksiko"), *PASSED_OUT])
    assert (state["to_act"], state["expects"]) == (1, ["trump"])


def test_phase_play_at_the_table():
    state = play([setup("meksiko"), *NUMERIC])
    assert (state["to_act"], state["expects"]) == (None, ["trick", "tricks"])


def test_phase_between_two_hands_is_the_next_one():
    state = play([setup("meksiko"), *hand("5 6 pass pass", [2, 1, 7])])
    assert state == {
        "game": "meksiko",
        "to_act": 2,
        "expects": ["bid", "deal"],
        "scores": [2, 1, 7],
        "over": False,
        "winners": [],
        "hand": 2,
        "dealer": 1,
        "declarer": None,
        "bid": None,
        "trump": None,
        "tricks": [0, 0, 0],
        "last": [2, 1, 7],
    }


def test_phase_last_stays_until_the_next_hand_ends():
    table = begin("meksiko")
    table.ok(*hand("5 pass pass", [3, 5, 2]))
    for event in [*bids("6 pass pass"), {"trump": "clubs"}, {"trick": 0}]:
        assert table.ok(event)["last"] == [3, 5, 2]


def test_phase_over():
    state = play(
        [
            setup("meksiko", target=21),
            *hand("meksiko", [0, 10, 0], None),
            *hand("5 6 7 pass pass", [0, 7, 3], "bells"),
        ]
    )
    assert state == {
        "game": "meksiko",
        "to_act": None,
        "expects": [],
        "scores": [0, 27, 3],
        "over": True,
        "winners": [1],
        "hand": 2,
        "dealer": 1,
        "declarer": 1,
        "bid": 7,
        "trump": "diamonds",
        "tricks": [0, 7, 3],
        "last": [0, 7, 3],
    }


EVENTS = {
    "bid": {"bid": 6},
    "deal": DEAL,
    "trump": {"trump": "hearts"},
    "trick": {"trick": 1},
    "tricks": {"tricks": [3, 4, 3]},
    "discard": {"discard": ["7S", "8S"]},
    "play": {"play": "AS"},
}


@pytest.mark.parametrize(
    "lines, possible",
    [
        ([], {"bid", "deal"}),
        ([{"bid": 5}], {"bid"}),
        (bids("5 pass"), {"bid"}),
        (PASSED_OUT, {"trump"}),
        (NUMERIC, {"trick", "tricks"}),
        ([{"bid": "meksiko"}], {"trick", "tricks"}),
        ([*NUMERIC, {"trick": 0}], {"trick", "tricks"}),
        (hand("5 pass pass", [3, 4, 3]), {"bid", "deal"}),
        ([DEAL], {"bid"}),
        ([DEAL, {"bid": 5}], {"bid"}),
        ([DEAL, *PASSED_OUT], {"discard"}),
        ([DEAL, *PASSED_OUT, {"discard": ["9H", "10H"]}], {"trump"}),
        ([DEAL, {"bid": "meksiko"}], {"play"}),
    ],
)
def test_phase_what_expects_does_not_name_is_not_now(lines, possible):
    """... with a fitting value and with a senseless one: not-now comes before bad-value."""
    table = begin("meksiko")
    table.ok(*lines)
    assert set(table.state["expects"]) == possible
    assert set(table.game.expects()) == possible
    for name, event in EVENTS.items():
        if name not in possible:
            table.refused(event, "not-now")
            table.refused({name: None}, "not-now")
            table.refused({name: []}, "not-now")
        else:
            table.refused({name: None}, "bad-value")


# --- faults: their order ---


OVER = [
    setup("meksiko", target=21),
    *hand("meksiko", [0, 10, 0], None),
    *hand("5 6 7 pass pass", [0, 7, 3]),
]
UNKNOWN = (
    {},
    {"bids": 5},
    {"Bid": 5},
    {"call": 5},
    {"check": [1, 2]},
    {"round": {}},
    {"bid": 5, "x": 1},
    {"bid": 5, "trump": "spades"},
    {"undo": True, "bid": 5},
    {"": 5},
    {"bid ": 5},
    {"reroll": True},
    {"bid": 5, "reroll": True},
    {"game": "meksiko", "players": ["Ana", "Bora", "Ceca"]},
    {"expects": 1},
    {"undo": True, "redo": True},
    {"state": None},
    {"__init__": 5},
    {"apply": {"bid": 5}},
    {"meld": []},
    [],
    [{"bid": 5}],
    "bid",
    "undo",
    5,
    5.5,
    None,
    True,
    False,
    HUGE,
    ["bid", 5],
    [[]],
    "",
)


@pytest.mark.parametrize("event", UNKNOWN)
def test_faults_unknown_event(event):
    for lines in ([setup("meksiko")], [setup("meksiko"), *NUMERIC], [setup("meksiko"), DEAL], OVER):
        refused(lines, event, "unknown-event")


@pytest.mark.parametrize(
    "event", [*EVENTS.values(), *({name: None} for name in EVENTS), {"bid": 4}, {"trick": 9}]
)
def test_faults_over_comes_before_everything_but_unknown(event):
    refused(OVER, event, "over")


def test_faults_must_bid_is_for_the_first_bid_only():
    play([setup("meksiko"), *bids("5 pass pass")])
    refused(
        [
            setup("meksiko"),
            *bids("5 pass"),
        ],
        {"bid": 5},
        "bid-too-low",
    )


@pytest.mark.parametrize("value", confusing(True))
def test_faults_undo_takes_true_and_nothing_else(value):
    """bad-value comes before nothing-to-undo."""
    refused([setup("meksiko")], {"undo": value}, "bad-value")
    refused([setup("meksiko"), {"bid": 5}], {"undo": value}, "bad-value")


def test_faults_nothing_to_undo():
    refused([setup("meksiko")], UNDO, "nothing-to-undo")
    table = begin("meksiko")
    table.ok({"bid": 5}, UNDO)
    table.refused(UNDO, "nothing-to-undo")


def test_faults_sitting_out_before_or_after_the_sum_is_the_same_code():
    refused([setup("meksiko", four=True), *NUMERIC], {"tricks": [1, 1, 1, 1]}, "bad-tricks")


# --- end of the game ---


def test_1_end_at_51():
    lines = [
        setup("meksiko"),
        *hand("meksiko", [0, 10, 0], None),
        *hand("5 meksiko", [10, 0, 0], None),
        *hand("5 meksiko", [0, 10, 0], None),
    ]
    state = play(lines)
    assert (state["scores"], state["over"], state["dealer"]) == ([20, 40, 0], False, 0)
    assert play([*lines, *hand("10 pass pass", [0, 10, 0])])["over"] is False
    state = play([*lines, *hand("10 pass pass", [0, 10, 0]), *hand("5 pass pass", [5, 1, 4])])
    assert (state["scores"], state["over"], state["winners"]) == ([25, 51, -5], True, [1])


def test_1_end_after_a_hand_never_within():
    """Nobody wins in the middle of a hand, however many tricks are recorded."""
    table = begin("meksiko", target=21)
    table.ok(*hand("meksiko", [0, 10, 0], None), *bids("5 6 7 pass pass"), {"trump": "spades"})
    for _ in range(9):
        assert table.ok({"trick": 1})["over"] is False
    assert table.ok({"trick": 1})["over"] is True


@pytest.mark.parametrize("target", [21, 22, 27, 30])
def test_1_end_target_reached_is_enough(target):
    lines = [setup("meksiko", target=target), *hand("meksiko", [0, 10, 0], None)]
    need = target - 20
    auction = {1: "5 pass pass", 2: "5 pass pass", 7: "5 6 7 pass pass", 10: "5 6 10 pass pass"}[
        need
    ]
    declarer = 2 if need < 5 else 1
    tricks = [0, need, 0]
    tricks[2] = 10 - need
    state = play([*lines, *hand(auction, tricks)])
    assert state["declarer"] == declarer
    assert (state["scores"][1], state["over"]) == (target, True)


@pytest.mark.parametrize("target", [22, 26, 31, 51])
def test_1_end_one_below_the_target_goes_on(target):
    """Seat 1 comes to one below the target by Meksikos and as an opponent: the game goes on."""
    table = begin("meksiko", target=target)
    for _ in range((target - 1) // 20):
        table.ok(*meksiko_made(table, 1))
    rest = target - 1 - table.state["scores"][1]
    while rest:
        table.ok(*tricks_as_opponent(table, 1, min(rest, 5)))
        rest = target - 1 - table.state["scores"][1]
    assert max(table.state["scores"]) == target - 1
    assert (table.state["over"], table.state["expects"]) == (False, ["bid", "deal"])
    table.ok(*tricks_as_opponent(table, 1, 1))
    assert table.state["over"] is True


def test_1_end_target_counts_for_anybody_also_an_opponent():
    lines = [setup("meksiko", target=21), *hand("meksiko", [0, 10, 0], None)]
    state = play([*lines, *hand("10 pass pass", [0, 1, 9])])
    assert (state["scores"], state["winners"]) == ([0, 21, -10], [1])


def test_1_end_highest_wins_not_who_reached_it_first():
    lines = [
        setup("meksiko", target=24),
        *hand("meksiko", [0, 10, 0], None),
        *hand("meksiko", [0, 0, 10], None),
        *hand("5 6 pass pass", [1, 6, 3]),
    ]
    state = play(lines)
    assert (state["scores"], state["over"], state["winners"]) == ([1, 26, 23], True, [1])
    state = play(
        [
            setup("meksiko", target=24),
            *hand("meksiko", [0, 10, 0], None),
            *hand("meksiko", [0, 0, 10], None),
            *hand("7 pass pass", [0, 4, 6]),
        ]
    )
    assert (state["scores"], state["over"], state["winners"]) == ([-7, 24, 26], True, [2])


def outcome(table):
    winners, reason = table.game.outcome()
    return list(winners), reason


def test_1_end_highest_outcome():
    table = Table(OVER[0])
    assert table.game.outcome() is None
    table.ok(*OVER[1:])
    assert outcome(table) == ([1], "highest")


TWENTY_EACH = [
    *hand("meksiko", [10, 0, 0], None),
    *hand("meksiko", [0, 10, 0], None),
]  # the first dealer is 2


def test_1_tie_declarer_among_them():
    """22 : 20 : 8, then the declarer 1 makes 6 and 0 has 4: 26 each."""
    table = begin("meksiko", dealer=2, target=26)
    table.ok(*TWENTY_EACH, *hand("5 pass pass", [2, 0, 8]))
    assert table.state["scores"] == [22, 20, 8]
    table.ok(*hand("5 6 pass pass", [4, 6, 0]))
    assert table.state["scores"] == [26, 26, 8]
    assert outcome(table) == ([1], "tie-declarer")
    assert table.state["winners"] == [1]


def test_1_tie_declarer_wins_even_with_equal_tricks():
    table = begin("meksiko", dealer=2, target=25)
    table.ok(*TWENTY_EACH, *hand("5 pass pass", [0, 0, 10]), *hand("5 pass pass", [5, 5, 0]))
    assert table.state["scores"] == [25, 25, 10]
    assert outcome(table) == ([0], "tie-declarer")


def test_1_tie_most_tricks_in_the_last_hand():
    table = begin("meksiko", dealer=2, target=24)
    table.ok(*TWENTY_EACH, *hand("5 pass pass", [2, 0, 8]), *hand("5 pass 6 pass", [2, 4, 4]))
    assert table.state["scores"] == [24, 24, 2]
    assert outcome(table) == ([1], "tie-tricks")


def test_1_tie_most_tricks_of_the_tied_only():
    """The declarer won most tricks of all, but is not among the tied."""
    table = begin("meksiko", dealer=2, target=23)
    table.ok(*TWENTY_EACH, *hand("5 pass pass", [0, 1, 9]), *hand("5 pass 6 pass", [3, 2, 5]))
    assert table.state["scores"] == [23, 23, 3]
    assert outcome(table) == ([0], "tie-tricks")


def test_1_tie_shared():
    table = begin("meksiko", dealer=2, target=22)
    table.ok(*TWENTY_EACH, *hand("5 pass pass", [0, 0, 10]), *hand("5 pass 6 pass", [2, 2, 6]))
    assert table.state["scores"] == [22, 22, 16]
    assert outcome(table) == ([0, 1], "tie-shared")
    assert table.state["winners"] == [0, 1]


def test_1_tie_four_shared_between_seats_of_the_hand():
    """Dealers 3, 0, 1, 2: the seats 0 and 1 tie in the last hand, whose dealer 2 sits out."""
    table = begin("meksiko", dealer=3, four=True, target=22)
    table.ok(*hand("meksiko", [10, 0, 0, 0], None), *hand("meksiko", [0, 10, 0, 0], None))
    table.ok(*hand("5 pass pass", [0, 0, 5, 5]))
    table.ok(*hand("7 pass pass", [5, 5, 0, 0]))
    assert table.state["scores"] == [25, 25, 5, -2]
    assert (table.state["winners"], table.state["dealer"]) == ([0, 1], 2)
    assert outcome(table) == ([0, 1], "tie-shared")


# --- option target ---


def test_1_option_target_with_four():
    lines = [setup("meksiko", four=True, target=21), *hand("meksiko", [0, 10, 0, 0], None)]
    assert play(lines)["over"] is False
    state = play([*lines, *hand("5 pass pass", [9, 0, 1, 0])])
    assert (state["scores"], state["over"]) == ([9, 20, -5, 0], False)
    state = play([*lines, *hand("5 pass pass", [9, 0, 1, 0]), *hand("5 pass pass", [9, 1, 0, 0])])
    assert (state["scores"], state["over"], state["winners"]) == ([18, 21, -5, -5], True, [1])


# --- option betl ---


def test_1_betl_off_by_default():
    refused([setup("meksiko")], {"bid": "betl"}, "bad-value")
    refused([setup("meksiko", betl=False)], {"bid": "betl"}, "bad-value")


def test_1_betl_ranks_between_6_and_7():
    lines = [setup("meksiko", betl=True)]
    for auction in ("5 betl", "6 betl", "betl 7", "betl meksiko", "5 6 betl", "betl 10"):
        play([*lines, *bids(auction)])
    for first, second in (("betl", 5), ("betl", 6), ("betl", "betl"), (7, "betl"), (10, "betl")):
        refused([*lines, {"bid": first}], {"bid": second}, "bid-too-low")


def test_1_betl_first_bidder_may_open_with_it():
    state = play([setup("meksiko", betl=True), {"bid": "betl"}])
    assert (state["bid"], state["declarer"], state["to_act"], state["expects"]) == (
        "betl",
        1,
        2,
        ["bid"],
    )


def test_1_betl_does_not_end_the_auction():
    state = play([setup("meksiko", betl=True), *bids("betl pass 7 8 9")])
    assert (state["bid"], state["declarer"]) == (9, 0)


def test_1_betl_must_bid_stays():
    refused([setup("meksiko", betl=True)], {"bid": "pass"}, "must-bid")


def test_1_betl_no_trump():
    lines = [setup("meksiko", betl=True), *bids("betl pass pass")]
    state = play(lines)
    assert (state["to_act"], state["expects"], state["trump"]) == (None, ["trick", "tricks"], None)
    refused(lines, {"trump": "spades"}, "not-now")


def test_1_betl_made_opponents_score_nothing():
    state = play([setup("meksiko", betl=True), *hand("betl pass pass", [4, 0, 6], None)])
    assert state["last"] == [0, 7, 0]


@pytest.mark.parametrize("won", range(1, 11))
def test_1_betl_failed_opponents_score_their_tricks(won):
    state = play([setup("meksiko", betl=True), *hand("betl pass pass", [0, won, 10 - won], None)])
    assert state["last"] == [0, -7, 10 - won]


def test_1_betl_is_played_out_even_when_failed():
    table = begin("meksiko", betl=True)
    state = table.ok(*bids("betl pass pass"), {"trick": 1})
    assert (state["hand"], state["tricks"], state["expects"]) == (1, [0, 1, 0], ["trick", "tricks"])


def test_1_betl_with_four():
    state = play(
        [
            setup("meksiko", betl=True, four=True, dealer=3),
            *hand("5 betl pass pass", [4, 0, 6, 0], None),
        ]
    )
    assert state["last"] == [0, 7, 0, 0]
    lines = [setup("meksiko", betl=True, four=True, dealer=3), *bids("5 betl pass pass")]
    refused(lines, {"tricks": [4, 0, 5, 1]}, "bad-tricks")
    assert play([*lines, {"tricks": [4, 1, 5, 0]}])["last"] == [4, -7, 5, 0]


def test_1_betl_reaches_the_target():
    lines = [setup("meksiko", betl=True, target=27), *hand("meksiko", [0, 10, 0], None)]
    state = play([*lines, *hand("5 6 betl pass pass", [3, 0, 7], None)])
    assert (state["scores"], state["over"], state["winners"]) == ([0, 27, 0], True, [1])
    assert (state["bid"], state["trump"], state["tricks"]) == ("betl", None, [3, 0, 7])


def test_1_betl_target_reached_by_an_opponent_when_it_fails():
    lines = [setup("meksiko", betl=True, target=21), *hand("meksiko", [0, 10, 0], None)]
    assert play([*lines, *hand("betl pass pass", [5, 5, 0], None)])["over"] is False
    state = play([*lines, *hand("betl pass pass", [5, 4, 1], None)])
    assert (state["scores"], state["winners"]) == ([5, 24, -7], [1])


# --- the declarer's outlook during the play ---


def outlook(table):
    game = table.game
    return game.still_needed(), game.is_made(), game.is_lost()


def test_1_outlook_of_a_numeric_bid():
    """What is still needed, whether it is made, whether it is lost, after every trick."""
    table = begin("meksiko")
    table.ok(*bids("7 pass pass"), {"trump": "spades"})
    assert outlook(table) == (7, False, False)
    seen = []
    for seat in (1, 1, 0, 1, 2, 1, 1, 0, 1):
        table.ok({"trick": seat})
        seen.append(outlook(table))
    assert seen[:4] == [(6, False, False), (5, False, False), (5, False, False), (4, False, False)]
    assert seen[4:] == [(4, False, False), (3, False, False), (2, False, False)] + [
        (2, False, False),
        (1, False, False),
    ]
    table.undo()
    table.ok({"trick": 0})
    assert outlook(table) == (2, False, True)


def test_1_outlook_made_before_the_end():
    table = begin("meksiko")
    table.ok(*NUMERIC, *[{"trick": 1}] * 5)
    assert outlook(table) == (0, True, False)
    table.ok(*[{"trick": 0}] * 4)
    assert outlook(table) == (0, True, False)


def test_1_outlook_of_a_meksiko():
    table = begin("meksiko")
    table.ok({"bid": "meksiko"}, *[{"trick": 1}] * 9)
    assert outlook(table) == (1, False, False)
    table.undo()
    table.ok({"trick": 2})
    assert outlook(table)[1:] == (False, True)


def test_1_outlook_of_a_betl():
    table = begin("meksiko", betl=True)
    table.ok(*bids("betl pass pass"), *[{"trick": 0}] * 9)
    assert outlook(table) == (0, False, False)
    table.undo()
    table.ok({"trick": 1})
    assert outlook(table) == (0, False, True)


# --- undo, log, export ---


def test_undo_over_the_end_of_a_hand():
    table = begin("meksiko")
    before = table.ok(*NUMERIC, {"trick": 1})
    table.ok({"tricks": [2, 6, 2]})
    assert table.undo() == before


def test_undo_over_the_end_of_the_game():
    table = Table(OVER[0])
    before = table.ok(*OVER[1:-1])
    table.ok(OVER[-1])
    assert table.state["over"] is True
    assert table.undo() == before
    assert table.game.outcome() is None
    assert table.ok({"tricks": [4, 3, 3]})["over"] is False


def test_undo_has_no_redo_and_refused_lines_are_none():
    table = begin("meksiko")
    start = table.state
    table.ok({"bid": 5})
    table.refused({"bid": 5}, "bid-too-low")
    table.refused({"bid": 4}, "bad-value")
    assert table.undo() == start
    table.refused(UNDO, "nothing-to-undo")
    table.refused({"undo": True, "redo": True}, "unknown-event")


def test_log_records_every_hand():
    table = Table(OVER[0])
    table.ok(*OVER[1:])
    assert [logged(record) for record in table.game.log] == [
        [1, 0, 1, "meksiko", None, [0, 10, 0], True, [0, 20, 0], [0, 20, 0]],
        [2, 1, 1, 7, "spades", [0, 7, 3], True, [0, 7, 3], [0, 27, 3]],
    ]
    table.undo()
    assert len(table.game.log) == 1


def test_export_is_the_transcript():
    line = setup("meksiko", dealer=1, target=31)
    events = [*hand("5 6 pass pass", [1, 2, 7], "leaves"), {"bid": 8}]
    table = Table(line)
    table.ok(*events)
    exported = transcript(table.game)
    assert play(exported) == table.state
    assert [event for event in exported[1:] if "trump" not in event] == [
        e for e in events if "trump" not in e
    ]
