"""Pictures of screens as PNG files, numbered in the order in which they were seen, and named."""

import re
from pathlib import Path

from . import picture
from .device import Device, DeviceError

_NUMBERED = re.compile(r"(\d{3,})-[\w.-]+\.png\Z")
_WORD = re.compile(r"[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])")


class Album:
    """Writes a picture of every screen the device shows that was not shown before.

    The name is that of the screen in the app (`BidScreen`: bid), or the one that `name` gives it.
    Pictures that are in the folder already stay; the numbers go on after theirs.
    count: the pictures written. Raises DeviceError if the folder cannot be made or written.
    """

    def __init__(self, folder: Path, device: Device) -> None:
        self.folder = folder
        self.count = 0
        self._device = device
        self._written: dict[bytes, Path] = {}
        self._named: set[bytes] = set()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            found = [_NUMBERED.match(path.name) for path in folder.iterdir()]
        except OSError as error:
            raise self._fault(error) from None
        self._last = max([int(match[1]) for match in found if match], default=0)
        device.world.display.watchers.append(self.add)

    def add(self, frame: bytes) -> None:
        """A frame is shown."""
        if frame not in self._written:
            self._write(frame, screen_name(self._device))

    def name(self, name: str, frame: bytes) -> None:
        """A script names the screen it sees; one that has a name gets a second picture."""
        if frame in self._written and frame not in self._named:
            path = self._written[frame]
            number = path.name.partition("-")[0]
            self._written[frame] = path.rename(path.with_name(f"{number}-{name}.png"))
        else:
            self._write(frame, name)
        self._named.add(frame)

    def _write(self, frame: bytes, name: str) -> None:
        self._last += 1
        path = self.folder / f"{self._last:03}-{name}.png"
        try:
            path.write_bytes(picture.png(frame))
        except OSError as error:
            raise self._fault(error) from None
        self._written[frame] = path
        self.count += 1

    def _fault(self, error: OSError) -> DeviceError:
        return DeviceError(f"Pictures cannot be written to {self.folder}: {error.strerror}.")


def screen_name(device: Device) -> str:
    """The name of the screen in front, in small letters: `ScoreSheetScreen` is score-sheet."""
    words = _WORD.findall(type(device.app.top).__name__)
    return "-".join(word.lower() for word in words if word != "Screen") or "screen"
