"""How much of the heap is free in each game, on an emulated RP2040 with a real MicroPython.

RIG="python …/picoemu.py" UF2=…/firmware.uf2 python tests/pico/heap.py [GAME …]

RIG is the emulator, UF2 the image; see given.py. For each game somebody plays an evening with all
there is to see (tests/board/evening.py), in the language that takes most room, and then the same
game at the largest table. The presses are made up here, by the same app; free_memory.py makes them
on the device, whose screens must be the same. Printed is the least that was free while the game
itself was in front, and while something else was.
"""

import json
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.extend(
    str(Path(__file__).resolve().parents[2] / place)
    for place in ("", "firmware", "tests", "tests/board")
)

import given
from app_driver import FakeStorage, FakeWorld
from evening import evening, play, pressed, to_home, to_row
from free_memory import BEGIN, LOOK, Fingers
from host_sim import bundle
from kibitz.game_screens import GameScreen
from kibitz.games import GAMES
from kibitz.keys import KEY_A, KEY_B, KEY_M
from kibitz.saves import SETTINGS

HERE = Path(__file__).resolve().parent

NAMES = ("Annemarie", "Bronisława", "Čedomir", "Dana", "Ewa", "Fra", "Gordana", "Hana", "Iva")
NAMES += ("Jan", "Kaja", "Luka")
PLAYERS = {"meksykanka": 12, "mexican-rummy": 8, "counter": 12}
LANGUAGE = "pl"
SCRIPT = {"free_memory.py": HERE / "free_memory.py"}
PRESSES = 500  # of the game at the largest table
LOOK_presses = 10
TIMEOUT_ms = 1_500_000
SEED = 1
# MicroPython takes a frozen main.py even if there is one on the flash; but not what this imports.
INSTEAD_OF_LOOP = b"""\
import sys

class Loop:
    def main():
        import free_memory

sys.modules["loop"] = Loop
"""


def setup(game: str) -> dict:
    """The largest table."""
    made: dict = {"game": game, "players": list(NAMES[: PLAYERS.get(game, 3)]), "options": {}}
    if game not in ("meksykanka", "counter"):
        made["dealer"] = 0
    return made


def speak(app, code: str):
    """Change the language of the device."""
    yield from to_home(app)
    yield from to_row(app, len(app.top.rows) - 1)
    while app.top.cursor != [setting.name for setting in SETTINGS].index("language"):
        yield pressed(KEY_A)
    while app.settings.values["language"] != code:
        yield pressed(KEY_B)
    yield pressed(KEY_M)


def played(game: str) -> tuple[bytes, list[str]]:
    """The presses of a game, and what is to be in front at each look."""
    random.seed(SEED)
    fingers = Fingers(FakeWorld(FakeStorage({})))
    app = fingers.app
    record = bytearray()
    sights: list[str] = []

    def press(key: int, down_ms: int) -> None:
        fingers.press(key, down_ms)
        record.extend((key, *down_ms.to_bytes(2, "big")))
        if not fingers.presses % LOOK_presses:
            record.extend((LOOK, 0, 0))
            sights.append(fingers.sight() + ("!" if in_the_game(app) else ""))

    for key, down_ms in evening(app, game):
        press(key, down_ms)
    for key, down_ms in speak(app, LANGUAGE):
        press(key, down_ms)
    record.extend((BEGIN, 0, 0))
    fingers.begin(setup(game))
    start = fingers.presses
    for key, down_ms in play(app, game):
        press(key, down_ms)
        if fingers.presses - start > PRESSES and in_the_game(app) or app.table is None:
            break
    return bytes(record), sights


def in_the_game(app) -> bool:
    """Whether the game itself is in front."""
    return app.table is not None and isinstance(app.top, GameScreen) and len(app._stack) == 2


def program() -> dict[str, bytes]:
    """What is on the flash besides the presses: the program, if it is not frozen."""
    if os.environ.get("FROZEN"):
        return {**bundle.compiled(SCRIPT), "boot.py": INSTEAD_OF_LOOP}
    return {**bundle.compiled({**bundle.installed(), **SCRIPT}), "main.py": b"import free_memory\n"}


def told(sights: list[str]) -> list[str]:
    """What the device calls what is in front."""
    files = {**bundle.installed(), **SCRIPT}
    for name in bundle.SOURCES:
        del files[name]
    frozen = os.environ.get("FROZEN")
    names = {} if frozen else bundle.shorter(bundle.briefly(files)).public
    screens = [sight.rstrip("!").split() for sight in sights]
    return [f"{names.get(screen, screen)} {events}" for screen, events in screens]


def measured(game: str, rig: list[str], uf2: str) -> list[tuple[int, str]]:
    """(bytes free, what was in front) at each look."""
    presses, sights = played(game)
    return looks(presses, sights, {"setup": json.dumps(setup(game)).encode()}, rig, uf2)


def looks(
    presses: bytes, sights: list[str], files: dict[str, bytes], rig: list[str], uf2: str
) -> list[tuple[int, str]]:
    """(bytes free, what was in front) at each look. files: what else is on the flash."""
    files = {**program(), **files, "presses": presses}
    with tempfile.TemporaryDirectory() as folder:
        for name, data in files.items():
            path = Path(folder) / "flash" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        command = [*rig, "--uf2", uf2, "--fs", f"{folder}/flash", "--out", f"{folder}/out"]
        command += ["--do", f"expect_text measured {TIMEOUT_ms}"]
        done = subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace")
    said = done.stderr.splitlines()  # the console; the report is what is printed
    lines = [line.split(" ", 2) for line in said if line.startswith("free ")]
    shown = [line[2].strip() for line in lines]
    wanted = told(sights)
    if shown != wanted:
        at = next((n for n, (a, b) in enumerate(zip(shown, wanted)) if a != b), len(shown))  # noqa: B905
        raise AssertionError(f"another screen at look {at}:\n{done.stderr[-2000:]}")
    return [(int(line[1]), sight) for line, sight in zip(lines, sights, strict=True)]


def main(games: list[str]) -> None:
    """Print a line a game."""
    if given.lacking():
        print("skipped:", given.lacking())
        return
    rig, uf2 = given.command(), given.image()
    print(f"{'':16}{'free in the game':>18}  {'elsewhere':>10}")
    for game in games or GAMES:
        looks = measured(game, rig, uf2)
        inside = min(look for look in looks if look[1].endswith("!"))
        outside = min(look for look in looks if not look[1].endswith("!"))
        print(f"{game:16}{inside[0]:>18,}  {outside[0]:>10,}  in {inside[1]}, {outside[1]}")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
