"""Meksykanka on the device: whole games by keys alone, shared games, the quiet mode, the glass."""

import json
import subprocess
import sys
from importlib import import_module
from statistics import mean

import pytest

from app_driver import Driver, FakeStorage, Monkey, check
from host_sim.cup import CupEvening, CupOperator, measure, seated
from host_sim.device import ScriptedDevice, SeededRandom, transcript
from host_sim.script import Player
from kibitz import meksykanka_paint, meksykanka_screens
from kibitz.app import App
from kibitz.canvas import (
    HEADER_HEIGHT_PX,
    LABELS_Y_PX,
    PARTING_Y_PX,
    THREE_COLUMNS,
    WIDTH_PX,
    WORK_HEIGHT_PX,
    WORK_Y_PX,
)
from kibitz.font import ELLIPSIS, Font
from kibitz.fonts import SMALL
from kibitz.keys import KEY_A, KEY_B, KEY_C, KEY_M, HOLD_ms
from kibitz.meksykanka_odds import percent
from kibitz.meksykanka_screens import MOST_CALL, event_text, offers, short_names
from kibitz.screen import Screen
from kibitz.words import say, say_n
from rules_core import new_game, odds
from rules_core.dice import MEKSYKANKA, result, results
from rules_core.transcript import Replayer
from support import CASES, ROOT, micropython
from test_app_glass import Text

FIVE = ("Zosia", "Marek", "Ela", "Jan", "Ania")
TWELVE = (*FIVE, "Bartek", "Kasia", "Olek", "Ola", "Iga", "Leon", "Ewa")
WIDE = tuple("WWWWWWWWWWW" + letter for letter in "ABCDEFGHIJKL")
FIGURE_px = 14  # what is read from all seats is at least so tall


def replayed(operator: CupOperator) -> dict:
    """The state that the saved transcript leads to; every line of it must be accepted."""
    storage = operator.player.device.world.storage
    replayer = Replayer()
    for line in transcript(storage).splitlines():
        answer = replayer.answer(json.loads(line))
        assert answer["ok"], (line, answer)
    return answer["state"]


def saved_events(operator: CupOperator) -> list:
    """The events of the saved transcript as they stand there."""
    storage = operator.player.device.world.storage
    return [json.loads(line) for line in transcript(storage).splitlines()[1:]]


def enter_all(operator: CupOperator, *events) -> CupOperator:
    """Enter events as a transcript has them."""
    for event in events:
        if "undo" in event:
            operator.enter("undo")
        else:
            operator.enter(*operator.game.split(event))
    return operator


def game(*events, quiet=False, players=FIVE, **options) -> CupOperator:
    """A game into which these events have been entered by keys."""
    return enter_all(seated(quiet, tuple(players), **options), *events)


def press(operator: CupOperator, keys: str) -> None:
    """Press keys; capitals are held."""
    operator.player.play(" ".join(keys))


def go_on(operator: CupOperator) -> None:
    """Past the verdict, if there is one."""
    if operator.screen == "VerdictScreen":
        operator.go_on()


# -- whole games -----------------------------------------------------------------------------------


def roll_off(operator: CupOperator, evening: CupEvening) -> None:
    """Roll until somebody starts."""
    while operator.game.contenders:
        operator.enter("first", [evening.roll() for _ in operator.game.contenders])


WAYS = {
    "named": (FIVE, {}),
    "rolled": (FIVE, {}),
    "two": (TWELVE[:2], {}),
    "three-lives-9": (TWELVE[:3], {"lives": 9}),
    "seven-lives-1": (TWELVE[:7], {"lives": 1}),
    "twelve": (TWELVE, {"lives": 2}),
    "word": (FIVE, {"mexican_call": True}),
}


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("way", WAYS)
def test_a_whole_game_by_keys_alone(way, seed):
    players, options = WAYS[way]
    operator = seated(False, players, **options)
    evening = CupEvening(SeededRandom(seed))
    if way != "named":
        roll_off(operator, evening)
    while not operator.game.over:
        name, value = evening.next_event(operator.game)
        if operator.game.options["mexican_call"] and name == "call" and not evening.roll()[0] % 3:
            value = MEKSYKANKA if operator.game.call is None else (MEKSYKANKA, True)
        operator.enter(name, value)
    assert operator.screen == "VerdictScreen"
    operator.go_on()
    assert operator.screen == "EndScreen"
    assert sum(score < operator.game.options["lives"] for score in operator.game.scores) == 1
    assert replayed(operator) == operator.game.state()


def test_the_end_can_be_left_and_taken_back():
    operator = game({"start": 0}, {"call": 65}, {"check": [1, 1]}, players=FIVE[:2], lives=1)
    operator.go_on()
    press(operator, "c")
    assert operator.screen == "HomeScreen"
    operator.choose(0)
    assert operator.screen == "EndScreen"
    operator.enter("undo")
    assert operator.screen == "TurnScreen" and not operator.game.over
    enter_all(operator, {"check": [3, 1]})
    assert operator.game.winners == (1,)


# -- the start -------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 5, 12])
def test_a_game_is_set_up_from_power_on(players):
    device = Driver()
    device.start("meksykanka", TWELVE[:players], lives=2, mexican_call=True)
    assert device.screen == "StartScreen"
    assert device.game.players == TWELVE[:players]
    assert device.game.options == {"lives": 2, "mexican_call": True}
    device.type("bc")
    assert (device.screen, device.game.to_act) == ("TurnScreen", 0)


def test_a_practised_person_sets_it_up_and_plays():
    operator = CupOperator(Player(ScriptedDevice(App)))
    operator.player.start()
    options = {"lives": 1, "mexican_call": False}
    operator.new_game({"game": "meksykanka", "players": FIVE[:2], "options": options})
    enter_all(operator, {"start": 1}, {"call": 700}, {"check": [6, 6]})
    operator.go_on()
    assert operator.screen == "EndScreen" and operator.game.winners == (0,)


def test_the_quiet_mode_and_the_chances_are_settings():
    device = Driver()
    device.mark(say("home.settings"))
    device.type("c")
    for name in ("calls", "odds"):
        while device.app.top.options[device.app.top.cursor].name != name:
            device.type("a")
        device.type("b")
    device.type("c")
    device.app.top.move(0)
    device.start("meksykanka", FIVE)
    device.type("bc")
    assert device.screen == "QuietScreen"
    device.type("a")
    assert [left for left, _ in device.app.top.rows] == [
        say("more.meksykanka"),
        say("more.cocked"),
    ]
    device = device.restart()
    assert device.app.settings.values["calls"] == "quiet"


def test_a_tie_is_shown_and_rolled_again():
    operator = game({"first": [[6, 6], [2, 1], [1, 2], [3, 1], [6, 5]]})
    assert operator.screen == "StartScreen"
    rows = operator.app.top.rows
    assert rows[0][0] == say("start.again")
    assert rows[1:] == [("Marek", "meksykanka"), ("Ela", "meksykanka")]
    enter_all(operator, {"first": [[3, 1], [5, 4]]})
    assert operator.screen == "TurnScreen" and operator.game.to_act == 2


def test_after_a_tie_one_of_those_may_be_named():
    operator = game({"first": [[6, 6], [2, 1], [1, 2], [3, 1], [6, 5]]}, {"start": 2})
    assert operator.game.to_act == 2


def test_a_roll_taken_by_mistake_comes_back():
    operator = seated()
    operator.choose(0)
    operator.dice((6, 5))
    operator.dice((4, 2))
    press(operator, "m")
    assert operator.app.top.dice == [4, 2]
    press(operator, "mm")
    assert operator.screen == "StartScreen" and not operator.game.events


def test_cocked_dice_do_not_disturb_the_rolls_entered_before():
    operator = seated()
    operator.choose(0)
    operator.dice((6, 5))
    operator.enter("cocked")
    assert operator.screen == "RollOffScreen"
    for dice in [(3, 1), (4, 1), (4, 2), (4, 3)]:
        operator.dice(dice)
    assert operator.game.to_act == 0
    assert saved_events(operator)[0] == {"cocked": True}


# -- calls -----------------------------------------------------------------------------------------


def test_what_is_offered_can_be_rolled_and_is_higher():
    for call in (None, 1, 31, 54, 66, 198, 599, 600, 601, MOST_CALL - 1):
        for word in (False, True):
            core = new_game(
                {"game": "meksykanka", "players": FIVE, "options": {"mexican_call": word}}
            )
            core.apply("start", 0)
            if call is not None:
                core.apply("call", call)
            possible = offers(core)
            numbers = [one for one in possible if one != MEKSYKANKA]
            assert (possible[-1] == MEKSYKANKA) == word
            assert all(core.can("call", one) for one in possible)
            if call is None or call < 600:
                expected = [one for one in results() if one != MEKSYKANKA and one > (call or 0)]
                assert numbers == expected
            else:
                assert numbers == [call + 1]


def test_the_steps_go_round():
    operator = game({"start": 0}, {"call": 500})
    assert operator.app.top.offers.calls == [600]
    press(operator, "b")
    assert operator.app.top.labels()[1] == ""
    operator = game({"start": 0}, {"call": 300})
    seen = []
    for _ in range(4):
        seen.append(operator.app.top.offers.offer)
        press(operator, "b")
    assert seen == [400, 500, 600, 400]
    operator = game({"start": 0})
    press(operator, "a")
    assert operator.app.top.offers.offer == 53
    press(operator, "bb")
    assert operator.app.top.offers.offer == 61


@pytest.mark.parametrize(
    ("standing", "call"),
    [(None, 1), (None, 7), (None, 142857), (None, MOST_CALL), (1, 2), (1, 99), (198, 199)]
    + [(199, 3000), (99, 100), (99, 101), (654321, 654322), (31, 900), (999998, MOST_CALL)],
)
@pytest.mark.parametrize("reroll", [False, True])
def test_any_number_can_be_called(standing, call, reroll):
    operator = game({"start": 0})
    if standing is not None:
        operator.enter("call", standing)
    elif reroll:
        return  # nobody rerolls to open
    event = {"call": call, "reroll": True} if reroll else {"call": call}
    enter_all(operator, event)
    assert operator.game.call == call
    assert saved_events(operator)[-1] == event


def test_a_number_too_low_is_not_taken():
    operator = game({"start": 0}, {"call": 700})
    press(operator, "B")
    assert operator.screen == "DigitsScreen" and operator.app.top.text == "701"
    press(operator, "mC")
    assert operator.screen == "DigitsScreen" and operator.app.top.text == "70"
    press(operator, "mm")
    assert operator.screen == "TurnScreen" and operator.game.call == 700


def test_there_is_no_number_above_the_largest():
    operator = game({"start": 0}, {"call": MOST_CALL})
    assert operator.app.top.labels() == (say("key.check"), "", "")
    press(operator, "bcBC")
    assert operator.screen == "TurnScreen" and operator.game.call == MOST_CALL
    enter_all(operator, {"check": [6, 6]})
    assert operator.game.log[-1].loser == 0


def test_larger_numbers_of_a_transcript_are_shown_and_judged(monkeypatch):
    monkeypatch.setattr(Font, "strict", True)
    lines = [{"game": "meksykanka", "players": FIVE}, {"start": 0}, {"call": 10**40}]
    device = Driver(FakeStorage({"game-0001.jsonl": "".join(json.dumps(x) + "\n" for x in lines)}))
    device.type("c")
    assert device.screen == "TurnScreen"
    device.type("bcBC" + "ac")
    assert device.screen == "VerdictScreen" and device.game.log[-1].loser == 0
    device.type("cMbc")
    assert device.screen == "SheetScreen"


def test_only_a_check_follows_the_word():
    operator = game({"start": 0}, {"call": MEKSYKANKA}, mexican_call=True)
    assert operator.app.top.labels() == (say("key.check"), "", "")
    press(operator, "bcBC")
    assert operator.game.call == MEKSYKANKA
    enter_all(operator, {"check": [1, 2]})
    assert operator.game.log[-1].loser == 1


def test_a_long_press_of_an_opening_call_is_a_call():
    operator = game({"start": 0})
    press(operator, "C")
    assert operator.game.call == 54 and saved_events(operator)[-1] == {"call": 54}


# -- checks and duels ------------------------------------------------------------------------------


@pytest.mark.parametrize("call", [*(one for one in results()), 1, 35, 66, 198, 700, MOST_CALL])
def test_the_dice_of_a_check_begin_at_what_is_claimed(call):
    operator = game({"start": 0}, {"call": call}, mexican_call=True)
    press(operator, "a")
    shown = result(operator.app.top.dice)
    if call in results():
        assert shown == call
    else:
        reached = [one for one in results() if one != MEKSYKANKA and one >= call]
        assert shown == (reached or [600])[0]
    press(operator, "m")
    assert operator.screen == "TurnScreen" and operator.game.call == call


def test_a_duel_has_two_tries_and_one_hit_is_enough():
    operator = game({"start": 1}, {"meksykanka": True}, {"duel": [2, 1]})
    assert operator.screen == "VerdictScreen" and operator.game.scores == (0, 1, 0, 0, 0)
    operator = game({"start": 1}, {"call": 31}, {"meksykanka": True}, {"duel": [2, 2]})
    assert operator.screen == "DuelScreen" and operator.game.tries == 1
    enter_all(operator, {"cocked": True}, {"duel": [6, 5]})
    assert operator.screen == "VerdictScreen" and operator.game.scores == (0, 0, 0, 1, 0)


def test_who_is_out_is_told():
    operator = game({"start": 0}, {"call": 65}, {"check": [1, 1]}, lives=1)
    assert operator.game.out == (1,)
    operator.go_on()
    assert operator.game.to_act == 2


# -- taking back -----------------------------------------------------------------------------------


def test_every_event_has_its_words():
    events = [
        ({"cocked": True}, "Cocked dice"),
        ({"first": [[1, 1], [2, 1], [2, 1], [6, 5], [6, 4]]}, "The roll for the start, best"),
        ({"start": 1}, "Marek was named to start"),
        ({"call": 62}, "Marek called 62"),
        ({"call": 65, "reroll": True}, "Ela rerolled and called 65"),
        ({"check": [6, 5]}, "Jan checked: 6 5"),
        ({"meksykanka": True}, "Ania showed a meksykanka"),
        ({"duel": [3, 4]}, "Zosia tried: 3 4"),
    ]
    operator = seated(False, FIVE)
    for event, words in events:
        enter_all(operator, event)
        table = operator.app.table
        name, value = operator.game.events[-1]
        assert event_text(table, table.actors[-1], name, value).startswith(words)
    while operator.game.events:
        operator.enter("undo")
        go_on(operator)
        assert replayed(operator) == operator.game.state()
    press(operator, "m")
    assert operator.screen == "HomeScreen"


def test_a_no_takes_nothing_back():
    operator = game({"start": 0}, {"call": 65})
    press(operator, "ma")
    assert operator.game.call == 65 and operator.screen == "TurnScreen"


def test_the_game_goes_on_after_a_power_cut():
    lines = [{"game": "meksykanka", "players": FIVE}, {"start": 2}, {"call": 65}]
    device = Driver(FakeStorage({"game-0001.jsonl": "".join(json.dumps(x) + "\n" for x in lines)}))
    device.type("c" + "ac")
    assert device.screen == "VerdictScreen"
    device = device.restart()
    device.type("c")
    assert device.screen == "VerdictScreen"
    device.type("c")
    assert (device.screen, device.game.scores) == ("TurnScreen", (0, 0, 0, 1, 0))


# -- the quiet mode --------------------------------------------------------------------------------


def test_a_quiet_check_is_judged_and_written_as_the_rules_want_it():
    operator = game({"start": 1}, quiet=True)
    assert operator.screen == "QuietScreen"
    operator.check_quietly(4, 63, (6, 2))
    record = operator.game.log[-1]
    assert (record.caller, record.call, record.other, record.loser) == (4, 63, 0, 4)
    assert saved_events(operator)[1:] == [{"call": 1}, {"call": 2}, {"call": 3}, {"call": 63}] + [
        {"check": [6, 2]}
    ]
    operator.go_on()
    assert operator.screen == "QuietScreen" and operator.app.top.caller == 0
    assert replayed(operator) == operator.game.state()


def test_quiet_games_end_as_those_entered_call_by_call():
    """The same evening: the same skuchas, loser by loser, and the same winner."""
    for seed in range(4):
        evening = CupEvening(SeededRandom(seed))
        aloud = new_game({"game": "meksykanka", "players": TWELVE[:7]})
        operator = seated(True, TWELVE[:7])
        while not aloud.over:
            name, value = evening.next_event(aloud)
            caller, call = aloud.caller, aloud.call
            aloud.apply(name, value)
            if name == "check":
                operator.check_quietly(caller, call, value)
            elif name == "meksykanka":
                operator.show_quietly(aloud.caller)
            elif name != "call":
                operator.enter(name, value)
        go_on(operator)
        assert operator.screen == "EndScreen"
        assert operator.game.state() == aloud.state() == replayed(operator)
        mine, theirs = operator.game.log, aloud.log
        assert [one.loser for one in mine] == [one.loser for one in theirs]


@pytest.mark.parametrize("call", [1, 2, 31, 600, 5000, MOST_CALL, MEKSYKANKA])
@pytest.mark.parametrize("steps", range(5))
def test_every_call_that_can_have_been_made_can_be_judged_quietly(call, steps):
    """Each before the caller has said a number from 1 up: the n-th call is at least n."""
    operator = game({"start": 3}, quiet=True, mexican_call=True)
    caller = (3 + steps) % len(FIVE)
    if call != MEKSYKANKA and call <= steps:
        operator.mark(caller)
        press(operator, "cB")
        assert operator.screen == "DigitsScreen" and operator.app.top.low == steps + 1
        return
    operator.check_quietly(caller, call, (3, 1))
    record = operator.game.log[-1]
    assert (record.caller, record.call, record.rolls) == (caller, call, ((3, 1),))
    assert replayed(operator) == operator.game.state()


def test_a_low_call_is_forgotten_when_another_player_is_marked():
    operator = game({"start": 0}, quiet=True)
    operator.mark(1)
    press(operator, "cB")
    operator.digits(2)
    press(operator, "m")
    operator.mark(4)
    press(operator, "c")
    assert operator.app.top.offers.offer > 4
    press(operator, "cc")
    assert operator.screen == "VerdictScreen"


def test_the_players_who_are_out_are_not_marked():
    operator = game({"start": 0}, quiet=True, lives=1)
    operator.check_quietly(0, 65, (1, 1))
    operator.go_on()
    assert operator.game.out == (1,)
    seen = []
    for _ in range(4):
        seen.append(operator.app.top.caller)
        press(operator, "b")
    assert sorted(seen) == [0, 2, 3, 4] and operator.app.top.caller == seen[0]


def test_a_quiet_entry_is_taken_back_whole():
    operator = game({"start": 1}, quiet=True)
    before = operator.game.state()
    operator.check_quietly(4, 63, (6, 2))
    operator.enter("undo")
    assert operator.screen == "TurnScreen" and operator.game.call == 63  # the dice were wrong
    operator.enter("check", (6, 3))
    assert operator.game.log[-1].loser == 0
    operator.enter("undo")
    operator.enter("undo")
    assert operator.screen == "QuietScreen" and operator.game.state() == before
    operator.show_quietly(3)
    assert operator.screen == "DuelScreen" and operator.game.caller == 3
    press(operator, "Mcc")  # by the menu
    assert operator.game.state() == before == replayed(operator)


def test_calls_that_were_said_are_taken_back_one_by_one():
    """Even if they are 1, 2, 3, as long as calls are entered."""
    operator = game({"start": 0}, {"call": 1}, {"call": 2}, {"call": 3})
    operator.enter("undo")
    assert operator.game.call == 2
    operator = game({"start": 0}, {"call": 5}, {"call": 62})
    operator.app.settings.values["calls"] = "quiet"
    operator.enter("undo")
    assert operator.game.call == 5


def test_the_mode_can_change_during_a_game():
    operator = game({"start": 0}, {"call": 61})
    operator.app.settings.values["calls"] = "quiet"
    press(operator, "Mm")
    assert operator.screen == "TurnScreen"  # a call that stands is played out
    enter_all(operator, {"check": [6, 1]})
    operator.go_on()
    assert operator.screen == "QuietScreen"
    operator.app.settings.values["calls"] = "entered"
    press(operator, "Mm")
    assert operator.screen == "TurnScreen"
    operator.app.settings.values["calls"] = "quiet"
    press(operator, "Mm")
    assert operator.screen == "QuietScreen"


def test_cocked_dice_in_the_quiet_mode():
    operator = game({"start": 0}, quiet=True)
    operator.enter("cocked")
    assert operator.screen == "QuietScreen" and operator.game.events[-1][0] == "cocked"


# -- rare events and chances -----------------------------------------------------------------------


def rows(operator: CupOperator) -> list:
    return [left for left, _ in operator.app.top.rows]


def test_the_list_of_rare_events_offers_what_is_possible():
    operator = game({"start": 0})
    press(operator, "A")
    number, cocked = say("more.number"), say("more.cocked")
    shown, chances = say("more.meksykanka"), say("more.odds")
    assert rows(operator) == [shown, chances, number, cocked]
    operator = game({"start": 0}, {"call": 62})
    press(operator, "A")
    assert rows(operator) == [shown, chances, number, say("more.reroll", call="63"), cocked]
    operator.choose_text(say("more.reroll", call="63"))
    assert saved_events(operator)[-1] == {"call": 63, "reroll": True}
    press(operator, "A")
    operator.choose_text(number)
    assert operator.screen == "DigitsScreen"
    operator = game({"start": 0}, {"call": MEKSYKANKA}, mexican_call=True)
    press(operator, "A")
    assert rows(operator) == [chances]
    operator = game({"start": 0}, quiet=True)
    press(operator, "a")
    assert rows(operator) == [shown, chances, cocked]


def test_the_menu_has_them_too():
    operator = game({"start": 0}, {"meksykanka": True})
    press(operator, "M")
    assert {say("more.odds"), say("more.cocked")} <= set(rows(operator))
    operator = seated()
    press(operator, "M")
    assert say("more.odds") not in rows(operator) and say("more.cocked") in rows(operator)


def test_the_page_of_chances_can_be_switched_off():
    operator = game({"start": 0}, {"call": 62})
    operator.app.settings.values["odds"] = "off"
    press(operator, "M")
    assert say("more.odds") not in rows(operator)
    press(operator, "mA")
    assert say("more.odds") not in rows(operator)


@pytest.mark.parametrize("call", [*results(), 1, 35, 198, 700, MOST_CALL])
def test_the_chances_are_those_of_the_rules(call, drawn):
    device = device_with({"start": 0}, {"call": call}, mexican_call=True)
    meksykanka_screens.show_odds(device.app)
    texts = [one.text for one in redraw(device, drawn)]
    for chance in (odds.reaches(call), odds.beats(call)):
        assert f"{chance[0]}/36" in texts
        assert str(percent(chance)) in texts
        assert abs(percent(chance) - 100 * chance[0] / chance[1]) <= 0.5
    assert (MEKSYKANKA if call == MEKSYKANKA else str(call)) in texts + [MEKSYKANKA]


def test_the_chances_of_other_calls_are_a_step_away(drawn):
    device = device_with({"start": 0}, {"call": 65})
    meksykanka_screens.show_odds(device.app)
    device.type("b")
    assert device.app.top.calls.offer == 100
    device.type("aa")
    assert device.app.top.calls.offer == 64
    device.type("c")
    assert device.screen == "TurnScreen"


@pytest.mark.parametrize("call", results())
def test_no_chance_of_a_roll_stands_there_twice(call):
    device = device_with({"start": 0}, {"call": call}, mexican_call=True)
    meksykanka_screens.show_odds(device.app)
    captions, chances = zip(*device.app.top.columns(), strict=True)
    assert len(set(captions)) == len(set(chances)) == len(captions) == 2


def test_the_chances_in_a_duel(drawn):
    for tries, chance in (((), odds.duel_won()), (((6, 6),), odds.reaches(MEKSYKANKA))):
        device = device_with({"start": 0}, {"meksykanka": True}, *[{"duel": one} for one in tries])
        meksykanka_screens.show_odds(device.app)
        texts = [one.text for one in redraw(device, drawn)]
        assert f"{chance[0]}/{chance[1]}" in texts and str(percent(chance)) in texts


# -- names -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "names",
    [TWELVE, WIDE, tuple(f"Player {n}" for n in range(1, 13))]
    + [tuple("Ana" + "a" * n for n in range(9)), ("Ana", "Anabel", "Anastazja", "Anatol")],
)
def test_short_names_fit_and_differ(names):
    _, width = meksykanka_paint.strip_cells(len(names))
    short = short_names(names, width)
    assert all(SMALL.width(one) <= width for one in short)
    assert len(set(short)) == len(names)
    for name, one in zip(names, short, strict=True):
        assert one and one[0] == name[0]


def test_plural_forms():
    assert say_n("end.cycles", 1) == "after 1 cycle"
    assert say_n("end.cycles", 2) == "after 2 cycles"
    assert say_n("end.cycles", 0) == "after 0 cycles"


# -- the glass -------------------------------------------------------------------------------------


class Box:
    """A die, or the marks of a player."""

    def __init__(self, what, left, top, right, bottom):
        self.what = self.text = what
        self.left, self.top, self.right, self.bottom = left, top, right, bottom

    meets = Text.meets

    def __repr__(self):
        return f"{self.what} x {self.left}-{self.right} y {self.top}-{self.bottom}"


@pytest.fixture
def drawn(monkeypatch):
    """The texts, dice and marks of the last picture."""
    seen = []
    draw, die, marks = Font.draw, meksykanka_paint.die, meksykanka_paint.marks

    def drawing_text(font, canvas, text, x, y, ink=1):
        if text:
            seen.append(Text(font, text, x, y))
        return draw(font, canvas, text, x, y, ink)

    def drawing_die(canvas, x, y, unit, face):
        side = meksykanka_paint.DIE_UNITS * unit
        seen.append(Box(f"die {face}", x, y, x + side, y + side))
        die(canvas, x, y, unit, face)

    def drawing_marks(canvas, x, width, y, skuchas, lives, most=4, high=4):
        seen.append(Box(f"{skuchas} of {lives}", x, y, x + width, y + high))
        marks(canvas, x, width, y, skuchas, lives, most, high)

    monkeypatch.setattr(Font, "draw", drawing_text)
    monkeypatch.setattr(Font, "strict", True)
    monkeypatch.setattr(meksykanka_paint, "die", drawing_die)
    monkeypatch.setattr(meksykanka_paint, "marks", drawing_marks)
    return seen


def redraw(device, drawn):
    """Draw the screen in front, and return what it is made of."""
    drawn.clear()
    device.app.top.changed()
    device.tick()
    return list(drawn)


def device_with(*events, players=FIVE, quiet=False, keys="", **options):
    """A device that has been switched on with this game on its flash."""
    lines = [{"game": "meksykanka", "players": players, "options": options}, *events]
    text = "".join(json.dumps(one) + "\n" for one in lines)
    device = Driver(FakeStorage({"game-0001.jsonl": text}))
    device.app.settings.values["calls"] = "quiet" if quiet else "entered"
    device.type("c" + keys)
    return device


START = {"start": 1}
SHOWN = [START, {"call": 64}, {"meksykanka": True}]
LONG = [event for _ in range(120) for event in ({"call": 600}, {"check": [6, 6]})]
CALL, WORD = {"call": 65}, {"call": MEKSYKANKA}
TIE = {"first": [[1, 2]] * 2 + [[3, 1]] * 10}


def tie(players):
    return {"first": TIE["first"][: len(players)]}


SCREENS = {
    "start": lambda names: device_with(players=names),
    "tie": lambda names: device_with(tie(names), players=names),
    "roll-off": lambda names: device_with(players=names, keys="c"),
    "roll-off-best": lambda names: device_with(players=names, keys="cbc"),
    "opens": lambda names: device_with(START, players=names),
    "opens-number": lambda names: device_with(START, players=names, keys="BcccccC"),
    "turn": lambda names: device_with(START, CALL, players=names),
    "turn-rerolled": lambda names: device_with(START, CALL, players=names, keys="C"),
    "turn-600": lambda names: device_with(START, {"call": 600}, players=names),
    "turn-9999": lambda names: device_with(START, {"call": 9999}, players=names),
    "turn-large": lambda names: device_with(START, {"call": MOST_CALL}, players=names),
    "turn-endless": lambda names: device_with(START, {"call": 10**60}, players=names),
    "turn-word": lambda names: device_with(START, WORD, players=names, mexican_call=True),
    "turn-offers-word": lambda names: device_with(
        START, {"call": 600}, players=names, keys="b", mexican_call=True
    ),
    "turn-lives-9": lambda names: device_with(START, *LONG[:12], CALL, players=names, lives=9),
    "turn-out": lambda names: device_with(START, *LONG[:2], CALL, players=names, lives=1),
    "turn-late": lambda names: device_with(
        START, *LONG[: 8 * len(names) // 2], players=names, lives=9
    ),
    "digits": lambda names: device_with(START, CALL, players=names, keys="B"),
    "digits-low": lambda names: device_with(START, CALL, players=names, keys="Bm"),
    "digits-full": lambda names: device_with(START, {"call": 888887}, players=names, keys="B"),
    "more": lambda names: device_with(START, CALL, players=names, keys="A"),
    "more-last": lambda names: device_with(START, CALL, players=names, keys="Aa"),
    "cocked": lambda names: device_with(START, CALL, players=names, keys="Aac"),
    "check": lambda names: device_with(START, CALL, players=names, keys="a"),
    "check-large": lambda names: device_with(START, {"call": 888888}, players=names, keys="a"),
    "check-word": lambda names: device_with(
        START, WORD, players=names, keys="a", mexican_call=True
    ),
    "verdict": lambda names: device_with(START, CALL, players=names, keys="ac"),
    "verdict-false": lambda names: device_with(START, CALL, players=names, keys="aac"),
    "verdict-large": lambda names: device_with(START, {"call": 888888}, players=names, keys="abbc"),
    "verdict-meks": lambda names: device_with(START, {"call": 888888}, players=names, keys="aabbc"),
    "verdict-endless": lambda names: device_with(START, {"call": 10**60}, players=names, keys="ac"),
    "verdict-word": lambda names: device_with(
        START, WORD, players=names, keys="ac", mexican_call=True
    ),
    "verdict-lives-9": lambda names: device_with(START, CALL, players=names, keys="ac", lives=9),
    "verdict-out": lambda names: device_with(START, CALL, players=names, keys="ac", lives=1),
    "verdict-hit": lambda names: device_with(*SHOWN, {"duel": [6, 6]}, players=names, keys="bc"),
    "verdict-missed": lambda names: device_with(*SHOWN, {"duel": [6, 6]}, players=names, keys="c"),
    "duel": lambda names: device_with(*SHOWN, players=names),
    "duel-second": lambda names: device_with(*SHOWN, {"duel": [6, 6]}, players=names),
    "odds": lambda names: device_with(START, CALL, players=names, keys="Abc"),
    "odds-large": lambda names: device_with(START, {"call": MOST_CALL}, players=names, keys="Abc"),
    "odds-word": lambda names: device_with(START, CALL, players=names, keys="Abc" + "b" * 7),
    "odds-duel": lambda names: device_with(*SHOWN, players=names, keys="Mbbc"),
    "quiet": lambda names: device_with(START, players=names, quiet=True, keys="b"),
    "quiet-more": lambda names: device_with(START, players=names, quiet=True, keys="a"),
    "quiet-call": lambda names: device_with(START, players=names, quiet=True, keys="bc"),
    "quiet-call-large": lambda names: device_with(
        START, players=names, quiet=True, keys="bcBcccccC"
    ),
    "quiet-call-word": lambda names: device_with(
        START, players=names, quiet=True, keys="bc" + "b" * 6, mexican_call=True
    ),
    "quiet-check": lambda names: device_with(START, players=names, quiet=True, keys="bcc"),
    "end": lambda names: ended(names, 1),
    "end-lives-9": lambda names: ended(names, 9),
    "sheet": lambda names: device_with(
        *SHOWN, {"duel": [6, 6]}, {"duel": [5, 5]}, players=names, keys="cMbc"
    ),
    "sheet-empty": lambda names: device_with(START, players=names, keys="Mbc"),
    "sheet-large": lambda names: device_with(
        START, {"call": 888888}, {"check": [6, 6]}, players=names, keys="cMbc"
    ),
    "sheet-long": lambda names: long_sheet(names),
    "menu": lambda names: device_with(START, players=names, keys="M"),
    "undo-first": lambda names: device_with(tie(names), players=names, keys="m"),
    "undo-call": lambda names: device_with(START, CALL, players=names, keys="Cm"),
    "undo-check": lambda names: device_with(START, CALL, players=names, keys="acm"),
    "undo-duel": lambda names: device_with(*SHOWN, players=names, keys="cm"),
    "undo-shown": lambda names: device_with(*SHOWN, players=names, keys="m"),
}


def ended(names, lives):
    """A game at its end, with as many cycles as it takes."""
    core = new_game({"game": "meksykanka", "players": names, "options": {"lives": lives}})
    core.apply("start", 0)
    events = [{"start": 0}]
    while not core.over:
        for name, value in (("call", 600), ("check", (6, 6))):
            core.apply(name, value)
            events.append({name: value})
    return device_with(*events, players=names, keys="c", lives=lives)


def long_sheet(names):
    """A sheet of more than a hundred cycles."""
    device = device_with(START, CALL, players=names, keys="acc")
    device.game.log[:] = device.game.log * 120
    device.type("Mbc")
    return device


GROUPS = {"wide-12": WIDE, "wide-7": WIDE[:7], "wide-6": WIDE[:6], "wide-2": WIDE[:2]}
GROUPS |= {"short-12": TWELVE, "short-5": FIVE}
every_group = pytest.mark.parametrize("names", GROUPS.values(), ids=GROUPS.keys())
every_screen = pytest.mark.parametrize("screen", SCREENS)


@every_group
@every_screen
def test_nothing_leaves_its_place(screen, names, drawn):
    device = SCREENS[screen](names)
    seen = redraw(device, drawn)
    assert seen, "nothing is on the glass"
    for place, one in enumerate(seen):
        assert one.left >= 0 and one.right <= WIDTH_PX, one
        for other in seen[:place]:
            assert not one.meets(other), (one, other)
        area = [
            one.top >= 0 and one.bottom <= HEADER_HEIGHT_PX,
            one.top >= WORK_Y_PX and one.bottom <= WORK_Y_PX + WORK_HEIGHT_PX,
            one.top >= LABELS_Y_PX,
        ]
        assert any(area), one


@every_group
@every_screen
def test_only_names_are_ever_shortened(screen, names, drawn):
    device = SCREENS[screen](names)
    for one in redraw(device, drawn):
        endless = "endless" in screen and one.text[:1] == "1"
        if ELLIPSIS not in one.text or endless or one.text in own_ellipses():
            continue
        start = one.text.split(ELLIPSIS)[0]
        assert any(name.startswith(start) for name in names), one
        if names is FIVE and screen != "sheet-large":
            assert not start, one


def own_ellipses():
    return [say(key) for key in ("key.rare", "hint.more", "more.number")]


@every_group
@every_screen
def test_labels_tell_the_truth(screen, names, drawn):
    """A key with a label does something; one without does nothing."""
    device = SCREENS[screen](names)
    labels = device.app.top.labels()
    for (x, width), label in zip(THREE_COLUMNS, labels, strict=True):
        found = [one for one in redraw(device, drawn) if one.text == label]
        assert not label or any(x <= one.left < x + width for one in found), label
    for letter, label in zip("abc", labels, strict=True):
        device = SCREENS[screen](names)
        before = bytes(device.glass().buffer), device.screen, device.app.top
        device.press(letter)
        after = bytes(device.glass().buffer), device.screen, device.app.top
        assert (before != after) == bool(label), (letter, label)


@every_screen
def test_the_row_above_the_labels_is_dark(screen):
    """It parts them from the marks and dice above, and the picture may move into it."""
    device = SCREENS[screen](TWELVE)
    assert not any(device.glass().pixel(x, PARTING_Y_PX) for x in range(WIDTH_PX))


@every_screen
def test_what_is_shown_is_up_to_date(screen, drawn):
    for letter in "abcmABCM":
        device = SCREENS[screen](FIVE)
        device.type(letter)
        shown = device.world.display.frame
        redraw(device, drawn)
        assert device.world.display.frame == shown, letter


@pytest.mark.parametrize(
    ("screen", "figures"),
    [
        ("turn", ["65"]),
        ("turn-600", ["600"]),
        ("turn-large", ["999999"]),
        ("check", ["65", "65"]),
        ("verdict", ["65", "65"]),
        ("verdict-false", ["65", "51"]),
        ("verdict-large", ["888888", "62"]),
        ("quiet-call", ["100"]),
        ("odds", ["28", "22"]),
    ],
)
@pytest.mark.parametrize("names", [FIVE, TWELVE], ids=["five", "twelve"])
def test_figures_that_matter_are_tall(screen, figures, names, drawn):
    device = SCREENS[screen](names)
    tall = [one.text for one in redraw(device, drawn) if isinstance(one, Text) and tall_enough(one)]
    assert sorted(tall) == sorted(figures)


def tall_enough(text):
    return text.bottom - text.top >= FIGURE_px


@every_group
def test_everybody_has_a_name_and_marks(names, drawn):
    device = SCREENS["turn-out"](names)
    if device.game.over:
        return
    seen = redraw(device, drawn)
    texts = [one.text for one in seen]
    _, width = meksykanka_paint.strip_cells(len(names))
    for short in short_names(names, width - 2):
        assert short in texts
    assert len([one for one in seen if isinstance(one, Box)]) == len(names)


def test_every_kind_of_screen_is_among_these():
    for part in ("dice", "odds", "quiet", "sheet"):
        import_module(f"kibitz.meksykanka_{part}")

    def kinds(cls):
        return {cls}.union(*[kinds(one) for one in cls.__subclasses__()])

    bases = {"CupScreen", "DiceScreen"}
    mine = {one.__name__ for one in kinds(Screen) if ".meksykanka_" in one.__module__} - bases
    assert mine <= {SCREENS[screen](FIVE).screen for screen in SCREENS}


# -- hard use --------------------------------------------------------------------------------------


# From these the monkey is brought back: other tests are about them.
ELSEWHERE = {f"kibitz.{name}" for name in ("home", "setup_screens", "options_screen")}


@pytest.mark.parametrize("quiet", [False, True], ids=["entered", "quiet"])
@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_a_monkey_breaks_nothing(seed, quiet, drawn):
    """Random presses, holds, bounce and power cuts; the core accepts all that was saved."""
    monkey = Monkey(seed, "aabbbcccccm")
    players = WIDE[: monkey.chance.randint(2, len(WIDE))]
    device = device_with(players=players, quiet=quiet, mexican_call=True, lives=1 + seed % 3)
    setup = device.game.setup()
    cycles = 0
    for count in range(2000):
        if device.game is None:  # it was over, and left by the menu
            device.app.begin(setup)
        elif type(device.app.top).__module__ in ELSEWHERE:
            device.app.play()
        if device.screen == "EndScreen":
            cycles += len(device.game.log)
            device.app.begin(setup)
        monkey.act(device)
        if count % 250 == 0:
            check(device)
            device = device.restart(held=monkey.chance.choice(["", "", "c", "am"]))
            device.app.settings.values["calls"] = "quiet" if quiet else "entered"
    check(device)
    assert cycles + len(device.game.log) > 10 and len(monkey.screens) > 10


@pytest.mark.parametrize("case", ["meksykanka-example", "meksykanka-game"])
def test_a_shared_game_by_keys_under_micropython(case, tmp_path):
    """The keys that enter it here enter it there, and every picture is the same."""
    lines = (CASES / f"{case}.jsonl").read_text("utf-8").splitlines()
    setup = json.loads(lines[0])
    operator = seated(False, tuple(setup["players"]))
    keys = ["c"]  # resume
    press_key = operator.player.press

    def pressing(step):
        letter = {KEY_A: "a", KEY_B: "b", KEY_C: "c", KEY_M: "m"}[step.key]
        keys.append((letter if step.down_ms < HOLD_ms else letter.upper()) * step.times)
        press_key(step)

    operator.player.press = pressing
    enter_all(operator, *map(json.loads, lines[1:]))
    (tmp_path / "game.jsonl").write_text(lines[0] + "\n", "utf-8")
    (tmp_path / "keys").write_text("".join(keys))
    files = (tmp_path / "game.jsonl", tmp_path / "keys")
    there = micropython("type_keys.py", *files).splitlines()[:-1]
    here = subprocess.run(
        [sys.executable, ROOT / "tests" / "micropython" / "type_keys.py", *files],
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert there == here.stdout.splitlines()[:-1]
    saved = [json.loads(line) for line in there if line.startswith("{")]
    assert saved == [json.loads(line) for line in lines]


def test_a_cycle_takes_few_presses():
    aloud, quiet = measure(), measure(quiet=True)
    assert len(aloud) == len(quiet) > 50
    assert mean(one.total for one in aloud) < 21
    assert sum(one.saying for one in aloud) < 4.5 * sum(one.calls for one in aloud)
    assert mean(one.check for one in aloud) < 6
    assert mean(one.total for one in quiet) < 12
    assert all(one.saying == 0 for one in quiet)
