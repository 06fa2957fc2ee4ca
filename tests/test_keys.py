"""The keypad: what fingers and contacts can do, and what must come of it.

Every test runs with several clocks: one in the middle of its range, one just before MicroPython's
wrap at 2^30, one just before CircuitPython's at 2^29, and one that crosses 2^29 without wrapping.
"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz import keys
from kibitz.keys import (
    HOLD,
    KEY_A,
    KEY_B,
    KEY_C,
    KEY_M,
    PRESS,
    REPEAT,
    TAP,
    BLIND_ms,
    HOLD_ms,
    Keypad,
)
from kibitz.world import PERIOD_ms, ticks, ticks_add, ticks_diff

WORD = {PRESS: "press", HOLD: "hold", REPEAT: "repeat", TAP: "tap"}
LETTER = {KEY_A: "A", KEY_B: "B", KEY_C: "C", KEY_M: "M"}

CLOCKS = [(0, 1 << 30), ((1 << 30) - 700, 1 << 30), ((1 << 29) - 700, 1 << 29)]
CLOCKS += [((1 << 29) - 700, 1 << 30), ((1 << 30) - 5, 1 << 30), ((1 << 29) - 5, 1 << 29)]


class Bench:
    """A keypad with a clock and the samples of its contacts.

    Times are milliseconds since the start. `events` are (time of the tick, "press A", step).
    """

    def __init__(self, start: int, period: int, first_mask: int = 0):
        self.start, self.period = start, period
        self.pad = Keypad()
        self.events = []
        self.on_event = None
        self.tick(0, [(0, first_mask)])

    def counter(self, at: int) -> int:
        return (self.start + at) % self.period

    def tick(self, now: int, samples=()) -> list:
        """Feed samples (time, mask); returns what came of them."""
        before = len(self.events)
        readings = [(self.counter(at), mask) for at, mask in samples]
        self.pad.feed(ticks(self.counter(now)), readings)
        while self.pad.next():
            word = f"{WORD[self.pad.event]} {LETTER[self.pad.key]}"
            self.events.append((now, word, self.pad.step))
            if self.on_event:
                self.on_event(word)
        return [word for _, word, _ in self.events[before:]]

    def run(self, samples, until: int) -> list:
        """Tick at every sample and whenever the keypad asks for it; returns (time, word)."""
        before = len(self.events)
        todo = list(samples)
        wake = None
        now = 0
        while True:
            wake = self.pad.sleep_ms()
            times = [] if wake is None else [now + wake]
            times += [todo[0][0]] if todo else []
            if not times or min(times) > until:
                break
            now = min(times)
            due = [sample for sample in todo if sample[0] == now]
            del todo[: len(due)]
            self.tick(now, due)
        return [(at, word) for at, word, _ in self.events[before:]]


@pytest.fixture(params=CLOCKS, ids=lambda clock: f"{clock[0]:#x}-of-{clock[1]:#x}")
def bench(request):
    return Bench(*request.param)


def make(request_clock, first_mask=0):
    return Bench(*request_clock, first_mask)


# -- a press ---------------------------------------------------------------------------------------


def test_a_press_acts_at_the_down_edge_and_its_release_is_a_tap(bench):
    assert bench.run([(100, KEY_A), (250, 0)], 2000) == [(100, "press A"), (250, "tap A")]


@pytest.mark.parametrize("key", keys.KEYS)
def test_every_key_does(bench, key):
    told = bench.run([(100, key), (250, 0)], 2000)
    assert told == [(100, f"press {LETTER[key]}"), (250, f"tap {LETTER[key]}")]


def test_bounce_at_the_press_adds_nothing(bench):
    bounce = [(100 + at, KEY_A if at % 2 == 0 else 0) for at in range(7)]
    told = bench.run(bounce + [(300, 0)], 2000)
    assert told == [(100, "press A"), (300, "tap A")]


def test_bounce_at_the_release_adds_nothing(bench):
    bounce = [(300 + at, 0 if at % 2 == 0 else KEY_A) for at in range(7)]
    assert bench.run([(100, KEY_A)] + bounce, 2000) == [(100, "press A"), (300, "tap A")]


def test_bounce_that_ends_exactly_with_the_blind_time_adds_nothing(bench):
    told = bench.run([(100, KEY_A), (119, 0), (120, KEY_A), (300, 0)], 2000)
    assert told == [(100, "press A"), (300, "tap A")]


def test_a_bounce_longer_than_the_blind_time_is_a_press_of_its_own(bench):
    """The 157 ms outlier cannot be told from two presses, and a press must not be lost."""
    told = bench.run([(100, KEY_A), (110, 0), (190, KEY_A), (300, 0)], 2000)
    assert told == [(100, "press A"), (120, "tap A"), (190, "press A"), (300, "tap A")]


def test_a_release_hidden_in_the_blind_time_is_seen_at_its_end(bench):
    told = bench.run([(100, KEY_A), (105, 0)], 2000)
    assert told == [(100, "press A"), (120, "tap A")]


def test_a_press_hidden_in_the_blind_time_of_a_release_is_seen_at_its_end(bench):
    told = bench.run([(100, KEY_A), (200, 0), (210, KEY_A), (300, 0)], 2000)
    assert told == [(100, "press A"), (200, "tap A"), (220, "press A"), (300, "tap A")]


def test_the_edge_taken_at_the_end_of_a_blind_time_begins_another(bench):
    samples = [(100, KEY_A), (105, 0), (125, KEY_A), (130, 0), (139, 0)]
    assert bench.run(samples, 2000) == [(100, "press A"), (120, "tap A")]


def test_press_and_release_within_one_tick(bench):
    assert bench.tick(500, [(100, KEY_A), (103, 0)]) == ["press A", "tap A"]


def test_two_presses_within_one_tick(bench):
    """The flash was being erased: the device looks at its keys 400 ms late."""
    told = bench.tick(600, [(100, KEY_A), (150, 0), (250, KEY_A), (300, 0)])
    assert told == ["press A", "tap A", "press A", "tap A"]


def test_a_late_tick_sees_no_hold_in_a_short_press(bench):
    assert bench.tick(5000, [(100, KEY_A), (300, 0)]) == ["press A", "tap A"]


def test_a_tick_without_news_brings_nothing(bench):
    assert bench.tick(10) == []
    assert bench.pad.sleep_ms() is None


# -- held ------------------------------------------------------------------------------------------


def test_a_hold_comes_after_600_ms_and_then_no_tap(bench):
    told = bench.run([(100, KEY_M), (720, 0)], 3000)
    assert told == [(100, "press M"), (700, "hold M")]


def test_released_in_the_very_moment_is_no_hold(bench):
    told = bench.run([(100, KEY_M), (700, 0)], 3000)
    assert told == [(100, "press M"), (700, "tap M")]


def test_repeats_come_every_150_ms_then_faster(bench):
    told = bench.run([(100, KEY_B), (3000, 0)], 5000)
    times = [at for at, word in told if word in ("hold B", "repeat B")]
    gaps = [b - a for a, b in zip(times, times[1:], strict=False)]
    assert times[0] == 100 + HOLD_ms
    assert gaps[:6] == [150] * 6
    assert set(gaps[6:]) == {90}
    assert told[-1][1] != "tap B"


def test_repeats_take_larger_steps_in_the_end(bench):
    bench.run([(100, KEY_B), (9000, 0)], 9500)
    steps = [step for _, word, step in bench.events if word == "repeat B"]
    assert steps[:23] == [1] * 23
    assert sorted(steps) == steps
    assert set(steps) == {1, 5, 10}


def test_a_late_tick_brings_one_repeat_not_a_burst(bench):
    bench.tick(100, [(100, KEY_B)])
    bench.tick(700)
    assert bench.tick(3000) == ["repeat B"]
    assert bench.pad.sleep_ms() == 150


def test_every_press_begins_slowly_again(bench):
    bench.run([(100, KEY_B), (9000, 0)], 9500)
    bench.events.clear()
    bench.tick(10_000, [(10_000, KEY_B)])
    bench.tick(10_600)
    bench.tick(10_750)
    assert [step for _, _, step in bench.events] == [1, 1, 1]


def test_the_promised_sleep_covers_blind_time_hold_and_repeat(bench):
    bench.tick(100, [(100, KEY_A)])
    assert bench.pad.sleep_ms() == BLIND_ms
    bench.tick(120)
    assert bench.pad.sleep_ms() == HOLD_ms - BLIND_ms
    bench.tick(400)
    assert bench.pad.sleep_ms() == 300
    assert bench.tick(700) == ["hold A"]
    assert bench.pad.sleep_ms() == 150
    bench.tick(710, [(710, 0)])
    assert bench.pad.sleep_ms() == BLIND_ms
    bench.tick(730)
    assert bench.pad.sleep_ms() is None


def test_called_too_early_nothing_comes_early(bench):
    bench.tick(100, [(100, KEY_A)])
    for now in range(101, 700, 7):
        assert bench.tick(now) == []
    assert bench.tick(700) == ["hold A"]


# -- spent keys ------------------------------------------------------------------------------------


def test_nothing_of_a_spent_key_reaches_the_next_screen(bench):
    bench.on_event = lambda word: bench.pad.spend() if word == "press A" else None
    assert bench.run([(100, KEY_A), (2000, 0)], 3000) == [(100, "press A")]
    assert bench.pad.sleep_ms() is None


def test_the_release_of_a_spent_key_is_no_tap(bench):
    bench.on_event = lambda word: bench.pad.spend() if word == "press M" else None
    assert bench.run([(100, KEY_M), (200, 0)], 3000) == [(100, "press M")]


def test_spending_reaches_what_the_same_tick_still_holds(bench):
    """Press and release came in one tick, and the press has already changed the screen."""
    bench.on_event = lambda word: bench.pad.spend() if word == "press M" else None
    assert bench.tick(500, [(100, KEY_M), (200, 0)]) == ["press M"]


def test_a_spent_key_acts_again_after_its_release(bench):
    bench.tick(100, [(100, KEY_A)])
    bench.pad.spend()
    assert bench.tick(300, [(300, 0)]) == []
    bench.tick(330)
    assert bench.tick(400, [(400, KEY_A)]) == ["press A"]


def test_a_hold_that_changed_the_screen_does_not_repeat_there(bench):
    bench.on_event = lambda word: bench.pad.spend() if word == "hold M" else None
    told = bench.run([(100, KEY_M), (4000, 0)], 5000)
    assert told == [(100, "press M"), (700, "hold M")]


def test_a_press_after_the_screen_changed_is_for_the_new_screen(bench):
    bench.on_event = lambda word: bench.pad.spend() if word == "press A" else None
    told = bench.tick(500, [(100, KEY_A), (200, KEY_A | KEY_B), (300, KEY_A), (400, 0)])
    assert told == ["press A", "press B", "tap B"]


# -- held while starting ---------------------------------------------------------------------------


@pytest.mark.parametrize("clock", CLOCKS)
def test_a_key_held_at_the_start_does_nothing_until_released(clock):
    bench = make(clock, KEY_C)
    assert bench.run([(3000, 0)], 4000) == []
    assert bench.tick(5000, [(5000, KEY_C)]) == ["press C"]


@pytest.mark.parametrize("clock", CLOCKS)
def test_a_key_held_at_the_start_leaves_the_others_alone(clock):
    bench = make(clock, KEY_C | KEY_M)
    assert bench.tick(100, [(100, KEY_C | KEY_M | KEY_A)]) == ["press A"]


@pytest.mark.parametrize("clock", CLOCKS)
def test_a_contact_that_still_bounces_at_the_start_does_nothing(clock):
    bench = make(clock, KEY_A)
    assert bench.run([(2, 0), (4, KEY_A), (6, 0), (8, KEY_A), (900, 0)], 2000) == []


@pytest.mark.parametrize("clock", CLOCKS)
def test_the_rest_of_the_first_readings_counts(clock):
    pad = Keypad()
    start, period = clock
    pad.feed(ticks((start + 50) % period), [(start, KEY_A), ((start + 30) % period, KEY_A | KEY_B)])
    assert pad.next() == PRESS
    assert pad.key == KEY_B
    assert pad.next() == keys.NOTHING


def test_a_first_tick_without_a_sample_takes_the_keys_for_up():
    pad = Keypad()
    pad.feed(0, ())
    assert pad.next() == keys.NOTHING
    pad.feed(10, [(10, KEY_A)])
    assert pad.next() == PRESS


# -- several keys ----------------------------------------------------------------------------------


def test_two_keys_act_each_for_itself(bench):
    told = bench.run([(100, KEY_A), (105, KEY_A | KEY_C), (200, KEY_C), (300, 0)], 2000)
    assert told == [(100, "press A"), (105, "press C"), (200, "tap A"), (300, "tap C")]


def test_two_keys_in_one_sample(bench):
    assert bench.tick(100, [(100, KEY_A | KEY_B)]) == ["press A", "press B"]


def test_the_blind_time_of_one_key_hides_nothing_of_another(bench):
    told = bench.run([(100, KEY_A), (101, KEY_A | KEY_B), (106, KEY_A), (300, 0)], 2000)
    assert (101, "press B") in told
    assert (121, "tap B") in told


def test_two_keys_are_held_each_for_itself(bench):
    told = bench.run([(100, KEY_A), (400, KEY_A | KEY_B), (800, KEY_B), (1100, 0)], 2000)
    assert (700, "hold A") in told
    assert (1000, "hold B") in told
    assert "tap" not in " ".join(word for _, word in told)


def test_all_four(bench):
    mask = KEY_A | KEY_B | KEY_C | KEY_M
    assert len(bench.tick(100, [(100, mask)])) == 4
    assert len(bench.tick(300, [(300, 0)])) == 4


# -- the clock -------------------------------------------------------------------------------------


def test_a_sample_later_than_now_counts_as_now(bench):
    assert bench.tick(100, [(105, KEY_A)]) == ["press A"]
    assert bench.pad.sleep_ms() == BLIND_ms


def test_a_sample_older_than_the_last_tick_still_counts(bench):
    bench.tick(100)
    assert bench.tick(101, [(99, KEY_A)]) == ["press A"]


def test_samples_out_of_order_lose_nothing(bench):
    assert bench.tick(300, [(100, KEY_A), (90, KEY_A | KEY_B), (250, 0)]) == [
        "press A",
        "press B",
        "tap A",
        "tap B",
    ]


@pytest.mark.parametrize("days", [1, 3.5, 6, 6.3, 12.5])
def test_a_key_is_not_dead_after_days_without_a_tick(days):
    """A laptop was closed with a key down; the counter has leapt, perhaps by half its period."""
    bench = make((0, 1 << 30))
    bench.tick(100, [(100, KEY_A)])
    later = int(days * 24 * 3600 * 1000)
    bench.tick(later, [(later - 1, 0)])
    bench.tick(later + 30)
    assert bench.tick(later + 100, [(later + 100, KEY_A)]) == ["press A"]
    assert bench.pad.sleep_ms() <= HOLD_ms


def test_ticks_arithmetic_holds_for_both_periods():
    for period in (1 << 29, 1 << 30):
        for start in (0, 5, PERIOD_ms - 3, PERIOD_ms + 7, period - 1):
            for delta in (0, 1, 600, 100_000, PERIOD_ms // 2 - 1):
                a, b = ticks(start % period), ticks((start + delta) % period)
                assert ticks_diff(b, a) == delta
                assert ticks_diff(a, b) == -delta
                assert ticks_add(a, delta) == b
                assert ticks_add(b, -delta) == a


# -- anything --------------------------------------------------------------------------------------

PRESSES = st.lists(
    st.tuples(
        st.sampled_from(keys.KEYS),
        st.integers(0, 400),  # pause before it
        st.integers(30, 400),  # how long it is down
        st.lists(st.integers(1, 6), max_size=4),  # bounces at the press, then at the release
        st.lists(st.integers(1, 6), max_size=4),
    ),
    max_size=12,
)


def contacts(presses) -> tuple:
    """(samples, end) of presses, one after the other, with their bounces."""
    samples, now = [], 0
    for key, pause, down, first, last in presses:
        now += pause + 60
        for at, level in edges(now, True, first) + edges(now + down, False, last):
            samples.append((at, key if level else 0))
        now += down + 60
    return samples, now


def edges(at: int, level: bool, bounces: list) -> list:
    """An edge with its bounces, which all end within the blind time on the final level."""
    told = [(at, level)]
    for gap in bounces:
        last = told[-1][0]
        if last + 2 * gap < at + BLIND_ms:
            told += [(last + gap, not level), (last + 2 * gap, level)]
    return told


@settings(max_examples=300, deadline=None)
@given(PRESSES, st.sampled_from(CLOCKS), st.lists(st.integers(1, 500), min_size=1, max_size=30))
def test_no_press_is_lost_or_doubled_however_it_bounces(presses, clock, gaps):
    """Whenever the device finds time to look, it sees every press once and in order."""
    samples, end = contacts(presses)
    bench = make(clock)
    now, turn = 0, 0
    while now < end + 100:
        upto = now + gaps[turn % len(gaps)]
        turn += 1
        bench.tick(upto, [sample for sample in samples if now < sample[0] <= upto])
        now = upto
    told = [word for _, word, _ in bench.events]
    expected = []
    for key, *_ in presses:
        expected += [f"press {LETTER[key]}", f"tap {LETTER[key]}"]
    assert told == expected


MAY_FOLLOW = {
    "press": ("tap", "hold"),
    "hold": ("repeat", "press"),
    "repeat": ("repeat", "press"),
    "tap": ("press",),
}


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 60), st.integers(0, 15)), max_size=60),
    st.sampled_from(CLOCKS),
)
def test_whatever_the_contacts_do_it_ends_well(changes, clock):
    """Any samples: no exception, all events in a possible order, and everything comes to rest."""
    samples, now = [], 0
    for gap, mask in changes:
        now += gap
        samples.append((now, mask))
    bench = make(clock)
    bench.run(samples, now)
    bench.run([(now + 1, 0)], now + 5000)
    bench.tick(now + 6000)
    assert bench.pad.sleep_ms() is None
    for letter in "ABCM":
        mine = [word[:-2] for _, word, _ in bench.events if word[-1] == letter]
        for word, following in zip(mine, mine[1:], strict=False):
            assert following in MAY_FOLLOW[word]
