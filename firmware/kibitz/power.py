"""When the glass dims, goes dark and lights up again, and how its picture moves about.

An OLED takes more current than a sleeping chip, and it ages where it is lit. So a minute after the
last key the glass dims, and after five it goes dark; both times are settings. The press that lights
a dark glass does nothing else, nor do its hold, its repeats or its release: nobody can have meant
what could not be read. A dim glass can be read: it lights up, and the press acts.

What is lit for hours burns in all the same: the rule under the header and the labels of the keys
are on nearly every screen. Therefore the picture moves by a pixel every few minutes, at a moment
when nobody presses. The glass is full to its edges: there is no column and no row of the outermost
ones that every screen leaves free, so the picture cannot move as a whole without losing something.
But one row is always dark, PARTING_Y_PX, between the working area and the labels. What is above it
moves down into it, what is below it moves up into it, each in its turn, and nothing is cut. That
spares the edges of what is lit, not the middle of the labels; the dark glass spares it all.
"""

from .canvas import (
    HEIGHT_PX,
    LABELS_Y_PX,
    MONO_VLSB,
    PAGE_PX,
    PARTING_Y_PX,
    WIDTH_PX,
    Canvas,
    FrameBuffer,
)
from .keys import PRESS
from .world import DARK, DIM, FULL, HALF_PERIOD_ms, ticks_diff

try:
    from quick import move  # a board's machine code: the same in a twentieth of the time
except (ImportError, SyntaxError, ValueError):  # none, or for another chip
    move = None

NEVER = "never"  # a setting's value
SECOND_ms = 1000
MINUTE_ms = 60_000

# So long after the last key nobody is at the keys: what comes without being asked for comes now.
QUIET_ms = 30_000
# How often the picture moves, and where to: the part above the dark row down, the labels up.
SHIFT_ms = 300_000
HOME, UPPER, LOWER = range(3)
SHIFTS = (HOME, UPPER, HOME, LOWER)
_LABEL_PAGE = LABELS_Y_PX // PAGE_PX  # the first page with a row of the labels
# A hand that takes the device up in the dark may press several keys. Those that go down while the
# first is still down belong to it, unless they come so late that the lit glass has been read.
GRASP_ms = 600
# What the keys did while the glass was being switched off is handed in a moment later.
LATE_ms = 1000


def wait_ms(setting: str):
    """The milliseconds of a setting like "30s" or "5min"; None for NEVER."""
    if setting == NEVER:
        return None
    if setting.endswith("min"):
        return int(setting[: -len("min")]) * MINUTE_ms
    return int(setting[: -len("s")]) * SECOND_ms


class Power:
    """The light of one glass. display: the world's. values: of the settings "dim" and "dark".

    level: how bright it is to be: DARK, DIM or FULL. idle_ms: since a key last moved. quiet: True
    if nobody is at the keys, or has just come. shift: where the picture is, one of SHIFTS. shifted:
    True if it has to be drawn anew for that.

    Time is taken as what has passed from tick to tick, and no moment is remembered for long: a
    glass that has been dark for so long that the counter has wrapped is just dark.
    """

    def __init__(self, display, values: dict):
        self.level = FULL
        self.idle_ms = 0
        self.quiet = False
        self.shift = HOME
        self.shifted = False
        self._display = display
        self._values = values
        self._waits: dict = {}  # milliseconds of a setting's value
        self._lit = FULL  # as the display was last told
        self._still_ms = 0  # since the picture last moved
        self._place = 0  # in SHIFTS
        self._woken = False  # by a key of this tick
        self._waker = 0  # the key that has lit the glass, while others may belong to its press
        self._woken_at = 0
        self._dark_at = 0

    def takes(self, keypad, now: int) -> bool:
        """True if the keypad's event may act. False: it belongs to the press that lights the glass.

        To be asked for every event, in their order. now: of this tick.
        """
        if keypad.event != PRESS:
            return self.level != DARK
        if self.level == DARK:
            return self._wake(keypad, now)
        if self._waker and keypad.key != self._waker and keypad.is_down(self._waker):
            if 0 <= ticks_diff(keypad.at, self._woken_at) < GRASP_ms:
                keypad.spend()
                return False
        self._waker = 0
        return True

    def _wake(self, keypad, now: int) -> bool:
        self.level = FULL
        self._woken = True
        before_ms = ticks_diff(self._dark_at, keypad.at)
        if 0 < before_ms < LATE_ms and ticks_diff(now, self._dark_at) >= 0:
            return True  # it was pressed before it was dark
        self._waker = keypad.key
        self._woken_at = keypad.at
        keypad.spend()
        return False

    def pass_time(self, passed_ms: int, now: int, keypad) -> None:
        """So much time has passed up to now, and the keypad's events have all been taken."""
        woken, self._woken = self._woken, False
        self.idle_ms = min(self.idle_ms + passed_ms, HALF_PERIOD_ms)
        self._still_ms = min(self._still_ms + passed_ms, HALF_PERIOD_ms)
        if keypad.moved_at is not None:
            self.idle_ms = ticks_diff(now, keypad.moved_at)
        self.quiet = woken or self.idle_ms >= QUIET_ms
        if self.level != DARK:
            self.level = self._wanted()
            if self.level == DARK:
                self._dark_at = now
                keypad.spend()  # a key that is stuck, or lies under something
            elif self.quiet and self._still_ms >= SHIFT_ms:
                self._move()

    def _wanted(self) -> int:
        """How bright the glass is to be, unless it is dark already."""
        dark_ms = self._after_ms("dark")
        if dark_ms is not None and self.idle_ms >= dark_ms:
            return DARK
        dim_ms = self._after_ms("dim")
        return FULL if dim_ms is None or self.idle_ms < dim_ms else DIM

    def _after_ms(self, name: str):
        """A setting's milliseconds."""
        value = self._values[name]
        if value not in self._waits:
            self._waits[value] = wait_ms(value)
        return self._waits[value]

    def _move(self) -> None:
        self._still_ms = 0
        self._place = (self._place + 1) % len(SHIFTS)
        self.shift = SHIFTS[self._place]
        self.shifted = True

    def light(self) -> None:
        """Make the glass as bright as it is to be; to be called when the picture is on it."""
        if self._lit != self.level:
            self._lit = self.level
            self._display.brightness(self.level)

    def sleep_ms(self):
        """Milliseconds until something is to be done, None if only a key can bring it."""
        if self.level == DARK:
            return None
        sleep_ms = max(SHIFT_ms - self._still_ms, QUIET_ms - self.idle_ms)
        for name in ("dim", "dark"):
            after_ms = self._after_ms(name)
            if after_ms is not None and after_ms > self.idle_ms:
                sleep_ms = min(sleep_ms, after_ms - self.idle_ms)
        return sleep_ms

    def quiet_in_ms(self) -> int:
        """Milliseconds until nobody is at the keys, if no key comes."""
        return max(0, QUIET_ms - self.idle_ms)


class Moved:
    """The picture where it is to be for now: a copy, so that the picture can be drawn on in place.

    canvas: the copy.
    """

    def __init__(self, picture):
        self.canvas = Canvas()
        self._bytes = picture.buffer
        self._upper = FrameBuffer(self._bytes, WIDTH_PX, PARTING_Y_PX, MONO_VLSB)
        pages = memoryview(self._bytes)[WIDTH_PX * _LABEL_PAGE :]
        self._labels = FrameBuffer(pages, WIDTH_PX, HEIGHT_PX - PAGE_PX * _LABEL_PAGE, MONO_VLSB)

    def draw(self, shift: int) -> None:
        """Copy the picture, and move a part of it."""
        canvas = self.canvas
        upper, lower = int(shift == UPPER), int(shift == LOWER)
        if move is not None:
            move(self._bytes, canvas.buffer, upper, lower)
            return
        canvas.blit(self._labels, 0, PAGE_PX * _LABEL_PAGE - lower)
        canvas.blit(self._upper, 0, upper)
        if upper or lower:
            canvas.hline(0, 0 if upper else HEIGHT_PX - 1, WIDTH_PX, 0)
