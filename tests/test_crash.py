"""Errors that nobody foresaw: what is written down, what the glass says, how the device goes on."""

import json
import subprocess
import sys

import pytest

from app_driver import FakeStorage
from host_sim import simulate
from host_sim.device import Device, MemoryStorage, ScriptClock, ScriptedDevice, World
from host_sim.script import Player
from kibitz import crash, starts, words
from kibitz.app import App
from kibitz.crash import CrashScreen
from kibitz.font import Font
from kibitz.games import GAMES
from kibitz.safe import SafeMode
from kibitz.words import CODES, say
from rules_core import VERSION
from support import ROOT

TRIES = 40  # errors for each kind of event; `python tests/sabotage.py GAME 100000` tries every line
SABOTAGE_TIMEOUT_s = 600
GAME = (
    '{"game": "meksiko", "players": ["Ana", "Bora", "Ceca"], "dealer": 0}\n'
    '{"bid": 6}\n{"bid": "pass"}\n{"bid": "pass"}\n{"trump": "spades"}\n'
)
SETTINGS = '{"values": {"language": "en"}, "names": ["Ana", "Bora", "Ceca"]}\n'
FILES = {"settings-0001.json": SETTINGS, "game-0001.jsonl": GAME}


@pytest.fixture(autouse=True)
def english_afterwards():
    yield
    words.use(CODES[0])


class Trap(App):
    """An app that fails as often as `armed` says: at its making, or with its next tick."""

    armed = {"made": 0, "tick": 0}

    def __init__(self, world):
        super().__init__(world)
        self.spring("made")

    def tick(self, now_ms, readings=()):
        self.spring("tick")
        return super().tick(now_ms, readings)

    def spring(self, where):
        if self.armed[where]:
            self.armed[where] -= 1
            raise ZeroDivisionError("Ana divided by zero")


@pytest.fixture
def device():
    """A device in the middle of a game, and somebody at its keys."""
    Trap.armed = {"made": 0, "tick": 0}
    found = ScriptedDevice(Trap, World(storage=MemoryStorage(FILES)), survives=True)
    found.player = Player(found)
    found.player.start()
    found.player.play("c")
    assert screen(found) == "TricksScreen"
    return found


def screen(device):
    return type(device.app.top).__name__


def fail(device):
    Trap.armed["tick"] = 1
    device.player.play("b")
    assert isinstance(device.app, CrashScreen)


# -- the crash screen ------------------------------------------------------------------------------


def test_an_error_is_written_down_and_c_goes_back_into_the_game(device):
    game = device.app.table.game.state()
    fail(device)
    assert device.app.title == say("crash.title")
    device.player.play("b a m")  # none of these does anything
    assert isinstance(device.app, CrashScreen)
    device.player.play("c")
    assert screen(device) == "TricksScreen"
    assert device.app.table.game.state() == game
    report = device.world.storage.read(starts.CRASHES)
    assert report.startswith(f"== Kibitz {VERSION}\non ")
    assert "meksiko, 4 events" in report and "ZeroDivisionError: <0> divided by zero" in report
    assert "test_crash.py" in report
    assert device.errors == [report]


def test_the_c_that_restarts_does_nothing_else(device):
    """It is still down when the app begins anew."""
    fail(device)
    game = device.app.world.storage.read("game-0001.jsonl")
    device.player.play("c:3000")
    assert screen(device) == "TricksScreen"
    assert len(device.app.table.game.events) == 4
    assert device.world.storage.read("game-0001.jsonl") == game


def test_a_dark_glass_lights_up_for_it(device):
    device.player.play("wait:400000")
    assert device.world.display.level == 0
    Trap.armed["tick"] = 1
    device.player.play("wait:86400000")
    assert isinstance(device.app, CrashScreen) and device.errors
    device.player.play("b")
    assert device.world.display.level == 2
    device.player.play("c")
    assert isinstance(device.app, Trap)


def test_without_being_asked_to_survive_a_device_fails_loudly():
    Trap.armed = {"made": 0, "tick": 0}
    for kind in (lambda: Device(Trap, clock=ScriptClock()), lambda: ScriptedDevice(Trap)):
        loud = kind()
        Trap.armed["tick"] = 1
        with pytest.raises(ZeroDivisionError):
            loud.tick()
        assert loud.world.storage.read(starts.CRASHES) is None
        Trap.armed["made"] = 1
        with pytest.raises(ZeroDivisionError):
            kind()


def test_what_ends_a_program_ends_it(device):
    class Quits(App):
        def tick(self, *_):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ScriptedDevice(Quits, World(storage=MemoryStorage(FILES)), survives=True).tick()


def test_a_script_that_meets_an_error_ends_with_a_status_of_its_own(tmp_path, capsys, monkeypatch):
    def broken(*_):
        raise ZeroDivisionError

    monkeypatch.setattr(App, "_handle", broken)
    arguments = ["--lang", "en", "--data", str(tmp_path), "--keys"]
    assert simulate.main([*arguments, "wait:10"]) == 0
    assert simulate.main([*arguments, "b wait:500"]) == simulate.CRASHED
    assert str(tmp_path / starts.CRASHES) in capsys.readouterr().err
    assert "ZeroDivisionError" in (tmp_path / starts.CRASHES).read_text("utf-8")


# -- what is kept ----------------------------------------------------------------------------------


def failed(message, kind=ValueError):
    try:
        raise kind(message)
    except kind as error:
        return crash.told(error)


def test_no_name_of_a_player_is_kept():
    told = failed("what Ana and Đorđe said to Ana")
    report = crash.report(told, "meksiko", 7, ["Ana", "Đorđe"])
    assert "ValueError: what <0> and <1> said to <0>" in report
    assert "Ana" not in report and "Đorđe" not in report
    unknown = crash.report(told, "", 0, None)  # an app that was never ready knows no names
    assert unknown.endswith("\nValueError\n")
    assert "OSError: [Errno 28]" in crash.report(failed("[Errno 28]", OSError), "", 0, None)


def test_the_file_is_bounded_and_keeps_the_newest():
    storage = FakeStorage({})
    for number in range(40):
        crash.keep(storage, crash.report("x" * 300 + f" number {number}.", "", 0, ()))
        text = storage.read(starts.CRASHES)
        assert len(text.encode()) <= crash.MOST_bytes
        assert f"number {number}." in text and text.startswith("== Kibitz ")
    assert 8 < text.count("== Kibitz ") < 14
    crash.keep(storage, crash.report("đ" * 5000 + " the end", "", 0, ()))
    text = storage.read(starts.CRASHES)
    assert len(text.encode()) <= crash.MOST_bytes and text.endswith("đ the end\n")


@pytest.mark.parametrize("trouble", [OSError(5), ValueError("no UTF-8")])
def test_a_file_that_cannot_be_read_is_begun_anew(trouble):
    storage = FakeStorage({starts.CRASHES: trouble})
    crash.keep(storage, "== Kibitz anew\n")
    assert storage.files[starts.CRASHES] == "== Kibitz anew\n"


def test_a_full_flash_is_no_second_error(device):
    device.world.storage.write = device.world.storage.append = full
    fail(device)
    device.player.play("c")
    assert screen(device) == "TricksScreen" and len(device.errors) == 1


def full(*_):
    raise OSError(28, "no space left")


# -- starts ----------------------------------------------------------------------------------------


def test_a_start_counts_until_a_press_was_handled():
    storage = FakeStorage({})
    for count in range(3):
        start = starts.Starts(storage)
        assert start.count == count
        assert not start.ticked([(0, 4)])  # how the keys stood when it was switched on
        assert not start.ticked([]) and not start.ticked([(9, 0)])
        start.failed("pl")
    start = starts.Starts(storage)
    assert start.count == starts.LIMIT and start.language == "pl"
    start.ticked(())
    assert start.ticked([(5, 0), (6, 2)]) and not start.open
    assert not start.ticked([(7, 2)])
    assert starts.Starts(storage).count == 0


def test_an_ordinary_start_writes_nothing():
    storage = FakeStorage({})
    for writes in (1, 1, 1):
        start = starts.Starts(storage)
        start.ticked(())
        start.ticked([(1, 1)])
        assert storage.writes == writes


@pytest.mark.parametrize("text", ["", "x", "-", "9" * 400, "3\0", "\n\n", OSError(5)])
def test_whatever_is_in_the_file_it_starts(text):
    start = starts.Starts(FakeStorage({starts.FILE: text}))
    assert start.count <= 2 * starts.LIMIT
    start.failed()
    assert start.count >= 1


def test_a_device_that_failed_at_its_first_start_still_asks_for_the_language():
    storage = MemoryStorage({})
    Trap.armed = {"made": 1, "tick": 0}
    device = ScriptedDevice(Trap, World(storage=storage), survives=True)
    Player(device).start()
    assert isinstance(device.app, CrashScreen) and set(storage.names()) == set(starts.OWN)
    Player(device).play("c")
    assert screen(device) == "LanguageScreen"


# -- the safe mode ---------------------------------------------------------------------------------


def test_three_failed_starts_lead_to_it_and_one_that_succeeds_ends_it(device):
    fail(device)  # a start that has succeeded does not count
    Trap.armed["made"] = 3
    device.player.play("c")
    for _ in range(2):
        assert isinstance(device.app, CrashScreen)
        device.player.play("c")
    assert isinstance(device.app, CrashScreen)
    device.player.play("c")
    assert isinstance(device.app, SafeMode)
    device.player.play("c c")  # the menu, try again
    assert screen(device) == "HomeScreen"
    Trap.armed["tick"] = 1
    device.player.play("c")
    device.player.play("c")  # one failure is enough to be back
    assert isinstance(device.app, SafeMode)
    device.player.play("c c")
    device.player.play("c")
    assert screen(device) == "TricksScreen"
    assert starts.Starts(device.world.storage).count == 0


def safe_mode(files=None, code="en", count=starts.LIMIT):
    storage = MemoryStorage(
        {**(FILES if files is None else files), starts.FILE: f"{count} {code}\n"}
    )
    device = ScriptedDevice(App, World(storage=storage), survives=True)
    device.player = Player(device)
    device.player.start()
    assert isinstance(device.app, SafeMode)
    return device


def rows(device):
    return [line if isinstance(line, str) else line() for line in device.app.lines]


def test_it_shows_the_games_as_they_are_written():
    other = '{"game": "counter", "players": ["Đorđe", "Ela"]}\n' + '{"points": [1, 2]}\n' * 30
    device = safe_mode({**FILES, "game-0002.jsonl": other})
    device.player.play("c b c")
    assert rows(device) == ["Counter Đorđe Ela", "Meksiko Ana Bora Ceca"]
    device.player.play("c")
    assert device.app.lines[:4] == ["game-0002.jsonl", "Counter", "Đorđe Ela", "entries: 30"]
    assert "..." in device.app.lines and device.app.lines[-1] == '{"points": [1, 2]}'
    device.player.play("b*40")
    assert device.app.first == len(device.app.lines) - 5
    device.player.play("c b c")
    assert device.app.lines[3] == "entries: 4"
    device.player.play("m")
    assert rows(device)[0] == say("safe.again")


HOSTILE = [
    "",
    "\n",
    "[" * 5000,
    '{"game": 5, "players": 7}',
    '{"game": "\0\x1b[2J", "players": ["\n", null, 9]}',
    "x" * 20_000,
    '{"players": "Ana"}',
    "[]",
    "5",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_whatever_a_game_looks_like_it_can_be_looked_at(text):
    device = safe_mode({**FILES, "game-0002.jsonl": text})
    device.player.play("c b c c b*5 a c b c b c m b*2 c wait:500")
    assert isinstance(device.app, SafeMode) and not device.errors
    assert text.rstrip("\n").split("\n")[-1] in "".join(device.sent)


def test_it_sends_all_games_and_what_is_known_of_errors():
    files = {f"game-{number:04}.jsonl": GAME for number in range(1, 40)}
    device = safe_mode({**files, starts.CRASHES: "== Kibitz\nit failed\n"})
    device.player.play("c b*2 c wait:2000")
    sent = "\n".join(device.sent)
    for name in files:
        assert f"== {name}\n{GAME}" in sent + "\n"
    assert "== crash.txt\n== Kibitz\nit failed" in sent
    assert rows(device) == [say("safe.sent", n=40)]


def after_one_trick():
    """The flash of a device on which the last entry is not in the game's own file yet."""
    device = ScriptedDevice(App, World(storage=MemoryStorage(FILES)))
    player = Player(device)
    player.start()
    player.play("c a")
    assert device.world.storage.read("game-0001.jsonl") == GAME
    assert len(device.app.table.game.events) == 5
    return dict(device.world.storage.files)


def test_the_last_entry_is_there_wherever_it_waits():
    device = safe_mode(after_one_trick())
    device.player.play("c b c c")
    assert device.app.lines[3] == "entries: 5" and device.app.lines[-1] == '{"trick": 0}'
    device.player.play("c m b*2 c wait:500")
    assert '{"trick": 0}' in device.sent


def test_the_plainest_one_sends_even_what_only_the_journal_could_put_in_its_place():
    device = safe_mode(after_one_trick(), count=starts.LIMIT + 1)
    device.player.play("c b*2 c wait:500")
    assert any('{"trick": 0}' in line for line in device.sent)


def test_a_file_larger_than_the_memory_is_shown_and_sent_piece_by_piece(monkeypatch):
    setup = '{"game": "counter", "players": ["Ana", "Bora"]}'
    events = [json.dumps({"points": [n, 2]}) for n in range(20_000)]
    endless = "x" * 1_000_000
    device = safe_mode({"game-0001.jsonl": "\n".join([setup, *events]), "game-0002.jsonl": endless})
    device.world.storage.read = None  # nobody asks for a whole file
    fed = []
    monkeypatch.setattr(device.world, "alive", lambda: fed.append(1))
    device.player.play("c b c")
    assert rows(device) == ["game-0002.jsonl", "Counter Ana Bora"]
    device.player.play("b c")
    assert "entries: 20000" in device.app.lines and device.app.lines[-1] == events[-1]
    assert device.app.lines[4:6] == device.app.wrapped(setup)[:2] and "..." in device.app.lines
    assert len(device.app.lines) < 25 and len(fed) > 500
    device.player.play("c m b*2 c wait:60000")
    sent = device.sent
    assert "== game-0001.jsonl" in sent and sent[-1] == events[-1]
    assert "".join([line for line in sent if line.startswith("x")]) == endless
    assert max(map(len, sent)) < 5_000 and "files sent: 2" in " ".join(device.app.lines)


def test_it_puts_the_game_aside_and_nothing_is_lost():
    device = safe_mode()
    device.player.play("c b*3 c")
    assert "".join(rows(device)) != say("safe.failed")
    device.player.play("c c")
    assert screen(device) == "HomeScreen" and device.app.table is None
    assert device.world.storage.read("game-0001.jsonl") == GAME
    assert say("home.finished") in [left for left, _ in device.app.top.rows]


def test_where_the_journal_itself_fails_files_are_set_aside(monkeypatch):
    def broken(*_):
        raise MemoryError

    monkeypatch.setattr(SafeMode, "_close_game", broken)
    older = {"game-0001.jsonl": GAME, "game-0002.jsonl": GAME, "game-0002.sum": "x\n"}
    device = safe_mode({**older, "slot-a.txt": "y\n", "settings-0001.json": SETTINGS})
    device.player.play("c b*3 c")
    left = set(device.world.storage.names())
    assert left == {
        *("aside-game-0002.jsonl", "aside-game-0002.sum", "aside-slot-a.txt"),
        *("game-0001.jsonl", "settings-0001.json", starts.FILE),
    }
    device.player.play("c b c")
    assert rows(device) == ["Meksiko Ana Bora Ceca"] * 2


def test_a_flash_that_cannot_be_read_is_said():
    device = safe_mode()
    device.world.storage.open = full
    device.player.play("c b c c")
    assert say("safe.failed") in device.app.lines and not device.errors


# -- every language --------------------------------------------------------------------------------


@pytest.mark.parametrize("code", CODES)
def test_all_of_it_has_room_in_every_language(code, monkeypatch):
    monkeypatch.setattr(Font, "strict", True)
    words.use(code)
    screen = CrashScreen(World(), code, None)
    screen.tick(0)
    assert len(screen.lines) <= 5
    device = safe_mode(code=code)
    assert words.language() == code and len(device.app.lines) <= 5
    fits(device.app)
    device.player.play("c")
    fits(device.app)
    device.player.play("b c")
    fits(device.app)
    device.player.play("m b*2 c wait:500")
    fits(device.app)
    device.player.play("c b*3 c")
    assert len(device.app.lines) <= 5
    fits(device.app)


def fits(app):
    """Nothing is shortened."""
    assert app._font.fit(app.title, 128) == app.title
    for line in app.lines:
        text = line if isinstance(line, str) else line()
        assert app._font.fit(text, 124) == text
    for label in app.labels():
        assert app._font.fit(label, 40) == label


def test_plain_letters_say_the_same_keys():
    for texts, section in ((crash.TEXTS, "crash"), (safe_texts(), "safe")):
        for key, text in texts.items():
            assert say(key) and text.isascii(), key
            assert section in key or key.startswith("key.")


def safe_texts():
    from kibitz import safe

    return safe.TEXTS


# -- an error at any line --------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_an_error_at_any_line_of_a_press_leaves_the_game_before_it_or_after_it(game):
    if not hasattr(__import__("os"), "fork"):
        pytest.skip("there is no fork here")
    run = subprocess.run(
        [sys.executable, ROOT / "tests" / "sabotage.py", game, str(TRIES)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=SABOTAGE_TIMEOUT_s,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    print(run.stdout)
