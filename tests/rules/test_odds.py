"""Odds for the dice judge, against counting all rolls (RULES.md section 3)."""

from fractions import Fraction
from itertools import product

import pytest

from rules_core.odds import beats, duel_won, reaches

ROLLS = list(product(range(1, 7), repeat=2))


def worth(roll):
    """The number of a roll; infinity for a meksykanka."""
    high, low = max(roll), min(roll)
    if (high, low) == (2, 1):
        return float("inf")
    return 100 * high if high == low else 10 * high + low


def counted(condition):
    return Fraction(sum(condition(roll) for roll in ROLLS), len(ROLLS))


def fraction(odds):
    """The fraction of a pair of integers, which must be a true one."""
    numerator, denominator = odds
    assert type(numerator) is int and type(denominator) is int
    assert 0 <= numerator <= denominator
    return Fraction(numerator, denominator)


RESULTS = sorted({worth(roll) for roll in ROLLS} - {float("inf")})
CALLS = [*range(1, 700), 999, 1000, 142857, 10**25]


def test_odds_21_results():
    assert len(RESULTS) == 20 and RESULTS[0] == 31 and RESULTS[-1] == 600


@pytest.mark.parametrize("odds", [reaches, beats])
def test_odds_are_of_36(odds):
    for call in (1, 31, 65, 100, 600, 601):
        assert odds(call)[1] == 36


def test_odds_reaches_every_call():
    """And so a call is true: when it is not above the roll; a meksykanka is above every number."""
    for call in CALLS:
        assert fraction(reaches(call)) == counted(lambda roll, call=call: worth(roll) >= call)


def test_odds_beats_every_call():
    for call in CALLS:
        assert fraction(beats(call)) == counted(lambda roll, call=call: worth(roll) > call)


def test_odds_by_hand():
    assert reaches(1) == (36, 36)
    assert reaches(31) == (36, 36)
    assert beats(31) == (34, 36)
    assert reaches(65) == (10, 36)  # 65 twice, six pairs, meksykanka twice
    assert beats(65) == (8, 36)
    assert reaches(100) == (8, 36)
    assert reaches(600) == (3, 36)
    assert beats(600) == (2, 36)
    assert reaches(601) == beats(601) == reaches(10**30) == (2, 36)


def test_odds_the_word():
    """Two of the 36 rolls are a meksykanka, and nothing is above it."""
    assert reaches("meksykanka") == (2, 36)
    assert beats("meksykanka") == (0, 36)


def test_odds_duel_is_won():
    """Two tries: at least one of them is a meksykanka, counted over all pairs of rolls."""
    hits = sum(
        float("inf") in (worth(first), worth(second)) for first, second in product(ROLLS, repeat=2)
    )
    assert duel_won() == (hits, 1296) == (140, 1296)
    assert fraction(duel_won()) == 1 - Fraction(34, 36) ** 2
