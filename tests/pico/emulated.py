"""The device on an emulated RP2040, as a person has it in the hand: keys, glass and batteries.

The emulator is picoemu.py, which is no part of this repository; `emulator` finds it. What runs in
it is a real image of MicroPython, and the files are those that are installed, all of them and
nothing else. Times are emulated ones.
"""

import importlib
import sys
from collections.abc import Collection
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path[:0] = map(str, (ROOT / "tests" / "board", ROOT / "tests", ROOT / "firmware", ROOT))

from host_sim import uf2  # noqa: E402
from kibitz.canvas import PAGE_PX, WIDTH_PX  # noqa: E402
from kibitz.keys import KEY_A, KEY_B, KEY_C, KEY_M, HOLD_ms  # noqa: E402

SEED = 7
BUTTONS = {KEY_A: "A", KEY_B: "B", KEY_C: "C", KEY_M: "M"}
SAVES = "kibitz-saves"

BOOT_ms = 6_000  # at most, from power on to the first picture
# Nothing crosses the bus and the chip sleeps for so long: it has done what it had to. It is what a
# quick finger leaves between two presses, and longer than QUIET_ms of kibitz.app.
REST_ms = 150
MOST_ms = 5_000  # at most, until then
NANO_ms = 1_000_000
SLOW_Hz = 30e6  # only in light sleep the chip runs as slowly as its crystal (12 MHz)

# The end of the memory is the stack, which grows downwards (MicroPython, ports/rp2/memmap_rp2).
SRAM = 0x20000000
STACK_bytes = 8192
UNTOUCHED = 0xA5

PRESS, HOLD, RELEASE = "press", "hold", "release"  # what a picture answers


def emulator(rig: Path) -> ModuleType:
    """The module picoemu. rig: its folder, or the program itself."""
    program = rig / "picoemu.py" if rig.is_dir() else rig
    sys.path.insert(0, str(program.parent))
    return importlib.import_module(program.stem)


def read(folder: Path) -> dict[str, bytes]:
    """All files below a folder."""
    paths = [path for path in folder.rglob("*") if path.is_file()]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


class Picture(NamedTuple):
    """Something came to the glass.

    answers: PRESS, HOLD or RELEASE; "" if it is another picture than the first one after that.
    ms: from the edge, or from when the key counts as held, to the last byte on the bus; of a
    picture that answers nothing itself, from when the one before it did. bus_ms: so long there was
    something on the bus. data, sent: bytes of pixels, and all bytes.
    """

    answers: str
    ms: float
    bus_ms: float
    data: int
    sent: int


class Meter:
    """Where the time goes, from `start` on: to light sleep, to waiting awake, to work; and how many
    pixels were lit meanwhile.

    Light sleep is told by the clock, which falls to that of the crystal in it.
    """

    def __init__(self, machine: Any):
        self.machine = machine
        self._hooked(machine, "update_clock", self._note_clock)
        self._hooked(machine.oled, "_close", self._note_glass)
        self._hooked(machine.oled, "_exec", self._note_glass)
        self.start()

    @staticmethod
    def _hooked(owner: Any, name: str, note: Any) -> None:
        inner = getattr(owner, name)

        def hook(*arguments: Any, **named: Any) -> Any:
            note()
            return inner(*arguments, **named)

        setattr(owner, name, hook)

    def start(self) -> None:
        machine = self.machine
        self._begun = self._clock_at = self._glass_at = machine.clock.nanos
        self._idle_begun = self._idle_at = machine.cpu.idle_ns
        self.light_ns = 0.0
        self.glass_ns: dict[str, float] = {"full": 0.0, "dim": 0.0, "dark": 0.0}
        self.lit_ns: dict[str, float] = {"full": 0.0, "dim": 0.0}  # times the share that was lit

    def _note_clock(self) -> None:
        machine = self.machine
        now, idle = machine.clock.nanos, machine.cpu.idle_ns
        if machine.sys_hz < SLOW_Hz:
            self.light_ns += idle - self._idle_at
        self._clock_at, self._idle_at = now, idle

    def _note_glass(self) -> None:
        oled, now = self.machine.oled, self.machine.clock.nanos
        level = "dark" if not oled.on else "full" if oled.contrast > 0x7F else "dim"
        spent = now - self._glass_at
        self.glass_ns[level] += spent
        if oled.on:
            lit = int.from_bytes(oled.ram, "big").bit_count() / (8 * len(oled.ram))
            self.lit_ns[level] += spent * lit
        self._glass_at = now

    def told(self) -> dict[str, float]:
        """Shares of the time since `start`."""
        self._note_clock()
        self._note_glass()
        machine = self.machine
        total = machine.clock.nanos - self._begun
        idle = machine.cpu.idle_ns - self._idle_begun
        told = {
            "seconds": total / 1e9,
            "working": 1 - idle / total,
            "waiting": (idle - self.light_ns) / total,
            "asleep": self.light_ns / total,
        }
        for level, spent in self.glass_ns.items():
            told[f"glass_{level}"] = spent / total
        for level, spent in self.lit_ns.items():
            told[f"lit_{level}"] = spent / self.glass_ns[level] if self.glass_ns[level] else 0.0
        return {name: round(value, 5) for name, value in told.items()}


class Pico:
    """rig: the emulator; image: of MicroPython; files: on the flash, by their names there.

    usb: a computer is at the other end of the cable; else it runs from batteries. machine: the
    emulator's own object.
    """

    def __init__(self, rig: Path, image: Path, files: dict[str, bytes], usb: bool = False):
        self.emulator = emulator(rig)
        self.firmware = self.emulator.Firmware(str(image))
        region = uf2.image(files)
        self.machine = self.emulator.Machine(self.firmware, region, usb=usb, seed=SEED)
        self.oled = self.machine.oled

    def boot(self) -> float:
        """Run to the first picture, and until it is at rest; milliseconds to that picture."""
        machine, oled = self.machine, self.oled
        lit = machine.run_ms(BOOT_ms, lambda: oled.on and oled.last_traffic > machine.reset_at)
        if not lit:
            raise AssertionError(f"the glass is dark after {BOOT_ms} ms: {self.said()}")
        machine.run_ms(3)  # until the last of the picture has gone over the bus
        while machine.clock.nanos - oled.last_traffic < 3 * NANO_ms:
            machine.run_ms(1)
        first_ms = (oled.last_traffic - machine.reset_at) / NANO_ms
        self.rest()
        return round(first_ms, 1)

    def cycle(self) -> float:
        """Power off and on; milliseconds to the first picture."""
        self.machine.power_cycle()
        return self.boot()

    def rest(self) -> None:
        """Run until the device has done what it had to."""
        machine, oled = self.machine, self.oled
        end = machine.clock.nanos + MOST_ms * NANO_ms
        quiet_from, awake = machine.clock.nanos, machine.cpu.idle_ns
        while machine.clock.nanos < end:
            machine.run_ms(10)
            now, idle = machine.clock.nanos, machine.cpu.idle_ns
            works = idle - awake < 0.5 * 10 * NANO_ms
            awake = idle
            if works or oled.last_traffic > quiet_from:
                quiet_from = now
            elif now - quiet_from >= REST_ms * NANO_ms:
                return
        raise AssertionError(f"the device does not come to rest: {self.said()}")

    def press(
        self,
        key: int,
        down_ms: float,
        answers: Collection[str] = (PRESS, HOLD, RELEASE),
        bounces: bool = False,
    ) -> list[Picture]:
        """A key goes down and comes up, and the device comes to rest; the pictures of that.

        answers: what pictures there are answers to, if that is known.
        """
        machine, oled, button = self.machine, self.oled, BUTTONS[key]
        first, edge = len(oled.frames), machine.clock.nanos
        (machine.bounce if bounces else machine.press)(button)
        machine.run_ms(down_ms)
        release = machine.clock.nanos
        if bounces:
            machine.bounce(button, False)
        machine.release(button)
        self.rest()
        moments = [(PRESS, edge), (HOLD, edge + HOLD_ms * NANO_ms), (RELEASE, release)]
        if down_ms < HOLD_ms:
            del moments[1]
        waited_for = [moment for moment in moments if moment[0] in answers]
        return self._pictures(oled.frames[first:], waited_for)

    @staticmethod
    def _pictures(frames: list[dict], moments: list[tuple[str, float]]) -> list[Picture]:
        pictures = []
        since = 0.0
        for frame in frames:
            if not frame["changed"]:
                continue
            answers = ""
            if moments and moments[0][1] <= frame["t_start"]:
                answers, since = moments.pop(0)
            sent = frame["data_bytes"] + frame["cmd_bytes"] + 2 * frame["transactions"]
            pictures.append(
                Picture(
                    answers,
                    round((frame["t_end"] - since) / NANO_ms, 2),
                    round((frame["t_end"] - frame["t_start"]) / NANO_ms, 2),
                    frame["data_bytes"],
                    sent,
                )
            )
        return pictures

    def mark_stack(self) -> None:
        """Fill what is free of the stack, to see later how far it has grown."""
        memory, free = self.machine.mcu.sram, self.machine.mcu.core.registers[13] - SRAM
        begin = len(memory) - STACK_bytes
        memory[begin:free] = bytes([UNTOUCHED]) * (free - begin)

    def stack_bytes(self) -> int:
        """How far the stack has grown since then."""
        stack = bytes(self.machine.mcu.sram[-STACK_bytes:])
        return len(stack.lstrip(bytes([UNTOUCHED])))

    def run_ms(self, ms: float) -> None:
        self.machine.run_ms(ms)

    def picture(self) -> bytes:
        """What the glass shows, as the canvas has it."""
        rows = self.oled.pixels()
        pages = [rows[y : y + PAGE_PX] for y in range(0, len(rows), PAGE_PX)]
        columns = [[row[x] for row in page] for page in pages for x in range(WIDTH_PX)]
        return bytes(sum(bool(pixel) << bit for bit, pixel in enumerate(one)) for one in columns)

    def files(self) -> dict[str, bytes]:
        """What is on the flash."""
        found = self.emulator.read_fs(self.machine.fs_image())
        return {name.lstrip("/"): data for name, data in found.items()}

    def said(self) -> str:
        """The end of what came over USB."""
        return self.machine.console[-400:].decode("utf-8", "replace")
