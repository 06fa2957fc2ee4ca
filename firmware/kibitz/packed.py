"""Bytes that were made smaller on a computer (deflate, without any frame), to be read again.

MicroPython has `deflate` (since 1.21), CPython and CircuitPython have `zlib`.
"""

from io import BytesIO

try:
    from deflate import RAW, DeflateIO
except ImportError:
    DeflateIO = None
try:
    from zlib import decompress
except ImportError:
    pass

# How far back what repeats itself is looked for: reading takes a buffer of 1 KB.
WINDOW_BITS = 10


def unpacked(data: bytes):
    """A file to read the bytes from that were packed."""
    if DeflateIO is not None:
        return DeflateIO(BytesIO(data), RAW, WINDOW_BITS)
    return BytesIO(decompress(data, -WINDOW_BITS))
