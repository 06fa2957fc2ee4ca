"""Kibitz on a Pico: from power on to the last press.

The board (board.py) is set up as config.py says, keys first, and handed to the app as its world.
From then on there is one loop: the app takes what the keys did, draws and saves, and says how long
it can be left alone; so long the board sleeps, or until a key changes.

Memory is tidied up before much has gathered. MicroPython by itself does so only when no memory is
left; by then what lives on is scattered among the garbage, and however much is free, no piece of it
is large enough for a picture or a module (tests/board/check_monkey.py). It takes a twentieth of a
second, and the moment when nobody minds is when a picture has just come to the glass: the finger
that asked for it is still on its key.
"""

import gc
import sys

if __name__ == "__main__":
    # Each time that `time` or its like is imported, MicroPython looks on the flash whether somebody
    # has put another one there: 7 ms. What stands in sys.modules it finds at once.
    _searched = sys.path[:]
    sys.path.clear()
    for _name in ("array", "collections", "framebuf", "json", "machine", "os", "time"):
        sys.modules[_name] = __import__(_name)
    sys.path.extend(_searched)

from time import ticks_ms

import config
from board import Board

# At most so much garbage from one picture to the next, wherever it comes from.
GARBAGE_bytes = 16 * 1024


def main() -> None:
    gc.collect()
    board = Board(config)

    from kibitz.app import App  # takes a while to load; the keys are looked after already

    gc.collect()
    app = App(board)
    gc.threshold(GARBAGE_bytes)  # only now: on the way here it would cost a quarter of a second
    while True:
        allowed_ms = app.tick(ticks_ms(), board.keys.take())
        if app.drew and allowed_ms != 0 and not board.keys.count:
            gc.collect()
        board.sleep(allowed_ms)


if __name__ == "__main__":
    main()
