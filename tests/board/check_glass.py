"""What the glass shows is what the picture holds, after every change, on both chips, either way up.

check_glass.py own|lib CHIP up|down ROUNDS [FOLDER OF MICROPYTHON-LIB'S DRIVER]
"""

import random
import sys

import rig
from panels import Sh1106, Ssd1306

import micropython

DRIVER, CHIP, MOUNT, ROUNDS = sys.argv[1:5]
if DRIVER == "lib":
    sys.path.insert(0, sys.argv[5])

from machine import I2C, Pin  # noqa: E402

from display import Glass  # noqa: E402  the driver is chosen when it is imported

assert ("ssd1306" in sys.modules) == (DRIVER == "lib"), "the wrong driver was imported"

FULL_FRAME_bytes = 1044  # what micropython-lib's show() puts on the bus
OVERHEAD_bytes = 8  # of a span: the address, the three of the window, four control bytes


def rectangle(picture):
    """Change a rectangle; its bytes, as (page, first column, last column)."""
    x, width = random.randrange(128), random.randrange(1, 40)
    page, height = random.randrange(8), random.randrange(1, 4)
    for row in range(page, min(8, page + height)):
        for column in range(x, min(128, x + width)):
            picture[row * 128 + column] = random.getrandbits(8)


def dots(picture):
    for _ in range(random.randrange(1, 6)):
        picture[random.randrange(1024)] ^= 1 << random.randrange(8)


def everything(picture):
    for at in range(1024):
        picture[at] = random.getrandbits(8)


def nothing(picture):
    pass


def inverted_line(picture):
    page = random.randrange(8)
    for at in range(page * 128, page * 128 + 128):
        picture[at] ^= 255


def least_bytes(before, after):
    """What the changed bytes alone would need, were every page one span at most."""
    total = 0
    for page in range(8):
        changed = [
            column
            for column in range(128)
            if before[page * 128 + column] != after[page * 128 + column]
        ]
        if changed:
            total += OVERHEAD_bytes + changed[-1] - changed[0] + 1
    return total


def main():
    random.seed(7)
    kind = Sh1106 if CHIP == "sh1106" else Ssd1306
    panel = kind(seed=3, upside_down=MOUNT == "down")
    rig.use(rig.Rig()).panel = panel
    bus = I2C(0, sda=Pin(4), scl=Pin(5), freq=400_000)
    glass = Glass(bus, 0x3C, CHIP, MOUNT == "down")
    glass.set_up()
    glass.show()
    glass.write_cmd(0xAF)
    assert not panel.noise_seen, "it lit up before its memory was written"
    assert panel.picture() == glass.buffer
    assert panel.bus_bytes < FULL_FRAME_bytes * 11 // 10, panel.bus_bytes

    changes = (rectangle, rectangle, dots, dots, nothing, inverted_line, everything)
    sent = 0
    for round in range(int(ROUNDS)):
        before = bytes(glass.buffer)
        picture = bytearray(before)
        changes[round % len(changes)](picture)
        if round % 50 == 49:
            panel.glitch()
            glass.set_up()
            if round % 100 == 49:
                glass.show(True)
            else:
                for page in range(8):
                    glass.show_page(page)
            glass.write_cmd(0xAF)
        glass.set_picture(picture)
        panel.bus_bytes = 0
        micropython.heap_lock()
        glass.show()
        micropython.heap_unlock()
        assert panel.picture() == picture, f"round {round}"
        assert panel.bus_bytes <= least_bytes(before, picture), f"round {round}"
        if before == picture:
            assert not panel.bus_bytes
        sent += panel.bus_bytes
    print(f"{ROUNDS} changes, {sent // int(ROUNDS)} bytes each on average")


main()
