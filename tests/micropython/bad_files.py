"""Files on the flash that are not as they were written: the app with each of them, under
MicroPython and CPython alike.

    bad_files.py GAMES STEP FIRST

GAMES: a file with a line of JSON for each kind of game: (lines of a game that is finished, lines of
one that goes on). A device is made that has both, settings and names. Then its files are damaged in
turn, one at a time, and with each damage the app is started, played on and started again; STEP says
how many of the damages there are to be left out after each that is tried, FIRST which is the first.
Prints how many were tried, and stops with an AssertionError if anything was lost that need not be.

tests/test_bad_files.py says what is tried, and tries what is beyond one damaged file.
"""

import io
import json
import sys

from kibitz import world
from kibitz.app import App
from kibitz.finished_screens import Archive
from kibitz.saves import setup_line
from kibitz.words import say

ENOSPC, EROFS = 28, 30
SPOKEN = '{"values": {"language": "en"}}\n'
RANDOM_bytes = (0, 1, 7, 100, 600)


class Flash(world.Storage):
    """Files in bytes. left: how many writes work yet, None: all. error: what is raised then.

    torn: what a write that fails leaves behind: None: all as it was; else a function that makes of
    the new bytes those that are there.
    """

    def __init__(self, files):
        self.files = dict(files)
        self.left = None
        self.error = ENOSPC
        self.torn = None

    def read(self, name):
        return str(self.files[name], "utf-8") if name in self.files else None

    def open(self, name):
        return io.BytesIO(self.files[name]) if name in self.files else None

    def size(self, name):
        return len(self.files.get(name, b""))

    def append(self, name, text):
        old = self.files.get(name, b"")
        self._write(name, old + text.encode("utf-8"), old)

    def write(self, name, text):
        self._write(name, text.encode("utf-8"), b"")

    def _write(self, name, data, kept):
        try:
            self._use()
        except OSError:
            if self.torn:
                self.files[name] = self.torn(data, kept)
            raise
        self.files[name] = data

    def remove(self, name):
        self._use()
        self.files.pop(name, None)

    def rename(self, name, new_name):
        self._use()
        assert new_name not in self.files, new_name
        self.files[new_name] = self.files.pop(name)

    def names(self):
        return sorted(self.files)

    def _use(self):
        if self.left is not None:
            if not self.left:
                raise OSError(self.error)
            self.left -= 1


class Nothing(world.Display):
    def show(self, canvas):
        pass


class Blind(App):
    """The app without its pictures. told: the texts of all messages."""

    def __init__(self, flash):
        self.told = []
        super().__init__(world.World(Nothing(), None, flash))
        self.tick(0, [(0, 0)])

    def _draw(self):
        self.top.dirty, self._power.shifted = 0, False

    def tell(self, text):
        self.told.append(text)
        super().tell(text)


def events_of(app, number):
    """The events of a game that is not running, which must be whole."""
    game, whole, newer = Archive(app).load(number)
    assert game and whole and not newer, number
    return game.events


def settings_of(app):
    settings = app.settings
    return settings.values, settings.names, settings.options, settings.game, settings.seats


def made(finished, running):
    """The flash of a device with these games."""
    flash = Flash({"settings-0001.json": SPOKEN.encode("utf-8")})
    app = Blind(flash)
    for lines in (finished, running):
        app.begin(lines[0])
        app.tick(0)
        for line in lines[1:]:
            app.table.act(*app.table.game.split(line))
            app.tick(0)
    return flash


class Truth:
    """What a device knows as long as nothing is damaged."""

    def __init__(self, flash):
        app = Blind(flash)
        assert not app.told, app.told
        self.files = dict(flash.files)
        self.setup = setup_line(app.table.game.setup())
        self.events = app.table.game.events[:]
        self.settings = settings_of(app)
        self.finished = {number: events_of(app, number) for number in app.journal.finished()}
        assert self.finished and self.events

    def copy(self):
        return Flash(self.files)


def check_finished(truth, app):
    for number in truth.finished:
        assert events_of(app, number) == truth.finished[number], "a finished game"


def is_kept(truth, flash, data):
    """True if the bytes of a damaged file are in some file still, or are those of a whole one."""
    for files in (flash.files, truth.files):
        for name in files:
            if files[name].startswith(data):
                return True
    return False


def go_on(app):
    """An entry is made, and the game put away."""
    app.table.undo()
    app.tick(0)
    events = app.table.game.events[:]
    number = app.journal.number
    app.put_away()
    app.home()
    app.tick(0)
    return number, events


def check(truth, name, data):
    """One file is damaged; data: what is in it, None if it is gone. How many entries are lost."""
    flash = truth.copy()
    if data is None:
        del flash.files[name]
    else:
        flash.files[name] = data
    app = Blind(flash)
    missing = len(truth.events) - len(app.table.game.events)
    assert setup_line(app.table.game.setup()) == truth.setup
    assert app.table.game.events == truth.events[: len(truth.events) - missing]
    if name.startswith("slot"):
        assert missing in (0, 1)
        assert app.told == [say("broken.part")], app.told
    else:
        assert missing == 0 and not app.told, app.told
    assert settings_of(app) == truth.settings, "settings"
    check_finished(truth, app)
    number, events = go_on(app)
    assert data is None or is_kept(truth, flash, data), "the damaged bytes are gone"
    app = Blind(flash)
    assert app.table is None and not app.told, app.told
    assert settings_of(app) == truth.settings, "settings, later"
    check_finished(truth, app)
    assert events == events_of(app, number), "the game that was put away"
    return missing


def damages(name, data):
    """Everything that may become of a file: (what, its bytes)."""
    for at in range(len(data)):
        bits = (at % 8, (at * 5 + 3) % 8) if at % 7 == 0 else (at % 8,)
        for bit in bits:
            changed = bytearray(data)
            changed[at] ^= 1 << bit
            yield "bit %d of byte %d" % (bit, at), bytes(changed)
    for length in range(len(data)):
        yield "cut to %d" % length, data[:length]
    state = len(data) * 2654435761 + len(name)
    for length in RANDOM_bytes + (len(data),):
        noise = bytearray(length)
        for at in range(length):
            state = (state * 1103515245 + 12345) & 0x7FFFFFFF
            noise[at] = state >> 16 & 0xFF
        if length:
            yield "%d bytes at random" % length, bytes(noise)
            yield "%d bytes at random after it" % length, data + bytes(noise)
    yield "only zeros", bytes(len(data))
    yield "twice", data + data
    yield "gone", None


def all_damages(truth):
    for name in sorted(truth.files):
        if name != "settings-0001.json":
            for what, data in damages(name, truth.files[name]):
                yield name, what, data


def main(path, step, first):
    tried = lost = place = 0
    with open(path) as file:
        games = file.readlines()
    for line in games:
        truth = Truth(made(*json.loads(line)))
        for name, what, data in all_damages(truth):
            place += 1
            if place % step != first:
                continue
            tried += 1
            try:
                lost += check(truth, name, data)
            except Exception:
                print(name, what)
                raise
    print("bad files:", tried, lost)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
