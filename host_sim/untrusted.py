"""Texts that somebody else wrote: names of players and files, messages made of them.

They are shown, printed and opened in spreadsheets, and must do nothing there but be read.
"""

import re

CANNOT_SHOW = "\N{REPLACEMENT CHARACTER}"

# What makes a spreadsheet compute a cell: at its beginning, or behind what another country's
# spreadsheet takes for the end of the cell before.
_FORMULA = re.compile(r"""(^|[;,|"'])(\s*)([=+\-@＝＋－＠])""")


def printable(text: str) -> str:
    """The text without anything that could steer a terminal or fail to be encoded."""
    return "".join([char if char.isprintable() else CANNOT_SHOW for char in text])


def csv_text(text: str) -> str:
    """The text for a cell of a spreadsheet: what it would compute is quoted with an apostrophe."""
    return _FORMULA.sub(r"\1'\2\3", printable(text))
