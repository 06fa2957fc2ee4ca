"""Measures what DESIGN.md, section 4, sets budgets for, on the emulated RP2040 and here.

    RIG=… UF2=… python tests/pico/measure.py [PART …]

RIG and UF2: see given.py. Each PART (a function below; all, if none is named) is run, and what it
tells is kept in measured.json under its name, beside what was kept before. `python -m
host_sim.budgets --write` puts it into the README.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import mean, median
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent.parent / place) for place in ("", "firmware")]

import given  # noqa: E402
from host_sim import bench, bench_device, budgets, bundle, table_time, uf2  # noqa: E402
from kibitz.games import GAMES  # noqa: E402

SETUP = {"game": "meksiko", "players": ["Ana", "Bora", "Ceca"], "dealer": 0}
MOVES, FOLLOWS = "moves and counts", "notes that follow"
SLOWEST = 3  # so many are kept of a kind
REPLAYED_events = 60_000
HANDS = 600
ROUNDS = 3  # the best one counts
TIMES = 100  # the loop, since the processor's time is told in hundredths of a second


class Rig:
    """folder: what is installed. files: the same."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.files = bundle.with_list(bundle.compiled(bundle.installed()))
        for name, data in self.files.items():
            path = folder / "device" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)

    def played(self, scene: str, *arguments: object) -> Any:
        return given.played(self.folder / "device", scene, *arguments)


def yardstick(rig: Rig) -> dict:
    return rig.played("yardstick")


def start(rig: Rig) -> dict:
    return rig.played("start")


def presses(rig: Rig) -> dict:
    """What came to the glass in an evening of each game, by kind and place."""
    pictures = []
    count = 0
    for game in GAMES:
        told = rig.played("presses", game)
        count += told["presses"]
        pictures += [{**one, "game": game} for one in told["pictures"]]
    kinds = {
        "moves": [one for one in pictures if one["kind"] == MOVES],
        "in_a_game": [
            one
            for one in pictures
            if one["kind"] not in (MOVES, FOLLOWS) and one["where"] == "in a game"
        ],
        "elsewhere": [
            one
            for one in pictures
            if one["kind"] not in (MOVES, FOLLOWS) and one["where"] != "in a game"
        ],
        "follows": [one for one in pictures if one["kind"] == FOLLOWS],
    }
    return {"presses": count, **{name: summary(some) for name, some in kinds.items()}}


def summary(pictures: list[dict]) -> dict:
    """Of all pictures of a kind."""
    pictures = sorted(pictures, key=lambda one: -one["ms"])
    kept, seen = [], set()
    for one in pictures:
        place = (one["from"], one["to"])
        if place not in seen and len(kept) < SLOWEST:
            seen.add(place)
            kept.append({name: one[name] for name in ("game", "from", "to", "ms", "bus_ms")})
    within = {
        f"within_{budget}_ms": round(mean(one["ms"] <= budget for one in pictures), 3)
        for budget in (budgets.MOVE_ms, budgets.SCREEN_ms)
    }
    return {
        "count": len(pictures),
        "median_ms": round(median([one["ms"] for one in pictures]), 1),
        "worst_ms": round(pictures[0]["ms"], 1),
        "median_bytes": round(median([one["sent"] for one in pictures])),
        "worst_bytes": max([one["sent"] for one in pictures]),
        "slowest": kept,
        **within,
    }


def evening(rig: Rig) -> dict:
    script = rig.folder / "evening.json"
    script.write_text(json.dumps(table_time.evening(SETUP)), "utf-8")
    told = rig.played("hour", script)
    shares = table_time.shares(told)
    return {**told, "shares": {name: round(one, 5) for name, one in shares._asdict().items()}}


def board(rig: Rig) -> dict:
    """What the device measures on itself, through the serial port."""
    flash, kept = rig.folder / "flash.img", rig.folder / "board.json"
    flash.write_bytes(uf2.image(rig.files))
    said: list[str] = []
    with given.plugged_in(flash, said) as port:
        command = [sys.executable, "-m", "host_sim.bench_board", "--port", port, "--to", str(kept)]
        subprocess.run(command, cwd=bundle.ROOT, check=True, stdout=subprocess.DEVNULL)
    return json.loads(kept.read_text("utf-8"))


def heap(_rig: Rig) -> dict:
    """The least that is free while the game itself is in front, and elsewhere."""
    import heap as evenings

    found = {}
    for game in GAMES:
        looks = evenings.measured(game, given.command(), given.image())
        found[game] = {
            "in_the_game_bytes": min(free for free, seen in looks if seen.endswith("!")),
            "elsewhere_bytes": min(free for free, seen in looks if not seen.endswith("!")),
        }
    return found


def flash(_rig: Rig) -> dict:
    return {"bytes": sum(bench_device.mpy_sizes().values())}


def computer(rig: Rig) -> dict:
    """What is measured on CPython: replay by the command, and hands of Meksiko card by card. In
    seconds of the processor, since other programs may run."""
    speeds = {}
    for kind in bench.KINDS:
        games = bench.transcripts(kind, REPLAYED_events)
        with tempfile.TemporaryDirectory(dir=rig.folder) as folder:
            names = bench.write(games, Path(folder))
            command = [sys.executable, "-m", "host_sim", "replay", *names]
            spent = shortest(bench.discard_output, command)
        speeds[bench.title(kind)] = round(sum(map(len, games)) / spent)
    hands = HANDS / shortest(bench.play_hands, "meksiko", HANDS)
    additions = shortest(budgets.additions, TIMES * budgets.ADDITIONS) / TIMES
    return {"replay": speeds, "hands": round(hands), "additions_ms": round(additions * 1000, 2)}


def shortest(function: Callable[..., Any], *arguments: Any) -> float:
    """Seconds of the processor that a call takes, with the programs that it starts."""
    found = []
    for _ in range(ROUNDS):
        before = os.times()
        function(*arguments)
        after = os.times()
        found.append(sum(after[:4]) - sum(before[:4]))
    return min(found)


PARTS: dict[str, Callable[[Rig], dict]] = {
    one.__name__: one for one in (yardstick, start, presses, evening, board, heap, flash, computer)
}


def main(names: list[str]) -> None:
    if given.lacking():
        print("skipped:", given.lacking())
        return
    kept = budgets.MEASURED
    told = json.loads(kept.read_text("utf-8")) if kept.exists() else {}
    with tempfile.TemporaryDirectory() as folder:
        rig = Rig(Path(folder))
        for name in names or PARTS:
            told[name] = PARTS[name](rig)
            text = json.dumps(told, indent=1, sort_keys=True, ensure_ascii=False) + "\n"
            fresh = kept.with_suffix(".tmp")
            fresh.write_text(text, "utf-8")
            os.replace(fresh, kept)
            print(f"{name} measured", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
