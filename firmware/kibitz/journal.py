"""The games on the flash: the running one, entry by entry, and those before it.

A game is in two files. `game-0001.jsonl` is its transcript, which a person can read and copy: the
setup line, then a line for each event (an undo is one, too). `game-0001.sum` has the same lines,
each with a number and a checksum, so that it is known of every line whether it is as it was written
and where it belongs; what is bad in one file is taken from the other.

The flash is slow: 57 ms to append a line, 9 to write a small file anew. So an entry is saved by one
write of one of two small files, `slot-a.txt` and `slot-b.txt` in turn (kibitz.saves.Pair). A slot
tells the number of the running game, how many of its lines are in both of its files, and the lines
that are not yet; when these become too many, they go to the files. Whatever a power cut tears, all
of it is somewhere else but the entry that was being saved.

No line that was written is ever changed, so of two files the one that tells more is right.
"""

from binascii import crc32

from .lines import PIECE_bytes, lines_of, next_of
from .saves import (
    FORMAT,
    Pair,
    SUM_chars,
    checked,
    format_of,
    from_json,
    head,
    number_of,
    set_aside,
    to_json,
    unchecked,
    whole,
)

STEM = "game"
PLAIN, SUM = "jsonl", "sum"
COPIES = (PLAIN, SUM)
UNFINISHED = "new-"  # before the name of a file that is being written anew

# A slot of at most so many bytes lies within its folder on littlefs, and so many may wait there.
SLOT_bytes = 250
# So many may wait when the files do not take them.
WAITING_bytes = 4096
APPEND_bytes = 1024  # at a time, when a file is written anew

ENOSPC = 28  # no room on the flash; MicroPython's errno does not name it


def numbers(storage) -> list:
    """The numbers of all games in files, the oldest first."""
    found = {number_of(name, STEM, COPIES) for name in storage.names()}
    return sorted([number for number in found if number])


def _nothing():
    return None


def _crc(file, length: int) -> int:
    """The checksum of so many bytes that are read from a file; -1 if it has less."""
    crc = 0
    while length:
        piece = file.read(min(length, PIECE_bytes))
        if not piece:
            return -1
        crc = crc32(piece, crc)
        length -= len(piece)
    return crc


def _next_in(file, texts, more: bool) -> int:
    """How many of these texts are next in a file, which ends there; -1 if something else is.

    more: anything may follow behind the last of them.
    """
    count = 0
    for text in texts:
        data = text.encode("utf-8")
        found = file.read(len(data))
        if found != data:
            return -1 if found else count
        count += 1
    return count if more or not file.read(1) else -1


def file_name(number: int, copy: str) -> str:
    """The name of a game's file."""
    return "%s-%04d.%s" % (STEM, number, copy)


class Game:
    """The two files of a game, and the lines that wait to be added to them.

    number: in the files' names. at: how many lines are in both files, if that is known; None: as
    many as are found. length, crc: bytes of the transcript with these, and its checksum; None if
    that is not known. waiting: the lines after these. flaws: whether the transcript and the second
    copy were found to be other than they should be, or missing. newer: True if a newer program has
    written it. total: of how many lines is known that they have been there. alive: called for each
    line that is read.
    """

    def __init__(self, storage, number: int, at=None, waiting=(), length=None, crc: int = 0):
        self.number = number
        self.at = at
        self.length = length
        self.crc = crc
        self.waiting = list(waiting)
        self.flaws = [False, False]
        self.newer = False
        self.total = 0
        self.alive = _nothing
        self._storage = storage
        self._reading = _nothing()  # of the lines
        self._late: list = []  # those that are not in both files
        self._plain = _nothing()  # lines of the transcript that have not been read yet
        self._seen = 0, b""  # how many have, and the last one

    def name(self, copy: str) -> str:
        """The name of one of the files."""
        return file_name(self.number, copy)

    def size(self, copy: str) -> int:
        """How many bytes it has; 0 if there is none."""
        return self._storage.size(self.name(copy))

    def is_there(self) -> bool:
        """True if there is anything of it."""
        return bool(self.waiting or self.size(PLAIN) or self.size(SUM))

    # -- reading ----------------------------------------------------------------------------------

    def values(self):
        """What the lines say, up to the first that says nothing."""
        self._reading, self._late = self.lines(), []
        count = 0
        for line in self._reading:
            good, value = from_json(line)
            if not good:
                return
            if self.at is not None and count >= self.at:
                self._late.append(str(line, "utf-8"))
            count += 1
            yield value

    def lost(self, count: int) -> int:
        """How many lines there are, or have been, beside so many of those that `values` tells."""
        for _ in self._reading:
            pass
        return max(0, self.total - count)

    def setup(self):
        """What the first line says; None if it sets no game up, or is larger than memory."""
        try:
            value = next_of(self.values())
        except MemoryError:
            return None
        return value if type(value) is dict else None

    def lines(self):
        """All lines in bytes as far as they can be read; `total` and `flaws` tell of the rest."""
        self.total = (self.at or 0) + len(self.waiting)
        count = 0
        if self.length is not None and self._added(PLAIN, self.length, self.crc) >= 0:
            # If the power went when the lines had been added to the transcript, and not yet to the
            # second copy, it has one that no slot tells.
            for line in self._split(0):
                yield line
                count += 1
            for line in self.waiting[max(0, count - self.at) :]:
                yield line.encode("utf-8")
            return
        self.length = None
        for line in self._lines(False):
            yield line
            count += 1
        if self.flaws[1]:
            self.total = max(self.total, count)

    def _added(self, copy: str, length: int, crc=None) -> int:
        """How many of the lines that are to be added to a file of so many bytes are in it already;
        -1 if it is another file. crc: its checksum before; then it may have even more."""
        if crc is None and self.size(copy) == length:
            return 0
        count = -1
        try:
            file = self._storage.open(self.name(copy))
            if file is None:
                return -1 if length else 0
            found = _crc(file, length)
            if found >= 0 and crc in (None, found):
                count = _next_in(file, self._texts(copy, self.at), crc is not None)
            file.close()
        except OSError:
            return -1
        return count

    def _lines(self, known: bool):
        """known: of the files only what is known to be in both of them."""
        count, last, length = 0, b"", 0
        self._plain = _nothing()
        sound = self._sound()
        for number, line in sound:
            if known and number >= self.at:
                break
            self.total = max(self.total, number + 1)
            while count < number:
                other = self._other(count, last, known)
                if other is None:
                    for number, _ in sound:
                        self.total = max(self.total, number + 1)
                    return
                yield other
                last = other
                length += len(last) + 1
                count += 1
            if count == number:
                yield line
                last = line
                length += len(last) + 1
                count += 1
        if self.newer:
            return
        # What follows is waiting; or the second copy is not whole, and the transcript has more.
        doubt = self.flaws[1] or self.at is None and self.size(PLAIN) > length
        while known or doubt or count < self.total:
            last = self._other(count, last, known)
            if last is None:
                return
            yield last
            count += 1

    def _sound(self):
        """(number, line) of each line of the second copy that is as it was written."""
        for record in self._split(1):
            text = unchecked(record) or b""
            first, _, line = text.partition(b" ")
            number = whole(first)
            if number >= 0:
                yield number, line
            elif not format_of(text):
                self.flaws[1] = True
            elif format_of(text) > FORMAT:
                self.newer = True
                return

    def _other(self, number: int, last: bytes, known: bool):
        """A line that the second copy does not give; None if nobody does.

        The transcript is believed if it has the same line before it.
        """
        if self.at is not None:
            if self.at <= number < self.at + len(self.waiting):
                return self.waiting[number - self.at].encode("utf-8")
            if known and number >= self.at:
                return None
        if self._plain is None:
            self._plain, self._seen = self._split(0), (0, b"")
        count, line = self._seen
        for following in self._plain:
            before, line = line, following
            count += 1
            if count > number:
                self._seen = count, line
                return line if before == last else None
        return None

    def _split(self, place: int):
        """The lines of a file. What does not end is none: it was being written when the power went.
        Nor is a longer one than `lines_of` gives whole, but it counts."""
        try:
            file = self._storage.open(self.name(COPIES[place]))
            if file is None:
                self.flaws[place] = True
                return
            for line, ended in lines_of(file):
                self.alive()
                if ended:
                    yield line
                else:
                    self.flaws[place] = True
        except OSError:
            self.flaws[place] = True

    # -- writing ----------------------------------------------------------------------------------

    def keep(self, count: int) -> None:
        """So many of the lines that `values` has told are right, and no others."""
        if self.at is None or count < self.at:
            self.at = count
        self.waiting = self._late[: count - self.at]
        if count < self.total:
            self.length = None

    def is_unsettled(self) -> bool:
        """True unless both files are known to have all lines."""
        return len(self.waiting) > 0 or bool(self.at) and self.length is None

    def settle(self) -> None:
        """Bring all lines to both files. Raises OSError; then it can be tried again."""
        if not self.is_unsettled():
            return
        added = [-1]
        if self.length is not None:
            added = [self._added(PLAIN, self.length), self._added(SUM, self._sum_length())]
        if min(added) >= 0:
            for copy, skipped in zip(COPIES, added):
                self._append(self.name(copy), self._texts(copy, self.at), skipped)
            for line in self.waiting:
                data = line.encode("utf-8") + b"\n"
                self.length += len(data)
                self.crc = crc32(data, self.crc)
        else:
            for place, copy in enumerate(COPIES):
                self._mend(place, copy)
            self._measure()
        self.at += len(self.waiting)
        self.waiting = []

    def _measure(self) -> None:
        length = self.size(PLAIN)
        file = self._storage.open(self.name(PLAIN))
        if file:
            self.crc = _crc(file, length)
            file.close()
        self.length = length

    def _sum_length(self) -> int:
        """How many bytes the second copy should have."""
        if not self.at:
            return 0
        length = (self.length or 0) + self.at * (SUM_chars + 1) + SUM_chars + len(head()) + 1
        least = 0  # the least number with so many digits
        while self.at > least:
            length += self.at - least
            least = 10 * least or 10
        return length

    def _texts(self, copy: str, start: int):
        """What stands in a file, piece by piece: from the first line on, or from those waiting."""
        if copy == SUM and not start:
            yield checked(head()) + "\n"
        for line in self._lines(True) if not start else self.waiting:
            text = line if type(line) is str else str(line, "utf-8")
            yield (checked(str(start) + " " + text) if copy == SUM else text) + "\n"
            start += 1

    def _append(self, name: str, texts, skipped: int = 0) -> None:
        pieces: list = []
        length = 0
        for text in texts:
            if skipped:
                skipped -= 1
                continue
            pieces.append(text)
            length += len(text)
            if length >= APPEND_bytes:
                self._storage.append(name, "".join(pieces))
                pieces, length = [], 0
        if pieces:
            self._storage.append(name, "".join(pieces))

    def _mend(self, place: int, copy: str) -> None:
        """Let a file have all lines: what it lacks is added; if it is wrong, it is made anew."""
        name = self.name(copy)
        same = self._same(place, copy)
        if same >= 0:
            self._append(name, self._texts(copy, 0), same)
            return
        fresh = UNFINISHED + name
        self._storage.remove(fresh)
        self._append(fresh, self._texts(copy, 0))
        if self.size(copy):
            set_aside(self._storage, name)
        else:
            self._storage.remove(name)
        self._storage.rename(fresh, name)

    def _same(self, place: int, copy: str) -> int:
        """How many lines a file has, if they are the right ones; -1 if not."""
        self.flaws[place] = False
        same = 0
        texts = self._texts(copy, 0)
        for line in self._split(place):
            text = next_of(texts)
            if text is None or line + b"\n" != text.encode("utf-8"):
                return -1
            same += 1
        return -1 if self.flaws[place] and self.size(copy) else same

    def is_twice(self) -> bool:
        """True if both files have the very same lines."""
        self.flaws = [False, False]
        count = 0
        plain = self._split(0)
        for number, line in self._sound():
            if number != count or line != next_of(plain):
                return False
            count += 1
        same = count > 0 and next_of(plain) is None
        return same and not self.newer and True not in self.flaws


class Journal:
    """What is saved of the running game, and how.

    game: the running game's files. failed: True while what should have been written is not on the
    flash. newer: True if a newer program has saved something that this one cannot read. lost: how
    many entries of the saved game could not be read. doubt: True if one more may be missing; if
    there is no game, that there was one. too_long: True if there was one that does not fit in here.
    others: whether there are other games; None: not known. alive: called now and then in what takes
    long.
    """

    def __init__(self, storage, alive=_nothing):
        self._storage = storage
        self._alive = alive
        self._pair = Pair(storage, "slot")
        self._notes: list = []  # events that are no lines yet
        self._left: list = []  # games that were put away, and are not all in their files
        self._changed = False
        self._fresh = False  # a game has begun whose number may be taken
        self._spoilt = False  # the files must be right before a slot is written
        self._slot_first = False  # or the other way round
        self._limit_bytes = SLOT_bytes
        self.others = None
        self.failed = self.doubt = self.too_long = False
        self.lost = 0
        self.newer = self._pair.newer
        self.game = self._by_slot() or self._by_names()

    def _by_slot(self):
        """The running game as the newest slot has it; None if there is none."""
        if self._pair.text is None:
            return None
        lines = self._pair.text.split("\n")
        words = lines[0].encode("utf-8").split(b" ")
        told = [whole(word) for word in words]
        if len(told) != 4 or min(told) < 0:
            self._pair.spoil()
            self._pair.damaged = True
            return None
        return self._game(told[0], told[1], lines[1:-1], told[2], told[3])

    def _by_names(self):
        """Without a slot it is the one with the highest number."""
        known = numbers(self._storage) or [1]
        if not self.newer:
            return self._game(known[-1])
        return self._game(known[-1] + 1, 0, (), 0)

    def _game(self, number: int, at=None, waiting=(), length=None, crc: int = 0) -> Game:
        game = Game(self._storage, number, at, waiting, length, crc)
        game.alive = self._alive
        return game

    @property
    def name(self) -> str:
        """The name of the running game's transcript."""
        return self.game.name(PLAIN)

    @property
    def number(self) -> int:
        """The number of the running game."""
        return self.game.number

    def has_finished(self) -> bool:
        """True if there are other games. Where many are likely, it is not looked for them."""
        if self.others is None:
            self.others = self.number > 1 or len(self.finished()) > 0
        return self.others

    def finished(self) -> list:
        """The numbers of all other games, the oldest first."""
        known = [number for number in numbers(self._storage) if number != self.number]
        self.others = len(known) > 0
        return known

    def files(self, number: int) -> Game:
        """A game that is not running; if some of it still waits to be saved, with that."""
        for game in self._left:
            if game.number == number:
                return game
        return self._game(number)

    def delete(self, number: int) -> None:
        """A game that is not running goes, and what waits of it. Raises OSError if it stays."""
        files = self.files(number)
        for copy in (SUM, PLAIN):
            self._storage.remove(files.name(copy))
        self._left = [game for game in self._left if game is not files]
        self._limit_bytes = SLOT_bytes  # there is room now

    def kind(self) -> str:
        """The name of the running game by its first line alone; "" if that does not tell."""
        name = (self.game.setup() or {}).get("game")
        return name if type(name) is str else ""

    # -- the running game comes back ---------------------------------------------------------------

    def leave(self) -> None:
        """The running game does not fit in here: it stays as it is, among the others."""
        self.too_long = True
        if self.game.waiting:
            self._left.append(self.game)
        self._next()

    def resume(self, count: int) -> None:
        """So many of the lines of the running game, just read, make one that goes on."""
        game = self.game
        self.lost = game.lost(count)
        self.newer = self.newer or game.newer
        self.doubt = self._pair.damaged
        if game.at is None and (game.size(SUM) or False not in game.flaws):
            self.doubt = True  # there have been slots, or there is a line without its end
        self._changed = self._pair.damaged or game.at is None and count > 0
        if not count:
            no_slot = game.at is None and self._pair.damaged  # it may have had all of a game
            self.doubt = (game.is_there() or no_slot) and not game.newer
            if game.is_there() or game.newer:
                self._next()
            game.at = 0
        else:
            told = len(game.waiting)
            game.keep(count)
            # A transcript that told more than the slot did was believed for want of a second copy:
            # the slot has to tell it, too, before there is one again.
            self._slot_first = len(game.waiting) > told
            self._changed = self._changed or self._slot_first
        if self.lost:
            self._pair.spoil()
            self._changed = self._spoilt = True
            self._slot_first = False

    # -- what happens ------------------------------------------------------------------------------

    def begin(self, line: str) -> None:
        """A game begins, with the first line of its transcript."""
        self.game.waiting = [line]
        self._changed = self._fresh = self._slot_first = True

    def add(self, event) -> None:
        """Note an event. To make a line of it takes time that the picture need not wait for."""
        self._notes.append(event)
        self._changed = True

    def close(self) -> None:
        """The running game is over, or given up."""
        self._take_notes()
        if self.game.at or self.game.waiting:
            self._left.append(self.game)
        if self.game.at != 0 or self.game.waiting:
            self._next()

    def _next(self) -> None:
        self.game = self._game(self.number + 1, 0, (), 0)
        self._changed = self.others = True
        self._limit_bytes = SLOT_bytes

    def _take_notes(self) -> None:
        self.game.waiting += [to_json(event) for event in self._notes]
        self._notes = []

    # -- to the flash ------------------------------------------------------------------------------

    def flush(self, idle: bool = False) -> None:
        """Save what is not saved. Raises OSError, and then tries again when it is next called.

        idle: nobody is at the keys; what waits in the slots may go to the files, and files that
        are not as they should be, or of the first format, which has no second copy, are put right.
        """
        self._take_notes()
        idle = idle and self._limit_bytes == SLOT_bytes and self.game.is_unsettled()
        if not self._changed and not idle:
            return
        self._changed = self.failed = True
        while self._left:
            self.with_room(self._left[0].settle)
            self._left.pop(0)
        if self._fresh:
            self._find_number()
        # The first lines go into the slot that makes a game the running one, unless nothing could
        # be saved for so long that they are more than a slot may have.
        first = self._slot_first and len(self._slot()) <= WAITING_bytes
        if not first and (self._spoilt or idle or len(self._slot()) > self._limit_bytes):
            self._fresh = False
            self._settle()
        self.with_room(self._write)
        self._changed = self._fresh = self._slot_first = self.failed = False

    def _slot(self) -> str:
        """What a slot says now."""
        game = self.game
        first = (game.number, game.at, game.length or 0, game.crc)
        lines = ["%d %d %d %d" % first] + game.waiting
        return "\n".join(lines) + "\n"

    def _write(self) -> None:
        self._pair.write(self._slot())

    def _settle(self) -> None:
        """Bring what waits to the files; if they do not take it, it may wait longer."""
        try:
            self.with_room(self.game.settle)
        except OSError:
            size = len(self._slot())
            if self._spoilt or size > WAITING_bytes:
                raise
            self._limit_bytes = 2 * size
            return
        self._limit_bytes, self._spoilt = SLOT_bytes, False

    def _find_number(self) -> None:
        """The game that begins gets a number that no file has."""
        game = self.game
        known = numbers(self._storage)
        if game.number in known and (game.size(PLAIN) or game.size(SUM)):
            game.number = known[-1] + 1

    def with_room(self, write) -> None:
        """Call a function that writes. A full flash first loses second copies of other games."""
        while True:
            try:
                write()
                return
            except OSError as error:
                if error.args[:1] != (ENOSPC,) or not self._make_room():
                    raise

    def _make_room(self) -> bool:
        """Delete the second copy of the oldest game that is whole without it; False: no such."""
        left = [game.number for game in self._left]
        for number in self.finished():
            game = self._game(number)
            if number not in left and game.size(SUM) and game.is_twice():
                self._storage.remove(game.name(SUM))
                return True
        return False
