"""What the device takes, measured by itself. For MicroPython on a board; `make bench-board` brings
it there, into a folder of its own, and removes that.

    import on_board; on_board.main(BYTES)      BYTES: of memory that this file itself takes
    on_board.rules(NAME)                       NAME: of a game beside this file

Readings of the keys are put where the interrupts of the pins put them, and what the loop does is
done with them: the app handles the press, draws, shows and saves. The saved games of the board are
not touched: here the app saves into the folder of its own. The last line that each prints is JSON.
"""

import gc
import json
import os
import sys
from time import sleep_ms, ticks_diff, ticks_ms, ticks_us

FOLDER = "/kibitz-bench"
SAVES = FOLDER + "/saves"
ADDITIONS = 100_000
UP_ms = 25  # between two presses, so that none is taken for a bounce
HELD_ms = 620
SMALLEST_bytes = 16
HEAD_bytes = 8  # of a transfer, before its pixels: the address, and where they go

KEYS = {"a": 1, "b": 2, "c": 4, "m": 8}
GAMES = ("meksiko", "meksiko-club", "meksykanka", "mexican-rummy", "counter")
NAMES = ("Annemarie", "Bora", "Ceca")
# What is pressed: through the device, then in each game. A capital is a hold.
AROUND = "bbacmbcbam"
PRESSES = {
    "meksiko": "bbccaaaabcabcabcacM",
    "meksiko-club": "bbccaaaabcabcabcacM",
    "meksykanka": "abcabcabcaccM",
    "mexican-rummy": "cabbcaabbcaabbcM",
    "counter": "abbbaacbbcabcM",
}


def additions(count):
    """The yardstick."""
    total = 0
    for _ in range(count):
        total += 1
    return total


def timed(function, *arguments):
    """Microseconds that a call takes."""
    start = ticks_us()
    function(*arguments)
    return ticks_diff(ticks_us(), start)


def largest_block():
    """Bytes of the largest piece of memory that can be had."""
    low, high = 0, gc.mem_free()
    while high - low > SMALLEST_bytes:
        size = (low + high) // 2
        try:
            bytearray(size)
            low = size
        except MemoryError:
            high = size
    gc.collect()
    return low


def free():
    """(bytes free, bytes of the largest block)."""
    gc.collect()
    gc.collect()
    return gc.mem_free(), largest_block()


class Settings:
    """config.py, but for the folder and the watchdog."""

    def __init__(self, config):
        for name in dir(config):
            if name[0] != "_":
                setattr(self, name, getattr(config, name))
        self.FOLDER = SAVES
        self.WATCHDOG = False


class Counted:
    """The bytes that a glass is sent; counting takes some 20 us a transfer."""

    def __init__(self, glass):
        self.bytes = 0
        send_span = glass._send_span

        def counted(start, stop):
            self.bytes += HEAD_bytes + stop - start
            send_span(start, stop)

        glass._send_span = counted


class Device:
    """The app on this board, and a finger. seen: what the presses on each screen took:
    name -> [presses, most us, that press, most bytes, most us of what was saved]."""

    def __init__(self, config):
        from board import Board

        self.board = Board(config)
        self.shown = 0
        display = self.board.display
        show = display.show

        def timed_show(canvas):
            show(canvas)
            self.shown = ticks_us()

        display.show = timed_show
        from kibitz.app import App

        self.program = App(self.board)
        self.tick()
        self.bus = Counted(display._glass)
        self.seen = {}

    def tick(self):
        return self.program.tick(ticks_ms(), self.board.keys.take())

    def note(self, mask):
        """The keys have changed: what the interrupt of a pin does."""
        self.board.keys.note(mask)

    def do_press(self, letter):
        """A press that is measured, and the rest of it."""
        key = KEYS[letter.lower()]
        name = type(self.program.top).__name__
        self.bus.bytes, self.shown = 0, None
        start = ticks_us()
        self.note(key)
        self.tick()
        end = ticks_us()
        if letter.isupper():
            sleep_ms(HELD_ms)
            self.bus.bytes, self.shown = 0, None
            start = ticks_us()
            self.tick()
            end = ticks_us()
        elif self.shown is None:  # what acts when the key comes up
            sleep_ms(UP_ms)
            start = ticks_us()
            self.note(0)
            self.tick()
            end = ticks_us()
        if self.shown is not None:
            self._write_down(name, letter, start, end)
        self.note(0)
        self.tick()
        sleep_ms(UP_ms)
        gc.collect()
        self.tick()

    def _write_down(self, name, letter, start, end):
        took = ticks_diff(self.shown, start)
        found = self.seen.setdefault(name, [0, 0, "", 0, 0])
        found[0] += 1
        if took > found[1]:
            found[1], found[2] = took, letter
        found[3] = max(found[3], self.bus.bytes)
        found[4] = max(found[4], ticks_diff(end, self.shown))

    def go_home(self):
        self.program.home()
        self.tick()


def setup(game):
    """The first line of a game's transcript."""
    made = {"game": game, "players": list(NAMES), "options": {}}
    if game not in ("meksykanka", "counter"):
        made["dealer"] = 0
    return made


def screens(config, told, own):
    """Presses on the screens of the device and of every game."""
    start = ticks_us()
    device = Device(config)
    told["start_us"] = ticks_diff(ticks_us(), start)
    app = device.program
    device.do_press("c")  # the language
    for letter in AROUND:
        device.do_press(letter)
    device.go_home()
    told["games"] = {}
    for game in GAMES:
        device.seen = {}
        app.begin(setup(game))
        device.tick()
        for letter in PRESSES[game]:
            device.do_press(letter)
        free_bytes, block = free()
        told["games"][game] = {
            "screens": device.seen,
            "free_bytes": free_bytes + own,
            "largest_block_bytes": block,
        }
        device.go_home()
    told["resume_us"] = timed(again, device.board)


def again(board):
    """An app that finds a game, all modules in memory."""
    from kibitz.app import App

    App(board).tick(ticks_ms(), ((ticks_ms(), 0),))


def forget():
    """Unload the app and the rules."""
    for name in list(sys.modules):
        if name.split(".")[0] in ("kibitz", "rules_core"):
            del sys.modules[name]
    gc.collect()


def rules(name):
    """Play the transcript beside this file: what each event takes, and taking each back."""
    from rules_core import new_game

    worst = total = undo = 0
    with open(FOLDER + "/" + name) as file:
        game = new_game(json.loads(file.readline()))
        for line in file:
            event = json.loads(line)
            gc.collect()
            took = timed(game.apply_event, event)
            total += took
            worst = max(worst, took)
    count = len(game.events)
    while game.events:
        gc.collect()
        undo = max(undo, timed(game.undo))
    told = {"events": count, "mean_us": total // count, "worst_us": worst, "worst_undo_us": undo}
    print(json.dumps(told))


def remove(folder):
    """Delete a folder with its files."""
    try:
        entries = os.listdir(folder)
    except OSError:
        return
    for name in entries:
        os.remove(folder + "/" + name)
    os.rmdir(folder)


def main(own):
    """Measure everything but the rules, which come next; see above."""
    import config

    remove(SAVES)
    told = {"implementation": sys.version, "board": sys.implementation._machine}
    told["additions"] = ADDITIONS
    told["additions_us"] = timed(additions, ADDITIONS)
    free_bytes, block = free()
    told["bare_free_bytes"], told["bare_largest_block_bytes"] = free_bytes + own, block
    try:
        screens(Settings(config), told, own)
        forget()
    finally:
        remove(SAVES)
    print(json.dumps(told))
