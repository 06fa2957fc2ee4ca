"""Our own footprint: the four pins of a display module, and where both sizes of module lie."""

from hardware import circuit
from hardware.make.sexpr import Node, Text, dump, identifier, number

NAME = "OLED_128x64_I2C"
PITCH = 2.54
PAD, DRILL = 1.7, 1.0
FAB_LINE, SILK_LINE, COURTYARD_LINE = 0.1, 0.12, 0.05
COURTYARD_GAP = 1.8
SILK_GAP = 1.33
TEXT_SIZE = 0.8
TEXT_LINE = 0.12
FIRST = -PITCH * (len(circuit.OLED_TERMINALS) - 1) / 2


def footprint() -> str:
    """The footprint's file. Its middle is the middle of the row of pins."""
    node: Node = ["footprint", Text(NAME), ["version", "20241229"], ["generator", Text("kibitz")]]
    node += [["generator_version", Text("9.0")], ["layer", Text("F.Cu")]]
    node.append(["descr", Text("display module 128x64, I2C, in a 1x4 socket")])
    node += [_field("Reference", "REF**", -3.2, "F.SilkS"), _field("Value", NAME, 3.4, "F.Fab")]
    node.append(["attr", "through_hole"])
    reach = -FIRST
    for line, layer, gap in (
        (SILK_LINE, "F.SilkS", SILK_GAP),
        (COURTYARD_LINE, "F.CrtYd", COURTYARD_GAP),
    ):
        node.append(_box((-reach - gap, -gap), (reach + gap, gap), layer, line))
    for name, module in circuit.MODULES.items():
        top = -module.header_from_top
        node.append(_around(module.width, top, module.height, "F.Fab"))
        for (width, height), start in (
            (module.glass, module.glass_from_top),
            (module.active, module.active_from_top),
        ):
            node.append(_around(width, top + start, height, "F.Fab"))
        node.append(_words(name, (0, top + module.height - 1.2), "F.Fab"))
    for index in range(len(circuit.OLED_TERMINALS)):
        node.append(_pad(index))
    for index, terminal in enumerate(circuit.OLED_TERMINALS):
        short = str(index + 1) if "/" in terminal else terminal
        node.append(_words(short, (FIRST + index * PITCH, 2.2), "F.SilkS"))
    return dump(node) + "\n"


def _pad(index: int) -> Node:
    shape = "circle" if index else "rect"
    pad: Node = ["pad", Text(str(index + 1)), "thru_hole", shape]
    pad += [["at", number(FIRST + index * PITCH), "0"], ["size", number(PAD), number(PAD)]]
    pad += [["drill", number(DRILL)], ["layers", Text("*.Cu"), Text("*.Mask")]]
    return [*pad, ["uuid", identifier(f"oled pad {index}")]]


def _around(width: float, top: float, height: float, layer: str) -> Node:
    return _box((-width / 2, top), (width / 2, top + height), layer, FAB_LINE)


def _box(start: tuple[float, float], end: tuple[float, float], layer: str, line: float) -> Node:
    node: Node = ["fp_rect", ["start", *map(number, start)], ["end", *map(number, end)]]
    node += [["stroke", ["width", number(line)], ["type", "solid"]], ["fill", "no"]]
    return [*node, ["layer", Text(layer)], ["uuid", identifier(f"oled box {start} {layer}")]]


def _words(words: str, at: tuple[float, float], layer: str) -> Node:
    node: Node = ["fp_text", "user", Text(words), ["at", *map(number, at), "0"]]
    node += [["layer", Text(layer)], ["uuid", identifier(f"oled words {words}")]]
    return [*node, _effects()]


def _field(name: str, words: str, y: float, layer: str) -> Node:
    node: Node = ["property", Text(name), Text(words), ["at", "0", number(y), "0"]]
    node += [["layer", Text(layer)], ["uuid", identifier(f"oled field {name}")]]
    return [*node, _effects()]


def _effects() -> Node:
    font = ["font", ["size", number(TEXT_SIZE), number(TEXT_SIZE)]]
    return ["effects", [*font, ["thickness", number(TEXT_LINE)]]]
