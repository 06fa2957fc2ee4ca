"""Mexican Rummy on the device: whole games by keys alone, hands, the standing, the glass."""

import json
from statistics import mean

import pytest

from app_driver import Driver
from host_sim.device import SeededRandom
from host_sim.points import RummyEvening, measure_rummy
from kibitz import rummy_paint
from kibitz.canvas import WIDTH_PX, WORK_Y_PX
from kibitz.fonts import SMALL
from kibitz.words import say
from points_table import (
    NAMES,
    SHORT,
    WIDE,
    assert_apart,
    assert_labels,
    assert_up_to_date,
    assert_whole,
    driver_of,
    lines_of,
    monkey_plays,
    on_both,
    power_on,
    redraw,
    replayed,
    saved,
    tall,
    typed_by,
)
from rules_core import new_game
from rules_core.rummy import KINDS, PENALTIES, ROUNDS
from support import CASES
from test_app_glass import Text, texts  # noqa: F401 (a fixture)

GAME = "mexican-rummy"


def setup(players=3, dealer=0, names=NAMES, **options):
    return {"game": GAME, "players": list(names[:players]), "dealer": dealer, "options": options}


def event(out, *hands):
    """A round as a transcript has it."""
    return {"round": {"out": out, "hands": list(hands)}}


def numbers(game, value):
    """A round with its hands as numbers."""
    return {"out": value["out"], "hands": [game.penalty(hand) for hand in value["hands"]]}


def mixed(game, value):
    """The same with every other hand as a number: the way is changed on the spot."""
    hands = [game.penalty(hand) if seat % 2 else hand for seat, hand in enumerate(value["hands"])]
    return {"out": value["out"], "hands": hands}


def counted(game, value):
    """The same as cards."""
    return value


WAYS = {"cards": counted, "numbers": numbers, "mixed": mixed}


# -- whole games -----------------------------------------------------------------------------------


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("way", WAYS)
def test_a_whole_game_by_keys_alone_from_power_on_to_the_winner(players, way):
    table = setup(players, players - 1, packs=3 if players == 6 else 2)
    somebody = power_on(table, penalties="number" if way == "numbers" else "cards")
    assert somebody.screen == "RoundScreen"
    game = new_game(table)
    evening = RummyEvening(SeededRandom(players))
    while not game.over:
        value = evening.next_round(game)
        somebody.enter("round", WAYS[way](game, value))
        game.apply("round", value)
        assert somebody.game.state() == game.state()
    assert somebody.screen == "ResultScreen"
    assert replayed(somebody) == game.state()
    somebody.go_on()
    assert somebody.screen == "EndScreen"
    driver = driver_of(somebody)
    driver.press("a")
    assert driver.screen == "PointsSheetScreen"
    driver.press("m")
    assert driver.screen == "EndScreen"
    driver.press("c")
    assert driver.screen == "HomeScreen"


@pytest.mark.parametrize("players", [2, 3])
def test_a_single_pack_has_five_rounds(players):
    somebody = power_on(setup(players, single=True))
    assert "packs" not in somebody.game.options
    evening = RummyEvening(SeededRandom(3))
    for number in range(1, 6):
        assert somebody.game.round == number
        somebody.enter("round", evening.next_round(somebody.game))
    assert somebody.game.over
    assert replayed(somebody) == somebody.game.state()


@pytest.mark.parametrize("options", [{"wild": "twos"}, {"wild": "kings"}, {"buy": True}])
def test_variants_from_the_options_to_the_last_round(options):
    somebody = power_on(setup(4, 2, **options))
    evening = RummyEvening(SeededRandom(8))
    while not somebody.game.over:
        somebody.enter("round", evening.next_round(somebody.game))
    assert replayed(somebody) == somebody.game.state()


def test_a_round_in_which_nobody_goes_out():
    for players in range(2, 7):
        somebody = saved(setup(players))
        somebody.enter("round", {"out": None, "hands": [{"tens": 1}] * players})
        assert somebody.game.log[-1].out is None
        assert somebody.game.scores == (10,) * players
        assert lines_of(somebody) == [event(None, *[{"tens": 1}] * players)]


def test_counts_are_booked_as_counts_and_numbers_as_numbers():
    somebody = saved(setup())
    somebody.enter("round", {"out": 1, "hands": [{"others": 2, "jokers": 1}, 0, 45]})
    assert lines_of(somebody) == [event(1, {"jokers": 1, "others": 2}, 0, 45)]


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_it_plays_on_micropython_as_it_does_here(players, tmp_path, monkeypatch):
    """A whole game typed on both: the same pictures, and the transcript of the whole game."""
    monkeypatch.setattr(
        "host_sim.points.MOST_TAPS", 100
    )  # holds of all lengths are tested elsewhere
    table = setup(players, packs=3 if players == 6 else 2)
    somebody = saved(table)
    evening = RummyEvening(SeededRandom(players))
    while not somebody.game.over:
        somebody.enter("round", mixed(somebody.game, evening.next_round(somebody.game)))
    somebody.go_on()
    driver_of(somebody).press("c")
    there, here = on_both(table, typed_by(somebody) + "b", tmp_path)
    assert there == here
    assert len(here) > 60
    told = [json.loads(line) for line in here if line.startswith("{")]
    assert told[1:] == lines_of(somebody)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("players", [2, 3, 6])
def test_a_monkey_plays(players, seed):
    seen = monkey_plays(saved(setup(players)), seed, 3000)
    assert {"RoundScreen", "HandScreen", "ResultScreen", "StandingScreen"} <= seen


# -- entering hands --------------------------------------------------------------------------------


def asked(*keys, players=3, events=(), **options):
    """A device on which the round is over and these keys have been pressed since."""
    somebody = saved(setup(players, **options), *events)
    driver = driver_of(somebody)
    driver.type("c" + "".join(keys))
    return driver


def test_the_others_are_asked_in_the_order_of_play():
    driver = asked("b")  # seat 1 went out
    assert driver.app.top.entry.order == [2, 0]
    blocked = asked("A")
    assert blocked.app.top.entry.order == [1, 2, 0]  # seat 0 deals


def test_the_sum_grows_with_every_card():
    driver = asked("a")
    sums = []
    for keys in ("b", "b", "ab", "ab", "ab", "ab"):
        driver.type(keys)
        sums.append(driver.app.top.entry.points())
    assert sums == [5, 10, 20, 35, 55, 75]


def test_no_hand_is_larger_than_what_was_dealt():
    driver = asked("a", "b" * 20)
    entry = driver.app.top.entry
    assert entry.hand() == {"others": 7}
    assert driver.app.top.labels()[1] == ""
    driver.press("a")
    assert driver.app.top.labels()[1] == ""


def test_with_buying_a_hand_may_be_larger():
    driver = asked("a", "b" * 20, buy=True)
    assert driver.app.top.entry.hand() == {"others": 13}


def test_the_pack_has_no_more_than_its_cards():
    """Four jokers in two packs: what one player has the others cannot have."""
    driver = asked("a", "aaaa" + "b" * 9)
    assert driver.app.top.entry.hand() == {"jokers": 4}
    driver.type("c" + "aaaa" + "b")
    assert driver.app.top.entry.hand() == {}
    assert driver.app.top.labels()[1] == ""


def test_three_packs_have_six_jokers():
    driver = asked("a", "aaaa" + "b" * 9, packs=3)
    assert driver.app.top.entry.hand() == {"jokers": 6}


def test_a_single_pack_has_two_jokers():
    driver = asked("a", "aaaa" + "b" * 9, single=True)
    assert driver.app.top.entry.hand() == {"jokers": 2}


def test_an_empty_hand_cannot_be_taken():
    """Whoever is not out holds at least one card."""
    driver = asked("a")
    assert driver.app.top.labels()[2] == ""
    driver.press("c")
    assert driver.app.top.entry.stage == 0


def test_held_a_takes_a_card_away():
    driver = asked("a", "bbb")
    driver.hold("A")
    assert driver.app.top.entry.hand() == {"others": 2}
    assert driver.app.top.kind == 0
    driver.hold("A", 5000)
    assert driver.app.top.entry.hand() == {"others": 0}


def test_numbers_go_in_fives_and_stay_within_what_can_be():
    driver = asked("a", "C")
    screen = driver.app.top
    assert screen.entry.points() == 30  # half a hand of seven
    driver.type("b")
    assert screen.entry.points() == 35
    driver.type("aa")
    assert screen.entry.points() == 25
    driver.hold("A", 10_000)
    assert screen.entry.points() == 5
    assert screen.labels()[0] == ""
    driver.hold("B", 20_000)
    assert screen.entry.points() == 140
    assert screen.labels()[1] == ""


def test_the_setting_says_how_hands_are_entered():
    somebody = saved(setup(), penalties="number")
    driver = driver_of(somebody)
    driver.type("ca")
    assert driver.app.top.entry.by_number


def test_a_number_begins_at_what_was_counted():
    driver = asked("a", "bb" + "ab")
    driver.hold("C")
    assert driver.app.top.entry.hand() == 20
    driver.hold("C")
    assert driver.app.top.entry.hand() == {}


def test_the_way_that_was_changed_to_stays_for_the_next_player():
    driver = asked("a", "C", "c")
    assert driver.app.top.entry.stage == 1
    assert driver.app.top.entry.by_number


def test_the_previous_player_can_be_corrected():
    driver = asked("a", "bb" + "c" + "b")
    entry = driver.app.top.entry
    assert entry.stage == 1
    driver.press("m")
    assert (entry.stage, entry.hand()) == (0, {"others": 2})
    driver.type("b" + "c")
    assert (entry.stage, entry.hand()) == (1, {"others": 1})
    driver.press("c")
    assert driver.game.scores == (0, 15, 5)


def test_a_correction_keeps_to_the_pack():
    """What the later player holds is no longer there for the earlier one."""
    driver = asked("a", "aaaa" + "b" * 2 + "c" + "aaaa" + "b" * 9)
    entry = driver.app.top.entry
    assert entry.hand() == {"jokers": 2}
    driver.press("m")
    driver.type("aaaa" + "b")
    assert entry.hand() == {"jokers": 2}


def test_who_went_out_can_be_corrected_and_the_hands_are_kept():
    driver = asked("a", "bb" + "c" + "bbb" + "mm")
    assert driver.screen == "OutScreen"
    driver.press("b")  # not seat 0 but seat 1
    entry = driver.app.top.entry
    assert entry.order == [2, 0]
    assert entry.hand() == {"others": 3}
    driver.type("c" + "b" + "c")
    assert driver.game.scores == (5, 0, 15)
    assert driver.game.log[-1].out == 1


def test_m_leads_back_to_the_round_without_a_trace():
    driver = asked("a", "bb", "mm")
    assert driver.screen == "RoundScreen"
    assert driver.game.events == []
    assert driver.events() == []


def test_five_players_are_a_list():
    driver = asked("bbbbb", "c", players=5)
    assert driver.app.top.entry.out is None
    driver = asked("bbbb", "c", players=5)
    assert driver.app.top.entry.out == 4


def test_a_press_of_the_key_that_is_held_names_nobody_out():
    driver = asked("B")
    assert driver.screen == "HandScreen"
    assert driver.app.top.entry.out is None


# -- after a round ---------------------------------------------------------------------------------


def test_a_round_that_is_taken_back_can_be_mended():
    somebody = saved(setup(4))
    somebody.enter("round", {"out": 1, "hands": [{"tens": 2}, 0, 45, {"aces": 1}]})
    driver = driver_of(somebody)
    driver.press("m")
    assert driver.app.top.question == "Round 1: Käthe went out"
    driver.press("c")
    assert driver.screen == "RoundScreen"
    driver.press("c")
    assert driver.app.top.cursor == 1
    driver.type("c" + "b" + "c" + "c" + "c")  # 45 becomes 50, the others are as they were
    assert driver.game.scores == (20, 0, 50, 15)
    assert replayed(somebody) == driver.game.state()


def test_a_mended_round_may_have_other_ways():
    somebody = saved(setup(), event(0, 0, ["KS", "3D"], 40))
    driver = driver_of(somebody)
    driver.type("m" + "c" + "c" + "a")
    entry = driver.app.top.entry
    assert entry.hands == [None, {}, 40]  # cards that were named cannot be counted by kind


def test_taking_back_goes_to_the_beginning():
    somebody = saved(setup(), event(0, 0, 5, 10), event(1, 20, 0, 5))
    driver = driver_of(somebody)
    driver.type("mc" + "mc")
    assert driver.game.events == []
    driver.press("m")
    assert driver.screen == "HomeScreen"


def test_a_wrong_last_round_that_ended_the_game_is_taken_back_even_from_home():
    rounds = [event(0, 0, 10, 15)] * 7
    somebody = saved(setup(), *rounds)
    driver = driver_of(somebody)
    driver.type("c" + "c")
    assert driver.screen == "HomeScreen"
    driver = driver.restart()
    assert driver.app.top.rows[0] == (say("home.last"), say("game." + GAME))
    driver.type("c" + "c" + "m")
    assert driver.app.top.question == "Round 7: Jürgen went out"
    driver.press("c")
    assert driver.game.round == 7
    assert not driver.game.over


def test_a_cards_game_begun_elsewhere_is_shown_and_can_be_left():
    lines = (CASES / "rummy-full-round.jsonl").read_text().splitlines()
    lines = [json.loads(line) for line in lines]
    deal = ["deal" in line for line in lines].index(True)
    somebody = saved(*lines[: deal + 1])
    driver = driver_of(somebody)
    assert driver.screen == "StrangeScreen"
    driver.press("m")
    assert driver.app.top.question == say("event.other")


LAST = (
    ("lowest", [event(0, 0, 10, 15)] * 7, "The lowest total wins", "Jürgen wins"),
    (
        "tie-outs",
        [event(0, 0, 10, 15)] * 4 + [event(1, 25, 0, 15), event(1, 10, 0, 15), event(1, 5, 0, 5)],
        "Tie: more rounds gone out",
        "Jürgen wins",
    ),
    (
        "tie-shared",
        [event(None, 10, 10, 15)] * 7,
        "Tie, in rounds too: shared",
        "A shared win",
    ),
)


@pytest.mark.parametrize(("why", "rounds", "title", "sentence"), LAST)
def test_the_end_says_who_and_why(why, rounds, title, sentence, texts):  # noqa: F811
    somebody = saved(setup(), *rounds)
    driver_of(somebody).press("c")
    assert somebody.game.outcome()[1] == why
    seen = [one.text for one in redraw(somebody, texts)]
    assert title in seen and sentence in seen


# -- what is on the glass --------------------------------------------------------------------------


def texts_of(somebody, texts):  # noqa: F811
    return [one.text for one in redraw(somebody, texts)]


@pytest.mark.parametrize("number", range(1, 8))
def test_the_reminder_says_what_the_round_asks_for(number, texts):  # noqa: F811
    somebody = saved(setup(4, 1), *[event(0, 0, 5, 5, 5)] * (number - 1))
    if number > 1:
        driver_of(somebody).press("c")
    cards, wild, contract = ROUNDS[number - 1]
    seen = texts_of(somebody, texts)
    dealer = NAMES[number % 4]
    begins = NAMES[(number + 1) % 4]
    for text in (f"Round {number} of 7", f"{dealer} deals", begins, str(cards), wild):
        assert text in seen
    assert [text for text in seen if text in ("set", "run")] == list(contract)
    large = tall(redraw(somebody, texts))
    assert large == [wild, str(cards)]
    melds = Text(SMALL, "", rummy_paint._FACTS_X_PX, rummy_paint._MELDS_Y_PX)
    melds.right, melds.bottom = WIDTH_PX, melds.top + rummy_paint._MELD_HEIGHT_PX
    assert not [one for one in redraw(somebody, texts) if one.meets(melds)]


@pytest.mark.parametrize(("wild", "rank"), [("kings", "K"), ("twos", "2")])
def test_a_fixed_wild_rank_is_shown_in_every_round(wild, rank, texts):  # noqa: F811
    somebody = saved(setup(wild=wild))
    while not somebody.game.over:
        assert rank in tall(redraw(somebody, texts))
        somebody.enter("round", {"out": 0, "hands": [0, 5, 5]})
        somebody.go_on()


KINDS_SHOWN = [
    ({}, 1, ["2-9", "10-K", "A", "3", "JK"]),
    ({}, 7, ["2-8", "10-K", "A", "9", "JK"]),
    ({"wild": "twos"}, 1, ["3-9", "10-K", "A", "2", "JK"]),
    ({"wild": "kings"}, 1, ["2-9", "10-Q", "A", "K", "JK"]),
]


@pytest.mark.parametrize(("options", "number", "columns"), KINDS_SHOWN)
def test_the_kinds_are_named_by_their_ranks(options, number, columns, texts):  # noqa: F811
    somebody = saved(setup(**options), *[event(0, 0, 5, 5)] * (number - 1))
    driver = driver_of(somebody)
    driver.type("c" * (number > 1) + "ca")
    seen = redraw(somebody, texts)
    assert [one.text for one in seen if one.top == WORK_Y_PX and one.font == "small"] == columns
    costs = [str(PENALTIES[kind]) for kind in reversed(KINDS)]
    assert [text for text in texts_of(somebody, texts) if text in costs] == costs


def test_the_result_shows_penalties_and_totals_large(texts):  # noqa: F811
    somebody = saved(setup(), event(0, 0, 35, 60), event(1, 20, 0, 140))
    seen = redraw(somebody, texts)
    assert sorted(tall(seen)) == sorted(["20", "0", "140", "20", "35", "200"])
    assert "Käthe went out" in texts_of(somebody, texts)
    assert "Jürgen leads" in texts_of(somebody, texts)


@pytest.mark.parametrize("players", [5, 6])
def test_many_players_have_penalties_and_totals_on_two_pages(players, texts):  # noqa: F811
    hands = [0, 35, 60, 5, 140, 20][:players]
    somebody = saved(setup(players), event(0, *hands))
    driver = driver_of(somebody)
    assert tall(redraw(somebody, texts)) == ["0"] + [f"+{hand}" for hand in hands[1:]]
    driver.press("c")
    assert tall(redraw(somebody, texts)) == [str(hand) for hand in hands]
    driver.press("a")
    assert "+35" in texts_of(somebody, texts)
    driver.type("cc")
    assert driver.screen == "RoundScreen"


def standing(*hands):
    somebody = saved(setup(len(hands)), event(None, *hands))
    driver = driver_of(somebody)
    somebody.go_on()
    driver.press("a")
    assert driver.screen == "StandingScreen"
    return somebody


def test_the_standing_says_who_leads_and_what_the_last_is_behind(texts):  # noqa: F811
    seen = texts_of(standing(35, 20, 60), texts)
    assert "Käthe leads" in seen
    assert "Uwe is 40 behind" in seen


def test_leaders_and_last_may_be_several(texts):  # noqa: F811
    seen = texts_of(standing(20, 20, 60, 60), texts)
    assert "Jürgen + Käthe lead" in seen or any(text.endswith(" lead") for text in seen)
    assert "Uwe + Đorđe are 40 behind" in seen
    assert "All are level" in texts_of(standing(20, 20), texts)


@pytest.mark.parametrize("players", range(2, 7))
def test_the_order_has_everybody_and_the_distances(players, texts):  # noqa: F811
    somebody = standing(*[60, 20, 35, 20, 95, 40][:players])
    driver = driver_of(somebody)
    driver.press("b")
    assert driver.app.top.ordered
    seen = texts_of(somebody, texts)
    assert seen.count("1.") == (2 if players > 3 else 1)
    assert "+40" in seen
    for name in NAMES[:players]:
        assert name in seen
    driver.press("b")
    assert not driver.app.top.ordered
    driver.press("c")
    assert driver.screen == "RoundScreen"


def test_the_standing_is_in_the_menu_too():
    somebody = saved(setup())
    somebody.menu("rummy.standing")
    assert somebody.screen == "StandingScreen"


def test_the_sheet_scrolls_and_ends_with_the_sums(texts):  # noqa: F811
    somebody = saved(setup(), *[event(0, 0, 5 * n, 10 * n) for n in range(1, 7)])
    driver = driver_of(somebody)
    somebody.menu("menu.sheet")
    assert driver.app.top.top == 2
    seen = texts_of(somebody, texts)
    assert "60" in seen and "105" in seen and "210" in seen
    driver.type("aaa")
    assert driver.app.top.top == 0
    assert driver.app.top.labels()[0] == ""
    assert "1" in texts_of(somebody, texts)
    driver.hold("B", 3000)
    assert driver.app.top.top == 2


LARGE_TOTALS = (999, 985, 1230, 20, 5, 470)


def late(players, names, **options):
    """A game in its last round, with totals as large as they can be."""
    somebody = saved(setup(players, names=names, **options), event(0, 0, *[140] * (players - 1)))
    game = somebody.game
    record = game.log[-1]
    scores = LARGE_TOTALS[:players]
    penalties = (0, 260, 380, 140, 5, 95)[:players]
    game.log[:] = [record._replace(round=number) for number in range(1, 7)]
    game.log[-1] = record._replace(round=6, out=0, penalties=penalties, scores=scores)
    game.scores, game.round = scores, 7
    driver_of(somebody).app.play()
    return somebody


def typed(somebody, keys):
    driver_of(somebody).type(keys)
    return somebody


def gone_on(players, names, keys="", **options):
    somebody = late(players, names, **options)
    somebody.go_on()
    return typed(somebody, keys)


def ended(players, names, keys, winners=(0,)):
    somebody = gone_on(players, names)
    game = somebody.game
    game.winners, game.why, game.now = winners, "tie-shared" if winners[1:] else "lowest", ()
    driver_of(somebody).app.play()
    return typed(somebody, keys)


def first_hand(players, names, keys="", **options):
    out = "c" if players > 3 else "a"
    return gone_on(players, names, "c" + out + keys, **options)


SCREENS = {
    "round": lambda p, n: gone_on(p, n),
    "round-kings": lambda p, n: gone_on(p, n, wild="kings"),
    "round-first": lambda p, n: saved(setup(p, names=n)),
    "out": lambda p, n: gone_on(p, n, "c"),
    "out-blocked": lambda p, n: gone_on(p, n, "c" + "a" * (p > 3)),
    "cards": lambda p, n: first_hand(p, n),
    "cards-most": lambda p, n: first_hand(p, n, "aaa" + "b" * 8 + "a" + "b" * 11, buy=True),
    "cards-others": lambda p, n: first_hand(p, n, "b" * 19 + "a", buy=True),
    "number": lambda p, n: first_hand(p, n, "C"),
    "number-most": lambda p, n: (
        driver_of(somebody := first_hand(p, n, "C", buy=True)).hold("B", 9000),
        somebody,
    )[1],
    "result": lambda p, n: late(p, n),
    "result-totals": lambda p, n: typed(late(p, n), "c" if p > 4 else ""),
    "result-blocked": lambda p, n: saved(setup(p, names=n), event(None, *[140] * p)),
    "standing": lambda p, n: gone_on(p, n, "a"),
    "standing-level": lambda p, n: typed(saved(setup(p, names=n)), "a"),
    "standing-tied": lambda p, n: typed(
        saved(setup(p, names=n), event(None, *([5, 5] + [140] * 4)[:p])), "c" * (1 + (p > 4)) + "a"
    ),
    "order": lambda p, n: gone_on(p, n, "ab"),
    "sheet": lambda p, n: gone_on(p, n, "aa"),
    "sheet-empty": lambda p, n: typed(saved(setup(p, names=n)), "aa"),
    "end": lambda p, n: ended(p, n, ""),
    "end-totals": lambda p, n: ended(p, n, "b" if p > 4 else ""),
    "end-shared": lambda p, n: ended(p, n, "", tuple(range(p))),
    "undo": lambda p, n: typed(late(p, n), "m"),
    "menu": lambda p, n: typed(gone_on(p, n), "M"),
    "rules": lambda p, n: typed(gone_on(p, n), "M" + "bbb" + "c"),
}
every_screen = pytest.mark.parametrize("screen", SCREENS)
every_table = pytest.mark.parametrize("players", range(2, 7))
every_name = pytest.mark.parametrize("names", [WIDE, SHORT], ids=["wide", "short"])


@every_screen
@every_table
@every_name
def test_nothing_overflows_and_nothing_meets(screen, players, names, texts):  # noqa: F811
    somebody = SCREENS[screen](players, names)
    seen = redraw(somebody, texts)
    assert_apart(seen)
    assert_whole(seen, names)


@every_screen
@pytest.mark.parametrize("players", [2, 3, 6])
def test_labels_tell_the_truth(screen, players, texts):  # noqa: F811
    assert_labels(lambda: SCREENS[screen](players, NAMES), texts)


@every_screen
@pytest.mark.parametrize("players", [3, 5])
def test_what_is_shown_is_up_to_date(screen, players, texts):  # noqa: F811
    assert_up_to_date(lambda: SCREENS[screen](players, NAMES), texts)


def test_every_screen_of_the_game_is_among_these():
    from kibitz import points_sheet, rummy_entry, rummy_screens
    from kibitz.screen import Screen

    seen = {
        type(driver_of(build(players, NAMES)).app.top)
        for build in SCREENS.values()
        for players in (3, 5)
    }
    for module in (rummy_entry, rummy_screens, points_sheet):
        kinds = {
            kind
            for kind in vars(module).values()
            if isinstance(kind, type)
            and issubclass(kind, Screen)
            and kind.__module__ == module.__name__
        }
        assert kinds <= seen, module


# -- presses ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("by_number", "most"), [(False, 10), (True, 3)])
def test_a_hand_takes_few_presses(by_number, most):
    rounds = measure_rummy(by_number)
    assert mean([one.hands / (one.players - 1) for one in rounds]) <= most
    assert all(one.out <= 5 and one.go_on <= 2 for one in rounds)


# -- setting up ------------------------------------------------------------------------------------


def test_a_single_pack_leaves_nothing_to_ask_about_packs():
    driver = Driver()
    driver.type("c" + "bbb" + "c" + "bbc")  # rummy; three packs
    assert driver.app.top.values["packs"] == 3
    driver.type("aaaa" + "b")
    screen = driver.app.top
    assert screen.values["single"] is True
    assert "packs" not in [option.name for option in screen.options]
    assert screen.values["packs"] == 2
    assert screen.options[screen.cursor].name == "single"
    driver.press("b")
    assert screen.options[0].name == "packs"
    assert screen.options[screen.cursor].name == "single"


def test_the_same_table_is_set_up_again_by_one_key():
    driver = Driver()
    driver.start(GAME, NAMES[:4], dealer=2)
    assert driver.game.players == NAMES[:4]
    driver.press("m")
    driver.mark(say("home.new"))
    driver.type("c" + "c" + "c" + "cccc" + "c")
    assert driver.screen == "DealerListScreen"
    assert driver.app.top.players == NAMES[:4]


def test_two_are_the_least_and_six_the_most():
    driver = Driver()
    driver.type("c" + "bbb" + "c" + "c")
    assert say("player.everybody") not in [left for left, _ in driver.app.top.rows]
    driver.press("c")
    assert say("player.everybody") not in [left for left, _ in driver.app.top.rows]
    for count in range(2, 6):
        driver.press("c")
        assert driver.screen == "PlayerScreen"
        assert len(driver.app.top.chosen) == count
        assert driver.app.top.rows[-1] == (say("player.everybody"), "")
    driver.press("c")
    assert driver.screen == "DealerListScreen"
    assert len(driver.app.top.players) == 6
