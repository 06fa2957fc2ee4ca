"""The watchdog: a program that hangs is reset, and goes on with its game.

It is to be fed before every sleep and between any two pieces of work. What is known of it:

- The RP2040's reaches 8.3 s: its counter has 24 bits and loses two each microsecond (datasheet,
  4.7.1 and erratum RP2040-E1). MicroPython's WDT cannot be switched off, but the register can
  (4.7.6): after a Ctrl-C a reset would come in the middle of an installation.
- On the RP2040 it counts on in `lightsleep`, and before MicroPython 1.26 a watchdog that fires in
  there locks the chip up until its power is cut, since the sleep has stopped the oscillator that
  the reset starts from (micropython issue 17228, fixed by pull request 17546). On the RP2350 it
  stood still in there until then (issue 17229). So no sleep may come near the 8.3 s.
- Its registers outlive a reset by the watchdog, and are empty after one by power or by the RUN pin.
  REASON tells a hang from `machine.reset()`. A scratch register tells what the program did last:
  those from 0 to 3 are the program's own, those above are for restarts of the chip's own kind.
"""

import sys

import machine
from machine import mem32

TIMEOUT_ms = 8_300

_RP2040, _RP2350 = 0x40058000, 0x400D8000
_REASON, _SCRATCH = 0x08, 0x0C
_CLEAR = 0x3000  # what is written there clears bits
_ENABLE = 1 << 30
_TIMED_OUT = 1

# What the scratch register says: nothing of ours, or one of
STARTING = 0x2B1D0001  # the program runs, but no key has been handled yet
PLAYING = 0x2B1D0002
GO_ON = 0x2B1D0003  # it is to go on with its game after a reset that it made itself


class Watchdog:
    """wanted: False if a hang is not to be mended.

    hung: STARTING or PLAYING if a program hung and was reset, else 0. go_on: True if a game was
    being played then, or when the program made the reset itself.
    """

    def __init__(self, wanted: bool):
        self._wanted = wanted
        self._dog = None
        self._base = _RP2040
        if "RP2350" in getattr(sys.implementation, "_machine", ""):
            self._base = _RP2350
        last = mem32[self._base + _SCRATCH]
        timed_out = mem32[self._base + _REASON] & _TIMED_OUT
        self.hung = last if timed_out and last in (STARTING, PLAYING) else 0
        self.go_on = last == GO_ON or self.hung == PLAYING
        self.note(0)

    def note(self, phase: int) -> None:
        """STARTING or PLAYING, so that the next start knows, if there is a reset."""
        mem32[self._base + _SCRATCH] = phase

    def start(self) -> None:
        """From now on somebody has to feed it."""
        self.note(STARTING)
        if self._wanted:
            self._dog = machine.WDT(timeout=TIMEOUT_ms)

    def feed(self) -> None:
        """All is well for so long again."""
        if self._dog is not None:
            self._dog.feed()

    def off(self) -> None:
        """Nobody will feed it any more, and that is right."""
        mem32[self._base + _CLEAR] = _ENABLE
        self._dog = None
        self.note(0)

    def reset(self, go_on: bool) -> None:
        """Start the chip anew. go_on: the game is to be on the glass again."""
        self.note(GO_ON if go_on else 0)
        machine.reset()
