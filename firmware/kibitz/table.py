"""The game on the table: the rules core, the journal, and who did what."""

import gc
from array import array

from rules_core import RuleError, new_game

from .saves import setup_line

NOBODY = -1

# While a saved game is read, so much memory is kept for what comes after it.
RESERVE_bytes = 24 * 1024
# After so many of its events it is looked at how much is left, and tidied up if it is less than so
# much.
TIDY_events = 16
TIDY_bytes = 48 * 1024


class Table:
    """A game being played. Everything the screens do to it goes through here.

    game: the game of the rules core. actors: for every event the seat that was to act, or NOBODY;
    in bytes, because a list doubles when it is full, and a long game's asks for 4 KB in one piece.
    undone: the event that was just taken back, as (name, value), to be mended; None if none was.
    seen: how many records of the game's log the table has been shown and has left behind; when the
    log is longer, a hand has just been booked. heard: the name of the kind of screen whose verdict
    has sounded since the last event, "" if none has.
    """

    def __init__(self, game, journal):
        self.game = game
        self.actors = array("b")
        self.seen = 0
        self.undone = None
        self.heard = ""
        self._journal = journal

    def act(self, name: str, value=True) -> None:
        """An event happens. Raises RuleError, and then nothing has changed."""
        self._apply(name, value)
        self.undone = None
        self.heard = ""
        self._journal.add(self.game.join(name, value))

    def undo(self) -> None:
        """The last event is taken back. Raises RuleError if there is none."""
        undone = self.game.events[-1] if self.game.events else None
        self._take_back()
        self.undone = undone
        self._journal.add({"undo": True})

    def fold(self, event) -> None:
        """An event out of the journal happens again. Raises RuleError like `act`."""
        name, value = self.game.split(event)
        if name != "undo":
            self._apply(name, value)
        elif value is True:
            self._take_back()
        else:
            self.game.apply_event(event)  # says what is wrong with it

    def _apply(self, name: str, value) -> None:
        actor, booked = self.game.to_act, len(self.game.log)
        self.game.apply(name, value)
        self.actors.append(NOBODY if actor is None else actor)
        self.seen = booked

    def _take_back(self) -> None:
        self.game.undo()
        self.actors = self.actors[:-1]
        self.seen = min(self.seen, len(self.game.log))


def begin(game, journal) -> Table:
    """A new game comes on the table."""
    table = Table(game, journal)
    journal.begin(setup_line(game.setup()))
    return table


def resume(journal):
    """The running game as far as it can be read, None if there is none.

    What could not be read is kept in a file of its own; the journal tells how much that is. A game
    that is larger than the memory is left alone as a whole.
    """
    table, count = None, 0
    reserve = reserved()
    try:
        for event in journal.read():
            if table:
                table.fold(event)
            else:
                table = Table(new_game(event), journal)
            count += 1
            tidy(count)
    except RuleError:
        pass
    except MemoryError:
        table, count = None, 0
    del reserve
    journal.resume(count)
    return table


def tidy(count: int) -> None:
    """So many events of a saved game have been played. When little memory is left it is tidied up:
    else what is kept of the events ends up scattered among what is not, and however much is free,
    no piece is left that a long game's list fits in. A computer has no `gc.mem_free`, nor the need.
    """
    if not count % TIDY_events and hasattr(gc, "mem_free") and gc.mem_free() < TIDY_bytes:
        gc.collect()


def reserved():
    """Memory to be held while a game is read; None if there is not even that."""
    try:
        return bytearray(RESERVE_bytes)
    except MemoryError:
        return None
