"""What a maker wants to know of the board; loaded when the device checks itself (see
kibitz.check_screen). It is printed as well: a device whose glass stays dark has no other way.
"""

import gc
import sys


def of_board(board, bus) -> dict:
    """The facts of kibitz.world.World."""
    gc.collect()
    implementation = sys.implementation
    facts = {
        "found": () if bus.is_stuck() else tuple(bus.i2c.scan()),
        "sda": bus.sda,
        "scl": bus.scl,
        "free_bytes": gc.mem_free(),
        "system": "MicroPython" if implementation.name == "micropython" else implementation.name,
        "release": ".".join([str(part) for part in implementation.version[:3]]),
    }
    print("On the display's bus:", [hex(address) for address in facts["found"]])
    print("Cells:", board.battery.read_mv(), "mV;", facts["free_bytes"], "bytes free")
    return facts
