"""Saved games on the Pico's flash: a folder of text files on littlefs."""

import os

_SIZE = 6  # in what os.stat tells


class FlashStorage:
    """What kibitz.world.Storage asks for, in one folder.

    littlefs writes a file out when it is closed, and then wholly: after a power cut it is the old
    one or the new one. The folder is made when it is first needed, so that a flash that cannot be
    written is only in the way of saving, not of playing.

    guard: a context manager around everything that changes the flash later on, because no interrupt
    runs meanwhile; see Contacts.
    """

    def __init__(self, folder: str, guard):
        self._folder = folder
        self._guard = guard
        self._settle()

    def _settle(self) -> None:
        """Let littlefs end a renaming that a power cut has cut short. It does so before it changes
        anything, if only in vain; until then the file behind that one may not be seen."""
        try:
            os.remove(self._path("none"))
        except OSError:
            pass

    def read(self, name: str):
        """The whole text of a file, None if there is none. UnicodeError: it is no text."""
        file = self.open(name)
        if file is None:
            return None
        with file:
            return str(file.read(), "utf-8")

    def open(self, name: str):
        """The file in bytes, None if there is none. OSError."""
        try:
            return open(self._path(name), "rb")
        except OSError:
            if name in self.names():
                raise
            return None

    def size(self, name: str) -> int:
        """How many bytes a file has, 0 if there is none."""
        try:
            return os.stat(self._path(name))[_SIZE]
        except OSError:
            return 0

    def append(self, name: str, text: str) -> None:
        """Add text to the end of a file, which is made if there is none. OSError."""
        self._store(name, text, "ab")

    def write(self, name: str, text: str) -> None:
        """Replace a file. OSError."""
        self._store(name, text, "wb")

    def rename(self, name: str, new_name: str) -> None:
        """Give a file another name. OSError."""
        with self._guard:
            os.rename(self._path(name), self._path(new_name))

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
        """The names of all files, sorted."""
        try:
            return sorted(os.listdir(self._folder))
        except OSError:  # no folder yet
            return []

    def _path(self, name: str) -> str:
        if not name or "/" in name or name.startswith("."):
            raise ValueError("{!r} is no plain file name".format(name))
        return self._folder + "/" + name

    def _store(self, name: str, text: str, mode: str) -> None:
        path = self._path(name)
        with self._guard:
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
