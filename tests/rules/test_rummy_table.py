"""Mexican Rummy for the scorekeeper: RULES.md section 4, one test a line, and the `round` event."""

from random import Random

import pytest

from helpers import HUGE, begin, confusing, setup, setup_refused, transcript
from rummy_oracle import COUNTS, DEFAULTS, ROUNDS, Model, RummyTable, at_round, pack_of

ROUND_NUMBERS = [1, 2, 3, 4, 5, 6, 7]


def booking(out, *hands):
    return {"round": {"out": out, "hands": list(hands)}}


def table(players=3, number=1, **options):
    return RummyTable(players, **options).to_round(number)


def accepted(game, event):
    """The penalties that the event books; the table is as before."""
    sheet = game.follow(event)["sheet"]
    return sheet[-1]


# The seven rounds


@pytest.mark.parametrize("number", ROUND_NUMBERS)
def test_round_table_cards_wild_rank_contract(number):
    state = table(number=number).state
    cards, wild, contract = {
        1: (7, "3", "set set"),
        2: (8, "4", "set run"),
        3: (9, "5", "run run"),
        4: (10, "6", "set set set"),
        5: (11, "7", "set set run"),
        6: (12, "8", "set run run"),
        7: (13, "9", "run run run"),
    }[number]
    assert (state["round"], state["cards"], state["wild"]) == (number, cards, wild)
    assert state["contract"] == contract.split()


def test_seven_rounds_and_the_game_is_over():
    game = table(number=7)
    assert game.state["over"] is False
    state = game.ok(booking(1, 5, 0, 5))
    assert state["over"] is True
    assert (state["to_act"], state["expects"]) == (None, [])
    # round, dealer and contract stay those of the last round
    assert (state["round"], state["dealer"], state["cards"], state["wild"]) == (7, 0, 13, "9")
    assert state["contract"] == ["run", "run", "run"]
    assert len(state["sheet"]) == 7


def test_state_at_the_start_to_the_letter():
    assert begin("mexican-rummy", 2).state == {
        "game": "mexican-rummy",
        "to_act": None,
        "expects": ["deal", "round"],
        "scores": [0, 0],
        "over": False,
        "winners": [],
        "round": 1,
        "dealer": 0,
        "cards": 7,
        "wild": "3",
        "contract": ["set", "set"],
        "outs": [0, 0],
        "sheet": [],
    }


# Players, dealer, options


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_players_two_to_six(players):
    state = begin("mexican-rummy", players).state
    assert state["scores"] == state["outs"] == [0] * players


@pytest.mark.parametrize("players", [0, 1, 7, 12])
def test_players_no_other_number(players):
    setup_refused(setup("mexican-rummy", players), "bad-players")


def test_first_dealer_is_named_or_seat_0():
    assert begin("mexican-rummy", 3).state["dealer"] == 0
    assert begin("mexican-rummy", 3, dealer=2).state["dealer"] == 2


@pytest.mark.parametrize("dealer", [-1, 3, True, False, 1.0, "1", None, [], HUGE])
def test_first_dealer_is_a_seat(dealer):
    setup_refused(
        {"game": "mexican-rummy", "players": ["A", "B", "C"], "dealer": dealer}, "bad-setup"
    )


@pytest.mark.parametrize("players", [2, 3, 6])
def test_deal_moves_to_the_next_seat_every_round(players):
    game = RummyTable(players, players - 1)
    dealers = [game.state["dealer"]]
    for number in range(2, 8):
        game.to_round(number)
        dealers.append(game.state["dealer"])
    assert dealers == [(players - 1 + n) % players for n in range(7)]


def test_deal_moves_after_a_blocked_round_too():
    game = table()
    assert game.ok(booking(None, 5, 5, 5))["dealer"] == 1


@pytest.mark.parametrize("packs", [2, 3])
def test_packs_two_or_three(packs):
    begin("mexican-rummy", 6, packs=packs)


def test_three_packs_may_be_used_by_any_number():
    begin("mexican-rummy", 2, packs=3)


GOOD_OPTIONS = {
    "packs": (2, 3),
    "all_wild": (False, True),
    "strict": (False, True),
    "swap": (True, False),
    "single": (False, True),
    "wild": ("climbing", "twos", "kings"),
    "buy": (False, True),
}


@pytest.mark.parametrize("name", sorted(GOOD_OPTIONS))
def test_options_take_their_values_and_no_others(name):
    for value in GOOD_OPTIONS[name]:
        begin("mexican-rummy", 2, **{name: value})
    for value in confusing(*GOOD_OPTIONS[name]) + (4, "2", "Climbing", "threes", "two", "king"):
        setup_refused(setup("mexican-rummy", 2, **{name: value}), "bad-option")


@pytest.mark.parametrize("name", ["four", "target", "betl", "lives", "mexican_call", "Packs", ""])
def test_options_of_another_game_are_refused(name):
    setup_refused(setup("mexican-rummy", 2, **{name: True}), "bad-option")


def test_options_are_judged_before_players_and_players_before_the_dealer():
    line = {"game": "mexican-rummy", "players": ["A"], "dealer": 9, "options": {"packs": 1}}
    setup_refused(line, "bad-option")
    line["options"] = {}
    setup_refused(line, "bad-players")
    line["players"] = ["A", "B"]
    setup_refused(line, "bad-setup")


def test_options_defaults_are_those_of_the_table():
    game = RummyTable(2)
    assert dict(game.game.options) == DEFAULTS


# Single pack


def test_single_pack_is_for_two_or_three():
    for players in (2, 3):
        begin("mexican-rummy", players, single=True)
    for players in (1, 4, 5, 6):
        setup_refused(setup("mexican-rummy", players, single=True), "bad-players")


@pytest.mark.parametrize("packs", [2, 3])
def test_single_pack_not_together_with_packs(packs):
    setup_refused(setup("mexican-rummy", 2, single=True, packs=packs), "bad-option")
    begin("mexican-rummy", 2, single=False, packs=packs)


def test_single_pack_leaves_out_rounds_6_and_7():
    game = table(players=2, number=5, single=True)
    assert game.state["contract"] == ["set", "set", "run"]
    state = game.ok(booking(1, 5, 0))
    assert state["over"] is True
    assert (state["round"], state["cards"], state["winners"]) == (5, 11, [0])


# Wild ranks


@pytest.mark.parametrize("number", ROUND_NUMBERS)
@pytest.mark.parametrize(("option", "rank"), [("twos", "2"), ("kings", "K")])
def test_wild_rank_fixed_in_every_round(option, rank, number):
    assert table(number=number, wild=option).state["wild"] == rank


def test_penalty_of_each_card():
    game = table(number=7)
    worth = {"JK": 20, "9H": 20, "AS": 15, "KD": 10, "QC": 10, "JS": 10, "10H": 10}
    worth |= {rank + "D": 5 for rank in "2345678"}
    for card, penalty in worth.items():
        assert accepted(game, booking(0, 0, [card], 5)) == [0, penalty, 5], card


@pytest.mark.parametrize("number", ROUND_NUMBERS)
def test_penalty_of_the_wild_rank_climbs_with_it(number):
    game = table(number=number)
    for rank in "23456789":
        penalty = 20 if rank == str(number + 2) else 5
        assert accepted(game, booking(0, 0, [rank + "C"], 5)) == [0, penalty, 5], rank


def test_penalty_wild_twos():
    game = table(number=3, wild="twos")
    assert accepted(game, booking(0, 0, ["2S", "5S"], ["KS", "JK"])) == [0, 25, 30]


def test_penalty_wild_kings_cost_20():
    game = table(number=3, wild="kings")
    assert accepted(game, booking(0, 0, ["KS", "5S"], ["QS", "10S"])) == [0, 25, 20]


# Hands as totals, cards and counts


def test_hand_as_a_total():
    assert accepted(table(), booking(1, 35, 0, 140)) == [35, 0, 140]


def test_hand_as_cards():
    assert accepted(table(), booking(0, 0, 35, ["KS", "3D", "JK"])) == [0, 35, 50]


def test_hand_as_counts_missing_ones_are_0():
    counts = {"jokers": 1, "wild": 1, "aces": 1, "tens": 2, "others": 2}
    assert accepted(table(), booking(0, 0, counts, {"others": 1})) == [0, 85, 5]
    for name, worth in zip(COUNTS, (20, 20, 15, 10, 5), strict=True):
        assert accepted(table(), booking(0, 0, {name: 2}, 5)) == [0, 2 * worth, 5]


@pytest.mark.parametrize("empty", [0, [], {}, {"jokers": 0}, dict.fromkeys(COUNTS, 0)])
def test_hand_of_the_one_who_went_out_is_0(empty):
    game = table()
    assert accepted(game, booking(1, 5, empty, 5)) == [5, 0, 5]
    # nobody else may hold nothing, and in a blocked round nobody at all
    game.refused(booking(0, 0, empty, 5), "bad-penalty")
    game.refused(booking(None, 5, empty, 5), "bad-penalty")


@pytest.mark.parametrize("left", [5, 20, -5, ["5S"], {"others": 1}])
def test_the_one_who_went_out_holds_nothing(left):
    table().refused(booking(1, 5, left, 5), "bad-penalty")


# Bounds


@pytest.mark.parametrize("penalty", [1, 4, 6, 12, 139, -5, -1, HUGE + 1])
def test_bound_multiple_of_5(penalty):
    table().refused(booking(0, 0, penalty, 5), "bad-penalty")


@pytest.mark.parametrize("number", ROUND_NUMBERS)
@pytest.mark.parametrize("buy", [False, True])
def test_bound_20_times_the_cards_dealt(number, buy):
    game = table(number=number, buy=buy)
    most = 20 * (ROUNDS[number - 1][0] + (6 if buy else 0))
    assert accepted(game, booking(0, 0, most, 5)) == [0, most, 5]
    game.refused(booking(0, 0, most + 5, 5), "bad-penalty")
    game.refused(booking(0, 0, 5, HUGE), "bad-penalty")
    game.refused(booking(None, 5, 5, most + 5), "bad-penalty")


def test_bound_at_least_one_card():
    table().refused(booking(0, 0, 0, 5), "bad-penalty")
    table().refused(booking(None, 5, 5, 0), "bad-penalty")
    assert accepted(table(), booking(None, 5, 5, 5)) == [5, 5, 5]


@pytest.mark.parametrize("buy", [False, True])
def test_bound_of_cards_in_a_hand(buy):
    game = table(buy=buy)
    most = 13 if buy else 7
    cards = [rank + suit for suit in "SHDC" for rank in ("2", "4", "5", "6", "7")]
    assert accepted(game, booking(0, 0, cards[:most], 5)) == [0, 5 * most, 5]
    game.refused(booking(0, 0, cards[: most + 1], 5), "bad-penalty")
    assert accepted(game, booking(0, 0, {"others": most}, 5)) == [0, 5 * most, 5]
    game.refused(booking(0, 0, {"others": most + 1}, 5), "bad-penalty")
    spread = {"others": most - 2, "aces": 1, "tens": 1}
    game.follow(booking(0, 0, spread, 5))
    game.refused(booking(0, 0, spread | {"tens": 2}, 5), "bad-penalty")


@pytest.mark.parametrize(("options", "copies"), [({}, 2), ({"packs": 3}, 3), ({"single": True}, 1)])
def test_bound_copies_of_a_card(options, copies):
    game = table(**options)
    game.follow(booking(0, 0, ["AS"] * copies, 5))
    game.refused(booking(0, 0, ["AS"] * (copies + 1), 5), "bad-penalty")
    # over all hands together
    game.refused(booking(0, 0, ["AS"] * copies, ["AS", "AH"]), "bad-penalty")
    game.refused(booking(None, ["AS"], ["AS"] * copies, 5), "bad-penalty")
    game.follow(booking(0, 0, ["AS"] * copies, ["AH"]))


GROUPS = [
    # options, group, how many the pack holds, cards of the group
    ({}, "jokers", 4, ["JK"] * 2),
    ({"packs": 3}, "jokers", 6, ["JK"] * 2),
    ({"single": True}, "jokers", 2, ["JK"] * 2),
    ({}, "wild", 8, ["3S", "3H", "3D", "3C"]),
    ({"packs": 3}, "wild", 12, ["3S", "3H", "3D", "3C"]),
    ({"single": True}, "wild", 4, ["3S", "3H", "3D", "3C"]),
    ({"wild": "kings"}, "wild", 8, ["KS", "KH", "KD", "KC"]),
    ({"wild": "twos", "single": True}, "wild", 4, ["2S", "2H", "2D", "2C"]),
    ({}, "aces", 8, ["AS", "AH", "AD", "AC"]),
    ({"packs": 3}, "aces", 12, ["AS", "AH", "AD", "AC"]),
    ({"single": True}, "aces", 4, ["AS", "AH", "AD", "AC"]),
    ({"single": True}, "tens", 16, ["KS", "KH", "QD", "JS", "10C"]),
    ({"single": True, "wild": "kings"}, "tens", 12, ["QS", "QH", "QD", "JS", "10C"]),
    ({"single": True}, "others", 28, [r + s for r in "2456789" for s in "SHDC"]),
    ({"single": True, "wild": "kings"}, "others", 32, [r + s for r in "23456789" for s in "SHDC"]),
    ({"single": True, "wild": "twos"}, "others", 28, [r + s for r in "3456789" for s in "SHDC"]),
]


@pytest.mark.parametrize(("options", "group", "holds", "cards"), GROUPS)
def test_bound_cards_of_a_kind_over_all_hands(options, group, holds, cards):
    # in a blocked round all three hands count, and with `buy` each may hold 13 cards
    game = table(buy=True, **options)
    counts = [(holds + 2) // 3, (holds + 1) // 3, holds // 3]
    besides, named = ("others", ["9S"]) if group == "tens" else ("tens", ["10H"])
    counted = [{group: n, besides: 1} for n in counts]
    one_more = {group: counts[1] + 1, besides: 1}
    named = named + cards[: counts[2]]
    game.follow(booking(None, *counted))
    game.refused(booking(None, counted[0], one_more, counted[2]), "bad-penalty")
    # cards that are named and cards that are counted are added up
    game.follow(booking(None, counted[0], counted[1], named))
    game.refused(booking(None, counted[0], one_more, named), "bad-penalty")


def test_bound_wild_king_is_no_ten_any_more():
    game = table(wild="kings", single=True)
    # four kings and twelve tens: all of them in three hands; as counts 13 tens are too many
    game.follow(booking(None, ["KS", "KH", "KD", "KC"], {"tens": 6}, {"tens": 6}))
    game.refused(booking(None, ["KS", "KH", "KD"], {"tens": 7}, {"tens": 6}), "bad-penalty")
    game.refused(booking(None, ["KS", "KH"], {"wild": 3}, 5), "bad-penalty")
    game.follow(booking(None, ["KS", "KH"], {"wild": 2}, 5))


def test_bound_a_wild_rank_card_counts_as_wild_not_as_other():
    game = table(single=True)
    game.follow(booking(None, ["3S", "3H"], {"wild": 2}, 5))
    game.refused(booking(None, ["3S", "3H"], {"wild": 3}, 5), "bad-penalty")
    game = table(single=True, wild="twos")
    game.follow(booking(None, ["3S", "3H"], {"wild": 4}, 5))
    game.refused(booking(None, ["2S"], {"wild": 4}, 5), "bad-penalty")


def test_bound_mere_numbers_are_not_checked_against_the_pack():
    # 140 + 140 + 140: more jokers and wild cards than there are, but nobody can know
    assert accepted(table(single=True), booking(None, 140, 140, 140)) == [140, 140, 140]
    game = table(players=6)
    assert accepted(game, booking(0, 0, *[140] * 5)) == [0] + [140] * 5
    # nor are numbers added to what is named
    game.follow(booking(0, 0, ["JK"] * 4, 140, 140, 140, 140))


def test_bound_counts_are_checked_across_two_hands():
    game = table()
    game.follow(booking(0, 0, {"jokers": 4}, {"wild": 7}))
    game.refused(booking(0, 0, {"jokers": 4}, {"jokers": 1}), "bad-penalty")
    game.refused(booking(0, 0, {"jokers": 4}, ["JK"]), "bad-penalty")
    game.refused(booking(0, 0, {"jokers": 5}, 5), "bad-penalty")


def test_bound_huge_count_is_a_bad_penalty():
    table().refused(booking(0, 0, {"others": HUGE}, 5), "bad-penalty")
    table().refused(booking(0, {"others": HUGE}, 5, 5), "bad-penalty")


# What is no hand at all


@pytest.mark.parametrize(
    "hand",
    [
        None, True, False, 5.0, 0.0, "5", "", "KS", ["1H"], ["KS", "1H"], ["kS"], ["TS"], ["S10"],
        ["10"], [5], [None], [["KS"]], [True], ["KS", 5], ["♠K"], ["JK "], ["jk"], {"kings": 1},
        {"jokers": -1}, {"jokers": True}, {"jokers": 1.0}, {"jokers": "1"}, {"jokers": None},
        {"others": 1, "cards": 0}, {"others": [1]}, {"": 1}, {"Jokers": 1}, [{}], {"others": -1},
    ],
)  # fmt: skip
def test_hand_that_is_none_is_a_bad_value(hand):
    game = table()
    game.refused(booking(0, 0, hand, 5), "bad-value")
    game.refused(booking(1, 5, hand, 5), "bad-value")
    game.refused(booking(None, hand, 5, 5), "bad-value")


def test_bad_value_comes_before_bad_penalty():
    game = table()
    for wrong in (["1H"], True, {"kings": 1}, {"wild": -1}):
        game.refused(booking(0, 5, 12, wrong), "bad-value")
        game.refused(booking(0, 5, wrong, 12), "bad-value")
        game.refused(booking(0, ["AS"] * 5, wrong, 5), "bad-value")
    game.refused(booking(3, 5, 12, 5), "bad-value")
    game.refused(booking(0, 5, 12), "bad-value")


@pytest.mark.parametrize("out", [-1, 3, HUGE, -HUGE, True, False, 0.0, "0", "", [], [0], {}])
def test_out_is_a_seat_or_null(out):
    table().refused(booking(out, 0, 5, 5), "bad-value")


@pytest.mark.parametrize(
    "hands", [None, 5, "0", {}, [], [0], [0, 5], [0, 5, 5, 5], {"0": 0}, [[0, 5, 5]], True]
)
def test_a_hand_for_every_seat(hands):
    table().refused({"round": {"out": 0, "hands": hands}}, "bad-value")


def test_round_takes_an_object_with_exactly_two_keys():
    game = table()
    for value in confusing():
        game.refused({"round": value}, "bad-value")
    for value in (
        {"out": 0},
        {"hands": [0, 5, 5]},
        {"out": 0, "hands": [0, 5, 5], "more": 1},
        {"out": 0, "hands": [0, 5, 5], "undo": True},
        [0, [0, 5, 5]],
    ):
        game.refused({"round": value}, "bad-value")


def test_round_type_confusion_in_every_place():
    game = table()
    for value in confusing(0, 1, None):
        game.refused(booking(value, 0, 5, 5), "bad-value")
    for value in confusing([], {}):
        if type(value) is not int:
            game.refused(booking(0, 0, value, 5), "bad-value")
            game.refused(booking(0, 0, {"tens": value}, 5), "bad-value")
    for value in confusing("AS", "JK"):
        game.refused(booking(0, 0, ["KS", value], 5), "bad-value")


# Scores, outs, winners


def test_score_is_the_running_sum():
    game = table()
    game.ok(booking(0, 0, 35, 50))
    state = game.ok(booking(2, 70, 55, 0))
    assert state["scores"] == [70, 90, 50]
    assert state["sheet"] == [[0, 35, 50], [70, 55, 0]]
    assert state["outs"] == [1, 0, 1]


def test_blocked_round_nobody_is_out_everybody_counts():
    state = table().ok(booking(None, ["5S"], 5, {"wild": 2, "others": 1}))
    assert state["scores"] == [5, 5, 45]
    assert state["outs"] == [0, 0, 0]


def finish(*rounds, players=3):
    """The last state of a game with these (out, hands) bookings, filled up from the front."""
    game = RummyTable(players)
    for out, *hands in rounds:
        game.ok(booking(out, *hands))
    assert game.state["over"], "seven rounds are needed"
    return game.state


def test_lowest_total_wins():
    state = finish(*[(0, 0, 10, 5)] * 6, (1, 5, 0, 5))
    assert (state["scores"], state["winners"]) == ([5, 60, 35], [0])


def test_lowest_total_wins_whoever_went_out():
    state = finish(*[(0, 0, 5, 60)] * 5, *[(1, 130, 0, 20)] * 2)
    assert (state["scores"], state["outs"]) == ([260, 25, 340], [5, 2, 0])
    assert state["winners"] == [1]


def test_tie_goes_to_who_went_out_in_more_rounds():
    rounds = [(0, 0, 10, 50)] * 2 + [(1, 5, 0, 50)] * 4 + [(None, 5, 5, 50)]
    state = finish(*rounds)
    assert (state["scores"], state["outs"], state["winners"]) == ([25, 25, 350], [2, 4, 0], [1])


def test_tie_outs_count_only_among_the_lowest():
    rounds = [(2, 10, 15, 0)] * 4 + [(0, 0, 5, 140)] + [(1, 20, 0, 20)] + [(None, 5, 5, 60)]
    state = finish(*rounds)
    assert (state["scores"], state["outs"]) == ([65, 70, 220], [1, 1, 4])
    assert state["winners"] == [0]
    rounds = [(2, 10, 10, 0)] * 4 + [(0, 0, 5, 140)] + [(1, 5, 0, 20)] + [(None, 5, 5, 60)]
    state = finish(*rounds)
    assert (state["scores"], state["outs"]) == ([50, 50, 220], [1, 1, 4])
    assert state["winners"] == [0, 1]


def test_tie_still_tied_they_share_the_win():
    state = finish(*[(None, 5, 5, 5)] * 7)
    assert state["winners"] == [0, 1, 2]
    state = finish(*[(0, 0, 5, 30)] * 3, *[(1, 5, 0, 30)] * 3, (None, 5, 5, 5))
    assert (state["scores"], state["winners"]) == ([20, 20, 185], [0, 1])


def test_game_over_refuses_everything_but_undo():
    game = table(number=7)
    before = game.state
    game.ok(booking(1, 5, 0, 5))
    for event in (booking(0, 0, 5, 5), {"draw": "stock"}, {"deal": 1}, {"round": None}, {"buy": 9}):
        game.refused(event, "over")
    game.refused({"bid": 5}, "unknown-event")
    game.refused({"undo": 1}, "bad-value")
    assert game.undo() == before


# Events at the table


@pytest.mark.parametrize(
    "event",
    [
        None, True, 5, "round", [], {}, [{"round": 1}], {"bid": 5}, {"tricks": [1, 2, 7]},
        {"play": "AS"}, {"call": 5}, {"first": []}, {"trump": "spades"}, {"Round": 1}, {"": 1},
        {"round": {"out": 0, "hands": [0, 5, 5]}, "undo": True}, {"draw": "stock", "at": "low"},
        {"meld": [], "cards": []}, {"out": 0, "hands": [0, 5, 5]},
    ],
)  # fmt: skip
def test_events_of_no_rummy_are_unknown(event):
    table().refused(event, "unknown-event")


@pytest.mark.parametrize("name", ["draw", "buy", "meld", "layoff", "swap", "discard", "reshuffle"])
def test_between_rounds_only_deal_and_round(name):
    game = table(buy=True)
    for value in ("stock", 1, None, [], {}, True):
        game.refused({name: value}, "not-now")


def test_undo_over_the_end_of_rounds_and_of_the_game():
    game = table()
    states = [game.state]
    for number in range(7):
        hands = [0 if seat == number % 3 else 5 * (seat + number + 1) for seat in range(3)]
        states.append(game.ok(booking(number % 3, *hands)))
        game.refused(booking(0, 5, 5, 5), "over" if number == 6 else "bad-penalty")
    for state in reversed(states[:-1]):
        assert game.undo() == state
    game.refused({"undo": True}, "nothing-to-undo")


@pytest.mark.parametrize("value", [False, 1, 1.0, "true", None, [], {}, 0, HUGE])
def test_undo_takes_true_and_nothing_else(value):
    game = table()
    game.refused({"undo": value}, "bad-value")
    game.ok(booking(0, 0, 5, 5))
    game.refused({"undo": value}, "bad-value")


def test_after_undo_another_round_can_be_booked():
    game = table()
    game.ok(booking(0, 0, 5, 5))
    game.undo()
    assert game.ok(booking(1, 10, 0, 15))["scores"] == [10, 0, 15]


def test_at_round_helper_puts_the_first_to_act_where_it_says():
    for number in range(1, 8):
        for players in (2, 3, 5):
            game = at_round(number, first=1, players=players)
            assert (game.state["dealer"] + 1) % players == 1


# The model and the product book the same rounds


def random_hand(random, pack, dealt):
    form = random.randrange(10)
    if form < 3:
        return random.choice((5, 35, 60, 12, 0, -5, 20 * dealt, 20 * dealt + 5, 20 * dealt + 120))
    size = random.choice((0, 1, 1, 2, 3, 5, dealt, dealt, dealt + 1, dealt + 6, dealt + 7))
    if form < 6:
        # a narrow choice of cards, so that copies and kinds run short
        some = random.sample(pack, 6) + ["JK"]
        return [random.choice(some) for _ in range(size)]
    counts = dict.fromkeys(random.sample(COUNTS, random.randint(1, 3)), 0)
    for _ in range(size):
        counts[random.choice(list(counts))] += 1
    return counts if form < 9 else random.choice((counts | {"tens": -1}, ["1S"], True, None))


@pytest.mark.parametrize("seed", range(12))
def test_random_rounds_are_booked_as_the_rules_say(seed):
    random = Random(seed)
    options = {"wild": random.choice(("climbing", "twos", "kings")), "buy": random.random() < 0.5}
    options |= random.choice(({}, {"packs": 3}, {"single": True}))
    players = random.randint(2, 3 if options.get("single") else 6)
    game = RummyTable(players, **options)
    model = Model(game.replayer.game.setup())
    pack = pack_of(options)
    booked = refused = 0
    while not model.over or refused < 300:
        hands = [random_hand(random, pack, model.dealt) for _ in range(players)]
        out = random.choice((None, *range(players)))
        if out is not None and random.random() < 0.8:
            hands[out] = random.choice((0, [], {}))
        event = booking(out, *hands)
        code = model.judge(event)
        if code:
            game.refused(event, code)
            refused += 1
            if refused > 3000 and not model.over:
                event = booking(0, *[0] + [5] * (players - 1))
                code = None
        if code is None:
            model.take(event)
            assert game.ok(event) == model.view()
            booked += 1
    assert booked == len(model.sheet)
    assert transcript(game.game)[0]["options"]["wild"] == options["wild"]
