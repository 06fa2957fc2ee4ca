"""The display comes loose, and back, in the middle of anything: the game goes on and is saved.

    check_faults.py CHIP honest|mute|deaf PRESSES SEED FOLDER

mute: a module whose status byte says nothing; deaf: one that does not even answer to a read.
"""

import random
import sys

from panels import Sh1106, Ssd1306
from standin import FILE, App

import scene

CHIP, STATUS, PRESSES, SEED, FOLDER = sys.argv[1:6]

BACK_ms = 600  # a display that is back is lit again after so long at most
GLITCH_ms = 2100  # one that lost its power for a moment, if it can tell
RENEWED_ms = 32_500  # and if it cannot
LED = 25


class Faults:
    """Pulls the display out, puts it back, takes its power away, and watches the glass."""

    def __init__(self, desk, panel):
        self.desk = desk
        self.panel = panel
        self.whole_from_ms = BACK_ms  # from when on the glass has to be right
        self.compared = 0
        self.pulled = 0
        self.glitches = 0
        self.blinks = set()
        self.lost_ms = 0
        desk.on_rest = self.compare
        desk.after(2000, self.next)

    def next(self):
        """Something happens, from time to time also several things in a row."""
        now_ms = self.desk.now_us // 1000
        if not self.panel.present:
            self.panel.plug()
            missed = App.latest.world.display.lost
            self.whole_from_ms = now_ms + (BACK_ms if missed else self.glitch_ms())
        elif random.randrange(3):
            self.panel.unplug()
            self.pulled += 1
            if not random.randrange(4):
                self.desk.after(random.randrange(3), self.back_at_once)
                return
        else:
            self.panel.glitch()
            self.glitches += 1
            self.whole_from_ms = now_ms + self.glitch_ms()
        self.desk.at(self.desk.now_us + random.randrange(1_000, 9_000_000), self.next)

    def back_at_once(self):
        self.panel.plug()
        self.whole_from_ms = self.desk.now_us // 1000 + self.glitch_ms()
        self.desk.at(self.desk.now_us + random.randrange(1_000, 9_000_000), self.next)

    def glitch_ms(self):
        return GLITCH_ms if STATUS == "honest" else RENEWED_ms

    def compare(self):
        if App.latest is None:
            return
        now_ms = self.desk.now_us // 1000
        if App.latest.world.display.lost:
            self.blinks.add(self.desk.pins[LED].out)
        elif not self.panel.present:
            return
        if self.panel.present and now_ms > self.whole_from_ms:
            assert not App.latest.world.display.lost, now_ms
            assert self.panel.picture() == App.latest.canvas.buffer, now_ms
            assert self.desk.pins[LED].out == 0
            self.compared += 1


def main():
    random.seed(int(SEED))
    kind = Sh1106 if CHIP == "sh1106" else Ssd1306
    panel = kind(seed=5, honest=STATUS == "honest", reads=STATUS != "deaf")
    desk = scene.desk_with(panel)
    scene.use_app(App)
    scene.empty(FOLDER)
    scene.settings(FOLDER, CHIP)
    faults = Faults(desk, panel)
    evening = scene.Evening(desk, int(PRESSES), pauses_ms=(60, 3000))
    scene.play(desk)
    app, order = App.latest, evening.order
    assert app.order == order, f"{len(app.order)} of {len(order)} presses"
    assert app.world.storage.read(FILE) == "".join([f"{key}\n" for key in order])
    assert faults.blinks == {0, 1} or not faults.pulled
    print(f"{len(order)} presses, pulled out {faults.pulled} times, {faults.glitches} glitches,")
    print(f"{faults.compared} pictures compared")


main()
