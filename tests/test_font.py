"""The fonts: their tables, their alphabets, and text that is measured, shortened and drawn."""

import itertools
import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host_sim import fontc
from kibitz import font as font_module
from kibitz import fonts
from kibitz.canvas import FOUR_COLUMNS, HEIGHT_PX, THREE_COLUMNS, WIDTH_PX, Canvas
from kibitz.font import CACHE_SIZE, ELLIPSIS, Font, MissingGlyph, TextOverflow
from micropython import text_calls
from support import micropython

SOURCES = {source.name: source for source in fontc.FONTS}
ALL = {name: getattr(fonts, name.upper()) for name in SOURCES}
EVERY_FONT = pytest.mark.parametrize("name", ALL)
FOR_TEXT = ("small", "middle")

# The only characters that may look alike: the same letter in two scripts, and the dashes.
LOOK_ALIKES = set("AА BВ CС EЕ HН JЈ KК MМ OО PР TТ XХ aа cс eе jј oо pр xх yу -– -− -–−".split())

texts = st.text(max_size=30) | st.text(alphabet=fontc.TEXT + fontc.MARKS, max_size=40)


def lit(canvas):
    """The lit pixels of a canvas, as a set of (x, y)."""
    return {(x, y) for y in range(HEIGHT_PX) for x in range(WIDTH_PX) if canvas.pixel(x, y)}


def drawn(font, text, x=0, y=0):
    """The pixels that a text lights on a dark canvas."""
    canvas = Canvas()
    font.draw(canvas, text, x, y)
    return lit(canvas)


def characters(font):
    """All characters of a font, in the order of its table."""
    codes = font._table.CODES
    return [chr(codes[at] | codes[at + 1] << 8) for at in range(0, len(codes), 2)]


@pytest.fixture
def strict(monkeypatch):
    monkeypatch.setattr(Font, "strict", True)


# The tables


def test_tables_are_what_their_sources_give():
    found = fontc.TABLES.read_text(encoding="utf-8")
    assert found == fontc.module(), "say python -m host_sim.fontc"


@EVERY_FONT
def test_glyphs_are_drawn_as_the_sources_show_them(name):
    cell, glyphs = fontc.glyphs_of(SOURCES[name])
    assert ALL[name].height == cell.height and ALL[name].baseline == cell.baseline
    for char, glyph in glyphs.items():
        shown = drawn(ALL[name], char)
        wanted = {
            (x, y) for y, row in enumerate(glyph.rows) for x, bit in enumerate(row) if bit == "#"
        }
        assert shown == wanted, f"U+{ord(char):04X}"
        assert ALL[name].width(char) == glyph.width


def test_alphabets_have_as_many_letters_as_they_should():
    letters = {
        "English": 26,
        "Serbian Latin": 27,
        "Serbian Cyrillic": 30,
        "Polish": 32,
        "German": 30,
    }
    for language, count in letters.items():
        alphabet = fontc.ALPHABETS[language]
        assert len(set(alphabet)) == len(alphabet) == 2 * count, language
        capitals, small = alphabet[:count], alphabet[count:]
        assert [char.lower() for char in capitals] == list(small), language


@pytest.mark.parametrize("name", FOR_TEXT)
@pytest.mark.parametrize("alphabet", fontc.ALPHABETS)
def test_every_alphabet_is_there(name, alphabet):
    assert [char for char in fontc.ALPHABETS[alphabet] if not ALL[name].has(char)] == []


def test_every_mark_and_figure_is_there():
    assert [char for char in "♠♥♦♣⚀⚁⚂⚃⚄⚅←→↑↓▲▼⌫✓…–·'“”„" if not fonts.SMALL.has(char)] == []
    assert [
        char for char in "0123456789+-−/♠♥♦♣" + fontc.CAPITALS if not fonts.LARGE.has(char)
    ] == []
    assert [char for char in "0123456789+-−" if not fonts.HUGE.has(char)] == []
    assert all(font.has(ELLIPSIS) and font.has(" ") for font in ALL.values())


@EVERY_FONT
def test_no_two_characters_look_alike(name):
    _, glyphs = fontc.glyphs_of(SOURCES[name])
    same = {}
    for char, glyph in glyphs.items():
        same.setdefault(glyph.rows, []).append(char)
    alike = {"".join(sorted(chars)) for chars in same.values() if len(chars) > 1}
    assert alike - LOOK_ALIKES == set()


@EVERY_FONT
def test_glyphs_are_told_by_the_table_alone(name):
    """The order and the sizes that the reader in kibitz.font relies on."""
    table = ALL[name]._table
    chars = characters(ALL[name])
    assert chars == sorted(chars) and chars[-1] == "\ufffd"
    assert len(table.WIDTHS) == len(chars) == len(table.STARTS) // 2 - 1
    starts = [
        int.from_bytes(table.STARTS[at : at + 2], "little") for at in range(0, len(table.STARTS), 2)
    ]
    assert starts[0] == 0 and starts[-1] == len(table.BITS)
    for width, (start, end) in zip(table.WIDTHS, itertools.pairwise(starts), strict=True):
        assert 0 < width <= 15 and (end - start) % width == 0


# Figures


@EVERY_FONT
def test_digits_stand_on_the_baseline_and_are_as_high_as_capitals(name):
    rows = {"small": 6, "middle": 9, "large": 16, "huge": 24}[name]
    for char in "0123456789BKM":
        ys = [y for _, y in drawn(ALL[name], char)]
        assert max(ys) == ALL[name].baseline - 1 and max(ys) - min(ys) + 1 == rows, char


def test_figures_are_large_and_narrow_enough():
    for char in "0123456789":
        assert fonts.LARGE.width(char) <= 8 and fonts.HUGE.width(char) <= 13
    for char in "♠♥♦♣":
        ys = [y for _, y in drawn(fonts.LARGE, char)]
        assert max(ys) - min(ys) + 1 >= 14
    for _, width in THREE_COLUMNS:
        for total in ("-199", "-200", "+201", "8888"):
            assert fonts.LARGE.width(total) <= width, total
    for _, width in FOUR_COLUMNS:
        assert fonts.LARGE.width("-199") <= width
        assert all(fonts.HUGE.width(str(tricks)) <= width for tricks in range(11))


# Width, fit, wrap


def test_width_counts_gaps_between_characters_only():
    font = fonts.SMALL
    assert font.width("") == 0
    assert font.width("An") == font.width("A") + font.gap + font.width("n")


@given(texts, st.sampled_from(list(ALL)))
def test_drawing_stays_within_the_width(text, name):
    font, canvas = ALL[name], Canvas()
    end = font.draw(canvas, text, 0, 3)
    assert end == (font.width(text) + font.gap if text else 0)
    assert all(x < font.width(text) and 3 <= y < 3 + font.height for x, y in lit(canvas))


@given(texts, st.integers(0, 140), st.sampled_from(list(ALL)))
def test_fit_never_overflows(text, width, name):
    font = ALL[name]
    fitted = font.fit(text, width)
    assert font.width(fitted) <= width
    if font.width(text) <= width:
        assert fitted == text
    elif fitted:
        assert fitted[-1] == ELLIPSIS and text.startswith(fitted[:-1])
    else:
        assert width < font.width(ELLIPSIS)


def test_fit_keeps_as_much_as_it_can():
    font, text = fonts.SMALL, "Aleksandra"
    for width in range(font.width(ELLIPSIS), font.width(text)):
        longer = text[: len(font.fit(text, width))] + ELLIPSIS
        assert font.width(longer) > width
    assert font.fit("Ana Maria", font.width("Ana …")) == "Ana…"
    assert font.fit("Aleksandra", 40, ".") == "Aleksan."


@given(texts | st.text(alphabet="ab ćЖ\n", max_size=80), st.integers(16, 128))
def test_wrap_never_overflows_and_loses_no_word(text, width):
    lines = fonts.SMALL.wrap(text, width)
    assert lines and all(fonts.SMALL.width(line) <= width for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "").replace("\n", "")


def test_wrap_breaks_at_spaces_and_line_breaks():
    font = fonts.SMALL
    width = font.width("One trick")
    assert font.wrap("One trick more\nfor  Ana", width) == ["One trick", "more", "for Ana"]
    assert font.wrap("", width) == [""]
    assert font.wrap("a " + "i" * 40, font.width("i" * 25))[:2] == ["a", "i" * 25]
    with pytest.raises(ValueError):
        font.wrap("W", 2)


# Drawing


def test_dark_ink_writes_on_a_filled_ground():
    for font in ALL.values():
        ground, shown = Canvas(), drawn(font, "M7+2", 5, 9)
        ground.fill(1)
        font.draw(ground, "M7+2", 5, 9, 0)
        everything = {(x, y) for x in range(WIDTH_PX) for y in range(HEIGHT_PX)}
        assert everything - lit(ground) == shown


def test_text_leaves_the_ground_around_it_alone():
    canvas = Canvas()
    canvas.rect(0, 0, 30, 20, 1)
    before = lit(canvas)
    fonts.SMALL.draw(canvas, "Ab", 0, 0)
    assert lit(canvas) == before | drawn(fonts.SMALL, "Ab")


def test_centre_and_right_place_text_in_a_column():
    font, (x, width) = fonts.LARGE, THREE_COLUMNS[1]
    for text in ("7", "-20", "1"):
        canvas = Canvas()
        font.centre(canvas, text, x, width, 20)
        xs = [at for at, _ in lit(canvas)]
        assert 0 <= (x + width - 1 - max(xs)) - (min(xs) - x) <= 1
        canvas.fill(0)
        font.right(canvas, text, x, width, 20)
        assert max(at for at, _ in lit(canvas)) == x + width - 1


def test_centre_and_right_shorten_what_is_too_wide():
    for place in (fonts.MIDDLE.centre, fonts.MIDDLE.right):
        canvas = Canvas()
        place(canvas, "Wolfgang Amadeus", 43, 42, 20)
        assert all(43 <= x < 85 for x, _ in lit(canvas))


def test_text_is_cut_at_the_edges_of_the_glass():
    whole = drawn(fonts.LARGE, "88", 20, 20)
    for dx, dy in itertools.product((-25, 0, 100), (-28, 0, 35)):
        moved = {(x + dx, y + dy) for x, y in whole}
        on_glass = {(x, y) for x, y in moved if 0 <= x < WIDTH_PX and 0 <= y < HEIGHT_PX}
        assert drawn(fonts.LARGE, "88", 20 + dx, 20 + dy) == on_glass


# What a font lacks, and what does not fit


@EVERY_FONT
def test_missing_glyph_is_a_visible_box(name):
    font = ALL[name]
    box = drawn(font, "\ufffd")
    for char in "漢\n\x00\U0001f0cf":
        assert not font.has(char)
        assert drawn(font, char) == box and font.width(char) == font.width("\ufffd") >= 5


@EVERY_FONT
def test_missing_glyph_is_an_error_in_strict_mode(name, strict):
    font = ALL[name]
    font.width("1")
    for call in (
        font.width,
        lambda text: font.fit(text, 40),
        lambda text: font.draw(Canvas(), text, 0, 0),
    ):
        with pytest.raises(MissingGlyph, match="U\\+6F22"):
            call("漢")


def test_overflow_is_an_error_in_strict_mode(strict):
    font, canvas = fonts.SMALL, Canvas()
    width = font.width("Ana")
    font.draw(canvas, "Ana", WIDTH_PX - width, HEIGHT_PX - font.height)
    font.centre(canvas, "Ana", 3, width, 0)
    for x, y in ((WIDTH_PX - width + 1, 0), (-1, 0), (0, -1), (0, HEIGHT_PX - font.height + 1)):
        with pytest.raises(TextOverflow):
            font.draw(canvas, "Ana", x, y)
    for place in (font.centre, font.right):
        with pytest.raises(TextOverflow):
            place(canvas, "Ana", 3, width - 1, 0)


def test_glyphs_kept_ready_are_few_and_right(monkeypatch):
    font = Font(fonts.SMALL._table)
    for char in fontc.TEXT * 2:
        assert drawn(font, char) == drawn(fonts.SMALL, char)
        assert len(font._known) <= CACHE_SIZE
    monkeypatch.setattr(font_module, "CACHE_SIZE", 2)
    assert drawn(font, "abcabc") == drawn(fonts.SMALL, "abcabc")


# The same on MicroPython


def made_up_call(chance):
    """A random call of a font's: [FONT, METHOD, ARGUMENTS]."""
    known = fontc.TEXT + fontc.MARKS + "漢\x07"
    text = "".join(chance.choice(known) for _ in range(chance.randint(0, 12)))
    x, y, ink = chance.randint(-9, 120), chance.randint(-9, 60), chance.randint(0, 1)
    width = chance.randint(16, 90)
    arguments = {
        "draw": [x, y, ink],
        "centre": [x, width, y, ink],
        "right": [x, width, y, ink],
        "width": [],
        "fit": [width],
        "wrap": [width],
    }
    method = chance.choice(list(arguments))
    return [chance.choice(list(ALL)).upper(), method, [text, *arguments[method]]]


@pytest.mark.parametrize("quick", [False, True], ids=["glyph-by-glyph", "machine-code"])
def test_micropython_draws_the_same_text(tmp_path, quick):
    chance = random.Random(7)
    calls = [made_up_call(chance) for _ in range(600)]
    for name, font in ALL.items():
        calls += [[name.upper(), "draw", [char, 0, 5]] for char in characters(font)]
    file = tmp_path / "calls.jsonl"
    file.write_text("".join(json.dumps(call) + "\n" for call in calls))
    said, *real = micropython("text_calls.py", file, quick=quick).splitlines()
    assert said == f"machine code: {quick}"
    canvas = Canvas()
    for call, shown in zip(calls, real, strict=True):
        assert text_calls.play(canvas, call) == json.loads(shown), call


def test_machine_code_finds_the_same_differences():
    assert micropython("differences.py", 300, quick=True) == "the same 300\n"


# The compiler


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("cell 3 baseline 3\nglyph U+0041 a\n#x#\n", "odd.txt:3: neither"),
        ("cell 3 baseline 3\nglyph U+0041 a\n##\n#\n", "differ in length"),
        ("cell 3 baseline 3\nglyph U+0041 a at 2\n#\n#\n", "higher than 3 rows"),
        ("cell 3 baseline 3\nglyph U+0041 a\n..\n", "without a lit pixel"),
    ],
)
def test_compiler_names_what_is_wrong_with_a_picture(tmp_path, text, complaint):
    path = tmp_path / "odd.txt"
    path.write_text(text)
    with pytest.raises(fontc.FontError, match=complaint):
        fontc.read_drawn(path)


def test_compiler_stops_at_a_missing_glyph(monkeypatch):
    source = SOURCES["huge"]
    lacking = fontc.Source(**{**source.__dict__, "chars": source.chars + "W"})
    with pytest.raises(fontc.FontError, match="huge: no glyph for W"):
        fontc.glyphs_of(lacking)
    greedy = fontc.Source(**{**source.__dict__, "chars": source.chars.replace("M", "")})
    with pytest.raises(fontc.FontError, match="drawn but not asked for: M"):
        fontc.glyphs_of(greedy)


def test_compiler_writes_only_what_changed(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(fontc, "TABLES", tmp_path / "tables.py")
    assert fontc.main(["--check"]) == 1
    assert not list(tmp_path.iterdir())
    assert fontc.main([]) == 0
    assert [path.name for path in tmp_path.iterdir()] == ["tables.py"]
    capsys.readouterr()
    assert fontc.main([]) == 0 and fontc.main(["--check"]) == 0
    assert capsys.readouterr().out == ""
