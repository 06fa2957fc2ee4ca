"""A game in a file, line by line (TRANSCRIPTS.md): the answers, whoever reads the lines."""

from . import new_game
from .errors import RuleError

BAD_JSON = object()  # stands for a line that is not JSON, or more than a parser can take
TOO_LONG = object()  # stands for a line that nobody will keep in memory
LONGEST_LINE_bytes = 1 << 20  # the longest that a game can need, a deal of three packs, has 2,000

_NO_JSON = "This line is not JSON, or nests too deep, or holds a number that is too long."

ALL_ACCEPTED, SOME_REFUSED, NO_GAME = 0, 1, 2  # exit statuses


class Replayer:
    """Plays the lines of one transcript and answers each.

    game: the game, None as long as there is none. lines, refused: how many there were so far.
    """

    def __init__(self, shares=True):
        """shares: see Game."""
        self._shares = shares
        self.game = None
        self.lines = 0
        self.refused = 0

    def play(self, line):
        """Play the next line: its parsed JSON, BAD_JSON or TOO_LONG. None, or why it is refused."""
        self.lines += 1
        try:
            if line is BAD_JSON:
                raise RuleError("bad-json", _NO_JSON)
            if line is TOO_LONG:
                raise RuleError("bad-json", "A line has at most {} bytes.", LONGEST_LINE_bytes)
            if self.game is not None:
                self.game.apply_event(line)
            elif self.lines == 1:
                self.game = new_game(line)
                self.game.shares = self._shares
            else:
                raise RuleError("bad-setup", "The first line has set up no game to play in.")
        except RuleError as refusal:
            self.refused += 1
            return refusal
        return None

    def tells(self):
        """What the state of the game tells, see Game; None if there is no game."""
        return self.game.tells() if self.game is not None else None

    def answer(self, line) -> dict:
        """Play the next line; what TRANSCRIPTS.md says is answered."""
        refusal = self.play(line)
        state = self.game.state() if self.game is not None else None
        if refusal is None:
            return {"ok": True, "state": state}
        return {
            "ok": False,
            "error": refusal.code,
            "message": refusal.message,
            "state": state,
        }

    def status(self) -> int:
        """The exit status for the lines so far: 0 all accepted, 1 some refused, 2 no game."""
        if self.game is None:
            return NO_GAME
        return SOME_REFUSED if self.refused else ALL_ACCEPTED
