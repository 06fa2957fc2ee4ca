"""Kibitz on a Pico: from power on to the last press.

The board (board.py) is set up as config.py says, keys first, and handed to the app as its world.
From then on there is one loop: the app takes what the keys did, draws and saves, and says how long
it can be left alone; so long the board sleeps, or until a key changes.
"""

from time import ticks_ms

import config
from board import Board


def main() -> None:
    board = Board(config)

    from kibitz.app import App  # takes a while to load; the keys are looked after already

    app = App(board)
    while True:
        allowed_ms = app.tick(ticks_ms(), board.keys.take())
        board.sleep(allowed_ms)


if __name__ == "__main__":
    main()
