"""RIG and UF2, as they were given: the emulator, and an image of MicroPython.

RIG is its folder, its program, or the command that starts it: an interpreter and the program.
Without an interpreter it is the one of the environment that `make pico-check` sets up for it.
"""

import contextlib
import json
import os
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PYTHON = ROOT / ".venv-pico" / "bin" / "python"
PROGRAM = "picoemu.py"
TIMEOUT_s = 1800


def lacking() -> str:
    """Why there is nothing to run on, "" if there is."""
    if not os.environ.get("RIG"):
        return "RIG names no emulator: make pico-check RIG=FOLDER UF2=IMAGE"
    python, program = command()
    if not Path(program).is_file():
        return f"there is no emulator at {program}, which RIG names"
    if not Path(python).exists():
        return f"there is no {python}; say make pico-check, which sets it up"
    if not os.environ.get("UF2"):
        return "UF2 names no image of MicroPython: make pico-check RIG=FOLDER UF2=IMAGE"
    if not Path(os.environ["UF2"]).is_file():
        return f"there is no image at {os.environ['UF2']}, which UF2 names"
    return ""


def command() -> list[str]:
    """[interpreter, program] of the emulator."""
    words = shlex.split(os.environ["RIG"])
    program = Path(words[-1])
    if program.is_dir():
        program /= PROGRAM
    return [words[0] if len(words) > 1 else str(PYTHON), str(program.absolute())]


def image() -> str:
    """The path of the image."""
    return str(Path(os.environ["UF2"]).absolute())


def played(device: Path, scene: str, *arguments: object) -> Any:
    """What a scene has found; see scenes.py. device: a folder with what is installed."""
    python, rig = command()
    words = [python, HERE / "scenes.py", rig, image(), device, scene, *arguments]
    done = subprocess.run(
        list(map(str, words)), capture_output=True, encoding="utf-8", timeout=TIMEOUT_s
    )
    if done.returncode:
        raise AssertionError(f"{scene}: {done.stdout[-2000:]}{done.stderr[-6000:]}")
    return json.loads(done.stdout.splitlines()[-1])


@contextlib.contextmanager
def plugged_in(flash: Path, said: list[str]) -> Iterator[str]:
    """The port at which the emulated board is; see cable.py. said: gets what it says in the end."""
    python, rig = command()
    words = [python, HERE / "cable.py", Path(rig).parent, image(), flash]
    board = subprocess.Popen(
        list(map(str, words)), stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
    )
    assert board.stdout is not None
    try:
        yield board.stdout.readline().strip()
    finally:
        said.append(board.communicate(timeout=TIMEOUT_s)[0])
