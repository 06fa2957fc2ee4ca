"""A device for tests: the app, its world in memory, and fingers that press its keys.

    device = Driver()
    device.type("ccc")        # press C three times; a b c m are presses, A B C M are holds
    device.hold("M")
    device.journal()          # the running game's transcript, as the flash has it
    device = device.restart() # the power goes; what was saved is still there

Time stands still between keys, so an evening takes as long as the app's own work. The clock starts
just before MicroPython's tick counter wraps.
"""

import json
import random

from host_sim.device import MemoryStorage
from kibitz import world
from kibitz.app import App
from kibitz.games import GAMES
from kibitz.journal import Journal
from kibitz.keys import KEY_A, KEY_B, KEY_C, KEY_M, BLIND_ms, HOLD_ms
from kibitz.words import say
from rules_core.transcript import Replayer

KEY = {"a": KEY_A, "b": KEY_B, "c": KEY_C, "m": KEY_M}
TICKS_PERIOD_ms = 1 << 30
BEFORE_WRAP_ms = 2_000
# The flash of a device that has been switched on before: it does not ask for the language any more.
SPOKEN = {"settings-0001.json": '{"values": {"language": "en"}}\n'}
PRESS_ms = 60
PAUSE_ms = 60
LONG_ms = HOLD_ms + 50


class FakeDisplay(world.Display):
    """Keeps the last picture. shown: how many there were. levels: how bright it was made to be."""

    def __init__(self):
        self.frame = b""
        self.shown = 0
        self.levels = []

    def show(self, canvas):
        self.frame = bytes(canvas.buffer)
        self.shown += 1

    def brightness(self, level):
        self.levels.append(level)


class FakeBuzzer(world.Buzzer):
    """Remembers what it was asked for."""

    def __init__(self):
        self.sounds = []

    def play(self, sound):
        self.sounds.append(sound)


class FakeBattery(world.Battery):
    """mv: what there is to measure. readings: how often that was done."""

    def __init__(self):
        self.mv = None
        self.readings = 0

    def read_mv(self):
        self.readings += 1
        return self.mv


class FakeRandom:
    """Repeatable chance."""

    def __init__(self, seed=0):
        self._random = random.Random(seed)

    def below(self, n):
        return self._random.randrange(n)


class FakeStorage(MemoryStorage):
    """Files in memory. `fail` makes every write end in an OSError after `torn` characters.

    A file may also be an exception, which comes up when it is read.
    """

    def __init__(self, files=None):
        super().__init__(SPOKEN if files is None else files)
        self.writes = 0
        self.fail = False
        self.torn = 0

    def read(self, name):
        self._raise(name)
        return super().read(name)

    def open(self, name):
        self._raise(name)
        return super().open(name)

    def size(self, name):
        return 1 if isinstance(self.files.get(name), Exception) else super().size(name)

    def _raise(self, name):
        if isinstance(self.files.get(name), Exception):
            raise self.files[name]

    def append(self, name, text):
        if self.fail and self.torn:
            super().append(name, text[: self.torn])
        self._write()
        super().append(name, text)

    def write(self, name, text):
        self._write()
        super().write(name, text)

    def rename(self, name, new_name):
        self._write()
        super().rename(name, new_name)

    def _write(self):
        if self.fail:
            raise OSError(28, "no space left")
        self.writes += 1


class FakeWorld(world.World):
    """What the app is handed."""

    def __init__(self, storage=None, seed=0):
        storage = storage or FakeStorage()
        super().__init__(FakeDisplay(), FakeRandom(seed), storage, FakeBuzzer(), FakeBattery())


class Driver:
    """The app on a device without a body. app, world: as they are. presses: made so far."""

    def __init__(self, storage=None, held="", start_ms=TICKS_PERIOD_ms - BEFORE_WRAP_ms):
        self.world = FakeWorld(storage)
        self.app = App(self.world)
        self.now_ms = start_ms
        self.down = 0
        self.presses = 0
        self.asleep_ms = None
        for letter in held:
            self.down |= KEY[letter]
        self.tick([(self.now_ms, self.down)])

    # -- time and keys ----------------------------------------------------------------------------

    def tick(self, readings=()):
        """One tick now."""
        self.asleep_ms = self.app.tick(self.now_ms, readings)

    def wait(self, wait_ms):
        """Let time pass, with a tick whenever the app has asked for one."""
        while self.asleep_ms is not None and self.asleep_ms <= wait_ms:
            step_ms = max(1, self.asleep_ms)
            wait_ms -= step_ms
            self._pass(step_ms)
            self.tick()
        self._pass(wait_ms)
        if self.asleep_ms is not None:
            self.asleep_ms -= wait_ms

    def _pass(self, ms):
        self.now_ms = (self.now_ms + ms) % TICKS_PERIOD_ms

    def level(self, letter, down):
        """A key's contact opens or closes."""
        mask = KEY[letter.lower()]
        self.down = self.down | mask if down else self.down & ~mask
        self.tick([(self.now_ms, self.down)])

    def press(self, letter, down_ms=PRESS_ms):
        """Press a key, and let it go."""
        self.presses += 1
        self.level(letter, True)
        self.wait(down_ms)
        self.level(letter, False)
        self.wait(PAUSE_ms)

    def hold(self, letter, down_ms=LONG_ms):
        """Hold a key until just after that counts."""
        self.press(letter, down_ms)

    def type(self, keys):
        """Press keys one after the other: small letters are presses, capitals holds."""
        for letter in keys:
            if letter.islower():
                self.press(letter)
            elif letter.isupper():
                self.hold(letter)
        assert BLIND_ms < PRESS_ms, "a press must be longer than the keys' blind time"

    def restart(self, held=""):
        """The same device after a power cut."""
        return Driver(self.world.storage, held)

    # -- what came of it --------------------------------------------------------------------------

    def glass(self):
        """The canvas that was shown last."""
        return self.app.canvas

    @property
    def screen(self):
        """The class name of the screen in front."""
        return type(self.app.top).__name__

    @property
    def game(self):
        """The running game of the rules core, or None."""
        return self.app.table.game if self.app.table else None

    def journal(self):
        """The lines of the running game as they are on the flash."""
        saved = Journal(self.world.storage)
        assert saved.name == self.app.journal.name
        return [line.decode() for line in saved.game.lines()]

    def events(self):
        """The journal's lines after the setup line, parsed."""
        return [json.loads(line) for line in self.journal()[1:]]

    # -- ways through the app ---------------------------------------------------------------------

    def start(self, rules="meksiko", names=("Ana", "Bora", "Ceca"), dealer=0, **options):
        """Set a game up by keys alone, from the first screen to the first bid."""
        for name in names:
            self.app.settings.learn(name)
        self.app.settings.names = list(names)
        self.app.settings.options[rules] = options
        self.mark(say("home.new"))
        self.press("c")
        if self.screen == "ConfirmScreen":
            self.press("c")
        self.to_row(GAMES.index(rules))
        self.type("cc")
        for _ in names:
            self.press("c")
        if self.screen == "PlayerScreen":  # more could play
            self.to_row(len(self.app.top.rows) - 1)
            self.press("c")
        if not self.screen.startswith("Dealer"):
            return
        if len(names) == 3:
            self.press("abc"[dealer])
        else:
            self.to_row(dealer)
            self.press("c")

    def mark(self, text):
        """Move down a list to the row with this text."""
        rows = [left for left, _ in self.app.top.rows]
        self.to_row(rows.index(text))

    def to_row(self, index):
        """Move to a row of a list by the shorter way."""
        while self.app.top.cursor != index:
            self.press("b" if self.app.top.cursor < index else "a")

    def enter(self, name, value):
        """Enter an event with the fewest presses that the screens allow."""
        for letter in self.keys_for(name, value):
            self.press(letter)

    def keys_for(self, name, value):
        """The keys that enter an event from the screen in front."""
        if self.screen == "ResultScreen":
            self.press("c")
        if name == "bid":
            return self._bid_keys(value)
        if name == "trump":
            return {"spades": "a", "hearts": "b", "diamonds": "ca", "clubs": "cb"}[value]
        if name == "trick":
            return "abc"[self.game.seats_at_play.index(value)]
        raise ValueError(name)

    def _bid_keys(self, bid):
        if bid == "pass":
            return "a"
        proposals = [one for one in self.game.bids() if one != "pass"]
        return "b" * proposals.index(bid) + "c"

    def open_count(self):
        """From the tricks to their final count."""
        if self.app.settings.values["tricks"] != "count":
            self.hold("M")
            self.mark(say("menu.count"))
        self.press("c")

    def enter_count(self, tricks):
        """Enter the final count of a hand for every seat."""
        game = self.game
        if self.screen != "CountScreen":
            self.open_count()
        others = [seat for seat in game.seats_at_play if seat != game.declarer]
        for seat in [game.declarer, others[0]]:
            if self.screen != "CountScreen":
                return
            screen = self.app.top
            distance = tricks[seat] - screen.counts[screen.stage]
            for _ in range(abs(distance)):
                self.press("b" if distance > 0 else "a")
            self.press("c")


# -- a monkey at the keys --------------------------------------------------------------------------


class Monkey:
    """Presses keys by chance, some more often than others so that it gets somewhere.

    weights: the keys, each as often as it stands there. holds: the share of presses that are held.
    screens: the names of those that were seen.
    """

    def __init__(self, seed, weights="aaaabbbbccccccm", holds=0.03):
        self.chance = random.Random(seed)
        self.weights = weights
        self.holds = holds
        self.screens = set()

    def act(self, device):
        chance = self.chance
        letter = chance.choice(self.weights)
        if chance.random() < self.holds:
            device.hold(letter, chance.choice((650, 650, 800, 2500, 7000)))
        elif chance.random() < 0.05:
            self.bounce(device, letter)
        elif chance.random() < 0.05:
            self.chord(device, letter)
        else:
            device.press(letter)
        self.screens.add(device.screen)

    def bounce(self, device, letter):
        """The contact closes and opens several times within a few milliseconds, all in one tick."""
        readings, mask, now = [], 0, device.now_ms
        for _ in range(self.chance.randrange(1, 6)):
            mask ^= KEY[letter]
            readings.append((now, mask))
            now = (now + self.chance.randrange(1, 5)) % (1 << 30)
        readings.append((now, 0))
        device.now_ms = now
        device.tick(readings)
        device.wait(60)

    def chord(self, device, letter):
        """Another key goes down before the first comes up."""
        other = self.chance.choice("abcm")
        device.level(letter, True)
        device.wait(self.chance.randrange(0, 900))
        device.level(other, True)
        device.wait(self.chance.randrange(0, 900))
        device.level(letter, False)
        device.level(other, False)
        device.wait(60)


def check(device):
    """The journal tells the game, and the glass shows the screen."""
    lines = device.journal()
    assert (device.game is None) == (not lines)
    if lines:
        replayer = Replayer()
        for line in lines:
            assert replayer.answer(json.loads(line))["ok"], line
        assert replayer.game.events == device.game.events
        assert replayer.game.state() == device.game.state()
        assert len(device.app.table.actors) == len(device.game.events)
    shown = device.world.display.frame
    device.app.top.changed()
    device.tick()
    assert device.world.display.frame == shown
