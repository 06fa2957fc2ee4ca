"""From power on to the last press.

The board (board.py) is set up as config.py says, keys first, and handed to the app as its world.
From then on there is one loop: the app takes what the keys did, draws and saves, and says how long
it can be left alone; so long the board sleeps, or until a key changes.

Memory is tidied up before much has gathered. MicroPython by itself does so only when no memory is
left; by then what lives on is scattered among the garbage, and however much is free, no piece of it
is large enough for a picture or a module (tests/board/check_monkey.py). It takes a twentieth of a
second, and the moment when nobody minds is when a picture has just come to the glass: the finger
that asked for it is still on its key. What is left to be done when that comes up is done then.

An error that nobody foresaw ends the app, not the program: it is written down (kibitz.crash), the
glass says so, and C resets the chip, since nothing goes on with a game whose state nobody can vouch
for. A hang is ended by the watchdog, to the same end. A board that has failed so three times before
it could be played starts in the safe mode (kibitz.safe). Ctrl-C ends all of it.
"""

import gc
from time import ticks_ms

import config
import watchdog
from board import Board
from kibitz.starts import LIMIT, Starts, facts, go_on

# For the first steps after an error for want of memory
RESERVE_bytes = 512
# So many errors in a row, those of the crash screen itself included, and it is left at that.
HOPELESS = 2 * LIMIT
# At most so much is allocated from one picture to the next. MicroPython counts the frames of calls,
# too, which are given back at once: of what a picture allocates an eighth is garbage. And 48 KB may
# be what fills holes, see `fill_holes`.
ALLOCATED_bytes = 112 * 1024
# A hole of so many of MicroPython's blocks is a large one. The small ones before it are filled row
# by row, up to so many rows; which takes 25 ms at most.
ROW_blocks = 128
BLOCK_bytes = 16
MOST_ROWS = 24


def main() -> None:
    board = Board(config)
    try:
        board.watchdog.start()
        live(board)
    finally:
        board.watchdog.off()


def live(board) -> None:
    """Play, and do what is left to be done if that fails."""
    starts = Starts(board.storage)
    if board.watchdog.hung:
        import trouble

        trouble.hung(board, starts)
    board.watchdog.feed()
    failure = attempt(board, starts)
    gc.collect()  # an error for want of memory comes to an end here
    try:
        import trouble

        trouble.show(board, trouble.crash_screen(board, starts, *failure))
    except Exception:
        if starts.count >= HOPELESS:
            raise
        try:
            starts.failed()
        finally:
            board.watchdog.reset(False)


def attempt(board, starts) -> tuple:
    """Play as long as it goes well: (error, facts, canvas) of an app that has failed.

    It is a function of its own so that nothing of the app is left when it comes back. A frame keeps
    on its stack what calls have left there, and the collector takes that for what is in use.
    """
    app = None
    reserve = bytearray(RESERVE_bytes)
    try:
        if starts.count >= LIMIT:
            import trouble

            trouble.show(board, trouble.safe_mode(board, starts))
        from kibitz.app import App  # takes a while to load; the keys are looked after already

        gc.collect()
        app = App(board)
        play(board, app, starts)
    except Exception as error:
        reserve = None  # noqa: F841
        gc.collect()
        return error, facts(app), app.canvas if app else None


def play(board, app, starts) -> None:
    """The loop, for ever."""
    gc.threshold(ALLOCATED_bytes)  # only now: on the way here it would cost a quarter of a second
    board.watchdog.feed()
    goes_on = board.watchdog.go_on and not starts.count
    # Something has been drawn since then, or a key came while the holes were filled: it is due.
    garbage = holes = False
    while True:
        readings = board.keys.take()
        allowed_ms = app.tick(ticks_ms(), readings)
        if starts.open and starts.ticked(readings):
            board.watchdog.note(watchdog.PLAYING)
        if goes_on:
            goes_on = False
            go_on(app)
            allowed_ms = 0
        garbage = garbage or app.drew
        if (garbage or holes) and allowed_ms != 0 and not board.keys.count:
            if garbage:
                gc.collect()
            garbage = False
            holes = not fill_holes(board.keys)
        board.sleep(allowed_ms)


def fill_holes(keys) -> bool:
    """Fill the small holes that collecting garbage leaves, up to the first large one, with what is
    garbage at once. False: a key came, and it is not done.

    After a collection every search for memory begins at the first hole, and only what fits in there
    moves that on. Most of what a picture allocates, frames of calls, is larger, and would be looked
    for in the same holes again and again: a quarter of the time that a picture takes.
    """
    place = 0
    for _ in range(MOST_ROWS):
        was, place = place, id((place,))
        if place - was == ROW_blocks * BLOCK_bytes:
            break
        if keys.count:
            return False
        for at in range(1, ROW_blocks):
            hole = (at,)  # noqa: F841
    return True
