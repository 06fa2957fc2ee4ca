"""A player at the keys of the whole program, game after game: loop.py, the real app and driver,
the Pico's heap.

    check_soak.py GAME GAMES SEED FOLDER ROOM

FOLDER/flash is the device's flash, with so many bytes of ROOM. Most games are set up to be short,
some as long as they come; now and then somebody takes back, lets the glass go dark, looks around,
deletes finished games, or lets the flash fill up. Each finished game is read back from the flash
and held against what was played.

Prints a line for each game, and the heap as MicroPython tells of it: when the game has ended, and
when it has been put away. In some games it is counted how much memory is allocated for each press.
"""

import gc
import random
import sys
from array import array
from binascii import crc32

import rig
from machine import I2C

import kibitz.app
import kibitz.games
import loop
import micropython
import scene
from evening import default_settings, front, must, number, to_home
from kibitz.game_screens import GameScreen
from kibitz.journal import Game
from kibitz.keys import KEY_A, KEY_B, KEY_C, KEY_M
from kibitz.saves import SETTINGS, to_json
from kibitz.words import say
from memory import SCRUBBED_calls, forget_what_is_at_hand, intern_names, scrub
from person import Person, held, pressed
from rules_core import game_class
from storage import FlashStorage

# What a short game is played with; how many play it is one of SEATS.
SHORT = {
    "meksiko": {"target": 21},
    "meksiko-club": {"target": 21},
    "meksykanka": {"lives": 1},
    "mexican-rummy": {"single": True},
    "counter": {"target": 15},
}
SEATS = {
    "meksiko": (3,),
    "meksiko-club": (3,),
    "meksykanka": (2, 2, 3),
    "mexican-rummy": (2,),
    "counter": (2, 3, 4),
}
QUICK = {"tricks": "count", "penalties": "number", "calls": "quiet"}
LONG_games = 100  # one of so many is played with all options as they are by default, by the most
# One of so many games is …
COUNTED_games = 10  # … counted: what each press allocates …
WANDERED_games = 30  # … preceded by somebody who looks at anything …
LEFT_games = 4  # … left on the table until the next one begins …
SEEN_games = 12  # … looked at once more as a sheet.
WANDERED_presses = 40
# While one plays, once in so many presses
UNDO_presses = 60
SLEEP_presses = 250
PAUSES_ms = (20_000, 90_000, 700_000)  # the glass stays, is dim, is dark
MOST_presses = 20_000  # for a game
# When there are about so many finished games, all but a few are deleted, unless, so many of a
# hundred times, the flash is left to fill up.
TIDY_games = 24
KEPT_games = 3
FULL_share = 15
# No more games than this lie on the flash at a time.
KNOWN_games = 512

ENOSPC = 28
EIO = 5
BLOCK_bytes = 4096
INLINE_bytes = 512  # what is smaller lies within its folder, which is written in two blocks
LITTLE_free_bytes = 100_000
FULL_mV_read = 28_000

IN_A_GAME = ("StartScreen", "OutListScreen", "MoreScreen", "RoundPointsScreen")
IN_THE_WAY = ("MenuScreen", "ConfirmScreen")


class Spy(kibitz.app.App):
    """The real app, found again. latest: the one that runs. put_aways: (files, sum) of the games
    that have left the table and have not been looked at on the flash."""

    latest = None
    put_aways = []

    def __init__(self, world):
        super().__init__(world)
        Spy.latest = self

    def put_away(self):
        Spy.put_aways.append((self.journal.game, sum_of(self.table.game)))
        super().put_away()


class Flash:
    """left: how many bytes of the flash are free. refused: how often something did not fit."""

    left = 0
    refused = 0


class Still:
    """In the place of a list that would grow."""

    def append(self, _):
        pass


def small_flash(room):
    """A flash of so many bytes, about as littlefs takes them."""
    Flash.left = room
    plain_store, plain_remove = FlashStorage._store, FlashStorage.remove

    def store(self, name, text, mode):
        before = self.size(name)
        after = len(text.encode("utf-8")) + (before if mode == "ab" else 0)
        more = taken(after) - taken(before)
        # What is written anew lies beside the old for a moment.
        if more > Flash.left or (after > INLINE_bytes and Flash.left < BLOCK_bytes):
            Flash.refused += 1
            raise OSError(ENOSPC)
        plain_store(self, name, text, mode)
        Flash.left -= more

    def remove(self, name):
        freed = taken(self.size(name))
        plain_remove(self, name)
        Flash.left += freed

    FlashStorage._store, FlashStorage.remove = store, remove


def taken(size):
    """The bytes of flash that a file of this size takes."""
    if size <= INLINE_bytes:
        return 2 * size
    return -(-size // BLOCK_bytes) * BLOCK_bytes


def seeded():
    """Chance as a seed has it: the same on every run."""
    import chance as ring

    def urandom(size):
        return bytes([random.getrandbits(8) for _ in range(size)])

    # Its name in a string: in a class of ours it might become a shorter one (shorten.py).
    ring.os = type("Seeded", (), {"urandom": staticmethod(urandom)})


def blind_glass(desk):
    """A glass that takes its time, shows nothing to anybody and cannot be read."""

    def writeto(self, _address, data):
        desk.advance((1 + len(data)) * 9 * 1_000_000 // self.freq)
        return 1 + len(data)

    def readfrom_into(self, _address, _buffer):
        raise OSError(EIO)

    I2C.writeto, I2C.readfrom_into = writeto, readfrom_into


class Collector:
    """In the place of `gc` in the program: counts what is allocated between two collections."""

    def __init__(self):
        self.allocated = 0
        self.counts = False
        self._threshold = -1
        self._base = 0

    def begin(self):
        """Count from now on; meanwhile nothing is collected but when somebody says so."""
        gc.threshold(-1)
        self.allocated = 0
        self.counts = True
        self._tidy()

    def end(self):
        """So much was allocated, without what the simulated machine has done meanwhile."""
        self.look()
        gc.threshold(self._threshold)
        self.counts = False
        return self.allocated

    def look(self):
        """Add what has been allocated since the last look; collect if there is little left."""
        self.allocated += gc.mem_alloc() - self._base
        if gc.mem_free() < LITTLE_free_bytes:
            self._tidy()
        self._base = gc.mem_alloc()

    def skip(self):
        """What has been allocated since the last look does not count."""
        self._base = gc.mem_alloc()

    def _tidy(self):
        gc.collect()
        self._base = gc.mem_alloc()

    # -- what the program calls

    def collect(self):
        if self.counts:
            self.look()
        self._tidy()

    def threshold(self, size):
        self._threshold = size
        if not self.counts:
            gc.threshold(size)

    def mem_free(self):
        return gc.mem_free()


class Hands:
    """The fingers of the player, until all games are through.

    collector: counts what the program allocates. counts: what has happened.
    """

    def __init__(self, desk, collector):
        self.desk = desk
        self.collector = collector
        self.counts = dict.fromkeys(("presses", "full", "checked", "undone", "slept", "deleted"), 0)
        self._told = None  # the message in front, if it has been counted
        self._person = Person(GAME)
        # Of the games on the flash, by their numbers: in tables that do not grow.
        self._numbers = array("I", [0] * KNOWN_games)
        self._sums = array("I", [0] * KNOWN_games)
        self._fills = True  # the flash is left to fill up …
        self._is_full = False  # … and the table has been told that it has
        self._allowance = TIDY_games
        self._script = self._all_games()
        desk.at(1_000_000, self.go_on)

    def go_on(self):
        """The moment for the next press."""
        app = Spy.latest
        if app is None:  # still loading
            self.desk.after(100, self.go_on)
            return
        if self.collector.counts:
            self.collector.look()
        press = pressed(KEY_C)
        if not self._told_something(app):
            press = next(self._script, None)
        if press is None:
            scene.power_off()
        key, down_ms = press
        if key:
            self.counts["presses"] += 1
            self.desk.press(scene.GPS[key], self.desk.now_us // 1000, down_ms)
        self.desk.after(down_ms + 60, self.go_on)
        if self.collector.counts:
            self.collector.skip()

    def _told_something(self, app):
        """True if there is a message; the flash may be full."""
        if front(app) != "MessageScreen":
            self._told = None
            return False
        if app.top is not self._told:
            self._told = app.top
            if app.top.text == say("save.failed"):
                self._is_full = True
                self.counts["full"] += 1
        return True

    # -- one game after the other -----------------------------------------------------------------

    def _all_games(self):
        for game in range(1, GAMES + 1):
            yield from self._one_game(Spy.latest, game)

    def _one_game(self, app, game):
        begin = self.counts["presses"]
        counted = game % COUNTED_games == COUNTED_games // 2
        yield from to_home(app)
        if not random.randrange(WANDERED_games):
            yield from self._wander(app)
        yield from self._tidy(app)
        is_long = game % LONG_games == LONG_games // 2
        yield from self._prepare(app, is_long)
        if counted:
            self.collector.begin()
        before = self.counts["presses"]
        yield from self._set_up(app, is_long)
        yield from self._play(app)
        allocated = [0, 0]
        if counted:
            allocated = [self.collector.end(), self.counts["presses"] - before]
        events = len(app.table.game.events)
        look(app, "end", game)
        if not random.randrange(SEEN_games):
            yield from self._look_at_sheet(app)
        if random.randrange(LEFT_games):
            yield held(KEY_M)
            yield from to_row(app, [word for word, _ in app.top.doors].index("menu.leave"))
            must(app, "HomeScreen")
            look(app, "home", game)
        self._check(app)
        told = {"game": game, "presses": self.counts["presses"] - begin, "events": events}
        told.update({"long": is_long, "allocated": allocated})
        print(to_json(told))

    def _wander(self, app):
        """Anything may come of it: other games, other languages."""
        seen = set()  # finished games that were looked at: only those can have been deleted
        for _ in range(WANDERED_presses):
            if front(app) == "FinishedGameScreen":
                seen.add(app.top.number)
            yield self._person.next(app)
        gone = seen.difference(app.journal.finished())
        Spy.put_aways = [one for one in Spy.put_aways if one[0].number not in gone]
        yield from to_home(app)
        yield from default_settings(app)

    def _check(self, app):
        """What has left the table is on the flash as it was played."""
        if app.journal.failed:
            return
        games, Spy.put_aways = Spy.put_aways, []
        for files, expected in games:
            assert files.is_there(), ("gone", files.number)
            found = sum_on_flash(app, files.number)
            assert found == expected, ("not as it was played", files.number, found, expected)
            self.counts["checked"] += 1
            place = files.number % KNOWN_games
            self._numbers[place], self._sums[place] = files.number, expected
            print(to_json({"number": files.number, "sum": expected}))

    # -- what one does at the keys ----------------------------------------------------------------

    def _prepare(self, app, is_long):
        """The settings of the device."""
        values = {one.name: one.default for one in SETTINGS}
        if not is_long and random.randrange(3):
            values.update(QUICK)
        kept = app.settings.values
        if values == kept:
            return
        yield from to_row(app, len(app.top.rows) - 1)
        must(app, "SettingsScreen")
        for setting in SETTINGS:
            while kept[setting.name] != values[setting.name]:
                marked = SETTINGS[app.top.cursor] if app.top.cursor < len(SETTINGS) else None
                yield pressed(KEY_B if marked is setting else KEY_A)
        yield from to_home(app)

    def _set_up(self, app, is_long):
        """A new game, from the first screen on."""
        options = {one.name: one.default for one in game_class(GAME).OPTIONS}
        if not is_long:
            options.update(SHORT[GAME])
        seats = random.choice(SEATS[GAME])
        yield from to_row(app, 1 if app.table else 0)
        if front(app) == "ConfirmScreen":
            yield pressed(KEY_C)
        must(app, "RulesScreen")
        yield from to_row(app, kibitz.games.GAMES.index(GAME))
        yield from set_options(app, options)
        while front(app) == "PlayerScreen":
            screen = app.top
            if is_long:
                seats = screen.plan.most
            everybody = len(screen.chosen) == seats
            yield from to_row(app, len(screen.rows) - 1 if everybody else 0)
        if front(app) == "DealerScreen":
            yield pressed(random.choice((KEY_A, KEY_B, KEY_C)))
        elif front(app) == "DealerListScreen":
            yield from to_row(app, random.randrange(seats))

    def _play(self, app):
        """To the end, whatever it takes."""
        presses = 0
        while not front(app).endswith("EndScreen"):
            presses += 1
            assert presses < MOST_presses, front(app)
            name = front(app)
            if name in IN_THE_WAY:
                yield pressed(KEY_M)
            elif name == "HomeScreen":
                yield from to_row(app, 0)
            elif not isinstance(app.top, GameScreen) and name not in IN_A_GAME:
                yield self._person.next(app)
            elif not random.randrange(UNDO_presses):
                yield from self._take_back(app)
            elif not random.randrange(SLEEP_presses):
                yield from self._sleep(app)
            else:
                yield self._person.next(app)

    def _take_back(self, app):
        """M, and yes."""
        yield pressed(KEY_M)
        if front(app) == "ConfirmScreen" and app.top.title == say("undo.title"):
            events = len(app.table.game.events)
            yield pressed(KEY_C)
            self.counts["undone"] += len(app.table.game.events) < events

    def _sleep(self, app):
        """Nobody is at the keys, until perhaps the glass is dark and everything in its file."""
        yield 0, random.choice(PAUSES_ms)
        self.counts["slept"] += 1
        while app.world.display.dark:
            yield pressed(KEY_B)

    def _look_at_sheet(self, app):
        yield pressed(KEY_A)
        for _ in range(5):
            yield pressed(KEY_B)
        while not front(app).endswith("EndScreen"):
            yield pressed(KEY_M)

    def _tidy(self, app):
        """Delete finished games, if there are many, or as soon as the flash is full."""
        journal = app.journal
        count = len(journal.finished()) if journal.has_finished() else 0
        if not count or not self._is_full and (self._fills or count < self._allowance):
            return
        self._check(app)
        keep = random.randrange(count if self._is_full else KEPT_games)
        yield from to_row(app, len(app.top.rows) - 2)
        must(app, "FinishedScreen")
        listed = app.top
        while len(listed.archive.numbers) > (0 if journal.failed else keep):
            if app.top is listed:
                yield from self._delete(app, listed)
            else:
                yield pressed(KEY_M)
        yield from to_home(app)
        assert not journal.failed, "there is room, and it is not saved"
        self._check(app)
        self._is_full = False
        self._fills = random.randrange(100) < FULL_share
        self._allowance = random.randrange(TIDY_games // 2, TIDY_games)

    def _delete(self, app, listed):
        """A game is looked at, and goes."""
        if (listed.at_head and not listed.cursor) or not random.randrange(3):
            yield pressed(KEY_A)
            return
        number = listed.number(listed.cursor)
        count = len(listed.archive.numbers)
        yield pressed(KEY_C)
        must(app, "FinishedGameScreen")
        assert app.top.game is not None and app.top.whole, ("cannot be read", number)
        place = number % KNOWN_games
        if self._numbers[place] == number:
            assert sum_of(app.top.game) == self._sums[place], ("is another one", number)
        yield pressed(KEY_A)
        yield pressed(KEY_C)
        assert len(listed.archive.numbers) == count - 1, ("not deleted", number)
        self.counts["deleted"] += 1
        Spy.put_aways = [one for one in Spy.put_aways if one[0].number != number]


def to_row(app, row):
    """Take a row of the list in front, on the shorter way round."""
    screen = app.top
    while app.top is screen and screen.cursor != row:
        ahead = (row - screen.cursor) % len(screen.rows)
        yield pressed(KEY_B if 2 * ahead <= len(screen.rows) else KEY_A)
    yield pressed(KEY_C)


def set_options(app, wanted):
    """Set a game's options; one may rule out others."""
    must(app, "GameOptionsScreen")
    screen = app.top
    while True:
        wrong = [one.name for one in screen.options if screen.values[one.name] != wanted[one.name]]
        if not wrong:
            break
        while screen.options[screen.cursor].name != wrong[0]:
            yield pressed(KEY_A)
        yield pressed(KEY_B)
        if front(app) == "NumberScreen":
            yield from number(app, wanted[wrong[0]])
    yield pressed(KEY_C)


# -- what is looked at -----------------------------------------------------------------------------


def sum_of(game):
    """A checksum of a game: of its setup and all events that were not taken back."""
    told = crc32(to_json(game.setup()).encode())
    for name, value in game.events:
        told = crc32(to_json(game.join(name, value)).encode(), told)
    return told


def sum_on_flash(app, number):
    """The same of a game on the flash, line by line."""
    files = Game(app.world.storage, number)
    sums = array("I")  # up to each line
    for value in files.values():
        if value == {"undo": True}:
            sums = sums[:-1]
        else:
            sums.append(crc32(to_json(value).encode(), sums[-1] if sums else 0))
    assert sums and False in files.flaws, number
    return sums[-1]


def look(app, where, game):
    """Let MicroPython tell of its heap; the host reads it."""
    if where == "home":
        forget_what_is_at_hand()
    scrub(SCRUBBED_calls)
    gc.collect()
    print(to_json({"look": where, "of": game, "failed": app.journal.failed}))
    micropython.mem_info()


def main():
    random.seed(SEED)
    desk = rig.use(rig.Rig())
    desk.sounds = Still()
    desk.adc = [FULL_mV_read] * len(desk.adc)
    scene.settings(FOLDER + "/flash")
    seeded()
    small_flash(ROOM_bytes)
    blind_glass(desk)
    intern_names()
    kibitz.app.App = Spy
    collector = loop.gc = kibitz.games.gc = Collector()
    loop.fill_holes = lambda _: True
    hands = Hands(desk, collector)
    try:
        scene.play(desk)
    except BaseException:
        print("seed", SEED, "press", hands.counts["presses"], front(Spy.latest), "in front")
        raise
    counts = hands.counts
    counts.update({"asleep": desk.slept_us * 100 // desk.now_us, "refused": Flash.refused})
    counts["hours"] = desk.now_us // 3_600_000_000
    print(to_json({"counts": counts}))


if __name__ == "__main__":
    GAME, FOLDER = sys.argv[1], sys.argv[4]
    GAMES, SEED, ROOM_bytes = int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[5])
    main()
