"""The draw for seats and first dealer: RULES.md section 1, and by high card in section 4."""

import itertools
import random

import pytest

from helpers import CONFUSING, MEKSIKO_PACK, MEKSIKO_RANKS
from rules_core import RuleError
from rules_core.cards import HIGH_ACE, PIQUET
from rules_core.draw import SeatDraw

RUMMY_RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


def drawn(players, cards_of, ranks=PIQUET, packs=1):
    """Plays a draw to its end: cards_of[p] are the cards that player p draws, one after another.

    Gives the seats and how many cards each player has drawn. In which order several groups of
    ties draw again the rules leave open, so every player has a row of cards of their own.
    """
    draw = SeatDraw(players, ranks, packs)
    rows = [list(cards) for cards in cards_of]
    taken = [0] * players
    while draw.pending():
        assert draw.seats() is None
        pending = draw.pending()
        draw.enter([rows[player][taken[player]] for player in pending])
        for player in pending:
            taken[player] += 1
    return list(draw.seats()), taken


def refusal(draw, cards, code):
    before = (draw.pending(), draw.seats())
    with pytest.raises(RuleError) as caught:
        draw.enter(cards)
    assert caught.value.code == code
    assert str(caught.value)
    assert (draw.pending(), draw.seats()) == before


def test_1_draw_ranks_of_the_packs():
    assert tuple(PIQUET) == MEKSIKO_RANKS
    assert tuple(HIGH_ACE) == RUMMY_RANKS


def test_1_draw_everybody_draws_one_card():
    for players in (3, 4, 2, 6):
        draw = SeatDraw(players, PIQUET)
        assert list(draw.pending()) == list(range(players))
        assert draw.seats() is None


def test_1_draw_seats_in_order_of_the_cards_highest_first():
    assert drawn(3, [["7S"], ["AH"], ["KD"]]) == ([1, 2, 0], [1, 1, 1])
    assert drawn(4, [["10C"], ["9H"], ["JD"], ["8S"]]) == ([2, 0, 1, 3], [1, 1, 1, 1])


def test_1_draw_nobody_draws_when_all_is_settled():
    draw = SeatDraw(3, PIQUET)
    draw.enter(["7S", "AH", "KD"])
    assert list(draw.pending()) == []
    assert list(draw.seats()) == [1, 2, 0]
    refusal(draw, ["7S", "AH", "KD"], "not-now")
    refusal(draw, [], "not-now")


def test_1_draw_rank_ace_to_seven_all_pairs():
    for low, high in itertools.combinations(range(8), 2):
        for suit, other in itertools.product("SHDC", repeat=2):
            cards = [[MEKSIKO_RANKS[low] + suit], [MEKSIKO_RANKS[high] + other]]
            assert drawn(2, cards)[0] == [1, 0]


def test_1_draw_suits_do_not_count():
    """Same rank, another suit: a tie."""
    for first, second in itertools.combinations("SHDC", 2):
        draw = SeatDraw(2, PIQUET)
        draw.enter(["K" + first, "K" + second])
        assert list(draw.pending()) == [0, 1]


def test_1_draw_those_who_tie_draw_again_among_themselves():
    draw = SeatDraw(3, PIQUET)
    draw.enter(["KS", "AH", "KD"])
    assert list(draw.pending()) == [0, 2]
    assert draw.seats() is None
    draw.enter(["7S", "8S"])
    assert list(draw.seats()) == [1, 2, 0]


def test_1_draw_a_redraw_does_not_change_the_others():
    """The tied for low draw an ace and a king: they stay behind who had the nine."""
    assert drawn(3, [["8S", "KS"], ["9H"], ["8D", "AD"]]) == ([1, 2, 0], [2, 1, 2])


def test_1_draw_tie_for_the_highest():
    assert drawn(3, [["AS", "7H"], ["9H"], ["AD", "8D"]]) == ([2, 0, 1], [2, 1, 2])


def test_1_draw_again_and_again():
    cards = [["KS", "7S", "AS", "9S"], ["KH", "7H", "AH", "10H"], ["KD", "7D", "8D"]]
    assert drawn(3, cards) == ([1, 0, 2], [4, 4, 3])


def test_1_draw_two_ties_at_once():
    cards = [["AS", "8S"], ["KS", "AC"], ["AH", "9S"], ["KH", "7H"]]
    assert drawn(4, cards) == ([2, 0, 1, 3], [2, 2, 2, 2])


def test_1_draw_four_alike():
    cards = [["JS", "QS"], ["JH", "AH", "7D"], ["JD", "AD", "9D"], ["JC", "10C"]]
    assert drawn(4, cards) == ([2, 1, 0, 3], [2, 3, 3, 2])


def test_1_draw_a_redraw_may_turn_up_a_card_seen_before():
    assert drawn(2, [["AS", "AS"], ["AH", "KH"]])[0] == [0, 1]


@pytest.mark.parametrize("cards", [[], ["AS"], ["AS", "KS"], ["AS", "KS", "QS", "JS"]])
def test_1_draw_one_card_for_each(cards):
    refusal(SeatDraw(3, PIQUET), cards, "bad-value")


def test_1_draw_a_card_cannot_be_drawn_twice():
    refusal(SeatDraw(3, PIQUET), ["AS", "KS", "AS"], "bad-deal")


def test_1_draw_two_packs_hold_a_card_twice():
    draw = SeatDraw(3, HIGH_ACE, 2)
    refusal(draw, ["AS", "AS", "AS"], "bad-deal")
    draw.enter(["AS", "AS", "2S"])
    assert list(draw.pending()) == [0, 1]


@pytest.mark.parametrize("card", ["6S", "2H", "JK", "", "as", "A", "S", "SA", "1S", "AS ", "T♠"])
def test_1_draw_no_card_of_the_pack(card):
    refusal(SeatDraw(3, PIQUET), ["AH", card, "KH"], "bad-value")


@pytest.mark.parametrize("value", CONFUSING)
def test_1_draw_type_confusion(value):
    refusal(SeatDraw(3, PIQUET), value, "bad-value")
    if value != "AS":
        refusal(SeatDraw(3, PIQUET), ["AH", value, "KH"], "bad-value")


def test_4_draw_with_the_low_cards_of_rummy():
    assert drawn(4, [["2S"], ["AH"], ["6D"], ["3C"]], HIGH_ACE, 2)[0] == [1, 2, 3, 0]


# --- the device draws ---


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_1_draw_the_device_draws_by_itself(players):
    rng = random.Random(players)
    for _ in range(200):
        draw = SeatDraw(players, PIQUET)
        rows = [[] for _ in range(players)]
        while draw.pending():
            pending = draw.pending()
            cards = draw.pick(rng.randrange)
            assert len(cards) == len(pending) == len(set(cards))
            assert set(cards) <= set(MEKSIKO_PACK)
            for player, card in zip(pending, cards, strict=True):
                rows[player].append(MEKSIKO_RANKS.index(card[:-1]))
        # Higher first card first; among equals the later ones decide.
        assert list(draw.seats()) == sorted(range(players), key=lambda p: rows[p], reverse=True)


def test_1_draw_the_device_asks_for_numbers_below_what_is_left():
    asked = []

    def below(number):
        asked.append(number)
        return number - 1

    SeatDraw(3, PIQUET).pick(below)
    assert asked == [32, 31, 30]


def test_1_draw_every_card_can_come():
    seen = set()
    for number in range(32):
        draw = SeatDraw(2, PIQUET)
        seen.add(draw.pick(lambda n, number=number: number if n == 32 else 0)[0])
    assert seen == set(MEKSIKO_PACK)
