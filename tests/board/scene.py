"""What the checks of the whole program share: the desk, the program on it, and an evening."""

import builtins
import os
import random
import sys

import rig

GPS = {1: 10, 2: 11, 4: 12, 8: 13}  # mask bit of a key -> its pin
# What appending a line does to the flash: a sector is erased, pages are programmed. Between two of
# these operations the interrupts get through.
APPEND_ms = (1, 45, 1, 1, 2)
BETWEEN_us = 300
# A chatter as measured on ordinary switches, 6 ms at most; microseconds between its changes.
CHATTER = (300, 200, 500, 100, 900, 250, 1200, 400, 700, 150)


class _Flash:
    """A file whose closing takes the flash's time, during which nothing else runs."""

    def __init__(self, desk, file):
        self._desk = desk
        self._file = file

    def write(self, data):
        return self._file.write(data)

    def read(self):
        return self._file.read()

    def close(self):
        self._file.close()
        for lasts_ms in APPEND_ms:
            self._desk.flash_busy(lasts_ms)
            self._desk.advance(BETWEEN_us)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._file.close()


def desk_with(panel):
    """A desk with a panel on it (or None), before the program is imported."""
    desk = rig.use(rig.Rig())
    desk.panel = panel
    slow_flash(desk)
    return desk


def slow_flash(desk):
    """From now on writing takes its time."""
    plain_open = builtins.open

    def flash_open(path, mode="r"):
        file = plain_open(path, mode)
        return file if mode == "rb" else _Flash(desk, file)

    builtins.open = flash_open


def use_app(app_class):
    """Let the loop find another app than the real one."""

    class Module:
        App = app_class

    sys.modules["kibitz.app"] = Module


def settings(folder, chip="ssd1306", upside_down=False):
    """config.py as it is, but for what a check needs."""
    import config

    config.FOLDER = folder
    config.DISPLAY = chip
    config.UPSIDE_DOWN = upside_down
    return config


def empty(folder):
    """Make a folder empty, or make sure there is none."""
    try:
        for name in os.listdir(folder):
            os.remove(folder + "/" + name)
    except OSError:
        pass


def play(desk, until_ms=None, crashes=False):
    """Run the program until a moment, or until somebody cuts the power; again after every reset.

    crashes: False if an error ends the check, as it should; True if the program may live with it.
    """
    import loop
    import trouble

    if until_ms is not None:
        desk.at(until_ms * 1000, power_off)
    crash_screen = trouble.crash_screen
    if not crashes:
        trouble.crash_screen = fail
    try:
        while True:
            try:
                loop.main()
            except rig.Reset:
                desk.boot()
                continue
            raise AssertionError("main() came back")
    except rig.PowerOff:
        pass
    finally:
        trouble.crash_screen = crash_screen


def fail(_board, _starts, error, *_):
    """No crash screen here: what is wrong is to be seen."""
    sys.print_exception(error)
    raise rig.Failure


def power_off():
    raise rig.PowerOff


class Evening:
    """Presses of random keys with chatter, each key up for a while before it is pressed again.

    Laid out one by one as time goes on. order: the keys pressed so far. When all are through the
    power is cut.
    """

    def __init__(self, desk, presses, begin_ms=1000, pauses_ms=(60, 400), downs_ms=(45, 200)):
        self.order = bytearray()
        self._desk = desk
        self._left = presses
        self._pauses_ms = pauses_ms
        self._downs_ms = downs_ms
        self._free_ms = dict.fromkeys(GPS, 0)
        desk.at(begin_ms * 1000, self._press)

    def _press(self):
        now_ms = self._desk.now_us // 1000
        if not self._left:
            self._desk.at((now_ms + 1000) * 1000, power_off)
            return
        self._left -= 1
        key = random.choice((1, 2, 4, 8))
        at_ms = max(now_ms, self._free_ms[key])
        down_ms = random.randrange(*self._downs_ms)
        bounce = CHATTER[: 2 * random.randrange(len(CHATTER) // 2 + 1)]
        self._desk.press(GPS[key], at_ms, down_ms, bounce)
        self._free_ms[key] = at_ms + down_ms + 45
        self.order.append(key)
        self._desk.at((at_ms + random.randrange(*self._pauses_ms)) * 1000, self._press)
