"""Prints how many bytes of the heap are taken by what is not on a Pico: the simulated machine, and
the person and the monkey at its keys. What they make while they run is small beside that."""

import gc


def used():
    gc.collect()
    return gc.mem_alloc()


start = used()

import time  # noqa: E402, F401

import machine  # noqa: E402, F401
import panels  # noqa: E402, F401
import rig  # noqa: E402, F401

simulated = used() - start

import main  # noqa: E402, F401

program = used()

import scene  # noqa: E402, F401, I001
import check_monkey  # noqa: E402, F401

print(simulated + used() - program)
