"""The battery: looked at seldom, and the table warned once before it is empty.

Three cells in series, alkaline or NiMH. A cell at 1.1 V has little left, whichever it is: alkaline
ones fall slowly from 1.6 V, and at a light load some fifth of what was in them is left at 1.1 V and
a tenth at 1.0 V (candlepowerforums.com, thread 263582, from the makers' discharge curves); NiMH
stays at 1.2 V nearly to the end, and is called empty at 1.0 V (Panasonic, data sheet of the AAA
cell HHR70AAAJ), below which the weakest of several suffers. The Pico itself runs down to 1.8 V at
VSYS (Raspberry Pi Pico datasheet, section 2.1): it works to the last, and the warning must come
from here. Nothing is lost when the power goes; what is booked is saved.
"""

from .canvas import WIDTH_PX
from .words import say
from .world import HALF_PERIOD_ms

CELLS = 3
LOW_mV = CELLS * 1100
# Cells recover a little when they rest. The mark stays until it is clear that these are others.
FINE_mV = CELLS * 1200
# The Pico does not run on this: so small a figure measures nothing.
LEAST_mV = 1800

LOOK_ms = 60_000  # how often it is looked at while the glass is lit
LOOKS = 2  # so many readings in a row must be low, since a dip may be the piezo's or the glass's

# The mark in the header: a cell lying on its side, with little in it.
MARK_WIDTH_PX = 9
MARK_HEIGHT_PX = 6
MARK_Y_PX = 1
MARK_GAP_PX = 4  # dark on either side of it, more than between two words

_VOLT_mV = 1000
_HUNDREDTH_mV = 10


class Watch:
    """What is known of the battery. battery: the world's.

    mv: at the last look, None on USB or if nothing measures it. low: True if the mark is to be
    shown. warns: True if the table has still to be told.
    """

    def __init__(self, battery):
        self.mv: int | None = None
        self.low = False
        self.warns = False
        self._battery = battery
        self._wait_ms = 0  # until the next look
        self._lows = 0  # low readings in a row
        self._told = False

    def pass_time(self, passed_ms: int) -> None:
        """So much time has passed and the glass is lit; look at the battery if it is time to."""
        if passed_ms < self._wait_ms:
            self._wait_ms -= min(passed_ms, HALF_PERIOD_ms)
            return
        self._wait_ms = LOOK_ms
        self.look()

    def sleep_ms(self) -> int:
        """Milliseconds until the next look."""
        return self._wait_ms

    def look(self) -> None:
        """Take a reading."""
        mv = self._battery.read_mv()
        self.mv = None if mv is None or mv < LEAST_mV else mv
        if self.mv is None:
            # On USB, where one may change the cells, too.
            self.low = self.warns = self._told = False
            self._lows = 0
        elif self.mv < LOW_mV:
            self._lows += 1
            if self._lows >= LOOKS:
                self.low = True
                self.warns = not self._told
        else:
            self._lows = 0
            if self.mv >= FINE_mV:
                self.low = self.warns = False

    def told(self) -> None:
        """The table has been told; that is enough."""
        self.warns = False
        self._told = True

    def volts(self) -> str:
        """The last reading in volts, "" if there is none."""
        return "" if self.mv is None else volts_text(self.mv)


def volts_text(mv: int) -> str:
    """Millivolts in volts, rounded down to hundredths."""
    hundredths = "{:02d}".format(mv % _VOLT_mV // _HUNDREDTH_mV)
    return say("battery.volts", whole=mv // _VOLT_mV, hundredths=hundredths)


def mark(picture, canvas, down_px: int = 0) -> None:
    """Draw the mark of a low battery where the header of a picture is dark; nowhere if it is full.

    canvas: what to draw on, where the picture is so much further down.
    """
    x = mark_place(picture.buffer)
    if x < 0:
        return
    y = MARK_Y_PX + down_px
    body_px = MARK_WIDTH_PX - 1
    canvas.rect(x, y, body_px, MARK_HEIGHT_PX, 1)
    canvas.vline(x + body_px, y + 2, MARK_HEIGHT_PX - 4, 1)
    canvas.vline(x + 2, y + 2, MARK_HEIGHT_PX - 4, 1)


def mark_place(buffer) -> int:
    """The column of the mark's left edge, as far to the right as there is room; -1 for none.

    The first byte of each column has the header's rows, but for the rule under it.
    """
    dark_px = 0
    for x in range(WIDTH_PX - 1, -1, -1):
        if buffer[x]:
            dark_px = 0
        else:
            dark_px += 1
            if dark_px == MARK_WIDTH_PX + 2 * MARK_GAP_PX:
                return x + MARK_GAP_PX
    return -1
