"""The monkey, let loose on the Pico's program: `check_monkey.py` under the real MicroPython, and a
look at what it has left on the flash.

    python tests/board/monkey.py 100000 [GAME …]      all games, so many presses each

The program is compiled with mpy-cross first, as it is when it is frozen or installed as .mpy: the
compiler would need memory that the Pico's heap of 210 KB has not, beside the program itself.
"""

import json
import os
import platform
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path[:0] = [str(ROOT), str(HERE.parent), str(HERE)]

from host_sim import bundle  # noqa: E402
from host_sim.device import MemoryStorage  # noqa: E402
from kibitz.journal import PLAIN, Game, Journal  # noqa: E402
from rules_core import GAMES, game_class  # noqa: E402
from rules_core.transcript import Replayer  # noqa: E402
from support import MICROPYTHON  # noqa: E402

# The Pico's 210 KB: here, where pointers have 64 bits, an object takes about twice the room. What
# is not on a Pico (see around.py) gets its own beside that.
PICO_HEAP_kB = 400
SCRIPT = "check_monkey"
# What mpy-cross calls this computer's processor, if it knows it.
MACHINE_CODE = {"x86_64": "x64", "AMD64": "x64", "i686": "x86"}.get(platform.machine())
# The simulated machine and those at its keys; they live in the same heap.
AROUND = ("around", "scene", "person", "evening", "memory", "check_monkey", "check_soak")
AROUND += ("sim/machine", "sim/panels", "sim/rig", "sim/time")
# What differs between two ends of the same game with everything in the same place: names are of
# other lengths (24 remembered, 3 at the table, a block of 32 bytes each at most), and lists have
# grown to other sizes.
MARGIN_bytes = 1024


def compiled(folder: Path) -> None:
    """Put the program and what is around it into a folder, as .mpy."""
    sources = bundle.installed()
    for name in AROUND:
        sources[Path(name).name + ".py"] = HERE / f"{name}.py"
    # With assertions, and line numbers for what goes wrong.
    made = bundle.compiled(sources, MACHINE_CODE, options=(), as_they_are=())
    for name, data in made.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)


def run(program: Path, script: str, *arguments: object, heap_kB: int) -> str:
    """Run a compiled script; what it prints. AssertionError with that if it fails."""
    done = subprocess.run(
        [MICROPYTHON, "-X", f"heapsize={heap_kB}k", "-m", script, *map(str, arguments)],
        cwd=program.parent,
        env={**os.environ, "MICROPYPATH": f"{program}:.frozen"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
    )
    last = done.stdout.splitlines()[-10:] + done.stderr.splitlines()[-30:]
    assert done.returncode == 0 and not done.stderr, "\n".join([str(arguments), *last])
    return done.stdout


def around(program: Path, script: str) -> int:
    """The kB of the heap that a check takes which are not the program's."""
    return -(-int(run(program, "around", script, heap_kB=1024)) // 1024)


def used_flash(folder: Path, game: str) -> None:
    """The flash of a device that has been in use for long: all that it remembers is full.

    So the memory for that is in use from the first game on. The names are as long as names can be.
    """
    for name in ("flash", "removed"):
        (folder / name).mkdir(parents=True)
    options = {name: {one.name: one.default for one in game_class(name).OPTIONS} for name in GAMES}
    saved = {
        "values": {},
        "names": ["Џ" * 11 + letter for letter in "АБВГДЂЕЖЗИЈКЛЉМНЊОПРСТЋУ"],
        "options": options,
        "game": game,
        "seats": 3,
    }
    text = json.dumps(saved, ensure_ascii=False) + "\n"
    (folder / "flash" / "settings-0001.json").write_text(text, "utf-8")


def let_loose(game: str, presses: int, seed: int, program: Path, folder: Path) -> dict[str, Any]:
    """One game's monkey; what it counted. AssertionError with what it said if something is wrong.

    program: where the compiled files are. folder: an empty one, for the flash and the log.
    """
    used_flash(folder, game)
    around_kB = around(program, SCRIPT)
    heap_kB = PICO_HEAP_kB + around_kB
    said = run(program, SCRIPT, game, presses, seed, folder, heap_kB=heap_kB)
    counts = json.loads(said.splitlines()[-1])
    counts["heap size"] = f"{PICO_HEAP_kB} + {around_kB} kB"
    counts["files"], counts["ended"] = check_flash(folder)
    check_heap(counts, folder)
    return counts


# -- afterwards ------------------------------------------------------------------------------------


def told(folder: Path) -> dict[str, list[dict]]:
    """What the log tells: file -> its lines; every state in it is that of a replay up to there."""
    games: dict[str, list[dict]] = {}
    replayers: dict[str, Replayer] = {}
    for line in (folder / "log").read_text("utf-8").splitlines():
        entry = json.loads(line)
        name = entry.pop("file")
        ((what, value),) = entry.items()
        if what == "setup":
            assert name not in games, name
            games[name], replayers[name] = [], Replayer()
        if what == "state":
            replayed = json.loads(json.dumps(replayers[name].game.state()))
            assert replayed == value, f"{name} after {len(games[name])} lines"
            continue
        games[name].append(value)
        answer = replayers[name].answer(value)
        assert answer["ok"], (name, value, answer)
    return games


def check_flash(folder: Path) -> tuple[int, int]:
    """Every line that the rules accepted is on the flash, and nothing else; (games, of them over).

    Deleted games are looked at, too.
    """
    games = told(folder)
    over = 0
    paths = [*(folder / "removed").iterdir(), *(folder / "flash").iterdir()]
    files = {path.name: path.read_text("utf-8") for path in paths}
    storage = MemoryStorage(files)
    journal = Journal(storage)
    saved = [journal.game, *[Game(storage, number) for number in journal.finished()]]
    for game in saved:
        lines = [json.loads(line) for line in game.lines()]
        assert lines == games.pop(game.name(PLAIN), []), game.number
        assert game is journal.game or game.is_twice(), game.number
        replayer = Replayer()
        for line in lines:
            replayer.answer(line)
        over += bool(replayer.game and replayer.game.over)
    assert not games, f"not on the flash: {sorted(games)}"
    found = sorted(path.name for path in (folder / "flash").iterdir())
    own = ("game-", "slot-", "settings-", "starts.txt")
    assert all(name.startswith(own) for name in found), found
    return len(saved), over


def check_heap(counts: dict[str, Any], folder: Path) -> None:
    """The heap holds no more at the end of the last evening than at the end of the first.

    Both are the same game, which is looked at to be sure that like is compared with like.
    """
    (first, lines, _, before), (last, same_lines, _, after) = counts["heap"]
    games = told(folder)
    assert games[first][1:lines] == games[last][1:same_lines], "the two evenings differ"
    assert after <= before + MARGIN_bytes, f"{after - before} bytes more than at the start"


def all_games(games: tuple[str, ...], presses: int, workers: int) -> None:
    """Let loose on each game, and print what was counted."""
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor(workers) as pool:
        folder = Path(name)
        compiled(folder / "program")
        running = {
            game: pool.submit(let_loose, game, presses, 1 + seed, folder / "program", folder / game)
            for seed, game in enumerate(games)
        }
        for game, future in running.items():
            counts = future.result()
            print(f"{game}: {counts.pop('presses')} presses, {counts.pop('events')} events")
            for what in sorted(counts):
                print(f"    {what}: {counts[what]}")


if __name__ == "__main__":
    all_games(tuple(sys.argv[2:]) or GAMES, int(sys.argv[1]), os.cpu_count() or 1)
