"""What ways of saving a game cost the flash: for MicroPython only, on littlefs as it is on a Pico.

    flash_designs.py DESIGN FILES EVENINGS EVENTS

EVENTS is a file with a line of JSON for each line of a transcript; a game begins with its setup
line. They are saved one by one, so many evenings long, beside so many files of other games; each
evening the device is switched on anew. Prints a line of JSON for every event (erases, programs,
bytes read), and at last how often each block was erased in all evenings.
"""

import json
import sys

import vfs

from kibitz.journal import Journal, file_name
from storage import FlashStorage

BLOCK_bytes, PAGE_bytes, BLOCKS = 4096, 256, 352
FOLDER = "/flash/saves"
_COUNT, _SIZE, _ERASE = 4, 5, 6


class Chip:
    """A flash in memory that counts what is done to it."""

    def __init__(self):
        self.blocks = [None] * BLOCKS
        self.erased = [0] * BLOCKS
        self.erases = self.programs = self.read = 0

    def readblocks(self, number, buffer, offset=0):
        self.read += len(buffer)
        block = self.blocks[number]
        if block is None:
            for at in range(len(buffer)):
                buffer[at] = 0xFF
        else:
            buffer[:] = memoryview(block)[offset : offset + len(buffer)]

    def writeblocks(self, number, buffer, offset=0):
        self.programs += -(-len(buffer) // PAGE_bytes)
        self.blocks[number][offset : offset + len(buffer)] = buffer

    def ioctl(self, request, argument):
        if request == _COUNT:
            return BLOCKS
        if request == _SIZE:
            return BLOCK_bytes
        if request == _ERASE:
            self.blocks[argument] = bytearray(b"\xff" * BLOCK_bytes)
            self.erased[argument] += 1
            self.erases += 1
        return 0

    def counts(self):
        found = self.erases, self.programs, self.read
        self.erases = self.programs = self.read = 0
        return found


class Nobody:
    def __enter__(self):
        pass

    def __exit__(self, *args):
        pass


class Append:
    """A line is appended to the game's file."""

    def __init__(self, storage):
        self.storage = storage
        self.number = 1000

    def begin(self, line):
        self.number += 1
        self.lines = [line]
        self.save()

    def add(self, line):
        self.lines.append(line)
        self.save()

    def save(self):
        self.storage.append(file_name(self.number, "jsonl"), self.lines[-1] + "\n")

    def text(self):
        return "\n".join(self.lines) + "\n"


class Whole(Append):
    """The game's file is written anew."""

    def save(self):
        self.storage.write(file_name(self.number, "jsonl"), self.text())


class Beside(Append):
    """The game is written beside its file, and takes its name."""

    def save(self):
        self.storage.write("new", self.text())
        self.storage.rename("new", file_name(self.number, "jsonl"))


class Slots(Append):
    """The whole game is written into two files in turn."""

    def save(self):
        self.storage.write("slot-" + "ab"[len(self.lines) % 2] + ".txt", self.text())


class Chosen:
    """What the device does."""

    def __init__(self, storage):
        self.journal = Journal(storage)
        self.journal.resume(len(list(self.journal.game.values())))

    def begin(self, line):
        self.journal.close()
        self.journal.begin(line)
        self.journal.flush()

    def add(self, line):
        self.journal.add(json.loads(line))
        self.journal.flush()


DESIGNS = {"append": Append, "whole": Whole, "beside": Beside, "slots": Slots, "chosen": Chosen}


def main(design, files, evenings, path):
    with open(path) as file:
        lines = [line.strip() for line in file]
    chip = Chip()
    vfs.VfsLfs2.mkfs(chip, progsize=PAGE_bytes)
    for evening in range(evenings):
        vfs.mount(vfs.VfsLfs2(chip, progsize=PAGE_bytes), "/flash")
        storage = FlashStorage(FOLDER, Nobody())
        if not evening:
            for number in range(1, files + 1):
                copy = ("jsonl", "sum")[number % 2]
                storage.append(file_name((number + 1) // 2, copy), "." * 4000)
            chip.erased = [0] * BLOCKS
        design_here = DESIGNS[design](storage)
        chip.counts()
        for line in lines:
            if line.startswith('{"game"'):
                design_here.begin(line)
            else:
                design_here.add(line)
            print(json.dumps(chip.counts()))
        if design == "chosen":
            design_here.journal.close()
            design_here.journal.flush()
        delete(storage, files)
        vfs.umount("/flash")
    print(json.dumps(chip.erased))


def delete(storage, files):
    """The games of the evening make room for the next one's; they count for nothing here."""
    for name in storage.names():
        number = name[5:9]
        if name.startswith("game-") and int(number) > (files + 1) // 2:
            storage.remove(name)


main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
