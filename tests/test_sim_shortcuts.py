"""Short ways: a game's set-up, a language, the battery; with `make` and without."""

import argparse
import json
import os
import re
import subprocess
import sys

import pytest

from host_sim import shortcuts
from host_sim.device import MemoryStorage, ScriptedDevice, World
from host_sim.script import Player
from kibitz.games import GAMES
from kibitz.saves import Settings
from kibitz.words import CODES, use
from support import ROOT

SIM = [sys.executable, "-m", "host_sim", "sim"]
MEKSIKO = (
    '{"game": "meksiko", "players": ["Ana", "Bora", "Ceca"], "dealer": 0}\n'
    '{"bid": 5}\n'
)  # fmt: skip


@pytest.fixture(autouse=True)
def english():
    """Whatever was spoken in a test, the next one is in English."""
    yield
    use(CODES[0])


def started(game, storage=None):
    world = World(storage=storage or MemoryStorage())
    player = Player(ScriptedDevice(lambda world: shortcuts.AppAtSetUp(world, game), world))
    player.start()
    return player


def screen(player):
    return type(player.device.app.top).__name__


# -- games ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "name"),
    [("meksiko", "meksiko"), ("club", "meksiko-club"), ("meksiko-club", "meksiko-club"),
     ("meksykanka", "meksykanka"), ("Rummy", "mexican-rummy"), ("counter", "counter")],
)  # fmt: skip
def test_words_for_games(word, name):
    assert shortcuts.game(word) == name


@pytest.mark.parametrize("word", ["", "chess", "rummy ", "game"])
def test_other_words_are_answered_with_those_allowed(word):
    with pytest.raises(argparse.ArgumentTypeError) as refusal:
        shortcuts.game(word)
    allowed = str(refusal.value).partition("allowed are ")[2].split(", ")
    assert allowed == ["meksiko", "club", "meksykanka", "rummy", "counter"]
    assert sorted(shortcuts.game(one) for one in allowed) == sorted(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_set_up_from_the_start(game):
    player = started(game)
    assert screen(player) == "GameOptionsScreen"
    assert player.device.app.top.name == game
    player.play("m")
    assert screen(player) == "RulesScreen"
    player.play("m")
    assert screen(player) == "HomeScreen"
    player.play("c m")  # it was a way once, not a rule
    assert screen(player) == "HomeScreen"


def test_a_running_game_is_not_put_away_unasked():
    storage = MemoryStorage()
    storage.write("game-0001.jsonl", MEKSIKO)
    player = started("mexican-rummy", storage)
    assert screen(player) == "ConfirmScreen"
    player.play("a")
    assert screen(player) == "HomeScreen"
    player.play("c")
    assert screen(player) == "BidScreen"
    player = started("mexican-rummy", storage)
    player.play("c")
    assert screen(player) == "GameOptionsScreen"
    assert player.device.app.top.name == "mexican-rummy"


def test_a_new_device_asks_for_the_language_first():
    player = started("counter", MemoryStorage({}))
    assert screen(player) == "LanguageScreen"
    player.play("b c")
    assert screen(player) == "GameOptionsScreen"
    assert player.device.app.settings.values["language"] == "sr"


def test_what_is_broken_is_told_first():
    storage = MemoryStorage()
    storage.write("game-0001.jsonl", "no game\n")
    player = started("counter", storage)
    assert screen(player) == "MessageScreen"
    player.play("c")
    assert screen(player) == "GameOptionsScreen"


# -- languages ------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", CODES)
def test_a_language_is_set_and_kept(code):
    storage = MemoryStorage()
    shortcuts.speak(storage, shortcuts.language(code.upper()))
    assert Settings(storage).values["language"] == code
    assert screen(started("counter", storage)) == "GameOptionsScreen"


@pytest.mark.parametrize("word", ["", "fr", "pl_PL.UTF-8", "C.UTF-8"])
def test_other_languages_are_answered_with_those_there_are(word):
    with pytest.raises(argparse.ArgumentTypeError, match="allowed are en, sr, sr-cyrl, pl, de$"):
        shortcuts.language(word)


def test_the_language_leaves_other_settings_alone():
    storage = MemoryStorage()
    settings = Settings(storage)
    settings.learn("Ana")
    settings.change("tricks", "count")
    settings.flush()
    shortcuts.speak(storage, "de")
    settings = Settings(storage)
    assert (settings.names, settings.values["tricks"]) == (["Ana"], "count")


# -- the commands ---------------------------------------------------------------------------------


def run(*command, **env):
    environment = {name: held for name, held in os.environ.items() if "MAKE" not in name}
    return subprocess.run(
        command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8",
        timeout=60, env={**environment, **env},
    )  # fmt: skip


def test_the_simulator_starts_with_a_game_in_a_language(tmp_path):
    done = run(*SIM, "--keys", "c c c a c c", "--game", "rummy", "--lang", "pl",
               "--data", str(tmp_path))  # fmt: skip
    assert done.returncode == 0, done.stderr
    setup = json.loads((tmp_path / "game-0001.jsonl").read_text("utf-8").splitlines()[0])
    assert setup["game"] == "mexican-rummy"
    assert '"language": "pl"' in (tmp_path / "settings-a.txt").read_text("utf-8")


def test_the_battery_may_be_low(tmp_path):
    def last_screen(*battery):
        done = run(*SIM, "--keys", "wait:70000", "--lang", "en", "--data", str(tmp_path), *battery)
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert last_screen("--battery", "2900") != last_screen()
    assert last_screen("--battery", "USB") == last_screen() == last_screen("--battery", "4500")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--game", "chess"], "argument --game: there is no game 'chess'; allowed are meksiko,"),
        (["--lang", "fr"], "argument --lang: there is no language 'fr'; allowed are en, sr,"),
        (["--battery", "low"], "argument --battery: there is no battery of 'low'; allowed are"),
        (["--battery", "999"], "allowed are 1000 to 6000 millivolts, and usb"),
        (["--battery", "٣٣٠٠"], "allowed are 1000 to 6000 millivolts, and usb"),
        (["--fast"], "--fast goes with --keys"),
        (["--game", "rummy"], "--game goes with --keys, --window or a terminal"),
        (["--demo", "--lang", "pl"], "--lang goes with --keys, --window or a terminal"),
    ],
)
def test_what_cannot_be_is_said(arguments, words):
    done = run(*SIM, *arguments)
    assert done.returncode == 2
    assert words in done.stderr
    assert len(done.stderr.splitlines()) == 2  # and how it is called


# -- make -----------------------------------------------------------------------------------------


def made(*words, **env):
    """The command that `make sim` gives."""
    done = run("make", "--no-print-directory", "-n", "sim", *words, **env)
    assert done.returncode == 0, done.stderr
    [line] = re.findall(r"-m host_sim (sim.*)", done.stdout)
    return " ".join(line.split())


def test_make_has_short_ways():
    assert made() == "sim"
    assert made("GAME=rummy", "LANG=pl") == "sim --game 'rummy' --lang 'pl'"
    assert made("GAME=club", "ARGS=--window --fast") == "sim --game 'club' --window --fast"
    assert made("GAME=it's") == r"sim --game 'it'\''s'"


def test_make_knows_a_language_from_a_locale():
    assert made(LANG="de_DE.UTF-8", GAME="of the environment") == "sim"
    assert made("LANG=de", LANG="pl_PL.UTF-8") == "sim --lang 'de'"


def test_make_gives_the_simulator_a_locale_that_there_is(tmp_path):
    keys = f"--keys c --data {tmp_path}"
    done = run("make", "sim", "LANG=sr-cyrl", "GAME=counter", f"ARGS={keys}", LC_ALL="", LANG="C")
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert "┌─ Kibitz" in done.stdout


def test_make_answers_what_is_unknown():
    done = run("make", "sim", "GAME=chess", "ARGS=--demo")
    assert done.returncode != 0
    assert "there is no game 'chess'; allowed are meksiko, club, meksykanka, rummy" in done.stderr
