"""Sleep, USB, the battery, brightness, the piezo: what the board does between presses.

check_power.py FOLDER
"""

import sys

import rig
from panels import Ssd1306
from standin import App

import board
import config
import scene
from kibitz.world import CLICK, DARK, DIM, FULL, TROUBLE, VERDICT

FOLDER = sys.argv[1]
VBUS = 24
PIEZO = 15
LED = 25
A, B = 10, 11


def begin(panel, **changes):
    """A desk with the program's settings, changed as a maker would; the app is the stand-in."""
    desk = rig.use(rig.Rig())
    desk.panel = panel
    scene.use_app(App)
    scene.empty(FOLDER)
    config = scene.settings(FOLDER)
    config.LIGHT_SLEEP = True
    for name in changes:
        setattr(config, name, changes[name])
    App.latest, App.save, App.click = None, False, False
    return desk


def run(desk, until_ms):
    scene.play(desk, until_ms)
    return App.latest


def asleep_without_usb():
    """Nothing to do: asleep nearly all the time, woken only to look after the glass."""
    desk = begin(Ssd1306())
    run(desk, 60_000)
    assert desk.slept_us > 59_500_000, desk.slept_us
    assert desk.sleeps < 40, desk.sleeps


def awake_on_usb():
    """USB is never cut off by a sleep, and a press is seen within a millisecond or two."""
    desk = begin(Ssd1306())
    desk.levels[VBUS] = 1
    desk.press(A, 5_000, 100)
    seen_ms = []
    desk.on_rest = lambda: seen_ms.append(desk.now_us // 1000) if App.latest.order else None
    app = run(desk, 10_000)
    assert desk.sleeps == 0
    assert app.order == b"\x01"
    assert 5_000 <= seen_ms[0] <= 5_030, seen_ms[0]


def usb_comes_and_goes():
    desk = begin(Ssd1306())
    desk.at(10_000_000, lambda: desk.drive(VBUS, 1))
    desk.at(20_000_000, lambda: desk.drive(VBUS, 0))
    slept = {}
    for second in (9, 13, 19, 21, 30):
        desk.at(second * 1_000_000, lambda second=second: slept.update({second: desk.slept_us}))
    run(desk, 31_000)
    assert slept[9] > 6_500_000
    assert slept[13] == slept[19], "asleep on USB"
    assert slept[30] - slept[21] > 6_500_000


def sleep_switched_off():
    desk = begin(Ssd1306(), LIGHT_SLEEP=False)
    run(desk, 5_000)
    assert desk.sleeps == 0


class LateKey(rig.Rig):
    """A key goes down at the worst moment: after the last look at the keys, before the sleep."""

    armed = 0

    def lightsleep(self, ms):
        if self.armed:
            self.armed -= 1
            self.drive(A, 1 - self.level(A))
        super().lightsleep(ms)


def no_press_is_slept_through():
    begin(None)
    desk = rig.use(LateKey())
    desk.panel = Ssd1306()
    desk.armed = 20
    pressed_ms = []  # with the one of how the keys stand
    app_tick = App.tick

    def tick(self, now_ms, readings=()):
        if readings:
            pressed_ms.append(desk.now_us // 1000)
        return app_tick(self, now_ms, readings)

    App.tick = tick
    run(desk, 20_000)
    App.tick = app_tick
    assert pressed_ms[20] < 1_000, pressed_ms  # all at once, none of them a sleep later


def hold_is_on_time():
    """The app asks to be called in time for a hold, and is, to the millisecond."""
    desk = begin(Ssd1306())
    desk.press(B, 3_000, 2_000)
    ticks_ms = []
    app_tick = App.tick

    def tick(self, now_ms, readings=()):
        ticks_ms.append(desk.now_us // 1000)
        return app_tick(self, now_ms, readings)

    App.tick = tick
    run(desk, 6_000)
    App.tick = app_tick
    assert [at for at in ticks_ms if 3_600 <= at <= 3_605], ticks_ms


def battery():
    desk = begin(Ssd1306())
    desk.adc[3] = 4_500 * 65535 // 9_900  # 4.5 V on VSYS, of which the pin sees a third
    app = run(desk, 2_000)
    cells = app.world.battery
    above_mv = cells.read_mv() - config.DIODE_mV - 4_500
    assert -10 <= above_mv <= 5, above_mv  # the ADC's steps, three times
    desk.levels[VBUS] = 1
    assert cells.read_mv() is None
    desk = begin(Ssd1306(), BATTERY=False)
    assert run(desk, 2_000).world.battery.read_mv() is None
    begin(Ssd1306(), BATTERY=True)


def brightness():
    """Dim is dimmer, dark is off, and what was drawn in the dark is there when it lights up."""
    panel = Ssd1306()
    desk = begin(panel)
    full = []
    desk.at(2_000_000, lambda: full.append(panel.contrast))
    desk.at(2_100_000, lambda: App.latest.light(DIM))
    desk.at(2_200_000, lambda: full.append(panel.contrast))
    desk.at(2_300_000, lambda: App.latest.light(DARK))
    bytes_dark = []
    desk.at(2_400_000, lambda: bytes_dark.append(panel.bus_bytes))
    desk.press(A, 3_000, 100)
    desk.at(30_000_000, lambda: bytes_dark.append(panel.bus_bytes))
    desk.at(31_000_000, panel.glitch)  # and nobody sees it
    seen = []
    desk.at(39_900_000, lambda: seen.append(panel.picture()))
    desk.at(40_000_000, lambda: App.latest.light(FULL))
    app = run(desk, 41_000)
    assert full[0] == 207 and full[1] < 64
    assert bytes_dark[0] == bytes_dark[1], "a dark glass was talked to"
    assert seen == [None]
    assert panel.picture() == app.canvas.buffer
    assert panel.contrast == 207


def dark_and_gone():
    """Pulled out in the dark and put back: nobody notices, and it lights up all the same."""
    panel = Ssd1306()
    desk = begin(panel)
    desk.at(2_000_000, lambda: App.latest.light(DARK))
    desk.at(3_000_000, panel.unplug)
    desk.at(20_000_000, panel.plug)
    desk.at(30_000_000, lambda: App.latest.light(FULL))
    app = run(desk, 31_000)
    assert panel.picture() == app.canvas.buffer
    panel = Ssd1306()
    desk = begin(panel)
    desk.at(2_000_000, lambda: App.latest.light(DARK))
    desk.at(3_000_000, panel.unplug)
    desk.at(10_000_000, lambda: App.latest.light(FULL))
    desk.at(11_000_000, lambda: App.latest.light(DARK))
    desk.at(25_000_000, panel.plug)
    desk.at(40_000_000, lambda: App.latest.light(FULL))
    app = run(desk, 41_000)
    assert panel.picture() == app.canvas.buffer


def a_dark_glass_lets_the_board_sleep():
    """There is nothing to look after; only the watchdog is to be fed."""
    desk = begin(Ssd1306())
    desk.at(2_000_000, lambda: App.latest.light(DARK))
    sleeps = []
    for second in (5, 65):
        desk.at(second * 1_000_000, lambda: sleeps.append(desk.sleeps))
    run(desk, 66_000)
    assert sleeps[1] - sleeps[0] <= 60_000 // board.LONGEST_SLEEP_ms + 1, sleeps


def put_back_in_the_dark():
    """A glass that was missed, and put back in the dark, is there with the press that lights it."""
    tick = App.tick

    def lighting(self, now_ms, readings=()):
        if readings and self.level == DARK:
            self.light(FULL)
        return tick(self, now_ms, readings)

    App.tick = lighting
    for back_ms in range(20_000, 25_000, 700):  # wherever that is between two looks for it
        panel = Ssd1306()
        desk = begin(panel)
        desk.at(1_000_000, panel.unplug)
        desk.at(5_000_000, lambda: App.latest.light(DARK))
        desk.at(back_ms * 1000, panel.plug)
        desk.press(A, back_ms + 100, 100)
        app = run(desk, back_ms + 300)
        assert panel.picture() == app.canvas.buffer, back_ms
    App.tick = tick


def absent_at_the_start():
    """No display: it plays, complains, and lights up when one is put on, at the other address."""
    panel = Ssd1306(address=0x3D)
    panel.unplug()
    desk = begin(panel)
    App.save = True
    for number in range(10):
        desk.press(A, 2_000 + 1_000 * number, 100)
    desk.at(20_000_000, panel.plug)
    app = run(desk, 21_000)
    assert app.order == b"\x01" * 10
    assert app.world.storage.read("presses") == "1\n" * 10
    sounds = [hertz for at_ms, hertz in desk.sounds if hertz]
    assert len(sounds) == 2 * 4, desk.sounds  # at once, then with a press every three seconds
    assert panel.picture() == app.canvas.buffer
    assert desk.pins[LED].out == 0


def stuck_bus():
    """A chip that lost its clock holds SDA down. It is clocked free; if not, it is no display."""
    panel = Ssd1306()
    desk = begin(panel)

    def stick(clocks):
        desk.sda_stuck = clocks
        if not clocks:
            panel.plug()

    desk.at(2_000_000, lambda: stick(7))
    desk.press(A, 3_000, 100)
    right = []
    desk.at(4_000_000, lambda: right.append(panel.picture() == App.latest.canvas.buffer))
    desk.at(5_000_000, lambda: stick(-1))
    desk.press(A, 6_000, 100)
    desk.at(9_000_000, lambda: right.append(App.latest.world.display.lost))
    desk.at(10_000_000, lambda: stick(0))
    app = run(desk, 12_000)
    assert right == [True, True], right
    assert panel.picture() == app.canvas.buffer


def spark():
    """A register of the chip is upset while all seems well: it is set up anew before long."""
    panel = Ssd1306()
    desk = begin(panel)

    def upset():
        panel.remap = not panel.remap
        panel.com_reverse = not panel.com_reverse

    desk.at(10_000_000, upset)
    wrong = []
    desk.at(11_000_000, lambda: wrong.append(panel.picture() != App.latest.canvas.buffer))
    app = run(desk, 45_000)
    assert wrong == [True]
    assert panel.picture() == app.canvas.buffer
    assert desk.slept_us > 44_000_000


def piezo():
    desk = begin(Ssd1306())
    App.click = True
    desk.press(A, 2_000, 100)
    desk.at(4_000_000, lambda: App.latest.world.buzzer.play(VERDICT))
    desk.at(4_050_000, lambda: App.latest.world.buzzer.play(CLICK))  # does not cut it off
    desk.at(6_000_000, lambda: App.latest.world.buzzer.play(VERDICT))
    desk.at(6_050_000, lambda: App.latest.world.buzzer.play(TROUBLE))  # does
    run(desk, 8_000)
    tones = [(at_ms, hertz) for at_ms, hertz in desk.sounds if at_ms]
    click, verdict = tones[:2], tones[2:6]
    assert click[0][1] and not click[1][1]
    assert 2_000 <= click[0][0] <= 2_010 and 5 <= click[1][0] - click[0][0] <= 8, click
    assert [bool(hertz) for _, hertz in verdict] == [True, False, True, False]
    assert 275 <= verdict[3][0] - verdict[0][0] <= 290, verdict
    assert tones[-1] == (tones[-1][0], 0) and tones[-1][0] < 6_400, tones
    assert desk.pwm[PIEZO].duty == 0
    desk = begin(Ssd1306(), PIEZO=None)
    App.click = True
    desk.press(A, 2_000, 100)
    assert run(desk, 4_000).order == b"\x01"
    assert not desk.sounds
    begin(Ssd1306(), PIEZO=PIEZO)


def held_while_starting():
    """A key held at power-on does nothing until it has been let go."""
    desk = begin(Ssd1306())
    desk.levels[A] = 0
    desk.at(3_000_000, lambda: desk.drive(A, 1))
    desk.press(A, 4_000, 100)
    app = run(desk, 6_000)
    assert app.order == b"\x01", app.order


def facts_of_the_board():
    """What the device tells a maker who checks it: who answers on the display's bus."""
    desk = begin(Ssd1306())
    world = run(desk, 2_000).world
    facts = world.facts()
    assert facts["found"] == (desk.panel.address,), facts
    assert (facts["sda"], facts["scl"]) == (config.I2C_SDA, config.I2C_SCL), facts
    assert facts["free_bytes"] > 0, facts
    desk.panel.present = False
    assert world.facts()["found"] == ()


CHECKS = (
    facts_of_the_board,
    asleep_without_usb,
    awake_on_usb,
    usb_comes_and_goes,
    sleep_switched_off,
    no_press_is_slept_through,
    hold_is_on_time,
    battery,
    brightness,
    dark_and_gone,
    a_dark_glass_lets_the_board_sleep,
    put_back_in_the_dark,
    absent_at_the_start,
    stuck_bus,
    spark,
    piezo,
    held_while_starting,
)

for check in CHECKS:
    print("--", check.__name__ if hasattr(check, "__name__") else check)
    check()
print(len(CHECKS), "checks")
