"""Find differences, and move pictures, by machine code and by plain Python: is it the same? And is
what goes to the I2C block what is to be sent?

MICROPYPATH=firmware/micropython:… micropython tests/micropython/differences.py ROUNDS
"""

import random
import sys
from array import array

import uctypes

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


# Registers of an I2C block (RP2040 data sheet, 4.3.17), by their place
TARGET, DATA, HAPPENED, ENABLE, STATUS = 0x04 // 4, 0x10 // 4, 0x34 // 4, 0x6C // 4, 0x70 // 4
REGISTERS = 0x100 // 4
NOT_FULL, EMPTY, ABORTED, STOP = 1 << 1, 1 << 2, 1 << 6, 1 << 9
ADDRESS = 0x3C


def check_send(picture):
    """Each byte, since these registers hold what was written last."""
    registers = array("I", [0] * REGISTERS)
    block = uctypes.addressof(registers)
    window = bytearray(range(1, 8))
    registers[STATUS] = NOT_FULL | EMPTY
    for stop in range(1, PAGE):
        quick.send(block, ADDRESS, window, picture, 0, stop)
        assert registers[DATA] == STOP | picture[stop - 1]
        assert quick.sent(block)
    assert registers[TARGET] == ADDRESS and registers[ENABLE] == 1
    for place in range(1, len(window)):
        quick.send(block, ADDRESS, window, picture, len(window), place)
        assert registers[DATA] == STOP | window[place - 1]
    registers[HAPPENED] = ABORTED
    assert not quick.sent(block) and not registers[ENABLE]
    registers[HAPPENED] = registers[STATUS] = registers[DATA] = 0
    quick.send(block, ADDRESS, window, picture, 0, PAGE)
    assert not registers[DATA] and not quick.sent(block)  # it is full, and stays so


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
        span = bytearray(LENGTH + 1)
        plain.copy(span, 1, new, at, end)
        assert span[1 : 1 + end - at] == new[at:end]
    check_send(new)
    print("the same", rounds)


main(int(sys.argv[1]))
