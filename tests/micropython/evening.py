"""An evening at one device: every game is set up, played a little and left for the next one; and
again, and again. Then all of them are looked at in the list of finished games.

Prints `played GAME BYTES` with the memory in use, less the saved games, and at last
`finished COUNT`.
"""

import gc

from files import Files

from kibitz import games
from kibitz.app import App
from kibitz.finished_screens import FinishedScreen
from kibitz.keys import KEY_A, KEY_B, KEY_C, KEY_M

KEYS = {"a": KEY_A, "b": KEY_B, "c": KEY_C, "m": KEY_M}
PRESS_ms = 40
ROUNDS = 4
NAMES = ("Ana", "Bora", "Ceca")
# What is pressed in each game after it has begun.
PLAY = {
    "meksiko": "caa" + "a" + "abcabcabca" + "c",
    "meksiko-club": "caa" + "a" + "abcabcabca" + "c",
    "meksykanka": "bcbc",
    "mexican-rummy": "c" + "a" + "bbbc" + "bbac" + "c" + "a" + "a" + "c" + "c",
    "counter": "bbbc" + "c" + "bc" * 3,
}


class Display:
    def show(self, canvas):
        assert any(canvas.buffer)

    def brightness(self, level):
        pass


class Random:
    def below(self, n):
        return n - 1


class World:
    def __init__(self):
        from kibitz.world import Battery, Buzzer

        self.display, self.random, self.storage = Display(), Random(), Files()
        self.buzzer, self.battery = Buzzer(), Battery()

    def alive(self):
        pass


class Fingers:
    def __init__(self, app):
        self.app = app
        self.now_ms = 1000

    def type(self, keys):
        for letter in keys:
            for mask in (KEYS[letter], 0):
                self.now_ms += PRESS_ms
                self.app.tick(self.now_ms, [(self.now_ms, mask)])


def main():
    app = App(World())
    fingers = Fingers(app)
    fingers.type("c")  # whatever a device asks when it is new
    app.home()
    for _ in range(ROUNDS):
        for name in games.GAMES:
            setup = {"game": name, "players": list(NAMES), "options": {}}
            app.begin(setup)
            fingers.type(PLAY[name])
            assert app.table.game.name == name and app.table.game.events, name
            app.home()
            gc.collect()
            files = app.world.storage.files  # which are in the same memory here
            print("played", name, gc.mem_alloc() - sum([len(files[name]) for name in files]))
    app.put_away()
    app.tick(fingers.now_ms)
    app.push(FinishedScreen(app))
    count = app.top.count()
    for _ in range(count):
        fingers.type("c" + "c" + "m" + "m" + "b")
        assert type(app.top).__name__ == "FinishedScreen"
    print("finished", count)


main()
