"""A board on the USB cable, reached by mpremote.

mpremote's command line is what its makers keep stable, its modules are not; so it is called as a
program. While it talks to the board the app there does not run: it is interrupted, and its memory
given back, by the first word that is said. `Board` is therefore a context manager: at its end the
board is started anew and the game is on its glass again.
"""

import base64
import importlib.util
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from .untrusted import printable

PACKAGE = "mpremote"  # also in pyproject.toml, as the extra `usb`
FIRST_FOUND = "auto"
TIMEOUT_s = 300
LARGEST_FILE_bytes = 4 << 20  # more than the flash of a board with MicroPython usually has
UNFINISHED = ".tmp"

NO_BOARD = (
    "No board is found. Plug it in with a cable that carries data; if another program (a serial"
    " terminal, say) talks to it, quit that first."
)

# What runs on the board. Bytes travel as base64, a block a line, and names as hexadecimal.
_LIST = """\
import os, binascii
try:
    found = list(os.ilistdir({folder!r}))
except OSError as error:
    if error.errno != 2:
        raise
    found = []
for entry in found:
    if entry[1] == 0x8000:
        print(binascii.hexlify(entry[0]).decode(), entry[3])
"""
_READ = """\
import binascii, sys
with open({path!r}, 'rb') as file:
    left = {most}
    while left:
        block = file.read(min(left, 384))
        if not block:
            break
        left -= len(block)
        sys.stdout.write(binascii.b2a_base64(block).decode())
"""
_READ_FOLDER = """\
import os, binascii, sys
try:
    found = list(os.ilistdir({folder!r}))
except OSError as error:
    if error.errno != 2:
        raise
    found = []
for entry in found:
    if entry[1] == 0x8000 and entry[3] <= {most}:
        print('=', binascii.hexlify(entry[0]).decode())
        with open({folder!r} + b'/' + entry[0], 'rb') as file:
            block = file.read(384)
            while block:
                sys.stdout.write(binascii.b2a_base64(block).decode())
                block = file.read(384)
"""
_TAKE_NAMES = """\
import os
for name in {names!r}:
    os.rename(name + {unfinished!r}, name)
"""
_MAKE_FOLDER = """\
import os
try:
    os.mkdir({folder!r})
except OSError as error:
    if error.errno != 17:
        raise
"""


class BoardError(Exception):
    """The board cannot be reached, or refuses; the text says why and what to do about it."""


class Board:
    """An attached board, as a context manager; it starts anew at the end.

    port: its serial port as `mpremote connect` takes it; if left out, the first one found.
    Everything raises BoardError. Paths are absolute.
    """

    def __init__(self, port: str = FIRST_FOUND) -> None:
        if importlib.util.find_spec(PACKAGE) is None:
            raise BoardError(
                f"{PACKAGE} is needed to talk to a board. Install it: pip install {PACKAGE}"
            )
        self._port = port
        self._reached = False
        self.run("pass")  # an empty line would ask for a restart

    def __enter__(self) -> "Board":
        return self

    def __exit__(self, *_: object) -> None:
        self.restart()

    def run(self, snippet: str) -> str:
        """Run a piece of MicroPython on the board; what it printed."""
        return self._mpremote("exec", snippet)

    def sizes(self, folder: str) -> dict[str, int]:
        """Name and bytes of each file in a folder; none if there is no such folder."""
        found = {}
        for line in self.run(_LIST.format(folder=folder.encode())).splitlines():
            name, size = line.split()
            found[bytes.fromhex(name).decode("utf-8", "replace")] = int(size)
        return found

    def read(self, path: str, most_bytes: int = LARGEST_FILE_bytes) -> bytes:
        """What is in a file, no more than so many bytes of it."""
        printed = self.run(_READ.format(path=path.encode(), most=most_bytes))
        return b"".join([base64.b64decode(line) for line in printed.splitlines()])

    def read_folder(self, folder: str) -> dict[str, bytes]:
        """Name and bytes of each file in a folder; none if there is no such folder."""
        found: dict[str, bytearray] = {}
        data = bytearray()
        printed = self.run(_READ_FOLDER.format(folder=folder.encode(), most=LARGEST_FILE_bytes))
        for line in printed.splitlines():
            if line.startswith("="):
                data = found[bytes.fromhex(line[1:]).decode("utf-8", "replace")] = bytearray()
            else:
                data += base64.b64decode(line)
        return {name: bytes(data) for name, data in found.items()}

    def write(self, path: str, data: bytes) -> None:
        """Replace a file: after a power cut it is wholly old or wholly new."""
        folder, _, name = path.rpartition("/")
        self.write_folder(folder, {name: data})

    def write_folder(self, folder: str, files: Mapping[str, bytes]) -> None:
        """Replace files in a folder, one after another, each wholly or not at all."""
        names = [f"{folder}/{name}" for name in files]
        with tempfile.TemporaryDirectory() as near:
            local = Path(near) / "file"
            for name, data in zip(names, files.values(), strict=True):
                local.write_bytes(data)
                self._mpremote("fs", "cp", str(local), f":{name}{UNFINISHED}")
        encoded = [name.encode() for name in names]
        self.run(_TAKE_NAMES.format(names=encoded, unfinished=UNFINISHED.encode()))

    def remove(self, path: str) -> None:
        """Delete a file."""
        self.run(f"import os; os.remove({path.encode()!r})")

    def make_folder(self, folder: str) -> None:
        """Make a folder unless it is there."""
        self.run(_MAKE_FOLDER.format(folder=folder.encode()))

    def restart(self) -> None:
        """Start the board anew, as its reset button does."""
        self._mpremote("reset")

    def _mpremote(self, *command: str) -> str:
        # Only the first call resets the memory; `resume` finds everything as the last one left it.
        connect = ["connect", self._port, *(["resume"] if self._reached else [])]
        try:
            done = subprocess.run(
                [sys.executable, "-m", PACKAGE, *connect, *command],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                encoding="utf-8",
                errors="replace",
                timeout=TIMEOUT_s,
            )
        except subprocess.TimeoutExpired:
            raise BoardError(
                "The board does not answer. Press its reset button or plug it in anew."
            ) from None
        if done.returncode:
            raise BoardError(_trouble(done.stderr, done.stdout))
        self._reached = True
        return done.stdout


def _trouble(stderr: str, stdout: str) -> str:
    """What is wrong, of what mpremote and the board said."""
    if "no device found" in stderr:
        return NO_BOARD
    if stderr.strip():
        return f"The board cannot be reached. {printable(stderr.splitlines()[-1])}."
    said = stdout.splitlines() or ["nothing at all"]
    return f"The board answers: {printable(said[-1])}."
