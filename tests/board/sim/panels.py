"""The two display chips, with the memory they keep and the picture a person sees.

Written from their data sheets (Solomon Systech SSD1306 rev 1.1, Sino Wealth SH1106 v2.3). A command
that a chip does not have raises: on the glass it would do something else.
"""

WIDTH = 128
HEIGHT = 64
PAGES = 8
_DATA = 0x40  # of a control byte: nothing but data follows
_ONES = b"\x01" * WIDTH


class UnknownCommand(Exception):
    """The chip has no such command."""


class _Panel:
    """What both have in common."""

    columns = WIDTH
    first_column = 0  # of the memory, under the left edge of the glass
    # command -> how many bytes belong to it; commands that are a range are dealt with in _one
    lengths = {}

    def __init__(self, seed=1, address=0x3C, upside_down=False, reads=True, honest=True):
        self.address = address
        self.upside_down = upside_down
        self.reads = reads  # whether it answers a read at all
        self.honest = honest  # whether the status byte means anything
        self.present = True
        self.transactions = 0
        self.bus_bytes = 0
        self.resets = 0
        self.noise_seen = False  # lit up with what was in the memory at power-on
        self._seed = seed
        self.power_on()

    def power_on(self):
        """Power comes: the registers are reset, the memory holds anything."""
        self.resets += 1
        self.memory = bytearray(self.columns * PAGES)
        self.written = bytearray(self.columns * PAGES)
        for at in range(len(self.memory)):
            self._seed = (self._seed * 1103515245 + 12345) & 0x7FFFFFFF
            self.memory[at] = self._seed >> 16 & 255
        self.on = False
        self.pump = False
        self.all_on = False
        self.inverse = False
        self.remap = False
        self.com_reverse = False
        self.start_line = 0
        self.offset = 0
        self.multiplex = 63
        self.contrast = 0x7F
        self.com_pins = 0x12
        self.page = 0
        self.column = 0
        self.addressed = False  # and deaf to the rest of a transfer that is under way
        self._control = None
        self._once = False
        self._command = []

    def unplug(self):
        self.present = False

    def plug(self):
        self.present = True
        self.power_on()

    def glitch(self):
        """The power is gone for a moment, too short to be missed on the bus."""
        self.power_on()

    def status(self):
        if not self.honest:
            return 0xFF
        return 0x00 if self.on else 0x40

    # -- the bus ----------------------------------------------------------------------------------

    def begin(self):
        """A transfer begins."""
        self.addressed = True
        self._control = None
        self._once = False
        self._command = []

    def take(self, chunk):
        """Some bytes of it."""
        if self._control == _DATA and not self._once and self.addressed:
            self.data_run(chunk)
            return
        for byte in chunk:
            if self.addressed:
                self._take_one(byte)

    def _take_one(self, byte):
        if self._control is None:
            if byte & 0x3F:
                raise UnknownCommand(f"control byte {byte:#x}")
            self._control = byte & 0x40
            self._once = bool(byte & 0x80)
            return
        if self._control:
            self.data(byte)
        else:
            self._command.append(byte)
            if len(self._command) > self.length(self._command[0]):
                self.execute(self._command)
                self._command = []
        if self._once:
            self._control = None

    def length(self, command):
        return self.lengths.get(command, 0)

    # -- memory -----------------------------------------------------------------------------------

    def data(self, byte):
        at = self.page * self.columns + self.place(self.column)
        self.memory[at] = byte
        self.written[at] = 1
        self.step()

    def data_run(self, chunk):
        """Bytes one after the other: at once, as long as they stay in the page."""
        last = self.column + len(chunk) - 1
        if not self.by_pages() or last >= self.columns - 1:
            for byte in chunk:
                self.data(byte)
            return
        first, end = self.place(self.column), self.place(last)
        if first > end:
            first, end, chunk = end, first, bytes(reversed(chunk))
        at = self.page * self.columns
        self.memory[at + first : at + end + 1] = chunk
        self.written[at + first : at + end + 1] = _ONES[: len(chunk)]
        self.column = last + 1

    def by_pages(self):
        """True if a byte of data goes to the column after the last one, in the same page."""
        return True

    def place(self, column):
        return column

    def execute(self, command):
        """What both chips understand."""
        first = command[0]
        if first < 0x10:
            self.column = self.column & 0xF0 | first
        elif first < 0x20:
            self.column = self.column & 0x0F | (first & 15) << 4
        elif 0x40 <= first < 0x80:
            self.start_line = first & 63
        elif first == 0x81:
            self.contrast = command[1]
        elif first in (0xA0, 0xA1):
            self.remap = bool(first & 1)
        elif first in (0xA4, 0xA5):
            self.all_on = bool(first & 1)
        elif first in (0xA6, 0xA7):
            self.inverse = bool(first & 1)
        elif first == 0xA8:
            self.multiplex = command[1] & 63
        elif first in (0xAE, 0xAF):
            self.switch(bool(first & 1))
        elif 0xB0 <= first < 0xB8:
            self.page = first & 7
        elif 0xC0 <= first < 0xD0:
            self.com_reverse = bool(first & 8)
        elif first == 0xD3:
            self.offset = command[1] & 63
        elif first == 0xDA:
            self.com_pins = command[1]
        elif first not in (0xD5, 0xD9, 0xDB, 0xE3):
            raise UnknownCommand(f"{first:#x}")

    def switch(self, on):
        self.on = on
        if on:
            shown = range(self.first_column, self.first_column + WIDTH)
            for page in range(PAGES):
                for column in shown:
                    if not self.written[page * self.columns + column]:
                        self.noise_seen = True

    # -- what is seen -----------------------------------------------------------------------------

    def picture(self):
        """The glass as a person sees it, 1,024 bytes MONO_VLSB; None if it is dark."""
        if not self.present or not self.on or not self.pump:
            return None
        if self.all_on or self.multiplex != 63 or self.com_pins != 0x12:
            raise AssertionError("nobody wants to see that")
        seen = bytearray(WIDTH * PAGES)
        flip = 255 if self.inverse else 0
        line = (self.start_line + self.offset) & 63
        if line & 7:
            raise AssertionError("shifted by rows")
        upright_rows = self.com_reverse != self.upside_down
        for row in range(PAGES):
            page = (row + line // 8) & 7
            to = row if upright_rows else PAGES - 1 - row
            for x in range(WIDTH):
                byte = self.memory[page * self.columns + self.segment(x)] ^ flip
                if not upright_rows:
                    byte = _REVERSED[byte]
                seen[to * WIDTH + x] = byte
        return seen

    def segment(self, x):
        """The place in the memory that shows at a column of the glass, as a person counts them."""
        raise NotImplementedError


class Ssd1306(_Panel):
    """128 columns, three ways of addressing. The remap acts when data is written."""

    lengths = {
        0x20: 1, 0x21: 2, 0x22: 2, 0x81: 1, 0x8D: 1, 0xA8: 1, 0xAD: 1,
        0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1,
    }  # fmt: skip

    def power_on(self):
        self.mode = 2
        self.window = [0, WIDTH - 1, 0, PAGES - 1]
        super().power_on()

    def place(self, column):
        return WIDTH - 1 - column if self.remap else column

    def segment(self, x):
        return x if self.upside_down else WIDTH - 1 - x

    def by_pages(self):
        return self.mode == 2

    def step(self):
        if self.mode == 2:
            self.column = (self.column + 1) % WIDTH
            return
        if self.mode:
            raise AssertionError("vertical addressing is not used")
        first, last, first_page, last_page = self.window
        if self.column != last:
            self.column = (self.column + 1) % WIDTH
            return
        self.column = first
        self.page = first_page if self.page == last_page else (self.page + 1) % PAGES

    def execute(self, command):
        first = command[0]
        if first == 0x20:
            self.mode = command[1] & 3
        elif first == 0x21:
            self.window[0], self.window[1] = command[1], command[2]
            self.column = command[1]
        elif first == 0x22:
            self.window[2], self.window[3] = command[1], command[2]
            self.page = command[1]
        elif first == 0x8D:
            self.pump = bool(command[1] & 4)
        elif first != 0xAD:
            super().execute(command)


class Sh1106(_Panel):
    """132 columns, page addressing only. The remap acts when the picture is shown."""

    columns = 132
    first_column = 2
    lengths = {0x81: 1, 0xA8: 1, 0xAD: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}

    def segment(self, x):
        # The glass hangs on segments 2 to 129; which way round depends on how it is mounted.
        wire = x if self.upside_down else WIDTH - 1 - x
        wire += self.first_column
        return self.columns - 1 - wire if self.remap else wire

    def step(self):
        self.column = min(self.column + 1, self.columns - 1)

    def execute(self, command):
        if command[0] == 0xAD:
            if command[1] & 0xFE != 0x8A:
                raise UnknownCommand(f"DC-DC {command[1]:#x}")
            self.pump = bool(command[1] & 1)
        else:
            super().execute(command)


_REVERSED = bytearray(256)
for _byte in range(256):
    for _bit in range(8):
        if _byte >> _bit & 1:
            _REVERSED[_byte] |= 0x80 >> _bit
