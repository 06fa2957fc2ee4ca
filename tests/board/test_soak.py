"""A share of the soak test, in every game: `make soak` plays 10,000 of each. The flash is so small
here that it fills up once, too."""

import pytest

import soak
from rules_core import GAMES
from test_monkey import program  # noqa: F401 (a fixture)

SHARE_games = 20
ROOM_kB = {"meksykanka": 20, "mexican-rummy": 36, "counter": 24}  # their files are smaller
MOST_ROOM_kB = 48


@pytest.mark.parametrize("game", GAMES)
def test_games_one_after_the_other(game, program, tmp_path):  # noqa: F811
    seed, room_kB = 1 + GAMES.index(game), ROOM_kB.get(game, MOST_ROOM_kB)
    heard = soak.soak(game, SHARE_games, seed, program, tmp_path / game, 1024 * room_kB)
    counts = heard.counts
    assert len(heard.games) == SHARE_games and counts["checked"] > SHARE_games // 2
    assert counts["full"] and counts["deleted"], counts
