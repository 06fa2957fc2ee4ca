"""An emulated RP2040 at the end of a serial port: cable.py RIG UF2 IMAGE.

RIG: the folder of the emulator (picoemu.py); this runs with the Python that has its packages.
UF2: an image of MicroPython. IMAGE: the file system, read at the start if there is one, and
written at the end. Prints the name of the port, then runs until its standard input is closed and
the board has had time to start, and tells what it has said in the end. So mpremote and `make flash`
talk to the real MicroPython:

    python tests/pico/cable.py RIG UF2 IMAGE        in one terminal
    make flash ARGS="--port /dev/pts/7"             in another
"""

import os
import pty
import select
import sys
import tty
from pathlib import Path

RIG, UF2, IMAGE = sys.argv[1:]
sys.path.insert(0, RIG)

import picoemu  # noqa: E402

STEP_ms = 2
MOST_bytes = 256
START_ms = 3000


def main() -> None:
    image = Path(IMAGE)
    machine = picoemu.Machine(UF2, image.read_bytes() if image.exists() else None)
    ours, port = pty.openpty()
    tty.setraw(port)
    machine._sinks.append(lambda data: os.write(ours, data))
    print(os.ttyname(port), flush=True)
    while True:
        ready, _, _ = select.select([ours, sys.stdin], [], [], 0)
        if sys.stdin in ready and not sys.stdin.read(1):
            break
        if ours in ready and machine.usb_up:
            machine.send(os.read(ours, MOST_bytes))
        else:
            machine.run_ms(STEP_ms)
    machine.run_ms(START_ms)
    image.write_bytes(machine.fs_image())
    print(machine.console[-200:].decode("utf-8", "replace"))
    print(machine.oled.braille() if machine.oled.on else "The glass is dark.")


main()
