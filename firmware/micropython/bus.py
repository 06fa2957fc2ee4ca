"""The I2C bus that the display hangs on, and what to do when it hangs altogether."""

import sys
from time import sleep_us

from machine import I2C, Pin

from micropython import const

# A chip that lost its clock in the middle of a byte holds SDA down until it has seen the rest of
# it: eight bits and the acknowledge (NXP UM10204, 3.1.16).
_CLOCKS = const(9)
_HALF_CLOCK_us = const(5)


# The block adds some cycles of its own to each period (RP2040 datasheet, 4.3.14.1), which nobody
# subtracts: asked for 400 kHz it gives 377. Asked for 420 it gives 396, and 397 on an RP2350.
_ASKED, _GOT = 21, 20


# Where the registers of the RP2040's two I2C blocks are (data sheet, 4.3.17).
_BLOCKS = (0x40044000, 0x40048000)


class Bus:
    """bus: number of the I2C block. sda, scl: GP numbers. `i2c` is MicroPython's own object.
    `block` is where its registers are, None on another chip; see quick.py."""

    def __init__(self, bus: int, sda: int, scl: int, hertz: int):
        self._bus = bus
        self.sda = sda
        self.scl = scl
        self._hertz = hertz
        rp2040 = getattr(sys.implementation, "_machine", "").endswith("RP2040")
        self.block = _BLOCKS[bus] if rp2040 else None
        self.i2c = self._make()

    def _make(self):
        sda, scl = Pin(self.sda), Pin(self.scl)
        return I2C(self._bus, sda=sda, scl=scl, freq=self._hertz * _ASKED // _GOT)

    def is_stuck(self) -> bool:
        """True if somebody holds SDA down. Then no transfer can begin, and trying may hang."""
        return not Pin(self.sda).value()

    def free(self):
        """The bus, fit for use; OSError if it is stuck for good."""
        if self.is_stuck():
            self._clock_out()
            self.i2c = self._make()
            if self.is_stuck():
                raise OSError("the bus is stuck")
        return self.i2c

    def _clock_out(self) -> None:
        """Clock until SDA is let go, then make a stop: both lines by hand, as open drains."""
        sda = Pin(self.sda, Pin.OPEN_DRAIN, Pin.PULL_UP, value=1)
        scl = Pin(self.scl, Pin.OPEN_DRAIN, Pin.PULL_UP, value=1)
        for _ in range(_CLOCKS):
            if sda.value():
                break
            scl.value(0)
            sleep_us(_HALF_CLOCK_us)
            scl.value(1)
            sleep_us(_HALF_CLOCK_us)
        sda.value(0)
        sleep_us(_HALF_CLOCK_us)
        sda.value(1)
        sleep_us(_HALF_CLOCK_us)

    def complaint(self, addresses) -> str:
        """What a person can do about a display that does not answer."""
        if self.is_stuck():
            return (
                "The display's bus is stuck: SDA on GP{} is held low."
                " Check that its VCC and GND are on, and for a short.".format(self.sda)
            )
        places = " or ".join(["0x{:02X}".format(address) for address in addresses])
        return "No display at {}: check SDA on GP{} and SCL on GP{}.".format(
            places, self.sda, self.scl
        )
