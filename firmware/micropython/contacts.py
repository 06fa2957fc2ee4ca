"""The contacts of the keys: pin interrupts that write down every change, whatever else goes on."""

from array import array
from time import sleep_ms, ticks_diff, ticks_ms

from machine import Pin, disable_irq, enable_irq

# Changes that are kept between two ticks of the app. A press chatters for some ten of them.
ROOM = 128
_NONE = ()

# Contacts chatter for 6.2 ms at most (but for one in a hundred). So long after the last change they
# are at rest.
CHATTER_ms = 8
SETTLE_ms = 25  # the longest wait for that, whoever hammers on the keys


class Contacts:
    """Readings (ms, mask) of all keys, a reading for every change; the first is how they stand.

    keys: (mask bit, GP number) of each key; a contact closes to ground. `count` is how many
    readings wait.

    The handlers are hard interrupts: soft ones are queued eight deep and lost beyond that, and a
    picture on its way to the glass is long enough for more. They allocate nothing. There are two
    halves to write to, and `take` swaps them, so that no interrupt waits for the reader.

    While the flash is written (45 ms for a sector, 400 at worst) no interrupt runs, but for moments
    between two of its operations. What a handler sees in such a moment may be the middle of a
    chatter, which would then count as a press. So the writing is put in a `with contacts:`. It
    begins when the contacts are at rest, and when it ends each key that has moved has gone there,
    or there and back: a whole press that fell in between is not lost either.
    """

    def __init__(self, keys):
        self.mask = 0
        self.count = 0
        self.held = False  # handlers only remember that something moved
        self.moved_at = ticks_ms()  # when a contact last moved
        self._times = (array("I", bytes(4 * ROOM)), array("I", bytes(4 * ROOM)))
        self._masks = (bytearray(ROOM), bytearray(ROOM))
        self._half = 0
        state = disable_irq()  # no handler runs before all of this is in place
        self._contacts = [_Contact(self, bit, gp) for bit, gp in keys]
        for contact in self._contacts:
            if not contact.pin():
                self.mask |= contact.bit
        self.note(self.mask)
        enable_irq(state)

    def note(self, mask: int) -> None:
        """Write a reading down; with interrupts off, or from one.

        When there is no room the last one is replaced: what the keys are now is never lost.
        """
        self.mask = mask
        at = self.count
        if at == ROOM:
            at -= 1
        self._times[self._half][at] = ticks_ms()
        self._masks[self._half][at] = mask
        self.count = at + 1

    def take(self):
        """The readings since the last time, oldest first."""
        if not self.count:
            return _NONE
        state = disable_irq()
        half, count = self._half, self.count
        self._half = 1 - half
        self.count = 0
        enable_irq(state)
        times, masks = self._times[half], self._masks[half]
        return [(times[at], masks[at]) for at in range(count)]

    def __enter__(self):
        begin = ticks_ms()
        while not self._hold(ticks_ms(), begin):
            sleep_ms(1)
        return self

    def _hold(self, now: int, begin: int) -> bool:
        state = disable_irq()
        rested = ticks_diff(now, self.moved_at) >= CHATTER_ms
        self.held = rested or ticks_diff(now, begin) >= SETTLE_ms
        enable_irq(state)
        return self.held

    def __exit__(self, *_) -> None:
        state = disable_irq()
        self.held = False
        for contact in self._contacts:
            if contact.moved:
                contact.moved = False
                if contact.is_down() == bool(self.mask & contact.bit):
                    self.note(self.mask ^ contact.bit)
                self.note(self.mask ^ contact.bit)
        enable_irq(state)


class _Contact:
    """One key's pin and its interrupt."""

    def __init__(self, contacts, bit: int, gp: int):
        self.bit = bit
        self.moved = False  # while the contacts were held
        self.pin = Pin(gp, Pin.IN, Pin.PULL_UP)
        self._contacts = contacts
        self.pin.irq(self._changed, Pin.IRQ_FALLING | Pin.IRQ_RISING, hard=True)

    def is_down(self) -> bool:
        return not self.pin()

    def _changed(self, _pin) -> None:
        contacts, bit = self._contacts, self.bit
        contacts.moved_at = ticks_ms()
        if contacts.held:
            self.moved = True
        elif contacts.mask & bit != (0 if self.pin() else bit):
            contacts.note(contacts.mask ^ bit)
