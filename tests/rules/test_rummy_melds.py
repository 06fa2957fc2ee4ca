"""Mexican Rummy's melds: sets, runs, wild cards, the contract, laying off and swapping.

The examples are read off RULES.md section 4; `test_random_…` compares with the brute force of
`rummy_oracle` on lists of cards that nobody picked.
"""

from collections import Counter
from random import Random

import pytest

from helpers import confusing, transcript
from rules_core import RuleError, new_game
from rummy_oracle import (
    DRAW,
    JOKER,
    RANKS,
    ROUNDS,
    SUITS,
    Model,
    at_round,
    laid,
    layoff,
    meld,
    pack_of,
    place_name,
    read,
    ready,
    swap,
    without,
)

# A second meld that the first one has nothing to do with.
QUEENS = "QH QD QC"
CLUBS = "8C 9C 10C JC"


def takes(number, text, **options):
    """Round 1 (set set, wild 3) or 3 (run run, wild 5) accepts the cards."""
    other = QUEENS if number == 1 else CLUBS
    game = ready(number, f"{text} {other}", **options)
    assert game.follow(meld(text, other))["melds"] == [text.split(), other.split()]
    assert game.follow(meld(other, text))["melds"] == [other.split(), text.split()]


def refuses(number, text, code, **options):
    other = QUEENS if number == 1 else CLUBS
    game = ready(number, f"{text} {other}", **options)
    game.refused(meld(text, other), code)
    game.refused(meld(other, text), code)


def lies(game, event, number, text):
    """The event is accepted and that meld lies so then; it is taken back."""
    assert game.follow(event)["melds"][number] == text.split()


# Sets


@pytest.mark.parametrize("text", ["7S 7H 7D", "7S 7H 7D 7C", "AS AH AD", "10S 10C 10D", "KH KD KC"])
def test_set_three_or_more_of_one_rank_suits_free(text):
    takes(1, text)


@pytest.mark.parametrize("text", ["7S 7S 7H", "7S 7S 7H 7H"])
def test_set_the_same_card_twice(text):
    takes(1, text)


def test_set_the_same_card_three_times_with_three_packs():
    takes(1, "7S 7S 7S", packs=3)


def test_set_has_no_upper_limit():
    many = "7S 7H 7D 7C 7S 7H 7D 7C JK 3S"
    game = laid(1, many, QUEENS, rest="8S")
    assert game.state["melds"][0] == many.split()


@pytest.mark.parametrize(
    "text",
    ["", "7S", "7S 7H", "JK", "7S JK", "7S 7H 8D", "7S 8S 9S", "7S 7H JK 8D", "AS KS QS", "3S 3H"],
)
def test_set_nothing_else_is_one(text):
    refuses(1, text, "bad-meld")


@pytest.mark.parametrize(
    "text", ["7S 7H JK", "JK 7S JK", "7S 3D 7H", "3D JK 7S", "7S 3H 3H", "JK JK JK 7S"]
)
def test_set_wild_cards_stand_for_any_card(text):
    takes(1, text)


@pytest.mark.parametrize("text", ["3S 3H 3D", "3S 3H JK", "3S JK JK", "JK 3S JK 3S"])
def test_set_of_the_wild_rank_its_cards_are_natural(text):
    takes(1, text)


@pytest.mark.parametrize("text", ["JK JK JK", "JK JK JK JK"])
def test_set_needs_a_natural_card(text):
    refuses(1, text, "bad-meld")


def test_set_another_rank_than_the_wild_one_is_not_wild():
    refuses(1, "7S 7H 4D", "bad-meld")
    refuses(1, "7S 7H 3D", "bad-meld", wild="kings")
    refuses(1, "7S 7H 3D", "bad-meld", wild="twos")
    takes(1, "7S 7H 2D", wild="twos")
    takes(1, "7S 7H KD", wild="kings")


# Runs


@pytest.mark.parametrize(
    "text", ["6S 7S 8S 9S", "9H 10H JH QH", "6D 7D 8D 9D 10D", "6S 7S 8S 9S 10S"]
)
def test_run_four_or_more_in_a_row_in_one_suit(text):
    takes(3, text)


@pytest.mark.parametrize("text", ["AS 2S 3S 4S", "JS QS KS AS", "10D JD QD KD AD", "AS 2S JK 4S"])
def test_run_ace_low_or_high(text):
    takes(3, text)


@pytest.mark.parametrize(
    "text",
    ["KS AS 2S 3S", "QS KS AS 2S", "JS QS KS AS 2S", "QS KS JK 2S", "KS JK 2S 3S", "KS AS JK JK"],
)
def test_run_never_around(text):
    refuses(3, text, "bad-meld")


@pytest.mark.parametrize(
    "text",
    [
        "6S 7S 8S", "6S", "6S 7S JK", "6S 7S 8S 9H", "6S 7S 9S 10S", "9S 8S 7S 6S", "6S 8S 7S 9S",
        "6S 6S 7S 8S", "6S 7H 8S 9S", "AS 2S 3S 4H", "6S 7S JK 8S", "2S AS 3S 4S", "6S JK 7S 8S",
        "AS KS QS JS", "6S JK JK 8S", "6S 9S 7S JK", "JK 6H 7S 8S", "6S JK 6H 9S", "7S 6S JK JK",
    ],
)  # fmt: skip
def test_run_is_listed_from_low_to_high_without_gaps(text):
    refuses(3, text, "bad-meld")


@pytest.mark.parametrize(
    "text",
    [
        "6S JK 8S 9S", "JK 7S 8S 9S", "6S 7S 8S JK", "JK JK 8S 9S", "7S JK JK JK", "JK 7S JK JK",
        "5H 7S 8S 9S", "6S 5S 8S 9S", "6S 5C 5D JK", "JK 2S 3S 4S", "JS QS KS JK", "AS JK JK JK",
        "JK JK JK AS", "JK JK JK 4S", "JS JK JK JK", "JK JK KS AS", "5S 5S 7S 8S", "6S 7S 8S 5S",
    ],
)  # fmt: skip
def test_run_wild_cards_stand_for_any_card(text):
    takes(3, text)


@pytest.mark.parametrize("text", ["JK AS 2S 3S", "QS KS AS JK", "JK KS AS JK", "5H AS 2S 3S"])
def test_run_no_wild_card_beyond_an_ace(text):
    refuses(3, text, "bad-meld")


@pytest.mark.parametrize(
    "text",
    ["QS JK JK JK", "JK AS JK JK", "JK JK AS JK", "JK JK JK 3S", "JK JK 2S JK", "AS JK JK AS"],
)
def test_run_no_wild_card_beyond_an_ace_though_it_is_a_set(text):
    refuses(3, text, "bad-contract")


def test_run_needs_a_natural_card():
    refuses(3, "JK JK JK JK", "bad-meld")


@pytest.mark.parametrize(
    "text", ["JK 5S JK JK", "5S JK JK JK", "JK JK JK 5S", "5S 5H 5D 5C", "5H JK 5H JK"]
)
def test_run_of_wild_cards_only_stands_by_one_that_fits_its_place(text):
    takes(3, text)


@pytest.mark.parametrize(
    ("wild", "text"),
    [
        ("kings", "KS JK JK JK"), ("kings", "JK KS JK JK"), ("kings", "JK KS JK JK JK"),
        ("twos", "JK JK JK 2S"), ("twos", "JK JK 2S JK"), ("twos", "JK JK 2S 2H"),
        ("kings", "KS KH JK JK"),
    ],
)  # fmt: skip
def test_run_of_wild_cards_none_of_which_fits_its_place(wild, text):
    # a set they are, of kings or twos, so it is the contract that they do not meet
    refuses(3, text, "bad-contract", wild=wild)


@pytest.mark.parametrize(
    ("wild", "text"),
    [
        ("kings", "JK JK KS JK"), ("kings", "JK JK JK KS"), ("kings", "KS KH KD KC"),
        ("twos", "JK 2S JK JK"), ("twos", "2S JK JK JK"), ("twos", "2S 2H 2D 2C"),
        ("twos", "AS 2S 3S 4S"), ("kings", "10S JS QS KS"), ("kings", "JS QS KS AS"),
        ("kings", "6S KS 8S 9S"), ("twos", "JS QS KS 2S"), ("kings", "AS KS 3S KH"),
    ],
)  # fmt: skip
def test_run_with_fixed_wild_ranks(wild, text):
    takes(3, text, wild=wild)


# Where the wild cards of a run stand


def test_reading_the_first_card_of_the_wild_rank_that_fits_decides():
    # 5S stands in its own place: 4 5 6 7 of spades; 5H is then a wild card and stands for the 6S
    game = laid(3, "JK 5S 5H JK", CLUBS, rest="6S 4S 6H 3S")
    game.refused(swap(0, "6H", "5H"), "bad-swap")
    game.refused(swap(0, "4S", "5S"), "bad-swap")
    lies(game, swap(0, "6S", "5H"), 0, "JK 5S 6S JK")
    lies(game, swap(0, "4S", "JK"), 0, "4S 5S 5H JK")
    lies(game, layoff(0, "3S", "low"), 0, "3S JK 5S 5H JK")
    game.refused(layoff(0, "3S", "high"), "bad-layoff")


def test_reading_a_wild_rank_card_that_cannot_stand_in_its_place_is_passed_over():
    # wild kings: KS at the front would run beyond the ace, KH third from the front does not
    game = laid(3, "KS JK KH JK", CLUBS, rest="JH JS QH AH AS", wild="kings")
    game.refused(swap(0, "JS", "KS"), "bad-swap")
    game.refused(swap(0, "AS", "JK"), "bad-swap")
    game.refused(swap(0, "AH", "KH"), "bad-swap")
    lies(game, swap(0, "JH", "KS"), 0, "JH JK KH JK")
    lies(game, swap(0, "QH", "JK"), 0, "KS QH KH JK")
    lies(game, swap(0, "AH", "JK"), 0, "KS JK KH AH")


def test_reading_wild_twos_in_a_run():
    # 2S cannot be third (the first card would lie below the ace), 2D can be second
    game = laid(3, "JK 2D 2S JK", CLUBS, rest="AD AS 3D 3S 4D 2S", wild="twos")
    game.refused(swap(0, "AS", "JK"), "bad-swap")
    game.refused(swap(0, "3S", "2S"), "bad-swap")
    game.refused(swap(0, "AD", "2D"), "bad-swap")
    lies(game, swap(0, "AD", "JK"), 0, "AD 2D 2S JK")
    lies(game, swap(0, "3D", "2S"), 0, "JK 2D 3D JK")
    lies(game, swap(0, "4D", "JK"), 0, "JK 2D 2S 4D")
    game.refused(layoff(0, "2S", "low"), "bad-layoff")


def test_reading_another_natural_card_decides_before_the_wild_rank():
    # 9S says 6 7 8 9; the 5S before it is not in its own place and stands for the 7S
    game = laid(3, "JK 5S JK 9S", CLUBS, rest="7S 6S 5S 4S")
    lies(game, swap(0, "7S", "5S"), 0, "JK 7S JK 9S")
    lies(game, swap(0, "6S", "JK"), 0, "6S 5S JK 9S")
    game.refused(swap(0, "4S", "JK"), "bad-swap")


def test_reading_a_wild_rank_card_in_its_own_place_is_natural_in_a_run():
    game = laid(3, "4S 5S 6S 5S", CLUBS, rest="7S 4S 6S")
    # the first 5S is itself, the second stands for the 7S
    lies(game, swap(0, "7S", "5S"), 0, "4S 5S 6S 7S")
    game.ok(swap(0, "7S", "5S"))
    for card in ("4S", "5S", "6S"):
        game.refused(swap(0, card, "5S"), "bad-swap")


def test_reading_own_place_means_own_suit_too():
    game = laid(3, "4S 5H 6S 7S", CLUBS, rest="5S 5H")
    game.refused(swap(0, "5H", "5H"), "bad-swap")
    lies(game, swap(0, "5S", "5H"), 0, "4S 5S 6S 7S")


# Set or run


def test_either_is_a_set_rather_than_a_run_the_earlier_meld_first():
    # round 2, wild 4: set run. Both lists could be either: the earlier one is the set
    game = laid(2, "7S JK JK 4H", "9S JK JK 4D", rest="7H 8S 9H 10S")
    lies(game, layoff(0, "7H"), 0, "7S JK JK 4H 7H")
    game.refused(layoff(0, "8S", "high"), "bad-layoff")
    game.refused(swap(0, "8S", "JK"), "bad-swap")
    lies(game, swap(1, "10S", "JK"), 1, "9S 10S JK 4D")
    game.refused(layoff(1, "9H"), "bad-layoff")
    game.refused(swap(1, "9H", "JK"), "bad-swap")
    lies(game, layoff(1, "8S", "low"), 1, "8S 9S JK JK 4D")


def test_either_listed_the_other_way_round():
    game = laid(2, "9S JK JK 4D", "7S JK JK 4H", rest="7H 8S 9H 10S")
    game.refused(swap(0, "10S", "JK"), "bad-swap")
    lies(game, layoff(0, "9H"), 0, "9S JK JK 4D 9H")
    lies(game, swap(1, "8S", "JK"), 1, "7S 8S JK 4H")
    game.refused(layoff(1, "7H"), "bad-layoff")


@pytest.mark.parametrize("first", [0, 1])
def test_either_yields_to_a_meld_that_can_only_be_a_set(first):
    lists = ["7S JK JK 4H", "9S 9H 9D"]
    game = laid(2, lists[first], lists[1 - first], rest="7H 8S 2S")
    game.refused(layoff(first, "7H"), "bad-layoff")
    lies(game, swap(first, "8S", "JK"), first, "7S 8S JK 4H")


@pytest.mark.parametrize("first", [0, 1])
def test_either_is_a_set_where_the_other_can_only_be_a_run(first):
    lists = ["7S JK JK 4H", "9S 10S JS QS"]
    game = laid(2, lists[first], lists[1 - first], rest="7H 8S")
    lies(game, layoff(first, "7H"), first, "7S JK JK 4H 7H")
    game.refused(swap(first, "8S", "JK"), "bad-swap")


def test_either_three_of_them_in_set_run_run():
    game = laid(6, "6S JK JK 8H", "9S JK JK 8D", "10D 8S 8C 8C", rest="6H 7S 10S 10H JD")
    lies(game, layoff(0, "6H"), 0, "6S JK JK 8H 6H")
    lies(game, swap(1, "10S", "JK"), 1, "9S 10S JK 8D")
    lies(game, swap(2, "JD", "8S"), 2, "10D JD 8C 8C")
    game.refused(swap(0, "7S", "JK"), "bad-swap")
    game.refused(layoff(2, "10H"), "bad-layoff")


def test_either_two_sets_before_the_run():
    game = laid(5, "6S JK JK 7H", "9S JK JK 7D", "10D 7S 7C 7C", rest="9H 10S 10H JD 2S")
    lies(game, layoff(1, "9H"), 1, "9S JK JK 7D 9H")
    lies(game, swap(2, "JD", "7S"), 2, "10D JD 7C 7C")
    game.refused(swap(1, "10S", "JK"), "bad-swap")
    # a set that is certain is one of the two
    game = laid(5, "6S JK JK 7H", "9S 9H 9D", "10D 7S 7C JK", rest="6H 7S 10H JD 2S")
    lies(game, layoff(0, "6H"), 0, "6S JK JK 7H 6H")
    lies(game, swap(2, "JD", "7S"), 2, "10D JD 7C JK")


def test_either_cards_of_the_wild_rank_only():
    # four fours: a set of fours, all of them natural …
    game = laid(2, "4S 4H 4D 4C", "9S 10S JS QS", rest="4S 5S")
    game.refused(swap(0, "4S", "4H"), "bad-swap")
    lies(game, layoff(0, "4S"), 0, "4S 4H 4D 4C 4S")
    # … or a run, in which 4S is itself and 4H stands for the 5S
    game = laid(2, "4S 4H 4D 4C", "9S 9H 9D", rest="5S 6S 3S")
    lies(game, swap(0, "5S", "4H"), 0, "4S 5S 4D 4C")
    lies(game, layoff(0, "3S", "low"), 0, "3S 4S 4H 4D 4C")


# The contract


SETS = ("KS KH KD", "QS QH QC", "JS JH JC")
RUNS = ("10S JS QS KS", "10H JH QH KH", "10D JD QD KD")


def contract_melds(number, more=False):
    kinds = ROUNDS[number - 1][2]
    melds = list(SETS[: kinds.count("set")]) + list(RUNS[: kinds.count("run")])
    if more:
        melds = [text + (" A" + text[-1] if text in RUNS else text[-3:]) for text in melds]
    return melds


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6, 7])
def test_contract_melds_in_any_order(number):
    melds = contract_melds(number)
    game = ready(number, " ".join(melds))
    for order in (melds, melds[::-1], melds[1:] + melds[:1]):
        state = game.follow(meld(*order))
        assert state["melds"] == [text.split() for text in order]
        assert state["laid"] == [0]


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6, 7])
def test_contract_melds_may_be_longer(number):
    melds = contract_melds(number, more=True)
    game = ready(number, " ".join(melds) + " 2S 2H")
    game.ok(meld(*melds))
    # a contract may also be longer in one place only
    game = ready(number, " ".join(melds) + " 2S 2H")
    game.ok(meld(*contract_melds(number)[:-1], melds[-1]))


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6, 7])
def test_contract_exactly_the_melds_listed(number):
    melds = contract_melds(number)
    game = ready(number, " ".join(melds) + " 8S 8H 8D AC 2C")
    for wrong in ([], melds[:-1], melds[1:], [*melds, "8S 8H 8D"]):
        game.refused(meld(*wrong), "bad-contract")
    kinds = list(ROUNDS[number - 1][2])
    # as many melds as the contract has, but one of the other kind
    for place, kind in enumerate(kinds):
        other = "8S 8H 8D" if kind == "run" else "8S 9S 10S JS"
        text = " ".join(melds[:place] + melds[place + 1 :] + [other, "AC 2C"])
        wrong = meld(*melds[:place], other, *melds[place + 1 :])
        ready(number, text).refused(wrong, "bad-contract")


def test_contract_nothing_may_be_laid_before_it():
    game = ready(3, "6S 7S 8S 9S 8C 9C 10C JC")
    assert game.state["expects"] == ["discard", "meld"]
    game.refused(layoff(0, "6S", "low"), "not-now")
    game.refused(swap(0, "6S", "JK"), "not-now")


def test_contract_is_laid_once():
    game = laid(1, "7S 7H 7D", QUEENS, rest="8S 8H 8D 9S 9H 9D JS")
    assert game.state["expects"] == ["discard", "layoff", "swap"]
    game.refused(meld("8S 8H 8D", "9S 9H 9D"), "not-now")


def test_meld_faults_not_your_card_then_bad_meld_then_bad_contract():
    game = ready(1, "7S 7H 7D KH KD KC 9S 10S")
    game.refused(meld("7S 7H 7D", "KH KD KS"), "not-your-card")
    game.refused(meld("7S 7H 8D", "KH KD KS"), "not-your-card")
    game.refused(meld("7S 7H 7D 7D", "KH KD KC"), "not-your-card")
    game.refused(meld("7S 7H 7D", "7S 7H 7D"), "not-your-card")
    game.refused(meld("7S", "7S"), "not-your-card")
    game.refused(meld("7S 7H 9S", "KH KD KC"), "bad-meld")
    game.refused(meld("7S 7H"), "bad-meld")
    game.refused(meld("7S 7H 7D", "KH KD KC", "9S"), "bad-meld")
    game.refused(meld("7S 7H 7D", ""), "bad-meld")
    game.refused(meld("7S 7H 7D"), "bad-contract")
    game.refused(meld(), "bad-contract")


def test_meld_shapes_are_a_bad_value_before_anything_else():
    game = ready(1, "7S 7H 7D KH KD KC 9S 10S")
    for value in confusing([], [[]]):
        game.refused({"meld": value}, "bad-value")
    for value in confusing("AS", "JK"):
        game.refused({"meld": [["7S", "7H", value], ["KH", "KD", "KC"]]}, "bad-value")
        game.refused({"meld": [["2S", "7H"], ["KH", value]]}, "bad-value")
    for value in confusing([]):
        if value != ["JK"]:
            game.refused({"meld": [["7S", "7H", "7D"], value]}, "bad-value")
    for card in ("1S", "11H", "7s", "7", "S7", "joker", "7S ", "♠7", "0S", "07S"):
        game.refused({"meld": [["7S", "7H", "7D"], ["2S", "KD", card]]}, "bad-value")
    game.refused({"meld": {"0": ["7S", "7H", "7D"], "1": ["KH", "KD", "KC"]}}, "bad-value")
    game.refused({"meld": ["7S 7H 7D", "KH KD KC"]}, "bad-value")


# Laying off


def test_layoff_on_a_set_cards_of_its_rank_and_wild_cards():
    game = laid(1, "7S 7H 7D", QUEENS, rest="7C 7S 3D JK 8S 10S")
    lies(game, layoff(0, "7C"), 0, "7S 7H 7D 7C")
    lies(game, layoff(0, "7S"), 0, "7S 7H 7D 7S")
    lies(game, layoff(0, "3D"), 0, "7S 7H 7D 3D")
    lies(game, layoff(0, "JK 7C 3D"), 0, "7S 7H 7D JK 7C 3D")
    game.refused(layoff(0, "8S"), "bad-layoff")
    game.refused(layoff(0, "7C 8S"), "bad-layoff")
    lies(game, layoff(1, "JK"), 1, "QH QD QC JK")


def test_layoff_on_a_set_of_the_wild_rank():
    game = laid(1, "3S 3H JK", QUEENS, rest="3D JK 4S 4H 3S")
    game.refused(layoff(0, "4S"), "bad-layoff")
    game.ok(layoff(0, "3D"))
    # that three is natural
    game.refused(swap(0, "3S", "3D"), "bad-swap")
    lies(game, swap(0, "3S", "JK"), 0, "3S 3H 3S 3D")


def test_layoff_on_a_run_at_either_end():
    game = laid(3, "7S 8S 9S 10S", CLUBS, rest="4S 5S 6S JS QS KS AS")
    lies(game, layoff(0, "6S", "low"), 0, "6S 7S 8S 9S 10S")
    lies(game, layoff(0, "JS", "high"), 0, "7S 8S 9S 10S JS")
    lies(game, layoff(0, "4S 5S 6S", "low"), 0, "4S 5S 6S 7S 8S 9S 10S")
    lies(game, layoff(0, "JS QS KS AS", "high"), 0, "7S 8S 9S 10S JS QS KS AS")
    for cards, at in (
        ("6S", "high"),
        ("JS", "low"),
        ("4S", "low"),
        ("QS", "high"),
        ("QS JS", "high"),
    ):
        game.refused(layoff(0, cards, at), "bad-layoff")
    for cards in ("6S 5S", "4S 5S", "6S JS", "4S 6S 5S"):
        game.refused(layoff(0, cards, "low"), "bad-layoff")
    game.refused(layoff(0, "JS KS", "high"), "bad-layoff")


def test_layoff_on_a_run_is_of_its_suit():
    game = laid(3, "7S 8S 9S 10S", CLUBS, rest="6H JH 7C QC")
    for number, cards, at in (
        (0, "6H", "low"),
        (0, "JH", "high"),
        (1, "7C", "high"),
        (1, "6H", "low"),
    ):
        game.refused(layoff(number, cards, at), "bad-layoff")
    lies(game, layoff(1, "7C", "low"), 1, "7C 8C 9C 10C JC")
    lies(game, layoff(1, "QC", "high"), 1, "8C 9C 10C JC QC")


def test_layoff_wild_cards_on_a_run():
    game = laid(3, "7S 8S 9S 10S", CLUBS, rest="JK 5H JK QS 6S 2S")
    lies(game, layoff(0, "JK", "low"), 0, "JK 7S 8S 9S 10S")
    lies(game, layoff(0, "5H 6S", "low"), 0, "5H 6S 7S 8S 9S 10S")
    game.ok(layoff(0, "5H QS JK", "high"))
    assert game.state["melds"][0] == "7S 8S 9S 10S 5H QS JK".split()
    # the wild cards have their places: 5H is the JS, the joker the KS
    game.refused(swap(0, "QS", "JK"), "not-your-card")
    game.refused(swap(0, "6S", "JK"), "bad-swap")


def test_layoff_a_wild_rank_card_in_its_own_place_is_natural():
    game = laid(3, "6S 7S 8S 9S", CLUBS, rest="5S 5S 5H 4S 2S")
    game.ok(layoff(0, "5S", "low"))
    game.refused(swap(0, "5S", "5S"), "bad-swap")
    lies(game, layoff(0, "4S", "low"), 0, "4S 5S 6S 7S 8S 9S")
    game.undo()
    game.ok(layoff(0, "5H", "low"))
    lies(game, swap(0, "5S", "5H"), 0, "5S 6S 7S 8S 9S")


@pytest.mark.parametrize("card", ["KS", "KH", "JK", "5S", "2S", "AS"])
def test_layoff_nothing_below_a_low_ace(card):
    game = laid(3, "AS 2S 3S 4S", CLUBS, rest=f"{card} 9H 9D")
    game.refused(layoff(0, card, "low"), "bad-layoff")


@pytest.mark.parametrize("card", ["2S", "JK", "5S", "QS", "KS", "AS"])
def test_layoff_nothing_above_a_high_ace(card):
    game = laid(3, "JS QS KS AS", CLUBS, rest=f"{card} 9H 9D")
    game.refused(layoff(0, card, "high"), "bad-layoff")


def test_layoff_nothing_beyond_an_ace_that_is_laid_off_with_it():
    game = laid(3, "JS QS KS JK", "2H 3H 4H JK", rest="JK JK AS AH 9D")
    game.refused(layoff(0, "JK", "high"), "bad-layoff")
    game.refused(layoff(1, "JK AH", "low"), "bad-layoff")
    game.refused(layoff(1, "JK JK", "low"), "bad-layoff")
    game.refused(layoff(0, "AS", "high"), "bad-layoff")
    lies(game, layoff(1, "JK", "low"), 1, "JK 2H 3H 4H JK")
    lies(game, layoff(1, "AH", "low"), 1, "AH 2H 3H 4H JK")


def two_rich_hands(number, first, second, lists, last, **options):
    """Seats 0 and 1 have bought three times each; seat 0 has laid its lists and discarded `last`.

    first, second: the cards of both, seven more than are dealt. Seat 1 has drawn its card.
    """
    first, second = first.split(), second.split()
    dealt = ROUNDS[number - 1][0]
    assert len(first) == len(second) == dealt + 7
    idle = [card for card in pack_of(options) if card not in first + second][:2]
    # what a seat draws and discards is what the next one buys, with the card after it
    stock = (
        first[dealt + 1 : -1] + idle[:1] + first[-1:] + second[dealt:-1] + idle[1:] + second[-1:]
    )
    game = at_round(number, first=1, players=4, buy=True, **options)
    hands = " ".join(first[:dealt]), " ".join(second[:dealt])
    game.deal(*hands, discard=first[dealt], stock=" ".join(stock))
    for _ in range(3):
        game.buy(0)
        game.idle()
    game.draw()
    game.ok(meld(*lists), {"discard": last})
    game.idle()
    for _ in range(3):
        game.buy(1)
        game.idle()
    game.draw()
    assert Counter(game.hand(1)) == Counter(second)
    return game


HEARTS, DIAMONDS = "6H 7H 8H 9H", "6D 7D 8D 9D"


def long_run(ten, five, **options):
    """Round 3: seat 0 has laid those ten cards as a run, seat 1 in its turn holds the five."""
    first = f"{ten} {HEARTS} 2C 4C"
    second = f"{five} {DIAMONDS} 10D JD QD KD 2H 3H 4H"
    game = two_rich_hands(3, first, second, (ten, HEARTS), "4C", **options)
    game.ok(meld(DIAMONDS, "10D JD QD KD"))
    return game


def test_layoff_up_to_a_run_of_fourteen_with_both_aces():
    game = long_run("AS 2S 3S 4S 5S 6S 7S 8S 9S 10S", "JS QS KS AS JK")
    game.refused(layoff(0, "JS QS KS AS JK", "high"), "bad-layoff")
    game.ok(layoff(0, "JS QS KS", "high"))
    lies(game, layoff(0, "JK", "high"), 0, "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS JK")
    game.ok(layoff(0, "AS", "high"))
    ranks = ["A", *[str(n) for n in range(2, 11)], "J", "Q", "K", "A"]
    assert game.state["melds"][0] == [rank + "S" for rank in ranks]
    for card in ("JK", "2H"):
        for at in ("low", "high"):
            game.refused(layoff(0, card, at), "bad-layoff")


def test_layoff_a_run_that_stands_for_nothing_ends_at_fourteen_too():
    # every five lies too far back to stand in its own place
    ten = "JK JK JK JK JK 5S 5H 5D 5C 5S"
    game = long_run(ten, "JK 5H 5D 5C 5S", packs=3, all_wild=True)
    game.refused(layoff(0, "JK 5H 5D 5C 5S", "high"), "bad-layoff")
    game.refused(layoff(0, "JK 5H 5D 5C 5S", "low"), "bad-layoff")
    game.ok(layoff(0, "5H 5D", "low"), layoff(0, "JK 5C", "high"))
    assert game.state["melds"][0] == f"5H 5D {ten} JK 5C".split()
    for at in ("low", "high"):
        game.refused(layoff(0, "5S", at), "bad-layoff")


@pytest.mark.parametrize("nine", ["7S 7H 7D 7C 7S 7H 7D 7C JK", "JK JK JK JK 3S 3H 3D 3C 3S"])
def test_layoff_a_set_has_no_upper_limit(nine):
    six = "7S 7H 7D 7C JK 3H" if nine.startswith("7") else "JK JK 3H 3D 3C 3S"
    first = f"{nine} {QUEENS} 2C 4C"
    second = f"{six} 8S 8H 8D 9S 9H 9D 2H 5H"
    game = two_rich_hands(1, first, second, (nine, QUEENS), "4C", packs=3, all_wild=True)
    game.ok(meld("8S 8H 8D", "9S 9H 9D"), layoff(0, six))
    assert game.state["melds"][0] == f"{nine} {six}".split()


def test_layoff_place_is_told_for_runs_and_not_for_sets():
    game = laid(2, "7S 7H 7D", "8C 9C 10C JC", rest="7C QC 7C 2S")
    for at in ("low", "high"):
        game.refused(layoff(0, "7C", at), "bad-layoff")
    game.refused(layoff(1, "QC"), "bad-layoff")
    game.ok(layoff(0, "7C"))
    game.ok(layoff(1, "QC", "high"))


def test_layoff_shapes():
    game = laid(2, "7S 7H 7D", "8C 9C 10C JC", rest="7C QC JK 2S 2H")
    for value in confusing():
        game.refused({"layoff": value}, "bad-value")
    for value in confusing(0, 1, True, False):
        game.refused({"layoff": {"meld": value, "cards": ["7C"]}}, "bad-value")
    for value in (True, False, 2, -1):
        game.refused({"layoff": {"meld": value, "cards": ["7C"]}}, "bad-value")
    for value in confusing([], ["JK"]):
        game.refused({"layoff": {"meld": 0, "cards": value}}, "bad-value")
    for value in confusing("AS", "JK"):
        game.refused({"layoff": {"meld": 0, "cards": ["7C", value]}}, "bad-value")
    for value in confusing():
        game.refused({"layoff": {"meld": 1, "cards": ["QC"], "at": value}}, "bad-value")
    for value in ({"meld": 0}, {"cards": ["7C"]}, {"meld": 0, "cards": ["7C"], "card": "7C"}):
        game.refused({"layoff": value}, "bad-value")
    # no cards at all: "one or more"
    game.refused(layoff(0, ""), "bad-value")
    game.refused(layoff(1, "", "low"), "bad-value")


def test_layoff_not_your_card_comes_before_bad_layoff():
    game = laid(2, "7S 7H 7D", "8C 9C 10C JC", rest="7C QC 2S")
    game.refused(layoff(0, "KS"), "not-your-card")
    game.refused(layoff(0, "7C 7C"), "not-your-card")
    game.refused(layoff(1, "KS"), "not-your-card")
    game.refused(layoff(0, "7S", "low"), "not-your-card")
    game.refused(layoff(2, "KS"), "bad-value")
    game.refused(layoff(0, "1S"), "bad-value")


# Swapping


def test_swap_in_a_run_takes_exactly_the_card_stood_for():
    game = laid(3, "6S JK 8S 9S", CLUBS, rest="7S 7H 5D 2S")
    game.refused(swap(0, "7H", "JK"), "bad-swap")
    game.refused(swap(0, "5D", "JK"), "bad-swap")
    game.refused(swap(0, "7S", "5H"), "bad-swap")
    state = game.ok(swap(0, "7S", "JK"))
    assert state["melds"][0] == "6S 7S 8S 9S".split()
    assert "JK" in state["hands"][0] and "7S" not in state["hands"][0]


def test_swap_the_wild_card_may_be_used_in_the_same_turn():
    game = laid(3, "6S JK 8S 9S", CLUBS, rest="7S 2S 2H")
    game.ok(swap(0, "7S", "JK"))
    assert game.ok(layoff(1, "JK", "high"))["melds"][1] == "8C 9C 10C JC JK".split()


def test_swap_the_first_that_fits():
    game = laid(3, "JK 7S JK 9S", CLUBS, rest="6S 8S 2S")
    lies(game, swap(0, "8S", "JK"), 0, "JK 7S 8S 9S")
    lies(game, swap(0, "6S", "JK"), 0, "6S 7S JK 9S")
    game = laid(1, "7S JK JK 7H", QUEENS, rest="7D 7C 2S")
    game.ok(swap(0, "7D", "JK"))
    assert game.state["melds"][0] == "7S 7D JK 7H".split()
    assert game.ok(swap(0, "7C", "JK"))["melds"][0] == "7S 7D 7C 7H".split()


def test_swap_in_a_set_any_card_of_its_rank():
    game = laid(1, "7S 3H JK", QUEENS, rest="7S 7C 3D 8S 2S")
    lies(game, swap(0, "7S", "3H"), 0, "7S 7S JK")
    lies(game, swap(0, "7C", "JK"), 0, "7S 3H 7C")
    game.refused(swap(0, "3D", "JK"), "bad-swap")
    game.refused(swap(0, "3D", "3H"), "bad-swap")
    game.refused(swap(0, "8S", "JK"), "bad-swap")


def test_swap_a_card_that_counts_as_itself_cannot_be_taken():
    game = laid(1, "7S 7H 3D", "3S 3H JK", rest="7C 3C 3D 2S")
    for number, card, wanted in (
        (0, "7C", "7S"),
        (0, "7C", "7H"),
        (1, "3C", "3S"),
        (1, "3C", "3H"),
    ):
        game.refused(swap(number, card, wanted), "bad-swap")
    lies(game, swap(1, "3C", "JK"), 1, "3S 3H 3C")
    lies(game, swap(0, "7C", "3D"), 0, "7S 7H 7C")


def test_swap_a_wild_rank_card_as_the_natural_card():
    game = laid(3, "4S JK 6S 7S", CLUBS, rest="5S 5H 2S 5S")
    game.refused(swap(0, "5H", "JK"), "bad-swap")
    game.ok(swap(0, "5S", "JK"))
    assert game.state["melds"][0] == "4S 5S 6S 7S".split()
    game.refused(swap(0, "5S", "5S"), "bad-swap")


def test_swap_a_joker_is_no_natural_card():
    game = laid(3, "6S JK 8S 9S", CLUBS, rest="JK 5H 2S")
    game.refused(swap(0, "JK", "JK"), "bad-swap")
    game.refused(swap(0, "5H", "JK"), "bad-swap")
    game = laid(1, "7S 3H 7D", QUEENS, rest="JK 7C 2S")
    game.refused(swap(0, "JK", "3H"), "bad-swap")


def test_swap_not_your_card_comes_before_bad_swap():
    game = laid(3, "6S JK 8S 9S", CLUBS, rest="7H 2S")
    game.refused(swap(0, "7S", "JK"), "not-your-card")
    game.refused(swap(0, "KS", "KS"), "not-your-card")
    game.refused(swap(2, "KS", "JK"), "bad-value")
    game.refused(swap(0, "1S", "JK"), "bad-value")
    game.refused(swap(0, "KS", "XX"), "bad-value")


def test_swap_shapes():
    game = laid(3, "6S JK 8S 9S", CLUBS, rest="7S 2S")
    for value in confusing():
        game.refused({"swap": value}, "bad-value")
    for value in confusing(0, 1):
        game.refused(swap(value, "7S", "JK"), "bad-value")
    for value in confusing("AS", "JK"):
        game.refused(swap(0, value, "JK"), "bad-value")
        game.refused(swap(0, "7S", value), "bad-value")
    for value in ({"meld": 0, "card": "7S"}, {"meld": 0, "card": "7S", "for": "JK", "at": "low"}):
        game.refused({"swap": value}, "bad-value")


def test_swap_off_is_not_possible():
    game = laid(3, "6S JK 8S 9S", CLUBS, rest="7S 2S", swap=False)
    assert game.state["expects"] == ["discard", "layoff"]
    game.refused(swap(0, "7S", "JK"), "not-now")


# Melds of wild cards only (option all_wild)


def test_all_wild_off_by_default():
    refuses(1, "JK JK JK", "bad-meld")
    refuses(3, "JK JK JK JK", "bad-meld")


def test_all_wild_set_stands_for_nothing():
    game = laid(1, "JK JK JK", QUEENS, rest="3S 3H 7S QS JK", all_wild=True)
    lies(game, layoff(0, "3S"), 0, "JK JK JK 3S")
    lies(game, layoff(0, "JK 3H"), 0, "JK JK JK JK 3H")
    for card in ("7S", "QS"):
        game.refused(layoff(0, card), "bad-layoff")
    for card in ("3S", "7S", "QS", "JK"):
        game.refused(swap(0, card, "JK"), "bad-swap")


def test_all_wild_keeps_standing_for_nothing_as_long_as_it_lies():
    game = laid(1, "JK JK JK", QUEENS, rest="3S 3H 3D 7S 8S", all_wild=True)
    game.ok(layoff(0, "3S"))
    # a three lies there now, but it was not there when the meld was laid
    game.refused(swap(0, "3H", "JK"), "bad-swap")
    game.ok(layoff(0, "3H"))
    game.refused(swap(0, "3D", "JK"), "bad-swap")
    game.refused(layoff(0, "7S"), "bad-layoff")
    game.ok({"discard": "7S"})
    while game.state["to_act"] != 0:
        game.idle()
    game.draw()
    game.refused(swap(0, "3D", "JK"), "bad-swap")


def test_all_wild_set_with_a_card_of_the_wild_rank_is_decided():
    for options in ({}, {"all_wild": True}):
        game = laid(1, "JK 3S JK", QUEENS, rest="3H 7S 8S", **options)
        game.refused(layoff(0, "7S"), "bad-layoff")
        game.refused(swap(0, "3H", "3S"), "bad-swap")
        lies(game, swap(0, "3H", "JK"), 0, "3H 3S JK")


def test_all_wild_run_stands_for_nothing():
    game = laid(3, "JK JK JK JK", CLUBS, rest="5S 5H AS 2S 9S", all_wild=True)
    lies(game, layoff(0, "5S", "low"), 0, "5S JK JK JK JK")
    lies(game, layoff(0, "5S 5H", "high"), 0, "JK JK JK JK 5S 5H")
    for card in ("AS", "2S", "9S"):
        game.refused(layoff(0, card, "low"), "bad-layoff")
        game.refused(layoff(0, card, "high"), "bad-layoff")
        game.refused(swap(0, card, "JK"), "bad-swap")


def test_all_wild_run_with_a_card_in_its_own_place_is_decided():
    game = laid(3, "JK 5S JK JK", CLUBS, rest="6S 8S 9H", all_wild=True)
    lies(game, swap(0, "6S", "JK"), 0, "JK 5S 6S JK")
    lies(game, layoff(0, "8S", "high"), 0, "JK 5S JK JK 8S")


def test_all_wild_run_whose_cards_do_not_fit_their_places_stands_for_nothing():
    # a king first, three wild cards after it: as a run no card stands in its own place
    game = laid(3, "KS JK JK JK", CLUBS, rest="KH AS QS 2S", all_wild=True, wild="kings")
    for card in ("AS", "QS", "2S"):
        game.refused(layoff(0, card, "high"), "bad-layoff")
        game.refused(layoff(0, card, "low"), "bad-layoff")
        game.refused(swap(0, card, "JK"), "bad-swap")
    lies(game, layoff(0, "KH", "high"), 0, "KS JK JK JK KH")
    # but where the contract wants a set it is one of kings
    game = laid(1, "KS JK JK JK", QUEENS, rest="KH AS 2S", all_wild=True, wild="kings")
    lies(game, swap(0, "KH", "JK"), 0, "KS KH JK JK")


def test_all_wild_set_first_and_run_second():
    game = laid(2, "JK JK JK", "4S 4H 4D 4C", rest="5S 7S 4S", all_wild=True)
    lies(game, swap(1, "5S", "4H"), 1, "4S 5S 4D 4C")
    game = laid(2, "4S 4H 4D 4C", "JK JK JK", rest="5S 7S 4S", all_wild=True)
    lies(game, swap(0, "5S", "4H"), 0, "4S 5S 4D 4C")
    game = laid(2, "JK JK JK JK", "4S 4H 4D 4C", rest="5S 7S 4S", all_wild=True)
    lies(game, layoff(0, "4S"), 0, "JK JK JK JK 4S")
    lies(game, swap(1, "5S", "4H"), 1, "4S 5S 4D 4C")


def test_all_wild_changes_nothing_for_other_melds():
    refuses(1, "7S 7H 8D", "bad-meld", all_wild=True)
    refuses(1, "JK JK", "bad-meld", all_wild=True)
    refuses(3, "JK JK JK", "bad-contract", all_wild=True)
    refuses(3, "JK KS AS JK", "bad-meld", all_wild=True)
    game = laid(1, "7S JK JK", QUEENS, rest="7H 8S 2S", all_wild=True)
    lies(game, swap(0, "7H", "JK"), 0, "7S 7H JK")


# Against brute force


def random_list(random, wild):
    """Cards that are a set or a run or nearly so, with many wild cards."""
    shape = random.random()
    if shape < 0.25:
        rank = random.choice(RANKS)
        cards = [rank + random.choice(SUITS) for _ in range(random.choice((3, 3, 4, 5)))]
    elif shape < 0.85:
        length = random.choice((4, 4, 4, 5, 6, 7))
        start = random.choice((1, 2, 15 - length, 14 - length, random.randint(1, 15 - length)))
        suit = random.choice(SUITS)
        cards = [place_name(start + index, suit) for index in range(length)]
    else:
        cards = [JOKER] * random.choice((3, 4, 5))
    wilds = random.choice((0.1, 0.4, 0.9))
    for index in range(len(cards)):
        if random.random() < wilds:
            cards[index] = random.choice((JOKER, wild + random.choice(SUITS)))
    if random.random() < 0.35:
        spoil(random, cards)
    return cards


def spoil(random, cards):
    index = random.randrange(len(cards))
    way = random.randrange(6)
    if way == 0:
        cards.reverse()
    elif way == 1:
        cards.append(cards.pop(index))
    elif way == 2:
        cards[index] = random.choice(RANKS) + random.choice(SUITS)
    elif way == 3:
        del cards[index]
    elif way == 4:
        cards.insert(index, cards[index])
    else:
        cards.insert(random.choice((0, len(cards))), JOKER)


def probes(random, lists, wild):
    """Cards that may have something to do with these melds."""
    near = [wild + suit for suit in SUITS] + [JOKER] * 3
    for cards in lists:
        for kind in ("set", "run"):
            one = read(cards, wild, kind)
            if one and kind == "set":
                near += [one.rank + suit for suit in SUITS]
            elif one:
                places = range(max(1, one.start - 3), min(14, one.start + len(cards) + 2) + 1)
                near += [place_name(place, one.suit) for place in places]
    random.shuffle(near)
    return near


class Pair:
    """The product and the model at the same point of the same game."""

    def __init__(self, setup):
        self.game = new_game(setup)
        self.model = Model(setup)

    def take(self, *events):
        for event in events:
            assert self.model.judge(event) is None, event
            self.game.apply_event(event)
            self.model.take(event)

    def compare(self, event):
        """Both say the same of the event, which is not played; gives the code."""
        try:
            self.game.verify(*self.game.split(event))
            code = None
        except RuleError as refusal:
            code = refusal.code
        assert code == self.model.judge(event), (event, transcript(self.game))
        return code


PARTNERS = {
    "set": ("QH QD QC", "6S JK 6H", "JD JK JK", "9D 9C 9S 9S", "10D JK JK JK"),
    "run": ("8C 9C 10C JC", "JK 9D 10D JD", "10H JK JK JK", "AC 2C 3C 4C", "JK JK KD AD"),
}


def hand_to_try(random, number, wild, options):
    """The lists of a contract to try and a hand of all cards that a seat can have bought."""
    size = ROUNDS[number - 1][0] + 7
    while True:
        kinds = list(ROUNDS[number - 1][2])
        lists = [random_list(random, wild)]
        for kind in random.sample(kinds, 1):
            lists.append(random.choice(PARTNERS[kind]).split())
        random.shuffle(lists)
        hand = sum(lists, [])
        if without(pack_of(options), hand) is None:
            continue
        for card in probes(random, lists, wild):
            if len(hand) < size and without(pack_of(options), [*hand, card]) is not None:
                hand.append(card)
        return lists, " ".join(hand)


def after_the_draw(number, text, options):
    """A `Pair` with that hand (`ready` plays the way there once, for the transcript)."""
    game = ready(number, text, **options).game
    lines = transcript(game)
    pair = Pair(lines[0])
    pair.take(*lines[1:])
    return pair


def compare_all(pair, random):
    """Every layoff and swap of one card, and some of two, on every meld."""
    hand = sorted(set(pair.model.hand))
    for number, lying in enumerate(pair.model.table.melds):
        for card in hand:
            for at in (None, "low", "high"):
                pair.compare(layoff(number, card, at))
                pair.compare(layoff(number, f"{card} {random.choice(hand)}", at))
            for wanted in set(lying.cards):
                event = swap(number, card, wanted)
                if pair.compare(event) is None:
                    pair.game.apply_event(event)
                    after = pair.game.state()["melds"][number]
                    pair.game.undo()
                    assert after == pair.model.melds_after_swap(event["swap"])[number].cards


@pytest.mark.parametrize("seed", range(10))
def test_random_melds_agree_with_brute_force(seed):
    random = Random(seed)
    accepted = 0
    for _ in range(60):
        number = random.choice((1, 2, 3))
        options = {"wild": random.choice(("climbing", "climbing", "twos", "kings"))}
        options["all_wild"] = random.random() < 0.4
        wild = {"twos": "2", "kings": "K"}.get(options["wild"], ROUNDS[number - 1][1])
        lists, text = hand_to_try(random, number, wild, options)
        pair = after_the_draw(number, text, options)
        for _ in range(25):
            # the same hand, other lists: whatever the pack of this hand allows
            pair.compare({"meld": [random_list(random, wild), lists[random.randrange(2)]]})
        if pair.compare({"meld": lists}) is None:
            accepted += 1
            pair.take({"meld": lists})
            assert pair.game.state() == pair.model.view()
            compare_all(pair, random)
    assert accepted >= 15


@pytest.mark.parametrize("seed", range(4))
def test_random_orders_of_one_hand(seed):
    """One hand of wild cards and few others, cut into lists in every possible way."""
    random = Random(seed)
    seen = set()
    for number in (1, 2, 3):
        wild = ROUNDS[number - 1][1]
        base = f"{wild}S {wild}H {wild}D JK JK JK 6S 7S 7H QS KS AS AS 2S"
        pair = after_the_draw(number, base, {"all_wild": seed % 2 == 1})
        for _ in range(1000):
            cards = random.sample(pair.model.hand, random.choice((6, 7, 7, 8, 8, 8, 9)))
            cut = random.choice((3, 4, 4, 5))
            seen.add(pair.compare({"meld": [cards[:cut], cards[cut:]]}))
    assert seen == {None, "bad-meld", "bad-contract"}


def test_random_melds_hands_are_drawn_as_told():
    game = ready(3, "6S 7S 8S 9S 8C 9C 10C JC JK JK")
    assert sorted(game.hand()) == sorted("6S 7S 8S 9S 8C 9C 10C JC JK JK".split())
    game.refused(DRAW, "not-now")
