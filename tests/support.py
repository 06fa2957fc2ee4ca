"""What the tests share: where things are, the shared games, and the real MicroPython."""

import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CASES = ROOT / "tests" / "cases"
BOARD = ROOT / "firmware" / "micropython"
MICROPYTHON = ROOT / ".venv-micropython" / "bin" / "micropython"
# Modules are looked for in the repository as on a board's flash: the core beside the app.
MICROPYTHON_PATH = os.pathsep.join((str(ROOT), str(ROOT / "firmware"), ".frozen"))
# The Pico has about 240 KB; an object takes twice the room here, where pointers have 64 bits.
PICO_HEAP = "480k"
# For more than one game at a time: here, unlike on a Pico with its compiled files, the compiler
# needs room of its own, and every game that was looked at stays loaded.
ROOMY_HEAP = "2m"
MICROPYTHON_TIMEOUT_s = 120


def case_files() -> list[Path]:
    """The transcripts of the shared games; NAME.expected.jsonl beside each has the answers."""
    return sorted(p for p in CASES.glob("*.jsonl") if not p.name.endswith(".expected.jsonl"))


def saved_in(folder: Path) -> str:
    """The running game's transcript as a simulator, running or not, has saved it in a folder."""
    from host_sim.device import MemoryStorage, transcript

    if not folder.exists():
        return ""
    paths = [path for path in folder.iterdir() if path.is_file()]
    return transcript(MemoryStorage({path.name: path.read_text("utf-8") for path in paths}))


def micropython(script: str, *arguments: object, heap: str = PICO_HEAP, quick: bool = False) -> str:
    """Run a script of tests/micropython under the real MicroPython; what it prints.

    heap: the size of its heap. quick: with the board's machine code. Fails the test if the script
    does not exit with 0.
    """
    searched = f"{BOARD}{os.pathsep}{MICROPYTHON_PATH}" if quick else MICROPYTHON_PATH
    assert MICROPYTHON.exists(), f"there is no {MICROPYTHON}: say `make setup`"
    path = ROOT / "tests" / "micropython" / script
    run = subprocess.run(
        [MICROPYTHON, "-X", f"heapsize={heap}", path, *map(str, arguments)],
        cwd=ROOT,
        env={**os.environ, "MICROPYPATH": searched},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=MICROPYTHON_TIMEOUT_s,
    )
    assert run.returncode == 0, f"{script} exited {run.returncode}:\n{run.stdout}\n{run.stderr}"
    return run.stdout


def told_of_files(tried: int, last: int) -> str:
    """What became of bad files. last: how often the slot with the last entry was the one."""
    return f"bad files: {tried:,} tried, nothing lost but the last entry, {last:,} times"


def told_of_cuts(tried: int, twice: int, games: int) -> str:
    """What became of power cuts. tried: all. twice: of these, so many came right after another."""
    many = f"{tried:,} tried in {games} games, {twice:,} of them right after another one"
    return f"power cuts: {many}, nothing lost"
