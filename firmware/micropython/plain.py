"""What `quick.py` does for the display, for a processor that has no machine code."""

_PAGE_bytes = 128


def changed(new, old, at: int, end: int, gap: int) -> int:
    """The next bytes from `at` up to `end` that differ, as start << 16 | stop; negative: none.

    Changes with fewer than `gap` bytes between them belong together, if they are in one page.
    """
    while at < end and new[at] == old[at]:
        at += 1
    if at == end:
        return -1
    start = at
    at = stop = at + 1
    end = min(end, (start | _PAGE_bytes - 1) + 1)
    while at < end and at - stop < gap:
        if new[at] != old[at]:
            stop = at + 1
        at += 1
    return start << 16 | stop


def copy(span, to: int, picture, start: int, stop: int) -> None:
    """Copy bytes of a picture into a span, from the byte `to` on; slices would allocate."""
    for at in range(start, stop):
        span[to] = picture[at]
        to += 1
