"""The contacts: nothing is lost, and what the keys are now is always known.

check_keys.py ROUNDS
"""

import random
import sys

import rig

from contacts import ROOM, Contacts
from kibitz.keys import PRESS, Keypad
from kibitz.world import ticks

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


def presses_of(keypad, desk, contacts):
    """How often each key was pressed, by what waits."""
    presses = dict.fromkeys(GP, 0)
    keypad.feed(ticks(desk.ticks_ms()), contacts.take())
    while keypad.next():
        if keypad.event == PRESS:
            presses[keypad.key] += 1
    return presses


def erase(desk, operations):
    """The flash is busy: between its operations the interrupts get through."""
    for _ in range(operations):
        desk.flash_busy(random.randrange(1, 46))
        desk.advance(random.randrange(500))


def while_the_flash_is_written():
    """Whatever a key does meanwhile, chatter and all: no press is lost, and none made up."""
    desk = rig.use(rig.Rig())
    contacts = Contacts(KEYS)
    keypad = Keypad()
    assert presses_of(keypad, desk, contacts) == dict.fromkeys(GP, 0)
    for _ in range(ROUNDS):
        expected = dict.fromkeys(GP, 0)
        end_ms = desk.now_us // 1000 + 450
        for bit, gp in KEYS:
            begin_ms = desk.now_us // 1000 + random.randrange(150)
            down_ms = random.choice((45, 60, 90, 200))
            if random.randrange(3):
                bounce = tuple([random.randrange(50, 900) for _ in range(2 * random.randrange(6))])
                desk.press(gp, begin_ms, down_ms, bounce)
                expected[bit] = 1
        desk.advance(random.randrange(60_000))
        got = presses_of(keypad, desk, contacts)
        with contacts:
            erase(desk, random.randrange(6))
        for _ in range(2):
            again = presses_of(keypad, desk, contacts)
            for bit in GP:
                got[bit] += again[bit]
            desk.advance(max(0, end_ms * 1000 - desk.now_us))
        assert presses_of(keypad, desk, contacts) == dict.fromkeys(GP, 0)
        assert contacts.mask == 0
        assert got == expected, (got, expected)


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
    while_the_flash_is_written()
    swapped_in_the_middle()
    print("contacts: nothing lost")


main()
