"""The Pico as the world of the app: what is where, and how it sleeps."""

import sys
from time import sleep_ms, ticks_add, ticks_diff, ticks_ms

from machine import ADC, Pin, disable_irq, enable_irq, lightsleep

from bus import Bus
from chance import RingOscillator
from contacts import Contacts
from display import Display, RETRY_ms
from kibitz.keys import KEY_A, KEY_B, KEY_C, KEY_M
from kibitz.world import TROUBLE, Battery, Buzzer, LONGEST_ms, World
from micropython import const
from piezo import Piezo
from storage import FlashStorage
from watchdog import Watchdog

# No sleep is longer, for the watchdog's sake; see there. On a lit glass none lasts half of it.
LONGEST_SLEEP_ms = 5_000
# Going to sleep and waking (clocks and PLL) takes about as long; shorter waits are not worth it.
SHORTEST_SLEEP_ms = 5
# Awake, the time between two looks at whether the board may sleep now (USB off, sound ended).
AWAKE_ms = 50
# While the glass is missing TROUBLE sounds at once, then with a press, but no more often than this.
TROUBLE_ms = 3000

_ADC_FULL = const(65535)
_REFERENCE_mV = const(3300)
_SAMPLES = const(16)  # the Pico's supply is switched and noisy


class Board(World):
    """The world as a Pico has it. config: the module config.py, or something with its names.

    keys: the contacts, for `App.tick`. sleep: waits for them. watchdog: fed whenever the board
    sleeps, once somebody has started it.
    """

    def __init__(self, config):
        # The keys come first, so that nothing that is pressed from now on is missed.
        self.keys = Contacts(
            (
                (KEY_A, config.KEY_A),
                (KEY_B, config.KEY_B),
                (KEY_C, config.KEY_C),
                (KEY_M, config.KEY_M),
            )
        )
        self.watchdog = Watchdog(config.WATCHDOG)
        self._light_sleep = config.LIGHT_SLEEP
        self._led = None if config.LED is None else _led(config.LED)
        self._vbus = None if config.VBUS is None else _vbus(config.VBUS)
        self._piezo = None if config.PIEZO is None else Piezo(config.PIEZO)
        self._complained = None  # when TROUBLE sounded for the missing glass, None if it is there
        self._bus = bus = Bus(config.I2C_BUS, config.I2C_SDA, config.I2C_SCL, config.I2C_HZ)
        super().__init__(
            Display(bus, config.ADDRESSES, config.DISPLAY, config.UPSIDE_DOWN),
            RingOscillator(),
            FlashStorage(config.FOLDER, self.keys),
            self._piezo or Buzzer(),
            Cells(config, self.on_usb) if config.BATTERY else Battery(),
        )

    def on_usb(self) -> bool:
        """True while USB brings power. Never, as far as we know, on a board that cannot tell."""
        return self._vbus is not None and bool(self._vbus.value())

    def alive(self) -> None:
        """What takes long is no hang."""
        self.watchdog.feed()

    def facts(self) -> dict:
        """What the device tells when it checks itself."""
        import facts

        sys.modules.pop("facts", None)  # nobody else wants it
        return facts.of_board(self, self._bus)

    def sleep(self, allowed_ms) -> None:
        """Sleep until a key changes, at most so many milliseconds; None: as long as it takes.

        Never longer than LONGEST_ms, though, so that the app can always tell how long it was.
        """
        begin = ticks_ms()
        if allowed_ms is None or allowed_ms > LONGEST_ms:
            allowed_ms = LONGEST_ms
        self.watchdog.feed()
        while not self.keys.count:
            now = ticks_ms()
            left_ms = allowed_ms - ticks_diff(now, begin)
            if left_ms <= 0:
                return
            due_ms = self.display.tend(now)
            self._tell(now)
            self._doze(min(left_ms, due_ms, LONGEST_SLEEP_ms))
            self.watchdog.feed()
        self._tell(ticks_ms())

    # -- inside -----------------------------------------------------------------------------------

    def _tell(self, now: int) -> None:
        """Say with LED and piezo that the glass is missing, since the glass cannot."""
        if not self.display.lost:
            if self._complained is not None:
                self._complained = None
                self._light(0)
            return
        first = self._complained is None
        if first or (self.keys.count and not 0 <= ticks_diff(now, self._complained) < TROUBLE_ms):
            self._complained = now
            self.buzzer.play(TROUBLE)
        self._light(0 if self.display.dark else now // RETRY_ms & 1)

    def _light(self, on: int) -> None:
        if self._led is not None:
            self._led.value(on)

    def _doze(self, wait_ms: int) -> None:
        """Sleep, or wait awake where sleep would do harm; until a key changes in any case.

        What is known of `lightsleep` on the RP2040:
        - A pin wakes it only if it has a handler and a time is given (micropython issue 7035,
          comment of 2024-12-18; so in 1.20 and in 1.28). Without a time the chip goes dormant, and
          no handler wakes it.
        - Up to 1.23 it stops the clock of USB in any case; from 1.24 on not while a host has
          configured the board, but then USB's interrupts end the sleep at once, and 1.24 and 1.25
          on a Pico W may not sleep at all (issues 16180 and 16181). So not on USB.
        - PWM stands still in it (pull request 8832), so not while something sounds.
        - It ends with the first interrupt that is pending, even if interrupts are off. Therefore
          they are off from the last look at the keys on: a key that changes between the look and
          the sleep ends the sleep instead of being slept through.
        - It may end early for reasons of its own; whoever calls this looks again.

        `machine.idle` is no help: in 1.22 and 1.23 it waits without end (fixed in 1.24, commit
        ba98533). A millisecond of `sleep_ms` waits for an event as well.
        """
        awake = wait_ms < SHORTEST_SLEEP_ms or not self._light_sleep or self.on_usb()
        if awake or (self._piezo is not None and self._piezo.sounding):
            end = ticks_add(ticks_ms(), min(wait_ms, AWAKE_ms))
            while not self.keys.count and ticks_diff(end, ticks_ms()) > 0:
                sleep_ms(1)
            return
        state = disable_irq()
        if not self.keys.count:
            lightsleep(wait_ms)
        enable_irq(state)


def _led(name):
    """The LED, or None on a board that calls it otherwise: no reason not to play."""
    try:
        return Pin(name, Pin.OUT, value=0)
    except ValueError:
        return None


def _vbus(number):
    """The pin that tells of USB. It wakes the board, so that a computer is answered at once."""
    pin = Pin(number, Pin.IN)
    try:
        pin.irq(_awake, Pin.IRQ_RISING, hard=True)
    except (AttributeError, TypeError, ValueError):  # on a Pico W it is a pin of the radio's
        pass
    return pin


def _awake(_pin) -> None:
    """Nothing more to do; but only a pin with a handler ends a sleep."""


class Cells(Battery):
    """The battery, measured through the Pico's own divider on VSYS."""

    def __init__(self, config, on_usb):
        self._adc = ADC(config.VSYS_ADC)
        self._divider = config.VSYS_DIVIDER
        self._diode_mv = config.DIODE_mV
        self._on_usb = on_usb

    def read_mv(self):
        """Millivolts at the cells, before the diode; None on USB, which then feeds VSYS."""
        if self._on_usb():
            return None
        total = 0
        for _ in range(_SAMPLES):
            total += self._adc.read_u16()
        return total // _SAMPLES * _REFERENCE_mV // _ADC_FULL * self._divider + self._diode_mv
