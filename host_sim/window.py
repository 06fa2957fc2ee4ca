"""The simulated device in a window: its keys under the mouse or the keyboard, its state under it.

The window is pygame-ce's, which is an optional extra (`window` in pyproject.toml), because

- `pip install` brings all of it, SDL included, to Debian, Windows and macOS, without root. tkinter
  is a package of the system on Debian (python3-tk), and some Pythons on macOS come without it.
- It tells when a key goes down and when it comes up. Under X11 tkinter cannot: there a held key
  arrives as presses and releases in turn, and a hold would have to be guessed.
- It enlarges pixels without smoothing them, and it makes sounds.
- SDL's "dummy" driver draws a window that nobody sees: the tests need no display.

The window is looked at a hundred times a second, which takes half a percent of a processor. The way
to wait that pygame has looks ten times as often, and meanwhile Python hears of no signals.
"""

import contextlib
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import pygame

from kibitz.world import CLICK, DARK, DIM, FULL, TROUBLE, VERDICT

from . import film
from .device import KEYS, Device, DeviceError
from .speaker import Speaker
from .terminal import ENDING, SIGNAL_STATUS
from .window_view import TITLE, Look, View, chosen_size, icon

HELP = "click a key or press a b c m  -  s picture  -  arrows: battery  -  q quit"

LOOK_ms = 10  # how often the mouse and the keyboard are asked for news
NOTE_ms = 5_000  # how long a note takes the place of the help
SOUND_ms = 800  # how long a sound stays to be seen
NAP_ms = 1_000  # a shorter sleep is not told: it would flicker

# What the arrow keys do to the cells. Above the range the device is on USB.
BATTERY_STEP_mv = 100
BATTERY_RANGE_mv = (2_500, 4_800)

GLASS_STATES = {DARK: "glass dark: any key lights it", DIM: "glass dim", FULL: ""}
SOUND_STATES = {CLICK: "click", VERDICT: "verdict tone", TROUBLE: "trouble tone"}

LETTERS = {getattr(pygame, f"K_{letter}"): key for letter, key in KEYS.items()}
# By their place on the keyboard, for layouts without Latin letters.
PLACES = {getattr(pygame, f"KSCAN_{letter.upper()}"): key for letter, key in KEYS.items()}
LAST_LATIN = 0x7F

MOUSE = "mouse"  # a finger that holds a key; the others are places on the keyboard


# SDL's windows that nobody sees: it takes them by itself where there is no display.
UNSEEN_DRIVERS = ("dummy", "offscreen")
DRIVER_CHOICE = "SDL_VIDEODRIVER"


class WindowError(Exception):
    """There can be no window here; the text says why and what to do about it."""


class Session:
    """A person at the window, playing on a device in real time.

    pictures: the folder for single screens. moments: None, or a script's, see `Player.moments`.
    Raises WindowError if no window can be opened.
    """

    def __init__(
        self, device: Device, pictures: Path, moments: Iterator[int] | None = None
    ) -> None:
        self._device = device
        self._pictures = pictures
        self._moments = moments
        self._next_moment_ms = 0
        self._due_ms = 0  # when the app is to be called again
        self._fingers: dict[str | int, int] = {}  # what holds a key down: which key
        self._note: tuple[str, int] | None = None  # a text, until when
        self._sound: tuple[str, int] | None = None
        self._look: Look | None = None  # what was drawn last
        self.status: int | None = None  # of the program, once it is to end
        self._speaker = Speaker()
        device.world.buzzer.listeners.append(self._hear)
        self.view = View(_open())

    def run(self) -> int:
        """Play until `q`, the window's close button or a signal; the exit status of the program."""
        try:
            with self._signals():
                while self.status is None:
                    self.turn()
            return self.status
        finally:
            self.close()

    def close(self) -> None:
        """Take the window away."""
        self._device.world.buzzer.listeners.remove(self._hear)
        pygame.quit()

    def turn(self) -> None:
        """Let the app work if it is due, draw, and take in what has come; if nothing has, rest."""
        self._script()
        now_ms = self._now_ms()
        if now_ms >= self._due_ms:
            wait_ms = self._device.tick()
            self._due_ms = now_ms + wait_ms
        self._draw()
        events = pygame.event.get()
        for event in events:
            self._take(event)
        if not events:
            time.sleep(self._rest_ms() / 1000)

    # -- time -------------------------------------------------------------------------------------

    def _now_ms(self) -> int:
        return self._device.clock.elapsed_ms()

    def _rest_ms(self) -> int:
        """How long nothing is to be done, as far as one can know."""
        return max(0, min(LOOK_ms, self._due_ms - self._now_ms()))

    def _script(self) -> None:
        """Go on with the script as far as time has come."""
        while self._moments is not None and self._now_ms() >= self._next_moment_ms:
            try:
                self._next_moment_ms = next(self._moments)
            except StopIteration:
                self._moments = None
                self._tell("the script has ended, go on yourself")
            self._due_ms = self._now_ms()

    @contextlib.contextmanager
    def _signals(self) -> Iterator[None]:
        """Signals end the session; the old ways come back after."""

        def end(number: int, _frame: FrameType | None) -> None:
            self.status = SIGNAL_STATUS + number

        before = {number: signal.signal(number, end) for number in ENDING}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    # -- what happens -----------------------------------------------------------------------------

    def _take(self, event: pygame.event.Event) -> None:
        if event.type == pygame.QUIT:
            self.status = 0
        elif event.type == pygame.KEYDOWN:
            self._typed(event)
        elif event.type == pygame.KEYUP:
            self._release(event.scancode)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_LEFT:
            self._press(MOUSE, self.view.key_at(event.pos))
        elif event.type == pygame.MOUSEBUTTONUP and event.button == pygame.BUTTON_LEFT:
            self._release(MOUSE)
        elif event.type == pygame.MOUSEMOTION and not event.buttons[0]:
            self._release(MOUSE)  # it came up where no window was told
        elif event.type == pygame.WINDOWFOCUSLOST:
            for finger in list(self._fingers):
                self._release(finger)
        elif event.type in (pygame.WINDOWSIZECHANGED, pygame.WINDOWEXPOSED):
            self._resized()

    def _typed(self, event: pygame.event.Event) -> None:
        key = LETTERS.get(event.key, 0)
        if event.key > LAST_LATIN:
            key = PLACES.get(event.scancode, 0)
        if key:
            self._press(event.scancode, key)
        elif event.key in (pygame.K_q, pygame.K_ESCAPE):
            self.status = 0
        elif event.key == pygame.K_s:
            self._snapshot()
        elif event.key in (pygame.K_UP, pygame.K_DOWN):
            self._charge(BATTERY_STEP_mv if event.key == pygame.K_UP else -BATTERY_STEP_mv)

    def _press(self, finger: str | int, key: int) -> None:
        self._release(finger)
        if key:
            self._edge(key, True)
            self._fingers[finger] = key

    def _release(self, finger: str | int) -> None:
        key = self._fingers.pop(finger, 0)
        if key:
            self._edge(key, False)

    def _edge(self, key: int, down: bool) -> None:
        """A key that two fingers are on moves with the first and with the last of them."""
        if key not in self._fingers.values():
            self._device.fingers.edge(key, down, self._now_ms())
            self._due_ms = self._now_ms()

    def _charge(self, step_mv: int) -> None:
        """Fill the cells or empty them by a step."""
        battery = self._device.world.battery
        least, most = BATTERY_RANGE_mv
        mv = (most + BATTERY_STEP_mv if battery.mv is None else battery.mv) + step_mv
        battery.mv = None if mv > most else max(least, mv)

    def _snapshot(self) -> None:
        try:
            path = film.snapshot(self._device, self._pictures)
        except DeviceError as error:
            self._tell(str(error))
            print(f"kibitz: {error}", flush=True)
            return
        self._tell(f"{path.name} is in {path.parent}")
        print(f"A picture of the screen is in {path}", flush=True)

    def _hear(self, sound: int) -> None:
        self._speaker.play(sound)
        self._sound = (SOUND_STATES[sound], self._now_ms() + SOUND_ms)

    def _tell(self, text: str) -> None:
        self._note = (text, self._now_ms() + NOTE_ms)

    # -- what is seen -----------------------------------------------------------------------------

    def _resized(self) -> None:
        surface = pygame.display.get_surface()
        if surface is not None and surface.get_size() != self.view.size:
            self.view = View(surface)
        self._look = None

    def _draw(self) -> None:
        look = self.look()
        if look != self._look:
            self._look = look
            self.view.draw(look)
            pygame.display.flip()

    def look(self) -> Look:
        """What is to be seen now."""
        now_ms = self._now_ms()
        self._note = self._note if self._note and self._note[1] > now_ms else None
        self._sound = self._sound if self._sound and self._sound[1] > now_ms else None
        display = self._device.world.display
        states = [sleep_state(self._device.asleep_ms), GLASS_STATES[display.level]]
        if self._sound:
            states.append(self._sound[0])
        return Look(
            display.frame,
            display.level,
            self._device.fingers.mask,
            self._device.world.battery.mv,
            tuple(state for state in states if state),
            self._note[0] if self._note else HELP,
        )


def sleep_state(asleep_ms: int | None) -> str:
    """What is told of the app's sleep. asleep_ms: as long as it asked for, None: until a key."""
    if asleep_ms is None:
        return "asleep until a key"
    if asleep_ms < NAP_ms:
        return "awake"
    return f"asleep for {asleep_ms // 1000} s at most"


def _open() -> pygame.Surface:
    """Open the window."""
    try:
        pygame.display.init()
        driver = pygame.display.get_driver()
        if driver in UNSEEN_DRIVERS and DRIVER_CHOICE not in os.environ:
            raise pygame.error("there is no display")
        pygame.font.init()
        desktop = pygame.display.get_desktop_sizes()[0]
        pygame.display.set_icon(icon())
        surface = pygame.display.set_mode(chosen_size(desktop), pygame.RESIZABLE)
    except pygame.error as error:
        pygame.quit()
        raise WindowError(
            f"No window can be opened here: {error}. Leave --window out to play in the terminal."
        ) from None
    pygame.display.set_caption(TITLE)
    return surface
