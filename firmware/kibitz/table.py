"""The game on the table: the rules core, the journal, and who did what."""

from array import array

from rules_core import RuleError, new_game

from .saves import setup_line, to_json

NOBODY = -1


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

    def lines(self) -> list:
        """The transcript up to now, without what was taken back."""
        lines = [setup_line(self.game.setup())]
        for name, value in self.game.events:
            lines.append(to_json(self.game.join(name, value)))
        return lines


def begin(game, journal) -> Table:
    """A new game comes on the table."""
    table = Table(game, journal)
    journal.begin(table.lines)
    return table


def resume(journal) -> tuple:
    """(table, whole): the running game as far as it can be read, None if there is none.

    whole: False if something on the flash could not be read. It stays where it is, and the game
    goes on in another file with what could.
    """
    values, whole = journal.read()
    if not values and whole:
        return None, True
    table = None
    try:
        if values:
            table = Table(new_game(values[0]), journal)
            for event in values[1:]:
                table.fold(event)
    except RuleError:
        whole = False
    if table:
        journal.resume(table.lines, whole)
    else:
        journal.close()
    return table, whole
