"""The tables of README.md that say what stands elsewhere: options, settings, parts and wires.

`python -m host_sim.guide` prints them, `--write` puts them into README.md. The options are those of
the rules, the settings those of the app, and both are called what the device calls them in English;
parts and wires are those of hardware/circuit.py.
"""

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from hardware.make import bom, readme
from kibitz import words
from kibitz.games import GAMES
from kibitz.options_screen import option_name, option_text, value_text
from kibitz.saves import SETTINGS
from kibitz.words import CODES, say
from rules_core import game_class

README = Path(__file__).resolve().parent.parent / "README.md"
BEGIN = "<!-- {name}: begin (python -m host_sim.guide --write) -->"
END = "<!-- {name}: end -->"


def options() -> str:
    """Every option of every game; games that have one in common share its line."""
    homes: dict[Any, list[str]] = {}  # in the order of the games
    for name in GAMES:
        for option in game_class(name).OPTIONS:
            homes.setdefault(option, []).append(name)
    rows = []
    for option, names in homes.items():
        games = ", ".join(say(f"game.{name}") for name in names)
        called = f"{option_name('option', option)} (`{option.name}`)"
        rows.append((games, called, value_text(option.default), _allowed(option), option.text))
    return _table(("game", "option", "at first", "can be", "what it means"), rows)


def settings() -> str:
    """Every setting of the device."""
    rows = [
        (
            option_name("setting", one),
            value_text(one.default),
            _allowed(one),
            option_text("setting", one),
        )
        for one in SETTINGS
    ]
    return _table(("setting", "at first", "can be", "what it means"), rows)


def _allowed(option: Any) -> str:
    """What an option can be, as its row on the device shows it."""
    allowed = option.allowed
    if isinstance(allowed, range):
        return f"{allowed[0]} to {allowed[-1]}"
    return ", ".join(value_text(value) for value in allowed)


def parts() -> str:
    """What the breadboard build needs, with prices, and what the other builds cost."""
    breadboard = bom.BUILDS.index("breadboard")
    rows = [
        (
            _quantity(row.needed[breadboard]),
            row.kind.value,
            row.kind.description,
            f"{row.price(breadboard):.2f} USD",
        )
        for row in bom.rows()
        if row.needed[breadboard]
    ]
    total, board, comfort = (f"**{cost:.2f} USD**" for cost in bom.totals())
    rows.append(("", "**in all**", "on a breadboard, run on USB", total))
    rows.append(("", "**in all**", "on the board, with cells, without a box", board))
    rows.append(("", "**on top**", "sound and screws", comfort))
    return _table(("", "part", "what", "about"), rows)


def _quantity(count: int) -> str:
    return f"{count} ×"


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    lines = [list(head), *map(list, rows)]
    lines.insert(1, ["---"] * len(lines[0]))
    return "\n".join(f"| {' | '.join(line)} |" for line in lines).replace("|  |", "| |")


TABLES = {"parts": parts, "wiring": readme.wiring, "options": options, "settings": settings}


def filled(text: str) -> str:
    """The README with its tables made anew. ValueError if a place for one is missing."""
    words.use(CODES[0])
    for name, make in TABLES.items():
        begin, end = BEGIN.format(name=name), END.format(name=name)
        before, found, rest = text.partition(begin)
        _, closed, after = rest.partition(end)
        if not (found and closed):
            raise ValueError(f"the README has no block {name}")
        text = f"{before}{begin}\n\n{make()}\n\n{end}{after}"
    return text


def main(arguments: list[str]) -> int:
    """Print the tables, or put them into the README; the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m host_sim.guide", description="The options, settings, parts and wires."
    )
    parser.add_argument("--write", action="store_true", help="put the tables into README.md")
    if parser.parse_args(arguments).write:
        README.write_text(filled(README.read_text("utf-8")), "utf-8")
    else:
        words.use(CODES[0])
        print("\n\n".join(make() for make in TABLES.values()))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
