"""Files in memory for the app's world, under MicroPython and CPython alike."""

import io

from kibitz import world


class Files(world.Storage):
    """files: name -> text."""

    def __init__(self, files=None):
        self.files = dict(files or {})

    def read(self, name):
        return self.files.get(name)

    def open(self, name):
        return io.BytesIO(self.files[name].encode("utf-8")) if name in self.files else None

    def size(self, name):
        return len(self.files.get(name, "").encode("utf-8"))

    def append(self, name, text):
        self.files[name] = self.files.get(name, "") + text

    def write(self, name, text):
        self.files[name] = text

    def remove(self, name):
        self.files.pop(name, None)

    def rename(self, name, new_name):
        self.files[new_name] = self.files.pop(name)

    def names(self):
        return sorted(self.files)
