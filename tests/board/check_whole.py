"""The whole program under keys that were pressed elsewhere: what it saves can be held against that.

    check_whole.py KEYS FOLDER

KEYS is a file, a line a press: the key's mask and the milliseconds that it is held. FOLDER becomes
the flash of a device that is switched on for the first time. Prints a sum of the last picture.
"""

import binascii
import sys

from panels import Ssd1306

import scene

BEGIN_ms = 1000
SHORTEST_ms = 45  # no finger is faster
PAUSE_ms = 60


class Fingers:
    """Presses the keys one after the other, then cuts the power."""

    def __init__(self, desk, lines):
        self.desk = desk
        self.lines = iter(lines)
        desk.at(BEGIN_ms * 1000, self.press)

    def press(self):
        line = next(self.lines, None)
        if line is None:
            self.desk.after(BEGIN_ms, scene.power_off)
            return
        key, down_ms = [int(word) for word in line.split()]
        down_ms = max(SHORTEST_ms, down_ms)
        self.desk.press(scene.GPS[key], self.desk.now_us // 1000 + 1, down_ms, scene.CHATTER)
        self.desk.after(down_ms + PAUSE_ms, self.press)


def main(keys, folder):
    with open(keys) as file:
        lines = file.read().split("\n")[:-1]
    panel = Ssd1306(seed=3, upside_down=False)
    desk = scene.desk_with(panel)
    scene.empty(folder)
    scene.settings(folder)
    Fingers(desk, lines)
    scene.play(desk)
    print(binascii.crc32(panel.picture()))


main(sys.argv[1], sys.argv[2])
