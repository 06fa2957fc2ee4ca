"""A plain counter for every other game: points up or down, a target, who is ahead.

A table that plays something else wants its points kept all the same, with the same undo, sheet and
transcript:

    {"game": "counter", "players": ["Ana", "Bora"], "options": {"start": 301, "target": 0}}
    {"points": [60, 45]}        what each seat gets in a round, negative too; or
    {"add": [0, -26]}           points for one seat
    {"end": true}               the table ends the game where it stands

With a target above the start points are counted up, below it down; the game ends when somebody has
reached it. Who wins then, the highest or the lowest total, is an option.
"""

from collections import namedtuple

from .errors import RuleError
from .game import Game, Option, check_true, is_list, is_seat

LEAST_PLAYERS, MOST_PLAYERS = 2, 12
MOST_POINTS = 9999  # at once, either way

HIGHEST, LOWEST = "highest", "lowest"

OPTIONS = (
    Option("start", 0, range(MOST_POINTS + 1), "Everybody begins with this many points."),
    Option(
        "target",
        100,
        range(MOST_POINTS + 1),
        "Who reaches it ends the game; the same as start: nobody does.",
    ),
    Option("wins", HIGHEST, (HIGHEST, LOWEST), "Who wins: the highest or the lowest total."),
    Option("step", 1, range(1, 101), "What one press counts."),
)

_COUNTING = ("add", "end", "points")

CountRecord = namedtuple("CountRecord", ("points", "scores"))
"""Points that were given. points: a number a seat. scores: the totals after it."""


class Log:
    """The CountRecords of a count, each made when it is looked at: an evening has hundreds, which
    say nothing that the events do not."""

    def __init__(self, game):
        self._game = game

    def __len__(self):
        events = self._game.events
        return len(events) - 1 if self._game.winners and events[-1][0] == "end" else len(events)

    def __iter__(self):
        scores = (self._game.options["start"],) * len(self._game.players)
        for place in range(len(self)):
            points = self._game.points(place)
            scores = tuple([s + p for s, p in zip(scores, points)])
            yield CountRecord(points, scores)

    def __getitem__(self, place: int):
        wanted = place + len(self) if place < 0 else place
        for at, record in enumerate(self):
            if at == wanted:
                return record
        raise IndexError(place)

    def __delitem__(self, _):
        """An undo cuts the events, and so this."""


class Counter(Game):
    """One count. The log holds CountRecords. Reasons of the outcome: "highest", "lowest",
    "tie-shared".
    """

    NAME = "counter"
    OPTIONS = OPTIONS
    DEALT = False
    EVENTS = ("add", "points", "end")
    FIELDS = ("scores", "winners", "why")

    @classmethod
    def seats(cls, options: dict) -> tuple:
        return LEAST_PLAYERS, MOST_PLAYERS

    def _begin(self):
        self.scores = (self.options["start"],) * len(self.players)
        self.now = _COUNTING

    def _new_log(self):
        return Log(self)

    def _check_points(self, values):
        for points in values:
            if type(points) is not int or not -MOST_POINTS <= points <= MOST_POINTS:
                raise RuleError("bad-value", "Points are an integer from -{0} to {0}.", MOST_POINTS)

    def _verify_add(self, value):
        players = len(self.players)
        if not is_list(value) or len(value) != 2 or not is_seat(value[0], players):
            raise RuleError("bad-value", "A seat from 0 to {} and its points.", players - 1)
        self._check_points(value[1:])
        return self._for_one(value)

    def _for_one(self, value) -> tuple:
        return tuple([value[1] if seat == value[0] else 0 for seat in range(len(self.players))])

    def points(self, place: int) -> tuple:
        """What everybody got in an entry: its number, from 0 on."""
        name, value = self.events[place]
        return tuple(value) if name == "points" else self._for_one(value)

    def _verify_points(self, value):
        if not is_list(value) or len(value) != len(self.players):
            raise RuleError("bad-value", "A list of points, one for each seat, is needed.")
        self._check_points(value)
        return tuple(value)

    def _do_points(self, points):
        self.scores = tuple([s + p for s, p in zip(self.scores, points)])
        if self.reached():
            self._do_end(True)

    def reached(self) -> tuple:
        """The seats that have reached the target."""
        start, target = self.options["start"], self.options["target"]
        if target == start:
            return ()
        way = 1 if target > start else -1
        return tuple([i for i, s in enumerate(self.scores) if (s - target) * way >= 0])

    def _do_end(self, _):
        self.why = self.options["wins"]
        best = max(self.scores) if self.why == HIGHEST else min(self.scores)
        self.winners = tuple([seat for seat, score in enumerate(self.scores) if score == best])
        if len(self.winners) > 1:
            self.why = "tie-shared"
        self.now = ()

    def tells(self) -> dict:
        """What every game tells, and `last`: the points that were given last."""
        facts = super().tells()
        count = len(self.log)
        facts["last"] = self.points(count - 1) if count else None
        return facts

    RULES = {
        "add": (_verify_add, _do_points),
        "points": (_verify_points, _do_points),
        "end": (check_true, _do_end),
    }
