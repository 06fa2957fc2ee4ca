"""The device on an emulated RP2040 with a real image of MicroPython, where these are given:

    make test ARGS=tests/pico RIG="PYTHON picoemu.py" UF2=IMAGE

RIG: the emulator, as it is called; UF2: the image. Neither is part of this repository.
"""

import json
import os
import shlex
import subprocess
from pathlib import Path

import pytest

from host_sim import bundle

HERE = Path(__file__).resolve().parent
RIG, UF2 = os.environ.get("RIG", ""), os.environ.get("UF2", "")
CUTS = 60
TIMEOUT_s = 1800

pytestmark = pytest.mark.skipif(
    not RIG or not UF2, reason="RIG and UF2 name no emulator and no image of MicroPython"
)


@pytest.fixture(scope="session")
def device(tmp_path_factory) -> Path:
    """A folder with what is installed on the board."""
    folder = tmp_path_factory.mktemp("device")
    for name, data in bundle.compiled(bundle.installed()).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return folder


def test_nothing_is_lost_when_the_power_goes(device, capsys):
    command = [*shlex.split(RIG)[:1], HERE / "cut_power.py", *shlex.split(RIG)[1:], UF2, device]
    done = subprocess.run(
        [*map(str, command), str(CUTS)], capture_output=True, encoding="utf-8", timeout=TIMEOUT_s
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    counts = json.loads(done.stdout.splitlines()[-1])
    with capsys.disabled():
        print("\npower cuts on an emulated Pico:", counts)
    assert counts["cuts"] >= CUTS and counts["before"] and counts["after"] and counts["torn"]
