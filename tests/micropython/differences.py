"""Find differences by machine code and by plain Python, and tell whether they are the same.

MICROPYPATH=firmware/micropython:… micropython tests/micropython/differences.py ROUNDS
"""

import random
import sys

import plain
import quick

LENGTH = 1024  # a picture
PAGE = 128


def main(rounds):
    random.seed(5)
    for _ in range(rounds):
        old = bytearray([random.getrandbits(8) for _ in range(LENGTH)])
        new = bytearray(old)
        for _ in range(random.randrange(40)):
            new[random.randrange(LENGTH)] ^= random.getrandbits(8)
        at, end, gap = random.randrange(500), LENGTH - random.randrange(500), random.randrange(1, 20)
        found = quick.changed(new, old, at, end, gap)
        assert found == plain.changed(new, old, at, end, gap), (new, old, at, end, gap, found)
        if found >= 0:
            at, end = found >> 16, found & 0xFFFF
            assert at // PAGE == (end - 1) // PAGE
        spans = bytearray(LENGTH + 1), bytearray(LENGTH + 1)
        quick.copy(spans[0], new, at, end)
        plain.copy(spans[1], new, at, end)
        assert spans[0] == spans[1] and spans[0][1 : 1 + end - at] == new[at:end]
    print("the same", rounds)


main(int(sys.argv[1]))
