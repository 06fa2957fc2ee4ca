"""The four keys: raw samples of their contacts in, what the fingers meant out.

A switch bounces for 1.6 ms on average and 6.2 ms at most, so the first edge acts at once and the
key is then left alone for 20 ms: a press is felt without delay, and its bounce never acts. What has
changed meanwhile is looked at when the blind time ends, so that no press is lost, however short.

The complaints about devices with few keys are seldom about bounce. They are about the release that
lands on the next screen, about the key held while switching on, and about the press that was lost
while the device drew. Hence `spend()`, the rule for the first sample, and samples with a time of
their own: whatever a board's interrupts gathered is worked through in the order it happened.
"""

from .world import ticks, ticks_add, ticks_diff

# Bits of a sample; 1 = down.
KEY_A = 1
KEY_B = 2
KEY_C = 4
KEY_M = 8
KEYS = (KEY_A, KEY_B, KEY_C, KEY_M)

# The gestures. These are all the times there are.
BLIND_ms = 20  # after an edge the key is not looked at
HOLD_ms = 600  # so long down is a hold
# A held key repeats, faster the longer it is held and in the end by larger steps: (from which
# repeat on, milliseconds to the next one, step).
PACES = ((0, 150, 1), (6, 90, 1), (24, 90, 5), (60, 90, 10))

# What `Keypad.next` returns.
NOTHING = 0
PRESS = 1  # went down
HOLD = 2  # has been down for HOLD_ms
REPEAT = 3  # is still down
TAP = 4  # came up again before it was a hold


def pace(repeats: int) -> tuple:
    """(milliseconds to the next repeat, step) after so many repeats."""
    chosen = PACES[0]
    for one in PACES:
        if repeats >= one[0]:
            chosen = one
    return chosen[1], chosen[2]


class _Key:
    """One key. Moments are ticks, or None where nothing is due."""

    def __init__(self, mask: int) -> None:
        self.mask = mask
        self.raw = False  # the contact as last sampled
        self.down = False  # what has been taken for true
        self.spent = False  # down, but nothing more comes of it
        self.fired = 0  # holds and repeats that this press has brought
        self.blind_until: int | None = None
        self.due: int | None = None  # of the hold, then of the next repeat

    def heal(self, now: int) -> None:
        """Bring moments back that a leap of the clock (a computer asleep) has put out of reach."""
        if self.blind_until is not None and ticks_diff(self.blind_until, now) > BLIND_ms:
            self.blind_until = now
        if self.due is not None and ticks_diff(self.due, now) > HOLD_ms:
            self.due = now


class Keypad:
    """Turns samples into key events.

    Feed it the samples since the last time, then ask for the next event until there is none:

        keypad.feed(now, readings)
        while keypad.next():
            keypad.event, keypad.key, keypad.step, keypad.at

    Events are handed out one by one because the first may change what the others mean. When there
    are no more, `moved_at` is the moment when a key last went down or up since the last feed, None
    if none did.
    """

    def __init__(self) -> None:
        self.event = NOTHING
        self.key = 0
        self.step = 0
        self.at = 0
        self.moved_at: int | None = None
        self._keys = [_Key(mask) for mask in KEYS]
        self._readings: tuple = ()
        self._taken = 0  # of the readings
        self._at = 0  # the moment that has been worked up to
        self._now = 0
        self._started = False

    def feed(self, now: int, readings) -> None:
        """Take the samples since the last call.

        now: ticks. readings: (ticks, mask) of every change, oldest first, none after `now`. Keys
        that are down in the very first sample of the very first call were held while the device
        started: they do nothing until they have been released.
        """
        self._now = now
        self.moved_at = None
        self._readings = readings
        self._taken = 0
        self._at = self._no_later_than_now(ticks(readings[0][0])) if readings else now
        for key in self._keys:
            if key.blind_until is not None or key.due is not None:
                key.heal(now)
        if not self._started:
            self._started = True
            if readings:
                self._begin(readings[0][1])

    def _begin(self, mask: int) -> None:
        self._taken = 1
        for key in self._keys:
            if mask & key.mask:
                key.raw = key.down = key.spent = True
                key.blind_until = ticks_add(self._at, BLIND_ms)

    def next(self) -> int:
        """The next event, in the order it happened: PRESS, HOLD, REPEAT, TAP, at last NOTHING.

        `key`, `step` and `at` tell which key, how far a repeat is to go, and when it was.
        """
        self.event = NOTHING
        while not self.event:
            for key in self._keys:
                if key.raw != key.down and key.blind_until is None:
                    self._edge(key)
                    break
            else:
                if not self._advance():
                    break
        return self.event

    def is_down(self, key: int) -> bool:
        """True if a key (one of KEYS) is down at the moment of the event."""
        return self._keys[KEYS.index(key)].down

    def spend(self) -> None:
        """Let nothing more come of the keys that are down: their screen is gone."""
        for key in self._keys:
            if key.down:
                key.spent = True
                key.due = None

    def sleep_ms(self):
        """Milliseconds from `now` until something is due, None if only a key can bring it."""
        sleep_ms = None
        for key in self._keys:
            for moment in (key.blind_until, key.due):
                if moment is not None:
                    wait_ms = max(0, ticks_diff(moment, self._now))
                    if sleep_ms is None or wait_ms < sleep_ms:
                        sleep_ms = wait_ms
        return sleep_ms

    # -- inside -----------------------------------------------------------------------------------

    def _edge(self, key: _Key) -> None:
        """The contact differs from what was taken for true, and may be believed."""
        key.down = key.raw
        self.moved_at = self._at
        key.blind_until = ticks_add(self._at, BLIND_ms)
        if key.down:
            key.spent = False
            key.fired = 0
            key.due = ticks_add(self._at, HOLD_ms)
            self._tell(PRESS, key, 1)
            return
        key.due = None
        if not key.spent and not key.fired:
            self._tell(TAP, key, 1)

    def _advance(self) -> bool:
        """Go on to the next sample or the next thing due, whichever is first; False: nothing left.

        Of what happens in the same moment the sample counts first: a bounce that has just ended is
        then no edge, and a key that is just released no hold.
        """
        key, moment = self._first_due()
        if self._taken < len(self._readings):
            at, mask = self._readings[self._taken]
            at = self._no_later_than_now(ticks(at))
            if key is None or ticks_diff(at, moment) <= 0:
                self._taken += 1
                self._sample(at, mask)
                return True
        if key is None:
            return False
        self._at = moment
        if key.blind_until == moment:
            key.blind_until = None
        else:
            self._fire(key)
        return True

    def _no_later_than_now(self, at: int) -> int:
        return at if ticks_diff(at, self._now) <= 0 else self._now

    def _sample(self, at: int, mask: int) -> None:
        if ticks_diff(at, self._at) > 0:
            self._at = at
        for key in self._keys:
            key.raw = mask & key.mask != 0

    def _first_due(self) -> tuple:
        """(key, moment) of what is due first, up to now; (None, 0) if nothing is."""
        first, first_moment = None, 0
        for key in self._keys:
            if key.blind_until is None and key.due is None:
                continue  # the usual case, and a finger is waiting
            for moment in (key.blind_until, key.due):
                if moment is None or ticks_diff(moment, self._now) > 0:
                    continue
                if first is None or ticks_diff(moment, first_moment) < 0:
                    first, first_moment = key, moment
        return first, first_moment

    def _fire(self, key: _Key) -> None:
        """A hold or a repeat. The next one counts from now: a late tick brings no burst of them."""
        interval_ms, step = pace(key.fired)
        key.due = ticks_add(self._now, interval_ms)
        self._tell(REPEAT if key.fired else HOLD, key, step)
        key.fired += 1

    def _tell(self, event: int, key: _Key, step: int) -> None:
        self.event = event
        self.key = key.mask
        self.step = step
        self.at = self._at
