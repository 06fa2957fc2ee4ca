"""A flash of the Pico's shape in memory, whose power can be cut. Runs under MicroPython and here.

What is changed is a list of operations, each the least that the chip does at a time: a page that is
programmed, or a block that is erased. A cut falls into an operation or between two of them. As on
the chip, programming can only clear bits, and what is cut short leaves something of both: of a page
the first bytes, and at the boundary any of the bits; of a block its first bytes blank, and the rest
as chance has it.
"""

import random

BLOCK_bytes = 4096
PAGE_bytes = 256
BLOCKS = 352  # of the 2 MB, so many are the file system's

PROGRAM, ERASE = "program", "erase"
WHOLE = "whole"  # the operation was done, and then the power went

_BLANK = b"\xff" * BLOCK_bytes
_IOCTL_COUNT, _IOCTL_SIZE, _IOCTL_ERASE = 4, 5, 6
_EIO = -5


def cuts_in(operation) -> tuple:
    """Where an operation may be cut: WHOLE, or after how many bytes."""
    kind, _, _, data = operation
    if kind == ERASE:
        return (WHOLE, 0, BLOCK_bytes // 2, BLOCK_bytes - 1)
    last = len(data) - 1
    written = last  # of most pages only the beginning is used
    while written and data[written] == 0xFF:
        written -= 1
    return tuple([WHOLE] + sorted({0, 1, written // 2, written, last // 2, last}))


class Nor:
    """A block device for VfsLfs2, and what it holds.

    operations: what was done to it. dies_at: when so many have been, the next one is the last: it
    fails, as far as anybody is told, and so does every one that is tried after it.
    """

    def __init__(self, shared=None):
        self._shared = shared or {}  # block -> its bytes: those of another flash, not to be changed
        self._own: dict = {}
        self.operations: list = []
        self.dies_at: int | None = None

    def copy(self) -> "Nor":
        """Another flash that holds the same."""
        blocks = dict(self._shared)
        blocks.update(self._own)
        self._shared, self._own = blocks, {}
        return Nor(blocks)

    @property
    def dead(self) -> bool:
        """True if the power has gone."""
        return self.dies_at is not None and len(self.operations) > self.dies_at

    def block(self, number: int):
        """The bytes of a block."""
        return self._own.get(number) or self._shared.get(number) or _BLANK

    def _owned(self, number: int) -> bytearray:
        if number not in self._own:
            self._own[number] = bytearray(self.block(number))
        return self._own[number]

    def apply(self, operation) -> None:
        """Do an operation."""
        kind, number, offset, data = operation
        if kind == ERASE:
            self._own[number] = bytearray(_BLANK)
            return
        block = self._owned(number)
        end = offset + len(data)
        if block[offset:end] == _BLANK[: len(data)]:
            block[offset:end] = data
        else:
            for at, byte in enumerate(data):
                block[offset + at] &= byte

    def tear(self, operation, at) -> None:
        """Do what is left of an operation that is cut `at` (see `cuts_in`)."""
        kind, number, offset, data = operation
        if at == WHOLE:
            self.apply(operation)
        elif kind == ERASE:
            noise = _noise(BLOCK_bytes - at)
            self._own[number] = bytearray(_BLANK[:at] + noise)
        else:
            block = self._owned(number)
            some = data[at] | random.randrange(256)
            self.apply((PROGRAM, number, offset, data[:at] + bytes([some])))
            assert block is self._owned(number)

    # -- what a file system calls -----------------------------------------------------------------

    def _do(self, operation) -> int:
        if self.dead:
            return _EIO
        self.operations.append(operation)
        self.apply(operation)
        return _EIO if self.dead else 0

    def readblocks(self, number, buffer, offset=0):
        buffer[:] = memoryview(self.block(number))[offset : offset + len(buffer)]
        return 0

    def writeblocks(self, number, buffer, offset=None):
        if offset is None:
            if self._do((ERASE, number, 0, b"")):
                return _EIO
            offset = 0
        data = bytes(buffer)
        for at in range(0, len(data), PAGE_bytes):
            page = data[at : at + PAGE_bytes]
            if self._do((PROGRAM, number, offset + at, page)):
                return _EIO
        return 0

    def ioctl(self, request, argument):
        if request == _IOCTL_COUNT:
            return BLOCKS
        if request == _IOCTL_SIZE:
            return BLOCK_bytes
        if request == _IOCTL_ERASE:
            return self._do((ERASE, argument, 0, b""))
        return 0


_noise_kept = b""


def _noise(size: int) -> bytes:
    """Random bytes: a piece of twice as many that are drawn once, since that takes time."""
    global _noise_kept
    if not _noise_kept:
        state = random.getrandbits(24)
        random.seed(BLOCK_bytes)
        _noise_kept = bytes([random.randrange(256) for _ in range(2 * BLOCK_bytes)])
        random.seed(state)
    start = random.randrange(len(_noise_kept) - size)
    return _noise_kept[start : start + size]
