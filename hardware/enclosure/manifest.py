"""What the box was made from: the sums of its scripts, of the circuit's facts and of the files.

Open CASCADE is too heavy for the tests; the sums tell whether its solids are of today.
"""

import hashlib
import json
from pathlib import Path

from hardware import circuit
from hardware.enclosure.design import Design

FOLDER = Path(__file__).resolve().parent
NAME = "MANIFEST.json"
SCRIPTS = ("cad", "design", "files", "parts", "picture", "signs", "solids", "views", "__main__")
FOLDERS = {"stl": "stl", "step": "step", "pictures": "png"}


def inputs(folder: Path = FOLDER) -> dict[str, str]:
    """The numbers that matter: a price or a remark in the circuit changes nothing."""
    facts = [
        *(repr(Design()), circuit.HEIGHTS, circuit.KEY_REFS, len(circuit.OLED_TERMINALS)),
        *(circuit.BOARD_WIDTH, circuit.BOARD_HEIGHT, circuit.BOARD_THICKNESS),
        *(circuit.CORNER_RADIUS, circuit.SOCKET_HEIGHT, circuit.SPACER_HEIGHT),
        *(circuit.PICO_WIDTH, circuit.PICO_LENGTH, circuit.USB_OVERHANG, circuit.USB_WIDTH),
        *(circuit.KEY_TRAVEL, circuit.KEY_TOLERANCE, circuit.KEY_BODY, circuit.KEY_BODY_HEIGHT),
        [(p.ref, p.kind, p.at, p.turned) for p in circuit.PARTS],
    ]
    found = {"circuit": _sum(repr(facts).encode())}
    for name in SCRIPTS:
        found[f"{name}.py"] = _sum((folder / f"{name}.py").read_bytes())
    return found


def outputs(folder: Path = FOLDER) -> dict[str, str]:
    found = {}
    for name, ending in FOLDERS.items():
        for path in sorted((folder / name).glob(f"*.{ending}")):
            found[f"{name}/{path.name}"] = _sum(path.read_bytes())
    return found


def _sum(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def write(folder: Path = FOLDER) -> None:
    held = {"inputs": inputs(), "outputs": outputs(folder)}
    (folder / NAME).write_text(json.dumps(held, indent=1) + "\n", "utf-8")


def faults(folder: Path = FOLDER) -> list[str]:
    """What is not as it was when the box was made."""
    held = json.loads((folder / NAME).read_text("utf-8"))
    found = []
    for what, now in (("inputs", inputs(folder)), ("outputs", outputs(folder))):
        for name in sorted(held[what].keys() | now.keys()):
            if held[what].get(name) != now.get(name):
                found.append(f"{name} has changed since `make hardware`")
    return found
