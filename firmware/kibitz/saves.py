"""What outlives a power cut: the running game, the games before it, settings and names.

A saved game is its transcript, a file `game-0001.jsonl`: the setup line, then a line for each event
(an undo is one, too). The file with the highest number is the running game; an empty one means that
none is running. So leaving a game only begins the next file, and nothing that was ever written is
moved, changed or deleted: what cannot be read stays where it is, and the part that could be read
goes on in the next file. The settings are numbered for the same reason.

The flash is slow (50 ms to append a line, 440 at worst), so everything is noted first and written
by `flush`, which the app calls when the picture is on the glass.
"""

import json

from rules_core.game import Option

from .words import CODES

NAME_LENGTH = 12  # code points, as the transcripts have it
NAMES_KEPT = 24  # the names of the last players; about four lists' worth

# What the table can choose for itself, apart from the rules of its games.
SETTINGS = (
    Option("tricks", "each", ("each", "count"), "A press a trick, or count at the end."),
    Option("penalties", "cards", ("cards", "number"), "Count the cards left, or a number."),
    Option("calls", "entered", ("entered", "quiet"), "Enter every call, or only the checks."),
    Option("odds", "on", ("on", "off"), "Offer the page of chances."),
    Option("suits", "french", ("french", "hungarian"), "The pack that Meksiko is played with."),
    Option("language", CODES[0], CODES, "The language of the device."),
    Option("sound", "off", ("off", "on"), "Clicks, and a tone at a verdict."),
    Option("dim", "1min", ("30s", "1min", "2min", "5min", "never"), "So long, and it dims."),
    Option("dark", "5min", ("2min", "5min", "10min", "30min", "never"), "So long, and it is dark."),
)

_SETUP_KEYS = ("game", "players", "dealer", "options")
_DIGITS = 4  # of a file's number, so that names sort; more are no harm


# -- lines -----------------------------------------------------------------------------------------


def to_json(value) -> str:
    """A value of JSON's kinds as JSON, the same on every runtime: keys are sorted."""
    if value is None:
        return "null"
    if type(value) is bool:
        return "true" if value else "false"
    if type(value) is int:
        return str(value)
    if type(value) is str:
        return _quoted(value)
    if type(value) is dict:
        return _object(value, sorted(value))
    return "[" + ", ".join([to_json(one) for one in value]) + "]"


def _object(value: dict, keys) -> str:
    return "{" + ", ".join([_quoted(key) + ": " + to_json(value[key]) for key in keys]) + "}"


def _quoted(text: str) -> str:
    out = []
    for char in text:
        code = ord(char)
        if char in '"\\':
            out.append("\\" + char)
        elif code < 0x20 or 0xD800 <= code < 0xE000:  # no file takes half a surrogate pair
            out.append("\\u%04x" % code)
        else:
            out.append(char)
    return '"' + "".join(out) + '"'


def setup_line(setup: dict) -> str:
    """The first line of a transcript, its keys in the order people read them."""
    return _object(setup, [key for key in _SETUP_KEYS if key in setup])


def from_json(text: str):
    """(True, value) of JSON, (False, None) of anything else."""
    try:
        return True, json.loads(text)
    except (ValueError, RuntimeError, MemoryError):  # no JSON; nested or long beyond all measure
        return False, None


def parsed(text: str) -> tuple:
    """(values, whole): what the lines of a transcript say, up to the first that says nothing.

    whole: False if there is such a line, or if the last one does not end.
    """
    lines = text.split("\n")
    whole = lines.pop() == ""
    values: list = []
    for line in lines:
        good, value = from_json(line)
        if not good:
            return values, False
        values.append(value)
    return values, whole


# -- files -----------------------------------------------------------------------------------------


class Series:
    """Files that are one thing over time, `stem-0001.ending` and so on; the newest one counts.

    storage: the world's. number: of the newest file, 0 if there is none.
    """

    def __init__(self, storage, stem: str, ending: str):
        self.storage = storage
        self.stem = stem
        self.ending = ending
        self.number = 0
        for name in storage.names():
            self.number = max(self.number, self._number_of(name))

    def numbers(self) -> list:
        """The numbers of all files, the oldest first."""
        numbers = [self._number_of(name) for name in self.storage.names()]
        return sorted([number for number in numbers if number])

    def _number_of(self, name: str) -> int:
        head, tail = self.stem + "-", "." + self.ending
        digits = name[len(head) : len(name) - len(tail)]
        if not digits or name != head + digits + tail:
            return 0
        for char in digits:
            if char not in "0123456789":
                return 0
        return int(digits)

    def name(self, number: int) -> str:
        digits = str(number)
        return self.stem + "-" + "0" * (_DIGITS - len(digits)) + digits + "." + self.ending

    def read(self):
        """The newest file's text; None if there is none, or the flash does not give it out."""
        if not self.number:
            return None
        try:
            return self.storage.read(self.name(self.number))
        except (OSError, ValueError):  # ValueError: not UTF-8
            return None


class Journal:
    """The running game's transcript.

    failed: True while what should have been written is not on the flash.
    """

    def __init__(self, storage):
        self._files = Series(storage, "game", "jsonl")
        self._number = max(1, self._files.number)
        self._notes: list = []  # (number, lines) to be appended, in this order
        self._lines = None  # function that gives all lines of the running game
        self._left = False  # closed while not all of it was written
        self.failed = False

    @property
    def name(self) -> str:
        """The name of the running game's file."""
        return self._files.name(self._number)

    @property
    def number(self) -> int:
        """The number of the running game's file; those of the games before it are lower."""
        return self._number

    def has_finished(self) -> bool:
        """True if there are files of games before the running one."""
        numbers = self._files.numbers()
        return bool(numbers) and numbers[0] < self._number

    def read(self) -> tuple:
        """(values, whole): what the running game's lines say, up to the first that says nothing.

        whole: False if something was there that could not be read. A line that does not end is one
        that was being written when the power went. It may even look like JSON, so it never counts.
        """
        text = self._files.read()
        if text is None:
            return [], not self._files.number
        return parsed(text)

    def game(self) -> str:
        """The name of the running game, by its first line alone; "" if that does not tell."""
        line = (self._files.read() or "").partition("\n")[0]
        _, setup = from_json(line)
        name = setup.get("game") if type(setup) is dict else None
        return name if type(name) is str else ""

    def begin(self, lines) -> None:
        """A game begins. lines: a function that gives the lines of its transcript up to now."""
        self._lines = lines
        self._left = False
        for line in lines():
            self.add(line)

    def resume(self, lines, whole: bool) -> None:
        """The saved game goes on; unless all of it was read, in a new file with what was."""
        self._lines = lines
        if not whole:
            self._number += 1
            self.begin(lines)

    def add(self, line) -> None:
        """Note a line of the running game: as text, or an event to be made one, which takes time
        that the picture need not wait for."""
        if not self._notes or self._notes[-1][0] != self._number:
            self._notes.append((self._number, []))
        self._notes[-1][1].append(line)

    def close(self) -> None:
        """The running game is over, or given up: the next file begins."""
        if self.failed:
            self._left = True
            return
        self._lines = None
        self._number += 1
        self._notes.append((self._number, []))

    def flush(self) -> None:
        """Write what is noted. Raises OSError, and then tries again when it is next called."""
        if self.failed:
            self._write_anew()
        while self._notes:
            number, lines = self._notes[0]
            text = [line if type(line) is str else to_json(line) for line in lines]
            try:
                self._files.storage.append(self._files.name(number), _ended(text))
            except OSError:
                self.failed = True
                raise
            self._notes.pop(0)

    def _write_anew(self) -> None:
        """Half a line may have been written, and nothing may follow it: a new file gets it all."""
        lines = self._lines() if self._lines else []
        self._files.storage.write(self._files.name(self._number + 1), _ended(lines))
        self._number += 1
        self._notes = []
        self.failed = False
        if self._left:
            self._left = False
            self.close()


def _ended(lines: list) -> str:
    """Lines as a text."""
    return "".join([line + "\n" for line in lines])


class Settings:
    """What the device remembers from evening to evening.

    values: setting name -> value. names: of the last players, the latest first. options: game name
    -> the options it was last played with. game: the name of the game that was last set up. seats:
    how many played it. whole: False if something on the flash could not be read.
    """

    def __init__(self, storage):
        self._files = Series(storage, "settings", "json")
        self._changed = False
        self.values = {one.name: one.default for one in SETTINGS}
        self.names: list = []
        self.options: dict = {}
        self.game = ""
        self.seats = 0
        self.whole = self._load()
        if not self.whole:  # the file stays as it is; what could be read goes on in the next one
            self._files.number += 1
            self._changed = True

    def _load(self) -> bool:
        text = self._files.read()
        if text is None:
            return not self._files.number
        good, saved = from_json(text)
        if not good or type(saved) is not dict:
            return False
        good = self._load_values(saved.get("values", {})) and good
        good = self._load_names(saved.get("names", [])) and good
        good = self._load_options(saved.get("options", {})) and good
        game = saved.get("game", "")
        self.game = game if type(game) is str else ""
        seats = saved.get("seats", 0)
        self.seats = seats if type(seats) is int else 0
        return good and game == self.game and type(seats) is int

    def _load_values(self, values) -> bool:
        if type(values) is not dict:
            return False
        good = True
        for setting in SETTINGS:
            value = values.get(setting.name, setting.default)
            if setting.allows(value):
                self.values[setting.name] = value
            else:
                good = False
        return good

    def _load_names(self, names) -> bool:
        if type(names) is not list:
            return False
        self.names = [name for name in names if is_name(name)][:NAMES_KEPT]
        return len(self.names) == len(names)

    def _load_options(self, options) -> bool:
        """Whether the rules know these options is seen when they are used."""
        if type(options) is not dict:
            return False
        self.options = {game: options[game] for game in options if type(options[game]) is dict}
        return len(self.options) == len(options)

    def change(self, name: str, value) -> None:
        """Set one of SETTINGS."""
        self.values[name] = value
        self._changed = True

    def remember(self, setup: dict) -> None:
        """A game was set up: its players and options are what is offered next time."""
        players = [name for name in setup["players"] if is_name(name)]
        others = [name for name in self.names if name not in players]
        self.names = (players + others)[:NAMES_KEPT]
        self.options[setup["game"]] = setup["options"]
        self.game = setup["game"]
        self.seats = len(setup["players"])
        self._changed = True

    def learn(self, name: str) -> None:
        """A name was spelled: it is offered from now on, after those of the last players."""
        if is_name(name) and name not in self.names:
            self.names = self.names[: NAMES_KEPT - 1] + [name]
            self._changed = True

    def forget(self, name: str) -> None:
        """A name is no longer offered."""
        self.names = [one for one in self.names if one != name]
        self._changed = True

    def flush(self) -> None:
        """Write what has changed. Raises OSError, and then tries again when it is next called."""
        if not self._changed:
            return
        saved: dict = {"values": self.values, "names": self.names}
        saved["options"], saved["game"] = self.options, self.game
        saved["seats"] = self.seats
        number = max(1, self._files.number)
        self._files.storage.write(self._files.name(number), to_json(saved) + "\n")
        self._files.number = number
        self._changed = False


def is_name(name) -> bool:
    """True if somebody may be called this."""
    return type(name) is str and 1 <= len(name) <= NAME_LENGTH
