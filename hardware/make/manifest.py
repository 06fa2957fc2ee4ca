"""What was made from what: the sums of all inputs and outputs.

Where KiCad is not installed nothing can be made anew and compared. But if an input has changed
since the outputs were made, or an output was changed by hand, the sums tell.
"""

import hashlib
import json
from pathlib import Path

from hardware import circuit

HARDWARE = Path(__file__).resolve().parents[1]
NAME = "MANIFEST.json"
# What KiCad has a part in, and the scripts that it is made with. The rest can be made anew and
# compared anywhere.
MADE = ("kicad", "gerbers", "pictures/schematic.*", "pictures/board-*.png")
SCRIPTS = ("board", "footprint", "kicad", "route", "schematic", "sexpr")


def inputs(folder: Path = HARDWARE) -> dict[str, str]:
    """The circuit as data, so that a remark in its source, or a price, changes nothing."""
    facts: list[object] = [circuit.PARTS, circuit.MODULES, circuit.FIRMWARE_NETS]
    facts += [circuit.OLED_TERMINALS, circuit.PICO_NAMES]
    facts += [circuit.BOARD_WIDTH, circuit.BOARD_HEIGHT, circuit.CORNER_RADIUS]
    for name, kind in circuit.KINDS.items():
        if kind.symbol:
            facts += [name, kind.value, kind.description, kind.symbol, kind.footprint]
    found = {"circuit": _sum(repr(facts).encode())}
    for name in SCRIPTS:
        found[f"make/{name}.py"] = _sum((folder / "make" / f"{name}.py").read_bytes())
    return found


def outputs(folder: Path = HARDWARE) -> dict[str, str]:
    paths = [path for name in MADE for found in folder.glob(name) for path in _files(found)]
    return {str(path.relative_to(folder)): _sum(path.read_bytes()) for path in sorted(paths)}


def _files(path: Path) -> list[Path]:
    return [path] if path.is_file() else [one for one in path.rglob("*") if one.is_file()]


def _sum(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def write(kicad: str, folder: Path = HARDWARE) -> None:
    held = {"kicad": kicad, "inputs": inputs(folder), "outputs": outputs(folder)}
    (folder / NAME).write_text(json.dumps(held, indent=1, sort_keys=True) + "\n", "utf-8")


def made_with(folder: Path = HARDWARE) -> str:
    """The version of KiCad that made the outputs. Another one may write other bytes."""
    return json.loads((folder / NAME).read_text("utf-8"))["kicad"]


def faults(folder: Path = HARDWARE) -> list[str]:
    """What is not as it was when the outputs were made."""
    held = json.loads((folder / NAME).read_text("utf-8"))
    found = []
    for what, now in (("inputs", inputs(folder)), ("outputs", outputs(folder))):
        for name in sorted(held[what].keys() | now.keys()):
            if held[what].get(name) != now.get(name):
                found.append(f"{name} has changed since `make hardware`")
    return found
