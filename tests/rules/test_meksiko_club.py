"""Meksiko after the Mexico Club: RULES.md section 2 line by line, every option and all together."""

import itertools

import pytest

from helpers import (
    HUGE,
    begin,
    bids,
    confusing,
    grown,
    hand,
    logged,
    play,
    refused,
    setup,
    tricks_as_opponent,
)
from oracle import MeksikoModel

CLUB = "meksiko-club"

# Four rounds that bring everybody to 40, so that a loss is seen whole; the dealer is seat 0 again.
UP = grown(4)


def club(**options):
    return setup(CLUB, **options)


def last(events, **options):
    """The points of the last of these hands, played after UP."""
    return play([club(**options), *UP, *events])["last"]


def outcome(table):
    winners, reason = table.game.outcome()
    return list(winners), reason


def test_2_everybody_stands_at_40_after_the_rounds_up():
    for options in ({}, {"open": False}, {"meksiko_zero": True}, {"bid_ten": True, "betl": True}):
        state = play([club(**options), *UP])
        assert (state["scores"], state["dealer"], state["to_act"]) == ([40, 40, 40], 0, 1)
        assert state["over"] is False


# --- bids ---


@pytest.mark.parametrize("bid", [5, 6, 7, 8, 9])
def test_2_bids_5_to_9(bid):
    state = play([club(), {"bid": bid}])
    assert (state["bid"], state["declarer"], state["expects"]) == (bid, 1, ["bid"])


def test_2_bids_ten_is_none():
    refused([club()], {"bid": 10}, "bad-value")
    refused([club(bid_ten=False)], {"bid": 10}, "bad-value")
    refused([club(), {"bid": 9}], {"bid": 10}, "bad-value")


def test_2_bids_nine_then_meksiko():
    table = begin(CLUB)
    table.ok({"bid": 9})
    assert list(table.game.bids()) == ["meksiko", "pass"]
    assert table.ok({"bid": "meksiko"})["bid"] == "meksiko"


def test_2_bids_ladder():
    assert list(begin(CLUB).game.ladder) == [5, 6, 7, 8, 9, "meksiko"]
    assert list(begin(CLUB, bid_ten=True).game.ladder) == [5, 6, 7, 8, 9, 10, "meksiko"]
    assert list(begin(CLUB, betl=True).game.ladder) == [5, 6, "betl", 7, 8, 9, "meksiko"]
    everything = begin(CLUB, betl=True, bid_ten=True).game.ladder
    assert list(everything) == [5, 6, "betl", 7, 8, 9, 10, "meksiko"]


@pytest.mark.parametrize("value", confusing(5))
def test_2_bids_type_confusion(value):
    refused([club(bid_ten=True, betl=True)], {"bid": value}, "bad-value")


def test_2_bids_none_of_section_1_either():
    for value in (4, 11, 20, HUGE, "betl"):
        refused([club()], {"bid": value}, "bad-value")


def test_2_option_bid_ten():
    state = play([club(bid_ten=True), *bids("9 10 pass pass")])
    assert (state["bid"], state["declarer"], state["expects"]) == (10, 2, ["trump"])
    state = play([club(bid_ten=True), *bids("10 meksiko")])
    assert (state["bid"], state["to_act"], state["expects"]) == ("meksiko", 2, ["trump"])


def test_2_option_bid_ten_does_not_end_the_bidding():
    state = play([club(bid_ten=True), {"bid": 10}])
    assert (state["to_act"], state["expects"]) == (2, ["bid"])


def test_2_option_bid_ten_is_a_numeric_game():
    """Made: the ten tricks, not 20; the opponents have no trick and lose the bid."""
    assert last(hand("10 pass pass", [0, 10, 0]), bid_ten=True) == [-10, 10, -10]
    assert last(hand("10 pass pass", [1, 9, 0]), bid_ten=True) == [1, -20, -10]
    assert last(hand("10 pass pass", [0, 10, 0]), bid_ten=True, open=False) == [0, 10, 0]
    assert last(hand("10 pass pass", [1, 9, 0]), bid_ten=True, open=False) == [1, -10, 0]
    assert last(hand("10 pass pass", [1, 9, 0]), bid_ten=True, meksiko_zero=True) == [1, -20, -10]


def test_2_option_bid_ten_with_betl():
    table = begin(CLUB, bid_ten=True, betl=True)
    table.ok(*bids("betl 10"))
    table.refused({"bid": "betl"}, "bid-too-low")
    table.ok(*bids("pass meksiko"))
    assert (table.state["declarer"], table.state["expects"]) == (1, ["trump"])


# --- Meksiko ---


def test_2_meksiko_declarer_names_a_trump():
    state = play([club(), {"bid": "meksiko"}])
    assert (state["to_act"], state["expects"], state["trump"]) == (1, ["trump"], None)
    state = play([club(), {"bid": "meksiko"}, {"trump": "acorns"}])
    assert (state["to_act"], state["expects"], state["trump"]) == (
        None,
        ["trick", "tricks"],
        "clubs",
    )


def test_2_meksiko_ends_the_bidding_at_once():
    state = play([club(), *bids("5 6 meksiko")])
    assert (state["declarer"], state["to_act"], state["expects"]) == (0, 0, ["trump"])


def test_2_meksiko_no_count_before_the_trump():
    refused([club(), {"bid": "meksiko"}], {"tricks": [0, 10, 0]}, "not-now")
    refused([club(), {"bid": "meksiko"}], {"trick": 1}, "not-now")
    refused([club(), {"bid": "meksiko"}], {"trick": None}, "not-now")


@pytest.mark.parametrize("value", confusing("spades"))
def test_2_meksiko_trump_type_confusion(value):
    refused([club(), {"bid": "meksiko"}], {"trump": value}, "bad-value")


# --- score, numeric ---


def every_count():
    """All ways to share ten tricks among three."""
    for first in range(11):
        for second in range(11 - first):
            yield [first, second, 10 - first - second]


@pytest.mark.parametrize("bid", [5, 6, 7, 8, 9])
def test_2_score_numeric_all_results(bid):
    table = begin(CLUB)
    table.ok(*UP)
    for tricks in every_count():
        expected = [count if count else -bid for count in tricks]
        expected[1] = tricks[1] if tricks[1] >= bid else -2 * bid
        events = hand(f"{bid} pass pass", tricks)
        state = table.ok(*events)
        assert state["last"] == expected
        assert state["scores"] == [40 + points for points in expected]
        table.undo(len(events))


def test_2_score_numeric_made():
    assert last(hand("5 pass pass", [1, 8, 1])) == [1, 8, 1]


def test_2_score_numeric_failed_is_minus_twice_the_bid():
    assert last(hand("8 pass pass", [2, 7, 1])) == [2, -16, 1]


def test_2_score_opponent_without_a_trick_loses_the_bid_be_it_made_or_failed():
    assert last(hand("7 pass pass", [0, 8, 2])) == [-7, 8, 2]
    assert last(hand("7 pass pass", [0, 6, 4])) == [-7, -14, 4]


def test_2_score_opponent_without_a_trick_loses_the_bid_not_twice():
    assert last(hand("9 pass pass", [0, 9, 1])) == [-9, 9, 1]
    assert last(hand("9 pass pass", [0, 8, 2])) == [-9, -18, 2]


def test_2_score_both_opponents_without_a_trick():
    assert last(hand("5 pass pass", [0, 10, 0])) == [-5, 10, -5]


def test_2_score_declarer_without_a_trick_just_fails():
    assert last(hand("5 pass pass", [6, 0, 4])) == [6, -10, 4]


def test_2_score_opponents_are_not_doubled_in_a_numeric_game():
    assert last(hand("9 pass pass", [1, 8, 1])) == [1, -18, 1]
    assert last(hand("9 pass pass", [1, 9, 0])) == [1, 9, -9]


# --- score, Meksiko ---


def test_2_score_meksiko_made():
    assert last(hand("meksiko", [0, 10, 0])) == [0, 20, 0]


def test_2_score_meksiko_failed_is_minus_40():
    assert last(hand("meksiko", [1, 9, 0])) == [2, -40, 0]


@pytest.mark.parametrize("won", range(10))
def test_2_score_meksiko_opponents_are_doubled(won):
    assert last(hand("meksiko", [9 - won, won, 1])) == [2 * (9 - won), -40, 2]


def test_2_score_meksiko_having_no_trick_costs_nothing():
    assert last(hand("meksiko", [0, 10, 0])) == [0, 20, 0]
    assert last(hand("5 meksiko", [1, 0, 9])) == [2, 0, -40]


# --- option meksiko_zero ---


def test_2_option_meksiko_zero_counts_in_a_meksiko_at_20():
    assert last(hand("meksiko", [0, 10, 0]), meksiko_zero=True) == [-20, 20, -20]
    assert last(hand("meksiko", [0, 9, 1]), meksiko_zero=True) == [-20, -40, 2]
    assert last(hand("meksiko", [1, 8, 1]), meksiko_zero=True) == [2, -40, 2]
    assert last(hand("meksiko", [10, 0, 0]), meksiko_zero=True) == [20, -40, -20]


def test_2_option_meksiko_zero_leaves_numeric_games():
    assert last(hand("7 pass pass", [0, 8, 2]), meksiko_zero=True) == [-7, 8, 2]


def test_2_option_meksiko_zero_stops_at_0():
    state = play([club(meksiko_zero=True), *grown(1), *hand("meksiko", [0, 10, 0])])
    assert (state["last"], state["scores"]) == ([-10, 20, -10], [0, 30, 0])


def test_2_option_meksiko_zero_is_without_effect_when_open_is_off():
    for tricks in ([0, 10, 0], [0, 9, 1], [1, 9, 0]):
        events = hand("meksiko", tricks)
        on = last(events, open=False, meksiko_zero=True)
        assert on == last(events, open=False, meksiko_zero=False)
        assert on == [2 * tricks[0], 20 if tricks[1] == 10 else -20, 2 * tricks[2]]


def test_2_option_meksiko_zero_not_for_a_dealer_who_sat_out():
    lines = [club(meksiko_zero=True, four=True), *grown(1, 4), *hand("meksiko", [0, 10, 0, 0])]
    assert play(lines)["last"] == [0, 20, -10, -10]


# --- four: a dealer who sat out is no opponent ---


@pytest.mark.parametrize("dealer", range(4))
def test_2_four_a_dealer_who_sat_out_is_no_opponent(dealer):
    """He has no trick in a numeric game, and loses nothing by it."""
    events = grown(4, 4)
    for who in range(dealer):
        tricks = [0 if seat == who else 4 if seat == (who + 1) % 4 else 3 for seat in range(4)]
        events += hand("5 pass pass", tricks)
    table = begin(CLUB, four=True, target=201)
    table.ok(*events)
    tricks = [0] * 4
    tricks[(dealer + 1) % 4] = 8
    tricks[(dealer + 2) % 4] = 2
    expected = list(tricks)
    expected[(dealer + 3) % 4] = -7
    assert table.ok(*hand("7 pass pass", tricks))["last"] == expected
    assert table.state["last"][dealer] == 0


def test_2_four_with_backward_dealer():
    table = begin(CLUB, four=True, dealer_moves="backward", target=201)
    table.ok(*hand("5 pass pass", [0, 5, 3, 2]))
    assert (table.state["dealer"], table.state["to_act"]) == (3, 0)
    table.ok(*hand("5 pass pass", [5, 3, 2, 0]))
    assert (table.state["dealer"], table.state["to_act"]) == (2, 3)
    assert table.ok(*hand("5 pass pass", [3, 0, 0, 7]))["last"] == [3, -5, 0, 7]
    assert table.state["scores"] == [8, 3, 5, 9]


# --- totals: never below 0 ---


def test_2_totals_never_below_0():
    state = play([club(), *hand("8 pass pass", [0, 7, 3])])
    assert (state["scores"], state["last"]) == ([0, 0, 3], [0, 0, 3])


def test_2_totals_a_loss_stops_at_0_and_last_is_what_was_booked():
    state = play([club(), *grown(1), *hand("8 pass pass", [0, 7, 3])])
    assert (state["scores"], state["last"]) == ([2, 0, 13], [-8, -10, 3])


def test_2_totals_exactly_0_is_not_stopped():
    state = play([club(), *grown(1), *hand("5 pass pass", [0, 4, 6])])
    assert (state["scores"], state["last"]) == ([5, 0, 16], [-5, -10, 6])


def test_2_totals_after_the_floor_count_from_0():
    state = play([club(), *hand("9 pass pass", [1, 8, 1]), *hand("5 pass pass", [1, 4, 5])])
    assert (state["scores"], state["last"]) == ([2, 4, 6], [1, 4, 5])


def test_2_totals_floor_with_open_off():
    state = play([club(open=False), *hand("9 pass pass", [1, 8, 1])])
    assert (state["scores"], state["last"]) == ([1, 0, 1], [1, 0, 1])


def test_2_totals_floor_with_betl():
    state = play([club(betl=True), *hand("betl pass pass", [4, 1, 5], None)])
    assert (state["scores"], state["last"]) == ([4, 0, 5], [4, 0, 5])
    state = play(
        [
            club(betl=True),
            *grown(1),
            *hand("betl pass pass", [4, 1, 5], None),
            *hand("betl pass pass", [4, 1, 5], None),
        ]
    )
    assert (state["scores"], state["last"]) == ([18, 4, 8], [4, 1, -7])


def test_2_totals_floor_log_has_the_points_as_booked():
    table = begin(CLUB)
    table.ok(*grown(1), *hand("8 pass pass", [0, 7, 3]))
    record = logged(table.game.log[-1])
    assert record == [4, 0, 1, 8, "spades", [0, 7, 3], False, [-8, -10, 3], [2, 0, 13]]


def test_2_totals_undo_over_the_floor():
    table = begin(CLUB)
    before = table.ok(*grown(1), *bids("8 pass pass"), {"trump": "spades"})
    table.ok({"tricks": [0, 7, 3]})
    assert table.undo() == before


# --- option open ---


def test_2_option_open_on_by_default():
    events = hand("7 pass pass", [0, 6, 4])
    assert last(events, open=True) == last(events) == [-7, -14, 4]


def test_2_option_open_off_failing_costs_the_bid_once():
    assert last(hand("8 pass pass", [2, 7, 1]), open=False) == [2, -8, 1]


def test_2_option_open_off_a_failed_meksiko_20():
    assert last(hand("meksiko", [1, 9, 0]), open=False) == [2, -20, 0]


def test_2_option_open_off_no_trick_costs_nothing():
    assert last(hand("7 pass pass", [0, 8, 2]), open=False) == [0, 8, 2]
    assert last(hand("7 pass pass", [0, 6, 4]), open=False) == [0, -7, 4]


def test_2_option_open_off_the_rest_stays():
    """Doubled tricks in a Meksiko, the trump of a Meksiko, the floor, the bids."""
    assert last(hand("meksiko", [4, 3, 3]), open=False) == [8, -20, 6]
    assert last(hand("meksiko", [0, 10, 0]), open=False) == [0, 20, 0]
    assert play([club(open=False), {"bid": "meksiko"}])["expects"] == ["trump"]
    assert play([club(open=False), *hand("meksiko", [4, 3, 3])])["scores"] == [8, 0, 6]
    refused([club(open=False)], {"bid": 10}, "bad-value")


# --- option betl ---


def test_2_option_betl_made():
    assert last(hand("betl pass pass", [4, 0, 6], None), betl=True) == [0, 7, 0]


def test_2_option_betl_failed_is_not_doubled():
    assert last(hand("betl pass pass", [4, 1, 5], None), betl=True) == [4, -7, 5]


def test_2_option_betl_having_no_trick_costs_nothing():
    assert last(hand("betl pass pass", [0, 1, 9], None), betl=True) == [0, -7, 9]
    assert last(hand("betl pass pass", [0, 0, 10], None), betl=True) == [0, 7, 0]
    assert last(hand("betl pass pass", [0, 1, 9], None), betl=True, meksiko_zero=True) == [0, -7, 9]


def test_2_option_betl_with_open_off_is_the_same():
    for tricks in ([4, 0, 6], [4, 1, 5], [0, 1, 9], [0, 10, 0]):
        events = hand("betl pass pass", tricks, None)
        assert last(events, betl=True, open=False) == last(events, betl=True)


def test_2_option_betl_no_trump_although_a_meksiko_has_one():
    state = play([club(betl=True), *bids("betl pass pass")])
    assert (state["to_act"], state["expects"], state["trump"]) == (None, ["trick", "tricks"], None)


def test_2_option_betl_with_four():
    lines = [club(betl=True, four=True), *grown(1, 4)]
    assert play([*lines, *hand("betl pass pass", [0, 1, 9, 0], None)])["last"] == [0, -7, 9, 0]
    assert play([*lines, *hand("betl pass pass", [0, 0, 9, 1], None)])["last"] == [0, 7, 0, 0]


# --- end of the game ---


def test_2_end_51_reached():
    """40 each, then 11 for seat 1: 51 in two steps."""
    lines = [club(), *UP, *hand("5 pass pass", [3, 6, 1])]
    assert play(lines)["over"] is False
    state = play([*lines, *hand("5 pass pass", [2, 4, 4])])
    assert (state["scores"], state["over"]) == ([45, 50, 31], False)
    state = play([*lines, *hand("5 pass pass", [1, 5, 4])])
    assert (state["scores"], state["over"], state["winners"]) == ([44, 51, 31], True, [1])


def test_2_end_exceed_51_must_be_passed():
    lines = [club(exceed=True), *UP, *hand("5 pass pass", [3, 6, 1])]
    state = play([*lines, *hand("5 pass pass", [1, 5, 4])])
    assert (state["scores"], state["over"], state["winners"]) == ([44, 51, 31], False, [])
    state = play([*lines, *hand("5 pass pass", [1, 6, 3])])
    assert (state["scores"], state["over"], state["winners"]) == ([44, 52, 31], True, [1])


def test_2_end_exceed_off_is_reached():
    lines = [
        club(exceed=False),
        *UP,
        *hand("5 pass pass", [3, 6, 1]),
        *hand("5 pass pass", [1, 5, 4]),
    ]
    assert play(lines)["over"] is True


@pytest.mark.parametrize("exceed", [False, True])
@pytest.mark.parametrize("target", [21, 26, 30])
def test_2_end_exceed_with_target(target, exceed):
    """The target must be passed instead of 51."""
    table = begin(CLUB, exceed=exceed, target=target)
    table.ok(*grown(1))
    while table.state["scores"][1] < target:
        assert table.state["over"] is False
        rest = target - table.state["scores"][1]
        table.ok(*tricks_as_opponent(table, 1, min(rest, 5)))
    assert max(table.state["scores"]) == table.state["scores"][1] == target
    assert table.state["over"] is not exceed
    if exceed:
        assert table.ok(*tricks_as_opponent(table, 1, 1))["over"] is True


def test_2_end_target_201():
    """No total below 201 ends a game to 201."""
    table = begin(CLUB, target=201)
    table.ok(*grown(20))
    assert (table.state["scores"], table.state["over"]) == ([200, 200, 200], False)
    state = table.ok(*hand("5 pass pass", [2, 8, 0]))
    assert (state["over"], state["winners"]) == (True, [1])


def test_2_end_target_201_exceed():
    table = begin(CLUB, target=201, exceed=True)
    table.ok(*grown(20), *hand("9 pass pass", [1, 8, 1]))
    assert (table.state["scores"], table.state["over"]) == ([201, 182, 201], False)
    state = table.ok(*hand("5 pass pass", [1, 8, 1]))
    assert (state["scores"], state["over"], state["winners"]) == ([202, 190, 191], True, [0])


# Totals [40, 40, 40], the dealer is 0, the declarer of the next hand 1 (or who outbids him).


def test_2_tie_declarer_among_them():
    table = begin(CLUB, target=45)
    table.ok(*UP, *hand("5 pass pass", [5, 5, 0]))
    assert table.state["scores"] == [45, 45, 35]
    assert outcome(table) == ([1], "tie-declarer")


def test_2_tie_most_tricks_of_two_opponents():
    table = begin(CLUB, target=45)
    table.ok(*UP, *hand("7 pass pass", [3, 6, 1]))
    assert table.state["scores"] == [43, 26, 41]
    table.ok(*hand("5 6 7 pass pass", [2, 4, 4]))
    assert table.state["scores"] == [45, 12, 45]
    assert (table.state["declarer"], outcome(table)) == (1, ([2], "tie-tricks"))


def test_2_tie_shared():
    table = begin(CLUB, target=43)
    table.ok(*UP, *hand("7 pass pass", [3, 4, 3]))
    assert table.state["scores"] == [43, 26, 43]
    assert table.state["winners"] == [0, 2]
    assert outcome(table) == ([0, 2], "tie-shared")


def test_2_tie_declarer_by_meksiko_against_doubled_tricks():
    """A failed Meksiko: the opponents' doubled points tie, their tricks decide."""
    table = begin(CLUB, target=52)
    table.ok(*UP, *hand("5 pass pass", [6, 2, 2]))
    assert table.state["scores"] == [46, 30, 42]
    table.ok(*hand("5 6 meksiko", [3, 2, 5]))
    assert table.state["scores"] == [52, 0, 52]
    assert (table.state["declarer"], outcome(table)) == (1, ([2], "tie-tricks"))


def test_2_tie_at_exactly_the_target_with_exceed_goes_on():
    table = begin(CLUB, target=43, exceed=True)
    table.ok(*UP, *hand("7 pass pass", [3, 4, 3]))
    assert (table.state["scores"], table.state["over"]) == ([43, 26, 43], False)


# --- all options together ---


SWITCHES = ("bid_ten", "open", "exceed", "meksiko_zero", "betl", "four")


@pytest.mark.parametrize("values", list(itertools.product((False, True), repeat=len(SWITCHES))))
def test_2_options_all_combinations(values):
    """Every bid with telling counts under every combination of switches, against the oracle."""
    options = dict(zip(SWITCHES, values, strict=True), target=60)
    line = setup(CLUB, **options)
    players = len(line["players"])
    before = grown(2, players)
    table = begin(CLUB, **options)
    table.ok(*before)
    for bid in MeksikoModel(line).ladder:
        for won, share in ((0, 0), (0, 1), (4, 0), (7, 1), (9, 0), (10, 0)):
            tricks = [0] * players
            tricks[1], tricks[2] = won, min(share, 10 - won)
            tricks[3 % players] = 10 - sum(tricks)
            check_hand(table, line, before, bid, tricks)


def check_hand(table, line, before, bid, tricks):
    """Plays one hand at the table and in a fresh model, compares, takes it back."""
    events = bids("meksiko" if bid == "meksiko" else f"{bid} pass pass")
    events += [] if bid == "betl" else [{"trump": "leaves"}]
    events += [{"tricks": tricks}]
    model = MeksikoModel(line)
    for event in before:
        model.apply(event)
    for event in events:
        model.apply(event)
        assert table.ok(event) == model.state()
    table.undo(len(events))
