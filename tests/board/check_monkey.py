"""A monkey at the keys of the whole program: loop.py, the real app and driver, the Pico's
heap. Somebody plays along so that games are finished; the monkey does what it likes.

    check_monkey.py GAME PRESSES SEED FOLDER

FOLDER/flash is the device's flash. What it should hold is written, event by event as the rules
accept them, to FOLDER/log; games that are deleted are kept in FOLDER/removed. Prints what was
counted. If something is wrong it says the seed and the last keys, and ends with an error.
"""

import os
import random
import sys

import panels

import config
import kibitz.app
import kibitz.table
import loop
import scene
from evening import evening, front
from kibitz.keys import KEY_A, KEY_B, KEY_C, KEY_M, KEYS
from kibitz.paint import NO_LABELS
from kibitz.saves import to_json
from kibitz.words import CODES, language, say
from memory import forget_what_is_at_hand, intern_names, least_used
from person import WAYS, HOLD_ms, LONG_RUN_ms, Person, RUN_ms, chance

LETTERS = {KEY_A: "a", KEY_B: "b", KEY_C: "c", KEY_M: "m"}
LAST_KEYS = 50
MINUTE_ms = 60_000
DAY_ms = 24 * 60 * MINUTE_ms

# Of a hundred presses so many are the monkey's, for a while each; the others are the person's.
SHARES = (5, 15, 30, 60, 100)
WHILE_presses = 400
BEFORE_THE_CUT_presses = 150  # after the second evening
# What happens beside the keys, once in so many presses.
FAULT_presses = 40
BATTERY_presses = 700
USB_presses = 900
LONG_lines = 800  # a longer game may be more than the device can show, beside the one on the table
LOOKS = 9  # at the memory, of which the least counts
# When an evening has ended, so long nothing happens before the memory is looked at.
STILL_ms = 5_000
# A display that is back is lit again after so long at most: see check_faults.py. In the dark it is
# looked for more seldom.
BACK_ms = 600
BACK_IN_THE_DARK_ms = 5_600
GLITCH_ms = 2_100
REDRAWN = 15  # one of so many pictures is drawn anew, to be compared

ADC = 3
VBUS = 24
FULL_mV, LOW_mV = 4_500, 3_100
DIODE_mV = config.DIODE_mV


class Panel(panels.Ssd1306):
    """A panel whose picture is quickly read as long as it hangs as it should."""

    def seen(self):
        """As `picture`, which does not take all registers for granted."""
        upright = self.remap and self.com_reverse and not self.start_line and not self.offset
        plain = not self.inverse and not self.all_on and self.multiplex == 63
        if not (upright and plain and self.on and self.pump and self.com_pins == 0x12):
            return self.picture()
        rows = []
        for at in range(0, len(self.memory), self.columns):
            rows.append(bytes(reversed(self.memory[at : at + self.columns])))
        return b"".join(rows)


class Log:
    """What the flash should hold: a line for every game, event and state, as the rules have it."""

    def __init__(self):
        self.file = open(FOLDER + "/log", "w")
        self.events = 0

    def write(self, journal, what: str, value) -> None:
        self.file.write(to_json({"file": journal.name, what: value}) + "\n")


class Spy(kibitz.app.App):
    """The real app, found again. latest: the one that runs."""

    latest = None

    def __init__(self, world):
        super().__init__(world)
        Spy.latest = self

    put_aways = 0

    def put_away(self):
        Spy.put_aways += 1
        the_log.write(self.journal, "state", self.table.game.state())
        super().put_away()


def watch_the_rules():
    """Every event that a table of the device accepts is written to the log."""
    plain_begin, table = kibitz.table.begin, kibitz.table.Table
    plain_act, plain_undo = table.act, table.undo

    def begin(game, journal):
        the_log.write(journal, "setup", game.setup())
        return plain_begin(game, journal)

    def act(self, name, value=True):
        plain_act(self, name, value)
        the_log.events += 1
        the_log.write(self.journal, "event", self.game.join(name, value))

    def undo(self):
        plain_undo(self)
        the_log.events += 1
        the_log.write(self.journal, "event", {"undo": True})

    kibitz.table.begin, table.act, table.undo = begin, act, undo


def seeded():
    """Chance and files as a seed has them: the same on every run."""
    import chance as ring
    import storage

    def urandom(size):
        return bytes([random.getrandbits(8) for _ in range(size)])

    def keep(self, name):
        if name not in self.names():
            return
        with self._guard:
            os.rename(self._path(name), FOLDER + "/removed/" + name)

    # Its name in a string: in a class of ours it might become a shorter one (shorten.py).
    ring.os = type("Seeded", (), {"urandom": staticmethod(urandom)})
    storage.FlashStorage.remove = keep


class Nobody:
    """A display that is not looked at."""

    def show(self, canvas):
        pass


class Still:
    """Counts what cannot be kept in a list: it would grow."""

    def __init__(self):
        self.count = 0

    def append(self, _):
        self.count += 1


class Glass:
    """Pulls the display out and puts it back, and looks at what is seen whenever the board rests.

    compared: how many pictures were. redrawn: of these, how many were drawn anew. pulled, glitches:
    how often the display came loose, or lost its power for a moment.
    """

    def __init__(self, desk, panel):
        self.desk = desk
        self.panel = panel
        self.compared = self.redrawn = self.pulled = self.glitches = 0
        self.whole_from_ms = BACK_ms
        self._canvas = bytearray(len(panel.memory))
        self._transactions = -1

    def now_ms(self):
        return self.desk.now_us // 1000

    def fault(self):
        """The display comes loose for a while, or loses its power for a moment."""
        if not self.panel.present:
            return
        if chance(30):
            self.panel.glitch()
            self.glitches += 1
            self.whole_from_ms = self.now_ms() + GLITCH_ms
        else:
            self.panel.unplug()
            self.pulled += 1
            self.desk.after(random.randrange(1, 20_000), self.put_back)

    def put_back(self):
        self.panel.plug()
        back_ms = BACK_IN_THE_DARK_ms if Spy.latest.world.display.lost else GLITCH_ms
        self.whole_from_ms = self.now_ms() + back_ms

    def look(self):
        app, panel = Spy.latest, self.panel
        if app is None or not panel.present or self.now_ms() < self.whole_from_ms:
            return
        canvas = app.canvas.buffer
        if panel.transactions == self._transactions and canvas == self._canvas:
            return
        self._transactions = panel.transactions
        self._canvas[:] = canvas
        if app.world.display.dark:
            assert panel.picture() is None, "it is not dark"
            return
        self.compared += 1
        assert panel.seen() == canvas, "the glass shows something else than the canvas"
        # While the flash keeps the keys waiting, the picture of what a key did is still to come.
        if not self.compared % REDRAWN and not app.top.dirty:
            self.redraw(app)

    def redraw(self, app):
        """What is shown is what the screen in front would draw now."""
        assert self.panel.picture() == app.canvas.buffer
        display, shown = app.world.display, bytes(app.canvas.buffer)
        app.world.display = Nobody()
        app._drawn, app._labels = None, NO_LABELS  # all of it, not only what has changed
        app._draw()
        app.world.display = display
        self.redrawn += 1
        assert app.canvas.buffer == shown, "the picture is out of date"


class Memory:
    """What the heap holds when an evening has ended.

    at_ends: (file, its lines, bytes as they are, bytes without what is kept only to be at hand) of
    each.
    """

    def __init__(self):
        self.at_ends = []

    def look(self):
        used = least_used(LOOKS)
        forget_what_is_at_hand()
        app = Spy.latest
        lines = 1 + len(app.table.game.events)
        self.at_ends.append((app.journal.name, lines, used, least_used(LOOKS)))


class Hands:
    """The fingers of the person and of the monkey, until all presses are through.

    presses: made so far. counts: what came of them.
    """

    def __init__(self, desk, glass):
        self.desk = desk
        self.glass = glass
        self.person = Person(GAME)
        self.presses = 0
        self.counts = dict.fromkeys(("finished", "of other games", "lit", "long", "too long"), 0)
        # In tables that do not grow: the memory is to be compared.
        self.screens = dict.fromkeys(WAYS, 0)
        self.languages = dict.fromkeys(CODES, 0)
        self._stages = self._all_stages()
        self._script = None  # presses that are settled beforehand
        self._left = 0  # presses by chance
        self._share = 0  # of the monkey, in a hundred
        self._last = bytearray(LAST_KEYS)
        self._free_ms = dict.fromkeys(KEYS, 0)
        self._too_long = 0  # the number of a game that is larger than the memory
        self._was = None  # what was in front when a press lit the dark glass
        desk.at(1_000_000, self.go_on)

    def _all_stages(self):
        """What there is to do: presses from a generator, so many by chance, or None, to pause."""
        yield evening(Spy.latest, GAME)
        first = self.presses
        yield None
        random.seed(SEED)
        yield max(1, PRESSES - 2 * first - BEFORE_THE_CUT_presses)
        yield evening(Spy.latest, GAME)
        yield None
        yield BEFORE_THE_CUT_presses

    def go_on(self):
        """The moment for the next press."""
        app = Spy.latest
        if app is None:  # still loading
            self.desk.after(100, self.go_on)
            return
        self._look_at(app)
        press = None
        if self._script is not None:
            press = next(self._script, None)
        elif self._left:
            self._left -= 1
            self._by_chance(app)
            return
        if press is None:
            self._next_stage()
            return
        key, down_ms = press
        self._press(key, down_ms)
        self._later(down_ms + random.randrange(60, 200))

    def _next_stage(self):
        self._script, self._left = None, 0
        stage = next(self._stages, None)
        if stage is None:
            self.desk.after(STILL_ms, scene.power_off)
            self._later(2 * STILL_ms)
            return
        if type(stage) is int:
            self._left = stage
        else:
            self._script = stage
        self._later(100)

    def _later(self, ms):
        self.desk.after(ms, self.go_on)

    # -- what is seen on the way ------------------------------------------------------------------

    def _look_at(self, app):
        """Nothing may be wrong, and a press that lit the glass may have done nothing else."""
        screen, table = app.top, app.table
        self.screens[front(app)] += 1
        self.languages[language()] += 1
        if front(app) == "MessageScreen":
            assert screen.text != say("save.failed"), screen.text
        if front(app) == "FinishedGameScreen":
            assert screen.whole, "a game cannot be read"
            if screen.is_read and not screen.game and screen.number != self._too_long:
                self._too_long = screen.number
                lines = sum([1 for _ in app.journal.files(screen.number).lines()])
                assert lines > LONG_lines, f"{lines} lines are too many"
                self.counts["too long"] += 1
        if self._was is not None:
            was, self._was = self._was, None
            self.counts["lit"] += 1
            same = was == (screen, table, len(table.actors) if table else 0)
            assert same or front(app) == "MessageScreen", "the press that lit the glass acted"
        if table and table.game.over and not hasattr(table, "counted"):
            table.counted = True
            self.counts["finished" if table.game.name == GAME else "of other games"] += 1

    # -- presses ----------------------------------------------------------------------------------

    def _press(self, key, down_ms, after_ms=0):
        """A key goes down, and up again; both with a chatter. Milliseconds until it is up."""
        self.presses += 1
        letter = LETTERS[key] if down_ms < HOLD_ms else LETTERS[key].upper()
        self._last[self.presses % LAST_KEYS] = ord(letter)
        at_ms = max(self.glass.now_ms() + after_ms, self._free_ms[key])
        self._free_ms[key] = at_ms + down_ms + 45
        self.desk.press(key_pin(key), at_ms, down_ms, chatter())
        return at_ms + down_ms - self.glass.now_ms()

    def last_keys(self):
        """The last presses, oldest first: small letters are short, capitals held."""
        start = (self.presses + 1) % LAST_KEYS
        return str(self._last[start:] + self._last[:start], "utf-8").replace("\0", "")

    def _by_chance(self, app):
        """A press of the person, or one of the monkey, and what happens beside it."""
        if not self._left % WHILE_presses:
            self._share = random.choice(SHARES)
        self._beside(app)
        dark = app.world.display.dark
        if not chance(self._share):
            key, down_ms = self.person.next(app)
            ends_ms = self._press(key, down_ms)
        else:
            key = random.choice((1, 1, 1, 2, 2, 2, 4, 4, 4, 8))
            kind = random.randrange(100)
            down_ms = random.randrange(25, 200)
            if kind < 12:
                down_ms = random.choice((HOLD_ms, HOLD_ms, RUN_ms, LONG_RUN_ms))
            ends_ms = self._press(key, down_ms)
            if kind >= 88:
                self._chord(key, down_ms)
                return
            if kind >= 70:  # without a look at what came of it
                self._later(random.randrange(1, ends_ms + 30))
                return
        if dark:
            table = app.table
            self._was = (app.top, table, len(table.actors) if table else 0)
        self._later(ends_ms + self._pause_ms(dark))

    def _chord(self, first, down_ms):
        """Another key while the first is down, and perhaps longer."""
        key = random.choice([one for one in KEYS if one != first])
        after_ms = random.randrange(down_ms)
        ends_ms = self._press(key, random.randrange(25, 900), after_ms)
        self._later(max(ends_ms, down_ms) + random.randrange(60, 300))

    def _pause_ms(self, was_dark):
        """Mostly short; now and then so long that the glass dims or goes dark, or for days."""
        kind = random.randrange(20_000)
        if kind < 190:
            self.counts["long"] += 1
            if kind < 1:
                return 4 * DAY_ms
            if kind < 90:
                return random.randrange(MINUTE_ms // 3, 2 * MINUTE_ms)
            return random.randrange(4 * MINUTE_ms, 12 * MINUTE_ms)
        return random.randrange(60, 90) if was_dark else random.randrange(60, 400)

    def _beside(self, app):
        """What else may happen at any time."""
        if not random.randrange(FAULT_presses):
            self.glass.fault()
        if not random.randrange(BATTERY_presses):
            set_battery(self.desk, random.choice((FULL_mV, LOW_mV)))
        if not random.randrange(USB_presses):
            self.desk.drive(VBUS, 1)
            self.desk.after(random.randrange(200, 3_000), lambda: self.desk.drive(VBUS, 0))
        if self._left == 1:
            set_battery(self.desk, FULL_mV)


def key_pin(key):
    return scene.GPS[key]


def chatter():
    """Microseconds between the changes of a contact that closes or opens; often none."""
    if chance(35):
        return ()
    if chance(50):
        return scene.CHATTER[: 2 * random.randrange(1 + len(scene.CHATTER) // 2)]
    return tuple([random.randrange(20, 700) for _ in range(2 * random.randrange(1, 5))])


def set_battery(desk, mv):
    """The voltage at the cells, of which the pin sees a third."""
    desk.adc[ADC] = (mv - DIODE_mV) * 65535 // 9_900


def play_on(desk):
    """loop.py, up to the next pause. After one it goes on with the board and app it had.

    In a pause the loop is left, and with it what its calls have left on the interpreter's stack:
    what that points to would count as memory in use.
    """
    if Spy.latest is not None:
        loop.Board = lambda config: Spy.latest.world
        kibitz.app.App = lambda world: Spy.latest
    scene.play(desk)
    desk.enable_irq(True)  # it was asleep


def restarted(desk, board_class):
    """Power comes back after a cut: the game stands as it did."""
    app = Spy.latest
    before = to_json(app.table.game.state()) if app.table else ""
    if app.table:
        the_log.write(app.journal, "state", app.table.game.state())
    loop.Board, kibitz.app.App = board_class, Spy
    Spy.latest = None
    scene.play(desk, desk.now_us // 1000 + STILL_ms)
    app = Spy.latest
    after = to_json(app.table.game.state()) if app.table else ""
    assert before == after, (before, after)


def run(desk, hands, memory):
    """Everything there is to do."""
    board_class = loop.Board
    for _ in range(2):
        play_on(desk)
        memory.look()
    play_on(desk)
    restarted(desk, board_class)


def main():
    random.seed(SEED)
    panel = Panel(seed=9)
    desk = scene.desk_with(panel)
    desk.sounds = Still()
    set_battery(desk, FULL_mV)
    scene.settings(FOLDER + "/flash")
    kibitz.app.App = Spy
    watch_the_rules()
    seeded()
    intern_names()
    glass, memory = Glass(desk, panel), Memory()
    hands = Hands(desk, glass)
    desk.on_rest = glass.look
    try:
        run(desk, hands, memory)
    except BaseException:
        print(f"seed {SEED}, press {hands.presses}, {front(Spy.latest)} in front")
        print("the last keys:", hands.last_keys())
        raise
    counts = hands.counts
    counts["put away"] = Spy.put_aways
    counts.update(
        game=GAME,
        seed=SEED,
        presses=hands.presses,
        events=the_log.events,
        compared=glass.compared,
        redrawn=glass.redrawn,
        pulled=glass.pulled,
        glitches=glass.glitches,
        hours=desk.now_us // 3_600_000_000,
        asleep=desk.slept_us * 100 // desk.now_us,
        sounds=desk.sounds.count,
        screens=hands.screens,
        languages=hands.languages,
        heap=memory.at_ends,
    )
    print(to_json(counts))


if __name__ == "__main__":
    GAME, PRESSES, SEED, FOLDER = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
    the_log = Log()
    main()
