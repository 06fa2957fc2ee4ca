"""Pictures that a person takes home from a session: a GIF of all of it, and single screens."""

import contextlib
from collections import deque
from pathlib import Path

import platformdirs

from kibitz.world import DIM

from . import picture
from .device import Device, DeviceError

# A GIF that can be watched: long thinking is cut short, and what flashes by can still be seen
# (browsers slow down pictures that are shown for less than 20 ms).
LEAST_ms = 20
MOST_ms = 2_000
LAST_ms = 3_000  # the last picture, before all begins again
STEP_ms = 10  # a GIF counts no finer
# About 6 MB and 400 MB of memory while it is made; of a longer session the end is kept.
MOST_FRAMES = 2_000

SNAPSHOT = "kibitz-{:04}.png"


class Recording:
    """What the glass of a device shows, from now on."""

    def __init__(self, device: Device) -> None:
        self._device = device
        # (moment, lit pixels, dim) of every change
        self._frames: deque[tuple[int, bytes, bool]] = deque(maxlen=MOST_FRAMES)
        self._cut = False
        device.world.display.watchers.append(self._watch)

    def _watch(self, _frame: bytes) -> None:
        display = self._device.world.display
        seen = display.seen()
        if seen is None or (self._frames and self._frames[-1][1:] == (seen, display.level == DIM)):
            return
        self._cut = len(self._frames) == MOST_FRAMES
        self._frames.append((self._device.clock.elapsed_ms(), seen, display.level == DIM))

    def frames(self) -> list[bytes]:
        """What was shown, in order."""
        return [frame for _, frame, _ in self._frames]

    def times_ms(self) -> list[int]:
        """How long the GIF shows each of the frames."""
        moments = [moment for moment, _, _ in self._frames]
        times = [later - moment for moment, later in zip(moments, moments[1:], strict=False)]
        rounded = [-(-time_ms // STEP_ms) * STEP_ms for time_ms in times]
        return [min(max(time_ms, LEAST_ms), MOST_ms) for time_ms in rounded] + [LAST_ms]

    def gif(self) -> bytes:
        """The film. At least one frame must have been shown."""
        dim = [place for place, (_, _, dim) in enumerate(self._frames) if dim]
        return picture.gif(self.frames(), self.times_ms(), dim=dim)


class Film(Recording):
    """A recording that becomes a file.

    path: of the GIF file that `save` writes. Raises DeviceError if it cannot be written.
    """

    def __init__(self, path: Path, device: Device) -> None:
        self.path = path
        self._is_new = not path.exists()
        with _told(path):
            path.open("ab").close()  # rather now than after a long evening
        super().__init__(device)

    def save(self) -> str:
        """Write the file; the sentence that tells where it is. Raises DeviceError if it fails."""
        if not self._frames:
            if self._is_new:
                self.path.unlink(missing_ok=True)
            return "Nothing was shown, so there is no film."
        data = self.gif()
        with _told(self.path):
            self.path.write_bytes(data)
        what = f"the last {MOST_FRAMES}" if self._cut else f"{len(self._frames)}"
        return f"A film of {what} screens is in {self.path}"


def pictures_folder() -> Path:
    """Where single screens go unless told otherwise: the user's pictures."""
    return Path(platformdirs.user_pictures_dir()) / "Kibitz"


def snapshot(device: Device, folder: Path) -> Path:
    """Save what the glass shows now as a PNG file of a number that is free; the file.

    Raises DeviceError if it cannot be written.
    """
    display = device.world.display
    data = picture.png(display.seen() or bytes(picture.FRAME_BYTES))
    with _told(folder):
        folder.mkdir(parents=True, exist_ok=True)
        number = 1
        while True:
            path = folder / SNAPSHOT.format(number)
            with contextlib.suppress(FileExistsError), path.open("xb") as file:
                file.write(data)
                return path
            number += 1


@contextlib.contextmanager
def _told(path: Path):
    try:
        yield
    except OSError as error:
        raise DeviceError(f"Pictures cannot be written to {path}: {error.strerror}.") from None
