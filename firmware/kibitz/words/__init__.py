"""Everything the app says. No screen holds a text of its own."""

from .en import WORDS as _WORDS
from .en import plural as _plural


def say(key: str, **values) -> str:
    """The text of a key, with its {blanks} filled in. KeyError if there is no such text."""
    text = _WORDS[key]
    return text.format(**values) if values else text


def say_or(key: str, fallback: str) -> str:
    """The text of a key, or the fallback if there is none."""
    return _WORDS.get(key, fallback)


def say_n(key: str, n: int, **values) -> str:
    """The text for so many things: of `key.one`, `key.other`, whatever forms the language has."""
    return say(key + "." + _plural(n), n=n, **values)
