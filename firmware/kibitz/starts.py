"""How many starts in a row came to nothing: the third one leads to the safe mode (kibitz.safe).

A start has succeeded when the first press was handled and what came of it is saved. One that ends
in an error or in a hang before that is counted in a file of its own. The file is written when a
start has failed and when one succeeds after that, so an ordinary start only reads it.
"""

FILE = "starts.txt"
CRASHES = "crash.txt"  # see kibitz.crash
OWN = (FILE, CRASHES)  # what is on the flash of a device on which nobody has done anything yet

LIMIT = 3  # failed starts in a row


class Starts:
    """count: failed starts in a row before this one. language: that of the device, as far as is
    known, "" if it is not. open: True until this start has succeeded."""

    def __init__(self, storage):
        self.count = 0
        self.language = ""
        self.open = True
        self._storage = storage
        self._first = True  # the first reading tells how the keys stand at the start
        self._text = None
        try:
            self._text = storage.read(FILE)
            words = (self._text or "").split()
            self.count = min(int(words[0]), 2 * LIMIT) if words else 0
            self.language = words[1] if len(words) > 1 else ""
        except (OSError, ValueError):
            pass

    def ticked(self, readings) -> bool:
        """The app has handled these readings. True if that makes the start a success."""
        first, self._first = self._first, False
        if not self.open or first or not [mask for _, mask in readings if mask]:
            return False
        self.open = False
        self.write(0)
        return True

    def failed(self, language: str = "") -> None:
        """This start has come to nothing. language: of the device, if it is known by now."""
        self.language = language or self.language
        self.write(self.count + 1)

    def write(self, count: int) -> None:
        """So many starts have failed. A flash that cannot be written is no reason to stop."""
        self.count = count
        text = "{} {}\n".format(count, self.language if count else "")
        if text != self._text:
            self._text = text
            try:
                self._storage.write(FILE, text)
            except OSError:
                pass


def is_new(storage) -> bool:
    """True if nobody has done anything on this device yet."""
    for name in storage.names():
        if name not in OWN:
            return False
    return True


def facts(app) -> tuple:
    """(game, events, names) of an app that has failed, whatever state it is in: what is on its
    table, and how many events; the names that it knows, which are nobody's business in a report,
    None if that is not known."""
    try:
        names = list(app.settings.names)
        if not app.table:
            return "", 0, names
        game = app.table.game
        return game.name, len(game.events), names + list(game.players)
    except Exception:  # an app that was never ready, or another than the ordinary one
        return "", 0, None


def go_on(app) -> None:
    """Once it has ticked: back to the game on the table, if that is what the app would offer."""
    resume = getattr(app.top, "resume", None)
    if app.table and resume:
        resume()
