"""The draw for seats and first dealer: by the device, by the table's own cards, ties, the glass."""

import random

import pytest

from app_driver import Driver
from kibitz.canvas import WORK_Y_PX
from kibitz.card_text import card_text
from kibitz.draw_screens import SUIT_PAGES
from kibitz.words import say
from points_table import (
    SHORT,
    WIDE,
    Fingers,
    assert_apart,
    assert_labels,
    assert_up_to_date,
    assert_whole,
    redraw,
    tall,
)
from rules_core.cards import HIGH_ACE, PIQUET, SUITS, pack, rank
from test_app_glass import texts  # noqa: F401 (a fixture)


class Somebody:
    """A driver in the place of an operator."""

    def __init__(self, driver):
        self.player = Fingers(driver)


class Stacked:
    """Chance that brings these cards in this order, drawn from a whole pack each time."""

    def __init__(self, ranks, packs, *draws):
        self.ranks, self.packs = ranks, packs
        self.draws = [list(draw) for draw in draws]
        self.left = []

    def below(self, n):
        whole = [r + s for s in SUITS for r in self.ranks] * self.packs
        if n == len(whole):  # somebody begins to draw
            self.left = whole
            self.cards = self.draws.pop(0)
        place = self.left.index(self.cards.pop(0))
        self.left.pop(place)
        return place


def offered(rules="meksiko", players=3, names=SHORT, **options):
    """A device on which the seats can be drawn for."""
    driver = Driver()
    driver.start(rules, names[:players], **options)  # what is offered next time
    driver.press("m")
    driver.mark(say("home.new"))
    driver.type("c" + "c" + "c" + "c" * players)
    if driver.screen == "PlayerScreen":
        driver.press("c")
    if driver.screen == "DealerScreen":
        driver.hold("B")
    else:
        driver.mark(say("dealer.draw"))
        driver.press("c")
    assert driver.screen == "DrawScreen"
    return driver


def enter(driver, card):
    """Enter a card by keys."""
    screen = driver.app.top
    ranks = screen.drawn.ranks
    ahead = (ranks.index(rank(card)) - screen.rank) % len(ranks)
    behind = len(ranks) - ahead
    driver.type("a" * ahead if ahead < behind else "b" * behind)
    driver.press("c")
    page = 0 if card[-1] in SUIT_PAGES[0] else 1
    driver.type("c" * page + "ab"[SUIT_PAGES[page].index(card[-1])])


def enter_all(driver, *cards):
    for card in cards:
        assert driver.screen == "CardScreen"
        enter(driver, card)


# -- where it is offered ---------------------------------------------------------------------------


@pytest.mark.parametrize("key", "ABC")
def test_any_held_key_draws_where_three_name_their_dealer(key):
    driver = Driver()
    driver.type("ccc" + "ccc")
    assert driver.screen == "DealerScreen"
    driver.hold(key)
    assert driver.screen == "DrawScreen"
    driver.press("m")
    assert driver.screen == "DealerScreen"
    driver.press("b")
    assert driver.game.dealer == 1


@pytest.mark.parametrize(("rules", "players"), [("meksiko", 4), ("mexican-rummy", 2)])
def test_others_find_it_at_the_end_of_the_list(rules, players):
    options = {"four": True} if players == 4 else {}
    driver = offered(rules, players, **options)
    driver.press("m")
    assert driver.screen == "DealerListScreen"
    assert driver.app.top.rows[-1] == ("Draw for seats", "")


def test_a_game_without_a_dealer_has_no_draw():
    driver = Driver()
    driver.start("counter", SHORT[:3])
    assert driver.screen == "CounterScreen"


# -- the device draws ------------------------------------------------------------------------------


def test_the_highest_card_deals_and_the_others_follow():
    driver = offered()
    driver.world.random = Stacked(PIQUET, 1, ("9H", "AS", "KD"))
    driver.type("c" + "c")
    assert driver.screen == "SeatsScreen"
    driver.press("c")
    assert driver.screen == "BidScreen"
    assert driver.game.players == ("Bora", "Uwe", "Ana")
    assert driver.game.dealer == 0


def test_those_who_tie_draw_again_among_themselves(texts):  # noqa: F811
    driver = offered()
    driver.world.random = Stacked(PIQUET, 1, ("KS", "7H", "KD"), ("QC", "QH"), ("8C", "10H"))
    driver.press("c")
    somebody = Somebody(driver)
    assert driver.app.top.drawn.rules.pending() == (0, 2)
    assert say("draw.tie") in [one.text for one in redraw(somebody, texts)]
    assert tall(redraw(somebody, texts)) == ["K♠", "7♥", "K♦"]
    driver.press("c")
    assert tall(redraw(somebody, texts)) == ["Q♣", "7♥", "Q♥"]
    driver.press("c")
    assert tall(redraw(somebody, texts)) == ["8♣", "7♥", "10♥"]
    assert driver.app.top.labels()[2] == say("draw.key.seats")
    driver.press("c")
    seen = [one.text for one in redraw(somebody, texts)]
    assert "K♦ Q♥ 10♥" in seen and "K♠ Q♣ 8♣" in seen and "7♥" in seen
    driver.press("c")
    assert driver.game.players == ("Uwe", "Ana", "Bora")


def test_two_ties_at_once_are_settled_one_after_the_other():
    driver = offered("meksiko", 4, four=True)
    draws = ("KS", "9H", "KD", "9C"), ("AS", "7S"), ("8S", "JS")
    driver.world.random = Stacked(PIQUET, 1, *draws)
    driver.type("c")
    assert driver.app.top.drawn.rules.pending() == (0, 2)
    driver.type("c")
    assert driver.app.top.drawn.rules.pending() == (1, 3)
    driver.type("c" + "c" + "c")
    assert driver.game.players == ("Ana", "Uwe", "Dana", "Bora")


def test_drawing_anew_forgets_what_was_drawn():
    driver = offered()
    first = ("9H", "AS", "KD"), ("AH", "7S", "8D")
    driver.world.random = Stacked(PIQUET, 1, *first)
    driver.type("c" + "c" + "a")
    assert driver.screen == "DrawScreen"
    driver.type("c" + "c" + "c")
    assert driver.game.players == ("Ana", "Uwe", "Bora")


def test_every_seat_is_as_likely():
    """The device draws from a whole pack with the world's chance."""
    firsts = {}
    for seed in range(300):
        driver = Driver()
        driver.world.random = random.Random(seed)
        driver.world.random.below = driver.world.random.randrange
        driver.type("ccc" + "ccc" + "B" + "c")
        while driver.screen == "DrawnScreen":
            driver.press("c")
        driver.press("c")
        first = driver.game.players[0]
        firsts[first] = firsts.get(first, 0) + 1
    assert len(firsts) == 3
    assert min(firsts.values()) > 70


# -- the table draws -------------------------------------------------------------------------------


def test_the_cards_of_the_table_are_entered_one_by_one(texts):  # noqa: F811
    driver = offered()
    driver.press("a")
    somebody = Somebody(driver)
    assert "Ana draws" in [one.text for one in redraw(somebody, texts)]
    enter(driver, "9C")
    assert "Bora draws" in [one.text for one in redraw(somebody, texts)]
    enter_all(driver, "AS", "KD")
    assert driver.screen == "DrawnScreen"
    driver.type("c" + "c")
    assert driver.game.players == ("Bora", "Uwe", "Ana")


def test_the_table_redraws_among_those_who_tie():
    driver = offered()
    driver.press("a")
    enter_all(driver, "KS", "7H", "KD")
    driver.press("c")
    assert driver.screen == "CardScreen"
    assert driver.app.top.drawing == (0, 2)
    enter_all(driver, "7S", "7H")
    driver.press("c")
    enter_all(driver, "9S", "AS")
    driver.type("c" + "c")
    assert driver.game.players == ("Uwe", "Ana", "Bora")


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("players", range(2, 7))
def test_any_cards_lead_to_the_order_of_the_rules(players, seed):
    chance = random.Random(100 * players + seed)
    driver = offered("mexican-rummy", players)
    driver.press("a")
    drawn = {name: [] for name in SHORT[:players]}
    while driver.screen == "CardScreen":
        deck = pack(HIGH_ACE[:4], 2)  # few ranks, so that there are ties
        chance.shuffle(deck)
        for player in driver.app.top.drawing:
            card = deck.pop()
            drawn[SHORT[player]].append(HIGH_ACE.index(rank(card)))
            enter(driver, card)
        driver.press("c")
    driver.press("c")
    assert list(driver.game.players) == sorted(drawn, key=lambda name: drawn[name], reverse=True)


def test_a_card_is_in_a_single_pack_only_once():
    driver = offered()
    driver.press("a")
    enter(driver, "KS")
    driver.type("b" + "c")  # the king again
    assert driver.app.top.labels()[0] == ""
    driver.press("a")
    assert driver.app.top.page == 0
    driver.press("m")
    driver.type("b" + "c")  # the queen
    assert driver.app.top.labels()[0] == "spades"


def test_two_packs_have_it_twice():
    driver = offered("mexican-rummy", 3)
    driver.press("a")
    enter_all(driver, "KS", "KS")
    driver.type("b" + "c")
    assert driver.app.top.labels()[0] == ""


def test_a_single_pack_of_rummy_has_it_once():
    driver = offered("mexican-rummy", 3, single=True)
    driver.press("a")
    enter(driver, "KS")
    driver.type("b" + "c")
    assert driver.app.top.labels()[0] == ""


@pytest.mark.parametrize(
    ("rules", "ranks"), [("meksiko", PIQUET), ("meksiko-club", PIQUET), ("mexican-rummy", HIGH_ACE)]
)
def test_the_ranks_are_those_of_the_pack(rules, ranks, texts):  # noqa: F811
    driver = offered(rules)
    driver.press("a")
    seen = [one.text for one in redraw(Somebody(driver), texts) if one.top > WORK_Y_PX + 20]
    assert seen[: len(ranks)] == list(ranks)
    driver.press("a")  # higher than the ace is the lowest
    assert driver.app.top.rank == 0
    driver.hold("B", 3000)
    assert 0 <= driver.app.top.rank < len(ranks)


def test_m_goes_back_card_by_card():
    driver = offered()
    driver.press("a")
    enter(driver, "KS")
    driver.type("bc")
    assert driver.app.top.page == 0
    driver.press("m")
    assert driver.app.top.page != 0 and driver.app.top.cards == ["KS"]
    driver.press("m")
    assert driver.app.top.cards == []
    driver.press("m")
    assert driver.screen == "DrawScreen"


def test_ties_without_end_keep_their_last_cards(texts):  # noqa: F811
    driver = offered("mexican-rummy", 2)
    ties = [("10S", "10D")] * 9
    driver.world.random = Stacked(HIGH_ACE, 2, *ties, ("AS", "10D"))
    driver.type("c" * 11)
    assert driver.screen == "SeatsScreen"
    assert_apart(redraw(Somebody(driver), texts))
    driver.press("c")
    assert driver.game.players == SHORT[:2]


# -- what is on the glass --------------------------------------------------------------------------


def tie_of_all(players, names):
    driver = offered("mexican-rummy", players, names)
    cards = [HIGH_ACE[8] + SUITS[seat % 4] for seat in range(players)]
    driver.world.random = Stacked(
        HIGH_ACE, 2, cards, [HIGH_ACE[-1 - n] + "S" for n in range(players)]
    )
    driver.press("c")
    return driver


def typed(driver, keys):
    driver.type(keys)
    return driver


SCREENS = {
    "draw": lambda p, n: offered("mexican-rummy", p, n),
    "tie": tie_of_all,
    "drawn": lambda p, n: typed(tie_of_all(p, n), "c"),
    "seats": lambda p, n: typed(tie_of_all(p, n), "cc"),
    "rank": lambda p, n: typed(offered("mexican-rummy", p, n), "a"),
    "rank-ten": lambda p, n: typed(offered("mexican-rummy", p, n), "a" + "bbbb"),
    "suits": lambda p, n: typed(offered("mexican-rummy", p, n), "a" + "bbbb" + "c"),
    "suits-more": lambda p, n: typed(offered("mexican-rummy", p, n), "a" + "c" + "c"),
}
every_screen = pytest.mark.parametrize("screen", SCREENS)


@every_screen
@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("names", [WIDE, SHORT], ids=["wide", "short"])
def test_nothing_overflows_and_nothing_meets(screen, players, names, texts):  # noqa: F811
    seen = redraw(Somebody(SCREENS[screen](players, names)), texts)
    assert_apart(seen)
    assert_whole(seen, names)


@every_screen
@pytest.mark.parametrize("players", [3, 6])
def test_labels_tell_the_truth(screen, players, texts):  # noqa: F811
    assert_labels(lambda: Somebody(SCREENS[screen](players, SHORT)), texts)


@every_screen
def test_what_is_shown_is_up_to_date(screen, texts):  # noqa: F811
    assert_up_to_date(lambda: Somebody(SCREENS[screen](3, SHORT)), texts)


def test_a_card_is_written_with_its_sign():
    assert [card_text(card) for card in ("10S", "AH", "KD", "7C")] == ["10♠", "A♥", "K♦", "7♣"]
