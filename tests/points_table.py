"""What the tests of the games with points share: people at a device, and looks at its glass."""

import json
import subprocess
import sys

from app_driver import Driver, FakeStorage, Monkey, check
from host_sim.people import OPERATORS
from kibitz.canvas import (
    HEADER_HEIGHT_PX,
    HEIGHT_PX,
    LABELS_Y_PX,
    PARTING_Y_PX,
    THREE_COLUMNS,
    WIDTH_PX,
    WORK_HEIGHT_PX,
    WORK_Y_PX,
)
from kibitz.font import ELLIPSIS
from kibitz.fonts import SMALL
from kibitz.keys import KEY_A, KEY_B, KEY_C, KEY_M, HOLD_ms
from kibitz.words import say
from rules_core.transcript import Replayer
from support import ROOT, MICROPYTHON_TIMEOUT_s, micropython

LETTERS = {KEY_A: "a", KEY_B: "b", KEY_C: "c", KEY_M: "m"}
NAMES = (
    "Jürgen",
    "Käthe",
    "Uwe",
    "Đorđe",
    "Żaneta",
    "Bo",
    "Marek",
    "Łukasz",
    "Ceca",
    "Dana",
    "Ema",
    "Fedor",
)
SHORT = ("Ana", "Bora", "Uwe", "Dana", "Ema", "Ida", "Leo", "Max", "Ola", "Pia", "Tea", "Žan")
WIDE = tuple("WWWWWWWWWWW" + letter for letter in "ABCDEFGHIJKL")
FIGURE_px = 14  # what is read from all seats is at least so tall
FIRST = "game-0001.jsonl"


class Fingers:
    """Presses the keys of a Driver for an Operator. pressed: (mask, milliseconds) of each."""

    def __init__(self, driver):
        self.device = driver
        self.pressed = []

    @property
    def presses(self):
        return len(self.pressed)

    def press(self, step):
        for _ in range(step.times):
            self.pressed.append((step.key, step.down_ms))
            self.device.press(LETTERS[step.key], step.down_ms)


def operator(driver, game):
    """Somebody at the keys of a driver."""
    return OPERATORS[game](Fingers(driver))


def power_on(setup, **settings):
    """A device out of the box on which a game is set up by keys alone; the one who has done it."""
    driver = Driver()
    driver.app.settings.values.update(settings)
    for name in setup["players"]:
        driver.app.settings.learn(name)
    somebody = operator(driver, setup["game"])
    somebody.new_game(setup)
    return somebody


def saved(setup, *events, **settings):
    """A device that finds this game on its flash, resumed."""
    lines = [json.dumps(line) + "\n" for line in (setup, *events)]
    driver = Driver(FakeStorage({FIRST: "".join(lines)}))
    driver.app.settings.values.update(settings)
    somebody = operator(driver, setup["game"])
    somebody.choose(0)
    return somebody


def typed_by(somebody):
    """All keys pressed by now, as tests/micropython/type_keys.py takes them."""
    keys = ""
    for mask, down_ms in somebody.player.pressed:
        letter = LETTERS[mask]
        keys += letter if down_ms < HOLD_ms else letter.upper()
    return keys


def on_both(setup, keys, folder):
    """What comes of the keys on MicroPython and here: the pictures' sums and the transcript."""
    files = [folder / "game.jsonl", folder / "keys.txt"]
    files[0].write_text(json.dumps(setup) + "\n")
    files[1].write_text(keys)
    there = micropython("type_keys.py", *files).splitlines()[:-1]
    run = subprocess.run(
        [sys.executable, ROOT / "tests" / "micropython" / "type_keys.py", *files],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        timeout=MICROPYTHON_TIMEOUT_s,
    )
    assert run.returncode == 0, run.stderr
    return there, run.stdout.splitlines()[:-1]


def monkey_plays(somebody, seed, presses, weights="aaabbbbccccm"):
    """A monkey on a running game: after every few presses the journal tells the game on the table.

    Returns the names of the screens that were seen.
    """
    monkey = Monkey(seed, weights, holds=0.06)
    driver = driver_of(somebody)
    for number in range(presses):
        if driver.screen == "HomeScreen":
            driver.press("c")  # on with the game, or with a new one
        else:
            monkey.act(driver)
        if number % 50 == 0:
            check(driver)
            if monkey.chance.random() < 0.1:
                driver = driver.restart()
                somebody.player.device = driver
    check(driver)
    return monkey.screens


def driver_of(somebody):
    return somebody.player.device


def replayed(somebody):
    """The state to which the saved transcript leads; every line of it must be accepted."""
    replayer = Replayer()
    for line in driver_of(somebody).journal():
        answer = replayer.answer(json.loads(line))
        assert answer["ok"], (line, answer)
    return answer["state"]


def lines_of(somebody):
    """The transcript's lines after the setup line, parsed."""
    return driver_of(somebody).events()


# -- the glass -------------------------------------------------------------------------------------


def redraw(somebody, texts):
    """Draw the screen in front, and return its texts."""
    texts.clear()
    driver = driver_of(somebody)
    driver.app.top.changed()
    driver.tick()
    return list(texts)


def assert_apart(seen):
    """Nothing leaves the glass, no two texts meet; a text above the labels keeps to its area."""
    assert seen, "nothing is on the glass"
    headed = any(one.top == 0 and one.font == "small" for one in seen)
    for place, one in enumerate(seen):
        assert one.left >= 0 and one.right <= WIDTH_PX, one
        assert one.top >= 0 and one.bottom <= HEIGHT_PX, one
        for other in seen[:place]:
            assert not one.meets(other), (one, other)
        area = [one.bottom <= PARTING_Y_PX, one.top >= LABELS_Y_PX]
        if headed and any(two.top == WORK_Y_PX for two in seen):
            area = [
                one.bottom <= HEADER_HEIGHT_PX,
                one.top >= WORK_Y_PX and one.bottom <= WORK_Y_PX + WORK_HEIGHT_PX,
                one.top >= LABELS_Y_PX,
            ]
        assert any(area), one


def assert_whole(seen, names):
    """Nothing but names is shortened, and with short names nothing at all."""
    wide = names[0] in WIDE
    for one in seen:
        if ELLIPSIS in one.text and one.text != say("player.open"):
            assert wide, one
            assert "W" in one.text or one.text.startswith(ELLIPSIS), one


def assert_labels(bring, texts):
    """Labels stand under their columns; a key with one does something, one without nothing."""
    somebody = bring()
    labels = driver_of(somebody).app.top.labels()
    seen = [one for one in redraw(somebody, texts) if one.top >= LABELS_Y_PX]
    for (x, width), label in zip(THREE_COLUMNS, labels, strict=True):
        found = [one for one in seen if one.text == label]
        assert not label or any(x <= one.left and one.right <= x + width for one in found), label
        assert SMALL.width(label) <= width - 2, label
    driver = driver_of(somebody)
    assert not any(driver.glass().pixel(x, PARTING_Y_PX) for x in range(WIDTH_PX))
    for letter, label in zip("abc", labels, strict=True):
        driver = driver_of(bring())
        driver.app.top.changed()
        driver.tick()
        before = bytes(driver.glass().buffer), driver.screen, driver.app.top
        driver.press(letter)
        after = bytes(driver.glass().buffer), driver.screen, driver.app.top
        assert (before != after) == bool(label), (letter, label)


def assert_up_to_date(bring, texts):
    """Whatever key is pressed or held: what is on the glass is what would be drawn now."""
    for letter in "abcmABCM":
        somebody = bring()
        driver = driver_of(somebody)
        driver.type(letter)
        shown = driver.world.display.frame
        redraw(somebody, texts)
        assert driver.world.display.frame == shown, letter


def tall(seen):
    """The texts that can be read across the table."""
    return [one.text for one in seen if one.bottom - one.top >= FIGURE_px]
