"""When something is wrong: what is done then, and loaded only then. See loop.py."""

import sys
from time import ticks_ms

import watchdog


def hung(board, starts) -> None:
    """The watchdog had to reset the chip."""
    from kibitz import crash

    crash.keep(board.storage, crash.report(crash.HUNG, "", 0, ()))
    if board.watchdog.hung == watchdog.STARTING:
        starts.failed()


def crash_screen(board, starts, error, known: tuple, canvas):
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


def safe_mode(board, starts):
    """What is to be shown instead of an app that does not start."""
    from kibitz.safe import SafeMode

    return SafeMode(board, starts, lambda: board.watchdog.reset(False))


def show(board, screen) -> None:
    """Let a screen that is no app be looked at, until it resets the chip."""
    while True:
        board.sleep(screen.tick(ticks_ms(), board.keys.take()))
