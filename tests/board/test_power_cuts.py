"""The power is cut while each game is played: a share of the cuts that `make cuts` tries."""

import pytest

from rules_core import GAMES

pytest.importorskip("littlefs", reason="littlefs-python is not installed")

import power_cuts
from kibitz.app import App
from kibitz.journal import Journal
from kibitz.saves import Pair

CUTS = 250  # of each game on each runtime


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("runtime", power_cuts.RUNTIMES)
def test_nothing_is_lost_when_the_power_goes(runtime, game, record_property):
    seed = power_cuts.SEEDS[runtime] + GAMES.index(game)
    counts = power_cuts.RUNTIMES[runtime](game, CUTS, seed)
    kinds = counts["kinds"]
    assert counts["tried"] == counts["twice"] + sum(kinds.values()) >= CUTS
    assert counts["twice"] > CUTS // 20
    for operation in ("program whole", "program torn", "erase whole", "erase torn"):
        assert any(kind.startswith(operation) for kind in kinds), operation
    for what in ("game", "finished", "settings"):
        assert any(what in kind for kind in kinds), what
    record_property("cuts", {name: counts[name] for name in ("game", "tried", "twice")})


# -- a fault that is there is found ----------------------------------------------------------------


def write_in_place(self, text):
    """One file in the place of two, and written in pieces."""
    self._next = 0
    plain_write(self, text)
    name = self._names[0]
    text = self._storage.read(name)
    self._storage.write(name, text[: len(text) // 2])
    self._storage.append(name, text[len(text) // 2 :])


def write_without_number(self, text):
    """Two files, of which nothing tells which is the newer one."""
    self.seq = 0
    plain_write(self, text)


def write_slot_before_files(self):
    """The slot tells that lines are in the game's files before they are."""
    game = self.game
    kept = game.at, game.waiting
    game.at, game.waiting = game.at + len(game.waiting), []
    self._write()
    game.at, game.waiting = kept
    plain_settle(self)


def save_before_the_next_press(self, now_ms, readings=()):
    """What came of a press is saved when the next one comes."""
    plain_save(self)
    App._save = lambda self: True
    try:
        return plain_tick(self, now_ms, readings)
    finally:
        App._save = plain_save


plain_write, plain_settle = Pair.write, Journal._settle
plain_tick, plain_save = App.tick, App._save
FAULTS = {
    write_in_place: (Pair, "write"),
    write_without_number: (Pair, "write"),
    write_slot_before_files: (Journal, "_settle"),
    save_before_the_next_press: (App, "tick"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_found(fault, monkeypatch, capsys):
    monkeypatch.setattr(*FAULTS[fault], fault)
    with pytest.raises(power_cuts.cuts.Fault):
        power_cuts.run_here("meksiko", CUTS, 1)
    assert capsys.readouterr().out.startswith("cut in operation ")
