"""The same app on this computer, with the same keys: what the emulated device has to show, and why
it drew that."""

from typing import Any

import power_cuts
from cuts import Device, REST_ms
from emulated import HOLD, PRESS, RELEASE
from kibitz.keys import HOLD_ms
from kibitz.screen import NOTHING, TOUCHED
from nor import Nor

NEW, PAGE, MOVE, FOLLOWS = "new screens", "pages", "moves and counts", "notes that follow"


class Twin(Device):
    """drawn: of the last press, what was drawn by what the picture answers: (kind, screen)."""

    def __init__(self) -> None:
        self.files, flash = power_cuts.mounted_here(), Nor()
        self.files.format(flash)
        self._begin(flash)

    def _begin(self, flash: Nor) -> None:
        self.drawn: dict[str, tuple[str, str]] = {}
        self._answers = PRESS
        self._goes_on = False
        super().__init__(self.files, flash)
        self._draw = self.app._draw_in_place
        self.app._draw_in_place = self._watch

    def reboot(self) -> None:
        """The power goes and comes."""
        self._begin(self.flash)

    def _watch(self, picture: Any, screen: Any) -> None:
        if self._goes_on:
            kind = FOLLOWS
        elif screen is not self.app._drawn:
            kind = NEW
        else:
            kind = MOVE if screen.dirty == TOUCHED else PAGE
        self._draw(picture, screen)
        self._goes_on = screen.dirty != NOTHING
        self.drawn.setdefault(self._answers, (kind, type(screen).__name__))

    def press(self, key: int, down_ms: int, until: bytes | None = None) -> None:
        """As on the device; a picture is the answer to what came last before it.

        until: the key repeats no longer when this picture is there.
        """
        self.drawn, self._answers = {}, PRESS
        wait_ms = self._tick(0, [(self.now_ms, key)])
        spent_ms = 0
        while wait_ms is not None and spent_ms + wait_ms < down_ms:
            step_ms = max(1, wait_ms)
            spent_ms += step_ms
            if spent_ms >= HOLD_ms:
                self._answers = HOLD
            wait_ms = self._tick(step_ms)
            if spent_ms >= HOLD_ms and until == self.picture:
                down_ms = spent_ms
        self._answers = RELEASE
        self._tick(down_ms - spent_ms, None)
        self._tick(REST_ms)

    @property
    def picture(self) -> bytes:
        """What is on the glass."""
        return bytes(self.app.canvas.buffer)
