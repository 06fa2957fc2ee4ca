"""Everything the app says. No screen holds a text of its own.

What there is to say stands in firmware/words, a text file for each language; README.md there tells
how to change one and how to add one. The word compiler (host_sim/wordc.py) makes of it

    keys    SUMS: for each of the two parts that the texts are in, three bytes a key; MADE_UP: what
            a player without a name is called in each of LANGUAGES, before the number
    en_0, … PIECES: the texts of a part, in the order of the keys, packed piece by piece

The first part is what games say, the second what is said around them: the rules in short, options,
setting up, refusals. Unpacked, a piece is groups of GROUP texts; two bytes before a group are its
length, END ends a text, and ABSENT stands where a language has none, as for a form of the plural.

In memory is the first part of one language, and the second while it is wanted (see `forget`), as
groups in which a text is looked up: a dictionary of the 400 texts would take six times as much.
What was said lately is kept at hand, because a screen says it again with every picture.
"""

import sys
from binascii import crc32
from io import BytesIO

from .keys import MADE_UP, SUMS

try:
    from deflate import RAW, DeflateIO  # MicroPython has it, since 1.21
except ImportError:
    DeflateIO = None
    try:  # looking for it would take MicroPython 8 ms
        from zlib import decompress
    except ImportError:
        pass

# code, its own name, module, True if the module's Latin letters are to be written in Cyrillic
LANGUAGES = (
    ("en", "English", "en", False),
    ("sr", "Srpski", "sr", False),
    ("sr-cyrl", "Српски", "sr", True),
    ("pl", "Polski", "pl", False),
    ("de", "Deutsch", "de", False),
)
CODES = tuple([code for code, _, _, _ in LANGUAGES])
NAMES = tuple([name for _, name, _, _ in LANGUAGES])

# So many texts that were said last are kept: more than the fullest screen says. Each costs about 60
# bytes, and finding it anew takes a millisecond.
KEPT_AT_HAND = 47

GROUP = 8  # texts
SUM_bytes = 3
_FIRST_PART = len(SUMS[0]) // SUM_bytes  # texts that it has
END = b"\x00"
ABSENT = b"\xff"  # which is in no text
# How far back what repeats itself is looked for: reading takes a buffer of 1 KB.
WINDOW_BITS = 10


def _one_or_other(n: int) -> str:
    return "one" if n == 1 else "other"


def _serbian(n: int) -> str:
    if n % 10 == 1 and n % 100 != 11:
        return "one"
    return _few_or_other(n)


def _polish(n: int) -> str:
    return "one" if n == 1 else _few_or_other(n)


def _few_or_other(n: int) -> str:
    few = 2 <= n % 10 <= 4 and not 12 <= n % 100 <= 14
    return "few" if few else "other"


# The form of a word for so many things, by module.
_PLURALS = {"en": _one_or_other, "de": _one_or_other, "sr": _serbian, "pl": _polish}


class _Spoken:
    """The language in use.

    code: of LANGUAGES, "" before the first use. name: its module. parts: the groups of each part,
    None while it is not in memory. rewrites: what a text is put through, by its key. known: texts
    that were said last, by key. It is never larger nor smaller: when a dictionary grows, a hole is
    left far below, and there MicroPython begins to look for memory for the rest of the picture.
    keys: their keys. place: of the next one that goes.
    """

    code = ""
    name = ""
    parts: list = [None, None]
    rewrites: list = []
    known: dict = {}
    keys: list = []
    place = 0


def use(code: str) -> None:
    """Say everything in this language from now on. KeyError if there is no such language."""
    if code == _Spoken.code:
        return
    if code not in CODES:
        raise KeyError(code)
    _, _, name, cyrillic = LANGUAGES[CODES.index(code)]
    spoke = _Spoken.code
    _Spoken.parts[:] = None, None
    keep_nothing()
    _Spoken.code, _Spoken.name = code, name
    if spoke:
        # The screen on which a language is chosen says texts of both parts. Here there is more left
        # of the stack than where it says them: a module takes 3 KB of 8, a key's interrupt 1 KB.
        fetch()
    _Spoken.rewrites = [_module("cyrillic").rewritten] if cyrillic else []


def keep_nothing() -> None:
    """Nothing has been said."""
    _Spoken.keys = list(range(-KEPT_AT_HAND, 0))  # of no text
    _Spoken.known = dict.fromkeys(_Spoken.keys)


def forget() -> None:
    """A game goes on: what is said around games is not wanted."""
    _Spoken.parts[1] = None


def fetch() -> bool:
    """Bring what is not in memory of the language in use; False if all of it is."""
    missing = [part for part in range(len(SUMS)) if _Spoken.parts[part] is None]
    for part in missing:
        _unpack(part)
    return bool(missing)


def _module(name: str):
    """A module of this package, which is then kept by nobody but who has asked for it."""
    path = __name__ + "." + name
    __import__(path)
    module = sys.modules.pop(path)
    globals().pop(name, None)  # importing has made it an attribute of this package
    return module


def unpacked(data: bytes):
    """A file to read the bytes from that were made smaller: deflate, without any frame."""
    if DeflateIO is not None:
        return DeflateIO(BytesIO(data), RAW, WINDOW_BITS)
    return BytesIO(decompress(data, -WINDOW_BITS))


def _unpack(part: int) -> list:
    """The groups of a part of the language in use."""
    if not _Spoken.code:
        use(CODES[0])
    groups = []
    for piece in _module(_Spoken.name + "_" + str(part)).PIECES:
        file = unpacked(piece)
        length = file.read(2)
        while length:
            groups.append(file.read(length[0] | length[1] << 8))
            length = file.read(2)
    _Spoken.parts[part] = groups
    return groups


def sum_of(key: str) -> bytes:
    """The bytes that stand for a key in SUMS."""
    return (crc32(key.encode("utf-8")) & 0xFFFFFF).to_bytes(SUM_bytes, "little")


def number_of(key: str | int) -> int:
    """The number of a text among those of all parts, -1 if there is none. What is compiled for a
    board has it in the place of most keys, see host_sim/brief.py."""
    if isinstance(key, int):
        return key
    wanted = sum_of(key)
    before = 0
    for sums in SUMS:
        at = sums.find(wanted)
        while at >= 0:
            if at % SUM_bytes == 0:
                return before + at // SUM_bytes
            at = sums.find(wanted, at + 1)
        before += len(sums) // SUM_bytes
    return -1


def _text(key: str | int):
    """The text of a key, None if there is none."""
    text = _Spoken.known.get(key)
    if text is not None:
        return text
    number = key if isinstance(key, int) else number_of(key)
    if number < 0:
        return None
    part = 0
    if number >= _FIRST_PART:
        part, number = 1, number - _FIRST_PART
    groups = _Spoken.parts[part] or _unpack(part)
    group = groups[number // GROUP]
    start = 0
    for _ in range(number % GROUP):
        start = group.find(END, start) + 1
    said = group[start : group.find(END, start)]
    if said == ABSENT:
        return None
    text = str(said, "utf-8")
    for rewrite in _Spoken.rewrites:
        text = rewrite(key, text)
    known, keys, place = _Spoken.known, _Spoken.keys, _Spoken.place
    known.pop(keys[place], None)
    keys[place], known[key] = key, text
    _Spoken.place = (place + 1) % KEPT_AT_HAND
    return text


def language() -> str:
    """The code of the language in use."""
    return _Spoken.code


def say(key: str | int, **values) -> str:
    """The text of a key, with its {blanks} filled in. KeyError if there is no such text."""
    text = _text(key)
    if text is None:
        raise KeyError(key)
    return text.format(**values) if values else text


def renamed(names) -> list:
    """These players, of whom those that the device has named are called so in this language. Nobody
    gets a name that another one has."""
    called: list = []
    for name in names:
        new = _renamed(name)
        called.append(name if new in called or (new != name and new in names) else new)
    return called


def _renamed(name: str) -> str:
    for made_up in MADE_UP:
        number = name[len(made_up) :]
        if name.startswith(made_up) and number.isdigit():
            return MADE_UP[CODES.index(_Spoken.code)] + number
    return name


def say_or(key: str | int, fallback: str) -> str:
    """The text of a key, or the fallback if there is none."""
    text = _text(key)
    return fallback if text is None else text


def refused(error) -> str:
    """Why the rules do not allow something. error: a RuleError."""
    return say("refused." + error.code)


def say_n(key: str, n: int, **values) -> str:
    """The text for so many things: of `key.one`, `key.other`, whatever forms the language has."""
    if not _Spoken.code:
        use(CODES[0])
    return say(key + "." + _PLURALS[_Spoken.name](n), n=n, **values)
