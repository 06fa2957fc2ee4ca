"""The counter on the glass: points for one player or for all, in steps, up or down."""

from rules_core.counter import MOST_POINTS

from . import paint, totals
from .canvas import WIDTH_PX, WORK_HEIGHT_PX, WORK_Y_PX
from .end_screens import EndScreen
from .game_screens import GameScreen
from .keys import KEY_A, KEY_B, KEY_C
from .screen import ConfirmScreen
from .words import say, say_n


def screen_for(app) -> GameScreen:
    """The screen for what the game expects now."""
    if app.table.game.over:
        return CounterEndScreen(app)
    return CounterScreen(app)


SIDES = ("kibitz.points_sheet",)


def sheet(app, game=None):
    """The score sheet: a row for every entry."""
    from .points_sheet import PointsSheetScreen

    game = game or app.table.game
    rows = Rows(game)
    return PointsSheetScreen(app, game.players, rows, game.scores, rows.numbers())


class Rows:
    """The rows of the sheet, each made when it is looked at: an evening has hundreds. The first one
    tells with how many points everybody begins, if not with none."""

    def __init__(self, game):
        self._game = game
        self._first = 1 if game.options["start"] else 0

    def __len__(self):
        return self._first + len(self._game.log)

    def __getitem__(self, row: int):
        game, entry = self._game, row - self._first
        if entry < 0:
            return say("counter.start"), (game.options["start"],) * len(game.players), -1
        none = say("counter.none")
        return entry + 1, [points or none for points in game.points(entry)], -1

    def numbers(self):
        """What stands in the rows, one after the other."""
        none = say("counter.none")
        yield self._game.options["start"] or none
        for name, value in self._game.events:
            if name == "add":
                yield value[1] or none
            elif name == "points":
                for points in value:
                    yield points or none


def menu(app) -> list:
    """The menu gives points to all, and ends the game."""
    if app.table.game.over:
        return []
    return [
        ("counter.round", lambda: app.push(RoundPointsScreen(app))),
        ("counter.end", lambda: ask_to_end(app)),
    ]


def ask_to_end(app) -> None:
    """The table may end the game where it stands."""
    question = say("counter.end." + app.table.game.options["wins"])
    app.push(ConfirmScreen(app, say("counter.end"), question, lambda: end(app)))


def end(app) -> None:
    """The game ends where it stands."""
    app.table.act("end")
    app.play()


def event_text(table, actor, name: str, value) -> str:
    """The last event as the question whether to take it back names it."""
    if name == "add":
        who = table.game.players[value[0]]
        return say("counter.event.add", points=paint.signed(value[1]), who=who)
    if name == "points":
        points = [paint.signed(one) for one in value]
        return say("counter.event.points", points=say("list.and_on").join(points))
    return say("counter.event.end")


def target_text(game) -> str:
    """What is played for."""
    if game.options["target"] == game.options["start"]:
        return say("counter.no_target")
    return say("counter.target", target=game.options["target"])


class Points:
    """Points that are being entered, in the game's steps.

    value: up to now.
    """

    def __init__(self, game):
        self.step = game.options["step"]
        self.value = 0

    def less(self) -> str:
        """What the key for less is called; "" if there is no less."""
        return paint.signed(-self.step) if self.value > -MOST_POINTS else ""

    def more(self) -> str:
        """What the key for more is called; "" if there is no more."""
        return paint.signed(self.step) if self.value < MOST_POINTS else ""

    def add(self, key: int, times: int) -> bool:
        """A (less) or B (more), so many steps at once: these go by round numbers. False if nothing
        has changed."""
        stride = self.step * times
        value = self.value
        if key == KEY_A:
            value = (value - 1) // stride * stride if times > 1 else value - stride
        else:
            value = value // stride * stride + stride if times > 1 else value + stride
        value = max(-MOST_POINTS, min(MOST_POINTS, value))
        changed = value != self.value
        self.value = value
        return changed


class CounterScreen(GameScreen):
    """All totals. A goes to the next player, B begins to count for this one, C asks all.

    While points are being counted A is less, B is more, held faster; C books them, M forgets them.
    seat: the player who is marked. points: what is being counted, or None.
    """

    def __init__(self, app):
        super().__init__(app)
        self.seat = 0
        self.points: Points | None = None
        self._marked = 0  # the seat that is marked in the picture
        if self.game.events and self.game.events[-1][0] == "add":
            self.seat = self.game.next_seat(self.game.events[-1][1][0])

    def fits(self) -> bool:
        return self.game is self.app.table.game and not self.game.over

    def draw(self, canvas) -> None:
        game = self.game
        if self.points is not None:
            target = target_text(game)
            name = paint.with_name("counter.who", game.players[self.seat], target)
            paint.header(canvas, name, target)
            draw_sum(canvas, game.scores[self.seat], self.points.value)
            return
        cells = self.cells()
        if totals.has_header(len(cells)):
            paint.header(canvas, say_n("counter.entries", len(game.log)), target_text(game))
        totals.draw(canvas, cells, totals.page_of(self.seat))
        self._marked = self.seat

    def redraw(self, canvas) -> None:
        """Another number of points, or another player is marked."""
        if self.points is not None:
            draw_points(canvas, self.game.scores[self.seat], self.points.value)
            return
        was, self._marked = self._marked, self.seat
        cells = self.cells()
        for seat in (was, self.seat):
            totals.name(canvas, cells, seat)

    def cells(self) -> list:
        """Everybody, as `totals.draw` wants them."""
        game = self.game
        return [
            (name, str(game.scores[seat]), seat == self.seat)
            for seat, name in enumerate(game.players)
        ]

    def first_key(self) -> int:
        """The key that counts in the direction of the target."""
        return KEY_A if self.game.options["target"] < self.game.options["start"] else KEY_B

    def labels(self) -> tuple:
        if self.points is None:
            points = Points(self.game)
            begin = points.more() if self.first_key() == KEY_B else points.less()
            return (say("key.next"), begin, say("counter.key.round"))
        book = say("key.ok") if self.points.value else say("key.back")
        return (self.points.less(), self.points.more(), book)

    def press(self, key: int) -> None:
        if self.points is not None:
            self._count(key, self.points)
        elif key == KEY_A:
            self.seat = self.game.next_seat(self.seat)
            if totals.page_of(self.seat) == totals.page_of(self._marked):
                self.touched()
            else:
                self.changed()
        elif key == KEY_B:
            points = Points(self.game)
            points.add(self.first_key(), 1)
            self.points = points
            self.changed()
        else:
            self.app.push(RoundPointsScreen(self.app))

    def _count(self, key: int, points: Points) -> None:
        if key != KEY_C:
            self.repeat(key, 1)
            return
        self.points = None
        self.changed()
        if points.value:
            seat = self.seat
            self.seat = self.game.next_seat(seat)
            self.act("add", (seat, points.value))

    def repeat(self, key: int, step: int) -> None:
        if self.points is None:
            if key == KEY_A:
                self.press(key)
        elif key != KEY_C and self.points.add(key, step):
            self.touched()

    def back(self) -> None:
        """Points that are being counted are forgotten; else what was booked last is taken back."""
        if self.points is None:
            super().back()
        else:
            self.points = None
            self.changed()


class RoundPointsScreen(GameScreen):
    """Points for everybody, one after the other: A less, B more, C goes on; booked together.

    entries: a Points for every seat. seat: who is asked.
    """

    def __init__(self, app):
        super().__init__(app)
        self.entries = [Points(self.game) for _ in self.game.players]
        self.seat = 0

    def draw(self, canvas) -> None:
        game = self.game
        place = say("list.place", at=self.seat + 1, of=len(game.players))
        name = paint.with_name("counter.who", game.players[self.seat], place)
        paint.header(canvas, name, place)
        draw_sum(canvas, game.scores[self.seat], self.entries[self.seat].value)

    def redraw(self, canvas) -> None:
        """Another number of points."""
        draw_points(canvas, self.game.scores[self.seat], self.entries[self.seat].value)

    def labels(self) -> tuple:
        entry = self.entries[self.seat]
        return (entry.less(), entry.more(), say("key.ok"))

    def press(self, key: int) -> None:
        if key != KEY_C:
            self.repeat(key, 1)
        elif self.seat < len(self.entries) - 1:
            self.seat += 1
            self.changed()
        else:
            self.act("points", tuple([entry.value for entry in self.entries]))

    def repeat(self, key: int, step: int) -> None:
        if key != KEY_C and self.entries[self.seat].add(key, step):
            self.touched()

    def back(self) -> None:
        """To the player before, or to the totals; nothing has been booked yet."""
        if self.seat:
            self.seat -= 1
            self.changed()
        else:
            self.app.pop()


class CounterEndScreen(EndScreen):
    """The end: who has reached the target, or that the table has ended the game; who has won."""

    def title(self) -> str:
        game = self.game
        reached = game.reached()
        if len(reached) == 1:
            target = game.options["target"]
            return paint.with_name("counter.reached", game.players[reached[0]], target=target)
        if reached:
            return say("counter.reached.several", target=game.options["target"])
        return super().title()


# -- drawing ---------------------------------------------------------------------------------------

_TOTAL_WIDTH_PX = 37
_SUM_PLACES = (
    (0, _TOTAL_WIDTH_PX),
    (_TOTAL_WIDTH_PX + 1, WIDTH_PX - 2 * (_TOTAL_WIDTH_PX + 1)),
    (WIDTH_PX - _TOTAL_WIDTH_PX, _TOTAL_WIDTH_PX),
)
_SUM_Y_PX = WORK_Y_PX + paint.LINE_PX
_SUM_HEIGHT_PX = WORK_HEIGHT_PX - paint.LINE_PX


def draw_sum(canvas, total: int, points: int) -> None:
    """A total, the points that are being counted, and what they make."""
    words = ("counter.before", "counter.points", "counter.after")
    for (x, width), word in zip(_SUM_PLACES, words):
        paint.small(canvas, say(word), x, width, WORK_Y_PX)
    _figure(canvas, 0, str(total))
    draw_points(canvas, total, points)


def draw_points(canvas, total: int, points: int) -> None:
    """The points that are being counted, and what they make; whatever stood there goes."""
    _figure(canvas, 1, paint.signed(points))
    _figure(canvas, 2, str(total + points))


def _figure(canvas, place: int, text: str) -> None:
    x, width = _SUM_PLACES[place]
    canvas.fill_rect(x, _SUM_Y_PX, width, _SUM_HEIGHT_PX, 0)
    totals.big(canvas, text, x, width, _SUM_Y_PX, _SUM_HEIGHT_PX)
