"""The app over a flash on which somebody has put files: hostile_flash.py FOLDER KEYS.

Starts it, presses the keys (a b c m, capitals are holds), and prints after the start and after each
key what kind of screen is in front and what it tells; then the games that it finds.
"""

import gc
import sys

from kibitz import world
from kibitz.app import App
from kibitz.finished_screens import Archive
from storage import FlashStorage

KEYS = {"a": 1, "b": 2, "c": 4, "m": 8}
PRESS_ms, HOLD_ms, PAUSE_ms = 40, 700, 60


class Guard:
    def __enter__(self):
        pass

    def __exit__(self, *_):
        pass


class Display(world.Display):
    def show(self, canvas):
        pass


class Random(world.Random):
    def below(self, n):
        return n - 1


class Fingers:
    def __init__(self, app):
        self.app = app
        self.now_ms = 1000

    def pass_time(self, mask, for_ms):
        """A key is down, or none, for so long."""
        end_ms = self.now_ms + for_ms
        sleep_ms = self.app.tick(self.now_ms, [(self.now_ms, mask)])
        while sleep_ms is not None and self.now_ms + sleep_ms < end_ms:
            self.now_ms += max(1, sleep_ms)
            sleep_ms = self.app.tick(self.now_ms, ())
        self.now_ms = end_ms


def tell(app):
    top = app.top
    print(type(top).__name__, getattr(top, "text", ""))


def main(folder, keys):
    app = App(world.World(Display(), Random(), FlashStorage(folder, Guard())))
    gc.collect()
    fingers = Fingers(app)
    fingers.pass_time(0, PAUSE_ms)
    tell(app)
    for letter in keys:
        fingers.pass_time(KEYS[letter.lower()], HOLD_ms if letter.isupper() else PRESS_ms)
        fingers.pass_time(0, PAUSE_ms)
        tell(app)
    table = app.table
    print("running", app.journal.number if table else None, len(table.game.events) if table else 0)
    archive = Archive(app)
    for number in archive.numbers:
        heading = archive.heading(number)
        game, whole, _ = archive.load(number)
        print("finished", number, heading, len(game.events) if game else None, whole)


main(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "")
