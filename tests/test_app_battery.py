"""The watch on the battery: how often it is looked at, when the table is told, and the mark."""

import pytest

import test_app_glass
from app_driver import Driver
from host_sim.picture import rows
from kibitz.battery import MARK_GAP_PX, FINE_mV, LEAST_mV, LOOK_ms, LOW_mV, volts_text
from kibitz.canvas import RULE_Y_PX, WIDTH_PX
from kibitz.power import QUIET_ms
from kibitz.words import say

MINUTE_ms = 60_000
FULL_mV = 4_650


def on_battery(mv, **values):
    device = Driver()
    device.world.battery.mv = mv
    for name, value in values.items():
        device.app.settings.change(name, value)
    device.start()
    return device


def is_told(device):
    return device.screen == "MessageScreen"


def has_mark(device):
    """True if the glass shows more than the screen alone."""
    shown = device.world.display.frame
    device.app.battery.low, low = False, device.app.battery.low
    device.app.top.changed()
    device.tick()
    plain = device.world.display.frame
    device.app.battery.low = low
    device.app.top.changed()
    device.tick()
    return shown != plain


def test_it_is_looked_at_seldom():
    device = on_battery(FULL_mV, dark="never")
    before = device.world.battery.readings
    for _ in range(100):
        device.press("b")
        device.wait(6_000 - 120)
    assert abs(device.world.battery.readings - before - 10) <= 1


def test_it_is_not_looked_at_in_the_dark_but_on_waking():
    device = on_battery(FULL_mV)
    device.wait(5 * MINUTE_ms)
    before = device.world.battery.readings
    device.wait(300 * MINUTE_ms)
    assert device.world.battery.readings == before
    device.press("a")
    assert device.world.battery.readings == before + 1


@pytest.mark.parametrize("mv", [FULL_mV, LOW_mV, None, 250])
def test_of_a_good_battery_nothing_is_heard(mv):
    """Nor on USB, nor where nothing is measured."""
    device = on_battery(mv)
    device.wait(4 * MINUTE_ms)
    assert not is_told(device) and not has_mark(device)


def test_a_low_battery_is_told_once_and_marked():
    device = on_battery(LOW_mV - 1)
    device.wait(3 * LOOK_ms)
    assert is_told(device)
    assert device.app.top.text == say("battery.low", volts="3.29 V")
    assert has_mark(device)
    device.press("c")
    assert device.screen == "BidScreen" and has_mark(device)
    for _ in range(20):
        device.press("b")
        device.wait(2 * MINUTE_ms)
        assert not is_told(device) and has_mark(device)


def test_one_low_reading_is_not_believed():
    device = on_battery(FULL_mV)
    for _ in range(5):
        device.world.battery.mv = LOW_mV - 500
        device.wait(LOOK_ms)
        device.world.battery.mv = FULL_mV
        device.press("b")
        device.wait(LOOK_ms)
        device.press("b")
    assert not is_told(device) and not has_mark(device)


def test_nobody_is_told_under_a_finger():
    device = on_battery(LOW_mV - 300)
    for _ in range(30):
        device.press("b")
        device.wait(20_000)
        assert not is_told(device)
    assert has_mark(device)
    device.wait(QUIET_ms)
    assert is_told(device)


def test_it_is_told_when_the_glass_wakes():
    """Then the press that wakes it answers nothing that has not been read."""
    device = on_battery(FULL_mV)
    device.wait(3 * MINUTE_ms + 50_000)
    device.world.battery.mv = LOW_mV - 1
    device.app.battery.look()
    device.app.battery.look()
    device.app.battery.told()
    device.app.battery.warns = True
    device.app._power.quiet = False
    device.app._power.level = 0
    device.press("c")
    assert is_told(device)
    assert not device.game.events


def test_a_battery_that_recovers_a_little_keeps_its_mark():
    device = on_battery(LOW_mV - 1)
    device.wait(3 * MINUTE_ms)
    device.press("c")
    device.world.battery.mv = FINE_mV - 1
    device.wait(2 * MINUTE_ms)
    assert has_mark(device)
    device.press("b")
    device.world.battery.mv = FINE_mV
    device.wait(2 * MINUTE_ms)
    assert not has_mark(device)


def test_usb_takes_the_mark_away_and_other_cells_are_told_of_again():
    device = on_battery(LOW_mV - 1)
    device.wait(3 * MINUTE_ms)
    device.press("c")
    device.world.battery.mv = None
    device.wait(LOOK_ms)
    assert not has_mark(device)
    device.press("b")
    device.world.battery.mv = LOW_mV - 1
    device.wait(3 * MINUTE_ms)
    assert is_told(device) and has_mark(device)


def test_the_settings_show_the_volts():
    device = on_battery(4_879)
    device.wait(LOOK_ms)
    device.hold("M")
    device.mark(say("menu.settings"))
    device.press("c")
    row = len(device.app.top.rows) - 2  # the last one is for checking the device
    assert device.app.top.rows[row] == (say("setting.battery"), "4.87 V")
    device.press("a")
    while device.app.top.cursor != row:
        device.press("a")
    assert device.app.top.labels()[1] == ""
    values = dict(device.app.settings.values)
    device.press("b")
    device.hold("B")
    assert device.app.settings.values == values
    device.press("a")
    device.press("a")
    assert device.app.top.cursor == 0


def test_on_usb_the_settings_have_no_such_row():
    device = on_battery(None)
    device.wait(LOOK_ms)
    device.hold("M")
    device.mark(say("menu.settings"))
    device.press("c")
    assert say("setting.battery") not in [name for name, _ in device.app.top.rows]


@pytest.mark.parametrize(
    ("mv", "text"), [(3_299, "3.29 V"), (3_000, "3.00 V"), (4_056, "4.05 V"), (LEAST_mV, "1.80 V")]
)
def test_volts(mv, text):
    Driver()  # in English
    assert volts_text(mv) == text


MARKED = []


@pytest.mark.parametrize("screen", test_app_glass.SCREENS)
def test_the_mark_never_touches_anything(screen):
    for names in (test_app_glass.WIDE, test_app_glass.SHORT):
        device = test_app_glass.bring(screen, names[:3])
        device.app.battery.low = False
        device.app.top.changed()
        device.tick()
        plain = rows(device.world.display.frame)
        device.app.battery.low = True
        device.app.top.changed()
        device.tick()
        marked = rows(device.world.display.frame)
        added = []
        for y, row in enumerate(marked):
            for x, lit in enumerate(row):
                assert lit >= plain[y][x]
                if lit > plain[y][x]:
                    added.append((x, y))
        MARKED.append(bool(added))
        for x, y in added:
            assert y < RULE_Y_PX - 1
            around = range(max(0, x - MARK_GAP_PX), min(WIDTH_PX, x + MARK_GAP_PX + 1))
            assert not any(plain[row][at] for row in range(RULE_Y_PX) for at in around)


def test_most_screens_have_room_for_the_mark():
    if len(MARKED) >= len(test_app_glass.SCREENS):
        assert sum(MARKED) > len(MARKED) // 2
