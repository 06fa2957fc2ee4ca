"""The languages' tables as dictionaries: key -> text."""

import importlib

from kibitz.words import CODES, LANGUAGES
from kibitz.words.cyrillic import rewritten

ENGLISH = CODES[0]


def sections(code=ENGLISH):
    """The sections of a language's module, in Latin letters."""
    return importlib.import_module("kibitz.words." + LANGUAGES[CODES.index(code)][2]).TEXTS


def table(code=ENGLISH):
    """All texts of a language, in its letters."""
    texts = {}
    for section, lines in sections(code).items():
        for line in lines.split("\n")[1:-1]:
            name, _, text = line.partition("=")
            texts[section + "." + name] = text
    if LANGUAGES[CODES.index(code)][3]:
        texts = {key: rewritten(key, text) for key, text in texts.items()}
    return texts
