"""The app: a stack of screens, and one step of its life, `tick`. There is no other loop.

The board, the simulator or a test hands it the world and calls `tick` whenever a key has changed or
the time it asked for has passed:

    app = App(world)
    while True:
        sleep_ms = app.tick(now_ms, readings)
        ...                            # sleep so long (None: until a key changes), gather readings

The world is an object with

    display   show(canvas): brings `canvas.buffer` (1,024 bytes, MONO_VLSB) to the glass
    random    below(n): a number from 0 to n - 1, each as likely
    storage   read(name) -> text or None, append(name, text), write(name, text), names().
              `append` makes the file if there is none, `write` replaces it wholly or not at all,
              and when a call returns its text is safe. Failures raise OSError; a file that is no
              text may raise ValueError or read as U+FFFD

Time is the board's millisecond counter, whether it wraps at 2^30 or at 2^29. Readings are (ms,
mask) samples of the keys, oldest first, a sample for every change since the last tick (see
kibitz.keys); the first tick gets one of how the keys stand when the device starts.
"""

from rules_core import RuleError, new_game

from . import games, paint, table
from .canvas import Canvas
from .home import HomeScreen
from .keys import HOLD, KEY_M, PRESS, REPEAT, TAP, Keypad
from .saves import Journal, Settings
from .screen import MessageScreen
from .ticks import ticks
from .words import say


class App:
    """The app on one device.

    world: as above. canvas: what is on the glass. settings: what is remembered. journal: the
    running game's file. table: the running game, None if there is none. top: the screen in front.
    """

    def __init__(self, world):
        self.world = world
        self.canvas = Canvas()
        self.settings = Settings(world.storage)
        self.journal = Journal(world.storage)
        self.table, whole = table.resume(self.journal)
        self._keypad = Keypad()
        self._save_failed = False
        self._stack = [HomeScreen(self)]
        self.top.enter()
        if not self.settings.whole:
            self.tell(say("broken.settings"))
        if not whole:
            self.tell(say("broken.part") if self.table else say("broken.game"))

    # -- what the device calls --------------------------------------------------------------------

    def tick(self, now_ms: int, readings=()):
        """Handle the keys, draw what changed, then save: the picture never waits for the flash.

        Returns the milliseconds after which to call again; None: not before a key changes.
        """
        self._keypad.feed(ticks(now_ms), readings)
        while self._keypad.next():
            self._handle(self._keypad.event, self._keypad.key, self._keypad.step)
        if self.top.dirty:
            self._draw()
        if not self._save():
            self._draw()
        return self._keypad.sleep_ms()

    def _handle(self, event: int, key: int, step: int) -> None:
        screen = self.top
        if key == KEY_M:
            if event == TAP:
                screen.back()
            elif event == HOLD:
                screen.menu()
        elif event == HOLD:
            screen.hold(key)
        elif event == REPEAT:
            screen.repeat(key, step)
        elif event == (TAP if key & screen.taps else PRESS):
            screen.press(key)

    def _draw(self) -> None:
        self.top.dirty = False
        self.canvas.fill(0)
        self.top.draw(self.canvas)
        paint.labels(self.canvas, self.top.labels())
        self.world.display.show(self.canvas)

    def _save(self) -> bool:
        """Write what is noted. False: it could not be, and the table has just been told so."""
        try:
            self.journal.flush()
            self.settings.flush()
        except OSError:
            if self._save_failed:
                return True
            self._save_failed = True
            self.tell(say("save.failed"))
            return False
        self._save_failed = False
        return True

    # -- what the screens call --------------------------------------------------------------------

    @property
    def top(self):
        """The screen in front."""
        return self._stack[-1]

    def push(self, screen) -> None:
        """Another screen comes in front."""
        self._stack.append(screen)
        self._entered()

    def pop(self) -> None:
        """The screen in front goes; the last one stays."""
        if len(self._stack) > 1:
            self._stack.pop()
        self._entered()

    def tell(self, text: str) -> None:
        """Something the table should know comes in front."""
        self.push(MessageScreen(self, say("message.title"), text))

    def home(self) -> None:
        """All screens go but the first."""
        del self._stack[1:]
        self._entered()

    def begin(self, setup: dict) -> None:
        """A new game, as it was set up; one that was running is put away."""
        try:
            game = new_game(setup)
        except RuleError as refusal:
            self.tell(refusal.message)
            return
        if self.table:
            self.put_away()
        games.forget_others(game.name)
        self.table = table.begin(game, self.journal)
        self.settings.remember(setup)
        self.play()

    def play(self) -> None:
        """The screen for what the running game expects now, above the first screen.

        A screen that fits what is going on now may stay; then its keys stay with it.
        """
        if len(self._stack) == 2 and self.top.fits():
            self.top.changed()
            return
        screens = games.screens(self.table.game.name)
        if screens is None:
            self.tell(say("game.no_screens"))
            return
        del self._stack[1:]
        self.push(screens.screen_for(self))

    def undo(self, count: int = 1) -> None:
        """The last event of the running game is taken back, or so many that were one entry."""
        for _ in range(count):
            self.table.undo()
        del self._stack[1:]
        self.play()

    def put_away(self) -> None:
        """The running game is left for good; its transcript stays on the flash."""
        self.journal.close()
        self.table = None

    def _entered(self) -> None:
        self._keypad.spend()
        self.top.enter()
        self.top.changed()
