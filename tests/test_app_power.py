"""The light of the glass: when it dims, goes dark and wakes, what the press that wakes it is worth,
and how the picture moves against burn-in. Time is the test's own, to the millisecond."""

import random

import pytest
from PIL import Image

import test_app_glass
from app_driver import KEY, Driver, Monkey, PAUSE_ms, PRESS_ms, TICKS_PERIOD_ms, check
from host_sim.picture import BEZEL_PX, LIT, SCALE, rows
from kibitz import power
from kibitz.app import App
from kibitz.canvas import HEIGHT_PX, PARTING_Y_PX, WIDTH_PX
from kibitz.keys import BLIND_ms, HOLD_ms
from kibitz.power import LOWER, SHIFTS, UPPER, GRASP_ms, QUIET_ms, SHIFT_ms, wait_ms
from kibitz.saves import SETTINGS
from kibitz.world import DARK, DIM, FULL
from support import ROOT

MINUTE_ms = 60_000
DIM_ms = MINUTE_ms
DARK_ms = 5 * MINUTE_ms
DAY_ms = 24 * 60 * MINUTE_ms
CHOICES = {option.name: option.allowed for option in SETTINGS if option.name in ("dim", "dark")}


def levels(device):
    """How bright the glass was made to be since this was last asked."""
    found = list(device.world.display.levels)
    device.world.display.levels.clear()
    return found


def at_bidding(**values):
    """A device in a game, a moment after a key came up. values: of settings."""
    device = Driver()
    for name, value in values.items():
        device.app.settings.change(name, value)
    device.start()
    assert device.screen == "BidScreen"
    return device


def in_the_dark(**values):
    device = at_bidding(**values)
    device.wait(DARK_ms)
    assert levels(device)[-1] == DARK
    return device


def nap(device, pause_ms):
    """Nobody is there for so long; shorter if that would keep the device, and the test, awake."""
    stays_lit = wait_ms(device.app.settings.values["dark"]) is None
    device.wait(min(pause_ms, 20 * MINUTE_ms) if stays_lit else pause_ms)


def standing(device):
    """What a press could have changed."""
    screen = device.app.top
    return device.screen, screen.labels(), list(device.game.events), device.journal()


# -- dim and dark ----------------------------------------------------------------------------------


def test_it_dims_after_a_minute_and_goes_dark_after_five():
    device = at_bidding()
    device.wait(DIM_ms - PAUSE_ms - 1)
    assert levels(device) == []
    device.wait(1)
    assert levels(device) == [DIM]
    device.wait(DARK_ms - DIM_ms - 1)
    assert levels(device) == []
    device.wait(1)
    assert levels(device) == [DARK]
    assert device.asleep_ms is None
    device.wait(DAY_ms)
    assert levels(device) == []


def test_a_device_that_is_never_touched_goes_dark_too():
    device = Driver()
    device.wait(DARK_ms)
    assert levels(device) == [DIM, DARK]


@pytest.mark.parametrize("letter", "abcm")
def test_time_counts_from_when_the_key_came_up(letter):
    device = at_bidding()
    device.level(letter, True)
    device.wait(DIM_ms - 1)
    device.level(letter, False)
    assert levels(device) == []
    device.wait(DIM_ms - 1)
    assert levels(device) == []
    device.wait(1)
    assert levels(device) == [DIM]


def test_a_board_that_comes_late_goes_dark_at_once():
    device = at_bidding()
    device.now_ms = (device.now_ms + 2 * DARK_ms) % (1 << 30)
    device.tick()
    assert levels(device) == [DARK]


@pytest.mark.parametrize("dim", CHOICES["dim"])
@pytest.mark.parametrize("dark", CHOICES["dark"])
def test_every_choice(dim, dark):
    device = at_bidding(dim=dim, dark=dark)
    expected = []
    dim_ms, dark_ms = wait_ms(dim), wait_ms(dark)
    if dim_ms is not None and (dark_ms is None or dim_ms < dark_ms):
        expected.append((dim_ms, DIM))
    if dark_ms is not None:
        expected.append((dark_ms, DARK))
    since_ms = PAUSE_ms
    for due_ms, level in expected:
        device.wait(due_ms - since_ms - 1)
        assert levels(device) == []
        device.wait(1)
        assert levels(device) == [level]
        since_ms = due_ms
    device.wait(3 * DAY_ms // 24)
    assert levels(device) == []
    assert (device.asleep_ms is None) == (dark_ms is not None)


def test_the_choices_are_what_is_advised():
    assert wait_ms("30s") == 30_000 and wait_ms("10min") == 600_000 and wait_ms("never") is None
    defaults = {option.name: option.default for option in SETTINGS}
    assert wait_ms(defaults["dim"]) == DIM_ms and wait_ms(defaults["dark"]) == DARK_ms
    for allowed in CHOICES.values():
        waits = [wait_ms(value) for value in allowed]
        assert waits[-1] is None and waits[:-1] == sorted(waits[:-1])


def test_a_changed_setting_holds_at_once():
    device = at_bidding()
    device.app.settings.change("dim", "30s")
    device.press("b")
    device.wait(30_000 - PAUSE_ms)
    assert levels(device) == [DIM]
    device.app.settings.change("dim", "never")
    device.press("b")
    assert levels(device) == [FULL]
    device.wait(DARK_ms - PAUSE_ms)
    assert levels(device) == [DARK]


# -- waking ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("letter", "abcm")
def test_a_press_on_a_dim_glass_acts_and_lights_it(letter):
    device = at_bidding()
    device.wait(DIM_ms)
    before = standing(device)
    marked = device.app.top.marked
    device.level(letter, True)
    device.level(letter, False)
    assert levels(device) == [DIM, FULL]
    device.wait(PAUSE_ms)
    assert standing(device) != before or device.app.top.marked != marked or letter == "a"


@pytest.mark.parametrize("down_ms", [1, PRESS_ms, HOLD_ms + 50, 5000])
@pytest.mark.parametrize("letter", "abcm")
def test_the_press_that_wakes_does_nothing_else(letter, down_ms):
    device = in_the_dark()
    before, shown = standing(device), device.world.display.shown
    device.level(letter, True)
    assert levels(device) == [FULL]
    device.wait(down_ms)
    device.level(letter, False)
    device.wait(BLIND_ms + PAUSE_ms)
    assert standing(device) == before
    assert device.app.top.marked == 0
    assert device.world.display.shown - shown <= 1  # the picture may have moved
    device.press("b")
    assert device.app.top.marked == 1


def test_the_press_that_wakes_is_heard_only_once():
    """Chatter of the waking press is no second press."""
    device = in_the_dark()
    now = device.now_ms
    device.now_ms += 12
    device.tick([(now + at, KEY["c"] * (at % 2 == 0)) for at in range(0, 11)])
    device.wait(500)
    device.level("c", False)
    device.wait(500)
    assert not device.game.events
    device.press("c")
    assert len(device.game.events) == 1


def test_a_hand_that_wakes_with_several_keys():
    device = in_the_dark()
    before = standing(device)
    device.level("a", True)
    device.wait(90)
    device.level("c", True)
    device.wait(80)
    device.level("m", True)
    device.wait(2000)
    for letter in "acm":
        device.level(letter, False)
        device.wait(40)
    assert standing(device) == before
    device.press("c")
    assert len(device.game.events) == 1


def test_two_keys_in_one_reading_wake_once():
    device = in_the_dark()
    before = standing(device)
    now = device.now_ms
    device.tick([(now, KEY["a"] | KEY["c"])])
    device.wait(3000)
    device.tick([(device.now_ms, 0)])
    device.wait(100)
    assert standing(device) == before
    assert levels(device) == [FULL]


def test_the_next_press_acts_however_soon_it_comes():
    device = in_the_dark()
    device.level("c", True)
    device.wait(25)
    device.level("c", False)
    device.wait(25)
    device.level("b", True)
    assert device.app.top.marked == 1


def test_the_same_key_again_acts_and_so_does_another_with_it():
    device = in_the_dark()
    device.type("b")
    device.level("b", True)
    assert device.app.top.marked == 1
    device.level("c", True)
    assert len(device.game.events) == 1


def test_a_key_that_is_kept_down_after_waking_does_not_block_the_others():
    device = in_the_dark()
    device.level("m", True)
    device.wait(GRASP_ms)
    device.press("c")
    assert len(device.game.events) == 1


def test_a_release_wakes_nobody():
    """A key that lies under something is released in the dark."""
    device = at_bidding()
    device.level("b", True)
    device.wait(2 * DARK_ms)
    assert levels(device) == [DIM, DARK]
    assert device.asleep_ms is None, "a key that is stuck must not keep the device awake"
    before = standing(device)
    device.level("b", False)
    device.wait(1000)
    assert levels(device) == [] and standing(device) == before
    device.press("c")
    assert levels(device) == [FULL] and standing(device) == before


def test_what_was_pressed_before_the_dark_counts():
    """The interrupt came while the board was switching the glass off."""
    device = at_bidding()
    device.wait(DARK_ms - PAUSE_ms - 1)
    device.now_ms += 1
    pressed_at = device.now_ms - 1
    device.tick()
    assert levels(device) == [DIM, DARK]
    device.tick([(pressed_at, KEY["c"])])
    assert levels(device) == [FULL]
    assert len(device.game.events) == 1


def test_it_wakes_with_the_right_picture():
    device = in_the_dark()
    device.press("a")
    shown = device.world.display.frame
    device.app.top.changed()
    device.tick()
    assert device.world.display.frame == shown


def test_a_save_that_failed_is_made_good_on_waking():
    device = at_bidding()
    device.world.storage.fail = True
    device.press("c")
    device.press("c")  # the message
    device.wait(DARK_ms)
    assert levels(device)[-1] == DARK
    device.world.storage.fail = False
    device.press("a")
    assert device.events() == [{"bid": 5}]


# -- the counter wraps -----------------------------------------------------------------------------


@pytest.mark.parametrize("period_ms", [1 << 29, 1 << 30], ids=["circuitpython", "micropython"])
@pytest.mark.parametrize(
    "asleep_ms",
    [
        *(DAY_ms * days // 2 for days in (1, 5, 6, 7, 8, 11, 12, 13, 24, 25, 26)),
        *((1 << 29) + off for off in (-1000, -1, 0, 1, 1000)),
        *((1 << 28) + off for off in (-1, 0, 1)),
        *((1 << 30) + off for off in (-1, 0, 1)),
    ],
)
def test_however_long_it_was_dark(asleep_ms, period_ms):
    """Half a period and more: the press that wakes still wakes, and only that."""
    now_ms = period_ms - 100_000

    def tick(pass_ms, mask=None):
        nonlocal now_ms
        now_ms += pass_ms
        now = now_ms % period_ms
        return app.tick(now, [] if mask is None else [(now, mask)])

    world = Driver().world
    app = App(world)
    tick(0, 0)
    world.display.levels.clear()
    assert tick(DIM_ms) is not None
    assert tick(DARK_ms - DIM_ms) is None
    assert world.display.levels == [DIM, DARK]
    assert tick(asleep_ms, KEY["c"]) is not None
    assert world.display.levels == [DIM, DARK, FULL]
    tick(1500)
    tick(PRESS_ms, 0)
    tick(PAUSE_ms)
    assert type(app.top).__name__ == "HomeScreen"
    tick(0, KEY["c"])
    assert type(app.top).__name__ == "RulesScreen"
    tick(PRESS_ms, 0)
    tick(DIM_ms - 1)
    assert world.display.levels == [DIM, DARK, FULL]
    tick(1)
    assert world.display.levels == [DIM, DARK, FULL, DIM]


def test_a_counter_that_steps_back_does_no_harm():
    device = at_bidding()
    device.now_ms -= 3
    device.tick()
    assert levels(device) == []


# -- the sleep that tick allows --------------------------------------------------------------------


def light_log(changes, values, poll_ms=None):
    """[(ms, level)] of a device whose contacts change so: (mask, milliseconds until the next)."""
    device = at_bidding(**values)
    log = []
    clock_ms = 0
    for mask, pass_ms in changes:
        device.tick([(device.now_ms, mask)])
        end_ms = clock_ms + pass_ms
        while clock_ms < end_ms:
            waits = [end_ms - clock_ms]
            if device.asleep_ms is not None:
                waits.append(max(1, device.asleep_ms))
            if poll_ms:
                waits = [min(poll_ms, waits[0])]
            clock_ms += min(waits)
            device.now_ms = (device.now_ms + min(waits)) % TICKS_PERIOD_ms
            device.tick()
            log += [(clock_ms, level) for level in levels(device)]
    return log


@pytest.mark.parametrize("seed", range(12))
def test_a_board_that_sleeps_as_long_as_it_may_misses_nothing(seed):
    """It does the same at the same time as one that asks every few milliseconds."""
    chance = random.Random(seed)
    values = {name: chance.choice(CHOICES[name]) for name in CHOICES}
    pauses = (5, 90, 700, 29_000, 31_000, 61_000, 290_000)
    changes = [(chance.choice((0, 0, 1, 2, 4, 8, 5)), chance.choice(pauses)) for _ in range(20)]
    poll_ms = 97
    slept, polled = light_log(changes, values), light_log(changes, values, poll_ms)
    assert [level for _, level in slept] == [level for _, level in polled]
    for (slept_ms, _), (polled_ms, _) in zip(slept, polled, strict=True):
        assert 0 <= polled_ms - slept_ms <= poll_ms


def test_it_is_seldom_called():
    """An hour with a press every ten minutes: the chip sleeps nearly all the time."""
    device = at_bidding()
    ticks = 0
    tick = device.app.tick

    def counting(*arguments):
        nonlocal ticks
        ticks += 1
        return tick(*arguments)

    device.app.tick = counting
    for _ in range(6):
        device.press("b")
        device.wait(10 * MINUTE_ms)
    assert ticks < 6 * 20


# -- nothing is lost -------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_sleeping_loses_nothing_but_the_waking_presses(seed):
    """A device that goes dark and one that never does, under the same fingers.

    The one that is dark gets a press more, whichever key.
    """
    chance = random.Random(seed)
    sleepy = at_bidding()
    awake = at_bidding()
    awake.app._power._wanted = lambda: FULL
    for _ in range(500):
        pause_ms = chance.choice((0, 0, 0, 200, 20_000, 100_000, 400_000, 5 * DAY_ms))
        nap(sleepy, pause_ms)
        awake.wait(pause_ms % DAY_ms)
        if sleepy.app._power.level == DARK:
            levels(sleepy)
            letter = chance.choice("abcm")
            sleepy.hold(letter, chance.choice((20, PRESS_ms, 700, 3000)))
            assert levels(sleepy) == [FULL]
        letter, down_ms = chance.choice("aabbcccm"), chance.choice((PRESS_ms, PRESS_ms, 700, 1500))
        for device in (sleepy, awake):
            device.press(letter, down_ms)
            if device.game is None:
                device.start()
        assert sleepy.screen == awake.screen
        assert sleepy.app.top.labels() == awake.app.top.labels()
        assert sleepy.game.events == awake.game.events
        assert sleepy.journal() == awake.journal()


class SleepyMonkey(Monkey):
    """Falls asleep over the keys now and then, or lies on one of them."""

    NAPS_ms = (31_000, 61_000, 299_990, 300_000, 310_000, 3_600_000, 4 * DAY_ms)

    def act(self, device):
        if self.chance.random() < 0.04:
            letter = self.chance.choice(("", "", "", "a", "m"))
            if letter:
                device.level(letter, True)
            nap(device, self.chance.choice(self.NAPS_ms))
            if letter:
                device.level(letter, False)
                device.wait(60)
        super().act(device)


@pytest.mark.parametrize("seed", range(3))
def test_a_monkey_that_falls_asleep(seed):
    monkey = SleepyMonkey(seed)
    device = Driver()
    for count in range(4_000):
        monkey.act(device)
        if count % 300 == 0:
            device.press("b")  # awake, if it was dark
            check(device)
            if monkey.chance.random() < 0.3:
                device = device.restart(held=monkey.chance.choice(["", "", "c", "am"]))
    assert len(monkey.screens) > 12, monkey.screens


# -- the picture moves -----------------------------------------------------------------------------


def drawn(device, shift):
    """The rows of the picture of the screen in front, moved so."""
    device.app._power.shift = shift
    device.app.top.changed()
    device.tick()
    return rows(device.world.display.frame)


def check_moves(device):
    dark = [0] * WIDTH_PX
    home = drawn(device, power.HOME)
    assert home[PARTING_Y_PX] == dark
    upper, labels = home[:PARTING_Y_PX], home[PARTING_Y_PX + 1 :]
    assert drawn(device, UPPER) == [dark, *upper, *labels]
    assert drawn(device, LOWER) == [*upper, *labels, dark]
    assert len(upper) + len(labels) == HEIGHT_PX - 1


@pytest.mark.parametrize("screen", test_app_glass.SCREENS)
def test_nothing_is_cut_off_when_the_picture_moves(screen):
    for names in (test_app_glass.WIDE, test_app_glass.SHORT):
        check_moves(test_app_glass.bring(screen, names[:3]))


def test_the_row_that_it_moves_into_is_dark_on_every_screen_there_is():
    pictures = list((ROOT / "host_sim" / "gallery").glob("*.png"))
    pictures = [path for path in pictures if "-pixels-" not in path.name]  # which are all there is
    assert len(pictures) > 200
    rim_px, width_px = BEZEL_PX * SCALE, WIDTH_PX * SCALE
    y = (BEZEL_PX + PARTING_Y_PX) * SCALE
    for path in pictures:
        with Image.open(path) as picture:
            assert picture.size == (2 * rim_px + width_px, 2 * rim_px + HEIGHT_PX * SCALE)
            row = picture.crop((rim_px, y, rim_px + width_px, y + SCALE))
            assert LIT not in set(row.tobytes()), path.name


def moved(device):
    """Which way the picture stands."""
    return device.app._power.shift


def test_it_moves_every_five_minutes_while_nobody_presses():
    device = at_bidding(dim="never", dark="never")
    device.press("b")
    shown = device.world.display.shown
    seen = []
    device.wait(SHIFT_ms)
    for _ in range(2 * len(SHIFTS)):
        seen.append(moved(device))
        device.wait(SHIFT_ms)
    assert seen == [*SHIFTS[1:], SHIFTS[0]] * 2
    assert device.world.display.shown - shown == len(seen) + 1
    assert {UPPER, LOWER} < set(SHIFTS)


def test_it_does_not_move_under_a_finger():
    device = at_bidding()
    for _ in range(60):
        device.press("b")
        device.wait(QUIET_ms - 2 * PAUSE_ms - PRESS_ms)
    assert moved(device) == power.HOME
    device.wait(QUIET_ms)
    assert moved(device) == UPPER


def test_it_stays_where_it_is_when_keys_are_pressed_again():
    device = at_bidding(dim="never", dark="never")
    device.wait(SHIFT_ms)
    assert moved(device) == UPPER
    device.type("bbc")
    assert moved(device) == UPPER
    check_moves(device)


def test_it_moves_unseen_on_waking():
    device = in_the_dark()
    shown = device.world.display.shown
    before = moved(device)
    device.wait(SHIFT_ms)
    assert device.world.display.shown == shown and moved(device) == before
    device.press("a")
    assert device.world.display.shown == shown + 1 and moved(device) != before
