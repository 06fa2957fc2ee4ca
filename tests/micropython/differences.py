"""Find differences, and move pictures, by machine code and by plain Python: is it the same?

MICROPYPATH=firmware/micropython:… micropython tests/micropython/differences.py ROUNDS
"""

import random
import sys

import plain
import quick
from kibitz import power
from kibitz.canvas import HEIGHT_PX, PARTING_Y_PX, WIDTH_PX, Canvas

LENGTH = 1024  # a picture
PAGE = 128


def moved(picture, shift):
    """The picture as machine code moves it, and as it is moved without."""
    move = power.move
    assert move is quick.move
    copies = []
    for power.move in (move, None):
        copy = power.Moved(picture)
        copy.canvas.fill(1)
        copy.draw(shift)
        copies.append(copy.canvas.buffer)
    power.move = move
    return copies


def check_move():
    picture = Canvas()
    for y in range(HEIGHT_PX):
        for x in range(WIDTH_PX):
            picture.pixel(x, y, random.getrandbits(1) if y != PARTING_Y_PX else 0)
    for shift in power.SHIFTS:
        quickly, slowly = moved(picture, shift)
        assert quickly == slowly, shift
        assert (quickly == picture.buffer) == (shift == power.HOME)


def main(rounds):
    random.seed(5)
    for _ in range(rounds // 50):
        check_move()
    for _ in range(rounds):
        old = bytearray([random.getrandbits(8) for _ in range(LENGTH)])
        new = bytearray(old)
        for _ in range(random.randrange(40)):
            new[random.randrange(LENGTH)] ^= random.getrandbits(8)
        at, end, gap = (
            random.randrange(500),
            LENGTH - random.randrange(500),
            random.randrange(1, 20),
        )
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
