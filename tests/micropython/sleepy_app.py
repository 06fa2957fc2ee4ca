"""The app with a person who falls asleep: presses, holds and naps of up to days by chance, under
MicroPython and CPython alike, so that a test can hold the one against the other.

    sleepy_app.py PRESSES SEED

Prints a line for everything that reaches the world: pictures (a sum of their bytes), how bright the
glass is, sounds; then the files that were saved, and the memory in use (0 where that cannot be
told). The app is called exactly when it has asked for it or a key has moved.
"""

import binascii
import gc
import sys

from files import Files

from kibitz import world
from kibitz.app import App

PERIOD_ms = 1 << 30
BEFORE_WRAP_ms = 2000
MASK = 0xFFFFFFFF
NAPS_ms = (31_000, 61_000, 299_000, 300_000, 3_600_000, 345_600_000)
DOWN_ms = (30, 30, 30, 30, 700, 2500)
GAPS_ms = (25, 40, 300, 5000, 20_000)


class Chance(world.Random):
    """A xorshift, the same numbers on every interpreter."""

    def __init__(self, seed):
        self.state = seed

    def below(self, n):
        state = self.state
        state ^= (state << 13) & MASK
        state ^= state >> 17
        state ^= (state << 5) & MASK
        self.state = state
        return state % n

    def one_of(self, values):
        return values[self.below(len(values))]


class Display(world.Display):
    def show(self, canvas):
        print("picture", binascii.crc32(bytes(canvas.buffer)))

    def brightness(self, level):
        print("light", level)


class Buzzer(world.Buzzer):
    def play(self, sound):
        print("sound", sound)


class Battery(world.Battery):
    """Runs down from look to look."""

    mv = 4800

    def read_mv(self):
        self.mv = max(2000, self.mv - 25)
        return self.mv


class Person:
    """Fingers on the keys of an app, and all the time in the world."""

    def __init__(self, app):
        self.app = app
        self.now_ms = PERIOD_ms - BEFORE_WRAP_ms
        self.sleep_ms = None
        self._tick([(self._ticks(), 0)])

    def _ticks(self):
        return self.now_ms % PERIOD_ms

    def _tick(self, readings=()):
        self.sleep_ms = self.app.tick(self._ticks(), readings)

    def wait(self, for_ms):
        end_ms = self.now_ms + for_ms
        while self.sleep_ms is not None and self.now_ms + self.sleep_ms <= end_ms:
            self.now_ms += max(1, self.sleep_ms)
            self._tick()
        if self.sleep_ms is not None:
            self.sleep_ms -= end_ms - self.now_ms
        self.now_ms = end_ms

    def press(self, mask, down_ms):
        self._tick([(self._ticks(), mask)])
        self.wait(down_ms)
        self._tick([(self._ticks(), 0)])
        self.wait(25)


def main(presses, seed):
    chance = Chance(seed)
    spoken = '{"values": {"language": "en", "sound": "on"}}\n'
    storage = Files({"settings-0001.json": spoken})
    app = App(world.World(Display(), chance, storage, Buzzer(), Battery()))
    person = Person(app)
    for number in range(presses):
        print(number, type(app.top).__name__, "|".join(app.top.labels()))
        person.press(chance.one_of((1, 1, 2, 2, 4, 4, 4, 4, 8)), chance.one_of(DOWN_ms))
        if not chance.below(15):
            # A table that never goes dark would be called for days.
            lit = app.settings.values["dark"] == "never"
            person.wait(NAPS_ms[0] if lit else chance.one_of(NAPS_ms))
        else:
            person.wait(chance.one_of(GAPS_ms))
    for name in storage.names():
        print(name)
        print(storage.files[name])
    gc.collect()
    print(gc.mem_alloc() if hasattr(gc, "mem_alloc") else 0)


main(int(sys.argv[1]), int(sys.argv[2]))
