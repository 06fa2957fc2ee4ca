"""How long three AAA cells last at the table: a scripted evening, and what its shares cost.

`evening` makes up a game of Meksiko, when people press and what, from the assumptions below;
tests/pico plays it on the emulated RP2040, which measures what the time goes to. `hours` works out
how long the cells last with that.
"""

from typing import Any, NamedTuple

from kibitz.keys import KEYS
from kibitz.world import Random

from .device import SeededRandom
from .evening import Evening
from .operate import Operator
from .script import Player, Press

# -- how people press -----------------------------------------------------------------------------

# What passes before each entry, in seconds: assumptions of ours about three people with cards. Each
# time it is half of that, half as much again, or anything between.
THINKING_s = {
    "deal": 60,  # shuffle, deal and sort the cards, before the first call of a hand
    "bid": 8,
    "trump": 5,
    "trick": 20,  # three cards are played, and the trick is taken in
}
BETWEEN_ms = 350  # two presses of one entry
DOWN_ms = 90  # a press that is no hold
EVENING_s = 3600
SEED = 4

# -- what it costs --------------------------------------------------------------------------------

CELLS_mAh = 1000  # three AAA in a row
BUDGET_h = 100
NEVER_ASLEEP_h = 40  # the yardstick
# The Pico with MicroPython at work or waiting, at 5 V; DESIGN.md, section 3.
AWAKE_mA = 21.0
# In `lightsleep` with a time given. DESIGN.md, section 3: about 1; MicroPython's commit b004e7e,
# which brought it, measured 1.5 for a Pico on USB.
ASLEEP_mA = 1.0
ASLEEP_AT_MOST_mA = 1.5
# The OLED with no pixel lit, and what all of them take on top; DESIGN.md, section 3: "5 to 20 mA by
# lit pixels". For a dim glass we have no figure, so it counts as a full one. A dark one takes next
# to nothing (SSD1306 data sheet, table 12-1: 10 uA asleep).
GLASS_mA = 5.0
PIXELS_mA = 15.0


# SSD1306 data sheet: what a segment gets is contrast / 256 x IREF x 8. So the pixels' part goes
# with the contrast; the figures above are for the highest. Ours is in firmware/micropython/
# display.py, and tests/test_budgets.py compares.
CONTRAST = 207
CONTRAST_MOST = 255


class Shares(NamedTuple):
    """Of the time: the chip asleep; the glass lit, full or dim. Of the lit glass: lit pixels."""

    asleep: float
    glass: float
    pixels: float


def shares(told: dict[str, float]) -> Shares:
    """The shares of what tests/pico/emulated.py has measured."""
    full, dim = told["glass_full"], told["glass_dim"]
    lit = full * told["lit_full"] + dim * told["lit_dim"]
    return Shares(told["asleep"], full + dim, lit / (full + dim))


class Recorder(Player):
    """Keeps what is pressed."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.pressed: list[tuple[int, int]] = []

    def press(self, step: Press) -> None:
        """Press a key as often as the step says, and write it down."""
        self.pressed += [(step.key, step.down_ms)] * step.times
        super().press(step)


def evening(setup: dict[str, Any], seed: int = SEED) -> list[list[int]]:
    """[pause in ms, key, ms down] from the first call until an hour is over, or the game.

    The device is in that game, nothing has been entered, and nobody has changed a setting.
    """
    chance = SeededRandom(seed)
    operator = Operator.seated(setup)
    recorder = Recorder(operator.player.device)
    operator.player = recorder
    people = Evening(chance)
    script: list[list[int]] = []
    game, hand = operator.game, 0
    while not game.over and sum(map(sum_ms, script)) < EVENING_s * 1000:
        name, value = people.next_event(game)
        pause_ms = thinking_ms(chance, "deal" if game.hand != hand else name)
        hand = game.hand
        recorder.pressed.clear()
        operator.enter(name, value)
        for key, down_ms in recorder.pressed:
            script.append([pause_ms, key, max(down_ms, DOWN_ms)])
            pause_ms = BETWEEN_ms
    assert all(key in KEYS for _, key, _ in script)
    return script


def sum_ms(press: list[int]) -> int:
    """How long a press takes, with the pause before it."""
    pause_ms, _, down_ms = press
    return pause_ms + down_ms


def thinking_ms(chance: Random, what: str) -> int:
    """Half of what is assumed, to half as much again."""
    average_ms = THINKING_s[what] * 1000
    return average_ms // 2 + chance.below(average_ms + 1)


def chip_mA(shares: Shares, asleep_mA: float = ASLEEP_mA) -> float:
    """What the chip takes on average."""
    return shares.asleep * asleep_mA + (1 - shares.asleep) * AWAKE_mA


def pixels_mA(contrast: int) -> float:
    """What all pixels take at a contrast."""
    return PIXELS_mA * contrast / CONTRAST_MOST


def average_mA(shares: Shares, asleep_mA: float = ASLEEP_mA, contrast: int = CONTRAST) -> float:
    """What the device takes on average."""
    glass_mA = shares.glass * (GLASS_mA + pixels_mA(contrast) * shares.pixels)
    return chip_mA(shares, asleep_mA) + glass_mA


def pixels_for(hours_wanted: float, shares: Shares) -> float:
    """Which share of the pixels could be lit, for the cells to last so long."""
    left_mA = CELLS_mAh / hours_wanted - chip_mA(shares)
    return (left_mA / shares.glass - GLASS_mA) / pixels_mA(CONTRAST)


def hours(shares: Shares, asleep_mA: float = ASLEEP_mA, contrast: int = CONTRAST) -> float:
    """How long the cells last."""
    return CELLS_mAh / average_mA(shares, asleep_mA, contrast)
