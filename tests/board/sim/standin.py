"""An app to drive the board with where the real one would be in the way: every press is counted,
drawn and saved, and what it was told is kept."""

from kibitz.canvas import Canvas
from kibitz.keys import KEY_A, KEY_B, KEY_C, KEY_M, PRESS, Keypad
from kibitz.world import CLICK, DARK, DIM, FULL, ticks

KEYS = (KEY_A, KEY_B, KEY_C, KEY_M)
FILE = "presses"


class App:
    """Presses of each key as boxes of random size and place, so that all of the glass changes."""

    latest = None
    save = True
    click = False

    def __init__(self, world):
        App.latest = self
        self.world = world
        self.canvas = Canvas()
        self.counts = dict.fromkeys(KEYS, 0)
        self.order = bytearray()
        self.ticks = 0
        self.drew = False
        self.level = FULL
        self._keypad = Keypad()
        self._seed = 12345
        self._dirty = True

    def _below(self, n):
        self._seed = (self._seed * 1103515245 + 12345) & 0x7FFFFFFF
        return (self._seed >> 8) % n

    def tick(self, now_ms, readings=()):
        self.ticks += 1
        pressed = ""
        self._keypad.feed(ticks(now_ms), readings)
        while self._keypad.next():
            if self._keypad.event == PRESS:
                self.counts[self._keypad.key] += 1
                self.order.append(self._keypad.key)
                pressed += f"{self._keypad.key}\n"
                self._dirty = True
        if pressed and self.click:
            self.world.buzzer.play(CLICK)
        self.drew = self._dirty
        if self._dirty:
            self._dirty = False
            self._draw()
            self.world.display.show(self.canvas)
        if pressed and self.save:
            self.world.storage.append(FILE, pressed)
        return self._keypad.sleep_ms()

    def _draw(self):
        x, y = self._below(128), self._below(64)
        self.canvas.rect(x, y, self._below(60), self._below(30), self._below(2), True)
        self.canvas.text(str(sum(self.counts.values())), self._below(100), self._below(56), 1)

    def light(self, level):
        self.level = level
        self.world.display.brightness(level)


LEVELS = (DARK, DIM, FULL)
