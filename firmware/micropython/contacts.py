"""The contacts of the keys: pin interrupts that write down every change, whatever else goes on."""

from array import array
from time import sleep_ms, ticks_diff, ticks_ms

from machine import Pin, disable_irq, enable_irq

# Changes that are kept between two ticks of the app. A press bounces for some ten of them; a tick
# may last as long as the flash takes to be erased, 440 ms at worst.
ROOM = 128
_NONE = ()

# Contacts chatter for 6.2 ms at most (but for one in a hundred). So long after the last change they
# are at rest.
CHATTER_ms = 8
SETTLE_ms = 25  # `settle` waits no longer, whoever hammers on the keys


class Contacts:
    """Readings (ms, mask) of all keys, a reading for every change; the first is how they stand.

    keys: (mask bit, GP number) of each key; a contact closes to ground. `count` is how many
    readings wait.

    The handlers are hard interrupts: soft ones are queued eight deep and lost beyond that, and a
    picture on its way to the glass is long enough for more. They allocate nothing. There are two
    halves to write to, and `take` swaps them, so that no interrupt waits for the reader.
    """

    def __init__(self, keys):
        self.mask = 0
        self.count = 0
        self.moved_at = ticks_ms()  # when a contact last moved
        self._times = (array("I", bytes(4 * ROOM)), array("I", bytes(4 * ROOM)))
        self._masks = (bytearray(ROOM), bytearray(ROOM))
        self._half = 0
        state = disable_irq()  # no handler runs before all of this is in place
        self._contacts = [_Contact(self, bit, gp) for bit, gp in keys]
        for contact in self._contacts:
            if not contact.pin():
                self.mask |= contact.bit
        self._times[0][0] = ticks_ms()
        self._masks[0][0] = self.mask
        self.count = 1
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

    def settle(self) -> None:
        """Wait until the contacts are at rest: call it before the interrupts are kept off for long.

        A chatter that no handler sees could not be told from a press. The wait is part of what a
        tick has taken for drawing anyway, or a few milliseconds.
        """
        begin = ticks_ms()
        while True:
            now = ticks_ms()
            if ticks_diff(now, self.moved_at) >= CHATTER_ms:
                return
            if ticks_diff(now, begin) >= SETTLE_ms:
                return
            sleep_ms(1)

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


class _Contact:
    """One key's pin and its interrupt."""

    def __init__(self, contacts, bit: int, gp: int):
        self.bit = bit
        self.pin = Pin(gp, Pin.IN, Pin.PULL_UP)
        self._contacts = contacts
        self._both = Pin.IRQ_FALLING | Pin.IRQ_RISING
        self._irq = self.pin.irq(self._changed, self._both, hard=True)

    def _changed(self, _pin) -> None:
        contacts, bit = self._contacts, self.bit
        contacts.moved_at = ticks_ms()
        was = contacts.mask & bit
        now = 0 if self.pin() else bit
        if now != was:
            contacts.note(contacts.mask ^ bit)
        elif self._irq.flags() == self._both:
            # There and back before the handler got to run: while the flash is erased, none does.
            # Were it chatter, it would be within the time that the app takes no notice of the key.
            contacts.note(contacts.mask ^ bit)
            contacts.note(contacts.mask ^ bit)
