"""What the device does on an emulated RP2040 (scenes.py): every press of every game, start, sleep
and wake, a display that comes loose, a hang. The scenes themselves compare what the glass shows.

    make pico-check RIG=FOLDER UF2=IMAGE
"""

import json
from statistics import median

import pytest

import given
from host_sim import table_time
from kibitz.games import GAMES

SETUP = {"game": "meksiko", "players": ["Ana", "Bora", "Ceca"], "dealer": 0}
STACK_bytes = 7936 - 1024  # MicroPython allows itself so much, and a key's interrupt needs 1 KB
ONLY_A_PART = 0.05  # of the time; for what is to be next to nothing


def test_it_starts_and_finds_its_game(device, capsys):
    told = given.played(device, "start")
    with capsys.disabled():
        print("\nfrom reset to the first picture:", told)
    assert told["entries"] >= 100


@pytest.mark.parametrize("game", GAMES)
def test_every_press_of_an_evening_shows_what_it_has_to(device, game, capsys):
    told = given.played(device, "presses", game)
    kinds = sorted({one["kind"] for one in told["pictures"]})
    with capsys.disabled():
        print(f"\n{game}: {told['presses']} presses of {told['kinds']} kinds")
        for kind in kinds:
            times = [one["ms"] for one in told["pictures"] if one["kind"] == kind]
            print(f"  {len(times)} {kind}: {median(times)} ms, {max(times)} at most")
        print(f"  {told['stack_bytes']} bytes of the stack")
    assert told["stack_bytes"] <= STACK_bytes
    assert told["kinds"] > 40
    assert {"new screens", "moves and counts"} <= set(kinds)


def test_a_display_that_comes_loose_and_is_put_back(device):
    told = given.played(device, "glass")
    assert set(told) == {"unplugged_back_after_ms", "sda_held_back_after_ms"}


def test_it_sleeps_between_presses_and_every_key_wakes_it(device):
    told = given.played(device, "sleep")
    assert told["resting"]["asleep"] > 1 - ONLY_A_PART
    assert told["dark"]["asleep"] > told["resting"]["asleep"]
    assert told["dark"]["glass_dark"] > 1 - ONLY_A_PART
    assert told["on_usb"]["asleep"] == 0
    assert told["after_usb"]["asleep"] > 1 - ONLY_A_PART


def test_a_hang_is_ended_by_the_watchdog_and_the_game_goes_on(device):
    told = given.played(device, "watchdog")
    assert "It hung, and the watchdog reset the device." in told["report"]


def test_it_checks_itself_when_m_is_held_while_the_power_comes(device):
    told = given.played(device, "check")
    assert told["lit"] == [8192, 4096, 4096, 0] and told["back"]
    assert "On the display's bus: ['0x3c']" in told["usb"]


def test_an_evening_at_the_table_is_slept_through(device, tmp_path, capsys):
    script = tmp_path / "evening.json"
    script.write_text(json.dumps(table_time.evening(SETUP)), "utf-8")
    told = given.played(device, "hour", script)
    shares = table_time.shares(told)
    with capsys.disabled():
        print(f"\nan hour of Meksiko: {shares}, {table_time.hours(shares):.0f} h on a set of cells")
    assert told["seconds"] > table_time.EVENING_s
    assert told["asleep"] > 1 - ONLY_A_PART
