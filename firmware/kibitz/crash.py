"""An error that nobody foresaw: what is kept of it, and what the glass says.

The state of an app in which an error came up is not to be trusted: an event may have happened and
not be in the journal, or half of it only. So nothing goes on with it. The app is thrown away, and a
new one begins from what is saved, which is wholly before the event or wholly after it.
"""

import gc
import io
import sys

from rules_core import VERSION

from .bare import Bare
from .starts import CRASHES

MOST_bytes = 4096  # of the file, the newest is kept
HEAD = "== Kibitz "  # of a report

# Exceptions whose words are never a table's
NAMELESS = ("AttributeError", "ImportError", "MemoryError", "NameError", "OSError", "SyntaxError")

HUNG = "It hung, and the watchdog reset the device."

# For when the words cannot be had: lines of 15 letters, keys of 5.
TEXTS = {
    "crash.title": "Error",
    "crash.text": "The game is saved. The last press may be missing.",
    "crash.again": "again",
}


def told(error) -> str:
    """The traceback of an exception. Its frames are let go: an app may hang on them."""
    out = io.StringIO()
    if hasattr(sys, "print_exception"):  # MicroPython
        sys.print_exception(error, out)
    else:
        try:
            import traceback
        except ImportError:  # then the exception alone has to do
            return repr(error)
        traceback.print_exception(error, error, error.__traceback__, file=out)
        error.__traceback__ = None
    return out.getvalue()


def report(text: str, game: str, events: int, names) -> str:
    """What is kept of an error, or of a hang; players have no names in it.

    game, events, names: see kibitz.starts.facts.
    """
    free = ", {} bytes free".format(gc.mem_free()) if hasattr(gc, "mem_free") else ""
    lines = [HEAD + VERSION, "on " + sys.version.replace("\n", " ") + " " + sys.platform + free]
    if game:
        lines.append("{}, {} events".format(game, events))
    for line in text.split("\n"):
        is_place = line.startswith("Traceback") or line.startswith(" ")
        lines.append(line if is_place else _nameless(line, names))
    return "\n".join(lines).rstrip("\n") + "\n"


def _nameless(line: str, names) -> str:
    """What an exception says, with a number in the place of each name.

    Where the names are not known, only what the interpreter itself says is kept.
    """
    if names is None:
        kind = line.partition(":")[0]
        return line if kind in NAMELESS else kind
    for number, name in enumerate(names):
        line = line.replace(name, "<{}>".format(number))
    return line


def keep(storage, text: str) -> None:
    """Add a report to those before it, of which the oldest go when there is no room."""
    try:
        before = storage.read(CRASHES) or ""
    except (OSError, ValueError):  # what can be read no more is no loss
        before = ""
    reports = [HEAD + one for one in (before + text).split(HEAD) if one]
    while len(reports) > 1 and sum([len(one.encode("utf-8")) for one in reports]) > MOST_bytes:
        reports.pop(0)
    # Of a single one that is too long, the end tells what happened.
    kept = "".join(reports).encode("utf-8")[-MOST_bytes:]
    while kept and kept[0] & 0xC0 == 0x80:  # half a letter
        kept = kept[1:]
    try:
        storage.write(CRASHES, kept.decode("utf-8"))
    except OSError:  # then only the glass tells
        pass


class CrashScreen(Bare):
    """Says that the game is safe, and how to go on.

    again: a function, called when C is pressed: the device starts anew.
    """

    def __init__(self, world, language: str, again, canvas=None):
        super().__init__(world, language, TEXTS, canvas)
        self._again = again
        self.show(
            self.word("crash.title"),
            self.wrapped(self.word("crash.text")),
            ("", "", self.word("crash.again")),
        )

    def choose(self, index: int) -> None:
        self._again()
