"""The app's fonts.

SMALL   headers, lists, labels, sentences: lines of 9 rows, capitals of 6. All alphabets, suits,
        dice, arrows and marks
MIDDLE  names: bold, lines of 13 rows, capitals of 9. All alphabets and suits
LARGE   figures that matter: 16 rows, digits 8 columns wide. Digits, + - −, A to Z, suits, a
        few marks; no small letters
HUGE    a count or a bid, read across the table: 24 rows, digits 13 columns wide. Digits, + - −,
        B, K and M
"""

import sys

import kibitz

from .font import Font


def _made() -> list:
    """The fonts. Each keeps its table; the module, which on a board has them packed, too, goes."""
    from . import font_tables as tables

    del kibitz.font_tables, sys.modules["kibitz.font_tables"]
    return [Font(table) for table in (tables.SMALL, tables.MIDDLE, tables.LARGE, tables.HUGE)]


SMALL, MIDDLE, LARGE, HUGE = _made()
