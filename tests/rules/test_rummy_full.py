"""Mexican Rummy card by card (RULES.md section 4): deal, turn, buying, reshuffling, going out.

What lies in a meld and what may be put to it is in test_rummy_melds.py.
"""

import pytest

from helpers import BAD_JSON, HUGE, confusing, same
from rummy_oracle import (
    DRAW,
    JOKER,
    ONE_PACK,
    ROUNDS,
    RummyTable,
    at_round,
    deal_event,
    laid,
    layoff,
    meld,
    pack_of,
    ready,
    swap,
    without,
)

TAKE = {"draw": "discard"}
QUEENS = "QH QD QC"
CLUBS = "8C 9C 10C JC"


def deal_of(players=2, number=1, **options):
    return deal_event(options, ROUNDS[number - 1][0], [[] for _ in range(players)])


# The deal


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6, 7])
@pytest.mark.parametrize("players", [2, 3, 6])
def test_deal_gives_every_seat_the_cards_of_the_round(number, players):
    game = at_round(number, players=players)
    before = game.state
    state = game.deal().state
    dealt = ROUNDS[number - 1][0]
    assert [len(hand) for hand in state["hands"]] == [dealt] * players
    assert state["stock"] == 108 - players * dealt - 1
    assert (state["melds"], state["laid"]) == ([], [])
    # the rest of the state is what it was
    for key in before.keys() - {"expects", "to_act"}:
        assert state[key] == before[key]
    assert game.undo() == before


@pytest.mark.parametrize(
    ("options", "cards"),
    [({}, 108), ({"packs": 2}, 108), ({"packs": 3}, 162), ({"single": True}, 54)],
)
def test_deal_is_the_whole_pack(options, cards):
    game = RummyTable(2, **options)
    assert game.deal().state["stock"] == cards - 15
    for pack in ({}, {"packs": 3}, {"single": True}):
        if len(pack_of(pack)) != cards:
            RummyTable(2, **options).refused(deal_of(**pack), "bad-deal")


@pytest.mark.parametrize(("players", "dealer"), [(2, 0), (2, 1), (3, 2), (6, 5), (6, 0)])
def test_deal_the_seat_after_the_dealer_begins(players, dealer):
    assert RummyTable(players, dealer).deal().state["to_act"] == (dealer + 1) % players


def test_deal_hands_are_sorted_by_suit_then_rank_aces_low_jokers_last():
    game = RummyTable(2)
    game.deal("JK AC KS 10S AS 2S 9S", "JK 7D KH AH 10D QD JK", stock="3S")
    assert game.state["hands"][0] == "AS 2S 9S 10S KS AC JK".split()
    assert game.state["hands"][1] == "AH KH 7D 10D QD JK JK".split()
    game = at_round(1).deal("JK AC KS 10S AS 2S 9S", stock="3S")
    game.draw()
    # wild cards have no place of their own
    assert game.hand() == "AS 2S 3S 9S 10S KS AC JK".split()


def test_deal_top_of_the_discards_and_stock_from_the_top_down():
    game = at_round(1).deal(discard="5H", stock="KC QC")
    assert game.state["discard"] == "5H"
    assert game.follow(TAKE)["hands"][0].count("5H") == 1 + game.hand().count("5H")
    kings = game.hand().count("KC")
    assert game.ok(DRAW)["hands"][0].count("KC") == kings + 1
    game.ok({"discard": "KC"})
    queens = game.hand(1).count("QC")
    assert game.ok(DRAW)["hands"][1].count("QC") == queens + 1


def test_deal_shapes_are_a_bad_value():
    game = RummyTable(2)
    good = deal_of()["deal"]
    for value in confusing():
        game.refused({"deal": value}, "bad-value")
    for key in good:
        game.refused({"deal": {k: v for k, v in good.items() if k != key}}, "bad-value")
    game.refused({"deal": {**good, "talon": []}}, "bad-value")
    for value in confusing([], ["1", "2"], ["JK"]):
        game.refused({"deal": {**good, "stock": value}}, "bad-value")
        game.refused({"deal": {**good, "hands": [good["hands"][0], value]}}, "bad-value")
    for value in confusing():
        if type(value) is not str:
            game.refused({"deal": {**good, "discard": value}}, "bad-value")
            game.refused({"deal": {**good, "stock": [*good["stock"][1:], value]}}, "bad-value")
            hands = [good["hands"][0][1:] + [value], good["hands"][1]]
            game.refused({"deal": {**good, "hands": hands}}, "bad-value")
        if type(value) is not list:
            game.refused({"deal": {**good, "hands": value}}, "bad-value")
    game.refused({"deal": {**good, "stock": " ".join(good["stock"])}}, "bad-value")
    game.ok({"deal": good})


def test_deal_content_is_a_bad_deal():
    game = RummyTable(2)
    good = deal_of()["deal"]
    first, second = good["hands"]
    stock = good["stock"]
    bad = [
        {"stock": stock[1:]},
        {"stock": [*stock, "AS"]},
        {"stock": []},
        {"hands": [first[1:], second]},
        {"hands": [[], second]},
        {"hands": [[*first, stock[0]], second], "stock": stock[1:]},
        {"hands": [[*first, second[0]], second[1:]]},
        {"discard": "JK"},
        {"discard": "1H"},
        {"discard": ""},
        {"hands": [["10", *first[1:]], second]},
        {"stock": ["joker", *stock[1:]]},
        {"stock": [stock[0].lower(), *stock[1:]]},
    ]
    for change in bad:
        game.refused({"deal": {**good, **change}}, "bad-deal")
    # not a list for every seat: a fault of shape or of number, the documents leave it open
    game.refused({"deal": {**good, "hands": [first]}}, "bad-deal")
    game.refused({"deal": {**good, "hands": [first, second, []]}}, "bad-deal")
    game.refused({"deal": {**good, "hands": []}}, "bad-deal")


def test_deal_every_card_as_often_as_the_pack_holds_it():
    for options in ({}, {"packs": 3}, {"single": True}):
        game = RummyTable(2, **options)
        good = deal_of(**options)["deal"]
        for card in [*ONE_PACK[::5], JOKER]:
            stock = without(good["stock"], [card])
            if stock is not None:
                other = "2C" if card != "2C" else "2D"
                game.refused({"deal": {**good, "stock": [*stock, other]}}, "bad-deal")
        game.ok({"deal": good})


def test_deal_bad_value_comes_before_bad_deal():
    game = RummyTable(2)
    good = deal_of()["deal"]
    game.refused({"deal": {**good, "stock": ["1S", 5]}}, "bad-value")
    game.refused({"deal": {**good, "hands": [[None], []]}}, "bad-value")


def test_deal_only_before_a_round():
    game = at_round(1).deal()
    again = deal_of()
    round_event = {"round": {"out": 0, "hands": [0, 5]}}
    for _ in range(2):
        game.refused(again, "not-now")
        game.refused(round_event, "not-now")
        game.draw()
        game.refused(again, "not-now")
        game.refused(round_event, "not-now")
        game.ok({"discard": game.hand(game.state["to_act"])[0]})


# The turn


def test_turn_draw_first():
    game = at_round(1, buy=True).deal("7S 7H 7D QH QD QC 9S", stock="10S")
    game.refused({"discard": "7S"}, "not-now")
    game.refused(meld("7S 7H 7D", QUEENS), "not-now")
    game.refused(layoff(0, "7S"), "not-now")
    game.refused(swap(0, "7S", "JK"), "not-now")
    assert game.state["expects"] == ["buy", "draw"]
    game.draw()
    assert game.state["expects"] == ["discard", "meld"]
    game.refused(DRAW, "not-now")
    game.refused(TAKE, "not-now")
    game.refused({"buy": 1}, "not-now")


def test_turn_draw_takes_two_words():
    game = at_round(1).deal()
    for value in confusing() + ("Stock", "discards", "stock ", "pile"):
        game.refused({"draw": value}, "bad-value")


def test_turn_draw_from_the_stock():
    game = at_round(1).deal(discard="5H", stock="KC")
    before = game.state
    after = game.ok(DRAW)
    assert after["stock"] == before["stock"] - 1
    assert after["discard"] == "5H"
    assert len(after["hands"][0]) == 8
    assert after["hands"][1] == before["hands"][1]
    assert after["to_act"] == 0


def test_turn_draw_from_the_discards():
    game = at_round(1).deal(discard="5H")
    before = game.state
    after = game.ok(TAKE)
    assert (after["stock"], after["discard"]) == (before["stock"], None)
    assert len(after["hands"][0]) == 8
    # that very card may go back
    after = game.ok({"discard": "5H"})
    assert (after["discard"], after["to_act"]) == ("5H", 1)


def test_turn_the_discards_lie_on_each_other():
    game = at_round(1).deal(discard="5H", stock="KC QC JC")
    game.idle(2)
    assert game.state["discard"] == "QC"
    game.ok(TAKE)
    assert game.state["discard"] == "KC"
    game.ok({"discard": "QC"}, TAKE, {"discard": game.hand(1)[0]})
    game.ok(TAKE)
    assert game.state["discard"] == "KC"


@pytest.mark.parametrize("players", [2, 3, 6])
def test_turn_goes_to_the_next_seat(players):
    game = at_round(1, first=1, players=players).deal()
    for turn in range(2 * players):
        assert game.state["to_act"] == (1 + turn) % players
        game.idle()


def test_turn_discard_is_a_card_of_the_hand():
    game = ready(1, "7S 7H 7D 9S 9H 9D 10S JS")
    for value in confusing("AS", "JK"):
        game.refused({"discard": value}, "bad-value")
    for card in ("1S", "S", "10", "7s", "7S ", ["7S"], ["7S", "7H"]):
        game.refused({"discard": card}, "bad-value")
    for card in ("AS", "JK", "KC"):
        game.refused({"discard": card}, "not-your-card")
    state = game.ok({"discard": "7S"})
    assert state["discard"] == "7S" and "7S" not in state["hands"][0]


def test_turn_may_end_without_laying_down_though_one_could():
    game = ready(1, "7S 7H 7D QH QD QC 9S 10S")
    assert game.ok({"discard": "9S"})["laid"] == []


def test_turn_laying_off_and_swapping_as_one_likes_then_one_discard():
    game = laid(1, "7S 7H JK", QUEENS, rest="7D 7C JC 10S 2S")
    game.ok(swap(0, "7D", "JK"), layoff(1, "JK"), layoff(0, "7C"))
    state = game.ok({"discard": "JC"})
    assert state["melds"] == ["7S 7H 7D 7C".split(), "QH QD QC JK".split()]
    assert state["to_act"] == 1
    game.refused({"discard": "10S"}, "not-now")


def test_turn_later_on_the_contract_need_not_be_laid_again():
    game = laid(1, "7S 7H 7D", QUEENS, rest="7C JC 10S 2S")
    game.ok({"discard": "JC"})
    while game.state["to_act"] != 0:
        game.idle()
    game.draw()
    assert game.state["expects"] == ["discard", "layoff", "swap"]
    game.refused(meld("7S 7H 7D", QUEENS), "not-now")
    game.ok(layoff(0, "7C"))


def test_turn_others_may_only_lay_off_once_they_have_laid():
    game = laid(1, "7S 7H JK", QUEENS, rest="JC 10S 2S", players=2, buy=True)
    game.ok({"discard": "JC"})
    game.draw()
    assert game.state["to_act"] == 1
    assert game.state["expects"] == ["discard", "meld"]
    game.refused(layoff(0, game.hand(1)[0]), "not-now")
    game.refused(swap(0, game.hand(1)[0], "JK"), "not-now")


def two_tables(**options):
    """Seat 0 has laid sevens and queens; seat 1 has, in this turn, laid eights and nines."""
    game = at_round(1, **options)
    game.deal("7S 7H JK QH QD QC 2S", "8S 8H 8D 9S 9H 9D 7D", discard="2H", stock="2C 7C")
    game.draw()
    game.ok(meld("7S 7H JK", QUEENS), {"discard": "2C"})
    game.draw()
    game.ok(meld("8S 8H 8D", "9S 9H 9D"))
    return game


def test_melds_are_numbered_in_the_order_they_were_laid_by_whomever():
    game = two_tables()
    lists = ("7S 7H JK", QUEENS, "8S 8H 8D", "9S 9H 9D")
    assert game.state["melds"] == [text.split() for text in lists]
    assert game.state["laid"] == [0, 1]
    assert game.hand(1) == ["7D", "7C"]


def test_laying_off_and_swapping_on_the_melds_of_others():
    game = two_tables()
    assert game.follow(layoff(0, "7C"))["melds"][0] == "7S 7H JK 7C".split()
    state = game.ok(swap(0, "7D", "JK"))
    assert state["melds"][0] == "7S 7H 7D".split()
    assert state["hands"][1] == ["7C", "JK"]


def test_laid_is_sorted_by_seat():
    game = at_round(1, first=1, players=3)
    game.deal("8S 8H 8D 9S 9H 9D 2S", "7S 7H 7D QH QD QC 2S", stock="2C 2D 4C")
    game.draw()
    assert game.ok(meld("7S 7H 7D", QUEENS), {"discard": "2C"})["laid"] == [1]
    game.idle()
    game.draw()
    assert game.ok(meld("8S 8H 8D", "9S 9H 9D"))["laid"] == [0, 1]


# strict


def test_strict_no_laying_off_in_the_turn_of_laying_but_swapping():
    game = laid(1, "7S 7H JK", QUEENS, rest="7D 7C 2S 2H", strict=True)
    assert game.state["expects"] == ["discard", "swap"]
    game.refused(layoff(0, "7C"), "not-now")
    game.ok(swap(0, "7D", "JK"))
    game.refused(layoff(1, "JK"), "not-now")
    game.ok({"discard": "2S"})
    while game.state["to_act"] != 0:
        game.idle()
    game.draw()
    assert game.state["expects"] == ["discard", "layoff", "swap"]
    game.ok(layoff(0, "7C"))


def test_strict_counts_for_the_turn_of_each_player():
    game = two_tables(strict=True)
    assert game.state["expects"] == ["discard", "swap"]
    game.refused(layoff(0, "7C"), "not-now")


def test_strict_without_swap():
    game = laid(1, "7S 7H JK", QUEENS, rest="7D 7C", strict=True, swap=False)
    assert game.state["expects"] == ["discard"]


# Buying


def test_buy_takes_the_top_discard_and_a_penalty_card():
    game = at_round(1, players=3, buy=True).deal("AS", "AH", "AD", discard="5H", stock="KC QC")
    before = game.state
    after = game.ok({"buy": 2})
    assert after["stock"] == before["stock"] - 1
    assert after["discard"] is None
    assert without(after["hands"][2], ["5H", "KC"]) == before["hands"][2]
    assert after["hands"][:2] == before["hands"][:2]
    # the turn is still that of seat 0, who draws from the stock now
    assert (after["to_act"], after["expects"]) == (0, ["draw"])
    game.refused({"buy": 1}, "not-now")
    game.refused(TAKE, "not-now")
    assert "QC" in game.ok(DRAW)["hands"][0]


def test_buy_uncovers_the_discard_below():
    game = at_round(1, players=3, buy=True).deal(discard="5H", stock="KC QC JC")
    game.idle()
    state = game.ok({"buy": 0})
    assert state["discard"] == "5H"
    assert state["expects"] == ["buy", "draw"]
    # one may buy again before the same draw
    state = game.ok({"buy": 0})
    assert state["discard"] is None
    assert len(state["hands"][0]) == 11


def test_buy_option_off():
    game = at_round(1, players=3).deal()
    assert game.state["expects"] == ["draw"]
    game.refused({"buy": 1}, "not-now")
    game.refused({"buy": "x"}, "not-now")


def test_buy_is_for_another_seat_than_the_one_whose_turn_it_is():
    game = at_round(1, players=3, buy=True).deal()
    game.refused({"buy": 0}, "not-now")
    for seat in (1, 2):
        game.follow({"buy": seat})
    game.idle()
    game.refused({"buy": 1}, "not-now")
    game.follow({"buy": 0})


def test_buy_takes_a_seat():
    game = at_round(1, players=3, buy=True).deal()
    for value in confusing(0, 1) + (3, -1, HUGE, "1", True, 1.0):
        game.refused({"buy": value}, "bad-value")


def test_buy_three_times_a_round_each():
    game = at_round(1, first=1, players=3, buy=True).deal()
    for bought in range(3):
        while game.state["to_act"] == 0:
            game.idle()
        game.buy(0)
        assert len(game.hand(0)) == 9 + 2 * bought
        game.idle()
    while game.state["to_act"] == 0:
        game.idle()
    game.refused({"buy": 0}, "not-now")
    # the others have their own three
    other = 3 - game.state["to_act"]
    game.ok({"buy": other})


def test_buy_three_times_anew_in_the_next_round():
    game = at_round(1, buy=True).deal("7S 7H 7D QH QD QC QS")
    for _ in range(3):
        game.buy(1)
        game.idle(2)
    game.refused({"buy": 1}, "not-now")
    last = game.draw()
    game.ok(meld("7S 7H 7D", "QH QD QC QS"), {"discard": last})
    assert game.state["round"] == 2
    game.deal().idle()
    for _ in range(3):
        game.buy(1)
        game.idle(2)
    game.refused({"buy": 1}, "not-now")


def test_buy_is_undone():
    game = at_round(1, players=3, buy=True).deal()
    before = game.state
    for _ in range(2):
        for _ in range(3):
            game.ok({"buy": 1})
            assert game.undo() == before


def test_buy_allows_penalties_of_the_cards_bought():
    game = at_round(1, players=2, buy=True)
    game.ok({"round": {"out": 0, "hands": [0, 260]}})


# Stock empty, reshuffle, blocked


def run_out(**options):
    """A single pack in round 5, three players: the stock after twenty turns; gives the discards."""
    game = at_round(5, players=3, single=True, **options).deal(discard="5H")
    discards = ["5H"]
    for _ in range(20):
        card = game.draw()
        game.ok({"discard": card})
        discards.append(card)
    assert game.state["stock"] == 0
    return game, discards


def test_reshuffle_when_the_stock_has_run_out():
    game, discards = run_out()
    assert (game.state["to_act"], game.state["expects"]) == (2, ["draw", "reshuffle"])
    game.refused(DRAW, "not-now")
    new = sorted(discards[:-1])
    state = game.ok({"reshuffle": new})
    assert (state["stock"], state["discard"]) == (20, discards[-1])
    assert (state["to_act"], state["expects"]) == (2, ["draw"])
    for card in new[:5]:
        seat = game.state["to_act"]
        assert card in game.ok(DRAW)["hands"][seat]
        game.ok({"discard": card})


def test_reshuffle_the_top_discard_may_be_drawn_instead():
    game, discards = run_out()
    state = game.ok(TAKE)
    assert discards[-1] in state["hands"][2]
    assert (state["stock"], state["discard"]) == (0, discards[-2])
    game.ok({"discard": state["hands"][2][0]})
    assert game.state["expects"] == ["draw", "reshuffle"]


def test_reshuffle_all_the_discards_but_the_top_one():
    game, discards = run_out()
    rest = discards[:-1]
    for bad in (
        [],
        rest[1:],
        discards,
        [*rest[1:], discards[-1]],
        [*rest, rest[0]],
        [*rest[1:], rest[1]],
        [*rest[1:], "1S"],
        [*rest, "XX"],
        [*rest[1:], game.hand(0)[0]],
    ):
        game.refused({"reshuffle": bad}, "bad-deal")
    for value in confusing([], ["1", "2"], ["JK"]):
        game.refused({"reshuffle": value}, "bad-value")
        game.refused(
            {"reshuffle": [*rest[1:], value]}, "bad-deal" if type(value) is str else "bad-value"
        )
    game.refused({"reshuffle": " ".join(rest)}, "bad-value")


def test_reshuffle_only_when_the_stock_has_run_out():
    game = at_round(5, players=3, single=True).deal(discard="5H")
    game.refused({"reshuffle": []}, "not-now")
    game.idle(19)
    assert game.state["stock"] == 1
    assert game.state["expects"] == ["draw"]
    game.refused({"reshuffle": []}, "not-now")
    game.draw()
    # after the draw the stock may be empty, but nobody needs to draw
    assert game.state["stock"] == 0
    assert game.state["expects"] == ["discard", "meld"]
    game.refused({"reshuffle": []}, "not-now")


def test_reshuffle_twice_and_undone():
    game, discards = run_out()
    states = [game.state]
    for _ in range(2):
        states.append(game.ok({"reshuffle": discards[:-1]}))
        new, discards = discards[:-1], discards[-1:]
        for card in new:
            states.append(game.ok(DRAW))
            states.append(game.ok({"discard": card}))
            discards.append(card)
    for state in reversed(states[:-1]):
        assert game.undo() == state


def test_reshuffle_nothing_can_be_bought_before_it():
    game, discards = run_out(buy=True)
    assert game.state["expects"] == ["draw", "reshuffle"]
    game.refused({"buy": 0}, "not-now")
    game.ok({"reshuffle": discards[:-1]})
    assert game.state["expects"] == ["buy", "draw"]
    game.ok({"buy": 0})


def sold_out(number):
    """Six players, two packs: one card in the stock and one discard; gives a seat that may buy."""
    game = at_round(number, players=6, buy=True).deal()
    left = [3] * 6

    def buyer():
        others = [seat for seat in range(6) if seat != game.state["to_act"]]
        return max(others, key=lambda seat: left[seat])

    while game.state["stock"] > 1:
        seat = buyer()
        left[seat] -= 1
        game.buy(seat)
        game.idle()
    assert game.state["stock"] == 1
    assert game.state["expects"] == ["buy", "draw"]
    return game, buyer()


def worth(cards, wild):
    points = {None: 20, wild: 20, "A": 15, "K": 10, "Q": 10, "J": 10, "10": 10}
    return sum(points.get(None if card == JOKER else card[:-1], 5) for card in cards)


@pytest.mark.parametrize("number", [6, 7])
def test_blocked_at_once_after_a_buy_that_leaves_nothing_to_draw(number):
    game, seat = sold_out(number)
    before = game.state
    hands = [list(hand) for hand in before["hands"]]
    hands[seat] += [before["discard"], game.stock[0]]
    state = game.ok({"buy": seat})
    # nobody is out, everybody counts the hand
    assert state["outs"] == before["outs"]
    assert state["sheet"][-1] == [worth(hand, before["wild"]) for hand in hands]
    assert (state["over"], "hands" in state, state["to_act"]) == (number == 7, False, None)
    assert state["expects"] == ([] if number == 7 else ["deal", "round"])
    assert game.undo() == before
    # a card drawn instead, and the next player finds two discards
    game.idle()
    assert (game.state["stock"], game.state["expects"]) == (0, ["draw", "reshuffle"])


# Going out, rounds 1 to 6


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6])
def test_rounds_1_to_6_laying_down_must_leave_one(number):
    sets = ["KS KH KD", "QS QH QC", "JS JH JC"]
    runs = ["10S JS QS KS", "10H JH QH KH", "10D JD QD KD"]
    melds = [(sets if kind == "set" else runs).pop(0) for kind in ROUNDS[number - 1][2]]
    cards = " ".join(melds).split()
    more = ROUNDS[number - 1][0] + 1 - len(cards)
    rest = {"set": ["KC", "KC"], "run": ["AS", "9S"]}[ROUNDS[number - 1][2][0]][:more]
    game = ready(number, " ".join(cards + rest))
    assert len(game.hand()) == len(cards) + more
    whole = [melds[0].split() + rest, *(text.split() for text in melds[1:])]
    if "9S" in rest:
        whole[0] = ["9S", *melds[0].split(), "AS"]
    game.refused({"meld": whole}, "bad-contract")
    game.ok({"meld": [text.split() for text in melds]})
    state = game.state
    assert len(state["hands"][0]) == more and state["round"] == number


def test_rounds_1_to_6_one_card_left_only_discard_and_swap():
    game = laid(1, "7S 7H 7D JK", QUEENS, rest="7C")
    assert len(game.hand()) == 1
    assert game.state["expects"] == ["discard", "swap"]
    game.refused(layoff(0, "7C"), "not-now")
    # a swap leaves the one card there must be
    state = game.ok(swap(0, "7C", "JK"))
    assert state["hands"][0] == ["JK"] and state["expects"] == ["discard", "swap"]
    state = game.ok({"discard": "JK"})
    assert (state["round"], state["outs"]) == (2, [1, 0])


def test_rounds_1_to_6_laying_off_must_leave_one():
    game = laid(1, "7S 7H 7D", QUEENS, rest="7C 7S")
    game.refused(layoff(0, "7C 7S"), "bad-layoff")
    game.ok(layoff(0, "7C"))
    assert game.state["expects"] == ["discard", "swap"]
    game.refused(layoff(0, "7S"), "not-now")


def test_going_out_by_the_last_discard_ends_the_round():
    game = at_round(1, first=1, players=3)
    game.deal("KS AH 3S JK 5D 6D 10D", "7S 7H 7D QH QD QC QS", "2S 2H 4S 4H AS AD KD", stock="8S")
    game.draw()
    game.ok(meld("7S 7H 7D", "QH QD QC QS"))
    state = game.ok({"discard": "8S"})
    # K A 3(wild) JK 5 6 10 = 10+15+20+20+5+5+10; 2 2 4 4 A A K = 20+30+10
    assert state["sheet"] == [[85, 0, 60]]
    assert (state["scores"], state["outs"]) == ([85, 0, 60], [0, 1, 0])
    assert (state["round"], state["dealer"], state["to_act"]) == (2, 1, None)
    assert state["expects"] == ["deal", "round"]


def test_going_out_counts_the_wild_rank_of_the_option():
    for wild, penalty in (
        ("kings", 20 + 5 + 15),
        ("twos", 10 + 20 + 15),
        ("climbing", 10 + 5 + 15),
    ):
        game = at_round(1, players=2, wild=wild)
        game.deal("7S 7H 7D QH QD QC QS", "KS 2S AS 4S 4H 4D 4C", stock="8S")
        game.draw()
        game.ok(meld("7S 7H 7D", "QH QD QC QS"))
        assert game.ok({"discard": "8S"})["sheet"] == [[0, penalty + 20]]


def test_going_out_undone():
    game = laid(1, "7S 7H 7D", QUEENS + " QS", rest="8S")
    before = game.state
    after = game.ok({"discard": "8S"})
    assert after["round"] == 2
    assert game.undo() == before
    assert game.ok({"discard": "8S"}) == after


def test_going_out_in_full_play_and_rounds_at_the_table_mix():
    game = laid(2, "7S 7H 7D", "8C 9C 10C JC QC", rest="2S")
    assert game.state["sheet"] == [[0, 5]]
    state = game.ok({"discard": "2S"})
    assert state["outs"] == [2, 0] and len(state["sheet"]) == 2
    state = game.ok({"round": {"out": 1, "hands": [40, 0]}})
    assert state["outs"] == [2, 1] and state["scores"][0] == 40


# Going out, round 7 (wild 9)


RUNS = ("10S JS QS KS", "10H JH QH KH", "10D JD QD KD")


def test_round_7_laying_down_everything_goes_out():
    game = ready(7, " ".join(RUNS) + " AS AH")
    state = game.ok(meld("10S JS QS KS AS", "10H JH QH KH AH", RUNS[2]))
    assert state["over"] is True
    assert state["outs"] == [7, 0]
    assert state["sheet"][-1][0] == 0 and state["sheet"][-1][1] >= 13 * 5
    assert state["round"] == 7 and "hands" not in state
    game.refused({"discard": "AS"}, "over")


def test_round_7_laying_off_the_last_cards_goes_out():
    game = ready(7, " ".join(RUNS) + " AS AH")
    game.ok(meld(*RUNS))
    assert game.state["expects"] == ["discard", "layoff", "swap"]
    game.ok(layoff(0, "AS", "high"))
    # nobody may discard the last card
    assert game.state["expects"] == ["layoff", "swap"]
    game.refused({"discard": "AH"}, "not-now")
    state = game.ok(layoff(1, "AH", "high"))
    assert state["over"] is True and state["outs"] == [7, 0]
    assert game.undo()["hands"][0] == ["AH"]


def test_round_7_laying_off_two_cards_at_once_goes_out():
    game = ready(7, "10S JS QS KS 10H JH QH KH 9C 10D JD QD 7S 8S")
    game.ok(meld("10S JS QS KS", "10H JH QH KH", "9C 10D JD QD"))
    game.refused(layoff(0, "7S 8S", "low"), "bad-layoff")
    game = ready(7, "10S JS QS KS 10H JH QH KH 9C 10D JD QD 8S 9S")
    game.ok(meld("10S JS QS KS", "10H JH QH KH", "9C 10D JD QD"))
    assert game.ok(layoff(0, "8S 9S", "low"))["over"] is True


def test_round_7_laying_down_may_not_leave_a_card_that_cannot_be_laid_off():
    game = ready(7, " ".join(RUNS) + " AS 2C")
    whole = ("10S JS QS KS AS", RUNS[1], RUNS[2])
    game.refused(meld(*whole), "bad-contract")
    # with two left one of them can be discarded
    state = game.ok(meld(*RUNS))
    assert state["expects"] == ["discard", "layoff", "swap"]
    # laying the ace off would leave the two of clubs alone
    game.refused(layoff(0, "AS", "high"), "bad-layoff")
    assert game.follow({"discard": "AS"})["hands"][0] == ["2C"]
    assert game.ok({"discard": "2C"})["hands"][0] == ["AS"]


def test_round_7_laying_down_may_leave_a_card_that_can_be_laid_off():
    game = ready(7, " ".join(RUNS) + " AS AH")
    state = game.ok(meld("10S JS QS KS AS", RUNS[1], RUNS[2]))
    assert state["hands"][0] == ["AH"]
    assert state["expects"] == ["layoff", "swap"]
    # a joker can always be laid off
    game = ready(7, " ".join(RUNS) + " AS JK")
    assert game.ok(meld("10S JS QS KS AS", RUNS[1], RUNS[2]))["hands"][0] == ["JK"]


def test_round_7_strict_laying_down_may_not_leave_a_single_card():
    game = ready(7, " ".join(RUNS) + " AS AH", strict=True)
    game.refused(meld("10S JS QS KS AS", RUNS[1], RUNS[2]), "bad-contract")
    game.follow(meld("10S JS QS KS AS", "10H JH QH KH AH", RUNS[2]))
    state = game.ok(meld(*RUNS))
    assert state["expects"] == ["discard", "swap"]
    game.ok({"discard": "AS"})
    game.idle()
    game.draw()
    # in a later turn cards are laid off as without the option
    assert game.state["expects"] == ["discard", "layoff", "swap"]


def later_turn_in_round_7(drawn, discarded="AS", **options):
    """Seat 0 has laid the three runs, holds AH and now the card drawn in its second turn."""
    game = at_round(7, first=0, **options)
    cards = " ".join(RUNS).split()
    game.deal(" ".join([*cards, "AH"]), stock=f"{discarded} 2C {drawn}")
    game.draw()
    game.ok(meld(*RUNS), {"discard": discarded})
    game.idle()
    game.draw()
    assert sorted(game.hand()) == sorted(["AH", drawn])
    return game


@pytest.mark.parametrize("strict", [False, True])
def test_round_7_laying_off_may_not_leave_a_card_that_cannot_be_laid_off(strict):
    game = later_turn_in_round_7("5C", strict=strict)
    game.refused(layoff(1, "AH", "high"), "bad-layoff")
    assert game.ok({"discard": "5C"})["hands"][0] == ["AH"]
    game = later_turn_in_round_7("AD", strict=strict)
    assert game.ok(layoff(1, "AH", "high"))["expects"] == ["layoff", "swap"]
    assert game.ok(layoff(2, "AD", "high"))["over"] is True


def test_round_7_the_place_may_be_opened_by_the_layoff_itself():
    # the queen of spades only fits once the jack lies there
    game = at_round(7)
    game.deal("7S 8S 9S 10S 10H JH QH KH 10D JD QD KD JS", stock="QS")
    game.draw()
    game.ok(meld("7S 8S 9S 10S", RUNS[1], RUNS[2]))
    game.refused(layoff(0, "QS", "high"), "bad-layoff")
    state = game.ok(layoff(0, "JS", "high"))
    assert state["hands"][0] == ["QS"]
    assert game.ok(layoff(0, "QS", "high"))["over"] is True


def test_round_7_the_place_may_be_taken_by_the_layoff_itself():
    # two aces of hearts for one place
    game = later_turn_in_round_7("AH")
    game.refused(layoff(1, "AH", "high"), "bad-layoff")
    game.refused(layoff(1, "AH AH", "high"), "bad-layoff")
    game.ok({"discard": "AH"})


def test_round_7_single_card_that_could_only_be_swapped_may_not_be_left():
    # KH stands nowhere at an end: the joker lies in its place, and only a swap would take it
    game = ready(7, "10S JS QS KS 10H JH QH JK 10D JD QD KD AS KH")
    melds = ("10S JS QS KS AS", "10H JH QH JK", RUNS[2])
    game.refused(meld(*melds), "bad-contract")
    game.ok(meld("10S JS QS KS", *melds[1:]))
    game.refused(layoff(0, "AS", "high"), "bad-layoff")
    game.ok(swap(1, "KH", "JK"))
    game.ok(layoff(0, "AS", "high"))
    assert game.ok(layoff(2, "JK", "high"))["over"] is True


def test_round_7_the_last_card_may_be_swapped_for_one_that_can_be_laid_off():
    # 9S is wild; AH fits the end of the hearts, and also the place of the nine in the third run
    game = ready(7, "10S JS QS KS 10H JH QH KH JH QH KH 9S AS AH")
    game.ok(meld("10S JS QS KS AS", RUNS[1], "JH QH KH 9S"))
    assert game.hand() == ["AH"]
    state = game.ok(swap(2, "AH", "9S"))
    assert state["hands"][0] == ["9S"]
    assert state["expects"] == ["layoff", "swap"]
    game.refused({"discard": "9S"}, "not-now")
    assert game.ok(layoff(0, "9S", "low"))["over"] is True


def test_round_7_two_cards_left_one_may_be_discarded():
    game = later_turn_in_round_7("5C")
    state = game.ok({"discard": "AH"})
    assert state["hands"][0] == ["5C"] and state["over"] is False
    # one card in the hand, another is drawn: never a last card to discard
    game.idle()
    game.draw()
    assert len(game.hand()) == 2 and "discard" in game.state["expects"]


def test_round_7_without_the_contract_a_card_is_discarded_as_ever():
    game = at_round(7).deal()
    game.draw()
    assert game.state["expects"] == ["discard", "meld"]
    game.ok({"discard": game.hand()[0]})
    assert len(game.hand()) == 13


def test_round_5_of_a_single_pack_is_no_round_7():
    game = ready(5, "KS KH KD QS QH QD 8C 9C 10C JC QC KC", single=True)
    game.refused(meld("KS KH KD KC", "QS QH QD", "8C 9C 10C JC QC"), "bad-contract")
    game.ok(meld("KS KH KD", "QS QH QD", "8C 9C 10C JC QC"))
    assert game.state["expects"] == ["discard", "swap"]
    state = game.ok({"discard": "KC"})
    assert state["over"] is True and state["outs"] == [5, 0]


# Over the end


def test_last_round_in_full_play_ends_the_game_and_undo_brings_it_back():
    game = ready(7, " ".join(RUNS) + " AS AH")
    states = [game.state]
    for event in (meld(*RUNS), layoff(0, "AS", "high"), layoff(1, "AH", "high")):
        states.append(game.ok(event))
    over = states.pop()
    assert over["expects"] == [] and over["to_act"] is None and over["winners"] == [0]
    for event in (DRAW, layoff(1, "AH", "high"), {"discard": 5}, {"reshuffle": []}):
        game.refused(event, "over")
    game.refused({"bid": 5}, "unknown-event")
    for state in reversed(states):
        assert game.undo() == state


def test_events_of_full_play_with_other_keys_are_unknown():
    game = laid(1, "7S 7H 7D", QUEENS, rest="7C 8S")
    for event in (
        {"discard": "8S", "meld": []},
        {"layoff": {"meld": 0, "cards": ["7C"]}, "at": "low"},
        {"meld": 0, "cards": ["7C"]},
        {"meld": 0, "card": "7C", "for": "JK"},
        {"play": "8S"},
        {"trick": 0},
        {"talon": []},
        {},
        [],
        "discard",
    ):
        game.refused(event, "unknown-event")
    game.refused(BAD_JSON, "bad-json")


def test_undo_in_full_play_takes_back_one_event_at_a_time():
    game = at_round(1, buy=True, players=3)
    game.deal("7S 7H JK QH QD QC 7D", discard="2H", stock="2D 7C 2C")
    states = [game.state]
    for event in (
        {"buy": 1},
        DRAW,
        meld("7S 7H JK", QUEENS),
        swap(0, "7D", "JK"),
        {"discard": "7C"},
        TAKE,
        {"discard": "7C"},
        {"buy": 0},
        DRAW,
    ):
        states.append(game.ok(event))
        game.refused({"undo": False}, "bad-value")
        game.refused({"deal": {}}, "not-now")
    for state in reversed(states[:-1]):
        assert same(game.undo(), state)
