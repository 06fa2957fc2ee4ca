"""Meksiko played with the keys: whole games, counting, taking back, resuming, wrong presses."""

import json
import random

import pytest

from app_driver import Driver
from kibitz.words import say
from rules_core import GAMES
from rules_core.transcript import Replayer

NAMES = ("Ana", "Bora", "Ceca", "Dana")
SUITS = ("spades", "hearts", "diamonds", "clubs")


def replayed(lines):
    """A fresh game of the rules core, played from a transcript; every line must be accepted."""
    replayer = Replayer()
    for line in lines:
        answer = replayer.answer(json.loads(line))
        assert answer["ok"], (line, answer)
    return replayer.game


def random_event(game, chance):
    """(name, value) of something that may happen now, as a table would have it."""
    if "bid" in game.expects():
        bids = game.bids()
        if "pass" in bids and chance.random() < 0.65:
            return "bid", "pass"
        return "bid", chance.choice(bids[: 3 if chance.random() < 0.9 else None])
    if "trump" in game.expects():
        return "trump", chance.choice(SUITS)
    winner = game.declarer if chance.random() < 0.6 else chance.choice(game.seats_at_play)
    return "trick", winner


def play_on(device, chance, hands=None):
    """Play by keys until the game is over, or so many hands are booked."""
    while not device.game.over:
        if hands is not None and len(device.game.log) >= hands:
            break
        events = len(device.game.events)
        device.enter(*random_event(device.game, chance))
        assert len(device.game.events) > events, device.screen


def same_as_replayed(device):
    """The game on the device is the one its journal tells."""
    game = replayed(device.journal())
    assert game.state() == device.game.state()
    assert game.events == device.game.events


# -- whole games -----------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["meksiko", "meksiko-club"])
@pytest.mark.parametrize("players", [3, 4])
def test_a_whole_game_by_keys_alone_from_power_on_to_the_winner(rules, players):
    device = Driver()
    device.start(rules, NAMES[:players], dealer=1, four=players == 4)
    play_on(device, random.Random(4 * players))
    assert device.game.over
    assert max(device.game.scores) >= 51
    assert device.screen == "ResultScreen"
    same_as_replayed(device)
    device.press("c")
    assert device.screen == "EndScreen"
    journal = device.journal()
    device.press("a")
    assert device.screen == "SheetScreen"
    device.press("c")
    assert device.screen == "EndScreen"
    device.press("c")
    assert device.screen == "HomeScreen"
    assert device.app.top.rows[0] == (say("home.last"), say("game." + rules))
    assert device.journal() == journal
    assert device.restart().game.over


def test_a_wrong_last_trick_is_taken_back_even_from_home():
    device = Driver()
    device.start()
    play_on(device, random.Random(8))
    device.type("cc")
    assert device.screen == "HomeScreen"
    device.type("c" + "mc")
    assert device.screen == "TricksScreen"
    assert not device.game.over


def test_a_finished_game_is_put_away_by_the_next_one():
    device = Driver()
    device.start()
    play_on(device, random.Random(8))
    device.type("cc")
    journal, name = device.journal(), device.app.journal.name
    device.start()
    assert device.screen == "BidScreen"
    assert device.app.journal.name != name
    assert device.world.storage.files[name].split("\n")[:-1] == journal


def test_a_first_game_needs_nothing_but_the_keys():
    """No settings, no names: power on, three times C to the players, and so on to 51."""
    device = Driver()
    device.type("ccc" + "ccc" + "a")
    while not device.game.over:
        device.type("caa" + "a" + "bbbbbbbbbb")  # the first bids 5, spades, and B takes all tricks
        if not device.game.over:
            device.press("c")
    assert device.game.players[1] == "Player 2"
    assert device.game.winners == (1,)
    same_as_replayed(device)


# -- bidding ---------------------------------------------------------------------------------------


def test_the_first_bidder_must_bid_and_is_offered_the_lowest():
    device = Driver()
    device.start()
    assert device.screen == "BidScreen"
    assert device.app.top.labels() == ("", "higher", "bid 5")
    device.press("a")
    assert device.game.events == []


def test_each_bid_offers_the_next():
    device = Driver()
    device.start()
    device.press("c")
    assert device.app.top.labels() == ("pass", "higher", "bid 6")


def test_the_proposals_go_round():
    device = Driver()
    device.start(betl=True)
    offered = []
    for _ in range(8):
        offered.append(device.app.top.labels()[2])
        device.press("b")
    bids = ["bid 5", "bid 6", "betl", "bid 7", "bid 8", "bid 9", "bid 10", "Meksiko"]
    assert offered == bids
    assert device.app.top.labels()[2] == "bid 5"


@pytest.mark.parametrize("rules", ["meksiko", "meksiko-club"])
@pytest.mark.parametrize("options", [{}, {"betl": True}, {"betl": True, "bid_ten": True}])
def test_no_illegal_bid_is_ever_offered(rules, options):
    """Walk through every auction there is; what is offered is exactly what the rules accept."""
    if rules == "meksiko":
        options = {name: value for name, value in options.items() if name != "bid_ten"}
    device = Driver()
    device.start(rules, **options)
    seen = 0

    def walk():
        nonlocal seen
        game, screen = device.game, device.app.top
        if device.screen != "BidScreen":
            return
        candidates = (*range(3, 13), "betl", "meksiko")
        assert screen.proposals == [bid for bid in game.ladder if game.can("bid", bid)]
        assert set(screen.proposals) == {bid for bid in candidates if game.can("bid", bid)}
        assert screen.may_pass == game.can("bid", "pass")
        seen += 1
        for bid in [*screen.proposals, *(["pass"] if screen.may_pass else [])]:
            device.app.top.act("bid", bid)
            walk()
            device.app.undo()

    walk()
    assert seen > 100


def test_after_ten_only_meksiko_and_pass_are_offered():
    device = Driver()
    device.start()
    device.enter("bid", 10)
    assert device.app.top.labels() == ("pass", "", "Meksiko")
    device.press("b")
    device.press("c")
    assert device.screen == "TricksScreen"
    assert device.game.bid == "meksiko"


def test_the_club_names_a_trump_for_meksiko():
    device = Driver()
    device.start("meksiko-club")
    device.enter("bid", "meksiko")
    assert device.screen == "TrumpScreen"
    device.enter("trump", "clubs")
    assert device.screen == "TricksScreen"


# -- trump -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("suit", SUITS)
def test_every_suit_can_be_named(suit):
    device = Driver()
    device.start()
    device.type("caa")
    device.enter("trump", suit)
    assert device.game.trump == suit
    assert device.events()[-1] == {"trump": suit}


def test_the_suits_lead_back_and_forth():
    device = Driver()
    device.start()
    device.type("caa")
    assert device.app.top.labels() == ("spades", "hearts", "more")
    device.press("c")
    assert device.app.top.labels() == ("diamonds", "clubs", "back")
    device.press("c")
    assert device.app.top.labels() == ("spades", "hearts", "more")


# -- tricks ----------------------------------------------------------------------------------------


def at_tricks(bid=5, suit="spades", **options):
    device = Driver()
    device.start(**options)
    device.enter("bid", bid)
    if device.screen == "BidScreen":
        device.type("aa")
    if device.screen == "TrumpScreen":
        device.enter("trump", suit)
    assert device.screen == "TricksScreen"
    return device


def test_a_press_gives_the_trick_to_the_player_above_the_key():
    device = at_tricks()
    device.type("abccb")
    assert device.game.tricks == (1, 2, 2)
    assert [count for _, count, _ in device.app.top.columns()] == ["1", "2", "2"]


def test_all_three_keys_act_at_once():
    device = at_tricks()
    for letter, tricks in (("a", (1, 0, 0)), ("b", (1, 1, 0)), ("c", (1, 1, 1))):
        device.level(letter, True)
        assert device.game.tricks == tricks


def test_two_tricks_pressed_together_both_count():
    device = at_tricks()
    device.level("c", True)
    device.level("a", True)
    device.wait(50)
    device.level("c", False)
    device.level("a", False)
    assert device.game.tricks == (1, 0, 1)


def test_a_held_key_gives_one_trick():
    device = at_tricks()
    device.hold("A", 5000)
    device.hold("B", 5000)
    device.hold("C", 5000)
    assert device.game.tricks == (1, 1, 1)
    assert device.screen == "TricksScreen"


@pytest.mark.parametrize(
    ("bid", "keys", "told"),
    [
        (5, "", "Bora needs 5 more"),
        (5, "bbb", "Bora needs 2 more"),
        (5, "bbbbb", "Bora has made it"),
        (5, "bbbbaaaaa", "Bora needs 1 more"),
        (5, "aaaaac", "Bora has failed"),
        ("meksiko", "", "Bora needs 10 more"),
        ("meksiko", "a", "Bora has failed"),
        ("betl", "", "Bora must take none"),
        ("betl", "aaac", "Bora must take none"),
        ("betl", "b", "Bora has failed"),
    ],
)
def test_what_the_declarer_still_needs(bid, keys, told):
    device = at_tricks(bid, betl=True)
    device.type(keys)
    screen = device.app.top
    assert screen.standing(*screen.outlook()) == told


def test_the_tenth_trick_books_the_hand():
    device = at_tricks()
    device.type("bbbbbbb" + "ab" + "b")
    assert device.screen == "ResultScreen"
    assert device.game.scores == (1, 9, 0)
    device.press("c")
    assert device.screen == "BidScreen"
    assert device.game.hand == 2


def test_with_four_the_dealer_has_no_key():
    device = Driver()
    device.start("meksiko", NAMES, dealer=1, four=True)
    device.type("caa" + "a")
    device.type("abc")
    assert device.game.seats_at_play == (0, 2, 3)
    assert device.game.tricks == (1, 0, 1, 1)


# -- counting at the end ---------------------------------------------------------------------------


def counting(bid=6, **options):
    device = Driver()
    device.app.settings.change("tricks", "count")
    device.start(**options)
    device.enter("bid", bid)
    if device.screen == "BidScreen":
        device.type("aa")
    if device.screen == "TrumpScreen":
        device.press("a")
    assert device.screen == "TricksScreen"
    return device


def test_a_table_that_counts_has_one_key():
    device = counting()
    assert device.app.top.labels() == ("", "", "count")
    device.type("ab")
    device.hold("A")
    assert device.game.tricks == (0, 0, 0)
    device.press("c")
    assert device.screen == "CountScreen"


def test_the_count_begins_at_the_bid_and_at_half_of_the_rest():
    device = counting(6)
    device.press("c")
    assert device.app.top.counts[0] == 6
    device.press("c")
    assert device.app.top.counts == [6, 2, 2]
    device.press("c")
    assert device.screen == "ResultScreen"
    assert device.events()[-1] == {"tricks": [2, 6, 2]}


@pytest.mark.parametrize("bid", [5, 7, 10, "meksiko", "betl"])
@pytest.mark.parametrize("won", range(11))
def test_every_count_can_be_entered(bid, won):
    for first in range(11 - won):
        device = counting(bid, betl=True)
        tricks = [first, won, 10 - won - first]
        device.enter_count(tricks)
        assert device.screen == "ResultScreen"
        assert list(device.game.log[-1].tricks) == tricks


def test_when_nothing_is_left_to_ask_nothing_is_asked():
    device = counting("meksiko")
    device.type("cc")
    assert device.screen == "ResultScreen"
    assert device.game.log[-1].tricks == (0, 10, 0)


def test_nobody_goes_below_what_is_recorded():
    device = at_tricks(7)
    device.type("aab" + "ccc")
    device.open_count()
    assert device.screen == "CountScreen"
    assert device.app.top.bounds() == (1, 5)
    assert device.app.top.counts[0] == 5
    device.hold("A", 6000)
    assert device.app.top.counts[0] == 1
    assert device.app.top.labels()[0] == ""
    device.hold("B", 6000)
    assert device.app.top.counts[0] == 5
    assert device.app.top.labels()[1] == ""
    device.press("c")
    assert device.screen == "ResultScreen"
    assert device.game.log[-1].tricks == (2, 5, 3)


def test_the_second_stage_keeps_within_what_is_recorded():
    device = at_tricks(5)
    device.type("aa" + "c")
    device.open_count()
    device.press("c")
    assert device.app.top.bounds() == (2, 4)
    device.hold("B", 4000)
    assert device.app.top.counts == [5, 4, 1]


def test_m_goes_back_through_the_count_and_books_nothing():
    device = counting()
    device.type("c" + "b" + "c")
    assert device.app.top.stage == 1
    device.press("m")
    assert device.app.top.stage == 0
    assert device.app.top.counts[0] == 7
    device.press("m")
    assert device.screen == "TricksScreen"
    assert device.game.tricks == (0, 0, 0)


def test_a_table_may_switch_in_the_middle_of_a_hand():
    device = at_tricks()
    device.type("aab")
    device.hold("M")
    device.mark("Settings")
    device.type("c" + "b" + "c" + "m")
    assert device.screen == "TricksScreen"
    assert device.app.top.labels() == ("", "", "count")
    device.type("ab")
    assert device.game.tricks == (2, 1, 0)
    device.type("ccc")
    assert device.game.log[-1].tricks[1] == 5


def test_the_menu_offers_the_count_while_tricks_are_expected():
    device = at_tricks()
    device.hold("M")
    device.mark("Enter final count")
    device.press("c")
    assert device.screen == "CountScreen"
    device.type("cc")
    assert device.screen == "ResultScreen"
    device.press("c")
    device.hold("M")
    assert "Enter final count" not in [left for left, _ in device.app.top.rows]


# -- the result ------------------------------------------------------------------------------------


def test_the_result_takes_c_and_nothing_else():
    device = at_tricks()
    device.type("bbbbbbbbbb" + "ab")
    device.hold("A")
    assert device.screen == "ResultScreen"
    device.press("c")
    assert device.screen == "BidScreen"


def test_the_result_comes_back_after_a_restart_until_the_next_bid():
    device = at_tricks()
    device.type("bbbbbbbbbb")
    device = device.restart()
    device.press("c")
    assert device.screen == "ResultScreen"
    device.type("cc")
    assert device.events()[-1] == {"bid": 5}
    device = device.restart()
    device.press("c")
    assert device.screen == "BidScreen"


# -- taking back -----------------------------------------------------------------------------------


def question(device):
    device.press("m")
    assert device.screen == "ConfirmScreen"
    return device.app.top.question


def test_what_is_taken_back_is_named():
    device = Driver()
    device.start(betl=True)
    told = []
    for event in [
        ("bid", 5),
        ("bid", "betl"),
        ("bid", "pass"),
        ("bid", 7),
        ("bid", "pass"),
        ("trump", "diamonds"),
        *[("trick", seat) for seat in (0, 1, 2, 1, 1, 1, 1, 1, 1, 0)],
    ]:
        device.enter(*event)
        told.append(question(device))
        device.press("a")
    assert told == [
        "Bora bid 5",
        "Ceca bid betl",
        "Ana passed",
        "Bora bid 7",
        "Ceca passed",
        "Bora named diamonds trump",
        "Trick 1 to Ana",
        "Trick 2 to Bora",
        "Trick 3 to Ceca",
        *[f"Trick {number} to Bora" for number in range(4, 10)],
        "Trick 10 to Ana",
    ]


def test_the_final_count_is_named_too():
    device = counting()
    device.enter_count([2, 7, 1])
    assert question(device) == "The final count 2 - 7 - 1"


def test_no_and_m_take_nothing_back():
    device = at_tricks()
    device.press("a")
    for keys in ("ma", "mm", "mbm"):
        device.type(keys)
        assert device.screen == "TricksScreen"
        assert device.game.tricks == (1, 0, 0)


def test_everything_can_be_taken_back_over_hands_to_the_start():
    device = Driver()
    device.start()
    play_on(device, random.Random(5), hands=3)
    states = []
    again = replayed(device.journal()[:1])
    for name, value in device.game.events:
        states.append(again.state())
        again.apply(name, value)
    for state in reversed(states):
        device.type("mc")
        assert device.game.state() == state
        same_as_replayed(device)
    assert device.screen == "BidScreen"
    device.press("m")
    assert device.screen == "HomeScreen"


def test_the_end_of_the_game_can_be_taken_back():
    device = Driver()
    device.start()
    play_on(device, random.Random(8))
    device.press("c")
    assert device.screen == "EndScreen"
    device.type("mc")
    assert device.screen == "TricksScreen"
    assert not device.game.over
    assert sum(device.game.tricks) == 9
    same_as_replayed(device)
    play_on(device, random.Random(1))
    same_as_replayed(device)


def test_the_menu_takes_back_too():
    device = at_tricks()
    device.press("b")
    device.hold("M")
    device.press("c")
    assert device.screen == "ConfirmScreen"
    device.press("c")
    assert device.game.tricks == (0, 0, 0)
    assert device.screen == "TricksScreen"


def test_m_held_does_not_also_go_back():
    device = at_tricks()
    device.hold("M", 3000)
    assert device.screen == "MenuScreen"


# -- the menu and what it leads to -----------------------------------------------------------------


@pytest.mark.parametrize("bring", ["", "c", "caa", "caaa", "caaa" + "a" * 10, "result"])
def test_the_menu_opens_everywhere_in_a_game_and_leads_back(bring):
    device = Driver()
    device.start()
    device.type("caaa" + "b" * 10 + "c" if bring == "result" else bring)
    before = device.screen
    for row, screen in [
        ("Score sheet", "SheetScreen"),
        ("About this game", "AboutScreen"),
        ("Settings", "SettingsScreen"),
    ]:
        device.hold("M")
        assert device.screen == "MenuScreen"
        device.mark(row)
        device.press("c")
        assert device.screen == screen
        device.press("m")
        assert device.screen == "MenuScreen"
        device.press("m")
        assert device.screen == before


def test_the_options_in_force_are_those_of_the_game():
    device = Driver()
    device.start("meksiko-club", target=101, open=False)
    device.hold("M")
    device.mark("About this game")
    device.press("c")
    device.type("b" * device.app.top.pages)
    assert device.screen == "OptionsInForceScreen"
    rows = dict(device.app.top.rows)
    assert rows["Play to"] == "101"
    assert rows["Open game"] == "no"
    assert len(rows) == len(device.game.OPTIONS)
    before = len(device.game.events)
    device.type("bbac")
    assert device.screen == "AboutScreen"
    device.press("c")
    assert device.screen == "MenuScreen"
    assert len(device.game.events) == before


def test_leaving_keeps_the_game():
    device = at_tricks()
    device.press("b")
    device.hold("M")
    device.mark("Leave the game")
    device.press("c")
    assert device.screen == "HomeScreen"
    assert device.game.tricks == (0, 1, 0)
    device.press("c")
    assert device.screen == "TricksScreen"


def test_leaving_a_finished_game_puts_it_away():
    device = Driver()
    device.start()
    play_on(device, random.Random(8))
    device.press("c")
    device.hold("M")
    device.mark("Leave the game")
    device.press("c")
    assert device.screen == "HomeScreen"
    assert device.game is None
    assert device.restart().game is None


def test_a_finished_game_that_was_not_left_is_still_there_after_a_restart():
    device = Driver()
    device.start()
    play_on(device, random.Random(8))
    device = device.restart()
    device.type("cc")
    assert device.screen == "EndScreen"
    device.type("mc")
    assert not device.game.over


def test_the_sheet_scrolls_over_all_hands():
    device = Driver()
    device.start(target=201)
    play_on(device, random.Random(2), hands=12)
    device.press("c")
    device.hold("M")
    device.type("bc")
    screen = device.app.top
    assert screen.top == 8
    assert screen.labels() == ("up", "", "close")
    device.hold("A", 6000)
    assert screen.top == 0
    assert screen.labels() == ("", "down", "close")
    device.type("abb")
    assert screen.top == 2
    device.hold("B", 6000)
    assert screen.top == 8


# -- resuming --------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4])
def test_resuming_after_a_power_cut_at_every_event(players):
    device = Driver()
    device.start("meksiko-club", NAMES[:players], four=players == 4, target=21)
    chance = random.Random(11)
    while not device.game.over:
        device.enter(*random_event(device.game, chance))
        if chance.random() < 0.05:
            device.type("mc")
        screen, state = device.screen, device.game.state()
        events, actors = list(device.game.events), list(device.app.table.actors)
        device = device.restart()
        assert device.screen == "HomeScreen"
        device.press("c")
        assert device.screen == screen
        assert device.game.state() == state
        assert device.game.events == events
        assert list(device.app.table.actors) == actors
        same_as_replayed(device)


def test_every_game_with_screens_is_a_game_of_the_core():
    from kibitz import games

    for name in games.GAMES:
        assert name in GAMES
        module = games.screens(name)
        for part in ("screen_for", "sheet", "event_text", "menu"):
            assert callable(getattr(module, part))
    assert games.screens("chess") is None
