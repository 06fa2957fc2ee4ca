"""The device on an emulated RP2040 with a real image of MicroPython, where these are given:

    make pico-check RIG=FOLDER UF2=IMAGE

RIG: the emulator; UF2: the image; see given.py. Neither is part of this repository.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import given
from host_sim import bundle

HERE = Path(__file__).resolve().parent
CUTS = 60
TIMEOUT_s = 1800


def test_nothing_is_lost_when_the_power_goes(device, capsys):
    python, rig = given.command()
    command = [python, HERE / "cut_power.py", rig, given.image(), device]
    done = subprocess.run(
        [*map(str, command), str(CUTS)], capture_output=True, encoding="utf-8", timeout=TIMEOUT_s
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    counts = json.loads(done.stdout.splitlines()[-1])
    with capsys.disabled():
        print("\npower cuts on an emulated Pico:", counts)
    assert counts["cuts"] >= CUTS and counts["before"] and counts["after"] and counts["torn"]


def test_what_is_handed_out_boots(tmp_path, capsys):
    """The UF2 with the file system, and the zips: every file arrives and loads; there is light."""
    if not bundle.COMPILERS["6.2"].exists():
        pytest.skip("its compiler comes with `make bundle`")
    for name, data in bundle.bundles().items():
        (tmp_path / name).write_bytes(data)
    python, rig = given.command()
    command = [python, HERE / "installed.py", Path(rig).parent, tmp_path, given.image()]
    done = subprocess.run(
        [*map(str, command)], capture_output=True, encoding="utf-8", timeout=TIMEOUT_s
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    with capsys.disabled():
        print("\n" + done.stdout.rstrip())
    assert len(done.stdout.splitlines()) == 4


def test_make_flash_brings_it_over_usb(tmp_path):
    """Twice: the second time there is nothing to copy."""
    python, rig = given.command()
    command = [python, HERE / "cable.py", Path(rig).parent, given.image(), tmp_path / "flash.img"]
    board = subprocess.Popen(
        [*map(str, command)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
    )
    port = board.stdout.readline().strip()
    try:
        told = [
            subprocess.run(
                [sys.executable, "-m", "host_sim.flash", "--port", port],
                cwd=bundle.ROOT,
                capture_output=True,
                encoding="utf-8",
                timeout=TIMEOUT_s,
            )
            for _ in range(2)
        ]
    finally:
        said, _ = board.communicate(timeout=TIMEOUT_s)
    count = len(bundle.installed())
    for one, new in zip(told, (count, 0), strict=True):
        assert one.returncode == 0, one.stdout[-2000:] + one.stderr + said
        assert re.search(rf"^{count} files checked, {new} of them new", one.stdout, re.MULTILINE)
    assert "Traceback" not in said and "The glass is dark." not in said
