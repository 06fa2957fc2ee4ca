"""Exact chances for the judge of the dice cup, as (favourable, possible) whole numbers."""

from .dice import DUEL_TRIES, FACES, MEKSYKANKA, rolls, strength

ROLLS = FACES * FACES


def reaches(call) -> tuple:
    """The chance that a roll is at least the call (a number, or "meksykanka"), of 36.

    It is also the chance that a call is true, as long as nobody has seen the roll: call <= roll.
    """
    least = strength(call)
    return sum([strength(roll) >= least for roll in rolls()]), ROLLS


def beats(call) -> tuple:
    """The chance that a roll is higher than the call, of 36."""
    least = strength(call)
    return sum([strength(roll) > least for roll in rolls()]), ROLLS


def duel_won() -> tuple:
    """The chance that one of two tries is a meksykanka, of 36 * 36."""
    misses = ROLLS - reaches(MEKSYKANKA)[0]
    possible = ROLLS**DUEL_TRIES
    return possible - misses**DUEL_TRIES, possible
