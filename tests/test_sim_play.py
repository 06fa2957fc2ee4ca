"""The simulator end to end: key scripts, pictures, saved games, the demonstration, the presses."""

import io
import os
import resource
import signal
import subprocess
import sys

import pytest

from host_sim import presses
from host_sim.album import Album
from host_sim.device import FolderStorage, ScriptedDevice, transcript
from host_sim.printout import Printout, plain
from host_sim.replay import Replayer, parse
from host_sim.script import Player
from kibitz.app import App
from rules_core import new_game

SIM = [sys.executable, "-m", "host_sim", "sim"]
TO_FIRST_BID = "c c c c c c c a"  # the language is asked when the device is new


def run(*arguments, **settings):
    settings.setdefault("stdin", subprocess.DEVNULL)
    return subprocess.run(
        [*SIM, *arguments], capture_output=True, encoding="utf-8", timeout=60, **settings
    )


def replayed(text):
    replayer = Replayer()
    answers = [replayer.answer(parse(line.encode())) for line in text.splitlines()]
    assert all(answer["ok"] for answer in answers)
    return replayer.game


# --- key scripts ---------------------------------------------------------------------------------


def test_a_key_script_plays_and_tells_where_the_game_is(tmp_path):
    script = tmp_path / "hand.keys"
    script.write_text(f"{TO_FIRST_BID}\nc a a  # five, pass, pass\nb a*5 c*2 b*3\n")
    done = run("--keys", str(script), "--data", str(tmp_path / "data"))
    assert done.returncode == 0, done.stderr
    path = tmp_path / "data" / "game-0001.jsonl"
    assert f"The game is saved in {path}" in done.stdout
    game = replayed(path.read_text())
    assert [record.trump for record in game.log] == ["hearts"]
    assert [record.tricks for record in game.log] == [(5, 3, 2)]
    assert done.stdout.count("│") == 2 * 16  # the last screen


def test_a_game_that_cannot_be_saved_is_not_said_to_be(tmp_path):
    def nothing_can_be_written():
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))

    keys = f"c {TO_FIRST_BID} c"  # the first c closes the message that tells of it
    done = run("--keys", keys, "--data", str(tmp_path), preexec_fn=nothing_can_be_written)
    assert done.returncode == 0, done.stderr
    told = f"Not everything could be saved in {tmp_path}: File too large."
    assert done.stdout.splitlines()[-1] == told
    assert "is saved" not in done.stdout


def test_the_next_start_goes_on(tmp_path):
    folder = str(tmp_path)
    run("--keys", f"{TO_FIRST_BID} c", "--data", folder)
    run("--keys", "c a a", "--data", folder)  # resume, pass, pass
    game = replayed((tmp_path / "game-0001.jsonl").read_text())
    assert game.declarer == 1 and game.bid == 5 and "trump" in game.expects()


def test_each_distinct_screen_becomes_a_picture(tmp_path):
    folder = tmp_path / "shots"
    done = run("--keys", "c shot:start b a c m shot:back c shot:rules c",
               "--data", str(tmp_path / "data"), "--shots", str(folder))  # fmt: skip
    assert done.returncode == 0, done.stderr
    names = sorted(path.name for path in folder.iterdir())
    numbers = [name[:3] for name in names]
    assert numbers == [f"{n:03}" for n in range(1, len(names) + 1)]
    assert [name[4:-4] for name in names] == [
        "language", "start", "home", "rules", "back", "game-options"
    ]  # fmt: skip
    contents = [path.read_bytes() for path in sorted(folder.iterdir())]
    assert all(content.startswith(b"\x89PNG") for content in contents)
    # distinct, but for the one that the script has named a second time
    assert len(set(contents)) == len(contents) - 1
    assert contents[1] == contents[4]
    assert f"{len(names)} screens in {folder}" in done.stdout


def test_a_script_takes_a_picture_of_the_dark_glass():
    device = ScriptedDevice(App)
    seen = {}
    player = Player(device, on_shot=lambda name, frame: seen.update({name: frame}))
    player.start()
    player.play("b shot:lit wait:300000 shot:dark c shot:woken")
    assert not any(seen["dark"])
    assert any(seen["lit"]) and any(seen["woken"])


def test_an_album_goes_on_after_older_pictures(tmp_path):
    (tmp_path / "007-old.png").write_bytes(b"old")
    (tmp_path / "notes.txt").write_text("not a picture")
    device = ScriptedDevice(App)
    album = Album(tmp_path, device)
    Player(device, album.name).start()
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "007-old.png", "008-home.png", "notes.txt"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--keys", "a b\nx"], "line 2: 'x' is no key; allowed are a b c m"),
        (["--keys", "no-such-file.keys"], "line 1: 'no-such-file.keys' is no key"),
        (["--keys", "a", "--shots", "/dev/null/x"], "Pictures cannot be written to /dev/null/x"),
        (["--keys", "a", "--data", "/dev/null/x"], "Games cannot be saved in /dev/null/x"),
        (["--shots", "x"], "--shots goes with --keys"),
    ],
)
def test_what_cannot_be_played_is_said(tmp_path, arguments, words):
    data = [] if "--data" in arguments else ["--data", str(tmp_path)]
    done = run(*arguments, *data)
    assert done.returncode == 2
    assert words in done.stderr
    assert "Traceback" not in done.stderr
    assert not done.stdout


def test_a_script_may_come_from_standard_input(tmp_path):
    command = [*SIM, "--keys", "-", "--data", str(tmp_path)]
    done = subprocess.run(command, input=TO_FIRST_BID, capture_output=True, encoding="utf-8")
    assert done.returncode == 0
    assert (tmp_path / "game-0001.jsonl").exists()


def test_the_users_folder_is_where_games_go(tmp_path):
    done = run("--keys", TO_FIRST_BID, env={**os.environ, "XDG_DATA_HOME": str(tmp_path)})
    assert done.returncode == 0, done.stderr
    assert "game-0001.jsonl" in done.stdout
    if sys.platform.startswith("linux"):
        assert (tmp_path / "kibitz" / "game-0001.jsonl").exists()


def test_time_crosses_the_wrap_of_the_counter(tmp_path):
    """A hold that begins before the wrap of the tick counter and ends after it is a hold."""
    before = "wait:9300"
    done = run("--keys", f"{TO_FIRST_BID} {before} M", "--shots", str(tmp_path / "s"),
               "--data", str(tmp_path / "d"))  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert sorted(path.name for path in (tmp_path / "s").iterdir())[-1].endswith("-menu.png")


# --- a sudden end ---------------------------------------------------------------------------------


def test_killed_at_any_moment_nothing_that_was_entered_is_lost(tmp_path):
    """A player killed in the middle of a game leaves a transcript of whole events."""
    code = (
        "import sys\n"
        "from host_sim.device import *\n"
        "from host_sim.evening import Evening\n"
        "from host_sim.operate import Operator\n"
        "from host_sim.script import Player\n"
        "from kibitz.app import App\n"
        f"storage = FolderStorage({str(tmp_path)!r})\n"
        "operator = Operator(Player(ScriptedDevice(App, World(storage=storage))))\n"
        "operator.player.start()\n"
        "operator.choose(0)  # the language\n"
        "setup = {'game': 'meksiko', 'players': ['Ana', 'Bora', 'Ceca'],\n"
        "         'options': {'target': 201}}\n"
        "operator.new_game(setup)\n"
        "evening = Evening(SeededRandom(3))\n"
        "while True:\n"
        "    booked = len(operator.game.log)\n"
        "    operator.enter(*evening.next_event(operator.game))\n"
        "    print(len(operator.game.events), flush=True)\n"
        "    if len(operator.game.log) > booked: operator.go_on()\n"
    )
    player = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
    told = [int(player.stdout.readline()) for _ in range(40)]
    player.send_signal(signal.SIGKILL)
    told += [int(line) for line in player.stdout.read().split()]
    player.wait()
    storage = FolderStorage(tmp_path)
    game = replayed(transcript(storage))
    storage.close()
    assert len(game.events) - told[-1] in (0, 1)  # killed between saving and telling
    done = run("--keys", "c", "--data", str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert replayed((tmp_path / "game-0001.jsonl").read_text()).state() == game.state()


# --- the demonstration ---------------------------------------------------------------------------


def test_without_a_terminal_a_game_plays_itself():
    done = run()
    assert done.returncode == 0, done.stderr
    assert "Final score: Ana 15, Bora 33, Ceca 51" in done.stdout.splitlines()[-1]
    assert "Ceca wins" in done.stdout
    assert done.stdout.count("┌") >= 8
    assert any("⣿" in line for line in done.stdout.splitlines())


@pytest.mark.parametrize(
    "env",
    [{"LC_ALL": "C"}, {"PYTHONIOENCODING": "ascii"}, {"PYTHONIOENCODING": "iso8859-1"},
     {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}],
)  # fmt: skip
def test_the_demonstration_in_any_encoding(env):
    command = subprocess.run(SIM, stdin=subprocess.DEVNULL, capture_output=True, timeout=60,
                             env={**os.environ, **env})  # fmt: skip
    assert command.returncode == 0, command.stderr
    assert b"Final score: Ana 15" in command.stdout
    assert not command.stderr


def test_the_demonstration_into_a_pipe_that_closes():
    reader = subprocess.Popen(SIM, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE)  # fmt: skip
    reader.stdout.readline()
    reader.stdout.close()
    assert reader.stderr.read() == b""
    assert reader.wait() == 0


def test_the_demonstration_saves_nothing(tmp_path):
    assert run(env={**os.environ, "XDG_DATA_HOME": str(tmp_path)}).returncode == 0
    assert not list(tmp_path.iterdir())


def test_plain_characters_have_the_pixels():
    frame = bytes([0b01, 0b10, 0b11, 0]) + bytes(1020)
    rows = plain(frame)
    assert len(rows) == 32 and {len(row) for row in rows} == {128}
    assert rows[0][:5] == "'.:  "
    assert rows[0][4:].strip() == "" and "".join(rows[1:]).strip() == ""


def test_the_printout_knows_what_its_stream_can_show():
    frame = bytes([255]) * 1024
    plain_file = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    Printout(plain_file).screen(frame, "Đorđe")
    plain_file.seek(0)
    assert plain_file.read().startswith("+- ?or?e ---")
    braille_file = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    Printout(braille_file).screen(frame, "Đorđe")
    braille_file.seek(0)
    assert "⣿" * 64 in braille_file.read()


# --- presses -------------------------------------------------------------------------------------


def test_the_readme_has_the_measured_presses():
    text = presses.README.read_text(encoding="utf-8")
    begin, end = presses.section(text)
    assert text[begin:end].strip() == presses.tables()


def test_a_hand_takes_few_presses():
    for way, goal in presses.GOALS.items():
        hands = presses.measure(way)
        assert sum(hand.total for hand in hands) / len(hands) <= goal


def test_the_auctions_measured_have_four_calls():
    for calls, declarer, bid in presses.auctions():
        assert len(calls) == 4
        game = new_game(presses.SETUP)
        for call in calls:
            game.apply("bid", call)
        assert (game.declarer, game.bid) == (declarer, bid)
        assert "trump" in game.expects()
        for tricks in presses.counts(declarer, bid):
            assert sum(tricks) == 10
