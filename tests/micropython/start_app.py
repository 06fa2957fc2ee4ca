"""The app from power on, with a fake display and presses by chance: under MicroPython and CPython
alike, so that a test can hold the one against the other.

    start_app.py PRESSES SEED

Prints a line a picture (the number of the press, a sum of its bytes, the labels of the keys), then
the files that were saved, and the memory that was in use (0 where that cannot be told).
"""

import binascii
import gc
import sys

from files import Files

from kibitz import world
from kibitz.app import App

PRESS_ms = 30
PAUSE_ms = 40
HOLD_ms = 1000
PERIOD_ms = 1 << 30  # MicroPython's counter of milliseconds wraps there; the run begins just before
BEFORE_WRAP_ms = 2000
FRAME_BYTES = 1024
MASK = 0xFFFFFFFF


class Chance:
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


class Display(world.Display):
    """Prints what is shown."""

    def __init__(self):
        self.press = 0
        self.app = None

    def show(self, canvas):
        picture = bytes(canvas.buffer)
        assert len(picture) == FRAME_BYTES
        labels = "|".join(self.app.top.labels()) if self.app else ""
        print(self.press, binascii.crc32(picture), sum(picture) > 0, labels)


class World(world.World):
    def __init__(self, seed):
        super().__init__(Display(), Chance(seed), Files())


class Device:
    """The app and the fingers on its keys. A start over the same world resumes the saved game."""

    def __init__(self, world, now_ms):
        self.world = world
        self.now_ms = now_ms
        world.display.app = None
        self.app = App(world)
        world.display.app = self.app
        self.tick(0)

    def tick(self, mask):
        now = self.now_ms % PERIOD_ms
        return self.app.tick(now, [(now, mask)])

    def press(self, mask, down_ms):
        """A key goes down and up again; meanwhile the app is called whenever it asks to be."""
        self._keep(mask, down_ms)
        self._keep(0, PAUSE_ms)

    def _keep(self, mask, for_ms):
        end_ms = self.now_ms + for_ms
        sleep_ms = self.tick(mask)
        while sleep_ms is not None and self.now_ms + sleep_ms < end_ms:
            self.now_ms += max(1, sleep_ms)
            sleep_ms = self.app.tick(self.now_ms % PERIOD_ms, ())
        self.now_ms = end_ms


def main(presses, seed):
    chance = Chance(seed)
    world = World(seed)
    device = Device(world, PERIOD_ms - BEFORE_WRAP_ms)
    for number in range(presses):
        world.display.press = number + 1
        # Mostly C, which goes on; seldom M, which goes back.
        key = (1, 1, 2, 2, 4, 4, 4, 4, 4, 8)[chance.below(10)]
        device.press(key, HOLD_ms if not chance.below(12) else PRESS_ms)
        if not chance.below(100):
            device = Device(world, device.now_ms)
    for name in world.storage.names():
        print(name)
        print(world.storage.read(name))
    gc.collect()
    print(gc.mem_alloc() if hasattr(gc, "mem_alloc") else 0)


main(int(sys.argv[1]), int(sys.argv[2]))
