"""The glass: an SSD1306 or SH1106 on I2C that is sent only what changed, and may come loose.

Two classes. `Glass` is micropython-lib's driver with another `show`: it remembers what the chip
holds and sends what differs. `Display` is what the app gets: it never raises, notices when the
glass is gone or has lost its power, and sets it up anew when it is back.
"""

from time import ticks_add, ticks_diff, ticks_ms

from kibitz.canvas import HEIGHT_PX, PAGE_PX, WIDTH_PX
from kibitz.world import DARK, DIM, FULL
from kibitz.world import Display as AnyDisplay
from micropython import const

try:
    from quick import changed, send, sent
except (ImportError, SyntaxError, ValueError):  # for another processor
    from plain import changed

    send = None

try:
    from ssd1306 import SSD1306_I2C
except ImportError:  # micropython-lib's is not installed
    from oled import SSD1306_I2C

PAGES = HEIGHT_PX // PAGE_PX
# A gap of so many columns between two changes is left out. A shorter one is sent along: it takes no
# longer than the window commands for a second span, which are 8 bytes and a call.
GAP_px = 10

# Control bytes: one command follows, all that follows is commands, all that follows is data
_COMMAND = const(0x80)
_COMMANDS = const(0x00)
_DATA = const(0x40)
# Before the bytes of a span: page and both halves of the column, each after a control byte, and one
_WINDOW_bytes = const(7)

_NOP = const(0xE3)
_ON = const(0xAF)
_OFF = const(0xAE)
_PAGE = const(0xB0)
_COLUMN_LOW = const(0x00)
_COLUMN_HIGH = const(0x10)
_SEGMENT_REMAP = const(0xA0)
_COM_DIRECTION = const(0xC0)
_STATUS_OFF = const(0x40)  # bit 6 of the status byte: the panel is off
_COLUMN = WIDTH_PX - 1  # bits of a byte's place in the picture that are its column

# Everything but the direction, the brightness and "on". Page addressing is the one way both chips
# know. 0xAD 0x30 (internal current reference) is for modules that lack the resistor, as in
# micropython-lib's driver.
_SET_UP = {
    "ssd1306": b"\x20\x02\x40\xa8\x3f\xd3\x00\xda\x12\xd5\x80\xd9\xf1\xa4\xa6\xad\x30\x8d\x14",
    "sh1106": b"\x40\xa8\x3f\xd3\x00\xda\x12\xd5\x80\xd9\x22\xa4\xa6\xad\x8b",
}
# The column of the chip under the left edge of the glass; an SH1106 has two spare at each side.
_FIRST_COLUMN = {"ssd1306": 0, "sh1106": 2}

# Contrast and the level that dark rows are held at; the contrast alone hardly dims a glass.
_BRIGHTNESS = {DIM: b"\x81\x08\xdb\x00", FULL: b"\x81\xcf\xdb\x30"}


class _Key:
    """Makes slices that are kept: writing one down in an index allocates it every time."""

    def __getitem__(self, key):
        return key


_WHOLE = _Key()[:]


class Glass(SSD1306_I2C):
    """The driver that sends what changed. OSError when the display does not answer.

    chip: "ssd1306" or "sh1106". upside_down: the module is mounted that way. block: of the bus, if
    its registers are known. `buffer` is the picture to be shown.
    """

    def __init__(self, i2c, address: int, chip: str, upside_down: bool = False, block=None):
        self._block = block if send else None
        self._chip = chip
        self._upright = not upside_down
        self._first_column = _FIRST_COLUMN[chip]
        self._known = False  # whether _held is what the chip holds
        self._held = bytearray(PAGES * WIDTH_PX)
        self._two = bytearray((_COMMANDS, 0))
        self._one = bytearray(1)
        super().__init__(WIDTH_PX, HEIGHT_PX, i2c, address)
        # What is sent at once: page, column and bytes.
        self._span = bytearray(_WINDOW_bytes + WIDTH_PX)
        for at in range(0, _WINDOW_bytes, 2):
            self._span[at] = _COMMAND
        self._span[_WINDOW_bytes - 1] = _DATA
        if self._block is None:
            from plain import copy

            # Views of every length: making one allocates.
            span = memoryview(self._span)
            self._spans = [span[: _WINDOW_bytes + length] for length in range(1 + WIDTH_PX)]
            self._copy = copy

    def init_display(self):
        """Nothing: the driver calls this when it is made, and a display may be absent then."""

    def set_up(self) -> None:
        """Set the chip up, all but brightness and "on"."""
        upright = 1 if self._upright else 0
        direction = bytes((_SEGMENT_REMAP | upright, _COM_DIRECTION | upright << 3))
        self.send(_SET_UP[self._chip] + direction)

    def send(self, commands) -> None:
        """Send command bytes in one go."""
        self.i2c.writeto(self.addr, bytes((_COMMANDS,)) + commands)

    def write_cmd(self, cmd) -> None:
        """Send one command byte."""
        self._two[1] = cmd
        self.i2c.writeto(self.addr, self._two)

    def is_off(self) -> bool:
        """True if the chip says that the panel is off. Not every module lets it say so."""
        self.i2c.readfrom_into(self.addr, self._one)
        return bool(self._one[0] & _STATUS_OFF)

    def set_picture(self, picture) -> None:
        """Take over the picture to be shown, all bytes of it."""
        self.buffer[_WHOLE] = picture

    def show(self, whole: bool = False) -> None:
        """Send what differs from what the chip holds, or all of it. Allocates nothing."""
        known = self._known and not whole
        self._known = False  # not if this is interrupted by an error
        new, held = self.buffer, self._held
        at, size = 0, len(new)
        while at < size:
            found = changed(new, held, at, size, GAP_px) if known else at << 16 | at + WIDTH_PX
            if found < 0:
                break
            at = found & 0xFFFF
            self._send_span(found >> 16, at)
        self._end()
        held[_WHOLE] = new
        self._known = True

    def show_page(self, page: int) -> None:
        """Send eight rows of the picture that the chip should hold."""
        self._send_span(page * WIDTH_PX, (page + 1) * WIDTH_PX)
        self._end()

    def _end(self) -> None:
        """Wait until all has been sent."""
        if self._block is not None and not sent(self._block):
            raise OSError("the display does not answer")

    def _send_span(self, start: int, stop: int) -> None:
        """Send the bytes of the picture from start up to stop, all of one page.

        Commands and data in one transfer, which both chips take (the bit Co of the control bytes:
        SSD1306 data sheet, 8.1.5.2). And in one buffer: MicroPython joins several (`writevto`) in
        memory that it allocates for that.
        """
        span = self._span
        column = (start & _COLUMN) + self._first_column
        span[1] = _PAGE | start // WIDTH_PX
        span[3] = _COLUMN_LOW | column & 15
        span[5] = _COLUMN_HIGH | column >> 4
        if self._block is not None:
            send(self._block, self.addr, span, self.buffer, start, stop)
            return
        self._copy(span, _WINDOW_bytes, self.buffer, start, stop)
        self.i2c.writeto(self.addr, self._spans[stop - start])


# How often a glass that is lit is asked whether it is still there.
CHECK_ms = 2000
# How often one that is not there is tried. A try costs a tenth of a millisecond, and the LED blinks
# with it.
RETRY_ms = 500
# While the app has the glass dark nobody misses it: one that is there is left alone, one that is
# not is tried so often. When it is to be lit again it is set up anew in any case.
DARK_ms = 5000
# A module may have lost its power so shortly that it was never missed, or a register to a spark. It
# is set up anew so often, between presses; page by page, because a key waits until a page is sent.
RENEW_ms = 30_000


class Display(AnyDisplay):
    """The display of the world: shows, or says once what is wrong and waits for the glass.

    bus: see bus.py. addresses: where to look for the glass, in this order. chip and upside_down: as
    in Glass. `lost` is True while there is no glass. Nothing is sent before the first picture.
    """

    def __init__(self, bus, addresses, chip: str, upside_down: bool = False):
        if chip not in _SET_UP:
            raise ValueError("DISPLAY in config.py must be one of: " + ", ".join(sorted(_SET_UP)))
        self.lost = False
        self._bus = bus
        self._addresses = addresses
        self._glass = Glass(bus.i2c, addresses[0], chip, upside_down, bus.block)
        self._level = FULL
        self._begun = False
        self._lit = False
        self._can_tell = None  # whether the chip's word on being off is to be trusted
        self._complaint = None  # what was said last
        self._due = self._renew_due = ticks_ms()
        self._renewed = 0  # so many pages

    @property
    def dark(self) -> bool:
        """True while nothing is to be seen."""
        return self._level == DARK

    def show(self, canvas) -> None:
        """Bring a canvas to the glass. While there is none, or it is dark, it is kept for later."""
        self._glass.set_picture(canvas.buffer)
        if not self._begun:
            self._begun = True
            self._connect()
        elif not self.lost and not self.dark:
            try:
                if self._has_lost_power():
                    self._set_up()
                else:
                    self._glass.show()
                self._due = ticks_add(ticks_ms(), CHECK_ms)
            except OSError:
                self._lose()

    def brightness(self, level: int) -> None:
        """DARK, DIM or FULL."""
        was, self._level = self._level, level
        if was == DARK:
            self._due = ticks_ms()  # one that is missing is looked for at once
        if level == was or self.lost or not self._begun:
            return
        try:
            if level == DARK:
                self._glass.write_cmd(_OFF)
                self._lit = False
            elif was == DARK:
                self._set_up()  # it may have been gone meanwhile
            else:
                self._glass.send(_BRIGHTNESS[level])
        except OSError:
            self._lose()

    def tend(self, now: int) -> int:
        """Look after the glass, if it is time to; milliseconds until it is again."""
        wait_ms = ticks_diff(self._due, now)
        if 0 < wait_ms <= DARK_ms:
            return wait_ms
        if self.lost:
            self._connect()
        elif self._lit:
            self._check(now)
        interval_ms = RETRY_ms if self.lost else 0 if self._renewed else CHECK_ms
        if self.dark:
            interval_ms = DARK_ms
        self._due = ticks_add(now, interval_ms)
        return interval_ms

    # -- inside -----------------------------------------------------------------------------------

    def _check(self, now: int) -> None:
        """Is it still there, and still on?"""
        try:
            if self._has_lost_power():
                self._set_up()
            elif ticks_diff(self._renew_due, now) <= 0:
                self._renew()
            elif not self._can_tell:
                self._glass.write_cmd(_NOP)
        except OSError:
            self._lose()

    def _renew(self) -> None:
        """Send the next page again; with the first one the chip is set up, with the last one on."""
        glass = self._glass
        if not self._renewed:
            glass.set_up()
            glass.send(_BRIGHTNESS[self._level])
        glass.show_page(self._renewed)
        self._renewed += 1
        if self._renewed == PAGES:
            glass.write_cmd(_ON)
            self._end_set_up()

    def _has_lost_power(self) -> bool:
        """A panel that we have switched on is off: it was without power, if only for a moment."""
        return self._can_tell and self._lit and self._glass.is_off()

    def _connect(self) -> None:
        """Look for the glass at its addresses and set it up."""
        for address in self._addresses:
            self._glass.addr = address
            try:
                self._glass.i2c = self._bus.free()
                self._set_up()
            except OSError:
                continue
            if self._complaint:
                print("The display is back, at 0x{:02X}.".format(address))
            self.lost, self._complaint = False, None
            return
        self._lose()

    def _set_up(self) -> None:
        """Set up and send all. It lights up last: until then its memory may hold noise."""
        glass = self._glass
        self._lit = False
        if self.dark or self._can_tell is None:
            glass.write_cmd(_OFF)
        if self._can_tell is None:
            self._can_tell = self._says_off() is True
        glass.set_up()
        if not self.dark:
            glass.send(_BRIGHTNESS[self._level])
            glass.show(True)
            glass.write_cmd(_ON)
            self._lit = True
            self._can_tell = self._can_tell and self._says_off() is False
        self._end_set_up()

    def _end_set_up(self) -> None:
        self._renewed = 0
        self._renew_due = ticks_add(ticks_ms(), RENEW_ms)

    def _says_off(self):
        """What the chip says of being off, None if it says nothing: some cannot be read at all."""
        try:
            return self._glass.is_off()
        except OSError:
            return None

    def _lose(self) -> None:
        """No answer. Say once what to do, and look for it again soon."""
        self.lost = True
        self._lit = False
        self._can_tell = None  # it may be another module that comes
        self._due = ticks_add(ticks_ms(), RETRY_ms)
        complaint = self._bus.complaint(self._addresses)
        if complaint != self._complaint:
            self._complaint = complaint
            print(complaint)
