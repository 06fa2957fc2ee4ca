"""The Pico's program, the very files of firmware/micropython, under the real MicroPython on a
simulated machine (tests/board/sim)."""

import functools
import json
import os
import subprocess
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

import package_json
from host_sim import bundle
from rules_core import GAMES
from support import MICROPYTHON, PICO_HEAP, ROOT

HERE = Path(__file__).resolve().parent
# The simulated machine comes first: its `machine` and `time` stand in the place of MicroPython's.
SEARCHED = (HERE / "sim", HERE, bundle.BOARD, ROOT / "firmware", ROOT)
BIG_HEAP = "2m"  # for a flash in memory
APP_HEAP = "1m"  # for the app, compiled here and not on the host, and the simulation
TIMEOUT_s = 300
# micropython-lib's driver is no package that pip knows. Where a copy of it lies, it is tried too.
SSD1306 = os.environ.get("KIBITZ_SSD1306")
CHIPS = ("ssd1306", "sh1106")
MOUNTS = ("up", "down")


def run(script: str, *arguments: object, heap: str = PICO_HEAP, simulated: bool = True) -> str:
    """Run a script of this folder, on the simulated machine or on none; what it prints."""
    assert MICROPYTHON.exists(), f"there is no {MICROPYTHON}: say `make setup`"
    searched = SEARCHED if simulated else ()
    done = subprocess.run(
        [MICROPYTHON, "-X", f"heapsize={heap}", HERE / script, *map(str, arguments)],
        cwd=HERE,
        env={**os.environ, "MICROPYPATH": os.pathsep.join((*map(str, searched), ".frozen"))},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=TIMEOUT_s,
    )
    assert done.returncode == 0, f"{script} exited {done.returncode}:\n{done.stdout}\n{done.stderr}"
    assert "Traceback" not in done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("mount", MOUNTS)
@pytest.mark.parametrize("chip", CHIPS)
@pytest.mark.parametrize("driver", ("own", "lib"))
def test_the_glass_shows_the_picture_after_every_change(driver, chip, mount):
    if driver == "lib" and not SSD1306:
        pytest.skip("KIBITZ_SSD1306 names no folder with micropython-lib's ssd1306.py")
    run("check_glass.py", driver, chip, mount, 700, *([SSD1306] if driver == "lib" else ()))


@pytest.mark.parametrize("mount", MOUNTS)
@pytest.mark.parametrize("chip", CHIPS)
def test_the_loop_loses_no_press_and_rests_with_the_right_picture(chip, mount, tmp_path):
    said = run("check_loop.py", chip, mount, 300, 1, tmp_path)
    assert said.startswith("300 presses")


@pytest.mark.parametrize("status", ("honest", "mute", "deaf"))
@pytest.mark.parametrize("chip", CHIPS)
def test_a_display_that_comes_loose_costs_nothing_but_the_sight_of_it(chip, status, tmp_path):
    said = run("check_faults.py", chip, status, 300, 1, tmp_path)
    assert "No display at 0x3C or 0x3D: check SDA on GP4 and SCL on GP5." in said


def test_the_contacts_lose_nothing():
    run("check_keys.py", 300)


def test_sleep_usb_battery_brightness_and_piezo(tmp_path):
    run("check_power.py", tmp_path)


def test_errors_hangs_and_the_watchdog(tmp_path):
    run("check_watchdog.py", tmp_path, heap=APP_HEAP)


def test_the_clock_that_wraps(tmp_path):
    run("check_clock.py", tmp_path)


def test_storage_and_chance():
    run("check_parts.py", heap=BIG_HEAP)


@pytest.mark.parametrize(("chip", "mount"), [("ssd1306", "up"), ("sh1106", "down")])
def test_the_app_on_the_board(chip, mount, tmp_path):
    run("check_app.py", chip, mount, 400, 1, tmp_path, heap=APP_HEAP)


def test_the_package_names_every_file_and_the_driver_it_needs():
    found = (bundle.BOARD / "package.json").read_text(encoding="utf-8")
    assert found == package_json.text(), "say `python tests/board/package_json.py`"
    package = json.loads(found)
    named = {name: (bundle.BOARD / url).resolve() for name, url in package["urls"]}
    assert named == bundle.installed()
    assert package["deps"] == [["ssd1306", "latest"]]


class Site(SimpleHTTPRequestHandler):
    """The repository, and beside it an index of packages that has a driver in it."""

    def do_GET(self):
        if self.path.startswith("/index/package/") and self.path.endswith("/ssd1306/latest.json"):
            self.answer(json.dumps({"v": 1, "urls": [["ssd1306.py", "driver.py"]]}))
        elif self.path.endswith("/ssd1306/driver.py"):
            self.answer("# the driver")
        else:
            super().do_GET()

    def answer(self, text):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_):
        pass


def test_mip_installs_the_package_and_its_dependency(tmp_path):
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Site, directory=ROOT))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        site = f"http://127.0.0.1:{server.server_port}"
        package = f"{site}/firmware/micropython/package.json"
        run("install.py", package, f"{site}/index", tmp_path, heap=BIG_HEAP, simulated=False)
    finally:
        server.shutdown()
        server.server_close()
    found = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.py")}
    named = dict(json.loads((bundle.BOARD / "package.json").read_text("utf-8"))["urls"])
    assert found == {*named, "ssd1306.py"}
    for name, url in named.items():
        assert (tmp_path / name).read_bytes() == (bundle.BOARD / url).read_bytes()


@pytest.mark.parametrize("game", GAMES)
def test_no_press_waits_for_a_module(game, tmp_path):
    assert run("check_ahead.py", game, tmp_path, heap=APP_HEAP) == ""
