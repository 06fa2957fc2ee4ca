"""Score sheets as web pages that print well on A4: one game a page, and an index of the games.

A page needs nothing but itself, and may not: its own policy forbids it to load or to run anything.
It is built as a tree, so that a name in it can never be more than a text.
"""

import json
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any, NamedTuple
from xml.etree import ElementTree

from rules_core import VERSION

from . import sheet
from .untrusted import printable

TITLES = {
    "meksiko": "Meksiko",
    "meksiko-club": "Meksiko, rules of the Mexico Club",
    "meksykanka": "Meksykanka",
    "mexican-rummy": "Mexican Rummy",
    "counter": "Points",
}
# Of so many players on, the columns are set narrower.
MANY_PLAYERS = 7
# More are not printed: some hundred sheets of paper.
MOST_LINES = 4_000
POLICY = "default-src 'none'; style-src 'unsafe-inline'"

STYLE = """
@page { size: A4; margin: 14mm; }
* { box-sizing: border-box; }
body { font: 10pt/1.35 system-ui, "DejaVu Sans", sans-serif; color: #111; background: #fff;
  max-width: 190mm; margin: 8mm auto; padding: 0 4mm; overflow-wrap: break-word; }
h1 { font-size: 18pt; line-height: 1.2; margin: 0 0 1mm; }
h1 small { font-size: 10pt; font-weight: normal; color: #555; margin-left: 1mm; }
p { margin: 0 0 3mm; }
.result { font-size: 12pt; font-weight: 600; }
.note { border-left: 1mm solid #111; padding-left: 3mm; }
.long { overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; margin: 0 0 5mm;
  font-variant-numeric: tabular-nums; }
thead { display: table-header-group; }
tfoot { display: table-row-group; }
tr { break-inside: avoid; }
th, td { padding: 0.6mm 2mm; text-align: left; vertical-align: baseline;
  border-bottom: 0.2mm solid #bbb; }
th:first-child, td:first-child { padding-left: 0; }
th:last-child, td:last-child { padding-right: 0; }
thead th { border-bottom: 0.4mm solid #111; vertical-align: bottom; }
tfoot td { border-top: 0.4mm solid #111; border-bottom: 0; font-weight: 700; }
.n { text-align: right; white-space: nowrap; }
.gain { color: #555; font-size: 8pt; margin-right: 2mm; }
.many { font-size: 8.5pt; }
.many th, .many td { padding: 0.5mm 0.8mm; vertical-align: bottom; }
.many th.n { white-space: normal; overflow-wrap: anywhere; }
.many .gain { display: block; margin: 0; font-size: 7pt; line-height: 1.1; }
.options { font-size: 8.5pt; width: auto; }
.options td { padding: 0.3mm 4mm 0.3mm 0; border: 0; }
.options .value { font-weight: 600; white-space: nowrap; }
.list th, .list td { padding-top: 1.2mm; padding-bottom: 1.2mm; }
.files { white-space: nowrap; }
footer { font-size: 8pt; color: #555; }
section + section { break-before: page; }
@media screen { section + section { margin-top: 20mm; } }
@media print { body { margin: 0; padding: 0; max-width: none; } a { color: inherit;
  text-decoration: none; } .screen { display: none; } }
"""
# A word of so many letters may be broken anywhere, so that it cannot push a table off the paper.
LONG_WORD = 24

Element = ElementTree.Element


class Entry(NamedTuple):
    """A game as it is told of. game: None if it cannot be read. stem: of its files' names.
    remarks: sentences about it. running: True if it is the one that goes on."""

    number: int
    game: Any
    stem: str
    remarks: Sequence[str] = ()
    running: bool = False


def node(tag: str, *inside: str | Element, cls: str = "", **attributes: str) -> Element:
    """An element with texts and elements in it; a text is never anything else."""
    if cls:
        attributes["class"] = cls
    element = Element(tag, attributes)
    last: Element | None = None
    for child in inside:
        if not isinstance(child, str):
            element.append(child)
            last = child
        elif last is None:
            element.text = (element.text or "") + printable(child)
        else:
            last.tail = (last.tail or "") + printable(child)
    return element


def cell(text: str) -> Element:
    """A cell with a text of any length."""
    is_long = any(len(word) > LONG_WORD for word in text.split())
    return node("td", text, cls="long" if is_long else "")


def document(title: str, *inside: Element) -> str:
    """A whole page."""
    style = Element("style")
    style.text = STYLE
    policy = {"http-equiv": "Content-Security-Policy", "content": POLICY}
    head = node(
        "head",
        Element("meta", {"charset": "utf-8"}),
        Element("meta", policy),
        Element("meta", {"name": "viewport", "content": "width=device-width"}),
        node("title", title),
        style,
    )
    page = node("html", head, node("body", *inside), lang="en")
    return "<!DOCTYPE html>\n" + ElementTree.tostring(page, encoding="unicode", method="html")


def name(text: str) -> Element:
    """A player's name, which may be written from right to left without turning the rest over."""
    return node("bdi", text)


def section(entry: Entry) -> Element:
    """The score sheet of a game: who plays, how it ended, line by line, the rules in force."""
    game = entry.game
    number = f"game {entry.number}" + (", the running one" if entry.running else "")
    parts = [node("h1", TITLES.get(game.name, game.name), " ", node("small", number))]
    parts.append(node("p", sheet.ending(game), cls="result"))
    parts += [node("p", remark, cls="note") for remark in entry.remarks]
    parts.append(_lines(game))
    if len(game.log) > MOST_LINES:
        parts.append(
            node("p", f"… and {len(game.log) - MOST_LINES} more, see the CSV.", cls="note")
        )
    parts.append(_options(game))
    parts.append(node("footer", f"Kibitz {VERSION}"))
    return node("section", *parts)


def _lines(game) -> Element:
    rows = list(islice(sheet.lines(game), MOST_LINES))
    left = list(rows[0][0]) if rows else []
    heads = [node("th", head) for head in left]
    heads += [node("th", name(player), cls="n") for player in game.players]
    body = [
        node("tr", *[cell(str(value)) for value in texts.values()], *_gains(game, numbers))
        for texts, _, numbers in rows
    ]
    total = [node("td", "total", colspan=str(len(left)))] if left else []
    total += [node("td", str(score), cls="n") for score in game.scores]
    return node(
        "table",
        node("thead", node("tr", *heads)),
        node("tbody", *body),
        node("tfoot", node("tr", *total)),
        cls="many" if len(game.players) >= MANY_PLAYERS else "",
    )


def _gains(game, numbers: dict) -> list[Element]:
    """A cell for each seat: what the line brought and the new total; skuchas are counted only."""
    cells = []
    for points, total in zip(numbers["points"], numbers["total"], strict=True):
        gain = [] if game.name == "meksykanka" else [node("span", f"{points:+d}", cls="gain")]
        cells.append(node("td", *gain, str(total), cls="n"))
    return cells


def _options(game) -> Element:
    rows = []
    for option in game.OPTIONS:
        if option.name not in game.options:  # another one leaves it no say
            continue
        value = json.dumps(game.options[option.name]).strip('"')
        rows.append(
            node(
                "tr",
                node("td", option.name),
                node("td", value, cls="value"),
                node("td", option.text),
            )
        )
    return node("table", *rows, cls="options")


def page(entry: Entry) -> str:
    """A page with one score sheet."""
    title = f"{TITLES.get(entry.game.name, entry.game.name)}: {', '.join(entry.game.players)}"
    return document(title, section(entry))


def all_pages(entries: Iterable[Entry]) -> str:
    """All score sheets one after another, each on a page of its own when printed."""
    return document("Score sheets", *[section(entry) for entry in entries if entry.game])


def index(entries: Sequence[Entry], source: str, whole: str) -> str:
    """The list of the games. whole: the name of the file with all score sheets."""
    rows = [node("tr", *_index_cells(entry)) for entry in entries]
    heads = [node("th", head) for head in ("", "game", "players", "result", "files")]
    links = node(
        "p",
        node("a", "All score sheets", href=whole),
        ", a page for each game, to be printed.",
        cls="screen",
    )
    return document(
        "Saved games",
        node("h1", "Saved games"),
        node("p", f"From {source}."),
        links,
        node("table", node("thead", node("tr", *heads)), node("tbody", *rows), cls="list"),
        node("footer", f"Kibitz {VERSION}"),
    )


def _index_cells(entry: Entry) -> list[Element]:
    game = entry.game
    remarks = [node("p", remark, cls="note") for remark in entry.remarks]
    if game is None:
        return [node("td", str(entry.number)), node("td", *remarks, colspan="4")]
    players: list[str | Element] = []
    for player in game.players:
        players += [", ", name(player)] if players else [name(player)]
    files: list[str | Element] = []
    for ending, word in (("html", "sheet"), ("jsonl", "transcript"), ("csv", "CSV")):
        files += [node("a", word, href=f"{entry.stem}.{ending}"), " "]
    return [
        node("td", str(entry.number)),
        node("td", TITLES.get(game.name, game.name)),
        node("td", *players),
        node("td", sheet.ending(game), *remarks),
        node("td", *files, cls="files"),
    ]
