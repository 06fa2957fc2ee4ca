"""A monkey at the keys: whatever is pressed, held, bounced or switched off, nothing breaks.

After every event the journal on the flash tells the game on the table, and the picture on the glass
is the one that the screen would draw now.
"""

import io
import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app_driver import Driver, Monkey, check
from kibitz.app import App

PRESSES = 12_000  # for each seed
CHECK_EVERY = 400


@pytest.mark.parametrize("seed", range(4))
def test_a_monkey_at_the_keys(seed):
    monkey = Monkey(seed)
    device = Driver()
    for count in range(PRESSES):
        monkey.act(device)
        if count % CHECK_EVERY == 0:
            check(device)
            if monkey.chance.random() < 0.3:
                device = device.restart(held=monkey.chance.choice(["", "", "c", "am"]))
    assert len(monkey.screens) > 12, monkey.screens


def test_the_journal_is_right_after_every_single_press():
    monkey = Monkey(99, weights="aabbcccm", holds=0.01)
    device = Driver()
    device.start("meksiko-club", ("Ana", "Bora", "Ceca", "Dana"), four=True)
    for _ in range(1500):
        if device.screen == "HomeScreen":
            device.press("c")
        monkey.act(device)
        events = device.game.events if device.game else []
        told = []
        for event in device.events():
            if event == {"undo": True}:
                told.pop()
            else:
                told.append(event)
        written = [device.game.join(name, value) for name, value in events]
        assert told == json.loads(json.dumps(written))


def test_a_monkey_on_a_failing_flash():
    chance = random.Random(7)
    monkey = Monkey(7, weights="aabbcccm", holds=0.01)
    device = Driver()
    device.start()
    storage = device.world.storage
    for count in range(3000):
        storage.fail = chance.random() < 0.2
        storage.torn = chance.randrange(0, 12)
        monkey.act(device)
        if count % 200 == 199:
            storage.fail = False
            device.press("b")  # the next tick makes good what could not be written
            check(device)
            device = device.restart()
            storage = device.world.storage


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(st.integers(0, 15), st.integers(0, 1200)),
        max_size=120,
    )
)
def test_any_levels_at_any_time(changes):
    """Raw contacts, no presses: levels that change whenever they like."""
    device = Driver()
    device.start()
    for mask, wait_ms in changes:
        device.tick([(device.now_ms, mask)])
        device.wait(wait_ms)
    device.tick([(device.now_ms, 0)])
    device.wait(100)
    check(device)


@settings(max_examples=150, deadline=None)
@given(
    st.dictionaries(
        st.sampled_from(["game-0001.jsonl", "game-0002.jsonl", "settings-0001.json", "x"]),
        st.text(alphabet='{}[]":,.\n eudotrickbpas0123456789é\x00', max_size=60),
    )
)
def test_any_files_on_the_flash(files):
    """Whatever was written there: the device starts, says so, and can be played."""
    device = Driver()
    device.world.storage.files.update(files)
    device = device.restart()
    while device.screen == "MessageScreen":
        device.press("c")
    assert device.screen == "HomeScreen"
    for name, text in files.items():
        assert device.world.storage.files[name].startswith(text)
    device.start()
    device.type("caa")
    check(device)


def test_the_app_needs_nothing_from_its_world_but_what_it_says():
    """A world with exactly the calls that kibitz.app names."""

    class Display:
        def show(self, canvas):
            assert len(canvas.buffer) == 1024

        def brightness(self, level):
            assert level in (0, 1, 2)

    class Buzzer:
        def play(self, sound):
            assert sound in (0, 1, 2)

    class Battery:
        def read_mv(self):
            return 4500

    class Storage:
        def __init__(self):
            self.files = {}

        def read(self, name):
            return self.files.get(name)

        def append(self, name, text):
            self.files[name] = self.files.get(name, "") + text

        def write(self, name, text):
            self.files[name] = text

        def open(self, name):
            return io.BytesIO(self.files[name].encode()) if name in self.files else None

        def size(self, name):
            return len(self.files.get(name, "").encode())

        def names(self):
            return list(self.files)

    class World:
        display, storage, buzzer, battery = Display(), Storage(), Buzzer(), Battery()

        def alive(self):
            pass

    app = App(World())
    assert app.tick(0) > 1000
    app.settings.change("sound", "on")
    for count, mask in enumerate((4, 0) * 9):  # the language first, since its flash is empty
        app.tick(1000 + 100 * count, [(1000 + 100 * count, mask)])
    assert app.table.game.bid == 5
