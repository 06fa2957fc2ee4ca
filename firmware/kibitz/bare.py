"""What stands in the app's place when the app is in no state to run: a list on the glass, four
keys, and as few modules as possible.

The words are those of the device's language as long as they and the fonts can be had; without them
it is English in the letters that are built into MicroPython.
"""

from .canvas import (
    HEADER_Y_PX,
    LABELS_HEIGHT_PX,
    LABELS_Y_PX,
    RULE_Y_PX,
    THREE_COLUMNS,
    WIDTH_PX,
    WORK_HEIGHT_PX,
    WORK_Y_PX,
    Canvas,
)
from .keys import HOLD, KEY_A, KEY_C, KEY_M, PRESS, REPEAT, TAP, Keypad
from .power import Power
from .world import FULL, ticks, ticks_diff

LINE_PX = 9
ROWS = WORK_HEIGHT_PX // LINE_PX
MARGIN_PX = 2
LIGHT = {"dim": "1min", "dark": "5min"}  # as if these were the settings

_LETTER_PX = 8
_ASCII = range(0x20, 0x7F)


class Letters:
    """The letters that are built in, as much of a kibitz.font.Font as is needed here."""

    def width(self, text: str) -> int:
        return len(text) * _LETTER_PX

    def draw(self, canvas, text: str, x: int, y: int, ink: int = 1) -> None:
        plain = "".join([char if ord(char) in _ASCII else "?" for char in text])
        canvas.text(plain, x, y, ink)

    def fit(self, text: str, width: int) -> str:
        return text[: width // _LETTER_PX]

    def wrap(self, text: str, width: int) -> list:
        most = width // _LETTER_PX
        lines, line = [], ""
        for word in text.split():
            if line and len(line) + 1 + len(word) > most:
                lines.append(line)
                line = ""
            line = line + " " + word if line else word
            while len(line) > most:
                lines.append(line[:most])
                line = line[most:]
        return lines + [line]


def _plain() -> tuple:
    """(font, say) where there are no words and no fonts."""
    return Letters(), None


class Bare:
    """One list on the glass; `tick` is what App.tick is.

    world: as for the app. language: its code, "" if it is not known. texts: key -> English, for
    when the words cannot be had. canvas: one that can be had again, or None.

    title: of the header. lines: the rows, texts or functions that give one. marked: the row that C
    takes, or -1: then the rows are text to scroll through. first: the first row in sight.
    """

    drew = False  # as in App
    table = None  # there is no game on it

    def __init__(self, world, language: str, texts: dict, canvas=None, plain: bool = False):
        self.world = world
        self.canvas = canvas or Canvas()
        self.title = ""
        self.keys: tuple = ("", "", "")
        self.lines: list = []
        self.marked = -1
        self.first = 0
        self.dirty = True
        self._texts = texts
        self._font, self._say = _plain()
        if not (plain and hasattr(self.canvas, "text")):
            self._use_words(language)
        self._keypad = Keypad()
        self._power = Power(world.display, LIGHT)
        self._ticked: int | None = None
        world.display.brightness(FULL)  # it may have been dim, or dark

    def _use_words(self, language: str) -> None:
        """The device's own words and letters, unless that is what fails."""
        try:
            from .fonts import SMALL
            from .words import CODES, say, use

            use(language if language in CODES else CODES[0])
            for key in self._texts:
                say(key)
            self._font, self._say = SMALL, say
        except Exception:
            if not hasattr(self.canvas, "text"):
                raise

    # -- for what derives from it -----------------------------------------------------------------

    def word(self, key: str, **values) -> str:
        """A text of the words, or the English one that stands in for it."""
        text = self._texts[key] if self._say is None else self._say(key)
        return text.format(**values) if values else text

    def word_or(self, key: str, fallback: str) -> str:
        """A text of the words, if there is such a one and there are words."""
        try:
            return fallback if self._say is None else self._say(key)
        except KeyError:
            return fallback

    def wrapped(self, text: str) -> list:
        """The lines of a text, as many as it takes."""
        return self._font.wrap(text, WIDTH_PX - 2 * MARGIN_PX)

    def show(self, title: str, lines: list, keys: tuple, marked: int = -1) -> None:
        """Another list comes to the glass. keys: what A, B and C do."""
        self.title, self.lines, self.keys, self.marked = title, lines, keys, marked
        self.first = 0
        self.dirty = True

    def choose(self, index: int) -> None:
        """C was pressed, on this row if the rows can be marked."""

    def back(self) -> None:
        """M was pressed."""

    # -- what the device calls --------------------------------------------------------------------

    def tick(self, now_ms: int, readings=()):
        """Handle the keys and draw what changed; the milliseconds until the next call, or None."""
        now = ticks(now_ms)
        keypad, power = self._keypad, self._power
        passed_ms = 0 if self._ticked is None else max(0, ticks_diff(now, self._ticked))
        self._ticked = now
        keypad.feed(now, readings)
        while keypad.next():
            if power.takes(keypad, now):
                self._handle(keypad.event, keypad.key)
        power.pass_time(passed_ms, now, keypad)
        self.drew = self.dirty
        if self.dirty:
            self.dirty = power.shifted = False
            self._draw()
            self.world.display.show(self.canvas)
        power.light()
        waits = [wait for wait in (keypad.sleep_ms(), power.sleep_ms()) if wait is not None]
        return min(waits) if waits else None

    def _handle(self, event: int, key: int) -> None:
        if key == KEY_M:
            if event == TAP:
                self.back()
        elif key == KEY_C:
            if event == PRESS:
                self.choose(self.marked)
        elif event in (PRESS, HOLD, REPEAT):
            self._move(-1 if key == KEY_A else 1)

    def _move(self, step: int) -> None:
        """A goes up, B down."""
        if self.marked < 0:
            self.first = max(0, min(len(self.lines) - ROWS, self.first + step))
        else:
            self.marked = max(0, min(len(self.lines) - 1, self.marked + step))
            self.first = max(min(self.first, self.marked), self.marked - ROWS + 1)
        self.dirty = True

    def _draw(self) -> None:
        canvas, font = self.canvas, self._font
        canvas.clear()
        font.draw(canvas, font.fit(self.title, WIDTH_PX), 0, HEADER_Y_PX)
        canvas.hline(0, RULE_Y_PX, WIDTH_PX, 1)
        room_px = WIDTH_PX - 2 * MARGIN_PX
        for index in range(self.first, min(self.first + ROWS, len(self.lines))):
            line = self.lines[index]
            text = font.fit(line if type(line) is str else line(), room_px)
            y = WORK_Y_PX + (index - self.first) * LINE_PX
            ink = 0 if index == self.marked else 1
            if not ink:
                canvas.fill_rect(0, y, font.width(text) + 2 * MARGIN_PX, LINE_PX, 1)
            font.draw(canvas, text, MARGIN_PX, y, ink)
        for (x, width), text in zip(THREE_COLUMNS, self.labels()):
            if text:
                text = font.fit(text, width)
                canvas.fill_rect(x, LABELS_Y_PX, width, LABELS_HEIGHT_PX, 1)
                font.draw(canvas, text, x + (width - font.width(text)) // 2, LABELS_Y_PX, 0)

    @property
    def top(self):
        """The screen in front, as of an app: there is only this."""
        return self

    def labels(self) -> tuple:
        """What A, B and C do now: A and B go where there is a row to go to."""
        up, down, choose = self.keys
        here = self.first if self.marked < 0 else self.marked
        last = len(self.lines) - (ROWS if self.marked < 0 else 1)
        return (up if here > 0 else "", down if here < last else "", choose)
