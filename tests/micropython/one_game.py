"""What is in memory after a game with all its screens: for MicroPython only.

    one_game.py GAME…

Plays the games one after the other on one device, each by presses by chance and by opening all that
its menu leads to. Prints two lines for each, while it is still on the table: what the interpreter
says of its table of names, then the game, the bytes in use, and how many kinds of screens it had.
"""

import gc
import sys

import micropython
from kibitz import world
from kibitz.app import App

PRESSES = 250
NAMES = ("Ana", "Bora", "Ceca", "Dana", "Ena", "Fra", "Goga", "Hana", "Iva", "Jan", "Kaja", "Luka")
PLAYERS = {"meksykanka": 7, "mexican-rummy": 6, "counter": 12}
MASK = 0xFFFFFFFF


class Chance(world.Random):
    def __init__(self):
        self.state = 1

    def below(self, n):
        state = self.state
        state ^= (state << 13) & MASK
        state ^= state >> 17
        state ^= (state << 5) & MASK
        self.state = state
        return state % n


class Display(world.Display):
    def show(self, canvas):
        pass


class Storage(world.Storage):
    """Keeps nothing, so that what is saved takes no room."""

    def read(self, name):
        return '{"values": {"language": "en", "dark": "never"}}' if name[0] == "s" else None

    def open(self, name):
        pass

    def size(self, name):
        return 0

    def append(self, name, text):
        pass

    def write(self, name, text):
        pass

    def names(self):
        return ["settings-0001.json"]


class Table:
    """A device and the fingers of a table. kinds: of screens that were seen."""

    def __init__(self):
        self.chance = Chance()
        self.app = App(world.World(Display(), self.chance, Storage()))
        self.now_ms = 0
        self.kinds = set()
        self.app.tick(0, [(0, 0)])

    def press(self, mask, down_ms=30):
        self.app.tick(self.now_ms, [(self.now_ms, mask)])
        self.now_ms += down_ms
        self.app.tick(self.now_ms)
        self.app.tick(self.now_ms, [(self.now_ms, 0)])
        self.now_ms += 30
        self.app.tick(self.now_ms)
        self.kinds.add(type(self.app.top).__name__)

    def play(self, name):
        """Set a game up by keys as far as its options, then begin it."""
        app = self.app
        self.kinds = set()
        app.home()
        self.press(4)
        players = list(NAMES[: PLAYERS.get(name, 3)])
        setup = {"game": name, "players": players, "options": {}}
        if name != "meksykanka" and name != "counter":
            setup["dealer"] = 0
        app.begin(setup)
        for _ in range(PRESSES):
            self.press((1, 2, 4, 4, 4)[self.chance.below(5)], 30 if self.chance.below(20) else 700)
            if app.table is None or app.table.game.over:
                app.begin(setup)
            elif type(app.top).__name__ == "HomeScreen":
                app.play()
        self.menu()

    def menu(self):
        """Open everything that the menu leads to, and go back each time."""
        app = self.app
        from kibitz.game_screens import MenuScreen

        for row in range(len(MenuScreen(app).doors) - 1):  # the last one leaves the game
            app.undo(0)
            app.push(MenuScreen(app))
            app.top.choose(row)
            for _ in range(8):
                self.press(2)
            self.kinds.add(type(app.top).__name__)
        app.undo(0)
        app.tick(self.now_ms)


def in_use():
    gc.collect()
    gc.collect()
    return gc.mem_alloc()


table = Table()
for name in sys.argv[1:]:
    table.play(name)
    table.app.begin(table.app.table.game.setup())  # its events are no measure for its screens
    table.app.tick(table.now_ms)
    micropython.qstr_info()  # names of things, which stay for good once they have been read
    print(name, in_use(), len(table.kinds))
