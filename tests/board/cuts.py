"""Power cuts: a device is played with on a flash that writes down what is done to it, and then the
power is cut at each operation on that flash. Runs under MicroPython (as a program, over its own
littlefs) and here (see power_cuts.py).

    cuts.py GAME CUTS SEED      about so many cuts; 0: all there are

The script is played once. For each cut the flash is put together as it would lie there then, and a
device boots from it, as on the desk. It has to show the game that was running; of the last press,
all has happened or nothing; finished games and settings are there, too. Then a few keys are
pressed, the power is cut again when they have done, and that has to hold. With some of the cuts it
is also cut at each operation from that boot to those keys.
"""

import hashlib
import json
import random
import sys

import kibitz.app
import storage
from evening import begin, front, look_at_finished, must, play, to_home, to_row
from kibitz import saves, world
from kibitz.finished_screens import Archive
from kibitz.games import GAMES
from kibitz.keys import KEY_A, KEY_B, KEY_C
from nor import WHOLE, Nor, PAGE_bytes, cuts_in
from person import Person, held, pressed

FOLDER = "/kibitz-saves"
TICKS_PERIOD_ms = 1 << 30
BEFORE_WRAP_ms = 20_000
REST_ms = 100
NOTHING, DARK_ms = 0, 700_000  # no key, until the glass is dark
LETTERS = 3  # of a name that is spelled
AFTERWARDS_presses = 6  # after each cut
TWICE_every = 40  # after one of so many cuts, it is cut at each operation from the boot on
OF_A_KIND = 3  # so many cuts at least
ALL_BYTES_every = 50  # one of so many operations is cut at each byte, if all cuts are tried
DYING = 2  # so many times the flash really stops in the middle


class Fault(Exception):
    """Something was lost."""


# -- a device --------------------------------------------------------------------------------------


class Glass(world.Display):
    """shows: True if something is on it."""

    shows = False

    def show(self, canvas):
        self.shows = any(canvas.buffer)


class Chance(world.Random):
    def below(self, n):
        return random.randrange(n)


class Interrupts:
    """What the storage keeps waiting while it writes: here is nothing that would wait."""

    def __enter__(self):
        pass

    def __exit__(self, *_):
        pass


class Device:
    """Power comes on: the app on a flash, and a finger at its keys.

    ticked: a function called after each tick; at the first one the app has just begun.
    """

    def __init__(self, disk, flash, ticked=None):
        disk.mount(flash)
        self.flash = flash
        self.glass = Glass()
        files = storage.FlashStorage(disk.root + FOLDER, Interrupts())
        self.app = kibitz.app.App(world.World(self.glass, Chance(), files))
        self.now_ms = TICKS_PERIOD_ms - BEFORE_WRAP_ms
        self._ticked = ticked
        self._tick(0, [(self.now_ms, 0)])

    def press(self, key: int, down_ms: int) -> None:
        """A key goes down, repeats if it is held, and comes up."""
        wait_ms = self._tick(0, [(self.now_ms, key)])
        while wait_ms is not None and wait_ms < down_ms:
            down_ms -= max(1, wait_ms)
            wait_ms = self._tick(max(1, wait_ms))
        self._tick(down_ms, None)
        self._tick(REST_ms)

    def _tick(self, later_ms: int, readings=()):
        self.now_ms = (self.now_ms + later_ms) % TICKS_PERIOD_ms
        if readings is None:
            readings = [(self.now_ms, 0)]
        wait_ms = self.app.tick(self.now_ms, readings)
        if self._ticked:
            self._ticked(self.app)
        return wait_ms


def state_of(app) -> tuple:
    """(running game, games before it, settings) of a device, as short texts to be compared."""
    archive = Archive(app)
    finished = []
    for number in archive.numbers:
        game, whole = archive.load(number)[:2]
        finished.append(f"{number} {whole} {_game_text(game)}")
    return running_of(app), "; ".join(finished), settings_of(app)


def running_of(app) -> str:
    return _game_text(app.table.game) if app.table else "no game"


def settings_of(app) -> str:
    return saves.to_json(_settings(app))


def _settings(app) -> list:
    kept = app.settings
    return [kept.values, kept.names, kept.options, kept.game, kept.seats]


def _game_text(game) -> str:
    """A game by all that it consists of."""
    if game is None:
        return "no game"
    told = hashlib.sha256(saves.setup_line(game.setup()).encode())
    for name, value in game.events:
        told.update(saves.to_json(game.join(name, value)).encode())
    told.update(saves.to_json(game.state()).encode())
    digest = "".join([f"{byte:02x}" for byte in told.digest()[:6]])
    return f"{game.name} of {len(game.events)} events ({digest})"


# -- the script ------------------------------------------------------------------------------------


def tour(app, game: str):
    """Presses: from a new device through all that it saves, with one game to its end."""
    yield from to_home(app)
    yield from each_setting(app)
    other = GAMES[-1] if game != GAMES[-1] else GAMES[0]
    yield from spell_names(app)
    yield from begin(app, other)
    yield from some_events(app, other, 3)
    yield from to_home(app)
    yield from begin(app, game)  # the other one is put away
    yield from play(app, game)
    yield held(8)
    yield from to_row(app, [word for word, _ in app.top.doors].index("menu.leave"))
    must(app, "HomeScreen")
    yield from begin(app, game)
    yield from some_events(app, game, 2)
    yield from to_home(app)
    yield from look_at_finished(app)
    yield from delete_finished(app)
    yield from to_home(app)
    yield from forget_name(app)
    yield from to_home(app)
    yield from to_row(app, 0)
    yield from some_events(app, game, 4)
    yield NOTHING, DARK_ms  # what waits in the slots goes to the files
    yield pressed(KEY_A)  # lights the glass
    yield from some_events(app, game, 6)


def each_setting(app):
    """Each of them changes once, and the language until it is the first one again."""
    yield from to_row(app, len(app.top.rows) - 1)
    for setting in saves.SETTINGS:
        yield pressed(KEY_B)
        while setting.name == "language" and app.settings.values["language"] != setting.default:
            yield pressed(KEY_B)
        yield pressed(KEY_A)
    yield from to_home(app)


def to_players(app):
    """From the first screen to the first player of the game that is marked."""
    yield from to_row(app, 1 if app.table else 0)
    if front(app) == "ConfirmScreen":
        yield pressed(KEY_C)
    yield pressed(KEY_C)
    yield pressed(KEY_C)
    must(app, "PlayerScreen")


def spell_names(app):
    """Two names are spelled, and nobody plays after all."""
    yield from to_players(app)
    for turns in (2, 5):
        yield from to_row(app, len(app.top.names))
        must(app, "SpellScreen")
        for _ in range(LETTERS):
            for _ in range(turns):
                yield pressed(KEY_B)
            yield pressed(KEY_C)
        yield held(KEY_C)
    yield from to_home(app)


def forget_name(app):
    """The first of the names that are offered is forgotten."""
    yield from to_players(app)
    yield held(KEY_C)
    must(app, "ConfirmScreen")
    yield pressed(KEY_C)


def delete_finished(app):
    """The oldest of the finished games is deleted."""
    must(app, "FinishedGameScreen", "FinishedScreen")
    if front(app) == "FinishedGameScreen":
        yield pressed(8)
    while app.top.cursor < app.top.count() - 1:
        yield pressed(KEY_B)
    yield pressed(KEY_C)
    must(app, "FinishedGameScreen")
    yield pressed(KEY_A)
    must(app, "ConfirmScreen")
    yield pressed(KEY_C)


def some_events(app, game: str, count: int):
    """So many events of a game, and the last one taken back and entered again."""
    person = Person(game)
    events = app.table.game.events
    while len(events) < count and not app.table.game.over:
        yield person.next(app)
        events = app.table.game.events
    while front(app) in ("VerdictScreen", "ResultScreen"):
        yield pressed(KEY_C)
    yield pressed(8)
    if front(app) == "ConfirmScreen":
        yield pressed(KEY_C)
    presses = 0
    while len(app.table.game.events) <= count and not app.table.game.over and presses < 20:
        yield person.next(app)
        presses += 1


def afterwards(app):
    """Presses after a cut: the game that ran is resumed, and somebody goes on with it."""
    playing = app.table is not None
    yield pressed(KEY_C)
    if playing and front(app) in ("HomeScreen", "MessageScreen"):
        raise Fault("the game is not resumed, but there is " + front(app))
    person = Person(app.table.game.name if playing else GAMES[0])
    for _ in range(AFTERWARDS_presses):
        yield person.next(app)


# -- what is written down --------------------------------------------------------------------------


class Step:
    """A tick that wrote, or changed, something.

    first, end: of the operations that it did. before, after: the states that it came between.
    """

    def __init__(self, first: int, end: int, before: tuple, after: tuple):
        self.first = first
        self.end = end
        self.before = before
        self.after = after

    def allows(self, index: int, where) -> tuple:
        """The states that may be found after a cut in one of the operations.

        When the tick has done its last one, nothing of it may be missing.
        """
        if index == self.end - 1 and where == WHOLE or self.first == self.end:
            return (self.after,)
        return (self.before, self.after)

    def changed(self) -> str:
        """What it changed."""
        kinds = ("game", "finished", "settings")
        changed = [at for at in range(len(kinds)) if self.before[at] != self.after[at]]
        return ", ".join([kinds[at] for at in changed]) or "nothing"


class Record:
    """What happens on a flash from power on. start: what it held then. operations: done to it.

    steps: of these. state: what there is now. presses: so many were made.
    """

    def __init__(self, disk, flash):
        self.start = flash.copy()
        self.operations = flash.operations = []
        self.steps: list = []
        self.presses = 0
        self._state: tuple = ()
        self._seen: tuple = ()
        self.device = Device(disk, flash, self._ticked)

    @property
    def state(self) -> tuple:
        return self._state

    def play(self, presses) -> None:
        """Make all presses."""
        for key, down_ms in presses:
            self.presses += 1
            self.device.press(key, down_ms)
            if self.device.flash.dead:
                return

    def _ticked(self, app) -> None:
        done = self.steps[-1].end if self.steps else 0
        count = len(self.operations)
        table = app.table
        seen = (table, len(table.actors) if table else 0, json.dumps(_settings(app)))
        if seen == self._seen and count == done:
            return
        self._seen = seen
        state = state_of(app)
        self.steps.append(Step(done, count, self._state or state, state))
        self._state = state

    def cuts(self, all_bytes_every=0) -> list:
        """(step, operation, where) of every cut: in each operation, and after steps without one.

        all_bytes_every: in one of so many operations, cut at each byte.
        """
        found = []
        for step in self.steps:
            for index in range(step.first, step.end):
                operation = self.operations[index]
                places = cuts_in(operation)
                if operation[3] and all_bytes_every and index % all_bytes_every == 0:
                    places = [WHOLE] + list(range(len(operation[3])))
                found += [(step, index, where) for where in places]
            if step.first == step.end:
                found.append((step, step.end, None))
        return found


# -- cuts ------------------------------------------------------------------------------------------


def kind_of(record: Record, cut: tuple) -> str:
    """What kind of cut it is: in which operation, where in it, and what was being saved."""
    step, index, where = cut
    if where is None:
        return "at rest"
    place = where if where == WHOLE else "torn" if where else "torn at the first byte"
    return f"{record.operations[index][0]} {place}: {step.changed()}"


def chosen(record: Record, count: int) -> list:
    """About so many of all cuts, of every kind some; in the order in which they come."""
    if not count:
        return record.cuts(ALL_BYTES_every)
    cuts = record.cuts()
    kinds: dict = {}
    for place, cut in enumerate(cuts):
        kinds.setdefault(kind_of(record, cut), []).append(place)
    places = []
    for kind in sorted(kinds):
        found = kinds[kind]
        wanted = min(len(found), max(OF_A_KIND, count * len(found) // len(cuts)))
        for number in range(wanted):
            first, end = [len(found) * one // wanted for one in (number, number + 1)]
            places.append(found[random.randrange(first, end)])
    return [cuts[place] for place in sorted(places)]


class Cutter:
    """Cuts the power.

    disk: as for `run`. blank: the state of a device on which nobody has done anything. tried: so
    many cuts. twice: of these, right after another one.
    """

    def __init__(self, disk, blank: tuple, seed: int):
        self.disk = disk
        self.blank = blank
        self.seed = seed
        self.tried = 0
        self.twice = 0
        self._followed = 0

    def cut(self, record: Record, cuts: list, follow) -> None:
        """Cut the power at all these places of a record, and boot. follow: what happens then."""
        flash = record.start.copy()
        done = 0
        for cut in cuts:
            step, index, where = cut
            while done < index:
                flash.apply(record.operations[done])
                done += 1
            self.tried += 1
            random.seed(self.seed + self.tried)
            torn = flash.copy()
            if where is not None:
                torn.tear(record.operations[index], where)
            try:
                booted = self.boot(torn, step.allows(index, where))
                if follow:
                    follow(booted)
            except Exception:
                print(f"cut in operation {index} at {where} ({kind_of(record, cut)})")
                raise

    def boot(self, flash: Nor, allowed: tuple) -> Record:
        """Power comes back: one of these states is there, and the first screen.

        Games and settings are saved one after the other, so each may be of another state.
        """
        record = Record(self.disk, flash)
        games, settings = [state[:2] for state in allowed], [state[2] for state in allowed]
        if record.state[:2] not in games or record.state[2] not in settings:
            raise Fault(f"there is {record.state}, not {allowed}")
        check_front(record.device, record.state == self.blank)
        return record

    def once(self, record: Record) -> None:
        """After a cut: some presses, and another cut when they have done. Or many others."""
        record.play(afterwards(record.device.app))
        self.boot(record.device.flash, (record.state,))
        self._followed += 1
        if not self._followed % TWICE_every:
            self.cut(record, record.cuts(), self.again)

    def again(self, record: Record) -> None:
        """After the second cut."""
        self.twice += 1


def check_front(device: Device, blank: bool) -> None:
    """The first screen is in front, or if nobody has done anything, the one for the language."""
    kind = front(device.app)
    if kind == "MessageScreen":
        raise Fault("the device says: " + device.app.top.text)
    if kind != "HomeScreen" and not (blank and kind == "LanguageScreen"):
        raise Fault("there is " + kind)
    if not device.glass.shows:
        raise Fault("nothing is on the glass")


def really_cut(cutter: Cutter, record: Record, game: str) -> None:
    """The game is played again on a flash that stops in the middle: it is the same as it would be.

    That is all that the other cuts take for granted.
    """
    for number in range(1, DYING + 1):
        index = len(record.operations) * number // (DYING + 1)
        step = [step for step in record.steps if step.first <= index < step.end][0]
        flash = record.start.copy()
        flash.dies_at = index
        random.seed(cutter.seed)
        dying = Record(cutter.disk, flash)
        dying.play(tour(dying.device.app, game))
        cutter.boot(flash.copy(), step.allows(index, WHOLE))


def run(disk, game: str, count: int, seed: int) -> dict:
    """All of a game's cuts, or so many; what was counted. Raises Fault.

    disk: littlefs. root: where it is mounted. format, mount: functions that get a flash. may_fail:
    True if it can be told of an error.
    """
    flash = Nor()
    disk.format(flash)
    blank = Record(disk, flash.copy()).state
    random.seed(seed)
    record = Record(disk, flash)
    record.play(tour(record.device.app, game))
    cutter = Cutter(disk, blank, seed)
    cuts = chosen(record, count)
    cutter.cut(record, cuts, cutter.once)
    if disk.may_fail:
        really_cut(cutter, record, game)
    counts: dict = {}
    for cut in cuts:
        kind = kind_of(record, cut)
        counts[kind] = counts.get(kind, 0) + 1
    return {
        "game": game,
        "presses": record.presses,
        "events": len(record.device.app.table.game.events),
        "operations": len(record.operations),
        "tried": cutter.tried,
        "twice": cutter.twice,
        "kinds": counts,
    }


class Disk:
    """MicroPython's own littlefs, mounted as rp2's _boot.py does it."""

    root = "/cut"
    may_fail = True

    def format(self, flash):
        vfs.VfsLfs2.mkfs(flash, progsize=PAGE_bytes)

    def mount(self, flash):
        try:
            vfs.umount(self.root)
        except OSError:
            pass
        vfs.mount(vfs.VfsLfs2(flash, progsize=PAGE_bytes), self.root)


if __name__ == "__main__":
    import vfs

    print(json.dumps(run(Disk(), sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))))
