"""The app's fonts.

SMALL   headers, lists, labels, sentences: lines of 9 rows, capitals of 6. All alphabets, suits,
        dice, arrows and marks
MIDDLE  names: bold, lines of 13 rows, capitals of 9. All alphabets and suits
LARGE   figures that matter: 16 rows, digits 8 columns wide. Digits, + - −, A to Z, suits, a
        few marks; no small letters
HUGE    a count or a bid, read across the table: 24 rows, digits 13 columns wide. Digits, + - −,
        B, K and M
"""

from . import font_tables
from .font import Font

SMALL = Font(font_tables.SMALL)
MIDDLE = Font(font_tables.MIDDLE)
LARGE = Font(font_tables.LARGE)
HUGE = Font(font_tables.HUGE)
