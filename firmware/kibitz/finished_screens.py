"""Games that are over, or were put away: a list; each can be looked at, and deleted.

They are transcripts on the flash. The list reads the first line of those in sight only, and one
game at a time is played through, when it is looked at.
"""

from . import end_screens, games, paint
from .canvas import WIDTH_PX
from .fonts import SMALL
from .keys import KEY_A, KEY_B, KEY_C
from .screen import ConfirmScreen, Screen
from .table import replayed
from .words import renamed, say, say_or

_NAMES_A_LINE = 3  # so long that at least so many fit


class Archive:
    """The games on the flash but the running one.

    app: the App. numbers: of the games, the newest first.
    """

    def __init__(self, app):
        self.app = app
        self.numbers = list(reversed(app.journal.finished()))

    def heading(self, number: int):
        """(game, players) as a game's first line has them; None if it has none."""
        setup = self.app.journal.files(number).setup()
        if setup is None:
            return None
        name, players = setup.get("game"), setup.get("players")
        if type(name) is not str or type(players) is not list:
            return None
        return name, renamed([player for player in players if type(player) is str])

    def load(self, number: int) -> tuple:
        """(game, whole, newer): the game as far as it can be read, None if it cannot be.

        It may be whole, but larger than the memory; then there is no game, either.
        """
        files = self.app.journal.files(number)
        table, count, fits = replayed(files, None)
        if not table:
            return None, not fits, files.newer
        return table.game, not files.lost(count) and False in files.flaws, files.newer

    def delete(self, number: int) -> None:
        """A game goes. Raises OSError if it stays."""
        self.app.journal.delete(number)
        self.numbers.remove(number)
        self.app.journal.others = len(self.numbers) > 0


class FinishedScreen(Screen):
    """The list, the newest first: A up, B down, C shows the game.

    A game that is over and still on the table stands at its head. cursor: the marked row. headings:
    what is known of the rows in sight, by their file's number.
    """

    def __init__(self, app):
        super().__init__(app)
        self.archive = Archive(app)
        self.cursor = 0
        self.headings: dict = {}
        table = app.table
        self.at_head = table.game if table and table.game.over else None

    def enter(self) -> None:
        """One of them may have been deleted; the one that was looked at is no longer needed."""
        self.app.make_room()
        self.cursor = max(0, min(self.cursor, self.count() - 1))

    def leads_to(self) -> tuple:
        heading = self.headings.get(self.number(self.cursor)) if self.count() else None
        return games.modules(heading[0]) if heading else ()

    def count(self) -> int:
        """How many rows there are."""
        return len(self.archive.numbers) + (1 if self.at_head else 0)

    def number(self, row: int) -> int:
        """The number of a row's file."""
        if self.at_head:
            row -= 1
        return self.app.journal.number if row < 0 else self.archive.numbers[row]

    def in_sight(self) -> range:
        """The rows on the glass."""
        size = paint.LIST_ROWS - paint.NOTE_LINES
        top = max(0, min(self.cursor - size // 2, self.count() - size))
        return range(top, min(top + size, self.count()))

    def read(self) -> None:
        """Read the first lines of the rows in sight, and forget all others."""
        known, self.headings = self.headings, {}
        for row in self.in_sight():
            number = self.number(row)
            if self.at_head and not row:
                self.headings[number] = self.at_head.name, list(self.at_head.players)
            elif number in known:
                self.headings[number] = known[number]
            else:
                self.headings[number] = self.archive.heading(number)

    def draw(self, canvas) -> None:
        count = self.count()
        if not count:
            paint.header(canvas, say("finished.title"))
            paint.message(canvas, say("finished.none"))
            return
        self.read()
        rows = []
        for row in self.in_sight():
            number = self.number(row)
            rows.append((title_text(self.headings[number]), say("finished.number", number=number)))
        place = say("list.place", at=self.cursor + 1, of=count)
        paint.header(canvas, say("finished.title"), place)
        paint.rows(canvas, rows, 0, len(rows), self.cursor - self.in_sight()[0])
        paint.note(canvas, players_text(self.headings[self.number(self.cursor)]))

    def labels(self) -> tuple:
        count = self.count()
        if not count:
            return ("", "", "")
        if count == 1:
            return ("", "", say("finished.key.show"))
        return (say("key.up"), say("key.down"), say("finished.key.show"))

    def press(self, key: int) -> None:
        count = self.count()
        if not count:
            return
        if key != KEY_C:
            self._move((self.cursor + (1 if key == KEY_B else -1)) % count)
        elif self.at_head and not self.cursor:
            self.app.play()
        else:
            number = self.number(self.cursor)
            self.read()  # several keys may have come since the last picture
            heading = self.headings[number]
            self.app.push(FinishedGameScreen(self.app, self.archive, number, heading))

    def repeat(self, key: int, step: int) -> None:
        if key != KEY_C and self.count():
            cursor = self.cursor + (step if key == KEY_B else -step)
            self._move(max(0, min(self.count() - 1, cursor)))

    def _move(self, cursor: int) -> None:
        if cursor != self.cursor:
            self.cursor = cursor
            self.changed()


class FinishedGameScreen(Screen):
    """A game out of the list: who won it, or how it stood when it was put away.

    A deletes it, B turns to all totals of many players, C shows the sheet. game: None if it cannot
    be read. whole: False if some of it cannot. newer: True if only a newer program can read it.
    heading: what is known of it; the first picture shows that, since reading takes a while.
    """

    def __init__(self, app, archive: Archive, number: int, heading):
        super().__init__(app)
        self.archive = archive
        self.number = number
        self.heading = heading
        self.page = 0
        self.game, self.whole, self.newer = _unread()
        self.is_read = False

    def read(self) -> None:
        """Play the game through."""
        if not self.is_read:
            self.is_read = True
            self.game, self.whole, self.newer = self.archive.load(self.number)
            self.changed()

    def redraw(self, canvas) -> None:
        """The first picture is there."""
        self.read()

    def leads_to(self) -> tuple:
        screens = self.screens()
        return screens.SIDES if screens else ()

    def screens(self):
        """The module with the screens of the game; None if it has none."""
        return games.screens(self.game.name) if self.game else None

    def draw(self, canvas) -> None:
        game = self.game
        number = say("finished.number", number=self.number)
        if not self.is_read:
            paint.header(canvas, title_text(self.heading), number)
            paint.note(canvas, players_text(self.heading))
            self.touched()
            return
        if game is None:
            paint.header(canvas, say("finished.title"), number)
            word = "finished.long.text" if self.whole else "finished.broken.text"
            if self.newer:
                word = "broken.newer"
            paint.message(canvas, say(word))
            return
        sentence = end_screens.winners_text(game) if game.over else game_text(game.name)
        end_screens.draw(canvas, game, self.title(), sentence, self.page)
        if not game.over and not self.page and end_screens.pages(game) > 1:
            paint.note(canvas, players_text((game.name, game.players)))

    def title(self) -> str:
        """What the header says of the game."""
        if not self.whole:
            return say("finished.part")
        if not self.game.over:
            return say("finished.unfinished")
        return end_screens.reason_text(self.game)

    def labels(self) -> tuple:
        if not self.is_read:
            return ("", "", "")
        pages = end_screens.pages(self.game) if self.game else 1
        more = say("end.key.totals") if pages > 1 else ""
        return (say("finished.key.delete"), more, say("key.sheet") if self.screens() else "")

    def press(self, key: int) -> None:
        self.read()
        if key == KEY_A:
            question = say("finished.delete", number=self.number)
            title = say("finished.delete.title")
            self.app.push(ConfirmScreen(self.app, title, question, self.delete))
        elif key == KEY_B and self.game and end_screens.pages(self.game) > 1:
            self.page = (self.page + 1) % end_screens.pages(self.game)
            self.changed()
        elif key == KEY_C and self.screens():
            self.app.push(self.screens().sheet(self.app, self.game))

    def delete(self) -> None:
        """The file goes, and with it this screen."""
        try:
            self.archive.delete(self.number)
        except OSError:
            self.app.tell(say("finished.stays"))
            return
        self.app.pop()


def _unread() -> tuple:
    """(game, whole, newer) of a game of which nothing is known yet."""
    return None, True, False


# -- words -----------------------------------------------------------------------------------------


def game_text(name: str) -> str:
    """What a game is called."""
    return say_or("game." + name, name)


def title_text(heading) -> str:
    """A row of the list."""
    return game_text(heading[0]) if heading else say("finished.broken")


def players_text(heading) -> str:
    """Who played, as many of them as two lines have room for."""
    if not heading:
        return ""
    width = WIDTH_PX - 2 * paint.MARGIN_PX
    comma = say("list.and_on")
    names = [SMALL.fit(name, width // _NAMES_A_LINE - SMALL.width(comma)) for name in heading[1]]
    for count in range(len(names), 0, -1):
        text = comma.join(names[:count])
        if count < len(names):
            text += comma + say("player.open")
        if len(SMALL.wrap(text, width)) <= paint.NOTE_LINES:
            return text
    return ""
