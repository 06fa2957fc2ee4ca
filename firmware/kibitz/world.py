"""The world: all that the app touches outside itself, one small object each.

A board, the simulator or a test derives from `World` and puts its own objects in the place of what
it has. The parts below say what the app expects of each, in words and in what they do by default:
a device without a buzzer makes no sound, one that cannot measure its battery has no opinion of it.
Only the display and the storage have no default; without them there is no device.

The world decides nothing. When the glass dims and goes dark, whether clicks are wanted, when a
battery counts as empty: that is the app's to know. The board sleeps as long as `App.tick` allows.

Time is what the boards count: milliseconds in a counter that wraps. MicroPython's wraps at 2^30,
CircuitPython's at 2^29. The shorter period divides the longer, so arithmetic modulo 2^29 is right
for both. Nothing here needs integers of more than 31 bits, where the Pico's small integers end.
"""

PERIOD_ms = 1 << 29
HALF_PERIOD_ms = PERIOD_ms >> 1  # 3.1 days: moments further apart look like closer ones
_MASK = PERIOD_ms - 1
# Whatever the app allows, it has to be called once in so long, or it cannot tell how long it was.
LONGEST_ms = 24 * 60 * 60 * 1000

# How bright the glass is.
DARK = 0  # off: nothing is seen, and it hardly takes any current
DIM = 1
FULL = 2

# What the buzzer can say, the more urgent the later.
CLICK = 0  # a key was taken: a few milliseconds
VERDICT = 1  # something was decided
TROUBLE = 2  # something is wrong


def ticks(now_ms: int) -> int:
    """A board's counter brought into the range that is counted in here, 0 to 2^29 - 1."""
    return now_ms & _MASK


def ticks_add(moment: int, delta_ms: int) -> int:
    """The moment so many milliseconds later (or earlier, if negative)."""
    return (moment + delta_ms) & _MASK


def ticks_diff(later: int, earlier: int) -> int:
    """Milliseconds from `earlier` to `later`, negative if it is the other way round."""
    return ((later - earlier + HALF_PERIOD_ms) & _MASK) - HALF_PERIOD_ms


class Display:
    """The glass. Its failures are its own business: the app draws on, seen or unseen."""

    def show(self, canvas) -> None:
        """Bring a canvas (anything with a `buffer` of 1,024 bytes, MONO_VLSB) to the glass."""
        raise NotImplementedError

    def brightness(self, level: int) -> None:
        """DARK, DIM or FULL. What was shown stays, and is seen again when the glass lights up."""


class Buzzer:
    """A piezo, or none. The app asks for sounds only if its settings say so."""

    def play(self, sound: int) -> None:
        """Begin CLICK, VERDICT or TROUBLE and return at once.

        It ends the sound before, unless that one is more urgent.
        """


class Battery:
    """The cells, or no way to tell."""

    def read_mv(self):
        """Millivolts at the cells; None when running from USB, or when nothing measures them."""
        return None


class Random:
    """Fair chance."""

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each as likely as the others. ValueError if n is below 1."""
        raise NotImplementedError


class Storage:
    """Text files (UTF-8) by plain name. Failures raise OSError; no text may raise ValueError."""

    def read(self, name: str):
        """The whole text of a file, None if there is none."""
        raise NotImplementedError

    def open(self, name: str):
        """The file in bytes, from its beginning, with `read(size)` and `close()`; None if there is
        none."""
        raise NotImplementedError

    def size(self, name: str) -> int:
        """How many bytes a file has, 0 if there is none."""
        raise NotImplementedError

    def append(self, name: str, text: str) -> None:
        """Add text to the end of a file, which is made if there is none. Safe when it returns."""
        raise NotImplementedError

    def write(self, name: str, text: str) -> None:
        """Replace a file. On littlefs it is wholly old or wholly new after a power cut; on FAT it
        may hold a part of the text, or nothing."""
        raise NotImplementedError

    def rename(self, name: str, new_name: str) -> None:
        """Give a file another name, which no other has."""
        raise NotImplementedError

    def remove(self, name: str) -> None:
        """Delete a file; nothing happens if there is none."""
        raise NotImplementedError

    def names(self) -> list:
        """The names of all files, sorted."""
        raise NotImplementedError


class World:
    """What an App is handed."""

    def __init__(self, display, random, storage, buzzer=None, battery=None):
        self.display = display
        self.random = random
        self.storage = storage
        self.buzzer = buzzer or Buzzer()
        self.battery = battery or Battery()

    def alive(self) -> None:
        """Called now and then in work that takes long: it is not a hang."""

    def facts(self) -> dict:
        """What a maker wants to know (kibitz.check_screen), as far as it is known: `found`, the
        addresses that answer on the display's bus; `sda` and `scl`, its pins; `free_bytes`;
        `system` and its `release`."""
        return {}
