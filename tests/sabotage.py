"""Something fails at every single line that runs while a press is handled.

    python tests/sabotage.py GAME MOST

A random game is played by keys. The first time that a kind of event comes up (and the first undo),
the press that brings it is made over and over again, each time with an error at another line of the
program, at no more than MOST of them. C on the crash screen then starts the device anew; and the
game on its table must be the one before the press or the one after it, the same as a replay of its
transcript gives, and it must go on. Prints a line for each event: how many lines run, how many were
tried, after how many of these the event was there. Exits with 1 if anything was wrong.

Every try is a process of its own, forked when the key is about to be pressed.
"""

import json
import os
import random
import sys
import traceback
from pathlib import Path
from typing import Any

from host_sim.device import MemoryStorage, ScriptedDevice, World
from host_sim.people import OPERATORS
from host_sim.randomplay import RandomPlayer
from host_sim.script import Player, Press
from kibitz.app import App
from kibitz.crash import CrashScreen
from kibitz.keys import KEY_C
from rules_core import game_class, new_game

ROOT = Path(__file__).resolve().parent.parent
# Where something may fail: all that runs on a board, and what stands in for its flash.
PLACES = (str(ROOT / "rules_core"), str(ROOT / "firmware"), str(ROOT / "host_sim" / "device.py"))
# Only drawing, at great length: an error there is like one in the line that has called for it.
NOT_THERE = (str(ROOT / "firmware/kibitz/softbuf.py"), str(ROOT / "firmware/kibitz/font.py"))
EVENTS = 400  # of a game, at most
UNDO = "undo"
OPTIONS: dict[str, dict[str, Any]] = {
    "mexican-rummy": {"buy": True},
    "counter": {"target": 0},
}
ERRORS = (ZeroDivisionError, MemoryError, OSError)


class Saboteur:
    """Lets one tick after the other run, and fails at a line. lines: that have run."""

    def __init__(self, device: ScriptedDevice, at: int = 0):
        self.lines = 0
        self.at = at
        self.where = ""
        self.error = ERRORS[at % len(ERRORS)]
        self._tick = device.app.tick
        device.app.tick = self.tick

    def tick(self, now_ms: int, readings: Any) -> Any:
        sys.settrace(self._called)
        try:
            return self._tick(now_ms, readings)
        finally:
            sys.settrace(None)

    def _called(self, frame: Any, _event: str, _arg: Any) -> Any:
        name = frame.f_code.co_filename
        return self._ran if name.startswith(PLACES) and name not in NOT_THERE else None

    def _ran(self, frame: Any, event: str, _arg: Any) -> Any:
        if event == "line":
            self.lines += 1
            if self.lines == self.at:
                self.where = f"{frame.f_code.co_filename}:{frame.f_lineno}"
                raise self.error("sabotage")
        return self._ran


class Fingers(Player):
    """Presses are called out before they are made."""

    def __init__(self, device: ScriptedDevice):
        super().__init__(device)
        self.before_press: Any = None

    def press(self, step: Press) -> None:
        for _ in range(step.times):
            if self.before_press:
                self.before_press(step)
            super().press(Press(step.key, step.down_ms))


def forked(work: Any) -> tuple[int, str]:
    """Do something in a process of its own: (number, text) that it gave."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        try:
            number, text = work()
        except BaseException:
            number, text = -1, traceback.format_exc()
        with os.fdopen(writing, "wb") as pipe:
            pipe.write(f"{number} {text}".encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        number_text, _, text = pipe.read().decode().partition(" ")
    os.waitpid(child, 0)
    return int(number_text), text


class Table:
    """A game at the keys. most: tries for each kind of event."""

    def __init__(self, game: str, most: int):
        self.most = most
        self.device = ScriptedDevice(App, World(storage=MemoryStorage()), survives=True)
        self.fingers = Fingers(self.device)
        self.person = OPERATORS[game](self.fingers)
        self.players = RandomPlayer(game + "sabotage")
        self.chance = random.Random(game)
        self.setup = self.players.setup(game, OPTIONS.get(game))
        if game_class(game).DEALT:
            self.setup["dealer"] = 0
        self.wrong: list[str] = []
        self.tried = 0

    def play(self) -> None:
        self.fingers.start()
        self.person.new_game(self.setup)
        mirror = new_game(self.person.game.setup())
        known: set[str] = set()
        while not mirror.over and len(mirror.events) < EVENTS:
            name, value = mirror.split(self.players.event(mirror))
            if name not in known:
                known.add(name)
                self.sabotage(name, lambda name=name, value=value: self.person.enter(name, value))
            self.person.enter(name, value)
            mirror.apply(name, value)
            if UNDO not in known and len(mirror.events) > 5:
                known.add(UNDO)
                self.sabotage(UNDO, lambda: self.person.enter(UNDO))
        assert self.person.game.state() == mirror.state()

    # -- one event --------------------------------------------------------------------------------

    def sabotage(self, name: str, enter: Any) -> None:
        """Enter an event, with everything that can fail in its last press."""
        deciding = forked(lambda: (self._presses(enter), ""))[0]
        lines, expected = forked(lambda: self._count(enter, deciding))
        assert lines > 0, (name, expected)
        share = max(1, -(-lines // self.most))
        places = list(range(1 + self.chance.randrange(share), lines + 1, share))
        there = 0
        for at in places:
            after, trouble = forked(lambda at=at: self._try(enter, deciding, at, expected))
            there += after > 0
            if trouble:
                self.wrong.append(f"{name}, line {at}: {trouble}")
        self.tried += len(places)
        print(f"{name}: {lines} lines, {len(places)} tried, {there} with the event", flush=True)

    def _presses(self, enter: Any) -> int:
        """The number of the press, counted from 1, with which the event happens."""
        count, deciding, before = 0, 0, len(self.person.game.events)

        def look(_step: Press) -> None:
            nonlocal count, deciding
            if not deciding and len(self.person.game.events) != before:
                deciding = count
            count += 1

        self.fingers.before_press = look
        enter()
        return deciding or count

    def _until(self, enter: Any, deciding: int) -> Press:
        """Press all keys before the deciding one, which is given."""
        count = 0

        class There(Exception):
            pass

        def look(step: Press) -> None:
            nonlocal count
            count += 1
            if count == deciding:
                raise There(step)

        self.fingers.before_press = look
        try:
            enter()
        except There as there:
            self.fingers.before_press = None
            return there.args[0]
        raise AssertionError("the key was not pressed again")

    def _count(self, enter: Any, deciding: int) -> tuple[int, str]:
        """(lines that run with the deciding press, what it leads to)."""
        step = self._until(enter, deciding)
        saboteur = Saboteur(self.device)
        self.fingers.press(Press(step.key, step.down_ms))
        return saboteur.lines, standing(self.device)

    def _try(self, enter: Any, deciding: int, at: int, expected: str) -> tuple[int, str]:
        """(1 if the event is there afterwards, what is wrong): fail at a line, and start anew."""
        step = self._until(enter, deciding)
        before, app = standing(self.device), self.device.app
        saboteur = Saboteur(self.device, at)
        self.fingers.press(Press(step.key, step.down_ms))
        if isinstance(self.device.app, CrashScreen):
            self.fingers.press(Press(KEY_C, step.down_ms))
            assert isinstance(self.device.app, App)
        # An error that somebody has caught may be an ordinary one to him: a full flash, say. Then
        # the table is told, and the event is saved later.
        caught = self.device.app is app
        settle(self.device)
        now = standing(self.device)
        if now not in (before, expected):
            return 0, "neither before the press nor after it: " + now
        told = type(self.device.app.top).__name__ == "MessageScreen"
        if caught and now == before and not told:
            return (
                0,
                f"{saboteur.error.__name__} in {saboteur.where} was caught, and the press lost",
            )
        game = self.device.app.table.game
        replayed = new_game(game.setup())
        for event, value in game.events:
            replayed.apply(event, value)
        if text(replayed) != text(game):
            return 0, "the state is not that of the events"
        storage = self.device.world.storage
        files = {name: storage.read(name) or "" for name in storage.names()}
        again = ScriptedDevice(App, World(storage=MemoryStorage(files)))
        settle(again)
        if standing(again) != now and not told:
            return 0, "what is saved is another game: " + standing(again)
        return int(now == expected), ""


def text(game: Any) -> str:
    """A game's events and state, to be compared."""
    return json.dumps([list(game.events), game.state()], sort_keys=True)


def standing(device: ScriptedDevice) -> str:
    """The game on a device's table."""
    return text(device.app.table.game)


def settle(device: ScriptedDevice) -> None:
    """Let a device do what it has to do."""
    device.run_until(device.clock.elapsed_ms() + 1000)


def main(game: str, most: int) -> int:
    table = Table(game, most)
    table.play()
    print(f"{game}: {table.tried} errors, {len(table.wrong)} of them with consequences")
    print("\n".join(table.wrong))
    return 1 if table.wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2])))
