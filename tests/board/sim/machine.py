"""Stands in the place of the Pico's `machine`: pins, buses and sleep on the rig's desk.

Only what the firmware uses, and strict about it: what the chip would refuse raises here.
"""

import rig
from rig import GPIOS, SCL, SDA

import micropython

EIO = 5
ETIMEDOUT = 110
TIMEOUT_us = 50_000
AT_ONCE_bytes = 32  # on the bus, before anything else happens


class Pin:
    IN = 0
    OUT = 1
    OPEN_DRAIN = 2
    PULL_UP = 1
    PULL_DOWN = 2
    IRQ_FALLING = 4
    IRQ_RISING = 8

    def __new__(cls, number, *args, **kwargs):
        # As on the chip, all objects of a pin are one.
        desk = rig.the
        if number == "LED":
            number = 25
        if type(number) is not int or not 0 <= number < GPIOS:
            raise ValueError("invalid pin")
        if number not in desk.pins:
            pin = object.__new__(cls)
            desk.pins[number] = pin
            pin._begin(number)
        return desk.pins[number]

    def __init__(self, number, mode=None, pull=None, value=None):
        if value is not None:
            self.out = value
        if mode is not None:
            self.mode = mode
            self.pull = pull

    def _begin(self, number):
        self.number = number
        self.mode = self.IN
        self.pull = None
        self.out = 0
        self.handler = None
        self.trigger = 0
        self.hard = False
        self.irq_flags = 0

    def undriven(self):
        """The level when nothing outside drives it."""
        if self.mode == self.OUT or (self.mode == self.OPEN_DRAIN and not self.out):
            return self.out
        return 1 if self.pull == self.PULL_UP else 0

    def value(self, level=None):
        if level is None:
            rig.the.advance(0)
            return rig.the.level(self.number)
        self.out = 1 if level else 0
        rig.the.written(self.number, self.out)

    def __call__(self):
        return rig.the.level(self.number)

    def irq(self, handler=None, trigger=12, hard=False):
        self.handler = handler
        self.trigger = trigger
        self.hard = hard
        rig.the.flags[self.number] = 0
        return _Irq(self)


class _Irq:
    def __init__(self, pin):
        self._pin = pin

    def flags(self):
        return self._pin.irq_flags


def _free_heap():
    """Unlock the heap and return how often it was locked.

    The simulation needs memory even where the firmware may not take any.
    """
    micropython.heap_lock()
    depth = micropython.heap_unlock()
    for _ in range(depth):
        micropython.heap_unlock()
    return depth


def _lock_heap(depth):
    for _ in range(depth):
        micropython.heap_lock()


class I2C:
    """A bus with one panel on it. Bytes take their time: nine clocks each, start and stop."""

    def __init__(self, number, *, sda, scl, freq=400_000):
        if (sda.number, scl.number, number) != (SDA, SCL, 0):
            raise ValueError("bad SCL or SDA pin")
        self.freq = freq
        for pin in (sda, scl):
            pin.mode, pin.pull = Pin.IN, Pin.PULL_UP

    def _begin(self, address):
        desk = rig.the
        if desk.on_i2c:
            desk.on_i2c()
        if desk.sda_stuck:
            desk.advance(TIMEOUT_us)
            raise OSError(ETIMEDOUT)
        self._wire(1)
        panel = desk.panel
        if panel is None or not panel.present or panel.address != address:
            raise OSError(EIO)
        return panel

    def _wire(self, count):
        rig.the.advance(count * 9 * 1_000_000 // self.freq)

    def scan(self):
        """Who answers, of the addresses that the port tries."""
        found = []
        for address in range(8, 0x78):
            try:
                self._begin(address)
                found.append(address)
            except OSError:
                pass
        return found

    def writeto(self, address, data):
        depth = _free_heap()
        try:
            return self._write(address, data)
        finally:
            _lock_heap(depth)

    def _write(self, address, data):
        panel = self._begin(address)
        panel.transactions += 1
        panel.bus_bytes += 1 + len(data)
        panel.begin()
        for start in range(0, len(data), AT_ONCE_bytes):
            chunk = data[start : start + AT_ONCE_bytes]
            panel.take(chunk)
            self._wire(len(chunk))
            if not panel.present or not panel.addressed:
                raise OSError(EIO)
        return len(data) + 1

    def writevto(self, address, buffers):
        # The chip's driver joins them in memory of its own
        return self.writeto(address, b"".join([bytes(one) for one in buffers]))

    def readfrom_into(self, address, buffer):
        depth = _free_heap()
        try:
            self._read(address, buffer)
        finally:
            _lock_heap(depth)

    def _read(self, address, buffer):
        panel = self._begin(address)
        panel.bus_bytes += 1 + len(buffer)
        self._wire(len(buffer))
        if not panel.reads:
            raise OSError(EIO)
        for at in range(len(buffer)):
            buffer[at] = panel.status()


class ADC:
    def __init__(self, channel):
        if channel not in (0, 1, 2, 3, 4):
            raise ValueError("no such channel")
        self._channel = channel

    def read_u16(self):
        rig.the.advance(4)
        return rig.the.adc[self._channel]


class PWM:
    def __init__(self, pin):
        self._number = pin.number
        self.hertz = 0
        self.duty = 0
        rig.the.pwm[self._number] = self

    def freq(self, hertz):
        if not 8 <= hertz <= 62_500_000:
            raise ValueError("freq out of range")
        self.hertz = hertz

    def duty_u16(self, duty):
        if duty and not self.hertz:
            raise ValueError("no frequency yet")
        self.duty = duty
        desk = rig.the
        desk.sounds.append((desk.now_us // 1000, self.hertz if duty else 0))


class Timer:
    ONE_SHOT = 0
    PERIODIC = 1

    def __init__(self, number=-1):
        if number != -1:
            raise ValueError("the Pico has soft timers only")
        self._serial = 0

    def init(self, *, mode, period, callback):
        if mode != self.ONE_SHOT or period < 1:
            raise ValueError("not of this simulation")
        self._serial += 1
        mine = self._serial

        def fire():
            if self._serial == mine:
                callback(self)

        rig.the.after(period, fire)

    def deinit(self):
        self._serial += 1


def lightsleep(ms):
    desk = rig.the
    if ms < 2 and not desk.irq_on:
        raise RuntimeError("so short a wait needs interrupts")
    for pwm in desk.pwm.values():
        if pwm.duty:
            raise RuntimeError("a sound would stand still")
    if desk.level(24):
        raise RuntimeError("USB would be lost")
    desk.lightsleep(ms)


def disable_irq():
    return rig.the.disable_irq()


def enable_irq(state):
    rig.the.enable_irq(state)


WATCHDOG = 0x40058000
CTRL, LOAD, REASON, SCRATCH0 = 0x00, 0x04, 0x08, 0x0C
CLEARS = 0x3000  # an alias: what is written there clears bits
ENABLE = 1 << 30
LONGEST_ms = 8388


class _Registers:
    """Those of the RP2040's watchdog, the ones that the firmware uses."""

    def __getitem__(self, address):
        desk = rig.the
        if address == WATCHDOG + REASON:
            return desk.reason
        if address == WATCHDOG + SCRATCH0:
            return desk.scratch
        raise ValueError("not of this simulation")

    def __setitem__(self, address, value):
        desk = rig.the
        if desk.is_reset:  # what Python still does on its way out, a chip does not
            return
        if address == WATCHDOG + SCRATCH0:
            desk.scratch = value
        elif address == WATCHDOG + CLEARS + CTRL and value == ENABLE:
            desk.bites_us = None
        else:
            raise ValueError("not of this simulation")


mem32 = _Registers()


class WDT:
    def __init__(self, id=0, timeout=5000):
        if id != 0 or not 1 <= timeout <= LONGEST_ms:
            raise ValueError("no such watchdog")
        self._timeout_us = timeout * 1000
        rig.the.feed(self._timeout_us)

    def feed(self):
        if rig.the.bites_us is not None:
            rig.the.feed(self._timeout_us)


def reset():
    rig.the.reset(rig.FORCED)
