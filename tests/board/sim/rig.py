"""The desk that the simulated Pico lies on: its time, its wires, and who meddles with them.

Time passes only here, in microseconds, and with it come the events that a test has laid out:
contacts that close and bounce, a display that is pulled out. `machine` and `time` of this folder
stand on it. Interrupt handlers run between any two moments in which the program touches time or a
pin, with the heap locked, as on the chip.
"""

import micropython

TICKS_PERIOD = 1 << 30
BEFORE_WRAP_ms = 20_000  # the clock starts shortly before it wraps
GPIOS = 30
SDA = 4
SCL = 5


class PowerOff(BaseException):
    """The evening is over: not an error, and not for the program to catch."""


class Reset(BaseException):
    """The chip starts anew: the program goes no further."""


class Failure(BaseException):
    """Something is wrong, and the program is not to catch it."""


# Why the last reset was, as the watchdog's register says it
BITTEN, FORCED = 1, 2


class Rig:
    """Everything around the chip. A test makes one and hands it to `use`."""

    def __init__(self):
        self.now_us = 0
        self.before_wrap_ms = BEFORE_WRAP_ms
        self.events = []  # (us, serial, function), the next one last
        self.serial = 0
        self.levels = [None] * GPIOS  # what drives a pin from outside, None: nothing
        self.pins = {}  # number -> machine.Pin
        self.irq_on = True
        self.flags = [0] * GPIOS  # edges seen and not yet handled
        self.in_handler = False
        self.handled = 0
        self.panel = None
        self.sda_stuck = 0  # clocks until SDA is let go; below 0: never
        self.adc = [0] * 5
        self.pwm = {}
        self.sounds = []  # (ms, hertz) whenever a PWM changes; 0 hertz: silence
        self.timers = []
        self.slept_us = 0  # in light sleep
        self.sleeps = 0
        self.awake_waits = 0
        self.on_rest = None  # called when the program has nothing to do
        self.on_i2c = None  # called before a transfer
        self.cpu_us = 20  # what a look at the clock costs
        self.bites_us = None  # when the watchdog bites, None: never
        self.fed_us = None
        self.hungry_us = 0  # the longest time between two meals
        self.scratch = 0
        self.reason = 0
        self.is_reset = False
        self.resets = 0

    # -- time -------------------------------------------------------------------------------------

    def ticks_ms(self):
        return (TICKS_PERIOD - self.before_wrap_ms + self.now_us // 1000) % TICKS_PERIOD

    def at(self, us, function):
        """Call a function at a moment (microseconds since the start)."""
        self.serial += 1
        self.events.append((us, self.serial, function))
        self.events.sort(key=lambda event: (-event[0], -event[1]))

    def after(self, ms, function):
        self.at(self.now_us + ms * 1000, function)

    def advance(self, us):
        """Let time pass, and what happens meanwhile happen. A handler is too short for either."""
        if self.in_handler:
            return
        end = self.now_us + us
        while self.events and self.events[-1][0] <= end:
            self.step()
        self.now_us = max(self.now_us, end)
        if self.bites_us is not None and self.now_us >= self.bites_us:
            self.reset(BITTEN)

    def step(self):
        """Go on to the next event."""
        us, _, function = self.events.pop()
        self.now_us = max(self.now_us, us)
        function()
        self.deliver()

    # -- the watchdog and resets ------------------------------------------------------------------

    def feed(self, timeout_us):
        if self.bites_us is not None:
            self.hungry_us = max(self.hungry_us, self.now_us - self.fed_us)
        self.fed_us = self.now_us
        self.bites_us = self.now_us + timeout_us

    def reset(self, reason):
        """The chip is reset: by the watchdog or by the program. Python needs a while to notice."""
        self.bites_us = None
        self.reason = reason
        self.is_reset = True
        self.resets += 1
        raise Reset

    def boot(self):
        """Begin anew with the same wires; the registers of the watchdog are as they were."""
        self.is_reset = self.in_handler = False
        self.irq_on = True
        self.timers = []
        for pin in self.pins.values():
            pin.handler = None
        for pwm in self.pwm.values():
            pwm.duty = 0

    def next_us(self):
        return self.events[-1][0] if self.events else None

    # -- pins and interrupts ----------------------------------------------------------------------

    def drive(self, number, level):
        """A wire changes its level (None: it is let go). An edge that is waited for is latched."""
        before = self.level(number)
        self.levels[number] = level
        after = self.level(number)
        if after != before:
            self.flags[number] |= 8 if after else 4
            self.deliver()

    def level(self, number):
        """What a pin reads."""
        if number == SDA and self.sda_stuck:
            return 0
        if self.levels[number] is not None:
            return self.levels[number]
        pin = self.pins.get(number)
        return pin.undriven() if pin else 0

    def written(self, number, level):
        """The program sets a pin. Clocks by hand may free the bus."""
        if number == SCL and level and self.sda_stuck > 0:
            self.sda_stuck -= 1

    def deliver(self):
        """Run the handlers of what is latched, unless interrupts are off or one is running."""
        if not self.irq_on or self.in_handler:
            return
        for number in range(GPIOS):
            while self.flags[number] and self.irq_on:
                pin = self.pins.get(number)
                edges, self.flags[number] = self.flags[number], 0
                if pin is None or pin.handler is None or not edges & pin.trigger:
                    continue
                pin.irq_flags = edges & pin.trigger
                self.handled += 1
                self.in_handler = True
                if pin.hard:
                    micropython.heap_lock()
                try:
                    pin.handler(pin)
                finally:
                    if pin.hard:
                        micropython.heap_unlock()
                    self.in_handler = False

    def pending(self):
        """True if an interrupt waits: what ends a sleep even while interrupts are off."""
        for number in range(GPIOS):
            pin = self.pins.get(number)
            if pin and pin.handler and self.flags[number] & pin.trigger:
                return True
        return False

    def disable_irq(self):
        before, self.irq_on = self.irq_on, False
        return before

    def enable_irq(self, state):
        self.irq_on = state
        self.deliver()

    def flash_busy(self, ms):
        """The flash is erased: nothing runs from it meanwhile, no handler either."""
        before, self.irq_on = self.irq_on, False
        self.advance(ms * 1000)
        self.irq_on = before
        self.deliver()

    # -- sleep ------------------------------------------------------------------------------------

    def rest(self):
        """The program is about to wait for something to happen."""
        if self.on_rest and not self.pending():
            self.on_rest()

    def lightsleep(self, ms):
        """Until an interrupt, at most so long. PWM stands still."""
        self.rest()
        self.sleeps += 1
        begin = self.now_us
        end = begin + ms * 1000
        handled = self.handled
        try:
            while self.now_us < end and not self.pending() and self.handled == handled:
                following = self.next_us()
                if following is None or following > end:
                    self.now_us = end
                else:
                    self.step()
        finally:
            self.slept_us += self.now_us - begin
        # MicroPython before 1.26 never starts again when that happens.
        assert self.bites_us is None or self.now_us < self.bites_us, "bitten asleep"

    # -- fingers ----------------------------------------------------------------------------------

    def press(self, gp, at_ms, down_ms, bounce=()):
        """A contact closes at a moment and opens later; both times it chatters.

        bounce: microseconds between the changes of the chatter; an even number of them.
        """
        for begin_ms, level in ((at_ms, 0), (at_ms + down_ms, 1)):
            us = begin_ms * 1000
            self.at(us, self._to(gp, level))
            value = level
            for gap_us in bounce:
                us += gap_us
                value = 1 - value
                self.at(us, self._to(gp, value))

    def _to(self, gp, level):
        return lambda: self.drive(gp, level)


the = Rig()


def use(rig):
    """Put another desk under the chip, before the program is imported."""
    global the
    the = rig
    return rig
