"""The counter on the device: whole counts by keys alone, up and down, steps, the end, the glass."""

import json
import random

import pytest

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
from rules_core.counter import MOST_POINTS
from test_app_glass import texts  # noqa: F401 (a fixture)


def setup(players=3, names=NAMES, **options):
    return {"game": "counter", "players": list(names[:players]), "options": options}


def device(players=3, *events, **options):
    """The driver of a count that has been resumed."""
    return driver_of(saved(setup(players, **options), *events))


# -- whole counts ----------------------------------------------------------------------------------


@pytest.mark.parametrize("players", range(2, 13))
def test_a_whole_count_up_from_power_on_by_rounds_and_by_players(players):
    somebody = power_on(setup(players, target=40))
    assert somebody.screen == "CounterScreen"
    chance = random.Random(players)
    while not somebody.game.over:
        if chance.random() < 0.5:
            somebody.enter("add", (chance.randrange(players), chance.choice((-7, -1, 1, 6, 25))))
        else:
            somebody.enter("points", [chance.randrange(-3, 9) for _ in range(players)])
    assert somebody.screen == "CounterEndScreen"
    assert max(somebody.game.scores) >= 40
    assert replayed(somebody) == somebody.game.state()
    assert driver_of(somebody).restart().game.state() == somebody.game.state()


def test_a_whole_count_down():
    somebody = saved(setup(2, start=301, target=0, wins="lowest"))
    scores = [301, 301]
    throws = [(0, -60), (1, -45), (0, -100), (1, -26), (0, -81), (1, -140), (0, -60)]
    for seat, points in throws:
        somebody.enter("add", (seat, points))
        scores[seat] += points
        assert somebody.game.scores == tuple(scores)
    assert somebody.game.outcome() == ((0,), "lowest")
    assert lines_of(somebody) == [{"add": [seat, points]} for seat, points in throws]


@pytest.mark.parametrize("step", [1, 5, 25, 100])
def test_points_go_in_steps(step):
    somebody = saved(setup(3, step=step, target=9999))
    somebody.enter("add", (2, 3 * step))
    somebody.enter("add", (0, -2 * step))
    somebody.enter("points", [step, 0, -4 * step])
    assert somebody.game.scores == (-step, 0, -step)
    assert replayed(somebody) == somebody.game.state()


def test_a_count_without_a_target_ends_when_the_table_says_so(texts):  # noqa: F811
    somebody = saved(setup(3, target=0, wins="lowest"))
    somebody.enter("points", [3, 20, -5])
    somebody.enter("add", (1, -30))
    assert not somebody.game.over
    somebody.enter("end")
    assert somebody.game.outcome() == ((1,), "lowest")
    seen = [one.text for one in redraw(somebody, texts)]
    assert "The lowest total wins" in seen and "Käthe wins" in seen


@pytest.mark.parametrize("players", [2, 5, 12])
def test_it_counts_on_micropython_as_it_does_here(players, tmp_path, monkeypatch):
    monkeypatch.setattr("host_sim.points.MOST_TAPS", 100)  # holds of all lengths are tested below
    table = setup(players, target=40)
    somebody = saved(table)
    chance = random.Random(players)
    while not somebody.game.over:
        somebody.enter("add", (chance.randrange(players), chance.choice((-3, 2, 7))))
        if not somebody.game.over:
            somebody.enter("points", [chance.randrange(-3, 6) for _ in range(players)])
    there, here = on_both(table, typed_by(somebody) + "mc", tmp_path)
    assert there == here
    told = [json.loads(line) for line in here if line.startswith("{")]
    assert told[1:-1] == lines_of(somebody) and told[-1] == {"undo": True}


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("players", [2, 12])
def test_a_monkey_counts(players, seed):
    options = {"target": 0} if seed else {"target": 0, "start": 40, "wins": "lowest"}
    seen = monkey_plays(saved(setup(players, **options)), seed, 3000)
    assert {"CounterScreen", "RoundPointsScreen", "MenuScreen"} <= seen


# -- counting --------------------------------------------------------------------------------------


def test_a_press_counts_for_the_marked_player_and_the_next_one_is_marked():
    driver = device()
    driver.type("a" + "bb")
    assert driver.app.top.points.value == 2
    assert driver.events() == []
    driver.press("c")
    assert driver.events() == [{"add": [1, 2]}]
    assert driver.app.top.seat == 2


def test_held_keys_count_faster():
    driver = device()
    driver.hold("B", 4000)
    first = driver.app.top.points.value
    assert first > 24
    driver.hold("B", 4000)
    second = driver.app.top.points.value - first
    driver.hold("A", 12_000)
    assert driver.app.top.points.value < first
    assert second > 24


def test_large_steps_go_by_round_numbers():
    driver = device(3, step=2)
    driver.hold("B", 9000)
    assert driver.app.top.points.value % 20 == 0


def test_points_stay_within_what_the_rules_take():
    driver = device(2, step=100, target=9999)
    driver.hold("B", 30_000)
    assert driver.app.top.points.value == MOST_POINTS
    assert driver.app.top.labels()[1] == ""
    driver.hold("A", 60_000)
    assert driver.app.top.points.value == -MOST_POINTS
    assert driver.app.top.labels()[0] == ""
    driver.press("c")
    assert driver.game.scores == (-MOST_POINTS, 0)


def test_negative_points():
    driver = device()
    driver.type("b" + "aaaa" + "c")
    assert driver.game.scores == (-3, 0, 0)


def test_nothing_counted_is_nothing_booked():
    driver = device()
    driver.type("b" + "a")
    assert driver.app.top.labels()[2] == say("key.back")
    driver.press("c")
    assert driver.events() == []
    assert driver.app.top.seat == 0
    driver.type("bb" + "m")
    assert driver.app.top.points is None
    assert driver.events() == []


def test_counting_down_begins_with_less():
    driver = device(2, start=301, target=0)
    assert driver.app.top.labels()[1] == "-1"
    driver.type("bb" + "aa" + "c")  # less, then more, then twice less
    assert driver.game.scores == (299, 301)


def test_points_for_all_are_one_event_and_can_be_corrected():
    driver = device()
    driver.type("c" + "bb" + "c" + "a" + "c" + "bbb")
    driver.type("mm")  # back to the first
    assert driver.app.top.seat == 0
    driver.type("b" + "c" + "c" + "c")
    assert driver.events() == [{"points": [3, -1, 3]}]
    assert driver.screen == "CounterScreen"


def test_m_leaves_points_for_all_without_a_trace():
    driver = device()
    driver.type("c" + "bb" + "m")
    assert driver.screen == "CounterScreen"
    assert driver.events() == []


def test_points_for_all_are_in_the_menu_too():
    somebody = saved(setup())
    somebody.menu("counter.round")
    assert somebody.screen == "RoundPointsScreen"


def test_the_player_after_the_last_entry_is_marked_after_a_restart():
    driver = device(4, {"add": [1, 5]})
    assert driver.app.top.seat == 2
    driver = device(4, {"points": [1, 2, 3, 4]})
    assert driver.app.top.seat == 0


# -- the end, and taking back ----------------------------------------------------------------------


def test_a_target_that_is_reached_is_announced(texts):  # noqa: F811
    somebody = saved(setup(target=50))
    somebody.enter("add", (1, 50))
    seen = [one.text for one in redraw(somebody, texts)]
    assert "Käthe has reached 50" in seen and "Käthe wins" in seen


def test_several_may_reach_it(texts):  # noqa: F811
    somebody = saved(setup(target=10))
    somebody.enter("points", [10, 0, 12])
    seen = [one.text for one in redraw(somebody, texts)]
    assert "Several have reached 10" in seen and "Uwe wins" in seen


def test_who_wins_need_not_be_who_has_reached_it(texts):  # noqa: F811
    somebody = saved(setup(target=10, wins="lowest"))
    somebody.enter("points", [10, 4, 4])
    assert somebody.game.winners == (1, 2)
    seen = [one.text for one in redraw(somebody, texts)]
    assert "Jürgen has reached 10" in seen and "A shared win" in seen


def test_the_table_is_asked_before_it_ends_the_game():
    somebody = saved(setup())
    somebody.menu("counter.end")
    driver = driver_of(somebody)
    assert driver.screen == "ConfirmScreen"
    driver.press("a")
    assert not driver.game.over
    assert driver.events() == []


def test_a_tie_at_the_end(texts):  # noqa: F811
    somebody = saved(setup())
    somebody.enter("end")
    seen = [one.text for one in redraw(somebody, texts)]
    assert "Tie: shared" in seen and "A shared win" in seen


def test_the_menu_of_a_count_that_is_over_cannot_go_on_counting():
    somebody = saved(setup())
    somebody.enter("end")
    driver = driver_of(somebody)
    driver.hold("M")
    rows = [left for left, _ in driver.app.top.rows]
    assert say("counter.round") not in rows and say("counter.end") not in rows


EVENTS = [
    ({"add": [1, 5]}, "+5 for Käthe"),
    ({"add": [0, -12]}, "-12 for Jürgen"),
    ({"points": [3, 0, -4]}, "Points for all: +3, 0, -4"),
    ({"end": True}, "The end of the game"),
]


@pytest.mark.parametrize(("event", "text"), EVENTS)
def test_an_event_is_named_before_it_is_taken_back(event, text):
    driver = device(3, event)
    driver.press("m")
    assert driver.app.top.question == text
    driver.press("c")
    assert driver.game.events == []
    assert driver.screen == "CounterScreen"


def test_the_end_is_taken_back_even_from_home():
    somebody = saved(setup(target=50))
    somebody.enter("add", (1, 50))
    driver = driver_of(somebody)
    driver.press("c")
    assert driver.screen == "HomeScreen"
    driver.type("c" + "m" + "c")
    assert driver.screen == "CounterScreen"
    assert replayed(somebody) == driver.game.state()


# -- what is on the glass --------------------------------------------------------------------------

EXTREMES = (-199, 999, 0, 5, -199, 999, -199, -199, 999, 999, 12, -1)


def extreme(players, names, keys="", **options):
    """A count with totals of the largest kinds."""
    options = {"target": 9999, **options}
    events = [{"points": list(EXTREMES[:players])}, {"add": [0, -1000]}, {"add": [0, 1000]}]
    somebody = saved(setup(players, names, **options), *events)
    driver_of(somebody).type(keys)
    return somebody


def totals_of(somebody):
    return [str(score) for score in somebody.game.scores]


@pytest.mark.parametrize("players", range(2, 13))
def test_all_totals_are_large(players, texts):  # noqa: F811
    somebody = extreme(players, SHORT)
    seen = tall(redraw(somebody, texts))
    if players > 6:
        driver_of(somebody).type("a" * (players - 2))  # the second player is marked
        seen += tall(redraw(somebody, texts))
    assert seen == totals_of(somebody)


def test_more_digits_are_smaller_but_whole(texts):  # noqa: F811
    somebody = saved(setup(4, target=9999), {"points": [-9999, 9998, 9000, -1]})
    figures = ["-9999", "9998", "9000", "-1"]
    assert [one.text for one in redraw(somebody, texts) if one.text in figures] == figures
    five = saved(setup(5, target=9999), {"points": [-9999, 9998, 9000, -1, 0]})
    assert [one.text for one in redraw(five, texts) if one.font == "middle"][:4] == figures


def test_the_points_being_counted_and_what_they_make(texts):  # noqa: F811
    somebody = saved(setup(2), {"points": [45, 9]})
    driver_of(somebody).type("bbb")
    assert tall(redraw(somebody, texts)) == ["45", "+3", "48"]


@pytest.mark.parametrize("players", range(2, 13))
def test_the_sheet_has_every_number_of_everybody(players, texts):  # noqa: F811
    somebody = extreme(players, SHORT)
    somebody.menu("menu.sheet")
    driver = driver_of(somebody)
    seen = []
    while driver.screen == "PointsSheetScreen":
        seen += [one.text for one in redraw(somebody, texts)]
        driver.press("c")
    for seat in range(players):
        assert SHORT[seat][:2] in [text[:2] for text in seen]
        assert str(EXTREMES[seat]).replace("0", "·") in [text.replace("0", "·") for text in seen]
    assert "-1000" in seen and "+1000" not in seen


@pytest.mark.parametrize("entries", [99, 444, 1115])
def test_after_many_entries_the_sheet_has_the_last_figures_of_their_numbers(entries, texts):  # noqa: F811
    somebody = saved(setup(2, target=0), *[{"add": [0, 1]}] * entries)
    somebody.menu("menu.sheet")
    shown = [one.text for one in redraw(somebody, texts) if one.right < 20 and one.text.isdigit()]
    assert shown == [str(number)[-3:] for number in range(entries - 3, entries + 1)]


def test_the_sheet_begins_with_what_everybody_had(texts):  # noqa: F811
    somebody = saved(setup(2, start=301, target=0), {"points": [-60, -45]})
    somebody.menu("menu.sheet")
    seen = [one.text for one in redraw(somebody, texts)]
    assert seen.count("301") == 2 and "241" in seen and "256" in seen


def ended(players, names, keys=""):
    somebody = extreme(players, names)
    somebody.enter("end")
    driver_of(somebody).type(keys)
    return somebody


def sheet(players, names, keys=""):
    somebody = extreme(players, names)
    somebody.menu("menu.sheet")
    driver_of(somebody).type(keys)
    return somebody


def typed(somebody, keys):
    driver_of(somebody).type(keys)
    return somebody


SCREENS = {
    "totals": lambda p, n: extreme(p, n),
    "totals-last": lambda p, n: extreme(p, n, "a" * (p - 1)),
    "totals-no-target": lambda p, n: saved(setup(p, n, target=0)),
    "totals-long": lambda p, n: saved(setup(p, n, target=9999), {"points": [-9999] * p}),
    "points": lambda p, n: extreme(p, n, "bb"),
    "points-none": lambda p, n: extreme(p, n, "ba"),
    "points-most": lambda p, n: typed(extreme(p, n, step=100), "b" * 30),
    "points-long": lambda p, n: typed(
        saved(setup(p, n, target=9999, step=100), {"points": [-9999] * p}), "b" + "a" * 70
    ),
    "round": lambda p, n: extreme(p, n, "cb"),
    "round-last": lambda p, n: extreme(p, n, "cb" + "c" * (p - 1)),
    "undo-add": lambda p, n: extreme(p, n, "m"),
    "undo-points": lambda p, n: typed(saved(setup(p, n), {"points": [-9999] * p}), "m"),
    "menu": lambda p, n: typed(extreme(p, n), "M"),
    "ask-to-end": lambda p, n: (s := extreme(p, n), s.menu("counter.end"))[0],
    "sheet": lambda p, n: sheet(p, n),
    "sheet-next": lambda p, n: sheet(p, n, "c" if p > 6 else "a"),
    "sheet-empty": lambda p, n: typed(saved(setup(p, n)), "M" + "bc"),
    "end": lambda p, n: ended(p, n),
    "end-totals": lambda p, n: ended(p, n, "b" if p > 4 else ""),
    "end-reached": lambda p, n: saved(setup(p, n, target=999), {"points": [999] + [0] * (p - 1)}),
    "rules": lambda p, n: typed(extreme(p, n), "M" + "bbbb" + "c"),
}
every_screen = pytest.mark.parametrize("screen", SCREENS)
every_name = pytest.mark.parametrize("names", [WIDE, SHORT], ids=["wide", "short"])


@every_screen
@pytest.mark.parametrize("players", range(2, 13))
@every_name
def test_nothing_overflows_and_nothing_meets(screen, players, names, texts):  # noqa: F811
    somebody = SCREENS[screen](players, names)
    seen = redraw(somebody, texts)
    assert_apart(seen)
    assert_whole(seen, names)


@every_screen
@pytest.mark.parametrize("players", [2, 6, 12])
def test_labels_tell_the_truth(screen, players, texts):  # noqa: F811
    assert_labels(lambda: SCREENS[screen](players, SHORT), texts)


@every_screen
@pytest.mark.parametrize("players", [3, 12])
def test_what_is_shown_is_up_to_date(screen, players, texts):  # noqa: F811
    assert_up_to_date(lambda: SCREENS[screen](players, SHORT), texts)


def test_every_screen_of_the_counter_is_among_these():
    seen = {driver_of(build(3, SHORT)).screen for build in SCREENS.values()}
    assert {"CounterScreen", "RoundPointsScreen", "CounterEndScreen", "PointsSheetScreen"} <= seen
