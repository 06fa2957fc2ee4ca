"""The wiring picture: a breadboard to scale, what is plugged into it, and coloured wires.

A point is (column, row) in steps of 2.54 mm; the holes are at whole numbers. The picture is also
a netlist: `connections` follows the breadboard's strips, and a test compares it with circuit.py.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from hardware import circuit

PITCH = 2.54
COLUMNS = 63
ROWS = {letter: row for row, letter in enumerate("jihgf")} | {
    letter: row for row, letter in enumerate("edcba", 7)
}
RAIL_GAP = 4  # the holes of a rail come in fives, with a gap at each sixth column
RAILS = {"T+": -4, "T-": -3, "B-": 14, "B+": 15}
LEFT, TOP, WIDTH, HEIGHT = -2.0, -9.0, 67.5, 41.0  # of the picture, in steps
HOLE = 0.45
LINE = 0.26  # of a wire
LETTER = 0.62  # the width of a letter, as a share of its height; the picture keeps to it
SMALL, MEDIUM, LARGE = 0.62, 0.85, 1.3

RED, BLACK, BLUE, YELLOW, GREEN = "#d62728", "#222222", "#1f5fbf", "#e0a100", "#2a8f3a"
ORANGE, VIOLET, BROWN, GREY = "#f07818", "#8a3fb0", "#8a5a2b", "#888888"

Point = tuple[float, float]


@dataclass(frozen=True)
class Wire:
    net: str
    colour: str
    start: str  # a hole, as "a6", or a rail with a column, as "T+5"
    end: str
    by: tuple[Point, ...]  # the corners on its way
    words: str


@dataclass(frozen=True)
class Label:
    words: str
    x: float  # its middle, or its left edge
    y: float  # its middle
    size: float
    left: bool = False
    on: str = ""  # the part it is written on
    fill: str = "#222222"

    def box(self) -> tuple[float, float, float, float]:
        width = len(self.words) * LETTER * self.size
        start = self.x if self.left else self.x - width / 2
        return start, self.y - self.size / 2, start + width, self.y + self.size / 2


@dataclass(frozen=True)
class Body:
    """What covers holes: a rectangle, and the holes its legs are in by terminal."""

    name: str
    box: tuple[float, float, float, float]
    legs: dict[str, str]
    fill: str
    round: bool = False
    joined: tuple[tuple[str, str], ...] = ()  # legs that are the same inside the part


def at(hole: str) -> Point:
    if hole[0] in "TB":
        return float(hole[2:]), float(RAILS[hole[:2]])
    return float(hole[1:]), float(ROWS[hole[0]])


# -- the parts -------------------------------------------------------------------------------------

OLED_COLUMN = 53
KEY_COLUMNS = {"A": 30, "B": 35, "C": 40, "M": 45}
PIEZO = ("e24", "e26")
RESISTOR = ("b20", "b24")
DIODE = ("h23", "h27")  # cathode, anode
BATTERY_PLUS, BATTERY_MINUS = "j27", "T-29"
BATTERY_BOX = (20.5, -8.6, 36.0, -6.2)


def pico_hole(pin: int, outside: int = 0) -> str:
    """Where a pin of the Pico is, or a hole of its strip so many farther out."""
    half = circuit.PICO_PINS // 2
    if pin <= half:
        return f"{'cba'[outside]}{pin}"
    return f"{'hij'[outside]}{circuit.PICO_PINS + 1 - pin}"


def of(net: str) -> str:
    """The outermost hole of the Pico's strip for a net."""
    pin = min(pin for pin, found in circuit.PICO_NETS.items() if found == net)
    return pico_hole(pin, 2)


def bodies() -> list[Body]:
    legs = {str(pin): pico_hole(pin) for pin in circuit.PICO_NAMES}
    half = circuit.PICO_WIDTH / PITCH / 2
    long = circuit.PICO_LENGTH / PITCH / 2
    found = [Body("Pico", (10.5 - long, 5.5 - half, 10.5 + long, 5.5 + half), legs, "#2f7d4f")]
    module = circuit.MODULES['0.96"']
    middle = OLED_COLUMN + (len(circuit.OLED_TERMINALS) - 1) / 2
    top = ROWS["g"] - module.header_from_top / PITCH
    reach = module.width / PITCH / 2
    box = (middle - reach, top, middle + reach, top + module.height / PITCH)
    legs = {str(pin): f"g{OLED_COLUMN + pin - 1}" for pin in range(1, 5)}
    found.append(Body("OLED", box, legs, "#23416b"))
    for letter, column in KEY_COLUMNS.items():
        reach = 3 / PITCH
        box = (column + 1 - reach, 5.5 - reach, column + 1 + reach, 5.5 + reach)
        legs = {
            "1": f"f{column}",
            "1'": f"e{column}",
            "2": f"f{column + 2}",
            "2'": f"e{column + 2}",
        }
        joined = (("1", "1'"), ("2", "2'"))
        found.append(Body(f"key {letter}", box, legs, "#555555", joined=joined))
    x, y = (at(PIEZO[0])[0] + at(PIEZO[1])[0]) / 2, at(PIEZO[0])[1]
    reach = 12.2 / PITCH / 2
    box = (x - reach, y - reach, x + reach, y + reach)
    found.append(Body("piezo", box, {"1": PIEZO[0], "2": PIEZO[1]}, "#333333", round=True))
    found.append(_axial("R1", RESISTOR, "#d8b98a"))
    found.append(_axial("D1", DIODE, "#d9653b"))
    return found


def _axial(name: str, holes: tuple[str, str], fill: str) -> Body:
    (left, y), (right, _) = at(holes[0]), at(holes[1])
    box = (left + 0.9, y - 0.38, right - 0.9, y + 0.38)
    return Body(name, box, {"1": holes[0], "2": holes[1]}, fill)


# -- the wires -------------------------------------------------------------------------------------

LANES = {"SDA": 11.75, "SCL": 12.1, "KEY_A": 12.45, "KEY_B": 12.8, "KEY_C": 13.15, "KEY_M": 13.5}
UPWARDS = {"SDA": 48.0, "SCL": 48.6}  # where the display's wires cross the middle
ABOVE = {"SDA": -1.6, "SCL": -1.0, "VSYS": -1.3}
COLOURS = {
    **{"SDA": BLUE, "SCL": YELLOW, "VSYS": ORANGE, "BATTERY": RED},
    **{"KEY_A": GREEN, "KEY_B": VIOLET, "KEY_C": BROWN, "KEY_M": GREY},
}


def wires() -> list[Wire]:
    gnd = [pin for pin, name in circuit.PICO_NAMES.items() if name == "GND"]
    upper = pico_hole(max(gnd), 2)
    lower = pico_hole(max(pin for pin in gnd if pin <= circuit.PICO_PINS // 2), 2)
    supply = of(circuit.V3V3)
    found = [
        _straight(circuit.GND, BLACK, upper, "T-", "Pico GND to the upper minus rail"),
        _straight(circuit.V3V3, RED, supply, "T+", "Pico 3V3 (OUT) to the upper plus rail"),
        _straight(circuit.GND, BLACK, lower, "B-", "Pico GND to the lower minus rail"),
    ]
    for index, terminal in enumerate(circuit.OLED_TERMINALS):
        hole = f"j{OLED_COLUMN + index}"
        if terminal in ("SDA", "SCL"):
            found.append(_bus(terminal, hole))
        else:
            first = index == 0
            net, rail = (circuit.GND, "T-") if first else (circuit.V3V3, "T+")
            words = f"OLED {'GND to the upper minus' if first else 'VCC to the upper plus'} rail"
            found.append(_straight(net, BLACK if first else RED, hole, rail, words))
    for letter, column in KEY_COLUMNS.items():
        net = f"KEY_{letter}"
        start, end = of(net), f"a{column}"
        lane = LANES[net]
        by = ((at(start)[0], lane), (float(column), lane))
        words = f"{_gp(net)} to key {letter}"
        found.append(Wire(net, COLOURS[net], start, end, by, words))
        words = f"key {letter} to the lower minus rail"
        found.append(_straight(circuit.GND, BLACK, f"a{column + 2}", "B-", words))
    words = "piezo to the lower minus rail"
    found.append(_straight(circuit.GND, BLACK, f"a{PIEZO[1][1:]}", "B-", words))
    start, end = of(circuit.VSYS), f"j{DIODE[0][1:]}"
    lane = ABOVE["VSYS"]
    by = ((at(start)[0], lane), (at(end)[0], lane))
    words = "Pico VSYS to the ring of the diode"
    found.append(Wire(circuit.VSYS, COLOURS["VSYS"], start, end, by, words))
    return found


def _gp(net: str) -> str:
    return f"Pico GP{circuit.FIRMWARE_NETS[net]}"


def _straight(net: str, colour: str, hole: str, rail: str, words: str) -> Wire:
    return Wire(net, colour, hole, f"{rail}{hole[1:]}", (), words)


def _bus(terminal: str, end: str) -> Wire:
    """From the display's pin of this name to where the firmware expects it."""
    start = of(terminal)
    low, across, high = LANES[terminal], UPWARDS[terminal], ABOVE[terminal]
    by = ((at(start)[0], low), (across, low), (across, high), (at(end)[0], high))
    return Wire(terminal, COLOURS[terminal], start, end, by, f"{_gp(terminal)} to OLED {terminal}")


def leads() -> list[Wire]:
    """The two wires of the battery holder."""
    plus, minus = at(BATTERY_PLUS), at(BATTERY_MINUS)
    bottom = BATTERY_BOX[3]
    return [
        Wire("SWITCHED", RED, BATTERY_PLUS, "", ((plus[0], bottom),), "battery + to the diode"),
        Wire(circuit.GND, BLACK, BATTERY_MINUS, "", ((minus[0], bottom),), "battery - to minus"),
    ]


# -- as a netlist ----------------------------------------------------------------------------------


def strip(hole: str) -> str:
    """All holes of a strip are one: a rail, or the five of half a column."""
    if hole[0] in "TB":
        return hole[:2]
    return f"{'upper' if ROWS[hole[0]] < ROWS['e'] else 'lower'} {hole[1:]}"


def connections() -> list[set[str]]:
    """What is connected: sets of strips and of terminals, as "Pico 6"."""
    joins = [(strip(wire.start), strip(wire.end)) for wire in wires()]
    joins += [("battery +", strip(BATTERY_PLUS)), ("battery -", strip(BATTERY_MINUS))]
    for body in bodies():
        joins += [(f"{body.name} {leg}", strip(hole)) for leg, hole in body.legs.items()]
        joins += [(f"{body.name} {one}", f"{body.name} {other}") for one, other in body.joined]
    groups: list[set[str]] = []
    for one, other in joins:
        joined = {one, other}
        for group in [group for group in groups if group & joined]:
            groups.remove(group)
            joined |= group
        groups.append(joined)
    return groups


def corners(wire: Wire) -> list[Point]:
    """The points through which a wire is drawn."""
    points = [at(wire.start), *wire.by]
    return [*points, at(wire.end)] if wire.end else points


def crosses(wire: Wire, box: tuple[float, float, float, float]) -> bool:
    """Whether a wire, whose parts run along rows or columns, touches a box."""
    points = corners(wire)
    half = LINE / 2
    for (x, y), (right, bottom) in zip(points, points[1:], strict=False):
        left, right = sorted((x, right))
        top, bottom = sorted((y, bottom))
        beside = right + half < box[0] or left - half > box[2]
        if not (beside or bottom + half < box[1] or top - half > box[3]):
            return True
    return False


# -- the picture -----------------------------------------------------------------------------------

PICO_LABELS = (36, 38, 39)  # beside those of the firmware's pins


def labels() -> list[Label]:
    found = [Label("Kibitz on a breadboard", -1.4, -7.4, LARGE, left=True)]
    for column in range(5, COLUMNS, 5):
        number = Label(str(column), column, -0.55, SMALL, fill="#777777")
        if not any(crosses(wire, number.box()) for wire in (*wires(), *leads())):
            found.append(number)
    for letter, row in ROWS.items():
        found.append(Label(letter, -0.6, row, SMALL, fill="#777777"))
        found.append(Label(letter, COLUMNS + 1.0, row, SMALL, fill="#777777"))
    for rail, row in RAILS.items():
        colour = RED if rail[1] == "+" else BLACK
        found.append(Label(rail[1], -0.8, row, MEDIUM, fill=colour))
        found.append(Label(rail[1], COLUMNS + 1.2, row, MEDIUM, fill=colour))
    found += _part_labels()
    found += [Label("battery holder, 3x AAA", 28.5, -7.9, MEDIUM, on="battery", fill="#ffffff")]
    found += [Label("with a switch", 28.5, -7.0, SMALL, on="battery", fill="#ffffff")]
    found += [Label("+", at(BATTERY_PLUS)[0] - 0.8, -5.5, LARGE, fill=RED)]
    found += [Label("-", at(BATTERY_MINUS)[0] + 0.8, -5.5, LARGE)]
    return [*found, *_legend_labels()]


def _part_labels() -> Iterator[Label]:
    yield Label("Raspberry Pi Pico", 11.5, 5.5, LARGE, on="Pico", fill="#ffffff")
    yield Label("USB", 1.9, 5.5, MEDIUM, on="Pico", fill="#ffffff")
    nets = (*circuit.FIRMWARE_NETS, circuit.V3V3, circuit.VSYS)
    for net in nets:
        hole = of(net)
        pin = next(pin for pin, found in circuit.PICO_NETS.items() if found == net)
        column = at(hole)[0]
        row = 8.1 if hole[0] == "a" else 2.9
        # Neighbours stand one above the other.
        row += (-0.75 if hole[0] == "a" else 0.75) * (pin % 2)
        name = circuit.PICO_NAMES[pin]
        yield Label(name, min(column, 19.6), row, SMALL, on="Pico", fill="#ffffff")
    middle = OLED_COLUMN + 1.5
    yield Label("OLED 128x64", middle, 10.9, MEDIUM, on="OLED", fill="#9fd0ff")
    for index, terminal in enumerate(("GND", "VCC", *circuit.OLED_TERMINALS[2:])):
        row = 3.95 if index % 2 else 4.65
        words = Label(terminal, OLED_COLUMN + index, row, SMALL * 0.85, on="OLED", fill="#ffffff")
        yield words
    for letter, column in KEY_COLUMNS.items():
        yield Label(letter, column + 1, 5.5, LARGE, on=f"key {letter}", fill="#ffffff")
    yield Label("piezo", 25.0, 6.0, SMALL, on="piezo", fill="#ffffff")
    yield Label("150", 22.0, 10.0, SMALL * 0.9, on="R1")
    yield Label(circuit.KINDS["diode"].value, 25.2, 2.0, SMALL * 0.85, on="D1", fill="#ffffff")


LEGEND_TOP, LEGEND_STEP, LEGEND_HALF = 18.0, 1.15, 33.0


def legend() -> list[tuple[str, str]]:
    """A line for each wire, in the order in which they are plugged in: its colour, its words."""
    lines = [(wire.colour, f"{wire.start} - {wire.end}: {wire.words}") for wire in wires()]
    lines.append((GREY, f"{RESISTOR[0]} - {RESISTOR[1]}: 150 ohm, {_gp('BUZZER')} to the piezo"))
    ring, other = DIODE
    lines.append((ORANGE, f"{ring} - {other}: diode, its ring at {ring}"))
    for lead in leads():
        lines.append((lead.colour, f"{lead.start}: {lead.words}"))
    return lines


def _legend_spots() -> Iterator[tuple[float, float]]:
    lines = len(legend())
    column = (lines + 1) // 2
    for index in range(lines):
        right = index // column
        yield right * LEGEND_HALF, LEGEND_TOP + (index % column) * LEGEND_STEP


def _legend_labels() -> Iterator[Label]:
    for (_, words), (x, y) in zip(legend(), _legend_spots(), strict=True):
        yield Label(words, x + 2.2, y, MEDIUM, left=True)


def picture() -> str:
    """The picture as SVG, in millimetres: printed at 100 % it fits a real breadboard."""
    view = f"{LEFT:g} {TOP:g} {WIDTH:g} {HEIGHT:g}"
    size = f'width="{WIDTH * PITCH:.2f}mm" height="{HEIGHT * PITCH:.2f}mm"'
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" {size}>']
    out.append("<title>Kibitz on a breadboard</title>")
    out.append(_rect((LEFT, TOP, LEFT + WIDTH, TOP + HEIGHT), "#ffffff"))
    out.append(_rect((-1.5, -5.0, COLUMNS + 2.0, 16.0), "#f4f1e8", 0.4, "#c8c2b0"))
    out.append(_rect((-1.2, 4.9, COLUMNS + 1.7, 6.1), "#dcd6c6"))
    for rail, row in RAILS.items():
        colour = RED if rail[1] == "+" else BLACK
        side = 0.48 if row in (RAILS["T-"], RAILS["B+"]) else -0.48
        out.append(_path(((0.5, row + side), (COLUMNS + 0.5, row + side)), colour, 0.07))
    out += _holes()
    out += [piece for body in bodies() for piece in _body(body)]
    out.append(_rect(BATTERY_BOX, "#44484d", 0.3))
    for wire in (*wires(), *leads()):
        out += _wire(wire)
    for (colour, _), (x, y) in zip(legend(), _legend_spots(), strict=True):
        out.append(_path(((x, y), (x + 1.6, y)), colour, LINE * 1.6))
    out += [_text(label) for label in labels()]
    return "\n".join([*out, "</svg>", ""])


def _holes() -> Iterator[str]:
    holes = [(column, row) for row in ROWS.values() for column in range(1, COLUMNS + 1)]
    rails = [column for column in range(1, COLUMNS + 1) if column % 6 != RAIL_GAP]
    holes += [(column, row) for row in RAILS.values() for column in rails]
    side = f'width="{HOLE}" height="{HOLE}"'
    for x, y in holes:
        yield f'<rect x="{x - HOLE / 2:g}" y="{y - HOLE / 2:g}" {side} fill="#5a564c"/>'


def _rect(box, fill: str, corner: float = 0, stroke: str = "none", more: str = "") -> str:
    x, y, right, bottom = box
    where = f'x="{x:.3g}" y="{y:.3g}" width="{right - x:.4g}" height="{bottom - y:.4g}"'
    look = f'rx="{corner:g}" fill="{fill}" stroke="{stroke}" stroke-width=".08"'
    return f"<rect {where} {look}{more}/>"


def _body(body: Body) -> Iterator[str]:
    x, y, right, bottom = body.box
    if body.name in ("R1", "D1"):
        first, second = (at(hole) for hole in body.legs.values())
        yield _path((first, second), "#9a9a9a", 0.16)
    if body.round:
        middle = f'cx="{(x + right) / 2:g}" cy="{(y + bottom) / 2:g}" r="{(right - x) / 2:.4g}"'
        yield f'<circle {middle} fill="{body.fill}"/>'
    else:
        yield _rect(body.box, body.fill, 0.25, "#222222")
    if body.name == "Pico":
        yield _rect((x - 0.5, 4.1, x + 2.6, 6.9), "#b8bcc0", 0.15, "#777777", ' fill-opacity=".45"')
    if body.name == "OLED":
        module = circuit.MODULES['0.96"']
        wide, high = (value / PITCH for value in module.active)
        left, top = (x + right - wide) / 2, y + module.active_from_top / PITCH
        yield _rect((left, top, left + wide, top + high), "#0b1420", 0.1, "#6f8fb5")
    if body.name == "D1":
        yield _rect((x + 0.12, y, x + 0.4, bottom), "#202020")
    if body.name.startswith("key"):
        yield f'<circle cx="{(x + right) / 2:g}" cy="{(y + bottom) / 2:g}" r=".85" fill="#222222"/>'
    for hole in body.legs.values():
        a, b = at(hole)
        yield f'<circle cx="{a:g}" cy="{b:g}" r=".2" fill="#e8d27a"/>'


def _wire(wire: Wire) -> Iterator[str]:
    points = corners(wire)
    yield _path(points, "#ffffff", LINE * 1.7)
    yield _path(points, wire.colour, LINE)
    for hole in filter(None, (wire.start, wire.end)):
        x, y = at(hole)
        yield f'<circle cx="{x:g}" cy="{y:g}" r=".24" fill="{wire.colour}"/>'


def _path(points, colour: str, width: float) -> str:
    line = " ".join(f"{x:g},{y:g}" for x, y in points)
    look = f'fill="none" stroke="{colour}" stroke-width="{width:g}"'
    return f'<polyline points="{line}" {look} stroke-linejoin="round" stroke-linecap="round"/>'


def _text(label: Label) -> str:
    left, top, right, bottom = label.box()
    anchor = "start" if label.left else "middle"
    # The length is given, so that no font makes a label longer than its box.
    set_ = f'textLength="{right - left:.4g}" lengthAdjust="spacingAndGlyphs" text-anchor="{anchor}"'
    base = top + label.size * 0.82
    look = f'font-family="sans-serif" font-size="{label.size:g}" fill="{label.fill}"'
    return f'<text x="{label.x:g}" y="{base:.4g}" {look} {set_}>{escape(label.words)}</text>'
