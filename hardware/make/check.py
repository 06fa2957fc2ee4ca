"""Second readers, which need no KiCad: they read what was made and compare it with the circuit.

Each gives a list of faults, empty if there are none.
"""

import math
import re
import warnings
from collections.abc import Iterable
from pathlib import Path

from hardware import circuit
from hardware.make import schematic
from hardware.make.route import distance
from hardware.make.sexpr import Node, child, children, load

NEAR = 0.01  # what counts as the same place
GAP = 0.2  # the least distance between copper of different nets
COPPER = ("F.Cu", "B.Cu")
LAYERS = (
    *(("top", "copper"), ("top", "mask"), ("top", "silk")),
    *(("bottom", "copper"), ("bottom", "mask"), ("bottom", "silk")),
    ("mechanical", "outline"),
)
OUTLINE_LINE = 0.1
JUMPER_PAD = (1.5, 1.0)  # the jumpers stand upright

Point = tuple[float, float]
# A line with round ends: its layers, its start, its end, half its width.
Copper = tuple[tuple[str, ...], Point, Point, float]
Connections = dict[str, set[tuple[str, str]]]


def wanted() -> Connections:
    """What circuit.py says: the pads of each net, by KiCad's name for it."""
    return {
        circuit.net_name(net): {(ref, str(pad)) for ref, pad in pads}
        for net, pads in circuit.nets().items()
    }


def differences(found: Connections, where: str) -> list[str]:
    """What is connected otherwise than in circuit.py."""
    faults = []
    right = wanted()
    for net in sorted(right.keys() | found.keys()):
        for ref, pad in sorted(right.get(net, set()) ^ found.get(net, set())):
            lacks = (ref, pad) in right.get(net, set())
            said = "does not have" if lacks else "has"
            faults.append(f"{where}: {net} {said} pad {pad} of {ref}")
    return faults


def far_end(nets: Iterable[tuple[str, int, str]]) -> list[str]:
    """Do the pins of the display's module reach the Pico's pins that the firmware drives?

    By the names that are printed on the module and on the Pico: a swap of SDA and SCL between the
    two is no electrical fault, and no other check sees it. Given (ref, pad, net) of all pads.
    """
    faults = []
    nets = list(nets)
    for terminal, gp in (("SDA", circuit.pins.I2C_SDA), ("SCL", circuit.pins.I2C_SCL)):
        pad = circuit.OLED_TERMINALS.index(terminal) + 1
        ours = {net for ref, number, net in nets if (ref, number) == ("J1", pad)}
        reached = {
            circuit.PICO_NAMES[number] for ref, number, net in nets if ref == "U1" and net in ours
        }
        if reached != {f"GP{gp}"}:
            faults.append(f"the display's {terminal} reaches {sorted(reached)}, not GP{gp}")
    return faults


# -- the schematic ---------------------------------------------------------------------------------


def schematic_connections(text: str) -> Connections:
    """The netlist of a drawn sheet: wires, labels and pins that touch are one net."""
    sheet = load(text)
    library = {str(one[1]): one for one in children(child(sheet, "lib_symbols"), "symbol")}
    lines = [_points(child(wire, "pts")) for wire in children(sheet, "wire")]
    names = [(_spot(label), f"/{label[1]}") for label in children(sheet, "label")]
    pads: list[tuple[Point, tuple[str, str]]] = []
    for part in children(sheet, "symbol"):
        kind = str(child(part, "lib_id")[1])
        ref = _property(part, "Reference")
        for pin, spot in schematic.pin_spots(library[kind]).items():
            place = _placed(part, spot)
            if kind == "power:PWR_FLAG":
                continue
            if kind.startswith("power:"):
                names.append((place, _property(part, "Value")))
            else:
                pads.append((place, (ref, pin)))
    spots = [spot for spot, _ in (*names, *pads)]
    groups = _joined(lines, spots)
    found: Connections = {}
    called = {groups[spot]: name for spot, name in names}
    for spot, pad in pads:
        name = called.get(groups[spot])
        if name:
            found.setdefault(name, set()).add(pad)
    return found


def _joined(lines, spots) -> dict[tuple[float, float], int]:
    """A number for each spot, the same for spots that wires connect."""
    group = {spot: index for index, spot in enumerate(dict.fromkeys(spots))}
    ends = [end for line in lines for end in line]
    for spot in ends:
        group.setdefault(spot, len(group))
    for start, end in lines:
        touched = {
            group[spot]
            for spot in group
            if _on(spot, start, end) and (spot in spots or spot in ends)
        }
        first = min(touched)
        for spot, number in group.items():
            if number in touched:
                group[spot] = first
    return group


def _on(spot, start, end) -> bool:
    return distance(spot, start, end) < NEAR


def _points(node: Node) -> tuple[tuple[float, float], ...]:
    return tuple((float(xy[1]), float(xy[2])) for xy in children(node, "xy"))


def _spot(node: Node) -> tuple[float, float]:
    at = child(node, "at")
    return float(at[1]), float(at[2])


def _property(node: Node, name: str) -> str:
    return next(str(one[2]) for one in children(node, "property") if one[1] == name)


def _placed(part: Node, spot: tuple[float, float]) -> tuple[float, float]:
    """Where a pin of a drawn symbol is on the sheet."""
    at = child(part, "at")
    right, up = spot
    if list(children(part, "mirror")):
        right = -right
    for _ in range(int(float(at[3])) // 90):
        right, up = -up, right
    return round(float(at[1]) + right, 4), round(float(at[2]) - up, 4)


# -- the board -------------------------------------------------------------------------------------


class Board:
    """The copper of a .kicad_pcb: pads, tracks and vias, by net."""

    def __init__(self, text: str):
        board = load(text)
        names = {net[1]: str(net[2]) for net in children(board, "net")}
        self.pads: list[tuple] = []  # (ref, number, net, x, y, width, height, layers)
        self.holes: list[tuple[float, float, float, bool]] = []  # (x, y, diameter, plated)
        for footprint in children(board, "footprint"):
            self._footprint(footprint)
        self.tracks = [
            (
                *(names[child(one, "net")[1]], str(child(one, "layer")[1])),
                *(_pair(one, "start"), _pair(one, "end"), float(child(one, "width")[1])),
            )
            for one in children(board, "segment")
        ]
        self.vias = [
            (names[child(via, "net")[1]], *_spot(via), float(child(via, "size")[1]))
            for via in children(board, "via")
        ]
        for via in children(board, "via"):
            self.holes.append((*_spot(via), float(child(via, "drill")[1]), True))

    def _footprint(self, footprint: Node) -> None:
        ref = _property(footprint, "Reference")
        at = child(footprint, "at")
        turned = math.radians(float(at[3]) if len(at) > 3 else 0)
        for pad in children(footprint, "pad"):
            dx, dy = _spot(pad)
            x = float(at[1]) + dx * math.cos(turned) + dy * math.sin(turned)
            y = float(at[2]) - dx * math.sin(turned) + dy * math.cos(turned)
            size = child(pad, "size")
            wide, high = float(size[1]), float(size[2])
            own = child(pad, "at")
            angle = float(own[3]) if len(own) > 3 else 0
            if angle % 180 == 90:
                wide, high = high, wide
            for drill in children(pad, "drill"):
                self.holes.append((x, y, float(drill[1]), pad[2] != "np_thru_hole"))
            nets = list(children(pad, "net"))
            if nets:
                layers = [str(name) for name in child(pad, "layers")[1:]]
                layers = [name for name in COPPER if name in layers or "*.Cu" in layers]
                net = str(nets[0][2])
                self.pads.append((ref, str(pad[1]), net, x, y, wide, high, layers))

    def connections(self) -> Connections:
        found: Connections = {}
        for ref, number, net, *_ in self.pads:
            if not net.startswith("unconnected-"):
                found.setdefault(net, set()).add((ref, number))
        return found

    def things(self) -> list[tuple[str, Copper]]:
        """All copper but the poured one, with its net."""
        found = [(pad[2], _copper_of(pad)) for pad in self.pads]
        found += [(net, ((layer,), a, b, w / 2)) for net, layer, a, b, w in self.tracks]
        found += [(net, (COPPER, (x, y), (x, y), size / 2)) for net, x, y, size in self.vias]
        return found

    def too_near(self) -> list[str]:
        """Copper of two nets that is nearer than a fab can make it."""
        found = set()
        things = self.things()
        for index, (net, one) in enumerate(things):
            for other_net, other in things[:index]:
                if net != other_net and set(one[0]) & set(other[0]):
                    apart = _apart(one[1:3], other[1:3]) - one[3] - other[3]
                    if apart < GAP - NEAR:
                        nets = sorted((net, other_net))
                        found.add(
                            f"board: {nets[0]} and {nets[1]} are {max(apart, 0):.2f} mm apart"
                        )
        return sorted(found)

    def pieces(self, net: str) -> int:
        """In how many pieces the copper of a net is, poured copper aside."""
        things = [thing for found, thing in self.things() if found == net]
        group = list(range(len(things)))
        for i, one in enumerate(things):
            for j in range(i):
                if group[i] != group[j] and _touch(one, things[j]):
                    old, new = group[i], group[j]
                    group = [new if number == old else number for number in group]
        return len(set(group))


def _apart(one, other) -> float:
    """The distance between two lines."""
    if _cross(one, other):
        return 0.0
    ends = [distance(end, *other) for end in one] + [distance(end, *one) for end in other]
    return min(ends)


def _cross(one, other) -> bool:
    def side(line, point) -> float:
        (x, y), (right, down) = line
        return (right - x) * (point[1] - y) - (down - y) * (point[0] - x)

    apart = side(one, other[0]) * side(one, other[1]) < 0
    return apart and side(other, one[0]) * side(other, one[1]) < 0


def _copper_of(pad) -> Copper:
    """A pad as a line with round ends."""
    ref, _, _, x, y, wide, high, layers = pad
    if ref.startswith("JP"):  # KiCad gives the size of what its drawn shape is built around
        wide, high = JUMPER_PAD
    half = min(wide, high) / 2
    right, down = wide / 2 - half, high / 2 - half
    return tuple(layers), (x - right, y - down), (x + right, y + down), half


def _pair(node: Node, name: str) -> tuple[float, float]:
    found = child(node, name)
    return float(found[1]), float(found[2])


def _touch(one, other) -> bool:
    """Whether an end of one of them is in the copper of the other, on a layer of both."""
    if not set(one[0]) & set(other[0]):
        return False
    for first, second in ((one, other), (other, one)):
        for end in first[1:3]:
            if distance(end, second[1], second[2]) < second[3]:
                return True
    return False


def board_faults(text: str) -> list[str]:
    """Wrong nets, nets in pieces or too near, parts that stand elsewhere, and a wrong far end."""
    board = Board(text)
    faults = differences(board.connections(), "board") + board.too_near()
    for net in circuit.nets():
        full = circuit.net_name(net)
        pieces = board.pieces(full) if net != circuit.GND else 1
        if pieces != 1:
            faults.append(f"board: {full} is in {pieces} pieces")
    for part in circuit.PARTS:
        spots = [pad[3:5] for pad in board.pads if pad[0] == part.ref and pad[1].isdigit()]
        if part.nets and not spots:
            faults.append(f"board: {part.ref} is missing")
        for axis in (0, 1) if spots else ():
            values = [spot[axis] for spot in spots]
            middle = (min(values) + max(values)) / 2
            if abs(middle - part.at[axis]) > NEAR:
                faults.append(f"board: {part.ref} is at {middle:.2f}, not {part.at[axis]}")
    return faults + far_end((ref, int(pad), net) for ref, pad, net, *_ in board.pads)


# -- what the fab gets -----------------------------------------------------------------------------


def fab_faults(folder: Path, board: str) -> list[str]:
    """Layers, drills and outline of the Gerber files, as gerbonara reads them."""
    from gerbonara import LayerStack

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # KiCad's drill files say G90 twice
        stack = LayerStack.open(folder)
        faults = [f"fab: no layer {' '.join(one)}" for one in LAYERS if not _layer(stack, one)]
        if _layer(stack, ("mechanical", "outline")):
            faults += _outline_faults(stack)
        read = Board(board)
        faults += _copper_faults(stack, read)
        for name, plated in (("PTH", True), ("NPTH", False)):
            layers = [one for one in stack.drill_layers if f"-{name}." in str(one.original_path)]
            if not layers:
                faults.append(f"fab: no drill file {name}")
                continue
            bored = sorted(
                (*_at(hole), round(hole.aperture.diameter, 3)) for hole in layers[0].objects
            )
            right = [(x, y, size) for x, y, size, through in read.holes if through == plated]
            faults += _hole_faults(name, bored, sorted(right))
    return faults


def _layer(stack, name: tuple[str, str]):
    layer = stack.graphic_layers.get(name)
    return layer if layer and layer.objects else None


def _at(flash) -> tuple[float, float]:
    return round(flash.x, 3), round(-flash.y, 3)


def _outline_faults(stack) -> list[str]:
    (left, top), (right, bottom) = stack.board_bounds()
    size = (right - left - OUTLINE_LINE, bottom - top - OUTLINE_LINE)
    wanted_size = (circuit.BOARD_WIDTH, circuit.BOARD_HEIGHT)
    if any(abs(a - b) > NEAR for a, b in zip(size, wanted_size, strict=True)):
        return [f"fab: the outline is {size[0]:.2f} x {size[1]:.2f} mm"]
    return []


def _copper_faults(stack, board: Board) -> list[str]:
    """Is each track of the board in its layer's file, and nothing less?"""
    faults = []
    for side, layer in (("top", "F.Cu"), ("bottom", "B.Cu")):
        found = _layer(stack, (side, "copper"))
        if not found:
            continue
        drawn = set()
        for one in found.objects:
            if hasattr(one, "x1"):
                a, b = (round(one.x1, 2), round(-one.y1, 2)), (round(one.x2, 2), round(-one.y2, 2))
                drawn |= {(a, b), (b, a)}
        for net, where, start, end, _ in board.tracks:
            line = tuple((round(x, 2), round(y, 2)) for x, y in (start, end))
            if where == layer and line not in drawn:
                faults.append(f"fab: a track of {net} is not on the {side} layer")
    return faults


def _hole_faults(name: str, bored: list, right: list) -> list[str]:
    if len(bored) != len(right):
        return [f"fab: {len(bored)} {name} holes, not {len(right)}"]
    return [
        f"fab: a {name} hole at {one[:2]} of {one[2]} mm is not at {other[:2]} of {other[2]} mm"
        for one, other in zip(sorted(bored), sorted(right), strict=True)
        if any(abs(a - b) > NEAR for a, b in zip(one, other, strict=True))
    ]


def netlist_connections(text: str) -> Connections:
    """The netlist for a fab's tester (IPC-D-356)."""
    found: Connections = {}
    for line in text.splitlines():
        match = re.match(r"3[12]7(.{14})   (\S+) +-(\d+)", line)
        if match and not match[1].strip().endswith(")"):
            found.setdefault(match[1].strip(), set()).add((match[2], match[3]))
    return found
