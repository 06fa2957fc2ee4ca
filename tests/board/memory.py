"""What the heap of the simulated Pico holds, for the checks that compare it at two moments."""

import gc
import os
import sys

import kibitz
from kibitz.font import CACHE_SIZE
from kibitz.fonts import HUGE, LARGE, MIDDLE, SMALL
from kibitz.words import keep_nothing

SCRUBBED_calls = 60


def intern_names():
    """Load every module of the program once, and forget it again.

    MicroPython keeps each name in a program for good once it has met it. They cost what they cost,
    but which module is loaded first when is no matter of what is lost from game to game.
    """
    base = set(sys.modules)
    program = kibitz.__file__[: -len("/kibitz/__init__.mpy")]
    for package in ("rules_core", "kibitz", "kibitz/words"):
        for file in sorted(os.listdir(f"{program}/{package}")):
            stem, _, ending = file.partition(".")
            if ending == "mpy" and stem != "__init__":
                __import__(f"{package.replace('/', '.')}.{stem}")
            for module in [module for module in sys.modules if module not in base]:
                del sys.modules[module]
                parent, _, name = module.rpartition(".")
                if hasattr(sys.modules[parent], name):
                    delattr(sys.modules[parent], name)
            gc.collect()  # so that the names of the next one lie beside them, not far behind


def least_used(looks):
    """Bytes in use after a collection. It takes whatever looks like a pointer for one, also what
    calls before have left on the stack; so the stack is overwritten, and looked at from several
    depths."""
    scrub(SCRUBBED_calls)
    gc.collect()
    used = gc.mem_alloc()
    return min(used, least_used(looks - 1)) if looks else used


def scrub(calls):
    """Overwrite the stack as deep as so many calls reach."""
    a = b = c = d = e = f = g = h = i = j = k = m = n = o = p = q = None
    if calls:
        scrub(calls - 1)
    return a, b, c, d, e, f, g, h, i, j, k, m, n, o, p, q


def forget_what_is_at_hand():
    """Glyphs and texts that were used lately; how many that is differs from time to time."""
    for font in (SMALL, MIDDLE, LARGE, HUGE):
        assert len(font._known) <= CACHE_SIZE
        font._known.clear()
    keep_nothing()
