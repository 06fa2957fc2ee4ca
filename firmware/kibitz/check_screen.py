"""The device checks itself, for whoever has just built it: what is connected, a tone, every key,
every pixel. Reached from the settings, and by holding M while the power comes.
"""

from rules_core import VERSION

from . import paint
from .battery import volts_text
from .keys import KEY_A, KEY_B, KEYS
from .screen import Screen
from .words import say
from .world import VERDICT

_LETTERS = "ABCM"
_M = 3  # its place among them
_KILO = 1024
# Two columns of a picture: all pixels lit, every other one, the others, none.
PATTERNS = (b"\xff\xff", b"\x55\xaa", b"\xaa\x55", b"\x00\x00")


class DeviceCheckScreen(Screen):
    """What the board tells of itself; A all pixels, B a tone, C the keys.

    facts: see kibitz.world.World.
    """

    def __init__(self, app):
        super().__init__(app)
        self.facts = app.world.facts()

    def rows(self) -> list:
        """(what, how it is) texts."""
        found = self.facts.get("found", ())
        places = " ".join(["0x{:02X}".format(address) for address in found])
        mv = self.app.world.battery.read_mv()
        rows = [(say("device.display"), places or say("device.none"))]
        rows.append((say("setting.battery"), say("device.usb") if mv is None else volts_text(mv)))
        rows.append((say("home.title"), say("home.version", version=VERSION)))
        if found and "free_bytes" in self.facts:
            free = say("device.kilobytes", n=self.facts["free_bytes"] // _KILO)
            rows.append((say("device.memory"), free))
        if found and "system" in self.facts:
            rows.append((self.facts["system"], self.facts.get("release", "")))
        return rows

    def draw(self, canvas) -> None:
        paint.header(canvas, say("device.title"))
        paint.rows(canvas, self.rows(), 0, paint.LIST_ROWS, -1)
        if not self.facts.get("found"):
            wires = {name: self.facts.get(name, "?") for name in ("sda", "scl")}
            paint.note(canvas, say("device.wiring", sda=wires["sda"], scl=wires["scl"]))

    def labels(self) -> tuple:
        return (say("device.pixels"), say("device.tone"), say("device.keys"))

    def press(self, key: int) -> None:
        if key == KEY_A:
            self.app.push(PixelsScreen(self.app))
        elif key == KEY_B:
            self.app.world.buzzer.play(VERDICT)  # also where the settings want no sound
        else:
            self.app.push(KeysScreen(self.app))


class KeysScreen(Screen):
    """Every key, and how often it went down: a press that counts twice is a switch that bounces. M
    twice leads back.

    counts: of A, B, C and M. last: which of them was the last.
    """

    def __init__(self, app):
        super().__init__(app)
        self.counts = [0, 0, 0, 0]
        self.last = -1

    def draw(self, canvas) -> None:
        rows = [(_LETTERS[at], str(count)) for at, count in enumerate(self.counts)]
        paint.header(canvas, say("device.keys.title"), " ".join(rows.pop()))
        paint.rows(canvas, rows, 0, len(rows), self.last)
        paint.note(canvas, say("device.press"))

    def labels(self) -> tuple:
        return tuple(_LETTERS[:_M])

    def press(self, key: int) -> None:
        self._count(KEYS.index(key))

    def repeat(self, key: int, step: int) -> None:
        """A held key is one press."""

    def back(self) -> None:
        if self.last == _M:
            self.app.pop()
        else:
            self._count(_M)

    def menu(self) -> None:
        """M, held, leads back as well."""
        self.app.pop()

    def _count(self, at: int) -> None:
        self.counts[at] += 1
        self.last = at
        self.changed()


class PixelsScreen(Screen):
    """Every pixel lit, then every other one, the others, none: any key goes on, M leads back.

    There are no labels, since what they cover could not be seen. shown: which pattern.
    """

    def __init__(self, app):
        super().__init__(app)
        self.shown = 0

    def draw(self, canvas) -> None:
        canvas.buffer[:] = PATTERNS[self.shown] * (len(canvas.buffer) // 2)

    def press(self, key: int) -> None:
        self.shown += 1
        if self.shown < len(PATTERNS):
            self.changed()
        else:
            self.app.pop()

    def repeat(self, key: int, step: int) -> None:
        """A held key is one press."""
