"""The word compiler: ``python -m host_sim.wordc`` writes the app's languages anew.

Reads the sources in firmware/words, a text file for each language, and writes a module for each to
firmware/kibitz/words, and one with the keys they have in common. What is in the sources is told in
firmware/words/README.md, what is in the modules in firmware/kibitz/words/__init__.py. The same
sources give the same texts everywhere; tests/test_languages.py compiles them again and compares.

With ``--check`` nothing is written; the exit status tells whether the modules are up to date.
"""

import argparse
import json
import re
import sys
import zlib
from pathlib import Path

from kibitz.words import ABSENT, END, GROUP, LANGUAGES, WINDOW_BITS, sum_of, unpacked
from kibitz.words.cyrillic import rewritten

from .fontc import literal

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "firmware" / "words"
MODULES = ROOT / "firmware" / "kibitz" / "words"
PIECE = 128  # texts that are packed together, whole groups
KEYS = MODULES / "keys.py"
REMARK = ";"
SPACE = r"\x20"
MADE_UP = "player.made_up"  # what a player without a name is called
NUMBER = "{number}"  # which is at its end

# The sections whose texts are not said while a game is played, but for a look at its rules, its
# options or a refusal: in memory only while they are wanted.
APART = (
    *("setting", "option", "value", "about", "rules", "player", "dealer", "wheel", "spell"),
    *("draw", "finished", "broken", "new", "refused", "strange", "safe", "device"),
)


class WordError(Exception):
    """A source that cannot be compiled; the message names the file, the line and what is wrong."""


def parse(text: str, name: str) -> dict[str, str]:
    """The texts of a source by their keys. name: of the source, for complaints."""
    texts: dict[str, str] = {}
    section = ""
    lines = enumerate(text.splitlines(), 1)
    for number, line in lines:
        while line.endswith("\\"):
            line = line[:-1] + next(lines, (0, ""))[1]
        if not line or line.startswith(REMARK):
            continue
        if heading := re.fullmatch(r"\[([a-z_]+)\]", line):
            section = heading[1]
            continue
        word, equals, said = line.partition("=")
        key = f"{section}.{word}"
        if not section or not equals or not re.fullmatch(r"[\w.-]+", word):
            raise WordError(f"{name}:{number}: neither name=text nor the [heading] of a section")
        if key in texts:
            raise WordError(f"{name}:{number}: there is a text for {key} already")
        texts[key] = said.replace(SPACE, " ")
    return texts


def source(name: str) -> dict[str, str]:
    """The texts of a language."""
    path = SOURCES / f"{name}.txt"
    return parse(path.read_text(encoding="utf-8"), path.name)


def names() -> list[str]:
    """The languages that have a source."""
    return sorted(path.stem for path in SOURCES.glob("*.txt"))


def parts(languages: list[dict[str, str]]) -> list[list[str]]:
    """All keys of these languages: those of games, and those of the sections APART."""
    keys = list(dict.fromkeys(key for texts in languages for key in texts))
    apart = [key.partition(".")[0] in APART for key in keys]
    return [[key for key, one in zip(keys, apart, strict=True) if one == part] for part in (0, 1)]


def sums(keys: list[str]) -> bytes:
    """The sums of the keys, in their order."""
    return b"".join(sum_of(key) for key in keys)


def packed(texts: dict[str, str], keys: list[str]) -> bytes:
    """The texts of these keys, in groups, compressed."""
    groups = bytearray()
    for start in range(0, len(keys), GROUP):
        group = b"".join(
            (texts[key].encode("utf-8") if key in texts else ABSENT) + END
            for key in keys[start : start + GROUP]
        )
        groups += len(group).to_bytes(2, "little") + group
    compress = zlib.compressobj(9, zlib.DEFLATED, -WINDOW_BITS)
    return compress.compress(bytes(groups)) + compress.flush()


def pieces(texts: dict[str, str], keys: list[str]) -> list[bytes]:
    """The texts of these keys, packed piece by piece: none may ask for a large piece of memory."""
    return [packed(texts, keys[at : at + PIECE]) for at in range(0, len(keys), PIECE)]


def constant(name: str, values: list[bytes]) -> str:
    """The text of a tuple of bytes."""
    listed = ",\n".join(f"    (\n{literal(value)}\n    )" for value in values)
    return f"{name} = (\n{listed},\n)\n"


def made_up(languages: dict[str, dict[str, str]]) -> list[str]:
    """What is before the number of a player without a name, by language. WordError if anything is
    behind it."""
    names = []
    for code, _, module, cyrillic in LANGUAGES:
        text = languages[module][MADE_UP]
        if not text.endswith(NUMBER) or text == NUMBER:
            raise WordError(f"{code}: {MADE_UP} has to end with {NUMBER}, after a word")
        name = text[: -len(NUMBER)]
        names.append(rewritten(MADE_UP, name) if cyrillic else name)
    return names


def key_module(keys: list[list[str]], names: list[str]) -> str:
    """The text of the module with the keys' sums and the names that `made_up` gives. WordError if
    two keys have the same sum."""
    seen: dict[bytes, str] = {}
    for key in [key for part in keys for key in part]:
        other = seen.setdefault(sum_of(key), key)
        if other != key:
            raise WordError(f"{key} and {other} have the same sum: call one of them otherwise")
    return (
        '"""The keys of all texts, as sums; and what players without a name are called.\n\n'
        'Made by `python -m host_sim.wordc`, not by hand.\n"""\n\n'
        + constant("SUMS", [sums(part) for part in keys])
        + f"MADE_UP = ({', '.join(json.dumps(name, ensure_ascii=False) for name in names)})\n"
    )


def language_module(name: str, texts: dict[str, str], keys: list[str]) -> str:
    """The text of the module with a part of a language."""
    return (
        f'"""Texts of firmware/words/{name}.txt. Made by `python -m host_sim.wordc`, not by hand.'
        '"""\n\n' + constant("PIECES", pieces(texts, keys))
    )


def modules() -> dict[Path, str]:
    """What every module is to be."""
    languages = {name: source(name) for name in names()}
    keys = parts(list(languages.values()))
    made = {KEYS: key_module(keys, made_up(languages))}
    for name, texts in languages.items():
        for number, part in enumerate(keys):
            made[MODULES / f"{name}_{number}.py"] = language_module(name, texts, part)
    return made


def said(text: str) -> list:
    """What a module holds, unpacked: other versions of zlib may pack the same otherwise."""
    held: dict = {}
    exec(text, held)
    if "SUMS" in held:
        return [held["SUMS"], held["MADE_UP"]]
    return [unpacked(piece).read() for piece in held["PIECES"]]


def main(arguments: list[str] | None = None) -> int:
    """Write the modules, or with --check compare them; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m host_sim.wordc", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing, compare")
    check = parser.parse_args(arguments).check
    stale = [
        (path, text)
        for path, text in modules().items()
        if not path.exists() or said(path.read_text(encoding="utf-8")) != said(text)
    ]
    for path, text in stale:
        if check:
            print(f"{path.name} is not what its source gives")
        else:
            path.write_text(text, encoding="utf-8")
            print(f"wrote {path.name}")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
