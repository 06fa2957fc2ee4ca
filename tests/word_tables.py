"""The languages' tables as dictionaries: key -> text."""

import importlib

from kibitz.words import CODES, LANGUAGES
from kibitz.words.cyrillic import rewritten

ENGLISH = CODES[0]


def sections(code):
    """A language's sections, as the device has them in memory when all have been used."""
    _, _, name, cyrillic = LANGUAGES[CODES.index(code)]
    texts = importlib.import_module("kibitz.words." + name).TEXTS
    if cyrillic:
        texts = {section: rewritten(section, lines) for section, lines in texts.items()}
    return texts


def table(code=ENGLISH):
    """All texts of a language."""
    texts = {}
    for section, lines in sections(code).items():
        for line in lines.split("\n")[1:-1]:
            name, _, text = line.partition("=")
            texts[section + "." + name] = text
    return texts
