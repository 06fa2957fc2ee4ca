"""Storage over the real littlefs with a flash of the Pico's shape, and fair chance."""

import os
import sys

import chance
from storage import FlashStorage

try:
    import vfs
except ImportError:  # MicroPython before 1.23
    import os as vfs


class Flash:
    """A flash in memory. `cut`: the number of writes after which the power is gone."""

    BLOCK = 4096

    def __init__(self, blocks):
        self.data = bytearray(b"\xff" * (blocks * self.BLOCK))
        self.cut = None

    def readblocks(self, block, buffer, offset=0):
        at = block * self.BLOCK + offset
        buffer[:] = memoryview(self.data)[at : at + len(buffer)]

    def writeblocks(self, block, buffer, offset=None):
        if self.cut is not None:
            self.cut -= 1
            if self.cut < 0:
                return -5
        at = block * self.BLOCK
        if offset is None:
            self.data[at : at + self.BLOCK] = b"\xff" * self.BLOCK
        at += offset or 0
        self.data[at : at + len(buffer)] = buffer
        return 0

    def ioctl(self, op, argument):
        if op == 4:
            return len(self.data) // self.BLOCK
        if op == 5:
            return self.BLOCK
        if op == 6:
            if self.cut is not None and self.cut <= 0:
                return -5
            at = argument * self.BLOCK
            self.data[at : at + self.BLOCK] = b"\xff" * self.BLOCK
        return 0


def mounted(blocks=64):
    flash = Flash(blocks)
    vfs.VfsLfs2.mkfs(flash)
    mount(flash)
    return flash


def mount(flash):
    try:
        vfs.umount("/flash")
    except OSError:
        pass
    vfs.mount(vfs.VfsLfs2(flash), "/flash")


def raises(kind, function, *arguments):
    try:
        function(*arguments)
    except kind:
        return True
    return False


def storage_of_texts():
    mounted()
    storage = FlashStorage("/flash/kibitz-saves", Guard())
    assert storage.names() == [] and storage.read("a") is None
    storage.remove("a")
    storage.append("b.jsonl", "čć\n")
    storage.append("b.jsonl", "łß\n")
    assert storage.read("b.jsonl") == "čć\nłß\n"
    storage.write("a.json", "1")
    storage.write("a.json", "22")
    assert storage.read("a.json") == "22"
    storage.append("empty", "")
    assert storage.read("empty") == ""
    assert storage.names() == ["a.json", "b.jsonl", "empty"]
    storage.remove("b.jsonl")
    assert storage.names() == ["a.json", "empty"]
    for name in ("", "../a", "a/b", ".a"):
        assert raises(ValueError, storage.write, name, "x"), name
        assert raises(ValueError, storage.read, name), name
    with open("/flash/kibitz-saves/bad", "wb") as file:
        file.write(b"\xff\xfe")
    assert raises(ValueError, storage.read, "bad")  # UnicodeError is one


class Guard:
    """Counts what goes on inside it."""

    def __init__(self):
        self.entered = self.left = 0

    def __enter__(self):
        self.entered += 1

    def __exit__(self, *_):
        self.left += 1


def writes_under_guard():
    """Also when the flash fails; reading needs none."""
    flash = mounted()
    guard = Guard()
    storage = FlashStorage("/flash/s", guard)
    storage.append("a", "x")
    storage.write("a", "y")
    storage.read("a")
    storage.names()
    storage.remove("a")
    assert guard.entered == guard.left == 3
    flash.cut = 0
    assert raises(OSError, storage.write, "a", "x")
    assert guard.entered == guard.left == 4
    flash.cut = None


def full_flash():
    """An OSError, and what was there is still there."""
    mounted(8)
    storage = FlashStorage("/flash/s", Guard())
    storage.write("a", "safe")
    assert raises(OSError, storage.write, "a", "x" * 40_000)
    assert storage.read("a") == "safe"
    assert storage.names() == ["a"]


def power_cut_while_writing():
    """At every write and erase: wholly old or wholly new, and it can be written again."""
    cut = 0
    old, new = "old" * 100, "new" * 100
    while True:
        flash = mounted()
        storage = FlashStorage("/flash/s", Guard())
        storage.write("a", old)
        flash.cut = cut
        failed = raises(OSError, storage.write, "a", new)
        flash.cut = None
        mount(flash)
        storage = FlashStorage("/flash/s", Guard())
        found = storage.read("a")
        assert found == new or (failed and found == old), (cut, found)
        assert storage.names() == ["a"]
        storage.write("a", "again")
        assert storage.read("a") == "again"
        if not failed:
            assert found == new
            return cut
        cut += 1


class Bytes:
    """Random bytes that are told beforehand."""

    def __init__(self, *given):
        self.given = list(given)

    def __call__(self, size):
        assert len(self.given) >= size
        out, self.given = bytes(self.given[:size]), self.given[size:]
        return out


def fair_chance():
    ring = chance.RingOscillator()
    for n in (1, 2, 3, 6, 52, 255, 256, 257, 1000):
        seen = [ring.below(n) for _ in range(300)]
        assert min(seen) >= 0 and max(seen) < n
    assert set([ring.below(6) for _ in range(500)]) == {0, 1, 2, 3, 4, 5}
    assert raises(ValueError, ring.below, 0)
    urandom = chance.os

    class Fake:
        pass

    Fake.urandom = Bytes(6, 7, 15, 5)  # of 3 bits: 6, 7 and 7 are drawn again
    chance.os = Fake
    try:
        assert ring.below(6) == 5
        Fake.urandom = Bytes(0, 255, 1, 44)  # two bytes: 255, then 300
        assert ring.below(256 + 45) == 255
        assert ring.below(256 + 45) == 300
    finally:
        chance.os = urandom


storage_of_texts()
writes_under_guard()
full_flash()
cuts = power_cut_while_writing()
fair_chance()
os.chdir("/")
print(f"storage and chance: {cuts} power cuts")
sys.exit(0)
