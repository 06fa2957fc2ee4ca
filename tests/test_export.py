"""Games off a device and onto another: from folders, images and boards, whole or damaged."""

import csv
import html.parser
import io
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from host_sim import export, import_games, places, randomplay, sheet_page
from host_sim.replay import parse
from kibitz import table
from kibitz.journal import Journal
from kibitz.saves import setup_line, to_json
from rules_core import GAMES, game_class, new_game
from rules_core.transcript import Replayer
from saved import contents, save
from serial_board import plugged_in
from support import CASES, ROOT

WELL, SOME, NOTHING = 0, 1, 2
CASE = CASES / "meksiko-game.jsonl"
REGION_bytes = 0xA0000  # of a Pico's flash before its file system

counter = {"game": "counter", "players": ["Ana", "Bora"], "options": {"target": 0}}


def points(*lines):
    return [counter, *[{"points": list(line)} for line in lines]]


def played(name, seed, full=False, events=60):
    options = randomplay.random_options(seed, game_class(name).OPTIONS)
    return randomplay.play(name, seed, full, options, events)


def lines_of(game):
    """A transcript as the device writes it."""
    written = [setup_line(game[0]), *[to_json(event) for event in game[1:]]]
    return "".join([line + "\n" for line in written])


def exported(folder):
    """The transcripts in a folder of exported games, by number."""
    return [path.read_text("utf-8") for path in sorted(folder.glob("game-*.jsonl"))]


def state_of(text):
    replayer = Replayer()
    for line in text.encode("utf-8").splitlines():
        assert replayer.answer(parse(line))["ok"]
    return replayer.game.state()


def files_of(word):
    with places.open_place(word and str(word)) as place:
        return place.files


def running(word):
    """The state of the game that goes on in a place, as the app resumes it; None without one."""
    found = table.resume(Journal(files_of(word)))
    return found.game.state() if found else None


def finished(word):
    return Journal(files_of(word)).finished()


def export_to(folder, *source):
    return export.main([*map(str, source), str(folder)])


def import_from(*words):
    return import_games.main([str(word) for word in words])


def image_file(path, files=None, folder="kibitz-saves"):
    """A littlefs as on the Pico."""
    uf2 = pytest.importorskip("host_sim.uf2")
    found = {f"{folder}/{name}".lstrip("/"): data for name, data in (files or {}).items()}
    path.write_bytes(uf2.image({"main.py": b"", **found}))
    return path


# -- there and back -------------------------------------------------------------------------------

games_by_chance = st.builds(
    played, st.sampled_from(GAMES), st.integers(0, 10**6), st.booleans(), st.integers(0, 120)
)
slow = settings(
    max_examples=15,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


def there_and_back(tmp_path_factory, games, last, make_target):
    """Games saved on a device, exported, imported on another, and exported from there."""
    base = tmp_path_factory.mktemp("games")
    save(base / "device", *games, running=last)
    assert export_to(base / "out", base / "device") == WELL
    wanted = [lines_of(game) for game in (*games, *([last] if last else []))]
    assert exported(base / "out") == wanted
    target = make_target(base)
    names = sorted((base / "out").glob("game-*.jsonl"))
    going_on = last is not None and not new_game_of(last).over
    for name in names[: len(games)] if going_on else names:
        assert import_from(name, target) == WELL
    if going_on:
        assert import_from("--resume", names[-1], target) == WELL
        assert running(target) == state_of(wanted[-1])
    else:
        assert running(target) is None
    assert export_to(base / "again", target) == WELL
    assert exported(base / "again") == wanted
    assert [state_of(text) for text in exported(base / "again")] == [state_of(t) for t in wanted]


def new_game_of(values):
    game = new_game(values[0])
    for event in values[1:]:
        game.apply_event(event)
    return game


@slow
@given(games=st.lists(games_by_chance, max_size=3), last=games_by_chance)
def test_games_go_through_folders_unchanged(tmp_path_factory, games, last):
    def folder(base):
        (base / "other").mkdir()
        return base / "other"

    there_and_back(tmp_path_factory, games, last, folder)


@slow
@given(games=st.lists(games_by_chance, min_size=1, max_size=2), last=games_by_chance)
def test_games_go_through_images_unchanged(tmp_path_factory, games, last):
    there_and_back(tmp_path_factory, games, last, lambda base: image_file(base / "flash.img"))


def test_games_go_through_a_board_unchanged(tmp_path, capsys):
    """The real littlefs under the real MicroPython, reached over a serial line."""
    device, board = tmp_path / "device", tmp_path / "flash.img"
    games = [played("meksiko", 1), played("mexican-rummy", 2, True, 20)]
    last = points((5, 7), (1, -2))
    save(device, *games, running=last)
    assert export_to(tmp_path / "out", device) == WELL
    names = sorted((tmp_path / "out").glob("*.jsonl"))
    with plugged_in(board) as port:
        assert import_from(*names[:2], f"usb:{port}") == WELL
        assert import_from("--resume", names[2], f"usb:{port}") == WELL
        assert export_to(tmp_path / "again", f"usb:{port}") == WELL
    assert exported(tmp_path / "again") == [lines_of(game) for game in (*games, last)]
    # the flash itself says the same, read without a board
    assert running(board) == state_of(lines_of(last)) and finished(board) == [1, 2]


@pytest.mark.parametrize("form", ["flash", "uf2"])
def test_the_whole_flash_is_read_too(tmp_path, form):
    uf2 = pytest.importorskip("host_sim.uf2")
    save(tmp_path / "device", points((1, 2)), running=points((3, 4)))
    region = image_file(tmp_path / "region", contents(tmp_path / "device")).read_bytes()
    firmware = bytes(range(256)) * (REGION_bytes // 256)
    path = tmp_path / f"dump.{form}"
    path.write_bytes(firmware + region if form == "flash" else uf2.encoded(region))
    before = path.read_bytes()
    assert export_to(tmp_path / "out", path) == WELL
    assert exported(tmp_path / "out") == [lines_of(points((1, 2))), lines_of(points((3, 4)))]
    assert path.read_bytes() == before
    assert import_from(CASE, path) == (WELL if form == "flash" else NOTHING)
    if form == "flash":
        assert path.read_bytes()[:REGION_bytes] == firmware
        assert finished(path) == [1, 3]


def test_a_damaged_superblock_is_found_by_its_twin(tmp_path):
    save(tmp_path / "device", points((1, 2)))
    path = image_file(tmp_path / "image", contents(tmp_path / "device"))
    data = bytearray(path.read_bytes())
    data[:4096] = b"\xff" * 4096
    path.write_bytes(data)
    assert export_to(tmp_path / "out", path) == WELL


def test_a_folder_copied_off_a_board(tmp_path):
    save(tmp_path / "copy" / "kibitz-saves", points((1, 2)))
    (tmp_path / "copy" / "main.py").write_text("")
    assert export_to(tmp_path / "out", tmp_path / "copy") == WELL
    assert exported(tmp_path / "out") == [lines_of(points((1, 2)))]


def test_the_boards_folder_is_the_one_of_its_configuration():
    text = (ROOT / "firmware" / "micropython" / "config.py").read_text("utf-8")
    assert f'FOLDER = "/{places.FOLDER}"' in text


def test_the_simulators_data_is_meant_if_nothing_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr(places.device, "default_folder", lambda: tmp_path / "data")
    assert export_to(tmp_path / "out") == NOTHING
    assert import_from(CASE) == WELL
    assert export_to(tmp_path / "out") == WELL
    assert [json.loads(line) for line in exported(tmp_path / "out")[0].splitlines()] == [
        json.loads(line) for line in CASE.read_text("utf-8").splitlines()
    ]


# -- what is exported -----------------------------------------------------------------------------


def test_the_source_is_not_touched(tmp_path):
    device = tmp_path / "device"
    save(device, points((1, 2)), running=points((3, 4)))
    (device / "slot-a.txt").write_bytes(b"torn")
    for path in device.iterdir():
        path.chmod(0o444)
    device.chmod(0o555)
    before = {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in device.iterdir()}
    export_to(tmp_path / "out", device)
    after = {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in device.iterdir()}
    device.chmod(0o755)
    assert after == before


def test_a_damaged_game_comes_as_far_as_it_can_be_read(tmp_path, capsys):
    device = tmp_path / "device"
    save(device, points(*[(i, -i) for i in range(50)]), points((7, 8)))
    for ending in ("jsonl", "sum"):  # the same line in both copies
        path = device / f"game-0001.{ending}"
        path.write_bytes(path.read_bytes().replace(b"[20, -20]", b"[20# -20]"))
    raw = contents(device)
    assert export_to(tmp_path / "out", device) == SOME
    one, two = exported(tmp_path / "out")
    assert one == lines_of(points(*[(i, -i) for i in range(20)])) and two == lines_of(
        points((7, 8))
    )
    told = capsys.readouterr().err
    assert "Game 1: Damaged: 30 lines" in told and "Game 2" not in told
    for page in ("index.html", "game-0001.html", "sheets.html"):
        assert "30 lines" in (tmp_path / "out" / page).read_text("utf-8")
    kept = contents(tmp_path / "out" / "damaged")
    assert kept == {name: raw[name] for name in ("game-0001.jsonl", "game-0001.sum")}


@pytest.mark.parametrize("events", [0, 1, 2])
def test_a_game_that_has_only_begun_is_whole(tmp_path, capsys, events):
    device = tmp_path / "device"
    save(device, running=points(*[(1, 2)] * events))
    assert not (device / "game-0001.jsonl").exists()  # all of it is in the slots
    assert export_to(tmp_path / "out", device) == WELL
    assert exported(tmp_path / "out") == [lines_of(points(*[(1, 2)] * events))]
    assert capsys.readouterr().err == ""


def test_a_line_that_the_rules_refuse_ends_the_game(tmp_path, capsys):
    device = tmp_path / "device"
    device.mkdir()
    bad = lines_of(points((1, 2))) + '{"points": [1]}\n{"points": [5, 5]}\n'
    (device / "game-0001.jsonl").write_text(bad)  # of the first format
    assert export_to(tmp_path / "out", device) == SOME
    assert "Line 3 is refused (bad-value)" in capsys.readouterr().err
    assert exported(tmp_path / "out") == [lines_of(points((1, 2)))]
    assert contents(tmp_path / "out" / "damaged") == {"game-0001.jsonl": bad.encode()}


def test_a_game_of_which_nothing_can_be_read_is_kept_all_the_same(tmp_path, capsys):
    device = tmp_path / "device"
    save(device, points((1, 2)))
    for ending in ("jsonl", "sum"):
        (device / f"game-0001.{ending}").write_bytes(b"\0\xff\n" * 9)
    (device / "damaged-0001-game-0004.sum").write_bytes(b"old")
    assert export_to(tmp_path / "out", device) == SOME
    assert exported(tmp_path / "out") == []
    kept = contents(tmp_path / "out" / "damaged")
    assert kept["game-0001.sum"] == b"\0\xff\n" * 9 and kept["damaged-0001-game-0004.sum"] == b"old"
    assert "refused (bad-json)" in (tmp_path / "out" / "index.html").read_text("utf-8")


def test_what_the_device_has_set_aside_comes_along_and_is_no_complaint(tmp_path, capsys):
    """It has told its table once; each export says which files that are, and that all is well."""
    device = tmp_path / "device"
    save(device, points((1, 2)), running=points((3, 4)))
    aside = {"damaged-0001-game-0004.sum": b"\0\xff", "new-game-0001.sum": b"half"}
    for name, data in aside.items():
        (device / name).write_bytes(data)
    for _ in range(2):
        assert export_to(tmp_path / "out", device) == WELL
        told = capsys.readouterr().err
        assert "set aside" in told and all(name in told for name in aside)
        assert contents(tmp_path / "out" / "damaged") == aside
        assert len(exported(tmp_path / "out")) == 2
        shutil.rmtree(tmp_path / "out")


def test_what_was_set_aside_and_cannot_be_read_is_a_complaint(tmp_path, capsys):
    place = places.FolderPlace(tmp_path)

    def broken():
        raise OSError("the flash is worn out")

    (tmp_path / "device").mkdir()
    games = {"game-0001.jsonl": lambda: io.BytesIO(lines_of(points((1, 2))).encode())}
    place.files = places.Files({**games, "damaged-0001-slot-a.txt": broken})
    assert export.export(place, export.Target(tmp_path / "out")) == SOME
    assert (
        "damaged-0001-slot-a.txt cannot be read: the flash is worn out" in capsys.readouterr().err
    )


def test_a_game_of_a_newer_program_is_said_so(tmp_path, capsys):
    device = tmp_path / "device"
    save(device, points((1, 2)))
    from kibitz.saves import checked

    (device / "game-0001.sum").write_text(checked("kibitz 99") + "\n")
    (device / "game-0001.jsonl").unlink()
    assert export_to(tmp_path / "out", device) == SOME
    assert "newer Kibitz" in capsys.readouterr().err


class Reader(html.parser.HTMLParser):
    """What a browser would find in a page."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.links, self.texts = [], [], []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.links += [v for name, v in attributes if name in ("href", "src", "action", "data")]
        assert not [name for name, _ in attributes if name.startswith("on")]

    def handle_data(self, data):
        self.texts.append(data)


@pytest.mark.parametrize("game", GAMES)
def test_the_pages_of_each_game(tmp_path, game):
    lines = played(game, 5, events=300)
    save(tmp_path / "device", lines)
    assert export_to(tmp_path / "out", tmp_path / "device") == WELL
    model = new_game_of(lines)
    assert sheet_page.TITLES[game]
    for name in ("game-0001.html", "sheets.html", "index.html"):
        page = Reader((tmp_path / "out" / name).read_text("utf-8"))
        text = "".join(page.texts)
        assert not {"script", "link", "img", "iframe", "object", "form"} & set(page.tags)
        for link in page.links:
            assert (tmp_path / "out" / link).is_file() and "/" not in link
        for player in model.players:
            assert player in text
        assert export.sheet.ending(model) in text
        if name != "index.html":
            for option in model.OPTIONS:
                told = option.name in text and option.text in text
                assert told == (option.name in model.options)
            assert page.tags.count("tr") == len(model.log) + len(model.options) + 2
    rows = list(csv.reader((tmp_path / "out" / "game-0001.csv").open(encoding="utf-8")))
    assert len(rows) == len(model.log) + 1 + bool(model.log)


def test_an_export_writes_over_nothing(tmp_path, capsys):
    save(tmp_path / "device", points((1, 2)))
    out = tmp_path / "out"
    out.mkdir()
    (out / "mine").write_text("mine")
    assert export_to(out, tmp_path / "device") == NOTHING
    assert contents(out) == {"mine": b"mine"}
    assert "is not empty" in capsys.readouterr().err


def test_a_folder_that_cannot_be_made_is_said_so(tmp_path, capsys):
    save(tmp_path / "device", points((1, 2)))
    (tmp_path / "file").write_text("")
    assert export_to(tmp_path / "file" / "out", tmp_path / "device") == NOTHING
    assert "cannot be written" in capsys.readouterr().err


@pytest.mark.parametrize("make", [Path.mkdir, Path.touch, lambda path: None])
def test_a_place_without_games_is_said_so(tmp_path, capsys, make):
    make(tmp_path / "source")
    assert export_to(tmp_path / "out", tmp_path / "source") == NOTHING
    assert "There " in capsys.readouterr().err


def test_no_board_is_said_so(tmp_path, capsys):
    assert export_to(tmp_path / "out", "usb:/dev/nowhere") == NOTHING
    assert "cannot be reached" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


# -- what is imported -----------------------------------------------------------------------------


def test_a_refused_line_is_told_and_nothing_is_written(tmp_path, capsys):
    save(tmp_path / "device", points((1, 2)))
    before = contents(tmp_path / "device")
    game = tmp_path / "game.jsonl"
    game.write_text(
        '{"game": "meksiko", "players": ["A", "B", "C"]}\n{"bid": "pass"}\n{"bid": 5}\n{'
    )
    assert import_from(CASE, game, tmp_path / "device") == SOME
    told = capsys.readouterr()
    assert "game.jsonl: line 2 is refused (must-bid): " in told.err
    assert "game.jsonl: line 4 is refused (bad-json): " in told.err
    assert told.out == "" and contents(tmp_path / "device") == before


@pytest.mark.parametrize("text", ["", "\n", "{}\n", '{"game": "poker"}\n'])
def test_no_game_is_said_so(tmp_path, capsys, text):
    (tmp_path / "game.jsonl").write_text(text)
    (tmp_path / "device").mkdir()
    assert import_from(tmp_path / "game.jsonl", tmp_path / "device") == NOTHING
    assert "There is no game" in capsys.readouterr().err
    assert contents(tmp_path / "device") == {}


def test_nothing_is_written_over(tmp_path):
    device = tmp_path / "device"
    save(device, points((1, 2)), running=points((3, 4), (5, 6)))
    for _ in range(3):
        before = contents(device)
        assert import_from(CASE, CASE, device) == WELL
        after = contents(device)
        for name in before:
            assert name.startswith("slot") or after[name].startswith(before[name])
        assert running(device) == state_of(lines_of(points((3, 4), (5, 6))))
    assert finished(device) == [1, 3, 4, 5, 6, 7, 8]


@pytest.mark.parametrize("word", ["fresh", "deep/fresh", "fresh/", "fresh.d/"])
def test_a_new_folder_is_made(tmp_path, capsys, word):
    assert import_from(CASE, f"{tmp_path}/{word}") == WELL
    assert finished(tmp_path / word) == [1]
    assert str(tmp_path / word) in capsys.readouterr().out


@pytest.mark.parametrize("word", ["game-2.jsonl", "flash.bin"])
def test_a_file_that_is_missing_is_no_new_folder(tmp_path, capsys, word):
    assert import_from(CASE, tmp_path / word) == NOTHING
    told = capsys.readouterr().err
    assert f"{word} cannot be read: No such file" in told and "write / behind it" in told
    assert not any(tmp_path.iterdir())


def test_no_folder_is_made_for_a_game_that_is_refused(tmp_path):
    (tmp_path / "game.jsonl").write_text("{}\n")
    assert import_from(tmp_path / "game.jsonl", tmp_path / "fresh") == NOTHING
    assert not (tmp_path / "fresh").exists()


def test_a_game_that_is_too_long_is_kept_but_cannot_go_on(tmp_path, capsys):
    game = tmp_path / "game.jsonl"
    game.write_text(lines_of(points(*[(1, 2)] * 1200)))
    assert import_from("--resume", game, tmp_path / "device") == NOTHING
    assert "too long" in capsys.readouterr().err and not (tmp_path / "device").exists()
    assert import_from(game, tmp_path / "device") == WELL
    assert "too long" in capsys.readouterr().err
    assert (tmp_path / "device" / "game-0001.jsonl").read_text() == game.read_text()


def test_a_game_can_go_on_elsewhere(tmp_path, capsys):
    device = tmp_path / "device"
    save(device, running=points((3, 4)))
    game = tmp_path / "game.jsonl"
    game.write_text(lines_of(points((9, 9), (8, 8))))
    before = contents(device)
    assert import_from("--resume", game, device) == NOTHING
    assert "--put-away" in capsys.readouterr().err and contents(device) == before
    assert import_from("--resume", "--put-away", game, device) == WELL
    assert running(device) == state_of(game.read_text())
    assert finished(device) == [1]
    assert export_to(tmp_path / "out", device) == WELL
    assert exported(tmp_path / "out") == [lines_of(points((3, 4))), game.read_text()]


def test_a_game_that_is_over_cannot_go_on(tmp_path, capsys):
    (tmp_path / "device").mkdir()
    assert import_from("--resume", CASE, tmp_path / "device") == NOTHING
    assert "is over" in capsys.readouterr().err


def test_a_damaged_device_is_left_alone(tmp_path, capsys):
    device = tmp_path / "device"
    save(device, running=points(*[(i, i) for i in range(99)]))
    for path in device.glob("game-*"):
        path.write_bytes(path.read_bytes()[:200])
    before = contents(device)
    assert import_from(CASE, device) == NOTHING
    assert "damaged" in capsys.readouterr().err and contents(device) == before


def test_a_device_in_use_is_left_alone(tmp_path, capsys):
    from host_sim.device import FolderStorage

    storage = FolderStorage(tmp_path / "device")
    assert import_from(CASE, tmp_path / "device") == NOTHING
    assert "Another simulator" in capsys.readouterr().err
    storage.close()
    assert import_from(CASE, tmp_path / "device") == WELL


def test_a_game_from_standard_input(tmp_path):
    (tmp_path / "device").mkdir()
    run = subprocess.run(
        [sys.executable, "-m", "host_sim", "import", "-", tmp_path / "device"],
        input=lines_of(points((1, 1))),
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
    )
    assert run.returncode == WELL, run.stderr
    assert run.stdout == f"- is game 1 in the folder {tmp_path / 'device'}.\n"


def test_a_full_image_is_said_so_and_stays(tmp_path, capsys):
    path = image_file(tmp_path / "flash.img", {"filler": b"\0" * 1_380_000})
    before = path.read_bytes()
    game = tmp_path / "game.jsonl"
    game.write_text(lines_of(points(*[(i, i) for i in range(4000)])))
    assert import_from(game, path) == NOTHING
    assert "cannot be written" in capsys.readouterr().err and path.read_bytes() == before


def test_the_simulator_shows_an_imported_game(tmp_path, monkeypatch):
    """From the device's point of view it is a saved game like any other."""
    from host_sim.device import FolderStorage, World
    from kibitz.app import App

    (tmp_path / "device").mkdir()
    assert import_from(CASE, tmp_path / "device") == WELL
    game = tmp_path / "game.jsonl"
    game.write_text(lines_of(played("meksiko", 3, events=20)))
    assert import_from("--resume", game, tmp_path / "device") == WELL
    storage = FolderStorage(tmp_path / "device")
    app = App(World(storage=storage))
    app.tick(0)
    assert app.table.game.state() == state_of(game.read_text("utf-8"))
    assert app.journal.finished() == [1] and not app.journal.lost and not app.journal.doubt
    storage.close()


# -- the README -----------------------------------------------------------------------------------


def test_the_commands_of_the_readme_work(tmp_path):
    text = (ROOT / "README.md").read_text("utf-8")
    part = text.split("### Getting games off the device")[1].split("\n#")[0]
    commands = re.findall(r"^    \.venv/bin/python -m host_sim (.+)$", part, re.MULTILINE)
    assert len(commands) >= 4
    save(tmp_path / "home" / "kibitz", points((1, 2)))
    save(tmp_path / "kibitz-saves", points((3, 4)))
    image_file(tmp_path / "flash.bin", contents(tmp_path / "kibitz-saves"))
    (tmp_path / "game.jsonl").write_text(lines_of(points((5, 6))))
    with plugged_in(tmp_path / "board.img") as port:
        assert import_from(tmp_path / "game.jsonl", f"usb:{port}") == WELL
        for command in commands:
            words = [f"usb:{port}" if word == "usb" else word for word in command.split()]
            run = subprocess.run(
                [sys.executable, "-m", "host_sim", *words],
                cwd=tmp_path,
                env={
                    "PYTHONPATH": f"{ROOT}:{ROOT / 'firmware'}",
                    "XDG_DATA_HOME": str(tmp_path / "home"),
                },
                capture_output=True,
                encoding="utf-8",
            )
            assert run.returncode == WELL, f"{command}: {run.stderr}"
