"""The wiring of the device: what is on which pin of the Pico.

GP numbers, as the Pico's silk screen has them. hardware/README.md shows this as a table for the
person with the soldering iron; a test compares the two. A board that is wired differently changes
the numbers here, and nothing else.
"""

# The display
I2C_BUS = 0
I2C_SDA = 4
I2C_SCL = 5
I2C_HZ = 400_000  # the SSD1306's limit
OLED_ADDRESSES = (0x3C, 0x3D)  # tried in this order

# The keys: to ground, with the Pico's pull-ups
KEY_A = 10
KEY_B = 11
KEY_C = 12
KEY_M = 13

# The buzzer (optional): a passive piezo, driven by PWM
BUZZER = 15

# The battery: the Pico itself brings a third of VSYS to this analogue input
VSYS_ADC = 3
VSYS_DIVIDER = 3

# (part, its terminal, GP number), one entry for each wire that goes to a GP pin
WIRES = (
    ("OLED 128x64", "SDA", I2C_SDA),
    ("OLED 128x64", "SCL", I2C_SCL),
    ("key A", "left", KEY_A),
    ("key B", "middle", KEY_B),
    ("key C", "right", KEY_C),
    ("key M", "side", KEY_M),
    ("piezo (optional)", "+", BUZZER),
)
