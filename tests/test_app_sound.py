"""Sounds: none unless they are wanted; a click a press, a tone at a verdict, one for trouble."""

import random

import pytest

from app_driver import Driver, Monkey
from kibitz.saves import SETTINGS
from kibitz.world import CLICK, TROUBLE, VERDICT


def heard(device):
    """The sounds since this was last asked."""
    sounds = list(device.world.buzzer.sounds)
    device.world.buzzer.sounds.clear()
    return sounds


def loud(rules="meksiko", names=("Ana", "Bora", "Ceca"), **options):
    device = Driver()
    device.app.settings.change("sound", "on")
    device.start(rules, names, **options)
    heard(device)
    return device


def test_it_is_off_until_it_is_wanted():
    assert {option.name: option.default for option in SETTINGS}["sound"] == "off"
    device = Driver()
    device.app.settings.change("sound", "off")
    monkey = Monkey(1)
    for _ in range(1500):
        monkey.act(device)
        device.app.settings.values["sound"] = "off"
    assert len(monkey.screens) > 10
    device.app.tell("x")
    assert heard(device) == []


@pytest.mark.parametrize("letter", "abcm")
def test_a_press_clicks_once_however_long_it_is(letter):
    device = loud()
    device.type("b" if letter == "a" else "")
    device.type("ca")  # somebody may pass now
    heard(device)
    device.hold(letter, 3000)
    assert heard(device) == [CLICK]


def test_a_key_without_a_meaning_is_silent():
    device = loud()
    assert device.app.top.labels()[0] == ""
    device.press("a")
    assert heard(device) == []


def test_m_on_the_first_screen_is_silent():
    device = Driver()
    device.app.settings.change("sound", "on")
    device.press("m")
    assert heard(device) == []
    device.type("cm")
    assert heard(device) == [CLICK, CLICK]


def test_the_press_that_wakes_is_silent():
    device = loud()
    device.wait(300_000)
    device.press("c")
    assert heard(device) == []
    device.press("c")
    assert heard(device) == [CLICK]


def test_a_hand_of_meksiko_and_the_end_of_the_game():
    device = loud(target=21)
    chance = random.Random(4)
    verdicts = 0
    while device.screen != "EndScreen":
        before = len(device.game.log)
        if device.screen == "ResultScreen":
            device.press("c")
            expected = [CLICK, VERDICT] if device.screen == "EndScreen" else [CLICK]
            assert heard(device) == expected
            continue
        if device.screen == "BidScreen":
            device.press("a" if device.app.top.may_pass else "c")
        elif device.screen == "TrumpScreen":
            device.press("a")
        else:
            device.press(chance.choice("abb"))
        booked = len(device.game.log) > before
        verdicts += booked
        assert heard(device) == ([CLICK, VERDICT] if booked else [CLICK])
    assert verdicts > 2


def test_a_verdict_is_heard_once_until_it_is_taken_back():
    device = loud()
    device.type("caaa" + "b" * 10)
    assert device.screen == "ResultScreen" and VERDICT in heard(device)
    device.hold("M")
    device.type("bcm")  # the sheet and back
    device.press("m")
    assert device.screen == "ResultScreen" and VERDICT not in heard(device)
    device.app.home()
    device.app.play()
    assert device.screen == "ResultScreen" and VERDICT not in heard(device)
    device.type("mc")
    assert device.screen == "TricksScreen" and VERDICT not in heard(device)
    device.press("a")
    assert device.screen == "ResultScreen" and heard(device)[-1] == VERDICT


def test_a_check_of_meksykanka():
    device = loud("meksykanka")
    device.app.table.act("start", 0)
    device.app.play()
    device.type("c")
    assert heard(device) == [CLICK]
    device.press("a")
    assert device.screen == "CheckScreen" and heard(device) == [CLICK]
    device.press("c")
    assert device.screen == "VerdictScreen" and heard(device) == [CLICK, VERDICT]


def test_a_round_of_rummy_and_the_end_of_a_count():
    device = loud("mexican-rummy")
    device.app.table.act("round", {"out": 0, "hands": [0, 25, 40]})
    device.app.play()
    assert device.screen == "ResultScreen" and heard(device) == [VERDICT]
    device = loud("counter", ("Ana", "Bora"))
    for points, sounds in ((99, []), (1, [VERDICT])):
        device.app.table.act("add", (0, points))
        device.app.play()
        assert heard(device) == sounds


def test_trouble_when_nothing_can_be_saved():
    device = loud()
    device.world.storage.fail = True
    device.press("c")
    assert device.screen == "MessageScreen"
    assert heard(device) == [CLICK, TROUBLE]


def test_trouble_at_a_refusal():
    device = loud()
    setup = device.game.setup()
    setup["players"] = ["Ana", "Ana", "Bora"]
    device.app.begin(setup)
    assert device.screen == "MessageScreen" and heard(device) == [TROUBLE]
