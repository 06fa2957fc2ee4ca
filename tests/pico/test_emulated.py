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

import emulated
import given
import long_game
from host_sim import bench, bench_board, bundle, uf2
from rules_core import GAMES
from saved import save

HERE = Path(__file__).resolve().parent
CUTS = 60
LEAST_bytes = 12 * 1024  # free in a full game: a picture, a press and what it loads
TIMEOUT_s = given.TIMEOUT_s
GAME = ({"game": "counter", "players": ["Ana", "Bora"], "options": {}}, {"points": [0, 5]})


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


@pytest.mark.parametrize("name", long_game.GAMES)
def test_a_game_becomes_full_and_all_screens_have_room(name, capsys):
    events, seen = long_game.measured(name)
    with capsys.disabled():
        print(f"\n{name}: {events} events, {min(seen)[0]} bytes free")
    assert min(seen)[0] >= LEAST_bytes
    assert any(sight.startswith("FullScreen") for _, sight in seen)


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
    said: list[str] = []
    with given.plugged_in(tmp_path / "flash.img", said) as port:
        told = [run("host_sim.flash", "--port", port) for _ in range(2)]
    count = len(bundle.installed())
    for one, new in zip(told, (count, 0), strict=True):
        assert one.returncode == 0, one.stdout[-2000:] + one.stderr + said[0]
        assert re.search(rf"^{count} files checked, {new} of them new", one.stdout, re.MULTILINE)
    assert "Traceback" not in said[0] and "The glass is dark." not in said[0]


def test_make_bench_board_leaves_no_trace(device, tmp_path, capsys):
    """The device measures itself; what was on its flash is there afterwards, and nothing else.

    A game goes on there, and is as the program leaves it when it starts again in the end; the one
    before it and the settings are of the first format.
    """
    kept, flash, saves = tmp_path / "bench.json", tmp_path / "flash.img", tmp_path / "saves"
    save(saves, GAME, running=GAME)
    (saves / "game-0001.sum").unlink()
    (saves / "settings-0001.json").write_text('{"values": {"language": "en"}}\n', "utf-8")
    files = emulated.read(device)
    files.update({f"kibitz-saves/{name}": data for name, data in emulated.read(saves).items()})
    flash.write_bytes(uf2.image(files))
    said: list[str] = []
    with given.plugged_in(flash, said) as port:
        done = run("host_sim.bench_board", "--port", port, "--to", str(kept))
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr + said[0]
    with capsys.disabled():
        print("\n" + done.stdout.rstrip())
    told = json.loads(kept.read_text("utf-8"))
    assert set(told["games"]) == set(GAMES)
    assert all(one["screens"] and one["free_bytes"] > 0 for one in told["games"].values())
    assert all(max(seen[3] for seen in one["screens"].values()) for one in told["games"].values())
    assert set(told["rules"]) == {bench_board.file_of(kind) for kind in bench.KINDS}
    assert all(one["worst_us"] and one["worst_undo_us"] for one in told["rules"].values())
    assert uf2.looked_at(flash.read_bytes())[0] == files


def run(module: str, *arguments: str) -> subprocess.CompletedProcess:
    """A program of the project."""
    return subprocess.run(
        [sys.executable, "-m", module, *arguments],
        cwd=bundle.ROOT,
        capture_output=True,
        encoding="utf-8",
        timeout=TIMEOUT_s,
    )
