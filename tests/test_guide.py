"""The README as a guide: its tables are what the rules, the app and the hardware say, and whatever
the device can complain of is in it, word for word."""

import ast
import re

import pytest

from hardware.make import bom
from host_sim import budgets, guide, shots, wordc
from kibitz import crash, safe
from kibitz.saves import SETTINGS
from rules_core import GAMES, game_class
from support import ROOT

# Sections of the words that are said when something is wrong, and what is said of it elsewhere.
# What the app tells the table in a message of its own is looked for in its source.
SECTIONS = ("broken", "crash", "finished", "refused", "safe", "save", "strange")
NO_MESSAGES = ("finished.title", "finished.number", "finished.delete.title", "finished.key")
KEYS = ("device.wiring", "new.put_away", "player.taken", "spell.empty", "spell.full")
WORDS = wordc.source("en")
BLANK = re.compile(r"\{[^}]*\}")


def readme():
    return guide.README.read_text("utf-8")


# -- tables ----------------------------------------------------------------------------------------


def test_the_tables_are_those_of_the_program_and_the_hardware():
    text = readme()
    assert guide.filled(text) == text, "python -m host_sim.guide --write"
    wrong = text.replace("| 21 to 201 |", "| 21 to 200 |").replace("| GP10 | 14 |", "| GP10 | 15 |")
    assert wrong != text and guide.filled(wrong) == text
    with pytest.raises(ValueError, match="parts"):
        guide.filled("no blocks")


def test_every_option_and_setting_has_a_line():
    options = guide.options().splitlines()
    for name in GAMES:
        called = re.escape(WORDS[f"game.{name}"])
        for option in game_class(name).OPTIONS:
            pattern = rf"\| [^|]*\b{called}\b[^|]* \| [^|]* \(`{option.name}`\) \| "
            assert sum(bool(re.match(pattern, line)) for line in options) == 1, (name, option.name)
    assert len(guide.settings().splitlines()) == 2 + len(SETTINGS)


def test_the_prices_add_up():
    prices = [float(price) for price in re.findall(r"\| (\d+\.\d\d) USD \|", guide.parts())]
    totals = [float(price) for price in re.findall(r"\*\*(\d+\.\d\d) USD\*\*", guide.parts())]
    assert tuple(totals) == bom.totals()
    assert round(sum(prices), 2) == totals[0] > 0


def test_main_writes_what_it_prints(tmp_path, monkeypatch, capsys):
    path = tmp_path / "README.md"
    marks = [(guide.BEGIN.format(name=name), guide.END.format(name=name)) for name in guide.TABLES]
    path.write_text("".join(f"{begin}\nfrom before\n{end}\n" for begin, end in marks))
    monkeypatch.setattr(guide, "README", path)
    assert guide.main(["--write"]) == 0
    assert guide.main([]) == 0
    tables = capsys.readouterr().out.strip()
    written = path.read_text()
    assert "from before" not in written
    for begin, end in marks:
        table = written.split(begin)[1].split(end)[0].strip()
        assert table.startswith("|") and table in tables


# -- what the device says --------------------------------------------------------------------------


def strings(node):
    return [
        one.value
        for one in ast.walk(node)
        if isinstance(one, ast.Constant) and isinstance(one.value, str)
    ]


def calls(path, *names):
    """The calls of these functions or methods in a file."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call):
            called = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if called in names:
                yield node


def told_by_the_app():
    """The keys of what the app tells the table in a message."""
    told = {
        key
        for path in (ROOT / "firmware" / "kibitz").glob("*.py")
        for call in calls(path, "tell")
        for argument in call.args
        for key in strings(argument)
    }
    return {key for key in WORDS if key in told or key.rpartition(".")[0] in told}


def messages():
    """Every complaint of the app."""
    of_sections = {key for key in WORDS if key.partition(".")[0] in SECTIONS}
    keys = of_sections | told_by_the_app() | set(KEYS)
    told = [WORDS[key] for key in sorted(keys) if not key.startswith(NO_MESSAGES)]
    return told + [crash.TEXTS["crash.text"], safe.TEXTS["safe.text"]]


def complaints_over_usb():
    """What the display's driver and its bus say."""
    folder = ROOT / "firmware" / "micropython"
    told = [text for call in calls(folder / "display.py", "print") for text in strings(call)]
    for node in ast.walk(ast.parse((folder / "bus.py").read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef) and node.name == "complaint":
            told += [text for one in node.body[1:] for text in strings(one) if text.endswith(".")]
    return told


def part(heading):
    return readme().split(f"\n## {heading}\n")[1].split("\n## ")[0]


def test_the_app_is_read_rightly():
    told = told_by_the_app()
    assert {"battery.low", "save.failed", "broken.newer", "broken.lost.other"} <= told
    assert {"game.no_screens", "finished.stays", "spell.full"} <= told
    assert len(complaints_over_usb()) == 3


@pytest.mark.parametrize("said", [*messages(), *complaints_over_usb()])
def test_whatever_the_device_complains_of_is_explained(said):
    pattern = "[^|“”]+?".join(re.escape(piece) for piece in BLANK.split(said))
    assert re.search(f"“{pattern}”", part("When something goes wrong")), said


# -- order -----------------------------------------------------------------------------------------


def test_the_order_is_that_which_users_expect():
    text = readme()
    headings = re.findall(r"^## (.+)$", text, re.MULTILINE)
    assert headings[:6] == [
        *("Try it", "What it does", "Parts and wiring", "Put it on a Pico", "Keys"),
        "Games and options",
    ]
    assert headings[6] == "When something goes wrong"
    assert headings[-2:] == ["For programmers", "Licence"]
    film = f"](host_sim/gallery/{shots.FILMS}/session.gif)"
    assert text.index(film) < text.index("## Try it")
    commands = re.findall(r"^    (.+)$", text, re.MULTILINE)
    assert commands[:2] == ["make sim", "make test"]
    assert budgets.BEGIN in text


def test_links_within_the_readme_lead_somewhere():
    text = readme()
    titles = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    anchors = {re.sub(r"[^\w -]", "", title).lower().replace(" ", "-") for title in titles}
    links = re.findall(r"\]\(#([^)]+)\)", text)
    assert links and set(links) <= anchors


# -- for those who change something ----------------------------------------------------------------


@pytest.mark.parametrize("name", ["CONTRIBUTING.md", "CHANGELOG.md", "firmware/words/README.md"])
def test_what_other_guides_name_exists(name):
    text = (ROOT / name).read_text("utf-8")
    code = re.findall(r"`([^`\n]+)`", text)
    verbs = {verb for one in code for verb in re.findall(r"\bmake ([a-z-]+)", one)}
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for verb in verbs:
        assert re.search(rf"^{verb}:.*## ", makefile, re.MULTILINE), verb
    folders = "firmware|rules_core|host_sim|tests|hardware"
    paths = {path for one in code for path in re.findall(rf"(?:^|\s)((?:{folders})/[\w./-]+)", one)}
    modules = {word.replace(".", "/") for one in code for word in re.findall(r"-m ([\w.]+)", one)}
    for path in paths:
        if "GAME" not in path:
            assert (ROOT / path).exists(), path
    for module in modules:
        assert (ROOT / f"{module}.py").exists() or (ROOT / module / "__main__.py").exists(), module
    assert verbs or modules


def test_the_checks_and_the_ways_are_told():
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    headings = re.findall(r"^## (.+)$", text, re.MULTILINE)
    for heading in (
        *("Before you send a change", "How to add a game", "How to add a language"),
        *("Golden pictures", "How a release is made"),
    ):
        assert heading in headings
    checks = text.split("## Before you send a change")[1].split("\n## ")[0]
    assert checks.index("`make lint`") < checks.index("`make test`") < checks.index("`make shots`")
