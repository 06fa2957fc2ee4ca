"""Time that wraps: nothing on the device depends on where its counter stands.

A whole evening (presses, bounces, holds, a glass that dims and goes dark, a battery that runs low)
is lived through once with a counter in the middle of its range, and again with one that wraps at a
moment of it: at every look, hold, repeat and tick. All that can be seen and all that is saved must
be the same. MicroPython's counter wraps at 2^30, CircuitPython's at 2^29.
"""

import pytest

from app_driver import KEY, Driver
from host_sim.device import ScriptedDevice, World
from kibitz.app import App
from kibitz.battery import LOOK_ms
from kibitz.keys import HOLD_ms
from kibitz.power import MINUTE_ms
from kibitz.world import DARK, DIM, FULL, LONGEST_ms, PERIOD_ms, ticks, ticks_add, ticks_diff

MICROPYTHON, CIRCUITPYTHON = 1 << 30, 1 << 29
DAY_ms = 24 * 60 * MINUTE_ms
MIDDLE_ms = 123_456_789
LOW_mV = 3_100


class Ticking(Driver):
    """A device whose counter starts anywhere. log: what was to be seen after every tick, and when.

    It is called once in so long as kibitz.world asks for, however long it may sleep.
    """

    def __init__(self, start_ms, period_ms=MICROPYTHON):
        self.period_ms = period_ms
        self.log = []
        self.lived_ms = 0
        super().__init__(start_ms=start_ms % period_ms)

    def tick(self, readings=()):
        super().tick(readings)
        display = self.world.display
        level = display.levels[-1] if display.levels else FULL
        battery = self.world.battery.readings
        self.log.append((self.lived_ms, self.asleep_ms, hash(display.frame), level, battery))

    def _pass(self, ms):
        self.lived_ms += ms
        self.now_ms = (self.now_ms + ms) % self.period_ms

    def wait(self, wait_ms):
        while wait_ms > LONGEST_ms:
            super().wait(LONGEST_ms)
            wait_ms -= LONGEST_ms
            self.tick()
        super().wait(wait_ms)


def bounce(device, letter, gaps_ms):
    """A contact that chatters; all of it is handed in with one tick."""
    readings, mask = [], 0
    for gap_ms in gaps_ms:
        mask ^= KEY[letter]
        readings.append((device.now_ms, mask))
        device._pass(gap_ms)
    device.tick([*readings, (device.now_ms, 0)])
    device.wait(100)


def evening(device):
    """A quarter of an hour at the device; what is saved in the end."""
    device.start("counter", ("Ana", "Bora"))
    device.press("c")
    device.hold("b", 4_000)  # a number that runs, faster and faster, in larger steps
    bounce(device, "b", (3, 2, 5, 1, 4))
    bounce(device, "a", (1, 30, 1, 1))
    device.hold("a", HOLD_ms + 1)
    device.press("c")
    device.type("mM")
    device.press("m")
    device.wait(70_000)  # dim
    device.press("b")  # which acts all the same
    device.world.battery.mv = LOW_mV
    device.wait(6 * MINUTE_ms)  # dark, and the battery is low
    device.press("c")  # this one only lights the glass
    device.hold("m", 5_000)
    device.press("m")
    device.wait(2 * LOOK_ms)
    device.type("cbc")
    return device.journal()


@pytest.fixture(scope="module")
def reference():
    device = Ticking(MIDDLE_ms)
    saved = evening(device)
    levels = device.world.display.levels
    assert DIM in levels and DARK in levels and device.app.battery.low and len(saved) > 1
    return device.log, saved


PERIODS = (MICROPYTHON, CIRCUITPYTHON)


@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("period_ms", PERIODS, ids=("2^30", "2^29"))
def test_nothing_depends_on_when_the_counter_wraps(period_ms, part, reference):
    """The wrap is put on moments at which something was due, just before them and just after."""
    log, saved = reference
    moments = sorted({at_ms + beside_ms for at_ms, *_ in log for beside_ms in (-1, 0, 1)})
    assert len(moments) > 300
    for at_ms in moments[part::24]:
        device = Ticking(-at_ms, period_ms)
        assert evening(device) == saved, at_ms
        assert device.log == log, at_ms


def test_the_smaller_period_is_no_edge_of_the_larger():
    """MicroPython's counter passes 2^29 in its middle, where the app's own arithmetic wraps."""
    reference, device = Ticking(MIDDLE_ms), Ticking((1 << 29) - 100_000)
    assert evening(reference) == evening(device)
    assert reference.log == device.log


# -- longer than the counter can tell --------------------------------------------------------------


def in_the_dark():
    device = Ticking(MIDDLE_ms)
    device.start("counter", ("Ana", "Bora"))
    device.wait(6 * MINUTE_ms)
    assert device.world.display.levels[-1] == DARK and device.asleep_ms is None
    return device


# A multiple of the period, or of half of it, is where two moments cannot be told apart.
LONG_ms = [
    PERIOD_ms // 2 - 1_000,
    PERIOD_ms // 2 + 1_000,
    PERIOD_ms - 500,
    PERIOD_ms + 500,
    13 * DAY_ms,
    2 * PERIOD_ms + 10,
    100 * DAY_ms,
]


@pytest.mark.parametrize("asleep_ms", LONG_ms)
def test_after_days_in_the_dark_the_first_press_lights_the_glass_and_the_second_acts(asleep_ms):
    device = in_the_dark()
    device.wait(asleep_ms)
    looked, screen = device.world.battery.readings, device.screen
    device.press("c")
    assert device.screen == screen
    assert device.world.display.levels[-1] == FULL
    assert device.world.battery.readings == looked + 1  # it may have run down meanwhile
    device.press("c")
    assert device.screen != screen
    device.wait(MINUTE_ms)
    assert device.world.display.levels[-1] == DIM


def test_the_time_that_has_passed_is_never_longer_than_the_counter_can_tell():
    """What the app is promised: a call a day, and half a period is more than three."""
    assert LONGEST_ms < PERIOD_ms // 2
    for start in (0, PERIOD_ms - 5, PERIOD_ms // 2):
        assert ticks_diff(ticks_add(start, LONGEST_ms), start) == LONGEST_ms
        assert ticks(start + LONGEST_ms) == ticks_add(start, LONGEST_ms)


def test_the_simulator_calls_the_app_once_a_day():
    called_ms = []

    class Sleeper(App):
        def tick(self, now_ms, readings=()):
            called_ms.append(now_ms)
            return super().tick(now_ms, readings)

    device = ScriptedDevice(Sleeper, World())
    device.run_until(10 * MINUTE_ms)
    assert device.asleep_ms is None
    before = len(called_ms)
    device.run_until(13 * DAY_ms)
    assert len(called_ms) - before >= 13
