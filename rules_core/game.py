"""What all games share: a game is a list of events and a fold over them.

The state of a game is a handful of attributes, named in `FIELDS`, that only ever hold values which
cannot change (numbers, strings, tuples). An event replaces some of them. So a look back is cheap
and exact: every `MARK_EVERY` events the values are kept, and `undo` puts the last kept ones back
and folds the few events since then again.
"""

from .errors import RuleError

# An undo folds at most 15 events again. A mark keeps, on a 32-bit board, about 170 (Meksykanka) to
# 360 bytes (Meksiko card by card) alive: 3 KB for an evening's game of 200 events.
MARK_EVERY = 16

MOST_SHARED = 64  # of the different events of a game
_PLAIN = (str, int, bool)  # what cannot be changed


class Option:
    """A reading of the rules that a table may choose.

    name: as in transcripts. default: the value when nothing is said. allowed: a tuple or a range of
    the values it can have. text: one English line that explains it.
    """

    def __init__(self, name: str, default, allowed, text: str = ""):
        self.name = name
        self.default = default
        self.allowed = allowed
        self.text = text

    def allows(self, value) -> bool:
        # The type is compared first because 1 == True.
        return type(value) is type(self.default) and value in self.allowed

    def choices(self) -> str:
        """The allowed values in words, for messages."""
        if isinstance(self.allowed, range):
            return "any integer from {} to {}".format(self.allowed[0], self.allowed[-1])
        return " or ".join([_as_json(value) for value in self.allowed])


def _as_json(value) -> str:
    if type(value) is bool:
        return "true" if value else "false"
    return '"{}"'.format(value) if type(value) is str else str(value)


def is_list(value) -> bool:
    return isinstance(value, (list, tuple))


def has_keys(value, keys) -> bool:
    """True if `value` is an object with exactly these keys."""
    if not isinstance(value, dict) or len(value) != len(keys):
        return False
    for key in keys:
        if key not in value:
            return False
    return True


def is_seat(value, players: int) -> bool:
    return type(value) is int and 0 <= value < players


def _are_integers(value) -> bool:
    """True of a tuple of integers."""
    if type(value) is not tuple:
        return False
    for one in value:
        if type(one) is not int:
            return False
    return True


def frozen(value):
    """A copy that its giver cannot change any more."""
    if isinstance(value, dict):
        return {k: one if type(one) in _PLAIN else frozen(one) for k, one in value.items()}
    if not is_list(value):
        return value
    for one in value:
        if type(one) is not str:
            return tuple([one if type(one) in _PLAIN else frozen(one) for one in value])
    return tuple(value)


def _listed(value):
    """What JSON makes of a value: of tuples, lists."""
    return [_listed(one) for one in value] if type(value) is tuple else value


class Events:
    """The events of a game, a list in pieces: in one piece those of a long game ask for 8 KB side
    by side, and however much is free on a board by then, it lies scattered. It grows and is cut
    at its end only.
    """

    def __init__(self):
        self._full: list = []  # tuples of MARK_EVERY events
        self._last: list = []  # fewer than that

    def __len__(self):
        return MARK_EVERY * len(self._full) + len(self._last)

    def __getitem__(self, place):
        if type(place) is not int:  # a slice
            return [self[one] for one in range(len(self))[place]]
        if place < 0:
            if -place <= len(self._last):
                return self._last[place]
            place += len(self)
        at = place // MARK_EVERY
        if 0 <= at < len(self._full):
            return self._full[at][place % MARK_EVERY]
        if place < 0:
            raise IndexError(place)
        return self._last[place - MARK_EVERY * len(self._full)]

    def __iter__(self):
        for piece in self._full:
            for event in piece:
                yield event
        for event in self._last:
            yield event

    def __eq__(self, other):
        return list(self) == list(other)

    def add(self, event: tuple) -> bool:
        """One more. True if a piece is full with it."""
        self._last.append(event)
        if len(self._last) < MARK_EVERY:
            return False
        self._full.append(tuple(self._last))
        self._last = []
        return True

    def cut(self, pieces: int) -> list:
        """All but so many full pieces go; those that are gone."""
        gone = [event for piece in self._full[pieces:] for event in piece] + self._last
        del self._full[pieces:]
        self._last = []
        return gone


def check_true(game, value):
    """The verifier of events that take `true` and nothing else."""
    if value is not True:
        raise RuleError("bad-value", "This event takes true and nothing else.")
    return value


class Game:
    """A game in progress. Adding a game means a subclass with

    NAME        its name in transcripts
    OPTIONS     its options, a tuple of Option
    DEALT       True if it has a dealer
    EVENTS      the names of its events, `undo` left out
    FIELDS      the attributes that make up its state
    RULES       event name -> (verify, do): verify(game, value) raises RuleError or returns what
                do(game, checked) needs; only `do` changes the game. Events of card-by-card play
                stand in the RULES of a module of their own, which `_full_play` loads on demand
    seats       a class method: options -> (least, most) players
    _begin      sets all FIELDS for the start of the game
    tells       what the state of TRANSCRIPTS.md tells, in values that cannot change, tuples for its
                lists: what `super().tells()` gives, and more

    While it runs, it sets

    now         the sorted names of the events that are possible
    to_act      the seat that has to act, None if nobody in particular
    scores      the running totals, a number a seat
    winners     the seats that have won, empty while the game goes on; why, a word for the reason
    log         a record for each hand, round or cycle that has ended. It may only be appended to:
                an undo cuts it to its former length

    events holds (name, value) of all that was accepted, oldest first; only this class changes it.
    shares: if so, what is alike among them is kept once, and nobody can change it. Where there is
    room, and nobody else has the values, it may be set to False.
    """

    NAME = ""
    OPTIONS: tuple = ()
    DEALT = True
    EVENTS: tuple = ()
    FIELDS: tuple = ()
    RULES: dict = {}
    shares = True

    def __init__(self, players, dealer: int, options: dict):
        """players: names in seat order. dealer: seat. options: all of them, by name.

        The values are taken as they are; `rules_core.new_game` is the door that checks them.
        """
        self.players: tuple = tuple(players)
        self.first_dealer = dealer
        self.options = options
        self.events = Events()
        self._kept: dict = {}  # of the events, by themselves: see _shared
        self._played: dict = {}  # the RULES of card-by-card play, once they are needed
        self.log = self._new_log()
        self.now: tuple = ()
        self.to_act: int | None = None
        self.scores: tuple = (0,) * len(self.players)
        self.winners: tuple = ()
        self.why = ""
        self._begin()
        self._marks = [self._snapshot()]

    # -- for subclasses ---------------------------------------------------------------------------

    @classmethod
    def seats(cls, options: dict) -> tuple:
        raise NotImplementedError

    @classmethod
    def settle_options(cls, given: dict) -> dict:
        """All options of a game in which these were chosen; RuleError("bad-option")."""
        settled = {option.name: option.default for option in cls.OPTIONS}
        known = {option.name: option for option in cls.OPTIONS}
        for name in given:
            if name not in known:
                raise RuleError(
                    "bad-option",
                    "{} has no such option; it has: {}.",
                    cls.NAME,
                    ", ".join([option.name for option in cls.OPTIONS]),
                )
            if not known[name].allows(given[name]):
                raise RuleError(
                    "bad-option", "The option {} takes {}.", name, known[name].choices()
                )
            settled[name] = given[name]
        return settled

    def _begin(self):
        raise NotImplementedError

    def _new_log(self):
        return []

    def _full_play(self) -> dict:
        """The RULES of card-by-card play; a scorekeeper never pays for loading them."""
        raise NotImplementedError

    def tells(self) -> dict:
        """The keys that the state of every game has, and values that cannot change."""
        return {
            "game": self.NAME,
            "to_act": self.to_act,
            "expects": self.now,
            "scores": self.scores,
            "over": self.winners != (),
            "winners": self.winners,
        }

    # -- asking -----------------------------------------------------------------------------------

    def state(self) -> dict:
        """The state as TRANSCRIPTS.md describes it."""
        return {key: _listed(value) for key, value in self.tells().items()}

    @property
    def name(self) -> str:
        return self.NAME

    @property
    def over(self) -> bool:
        return self.winners != ()

    def outcome(self):
        """None while the game goes on, else (winners, why): seats, and a word that says why."""
        return (self.winners, self.why) if self.winners else None

    def setup(self) -> dict:
        """The first line of the game's transcript, with every option that is in force."""
        line: dict = {
            "game": self.NAME,
            "players": list(self.players),
            "options": dict(self.options),
        }
        if self.DEALT:
            line["dealer"] = self.first_dealer
        return line

    def expects(self) -> tuple:
        """The names of the events that are possible now, `undo` left out, sorted."""
        return self.now

    def verify(self, name: str, value=True) -> None:
        """Raises the RuleError that `apply` would raise; changes nothing."""
        self._judge(name, value)

    def can(self, name: str, value=True) -> bool:
        """True if `apply` would accept the event."""
        try:
            self._judge(name, value)
        except RuleError:
            return False
        return True

    def next_seat(self, seat: int, skipped=()) -> int:
        """The next seat in the order of play that is not among the `skipped`."""
        seat = (seat + 1) % len(self.players)
        while seat in skipped:
            seat = (seat + 1) % len(self.players)
        return seat

    # -- playing ----------------------------------------------------------------------------------

    def apply(self, name: str, value=True) -> None:
        """Plays one event, or raises RuleError and changes nothing.

        Codes: unknown-event, over, not-now, bad-value, then those of the rule in question.
        """
        do, checked = self._judge(name, value)
        do(self, checked)
        event = self._shared(name, value) if self.shares else (name, value)
        if self.events.add(event):
            self._marks.append(self._snapshot())

    def undo(self) -> None:
        """Takes the last event back; RuleError("nothing-to-undo")."""
        if not self.events:
            raise RuleError("nothing-to-undo", "There is nothing left to undo.")
        mark = (len(self.events) - 1) // MARK_EVERY
        again = self.events.cut(mark)
        del self._marks[mark + 1 :]
        self._restore(self._marks[mark])
        for name, value in again[:-1]:
            self.apply(name, value)

    def apply_event(self, event) -> None:
        """The same for an event as it stands in a transcript, `{"undo": true}` among them."""
        name, value = self.split(event)
        if name == "undo":
            check_true(self, value)
            self.undo()
        else:
            self.apply(name, value)

    def split(self, event) -> tuple:
        """(name, value) of an event of a transcript; RuleError("unknown-event")."""
        if isinstance(event, dict) and len(event) == 1:
            for name in event:
                if name in self.EVENTS or name == "undo":
                    return name, event[name]
        raise self._unknown()

    def join(self, name: str, value) -> dict:
        """The transcript's form of an event; the inverse of `split`."""
        return {name: value}

    # -- inside -----------------------------------------------------------------------------------

    def _judge(self, name, value) -> tuple:
        if name not in self.now:
            raise self._untimely(name)
        rule = self.RULES.get(name) or self._played.get(name)
        if rule is None:
            self._played = self._full_play()
            rule = self._played[name]
        return rule[1], rule[0](self, value)

    def _shared(self, name: str, value) -> tuple:
        """(name, value), frozen; the same tuple each time, because most events come again and
        again. 1 == True, so of the tuples only those of integers are kept."""
        is_plain = type(value) in _PLAIN
        if not is_plain:
            value = frozen(value)
        event = (name, value)
        if not is_plain and not _are_integers(value):
            return event
        kept = self._kept.get(event)
        if kept is None:
            if len(self._kept) < MOST_SHARED:
                self._kept[event] = event
        elif type(kept[1]) is type(value):  # 1 == True
            return kept
        return event

    def _unknown(self) -> RuleError:
        return RuleError(
            "unknown-event",
            "An event is an object with one of these keys: {}, undo.",
            ", ".join(self.EVENTS),
        )

    def _untimely(self, name) -> RuleError:
        if name not in self.EVENTS:
            return self._unknown()
        if self.winners:
            return RuleError("over", "The game is over; only undo is possible.")
        return self._not_now()

    def _not_now(self) -> RuleError:
        return RuleError("not-now", "That is not possible now; possible: {}.", ", ".join(self.now))

    def _snapshot(self) -> tuple:
        return (len(self.log), self.now) + tuple([getattr(self, name) for name in self.FIELDS])

    def _restore(self, mark: tuple) -> None:
        del self.log[mark[0] :]
        self.now = mark[1]
        for index, name in enumerate(self.FIELDS):
            setattr(self, name, mark[index + 2])
