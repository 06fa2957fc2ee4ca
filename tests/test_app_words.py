"""The words: everything the app says comes from the language file, and everything in it is said."""

import ast
import string
from pathlib import Path

import pytest

from kibitz import games, paint, words
from kibitz.canvas import WIDTH_PX
from kibitz.fonts import LARGE, MIDDLE, SMALL
from kibitz.options_screen import option_text
from kibitz.saves import SETTINGS
from rules_core import GAMES, errors, game_class
from rules_core.cards import SUIT_NAMES
from rules_core.meksiko import BETL, MEKSIKO
from word_tables import table

ENGLISH = table()
APP = Path(words.__file__).parent.parent
SCREENS = sorted(path for path in APP.glob("*.py") if not path.name.startswith("font"))
SAYING = ("say", "say_or", "say_n", "with_name")  # functions whose first argument is a key
# What puts text on the glass, apart from those: no letters may be written into their arguments.
DRAWING = ("draw", "centre", "right", "fit", "wrap", "header", "labels", "rows", "note", "message")
DRAWING += ("small", "name", "figure", "foot", "tell", "standing", "seating")


def trees():
    for path in SCREENS:
        yield path.name, ast.parse(path.read_text("utf-8"))


def called(node):
    """The plain name of the function that a call calls."""
    function = node.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def constants(node):
    return [
        one.value
        for one in ast.walk(node)
        if isinstance(one, ast.Constant) and isinstance(one.value, str)
    ]


def keys_written():
    """Every string in the app that looks like a word key, or like the beginning of one."""
    keys = set()
    for _, tree in trees():
        keys.update(text for text in constants(tree) if "." in text and " " not in text)
    return keys


def keys_put_together():
    """The keys that the screens put together from a beginning and a value."""
    keys = set()
    for name in GAMES:
        keys.add("game." + name)
    options = list(SETTINGS)
    for name in games.GAMES:
        keys.add("rules.note." + name)
        options += game_class(name).OPTIONS
        keys.update("option." + option.name for option in game_class(name).OPTIONS)
    for bid in (MEKSIKO, BETL):
        keys.update(("bid." + bid, "bid.short." + bid, "bid.large." + bid))
    for pack in ("suit.", "hungarian."):
        keys.update(pack + suit for suit in SUIT_NAMES)
    keys.update("hungarian." + rank for rank in "JQ")
    keys.update("end." + why for why in ("highest", "tie-declarer", "tie-tricks", "tie-shared"))
    keys.update("setting." + setting.name for setting in SETTINGS)
    for option in options:
        if type(option.default) is str and option.name != "language":
            keys.update("value." + value for value in option.allowed)
    return keys


def test_every_key_that_is_said_is_there():
    missing = []
    for file, tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and called(node) in SAYING and node.args:
                first = node.args[0]
                if isinstance(first, (ast.Constant, ast.IfExp)):
                    forms = ".other" if called(node) == "say_n" else ""
                    keys = [key + forms for key in literals(first)]
                    missing += [(file, key) for key in keys if key not in ENGLISH]
    assert not missing
    assert not keys_put_together() - set(ENGLISH)


def test_everything_in_the_language_file_is_said():
    """A key is said whole, or by a beginning that ends with a dot and a value put behind it."""
    written = keys_written()
    beginnings = tuple(key for key in written if key.endswith(".") and len(key) > 1)
    known = written | keys_put_together()
    known |= {"option." + option.name for name in GAMES for option in game_class(name).OPTIONS}
    known |= {key + ".text" for key in known if key.startswith(("option.", "setting."))}
    known |= {"refused." + code for code in errors.CODES}
    unsaid = {key for key in set(ENGLISH) - known if not key.startswith(beginnings)}
    assert not {key for key in unsaid if key.rpartition(".")[0] not in written}


def blanks(text):
    return {field for _, field, _, _ in string.Formatter().parse(text) if field is not None}


def test_every_blank_is_filled_in():
    wrong = []
    for file, tree in trees():
        for node in ast.walk(tree):
            if not (isinstance(node, ast.Call) and called(node) in ("say", "with_name")):
                continue
            key = node.args[0]
            if isinstance(key, ast.Constant) and key.value in ENGLISH:
                given = {word.arg for word in node.keywords}
                if called(node) == "with_name":
                    given.add("who")
                if None not in given and given != blanks(ENGLISH[key.value]):
                    wrong.append((file, key.value, given))
    assert not wrong


def said(node):
    """Whether a string stands in a call that says a key, or is a key."""
    return isinstance(node, ast.Call) and called(node) in SAYING


def literals(node):
    """The strings written in a node, without those inside what is said."""
    if said(node):
        return []
    if isinstance(node, ast.Constant):
        return [node.value] if isinstance(node.value, str) else []
    if isinstance(node, ast.Subscript):  # a key of a dictionary
        return literals(node.value)
    if isinstance(node, ast.Compare):  # compared with, not shown
        return []
    found = []
    for child in ast.iter_child_nodes(node):
        found += literals(child)
    return found


def test_no_screen_has_a_text_of_its_own():
    """No letters are written into what is drawn, into labels, titles, or a list's rows."""
    wrong = []
    for file, tree in trees():
        for node in ast.walk(tree):
            texts = []
            if isinstance(node, ast.Call) and called(node) in (*DRAWING, "__init__"):
                for argument in [*node.args, *[word.value for word in node.keywords]]:
                    texts += literals(argument)
            elif isinstance(node, ast.FunctionDef) and node.name == "labels":
                for part in node.body[1:] if ast.get_docstring(node) else node.body:
                    texts += literals(part)
            wrong += [(file, text) for text in texts if is_text(text)]
    assert not wrong


def is_text(text):
    """True for letters that are neither a word key nor the beginning of one."""
    known = text in ENGLISH or text in ("option", "setting")
    return not known and any(char.isalpha() for char in text)


@pytest.mark.parametrize("key", sorted(ENGLISH))
def test_the_fonts_have_every_letter(key):
    text = ENGLISH[key]
    font = LARGE if key.startswith("bid.large.") else SMALL
    assert not [char for char in text if char not in "{}" and not font.has(char)]
    if key.startswith("wheel."):
        assert all(MIDDLE.has(char) for char in text)


@pytest.mark.parametrize("key", [key for key in sorted(ENGLISH) if key.startswith("key.")])
def test_labels_fit_over_their_keys(key):
    text = ENGLISH[key]
    for blank in blanks(text):
        text = text.replace("{" + blank + "}", "10")
    assert SMALL.width(text) <= 40


@pytest.mark.parametrize("code", words.CODES)
def test_every_game_and_every_option_is_explained_in_two_lines(code):
    words.use(code)
    texts = [words.say("rules.note." + name) for name in GAMES]
    texts += [option_text("setting", one) for one in SETTINGS]
    texts += [option_text("option", one) for name in GAMES for one in game_class(name).OPTIONS]
    for text in texts:
        assert len(SMALL.wrap(text, WIDTH_PX - 2 * paint.MARGIN_PX)) <= paint.NOTE_LINES, text


def test_an_unknown_key_is_a_mistake():
    with pytest.raises(KeyError):
        words.say("no.such.key")
    assert words.say_or("no.such.key", "else") == "else"


def test_names_with_braces_are_said_as_they_are():
    assert words.say("event.pass", who="{bid}") == "{bid} passed"
