"""RIG and UF2, as they were given: the emulator, and an image of MicroPython.

RIG is its folder, its program, or the command that starts it: an interpreter and the program.
Without an interpreter it is the one of the environment that `make pico-check` sets up for it.
"""

import os
import shlex
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PYTHON = ROOT / ".venv-pico" / "bin" / "python"
PROGRAM = "picoemu.py"


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
