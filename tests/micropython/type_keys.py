"""The app with a game on its flash and keys typed on it: under MicroPython and CPython alike, so
that a test can hold the one against the other.

    type_keys.py TRANSCRIPT KEYS

Both are files. The transcript is the running game; of the keys small letters are presses and
capitals holds. Prints a line a picture (the number of the press, a sum of its bytes), then the
transcript as it was saved, and the memory that was in use (0 where that cannot be told).
"""

import binascii
import gc
import sys

from files import Files

from kibitz import world
from kibitz.app import App

PRESS_ms = 30
PAUSE_ms = 40
HOLD_ms = 680
PERIOD_ms = 1 << 30  # MicroPython's counter of milliseconds wraps there; the run begins just before
BEFORE_WRAP_ms = 2000
GAME = "game-0001.jsonl"


class Display(world.Display):
    """Prints what is shown."""

    press = 0

    def show(self, canvas):
        print(self.press, binascii.crc32(bytes(canvas.buffer)))


class World(world.World):
    def __init__(self, files):
        super().__init__(Display(), None, Files(files))  # a table throws its own dice


class Fingers:
    """Keys on an app. now_ms: the time, which goes on as it must."""

    def __init__(self, app):
        self.app = app
        self.now_ms = PERIOD_ms - BEFORE_WRAP_ms
        self.keep(0, PAUSE_ms)

    def keep(self, mask, for_ms):
        """The contacts stay so; meanwhile the app is called whenever it asks to be."""
        end_ms = self.now_ms + for_ms
        sleep_ms = self.tick([(self.now_ms % PERIOD_ms, mask)])
        while sleep_ms is not None and self.now_ms + sleep_ms < end_ms:
            self.now_ms += max(1, sleep_ms)
            sleep_ms = self.tick(())
        self.now_ms = end_ms

    def tick(self, readings):
        """As on a board, whose memory is tidied up after every picture (loop.py)."""
        sleep_ms = self.app.tick(self.now_ms % PERIOD_ms, readings)
        if self.app.drew and hasattr(gc, "mem_free"):
            gc.collect()
        return sleep_ms

    def type(self, letter):
        mask = {"a": 1, "b": 2, "c": 4, "m": 8}[letter.lower()]
        self.keep(mask, PRESS_ms if letter in "abcm" else HOLD_ms)
        self.keep(0, PAUSE_ms)


def contents(name):
    with open(name) as file:
        return file.read()


def main(transcript, keys):
    world = World({GAME: contents(transcript)})
    fingers = Fingers(App(world))
    for letter in contents(keys):
        world.display.press += 1
        fingers.type(letter)
    for line in fingers.app.journal.game.lines():
        print(str(line, "utf-8"))
    gc.collect()
    print(gc.mem_alloc() if hasattr(gc, "mem_alloc") else 0)


main(sys.argv[1], sys.argv[2])
