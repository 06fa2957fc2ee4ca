"""A Pico's file system with our files in it, as a UF2 to drag onto the Pico's drive.

The RP2040's images of MicroPython have their littlefs in the last 1,408 KiB of the Pico's 2 MiB of
flash, and mount it in `_boot.py` as `VfsLfs2(rp2.Flash(), progsize=256)`; what is dragged onto the
drive goes to the addresses that the UF2 names, and the rest of the flash stays as it was.

So the UF2 need not bring a block that littlefs will never look at, and it must bring every one that
it will: of a pair of blocks the one that looks newer counts, and if a blank one were left out, what
an earlier file system has left there might look newer still. Which these are is found by watching
littlefs read it all. The saved games of an earlier file system are gone with it.

A block is brought whole: the RP2040 erases a sector of 4 KiB for every 16 pages, by the number that
a page has in the UF2, not by its address (RP2040 datasheet, erratum E14; pico-bootrom-rp2040 issue
19).
"""

import struct
from collections.abc import Mapping
from typing import Any

from littlefs import LittleFS, UserContext

FLASH = 0x10000000  # where the RP2040 sees its flash
REGION = FLASH + 0xA0000
BLOCK_bytes = 4096
BLOCKS = 352
BLANK = b"\xff"

# As MicroPython's VfsLfs2 has it: caches of four units, a map of 32 bytes, and the version on the
# flash that 1.22 and later make themselves.
GEOMETRY: dict[str, Any] = {
    "block_size": BLOCK_bytes,
    "block_count": BLOCKS,
    "read_size": 32,
    "prog_size": 256,
    "cache_size": 4 * 256,
    "lookahead_size": 32,
    "disk_version": 0x00020001,
}

# https://github.com/microsoft/uf2 has the format
_MAGICS = (0x0A324655, 0x9E5D5157)
_LAST_MAGIC = 0x0AB16F30
_HAS_FAMILY = 0x2000
RP2040 = 0xE48BFF56
PAGE_bytes = 256
_HEADER = struct.Struct("<8I")
_DATA_bytes = 476
_PIECE_bytes = 512


class Watched(UserContext):
    """A flash in memory that remembers which blocks were read."""

    def __init__(self, image: bytes) -> None:
        super().__init__(len(image))
        self.buffer[:] = image
        self.seen: set[int] = set()

    def read(self, cfg, block: int, off: int, size: int) -> bytearray:
        self.seen.add(block)
        return super().read(cfg, block, off, size)


def image(files: Mapping[str, bytes]) -> bytes:
    """The whole region, formatted, with the files in it."""
    flash = UserContext(BLOCK_bytes * BLOCKS)
    flash.buffer[:] = BLANK * len(flash.buffer)
    system = LittleFS(context=flash, mount=False, **GEOMETRY)
    system.format()
    system.mount()
    for name, data in sorted(files.items()):
        folder = name.rpartition("/")[0]
        if folder:
            system.makedirs(folder, exist_ok=True)
        with system.open(name, "wb") as file:
            file.write(data)
    system.unmount()
    return bytes(flash.buffer)


def looked_at(region: bytes) -> tuple[dict[str, bytes], list[int]]:
    """The files of a file system, and the blocks that were read for them."""
    flash = Watched(region)
    system = LittleFS(context=flash, mount=False, **GEOMETRY)
    system.mount()
    files = {}
    for folder, _, names in system.walk("/"):
        for name in names:
            path = f"{folder}/{name}".lstrip("/")
            with system.open(path, "rb") as file:
                files[path] = file.read()
    system.unmount()
    return files, sorted(flash.seen)


def encoded(region: bytes) -> bytes:
    """The UF2 that brings a file system to an RP2040, whatever its flash held before."""
    _, blocks = looked_at(region)
    pages = [
        block * BLOCK_bytes + at for block in blocks for at in range(0, BLOCK_bytes, PAGE_bytes)
    ]
    pieces = []
    for number, page in enumerate(pages):
        head = (*_MAGICS, _HAS_FAMILY, REGION + page, PAGE_bytes, number, len(pages), RP2040)
        data = region[page : page + PAGE_bytes].ljust(_DATA_bytes, b"\0")
        pieces.append(_HEADER.pack(*head) + data + struct.pack("<I", _LAST_MAGIC))
    return b"".join(pieces)


def decoded(uf2: bytes) -> dict[int, bytes]:
    """What a UF2 writes: address -> the bytes there. ValueError if it is none for an RP2040."""
    found: dict[int, bytes] = {}
    if len(uf2) % _PIECE_bytes:
        raise ValueError(f"{len(uf2)} bytes are no UF2")
    for at in range(0, len(uf2), _PIECE_bytes):
        *magics, flags, address, size, number, count, family = _HEADER.unpack_from(uf2, at)
        last = struct.unpack_from("<I", uf2, at + _PIECE_bytes - 4)[0]
        if (*magics, last) != (*_MAGICS, _LAST_MAGIC) or flags != _HAS_FAMILY or family != RP2040:
            raise ValueError(f"no piece of a UF2 for an RP2040 at byte {at}")
        if (number, count) != (at // _PIECE_bytes, len(uf2) // _PIECE_bytes):
            raise ValueError(f"piece {number} of {count} at byte {at}")
        start = at + _HEADER.size
        found[address] = uf2[start : start + size]
    return found
