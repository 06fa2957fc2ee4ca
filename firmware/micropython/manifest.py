# ruff: noqa: F821  these names are the words of a manifest
"""Freezes everything into a MicroPython of one's own.

make -C ports/rp2 BOARD=RPI_PICO FROZEN_MANIFEST=/path/to/firmware/micropython/manifest.py
"""

include("$(PORT_DIR)/boards/manifest.py")  # what the port itself needs to start

require("ssd1306")

package("kibitz", base_path="..")
package("rules_core", base_path="../..")

module("board.py")
module("bus.py")
module("chance.py")
module("config.py")
module("contacts.py")
module("display.py")
module("facts.py")
module("loop.py")
module("main.py")
module("oled.py")
module("piezo.py")
module("plain.py")
module("quick.py")
module("storage.py")
module("trouble.py")
module("watchdog.py")
