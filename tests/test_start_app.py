"""The app under the real MicroPython: it starts in a heap of the Pico's size, plays on under random
keys, and shows and saves the very same as here."""

import json
import subprocess
import sys

import pytest

from rules_core.transcript import Replayer
from support import PICO_HEAP, ROOMY_HEAP, ROOT, micropython

SCRIPT = ROOT / "tests" / "micropython" / "start_app.py"
PRESSES = 600
TIMEOUT_s = 60


def on_cpython(presses: int, seed: int) -> list[str]:
    run = subprocess.run(
        [sys.executable, SCRIPT, str(presses), str(seed)],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        timeout=TIMEOUT_s,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout.splitlines()[:-1]  # less the memory in use


def on_micropython(presses: int, seed: int, heap: str) -> list[str]:
    return micropython("start_app.py", presses, seed, heap=heap).splitlines()[:-1]


def transcripts(lines: list[str]) -> list[list[dict]]:
    """The games among the files that were printed."""
    games: list[list[dict]] = []
    in_game = False
    for line in lines:
        if line.startswith("{"):
            if in_game:
                games[-1].append(json.loads(line))
        elif line:  # a picture, or the name of a file
            in_game = line.endswith(".jsonl")
            games += [[]] if in_game else []
    return [game for game in games if game]


def test_it_starts():
    """From power on to the first picture, without a press."""
    press, _, is_lit, labels = on_micropython(0, 1, PICO_HEAP)[0].split(" ", 3)
    assert (press, is_lit) == ("0", "True")
    assert labels.count("|") == 2


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_it_runs_as_on_the_pc(seed):
    there, here = on_micropython(PRESSES, seed, ROOMY_HEAP), on_cpython(PRESSES, seed)
    for line, wanted in zip(there, here, strict=True):
        assert line == wanted
    pictures = {line.split()[1] for line in here if line.split()[2:3] == ["True"]}
    assert len(pictures) > 50
    games = transcripts(here)
    assert max(map(len, games)) > 8
    for game in games:
        replayer = Replayer()
        assert all(replayer.answer(line)["ok"] for line in game)
