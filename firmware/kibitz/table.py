"""The game on the table: the rules core, the journal, and who did what."""

import gc
from array import array

from rules_core import RuleError, new_game
from rules_core.game import is_list

from .saves import setup_line
from .words import renamed

NOBODY = -1

# What the events of a game may take of a board's memory; then it is full. Of the 100 KB that a
# Pico has free when a game begins, the screens ask for half at times (tests/pico/long_game.py). It
# is 1,750 bids, tricks and calls; Meksiko up to 201, trick by trick, has 1,130 on average.
ROOM_bytes = 48 * 1024
# When so little is left, the table is told: 50 to 70 entries more.
NEARLY_bytes = 2 * 1024
# Beyond ROOM_bytes: an entry of many events that has begun, and the end of the game.
SPARE_bytes = 1024
# An event takes so much on average, with its share of the core's marks and log, and so much more
# for each part of a list. What was taken back leaves something behind as well, though only in the
# file: the next start has to read it.
EVENT_bytes = 28
PART_bytes = 8
UNDONE_bytes = 4

# While a saved game is read, so much memory is kept for what comes after it.
RESERVE_bytes = 24 * 1024
# After so many of its events it is looked at how much is left, and tidied up if it is less than so
# much.
TIDY_events = 16
TIDY_bytes = 48 * 1024


class Table:
    """A game being played. Everything the screens do to it goes through here.

    game: the game of the rules core. journal: where its events are noted. actors: for every event
    the seat that was to act, or NOBODY; in bytes, because a list doubles when it is full, and a
    long game's asks for 4 KB in one piece.
    undone: the event that was just taken back, as (name, value), to be mended; None if none was.
    seen: how many records of the game's log the table has been shown and has left behind; when the
    log is longer, a hand has just been booked. heard: the name of the kind of screen whose verdict
    has sounded since the last event, "" if none has. used_bytes: of ROOM_bytes. warns: True if the
    table is to be told that the game is nearly full.
    """

    def __init__(self, game, journal):
        self.game = game
        self.actors = array("b")
        self.seen = 0
        self.undone = None
        self.heard = ""
        self.used_bytes = 0
        self.warns = False
        self.journal = journal

    @property
    def full(self) -> bool:
        """True if the game has no room for more events than the one that ends it."""
        return self.used_bytes > ROOM_bytes

    def act(self, name: str, value=True) -> None:
        """An event happens. Raises RuleError, and then nothing has changed."""
        nearly = ROOM_bytes - NEARLY_bytes
        before = self.used_bytes
        self._apply(name, value)
        self.warns = self.warns or before <= nearly < self.used_bytes
        self.undone = None
        self.heard = ""
        self.journal.add(self.game.join(name, value))

    def undo(self) -> None:
        """The last event is taken back. Raises RuleError if there is none."""
        self.undone = self._take_back()
        self.journal.add({"undo": True})

    def rename(self) -> None:
        """Players whom the device has named are called so in the language that it speaks now."""
        self.game.players = tuple(renamed(self.game.players))

    def fold(self, event) -> None:
        """An event out of the journal happens again. Raises RuleError like `act`; MemoryError if
        the game is longer than one can become here."""
        name, value = self.game.split(event)
        if name != "undo":
            self._apply(name, value)
        elif value is True:
            self._take_back()
        else:
            self.game.apply_event(event)  # says what is wrong with it
        if self.used_bytes > ROOM_bytes + SPARE_bytes:
            raise MemoryError

    def _apply(self, name: str, value) -> None:
        actor, booked = self.game.to_act, len(self.game.log)
        self.game.apply(name, value)
        self.actors.append(NOBODY if actor is None else actor)
        self.seen = booked
        self.used_bytes += _taken_bytes(value)

    def _take_back(self) -> tuple:
        event = self.game.events[-1] if self.game.events else ("", None)
        self.game.undo()
        self.actors = self.actors[:-1]
        self.seen = min(self.seen, len(self.game.log))
        self.used_bytes += UNDONE_bytes - _taken_bytes(event[1])
        return event


def _taken_bytes(value) -> int:
    """What an event with this value takes of the room."""
    return EVENT_bytes + (PART_bytes * len(value) if is_list(value) else 0)


def begin(game, journal) -> Table:
    """A new game comes on the table."""
    table = Table(game, journal)
    journal.begin(setup_line(game.setup()))
    return table


def resume(journal):
    """The running game as far as it can be read, None if there is none.

    What could not be read is kept in a file of its own; the journal tells how much that is. A game
    that is too long is left alone as a whole.
    """
    table, count, fits = replayed(journal.game, journal)
    if fits:
        journal.resume(count)
    else:
        journal.leave()
    return table


def replayed(files, journal) -> tuple:
    """(table, count, fits): a saved game on a table, as far as it can be read, and how many lines
    that is; no table if there is no game, or if it does not fit in here.

    When little memory is left it is tidied up: else what is kept of the events ends up scattered
    among what is not, and however much is free, no piece of it is large. A computer has no
    `gc.mem_free`, nor the need.
    """
    table, count = None, 0
    reserve = _reserved()
    try:
        for event in files.values():
            if table:
                table.fold(event)
            else:
                table = Table(new_game(event), journal)
                table.rename()
            count += 1
            if not count % TIDY_events and hasattr(gc, "mem_free") and gc.mem_free() < TIDY_bytes:
                gc.collect()
    except RuleError:
        pass
    except MemoryError:
        return None, 0, False
    del reserve
    return table, count, True


def _reserved():
    """Memory to be held while a game is read; None if there is not even that."""
    try:
        return bytearray(RESERVE_bytes)
    except MemoryError:
        return None
