"""Pictures of a session: the GIF has the very frames that were shown, each long enough, none too
long; single screens get numbers of their own."""

import io
import subprocess
import sys

import pytest
from PIL import Image

from host_sim import film, picture
from host_sim.device import DeviceError, ScriptedDevice, World
from host_sim.film import Film, LAST_ms, LEAST_ms, MOST_ms, snapshot
from host_sim.script import Player, WATCHED_PAUSE_ms
from kibitz.app import App
from kibitz.world import DARK, DIM, FULL
from sim_pty import PseudoTerminal

SIM = [sys.executable, "-m", "host_sim", "sim"]


def stills(data):
    """The pictures of a GIF, with how long each is shown."""
    opened = Image.open(io.BytesIO(data))
    shown = []
    for number in range(opened.n_frames):
        opened.seek(number)
        shown.append((opened.convert("RGB").tobytes(), opened.info["duration"]))
    return shown


def still(frame, dim=False):
    return picture.image(frame, dim=dim).convert("RGB").tobytes()


class Painter:
    """An app that does what a function tells it, at every tick."""

    def __init__(self, world):
        self.world = world
        self.buffer = bytearray(1024)

    def tick(self, now_ms, readings):
        return None

    def show(self, byte):
        self.buffer[0] = byte
        self.world.display.show(self)


def test_the_gif_has_the_frames_that_were_shown(tmp_path):
    device = ScriptedDevice(App)
    shown = []
    device.world.display.watchers.append(shown.append)
    recorder = Film(tmp_path / "film.gif", device)
    player = Player(device)
    player.start()
    player.play("b a c c b:2500 a c wait:400 m m")
    told = recorder.save()
    assert len(shown) > 8
    assert [image for image, _ in stills(recorder.path.read_bytes())] == [
        still(frame) for frame in shown
    ]
    assert recorder.frames() == shown
    assert told == f"A film of {len(shown)} screens is in {recorder.path}"


def test_idle_times_are_cut_short_and_flashes_can_be_seen(tmp_path):
    device = ScriptedDevice(Painter)
    recorder = Film(tmp_path / "film.gif", device)
    for byte, until_ms in ((1, 500), (2, 505), (3, 600), (4, 60_000), (5, 60_123)):
        device.app.show(byte)
        device.run_until(until_ms)
    device.app.show(6)
    recorder.save()
    times = [time_ms for _, time_ms in stills(recorder.path.read_bytes())]
    assert times == recorder.times_ms() == [500, LEAST_ms, 100, MOST_ms, 130, LAST_ms]


def test_a_glass_that_dims_and_goes_dark_does_so_in_the_film(tmp_path):
    device = ScriptedDevice(Painter)
    recorder = Film(tmp_path / "film.gif", device)
    display = device.world.display
    device.app.show(255)
    shown = bytes(device.app.buffer)
    for level in (DIM, DARK, FULL):
        device.run_until(device.clock.elapsed_ms() + 1000)
        display.brightness(level)
        if level == DARK:
            device.app.show(7)  # unseen, and gone before anybody sees it
            device.app.show(255)
    recorder.save()
    assert [image for image, _ in stills(recorder.path.read_bytes())] == [
        still(shown), still(shown, dim=True), still(bytes(1024)), still(shown)
    ]  # fmt: skip


def test_of_a_long_session_the_end_is_kept(tmp_path, monkeypatch):
    monkeypatch.setattr(film, "MOST_FRAMES", 3)
    device = ScriptedDevice(Painter)
    recorder = Film(tmp_path / "film.gif", device)
    for byte in (1, 2, 3):
        device.app.show(byte)
    assert "A film of 3 screens" in recorder.save()
    device.app.show(4)
    assert "A film of the last 3 screens" in recorder.save()
    assert [frame[0] for frame in recorder.frames()] == [2, 3, 4]


def test_a_film_of_nothing(tmp_path):
    path = tmp_path / "film.gif"
    told = "Nothing was shown, so there is no film."
    assert Film(path, ScriptedDevice(Painter)).save() == told
    assert not path.exists()
    path.write_bytes(b"another film")
    assert Film(path, ScriptedDevice(Painter)).save() == told
    assert path.read_bytes() == b"another film"


def test_a_film_that_cannot_be_written_is_told_at_once(tmp_path):
    with pytest.raises(DeviceError, match="Pictures cannot be written to .*: "):
        Film(tmp_path / "no" / "film.gif", ScriptedDevice(Painter))
    with pytest.raises(DeviceError):
        Film(tmp_path, ScriptedDevice(Painter))


def test_screens_get_numbers_that_are_free(tmp_path):
    device = ScriptedDevice(Painter)
    folder = tmp_path / "new" / "folder"
    assert snapshot(device, folder).read_bytes() == picture.png(bytes(1024))
    device.app.show(255)
    (folder / "kibitz-0002.png").write_text("somebody's own")
    path = snapshot(device, folder)
    assert path.name == "kibitz-0003.png"
    assert path.read_bytes() == picture.png(device.world.display.frame)
    device.world.display.brightness(DARK)
    assert snapshot(device, folder).read_bytes() == picture.png(bytes(1024))
    with pytest.raises(DeviceError, match="Pictures cannot be written"):
        snapshot(device, path)


# -- the commands ---------------------------------------------------------------------------------


def run(*arguments):
    return subprocess.run(
        [*SIM, *arguments], stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8",
        timeout=60,
    )  # fmt: skip


def test_a_script_gives_a_gif_that_can_be_watched(tmp_path):
    def filmed(name, *more):
        path = tmp_path / name
        done = run("--keys", "c b b wait:1500 a", "--lang", "en", "--data", str(tmp_path / "data"),
                   "--gif", str(path), *more)  # fmt: skip
        assert done.returncode == 0, done.stderr
        assert f"screens is in {path}" in done.stdout
        return stills(path.read_bytes())

    device = ScriptedDevice(App, World())
    shown = []
    device.world.display.watchers.append(shown.append)
    player = Player(device)
    player.start()
    player.play("c b b a")
    slow, fast = filmed("slow.gif"), filmed("fast.gif", "--fast")
    assert [image for image, _ in slow] == [still(frame) for frame in shown]
    assert [image for image, _ in fast] == [image for image, _ in slow]
    # A row's note follows at once when the mark has moved; every other picture can be watched.
    rests = [place for place, (_, time_ms) in enumerate(slow) if time_ms != LEAST_ms]
    assert len(rests) == len("cbba") + 1
    slow_ms, fast_ms = ([film[place][1] for place in rests] for film in (slow, fast))
    assert min(slow_ms) >= WATCHED_PAUSE_ms
    assert [time_ms < 200 for time_ms in fast_ms] == [True, True, True, False, False]
    assert slow_ms[3] == MOST_ms and 1500 < fast_ms[3] < 1700


def test_the_demonstration_gives_a_gif(tmp_path):
    path = tmp_path / "demo.gif"
    done = run("--demo", "--gif", str(path))
    assert done.returncode == 0, done.stderr
    assert len(stills(path.read_bytes())) > 100


def test_a_terminal_gives_a_gif_and_pictures(tmp_path):
    path, pictures = tmp_path / "film.gif", tmp_path / "pictures"
    terminal = PseudoTerminal(
        [*SIM, "--data", str(tmp_path / "data"), "--lang", "en", "--gif", str(path),
         "--shots", str(pictures)], columns=200
    )  # fmt: skip
    try:
        terminal.wait_for("q quit")
        terminal.type("b")
        terminal.settle()
        terminal.type("s")
        terminal.settle()
        terminal.type("q")
        assert terminal.end() == 0
        told = terminal.raw.decode().replace("\r\n", "\n")
        [saved] = pictures.glob("*.png")
        assert f"A picture of the screen is in {saved}" in told
        assert f"A film of 2 screens is in {path}" in told
        shown = [image for image, _ in stills(path.read_bytes())]
        assert len(shown) == 2
        with Image.open(saved) as opened:
            assert opened.convert("RGB").tobytes() == shown[1]
    finally:
        terminal.close()
