"""The budgets: what the README tells is what was measured, and `make bench-board` tells it, too."""

import copy
import subprocess
import sys

import pytest

from host_sim import attached, bench_board, budgets, table_time
from host_sim.bench import EVENT_BUDGET_ms
from rules_core import GAMES, game_class, new_game
from support import ROOT

SETUP = {"game": "meksiko", "players": ["Ana", "Bora", "Ceca"], "dealer": 0}


def test_the_readme_tells_what_was_measured():
    text = budgets.README.read_text("utf-8")
    begin, end = budgets.in_readme(text)
    assert text[begin:end].strip() == budgets.table(budgets.measured())


def test_a_budget_that_is_not_kept_is_said_so():
    told = budgets.measured()
    broken = copy.deepcopy(told)
    broken["presses"]["moves"]["worst_ms"] = budgets.MOVE_ms + 0.1
    broken["start"]["resumed_ms"] = budgets.START_ms + 1
    broken["board"]["rules"]["counter.jsonl"]["worst_us"] = 1000 * EVENT_BUDGET_ms + 1
    broken["heap"]["counter"]["in_the_game_bytes"] = budgets.HEAP_bytes - 1
    broken["evening"]["shares"]["asleep"] = 0.5
    broken["computer"]["replay"][next(iter(broken["computer"]["replay"]))] = 1
    kept = [row.kept for row in budgets.rows(broken)]
    assert not any(kept[at] for at in (0, 5, 6, 8, 10, 11))
    for game in broken["heap"].values():
        game["in_the_game_bytes"] = budgets.HEAP_bytes
    broken["flash"]["bytes"] = 1
    assert budgets._heap(broken).kept and budgets._flash(broken).kept


def test_cards_that_no_screen_plays_break_no_budget():
    told = budgets.measured()
    found = {"events": 300, "mean_us": 1, "worst_us": 41_230, "worst_undo_us": 301_000}
    rules = told["board"]["rules"]
    for name in [name for name in rules if name.endswith("-cards.jsonl")]:
        del rules[name]
    rules["meksiko-cards.jsonl"] = found
    event, undo = budgets._rules(told)
    assert event.kept and undo.kept
    assert event.ours.endswith(" 41.2 ms") and undo.ours.endswith(" 301.0 ms")


def test_what_a_board_has_measured_is_printed():
    told = budgets.measured()["board"]
    printed = bench_board.table(told)
    for game in GAMES:
        assert f"\n{game} " in printed
    assert f"{told['additions']:,} additions" in printed


def test_what_is_put_on_the_board_is_small_and_plays_every_game():
    files = bench_board.files()
    dealt = [name for name in GAMES if "deal" in game_class(name).EVENTS]
    games = [*GAMES, *(name + "-cards" for name in dealt)]
    assert {"on_board.mpy", *(f"{game}.jsonl" for game in games)} == set(files)
    assert sum(map(len, files.values())) < 64_000


def test_the_games_on_the_board_are_long_or_whole():
    for (name, _), lines in bench_board.games().items():
        game = new_game(lines[0])
        for event in lines[1:]:
            game.apply_event(event)
        assert len(game.events) == bench_board.ENTRIES or game.over and name == "mexican-rummy"


def test_no_board_is_said_in_words():
    command = [sys.executable, "-m", "host_sim.bench_board", "--port", "/dev/nowhere"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", timeout=60)
    assert done.returncode == 1 and done.stderr.startswith("kibitz: The board cannot be reached")


def test_a_board_that_answers_something_else(monkeypatch):
    class Strange:
        def __init__(self, port):
            self.ran = []

        def __enter__(self):
            return self

        def __exit__(self, *_):
            pass

        def make_folder(self, folder):
            self.folder = folder

        def write_folder(self, folder, files):
            assert folder == self.folder

        def run(self, snippet):
            self.ran.append(snippet)
            return "no JSON\x1b[2J"

    monkeypatch.setattr(bench_board, "Board", Strange)
    with pytest.raises(attached.BoardError, match="no JSON"):
        bench_board.measured("port")


def test_the_evening_is_an_hour_and_the_same_every_time():
    script = table_time.evening(SETUP)
    assert script == table_time.evening(SETUP) != table_time.evening(SETUP, seed=1)
    spent_ms = sum(table_time.sum_ms(press) for press in script)
    assert 0.9 < spent_ms / 1000 / table_time.EVENING_s < 1.1
    assert len(script) > 100


def test_how_long_the_cells_last():
    never_asleep = table_time.Shares(asleep=0, glass=1, pixels=0)
    assert table_time.hours(never_asleep) == pytest.approx(table_time.NEVER_ASLEEP_h, rel=0.05)
    dark = table_time.Shares(asleep=1, glass=0, pixels=0)
    assert table_time.hours(dark) == table_time.CELLS_mAh / table_time.ASLEEP_mA
    all_lit = table_time.Shares(asleep=1, glass=1, pixels=1)
    assert table_time.average_mA(all_lit, contrast=table_time.CONTRAST_MOST) == 21


def test_fewer_pixels_or_less_contrast_last_longer():
    shares = table_time.Shares(asleep=0.99, glass=1, pixels=0.5)
    most = table_time.pixels_for(90, shares)
    assert table_time.hours(shares._replace(pixels=most)) == pytest.approx(90)
    half = table_time.hours(shares, contrast=table_time.CONTRAST // 2)
    assert half > table_time.hours(shares)
    brightest = table_time.hours(shares, contrast=table_time.CONTRAST_MOST)
    assert brightest < table_time.hours(shares)


def test_the_contrast_is_the_displays():
    source = (ROOT / "firmware" / "micropython" / "display.py").read_text("utf-8")
    assert rf'FULL: b"\x81\x{table_time.CONTRAST:02x}' in source
