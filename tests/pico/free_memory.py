"""How much memory is free while somebody plays, on the device itself. For MicroPython; heap.py puts
it there, with presses that were made up on a computer.

PRESSES is a file of three bytes a press: the key, and for how long it is down, in milliseconds. In
a key's place may stand LOOK, to print what is free and in front, or BEGIN, to begin the game of the
file SETUP. Time passes as fast as the presses come: nobody sleeps.
"""

import gc
import json
import sys

from kibitz.app import App

LOOK, BEGIN = 0, 255
PRESSES, SETUP = "/presses", "/setup"
REST_ms = 250  # long enough for the app to load what may be wanted next
MASK = 0xFFFFFFFF


class Chance:
    """The same chance as on the computer that the presses are from."""

    def __init__(self):
        self.state = 1

    def below(self, n):
        state = self.state
        state ^= (state << 13) & MASK
        state ^= state >> 17
        state ^= (state << 5) & MASK
        self.state = state
        return state % n


class Fingers:
    """Presses keys of a device whose clock goes as fast as they do."""

    def __init__(self, world):
        world.random = Chance()
        self.app = App(world)
        self.now_ms = 0
        self.presses = 0
        self.app.tick(0, [(0, 0)])

    def press(self, key, down_ms):
        """A key goes down, repeats if it is held, and comes up."""
        self.presses += 1
        app = self.app
        end_ms = self.now_ms + down_ms
        wait_ms = app.tick(self.now_ms, [(self.now_ms, key)])
        while wait_ms is not None and self.now_ms + wait_ms < end_ms:
            self.now_ms += max(1, wait_ms)
            wait_ms = app.tick(self.now_ms)
        wait_ms = app.tick(end_ms, [(end_ms, 0)])
        rested_ms = end_ms + REST_ms
        while wait_ms is not None and end_ms + wait_ms < rested_ms:
            end_ms += max(1, wait_ms)
            wait_ms = app.tick(end_ms)
        self.now_ms = rested_ms
        app.tick(self.now_ms)
        gc.collect()  # as loop.py does after each picture

    def begin(self, setup):
        self.app.begin(setup)
        self.app.tick(self.now_ms)

    def sight(self):
        """What is in front, and how far the game is."""
        app = self.app
        events = len(app.table.game.events) if app.table else 0
        return type(app.top).__name__ + " " + str(events)


def main():
    import config  # which only a board has, as the next
    from board import Board

    fingers = Fingers(Board(config))
    with open(PRESSES, "rb") as file:
        press = file.read(3)
        while press:
            key = press[0]
            if key == LOOK:
                gc.collect()
                gc.collect()
                print("free", gc.mem_free(), fingers.sight())
            elif key == BEGIN:
                with open(SETUP) as setup:
                    fingers.begin(json.load(setup))
            else:
                fingers.press(key, press[1] << 8 | press[2])
            press = file.read(3)
    print("measured")


if sys.implementation.name == "micropython":  # on a computer it only gives its names
    main()
