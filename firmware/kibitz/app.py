"""The app: a stack of screens, and one step of its life, `tick`. There is no other loop.

The board, the simulator or a test hands it the world and calls `tick` whenever a key has changed or
the time it asked for has passed:

    app = App(world)
    while True:
        sleep_ms = app.tick(now_ms, readings)
        ...                            # sleep so long (None: until a key changes), gather readings

The world is what kibitz.world describes: display, random source, storage, buzzer, battery.

Time is the board's millisecond counter, whether it wraps at 2^30 or at 2^29. Readings are (ms,
mask) samples of the keys, oldest first, a sample for every change since the last tick (see
kibitz.keys); the first tick gets one of how the keys stand when the device starts.
"""

from . import games, paint, words
from .battery import Watch, mark
from .canvas import Canvas
from .home import HomeScreen
from .journal import Journal
from .keys import HOLD, KEY_M, KEYS, PRESS, REPEAT, TAP, Keypad
from .power import HOME, UPPER, Moved, Power
from .saves import Settings
from .screen import ALL, NOTHING, TOUCHED, MessageScreen
from .starts import is_new
from .words import say
from .world import CLICK, DARK, TROUBLE, ticks, ticks_diff

# Nobody has touched a key for so long: there is time to load what may be wanted next.
QUIET_ms = 100


class App:
    """The app on one device.

    world: as above. canvas: what is on the glass. settings: what is remembered. journal: the
    running game's files. table: the running game, None if there is none. saved: the name of the one
    that is on the flash and will be on the table when the first tick is over, else "". top: the
    screen in front. battery: what is known of it. drew: True if the last tick brought a picture.
    """

    def __init__(self, world):
        self.world = world
        self.canvas = self._picture = Canvas()
        self._moved = Moved(self._picture)
        self.settings = Settings(world.storage)
        words.use(self.settings.values["language"])
        self.journal = Journal(world.storage, world.alive)
        self.table, self._is_read = _not_read()
        self.saved = self.journal.kind()
        self.battery = Watch(world.battery)
        self.drew = False
        self._keypad = Keypad()
        self._power = Power(world.display, self.settings.values)
        self._ticked: int | None = None  # when the last tick was
        self._save_failed = False
        self._untidy = False  # modules may be in memory that are not needed now
        self._looks_ahead = games.SCARCE  # others may be wanted next
        self._quiet_ms = 0  # so long no key has been touched
        self._drawn = None  # the screen in the picture
        self._labels = paint.NO_LABELS  # of that picture
        self._stack = [HomeScreen(self)]
        self.top.enter()
        if not self.settings.whole:
            self.tell(say("broken.settings"))
        if not self.settings.found and is_new(world.storage):
            from .language_screen import LanguageScreen

            self.push(LanguageScreen(self))

    # -- what the device calls --------------------------------------------------------------------

    def tick(self, now_ms: int, readings=()):
        """Handle the keys, draw what changed, then save: the picture never waits for the flash.

        Returns the milliseconds after which to call again; None: not before a key changes.
        """
        self.drew = False
        if not self._is_read:
            self._read_game()
            if readings and readings[0][1] & KEY_M:  # held while the power came
                self.check()
        now = ticks(now_ms)
        keypad, power = self._keypad, self._power
        passed_ms = 0 if self._ticked is None else max(0, ticks_diff(now, self._ticked))
        self._ticked = now
        self._quiet_ms = 0 if readings else self._quiet_ms + passed_ms
        keypad.feed(now, readings)
        while keypad.next():
            self._looks_ahead = games.SCARCE
            if power.takes(keypad, now):
                self._handle(keypad.event, keypad.key, keypad.step)
        power.pass_time(passed_ms, now, keypad)
        if power.level != DARK:
            self._watch_battery(passed_ms)
        if self.top.dirty or power.shifted:
            self._draw()
        power.light()
        if not self._save():
            self._draw()
        if self._untidy:
            self._untidy = False
            self._tidy()
        elif self._looks_ahead and self._is_quiet():
            self._looks_ahead = self._look_ahead()
        return self._sleep_ms()

    def _tidy(self) -> None:
        """Unload what is not needed any more, now that nobody is waiting for a picture."""
        name = self.table.game.name if self.table else ""
        if self._in_game():
            games.forget(name, True, False)
        else:
            roomy, at_home = games.is_roomy(), len(self._stack) == 1
            games.forget(name, roomy and at_home, roomy or not at_home)

    def _in_game(self) -> bool:
        """True if the running game is in front, or its menu."""
        return len(self._stack) > 1 and self._stack[1].of_game

    def _is_quiet(self) -> bool:
        """True if nobody is at the keys, and everything is drawn."""
        return (
            self._quiet_ms >= QUIET_ms
            and self._keypad.sleep_ms() is None
            and self.top.dirty == NOTHING
        )

    def _look_ahead(self) -> bool:
        """Load something that a key may lead to; False if there is nothing left."""
        top = self.top
        modules = top.leads_to()
        if not modules or not games.is_roomy():
            return False
        try:
            return not top.of_game and words.fetch() or games.load(modules)
        except MemoryError:  # to compile a source takes much; and nobody has asked for it
            return False

    def _read_game(self) -> None:
        """Bring the saved game on the table. It may be long, so there is a picture first, and what
        that does not need is loaded after it."""
        self._is_read = True
        if self.saved:
            self._draw()
        from . import table

        self.heed_settings()
        journal = self.journal
        self.table = table.resume(journal)
        self.saved = ""
        if self.settings.newer or journal.newer:
            self.tell(say("broken.newer"))
        if journal.too_long:
            self.tell(say("finished.long.text"))
        elif self.table and journal.lost:
            self.tell(words.say_n("broken.lost", journal.lost))
        elif journal.doubt:
            self.tell(say("broken.part") if self.table else say("broken.game"))
        if self.table:
            games.screens(self.table.game.name)  # the likeliest to be wanted next
        self._stack[0].enter()
        self.top.changed()

    def _sleep_ms(self):
        if self.top.dirty:
            return 0  # there is more to be drawn, see ListScreen.redraw
        keypad_ms = self._keypad.sleep_ms()
        if self._looks_ahead and keypad_ms is None:
            return max(0, QUIET_ms - self._quiet_ms)
        power_ms = self._power.sleep_ms()
        if power_ms is None:
            return keypad_ms
        sleep_ms = min(power_ms, self.battery.sleep_ms())
        if self.battery.warns:
            sleep_ms = min(sleep_ms, self._power.quiet_in_ms())
        return sleep_ms if keypad_ms is None else min(sleep_ms, keypad_ms)

    def _handle(self, event: int, key: int, step: int) -> None:
        screen = self.top
        if event == PRESS and self._has_sound() and self._does_something(key):
            self.sound(CLICK)
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

    def _does_something(self, key: int) -> bool:
        """True if a press of the key means something to the screen in front."""
        if key == KEY_M:
            return len(self._stack) > 1
        return bool(self.top.labels()[KEYS.index(key)])

    def _watch_battery(self, passed_ms: int) -> None:
        """Look at the battery now and then; tell the table of it when nobody is at the keys."""
        battery = self.battery
        was_low = battery.low
        battery.pass_time(passed_ms)
        if battery.low != was_low:
            self.top.changed()
        if battery.warns and self._power.quiet:
            battery.told()
            self.tell(say("battery.low", volts=battery.volts()))

    def _draw(self) -> None:
        power = self._power
        self._draw_in_place(self._picture, self.top)
        power.shifted = False
        if power.shift == HOME and not self.battery.low:
            self.canvas = self._picture
        else:
            self.canvas = self._moved.canvas
            self._moved.draw(power.shift)
            if self.battery.low:
                mark(self._picture, self.canvas, 1 if power.shift == UPPER else 0)
        self.world.display.show(self.canvas)
        self.drew = True

    def _draw_in_place(self, picture, screen) -> None:
        """Draw no more than has changed."""
        dirty, screen.dirty = screen.dirty, NOTHING
        if screen is not self._drawn:
            dirty = ALL
        if dirty == NOTHING:
            return
        labels, shown = screen.labels(), paint.NO_LABELS
        if dirty == TOUCHED:
            screen.redraw(picture)
            shown = self._labels
        else:
            picture.clear()
            screen.draw(picture)
        paint.labels(picture, labels, shown)
        self._drawn, self._labels = screen, labels

    def _save(self) -> bool:
        """Write what is noted. False: it could not be, and the table has just been told so."""
        try:
            self.journal.flush(self._power.level == DARK)
            self.journal.with_room(self.settings.flush)
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
            self._untidy = len(self._stack) == 1 or self.top.of_game
        self._entered()

    def tell(self, text: str) -> None:
        """Something the table should know comes in front, and is heard."""
        self.push(MessageScreen(self, say("message.title"), text))
        self.sound(TROUBLE)

    def sound(self, sound: int) -> None:
        """CLICK, VERDICT or TROUBLE (kibitz.world), if the table wants to hear anything."""
        if self._has_sound():
            self.world.buzzer.play(sound)

    def _has_sound(self) -> bool:
        return self.settings.values["sound"] == "on"

    def heed_settings(self) -> None:
        """The settings that hold for the whole device have been read, or one has changed."""
        words.use(self.settings.values["language"])
        games.Pack.name = self.settings.values["suits"]
        self.settings.names = words.renamed(self.settings.names)
        if self.table:
            self.table.rename()

    def refresh(self) -> None:
        """All screens say anew what they say: those of a running game, or else the first one."""
        in_game = len(self._stack) > 2  # the first one, one of the game, its menu
        self.home()
        if in_game:
            self.play()

    def home(self) -> None:
        """All screens go but the first."""
        del self._stack[1:]
        self._untidy = True
        self._entered()

    def check(self) -> None:
        """Whoever has built the device looks whether all of it works."""
        from .check_screen import DeviceCheckScreen

        self.push(DeviceCheckScreen(self))

    def make_room(self) -> None:
        """A screen comes to the front after which less may be needed."""
        self._untidy = True

    def begin(self, setup: dict) -> None:
        """A new game, as it was set up; one that was running is put away."""
        from rules_core import RuleError, new_game

        from . import table

        if not self._is_read:
            self._read_game()
        try:
            game = new_game(setup)
        except RuleError as refusal:
            self.tell(words.refused(refusal))
            return
        if self.table:
            self.put_away()
        self._come_to(game.name)
        self.table = table.begin(game, self.journal)
        self.settings.remember(setup)
        self.play()

    def play(self) -> None:
        """The screen for what the running game expects now, above the first screen.

        A screen that fits what is going on now may stay; then its keys stay with it.
        """
        table = self.table
        if len(self._stack) == 2 and self.top.fits() and not (table.full or table.warns):
            self.top.touched()
            return
        name = table.game.name
        if len(self._stack) == 1:
            self._come_to(name)
        screens = games.screens(name)
        if screens is None:
            self.tell(say("game.no_screens"))
            return
        del self._stack[1:]
        if table.full and not table.game.over:
            from .game_screens import FullScreen

            self.push(FullScreen(self))
            return
        self.push(screens.screen_for(self))
        self._announce()
        if table.warns:
            table.warns = False
            self.tell(say("save.nearly"))

    def _come_to(self, name: str) -> None:
        """The screens of a game are wanted. If they are in memory, what is not wanted any more can
        wait: no reason to keep anybody waiting for the picture."""
        if games.is_loaded(name):
            self._untidy = True
        else:
            games.forget(name, True, False)

    def _announce(self) -> None:
        """A verdict is heard when it comes, not whenever it is looked at again."""
        screen = self.top
        kind = type(screen).__name__
        if screen.sound is not None and self.table.heard != kind:
            self.table.heard = kind
            self.sound(screen.sound)

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
        self._drawn = None  # a screen that is gone may be that of a long game: it leaves the memory
        self._keypad.spend()
        self.top.enter()
        self.top.changed()


def _not_read() -> tuple:
    """(table, whether that is known): nothing has been read of the saved game."""
    return None, False
