"""The counter of milliseconds wraps while the board sleeps, looks after the glass, feeds the
watchdog, waits for a contact to rest; and it wraps again and again while nobody is there.

check_clock.py FOLDER
"""

import sys

import rig
from panels import Ssd1306
from standin import App

import board
import display
import scene
from kibitz.world import DARK, FULL, LONGEST_ms

FOLDER = sys.argv[1]
A, B = 10, 11
FAR_ms = 1 << 28
END_ms = 70_000
DAY_ms = 24 * 60 * 60 * 1000


def begin(before_wrap_ms):
    """A desk with the stand-in for an app, which saves every press."""
    desk = rig.use(rig.Rig())
    desk.before_wrap_ms = before_wrap_ms
    desk.panel = Ssd1306()
    scene.use_app(App)
    scene.empty(FOLDER)
    scene.settings(FOLDER)
    App.latest, App.save, App.click = None, True, True
    return desk


def minute(before_wrap_ms):
    """What happens in a minute and a bit: presses with chatter, a hold, sleep, a glass that goes
    and comes back, and one that is set up anew. All of it with its moments."""
    desk = begin(before_wrap_ms)
    seen = []
    plain_tick, plain_sleep = App.tick, desk.lightsleep

    def tick(self, now_ms, readings=()):
        seen.append(("tick", desk.now_us, len(readings)))
        return plain_tick(self, now_ms, readings)

    def lightsleep(ms):
        seen.append(("sleep", desk.now_us, ms))
        plain_sleep(ms)

    App.tick, desk.lightsleep = tick, lightsleep
    desk.press(A, 3_000, 100, scene.CHATTER)
    desk.press(B, 3_500, 900, scene.CHATTER)
    desk.press(A, 3_560, 60)
    desk.at(10_000_000, desk.panel.unplug)
    desk.press(A, 11_000, 80)
    desk.press(A, 15_500, 80)
    desk.at(17_000_000, desk.panel.plug)
    desk.at(40_000_000, lambda: App.latest.light(DARK))
    desk.at(50_000_000, lambda: App.latest.light(FULL))
    desk.press(B, 60_000, 100, scene.CHATTER)
    scene.play(desk, END_ms)
    App.tick = plain_tick
    assert desk.panel.picture() == App.latest.canvas.buffer
    return seen, bytes(App.latest.order), desk.sounds, desk.panel.bus_bytes, desk.hungry_us


def moments(seen):
    """Where a wrap could do most harm: around every tick and every sleep."""
    found = set()
    for what, us, length in seen:
        for ms in (us // 1000, us // 1000 + (length if what == "sleep" else 20)):
            found.update((ms - 1, ms, ms + 1))
    return [ms for ms in sorted(found) if 0 < ms < END_ms]


def the_wrap_is_never_noticed():
    reference = minute(FAR_ms)
    assert reference[1] == b"\x01\x02\x01\x01\x01\x02", reference[1]
    wraps_ms = moments(reference[0])[::2]
    for before_wrap_ms in wraps_ms:
        assert minute(before_wrap_ms) == reference, before_wrap_ms
    print(len(wraps_ms), "moments to wrap")


def days_asleep(days, before_wrap_ms=FAR_ms):
    """The ticks of so many days in which nobody is there. Asleep as long as the app allows, so that
    it takes no days here."""
    desk = begin(before_wrap_ms)
    plain_sleep_ms, plain_tend = board.LONGEST_SLEEP_ms, display.Display.tend
    plain_tick = App.tick
    ticks_ms = []

    def tick(self, now_ms, readings=()):
        ticks_ms.append(desk.now_us // 1000)
        return plain_tick(self, now_ms, readings)

    board.LONGEST_SLEEP_ms = FAR_ms
    board.Watchdog = NoWatchdog
    display.Display.tend = lambda self, now: FAR_ms
    App.tick = tick
    desk.press(A, days * DAY_ms, 100)
    scene.play(desk, days * DAY_ms + 1_000)
    board.LONGEST_SLEEP_ms, display.Display.tend, App.tick = plain_sleep_ms, plain_tend, plain_tick
    board.Watchdog = plain_watchdog
    assert App.latest.order == b"\x01"
    return ticks_ms


plain_watchdog = board.Watchdog


class NoWatchdog(plain_watchdog):
    def __init__(self, _wanted):
        super().__init__(False)


def nobody_for_days():
    """However long: the app is called once a day, and no key is lost."""
    for days in (1, 6, 7, 13, 40):
        ticks_ms = days_asleep(days)
        waits_ms = [later - one for one, later in zip(ticks_ms, ticks_ms[1:])]  # noqa: B905
        assert LONGEST_ms <= max(waits_ms) <= LONGEST_ms + 100, waits_ms
        assert len(ticks_ms) >= days


CHECKS = (the_wrap_is_never_noticed, nobody_for_days)

for check in CHECKS:
    print("--", check.__name__ if hasattr(check, "__name__") else check)
    check()
print(len(CHECKS), "checks")
