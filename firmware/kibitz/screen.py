"""Screens: what the glass shows, and what the keys mean while it does.

How to add a screen
-------------------
A screen is a class derived from `Screen`, or from one of the ready kinds below: `ListScreen` (pick
one of several), `ScrollScreen` (look at rows), `MessageScreen` (tell something), `ConfirmScreen`
(no or yes), `NumberScreen` (set a number). Say what differs, for instance

    class DealerScreen(ListScreen):
        def __init__(self, app, names):
            super().__init__(app, say("dealer.title"), [(name, "") for name in names])

        def choose(self, index):
            self.app.deal(index)

1. `draw(canvas)` draws what the screen's attributes say and decides nothing: the canvas is clear,
   the header and the working area are yours (`paint` has their places), the bottom line is drawn by
   the app from `labels()`.
2. `labels()` says what A, B and C do now, "" for nothing. It is read with every drawing: a key that
   does nothing must not promise anything, and one that does must not be silent.
3. `press(key)`, `hold(key)` and `repeat(key, step)` change attributes and say `self.changed()`. A
   press of a key without a label does nothing. A key named in `taps` acts when it comes up again
   and has not been held, which is what a key needs that does something else when held.
   Where a press changes little of the picture, and often does, say `self.touched()` instead, and
   let `redraw(canvas)` draw just that: the glass is a slow one, and a finger feels it. What it
   leaves on the canvas must be what `draw` would have drawn; the tests compare the two.
4. M is the same everywhere: short it goes `back()`, held it opens the `menu()`.
5. Another screen is reached with `self.app.push(screen)`, left with `self.app.pop()`. Whatever key
   is down then has had its effect: nothing more of it reaches the other screen.
6. Every text comes from `words` with `say(key)`, and every rule from the rules core: a screen
   offers what the game says is possible and never works out points itself.
7. A screen that tells a verdict (who has won, what a hand has cost) says `sound = VERDICT`.
8. A screen whose keys lead to what another module has names the module in `leads_to()`: the device
   loads it while nobody presses anything (kibitz.app, `_look_ahead`).
9. Add the screen to the pictures of `make shots`, and look at it: with the longest names, the
   largest totals, and a thumb over the bottom line.
"""

from . import paint
from .canvas import HEADER_Y_PX, RULE_Y_PX, WORK_Y_PX
from .keys import KEY_A, KEY_B, KEY_C
from .words import say

# What of a screen has to be drawn anew
NOTHING, TOUCHED, ALL = range(3)


class Screen:
    """One screen of the app; see above. app: the App it belongs to. dirty: what to draw anew."""

    of_game = False  # True for one of the running game itself, see kibitz.game_screens
    taps = 0  # keys (KEY_A and so on, or-ed) that act when they come up, not when they go down
    sound: int | None = None  # of kibitz.world: what is heard when an event brings the screen

    def __init__(self, app):
        self.app = app
        self.dirty = ALL

    def changed(self) -> None:
        """What is shown is no longer right: draw all of it again."""
        self.dirty = ALL

    def touched(self) -> None:
        """What is shown is no longer right, but nothing else than what `redraw` draws again."""
        self.dirty = self.dirty or TOUCHED

    def enter(self) -> None:
        """The screen comes to the top, for the first time or again."""

    def leads_to(self) -> tuple:
        """The modules with what its keys lead to."""
        return ()

    def fits(self) -> bool:
        """True if a screen of a running game can go on showing it after an event."""
        return False

    def draw(self, canvas) -> None:
        """Draw the header and the working area on a clear canvas."""

    def redraw(self, canvas) -> None:
        """After `touched`: draw what has changed. The canvas shows the screen as it was."""
        paint.clear(canvas)
        self.draw(canvas)

    def labels(self) -> tuple:
        """What the keys A, B and C do now; "" for nothing."""
        return ("", "", "")

    def press(self, key: int) -> None:
        """A, B or C goes down (or comes up, see `taps`)."""

    def hold(self, key: int) -> None:
        """A, B or C has been down for a while: its first repeat, unless a screen differs."""
        self.repeat(key, 1)

    def repeat(self, key: int, step: int) -> None:
        """A, B or C is still down. step: how far to go, growing from 1."""

    def back(self) -> None:
        """M, short: to where one came from."""
        self.app.pop()

    def menu(self) -> None:
        """M, held. Only a running game has a menu."""


class Later:
    """What is made when it is first asked for, like the rows of a list that nobody may scroll to.

    count: how many there are. make: a function that makes one, of its number. As a list it has a
    length, and parts that can be set.
    """

    def __init__(self, count: int, make):
        self._make = make
        self._made: list = [None] * count

    def __len__(self):
        return len(self._made)

    def __getitem__(self, at: int):
        if self._made[at] is None:
            self._made[at] = self._make(at)
        return self._made[at]

    def __setitem__(self, at: int, part) -> None:
        self._made[at] = part


class ListScreen(Screen):
    """A list to pick from: A up, B down, C takes the row.

    title: of the header. rows: (left, right) texts, a list or Later; the right one, a value, may be
    "". notes: None, or a text for each row, shown under the list while the row is the marked one.
    cursor: the marked row. top: the first row in sight. `choose(index)` is what a subclass adds.
    """

    def __init__(self, app, title: str, rows, notes=None):
        super().__init__(app)
        self.title = title
        self.rows = rows
        self.notes = notes
        self.cursor = 0
        self.top = 0
        self._lines: list = []  # of the picture: (row, True if it is marked)
        self._noted = ""  # the note in the picture
        self._place = ""  # what the header's right end says there

    def choose(self, index: int) -> None:
        """C was pressed on this row."""

    def in_sight(self) -> int:
        """How many rows the glass has room for."""
        return paint.LIST_ROWS if self.notes is None else paint.LIST_ROWS - paint.NOTE_LINES

    def draw(self, canvas) -> None:
        self._place = self.place()
        paint.header(canvas, self.title, self._place)
        self._lines = []
        self._draw_lines(canvas)
        if self.notes is not None and self.rows:
            self._noted = self.note(self.cursor)
            paint.note(canvas, self._noted)

    def redraw(self, canvas) -> None:
        """Another row is marked, or a row says something else; then the note does, too.

        The note comes with a picture of its own, since it takes longer than all else: the mark is
        what the finger waits for.
        """
        was, self._place = self._place, self.place()
        if self._place != was and not paint.header_end(canvas, self.title, self._place, was):
            paint.clear(canvas, HEADER_Y_PX, RULE_Y_PX)
            paint.header(canvas, self.title, self._place)
        moved = self._draw_lines(canvas)
        if self.notes is None:
            return
        if moved:
            self.touched()
            return
        note = self.note(self.cursor)
        if note != self._noted:
            self._noted = note
            paint.clear(canvas, paint.NOTE_Y_PX, paint.NOTE_LINES * paint.LINE_PX)
            paint.note(canvas, note)

    def _draw_lines(self, canvas) -> bool:
        """Draw the lines that the picture has not got yet; True if there are any."""
        was = self._lines
        end = min(self.top + self.in_sight(), len(self.rows))
        self._lines = [(self.rows[at], at == self.cursor) for at in range(self.top, end)]
        moved = False
        for place, line in enumerate(self._lines):
            if place >= len(was) or line != was[place]:
                moved = True
                if was:
                    paint.clear(canvas, paint.row_y(place), paint.LINE_PX)
                paint.row(canvas, place, *line)
        return moved

    def note(self, index: int) -> str:
        """What is shown under the list while this row is marked."""
        return self.notes[index]

    def place(self) -> str:
        """Where in a long list one is, for the header's right end."""
        if len(self.rows) <= self.in_sight():
            return ""
        return say("list.place", at=self.cursor + 1, of=len(self.rows))

    def labels(self) -> tuple:
        if len(self.rows) < 2:
            return ("", "", say("key.choose"))
        return (say("key.up"), say("key.down"), say("key.choose"))

    def press(self, key: int) -> None:
        if key == KEY_C:
            if self.rows:
                self.choose(self.cursor)
        elif len(self.rows) > 1:
            step = -1 if key == KEY_A else 1
            self.move((self.cursor + step) % len(self.rows))

    def repeat(self, key: int, step: int) -> None:
        """A held key stops at the end of the list, so that the end can be felt."""
        if key != KEY_C and self.rows:
            step = -1 if key == KEY_A else 1
            self.move(max(0, min(len(self.rows) - 1, self.cursor + step)))

    def move(self, cursor: int) -> None:
        """Mark a row and bring it into sight. If the rows are others now, say `changed`, too."""
        self.cursor = cursor
        top = self.top
        lowest_top = cursor - self.in_sight() + 1
        self.top = max(min(top, cursor), lowest_top, 0)
        if self.top == top:
            self.touched()
        else:
            self.changed()


class ScrollScreen(Screen):
    """Rows to look at, more than the glass has room for: A up, B down, C closes.

    top: the first row in sight. `last_top()` is what a subclass adds.
    """

    def __init__(self, app):
        super().__init__(app)
        self.top = 0

    def last_top(self) -> int:
        """The top row when the last one is in sight."""
        raise NotImplementedError

    def leave_label(self) -> str:
        """What C does."""
        return say("key.close")

    def leave(self) -> None:
        """C was pressed."""
        self.app.pop()

    def labels(self) -> tuple:
        up = say("key.up") if self.top else ""
        down = say("key.down") if self.top < self.last_top() else ""
        return (up, down, self.leave_label())

    def press(self, key: int) -> None:
        if key == KEY_C:
            self.leave()
        else:
            self.repeat(key, 1)

    def repeat(self, key: int, step: int) -> None:
        if key == KEY_A:
            self.scroll(self.top - step)
        elif key == KEY_B:
            self.scroll(self.top + step)

    def scroll(self, top: int) -> None:
        """Another row comes to the top, as far as there are rows."""
        top = max(0, min(self.last_top(), top))
        if top != self.top:
            self.top = top
            self.changed()


class MessageScreen(Screen):
    """Something the table should know: a title, a text of up to five lines, C goes on."""

    def __init__(self, app, title: str, text: str):
        super().__init__(app)
        self.title = title
        self.text = text

    def draw(self, canvas) -> None:
        paint.header(canvas, self.title)
        paint.message(canvas, self.text)

    def labels(self) -> tuple:
        return ("", "", say("key.ok"))

    def press(self, key: int) -> None:
        if key == KEY_C:
            self.app.pop()


class ConfirmScreen(Screen):
    """A question that a slip of the finger must not answer: A no, C yes.

    yes: a function, called when the answer is yes and this screen is gone.
    """

    def __init__(self, app, title: str, question: str, yes):
        super().__init__(app)
        self.title = title
        self.question = question
        self.yes = yes

    def draw(self, canvas) -> None:
        paint.header(canvas, self.title)
        paint.message(canvas, self.question)

    def labels(self) -> tuple:
        return (say("key.no"), "", say("key.yes"))

    def press(self, key: int) -> None:
        if key == KEY_A:
            self.app.pop()
        elif key == KEY_C:
            self.app.pop()
            self.yes()


class NumberScreen(Screen):
    """A number to set: A less, B more, held faster, C takes it, M leaves it as it was.

    low, high: the smallest and the largest. done: a function that gets the number.
    """

    def __init__(self, app, title: str, note: str, value: int, low: int, high: int, done):
        super().__init__(app)
        self.title = title
        self.note = note
        self.value = value
        self.low = low
        self.high = high
        self.done = done

    def draw(self, canvas) -> None:
        paint.header(canvas, self.title, say("number.range", low=self.low, high=self.high))
        paint.number(canvas, self.value)
        paint.note(canvas, self.note)

    def redraw(self, canvas) -> None:
        """The number is another one."""
        paint.clear(canvas, WORK_Y_PX, paint.NOTE_Y_PX - WORK_Y_PX)
        paint.number(canvas, self.value)

    def labels(self) -> tuple:
        less = say("key.less") if self.value > self.low else ""
        more = say("key.more") if self.value < self.high else ""
        return (less, more, say("key.ok"))

    def press(self, key: int) -> None:
        if key == KEY_C:
            self.app.pop()
            self.done(self.value)
        else:
            self.set(self.value + (-1 if key == KEY_A else 1))

    def repeat(self, key: int, step: int) -> None:
        """Large steps go by round numbers."""
        if key == KEY_A:
            self.set((self.value - 1) // step * step)
        elif key == KEY_B:
            self.set(self.value // step * step + step)

    def set(self, value: int) -> None:
        """The new number, as far as it is allowed."""
        value = max(self.low, min(self.high, value))
        if value != self.value:
            self.value = value
            self.touched()
