"""Whole games on the Pico's program under the real MicroPython, from the first time that it is
switched on: the same keys as in tests/test_whole_games.py leave the same on the flash."""

import binascii

import pytest

from host_sim.device import FolderStorage
from kibitz.saves import Settings
from kibitz.words import CODES
from rules_core import GAMES
from test_board import APP_HEAP, run
from test_whole_games import Evening, switched_on_again

# Each game in another language; where the device draws for seats, chance would not be the same.
EVENINGS = tuple(zip(GAMES, ("sr", "en", "sr-cyrl", "de", "pl"), strict=True))


@pytest.mark.parametrize(("game", "code"), EVENINGS)
def test_a_whole_game_on_the_board(game, code, tmp_path, monkeypatch):
    # How far a held key has come is for a table to see; here nobody looks.
    monkeypatch.setattr("host_sim.points.MOST_TAPS", 100)
    evening = Evening(game, code)
    evening.sit_down()
    mirror = evening.play()
    evening.past_the_result()
    keys, flash = tmp_path / "keys", tmp_path / "flash"
    keys.write_text("".join([f"{key} {down_ms}\n" for key, down_ms in evening.fingers.pressed]))
    flash.mkdir()
    picture = int(run("check_whole.py", keys, flash, heap=APP_HEAP).split()[-1])
    found = FolderStorage(flash)
    game = switched_on_again(found)
    assert game.events == evening.person.game.events and game.state() == mirror.state()
    kept = [Settings(storage) for storage in (found, evening.storage)]
    assert kept[0].names == kept[1].names and kept[0].options == kept[1].options
    assert kept[0].values["language"] == kept[1].values["language"] == code
    assert picture == binascii.crc32(evening.device.world.display.frame)


def test_every_game_and_every_language_has_its_evening():
    assert sorted(game for game, _ in EVENINGS) == sorted(GAMES)
    assert sorted(code for _, code in EVENINGS) == sorted(CODES)
