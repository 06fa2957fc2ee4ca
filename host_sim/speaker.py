"""The device's buzzer through the computer's loudspeaker (with pygame, see host_sim.window)."""

from array import array

import pygame

from kibitz.world import CLICK, TROUBLE, VERDICT

# (hertz or 0 for a rest, ms) one after the other, as the board's piezo plays them.
NOTES = {
    CLICK: ((3000, 6),),
    VERDICT: ((2000, 90), (0, 30), (2700, 160)),
    TROUBLE: ((700, 120), (0, 80), (700, 120)),
}
RATE_hz = 44_100
LOUDNESS = 4_000  # of 32,767: a square wave is loud enough


def wave(notes: tuple[tuple[int, int], ...]) -> array:
    """The square wave of some notes, as samples of 16 bits."""
    samples = array("h")
    for hertz, lasts_ms in notes:
        for at in range(RATE_hz * lasts_ms // 1000):
            level = LOUDNESS if 2 * hertz * at // RATE_hz % 2 else -LOUDNESS
            samples.append(level if hertz else 0)
    return samples


class Speaker:
    """Plays sounds, or stays silent where there is nothing to play them with.

    The computer's sound is opened when the first of them comes: most tables have it off.
    """

    def __init__(self) -> None:
        self._silent = False
        self._sound = CLICK
        self._waves: dict[int, pygame.mixer.Sound] = {}

    def play(self, sound: int) -> None:
        """Begin a sound and return at once. It ends the one before, unless that is more urgent."""
        if self._silent:
            return
        try:
            channel = self._channel()
        except pygame.error:
            self._silent = True
            return
        if channel.get_busy() and sound < self._sound:
            return
        self._sound = sound
        channel.play(self._waves[sound])

    def _channel(self) -> pygame.mixer.Channel:
        if not pygame.mixer.get_init():
            pygame.mixer.init(RATE_hz, -16, 1, allowedchanges=0)
        if not self._waves:
            self._waves = {one: pygame.mixer.Sound(buffer=wave(NOTES[one])) for one in NOTES}
        return pygame.mixer.Channel(0)
