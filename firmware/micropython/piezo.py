"""The piezo: short sounds by PWM, each ended by a timer."""

from machine import PWM, Pin, Timer

from kibitz.world import CLICK, TROUBLE, VERDICT, Buzzer
from micropython import const

_REST = const(0)
_HALF = const(1 << 15)  # duty of a square wave
# (hertz, ms) one after the other. Small discs are loudest around 2 to 4 kHz.
_SOUNDS = {
    CLICK: ((3000, 6),),
    VERDICT: ((2000, 90), (_REST, 30), (2700, 160)),
    TROUBLE: ((700, 120), (_REST, 80), (700, 120)),
}


class Piezo(Buzzer):
    """A passive piezo on a pin. `sounding` is True until the sound that was begun has ended.

    PWM stands still in light sleep, so the board stays awake while something sounds.
    """

    def __init__(self, gp: int):
        self.sounding = False
        self._pwm = PWM(Pin(gp))
        self._pwm.duty_u16(0)
        self._timer = Timer(-1)
        self._step = self._next  # bound once
        self._sound = CLICK
        self._notes = ()
        self._at = 0

    def play(self, sound: int) -> None:
        """Begin a sound and return at once. It ends the one before, unless that is more urgent."""
        if self.sounding and sound < self._sound:
            return
        self._timer.deinit()
        self._sound = sound
        self._notes = _SOUNDS[sound]
        self._at = 0
        self.sounding = True
        self._next(None)

    def _next(self, _timer) -> None:
        if self._at == len(self._notes):
            self._pwm.duty_u16(0)
            self.sounding = False
            return
        hertz, lasts_ms = self._notes[self._at]
        self._at += 1
        if hertz:
            self._pwm.freq(hertz)
        self._pwm.duty_u16(_HALF if hertz else 0)
        self._timer.init(mode=Timer.ONE_SHOT, period=lasts_ms, callback=self._step)
