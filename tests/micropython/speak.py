"""Says every text of every language, under MicroPython and CPython alike.

    speak.py KEYS       a file with a key a line

Prints a line a language: its code, a sum of all its texts, and a few plurals. Then how much more
memory is in use after many changes of the language than after the first ones, and how much a
language takes (0 where that cannot be told).
"""

import binascii
import gc
import sys

from kibitz import words

CHANGES = 30


def in_use():
    gc.collect()
    return gc.mem_alloc() if hasattr(gc, "mem_alloc") else 0


def total(keys):
    """A sum of all texts of the language in use."""
    crc = 0
    for key in keys:
        crc = binascii.crc32((words.say_or(key, "-") + "\n").encode(), crc)
    return crc


def main(keys):
    for code in words.CODES:
        words.use(code)
        plurals = [words.say_n("rummy.cards", number) for number in range(30)]
        print(code, total(keys), " ".join(plurals))
    sizes = []
    for code in words.CODES:
        words.use(code)
        total(keys)
        sizes.append(in_use())
    first = in_use()
    for change in range(CHANGES):
        words.use(words.CODES[change % len(words.CODES)])
        total(keys)
    words.use(words.CODES[0])  # so that nothing is at hand yet of the last one
    words.use(words.CODES[-1])
    total(keys)
    print(in_use() - first, max(sizes) - min(sizes))


with open(sys.argv[1]) as file:
    main(file.read().split("\n")[:-1])
