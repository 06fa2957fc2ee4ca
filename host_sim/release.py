"""`make release`: the version of rules_core/version.py is bundled and tagged.

Before that it is made sure that everything is committed, that the version is newer than every tag,
and that CHANGELOG.md says what is new in it and keeps nothing back as unreleased. Nothing leaves
this computer: the tag is pushed, and dist/ put where people find it, by hand.
"""

import argparse
import os
import re
import subprocess
import sys

from rules_core import VERSION

from . import bundle
from .bundle import ROOT

CHANGES = "CHANGELOG.md"
UNRELEASED = "Unreleased"


class ReleaseError(Exception):
    """There can be no release; the text says why and what to do."""


def git(*command: str) -> str:
    """What git says. ReleaseError."""
    try:
        done = subprocess.run(["git", *command], cwd=ROOT, capture_output=True, encoding="utf-8")
    except OSError:
        raise ReleaseError("A release needs git.") from None
    if done.returncode:
        raise ReleaseError(f"git {command[0]}: {done.stderr.strip()}")
    return done.stdout


def check_tree() -> None:
    """Everything is committed."""
    changed = git("status", "--porcelain").splitlines()
    if changed:
        raise ReleaseError("\n".join(["Commit or remove these first:", *changed]))


def check_version() -> None:
    """The version is newer than every tag."""
    tags = [parts(tag) for tag in git("tag", "--list", "v*").split()]
    newest = max([tag for tag in tags if tag], default=())
    if parts(f"v{VERSION}") <= newest:
        raise ReleaseError(
            f"There is a tag v{'.'.join(map(str, newest))}; the version is {VERSION}."
            " Write a newer one into rules_core/version.py."
        )


def parts(tag: str) -> tuple[int, ...]:
    """The numbers of a tag, none if it is no version's."""
    found = re.fullmatch(r"v(\d+)\.(\d+)\.(\d+)", tag)
    return tuple(map(int, found.groups())) if found else ()


def news() -> str:
    """What CHANGELOG.md says of this version."""
    text = (ROOT / CHANGES).read_text("utf-8")
    sections = {}
    for section in text.split("\n## ")[1:]:
        title, _, body = section.partition("\n")
        sections[title.split(" ")[0]] = body.strip()
    if entries(sections.get(UNRELEASED, "")):
        raise ReleaseError(
            f'{CHANGES} has changes under "{UNRELEASED}": make it "{VERSION}", with a date.'
        )
    if not entries(sections.get(VERSION, "")):
        raise ReleaseError(f'{CHANGES} says nothing under "## {VERSION}".')
    if [title for title in sections if title != UNRELEASED][0] != VERSION:
        raise ReleaseError(f"In {CHANGES} {VERSION} is not the newest version.")
    return sections[VERSION]


def entries(section: str) -> list[str]:
    """The lines of a section that tell a change."""
    return [line for line in section.splitlines() if line.startswith("- ")]


def release() -> list[str]:
    """Check, bundle, tag; what to tell. ReleaseError, BundleError."""
    check_tree()
    check_version()
    text = news()
    made = [f"  {os.path.relpath(path)}" for path in bundle.write(ROOT / "dist")]
    check_tree()
    tag = f"v{VERSION}"
    # Headings of the section begin with what git takes for comments.
    git("tag", "--annotate", "--cleanup=whitespace", tag, "-m", f"Kibitz {VERSION}", "-m", text)
    return [*made, f"Tagged {tag}. To hand it out: git push origin {tag}, and the files above."]


def main(arguments: list[str]) -> int:
    """Check, bundle and tag the version that rules_core/version.py names. Nothing is pushed."""
    parser = argparse.ArgumentParser(prog="python -m host_sim.release", description=main.__doc__)
    parser.parse_args(arguments)
    try:
        print("\n".join(release()))
    except (ReleaseError, bundle.BundleError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
