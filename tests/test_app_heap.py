"""Memory: however many games are played in an evening, only one of them is in it. And the app with
somebody who falls asleep at it, under the real MicroPython and here."""

import re
import subprocess
import sys

import pytest

from app_driver import Driver
from kibitz import games, words
from kibitz.games import GAMES, is_needed
from kibitz.words import say
from support import ROOT, micropython

# On a PC, where a pointer has 64 bits, all is about twice as large as on the Pico. What stays of a
# game that has been left is what several games share (totals, the sheet of points) and a
# little that one of them has made grow; a whole game takes 40 to 60 KB.
MARGIN_BYTES = 24_000
GROWTH_BYTES = 3_000

# (playing, around): in a game; around games with little memory, and with a lot; at home with little
IN_A_GAME, AROUND, ROOMY, AT_HOME = (True, False), (False, True), (True, True), (False, False)


def in_use(*games):
    """[bytes] in use with each of these games, played one after the other, without all names."""
    found = []
    names_bytes = 0
    for line in micropython("one_game.py", *games).splitlines():
        match = re.search(r"n_total_bytes=(\d+)", line)
        if match:
            names_bytes = int(match.group(1))
        else:
            name, used_bytes, kinds = line.split()
            assert name == games[len(found)] and int(kinds) >= 6
            found.append(int(used_bytes) - names_bytes)
    return found


def test_the_fullest_game_decides():
    fullest = max(max(in_use(game)) for game in GAMES)
    evening = in_use(*GAMES, *GAMES, *GAMES)
    rounds = [evening[start : start + len(GAMES)] for start in range(0, len(evening), len(GAMES))]
    assert max(evening) <= fullest + MARGIN_BYTES, (fullest, rounds)
    assert max(rounds[2]) <= max(rounds[1]) + GROWTH_BYTES, rounds


@pytest.mark.parametrize("game", GAMES)
def test_what_is_needed(game):
    others = {
        "meksiko": ("rules_core.meksiko", "rules_core.meksiko_club", "kibitz.meksiko_screens"),
        "meksykanka": ("rules_core.dice", "rules_core.odds", "kibitz.meksykanka_paint"),
        "mexican-rummy": ("rules_core.rummy", "rules_core.melds", "kibitz.rummy_entry"),
        "counter": ("rules_core.counter", "kibitz.counter_screens"),
    }
    for name, modules in others.items():
        same = game.startswith(name)
        for module in modules:
            assert is_needed(module, game, *IN_A_GAME) == same
            assert is_needed(module, game, *AROUND) == (same and module.startswith("rules_core"))
            assert is_needed(module, game, *ROOMY) == same
    with_totals = ("meksiko", "mexican-rummy", "counter")
    assert is_needed("kibitz.end_screens", game, *IN_A_GAME) == game.startswith(with_totals)
    assert is_needed("kibitz.end_screens", game, *AROUND)
    assert not is_needed("kibitz.meksiko_sheet", game, *IN_A_GAME)
    with_cards = game.startswith(("meksiko", "mexican-rummy"))
    assert is_needed("rules_core.cards", game, *IN_A_GAME) == with_cards
    assert is_needed("kibitz.card_text", game, *IN_A_GAME) == with_cards
    assert is_needed("kibitz.card_text", game, *AROUND)
    for module in ("kibitz.app", "kibitz.canvas", "rules_core.game", "sys"):
        assert is_needed(module, game, *IN_A_GAME) and is_needed(module, "", *AROUND)
    for module in (
        "kibitz.setup_screens",
        "kibitz.draw_screens",
        "kibitz.finished_screens",
        "kibitz.points_sheet",
    ):
        for place in (IN_A_GAME, AT_HOME):
            assert not is_needed(module, game, *place)
        for place in (AROUND, ROOMY):
            assert is_needed(module, game, *place)


PRESSES = 700


@pytest.mark.parametrize("seed", [1, 2])
def test_somebody_who_falls_asleep(seed):
    """Naps up to four days, over the counter's wrap; light, sounds, pictures and files alike."""
    script = ROOT / "tests" / "micropython" / "sleepy_app.py"
    here = subprocess.run(
        [sys.executable, script, str(PRESSES), str(seed)],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=True,
    ).stdout.splitlines()[:-1]
    there = micropython("sleepy_app.py", PRESSES, seed).splitlines()[:-1]
    for line, wanted in zip(there, here, strict=True):
        assert line == wanted
    lights = [line for line in here if line.startswith("light")]
    assert lights.count("light 0") >= 10 and lights.count("light 1") >= 10
    assert {"sound 0", "sound 2"} <= set(here)


def test_what_nobody_has_asked_for_may_find_no_room(monkeypatch):
    """Another game's screens do not fit beside what is there: then they are loaded when wanted."""
    tried = []

    def load(modules):
        tried.append(modules)
        raise MemoryError

    device = Driver()
    monkeypatch.setattr(games, "SCARCE", True)
    monkeypatch.setattr(games, "forget", lambda *_: None)  # other tests have these modules
    monkeypatch.setattr(games, "is_roomy", lambda: True)
    monkeypatch.setattr(games, "load", load)
    monkeypatch.setattr(words, "fetch", lambda: False)
    device.mark(say("home.new"))
    device.press("c")
    device.wait(60_000)
    assert len(tried) == 1  # for the screen in front, and not again and again
    device.press("a")
    assert device.screen == "RulesScreen"
