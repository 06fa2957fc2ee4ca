"""The languages' texts as dictionaries: key -> text, as their sources have them."""

from host_sim import wordc
from kibitz.words import CODES, LANGUAGES
from kibitz.words.cyrillic import rewritten

ENGLISH = CODES[0]


def table(code=ENGLISH):
    """All texts of a language, in its letters."""
    _, _, name, cyrillic = LANGUAGES[CODES.index(code)]
    texts = wordc.source(name)
    if cyrillic:
        texts = {key: rewritten(key, text) for key, text in texts.items()}
    return texts
