"""The device checks itself: reached from the settings and by M held while the power comes."""

import pytest

from app_driver import Driver
from kibitz import paint
from kibitz.canvas import HEIGHT_PX, WIDTH_PX
from kibitz.check_screen import PATTERNS
from kibitz.saves import SETTINGS
from kibitz.words import CODES, say, use
from kibitz.world import VERDICT

BOARD = {
    "found": (0x3C,),
    "sda": 4,
    "scl": 5,
    "free_bytes": 81_920,
    "system": "MicroPython",
    "release": "1.28.0",
}


@pytest.fixture
def device():
    """The check is in front, reached from the settings."""
    driver = Driver()
    driver.world.facts = lambda: dict(BOARD)
    driver.type("bc" + "a" * len(SETTINGS) + "b")
    assert front(driver) == "DeviceCheckScreen"
    return driver


def front(driver):
    return type(driver.app.top).__name__


def lit(driver):
    return sum(bin(byte).count("1") for byte in driver.world.display.frame)


def test_what_the_board_tells_is_shown(device):
    rows = device.app.top.rows()
    assert ("Display", "0x3C") in rows and ("Free memory", "80 KB") in rows
    assert ("MicroPython", "1.28.0") in rows and ("Battery", "USB") in rows
    assert len(rows) <= paint.LIST_ROWS
    device.world.battery.mv = 4_320
    assert ("Battery", "4.32 V") in device.app.top.rows()


def test_where_nothing_answers_it_says_what_to_look_at(device):
    told = []
    device.app.top.facts["found"] = ()
    rows = device.app.top.rows()
    assert rows[0] == ("Display", "none")
    assert len(rows) <= paint.LIST_ROWS - paint.NOTE_LINES
    canvas = device.app.canvas
    note = paint.note
    try:
        paint.note = lambda canvas, text: told.append(text)
        device.app.top.draw(canvas)
    finally:
        paint.note = note
    assert told == ["Nothing answers: check SDA on GP4, SCL on GP5."]


@pytest.mark.parametrize("code", CODES)
def test_it_fits_in_every_language(device, code):
    """Overflow raises."""
    use(code)
    try:
        for found in ((), (0x3C,), (0x3C, 0x3D)):
            device.app.top.facts["found"] = found
            device.app.top.draw(device.app.canvas)
            paint.labels(device.app.canvas, device.app.top.labels())
    finally:
        use(CODES[0])


def test_the_tone_is_heard_though_the_settings_want_no_sound(device):
    assert device.app.settings.values["sound"] == "off"
    device.type("b")
    assert device.world.buzzer.sounds == [VERDICT]


def test_every_key_is_counted_and_m_twice_leads_back(device):
    device.type("caabc")
    assert front(device) == "KeysScreen"
    assert device.app.top.counts == [2, 1, 1, 0]  # the C that led here does not count
    device.type("m")
    assert device.app.top.counts == [2, 1, 1, 1]
    device.type("am")
    assert device.app.top.counts == [3, 1, 1, 2]
    device.type("m")
    assert front(device) == "DeviceCheckScreen"


def test_a_held_key_is_one_press_and_m_held_leads_back(device):
    device.type("c")
    device.press("a", 2_000)
    assert device.app.top.counts == [1, 0, 0, 0]
    device.hold("M")
    assert front(device) == "DeviceCheckScreen"


def test_every_pixel_is_lit_and_dark(device):
    device.type("a")
    every = WIDTH_PX * HEIGHT_PX
    seen = [lit(device)]
    pictures = [int.from_bytes(device.world.display.frame, "big")]
    for key in "abc":
        device.type(key)
        seen.append(lit(device))
        pictures.append(int.from_bytes(device.world.display.frame, "big"))
    assert seen == [every, every // 2, every // 2, 0]
    assert pictures[1] ^ pictures[2] == pictures[0] and len(pictures) == len(PATTERNS)
    device.type("a")
    assert front(device) == "DeviceCheckScreen"
    device.type("aam")
    assert front(device) == "DeviceCheckScreen"


def test_m_held_while_the_power_comes_leads_there():
    driver = Driver(held="m")
    assert front(driver) == "DeviceCheckScreen"
    driver.level("m", False)
    driver.wait(100)
    assert front(driver) == "DeviceCheckScreen"  # the release does nothing
    driver.type("m")
    assert front(driver) == "HomeScreen"


@pytest.mark.parametrize("held", ["a", "b", "c", ""])
def test_no_other_key_does(held):
    assert front(Driver(held=held)) == "HomeScreen"


def test_it_can_be_left_for_a_game_that_goes_on():
    driver = Driver()
    driver.type("cccccccc")
    driver = driver.restart(held="m")
    assert front(driver) == "DeviceCheckScreen"
    driver.level("m", False)
    driver.wait(100)
    driver.type("m")
    assert driver.app.top.rows[0][0] == say("home.resume")
