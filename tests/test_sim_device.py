"""The device on a PC: a folder for its flash, fair chance, the clock, fingers on the keys."""

import subprocess
import sys

import pytest

from host_sim.device import (
    Battery,
    BEFORE_WRAP_ms,
    Device,
    DeviceError,
    Display,
    Fingers,
    FolderStorage,
    LONG_ms,
    MemoryStorage,
    RealClock,
    RELEASE_ms,
    ScriptedDevice,
    SeededRandom,
    SHORT_ms,
    SystemRandom,
    TICKS_PERIOD_ms,
    World,
    default_folder,
    ticks,
)
from kibitz.keys import KEY_A, KEY_B, KEY_C, KEY_M
from kibitz.world import CLICK, DARK, DIM, FULL, TROUBLE, VERDICT


class Canvas:
    def __init__(self, fill=0):
        self.buffer = bytearray([fill]) * 1024


class Recorder:
    """An app that notes what it is told and sleeps as long as it is told to."""

    def __init__(self, world, sleeps=()):
        self.world = world
        self.calls = []
        self.sleeps = list(sleeps)

    def tick(self, now_ms, readings):
        self.calls.append((now_ms, list(readings)))
        return self.sleeps.pop(0) if self.sleeps else None


# --- storage -------------------------------------------------------------------------------------


@pytest.fixture(params=["memory", "folder"])
def storage(request, tmp_path):
    if request.param == "memory":
        yield MemoryStorage({})
    else:
        folder = FolderStorage(tmp_path / "new" / "folder")
        yield folder
        folder.close()


def test_storage_keeps_text(storage):
    assert storage.read("game") is None
    assert storage.names() == []
    storage.append("game", '{"bid": 5}\n')
    storage.append("game", '{"bid": "pass"}\n')
    storage.write("names", "Đorđe\r\nZoë\n")
    assert storage.read("game") == '{"bid": 5}\n{"bid": "pass"}\n'
    assert storage.read("names") == "Đorđe\r\nZoë\n"
    assert storage.names() == ["game", "names"]
    storage.write("game", "")
    assert storage.read("game") == ""
    storage.remove("game")
    storage.remove("game")
    assert storage.names() == ["names"]


def test_folder_outlives_the_simulator(tmp_path):
    first = FolderStorage(tmp_path)
    first.append("game", "line\n")
    first.close()
    second = FolderStorage(tmp_path)
    assert second.read("game") == "line\n"
    second.close()


def test_folder_reads_what_is_no_utf8(tmp_path):
    (tmp_path / "game").write_bytes(b'{"bid": 5}\n\xff\xfe')
    storage = FolderStorage(tmp_path)
    assert storage.read("game") == '{"bid": 5}\n��'
    storage.close()


def test_an_unfinished_write_leaves_the_old_file(tmp_path, monkeypatch):
    storage = FolderStorage(tmp_path)
    storage.write("names", "old")

    def full(_descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("host_sim.device.os.fsync", full)
    with pytest.raises(OSError):
        storage.write("names", "new")
    assert storage.read("names") == "old"
    assert storage.names() == ["names"]
    storage.close()


@pytest.mark.parametrize("name", ["", "..", "../x", "a/b", "/etc/x", ".lock"])
def test_only_plain_names_are_files(tmp_path, name):
    storage = FolderStorage(tmp_path)
    with pytest.raises(ValueError):
        storage.write(name, "x")
    storage.close()


def test_a_folder_is_used_by_one_simulator(tmp_path):
    storage = FolderStorage(tmp_path)
    code = f"from host_sim.device import FolderStorage; FolderStorage({str(tmp_path)!r})"
    other = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert other.returncode != 0
    assert "Another simulator is using" in other.stderr
    storage.close()
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_a_folder_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(DeviceError, match=r"cannot be saved in .*file.*--data DIR"):
        FolderStorage(tmp_path / "file")


def test_default_folder_is_the_users(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_folder().name == "kibitz"
    if sys.platform.startswith("linux"):
        assert default_folder() == tmp_path / "kibitz"


# --- chance --------------------------------------------------------------------------------------


def test_chance_is_drawn_with_rejection():
    drawn = iter([b"\xff", b"\x07", b"\x06", b"\x05"])
    assert SystemRandom(lambda size: next(drawn)).below(6) == 5  # 7, 7 and 6 are thrown away


@pytest.mark.parametrize("n", [1, 2, 6, 256, 257, 1000])
def test_chance_stays_below(n):
    source = SystemRandom()
    seen = {source.below(n) for _ in range(20 * min(n, 100))}
    assert min(seen) >= 0 and max(seen) < n
    assert len(seen) > min(n, 100) // 2


def test_chance_below_nothing_is_refused():
    with pytest.raises(ValueError):
        SystemRandom().below(0)


def test_a_seed_repeats():
    first, second = SeededRandom(7), SeededRandom(7)
    assert [first.below(6) for _ in range(50)] == [second.below(6) for _ in range(50)]


# --- display and clock ---------------------------------------------------------------------------


def test_display_keeps_the_last_picture():
    frames = []
    display = Display(frames.append)
    canvas = Canvas()
    display.show(canvas)
    display.show(canvas)
    canvas.buffer[5] = 1
    assert display.frame == bytes(1024)  # a copy: drawing on does not change what was shown
    display.show(canvas)
    assert display.shown == 3
    assert [sum(frame) for frame in frames] == [0, 1]


def test_a_dark_display_keeps_its_picture():
    frames = []
    display = Display(frames.append)
    display.brightness(DIM)  # nothing is on it yet
    display.show(Canvas(3))
    display.brightness(DARK)
    display.brightness(DARK)
    assert display.seen() == bytes(1024) != display.frame
    display.show(Canvas(5))  # drawn unseen
    assert display.seen() == bytes(1024)
    display.brightness(FULL)
    assert display.seen() == display.frame == bytes([5]) * 1024
    assert [frame[0] for frame in frames] == [3, 3, 5, 5]
    with pytest.raises(ValueError):
        display.brightness(3)


def test_sounds_are_heard_by_whoever_listens():
    world, heard = World(), []
    world.buzzer.play(CLICK)
    world.buzzer.listeners.append(heard.append)
    world.buzzer.play(VERDICT)
    world.buzzer.play(TROUBLE)
    assert heard == [VERDICT, TROUBLE]


def test_the_battery_is_usb_unless_it_has_a_voltage():
    assert World().battery.read_mv() is None
    assert World(battery=Battery(3300)).battery.read_mv() == 3300


def test_display_refuses_another_size():
    canvas = Canvas()
    canvas.buffer = bytearray(504)
    with pytest.raises(ValueError):
        Display().show(canvas)


def test_the_clock_starts_just_before_the_wrap():
    assert ticks(0) == TICKS_PERIOD_ms - BEFORE_WRAP_ms
    assert ticks(BEFORE_WRAP_ms - 1) == TICKS_PERIOD_ms - 1
    assert ticks(BEFORE_WRAP_ms) == 0
    assert 0 < BEFORE_WRAP_ms <= 60_000


def test_the_real_clock_runs():
    clock = RealClock()
    assert 0 <= clock.elapsed_ms() < 1000


# --- fingers -------------------------------------------------------------------------------------


def test_a_press_goes_down_and_up():
    fingers = Fingers()
    assert fingers.press(KEY_A, 100) == 100 + SHORT_ms
    assert fingers.next_ms() == 100
    assert fingers.until(99) == []
    assert fingers.until(100) == [(100, KEY_A)]
    assert fingers.mask == KEY_A
    assert fingers.until(1000) == [(100 + SHORT_ms, 0)]
    assert fingers.next_ms() is None


def test_presses_follow_each_other_in_the_order_typed():
    fingers = Fingers()
    fingers.press(KEY_A, 0)
    fingers.press(KEY_A, 0)
    fingers.press(KEY_B, 10)
    again = SHORT_ms + RELEASE_ms
    assert fingers.until(1000) == [
        (0, KEY_A),
        (SHORT_ms, 0),
        (again, KEY_A),
        (again + SHORT_ms, 0),
        (2 * again, KEY_B),
        (2 * again + SHORT_ms, 0),
    ]


def test_a_repeated_letter_keeps_the_key_down():
    fingers = Fingers()
    fingers.hold(KEY_C, 0)
    assert fingers.until(600) == [(0, KEY_C)]
    for now_ms in range(600, 2000, 33):  # the terminal repeats the letter
        fingers.hold(KEY_C, now_ms)
        assert fingers.until(now_ms) == []
    up_ms, mask = fingers.until(5000)[0]
    assert mask == 0
    assert 2000 < up_ms < 2200


def test_two_letters_at_once_are_one_hold():
    fingers = Fingers()
    fingers.hold(KEY_C, 0)
    fingers.hold(KEY_C, 0)
    assert fingers.until(5000) == [(0, KEY_C), (LONG_ms, 0)]


def test_a_hold_after_a_press_is_a_hold_of_its_own():
    fingers = Fingers()
    fingers.press(KEY_C, 0)
    fingers.hold(KEY_C, 5)
    again = SHORT_ms + RELEASE_ms
    assert fingers.until(5000) == [
        (0, KEY_C), (SHORT_ms, 0), (again, KEY_C), (again + LONG_ms, 0)
    ]  # fmt: skip


def test_keys_go_down_and_come_up_as_somebody_says():
    fingers = Fingers()
    fingers.edge(KEY_A, True, 10)
    fingers.edge(KEY_C, True, 15)
    fingers.edge(KEY_A, False, 15)
    assert fingers.next_ms() == 10
    assert fingers.until(9) == []
    assert fingers.until(20) == [(10, KEY_A), (15, KEY_A | KEY_C), (15, KEY_C)]
    assert fingers.mask == KEY_C and fingers.next_ms() is None
    fingers.edge(KEY_C, False, 30)
    assert fingers.until(30) == [(30, 0)]


def test_a_key_that_is_down_stays_down_while_others_are_pressed():
    fingers = Fingers()
    fingers.edge(KEY_M, True, 5)
    fingers.press(KEY_A, 10)
    fingers.edge(KEY_M, False, 12)
    up_ms = 10 + SHORT_ms
    assert fingers.until(100) == [(5, KEY_M), (10, KEY_M | KEY_A), (12, KEY_A), (up_ms, 0)]


# --- the device in scripted time -----------------------------------------------------------------


def test_the_app_is_called_when_it_wants_and_when_a_key_moves():
    apps = []

    def make(world):
        apps.append(Recorder(world, [20, None, 5, None]))
        return apps[0]

    world = World()
    device = ScriptedDevice(make, world)
    device.fingers.press(KEY_A, 100)
    device.run_until(200)
    app = apps[0]
    assert app.world is world
    assert app.calls == [
        (ticks(0), [(ticks(0), 0)]),  # the level of the keys when switched on
        (ticks(20), []),
        (ticks(100), [(ticks(100), KEY_A)]),
        (ticks(105), []),
        (ticks(100 + SHORT_ms), [(ticks(100 + SHORT_ms), 0)]),
        (ticks(200), []),
    ]


def test_an_app_that_never_sleeps_does_not_stop_time():
    device = ScriptedDevice(lambda world: Recorder(world, [0] * 1000))
    device.run_until(50)
    assert device.clock.elapsed_ms() == 50


def test_the_device_tells_how_long_the_app_sleeps():
    device = ScriptedDevice(lambda world: Recorder(world, [700, None]))
    device.fingers.press(KEY_A, 100)
    assert device.tick() == 100  # the key comes sooner
    assert device.asleep_ms == 700
    device.tick()
    assert device.asleep_ms is None


def test_real_time_may_be_skipped():
    clock = RealClock()
    clock.pass_until(50_000)
    assert 50_000 <= clock.elapsed_ms() < 51_000
    clock.pass_until(0)
    assert clock.elapsed_ms() >= 50_000
    device = Device(Recorder, clock=clock)
    device.run_until(90_000)
    assert 90_000 <= clock.elapsed_ms() < 91_000
    assert device.app.calls[-1][0] >= ticks(90_000)


def test_scripted_time_does_not_go_back():
    device = ScriptedDevice(Recorder)
    device.run_until(50)
    with pytest.raises(ValueError):
        device.clock.pass_until(49)
