"""The gallery: the pictures in the repository are what the screens draw now, and all of it."""

import io
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageSequence

from host_sim import shots
from kibitz import paint, words

AGAIN = "say `make shots` and look at what has changed"
LONGEST_FILM_bytes = 300_000
LONGEST_FILM_ms = 45_000
SMALL_NAME = "mmmm"  # somebody in a transcript of the gallery


@pytest.fixture(scope="module")
def seen():
    """All pictures, and the titles in them, as (language, title)."""
    titles = set()
    header = paint.header

    def noting(canvas, left, right=""):
        titles.add((words.language(), left))
        header(canvas, left, right)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(paint, "header", noting)
        return shots.pictures(), titles


@pytest.fixture(scope="module")
def drawn(seen):
    return seen[0]


def test_the_gallery_is_up_to_date(drawn):
    kept = {path.relative_to(shots.GALLERY).as_posix(): path.read_bytes() for path in shots.drawn()}
    assert sorted(kept) == sorted(drawn), AGAIN
    for name, data in drawn.items():
        if name.startswith(shots.SHEETS):
            before, now = Image.open(io.BytesIO(kept[name])), Image.open(io.BytesIO(data))
            assert before.size == now.size, f"{name}: {AGAIN}"
            assert ImageChops.difference(before, now).getbbox() is None, f"{name}: {AGAIN}"
        elif name.startswith(shots.FILMS):
            assert watched(kept[name]) == watched(data), f"{name}: {AGAIN}"
        else:
            assert kept[name] == data, f"{name}: {AGAIN}"


def test_titles_begin_with_a_capital_or_a_number(seen):
    titles = {one for one in seen[1] if not one[1].startswith(SMALL_NAME)}
    assert {language for language, _ in titles} == set(words.CODES)
    small = [one for one in titles if one[1][0] != one[1][0].upper()]
    assert not small


def watched(film):
    """Size, pixels and time of each picture of a film, as one sees them."""
    frames = ImageSequence.all_frames(Image.open(io.BytesIO(film)), lambda one: one.convert("RGB"))
    times = [one.info["duration"] for one in ImageSequence.Iterator(Image.open(io.BytesIO(film)))]
    return [(one.size, one.tobytes(), ms) for one, ms in zip(frames, times, strict=True)]


def test_films_are_short():
    films = list((shots.GALLERY / shots.FILMS).glob("*.gif"))
    assert films
    for path in films:
        data = path.read_bytes()
        assert len(data) < LONGEST_FILM_bytes
        assert sum(ms for _, _, ms in watched(data)) < LONGEST_FILM_ms


def test_every_screen_is_in_the_gallery():
    """In a process of its own, since other tests load screens that no game shows yet."""
    program = subprocess.run([sys.executable, "-c", MISSING], capture_output=True, text=True)
    assert program.returncode == 0, program.stderr
    assert not program.stdout, f"no scene of host_sim/gallery shows {program.stdout}"


# Prints the screens that the games have, but no scene shows: of those from which others are derived
# only the others are shown.
MISSING = """
from host_sim import shots
from kibitz.bare import Bare
from kibitz.games import GAMES, screens
from kibitz.screen import Screen

def shown(kind):
    kinds = kind.__subclasses__()
    return {name for one in kinds for name in shown(one)} if kinds else {kind.__name__}

for game in GAMES:
    screens(game)
seen = {shot.screen for scene in shots.scenes() for shot in shots.take(scene)}
print(*sorted((shown(Screen) | shown(Bare)) - seen), end="")
"""


def test_pictures_do_not_depend_on_the_run():
    for scene in ("meksiko", "device"):
        assert shots.take(scene) == shots.take(scene)


def test_names_in_a_scene_differ():
    for scene in shots.scenes():
        names = [shot.name for shot in shots.take(scene)]
        assert names, f"{scene} takes no picture"
        assert len(set(names)) == len(names), f"{scene} gives a name twice"


def test_a_transcript_without_a_scene_is_a_mistake():
    scenes = set(shots.scenes())
    assert {Path(path).stem for path in shots.GALLERY.glob("*.jsonl")} <= scenes


def test_what_is_no_longer_drawn_goes(tmp_path, monkeypatch, capsys):
    (tmp_path / "x.keys").write_text("shot:home b shot:down")
    (tmp_path / "x-09-old.png").write_bytes(b"old")
    (tmp_path / "films").mkdir()
    (tmp_path / "films" / "y.keys").write_text("b")
    (tmp_path / "films" / "z.gif").write_bytes(b"old")
    monkeypatch.setattr(shots, "GALLERY", tmp_path)
    monkeypatch.setattr(shots.pictures, "__defaults__", (tmp_path,))
    assert shots.main([]) == 0
    assert sorted(path.relative_to(tmp_path).as_posix() for path in shots.drawn()) == [
        "films/y.gif", "sheets/x.de.png", "sheets/x.pl.png", "sheets/x.png", "sheets/x.sr-cyrl.png",
        "sheets/x.sr.png", "x-01-home.png", "x-02-down.png"
    ]  # fmt: skip
    assert "8 pictures" in capsys.readouterr().out


def test_other_languages_are_other_pictures_of_the_same_screens():
    english, polish = shots.take("meksiko"), shots.take("meksiko", language="pl")
    assert [(one.name, one.screen) for one in english] == [(one.name, one.screen) for one in polish]
    assert all(one.frame != other.frame for one, other in zip(english, polish, strict=True))
