"""Games that become full, on an emulated RP2040 with a real MicroPython: how much memory is left.

RIG="python …/picoemu.py" UF2=…/firmware.uf2 python tests/pico/long_game.py [GAME …]

A game that is nearly full (ROOM_bytes of kibitz.table) is on the flash, in the language that takes
most room. Somebody goes on with it until it is full, looks at all there is to see, sets another one
up as far as the dealer, and comes back. The presses are made up here, by the same app (heap.py),
and every look at the device must show the same screen. Printed is the least that was free.
"""

import random
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.extend(
    str(Path(__file__).resolve().parents[2] / place)
    for place in ("", "firmware", "tests", "tests/board")
)

import given
from app_driver import FakeStorage, FakeWorld
from evening import (
    begin,
    default_settings,
    front,
    look_at_finished,
    look_at_menu,
    to_home,
    to_row,
)
from free_memory import LOOK, Fingers
from heap import LANGUAGE, NAMES, in_the_game, looks, speak
from host_sim.device import SeededRandom
from host_sim.evening import Evening
from kibitz import table
from kibitz.keys import KEY_A, KEY_B, KEY_C, KEY_M
from kibitz.saves import setup_line, to_json
from person import Person, pressed
from rules_core import new_game

LOOK_presses = 5
LEFT_bytes = table.NEARLY_bytes + 300  # of the room, when it begins
SEEDS = 200
FAR_FROM_END = 120  # points; it ends with 201
FOLDER = "kibitz-saves/"
BEFORE = '{"game": "counter", "players": ["Ana", "Bora"], "options": {}}\n{"points": [0, 5]}\n'
COUNT = {"game": "counter", "players": list(NAMES), "options": {"target": 0}}
CLUB = {"game": "meksiko-club", "players": list(NAMES[:3]), "options": {"target": 201}}


def adds() -> table.Table:
    """Twelve players, points for one after the other, of which none come again."""
    chance = random.Random(1)
    return filled(COUNT, lambda game: ("add", (chance.randrange(12), chance.randrange(-99, 999))))


def points() -> table.Table:
    """Twelve players, points for all of them."""
    chance = random.Random(2)
    return filled(COUNT, lambda game: ("points", tuple([chance.randrange(-9, 99) for _ in NAMES])))


def tricks() -> table.Table:
    """Meksiko trick by trick, as the club plays it: up to 201 it takes longest."""
    for seed in range(SEEDS):
        found = filled(CLUB, Evening(SeededRandom(seed)).next_event)
        if not found.game.over and max(found.game.scores) < FAR_FROM_END:
            return found
    raise AssertionError("no game of Meksiko is so long")


def filled(setup: dict, event) -> table.Table:
    """A game that has become nearly full."""
    found = table.Table(new_game(setup), None)
    while found.used_bytes < table.ROOM_bytes - LEFT_bytes and not found.game.over:
        found.fold(found.game.join(*event(found.game)))
    return found


GAMES = {one.__name__: one for one in (adds, points, tricks)}


def saved(found: table.Table) -> str:
    """Its transcript."""
    game = found.game
    lines = [setup_line(game.setup())] + [to_json(game.join(*event)) for event in game.events]
    return "".join([line + "\n" for line in lines])


def until_full(app, person) -> Iterator[tuple]:
    """Entries until there is no room for more."""
    while front(app) != "FullScreen":
        if front(app) == "CounterScreen":
            yield pressed(KEY_B)
            yield pressed(KEY_C)
        elif front(app) == "MessageScreen":
            yield pressed(KEY_C)
        elif front(app) in ("MenuScreen", "ConfirmScreen"):
            yield pressed(KEY_M)
        else:
            yield person.next(app)


def tour(app) -> Iterator[tuple]:
    """All there is to see of it."""
    person = Person(app.table.game.name)
    yield from speak(app, LANGUAGE)
    yield from to_row(app, 0)
    yield from look_at_menu(app, set())
    yield from until_full(app, person)
    yield from look_at_menu(app, set())
    for key in (KEY_A, KEY_B, KEY_A, KEY_A, KEY_M):  # the sheet
        yield pressed(key)
    yield from to_home(app)
    yield from look_at_finished(app)
    yield from to_home(app)
    yield from default_settings(app)
    yield from speak(app, LANGUAGE)
    for press in begin(app, "meksiko"):
        if front(app) == "DealerScreen":
            break
        yield press
    yield from to_home(app)
    yield from to_row(app, 0)
    for _ in range(3):  # take back, and enter again
        yield pressed(KEY_M)
        yield pressed(KEY_C)
    yield from until_full(app, person)


def played(files: dict[str, str]) -> tuple[bytes, list[str]]:
    """The presses, and what is to be in front at each look."""
    random.seed(1)
    fingers = Fingers(FakeWorld(FakeStorage(dict(files))))
    record = bytearray()
    sights: list[str] = []
    for key, down_ms in tour(fingers.app):
        fingers.press(key, down_ms)
        record.extend((key, *down_ms.to_bytes(2, "big")))
        if not fingers.presses % LOOK_presses or front(fingers.app) == "FullScreen":
            record.extend((LOOK, 0, 0))
            sights.append(fingers.sight() + ("!" if in_the_game(fingers.app) else ""))
    return bytes(record), sights


def measured(name: str) -> tuple[int, list[tuple[int, str]]]:
    """(events, looks) of one of GAMES."""
    found = GAMES[name]()
    files = {"game-0001.jsonl": BEFORE, "game-0002.jsonl": saved(found)}
    presses, sights = played(files)
    flash = {FOLDER + name: text.encode() for name, text in files.items()}
    return len(found.game.events), looks(presses, sights, flash, given.command(), given.image())


def main(names: list[str]) -> None:
    """Print a line a game."""
    if given.lacking():
        print("skipped:", given.lacking())
        return
    for name in names or GAMES:
        events, seen = measured(name)
        free, where = min(seen)
        print(f"{name}: {events} events, {free:,} bytes free in {where.rstrip('!')}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
