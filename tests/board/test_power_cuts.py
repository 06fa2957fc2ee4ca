"""The power is cut while each game is played: a share of the cuts that `make cuts` tries."""

import pytest

from rules_core import GAMES

pytest.importorskip("littlefs", reason="littlefs-python is not installed")

import power_cuts
from kibitz import table
from kibitz.app import App
from kibitz.journal import Journal
from kibitz.saves import Pair
from nor import Nor, cuts_in
from power_cuts import cuts, storage

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
    with pytest.raises(cuts.Fault):
        power_cuts.run_here("meksiko", CUTS, 1)
    assert capsys.readouterr().out.startswith("cut in operation ")


# -- a renaming that is cut short ------------------------------------------------------------------

SETUP = '{"game": "counter", "players": ["Ana", "Bora"], "options": {"target": 0}}'
EVENTS = 10
# What gets another name -> what lies beside the game, so that the folder's list of files goes on in
# a second block of the flash just there, and the file goes from one of them to the other.
BESIDE: dict[str, dict[str, int]] = {
    "game-0001.jsonl": {"crash.txt": 480, "damaged-0001-slot-a.txt": 480},
    "slot-a.txt": {"crash.txt": 300, "damaged-0001-slot-b.txt": 300},
}
SETTINGS = {"settings-a.txt": 480, "settings-b.txt": 480, "starts.txt": 1}


def opened(files, flash):
    """The saved games on a flash, after power on."""
    files.mount(flash)
    return storage.FlashStorage(cuts.FOLDER, cuts.Interrupts())


def found(files, flash):
    """(journal, count of events): what there is after power on."""
    journal = Journal(opened(files, flash))
    game = table.resume(journal)
    return journal, len(game.game.events) if game else 0


def played(files, beside, waiting):
    """A flash with a game in its files, and so many events more, which are in `slot-b.txt`."""
    flash = Nor()
    files.format(flash)
    flash_storage = opened(files, flash)
    for name, length in beside.items():
        flash_storage.write(name, "x" * length)
    journal, _ = found(files, flash)
    journal.begin(SETUP)
    journal.flush()
    for number in range(EVENTS + waiting):
        journal.add({"points": [number, 5]})
        journal.flush()
        if number == EVENTS - 1:
            journal.flush(True)
    return flash


def after_cuts(bad):
    """How many events there are, and how many are found after each cut in what is done to a flash
    on which a file is bad."""
    files = power_cuts.mounted_here()
    flash = played(files, {**BESIDE[bad], **SETTINGS}, 2 if "slot" in bad else 0)
    opened(files, flash).write(bad, "x\n")
    journal, count = found(files, flash)
    before = flash.copy()
    flash.operations.clear()
    journal.flush("slot" not in bad)
    counts = []
    for operation in flash.operations:
        for where in cuts_in(operation):
            torn = before.copy()
            torn.tear(operation, where)
            counts.append(found(files, torn)[1])
        before.apply(operation)
    return count, counts


@pytest.mark.parametrize("bad", BESIDE)
def test_a_renaming_that_was_cut_short_hides_nothing(bad):
    count, counts = after_cuts(bad)
    assert count == EVENTS + (2 if "slot" in bad else 0)
    assert len(counts) > 20 and set(counts) == {count}


@pytest.mark.parametrize("bad", BESIDE)
def test_it_would_hide_the_file_behind_it(bad, monkeypatch):
    """As long as littlefs has changed nothing since the cut."""
    monkeypatch.setattr(storage.FlashStorage, "_settle", lambda self: None)
    count, counts = after_cuts(bad)
    assert min(counts) < count
