"""Where a device's files are: on a board on the cable, in a folder, in an image of its flash.

`open_place` finds out which is meant. A place lists the files of the folder in which the device
saves, and takes files that are to be there; what is found in it was written by others, so names
are never paths here, and nothing is read or written through a link.
"""

import contextlib
import importlib.util
import io
import os
import stat
import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any

from kibitz import world

from . import attached, device
from .untrusted import printable

USB = "usb"  # SOURCE and TARGET: the first board found, or usb:PORT
FOLDER = "kibitz-saves"  # as in the board's config.py
IMAGE_PACKAGE = "littlefs-python"  # also in pyproject.toml, as the extra `image`

LARGEST_IMAGE_bytes = 64 << 20
UNFINISHED = ".tmp"
_NO_FOLLOW = (
    getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
)

Opener = Callable[[], IO[bytes]]


class PlaceError(Exception):
    """The place cannot be read or written; the text says why and what to do about it."""


class Files(world.Storage):
    """The files of a place as the app sees its flash. What is changed is only noted."""

    def __init__(self, found: dict[str, Opener]) -> None:
        self._found = dict(found)
        self._fresh: dict[str, bytearray] = {}  # what was changed
        self._removed: list[str] = []

    @property
    def written(self) -> list[str]:
        """The names of the files that were changed, the one that was changed last at the end."""
        return list(self._fresh)

    def gone(self) -> list[str]:
        """The names of the files that are no more."""
        return [name for name in self._removed if name not in self._fresh]

    def names(self) -> list[str]:
        """The names of all files, sorted."""
        return sorted({*self._found, *self._fresh})

    def open(self, name: str) -> IO[bytes] | None:
        """A file to be read, None if there is none. OSError."""
        if name in self._fresh:
            return io.BytesIO(self._fresh[name])
        return self._found[name]() if name in self._found else None

    def size(self, name: str) -> int:
        """Bytes of a file, 0 if there is none. OSError."""
        if name in self._fresh:
            return len(self._fresh[name])
        file = self.open(name)
        if file is None:
            return 0
        with file:
            return file.seek(0, os.SEEK_END)

    def data(self, name: str) -> bytes:
        """All bytes of a file, none if there is none. OSError."""
        file = self.open(name)
        if file is None:
            return b""
        with file:
            return file.read()

    def read(self, name: str) -> str | None:
        """The whole text of a file, None if there is none. UnicodeError: it is no text."""
        return self.data(name).decode("utf-8") if name in self.names() else None

    def write(self, name: str, text: str) -> None:
        """Replace a file."""
        self._change(name, bytearray(text.encode("utf-8")))

    def append(self, name: str, text: str) -> None:
        """Add text to the end of a file, which is made if there is none."""
        data = self._fresh[name] if name in self._fresh else bytearray(self.data(name))
        data += text.encode("utf-8")
        self._change(name, data)

    def remove(self, name: str) -> None:
        """Delete a file; nothing happens if there is none."""
        self._fresh.pop(name, None)
        if self._found.pop(name, None):
            self._removed.append(name)

    def rename(self, name: str, new_name: str) -> None:
        """Give a file another name."""
        data = bytearray(self.data(name))
        self.remove(name)
        self._change(new_name, data)

    def _change(self, name: str, data: bytearray) -> None:
        self._fresh.pop(name, None)  # so that it comes last
        self._fresh[name] = data


class Place:
    """files: what was found. what: the place in words."""

    what = ""
    files: Files

    def save(self) -> None:
        """Bring what was changed in `files` to the place. PlaceError."""
        raise NotImplementedError


# -- a folder -------------------------------------------------------------------------------------


def open_regular(path: str | Path) -> IO[bytes]:
    """A file to be read, if it is an ordinary one and no link. OSError."""
    descriptor = os.open(path, os.O_RDONLY | _NO_FOLLOW)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError("it is no ordinary file")
    return open(descriptor, "rb")


def put(path: Path, data: bytes) -> None:
    """Replace a file, or the link that stands there: wholly old or wholly new. OSError."""
    fresh = path.with_name(path.name + UNFINISHED)
    fresh.unlink(missing_ok=True)  # what an interrupted run has left, or a link
    with open(fresh, "xb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.replace(fresh, path)


class FolderPlace(Place):
    """The simulator's data, or a folder that was copied off a device."""

    def __init__(self, folder: Path) -> None:
        inside = folder / FOLDER
        self._folder = inside if inside.is_dir() and not inside.is_symlink() else folder
        self.what = f"the folder {printable(str(self._folder))}"
        try:
            found = [entry for entry in os.scandir(self._folder) if _is_file(entry)]
        except OSError as error:
            raise PlaceError(f"{self.what} cannot be read: {error.strerror}.") from None
        names = [e.name for e in found if e.name != device.LOCK_NAME]
        names = [name for name in names if not name.endswith(UNFINISHED)]
        self.files = Files({name: self._opener(name) for name in names})

    def _opener(self, name: str) -> Opener:
        return lambda: open_regular(self._folder / name)

    def save(self) -> None:
        try:
            for name in self.files.written:
                put(self._folder / name, self.files.data(name))
            for name in self.files.gone():
                (self._folder / name).unlink(missing_ok=True)
        except OSError as error:
            raise PlaceError(f"{self.what} cannot be written: {error.strerror}.") from None


def _is_file(entry: os.DirEntry) -> bool:
    return entry.is_file(follow_symlinks=False)


# -- an image -------------------------------------------------------------------------------------

_MAGIC, _MAGIC_AT = b"littlefs", 8
_SUPER, _SUPER_AT = struct.Struct("<III"), 20  # version, bytes of a block, blocks
_MAJOR_VERSION = 2
_SECTOR_bytes = 4096
_BLOCK_sizes = tuple(1 << bits for bits in range(10, 18))
_UF2_MAGIC = b"UF2\n"
_SMALLEST_FLASH_bytes, _LARGEST_FLASH_bytes = 1 << 20, 16 << 20
_LFS_FILE = 1


class ImagePlace(Place):
    """A littlefs: an image of the file system alone, of the whole flash, or a UF2 of it."""

    def __init__(self, path: Path) -> None:
        self._path = path.resolve()
        self.what = f"the image {printable(str(path))}"
        data = self._load()
        self._is_uf2 = data.startswith(_UF2_MAGIC)
        try:
            self._data = flash_of_uf2(data) if self._is_uf2 else data
        except ValueError as error:
            raise PlaceError(f"{self.what} cannot be read: {error}.") from None
        found = find_littlefs(self._data)
        if found is None:
            raise PlaceError(f"There is no littlefs in {self.what}.")
        start, self._block_bytes, blocks, version = found
        self._region = slice(start, start + blocks * self._block_bytes)
        self._fs = self._mounted(version)
        self._folder, names = self._find_folder()
        self.files = Files({name: self._opener(path) for name, path in names.items()})

    def _load(self) -> bytes:
        try:
            with open_regular(self._path) as file:
                data = file.read(LARGEST_IMAGE_bytes + 1)
        except OSError as error:
            raise PlaceError(f"{self.what} cannot be read: {error.strerror or error}.") from None
        if len(data) > LARGEST_IMAGE_bytes:
            raise PlaceError(f"{self.what} is larger than any flash.")
        return data

    def _mounted(self, version: int) -> Any:
        if importlib.util.find_spec("littlefs") is None:
            raise PlaceError(
                f"{IMAGE_PACKAGE} is needed for {self.what}. Install it:"
                f" pip install {IMAGE_PACKAGE}"
            )
        import littlefs

        from . import uf2

        buffer = bytearray(self._data[self._region])
        geometry = {
            **uf2.GEOMETRY,
            "block_size": self._block_bytes,
            "block_count": len(buffer) // self._block_bytes,
            "disk_version": version,  # a board with an older MicroPython still has to read it
        }
        fs = littlefs.LittleFS(
            littlefs.UserContext(buffer=buffer),
            mount=False,
            filename_encoding="latin-1",  # in which every name is something
            **geometry,
        )
        try:
            fs.mount()
        except littlefs.LittleFSError as error:
            raise PlaceError(f"The littlefs in {self.what} is damaged: {error}.") from None
        return fs

    def _find_folder(self) -> tuple[str, dict[str, str]]:
        """The folder of the saved games, and name and path of each file in it."""
        inside = self._paths(f"/{FOLDER}/")
        top = {} if inside else self._paths("/")
        if any(name.startswith("game-") for name in top):
            return "/", top
        return f"/{FOLDER}/", inside

    def _paths(self, folder: str) -> dict[str, str]:
        from littlefs import LittleFSError

        try:
            entries = list(self._fs.scandir(folder))
        except LittleFSError:  # there is none, or it cannot be read any more
            return {}
        files = [entry.name for entry in entries if entry.type == _LFS_FILE]
        return {_utf8(name): folder + name for name in files if not name.endswith(UNFINISHED)}

    def _opener(self, path: str) -> Opener:
        return lambda: io.BytesIO(self._read(path))

    def _read(self, path: str) -> bytes:
        from littlefs import LittleFSError

        try:
            with self._fs.open(path, "rb") as file:
                return file.read()
        except LittleFSError as error:
            raise OSError(str(error)) from None

    def save(self) -> None:
        from littlefs import LittleFSError

        if self._is_uf2:
            raise PlaceError(f"{self.what} is a UF2, which can only be read.")
        try:
            if self._folder != "/":
                self._fs.makedirs(self._folder, exist_ok=True)
            for name in self.files.written:
                data = self.files.data(name)
                with self._fs.open(self._folder + _latin1(name), "wb") as file:
                    file.write(data)
            for name in self.files.gone():
                self._fs.remove(self._folder + _latin1(name))
            self._fs.unmount()
            whole = bytearray(self._data)
            whole[self._region] = self._fs.context.buffer
            put(self._path, bytes(whole))
        except (OSError, LittleFSError) as error:
            raise PlaceError(f"{self.what} cannot be written: {error}.") from None


def _utf8(name: str) -> str:
    return name.encode("latin-1").decode("utf-8", "replace")


def _latin1(name: str) -> str:
    return name.encode("utf-8").decode("latin-1")


def find_littlefs(data: bytes) -> tuple[int, int, int, int] | None:
    """(start, bytes of a block, blocks, version) of the littlefs in an image; None if none is.

    Its first two blocks both begin with what it is; one of them may just have been erased.
    """
    for at in range(0, len(data) - _SECTOR_bytes + 1, _SECTOR_bytes):
        if data[at + _MAGIC_AT :][: len(_MAGIC)] != _MAGIC:
            continue
        version, block_bytes, blocks = _SUPER.unpack_from(data, at + _SUPER_AT)
        if version >> 16 != _MAJOR_VERSION or block_bytes not in _BLOCK_sizes:
            continue
        length = block_bytes * blocks
        if not 0 < length <= len(data):
            continue
        starts = [at, at - block_bytes]
        if length == len(data):  # the image is nothing else
            starts = [0]
        for start in starts:
            if 0 <= start <= len(data) - length:
                return start, block_bytes, blocks, version
    return None


def flash_of_uf2(data: bytes) -> bytes:
    """The flash that a UF2 describes, erased where it says nothing. ValueError."""
    from . import uf2

    flash = bytearray()
    for address, piece in uf2.decoded(data).items():
        start = address - uf2.FLASH
        end = start + len(piece)
        if 0 <= start <= end <= _LARGEST_FLASH_bytes:
            flash.extend(uf2.BLANK * (end - len(flash)))
            flash[start:end] = piece
    size = _SMALLEST_FLASH_bytes
    while size < len(flash):  # chips come in powers of two
        size *= 2
    return bytes(flash.ljust(size, uf2.BLANK))


# -- a board --------------------------------------------------------------------------------------

_FOLDER_OF_BOARD = """\
try:
    import config
    print(config.FOLDER)
except Exception:
    print({folder!r})
"""


class BoardPlace(Place):
    """A board on the cable. Its files are read at once, since reading them stops the game."""

    what = "the board"

    def __init__(self, board: attached.Board) -> None:
        self._board = board
        told = board.run(_FOLDER_OF_BOARD.format(folder="/" + FOLDER)).split("\n")[0].strip()
        self._folder = told.rstrip("/")
        found = board.read_folder(self._folder)
        names = [name for name in found if not name.endswith(UNFINISHED)]
        self.files = Files({name: self._opener(found[name]) for name in names})

    @staticmethod
    def _opener(data: bytes) -> Opener:
        return lambda: io.BytesIO(data)

    def save(self) -> None:
        board, fresh = self._board, {name: self.files.data(name) for name in self.files.written}
        board.make_folder(self._folder)
        board.write_folder(self._folder, fresh)
        for name in self.files.gone():
            board.remove(f"{self._folder}/{name}")
        there = board.read_folder(self._folder)
        if any(there.get(name) != data for name, data in fresh.items()):
            raise PlaceError("The games did not reach the board as they are. Export what is there.")


# -- which one ------------------------------------------------------------------------------------


def is_place(word: str) -> bool:
    """True if a word of the command line means a place, not a transcript."""
    if _is_usb(word) or os.path.isdir(word) or is_new_folder(word):
        return True
    try:
        with open_regular(os.path.realpath(word)) as file:
            data = file.read(LARGEST_IMAGE_bytes)
    except OSError:
        return False
    return data.startswith(_UF2_MAGIC) or find_littlefs(data) is not None


def is_new_folder(word: str) -> bool:
    """True if a word means a folder that is to be made: nothing is there, and it ends with a slash
    or has no ending, as transcripts and images have."""
    return not os.path.lexists(word) and (word.endswith(("/", os.sep)) or not Path(word).suffix)


def _is_usb(word: str) -> bool:
    return word == USB or word.startswith(USB + ":")


@contextlib.contextmanager
def open_place(word: str | None, to_write: bool = False) -> Iterator[Place]:
    """The place that a word of the command line means; the simulator's data, if there is none.

    PlaceError, also for everything that goes wrong with a board.
    """
    try:
        if word is not None and _is_usb(word):
            port = word.partition(":")[2] or attached.FIRST_FOUND
            with attached.Board(port) as board:
                yield BoardPlace(board)
            return
        path = device.default_folder() if word is None else Path(word)
        if to_write and (word is None or is_new_folder(word)):
            path.mkdir(parents=True, exist_ok=True)
        if path.is_dir():
            with _guarded(path, to_write):
                yield FolderPlace(path)
        elif path.exists():
            yield ImagePlace(path)
        else:
            raise PlaceError(f"There is no {printable(str(path))}.")
    except (attached.BoardError, OSError) as error:
        raise PlaceError(str(error)) from None


@contextlib.contextmanager
def _guarded(folder: Path, to_write: bool) -> Iterator[None]:
    """Keep simulators out of a folder while it is written."""
    if not to_write:
        yield
        return
    try:
        storage = device.FolderStorage(folder)
    except device.DeviceError as error:
        raise PlaceError(str(error)) from None
    try:
        yield
    finally:
        storage.close()
