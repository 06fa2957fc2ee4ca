"""Everything that differs from one device to the next. Change it here, and nowhere else.

Pins are GP numbers. The wiring of hardware/README.md is what the numbers of kibitz.pins say; put
another number in the place of a name if yours is another.
"""

from kibitz import pins

# -- the display -----------------------------------------------------------------------------------

DISPLAY = "ssd1306"  # or "sh1106": the 1.3 inch modules, as a rule
UPSIDE_DOWN = False  # True if the module is mounted the other way up
ADDRESSES = pins.OLED_ADDRESSES  # tried in this order
I2C_BUS = pins.I2C_BUS
I2C_SDA = pins.I2C_SDA
I2C_SCL = pins.I2C_SCL
I2C_HZ = pins.I2C_HZ  # 100_000 for long or bad wires

# -- the keys --------------------------------------------------------------------------------------

KEY_A = pins.KEY_A
KEY_B = pins.KEY_B
KEY_C = pins.KEY_C
KEY_M = pins.KEY_M

# -- the piezo -------------------------------------------------------------------------------------

PIEZO = pins.BUZZER  # None if there is none

# -- power -----------------------------------------------------------------------------------------

BATTERY = True  # False: no cells, or a board that does not bring VSYS to ADC3 (the Pico W)
VSYS_ADC = pins.VSYS_ADC
VSYS_DIVIDER = pins.VSYS_DIVIDER
DIODE_mV = 400  # what the diode between cells and VSYS takes: a BAT85; 250 suits a 1N5819

# On the Pico itself, so no wire of ours leads there.
VBUS = 24  # high while USB brings power. None if the board has no such pin, "WL_GPIO2" on a Pico W
LED = "LED"  # None if there is none

# Sleep between presses. False keeps the chip awake, which only costs battery.
LIGHT_SLEEP = True

# Reset the chip when the program hangs; the game goes on. False only to look for what hangs.
WATCHDOG = True

# -- saved games -----------------------------------------------------------------------------------

FOLDER = "/kibitz-saves"
