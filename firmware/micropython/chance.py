"""Fair chance from the Pico's ring oscillator, which os.urandom reads.

Not called random.py: a file of that name would take the place of MicroPython's own module.
"""

import os


class RingOscillator:
    """What kibitz.world.Random asks for."""

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each as likely as the others. ValueError if n is below 1.

        Numbers beyond n are drawn again: a remainder would make the small ones likelier.
        """
        if n < 1:
            raise ValueError("below() needs a number from 1 up")
        limit, size = 1, 1
        while limit < n:
            limit <<= 1
        while 1 << 8 * size < limit:
            size += 1
        while True:
            number = int.from_bytes(os.urandom(size), "big") & (limit - 1)
            if number < n:
                return number
