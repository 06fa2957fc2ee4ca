"""What presses wait for: an evening with a moment of rest after each of them.

    check_ahead.py GAME FOLDER

FOLDER is the device's flash. Prints, for each press that had to load modules, the screen it was
made on and these modules.
"""

import sys

from cuts import Chance, Glass, Interrupts
from evening import evening, front
from kibitz import world
from kibitz.app import App
from storage import FlashStorage

REST_ms = 150  # from one press to the next


class Fingers:
    """now_ms: what the clock says. loaded: what the press that goes on has had to load."""

    def __init__(self, app):
        self.app = app
        self.now_ms = 0
        self.loaded = []
        self.tick([(0, 0)])
        self.rest()
        self.loaded = []

    def tick(self, readings=()):
        """What the app answers."""
        before = set(sys.modules)
        wait_ms = self.app.tick(self.now_ms, readings)
        self.loaded += sorted(set(sys.modules) - before)
        return wait_ms

    def rest(self):
        """Nobody presses; the last press has brought all it can."""
        spent_ms, wait_ms = 0, 0
        while wait_ms is not None and spent_ms + wait_ms <= REST_ms:
            self.now_ms += wait_ms
            spent_ms += wait_ms
            wait_ms = self.tick()
        self.now_ms += REST_ms - spent_ms

    def press(self, key, down_ms):
        """What it had to load."""
        self.tick([(self.now_ms, key)])
        self.now_ms += down_ms
        self.tick()
        self.tick([(self.now_ms, 0)])
        loaded = tuple(self.loaded)
        self.rest()
        self.loaded = []
        return loaded


def main(game, folder):
    app = App(world.World(Glass(), Chance(), FlashStorage(folder, Interrupts())))
    fingers = Fingers(app)
    for key, down_ms in evening(app, game):
        was = front(app)
        loaded = fingers.press(key, down_ms)
        if loaded:
            print(was, *loaded)


main(*sys.argv[1:])
