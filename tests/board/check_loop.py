"""The whole program, loop.py included: presses with chatter, the flash busy in between.

Whenever the loop rests, the glass shows what the canvas holds; no press is lost; all are saved.

    check_loop.py CHIP up|down PRESSES SEED FOLDER
"""

import random
import sys

from panels import Sh1106, Ssd1306
from standin import FILE, App

import scene

CHIP, MOUNT, PRESSES, SEED, FOLDER = sys.argv[1:6]


def main():
    random.seed(int(SEED))
    down = MOUNT == "down"
    panel = (Sh1106 if CHIP == "sh1106" else Ssd1306)(seed=5, upside_down=down)
    desk = scene.desk_with(panel)
    scene.use_app(App)
    scene.empty(FOLDER)
    scene.settings(FOLDER, CHIP, down)
    compared = 0

    def compare():
        nonlocal compared
        if App.latest is None:
            return
        assert panel.picture() == App.latest.canvas.buffer, f"at {desk.now_us // 1000} ms"
        compared += 1

    desk.on_rest = compare
    evening = scene.Evening(desk, int(PRESSES))
    scene.play(desk)
    app, order = App.latest, evening.order
    assert app.order == order, f"{len(app.order)} of {len(order)} presses"
    assert not panel.noise_seen
    assert panel.resets == 1
    saved = app.world.storage.read(FILE)
    assert saved == "".join([f"{key}\n" for key in order])
    share = desk.slept_us * 100 // desk.now_us
    print(f"{len(order)} presses, {compared} pictures compared, asleep {share} % of the time")


main()
