"""What is tried and measured on the emulated device: scenes.py RIG UF2 FOLDER SCENE [ARGUMENT …]

RIG: the emulator (its folder or its program); this runs with the Python that has its packages. UF2:
an image of MicroPython. FOLDER: what is installed on the board. SCENE: a function below, and what
it is called with. Prints what was found, as JSON; a traceback and a status other than 0 mean that
the device did something else than it has to. Where a game is played, the same app is played here
with the same keys (twin.py), and after every press the glass has to show what it shows here.
"""

import json
import sys
from pathlib import Path
from typing import Any

from emulated import HERE, PRESS, SAVES, Meter, Pico, read
from evening import evening, front, to_home, to_row
from kibitz.game_screens import GameScreen
from kibitz.games import GAMES
from kibitz.keys import KEY_A, KEY_B, KEY_C, KEY_M
from person import Person, pressed
from twin import FOLLOWS, Twin

TOUCH_ms = 60
REPEATS_ms = 740  # a key that is down longer repeats
SECOND_ms = 1_000
MINUTE_ms = 60_000
VBUS = 24  # high while USB brings power
WATCHDOG_ms = 8_400  # at most, from the last sign of life to the reset
HANGS = 0xE7FE  # the instruction that jumps to itself
SRAM_END = 0x20042000


class Desk:
    """The device, and the twin that is played beside it."""

    def __init__(self, rig: str, image: str, folder: str, usb: bool = False):
        self.rig, self.image, self.files = Path(rig), Path(image), read(Path(folder))
        self.pico = Pico(self.rig, self.image, self.files, usb)
        self.twin = Twin()
        self.presses = 0

    @property
    def app(self) -> Any:
        return self.twin.app

    def press(self, key: int, down_ms: int) -> list:
        """The same press here and there; the pictures that it brought there.

        A held key repeats a little slower where drawing takes time. So the device shows how far it
        has run, and the twin runs as far.
        """
        before = front(self.app)
        if down_ms > REPEATS_ms:
            pictures: list = []
            self.pico.press(key, down_ms)
            self.twin.press(key, down_ms, self.pico.picture())
        else:
            self.twin.press(key, down_ms)
            pictures = self.pico.press(key, down_ms, tuple(self.twin.drawn))
        self.presses += 1
        self.compare(f"after {key} on {before} for {down_ms} ms, press {self.presses}")
        return pictures

    def compare(self, when: str) -> None:
        assert self.pico.picture() == self.twin.picture, (
            f"the glass shows something else {when} than {front(self.app)}:\n"
            + self.pico.oled.braille()
            + self.pico.said()
        )

    def play(self, presses: Any) -> None:
        for press in presses:
            self.press(*press)

    def begin(self, game: str = "meksiko", entries: int = 6) -> None:
        """From a new device into a game that goes on."""
        self.play(to_home(self.app))
        self.play(to_row(self.app, 0))
        self.play(to_row(self.app, GAMES.index(game)))
        while front(self.app) in ("GameOptionsScreen", "PlayerScreen"):
            self.press(*pressed(KEY_C))
        if front(self.app) == "DealerScreen":
            self.press(*pressed(KEY_A))
        person = Person(game)
        while len(self.app.table.game.events) < entries:
            self.press(*person.next(self.app))


# -- what is tried ---------------------------------------------------------------------------------


def start(desk: Desk) -> dict:
    """The first start of all; then one that finds a game, which goes on where it was."""
    fresh_ms = desk.pico.boot()
    desk.compare("at the first start")
    assert front(desk.app) == "LanguageScreen"
    desk.begin(entries=120)
    events = list(desk.app.table.game.events)
    resumed_ms = desk.pico.cycle()
    desk.twin.reboot()
    desk.compare("when a game was found")
    desk.press(KEY_C, TOUCH_ms)
    assert front(desk.app) not in ("HomeScreen", "LanguageScreen")
    assert desk.app.table.game.events == events
    return {"fresh_ms": fresh_ms, "resumed_ms": resumed_ms, "entries": len(events)}


def presses(desk: Desk, game: str, most: str = "10000") -> dict:
    """An evening with all there is to see, and every press of it measured."""
    desk.pico.boot()
    desk.pico.mark_stack()
    found = []
    kinds = set()
    for key, down_ms in evening(desk.app, game):
        before, was_in = front(desk.app), in_the_game(desk.app)
        pictures = desk.press(key, down_ms)
        kinds.add((before, key, down_ms >= 600))
        within = "in a game" if was_in and in_the_game(desk.app) else "elsewhere"
        kind, screen = FOLLOWS, front(desk.app)
        for picture in pictures:
            if picture.answers:
                kind, screen = desk.twin.drawn[picture.answers]
            elif down_ms > REPEATS_ms:
                continue  # the key was held, and each repeat draws
            else:
                kind = FOLLOWS
            about = {"from": before, "to": screen, "kind": kind, "where": within}
            found.append({**picture._asdict(), **about})
        if desk.presses >= int(most):
            break
    told: dict[str, Any] = {"presses": desk.presses, "kinds": len(kinds), "pictures": found}
    return {**told, "stack_bytes": desk.pico.stack_bytes()}


def in_the_game(app: Any) -> bool:
    """Whether the game itself is in front."""
    return app.table is not None and isinstance(app.top, GameScreen) and len(app._stack) == 2


def glass(desk: Desk) -> dict:
    """The display comes loose and is put back; so does SDA; and one start is without a display."""
    pico, oled, machine = desk.pico, desk.pico.oled, desk.pico.machine
    pico.boot()
    desk.begin()
    person = Person("meksiko")
    told = {}
    for what, away, back in (
        ("unplugged", oled.unplug, oled.plug),
        ("sda_held", lambda: machine.bus.set_stuck(True), lambda: machine.bus.set_stuck(False)),
    ):
        away()
        for _ in range(3):  # what is entered meanwhile counts
            key, down_ms = person.next(desk.app)
            desk.twin.press(key, down_ms)
            pico.press(key, down_ms, ())
        pico.run_ms(5 * SECOND_ms)
        back()
        since = pico.machine.now_ms
        while pico.picture() != desk.twin.picture:
            pico.run_ms(50)
            assert pico.machine.now_ms - since < 10 * SECOND_ms, f"{what}: {pico.said()}"
        told[f"{what}_back_after_ms"] = round(pico.machine.now_ms - since)
        desk.press(*person.next(desk.app))
    oled.unplug()
    machine.power_cycle()
    pico.run_ms(4 * SECOND_ms)
    oled.plug()
    pico.boot()
    desk.twin.reboot()
    desk.compare("when the display was plugged in after the start")
    return told


def sleep(desk: Desk) -> dict:
    """Asleep between presses: each key wakes, however it bounces; the glass dims and goes dark; on
    USB the chip stays awake."""
    pico, machine, oled = desk.pico, desk.pico.machine, desk.pico.oled
    pico.boot()
    desk.begin("counter", 2)
    meter = Meter(machine)
    pico.run_ms(20 * SECOND_ms)
    resting = meter.told()
    slowest = 0.0
    for turn in range(3):
        for key in (KEY_A, KEY_B, KEY_C, KEY_M):
            pico.run_ms(137 * (turn + 1) + key)  # in any moment of its sleep
            down_ms = 60 if key != KEY_M else 700
            desk.twin.press(key, down_ms)
            for picture in pico.press(key, down_ms, tuple(desk.twin.drawn), bounces=turn == 1):
                slowest = max(slowest, picture.ms if picture.answers == PRESS else 0)
            desk.compare(f"when {key} had woken it")
            desk.play(to_home(desk.app))
            desk.play(to_row(desk.app, 0))
    pico.run_ms(61 * SECOND_ms)
    assert oled.on and oled.contrast < 0x7F, "it does not dim"
    pico.run_ms(4 * MINUTE_ms)
    assert not oled.on, "it does not go dark"
    meter.start()
    pico.run_ms(10 * MINUTE_ms)
    dark = meter.told()
    pico.press(KEY_C, TOUCH_ms, ())  # this only lights it
    assert oled.on and oled.contrast > 0x7F
    desk.compare("when it was lit again")
    machine.mcu.gpio[VBUS].set_input_value(True)
    machine.cpu.gpio_dirty = 1
    pico.run_ms(6 * SECOND_ms)
    meter.start()
    pico.run_ms(10 * SECOND_ms)
    on_usb = meter.told()
    machine.mcu.gpio[VBUS].set_input_value(False)
    machine.cpu.gpio_dirty = 1
    pico.run_ms(SECOND_ms)
    meter.start()
    pico.run_ms(20 * SECOND_ms)
    again = meter.told()
    return {
        "resting": resting,
        "dark": dark,
        "on_usb": on_usb,
        "after_usb": again,
        "slowest_wake_ms": slowest,
    }


def watchdog(desk: Desk) -> dict:
    """The processor goes round in circles: the watchdog resets it, and the game is back."""
    pico, machine = desk.pico, desk.pico.machine
    pico.boot()
    desk.begin()
    events = list(desk.app.table.game.events)
    machine.mcu.sram[-2:] = HANGS.to_bytes(2, "little")
    machine.mcu.core.pc = SRAM_END - 2
    since, resets = machine.now_ms, machine.resets
    machine.run_ms(WATCHDOG_ms, lambda: machine.resets > resets)
    assert machine.resets == resets + 1 and machine.reset_cause == "watchdog", "it hangs for good"
    after_ms = machine.now_ms - since
    back_ms = pico.boot()
    desk.twin.reboot()
    desk.twin.press(KEY_C, TOUCH_ms)
    desk.compare("after the reset by the watchdog")
    assert desk.app.table.game.events == events
    report = pico.files()[f"{SAVES}/crash.txt"].decode()
    desk.press(*Person("meksiko").next(desk.app))
    return {"reset_after_ms": round(after_ms), "back_after_ms": back_ms, "report": report}


def check(desk: Desk) -> dict:
    """M is held while the power comes: the device checks itself, and tells it over USB, too."""
    pico, machine, oled = desk.pico, desk.pico.machine, desk.pico.oled
    machine.press("M")
    first_ms = pico.boot()
    pico.run_ms(SECOND_ms)
    machine.release("M")
    pico.rest()
    told: dict[str, Any] = {"first_ms": first_ms, "lit": [], "shown": oled.braille()}
    for key in (KEY_A, KEY_A, KEY_B, KEY_C):  # every pixel, half of them, the others, none
        pico.press(key, TOUCH_ms)
        told["lit"].append(sum(map(sum, oled.pixels())))
    pico.press(KEY_M, TOUCH_ms)
    told["back"] = oled.braille() == told["shown"]
    told["usb"] = bytes(machine.console).decode("utf-8", "replace")
    return told


def hour(desk: Desk, script: str) -> dict:
    """A script of [pause in ms, key, ms down], and what the time and the light went to. In the end
    the game has to be there as it was entered."""
    pico = desk.pico
    pico.boot()
    desk.begin(entries=0)
    meter = Meter(pico.machine)
    for pause_ms, key, down_ms in json.loads(Path(script).read_text("utf-8")):
        pico.run_ms(pause_ms)
        pico.press(key, down_ms)
        desk.twin.press(key, down_ms)
    told = meter.told()
    pico.cycle()
    desk.twin.reboot()
    desk.compare("when the game of the evening was found again")
    told["entries"] = len(desk.app.table.game.events)
    return told


def yardstick(desk: Desk) -> dict:
    """The counter of demo.py, in the place of the app."""
    files = {"main.py": (HERE / "demo.py").read_bytes(), "oled.mpy": desk.files["oled.mpy"]}
    pico = Pico(desk.rig, desk.image, files)
    first_ms = pico.boot()
    pictures = [pico.press(KEY_A, TOUCH_ms)[0] for _ in range(5)]
    worst = max(pictures, key=lambda one: one.ms)
    return {
        "micropython": pico.firmware.version,
        "first_ms": first_ms,
        "press_ms": worst.ms,
        "bus_ms": worst.bus_ms,
        "bytes": worst.sent,
    }


SCENES = {
    one.__name__: one for one in (start, presses, glass, sleep, watchdog, check, hour, yardstick)
}


def main(rig: str, image: str, folder: str, scene: str, *arguments: str) -> None:
    print(json.dumps(SCENES[scene](Desk(rig, image, folder, scene == "check"), *arguments)))


if __name__ == "__main__":
    main(*sys.argv[1:])
