"""Meksykanka: RULES.md section 3 line by line, and its part of TRANSCRIPTS.md."""

import itertools
import random

import pytest

from helpers import (
    HUGE,
    UNDO,
    Table,
    begin,
    confusing,
    play,
    refused,
    setup,
    setup_refused,
    transcript,
)
from oracle import MEKSYKANKA, MeksykankaModel, reading
from rules_core import RuleError, new_game

GAME = "meksykanka"
SHOW = {"meksykanka": True}
COCKED = {"cocked": True}
WORD = {"call": "meksykanka"}
ANSWER = ["call", "check", "cocked", "meksykanka"]
OPENING = ["call", "cocked", "meksykanka"]

# The 21 results, low to high (section 3, "reading a roll"), each with the dice that make it.
RESULTS = [
    (31, [3, 1]), (32, [3, 2]), (41, [4, 1]), (42, [4, 2]), (43, [4, 3]), (51, [5, 1]),
    (52, [5, 2]), (53, [5, 3]), (54, [5, 4]), (61, [6, 1]), (62, [6, 2]), (63, [6, 3]),
    (64, [6, 4]), (65, [6, 5]), (100, [1, 1]), (200, [2, 2]), (300, [3, 3]), (400, [4, 4]),
    (500, [5, 5]), (600, [6, 6]), ("meksykanka", [2, 1]),
]  # fmt: skip
ALL_ROLLS = [list(dice) for dice in itertools.product(range(1, 7), repeat=2)]


def lines(*events, n=3, **options):
    """A game of n in which seat 0 begins, and these events."""
    return [setup(GAME, n, **options), {"start": 0}, *events]


def call(number, reroll=False):
    return {"call": number, "reroll": True} if reroll else {"call": number}


def check(*dice):
    return {"check": list(dice)}


def duel(*dice):
    return {"duel": list(dice)}


# The shortest ways to a skucha for who stands at the opening (seat s) and for the next one.
STARTER_LOSES = [call(100), check(3, 1)]
NEXT_LOSES = [call(1), check(3, 1)]


# --- players, lives ---


@pytest.mark.parametrize("players", range(2, 13))
def test_3_players_2_to_12(players):
    state = begin(GAME, players).state
    assert state == {
        "game": "meksykanka", "to_act": None, "expects": ["cocked", "first", "start"],
        "scores": [0] * players, "over": False, "winners": [], "call": None, "caller": None,
        "out": [], "contenders": list(range(players)), "tries": None,
    }  # fmt: skip


@pytest.mark.parametrize("players", [0, 1, 13, 14])
def test_3_players_no_more_no_fewer(players):
    line = setup(GAME, 12)
    line["players"] = ["P" + str(number) for number in range(players)]
    setup_refused(line, "bad-players")


def test_3_players_twelve_go_round():
    table = begin(GAME, 12)
    table.ok({"start": 7})
    for step in range(30):
        assert table.state["to_act"] == (7 + step) % 12
        table.ok(call(step + 1))
    assert table.state["caller"] == (7 + 29) % 12


@pytest.mark.parametrize("lives", range(1, 10))
def test_3_players_option_lives(lives):
    """Two at the table; the starter always loses, so 0 and then only 0 ... until one is out."""
    table = begin(GAME, 2, lives=lives)
    table.ok({"start": 0})
    for skuchas in range(1, lives + 1):
        opener = table.state["to_act"]
        # Seat 0 gets every skucha: as caller of too much, or as checker of a true call.
        table.ok(*(STARTER_LOSES if opener == 0 else NEXT_LOSES))
        assert table.state["scores"] == [skuchas, 0]
        assert table.state["over"] is (skuchas == lives)
    assert (table.state["out"], table.state["winners"]) == ([0], [1])


def test_3_players_three_lives_by_default():
    table = begin(GAME, 2)
    table.ok({"start": 0}, *STARTER_LOSES, *NEXT_LOSES)
    assert (table.state["scores"], table.state["over"]) == ([2, 0], False)
    assert table.ok(*NEXT_LOSES)["over"] is True


def test_3_players_last_one_in_wins():
    table = begin(GAME, 4, lives=1)
    table.ok({"start": 0})
    assert table.ok(*NEXT_LOSES)["out"] == [1]
    assert table.ok(*NEXT_LOSES)["out"] == [1, 3]
    assert table.state["over"] is False
    state = table.ok(*NEXT_LOSES)
    assert (state["out"], state["winners"], state["over"]) == ([1, 2, 3], [0], True)
    winners, _ = table.game.outcome()
    assert list(winners) == [0]


# --- reading a roll ---


def test_3_reading_there_are_21_results_in_36_rolls():
    seen = {"meksykanka" if reading(d) == MEKSYKANKA else reading(d) for d in ALL_ROLLS}
    assert seen == {result for result, _ in RESULTS} and len(RESULTS) == 21


@pytest.mark.parametrize("result, dice", RESULTS[:-1])
@pytest.mark.parametrize("swapped", [False, True])
def test_3_reading_a_roll(result, dice, swapped):
    """The result itself is still true, one more is not, whatever the order of the dice."""
    dice = dice[::-1] if swapped else dice
    assert play(lines(call(result), check(*dice)))["scores"] == [0, 1, 0]
    assert play(lines(call(result + 1), check(*dice)))["scores"] == [1, 0, 0]


@pytest.mark.parametrize("dice", [[2, 1], [1, 2]])
def test_3_reading_meksykanka_is_above_600(dice):
    for number in (1, 21, 12, 600, 601, 1000, 10**6, HUGE):
        assert play(lines(call(number), check(*dice)))["scores"] == [0, 1, 0]


def test_3_reading_every_result_called_against_every_roll():
    for number, _ in RESULTS[:-1]:
        for dice in ALL_ROLLS:
            true = reading(dice) >= number
            state = play(lines(call(number), check(*dice), n=2))
            assert state["scores"] == ([0, 1] if true else [1, 0]), (number, dice)


def test_3_reading_order_of_the_results_in_the_roll_off():
    """Whoever rolled the higher of two different results begins: meksykanka is the highest."""
    for low, high in itertools.combinations(range(21), 2):
        low_dice, high_dice = RESULTS[low][1], RESULTS[high][1]
        assert play([setup(GAME, 2), {"first": [low_dice, high_dice]}])["to_act"] == 1
        assert play([setup(GAME, 2), {"first": [high_dice[::-1], low_dice]}])["to_act"] == 0


# --- start: the roll-off ---


def test_3_start_highest_begins():
    state = play([setup(GAME), {"first": [[6, 5], [4, 4], [5, 6]]}])
    assert (state["to_act"], state["expects"], state["contenders"]) == (1, OPENING, [])


def test_3_start_ties_for_highest_roll_again_among_themselves():
    table = begin(GAME, 5)
    state = table.ok({"first": [[6, 6], [1, 2], [6, 6], [2, 1], [3, 1]]})
    assert (state["contenders"], state["to_act"]) == ([1, 3], None)
    assert state["expects"] == ["cocked", "first", "start"]
    state = table.ok({"first": [[3, 1], [3, 2]]})
    assert (state["contenders"], state["to_act"]) == ([], 3)


def test_3_start_a_tie_below_the_highest_is_none():
    state = play([setup(GAME), {"first": [[3, 1], [6, 6], [1, 3]]}])
    assert (state["to_act"], state["contenders"]) == (1, [])


def test_3_start_as_often_as_it_takes():
    table = begin(GAME, 6)
    for _ in range(10):
        assert table.ok({"first": [[2, 1]] * 6})["contenders"] == [0, 1, 2, 3, 4, 5]
    assert table.ok({"first": [[5, 5]] * 4 + [[1, 1]] * 2})["contenders"] == [0, 1, 2, 3]
    assert table.ok({"first": [[5, 5]] * 4})["contenders"] == [0, 1, 2, 3]
    assert table.ok({"first": [[3, 1], [6, 5], [5, 4], [5, 6]]})["contenders"] == [1, 3]
    table.refused({"first": [[3, 1]] * 4}, "bad-value")
    assert table.ok({"first": [[6, 1], [1, 6]]})["contenders"] == [1, 3]
    assert table.ok({"first": [[6, 1], [5, 1]]})["to_act"] == 1


def test_3_start_pairs_are_in_seat_order_of_the_contenders():
    state = play(
        [setup(GAME, 4), {"first": [[3, 1], [6, 6], [3, 2], [6, 6]]}, {"first": [[1, 1], [2, 2]]}]
    )
    assert state["to_act"] == 3


def test_3_start_two_rolls_of_21_tie_in_any_order_of_dice():
    assert play([setup(GAME, 2), {"first": [[1, 2], [2, 1]]}])["contenders"] == [0, 1]
    assert play([setup(GAME, 2), {"first": [[6, 3], [3, 6]]}])["contenders"] == [0, 1]


@pytest.mark.parametrize(
    "value",
    [
        [],
        [[6, 6]],
        [[6, 6], [2, 1]],
        [[6, 6]] * 4,
        [[6, 6], [2, 1], [1]],
        [[6, 6], [2, 1], [1, 2, 3]],
        [[6, 6], [2, 1], []],
        [[6, 6], [2, 1], None],
        [[6, 6], [2, 1], 66],
        [[6, 6], [2, 1], "66"],
        [[6, 6], [2, 1], {"0": 6, "1": 6}],
        [[6, 6], [2, 1], [6, "6"]],
        [[6, 6], [2, 1], [6, 6.0]],
        [[6, 6], [2, 1], [6, True]],
        [[6, 6], [2, 1], [6, None]],
        [[6, 6], [2, 1], [6, [6]]],
        [6, 6, 2, 1, 1, 2],
        [6, 6],
        {"0": [6, 6], "1": [2, 1], "2": [1, 2]},
        "66 21 12",
        None,
        True,
        [None, None, None],
        [[True, True]] * 3,
    ],
)
def test_3_start_first_shape_is_bad_value(value):
    refused([setup(GAME)], {"first": value}, "bad-value")


@pytest.mark.parametrize("die", [0, 7, -1, HUGE, -HUGE])
def test_3_start_not_a_roll(die):
    for seat, place in itertools.product(range(3), range(2)):
        rolls = [[6, 6], [2, 1], [1, 2]]
        rolls[seat][place] = die
        refused([setup(GAME)], {"first": rolls}, "not-a-roll")


def test_3_start_shape_comes_before_not_a_roll():
    for rolls in (
        [[7, 7], [1, 2]],
        [[0, 0], [1, 2], [1]],
        [[0, 0], [1, 2], [1, "1"]],
        [[7, 7]] * 4,
        [[7, 7], [7, 7], 7],
    ):
        refused([setup(GAME)], {"first": rolls}, "bad-value")


def test_3_start_refused_rolls_leave_the_contenders():
    table = begin(GAME)
    table.ok({"first": [[6, 6], [6, 6], [1, 1]]})
    table.refused({"first": [[6, 6], [6, 7]]}, "not-a-roll")
    table.refused({"first": [[6, 6], [6, 6], [1, 1]]}, "bad-value")
    assert table.state["contenders"] == [0, 1]


@pytest.mark.parametrize("seat", range(3))
def test_3_start_the_table_names_the_starter(seat):
    state = play([setup(GAME), {"start": seat}])
    assert (state["to_act"], state["expects"], state["contenders"]) == (seat, OPENING, [])


def test_3_start_after_a_tie_one_of_those_still_in():
    tie = [setup(GAME, 4), {"first": [[6, 6], [1, 2], [6, 5], [2, 1]]}]
    for seat in (0, 2, 4, -1):
        refused(tie, {"start": seat}, "bad-value")
    for seat in (1, 3):
        assert play([*tie, {"start": seat}])["to_act"] == seat


@pytest.mark.parametrize("value", confusing(0, 1))
def test_3_start_type_confusion(value):
    refused([setup(GAME)], {"start": value}, "bad-value")


@pytest.mark.parametrize("value", confusing())
def test_3_first_type_confusion(value):
    refused([setup(GAME)], {"first": value}, "bad-value")
    refused([setup(GAME)], {"first": [[1, 2], [3, 4], value]}, *roll_codes(value))
    codes = ("not-a-roll",) if type(value) is int else ("bad-value",)
    if value not in (1, 5) or type(value) is not int:
        refused([setup(GAME)], {"first": [[1, 2], [3, 4], [1, value]]}, *codes)


def roll_codes(value):
    """A list of two integers is no worse than not a roll."""
    pair = type(value) is list and [type(die) for die in value] == [int, int]
    return ("not-a-roll",) if pair else ("bad-value",)


def test_3_start_only_once():
    for event in ({"start": 0}, {"start": 1}, {"first": [[1, 2]] * 3}, {"first": None}):
        refused(lines(), event, "not-now")
        refused(lines(call(5)), event, "not-now")
        refused(lines(SHOW), event, "not-now")


# --- opening ---


@pytest.mark.parametrize("number", [1, 2, 10, 21, 31, 66, 99, 601, 142857, HUGE, 10**1000])
def test_3_opening_any_natural_number(number):
    state = play(lines(call(number)))
    assert (state["call"], state["caller"], state["to_act"]) == (number, 0, 1)
    assert state["expects"] == ANSWER


@pytest.mark.parametrize("number", [0, -1, -31, -HUGE])
def test_3_opening_no_number_below_1(number):
    refused(lines(), call(number), "bad-value")


@pytest.mark.parametrize("value", confusing(1, 5, HUGE))
def test_3_opening_type_confusion(value):
    refused(lines(), {"call": value}, "bad-value")
    refused(lines(mexican_call=True), {"call": value}, "bad-value")
    refused(lines(call(5)), {"call": value}, "bad-value")
    refused(lines(call(5)), {"call": value, "reroll": True}, "bad-value")


@pytest.mark.parametrize("word", ["Meksykanka", "meksyk", "mexican", "21", "meksykanka ", ""])
def test_3_opening_no_other_word(word):
    refused(lines(mexican_call=True), {"call": word}, "bad-value")


def test_3_opening_nothing_to_reroll():
    refused(lines(), call(5, True), "not-now")
    refused(lines(), call(HUGE, True), "not-now")
    refused(lines(mexican_call=True), {"call": "meksykanka", "reroll": True}, "not-now")


def test_3_opening_not_now_comes_before_bad_value():
    refused(lines(), call(0, True), "not-now")
    refused(lines(), {"call": None, "reroll": True}, "not-now")
    refused(lines(), check(9), "not-now")
    refused(lines(), {"check": None}, "not-now")
    refused(lines(), {"duel": None}, "not-now")


def test_3_opening_nothing_to_check():
    refused(lines(), check(3, 1), "not-now")
    refused(lines(), duel(3, 1), "not-now")


# --- answer ---


def test_3_answer_passes_on_with_a_higher_number():
    state = play(lines(call(10), call(11)))
    assert (state["call"], state["caller"], state["to_act"]) == (11, 1, 2)


def test_3_answer_rerolls_with_a_higher_number():
    state = play(lines(call(10), call(11, True)))
    assert (state["call"], state["caller"], state["to_act"]) == (11, 1, 2)


@pytest.mark.parametrize("reroll", [False, True])
def test_3_answer_must_be_strictly_higher(reroll):
    for number in (1, 49, 50):
        refused(lines(call(50)), call(number, reroll), "call-too-low")
    assert play(lines(call(50), call(51, reroll)))["call"] == 51


@pytest.mark.parametrize("reroll", [False, True])
def test_3_answer_bad_value_comes_before_too_low(reroll):
    for number in (0, -5):
        refused(lines(call(50)), call(number, reroll), "bad-value")


def test_3_answer_huge_numbers_compare_as_integers():
    """No float, no limit: the next number above 10 to the 40th is one more."""
    start = lines(call(HUGE))
    for number in (HUGE, HUGE - 1):
        refused(start, call(number), "call-too-low")
    assert play([*start, call(HUGE + 1), call(HUGE + 2, True)])["call"] == HUGE + 2
    refused([*start, call(HUGE + 1)], {"call": 1e41}, "bad-value")


@pytest.mark.parametrize("value", confusing(True))
def test_3_answer_reroll_takes_true_and_nothing_else(value):
    refused(lines(call(5)), {"call": 60, "reroll": value}, "bad-value")


def test_3_answer_the_longest_numbers_that_json_brings():
    """4300 digits are as many as Python reads and writes."""
    longest = 10**4299
    start = lines(call(longest))
    assert play(start)["call"] == longest
    refused(start, call(longest), "call-too-low")
    refused(start, call(1, True), "call-too-low")
    assert play([*start, call(longest + 1), check(1, 2)])["scores"] == [0, 0, 1]


def test_3_answer_a_reroll_is_told_by_its_key_only():
    """A list that looks like what the core keeps of a reroll is no call."""
    for value in ([60, True], [60], [60, False], ["meksykanka", True], {"call": 60}):
        refused(lines(call(5), mexican_call=True), {"call": value}, "bad-value")
        refused(lines(call(5)), {"call": value, "reroll": True}, "bad-value")
        refused(lines(), {"call": value}, "bad-value")


def test_3_answer_split_and_join_of_a_reroll():
    game = begin(GAME).game
    assert game.split({"call": 65, "reroll": True}) == ("call", (65, True))
    assert game.split({"call": 65}) == ("call", 65)
    assert game.join("call", (65, True)) == {"call": 65, "reroll": True}
    assert game.join("call", 65) == {"call": 65}
    game.apply("start", 0)
    assert game.can("call", (65, True)) is False
    game.apply("call", 5)
    assert game.can("call", (65, True)) and game.can("call", 6) and not game.can("call", (5, True))


def test_3_answer_a_call_belongs_to_whoever_made_it():
    """Passing on without looking: the last caller answers for it, not who rolled."""
    assert play(lines(call(50), call(51), check(4, 3)))["scores"] == [0, 1, 0]
    assert play(lines(call(50), call(51, True), check(4, 3)))["scores"] == [0, 1, 0]
    assert play(lines(call(50), call(51), check(5, 1)))["scores"] == [0, 0, 1]


def test_3_answer_goes_round_the_table():
    table = begin(GAME)
    table.ok({"start": 2})
    for step in range(7):
        table.ok(call(10 * step + 1, reroll=step > 0 and step % 2 == 0))
        assert table.state["caller"] == (2 + step) % 3
        assert table.state["to_act"] == (3 + step) % 3
    assert table.ok(check(1, 1))["scores"] == [1, 0, 0]


# --- check ---


def test_3_check_call_equal_to_the_roll_is_true():
    assert play(lines(call(65), check(6, 5)))["scores"] == [0, 1, 0]


def test_3_check_call_below_the_roll_is_true():
    assert play(lines(call(64), check(1, 1)))["scores"] == [0, 1, 0]


def test_3_check_call_above_the_roll_is_false():
    assert play(lines(call(66), check(6, 5)))["scores"] == [1, 0, 0]
    assert play(lines(call(601), check(6, 6)))["scores"] == [1, 0, 0]


def test_3_check_meksykanka_under_the_cup_is_above_every_number():
    assert play(lines(call(HUGE), check(1, 2)))["scores"] == [0, 1, 0]


def test_3_check_clears_the_call():
    state = play(lines(call(66), check(6, 5)))
    assert (state["call"], state["caller"], state["tries"]) == (None, None, None)
    assert state["expects"] == OPENING


@pytest.mark.parametrize("die", [0, 7, -1, 12, HUGE, -HUGE])
def test_3_check_not_a_roll(die):
    refused(lines(call(5)), check(6, die), "not-a-roll")
    refused(lines(call(5)), check(die, 6), "not-a-roll")
    refused(lines(SHOW), duel(die, 6), "not-a-roll")
    refused(lines(SHOW), duel(1, die), "not-a-roll")


@pytest.mark.parametrize(
    "value",
    [[], [6], [6, 5, 4], 65, "65", [6, "5"], [6, 5.0], [6, None], [True, 2], [[6, 5]], None, True]
    + [{"0": 6, "1": 5}, [7], [0, 0, 0], [7, "x"], [7, 7.0]],
)
def test_3_check_and_duel_shape_is_bad_value(value):
    refused(lines(call(5)), {"check": value}, "bad-value")
    refused(lines(SHOW), {"duel": value}, "bad-value")


@pytest.mark.parametrize("value", confusing())
def test_3_check_and_duel_type_confusion(value):
    refused(lines(call(5)), {"check": value}, *roll_codes(value))
    refused(lines(SHOW), {"duel": value}, *roll_codes(value))
    if type(value) is not int:
        refused(lines(call(5)), {"check": [1, value]}, "bad-value")
        refused(lines(SHOW), {"duel": [value, 2]}, "bad-value")


# --- meksykanka and duel ---


def test_3_meksykanka_at_the_opening():
    state = play(lines(SHOW))
    assert (state["call"], state["caller"], state["tries"]) == ("meksykanka", 0, 2)
    assert (state["to_act"], state["expects"]) == (1, ["cocked", "duel"])
    assert state["scores"] == [0, 0, 0]


def test_3_meksykanka_rerolling():
    state = play(lines(call(5), SHOW))
    assert (state["call"], state["caller"], state["tries"]) == ("meksykanka", 1, 2)
    assert (state["to_act"], state["expects"]) == (2, ["cocked", "duel"])


@pytest.mark.parametrize("value", confusing(True))
def test_3_meksykanka_takes_true_and_nothing_else(value):
    refused(lines(), {"meksykanka": value}, "bad-value")
    refused(lines(call(5)), {"meksykanka": value}, "bad-value")


def test_3_duel_one_hit_is_enough_second_try_not_made():
    for hit in ([1, 2], [2, 1]):
        state = play(lines(SHOW, duel(*hit)))
        assert (state["scores"], state["tries"]) == ([1, 0, 0], None)
        assert (state["to_act"], state["expects"]) == (1, OPENING)


def test_3_duel_hit_on_the_second_try():
    state = play(lines(SHOW, duel(6, 6)))
    assert (state["tries"], state["to_act"], state["call"]) == (1, 1, "meksykanka")
    assert (state["scores"], state["expects"]) == ([0, 0, 0], ["cocked", "duel"])
    state = play(lines(SHOW, duel(6, 6), duel(1, 2)))
    assert (state["scores"], state["to_act"]) == ([1, 0, 0], 1)


def test_3_duel_no_hit_and_the_next_player_gets_it():
    state = play(lines(SHOW, duel(6, 6), duel(6, 5)))
    assert (state["scores"], state["to_act"], state["tries"]) == ([0, 1, 0], 2, None)
    assert (state["call"], state["caller"]) == (None, None)


@pytest.mark.parametrize("dice", [dice for dice in ALL_ROLLS if sorted(dice) != [1, 2]])
def test_3_duel_only_a_meksykanka_hits(dice):
    """Not a pair, not a higher number: 34 of the 36 rolls miss."""
    assert play(lines(SHOW, duel(*dice)))["tries"] == 1
    assert play(lines(SHOW, duel(5, 4), duel(*dice)))["scores"] == [0, 1, 0]


def test_3_duel_after_a_reroll_the_one_who_showed_it_is_the_reroller():
    assert play(lines(call(5), SHOW, duel(1, 2)))["scores"] == [0, 1, 0]
    assert play(lines(call(5), SHOW, duel(3, 1), duel(3, 1)))["scores"] == [0, 0, 1]


def test_3_duel_the_next_player_cannot_check_or_call():
    for event in (check(1, 2), call(5), call("meksykanka"), SHOW, {"start": 0}, {"call": None}):
        refused(lines(SHOW), event, "not-now")
        refused(lines(SHOW, mexican_call=True), event, "not-now")
        refused(lines(SHOW, duel(6, 6)), event, "not-now")


def test_3_duel_of_two():
    assert play(lines(SHOW, duel(1, 2), n=2))["scores"] == [1, 0]
    state = play(lines(SHOW, duel(6, 2), duel(6, 2), n=2))
    assert (state["scores"], state["to_act"]) == ([0, 1], 0)


def test_3_duel_skips_those_who_are_out():
    """1 is out, so a meksykanka of 0 is answered by 2."""
    start = lines(*NEXT_LOSES, lives=1, n=4)  # 1 drops out; 2 begins
    state = play([*start, call(5), call(6), SHOW])
    assert (state["caller"], state["to_act"]) == (0, 2)
    assert play([*start, call(5), call(6), SHOW, duel(1, 2)])["out"] == [0, 1]
    assert play([*start, call(5), call(6), SHOW, duel(4, 2), duel(4, 2)])["out"] == [1, 2]


def test_3_duel_ends_the_game_either_way():
    start = lines(lives=1, n=2)
    state = play([*start, SHOW, duel(1, 2)])
    assert (state["over"], state["winners"], state["scores"]) == (True, [1], [1, 0])
    assert (state["call"], state["caller"], state["tries"]) == (None, None, None)
    state = play([*start, SHOW, duel(1, 1), duel(1, 1)])
    assert (state["over"], state["winners"], state["scores"]) == (True, [0], [0, 1])
    assert (state["call"], state["caller"], state["tries"]) == (None, None, None)


# --- cocked dice ---


@pytest.mark.parametrize(
    "events",
    [
        [],
        [{"first": [[6, 6], [6, 6], [1, 1]]}],
        [{"start": 0}],
        [{"start": 0}, call(5)],
        [{"start": 0}, call(5), call(6, True)],
        [{"start": 0}, SHOW],
        [{"start": 0}, SHOW, duel(6, 6)],
        [{"start": 0}, call(5), SHOW],
        [{"start": 0}, *NEXT_LOSES],
    ],
)
def test_3_cocked_changes_nothing(events):
    table = begin(GAME)
    table.ok(*events)
    before = table.state
    assert table.ok(COCKED) == before
    assert table.ok(COCKED, COCKED) == before
    assert len(table.game.events) == len(events) + 3
    for _ in range(3):
        assert table.undo() == before
    assert len(table.game.events) == len(events)


def test_3_cocked_not_when_only_a_check_may_follow():
    refused(lines(WORD, mexican_call=True), COCKED, "not-now")


@pytest.mark.parametrize("value", confusing(True))
def test_3_cocked_takes_true_and_nothing_else(value):
    for events in ([], [call(5)], [SHOW]):
        refused(lines(*events), {"cocked": value}, "bad-value")
    refused([setup(GAME)], {"cocked": value}, "bad-value")


# --- next cycle ---


@pytest.mark.parametrize("players", [2, 3, 5, 12])
def test_3_next_cycle_begins_after_the_one_who_got_the_skucha(players):
    for starter in range(players):
        start = [setup(GAME, players), {"start": starter}]
        after = (starter + 1) % players
        assert play([*start, *STARTER_LOSES])["to_act"] == after
        assert play([*start, *NEXT_LOSES])["to_act"] == (after + 1) % players
        assert play([*start, SHOW, duel(1, 2)])["to_act"] == after
        assert play([*start, SHOW, duel(1, 1), duel(1, 1)])["to_act"] == (after + 1) % players


def test_3_next_cycle_also_when_that_one_has_just_dropped_out():
    state = play(lines(*STARTER_LOSES, lives=1))
    assert (state["out"], state["to_act"]) == ([0], 1)
    state = play(lines(*NEXT_LOSES, lives=1))
    assert (state["out"], state["to_act"]) == ([1], 2)


def test_3_next_cycle_skips_who_is_out():
    """0 to 5: 1, 2 and 3 drop out; whoever loses before them, 4 begins after them."""
    table = begin(GAME, 6, lives=1)
    table.ok({"start": 0}, *NEXT_LOSES)
    assert (table.state["out"], table.state["to_act"]) == ([1], 2)
    table.ok(*NEXT_LOSES)
    assert (table.state["out"], table.state["to_act"]) == ([1, 3], 4)
    table.ok(call(5), call(6), call(7))
    assert table.state["to_act"] == 2, "1 is skipped"
    table.ok(check(1, 1))
    assert (table.state["out"], table.state["to_act"]) == ([1, 2, 3], 4)
    table.ok(call(5), call(6), call(7))
    assert (table.state["caller"], table.state["to_act"]) == (0, 4)
    table.ok(check(6, 5))
    assert (table.state["out"], table.state["to_act"]) == ([1, 2, 3, 4], 5)
    assert table.ok(call(100), check(3, 2))["winners"] == [0]


def test_3_next_cycle_last_seat_wraps_to_the_first():
    state = play([setup(GAME), {"start": 2}, *STARTER_LOSES])
    assert state["to_act"] == 0


def test_3_next_cycle_begins_anew():
    state = play(lines(call(500), check(1, 1), call(1)))
    assert (state["call"], state["caller"], state["scores"]) == (1, 1, [1, 0, 0])


# --- option mexican_call ---


def test_3_mexican_call_off_by_default():
    for options in ({}, {"mexican_call": False}):
        refused(lines(**options), WORD, "bad-value")
        refused(lines(call(5), **options), WORD, "bad-value")
        refused(lines(call(5), **options), {**WORD, "reroll": True}, "bad-value")


def test_3_mexican_call_as_an_opening():
    state = play(lines(WORD, mexican_call=True))
    assert (state["call"], state["caller"], state["to_act"]) == ("meksykanka", 0, 1)
    assert (state["expects"], state["tries"]) == (["check"], None)


@pytest.mark.parametrize("reroll", [False, True])
def test_3_mexican_call_as_an_answer(reroll):
    for number in (1, 600, HUGE):
        state = play(lines(call(number), call("meksykanka", reroll), mexican_call=True))
        assert (state["call"], state["caller"], state["to_act"]) == ("meksykanka", 1, 2)
        assert state["expects"] == ["check"]


def test_3_mexican_call_only_a_check_may_follow():
    for events in ([WORD], [call(5), WORD], [call(5), call("meksykanka", True)]):
        start = lines(*events, mexican_call=True)
        for event in (call(HUGE), call(700, True), WORD, call("meksykanka", True), SHOW, COCKED):
            refused(start, event, "not-now")
        for event in (duel(1, 2), {"duel": None}, {"call": 0}, {"meksykanka": 1}, {"start": 0}):
            refused(start, event, "not-now")
        refused(start, check(0, 1), "not-a-roll")
        refused(start, check(1), "bad-value")


def test_3_mexican_call_found_makes_it_true():
    for dice in ([1, 2], [2, 1]):
        state = play(lines(WORD, check(*dice), mexican_call=True))
        assert (state["scores"], state["to_act"], state["call"]) == ([0, 1, 0], 2, None)
        state = play(lines(call(5), call("meksykanka", True), check(*dice), mexican_call=True))
        assert (state["scores"], state["to_act"]) == ([0, 0, 1], 0)


@pytest.mark.parametrize("dice", [dice for dice in ALL_ROLLS if sorted(dice) != [1, 2]])
def test_3_mexican_call_any_other_roll_makes_it_false(dice):
    state = play(lines(WORD, check(*dice), mexican_call=True))
    assert (state["scores"], state["to_act"]) == ([1, 0, 0], 1)


def test_3_mexican_call_showing_it_is_still_possible():
    state = play(lines(SHOW, mexican_call=True))
    assert (state["expects"], state["tries"]) == (["cocked", "duel"], 2)
    state = play(lines(call(5), SHOW, mexican_call=True))
    assert (state["expects"], state["caller"]) == (["cocked", "duel"], 1)


def test_3_mexican_call_drops_out_and_ends():
    state = play(lines(WORD, check(1, 1), n=2, lives=1, mexican_call=True))
    assert (state["winners"], state["call"], state["caller"]) == ([1], None, None)
    state = play(lines(WORD, check(1, 2), n=2, lives=1, mexican_call=True))
    assert state["winners"] == [0]


def test_3_mexican_call_numbers_stay_as_they_are():
    state = play(lines(call(600), call(601), check(6, 6), mexican_call=True))
    assert state["scores"] == [0, 1, 0]
    assert play(lines(call(HUGE), check(1, 2), mexican_call=True))["scores"] == [0, 1, 0]


# --- the end ---


def test_3_over_state_whole():
    state = play(lines(call(5), check(1, 1), n=2, lives=1))
    assert state == {
        "game": "meksykanka", "to_act": None, "expects": [], "scores": [0, 1], "over": True,
        "winners": [0], "call": None, "caller": None, "out": [1], "contenders": [], "tries": None,
    }  # fmt: skip


# --- faults ---


OVER = lines(*STARTER_LOSES, n=2, lives=1)
EVENTS = (
    {"first": [[1, 2], [1, 3], [1, 4]]}, {"start": 0}, call(5), call(5, True), check(1, 2), SHOW,
    duel(1, 2), COCKED,
)  # fmt: skip
UNKNOWN = (
    {}, {"bid": 5}, {"reroll": True}, {"check": [1, 2], "reroll": True}, {"call": 5, "check": []},
    {"call": 5, "reroll": True, "x": 1}, {"undo": True, "call": 5}, {"first": [], "start": 0},
    {"cocked": True, "reroll": True}, {"meksykanka": True, "reroll": True}, {"Call": 5},
    {"undo": True, "reroll": True}, {"tries": 2}, {"call ": 5}, {"round": {}}, {"deal": {}},
    {"caller": 0}, {"penalty": 0}, {"open": 0},
    [], [{"call": 5}], "cocked", "call", 5, None, True, 1.5, HUGE, ["call", 5], "",
)  # fmt: skip


@pytest.mark.parametrize("event", UNKNOWN)
def test_faults_unknown_event(event):
    for start in ([setup(GAME)], lines(), lines(call(5)), lines(SHOW), OVER):
        refused(start, event, "unknown-event")


@pytest.mark.parametrize(
    "event", [*EVENTS, {"call": 0}, {"first": None}, {"start": "x"}, {"check": []}, {"cocked": 1}]
)
def test_faults_over_comes_before_everything_but_unknown(event):
    refused(OVER, event, "over")


@pytest.mark.parametrize(
    "start, possible",
    [
        ([setup(GAME)], {"cocked", "first", "start"}),
        ([setup(GAME), {"first": [[6, 6], [6, 6], [1, 3]]}], {"cocked", "first", "start"}),
        (lines(), {"call", "cocked", "meksykanka"}),
        (lines(call(5)), {"call", "check", "cocked", "meksykanka"}),
        (lines(call(5), call(6, True)), {"call", "check", "cocked", "meksykanka"}),
        (lines(SHOW), {"cocked", "duel"}),
        (lines(SHOW, duel(6, 6)), {"cocked", "duel"}),
        (lines(*NEXT_LOSES), {"call", "cocked", "meksykanka"}),
        (lines(WORD, mexican_call=True), {"check"}),
        (lines(call(9), WORD, mexican_call=True), {"check"}),
        (OVER, set()),
    ],
)
def test_phase_what_expects_does_not_name_is_not_now(start, possible):
    table = Table(start[0])
    table.ok(*start[1:])
    assert set(table.state["expects"]) == possible == set(table.game.expects())
    for name in ("first", "start", "call", "check", "meksykanka", "duel", "cocked"):
        code = "bad-value" if name in possible else "not-now" if possible else "over"
        table.refused({name: None}, code)
        table.refused({name: {"x": 1}}, code)
    if "call" not in possible:
        table.refused({"call": None, "reroll": None}, "not-now" if possible else "over")


def test_faults_reroll_false_at_the_opening():
    """Both the moment and the value are at fault: the moment comes first."""
    refused(lines(), {"call": 5, "reroll": False}, "not-now")


@pytest.mark.parametrize("value", confusing(True))
def test_faults_undo_takes_true_and_nothing_else(value):
    refused([setup(GAME)], {"undo": value}, "bad-value")
    refused(lines(call(5)), {"undo": value}, "bad-value")


def test_faults_no_dealer():
    for dealer in (0, 1, None, "0", -1):
        setup_refused({**setup(GAME), "dealer": dealer}, "bad-setup")


# --- undo and random games ---


def test_undo_over_the_end_of_a_check_and_of_the_game():
    table = Table(OVER[0])
    states = [table.state]
    for event in OVER[1:]:
        states.append(table.ok(event))
    table.refused(call(5), "over")
    for state in reversed(states[:-1]):
        assert table.ok(UNDO) == state
    table.refused(UNDO, "nothing-to-undo")


@pytest.mark.parametrize("seed", range(40))
def test_3_random_games_against_the_oracle(seed):
    """Every state of random games of 2 to 12, with 1 to 9 lives, with and without the word."""
    rng = random.Random(seed)
    line = setup(GAME, rng.randint(2, 12), lives=rng.randint(1, 9), mexican_call=rng.random() < 0.5)
    table, model = Table(line), MeksykankaModel(line)
    assert table.state == model.state()
    while not model.over:
        event = model.random_event(rng)
        model.apply(event)
        assert table.ok(event) == model.state()
    assert play(transcript(table.game)) == table.state


def test_a_call_too_long_to_print_is_refused_in_words():
    game = new_game({"game": "meksykanka", "players": ["A", "B"]})
    game.apply("start", 0)
    game.apply("call", 10**5000)
    with pytest.raises(RuleError) as refusal:
        game.apply("call", 10**4999)
    assert refusal.value.code == "call-too-low"
    assert "more than a hundred digits" in refusal.value.message
