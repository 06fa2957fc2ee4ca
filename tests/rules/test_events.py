"""The events of a game are a list in pieces: they are like any list, whatever its length."""

import random

import pytest

from rules_core import new_game
from rules_core.game import MARK_EVERY, Events

COUNT = {"game": "counter", "players": ["Ana", "Bora", "Ceca"], "options": {"target": 0}}
LENGTHS = (0, 1, MARK_EVERY - 1, MARK_EVERY, MARK_EVERY + 1, 3 * MARK_EVERY, 3 * MARK_EVERY + 5)
lengths = pytest.mark.parametrize("length", LENGTHS)


def made(length):
    """(events, the same in a list)"""
    events, plain = Events(), [("add", (0, number)) for number in range(length)]
    full = [events.add(event) for event in plain]
    assert [number + 1 for number, one in enumerate(full) if one] == list(
        range(MARK_EVERY, length + 1, MARK_EVERY)
    )
    return events, plain


@lengths
def test_they_are_like_a_list(length):
    events, plain = made(length)
    assert len(events) == length and bool(events) == bool(plain)
    assert list(events) == plain and events == plain
    assert events != [*plain, ("end", True)] and events != plain[1:] + plain[:1] or length < 2
    for place in range(-length, length):
        assert events[place] == plain[place]
    for place in (-length - 1, length, -length - MARK_EVERY - 1, length + MARK_EVERY):
        with pytest.raises(IndexError):
            events[place]
    for start in (None, 0, 1, MARK_EVERY, -1, -MARK_EVERY, length):
        for end in (None, 0, 1, MARK_EVERY, -1, length + 1):
            assert events[start:end] == plain[start:end]


@lengths
def test_the_end_is_cut_off(length):
    for pieces in range(length // MARK_EVERY + 1):
        events, plain = made(length)
        assert events.cut(pieces) == plain[pieces * MARK_EVERY :]
        assert events == plain[: pieces * MARK_EVERY]
        assert not events.add(("end", True))
        assert events[-1] == ("end", True) and len(events) == pieces * MARK_EVERY + 1


def test_a_long_game_goes_back_and_forth():
    chance, game, plain = random.Random(1), new_game(COUNT), []
    for _ in range(4000):
        if plain and chance.random() < 0.45:
            game.undo()
            plain.pop()
        else:
            plain.append(("add", (chance.randrange(3), chance.randrange(-9, 99))))
            game.apply(*plain[-1])
        assert len(game.events) == len(plain) and game.events[-1:] == plain[-1:]
    assert game.events == plain and len(plain) > 10 * MARK_EVERY
    assert game.scores == tuple(
        [sum([points for _, (who, points) in plain if who == seat]) for seat in range(3)]
    )
