"""The real app on the board: random presses and holds, the display pulled out and back.

Whenever the board rests and the display is there, the glass shows what the canvas holds. What the
pictures cost on the bus is counted against the driver that always sends everything.

    check_app.py CHIP up|down PRESSES SEED FOLDER
"""

import random
import sys
from array import array

from panels import Sh1106, Ssd1306

import kibitz.app
import scene

CHIP, MOUNT, PRESSES, SEED, FOLDER = sys.argv[1:6]
FULL_FRAME_bytes = 1044
MOST_bytes = FULL_FRAME_bytes * 11 // 10  # no picture costs more
BACK_ms = 600


class Spy(kibitz.app.App):
    """The real app, found again, and what each of its pictures costs on the bus."""

    latest = None
    panel = None

    def __init__(self, world):
        Spy.latest = self
        self.costs = array("H", bytes(2 * MOST_bytes))  # how many pictures cost so much
        self.last = None
        self.plain_show = world.display.show
        world.display.show = self.show
        super().__init__(world)

    def show(self, canvas):
        before, resets = self.panel.bus_bytes, self.panel.resets
        self.plain_show(canvas)
        whole = self.last is None or self.world.display.lost or resets != self.panel.resets
        if canvas.buffer != self.last and not whole:
            self.costs[self.panel.bus_bytes - before] += 1
        self.last = bytes(canvas.buffer)


class Watch:
    """Compares whenever the board rests, and pulls the display out now and then."""

    def __init__(self, desk, panel):
        self.desk = desk
        self.panel = panel
        self.compared = 0
        self.whole_from_ms = 0
        desk.on_rest = self.look
        desk.after(10_000, self.pull)

    def pull(self):
        self.panel.unplug()
        self.desk.after(random.randrange(2_500, 6_000), self.put_back)

    def put_back(self):
        self.panel.plug()
        self.whole_from_ms = self.desk.now_us // 1000 + BACK_ms
        self.desk.after(random.randrange(20_000, 60_000), self.pull)

    def look(self):
        app, panel = Spy.latest, self.panel
        if app is None or not panel.present or self.desk.now_us // 1000 < self.whole_from_ms:
            return
        seen = panel.picture()
        assert seen is None or seen == app.canvas.buffer, self.desk.now_us
        self.compared += 1


def main():
    random.seed(int(SEED))
    down = MOUNT == "down"
    panel = (Sh1106 if CHIP == "sh1106" else Ssd1306)(seed=9, upside_down=down)
    desk = scene.desk_with(panel)
    kibitz.app.App, Spy.panel = Spy, panel
    scene.empty(FOLDER)
    scene.settings(FOLDER, CHIP, down)
    watch = Watch(desk, panel)
    evening = scene.Evening(desk, int(PRESSES), pauses_ms=(40, 700), downs_ms=(45, 800))
    scene.play(desk)
    assert len(evening.order) == int(PRESSES)
    costs = Spy.latest.costs
    changes, worst, middle, half = sum(costs), 0, 0, 0
    assert changes, "nothing was ever drawn"
    for cost in range(MOST_bytes):
        if costs[cost]:
            worst = cost
        half += costs[cost]
        if half <= changes // 2:
            middle = cost
    print(f"{PRESSES} presses, {watch.compared} pictures compared, {changes} changes:")
    print(f"{middle} bytes on the bus in the middle, {worst} at most, of {FULL_FRAME_bytes}")


main()
