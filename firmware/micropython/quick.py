"""In machine code, what every picture does most often: text, and what differs from the last one.

`kibitz.font` writes through `write` where a board has this module, and does the same glyph by glyph
where there is none; tests/test_font.py compares the pixels. `display.py` finds with `changed` what
differs, and sends it with `send` and `sent`. `kibitz.power` moves pictures with `move`.
"""

import micropython
from micropython import const

_STRIDE = const(128)  # bytes from one page of eight rows to the next
_SIZE = const(1024)  # of a picture

# Registers of an I2C block of the RP2040 (data sheet, 4.3.17), in words, and bits of them
_TARGET = const(0x04 >> 2)
_DATA = const(0x10 >> 2)
_HAPPENED = const(0x34 >> 2)
_FORGET_ABORT = const(0x54 >> 2)
_ENABLE = const(0x6C >> 2)
_STATUS = const(0x70 >> 2)
_STOP = const(1 << 9)
_ABORTED = const(1 << 6)
_NOT_FULL = const(1 << 1)
_EMPTY = const(1 << 2)
_ACTIVE = const(1 << 0)
# So often a register is looked at before the bus is given up: some milliseconds, for a few bytes.
_PATIENCE = const(20_000)
_WINDOW_bytes = const(7)


@micropython.viper
def write(table, text, picture: ptr8, x: int, y: int, ink: int) -> int:  # noqa: F821
    """Draw a text with its cell's top left corner at (x, y); the x at which the next one begins.

    table: (CODES, WIDTHS, STARTS, BITS, gap), see kibitz.font. picture: 1,024 bytes, MONO_VLSB.
    ink: 1 lit, 0 dark, -1: only measure, -2 - room: how many characters fit in so many pixels. What
    is not on the glass is left out; y must not be negative.
    """
    codes = ptr8(table[0])  # noqa: F821
    widths = ptr8(table[1])  # noqa: F821
    starts = ptr8(table[2])  # noqa: F821
    bits = ptr8(table[3])  # noqa: F821
    gap = int(table[4])
    missing = int(len(table[1])) - 1
    first = codes[0] | codes[1] << 8
    letters = ptr8(text)  # noqa: F821  as UTF-8
    left = length = int(len(text))
    room, at = -2 - ink, 0
    while left:
        left -= 1
        code = letters[at]
        at += 1
        if code >= 0xC0:
            code = code & 0x1F if code < 0xE0 else code & 0x0F
            while letters[at] & 0xC0 == 0x80:
                code = code << 6 | letters[at] & 0x3F
                at += 1
        low = high = code - first  # its place in a font that has all of ASCII
        if low < 0 or low > missing or codes[2 * low] | codes[2 * low + 1] << 8 != code:
            low, high = 0, missing
        while low < high:
            middle = (low + high) >> 1
            if codes[2 * middle] | codes[2 * middle + 1] << 8 < code:
                low = middle + 1
            else:
                high = middle
        if codes[2 * low] | codes[2 * low + 1] << 8 != code:
            low = missing
        width = widths[low]
        if ink >= 0:
            start = starts[2 * low] | starts[2 * low + 1] << 8
            end = starts[2 * low + 2] | starts[2 * low + 3] << 8
            column = 0
            while column < width:
                if x + column >= 0 and x + column < _STRIDE:
                    lit, place = 0, end - width + column
                    while place >= start:
                        lit = lit << 8 | bits[place]
                        place -= width
                    lit <<= y & 7
                    to = (y >> 3) * _STRIDE + x + column
                    while lit and to < _SIZE:
                        picture[to] ^= (picture[to] ^ (0 - ink)) & lit & 0xFF
                        lit >>= 8
                        to += _STRIDE
                column += 1
        elif room >= 0 and x + width > room:
            return length - left - 1
        x += width + gap
    return x if room < 0 else length


@micropython.viper
def changed(new: ptr8, old: ptr8, at: int, end: int, gap: int) -> int:  # noqa: F821
    """The next bytes from `at` up to `end` that differ, as start << 16 | stop; negative: none.

    Changes with fewer than `gap` bytes between them belong together, if they are in one page. What
    is the same is passed over by words, so both pictures begin and end with one.
    """
    new_words = ptr32(new)  # noqa: F821
    old_words = ptr32(old)  # noqa: F821
    words = end >> 2
    while at < end and new[at] == old[at]:
        at += 1
        if at & 3 == 0:
            at >>= 2
            while at < words and new_words[at] == old_words[at]:
                at += 1
            at <<= 2
    if at == end:
        return -1
    start = at
    stop = at + 1
    at = stop
    if end > (start | _STRIDE - 1) + 1:
        end = (start | _STRIDE - 1) + 1
    while at < end and at - stop < gap:
        if new[at] != old[at]:
            stop = at + 1
        at += 1
    return start << 16 | stop


@micropython.viper
def send(
    block: int,
    address: int,
    window: ptr8,  # noqa: F821
    picture: ptr8,  # noqa: F821
    start: int,
    stop: int,
):
    """Hand a window and bytes of a picture to the I2C block at `block`, to be one transfer.

    They go out while the next ones are looked for, and without the pause that MicroPython makes
    after each byte. If the block takes no more, `sent` tells.
    """
    registers = ptr32(block)  # noqa: F821
    if registers[_TARGET] != address:
        registers[_ENABLE] = 0
        registers[_TARGET] = address
        registers[_ENABLE] = 1
    at = start - _WINDOW_bytes
    while at < stop:
        if at < start:
            byte = int(window[at - start + _WINDOW_bytes])
        else:
            byte = int(picture[at])
        at += 1
        if at == stop:
            byte |= _STOP
        patience = _PATIENCE
        while registers[_STATUS] & _NOT_FULL == 0:
            patience -= 1
            if patience == 0:
                return
        registers[_DATA] = byte


@micropython.viper
def sent(block: int) -> bool:
    """Wait until the I2C block has sent everything. False if it cannot, or nobody answers."""
    registers = ptr32(block)  # noqa: F821
    patience = _PATIENCE
    while registers[_STATUS] & (_EMPTY | _ACTIVE) != _EMPTY and patience:
        patience -= 1
    if patience and registers[_HAPPENED] & _ABORTED == 0:
        return True
    registers[_ENABLE] = 0  # ends what is under way; and reading the other makes it ready for more
    forgotten = registers[_FORGET_ABORT]  # noqa: F841
    return False


@micropython.viper
def move(picture: ptr8, copy: ptr8, upper: int, lower: int):  # noqa: F821
    """Copy a picture, with all above the dark row a row further down, or all below it further up.

    upper, lower: 1 for what moves, else 0; see kibitz.power.
    """
    at = 0
    while at < _SIZE:
        rows = picture[at]
        if at >= _SIZE - _STRIDE:
            rows >>= lower
        elif at < _SIZE - 2 * _STRIDE:
            rows <<= upper
        elif upper:
            rows = (rows & 0x3F) << 1 | rows & 0x80
        elif lower:
            rows = rows & 0x3F | (rows & 0x80) >> 1 | (picture[at + _STRIDE] & 1) << 7
        if upper and at >= _STRIDE and at < _SIZE - _STRIDE:
            rows |= picture[at - _STRIDE] >> 7
        copy[at] = rows
        at += 1
