"""Everything the app says. No screen holds a text of its own.

A language is a module here: `TEXTS`, section -> lines `name=text`, and `plural(n)`. The text of the
key "home.new" is the line `new=` of the section "home". The first line of a section is empty, the
last one ends. A {blank} is filled in when the text is said; a space at either end is written \\x20;
a line that would be too long goes on after a backslash.

How to add a language
---------------------
1. Copy `en.py`, and translate what stands behind the = of every line: short, because a key has
   room for eight letters and a note for two lines of 24. What differs by number has a line for each
   form, `cards.one=`, `cards.other=` and so on; `plural` says which form a number takes.
2. Add the section "refused", a sentence for each code of rules_core/errors.py (English has those of
   the rules core itself), and, if the cards of its country have other letters, the section "rank".
3. Name it in LANGUAGES, and let `python tests/board/package_json.py` list it for the boards.
4. Its letters must be on its wheel, and in the fonts (host_sim/fontc.py).
5. `pytest tests/test_languages.py` tells what is missing and what does not fit; `make shots` draws
   every screen in it. Look at them.

One language at a time is in memory, as long strings in which `say` looks a text up. (A dictionary
of the 400 texts would take three times as much, and a part of it for good.) What was said lately is
kept at hand, because a screen says it again with every picture.
"""

import sys

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

KEPT_AT_HAND = 80  # texts: what the screens of one game say; each costs about 60 bytes


def _other(n: int) -> str:
    return "other"


def _as_it_is(key: str, text: str) -> str:
    return text


class _Spoken:
    """The language in use.

    code: of LANGUAGES, "" before the first use. texts: its sections. plural: its function. rewrite:
    what a text is put through, by its key. known: texts that were said lately, by key.
    """

    code = ""
    texts: dict = {}
    plural = _other
    rewrite = _as_it_is
    known: dict = {}


def use(code: str) -> None:
    """Say everything in this language from now on. KeyError if there is no such language."""
    if code == _Spoken.code:
        return
    if code not in CODES:
        raise KeyError(code)
    _, _, name, cyrillic = LANGUAGES[CODES.index(code)]
    # The old one goes before the new one comes; the function alone would keep the whole of it.
    _Spoken.code, _Spoken.texts, _Spoken.plural = "", {}, _other
    _Spoken.known.clear()
    module = _load(name)
    _Spoken.code, _Spoken.texts, _Spoken.plural = code, module.TEXTS, module.plural
    _Spoken.rewrite = _as_it_is
    if cyrillic:
        from .cyrillic import rewritten

        _Spoken.rewrite = rewritten


def _load(name: str):
    """A language's module, which is then kept by nobody but who has asked for it."""
    path = __name__ + "." + name
    __import__(path)
    module = sys.modules.pop(path)
    globals().pop(name, None)  # importing has made it an attribute of this package
    return module


def language() -> str:
    """The code of the language in use."""
    return _Spoken.code


def _text(key: str):
    """The text of a key, None if there is none."""
    known = _Spoken.known
    if key in known:
        return known[key]
    if not _Spoken.code:
        use(CODES[0])
    section, _, name = key.partition(".")
    lines = _Spoken.texts.get(section, "")
    text = None
    start = lines.find("\n" + name + "=")
    if start >= 0:
        start += len(name) + 2  # the line break before it, and the =
        text = _Spoken.rewrite(key, lines[start : lines.find("\n", start)])
    if len(known) >= KEPT_AT_HAND:
        known.clear()
    known[key] = text
    return text


def say(key: str, **values) -> str:
    """The text of a key, with its {blanks} filled in. KeyError if there is no such text."""
    text = _text(key)
    if text is None:
        raise KeyError(key)
    return text.format(**values) if values else text


def say_or(key: str, fallback: str) -> str:
    """The text of a key, or the fallback if there is none."""
    text = _text(key)
    return fallback if text is None else text


def refused(error) -> str:
    """Why the rules do not allow something. error: a RuleError."""
    return say_or("refused." + error.code, error.message)


def say_n(key: str, n: int, **values) -> str:
    """The text for so many things: of `key.one`, `key.other`, whatever forms the language has."""
    if not _Spoken.code:
        use(CODES[0])
    return say(key + "." + _Spoken.plural(n), n=n, **values)
