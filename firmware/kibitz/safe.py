"""The safe mode: what the device does when it has failed to start three times in a row.

It loads neither the app nor the rules, and shows the saved games as they are written: who played,
how many entries there are, the first lines and the last. It sends them over USB as text, puts the
running game aside, or tries again. Nothing is deleted here.
"""

import json

from .bare import Bare
from .lines import lines_of, next_of
from .starts import CRASHES, LIMIT, OWN

# Of a game so many lines are shown, if it has more.
FIRST_LINES = 1
LAST_LINES = 12
# As many lines in one go as surely get through before the watchdog bites: where nobody reads,
# MicroPython waits half a second for every one of them.
SENT_lines = 4

ASIDE = "aside-"
_SETTINGS = "settings"
_GAME, _ENDING = "game-", ".jsonl"
_WAITING = "slot-"  # where the last entries wait until they go to their game's file

# For when the words cannot be had: rows of 15 letters, keys of 5.
TEXTS = {
    "safe.title": "Safe mode",
    "safe.text": "Kibitz failed to start three times. Nothing is lost: see games.",
    "safe.again": "try again",
    "safe.games": "saved games",
    "safe.send": "send over USB",
    "safe.aside": "put game aside",
    "safe.entries": "entries: {n}",
    "safe.sent": "Sent: {n} files",
    "safe.is_aside": "The next start is without that game.",
    "safe.failed": "That failed.",
    "key.up": "up",
    "key.down": "down",
    "key.choose": "ok",
    "key.close": "close",
}


class SafeMode(Bare):
    """starts: of kibitz.starts. again: a function that starts the device anew. send: a function
    that sends a line to whoever listens."""

    def __init__(self, world, starts, again, send=print):
        self._plain = starts.count > LIMIT  # not even this has worked
        super().__init__(world, starts.language, TEXTS, None, self._plain)
        self._storage = world.storage
        self._starts = starts
        self._again = again
        self._send = send
        self._names: list = []  # of the files in the list, or of those still to be sent
        self._unsent = None  # lines of the file that is being sent, one after the other
        self._sent = 0
        self._told: list = []  # what is known of the games in the list
        # Of the running game: its file's name, from which line on others wait, and these
        self._running: tuple = ("", 0, [])
        self._tell("safe.text")

    # -- what is shown ----------------------------------------------------------------------------

    def _tell(self, key: str, **values) -> None:
        """A sentence; C goes on to the menu."""
        lines = self.wrapped(self.word(key, **values))
        self._list("safe.title", lines, -1, self._menu)

    def _list(self, title: str, lines: list, marked: int, do) -> None:
        """do: what C does, a function that gets the marked row."""
        self._do = do
        choose = self.word("key.close" if marked < 0 else "key.choose")
        labels = (self.word("key.up"), self.word("key.down"), choose)
        self.show(self.word(title), lines, labels, marked)

    def _menu(self, _index: int = 0) -> None:
        doors = ("safe.again", "safe.games", "safe.send", "safe.aside")
        self._list("safe.title", [self.word(key) for key in doors], 0, self._open)

    def _open(self, index: int) -> None:
        (self._try_again, self._games, self._begin_to_send, self._put_aside)[index]()

    def choose(self, index: int) -> None:
        self._do(index)

    def back(self) -> None:
        if not self._names or self._unsent is None:
            self._menu()

    # -- the menu ---------------------------------------------------------------------------------

    def _try_again(self) -> None:
        """One more start; if that fails, too, it is back here at once."""
        self._starts.write(LIMIT - 1)
        self._again()

    def _games(self) -> None:
        self._names = self._all_games()
        self._told = [""] * len(self._names)
        rows = [lambda at=at: self._row(at) for at in range(len(self._names))]
        self._list("safe.games", rows, 0, self._game if self._names else self._menu)

    def _row(self, at: int) -> str:
        """A row of the list. The game's file is read when the row is first seen."""
        if not self._told[at]:
            game, players = _setup(next_of(self._read(self._names[at])) or "")
            self._told[at] = " ".join([self._game_name(game)] + players) or self._names[at]
        return self._told[at]

    def _game_name(self, game: str) -> str:
        return self.word_or("game." + game, game)

    def _game(self, index: int) -> None:
        """One game: who, how much, and its lines as they are written."""
        count, shown = 0, []
        for line in self._read(self._names[index]):
            count += 1
            shown.append(line)
            if len(shown) > FIRST_LINES + LAST_LINES:
                shown.pop(FIRST_LINES)
        game, players = _setup(shown[0] if shown else "")
        told = [self._names[index], self._game_name(game), " ".join(players)]
        told.append(self.word("safe.entries", n=max(0, count - 1)))
        if count > len(shown):
            shown.insert(FIRST_LINES, "...")
        rows = []
        for line in told + shown:
            rows += self.wrapped(line)
        self._list("safe.games", rows, -1, self._back_to_games)

    def _back_to_games(self, _index: int) -> None:
        self._games()

    def _all_games(self) -> list:
        """The names of all games' files, the newest first. Of the running game the last entries are
        not in its file yet; only the journal knows them."""
        names = [name for name in self._storage.names() if _is_game(name)]
        self._running = ("", 0, []) if self._plain else self._ask_journal()
        name, _, waiting = self._running
        if waiting and name not in names:
            names.append(name)
        names.reverse()
        return names

    def _ask_journal(self) -> tuple:
        try:
            from .journal import Journal

            journal = Journal(self._storage)
            return journal.name, journal.game.at or 0, journal.game.waiting
        except Exception:  # it may be what fails
            return "", 0, []

    def _read(self, name: str):
        """The lines of a file one by one, as many as can be read, and those that wait to be in it.
        What is too long for a line comes in parts."""
        count = 0
        try:
            file = self._storage.open(name)
            for line, _ in lines_of(file) if file else ():
                self.world.alive()
                count += 1
                yield str(line, "utf-8")
        except (OSError, ValueError):
            yield self.word("safe.failed")
        running, at, waiting = self._running
        if name == running:
            for line in waiting[max(0, count - at) :]:
                yield line

    # -- over USB ---------------------------------------------------------------------------------

    def _begin_to_send(self) -> None:
        self._names = self._all_games()
        for name in self._storage.names():
            waits = self._plain and name.startswith(_WAITING)
            if waits or name == CRASHES:
                self._names.append(name)
        self._unsent, self._sent = iter(()), 0
        self._tell("safe.sent", n=0)

    def tick(self, now_ms: int, readings=()):
        """As ever; and while there is something to send, a few lines of it."""
        wait_ms = super().tick(now_ms, readings)
        if self._unsent is None:
            return wait_ms
        for _ in range(SENT_lines):
            line = next_of(self._unsent)
            if line is not None:
                self._send(line)
            elif self._names:
                name = self._names.pop(0)
                self._send("")
                self._send("== " + name)
                self._unsent = self._read(name)
                self._sent += 1
                break
            else:
                self._unsent = None
                self._tell("safe.sent", n=self._sent)
                break
        return 0

    # -- aside ------------------------------------------------------------------------------------

    def _put_aside(self) -> None:
        """The next start begins without the running game, which stays among the saved ones."""
        try:
            self._close_game()
        except Exception:  # the journal is what fails
            if not self._rename_game():
                self._tell("safe.failed")
                return
        self._starts.write(LIMIT - 1)
        self._tell("safe.is_aside")

    def _close_game(self) -> None:
        from .journal import Journal

        journal = Journal(self._storage)
        journal.close()
        journal.flush()

    def _rename_game(self) -> bool:
        """All that may belong to the running game gets other names."""
        names = self._storage.names()
        games = [name for name in names if name.startswith(_GAME)]
        newest = games[-1].partition(".")[0] + "." if games else _GAME
        done = False
        for name in names:
            older = name.startswith(_GAME) and not name.startswith(newest)
            if older or name in OWN or name.startswith(_SETTINGS) or name.startswith(ASIDE):
                continue
            try:
                self._storage.rename(name, ASIDE + name)
                done = True
            except (AttributeError, OSError):
                return False
        return done


def _is_game(name: str) -> bool:
    """True for a transcript, also for one that was put aside."""
    if name.startswith(ASIDE):
        name = name[len(ASIDE) :]
    return name.startswith(_GAME) and name.endswith(_ENDING)


def _setup(line: str) -> tuple:
    """(game, players) by the first line of a transcript, as far as it can be read."""
    try:
        setup = json.loads(line)
        players = [name for name in setup.get("players", []) if type(name) is str]
        game = setup.get("game", "")
        return game if type(game) is str else "", players
    except (AttributeError, TypeError, ValueError, RuntimeError, MemoryError):
        return "", []
