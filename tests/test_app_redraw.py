"""Drawing only what has changed leaves the same picture as drawing all of it."""

from copy import copy

import pytest

import test_app_counter
import test_app_draw
import test_app_glass
import test_app_meksykanka
import test_app_rummy
from app_driver import Driver, FakeRandom, Monkey
from kibitz import battery, paint
from kibitz.canvas import Canvas
from kibitz.games import GAMES
from kibitz.power import HOME, LOWER, UPPER
from kibitz.screen import NOTHING, TOUCHED
from points_table import driver_of

NAMES = ("Maksimilijan", "Bo", "Ceca", "Aleksandrija", "Ena", "Fra", "Gabrijela", "Ho")
PLAYERS = {"mexican-rummy": 4, "meksykanka": 6, "counter": 5}
ACTS = 1500
KEYS = ("aaa", "bbbb", "c", "m", "aabba", "A", "B", "C", "M", "babab", "abcab")
# Of the games' screens: for so many players each.
TABLES = {
    "glass": (test_app_glass, (3,)),
    "rummy": (test_app_rummy, (2, 3, 6)),
    "counter": (test_app_counter, (2, 5, 8)),
    "draw": (test_app_draw, (2, 6)),
    "meksykanka": (test_app_meksykanka, (2, 5, 8)),
}
SCREENS = [
    (game, screen, players)
    for game, (module, tables) in TABLES.items()
    for screen in module.SCREENS
    for players in tables
]
# Presses that are made often: (game, screen, players, keys)
OFTEN = (
    ("glass", "home-resume", 3, "bbaa"),
    ("glass", "menu", 3, "bba"),
    ("glass", "rules", 3, "bba"),
    ("glass", "options-0", 3, "aa"),
    ("glass", "options-1", 3, "bb"),
    ("glass", "settings", 3, "aabb"),
    ("glass", "number", 3, "ab"),
    ("glass", "player-1", 3, "bba"),
    ("glass", "spell", 3, "bbacb"),
    ("glass", "bid-opening", 3, "bbb"),
    ("glass", "tricks", 3, "abca"),
    ("glass", "count", 3, "ab"),
    ("rummy", "cards", 3, "bbabbab"),
    ("rummy", "number", 3, "bbab"),
    ("rummy", "out", 6, "bba"),
    ("counter", "totals", 4, "aaa"),
    ("counter", "totals", 6, "aaa"),
    ("counter", "points", 4, "bbba"),
    ("counter", "round", 4, "bbba"),
    ("draw", "rank", 3, "abba"),
    ("meksykanka", "start", 5, "bba"),
    ("meksykanka", "roll-off", 5, "aabb"),
    ("meksykanka", "opens", 5, "bbba"),
    ("meksykanka", "turn", 5, "bbb"),
    ("meksykanka", "turn", 8, "bbb"),
    ("meksykanka", "check", 5, "abb"),
    ("meksykanka", "digits", 5, "abcb"),
    ("meksykanka", "quiet", 5, "bbb"),
    ("meksykanka", "quiet", 8, "bbb"),
    ("meksykanka", "quiet-call", 5, "bba"),
)


def bring(game, screen, players):
    """A device with this screen in front, and on the glass."""
    if game == "glass":
        return test_app_glass.bring(screen, test_app_glass.WIDE[:players])
    build = TABLES[game][0].SCREENS[screen]
    names = NAMES[:players]
    built = build(names) if game == "meksykanka" else build(players, names)
    device = built if isinstance(built, Driver) else driver_of(built)
    device.world.random = FakeRandom()
    return device


def whole(device):
    """The picture that the screen in front gives on an empty canvas."""
    canvas = Canvas()
    screen = copy(device.app.top)  # which may remember what it draws
    screen.draw(canvas)
    paint.labels(canvas, screen.labels())
    return bytes(canvas.buffer)


def drawings(device):
    """From now on, (class of the screen, True if only a part is drawn) of what is drawn."""
    seen = []
    draw = device.app._draw_in_place

    def noting(picture, screen):
        if screen.dirty != NOTHING or screen is not device.app._drawn:
            partly = screen.dirty == TOUCHED and screen is device.app._drawn
            seen.append((type(screen).__name__, partly))
        draw(picture, screen)

    device.app._draw_in_place = noting
    return seen


@pytest.mark.parametrize(("game", "screen", "players"), SCREENS)
def test_whatever_key_is_pressed_the_picture_is_whole(game, screen, players):
    for keys in KEYS:
        device = bring(game, screen, players)
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


@pytest.mark.parametrize(("game", "screen", "players", "keys"), OFTEN)
def test_what_is_pressed_often_draws_a_part_only(game, screen, players, keys):
    device = bring(game, screen, players)
    name = device.screen
    seen = drawings(device)
    for letter in keys:
        before = device.world.display.frame
        device.type(letter)
        assert device.world.display.frame != before
    assert set(seen) == {(name, True)}


@pytest.mark.parametrize("low", [False, True])
@pytest.mark.parametrize("shift", [HOME, UPPER, LOWER])
@pytest.mark.parametrize(("game", "screen", "players", "keys"), OFTEN[::3])
def test_it_does_so_too_while_the_picture_has_moved_or_has_a_mark(
    game, screen, players, keys, shift, low
):
    device = bring(game, screen, players)
    device.app._power.shift, device.app.battery.low = shift, low
    seen = drawings(device)
    device.type(keys)
    assert {partly for _, partly in seen} == {True}
    shown = device.world.display.frame
    assert shown == bytes(device.app.canvas.buffer)
    assert bytes(device.app._picture.buffer) == whole(device)
    moved = Canvas()
    picture = device.app._picture
    for y in range(64):
        for x in range(128):
            to = y + (shift == UPPER and y < 54) - (shift == LOWER and y > 54)
            if picture.pixel(x, y):
                moved.pixel(x, to, 1)
    if low:
        battery.mark(picture, moved, int(shift == UPPER))
    assert shown == bytes(moved.buffer)


def test_the_mark_of_a_list_moves_before_its_note_changes():
    device = bring("glass", "options-0", 3)
    device.level("a", True)
    between = device.world.display.frame
    assert device.asleep_ms == 0, "the note is still to come"
    assert between != whole(device)
    device.wait(1)
    assert device.world.display.frame == whole(device)
    assert device.asleep_ms
