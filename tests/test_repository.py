"""The repository as a whole: what lies where, one truth for each fact, a README that is right."""

import ast
import importlib.metadata
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from host_sim.__main__ import COMMANDS
from kibitz import pins
from rules_core import VERSION
from rules_core.transcript import Replayer
from support import ROOT

TOP_LEVEL = {
    *("firmware", "rules_core", "host_sim", "tests", "hardware", "Makefile", "README.md"),
    *("pyproject.toml", "LICENSE", "CHANGELOG.md", "CONTRIBUTING.md", ".gitignore", ".ci"),
}
VERBS = (
    *("help", "setup", "sim", "flash", "fetch-log", "test", "lint", "bench", "bench-board"),
    *("monkey", "soak", "cuts", "pico-check", "shots", "hardware", "board", "box"),
    *("bundle", "release", "clean"),
)
LARGEST_FILE_bytes = 1_000_000
LONGEST_FUNCTION_lines = 60
TEXT_SUFFIXES = {
    *(".py", ".md", ".toml", ".jsonl", ".json", ".txt", ".sh", ".csv", ""),
}
TIMEOUT_s = 30


def tracked() -> list[Path]:
    """The files of the repository."""
    if not shutil.which("git") or not (ROOT / ".git").exists():
        pytest.skip("this is no git repository")
    run = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    paths = [ROOT / os.fsdecode(name) for name in run.stdout.split(b"\0") if name]
    return [path for path in paths if path.is_file()]


def texts() -> list[tuple[Path, str]]:
    return [(path, path.read_bytes().decode("utf-8")) for path in tracked() if is_text(path)]


def is_text(path: Path) -> bool:
    return path.suffix in TEXT_SUFFIXES


# -- files ----------------------------------------------------------------------------------------


def test_the_top_level():
    assert {path.relative_to(ROOT).parts[0] for path in tracked()} <= TOP_LEVEL


def test_no_large_files_and_no_firmware_images():
    for path in tracked():
        assert path.stat().st_size < LARGEST_FILE_bytes, path
        assert path.suffix not in (".uf2", ".hex", ".elf", ".bin", ".mpy", ".pyc", ".whl"), path


def test_text_files_are_plain():
    for path, text in texts():
        assert "\r" not in text, f"{path} has carriage returns"
        if path.suffix == ".jsonl":  # a game may be broken on purpose
            continue
        assert not text or text.endswith("\n"), f"{path} ends without a line feed"
        for number, line in enumerate(text.split("\n"), 1):
            assert line == line.rstrip(), f"{path}:{number} ends with spaces"
            assert not line.startswith(("<<<<<<< ", ">>>>>>> ")), f"{path}:{number}: a conflict"


def test_nothing_is_left_to_do():
    marker = re.compile(r"\b(TO" r"DO|FIX" r"ME|X" r"XX|HA" r"CK)\b")
    for path, text in texts():
        assert not marker.search(text), path


def test_no_traces_of_the_machine_it_was_written_on():
    for path, text in texts():
        assert str(ROOT) not in text, path
        assert str(Path.home()) + "/" not in text, path
        assert not re.search(r"https?://[^\s)\"'>]*(pypi|npmjs|debian)", text), path


def test_python_files_say_what_they_are():
    for path, text in texts():
        if path.suffix == ".py" and text:
            assert ast.get_docstring(ast.parse(text)), f"{path} has no docstring"


def test_functions_can_be_read_whole():
    for path, text in texts():
        if path.suffix != ".py":
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                length = node.end_lineno - node.lineno + 1
                assert length < LONGEST_FUNCTION_lines, f"{path}:{node.lineno}: {length} lines"


def test_the_ci_runs_what_the_readme_says():
    run = (ROOT / ".ci" / "run").read_text("utf-8")
    commands = [line for line in run.splitlines() if line and not line.startswith(("#", "set "))]
    make = [
        "make test </dev/null",
        "hardware/make/install-kicad </dev/null",
        "exec make hardware </dev/null",
    ]
    # With CI=true a missing KiCad is an error.
    assert commands == ["export CI=true", 'cd "$(dirname "$0")/.."', *make]
    readme = (ROOT / "README.md").read_text("utf-8")
    for command in make:
        assert command.removeprefix("exec ").removesuffix(" </dev/null") in readme
    assert os.access(ROOT / ".ci" / "run", os.X_OK)


# -- one truth for each fact ----------------------------------------------------------------------


def test_the_version_stands_in_one_place():
    assert re.fullmatch(r"\d+\.\d+\.\d+", VERSION)
    # An installation of an earlier version is brought up to date by `make setup`.
    assert importlib.metadata.version("kibitz") == VERSION
    assert 'dynamic = ["version"]' in (ROOT / "pyproject.toml").read_text("utf-8")
    pattern = re.compile(rf"(?<![\d.]){re.escape(VERSION)}(?![\d.])")
    for path, text in texts():
        if path.name not in ("version.py", "CHANGELOG.md"):
            assert not pattern.search(text), f"{path} repeats the version"


def test_the_changelog_has_its_sections():
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    newest = text.split("\n## ")[1]
    assert re.findall(r"^### (.*)$", newest, re.MULTILINE) == ["Fixed", "Changed", "Added"]


def test_the_wiring_table_shows_the_pins():
    text = (ROOT / "hardware" / "README.md").read_text("utf-8")
    table = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in text.splitlines()
        if line.startswith("|")
    ]
    wires = [(part, terminal, f"GP{gp}", str(board_pin(gp))) for part, terminal, gp in pins.WIRES]
    shown = [tuple(row) for row in table if len(row) == 4 and row[2].startswith("GP")]
    assert shown == wires
    for address in pins.OLED_ADDRESSES:
        assert f"0x{address:X}" in text
    assert f"I2C{pins.I2C_BUS} at {pins.I2C_HZ // 1000} kHz" in text
    assert f"ADC{pins.VSYS_ADC}" in text


def board_pin(gp: int) -> int:
    """The number on the Pico's left edge: GP0 is 1, and after GP1 every fourth pin is ground."""
    assert 0 <= gp <= 15
    return gp + 1 + (gp + 2) // 4


def test_every_pin_has_one_use():
    numbers = [gp for _, _, gp in pins.WIRES]
    assert len(set(numbers)) == len(numbers)


# -- the README and the verbs ---------------------------------------------------------------------


def readme() -> str:
    return (ROOT / "README.md").read_text("utf-8")


def commands_in_readme() -> list[str]:
    """The indented or fenced lines and the inline code of the README."""
    return re.findall(r"`([^`\n]+)`", readme()) + re.findall(r"^    (.+)$", readme(), re.MULTILINE)


def make(*arguments: str) -> str:
    environment = {name: held for name, held in os.environ.items() if "MAKE" not in name}
    run = subprocess.run(
        ["make", *arguments],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        check=True,
        text=True,
        timeout=TIMEOUT_s,
    )
    return run.stdout


def test_make_help_lists_the_verbs():
    for arguments in (["help"], []):
        listed = re.findall(r"^  ([\w-]+) ", make(*arguments), re.MULTILINE)
        assert listed == list(VERBS)


def test_the_readme_names_the_verbs_that_exist():
    named = {
        verb
        for command in commands_in_readme()
        for verb in re.findall(r"\bmake ([a-z-]+)", command)
    }
    assert {"sim", "test"} <= named <= set(VERBS)


def test_the_readme_names_the_commands_that_exist():
    named = {
        word
        for command in commands_in_readme()
        for word in re.findall(r"python -m host_sim ([a-z]\w*)", command)
    }
    assert {"replay", "sheet"} <= named <= set(COMMANDS)


def test_the_readme_names_files_that_exist():
    links = re.findall(r"\]\(([^)#:]+)\)", readme())
    folders = re.findall(r"`((?:firmware|rules_core|host_sim|tests|hardware)/[\w./-]*)`", readme())
    for name in links + folders:
        assert (ROOT / name).exists(), name


def test_the_readme_says_what_lies_where():
    for name in ("firmware/kibitz", "rules_core", "host_sim", "tests", "hardware"):
        assert f"`{name}" in readme()


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_every_command_has_help(command):
    run = subprocess.run(
        [sys.executable, "-m", "host_sim", command, "--help"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=TIMEOUT_s,
    )
    assert run.returncode == 0, run.stderr
    assert f"python -m host_sim {command}" in run.stdout


def test_help_and_version():
    def told(option: str) -> str:
        command = [sys.executable, "-m", "host_sim", option]
        return subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True).stdout

    assert all(command in told("--help") for command in COMMANDS)
    assert told("--version") == f"kibitz {VERSION}\n"


def test_the_readme_shows_the_sheet_as_it_is():
    shown = readme().split("<!-- sheet: begin -->\n")[1].split("<!-- sheet: end -->")[0]
    command = [sys.executable, "-m", "host_sim", "sheet", "tests/cases/meksiko-game.jsonl"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True)
    assert shown.strip() == f"```\n{run.stdout.strip()}\n```"


def test_the_readme_shows_a_transcript_that_is_accepted():
    lines = re.findall(r"^    (\{.*)$", readme(), re.MULTILINE)
    replayer = Replayer()
    assert len(lines) > 5
    assert all(replayer.answer(json.loads(line))["ok"] for line in lines)
    assert replayer.game.hand == 2
