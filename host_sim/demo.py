"""A demonstration: a game of Meksiko that the simulator plays by itself, printed as it goes.

Everything is entered through the keys of the real app, and nothing of it stays saved. The game is
the same every time, so that what is printed can be compared.
"""

from typing import Any

from kibitz.app import App
from rules_core.meksiko import TRICKS

from . import replay, sheet
from .device import Device, MemoryStorage, ScriptedDevice, SeededRandom, World, transcript
from .evening import Evening
from .operate import Operator
from .printout import Printout
from .script import PAUSE_ms, Player

SETUP: dict[str, Any] = {"game": "meksiko", "players": ["Ana", "Bora", "Ceca"], "dealer": 0}
SEED = 166  # ten hands: bids of 5 to 9 and a Meksiko, made and failed
HALFWAY = TRICKS // 2  # tricks after which the table is shown


class Show:
    """One demonstration."""

    def __init__(self, out: Printout, device: Device, pause_ms: int) -> None:
        self._out = out
        self._evening = Evening(SeededRandom(SEED))
        self._device = device
        self._operator = Operator(Player(device, pause_ms=pause_ms))
        self._detail = True  # the first hand is shown stage by stage

    def run(self) -> None:
        """From the first screen to the winner."""
        self._operator.player.start()
        self._screen("Switched on")
        self._operator.new_game(SETUP)
        self._out.line(f"{', '.join(SETUP['players'])} sit down; {SETUP['players'][0]} deals.")
        game = self._operator.game
        while not game.over:
            booked = len(game.log)
            self._event()
            if len(game.log) > booked:
                self._result()
                self._operator.go_on()
        self._screen("The end of the game")
        self._close()

    def _event(self) -> None:
        game = self._operator.game
        name, value = self._evening.next_event(game)
        title = self._title(name) if self._detail else ""
        if title:
            self._screen(title)
        self._operator.enter(name, value)

    def _title(self, name: str) -> str:
        """What is to be seen on the screen on which this is entered; "" if it is nothing new."""
        game = self._operator.game
        if name == "bid":
            return f"{game.players[game.to_act]} bids or passes"
        if name == "trump":
            return f"{game.players[game.declarer]} names the trump"
        return {0: "The play begins", HALFWAY: "Half of the tricks"}.get(sum(game.tricks), "")

    def _result(self) -> None:
        game = self._operator.game
        record = game.log[-1]
        if self._detail or record.bid == "meksiko":
            self._screen(f"Hand {record.hand} is booked")
        who = game.players[record.declarer]
        outcome = "made it" if record.made else "failed"
        totals = ", ".join(
            f"{name} {score}" for name, score in zip(game.players, record.scores, strict=True)
        )
        bid = str(record.bid).capitalize()
        self._out.line(f"Hand {record.hand}: {who} bid {bid} and {outcome}. {totals}")
        self._detail = False

    def _close(self) -> None:
        """The sheet and the score, from the transcript that the app has saved."""
        replayer = replay.Replayer()
        for line in transcript(self._device.world.storage).splitlines():
            replayer.answer(replay.parse(line.encode()))
        game: Any = replayer.game
        self._out.line()
        self._out.line(sheet.as_text(game))
        scores = zip(game.players, game.scores, strict=True)
        self._out.line("Final score: " + ", ".join(f"{name} {score}" for name, score in scores))

    def _screen(self, title: str) -> None:
        frame = self._device.world.display.frame
        if frame is not None:
            self._out.screen(frame, title)


def new_device() -> Device:
    """A device on which nothing stays saved."""
    return ScriptedDevice(App, World(storage=MemoryStorage()))


def main(out: Printout, device: Device | None = None, pause_ms: int = PAUSE_ms) -> int:
    """Play and print a game; the exit status.

    device: a new one. pause_ms: how long each screen is left alone.
    """
    out.line("A game of Meksiko, played by the keys of the simulated device.")
    out.line("In a terminal you play yourself: python -m host_sim sim")
    out.line()
    Show(out, device or new_device(), pause_ms).run()
    return 0
