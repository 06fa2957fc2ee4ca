"""The yardstick: a counter on the plain driver, which sends the whole picture for every press. For
MicroPython; the driver is the project's own in the form of micropython-lib's, with the same bytes
on the bus."""

from time import sleep_ms

from machine import I2C, Pin

from oled import SSD1306_I2C

KEY = 10  # A
POLL_ms = 1

glass = SSD1306_I2C(128, 64, I2C(0, sda=Pin(4), scl=Pin(5), freq=400_000))
key = Pin(KEY, Pin.IN, Pin.PULL_UP)
count = 0
up = None  # as it was last looked at
while True:
    now = key()
    if now != up:
        if up is None or not now:
            glass.fill(0)
            glass.text("presses: " + str(count), 0, 0)
            glass.show()
            count += 1
        up = now
    sleep_ms(POLL_ms)
