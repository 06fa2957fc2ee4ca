"""Kibitz on a Pico: from power on to the last press.

The board (board.py) is set up as config.py says, keys first, and handed to the app as its world.
From then on there is one loop: the app takes what the keys did, draws and saves, and says how long
it can be left alone; so long the board sleeps, or until a key changes.

Memory is tidied up before much has gathered. MicroPython by itself does so only when no memory is
left; by then what lives on is scattered among the garbage, and however much is free, no piece of it
is large enough for a picture or a module (tests/board/check_monkey.py). It takes a twentieth of a
second, and the moment when nobody minds is when a picture has just come to the glass: the finger
that asked for it is still on its key.

An error that nobody foresaw ends the app, not the program: it is written down (kibitz.crash), the
glass says so, and C resets the chip, since nothing goes on with a game whose state nobody can vouch
for. A hang is ended by the watchdog, to the same end. A board that has failed so three times before
it could be played starts in the safe mode (kibitz.safe). Ctrl-C ends all of it.
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
import watchdog
from board import Board
from kibitz.starts import LIMIT, Starts, facts, go_on

# For the first steps after an error for want of memory
RESERVE_bytes = 512
# So many errors in a row, those of the crash screen itself included, and it is left at that.
HOPELESS = 2 * LIMIT
# At most so much is allocated from one picture to the next. MicroPython counts the frames of calls,
# too, which are given back at once: of what a picture allocates an eighth is garbage.
ALLOCATED_bytes = 64 * 1024


def main() -> None:
    gc.collect()
    board = Board(config)
    try:
        board.watchdog.start()
        live(board)
    finally:
        board.watchdog.off()


def live(board) -> None:
    """Play, or do what is left to be done if that fails."""
    starts = Starts(board.storage)
    if board.watchdog.hung:
        _hung(board, starts)
    board.watchdog.feed()
    app = None
    reserve = bytearray(RESERVE_bytes)
    try:
        if starts.count >= LIMIT:
            _show(board, _safe_mode(board, starts))
        from kibitz.app import App  # takes a while to load; the keys are looked after already

        gc.collect()
        app = App(board)
        play(board, app, starts)
    except Exception as error:
        reserve = None  # noqa: F841
        gc.collect()
        canvas, known = getattr(app, "canvas", None), facts(app)
        app = None  # an error for want of memory comes to an end here
        gc.collect()
        try:
            _show(board, _crash_screen(board, starts, error, known, canvas))
        except Exception:
            if starts.count >= HOPELESS:
                raise
            try:
                starts.failed()
            finally:
                board.watchdog.reset(False)


def play(board, app, starts) -> None:
    """The loop, for ever."""
    gc.threshold(ALLOCATED_bytes)  # only now: on the way here it would cost a quarter of a second
    board.watchdog.feed()
    goes_on = board.watchdog.go_on and not starts.count
    while True:
        readings = board.keys.take()
        allowed_ms = app.tick(ticks_ms(), readings)
        if starts.open and starts.ticked(readings):
            board.watchdog.note(watchdog.PLAYING)
        if goes_on:
            goes_on = False
            go_on(app)
            allowed_ms = 0
        if app.drew and allowed_ms != 0 and not board.keys.count:
            gc.collect()
        board.sleep(allowed_ms)


# -- when something is wrong -----------------------------------------------------------------------


def _hung(board, starts) -> None:
    """The watchdog had to reset the chip."""
    from kibitz import crash

    crash.keep(board.storage, crash.report(crash.HUNG, "", 0, ()))
    if board.watchdog.hung == watchdog.STARTING:
        starts.failed()


def _crash_screen(board, starts, error, known: tuple, canvas):
    """Write an error down, and what is to be shown then."""
    board.watchdog.feed()
    words = sys.modules.get("kibitz.words")
    language = words.language() if words else starts.language
    if starts.open:
        starts.failed(language)
    from kibitz import crash

    report = crash.report(crash.told(error), *known)
    crash.keep(board.storage, report)
    print(report)

    def again() -> None:
        board.watchdog.reset(not starts.open)

    return crash.CrashScreen(board, language, again, canvas)


def _safe_mode(board, starts):
    """What is to be shown instead of an app that does not start."""
    from kibitz.safe import SafeMode

    return SafeMode(board, starts, lambda: board.watchdog.reset(False))


def _show(board, screen) -> None:
    """Let a screen that is no app be looked at, until it resets the chip."""
    while True:
        board.sleep(screen.tick(ticks_ms(), board.keys.take()))


if __name__ == "__main__":
    main()
