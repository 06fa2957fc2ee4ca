"""What became of the files while nobody looked: damaged, torn, gone, or the flash is full.

A file is damaged like this: a bit of each byte flipped, cut at every length, noise in its place or
behind it, zeros, twice, gone. Then the app starts, is played on, puts the game away and starts
again. With one damaged file nothing may be lost but the last entry, if its slot is the one, and
that is told; and what could not be read must be in some file still.

Each test counts what it tries, and the run ends with a line of all.
"""

import contextlib
import json
import random
import sys
import tracemalloc

import pytest

from host_sim.randomplay import play
from kibitz.journal import PLAIN, SUM, Game, Journal, file_name
from kibitz.saves import FORMAT, checked, head
from kibitz.words import say, say_n
from rules_core import GAMES
from support import ROOMY_HEAP, ROOT, micropython

sys.path.append(str(ROOT / "tests" / "micropython"))

import bad_files
from bad_files import ENOSPC, EROFS, SPOKEN, Blind, Flash, Truth, events_of, made

# Of each kind of game so many lines: of one that is finished, and of one that goes on.
LINES = {"mexican-rummy": (4, 6)}
MOST_LINES = (13, 17)
TOLD = "bad files"


def games_of(kind):
    """The lines of two games of a kind."""
    counts = LINES.get(kind, MOST_LINES)
    return [play(kind, seed)[:count] for seed, count in enumerate(counts)]


@pytest.fixture
def tried(record_property):
    """A function that counts tries, and of these the ones in which the last entry was lost."""

    def note(count, last=0):
        record_property(TOLD, {"tried": count, "last": last})

    return note


# -- one damaged file ------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", GAMES)
def test_one_damaged_file(kind, tried):
    truth = Truth(made(*games_of(kind)))
    last = count = 0
    for name, what, data in bad_files.all_damages(truth):
        count += 1
        try:
            last += bad_files.check(truth, name, data)
        except Exception as error:
            raise AssertionError(f"{name}: {what}") from error
    assert count > 3_000 and last > 100
    tried(count, last)


@pytest.mark.parametrize("first", [3, 90])
def test_one_damaged_file_on_micropython(first, tmp_path, tried):
    path = tmp_path / "games"
    path.write_text("".join([json.dumps(games_of(kind)) + "\n" for kind in GAMES]))
    said = micropython("bad_files.py", path, 150, first, heap=ROOMY_HEAP).split()
    assert said[:2] == ["bad", "files:"] and int(said[2]) > 150
    tried(int(said[2]), int(said[3]))


@pytest.mark.parametrize("kind", GAMES)
def test_two_damaged_files(kind, tried):
    """More may be lost, but not silently; what there was is still there."""
    truth = Truth(made(*games_of(kind)))
    chance = random.Random(kind)
    damages = list(bad_files.all_damages(truth))
    for _ in range(400):
        flash = truth.copy()
        bad = dict([(name, data) for name, _, data in chance.sample(damages, 2)])
        for name, data in bad.items():
            flash.files.pop(name)
            if data is not None:
                flash.files[name] = data
        app = Blind(flash)
        events = app.table.game.events if app.table else []
        if len({name.partition(".")[0] for name in bad}) == 2:  # not the two of a game
            assert events == truth.events[: len(events)]
            for number in app.journal.finished():
                assert events_of(app, number) == truth.finished.get(number, truth.events)
        if len(events) < len(truth.events):
            assert app.told, sorted(bad)
        if bad_files.settings_of(app) != truth.settings:
            assert say("broken.settings") in app.told or None in bad.values()
        if app.table and app.table.game.events:
            bad_files.go_on(app)
        for data in bad.values():
            assert data is None or bad_files.is_kept(truth, flash, data)
        Blind(flash)
    tried(400)


def test_a_line_that_is_bad_in_both_files_is_told():
    truth = Truth(made(*games_of("meksiko")))
    flash = truth.copy()
    journal = Journal(flash)
    known, bad = journal.game.at, 3
    for copy in (PLAIN, SUM):
        lines = flash.files[journal.game.name(copy)].split(b"\n")
        lines[bad if copy == PLAIN else bad + 1] = b"\xff"
        flash.files[journal.game.name(copy)] = b"\n".join(lines)
    damaged = dict(flash.files)
    app = Blind(flash)
    lost = len(truth.events) + 1 - bad
    assert known > bad
    assert app.told == [say_n("broken.lost", lost)]
    assert app.table.game.events == truth.events[: bad - 1]
    for copy in (PLAIN, SUM):
        assert damaged[journal.game.name(copy)] in flash.files.values()
    app = Blind(flash)
    assert not app.told and app.table.game.events == truth.events[: bad - 1]
    assert Game(flash, journal.number).is_twice()


def test_both_slots_gone_is_told():
    truth = Truth(made(*games_of("counter")))
    flash = truth.copy()
    at = Journal(flash).game.at
    del flash.files["slot-a.txt"], flash.files["slot-b.txt"]
    app = Blind(flash)
    assert app.told == [say("broken.part")]
    assert len(app.table.game.events) == at - 1
    assert not Blind(flash).told


def test_a_huge_file_takes_no_memory():
    truth = Truth(made(*games_of("meksiko")))
    for name in truth.files:
        for noise in (b"x" * 3_000_000, b"x\n" * 300_000):
            flash = truth.copy()
            flash.files[name] = noise
            tracemalloc.start()
            app = Blind(flash)
            peak = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
            assert len(app.table.game.events) >= len(truth.events) - 1
            if name != "settings-0001.json":
                assert peak < 300_000, name


def test_a_long_game_takes_no_more_memory_to_read_than_a_piece_of_it():
    flash = Flash({})
    journal = Journal(flash)
    journal.resume(len(list(journal.game.values())))
    journal.begin(checked("setup"))
    journal.flush()
    for number in range(20_000):
        journal.add({"points": [number, 4, 17]})
        if number % 50 == 0:
            journal.flush()
    journal.flush()
    assert len(flash.files[file_name(1, PLAIN)]) > 400_000
    count = 0
    tracemalloc.start()
    for _ in Journal(flash).game.lines():
        count += 1
    assert count == 20_001
    assert tracemalloc.get_traced_memory()[1] < 10_000
    tracemalloc.stop()


# -- the power goes, and what was being written is torn --------------------------------------------


class PowerCut(Exception):
    """The device has no power any more."""


class Torn(Flash):
    """A flash whose power goes in the middle of a write. writes: the names of the files written.

    at: the number of the write. share: of the new bytes, in a hundred, that are there then; None:
    the file is empty.
    """

    def __init__(self, files, at=None, share=0):
        super().__init__(files)
        self.at = at
        self.share = share
        self.writes = []

    def _write(self, name, data, kept):
        self.writes.append(name)
        if len(self.writes) - 1 == self.at:
            length = len(kept) + (len(data) - len(kept)) * (self.share or 0) // 100
            self.files[name] = b"" if self.share is None else data[:length]
            raise PowerCut
        super()._write(name, data, kept)

    def _use(self):
        if self.at is not None and len(self.writes) > self.at:
            raise PowerCut


class Evening:
    """Two games and a setting, step by step; what should be on the flash after each step."""

    def __init__(self, kind):
        first, second = games_of(kind)
        self.steps = [(self.begin, first[0])]
        self.steps += [(self.act, line) for line in first[1:]]
        self.steps += [(self.change, "pl"), (self.put_away, None), (self.change, "en")]
        self.steps += [(self.begin, second[0])]
        self.steps += [(self.act, line) for line in second[1:]]
        self.steps += [(self.undo, None), (self.undo, None), (self.dark, None)]

    def begin(self, app, setup):
        app.begin(setup)

    def act(self, app, line):
        app.table.act(*app.table.game.split(line))

    def undo(self, app, _):
        app.table.undo()

    def change(self, app, code):
        app.settings.change("language", code)

    def put_away(self, app, _):
        app.put_away()
        app.home()

    def dark(self, app, _):
        with contextlib.suppress(OSError):  # the next tick tells
            app.journal.flush(True)

    @staticmethod
    def known(app):
        """What the device shows: the running game, and all others."""
        others = [events_of(app, number) for number in app.journal.finished()]
        return Evening.running(app), others, app.settings.values["language"]

    @staticmethod
    def running(app):
        """The running game."""
        game = app.table.game if app.table else None
        return (game.setup(), game.events[:]) if game else None

    def play(self, app):
        """All steps; before each what is known then."""
        for step, value in self.steps:
            yield self.known(app)
            step(app, value)
            app.tick(0)
        yield self.known(app)

    def in_memory(self, app):
        """As `play`, but the running game only: the others may not be on the flash."""
        for step, value in self.steps:
            yield self.running(app)
            step(app, value)
            app.tick(0)
        yield self.running(app)


@pytest.mark.parametrize("kind", GAMES)
def test_torn_writes(kind, tried):
    evening = Evening(kind)
    whole = Torn({"settings-0001.json": SPOKEN.encode()})
    states = list(evening.play(Blind(whole)))
    assert len(whole.writes) > len(states)
    count = 0
    for at in range(len(whole.writes)):
        for share in (None, 0, 1, 10, 25, 50, 75, 90, 97, 99):
            count += 1
            flash = Torn({"settings-0001.json": SPOKEN.encode()}, at, share)
            seen = 0
            try:
                for _ in evening.play(Blind(flash)):
                    seen += 1
            except PowerCut:
                pass
            flash.at = None
            where = f"write {at} ({flash.writes[at]}), {share} %, step {seen} of {len(states)}"
            app = Blind(flash)
            known = evening.known(app)
            allowed = states[max(0, seen - 1) : seen + 1]
            assert known in allowed, f"{where}: {app.told}"
            if at:  # else it was in the only slot there has ever been
                assert say("broken.game") not in app.told, where
            if app.table and app.table.game.events:
                _, events = bad_files.go_on(app)
                app = Blind(flash)
                assert not app.told, f"{where}: {app.told}"
                assert evening.known(app)[1][-1] == events, where
    tried(count)


# -- a full flash, one that cannot be written ------------------------------------------------------


@pytest.mark.parametrize("error", [ENOSPC, EROFS])
@pytest.mark.parametrize("kind", GAMES)
def test_writes_that_fail_from_one_on(kind, error, tried):
    evening = Evening(kind)
    whole = Torn({"settings-0001.json": SPOKEN.encode()})
    states = list(evening.play(Blind(whole)))
    tears = (None, lambda data, kept: b"", lambda data, kept: data[: (len(kept) + len(data)) // 2])
    count = 0
    for left in range(0, len(whole.writes) + 4):
        for torn in tears:
            count += 1
            flash = Flash({"settings-0001.json": SPOKEN.encode()})
            app = Blind(flash)
            flash.left, flash.error, flash.torn = left, error, torn
            assert list(evening.in_memory(app)) == [running for running, _, _ in states]
            failed = flash.left == 0 and app.journal.failed
            if failed:
                assert say("save.failed") in app.told
            # A power cut now: what was saved before is there.
            found = Blind(Flash(flash.files))
            assert evening.running(found) in [running for running, _, _ in states]
            if not torn:
                assert evening.known(found)[:2] in [state[:2] for state in states]
                assert failed or evening.known(found)[:2] == states[-1][:2]
            # Or there is room again.
            flash.left = None
            app.tick(0)
            assert not app.journal.failed
            app = Blind(flash)
            assert evening.known(app)[:2] == states[-1][:2], left
    tried(count)


def test_a_full_flash_loses_second_copies_first():
    games = [play("counter", seed)[:30] for seed in range(4)]
    flash = made(games[0], games[1])
    app = Blind(flash)
    for game in games[2:]:
        app.begin(game[0])
        app.tick(0)
        for line in game[1:]:
            app.table.act(*app.table.game.split(line))
            app.tick(0)
    room = Room(flash.files)
    room.files[file_name(1, PLAIN)] = b"!" + room.files[file_name(1, PLAIN)]  # needs its other copy
    app = Blind(room)
    app.told.clear()
    events = app.table.game.events
    for _ in range(30):
        app.table.undo()
        app.tick(0)
        app.table.act(*app.table.undone)
        app.tick(0)
    assert app.told == []
    assert file_name(1, SUM) in room.files and file_name(2, SUM) not in room.files
    assert Blind(room).table.game.events == events
    for number in (1, 2, 3):
        assert events_of(app, number)


class Room(Flash):
    """A flash with no more room than it takes now."""

    def __init__(self, files):
        super().__init__(files)
        self.room = sum(map(len, files.values())) + 600

    def _write(self, name, data, kept):
        others = sum([len(self.files[one]) for one in self.files if one != name])
        if others + len(data) > self.room:
            raise OSError(ENOSPC)
        super()._write(name, data, kept)


def test_an_empty_flash_that_cannot_be_written():
    flash = Flash({})
    flash.left, flash.error = 0, EROFS
    app = Blind(flash)
    setup, *events = games_of("meksiko")[0]
    app.begin(setup)
    app.tick(0)
    for line in events:
        app.table.act(*app.table.game.split(line))
        app.tick(0)
    assert app.told == [say("save.failed")]
    assert len(app.table.game.events) == len(events)
    assert flash.files == {}
    flash.left = None
    app.tick(0)
    assert Blind(flash).table.game.events == app.table.game.events


# -- other formats ---------------------------------------------------------------------------------


def newer(data):
    """A file's first line as a later program may write it."""
    return data.replace(head().encode(), head().replace(str(FORMAT), str(FORMAT + 1)).encode(), 1)


def signed(text):
    return checked(text.decode()).encode()


@pytest.mark.parametrize("stem", ["slot", "settings"])
def test_a_pair_of_a_newer_program_is_left_alone(stem):
    truth = Truth(made(*games_of("meksiko")))
    flash = truth.copy()
    names = [f"{stem}-{letter}.txt" for letter in "ab"]
    for name in names:
        flash.files[name] = signed(newer(flash.files[name][9:]))
    later = dict(flash.files)
    app = Blind(flash)
    assert app.told[0] == say("broken.newer")
    app.begin(games_of("counter")[0][0])
    app.tick(0)
    app.settings.change("dim", "30s")
    app.tick(0)
    assert [flash.files[name] for name in names] == [later[name] for name in names]
    assert {f"{stem}-c.txt"} <= set(flash.files)
    again = Blind(flash)
    assert again.table.game.name == "counter"
    assert again.settings.values["dim"] == "30s"
    for number in truth.finished:
        assert events_of(again, number) == truth.finished[number]


def test_a_game_of_a_newer_program_is_left_alone():
    truth = Truth(made(*games_of("meksiko")))
    flash = truth.copy()
    journal = Journal(flash)
    number, name = journal.number, journal.game.name(SUM)
    first, rest = flash.files[name].split(b"\n", 1)
    flash.files[name] = signed(newer(first[9:])) + b"\n" + rest
    flash.files[journal.name] += b'{"something": "new"}\n'
    later = dict(flash.files)
    app = Blind(flash)
    assert app.told == [say("broken.newer")] and app.table is None
    app.begin(games_of("counter")[0][0])
    app.tick(0)
    assert app.journal.number == number + 1
    for copy in (PLAIN, SUM):
        assert flash.files[file_name(number, copy)] == later[file_name(number, copy)]
