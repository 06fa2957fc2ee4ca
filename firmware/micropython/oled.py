"""A small SSD1306 driver, for a board on which micropython-lib's `ssd1306` is not installed.

The same names and calls as there, so that display.py can build on either: a FrameBuffer that sends
itself whole. Only I2C, which is what the device has.
"""

from framebuf import MONO_VLSB, FrameBuffer

from micropython import const

# Of the data sheet (Solomon Systech, SSD1306 rev 1.1, table 9-1)
_CONTRAST = const(0x81)
_ALL_ON_RESUME = const(0xA4)
_NORMAL = const(0xA6)
_OFF = const(0xAE)
_ON = const(0xAF)
_MEMORY_MODE = const(0x20)
_COLUMNS = const(0x21)
_PAGES = const(0x22)
_START_LINE = const(0x40)
_SEGMENT_REMAP = const(0xA0)
_MULTIPLEX = const(0xA8)
_COM_DIRECTION = const(0xC0)
_OFFSET = const(0xD3)
_COM_PINS = const(0xDA)
_CLOCK = const(0xD5)
_PRECHARGE = const(0xD9)
_VCOM_DESELECT = const(0xDB)
_CHARGE_PUMP = const(0x8D)

_COMMAND = const(0x80)  # control byte: one command follows
_DATA = b"\x40"  # control byte: nothing but data follows


class SSD1306(FrameBuffer):
    """The picture and the commands; how bytes get to the chip is the subclass's business."""

    def __init__(self, width, height, external_vcc):
        self.width = width
        self.height = height
        self.external_vcc = external_vcc
        self.pages = height // 8
        self.buffer = bytearray(self.pages * width)
        super().__init__(self.buffer, width, height, MONO_VLSB)
        self.init_display()

    def init_display(self):
        """Set the chip up and clear the glass."""
        pump = 0x10 if self.external_vcc else 0x14
        precharge = 0x22 if self.external_vcc else 0xF1
        com_pins = 0x02 if self.width > 2 * self.height else 0x12
        self._all(_OFF, _MEMORY_MODE, 0, _START_LINE, _SEGMENT_REMAP | 1)
        self._all(_MULTIPLEX, self.height - 1, _COM_DIRECTION | 8, _OFFSET, 0)
        self._all(_COM_PINS, com_pins, _CLOCK, 0x80, _PRECHARGE, precharge)
        self._all(_VCOM_DESELECT, 0x30, _CONTRAST, 0xFF, _ALL_ON_RESUME, _NORMAL)
        self._all(_CHARGE_PUMP, pump, _ON)
        self.fill(0)
        self.show()

    def _all(self, *commands):
        for command in commands:
            self.write_cmd(command)

    def poweroff(self):
        """Nothing is seen; the chip keeps its picture."""
        self.write_cmd(_OFF)

    def poweron(self):
        """The picture is seen again."""
        self.write_cmd(_ON)

    def contrast(self, contrast):
        """How bright, 0 to 255."""
        self._all(_CONTRAST, contrast)

    def invert(self, invert):
        """Dark on light, if true."""
        self.write_cmd(_NORMAL | (invert & 1))

    def rotate(self, rotate):
        """Upright if true, else upside down; the picture must be sent again."""
        self._all(_COM_DIRECTION | (rotate & 1) << 3, _SEGMENT_REMAP | (rotate & 1))

    def show(self):
        """Send the picture, all of it."""
        first = (128 - self.width) // 2  # narrow glasses sit in the middle of the chip's columns
        self._all(_COLUMNS, first, first + self.width - 1, _PAGES, 0, self.pages - 1)
        self.write_data(self.buffer)


class SSD1306_I2C(SSD1306):
    """On an I2C bus. OSError when the display does not answer."""

    def __init__(self, width, height, i2c, addr=0x3C, external_vcc=False):
        self.i2c = i2c
        self.addr = addr
        self._command = bytearray((_COMMAND, 0))
        self._data = [_DATA, None]
        super().__init__(width, height, external_vcc)

    def write_cmd(self, cmd):
        """Send one byte of a command."""
        self._command[1] = cmd
        self.i2c.writeto(self.addr, self._command)

    def write_data(self, buf):
        """Send bytes of a picture."""
        self._data[1] = buf
        self.i2c.writevto(self.addr, self._data)
