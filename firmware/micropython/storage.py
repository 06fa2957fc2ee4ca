"""Saved games on the Pico's flash: a folder of text files on littlefs."""

import os

UNFINISHED = ".tmp"


class FlashStorage:
    """What kibitz.world.Storage asks for, in one folder.

    littlefs writes a file out when it is closed, and then wholly: after a power cut it is the old
    one or the new one. The folder is made when it is first needed, so that a flash that cannot be
    written is only in the way of saving, not of playing.

    guard: a context manager around everything that changes the flash, because no interrupt runs
    meanwhile; see Contacts.
    """

    def __init__(self, folder: str, guard):
        self._folder = folder
        self._guard = guard

    def read(self, name: str):
        """The whole text of a file, None if there is none. UnicodeError: it is no text."""
        try:
            with open(self._path(name), "rb") as file:
                data = file.read()
        except OSError:
            if name in self.names():
                raise
            return None
        return str(data, "utf-8")

    def append(self, name: str, text: str) -> None:
        """Add text to the end of a file, which is made if there is none. OSError."""
        path = self._path(name)
        with self._guard:
            self._store(path, text, "ab")

    def write(self, name: str, text: str) -> None:
        """Replace a file: the new one is written beside it, then takes its name. OSError."""
        path = self._path(name)
        with self._guard:
            self._store(path + UNFINISHED, text, "wb")
            os.rename(path + UNFINISHED, path)

    def remove(self, name: str) -> None:
        """Delete a file; nothing happens if there is none. OSError."""
        path = self._path(name)
        try:
            with self._guard:
                os.remove(path)
        except OSError:
            if name in self.names():
                raise

    def names(self) -> list:
        """The names of all files, sorted; what was left unfinished is none."""
        try:
            found = os.listdir(self._folder)
        except OSError:  # no folder yet
            return []
        return sorted([name for name in found if not name.endswith(UNFINISHED)])

    def _path(self, name: str) -> str:
        if not name or "/" in name or name.startswith(".") or name.endswith(UNFINISHED):
            raise ValueError("{!r} is no plain file name".format(name))
        return self._folder + "/" + name

    def _store(self, path: str, text: str, mode: str) -> None:
        try:
            file = open(path, mode)
        except OSError:
            self._make_folder()  # if that is what was missing; if not, open tells what is wrong
            file = open(path, mode)
        try:
            file.write(text.encode("utf-8"))
        finally:
            file.close()

    def _make_folder(self) -> None:
        try:
            os.mkdir(self._folder)
        except OSError:
            pass
