"""The plain counter for games that Kibitz has no rules of."""

import pytest

from rules_core import RuleError, new_game


def counter(players=3, **options):
    names = [f"P{seat}" for seat in range(players)]
    return new_game({"game": "counter", "players": names, "options": options})


@pytest.mark.parametrize("players", [2, 12])
def test_two_to_twelve_players(players):
    assert len(counter(players).scores) == players


@pytest.mark.parametrize("players", [1, 13])
def test_no_fewer_no_more(players):
    with pytest.raises(RuleError) as refusal:
        counter(players)
    assert refusal.value.code == "bad-players"


def test_it_has_no_dealer():
    with pytest.raises(RuleError) as refusal:
        new_game({"game": "counter", "players": ["A", "B"], "dealer": 0})
    assert refusal.value.code == "bad-setup"


def test_points_for_one_and_for_all_also_negative():
    game = counter()
    game.apply("add", [1, -7])
    game.apply("points", [5, 0, 20])
    assert game.scores == (5, -7, 20)
    assert game.state()["last"] == [5, 0, 20]
    assert [record.points for record in game.log] == [(0, -7, 0), (5, 0, 20)]


def test_up_to_a_target_the_highest_wins():
    game = counter(target=50)
    game.apply("points", [49, 10, 0])
    assert not game.over
    game.apply("points", [1, 41, 0])
    assert game.reached() == (0, 1)
    assert game.outcome() == ((1,), "highest")
    assert game.state()["expects"] == []


def test_up_to_a_target_the_lowest_wins():
    game = counter(target=50, wins="lowest")
    game.apply("points", [50, 10, 12])
    assert game.outcome() == ((1,), "lowest")


def test_down_to_a_target():
    game = counter(start=301, target=0, wins="lowest")
    game.apply("points", [-300, -60, -60])
    assert not game.over
    game.apply("add", [0, -1])
    assert game.outcome() == ((0,), "lowest")


def test_a_target_at_the_start_is_none():
    game = counter(start=0, target=0)
    game.apply("points", [9999, 9999, -9999])
    assert not game.over and game.reached() == ()


def test_the_table_may_end_it_at_any_time_and_a_tie_is_shared():
    game = counter()
    game.apply("points", [5, 5, 4])
    game.apply("end", True)
    assert game.outcome() == ((0, 1), "tie-shared")
    game.undo()
    assert not game.over and game.expects() == ("add", "end", "points")


@pytest.mark.parametrize(
    "name, value",
    [
        ("add", [3, 5]),
        ("add", [0]),
        ("add", [0, 5.0]),
        ("add", [True, 5]),
        ("add", [0, 10000]),
        ("add", 5),
        ("points", [1, 2]),
        ("points", [1, 2, None]),
        ("points", [1, 2, -10000]),
        ("points", {"0": 1}),
        ("end", 1),
        ("end", False),
    ],
)
def test_bad_values_change_nothing(name, value):
    game = counter()
    game.apply("add", [0, 5])
    before = game.state()
    with pytest.raises(RuleError) as refusal:
        game.apply(name, value)
    assert refusal.value.code == "bad-value" and refusal.value.message.endswith(".")
    assert game.state() == before


def test_undo_is_the_inverse_over_many_events():
    game = counter(start=9999, target=0)
    states = [game.state()]
    for turn in range(50):
        game.apply("add", [turn % 3, turn - 20])
        states.append(game.state())
    for state in reversed(states):
        assert game.state() == state
        if game.events:
            game.undo()


def test_points_that_are_given_again_and_again_take_no_memory():
    game = new_game({"game": "counter", "players": ["Ana", "Bora"], "options": {"target": 0}})
    for _ in range(2):
        game.apply("add", [1, 5])
        game.apply("points", [0, 5])
    first, second, third, fourth = game.events
    assert first is third and second is fourth and first == ("add", (1, 5))
