"""What outlives a power cut, besides the games (kibitz.journal): settings, names, options.

Each of them is worth two copies, and neither is ever written where the only good one lies. A text
of which the newest counts is a `Pair` of files with checksums and running numbers. What cannot be
read is not written over: it gets another name, `damaged-0001-…`, and stays.
"""

import json
from binascii import crc32

from .lines import PIECE_bytes
from .words import CODES

NAME_LENGTH = 12  # code points, as the transcripts have it
NAMES_KEPT = 24  # the names of the last players; about four lists' worth


class Setting:
    """What the table can choose for itself, apart from the rules of its games: like the core's
    Option, which need not be in memory for it."""

    def __init__(self, name: str, default: str, allowed: tuple):
        self.name = name
        self.default = default
        self.allowed = allowed


SETTINGS = (
    Setting("tricks", "each", ("each", "count")),
    Setting("penalties", "cards", ("cards", "number")),
    Setting("calls", "entered", ("entered", "quiet")),
    Setting("odds", "on", ("on", "off")),
    Setting("suits", "french", ("french", "hungarian")),
    Setting("language", CODES[0], CODES),
    Setting("sound", "off", ("off", "on")),
    Setting("dim", "1min", ("30s", "1min", "2min", "5min", "never")),
    Setting("dark", "5min", ("2min", "5min", "10min", "30min", "never")),
)

FORMAT = 2  # of what is written here; 1 had no checksums
SUM_chars = 9  # a checksum and the space behind it
MOST_bytes = 8192  # that a file of a pair may have
MOST_digits = 11
MOST_nested = 100  # lists and objects in a text; no event has a third of that

_SETUP_KEYS = ("game", "players", "dealer", "options")
_HEAD = "kibitz"
_LETTERS = "abcdefgh"
_SURROGATES = b"\xed"  # begins each of them in UTF-8, and a few letters


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
    quoted = '"' + text + '"'
    # Nearly all are plain; letter by letter a name would take MicroPython a millisecond. It writes
    # every letter as it is, so that only a surrogate has to be looked for.
    if json.dumps(text) == quoted and _SURROGATES not in text.encode("utf-8"):
        return quoted
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


def from_json(text):
    """(True, value) of JSON, (False, None) of anything else. text: may be bytes of UTF-8."""
    try:
        if type(text) is not str:
            text = str(text, "utf-8")
        if text.count("[") + text.count("{") > MOST_nested:  # a parser would need all memory
            return False, None
        return True, json.loads(text)
    except (ValueError, RuntimeError):  # no JSON, or nested beyond all measure
        return False, None


# -- files -----------------------------------------------------------------------------------------


def checked(text: str) -> str:
    """A text with its checksum before it."""
    return "%08x %s" % (crc32(text.encode("utf-8")), text)


def unchecked(data: bytes):
    """The bytes behind a checksum; None if it is none of theirs."""
    text = data[SUM_chars:]
    return text if data[:SUM_chars] == ("%08x " % crc32(text)).encode() else None


def head(*words) -> str:
    """The first line of a file: whose it is, its format, and what else there is to say."""
    return " ".join([_HEAD, str(FORMAT)] + [str(word) for word in words])


def whole(digits: bytes) -> int:
    """A number from 0 up as it is written in a file; -1 if it is none, or none of ours."""
    return int(digits) if digits.isdigit() and len(digits) < MOST_digits else -1


def format_of(line: bytes) -> int:
    """The format that a first line tells; 0 if it is none."""
    words = line.split(b" ")
    return max(0, whole(words[1])) if len(words) > 1 and words[0] == _HEAD.encode() else 0


def number_of(name: str, stem: str, endings) -> int:
    """The number in a name `stem-0001.ending`; 0 if it has another form."""
    if not name.startswith(stem + "-"):
        return 0
    digits, _, ending = name[len(stem) + 1 :].partition(".")
    return max(0, whole(digits.encode("utf-8"))) if ending in endings else 0


def set_aside(storage, name: str) -> None:
    """Give a file that is no good another name, so that its own is free. Raises OSError."""
    names = storage.names()
    number = 1
    while "damaged-%04d-%s" % (number, name) in names:
        number += 1
    storage.rename(name, "damaged-%04d-%s" % (number, name))


class Pair:
    """A text in two files `stem-a.txt` and `stem-b.txt`, of which the newest sound one counts.

    A file has a checksum, a first line with the format and how often the text has been written,
    and the text. Files of a newer format are left alone; then the next letters are taken.

    text: what counts, None if there is none. seq: its running number. damaged: True if a file that
    should be there cannot be read. newer: True if there is a file of a newer format.
    """

    def __init__(self, storage, stem: str):
        self.text = _no_text()
        self.seq = 0
        self.damaged = False
        self.newer = False
        self._storage = storage
        self._names: list = []
        self._bad: list = []  # of these, the ones to be set aside before they are written
        self._next = 0  # which of the two is written next
        self._both = False  # both can be read
        for letter in _LETTERS:
            if len(self._names) < 2:
                self._look(stem + "-" + letter + ".txt")
        if self.seq > 1 and not self._both:
            self.damaged = True

    def _look(self, name: str) -> None:
        data = self._data(name)
        line, _, text = (unchecked(data or b"") or b"").partition(b"\n")
        form, words = format_of(line), line.split(b" ")
        if form > FORMAT:
            self.newer = True
            return
        self._names.append(name)
        if form and len(words) == 3 and self._take(whole(words[2]), text):
            return
        if data != b"":
            self.damaged = True
            self._bad.append(name)

    def _take(self, seq: int, text: bytes) -> bool:
        """The text of the file just looked at; False if it is none."""
        self._both = self.seq > 0
        if seq > self.seq:
            try:
                self.text = str(text, "utf-8")
            except ValueError:
                return False
            self._next = 2 - len(self._names)
            self.seq = seq
        return seq > 0

    def _data(self, name: str):
        """The bytes of a file, b"" if there is none; None if they cannot be had or are too many."""
        data = b""
        try:
            file = self._storage.open(name)
            if file is None:
                return data
            try:
                piece = file.read(PIECE_bytes)
                while piece and len(data) < MOST_bytes:
                    data += piece
                    piece = file.read(PIECE_bytes)
            finally:
                file.close()
        except OSError:
            return None
        return None if piece else data

    def spoil(self) -> None:
        """The text is no good, though it is as it was written."""
        self._bad = self._names[:]

    def write(self, text: str) -> None:
        """Write the older one of the files. Raises OSError; then the other one still counts."""
        name = self._names[self._next]
        if name in self._bad:
            if self._data(name) != b"":
                set_aside(self._storage, name)
            self._bad.remove(name)
        self._storage.write(name, checked(head(self.seq + 1) + "\n" + text))
        self.text = _no_text()  # nobody asks any more
        self.seq += 1
        self._next = 1 - self._next


def _no_text():
    return None


class Settings:
    """What the device remembers from evening to evening.

    values: setting name -> value. names: of the last players, the latest first. options: game name
    -> the options it was last played with. game: the name of the game that was last set up. seats:
    how many played it. found: True if there were any. whole: False if something on the flash could
    not be read. newer: True if they are of a newer program, whose files are left alone.
    """

    def __init__(self, storage):
        self._pair = Pair(storage, "settings")
        self._changed = self._pair.damaged
        self.values = {one.name: one.default for one in SETTINGS}
        self.names: list = []
        self.options: dict = {}
        self.game = ""
        self.seats = 0
        self.newer = self._pair.newer
        self.whole = True
        text = self._pair.text
        self.found = text is not None or self.newer or self._pair.damaged
        if text is None:
            self.whole = not self._pair.damaged
            text = self._old(storage)
        if text is not None and not self._load(text):
            self.whole = False
        if not self.whole:
            self._pair.spoil()
            self._changed = True

    def _old(self, storage):
        """The settings of the first format, in a file of their own; None if there are none."""
        names = [(number_of(one, "settings", ("json",)), one) for one in storage.names()]
        number, name = max(names) if names else (0, "")
        if not number:
            return None
        self.found = True
        try:
            return storage.read(name) if storage.size(name) <= MOST_bytes else ""
        except (OSError, ValueError):  # ValueError: not UTF-8
            return ""

    def _load(self, text: str) -> bool:
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
            if value in setting.allowed:
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
        text = to_json(saved) + "\n"
        for _ in range(2):  # two copies of the same
            self._pair.write(text)
        self._changed = False


def is_name(name) -> bool:
    """True if somebody may be called this."""
    return type(name) is str and 1 <= len(name) <= NAME_LENGTH
