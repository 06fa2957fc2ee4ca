"""`make shots`: pictures of every screen in every language, from the scripts in host_sim/gallery.

A scene is a key script, `SCENE.keys`: the device is switched on, the keys are pressed in scripted
time, and every `shot:NAME` becomes `SCENE-01-NAME.png` and so on. If there is a transcript
`SCENE.jsonl` too, it is the running game that the device finds on its flash; other flashes that are
not ordinary ones are made here, see `STORAGES`. Scenes called `GAME.WORD` belong to one game; all
its pictures are put together in `sheets/GAME.png`. The same scenes in the other languages are the
contact sheets `sheets/GAME.LANGUAGE.png`.

What is in the folder `films` is played as slowly as somebody can watch it, and becomes a film,
`SCENE.gif`.

The same scripts give the same pictures, byte for byte (contact sheets and films: pixel for pixel).
"""

import argparse
import io
import json
import math
import sys
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image

from kibitz import words
from kibitz.app import App
from kibitz.canvas import HEIGHT_PX, WIDTH_PX, Canvas
from kibitz.fonts import SMALL
from kibitz.screen import NOTHING, TOUCHED
from kibitz.starts import FILE, LIMIT
from kibitz.table import EVENT_bytes, NEARLY_bytes, PART_bytes, ROOM_bytes
from kibitz.words import CODES

from . import picture
from .device import MemoryStorage, ScriptedDevice, SeededRandom, World
from .film import Recording
from .script import Player, WATCHED_PAUSE_ms

GALLERY = Path(__file__).resolve().parent / "gallery"
SHEETS = "sheets"
FILMS = "films"
SEED = 1  # chance in the pictures
RUNNING_GAME = "game-0001.jsonl"
SETTINGS = "settings-0001.json"
BID = '"bid"'
ENGLISH = CODES[0]

# A contact sheet, in pixels of the glass, drawn twice as large.
SHEET_SCALE = 2
SHEET_SHAPE = 1.2  # how many times as many pictures in a line as there are lines
GAP_px = 6
CAPTION_px = 10


class Shot(NamedTuple):
    """A picture. screen: the class of the app's screen that drew it."""

    name: str
    frame: bytes
    screen: str


Shots = list[Shot]


class NewStorage(MemoryStorage):
    """The flash of a device that has never been switched on."""

    def __init__(self, files: dict[str, str]) -> None:
        super().__init__({})


class FullStorage(MemoryStorage):
    """A flash that takes nothing any more."""

    def append(self, name: str, text: str) -> None:
        """Refuse."""
        raise OSError(28, "No space left on device")

    write = append


class CrashingStorage(MemoryStorage):
    """A flash with which the program meets an error that nobody foresaw, once: at the first bid."""

    failed = False

    def write(self, name: str, text: str) -> None:
        """Write, if that is no bid."""
        if BID in text and not self.failed:
            self.failed = True
            raise RuntimeError("not foreseen")
        super().write(name, text)


class FailingStorage(MemoryStorage):
    """The flash of a device that has failed to start three times."""

    def __init__(self, files: dict[str, str]) -> None:
        language = json.loads(files[SETTINGS])["values"]["language"]
        super().__init__({**files, FILE: f"{LIMIT} {language}\n"})


class LongStorage(MemoryStorage):
    """A flash with a count that is nearly as long as one can become."""

    room_bytes = ROOM_bytes - NEARLY_bytes

    def __init__(self, files: dict[str, str]) -> None:
        count = self.room_bytes // (EVENT_bytes + 2 * PART_bytes)
        lines = ['{"game": "counter", "players": ["Ana", "Bora"], "options": {"target": 0}}']
        lines += [f'{{"add": [{number % 2}, 5]}}' for number in range(count)]
        super().__init__({**files, RUNNING_GAME: "".join([line + "\n" for line in lines])})


class LongestStorage(LongStorage):
    """The same, one entry before its end."""

    room_bytes = ROOM_bytes


# Kinds of pictures: another screen; most of the same one anew, since a list or a sheet has
# scrolled, somebody else is asked or a page has been turned; a mark that has moved, or a number, a
# letter or a die that has changed; the note of the row that is marked now, which follows a move.
NEW, PAGE, MOVE, FOLLOWS = KINDS = ("new screens", "pages", "moves and counts", "notes that follow")

# Scenes whose flash is not an ordinary one.
STORAGES = {
    "counter.full": LongestStorage,
    "counter.nearly": LongStorage,
    "device.crash": CrashingStorage,
    "device.full": FullStorage,
    "device.new": NewStorage,
    "device.safe": FailingStorage,
}
# In these an error is shown as on a board, and does not end the simulator.
SURVIVED = ("device.crash", "device.safe")


def scenes(folder: Path = GALLERY) -> list[str]:
    """The names of all scenes."""
    return sorted(path.stem for path in folder.glob("*.keys"))


def spoken(language: str) -> dict[str, str]:
    """The files of a device that has been switched on before, and speaks this language."""
    return {SETTINGS: f'{{"values": {{"language": "{language}"}}}}\n'}


def switched_on(scene: str, folder: Path, language: str) -> ScriptedDevice:
    """The device as a scene finds it."""
    storage = STORAGES.get(scene, MemoryStorage)(spoken(language))
    transcript = folder / f"{scene}.jsonl"
    if transcript.exists():
        MemoryStorage.write(storage, RUNNING_GAME, transcript.read_bytes().decode("utf-8"))
    world = World(random=SeededRandom(SEED), storage=storage)
    return ScriptedDevice(App, world, scene in SURVIVED)


def shown(scene: str, folder: Path = GALLERY) -> list[tuple[str, str, bytes]]:
    """(class of the screen, kind, frame) of everything that comes to the glass in a scene."""
    device = switched_on(scene, folder, ENGLISH)
    frames: list[tuple[str, str, bytes]] = []
    app: Any = device.app
    kind, goes_on = NEW, False

    def watch(picture: Canvas, screen: Any) -> None:
        nonlocal kind, goes_on
        if goes_on:
            kind = FOLLOWS
        elif screen is not app._drawn:
            kind = NEW
        else:
            kind = MOVE if screen.dirty == TOUCHED else PAGE
        draw(picture, screen)
        goes_on = screen.dirty != NOTHING

    def note(frame: bytes) -> None:
        of_app = kind if device.app is app else NEW
        frames.append((type(device.app.top).__name__, of_app, frame))

    if isinstance(device.app, App):
        draw, app._draw_in_place = app._draw_in_place, watch
    device.world.display.watchers.append(note)
    player = Player(device)
    player.start()
    player.play((folder / f"{scene}.keys").read_text(encoding="utf-8"))
    return frames


def take(scene: str, folder: Path = GALLERY, language: str = ENGLISH) -> Shots:
    """Play a scene; its pictures in order, with the names that the script gives them."""
    device = switched_on(scene, folder, language)
    shots: Shots = []

    def shoot(name: str, frame: bytes) -> None:
        shots.append(Shot(name, frame, type(device.app.top).__name__))

    player = Player(device, shoot)
    player.start()
    player.play((folder / f"{scene}.keys").read_text(encoding="utf-8"))
    return shots


def film(scene: str, folder: Path = GALLERY / FILMS) -> bytes:
    """Play a scene so that it can be watched; the GIF of it."""
    device = switched_on(scene, folder, ENGLISH)
    recording = Recording(device)
    player = Player(device, pause_ms=WATCHED_PAUSE_ms)
    player.start()
    player.play((folder / f"{scene}.keys").read_text(encoding="utf-8"))
    return recording.gif()


def contact_sheet(shots: Shots) -> Image.Image:
    """All pictures of a game on one, each with its name under it, written in the device's font."""
    columns = math.ceil(math.sqrt(len(shots) * SHEET_SHAPE))
    lines = -(-len(shots) // columns)
    cell_px = (WIDTH_PX + GAP_px, HEIGHT_PX + CAPTION_px + GAP_px)
    size = (columns * cell_px[0] + GAP_px, lines * cell_px[1] + GAP_px)
    size = (size[0] * SHEET_SCALE, size[1] * SHEET_SCALE)
    sheet = Image.new("RGB", size, picture.COLORS[picture.RIM])
    for number, (name, frame, _) in enumerate(shots):
        x = GAP_px + number % columns * cell_px[0]
        y = GAP_px + number // columns * cell_px[1]
        for down_px, part in ((0, frame), (HEIGHT_PX, _caption(name))):
            image = picture.image(part, SHEET_SCALE, bezel=False).convert("RGB")
            if down_px:
                image = image.crop((0, 0, image.width, CAPTION_px * SHEET_SCALE))
            sheet.paste(image, (x * SHEET_SCALE, (y + down_px) * SHEET_SCALE))
    return sheet


def _caption(name: str) -> bytes:
    canvas = Canvas()
    SMALL.draw(canvas, SMALL.fit(name, WIDTH_PX), 0, 1)
    return bytes(canvas.buffer)


def pictures(folder: Path = GALLERY) -> dict[str, bytes]:
    """All files that the gallery should hold beside its scripts: name in the folder -> bytes."""
    files: dict[str, bytes] = {}
    for language in CODES:
        games: dict[str, Shots] = {}
        for scene in scenes(folder):
            shots = take(scene, folder, language)
            games.setdefault(scene.partition(".")[0], []).extend(shots)
            if language == ENGLISH:
                for number, (name, frame, _) in enumerate(shots, 1):
                    files[f"{scene}-{number:02}-{name}.png"] = picture.png(frame)
        ending = "" if language == ENGLISH else "." + language
        for game, shots in games.items():
            file = io.BytesIO()
            contact_sheet(shots).save(file, "PNG", optimize=True)
            files[f"{SHEETS}/{game}{ending}.png"] = file.getvalue()
    for scene in scenes(folder / FILMS):
        files[f"{FILMS}/{scene}.gif"] = film(scene, folder / FILMS)
    words.use(ENGLISH)
    return files


def drawn() -> list[Path]:
    """The pictures and films that are in the gallery."""
    return [path for path in GALLERY.rglob("*") if path.suffix in (".png", ".gif")]


def main(arguments: list[str]) -> int:
    """Draw the gallery; the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m host_sim.shots", description="Draw every screen into host_sim/gallery."
    )
    parser.parse_args(arguments)
    files = pictures()
    for path in drawn():
        if path.relative_to(GALLERY).as_posix() not in files:
            path.unlink()
    for folder in {(GALLERY / name).parent for name in files}:
        folder.mkdir(exist_ok=True)
    for name, data in files.items():
        (GALLERY / name).write_bytes(data)
    print(f"{len(files)} pictures in {GALLERY}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
