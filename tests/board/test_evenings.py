"""Whole games on the Pico's program under the real MicroPython, from the first time that it is
switched on: the same keys as in tests/test_whole_games.py leave the same files on the flash."""

import binascii
import json

import pytest

from kibitz.words import CODES
from rules_core import GAMES
from rules_core.transcript import Replayer
from test_board import APP_HEAP, run
from test_whole_games import Evening

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
    for name in evening.storage.names():
        assert (flash / name).read_text("utf-8") == evening.storage.read(name), name
    replayer = Replayer()
    for line in (flash / "game-0001.jsonl").read_text("utf-8").splitlines():
        answer = replayer.answer(json.loads(line))
    assert answer["state"] == mirror.state()
    assert picture == binascii.crc32(evening.device.world.display.frame)


def test_every_game_and_every_language_has_its_evening():
    assert sorted(game for game, _ in EVENINGS) == sorted(GAMES)
    assert sorted(code for _, code in EVENINGS) == sorted(CODES)
