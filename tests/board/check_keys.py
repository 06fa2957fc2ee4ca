"""The contacts: nothing is lost, and what the keys are now is always known.

check_keys.py ROUNDS
"""

import random
import sys

import rig
from contacts import ROOM, Contacts

from kibitz.keys import PRESS, Keypad
from kibitz.ticks import ticks

ROUNDS = int(sys.argv[1])
KEYS = ((1, 10), (2, 11), (4, 12), (8, 13))
GP = dict(KEYS)


def set_keys(desk, mask):
    for bit, gp in KEYS:
        desk.levels[gp] = 0 if mask & bit else 1


def how_they_stand_at_the_start():
    for mask in range(16):
        desk = rig.use(rig.Rig())
        set_keys(desk, mask)
        contacts = Contacts(KEYS)
        readings = contacts.take()
        assert len(readings) == 1 and readings[0][1] == mask, readings
        assert contacts.take() == ()


def every_change_is_read():
    """Each change that is no pair within one moment is a reading, in order, with its time."""
    desk = rig.use(rig.Rig())
    contacts = Contacts(KEYS)
    contacts.take()
    mask, expected = 0, []
    for _ in range(ROUNDS):
        for _ in range(random.randrange(1, ROOM)):
            bit, gp = random.choice(KEYS)
            mask ^= bit
            desk.advance(random.randrange(3000))
            desk.drive(gp, 0 if mask & bit else 1)
            expected.append((desk.ticks_ms(), mask))
        assert contacts.take() == expected
        expected = []


def full():
    """With no room left the last reading is replaced: the last one is how the keys stand."""
    desk = rig.use(rig.Rig())
    contacts = Contacts(KEYS)
    for extra in range(1, 40):
        contacts.take()
        mask = contacts.mask
        changes = ROOM + random.randrange(extra)
        for _ in range(changes):
            bit, gp = random.choice(KEYS)
            mask ^= bit
            desk.advance(100)
            desk.drive(gp, 0 if mask & bit else 1)
        readings = contacts.take()
        assert len(readings) == ROOM
        assert readings[-1][1] == mask == contacts.mask


def kept_off():
    """While the interrupts are off, however long: no whole press is lost, none is made up."""
    desk = rig.use(rig.Rig())
    contacts = Contacts(KEYS)
    keypad = Keypad()
    keypad.feed(ticks(desk.ticks_ms()), contacts.take())
    for _ in range(ROUNDS):
        presses = {}
        state = desk.disable_irq()
        for bit, gp in KEYS:
            if random.randrange(2):
                presses[bit] = True
                desk.drive(gp, 0)
                desk.advance(40_000)
                desk.drive(gp, 1)
        desk.enable_irq(state)
        desk.advance(100_000)
        assert contacts.mask == 0
        got = {}
        keypad.feed(ticks(desk.ticks_ms()), contacts.take())
        while keypad.next():
            if keypad.event == PRESS:
                assert keypad.key not in got
                got[keypad.key] = True
        assert got == presses, (got, presses)


class Restless(rig.Rig):
    """A desk on which a key changes whenever interrupts go off or on, and while they are off."""

    restless = False
    changed = 0

    def flip(self):
        self.drive(10, self.changed & 1)
        self.changed += 1

    def disable_irq(self):
        if self.restless:
            self.flip()
        return super().disable_irq()

    def enable_irq(self, state):
        if self.restless:
            self.flip()
        super().enable_irq(state)


def swapped_in_the_middle():
    """A change in any moment of `take` is in this answer or in the next, never in none."""
    desk = rig.use(Restless())
    contacts = Contacts(KEYS)
    contacts.take()
    desk.restless = True
    total = 0
    for _ in range(ROUNDS):
        for _ in range(random.randrange(3)):
            desk.flip()
        total += len(contacts.take())
    desk.restless = False
    total += len(contacts.take())
    assert total == desk.changed, (total, desk.changed)


def main():
    random.seed(11)
    how_they_stand_at_the_start()
    every_change_is_read()
    full()
    kept_off()
    swapped_in_the_middle()
    print("contacts: nothing lost")


main()
