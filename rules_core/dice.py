"""Two dice as Meksykanka reads them (RULES.md section 3, "reading a roll")."""

from .errors import RuleError
from .game import is_list

FACES = 6
MEKSYKANKA = "meksykanka"
MEKSYKANKA_DICE = (1, 2)
DUEL_TRIES = 2  # of the player after somebody has shown a meksykanka

PAIR_TIMES = 100
TENS = 10


def result(dice):
    """What two dice are worth: 31 to 65, 100 to 600, or "meksykanka"."""
    low, high = sorted(dice)
    if (low, high) == MEKSYKANKA_DICE:
        return MEKSYKANKA
    return PAIR_TIMES * high if low == high else TENS * high + low


def strength(call) -> tuple:
    """A key that puts calls and results in order: any number is below a meksykanka."""
    return (1, 0) if call == MEKSYKANKA else (0, call)


def rolls() -> list:
    """The results of all 36 rolls of two dice that can be told apart."""
    faces = range(1, FACES + 1)
    return [result((first, second)) for first in faces for second in faces]


_results: list = []  # once they have been asked for


def results() -> tuple:
    """The 21 different results, low to high."""
    if not _results:
        _results.append(tuple(sorted(set(rolls()), key=strength)))
    return _results[0]


def check_dice_shape(dice) -> None:
    """RuleError("bad-value") unless it is a list of two integers."""
    if not is_list(dice) or len(dice) != 2 or [type(die) for die in dice] != [int, int]:
        raise RuleError("bad-value", "A roll is a list of two integers.")


def check_dice_faces(dice) -> None:
    """RuleError("not-a-roll") unless two integers are faces of a die."""
    for die in dice:
        if not 1 <= die <= FACES:
            raise RuleError("not-a-roll", "A die shows 1 to {}.", FACES)


def checked_dice(dice) -> tuple:
    """The two dice; RuleError: bad-value, not-a-roll."""
    check_dice_shape(dice)
    check_dice_faces(dice)
    return tuple(dice)
