"""Stands in the place of MicroPython's `time`: the rig's."""

import rig

_PERIOD = rig.TICKS_PERIOD


def ticks_ms():
    rig.the.advance(rig.the.cpu_us)
    return rig.the.ticks_ms()


def ticks_us():
    rig.the.advance(1)
    return rig.the.now_us % _PERIOD


def ticks_add(ticks, delta):
    return (ticks + delta) % _PERIOD


def ticks_diff(later, earlier):
    return (later - earlier + _PERIOD // 2) % _PERIOD - _PERIOD // 2


def sleep_ms(ms):
    rig.the.rest()
    rig.the.awake_waits += 1
    rig.the.advance(ms * 1000)


def sleep_us(us):
    rig.the.advance(us)
