"""A board on a cable, for tests: a serial port with the real MicroPython behind it."""

import contextlib
import os
import pty
import subprocess
import tty
from collections.abc import Iterator
from pathlib import Path

from support import MICROPYTHON, ROOT


@contextlib.contextmanager
def plugged_in(image: Path) -> Iterator[str]:
    """The port of a board whose flash is this file (tests/micropython/raw_repl.py)."""
    assert MICROPYTHON.exists(), f"there is no {MICROPYTHON}: say `make setup`"
    ours, port = pty.openpty()
    tty.setraw(port)  # kept open here, so that the line does not go down between two programs
    script = ROOT / "tests" / "micropython" / "raw_repl.py"
    board = subprocess.Popen(
        [MICROPYTHON, "-X", "heapsize=2m", script, image], stdin=ours, stdout=ours
    )
    try:
        yield os.ttyname(port)
    finally:
        board.kill()
        board.wait()
        os.close(ours)
        os.close(port)
