"""`make bench`: how fast the rules are, each figure beside its budget and a yardstick of this run.

The yardstick is the time of an integer addition in a loop, measured in the same process: figures of
different machines can be compared by it, and a figure of MicroPython on a PC gives an estimate for
the Pico, where such an addition takes about 5 us.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from rules_core import GAMES, game_class, new_game

from .randomplay import Event, RandomPlayer, play

ROOT = Path(__file__).resolve().parent.parent
MICROPYTHON = ROOT / ".venv-micropython" / "bin" / "micropython"

# (game, played card by card)
KINDS = [
    *[(name, False) for name in GAMES],
    *[(name, True) for name in GAMES if "deal" in game_class(name).EVENTS],
]

# Budgets
REPLAY_GOAL = 100_000  # events/s
HANDS_GOAL = 300  # hands/s
EVENT_BUDGET_ms = 20
UNDO_BUDGET_ms = 300
PICO_ADDITION_us = 5

EVENTS = 60_000  # a kind of game, on CPython
MICROPYTHON_EVENTS = 6_000
ROUNDS = 3  # the best one counts
HANDS = 1_500

# Runs under CPython and MicroPython alike: replays the transcripts that are named, without
# answering, then takes the last events of each back. One line of JSON tells the nanoseconds. What
# an event takes is the shortest of three times, since other programs get in between now and then.
FOLD = """
import gc, json, sys, time
from rules_core import new_game
PASSES = 3
UNDONE = 40
def additions(count):
    total = 0
    for number in range(count):
        total += number
    return total
def measured(function, *arguments):
    start = time.time_ns()
    function(*arguments)
    return time.time_ns() - start
def shortest(calls):
    return [min(times) for times in zip(*calls)]
loop = min([measured(additions, 200000) for _ in range(25)]) / 200000
events = spent = worst = undo = 0
for name in sys.argv[1:]:
    with open(name) as file:
        lines = [json.loads(line) for line in file]
    played = []
    undone = []
    for _ in range(PASSES):
        gc.collect()
        game = new_game(lines[0])
        played.append([measured(game.apply_event, event) for event in lines[1:]])
        undone.append([measured(game.undo) for _ in range(min(UNDONE, len(lines) - 1))])
    took = shortest(played)
    events += len(took)
    spent += sum(took)
    worst = max(worst, max(took))
    undo = max(undo, max(shortest(undone)))
print(json.dumps({"loop": loop, "events": events, "spent": spent, "worst": worst, "undo": undo}))
"""


def seconds(function: Callable[..., object], *arguments: object) -> float:
    """The shortest time that a call takes, of ROUNDS."""
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        function(*arguments)
        times.append(time.perf_counter() - start)
    return min(times)


def discard_output(command: list[str]) -> None:
    subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, check=True)


def transcripts(kind: tuple[str, bool], least: int) -> list[list[Event]]:
    """Random games of a kind, so many events of them or a few more."""
    games: list[list[Event]] = []
    while sum(map(len, games)) < least:
        games.append(play(kind[0], len(games), kind[1]))
    return games


def write(games: list[list[Event]], folder: Path) -> list[str]:
    """Store transcripts as files; their names."""
    names = []
    for number, lines in enumerate(games):
        path = folder / f"{number}.jsonl"
        path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
        names.append(str(path))
    return names


def json_alone(games: list[list[Event]], answers: bytes) -> float:
    """Seconds that the standard json module takes to read these events and write these answers."""
    decode, encode = json.JSONDecoder().decode, json.JSONEncoder().encode
    texts = [json.dumps(line) for lines in games for line in lines]
    values = [decode(line) for line in answers.decode("ascii").splitlines()]
    reading = seconds(lambda: [decode(text) for text in texts])
    writing = seconds(lambda: [encode(value) for value in values])
    return reading + writing


def fold(interpreter: list[str], names: list[str]) -> dict[str, float]:
    """What FOLD tells when an interpreter runs it."""
    path = os.pathsep.join((str(ROOT), ".frozen"))
    run = subprocess.run(
        [*interpreter, "-c", FOLD, *names],
        cwd=ROOT,
        env={**os.environ, "MICROPYPATH": path},
        capture_output=True,
        check=True,
        text=True,
    )
    return json.loads(run.stdout)


def title(kind: tuple[str, bool]) -> str:
    return f"{kind[0]}, {'cards' if kind[1] else 'table'}"


def row(*cells: str) -> None:
    """Print a line of a table: the first cell to the left, the others to the right."""
    print(f"  {cells[0]:22}" + "".join(f"{cell:>16}" for cell in cells[1:]), flush=True)


def bench_replay(kinds: list[tuple[str, bool]], least: int) -> None:
    print(f"\nReplay by the command, JSON in and out; goal {REPLAY_GOAL:,} events/s")
    row("", "events", "events/s", "of the goal", "JSON's share", "fold: events/s", "worst event")
    for kind in kinds:
        games = transcripts(kind, least)
        events = sum(map(len, games))
        with tempfile.TemporaryDirectory() as folder:
            names = write(games, Path(folder))
            command = [sys.executable, "-m", "host_sim", "replay", *names]
            answers = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout
            spent = seconds(discard_output, command)
            alone = json_alone(games, answers)
            told = fold([sys.executable], names)
        row(
            title(kind),
            f"{events:,}",
            f"{events / spent:,.0f}",
            f"{events / spent / REPLAY_GOAL:.2f}",
            f"{alone / spent:.0%}",
            f"{told['events'] / told['spent'] * 1e9:,.0f}",
            f"{told['worst'] / 1e6:.2f} ms",
        )


def bench_micropython(kinds: list[tuple[str, bool]], least: int) -> None:
    if not MICROPYTHON.exists():
        print("\nThere is no MicroPython here: say `make setup`.")
        return
    print(
        f"\nThe fold on MicroPython (unix port), and by the yardstick on the Pico;"
        f"\nbudget there {EVENT_BUDGET_ms} ms an event, {UNDO_BUDGET_ms} ms an undo"
    )
    row("", "events", "events/s", "an addition", "worst event", "on the Pico", "undo, Pico")
    for kind in kinds:
        games = transcripts(kind, least)
        with tempfile.TemporaryDirectory() as folder:
            told = fold([str(MICROPYTHON), "-X", "heapsize=64m"], write(games, Path(folder)))
        # Nanoseconds here -> milliseconds there
        pico = PICO_ADDITION_us / told["loop"]
        row(
            title(kind),
            f"{told['events']:,}",
            f"{told['events'] / told['spent'] * 1e9:,.0f}",
            f"{told['loop']:.0f} ns",
            f"{told['worst'] / 1e6:.2f} ms",
            f"{told['worst'] * pico / 1e3:.1f} ms",
            f"{told['undo'] * pico / 1e3:.1f} ms",
        )


def play_hands(name: str, hands: int) -> None:
    """Play so many hands of Meksiko card by card, every card a random one of the legal ones."""
    played = 0
    while played < hands:
        player = RandomPlayer((name, played), full=True)
        game = new_game(player.setup(name))
        while not game.over and len(game.log) < hands - played:
            game.apply_event(player.event(game))
        played += len(game.log)


def bench_hands(hands: int) -> None:
    print(f"\nMeksiko card by card, random legal cards; goal {HANDS_GOAL} hands/s")
    row("", "hands", "hands/s", "of the goal")
    for name in ("meksiko", "meksiko-club"):
        spent = seconds(play_hands, name, hands)
        row(name, f"{hands:,}", f"{hands / spent:,.0f}", f"{hands / spent / HANDS_GOAL:.1f}")


def main(arguments: list[str]) -> int:
    """Measure everything, or with --quick a tenth of it."""
    parser = argparse.ArgumentParser(prog="python -m host_sim.bench", description=main.__doc__)
    parser.add_argument("--quick", action="store_true", help="a tenth of the events")
    parser.add_argument("--game", choices=GAMES, action="append", help="only this game")
    options = parser.parse_args(arguments)
    share = 10 if options.quick else 1
    kinds = [kind for kind in KINDS if not options.game or kind[0] in options.game]
    print(f"CPython {platform.python_version()} on {platform.machine()}, {os.cpu_count()} cores")
    bench_replay(kinds, EVENTS // share)
    bench_hands(HANDS // share)
    bench_micropython(kinds, MICROPYTHON_EVENTS // share)
    if MICROPYTHON.exists() and not options.game:
        # Here, not above: only this part needs the app, the pictures and the compiler.
        from . import bench_device, bench_flash

        bench_flash.bench(bench_flash.QUICK_EVENINGS if options.quick else bench_flash.EVENINGS)
        bench_device.bench_bus()
        bench_device.bench_memory()
        bench_device.bench_flash()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
