"""Power cuts on an emulated Pico that runs a real image of MicroPython: a game of Meksiko, in which
the power goes again and again in the middle of saving, until it is won.

    PYTHON tests/pico/cut_power.py RIG IMAGE FOLDER CUTS

RIG: the program picoemu.py; PYTHON: the interpreter of the environment that it runs in. IMAGE: the
.uf2. FOLDER: what is installed on the board. Beside the device the same app is played here with the
same keys. After each cut the device boots from its flash; what lies there then, read by the app
here, has to be the game as it was before the last press or after it, and the glass has to show what
it shows here. The game goes on from there. Prints what was counted, as JSON.
"""

import json
import random
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path[:0] = map(str, (ROOT / "tests" / "board", ROOT / "tests", ROOT / "firmware", ROOT))

import emulated  # noqa: E402
import power_cuts  # noqa: E402
from cuts import Device, Fault, state_of  # noqa: E402
from evening import front, to_home, to_row  # noqa: E402
from kibitz.games import GAMES  # noqa: E402
from kibitz.keys import KEY_A, KEY_C  # noqa: E402
from nor import BLOCK_bytes, Nor  # noqa: E402
from person import Person, pressed  # noqa: E402

GAME = "meksiko"
SEED = 7
WITHOUT_A_CUT_presses = 1  # between two, so many or one more
LATEST_operation = 8  # of those that follow, one of the first is cut
SHARES = (0.0, 0.3, 0.5, 0.9)  # of an operation that is cut short, so much is done


class Pico(emulated.Pico):
    """The emulated device, whose power may go."""

    def boot(self) -> float:
        """Power on, until the device has done what it had to; milliseconds to the first picture."""
        machine = self.machine
        if machine.halted:
            machine.halted = None
            machine.cpu.stop = 0
            machine.power_cycle()
        self.cut_at(None)
        return super().boot()

    def cut_at(self, operation, share=None) -> None:
        """The power is to go with one of the next operations.

        share: so much of it is done; None: all.
        """
        flash = self.machine.flash
        flash.op_base = len(flash.ops)
        flash.cut_at = operation
        flash.cut_mode = "after" if share is None else "mid"
        flash.cut_share = share or 0.0

    def survives(self, key: int, down_ms: int) -> bool:
        """A press, until the device has done what it had to. False: the power went."""
        try:
            self.press(key, down_ms)
        except self.emulator.PowerCut:
            self.machine.release(emulated.BUTTONS[key])
            return False
        return True

    def flash(self) -> Nor:
        """A copy of the file system."""
        image = self.machine.fs_image()
        pieces = [image[at : at + BLOCK_bytes] for at in range(0, len(image), BLOCK_bytes)]
        return Nor({number: piece for number, piece in enumerate(pieces) if piece.strip(b"\xff")})


class Evening:
    """The same game here and there. counts: what came of it."""

    def __init__(self, pico: Pico):
        self.pico = pico
        self.files = power_cuts.mounted_here()
        self.flash = Nor()
        self.files.format(self.flash)
        self.here = Device(self.files, self.flash)
        self.counts = dict.fromkeys(("cuts", "torn", "before", "after", "presses"), 0)

    @property
    def app(self):
        return self.here.app

    def press(self, key: int, down_ms: int) -> None:
        """Press a key here and there. If the power goes there, it goes here, too."""
        was = self.flash.copy()
        before = state_of(self.app)
        self.here.press(key, down_ms)
        self.counts["presses"] += 1
        if not self.pico.survives(key, down_ms):
            self.after_cut(was, before)

    def after_cut(self, was: Nor, before: tuple) -> None:
        """The device boots. was, before: the flash and the state here before the press."""
        after = state_of(self.app)
        self.counts["cuts"] += 1
        self.pico.boot()
        found = state_of(Device(self.files, self.pico.flash()).app)
        if found not in (before, after):
            raise Fault(f"there is {found}, not {before} or {after}")
        self.counts["after" if found == after else "before"] += 1
        if found != after:
            self.flash = was
        self.here = Device(self.files, self.flash)
        self.compare("after the cut")
        self.resume()

    def resume(self) -> None:
        self.pico.press(KEY_C, 60)
        self.here.press(KEY_C, 60)
        self.compare("when the game was resumed")

    def compare(self, when: str) -> None:
        """The glass shows the same here and there."""
        if self.pico.picture() != bytes(self.app.canvas.buffer):
            raise Fault(f"the glass shows something else {when} than {front(self.app)}")

    def set_up(self):
        """Presses: from a new device to the first bid."""
        yield from to_home(self.app)
        yield from to_row(self.app, 0)
        yield from to_row(self.app, GAMES.index(GAME))
        yield pressed(KEY_C)
        while front(self.app) == "PlayerScreen":
            yield pressed(KEY_C)
        yield pressed(KEY_A)

    def play(self, cuts: int) -> None:
        """The game to its end; the power goes about so many times."""
        for press in self.set_up():
            self.press(*press)
        self.compare("when the game had begun")
        person = Person(GAME)
        wait = WITHOUT_A_CUT_presses
        while front(self.app) != "EndScreen":
            wait -= 1
            if not wait and self.counts["cuts"] < cuts:
                share = random.choice((None, None, *SHARES))
                self.counts["torn"] += share is not None
                self.pico.cut_at(random.randint(1, LATEST_operation), share)
            cut = self.counts["cuts"]
            going_home = front(self.app) == "HomeScreen"
            self.press(*(pressed(KEY_C) if going_home else person.next(self.app)))
            if self.counts["cuts"] > cut:
                wait = WITHOUT_A_CUT_presses + random.randrange(2)
        self.compare("at the end")


def main(rig: str, image: str, folder: str, cuts: str) -> None:
    random.seed(SEED)
    pico = Pico(Path(rig), Path(image), emulated.read(Path(folder)))
    pico.boot()
    evening = Evening(pico)
    evening.play(int(cuts))
    machine = pico.machine
    counts = evening.counts
    counts["events"] = len(evening.app.table.game.events)
    counts["operations"] = len(machine.flash.ops)
    counts["seconds"] = round(machine.now_ms / 1000)
    print(json.dumps(counts))


if __name__ == "__main__":
    main(*sys.argv[1:])
