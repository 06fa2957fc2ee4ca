"""Key scripts: a person's fingers written down.

    # open the menu and go down two lines
    M b*2 c
    B:1500 wait:500 shot:far-down

A token is a key (`a b c m` a press, `A B C M` a hold), a key held for so many milliseconds
(`a:1500`), either of them several times over (`a*5`), `wait:500` milliseconds, or `shot:NAME`,
which takes a picture of the screen under that name. Tokens are separated by blanks or line ends;
`#` starts a comment.

A script is played in scripted time, which passes only as far as the keys and `wait:` say, and so
takes no longer than the app needs; or, where somebody watches, in real time.
"""

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from .device import KEYS, Device, LONG_ms, SHORT_ms

# After every token time goes on a little: the key's blind time ends, and the screen comes to rest.
PAUSE_ms = 60
# So long that a person who watches can see what each token has done.
WATCHED_PAUSE_ms = 700
LONGEST_ms = 24 * 60 * 60 * 1000
MOST_TIMES = 10_000

ALLOWED = (
    "allowed are a b c m (press), A B C M (hold), a:1500 (hold for ms), a*5 (five times),"
    " wait:500 (ms), shot:NAME and # comments"
)

_KEY = re.compile(r"([abcmABCM])(?::(\d+))?(?:\*(\d+))?\Z", re.ASCII)
_WAIT = re.compile(r"wait:(\d+)\Z", re.ASCII)
_SHOT = re.compile(r"shot:([\w-][\w.-]*)\Z", re.ASCII)


class ScriptError(Exception):
    """A key script that cannot be played; the text names the line and what is allowed."""


class Press:
    """A key is held down for a time, once or several times."""

    def __init__(self, key: int, down_ms: int, times: int = 1) -> None:
        self.key = key
        self.down_ms = down_ms
        self.times = times


class Wait:
    """Nothing is pressed for a time."""

    def __init__(self, pause_ms: int) -> None:
        self.pause_ms = pause_ms


class Shot:
    """A picture is taken of what the screen shows."""

    def __init__(self, name: str) -> None:
        self.name = name


Step = Press | Wait | Shot


def parse(text: str) -> list[Step]:
    """The steps (Press, Wait, Shot) of a script. Raises ScriptError naming the line."""
    steps = []
    for number, line in enumerate(text.split("\n"), 1):
        for token in line.partition("#")[0].split():
            steps.append(_step(token, number))
    return steps


def _step(token: str, line: int) -> Step:
    if match := _KEY.match(token):
        letter, down, times = match.groups()
        usual_ms = LONG_ms if letter.isupper() else SHORT_ms
        return Press(
            KEYS[letter.lower()],
            _number(down, usual_ms, LONGEST_ms, token, line),
            _number(times, 1, MOST_TIMES, token, line),
        )
    if match := _WAIT.match(token):
        return Wait(_number(match[1], 0, LONGEST_ms, token, line))
    if match := _SHOT.match(token):
        return Shot(match[1])
    raise ScriptError(f"line {line}: {token!r} is no key; {ALLOWED}")


def _number(digits: str | None, default: int, most: int, token: str, line: int) -> int:
    if digits is None:
        return default
    number = int(digits) if len(digits) < 10 else most + 1
    if not 1 <= number <= most:
        raise ScriptError(f"line {line}: the number in {token!r} must be from 1 to {most}")
    return number


def load(source: str) -> str:
    """The text of a script: `-` is standard input, a file's name its text, all else is the text.

    Raises ScriptError if the file cannot be read.
    """
    if source == "-":
        return sys.stdin.read()
    if not os.path.exists(source) or os.path.isdir(source):
        return source
    try:
        return Path(source).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise ScriptError(f"The key script {source} cannot be read: {error}.") from None


class Player:
    """Plays steps on a device.

    on_shot: called with (name, frame) at every `shot:`. pause_ms: how long the screen is left alone
    after every press.
    """

    def __init__(
        self,
        device: Device,
        on_shot: Callable[[str, bytes], None] | None = None,
        pause_ms: int = PAUSE_ms,
    ) -> None:
        self.device = device
        self.on_shot = on_shot
        self.pause_ms = pause_ms
        self.presses = 0  # how often a key went down so far

    def start(self) -> None:
        """Switch on, and let the first screen come to rest."""
        self._run([self._later(self.pause_ms)])

    def play(self, script: str | list[Step]) -> None:
        """Play a script (a text, or its steps) without waiting for time to pass.

        Raises ScriptError, before anything is pressed.
        """
        self._run(self.moments(parse(script) if isinstance(script, str) else script))

    def press(self, step: Press) -> None:
        """Press a key as often as the step says, and let the screen come to rest."""
        self._run(self._presses(step))

    def moments(self, steps: list[Step]) -> Iterator[int]:
        """Play steps one by one: the moments until which time must pass before the next of them.

        Whoever takes the moments lets time pass, and the device tick meanwhile.
        """
        for step in steps:
            if isinstance(step, Press):
                yield from self._presses(step)
            elif isinstance(step, Wait):
                yield self._later(step.pause_ms)
            elif self.on_shot and (frame := self.device.world.display.seen()) is not None:
                self.on_shot(step.name, frame)

    def _presses(self, step: Press) -> Iterator[int]:
        for _ in range(step.times):
            up_ms = self.device.fingers.press(step.key, self._later(0), step.down_ms)
            self.presses += 1
            yield up_ms + self.pause_ms

    def _run(self, moments: Iterable[int]) -> None:
        for moment_ms in moments:
            self.device.run_until(moment_ms)

    def _later(self, wait_ms: int) -> int:
        return self.device.clock.elapsed_ms() + wait_ms
