"""The program frozen into a MicroPython of one's own: firmware/micropython/manifest.py."""

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from host_sim import bundle

# What makemanifest.py gives mpy-cross: on the RP2040, on the RP2350, and on its other processor.
PROCESSORS = ("armv6m", "armv7m", "rv32imc")

# main.py on CPython, where `.frozen` is a folder like any other.
START = """\
import sys
from types import ModuleType

names = ("array", "binascii", "collections", "io", "json", "os", "time")
kept = {name: __import__(name) for name in names}
sys.modules.update(kept, framebuf=ModuleType("framebuf"), machine=ModuleType("machine"))
sys.path[:] = ["", ".frozen", "/lib"]
exec(compile(open("main.py").read(), "main.py", "exec"))
"""


def frozen() -> SimpleNamespace:
    """What the manifest says: the files by their names on the board, what it includes, requires."""
    told = SimpleNamespace(files={}, included=[], required=[])

    def package(name: str, base_path: str = ".") -> None:
        folder = (bundle.BOARD / base_path / name).resolve()
        told.files.update({f"{name}/{one}": folder / one for one in bundle.modules(folder)})

    def module(name: str) -> None:
        told.files[name] = bundle.BOARD / name

    words = {"package": package, "module": module}
    words.update(include=told.included.append, require=told.required.append)
    source = (bundle.BOARD / "manifest.py").read_text("utf-8")
    exec(compile(source, "manifest.py", "exec"), words)
    return told


def test_what_is_frozen_is_what_is_installed():
    told = frozen()
    for name in bundle.NOT_INSTALLED:  # they take no memory there, and nothing loads them
        told.files.pop(name, None)
    assert told.files == bundle.installed()
    assert told.included == ["$(PORT_DIR)/boards/manifest.py"]
    assert told.required == ["ssd1306"]


@pytest.mark.parametrize("processor", PROCESSORS)
def test_every_frozen_file_compiles_machine_code_included(processor, tmp_path):
    program = bundle.mpy_cross()
    for name, path in frozen().files.items():
        made = tmp_path / "made.mpy"
        command = [program, f"-march={processor}", "-s", name, "-o", made, path]
        done = subprocess.run(command, capture_output=True, encoding="utf-8")
        assert done.returncode == 0, f"{name}: {done.stderr}"
        assert made.stat().st_size
        made.unlink()


def put(folder: Path, origin: str, names: tuple[str, ...]) -> None:
    """Modules that say where they are from."""
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        more = "def main(): import config, kibitz.app" if name == "loop.py" else ""
        more = "from kibitz import pins" if name == "config.py" else more
        path.write_text(f"{more}\nprint({name!r}, {origin!r})\n", "utf-8")


@pytest.mark.parametrize("on_flash", ((), ("config.py",), ("loop.py", "kibitz/pins.py")))
def test_of_a_frozen_program_and_one_on_the_flash_only_the_latters_config_counts(
    on_flash, tmp_path
):
    modules = ("config.py", "loop.py", "kibitz/__init__.py", "kibitz/app.py", "kibitz/pins.py")
    put(tmp_path / ".frozen", "frozen", modules)
    put(tmp_path, "flash", on_flash)
    assert started(tmp_path) == {
        **dict.fromkeys(modules, "frozen"),
        **dict.fromkeys({"config.py"}.intersection(on_flash), "flash"),
    }


def test_a_program_on_the_flash_starts_where_none_is_frozen(tmp_path):
    modules = ("config.py", "loop.py", "kibitz/__init__.py", "kibitz/app.py", "kibitz/pins.py")
    put(tmp_path, "flash", modules)
    assert started(tmp_path) == dict.fromkeys(modules, "flash")


def started(folder: Path) -> dict[str, str]:
    """Where each module that the program loads is from, when it starts in a folder."""
    (folder / "main.py").write_bytes((bundle.BOARD / "main.py").read_bytes())
    done = subprocess.run(
        [sys.executable, "-c", START],
        cwd=folder,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    return dict(line.split(" ", 1) for line in done.stdout.splitlines())
