"""Errors, hangs, Ctrl-C and the watchdog: the very loop of the board with the real app.

check_watchdog.py FOLDER
"""

import os
import sys

import rig
from panels import Ssd1306

import kibitz.app
import loop
import scene
import trouble
import watchdog
from kibitz import safe, starts

FOLDER = sys.argv[1]
A, B, C, M = 10, 11, 12, 13
GAME = '{"game": "counter", "players": ["Ana", "Bora"], "options": {}}\n'
WATCHDOG_ms = 8_388  # what the chip can do
ERASE_ms = 400  # a sector, at worst


class Spy(kibitz.app.App):
    """The real app, found again. fault: what happens instead of its next tick; made: how many."""

    latest = None
    fault = None
    made = 0

    def __init__(self, world):
        Spy.latest = None
        Spy.made += 1
        super().__init__(world)
        Spy.latest = self

    def tick(self, now_ms, readings=()):
        fault, Spy.fault = Spy.fault, None
        if fault:
            fault()
        return super().tick(now_ms, readings)


kibitz.app.App = Spy
printed = []
trouble.print = printed.append  # where the program's prints go


def begin(**changes):
    """A desk with a device that has a game of the counter, with two entries."""
    panel = Ssd1306()
    desk = rig.use(rig.Rig())
    desk.panel = panel
    scene.empty(FOLDER)
    config = scene.settings(FOLDER)
    config.WATCHDOG = config.LIGHT_SLEEP = True
    for name in changes:
        setattr(config, name, changes[name])
    Spy.latest, Spy.fault, Spy.made = None, None, 0
    write("settings-0001.json", '{"values": {"language": "en"}}\n')
    write("game-0001.jsonl", GAME + '{"points": [0, 5]}\n{"points": [1, 7]}\n')
    return desk


def write(name, text):
    try:
        os.mkdir(FOLDER)
    except OSError:
        pass
    with open(FOLDER + "/" + name, "wb") as file:
        file.write(text.encode())


def read(name):
    try:
        with open(FOLDER + "/" + name, "rb") as file:
            return file.read().decode()
    except OSError:
        return None


def press(desk, at_ms, *gps):
    """Press keys one after the other, a third of a second apart."""
    for gp in gps:
        desk.press(gp, at_ms, 80)
        at_ms += 330


def set_fault(fault):
    def set_it():
        Spy.fault = fault

    return set_it


def hang():
    """A tick that never comes back."""
    import time

    while True:
        time.ticks_ms()


def fail():
    raise ZeroDivisionError("told by Ana, in vain")


def screen():
    return type(Spy.latest.top).__name__


def events():
    return len(Spy.latest.table.game.events)


def a_hang_is_reset_and_the_game_resumes():
    desk = begin()
    press(desk, 2_000, C)  # into the game: the start is a success
    desk.at(4_000_000, set_fault(hang))
    press(desk, 4_100, B)  # and the tick of this key hangs
    scene.play(desk, 20_000)
    assert desk.resets == 1 and Spy.made == 2, (desk.resets, Spy.made)
    assert screen() == "CounterScreen" and events() == 2, screen()
    assert desk.panel.picture() == Spy.latest.canvas.buffer
    assert "watchdog" in read(starts.CRASHES)
    assert read(starts.FILE).split()[0] == "0"


def without_the_watchdog_a_hang_is_for_ever():
    desk = begin(WATCHDOG=False)
    desk.at(4_000_000, set_fault(hang))
    press(desk, 4_100, B)
    scene.play(desk, 60_000)
    assert desk.resets == 0


def an_error_is_shown_and_c_goes_on():
    desk = begin()
    press(desk, 2_000, C)
    desk.at(4_000_000, set_fault(fail))
    press(desk, 4_100, A, B, M)  # the error, and keys that do nothing then
    desk.at(8_000_000, lambda: seen.append(desk.panel.picture()))
    press(desk, 9_000, C)
    seen = []
    scene.play(desk, 12_000, crashes=True)
    assert desk.resets == 1 and desk.reason == rig.FORCED and Spy.made == 2
    assert screen() == "CounterScreen" and events() == 2, screen()
    assert seen[0] and seen[0] != desk.panel.picture()
    told = read(starts.CRASHES)
    assert printed.pop() == told
    assert "ZeroDivisionError" in told and "counter, 2 events" in told and "Ana" not in told, told
    assert "check_watchdog.py" in told, told


def the_key_that_restarts_does_nothing_else():
    """C is still down when the chip begins anew."""
    desk = begin()
    press(desk, 2_000, C)
    desk.at(4_000_000, set_fault(fail))
    press(desk, 4_100, B)
    desk.press(C, 9_000, 2_000)
    scene.play(desk, 13_000, crashes=True)
    assert desk.resets == 1 and screen() == "CounterScreen" and events() == 2, screen()


def memory_comes_back():
    """An app that has eaten all the memory is thrown away before anything else is tried."""

    def eat():
        app, Spy.latest = Spy.latest, None
        app.eaten = eaten = []
        while True:
            eaten.append(bytearray(200))

    desk = begin()
    press(desk, 2_000, C)
    desk.at(4_000_000, set_fault(eat))
    press(desk, 4_100, B)
    press(desk, 9_000, C)
    scene.play(desk, 12_000, crashes=True)
    assert desk.resets == 1 and screen() == "CounterScreen"
    assert "MemoryError" in read(starts.CRASHES)


def three_failed_starts_lead_to_the_safe_mode(fault, pauses_ms):
    """fault: what every start ends with. pauses_ms: when C is pressed, to start once more."""
    desk = begin()
    plain, shown = Spy.__init__, []

    def no_start(self, world):
        Spy.made += 1
        fault()

    def note(self, world, *rest):
        shown.append(self)
        plain_safe(self, world, *rest)

    plain_safe = safe.SafeMode.__init__
    Spy.__init__, safe.SafeMode.__init__ = no_start, note
    for at_ms in pauses_ms:
        press(desk, at_ms, C)
    end_ms = 60_000  # of which a good part asleep
    # Looked at until it is dark, its sleeps are fed as those of the app are.
    scene.play(desk, end_ms, crashes=True)
    assert Spy.made == 3 and len(shown) == 1, (Spy.made, len(shown))
    assert desk.resets == 3 and desk.now_us == end_ms * 1000
    assert "Ana" not in read(starts.CRASHES)
    assert read(starts.FILE).split()[0] == "3"
    assert desk.panel.picture() == shown[0].canvas.buffer
    # On with the next start, which succeeds when it is tried again.
    Spy.__init__, safe.SafeMode.__init__ = plain, plain_safe
    press(desk, end_ms + 2_000, C, C)  # from the text to the menu, then "try again"
    press(desk, end_ms + 6_000, C)
    desk.boot()
    scene.play(desk, end_ms + 10_000)
    assert screen() == "CounterScreen" and events() == 2, screen()
    assert read(starts.FILE).split()[0] == "0"


def three_errors():
    three_failed_starts_lead_to_the_safe_mode(fail, (3_000, 6_000, 9_000))


def three_hangs():
    three_failed_starts_lead_to_the_safe_mode(hang, ())


def a_safe_mode_that_fails_is_plainer_then():
    desk = begin()
    write(starts.FILE, "3 pl\n")
    shown, words = [], sys.modules["kibitz.words"]
    plain_say, plain_safe = words.say, safe.SafeMode.__init__

    def note(self, world, *rest):
        plain_safe(self, world, *rest)
        if len(shown) < 1:
            shown.append(None)
            fail()
        shown.append(self)

    safe.SafeMode.__init__ = note
    press(desk, 3_000, C)  # on the crash screen
    press(desk, 6_000, C, B, C)  # the menu of the plain one, its list of games
    scene.play(desk, 10_000, crashes=True)
    safe.SafeMode.__init__ = plain_safe
    assert words.say is plain_say
    assert len(shown) == 2 and shown[1].title == safe.TEXTS["safe.games"], shown
    assert read(starts.FILE) == "4 pl\n"
    assert shown[1].lines[0]() == "counter Ana Bora"


def a_start_and_nothing_else_is_no_failure():
    """Switched on and off without a press, as often as one likes."""
    for _ in range(5):
        desk = begin() if not _ else rig.use(rig.Rig())
        desk.panel = Ssd1306()
        scene.play(desk, 3_000)
    assert read(starts.FILE) is None
    press(desk, 4_000, C)
    desk.boot()
    scene.play(desk, 6_000)
    assert read(starts.FILE).split() == ["0"]


def ctrl_c_switches_it_off():
    """Nobody feeds it after that, and an installation may take as long as it likes."""
    desk = begin()
    press(desk, 2_000, C)

    def interrupt():
        raise KeyboardInterrupt

    for at_ms in (5_000, 5_700):  # asleep, and awake in the middle of a tick
        desk.boot()
        if at_ms == 5_700:
            press(desk, 5_600, B)
            desk.at(5_550_000, set_fault(interrupt))
        else:
            desk.at(at_ms * 1000, interrupt)
        try:
            loop.main()
        except KeyboardInterrupt:
            pass
        assert desk.bites_us is None
        assert not desk.scratch
    desk.advance(20_000_000)
    assert desk.resets == 0


def ctrl_c_on_the_crash_screen():
    desk = begin()
    desk.at(2_000_000, set_fault(fail))
    press(desk, 2_100, B)

    def interrupt():
        raise KeyboardInterrupt

    desk.at(5_000_000, interrupt)
    try:
        loop.main()
        raise AssertionError("main() came back")
    except KeyboardInterrupt:
        assert desk.bites_us is None


def an_hour_asleep():
    desk = begin()
    press(desk, 2_000, C)
    scene.play(desk, 3_600_000)
    assert desk.resets == 0 and desk.slept_us > 3_590_000_000
    assert desk.hungry_us < 5_500_000, desk.hungry_us
    return desk.hungry_us


def an_evening_on_a_worn_flash():
    """Every write takes the flash its worst time, and every tick the processor two seconds."""
    desk = begin()
    plain_tick, plain_open = Spy.tick, scene.APPEND_ms
    scene.APPEND_ms = (1, ERASE_ms, 1, ERASE_ms, 2)

    def tick(self, now_ms, readings=()):
        desk.advance(2_000_000)
        return plain_tick(self, now_ms, readings)

    Spy.tick = tick
    scene.slow_flash(desk)
    for number in range(60):
        press(desk, 5_000 + 30_000 * number, *((C, B, C, M, A, C)[: 1 + number % 6]))
    scene.play(desk, 2_000_000)
    Spy.tick, scene.APPEND_ms = plain_tick, plain_open
    assert desk.resets == 0
    assert desk.hungry_us < WATCHDOG_ms * 1000, desk.hungry_us
    return desk.hungry_us


CHECKS = (
    a_hang_is_reset_and_the_game_resumes,
    without_the_watchdog_a_hang_is_for_ever,
    an_error_is_shown_and_c_goes_on,
    the_key_that_restarts_does_nothing_else,
    memory_comes_back,
    three_errors,
    three_hangs,
    a_safe_mode_that_fails_is_plainer_then,
    a_start_and_nothing_else_is_no_failure,
    ctrl_c_switches_it_off,
    ctrl_c_on_the_crash_screen,
    an_hour_asleep,
    an_evening_on_a_worn_flash,
)

assert watchdog.TIMEOUT_ms <= WATCHDOG_ms
for check in CHECKS:
    print("--", check.__name__ if hasattr(check, "__name__") else check)
    hungry_us = check()
    if hungry_us:
        print("the longest time without a meal:", hungry_us // 1000, "ms")
print(len(CHECKS), "checks")
