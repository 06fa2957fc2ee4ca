"""The device on a PC: what the app is handed in place of a board, and the fingers on its keys.

The app gets a `World` of small objects (display, buzzer, battery, random source, storage) and, with
every tick, the time and the raw samples of its four keys. On a board these come from pins and
flash; here they come from a terminal, a window, a key script or a test, and the files of a folder.
Nothing else differs.
"""

import io
import os
import random
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any, Protocol

import platformdirs

from kibitz import pins, words, world
from kibitz.bare import Bare
from kibitz.canvas import HEIGHT_PX, PAGE_PX, WIDTH_PX
from kibitz.crash import CrashScreen, keep, report, told
from kibitz.journal import Journal
from kibitz.keys import KEY_A, KEY_B, KEY_C, KEY_M, BLIND_ms, HOLD_ms
from kibitz.safe import SafeMode
from kibitz.starts import LIMIT, Starts, facts, go_on
from kibitz.world import LONGEST_ms

KEYS = {"a": KEY_A, "b": KEY_B, "c": KEY_C, "m": KEY_M}
FRAME_BYTES = WIDTH_PX * HEIGHT_PX // PAGE_PX

# MicroPython's ticks_ms wraps at 2^30. The clock starts shortly before, so that every run of the
# simulator that lasts longer than this crosses the wrap.
TICKS_PERIOD_ms = 1 << 30
BEFORE_WRAP_ms = 10_000

# A short press keeps the key down a little longer than the app's blind time, and up as long before
# it can go down again: it can then never be taken for a bounce. No longer than that, since a letter
# that the keyboard repeats (25 to 33 times a second) must not pile up presses that come after it.
SHORT_ms = BLIND_ms + 2
RELEASE_ms = BLIND_ms + 2
# Long enough for a hold, too short for the first repeat after it (150 ms).
LONG_ms = HOLD_ms + 80
# While a terminal repeats a letter (about every 33 ms), its key counts as down for so much longer.
KEEP_ms = 120

LOCK_NAME = ".lock"
UNFINISHED = ".tmp"


class DeviceError(Exception):
    """The simulated device cannot be set up; the text says why and what to do about it."""


class Clock(Protocol):
    """Time since the start; see RealClock."""

    def elapsed_ms(self) -> int: ...

    def pass_until(self, elapsed_ms: int) -> None: ...


class Display(world.Display):
    """The glass: keeps what was shown last, and how bright.

    frame: the last 1,024 bytes shown, as the SSD1306 takes them (MONO_VLSB); None before the first.
    level: world.DARK, DIM or FULL. shown: how many times the app has sent a picture.
    watchers: functions called with the frame whenever another one is shown, or the same one at
    another brightness.
    """

    def __init__(self, on_show: Callable[[bytes], None] | None = None) -> None:
        self.frame: bytes | None = None
        self.level = world.FULL
        self.shown = 0
        self.watchers = [on_show] if on_show else []

    def show(self, canvas: Any) -> None:
        """Take the picture of a canvas (anything with a `buffer` of 1,024 bytes)."""
        frame = bytes(canvas.buffer)
        if len(frame) != FRAME_BYTES:
            raise ValueError(f"a frame has {FRAME_BYTES} bytes, not {len(frame)}")
        self.shown += 1
        changed = frame != self.frame
        self.frame = frame
        if changed:
            self._tell(frame)

    def brightness(self, level: int) -> None:
        """DARK, DIM or FULL. What was shown stays, and is seen again when the glass lights up."""
        if level not in (world.DARK, world.DIM, world.FULL):
            raise ValueError(f"{level!r} is no brightness of the glass")
        changed = level != self.level
        self.level = level
        if changed and self.frame is not None:
            self._tell(self.frame)

    def seen(self) -> bytes | None:
        """The pixels that are lit: those of the frame, none while the glass is dark."""
        if self.frame is not None and self.level == world.DARK:
            return bytes(FRAME_BYTES)
        return self.frame

    def _tell(self, frame: bytes) -> None:
        for watcher in self.watchers:
            watcher(frame)


class Buzzer(world.Buzzer):
    """Makes no sound, but lets others make it.

    listeners: functions called with every sound that is to be begun.
    """

    def __init__(self) -> None:
        self.listeners: list[Callable[[int], None]] = []

    def play(self, sound: int) -> None:
        """Begin CLICK, VERDICT or TROUBLE and return at once."""
        for listener in self.listeners:
            listener(sound)


class Battery(world.Battery):
    """Cells of any voltage. mv: millivolts at the cells, None on USB."""

    def __init__(self, mv: int | None = None) -> None:
        self.mv = mv

    def read_mv(self) -> int | None:
        """Millivolts at the cells; None when running from USB."""
        return self.mv


class SystemRandom(world.Random):
    """Fair chance from the operating system, drawn as on the board: rejection, never `% n`."""

    def __init__(self, urandom: Callable[[int], bytes] = os.urandom) -> None:
        self._urandom = urandom

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each as likely as the others. ValueError if n is below 1."""
        if n < 1:
            raise ValueError("below() needs a number from 1 up")
        bits = (n - 1).bit_length()
        size = (bits + 7) // 8
        while True:
            number = int.from_bytes(self._urandom(size), "big") & ((1 << bits) - 1)
            if number < n:
                return number


class SeededRandom(world.Random):
    """Repeatable chance for tests and pictures, never for a game."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, the same sequence for the same seed."""
        return self._random.randrange(n)


# The flash of a device that has been switched on before: it does not ask for the language any more.
SPOKEN = {"settings-0001.json": '{"values": {"language": "en"}}\n'}


class MemoryStorage(world.Storage):
    """Files that last as long as the object: for pictures, demonstrations and tests.

    files: name -> text. They are those of SPOKEN if nothing is said.
    """

    def __init__(self, files: dict[str, str] | None = None) -> None:
        self.files = dict(SPOKEN if files is None else files)

    def read(self, name: str) -> str | None:
        """The whole text of a file, None if there is none."""
        return self.files.get(name)

    def open(self, name: str) -> IO[bytes] | None:
        """The file in bytes, None if there is none."""
        text = self.files.get(name)
        return None if text is None else io.BytesIO(text.encode("utf-8"))

    def size(self, name: str) -> int:
        """How many bytes a file has, 0 if there is none."""
        return len(self.files.get(name, "").encode("utf-8"))

    def append(self, name: str, text: str) -> None:
        """Add text to the end of a file, which is made if there is none."""
        self.files[name] = self.files.get(name, "") + text

    def write(self, name: str, text: str) -> None:
        """Replace a file: afterwards it is wholly new, after a crash wholly old or wholly new."""
        self.files[name] = text

    def remove(self, name: str) -> None:
        """Delete a file; nothing happens if there is none."""
        self.files.pop(name, None)

    def rename(self, name: str, new_name: str) -> None:
        """Give a file another name."""
        self.files[new_name] = self.files.pop(name)

    def names(self) -> list[str]:
        """The names of all files, sorted."""
        return sorted(self.files)


def transcript(storage: world.Storage) -> str:
    """The running game's transcript as it is saved."""
    return "".join([line.decode("utf-8") + "\n" for line in Journal(storage).game.lines()])


class FolderStorage(world.Storage):
    """The device's flash as a folder of text files (UTF-8).

    Every change is on the disk when the call returns, as it is on the flash. One simulator at a
    time may use a folder, since two would mix their lines in one saved game.
    Raises DeviceError if the folder cannot be made or written, or is in use.
    """

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder).expanduser().absolute()
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._lock = open(
                self.folder / LOCK_NAME, "a", encoding="utf-8", opener=_following_no_link
            )
        except OSError as error:
            raise DeviceError(
                f"Games cannot be saved in {self.folder}: {error.strerror}."
                " Give another folder with --data DIR."
            ) from None
        if not _lock(self._lock):
            self._lock.close()
            raise DeviceError(
                f"Another simulator is using {self.folder}."
                " Quit it first, or give this one a folder of its own with --data DIR."
            )

    def close(self) -> None:
        """Let another simulator use the folder."""
        self._lock.close()

    def read(self, name: str) -> str | None:
        """The whole text of a file, None if there is none. What is no UTF-8 reads as U+FFFD."""
        try:
            return self._path(name).read_bytes().decode("utf-8", errors="replace")
        except FileNotFoundError:
            return None

    def open(self, name: str) -> IO[bytes] | None:
        """The file in bytes, None if there is none. Raises OSError."""
        try:
            return open(self._path(name), "rb")
        except FileNotFoundError:
            return None

    def size(self, name: str) -> int:
        """How many bytes a file has, 0 if there is none."""
        path = self._path(name)
        return path.stat().st_size if path.exists() else 0

    def append(self, name: str, text: str) -> None:
        """Add text to the end of a file, which is made if there is none. Raises OSError."""
        self._store(self._path(name), text, "ab")

    def write(self, name: str, text: str) -> None:
        """Replace a file: after a crash it is wholly old or wholly new. Raises OSError."""
        path = self._path(name)
        fresh = path.with_name(name + UNFINISHED)
        self._store(fresh, text, "wb")
        os.replace(fresh, path)

    def remove(self, name: str) -> None:
        """Delete a file; nothing happens if there is none. Raises OSError."""
        self._path(name).unlink(missing_ok=True)

    def rename(self, name: str, new_name: str) -> None:
        """Give a file another name. Raises OSError."""
        self._path(name).rename(self._path(new_name))

    def names(self) -> list[str]:
        """The names of all files, sorted, without the folder's own working files."""
        found = [path.name for path in self.folder.iterdir() if path.is_file()]
        return sorted(n for n in found if n != LOCK_NAME and not n.endswith(UNFINISHED))

    def _path(self, name: str) -> Path:
        if not name or name != os.path.basename(name) or name.startswith("."):
            raise ValueError(f"{name!r} is no plain file name")
        return self.folder / name

    @staticmethod
    def _store(path: Path, text: str, mode: str) -> None:
        with open(path, mode, opener=_following_no_link) as file:
            file.write(text.encode("utf-8"))
            file.flush()
            os.fsync(file.fileno())


def _following_no_link(path: str, flags: int) -> int:
    """Opens a file, but not one that lies elsewhere: a folder may come from anybody."""
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0), 0o666)


def _lock(file: IO[str]) -> bool:
    """Take an open file for this process alone; False if another process has it."""
    try:
        import fcntl
    except ImportError:  # only POSIX has it; elsewhere the folder is not guarded
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def default_folder() -> Path:
    """Where games are kept if no folder is named: the user's data folder of this system."""
    return Path(platformdirs.user_data_dir("kibitz", appauthor=False))


class World(world.World):
    """The world on a PC. What is not given is ordinary: a glass, a silent buzzer, power from USB,
    fair chance, an empty flash.
    """

    display: Display
    buzzer: Buzzer
    battery: Battery

    def __init__(
        self,
        display: Display | None = None,
        random: world.Random | None = None,
        storage: world.Storage | None = None,
        battery: Battery | None = None,
    ) -> None:
        super().__init__(
            display or Display(),
            random or SystemRandom(),
            storage or MemoryStorage(),
            Buzzer(),
            battery or Battery(),
        )

    def facts(self) -> dict:
        """What a device with an ordinary display tells, and no more: a PC has memory enough."""
        return {"found": pins.OLED_ADDRESSES[:1], "sda": pins.I2C_SDA, "scl": pins.I2C_SCL}


class RealClock:
    """Milliseconds since the start, as time really passes, and faster where nobody waits for it."""

    def __init__(self) -> None:
        self._start_ns = time.monotonic_ns()
        self._skipped_ms = 0

    def elapsed_ms(self) -> int:
        """Milliseconds since the clock was made, with those that were skipped; never wraps."""
        return self._skipped_ms + (time.monotonic_ns() - self._start_ns) // 1_000_000

    def pass_until(self, elapsed_ms: int) -> None:
        """Be at a moment at once; if it has gone by already, nothing happens."""
        self._skipped_ms += max(0, elapsed_ms - self.elapsed_ms())


class ScriptClock:
    """Milliseconds since the start that pass only when a script says so."""

    def __init__(self) -> None:
        self._elapsed_ms = 0

    def elapsed_ms(self) -> int:
        """Milliseconds that have been passed; never wraps."""
        return self._elapsed_ms

    def pass_until(self, elapsed_ms: int) -> None:
        """Move on to a moment, which must not lie in the past."""
        if elapsed_ms < self._elapsed_ms:
            raise ValueError("time does not go back")
        self._elapsed_ms = elapsed_ms


def ticks(elapsed_ms: int) -> int:
    """The device's tick counter at a moment: it starts just before its wrap."""
    return (TICKS_PERIOD_ms - BEFORE_WRAP_ms + elapsed_ms) % TICKS_PERIOD_ms


class Fingers:
    """Fingers on the keys, as the changes of the keys' raw levels that they make.

    Presses to come, of which only the beginning is known (a terminal tells no more), follow one the
    other with a pause between, whatever the keys: so they act in the order in which they were
    typed, however fast that was. Beside them keys go down and come up when somebody says so, as
    many at once as they like. All times are milliseconds since the start.
    """

    def __init__(self) -> None:
        self.mask = 0  # keys down at the last moment handed out, 1 = down
        self._changes: deque[tuple[int, int]] = deque()  # (moment, the key pressed or 0)
        self._edges: deque[tuple[int, int, bool]] = deque()  # (moment, key, down)
        self._pressed = 0
        self._down = 0
        self._free_ms = 0
        self._held = 0  # the key that the last press holds

    def press(self, key: int, now_ms: int, down_ms: int = SHORT_ms) -> int:
        """Press a key for a time, once earlier presses are over; the moment it is up again."""
        start_ms = max(now_ms, self._free_ms)
        self._changes.append((start_ms, key))
        self._held = 0
        return self._release(start_ms + down_ms)

    def hold(self, key: int, now_ms: int) -> None:
        """Hold a key, or go on holding it: a keyboard repeats the letter as long as it is down."""
        if self._held == key and self._changes:
            up_ms = self._changes.pop()[0]
            self._release(max(up_ms, now_ms + KEEP_ms))
        else:
            self.press(key, now_ms, LONG_ms)
            self._held = key

    def _release(self, up_ms: int) -> int:
        self._changes.append((up_ms, 0))
        self._free_ms = up_ms + RELEASE_ms
        return up_ms

    def edge(self, key: int, down: bool, now_ms: int) -> None:
        """A key goes down, or comes up again, at this very moment."""
        self._edges.append((now_ms, key, down))

    def next_ms(self) -> int | None:
        """The moment of the next change, None if the keys stay as they are."""
        return min([queue[0][0] for queue in (self._changes, self._edges) if queue], default=None)

    def until(self, now_ms: int) -> list[tuple[int, int]]:
        """Take the samples (moment, mask) of all changes up to now, oldest first."""
        samples = []
        while (at_ms := self.next_ms()) is not None and at_ms <= now_ms:
            if self._changes and self._changes[0][0] == at_ms:
                self._pressed = self._changes.popleft()[1]
            else:
                _, key, down = self._edges.popleft()
                self._down = self._down | key if down else self._down & ~key
            self.mask = self._pressed | self._down
            samples.append((at_ms, self.mask))
        return samples


class Device:
    """The app with its world, its keys under somebody's fingers and its clock.

    app: the running app. world: what it was handed. fingers: press its keys here. asleep_ms: how
    long the app sleeps unless a key wakes it, None: until one does.

    survives: what comes of an error of the app. False: it is raised. True: what comes of it on a
    board, a crash screen and in the end the safe mode; then `errors` has the reports, and `sent`
    the lines that a board would have sent over USB.
    """

    def __init__(
        self,
        make_app: Callable[[World], Any],
        world: World | None = None,
        clock: Clock | None = None,
        survives: bool = False,
    ) -> None:
        self.world = world or World()
        self.clock = clock or RealClock()
        self.fingers = Fingers()
        self.asleep_ms: int | None = None
        self.errors: list[str] = []
        self.sent: list[str] = []
        self._survives = survives
        self._make_app = make_app
        self._goes_on = False  # to the game on the table, as soon as it is known
        self._is_over = False  # this app is; another is to be made
        self._started = False
        self.app = self._switched_on()

    def tick(self) -> int:
        """Let the app work; the milliseconds until it must be called again.

        A key pressed meanwhile is a reason to call sooner.
        """
        now_ms = self.clock.elapsed_ms()
        mask = self.fingers.mask
        samples = self.fingers.until(now_ms)
        if not self._started:  # a board samples its keys once when it starts
            samples.insert(0, (now_ms, mask))
            self._started = True
        sleep_ms = self._let_work(ticks(now_ms), [(ticks(at_ms), mask) for at_ms, mask in samples])
        self.asleep_ms = sleep_ms
        waits = [min(LONGEST_ms, LONGEST_ms if sleep_ms is None else sleep_ms)]
        next_ms = self.fingers.next_ms()
        if next_ms is not None:
            waits.append(max(0, next_ms - self.clock.elapsed_ms()))
        return min(waits)

    # -- errors -----------------------------------------------------------------------------------

    def _switched_on(self) -> Any:
        """The app as it is made when the device starts; what there is instead if that fails."""
        self._started = self._is_over = False
        if not self._survives:
            return self._make_app(self.world)
        self._starts = Starts(self.world.storage)
        if self._starts.count >= LIMIT:
            return SafeMode(self.world, self._starts, self._end_app, self.sent.append)
        try:
            return self._make_app(self.world)
        except Exception as error:
            return self._crashed(None, error)

    def _let_work(self, now: int, readings: list[tuple[int, int]]) -> int | None:
        """The app's tick, whatever becomes of it."""
        try:
            sleep_ms: int | None = self.app.tick(now, readings)
        except Exception as error:
            if not self._survives or isinstance(self.app, CrashScreen):
                raise
            self.app = self._crashed(self.app, error)
            return 0
        if self._is_over:
            self._goes_on = not self._starts.open
            self.app = self._switched_on()
            return 0
        if self._survives and not isinstance(self.app, Bare):
            self._starts.ticked(readings)
            if self._goes_on:
                self._goes_on = False
                go_on(self.app)
                return 0
        return sleep_ms

    def _crashed(self, app: Any, error: Exception) -> CrashScreen:
        """As in the board's trouble.py."""
        known = facts(app)
        self.errors.append(report(told(error), *known))
        keep(self.world.storage, self.errors[-1])
        if self._starts.open:
            self._starts.failed(words.language())
        self._started = False
        return CrashScreen(self.world, words.language(), self._end_app)

    def _end_app(self) -> None:
        self._is_over = True

    def run_until(self, end_ms: int) -> None:
        """Let time pass up to a moment without waiting, ticking whenever the app or a key wants."""
        while True:
            now_ms = self.clock.elapsed_ms()
            wait_ms = self.tick()
            if now_ms >= end_ms:
                return
            # An app that asks for no sleep at all still lets time pass, or this would never end.
            self.clock.pass_until(min(now_ms + max(1, wait_ms), end_ms))


class ScriptedDevice(Device):
    """A device in scripted time: it lives through an evening as fast as the app can work."""

    def __init__(
        self,
        make_app: Callable[[World], Any],
        world: World | None = None,
        survives: bool = False,
    ) -> None:
        super().__init__(make_app, world, ScriptClock(), survives)
