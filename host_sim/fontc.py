"""The font compiler: ``python -m host_sim.fontc`` writes the app's font tables anew.

Reads the sources in firmware/fonts (fonts in the X Window System's PCF format, and marks drawn as
text) and writes a module with a table for each size to firmware/kibitz. The same sources give the
same bytes everywhere; tests/test_font.py compiles them again and compares. What a table holds is
told in firmware/kibitz/font.py, the format of the drawn marks in firmware/fonts/README.md.

With ``--check`` nothing is written; the exit status tells whether the tables are up to date.
"""

import argparse
import gzip
import sys
from dataclasses import dataclass
from pathlib import Path

from pcffont import PcfFont  # type: ignore[import-untyped]

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "firmware" / "fonts"
TABLES = ROOT / "firmware" / "kibitz" / "font_tables.py"

PAGE_PX = 8
ON, OFF = "#", "."
MISSING = "\ufffd"  # the box drawn for a character that a font lacks

# What every font for text must hold.
ALPHABETS = {
    "English": "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
    "Serbian Latin": "ABCČĆDĐEFGHIJKLMNOPRSŠTUVZŽabcčćdđefghijklmnoprsštuvzž",
    "Serbian Cyrillic": "АБВГДЂЕЖЗИЈКЛЉМНЊОПРСТЋУФХЦЧЏШабвгдђежзијклљмнњопрстћуфхцчџш",
    "Polish": "AĄBCĆDEĘFGHIJKLŁMNŃOÓPRSŚTUWYZŹŻaąbcćdeęfghijklłmnńoóprsśtuwyzźż",
    "German": "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜẞabcdefghijklmnopqrstuvwxyzäöüß",
    "digits": "0123456789",
    "punctuation": " !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~" + "·–—−×…‘’“”„",
}
LOANED = "Éé"  # as in Rommé and René
TEXT = "".join(ALPHABETS.values()) + LOANED
# Spades, hearts, diamonds, clubs; leaf, bell and acorn of the Hungarian pack, which has hearts too.
# Unicode has no such suits: they stand in its private area.
SUITS = "♠♥♦♣\ue000\ue001\ue002"
MARKS = SUITS + "⚀⚁⚂⚃⚄⚅" + "←→↑↓▲▼◀▶" + "⌫✓✗"
FIGURES = "0123456789+-−"
CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
CYRILLIC = "БЕЛИКМОСТ" + "ГД"  # for the bids betl and Meksiko, and for Hungarian cards


@dataclass(frozen=True)
class Source:
    """How one font of the app comes about.

    name      of the table, in capitals, and of the drawn marks (NAME.txt)
    title     the beginning of the table's description
    pcf       the font file the letters come from, or None when all is drawn
    chars     the characters it must have
    gap_px    pixels between two characters
    space_px  width of the space, to which a gap is added on both sides
    """

    name: str
    title: str
    pcf: str | None
    chars: str
    gap_px: int
    space_px: int


FONTS = (
    Source("small", "Small text, capitals of 6 rows", "6x9.pcf.gz", TEXT + MARKS, 1, 2),
    Source("middle", "Bold text for names, capitals of 9 rows", "7x13B.pcf.gz", TEXT + SUITS, 1, 3),
    Source(
        "large",
        "Figures and capitals of 16 rows",
        None,
        FIGURES + CAPITALS + CYRILLIC + " !'(),./:=?×…✓" + SUITS,
        2,
        4,
    ),
    Source("huge", "Figures of 24 rows", None, FIGURES + " BKM…БМ", 2, 6),
)


class FontError(Exception):
    """A source that cannot be compiled; the message names the file and what is wrong."""


@dataclass(frozen=True)
class Glyph:
    """The picture of a character, from the cell's top row on and no wider than what is lit."""

    rows: tuple[str, ...]

    @property
    def width(self) -> int:
        return len(self.rows[0])

    def columns(self) -> bytes:
        """Return the pixels in the order of MONO_VLSB; an empty second page is left out."""
        last = max((row for row, line in enumerate(self.rows) if ON in line), default=0)
        data = bytearray()
        for page in range(0, last + 1, PAGE_PX):
            for column in range(self.width):
                bits = [line[column] == ON for line in self.rows[page : page + PAGE_PX]]
                data.append(sum(1 << row for row, lit in enumerate(bits) if lit))
        return bytes(data)


@dataclass(frozen=True)
class Cell:
    """The rows that every glyph of a font has, and how many of them are above the baseline."""

    height: int
    baseline: int


def trimmed(rows: list[str]) -> Glyph:
    """Return the glyph without the dark columns at its left and right."""
    lit = [column for row in rows for column, pixel in enumerate(row) if pixel == ON]
    if not lit:
        raise FontError("a glyph without a lit pixel")
    return Glyph(tuple(row[min(lit) : max(lit) + 1] for row in rows))


def read_pcf(path: Path, chars: str) -> tuple[Cell, dict[str, Glyph]]:
    """Read those of the characters that a PCF font file holds.

    Returns the font's cell and the glyphs by character. Raises FontError for a glyph that does not
    fit in the cell.
    """
    font = PcfFont.parse(gzip.decompress(path.read_bytes()))
    ascent, descent = font.accelerators.font_ascent, font.accelerators.font_descent
    cell = Cell(ascent + descent, ascent)
    glyphs = {}
    for char in chars:
        index = font.bdf_encodings.get(ord(char))
        if index is None or char == " ":
            continue
        above = cell.baseline - font.metrics[index].ascent
        drawn = ["".join(ON if bit else OFF for bit in row) for row in font.bitmaps[index]]
        below = cell.height - above - len(drawn)
        if above < 0 or below < 0:
            raise FontError(f"{path.name}: {char!r} does not fit in {cell.height} rows")
        blank = OFF * len(drawn[0])
        glyphs[char] = trimmed([blank] * above + drawn + [blank] * below)
    return cell, glyphs


def code_point(word: str) -> str:
    """Return the character that a source names as U+XXXX."""
    return chr(int(word.removeprefix("U+"), 16))


def read_drawn(path: Path) -> tuple[Cell, dict[str, Glyph]]:
    """Read the marks drawn as text. Raises FontError, naming the line, for what is no picture."""
    cell = Cell(0, 0)
    pictures: dict[str, list[str]] = {}
    tops: dict[str, int] = {}
    same: dict[str, str] = {}
    rows: list[str] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        words = line.split()
        if not words or line.startswith(";"):
            continue
        if words[0] == "cell":
            cell = Cell(int(words[1]), int(words[3]))
        elif words[0] == "glyph":
            char = code_point(words[1])
            rows = pictures[char] = []
            tops[char] = int(words[-1]) if words[-2] == "at" else 0
        elif words[0] == "same":
            same[code_point(words[1])] = code_point(words[2])
        elif set(line) <= {ON, OFF}:
            rows.append(line)
        else:
            raise FontError(f"{path.name}:{number}: neither a row of {ON} and {OFF} nor a heading")
    glyphs = {}
    for char, drawn in pictures.items():
        glyphs[char] = placed(path.name, char, drawn, tops[char], cell)
    glyphs.update((char, glyphs[other]) for char, other in same.items())
    return cell, glyphs


def placed(name: str, char: str, rows: list[str], top: int, cell: Cell) -> Glyph:
    """Return a drawn picture as a glyph of the cell's height."""
    if len({len(row) for row in rows}) != 1:
        raise FontError(f"{name}: the rows of {char!r} differ in length")
    blank = OFF * len(rows[0])
    below = cell.height - top - len(rows)
    if below < 0:
        raise FontError(f"{name}: {char!r} is higher than {cell.height} rows")
    return trimmed([blank] * top + rows + [blank] * below)


def glyphs_of(source: Source) -> tuple[Cell, dict[str, Glyph]]:
    """Return a font's cell and all its glyphs. Raises FontError when one is missing."""
    cell, glyphs = read_drawn(SOURCES / f"{source.name}.txt")
    if source.pcf is not None:
        pcf_cell, from_pcf = read_pcf(SOURCES / source.pcf, source.chars)
        if pcf_cell != cell:
            raise FontError(f"{source.name}.txt: the cell differs from that of {source.pcf}")
        glyphs = from_pcf | glyphs
    glyphs[" "] = Glyph((OFF * source.space_px,) * cell.height)
    wanted = set(source.chars) | {MISSING}
    missing = "".join(sorted(wanted - set(glyphs)))
    if missing:
        raise FontError(f"{source.name}: no glyph for {missing}")
    unused = "".join(sorted(set(glyphs) - wanted))
    if unused:
        raise FontError(f"{source.name}: drawn but not asked for: {unused}")
    return cell, glyphs


INDENT = " " * 8


def literal(data: bytes, width: int = 21) -> str:
    """Return a bytes literal of several lines, each in hexadecimal."""
    lines = [data[at : at + width] for at in range(0, len(data), width)]
    return "\n".join(
        INDENT + 'b"' + "".join(f"\\x{byte:02x}" for byte in line) + '"' for line in lines
    )


def table(source: Source) -> str:
    """Return the text of a font's table, a class that is nothing but a name for what is in it.

    Raises OverflowError for a character beyond U+FFFF.
    """
    cell, glyphs = glyphs_of(source)
    codes, widths, starts, bits = bytearray(), bytearray(), bytearray(), bytearray()
    for char in sorted(glyphs):
        codes += ord(char).to_bytes(2, "little")
        widths.append(glyphs[char].width)
        starts += len(bits).to_bytes(2, "little")
        bits += glyphs[char].columns()
    starts += len(bits).to_bytes(2, "little")
    origin = "drawn for Kibitz" if source.pcf is None else f"from misc-fixed {source.pcf[:-7]}"
    return f'''class {source.name.upper()}:
    """{source.title}; {len(glyphs)} glyphs, {origin}."""

    HEIGHT_PX = {cell.height}
    BASELINE_PX = {cell.baseline}
    GAP_PX = {source.gap_px}
    CODES = (
{literal(bytes(codes))}
    )
    WIDTHS = (
{literal(bytes(widths))}
    )
    STARTS = (
{literal(bytes(starts))}
    )
    BITS = (
{literal(bytes(bits))}
    )
'''


HEAD = '''"""The tables of the fonts; font.py tells what is in them.

Made by `python -m host_sim.fontc` from firmware/fonts, not by hand. All in one file, because it is
the looking for a file that takes a board its time.
"""
'''


def module() -> str:
    """Return the text of the module with all tables."""
    return "\n\n".join([HEAD, *[table(source) for source in FONTS]])


def main(arguments: list[str] | None = None) -> int:
    """Write the tables, or with --check compare them; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m host_sim.fontc", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing, compare")
    check = parser.parse_args(arguments).check
    text = module()
    if TABLES.exists() and TABLES.read_text(encoding="utf-8") == text:
        return 0
    if check:
        print(f"{TABLES.name} is not what its sources give")
        return 1
    TABLES.write_text(text, encoding="utf-8")
    print(f"wrote {TABLES.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
