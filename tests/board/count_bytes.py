"""What a row of pictures costs on the bus: the real driver on the simulated machine.

count_bytes.py FILE     records of a byte (0: the first picture of a scene) and 1,024 of pixels

Prints the bytes on the bus for every record, a line each.
"""

import sys

import rig
from panels import Ssd1306

FRAME_BYTES = 1024


def main(name):
    panel = Ssd1306(seed=3)
    rig.use(rig.Rig()).panel = panel
    from machine import I2C, Pin

    from display import Glass

    glass = Glass(I2C(0, sda=Pin(4), scl=Pin(5), freq=400_000), 0x3C, "ssd1306", False)
    glass.set_up()
    with open(name, "rb") as file:
        while True:
            record = file.read(1 + FRAME_BYTES)
            if not record:
                break
            before = panel.bus_bytes
            glass.buffer[:] = record[1:]
            glass.show()
            print(panel.bus_bytes - before)


main(sys.argv[1])
