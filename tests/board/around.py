"""Prints how many bytes of the heap are taken by what is not on a Pico: the simulated machine, and
the person at its keys. What they make while they run is small beside that.

    around.py CHECK      the check that is to be run
"""

import gc
import sys

MACHINE = ("rig", "machine", "panels", "time")
# What the others import of the program is the program's.
PROGRAM = ("app", "canvas", "font", "fonts", "game_screens", "games", "home", "keys")
PROGRAM += ("options_screen", "paint", "saves", "table", "words")
AT_THE_KEYS = ("scene", "person", "evening", "memory", sys.argv[1])


def takes(modules):
    """The bytes that modules take which have not been loaded yet."""
    gc.collect()
    before = gc.mem_alloc()
    for name in modules:
        __import__(name)
    gc.collect()
    return gc.mem_alloc() - before


total = takes(MACHINE)
takes(["main"] + ["kibitz." + name for name in PROGRAM])
loaded = set(sys.modules)
total += takes(AT_THE_KEYS)
missed = [name for name in sys.modules if name not in loaded and name not in AT_THE_KEYS]
assert not missed, missed
print(total)
