"""Drawing only what has changed leaves the same picture as drawing all of it."""

from collections import Counter

import pytest

import test_app_glass
from app_driver import Driver
from kibitz import paint
from kibitz.canvas import Canvas
from kibitz.games import GAMES
from kibitz.screen import TOUCHED, Screen
from test_app_monkey import Monkey

NAMES = ("Maksimilijan", "Bo", "Ceca", "Aleksandrija", "Ena", "Fra")
PLAYERS = {"mexican-rummy": 4, "meksykanka": 6, "counter": 5}
ACTS = 1500
# Presses that are made often: (screen, keys)
OFTEN = (
    ("home-resume", "bbaa"),
    ("menu", "bba"),
    ("options-0", "aa"),
    ("settings", "aa"),
    ("number", "ab"),
    ("bid-opening", "bbb"),
    ("tricks", "abca"),
    ("count", "ab"),
)


def whole(device):
    """The picture that the screen in front gives on an empty canvas."""
    canvas = Canvas()
    screen = device.app.top
    screen.draw(canvas)
    paint.labels(canvas, screen.labels())
    return bytes(canvas.buffer)


def count_partly(device):
    """Count from now on, by their class, the screens that draw only a part of themselves."""
    partly_drawn = Counter()
    draw = device.app._draw_in_place

    def counting(picture, screen):
        partly = screen.dirty == TOUCHED and screen is device.app._drawn
        if partly and type(screen).redraw is not Screen.redraw:
            partly_drawn[type(screen).__name__] += 1
        draw(picture, screen)

    device.app._draw_in_place = counting
    return partly_drawn


@pytest.mark.parametrize("screen", test_app_glass.SCREENS)
def test_whatever_key_is_pressed_the_picture_is_whole(screen):
    for keys in ("aaa", "bbbb", "c", "m", "aabba", "A", "B", "C", "M", "babab"):
        device = test_app_glass.bring(screen, test_app_glass.WIDE[:3])
        for letter in keys:
            device.type(letter)
            assert device.world.display.frame == whole(device), (keys, device.screen)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("game", GAMES)
def test_a_monkey_never_sees_a_half_drawn_screen(game, seed):
    monkey = Monkey(seed)
    device = Driver()
    device.start(game, NAMES[: PLAYERS.get(game, 3)])
    for _ in range(ACTS):
        monkey.act(device)
        assert bytes(device.app._picture.buffer) == whole(device), device.screen


@pytest.mark.parametrize(("screen", "keys"), OFTEN)
def test_what_is_pressed_often_draws_a_part_only(screen, keys):
    device = test_app_glass.bring(screen, test_app_glass.WIDE[:3])
    name = device.screen
    partly_drawn = count_partly(device)
    device.type(keys)
    assert partly_drawn == {name: len(keys)}
