"""`make flash`: put the program on the board on the USB cable, or what is new of it.

The board is asked what it is, and for the checksum of each file that may be ours; what differs is
compiled for it and copied, each file whole or not at all; what an earlier version had and this one
has not is removed; then the checksums are asked for once more, and the board starts. It is told in
a list on the board what was installed (bundle.FILES), so that a later update knows what is ours,
and whether config.py has been changed since. The saved games are never looked at.

A board whose MicroPython has Kibitz frozen into it is left as it is, and that is said: what is
frozen is what runs, whatever is copied beside it.
"""

import argparse
import ast
import base64
import glob
import hashlib
import json
import string
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from rules_core import VERSION

from . import bundle
from .attached import FIRST_FOUND, NO_BOARD, Board, BoardError
from .untrusted import printable

CONFIG = "config.py"
OLDEST = (1, 22)  # MicroPython
MPY = 6  # the format of .mpy, without its sub-version
# The processors for which there is machine code, by their numbers in sys.implementation._mpy
PROCESSORS = {
    **{1: "x86", 2: "x64", 3: "armv6", 4: "armv6m", 5: "armv7m", 6: "armv7em", 7: "armv7emsp"},
    **{8: "armv7emdp", 9: "xtensa", 10: "xtensawin", 11: "rv32imc"},
}
ON_BOARD = (".py", ".mpy")
# So much at a time: what runs on the board is part of a command line, which Windows keeps short.
PIECE_bytes = 9 * 1024
BLOCK_bytes = 4096
UNFINISHED = ".tmp"
FROZEN = ".frozen"  # where MicroPython has what is frozen into it

BOOT_DRIVES: tuple[str, ...] = ("/media/*", "/media/*/*", "/run/media/*/*", "/mnt/*", "/Volumes/*")
BOOT_DRIVES += tuple([f"{letter}:/" for letter in string.ascii_uppercase[3:]])
ON_BOOT_DRIVE = "INFO_UF2.TXT"
GET_MICROPYTHON = "MicroPython's .uf2 file for your board (its download page has one for each)"

_ASK = """\
import json, os, sys
board = sys.implementation
free = os.statvfs('/')
print(json.dumps({'name': board.name, 'version': list(board.version[:3]),
    'mpy': getattr(board, '_mpy', 0), 'machine': getattr(board, '_machine', ''),
    'free': free[0] * free[3]}))
"""
# The version that is frozen into the board's MicroPython; nothing if none is
_ASK_FROZEN = """\
import sys
searched = sys.path[:]
ours = lambda: [name for name in sys.modules if name.startswith('rules_core')]
loaded = [(name, sys.modules.pop(name)) for name in ours()]
sys.path.clear()
sys.path.append({place!r})
try:
    from rules_core.version import VERSION
    print(VERSION)
except ImportError:
    pass
for name in ours():
    del sys.modules[name]
sys.modules.update(loaded)
sys.path.clear()
sys.path.extend(searched)
"""
_HELPERS = """\
import binascii, hashlib, os
def _look(folder, names, deep):
    buffer = bytearray(512)
    try:
        found = list(os.ilistdir(folder))
    except OSError as error:
        if error.errno != 2:
            raise
        return
    for entry in found:
        path = folder.rstrip('/') + '/' + entry[0]
        if entry[1] == 0x4000:
            if deep:
                _look(path, names, deep)
        elif any([entry[0].endswith(name) for name in names]):
            digest = hashlib.sha256()
            with open(path, 'rb') as file:
                while True:
                    size = file.readinto(buffer)
                    if not size:
                        break
                    digest.update(memoryview(buffer)[:size])
            print(binascii.hexlify(digest.digest()).decode(), path[1:])
def _put(path, mode, text):
    with open(path, mode) as file:
        file.write(binascii.a2b_base64(text))
"""


class Plan(NamedTuple):
    """What there is to do on a board.

    copy: name -> bytes. remove: names. notes: what the user is told.
    """

    copy: dict[str, bytes]
    remove: list[str]
    notes: list[str]


# -- what a board wants ----------------------------------------------------------------------------


def wanted(told: Mapping[str, Any]) -> dict[str, bytes]:
    """What has to be on a board that says so much of itself: name -> bytes. BoardError."""
    version = ".".join(map(str, told["version"]))
    if told["name"] != "micropython":
        raise BoardError(f"The board runs {told['name']}. Put {GET_MICROPYTHON} on it first.")
    if tuple(told["version"]) < OLDEST:
        raise BoardError(f"The board runs MicroPython {version}. Put a newer one on it first.")
    major, sub, processor = told["mpy"] & 0xFF, told["mpy"] >> 8 & 3, told["mpy"] >> 10
    if major != MPY:
        return bundle.sources()
    machine_code = PROCESSORS.get(processor)
    compiler = bundle.COMPILERS.get(f"{major}.{sub}")
    if machine_code and compiler and has_compiler(compiler):
        return bundle.compiled(bundle.installed(), machine_code, compiler=compiler)
    files = bundle.compiled(bundle.installed(), None)
    for name, path in bundle.installed().items():
        if bundle.is_native(path):  # the board compiles it by itself, at every start
            files[name] = path.read_bytes()
    return files


def has_compiler(compiler: Path) -> bool:
    """Whether mpy-cross is there."""
    try:
        bundle.mpy_cross(compiler)
    except bundle.BundleError:
        return False
    return True


def plan(
    files: Mapping[str, bytes],
    found: Mapping[str, str],
    listed: Mapping[str, str],
    read: Callable[[str], bytes],
    new_config: bool = False,
) -> Plan:
    """What to do on a board.

    files: what has to be there. found: name -> checksum of what is there. listed: the same as it
    was installed. read: reads a file of the board. new_config: replace config.py in any case.
    """
    copy = {name: data for name, data in files.items() if found.get(name) != checksum(data)}
    notes = []
    if CONFIG in copy and CONFIG in found and not new_config:
        if listed.get(CONFIG) != found[CONFIG]:
            ours = copy.pop(CONFIG)
            added, names = with_new_options(read(CONFIG), ours)
            notes.append("config.py was changed and is kept; --new-config would replace it.")
            if names:
                copy[CONFIG] = added
                notes.append(f"New in it, at its end: {', '.join(names)}.")
    twins = {twin(name) for name in files}
    packages = tuple([package + "/" for package in bundle.PACKAGES])
    remove = [
        name
        for name in found.keys() - files.keys()
        if name.endswith(ON_BOARD)
        and (name in twins or name in listed or name.startswith(packages))
    ]
    return Plan(copy, sorted(remove), notes)


def checksum(data: bytes) -> str:
    """As the list on the board has it."""
    return hashlib.sha256(data).hexdigest()


def twin(name: str) -> str:
    """The same module compiled, or as source: MicroPython takes the source where there are both."""
    stem, _, ending = name.rpartition(".")
    return f"{stem}.mpy" if ending == "py" else f"{stem}.py"


def with_new_options(kept: bytes, ours: bytes) -> tuple[bytes, list[str]]:
    """A config.py that somebody has changed, with what it lacks at its end; the names of that."""
    try:
        there = dict(assignments(kept.decode("utf-8")))
    except (SyntaxError, ValueError):  # not for us to mend; the board will tell
        return kept, []
    new = [(name, line) for name, line in assignments(ours.decode("utf-8")) if name not in there]
    text = kept.rstrip(b"\n") + f"\n\n# New in {VERSION}\n".encode()
    text += "".join([line + "\n" for _, line in new]).encode()
    return text, [name for name, _ in new]


def assignments(source: str) -> Iterator[tuple[str, str]]:
    """The names that a module gives values to, and the text that does it."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            yield node.targets[0].id, ast.get_source_segment(source, node) or ""


def parsed_list(text: str) -> dict[str, str]:
    """name -> checksum, of the list on a board; without what is no line of it."""
    lines = [line.split() for line in text.splitlines() if not line.startswith("#")]
    return {line[1]: line[0] for line in lines if len(line) == 2}


# -- on the board ----------------------------------------------------------------------------------


def refuse_frozen(board: Board) -> None:
    """BoardError if another program than what is copied would run."""
    version = board.run(_ASK_FROZEN.format(place=FROZEN)).strip()
    if version:
        which = "this version" if version == VERSION else f"version {printable(version)}"
        raise BoardError(
            f"Nothing was copied: Kibitz is frozen into this board's MicroPython, in {which}, and"
            f" that is what runs, whatever lies beside it. For {VERSION} as it is here, build the"
            " image again and drag it onto the board (firmware/micropython/README.md), or drag"
            " MicroPython's own image onto it and say make flash again. Only config.py is taken"
            " from the flash: mpremote cp firmware/micropython/config.py :"
        )


def checksums(board: Board) -> dict[str, str]:
    """name -> checksum of what is on the board that may be ours."""
    names = repr((*ON_BOARD, bundle.FILES))
    lines = board.run(_HELPERS + f"_look('/', {names}, False)\n").splitlines()
    for package in bundle.PACKAGES:
        lines += board.run(f"_look('/{package}', {names}, True)\n").splitlines()
    return {line.split(" ", 1)[1]: line.split(" ", 1)[0] for line in lines}


def pieces(files: Mapping[str, bytes]) -> Iterator[tuple[str, list[str]]]:
    """What is to run on the board for the files, piece by piece, with the files then complete."""
    code, size = "", 0
    done: list[str] = []
    for name, data in files.items():
        for at in range(0, len(data) or 1, PIECE_bytes):
            part = data[at : at + PIECE_bytes]
            if size and size + len(part) > PIECE_bytes:
                yield code, done
                code, done, size = "", [], 0
            size += len(part)
            text = base64.b64encode(part).decode()
            code += f"_put({'/' + name + UNFINISHED!r}, {'ab' if at else 'wb'!r}, {text!r})\n"
        code += f"os.rename({'/' + name + UNFINISHED!r}, {'/' + name!r})\n"
        done.append(name)
    if code:
        yield code, done


def copy(board: Board, files: Mapping[str, bytes], tell: Callable[[str], None]) -> None:
    """Write the files, and tell of each."""
    folders = {name.rpartition("/")[0] for name in files} - {""}
    for folder in sorted({part for name in folders for part in parents(name)}):
        board.make_folder("/" + folder)
    count = 0
    for code, done in pieces(files):
        board.run(code)
        for name in done:
            count += 1
            tell(f"  {count:>3}/{len(files)}  {name}  {len(files[name]):,} bytes")


def parents(folder: str) -> list[str]:
    """A folder and those around it."""
    parts = folder.split("/")
    return ["/".join(parts[: end + 1]) for end in range(len(parts))]


def install(board: Board, new_config: bool, tell: Callable[[str], None]) -> None:
    """Bring a board up to date. BoardError."""
    told = json.loads(board.run(_ASK))
    tell(f"{told['machine'] or 'The board'}, MicroPython {'.'.join(map(str, told['version']))}")
    refuse_frozen(board)
    files = wanted(told)
    found = checksums(board)
    listed = {}
    if bundle.FILES in found:
        listed = parsed_list(board.read("/" + bundle.FILES).decode("utf-8", "replace"))
    todo = plan(files, found, listed, lambda name: board.read("/" + name), new_config)
    room = [-(-len(data) // BLOCK_bytes) for name, data in todo.copy.items() if name not in found]
    if sum(room) * BLOCK_bytes > told["free"]:
        raise BoardError(
            f"The board has {told['free']:,} bytes of room; {sum(room) * BLOCK_bytes:,} are needed."
        )
    for note in todo.notes:
        tell(note)
    copy(board, todo.copy, tell)
    if todo.remove:
        board.run("".join([f"os.remove({'/' + name!r})\n" for name in todo.remove]))
        for name in todo.remove:
            tell(f"  removed  {name}")
    new_list = bundle.file_list(files)
    if found.get(bundle.FILES) != checksum(new_list.encode()):
        board.write("/" + bundle.FILES, new_list.encode())
    verify(board, {**files, **todo.copy}, kept=bool(todo.notes))
    tell(
        f"{len(files)} files checked, {len(todo.copy)} of them new."
        f" Kibitz {VERSION} is on the board, and starts."
    )


def verify(board: Board, files: Mapping[str, bytes], kept: bool) -> None:
    """BoardError if anything on the board is not as it should be. kept: config.py is the user's."""
    found = checksums(board)
    for name, data in files.items():
        if found.get(name) != checksum(data) and not (kept and name == CONFIG):
            raise BoardError(f"{name} is not on the board as it was sent. Say make flash again.")


# -- no board --------------------------------------------------------------------------------------


def boot_drive(places: Iterable[str] = BOOT_DRIVES) -> Path | None:
    """The drive that a Pico shows when it waits for a program, None if there is none."""
    for pattern in places:
        for place in sorted(glob.glob(pattern)):
            if (Path(place) / ON_BOOT_DRIVE).is_file():
                return Path(place)
    return None


def advice(error: BoardError, places: Iterable[str] = BOOT_DRIVES) -> str:
    """What to do about a board that does not answer."""
    drive = boot_drive(places)
    if drive is not None:
        return (
            f"The Pico waits for a program on its drive, {drive}: put {GET_MICROPYTHON} there."
            " When the drive is gone, say make flash again."
        )
    if str(error) == NO_BOARD:
        return (
            f"{error} A Pico without MicroPython shows a drive when you hold BOOTSEL while you"
            f" plug it in: put {GET_MICROPYTHON} there, then say make flash again."
        )
    return str(error)


def main(arguments: list[str]) -> int:
    """Put Kibitz on the board on the USB cable, or what is new of it, and start it."""
    parser = argparse.ArgumentParser(prog="python -m host_sim.flash", description=main.__doc__)
    parser.add_argument("--port", default=FIRST_FOUND, help="its serial port; else the first one")
    parser.add_argument(
        "--new-config", action="store_true", help="replace config.py, whatever is in it"
    )
    options = parser.parse_args(arguments)
    try:
        board = Board(options.port)
    except BoardError as error:
        print(advice(error), file=sys.stderr)
        return 1
    try:
        with board:
            install(board, options.new_config, lambda line: print(line, flush=True))
    except (BoardError, bundle.BundleError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
