"""The simulator in a real (pseudo) terminal: what a person sees, types, and is left with."""

import os
import signal
import sys
import time
from pathlib import Path

import pytest

from host_sim.device import World
from host_sim.terminal import panel
from kibitz.app import App
from sim_pty import PseudoTerminal
from support import saved_in

SIM = [sys.executable, "-m", "host_sim", "sim"]
ROOT = Path(__file__).resolve().parent.parent
LEAVE_FULLSCREEN = b"\x1b[?1049l"
SHOW_CURSOR = b"\x1b[?25h"


@pytest.fixture
def start(tmp_path):
    """Start simulators that save in one folder; the fixture's function gives the terminal."""
    opened = []

    def starter(*arguments, **settings):
        command = [*SIM, "--data", str(tmp_path / "data"), *arguments]
        opened.append(PseudoTerminal(command, **settings))
        return opened[-1]

    yield starter
    for terminal in opened:
        terminal.close()


def glass(terminal):
    """The rows of the glass as the terminal shows them, without the device's frame."""
    rows = [row for row in terminal.screen.display if row.count("│") == 2]
    return [row.split("│")[1] for row in rows]


def until(terminal, condition):
    """Wait until a function of nothing is true."""
    terminal.wait_for(lambda _: condition())


def saved_lines(tmp_path):
    return saved_in(tmp_path / "data").splitlines()


# To the first bid: English, new game, Meksiko, options as they are, three names, the first deals.
TO_FIRST_BID = "ccccccca"


def play_to_first_bid(terminal):
    terminal.wait_for("q quit")
    terminal.type(TO_FIRST_BID)
    terminal.wait_for("bid 5")
    terminal.settle()


def test_the_device_is_drawn_in_80_by_24(start):
    terminal = start()
    text = terminal.wait_for("q quit")
    rows = glass(terminal)
    assert len(rows) == 16
    assert {len(row) for row in rows} == {64}
    assert "".join(rows).strip()
    assert "(m)" in text
    keys = next(row for row in terminal.screen.display if "(a)" in row)
    left = next(row for row in terminal.screen.display if "╭" in row).index("╭") + 1
    # each key under the middle of its column of the glass
    for letter, middle_px in (("a", 21), ("b", 64), ("c", 107)):
        assert abs(keys.index(f"({letter})") + 1.5 - left - middle_px / 2) <= 1
    assert max(len(row.rstrip()) for row in terminal.screen.display) <= 79


def test_keys_move_the_screen_and_q_gives_the_terminal_back(start, tmp_path):
    terminal = start()
    terminal.wait_for("q quit")
    first = glass(terminal)
    terminal.type("b")
    until(terminal, lambda: glass(terminal) != first)
    terminal.type("a")
    until(terminal, lambda: glass(terminal) == first)
    terminal.type("q")
    assert terminal.end() == 0
    assert terminal.mode() == terminal.before
    tail = terminal.raw[terminal.raw.rindex(LEAVE_FULLSCREEN) :]
    assert SHOW_CURSOR in terminal.raw[terminal.raw.rindex(b"\x1b[?25l") :]
    assert str(tmp_path / "data").encode() in tail.replace(b"\r\n", b"")


def test_a_game_is_saved_and_its_place_told(start, tmp_path):
    terminal = start()
    play_to_first_bid(terminal)
    terminal.type("c")  # the first bid
    until(terminal, lambda: saved_lines(tmp_path)[-1] == '{"bid": 5}')
    terminal.type("q")
    assert terminal.end() == 0
    told = terminal.raw.decode().replace("\r\n", "\n")
    assert f"The game is saved in {tmp_path / 'data' / 'game-0001.jsonl'}" in told


def test_where_a_picture_is_stands_under_the_device_until_the_next_key(start, tmp_path):
    pictures = tmp_path / "pictures"
    terminal = start("--lang", "en", "--shots", str(pictures))
    terminal.wait_for("q quit")
    terminal.type("s")
    text = terminal.wait_for("kibitz-0001.png")
    [line] = [line.strip() for line in text.splitlines() if "kibitz-0001.png" in line]
    assert f"A picture of the screen is in {pictures / 'kibitz-0001.png'}".endswith(line.strip("…"))
    terminal.type("b")
    terminal.wait_for(lambda text: "kibitz-0001.png" not in text)
    pictures.rename(tmp_path / "others")
    pictures.write_text("in the way")
    terminal.type("s")
    terminal.wait_for("pictures: File exists.")
    terminal.type("q")
    assert terminal.end() == 0
    assert f"Pictures cannot be written to {pictures}" in terminal.raw.decode()


def test_a_killed_game_goes_on(start, tmp_path):
    terminal = start()
    play_to_first_bid(terminal)
    terminal.type("caabcab")  # bid 5, pass, pass; hearts; three tricks
    until(terminal, lambda: len(saved_lines(tmp_path)) == 1 + 3 + 1 + 3)
    terminal.settle()
    seen = glass(terminal)
    terminal.process.send_signal(signal.SIGKILL)
    terminal.process.wait()
    assert len(saved_lines(tmp_path)) == 1 + 3 + 1 + 3
    again = start()
    again.wait_for("q quit")
    again.type("c")  # resume is the first row
    until(again, lambda: glass(again) == seen)
    again.type("q")
    assert again.end() == 0


def test_a_capital_holds(start):
    terminal = start()
    play_to_first_bid(terminal)
    bidding = glass(terminal)
    terminal.type("M")
    terminal.wait_for("choose")  # a label of the menu
    menu = glass(terminal)
    terminal.wait_for("(m)")
    terminal.settle(1.0)  # the hold is over, and its release has not closed the menu
    assert glass(terminal) == menu != bidding
    terminal.type("m")
    until(terminal, lambda: glass(terminal) == bidding)


def test_a_pressed_key_is_shown(start):
    terminal = start()
    terminal.wait_for("(b)")
    terminal.type("B")
    terminal.wait_for("▐b▌")
    terminal.wait_for("(b)")


@pytest.mark.parametrize(
    ("ending", "status"),
    [(signal.SIGTERM, 128 + 15), (signal.SIGHUP, 128 + 1), (signal.SIGINT, 128 + 2)],
)
def test_signals_give_the_terminal_back(start, ending, status, tmp_path):
    terminal = start()
    terminal.wait_for("q quit")
    terminal.process.send_signal(ending)
    assert terminal.end() == status
    assert terminal.mode() == terminal.before
    assert LEAVE_FULLSCREEN in terminal.raw
    assert b"kept in" in terminal.raw[terminal.raw.rindex(LEAVE_FULLSCREEN) :]


def test_control_c_quits(start):
    terminal = start()
    terminal.wait_for("q quit")
    terminal.type("\x03")
    assert terminal.end() == 128 + 2
    assert terminal.mode() == terminal.before


def test_a_crash_gives_the_terminal_back(tmp_path):
    code = (
        "import sys, host_sim.terminal\n"
        "def crash(*_): raise ZeroDivisionError('a fault in the simulator')\n"
        "host_sim.terminal.Session._type = crash\n"
        "from host_sim import simulate\n"
        f"sys.exit(simulate.main(['--data', {str(tmp_path)!r}]))\n"
    )
    terminal = PseudoTerminal([sys.executable, "-c", code])
    try:
        terminal.wait_for("q quit")
        terminal.type("b")
        assert terminal.end() == 1
        assert terminal.mode() == terminal.before
        after = terminal.raw[terminal.raw.rindex(LEAVE_FULLSCREEN) :]
        assert b"a fault in the simulator" in after
        assert b"kept in" in after
    finally:
        terminal.close()


def test_an_error_of_the_app_is_shown_as_on_the_board_and_told_in_the_end(tmp_path):
    code = (
        "import sys, kibitz.screen\n"
        "def crash(*_): raise ZeroDivisionError('a fault in the app')\n"
        "kibitz.screen.ListScreen.press = crash\n"
        "from host_sim import simulate\n"
        f"sys.exit(simulate.main(['--data', {str(tmp_path)!r}]))\n"
    )
    terminal = PseudoTerminal([sys.executable, "-c", code])
    try:
        terminal.wait_for("choose")
        terminal.type("b")
        terminal.wait_for("go on")
        terminal.type("c")
        terminal.wait_for("choose")
        terminal.type("q")
        assert terminal.end() == 0
        after = terminal.raw[terminal.raw.rindex(LEAVE_FULLSCREEN) :]
        assert b"crash.txt" in after
        assert "a fault in the app" in (tmp_path / "crash.txt").read_text("utf-8")
    finally:
        terminal.close()


def test_a_dark_glass_is_dark_and_the_key_that_lights_it_does_nothing_else(tmp_path):
    code = (
        "import sys\n"
        "from host_sim import device, simulate\n"
        "now_ms, tick = device.RealClock.elapsed_ms, device.Device.tick\n"
        "def tick_soon(one): wait_ms = tick(one); return wait_ms and wait_ms / 60\n"
        "device.RealClock.elapsed_ms = lambda clock: 60 * now_ms(clock)\n"  # minutes in seconds
        "device.Device.tick = tick_soon\n"
        f"sys.exit(simulate.main(['--lang', 'en', '--data', {str(tmp_path)!r}]))\n"
    )
    terminal = PseudoTerminal([sys.executable, "-c", code])
    try:
        terminal.wait_for("choose")
        until(terminal, lambda: len(glass(terminal)) == 16 and not "".join(glass(terminal)).strip())
        assert "choose" not in terminal.text()
        terminal.type("c")
        terminal.wait_for("choose")
        assert "".join(glass(terminal)).strip()
        terminal.type("q")
        assert terminal.end() == 0
    finally:
        terminal.close()


def test_suspended_and_continued(start):
    terminal = start()
    terminal.wait_for("q quit")
    before = glass(terminal)
    os.killpg(terminal.process.pid, signal.SIGTSTP)
    end = time.monotonic() + 10
    while state(terminal.process.pid) != "T":
        assert time.monotonic() < end
        terminal.read(0.05)
    terminal.settle()
    assert terminal.mode() == terminal.before
    assert LEAVE_FULLSCREEN in terminal.raw
    seen = len(terminal.raw)
    os.killpg(terminal.process.pid, signal.SIGCONT)
    until(terminal, lambda: len(terminal.raw) > seen and glass(terminal) == before)
    terminal.type("q")
    assert terminal.end() == 0


def state(pid):
    """The state letter of a process (proc(5))."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


def cpu_ticks(pid):
    """What a process has used of the processor, in clock ticks (proc(5))."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_it_sleeps_while_nothing_happens(start):
    terminal = start()
    terminal.wait_for("q quit")
    terminal.settle()
    used, written = cpu_ticks(terminal.process.pid), len(terminal.raw)
    terminal.read(1.5)
    assert cpu_ticks(terminal.process.pid) - used <= 1
    assert len(terminal.raw) == written


def test_a_window_too_small_says_so_and_may_grow(start):
    terminal = start(columns=60, rows=20)
    text = terminal.wait_for("press q to quit")
    assert "60 x 20" in text and "74 x 23" in text
    terminal.resize(80, 24)
    until(terminal, lambda: "q quit" in terminal.text() and len(glass(terminal)) == 16)
    terminal.resize(40, 8)
    terminal.wait_for("40 x 8")
    for columns, rows in ((12, 2), (1, 1), (2, 1), (200, 1)):
        terminal.resize(columns, rows)
        terminal.settle()
    terminal.type("q")
    assert terminal.end() == 0


def test_a_window_of_unknown_size_is_taken_for_an_ordinary_one(start):
    terminal = start()
    terminal.wait_for("q quit")
    terminal.screen.reset()
    terminal.set_size(0, 0)
    until(terminal, lambda: len(glass(terminal)) == 16)


def test_half_blocks_where_there_is_room(start):
    terminal = start("--blocks", columns=140, rows=42)
    terminal.wait_for("q quit")
    rows = glass(terminal)
    assert len(rows) == 32
    assert {len(row) for row in rows} == {128}
    assert set("".join(rows)) <= set(" ▀▄█")
    terminal.resize(80, 24)  # no room any more: braille
    until(terminal, lambda: len(glass(terminal)) == 16)


@pytest.mark.parametrize("kind", ["dumb", "no-such-terminal"])
def test_a_terminal_that_cannot_move_its_cursor_is_told(start, kind):
    terminal = start(env={"TERM": kind})
    assert terminal.end() == 2
    told = terminal.text().replace("\n", "")
    assert f"A terminal of the kind '{kind}' cannot move its cursor" in told
    assert "Warning" not in told


@pytest.mark.parametrize("encoding", ["iso8859-1", "ascii"])
def test_a_terminal_without_utf8_is_told(start, encoding):
    terminal = start(env={"PYTHONIOENCODING": encoding})
    assert terminal.end() == 2
    assert "braille characters" in terminal.text() and "LC_ALL=C.UTF-8" in terminal.text()
    assert terminal.mode() == terminal.before


def test_no_color_draws_all_the_same(start):
    terminal = start(env={"NO_COLOR": "1"})
    terminal.wait_for("q quit")
    assert len(glass(terminal)) == 16


def test_a_second_simulator_is_told(start):
    first = start()
    first.wait_for("q quit")
    second = start()
    assert second.end() == 2
    assert "Another simulator is using" in second.text()


def test_the_panel_keeps_its_width():
    rows = ["x" * 64] * 16
    for mask in range(16):
        lines = panel(rows, mask, ("pass", "a label much too long for its key", "č"))
        assert len({len(line) for line in lines}) == 1
        assert len(lines[0]) < 80


def test_labels_of_the_app_stand_under_the_keys():
    lines = panel(["x" * 64] * 16, 0, tuple(App(World()).top.labels()))
    assert lines[-1].split()
