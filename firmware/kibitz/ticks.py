"""Time as the boards count it: milliseconds in a counter that wraps.

MicroPython's counter wraps at 2^30, CircuitPython's at 2^29. The shorter period divides the longer,
so arithmetic modulo 2^29 is right for both. Nothing here needs integers of more than 31 bits, which
is where the Pico's small integers end.
"""

PERIOD_ms = 1 << 29
HALF_PERIOD_ms = PERIOD_ms >> 1  # 3.1 days: moments further apart look like closer ones
_MASK = PERIOD_ms - 1
# Whatever the app allows, it has to be called once in so long, or it cannot tell how long it was.
LONGEST_ms = 24 * 60 * 60 * 1000


def ticks(now_ms: int) -> int:
    """A board's counter brought into the range that this module counts in, 0 to 2^29 - 1."""
    return now_ms & _MASK


def ticks_add(moment: int, delta_ms: int) -> int:
    """The moment so many milliseconds later (or earlier, if negative)."""
    return (moment + delta_ms) & _MASK


def ticks_diff(later: int, earlier: int) -> int:
    """Milliseconds from `earlier` to `later`, negative if it is the other way round."""
    return ((later - earlier + HALF_PERIOD_ms) & _MASK) - HALF_PERIOD_ms
