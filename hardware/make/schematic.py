"""The schematic: where each part of the circuit is drawn, and the wires between them.

The symbols are those of KiCad's own libraries, and one of ours for the display. A net's name is at
the end of a wire, as a label or a power symbol; whether the drawing says what circuit.py says is
found out by KiCad, whose netlist of it is compared.
"""

from pathlib import Path

from hardware import circuit
from hardware.make.sexpr import Node, Text, child, children, dump, identifier, load, number

SYMBOLS = Path("/usr/share/kicad/symbols")
PROJECT = "kibitz"
SHEET = str(identifier("sheet"))
GRID = 1.27
TEXT_SIZE = 1.27
TITLE_SIZE = 2.0
NOTE_SIZE = 1.6
STUB = 5.08  # the wire from a pin of the Pico to its label

# Where a part is drawn: (x, y, turned, mirrored), then where its name and its value are written.
PLACES = {
    "U1": (148.59, 104.14, 0, False),
    "J2": (30.48, 43.18, 0, True),
    "SW5": (55.88, 43.18, 0, False),
    "D1": (80.01, 40.64, 180, False),
    "SW1": (58.42, 93.98, 0, False),
    "SW2": (58.42, 106.68, 0, False),
    "SW3": (58.42, 119.38, 0, False),
    "SW4": (58.42, 132.08, 0, False),
    "JP1": (203.2, 40.64, 0, False),
    "JP2": (203.2, 62.23, 0, False),
    "J1": (254.0, 54.61, 0, False),
    "C1": (195.58, 91.44, 0, False),
    "C2": (210.82, 91.44, 0, False),
    "R2": (246.38, 91.44, 0, False),
    "R3": (259.08, 91.44, 0, False),
    "R1": (220.98, 133.35, 90, False),
    "BZ1": (243.84, 135.89, 0, False),
    "H1": (30.48, 171.45, 0, False),
    "H2": (50.8, 171.45, 0, False),
    "H3": (71.12, 171.45, 0, False),
    "H4": (91.44, 171.45, 0, False),
}
# How far from a part's middle its name and its value stand, and which way they are set.
WORDS = {
    "U1": ((-16.51, -36.83), (7.62, -36.83), "left"),
    "J2": ((0, -6.35), (0, 6.35), None),
    "SW5": ((0, -6.35), (0, 6.35), None),
    "D1": ((0, -3.81), (0, 3.81), None),
    "J1": ((-5.08, -8.89), (-5.08, 8.89), "left"),
    "BZ1": ((5.08, -1.27), (5.08, 1.27), "left"),
    "R1": ((0, -2.54), (0, 2.54), None),
    **dict.fromkeys(("SW1", "SW2", "SW3", "SW4"), ((0, -5.08), (0, 2.54), None)),
    **dict.fromkeys(("JP1", "JP2"), ((0, -3.81), (5.08, 3.81), None)),
    **dict.fromkeys(("C1", "C2"), ((3.81, -1.27), (3.81, 1.27), "left")),
    **dict.fromkeys(("R2", "R3"), ((2.54, -1.27), (2.54, 1.27), "left")),
    **dict.fromkeys(("H1", "H2", "H3", "H4"), ((0, -5.08), (0, 3.81), None)),
}

# Wires as lines through points.
WIRES = (
    # battery
    ((35.56, 43.18), (50.8, 43.18)),
    ((35.56, 45.72), (38.1, 45.72), (38.1, 50.8)),
    ((60.96, 40.64), (76.2, 40.64)),
    ((83.82, 40.64), (91.44, 40.64)),
    ((91.44, 40.64), (95.25, 40.64)),
    # keys
    *(((38.1, y), (53.34, y)) for y in (93.98, 106.68, 119.38, 132.08)),
    *(((63.5, y), (73.66, y)) for y in (93.98, 106.68, 119.38, 132.08)),
    *(((73.66, y), (73.66, y + 12.7)) for y in (93.98, 106.68, 119.38)),
    ((73.66, 132.08), (73.66, 137.16)),
    # display: the jumpers, the module, its capacitors, the pull-ups
    ((198.12, 40.64), (193.04, 40.64), (193.04, 43.18)),
    ((208.28, 40.64), (219.71, 40.64), (219.71, 38.1)),
    ((203.2, 44.45), (203.2, 48.26), (208.28, 48.26)),
    ((198.12, 62.23), (193.04, 62.23), (193.04, 59.69)),
    ((208.28, 62.23), (219.71, 62.23), (219.71, 64.77)),
    ((203.2, 66.04), (203.2, 69.85), (208.28, 69.85)),
    *(((233.68, y), (246.38, y)) for y in (50.8, 53.34, 55.88, 58.42)),
    ((195.58, 85.09), (195.58, 87.63)),
    ((195.58, 85.09), (210.82, 85.09), (210.82, 87.63)),
    ((195.58, 95.25), (195.58, 97.79)),
    ((195.58, 97.79), (210.82, 97.79), (210.82, 95.25)),
    ((246.38, 85.09), (246.38, 87.63)),
    ((246.38, 85.09), (259.08, 85.09), (259.08, 87.63)),
    ((246.38, 95.25), (246.38, 97.79), (236.22, 97.79)),
    ((259.08, 95.25), (259.08, 102.87), (236.22, 102.87)),
    # piezo
    ((205.74, 133.35), (217.17, 133.35)),
    ((224.79, 133.35), (241.3, 133.35)),
    ((241.3, 138.43), (238.76, 138.43), (238.76, 140.97)),
    # power of the Pico
    ((143.51, 66.04), (143.51, 57.15), (134.62, 57.15)),
    ((153.67, 66.04), (153.67, 57.15)),
    ((148.59, 139.7), (148.59, 142.24)),
)
JUNCTIONS = (
    *((73.66, y) for y in (106.68, 119.38, 132.08)),
    *((195.58, 85.09), (195.58, 97.79), (246.38, 85.09), (91.44, 40.64)),
)
# (net, x, y): written to the right of the point, above the wire.
LABELS = (
    ("BATTERY", 38.1, 43.18),
    ("SWITCHED", 62.23, 40.64),
    ("VSYS", 95.25, 40.64),
    ("VSYS", 134.62, 57.15),
    *((net, 38.1, 93.98 + 12.7 * i) for i, net in enumerate(("KEY_A", "KEY_B", "KEY_C", "KEY_M"))),
    ("OLED_1", 208.28, 48.26),
    ("OLED_2", 208.28, 69.85),
    *((net, 233.68, 50.8 + 2.54 * i) for i, net in enumerate(circuit.OLED_PINS)),
    ("SDA", 236.22, 97.79),
    ("SCL", 236.22, 102.87),
    ("BUZZER", 205.74, 133.35),
    ("PIEZO", 228.6, 133.35),
)
POWER = (
    ("GND", 38.1, 50.8),
    ("GND", 73.66, 137.16),
    ("GND", 193.04, 43.18),
    ("+3V3", 219.71, 38.1),
    ("+3V3", 193.04, 59.69),
    ("GND", 219.71, 64.77),
    ("+3V3", 195.58, 85.09),
    ("GND", 195.58, 97.79),
    ("+3V3", 246.38, 85.09),
    ("GND", 238.76, 140.97),
    ("+3V3", 153.67, 57.15),
    ("GND", 148.59, 142.24),
    ("PWR_FLAG", 91.44, 40.64),
)
FREE_PINS = (("SW5", "3"),)  # beside those of the Pico that nothing is connected to
# Blocks: a title, and the corners of its frame.
BLOCKS = (
    ("Battery, 3x AAA", (15.24, 24.13), (105.41, 67.31)),
    ("Keys", (15.24, 77.47), (105.41, 149.86)),
    ("Raspberry Pi Pico, in two sockets", (110.49, 43.18), (180.34, 149.86)),
    ("Display", (185.42, 24.13), (281.94, 111.76)),
    ("Piezo", (185.42, 120.65), (281.94, 149.86)),
    ("Mounting holes", (15.24, 158.75), (105.41, 182.88)),
)
NOTES = (
    ("D1 lets no current from USB into the cells.", 17.78, 64.77),
    ("The pull-ups are in the Pico.", 17.78, 147.32),
    (
        "Bridge JP1 and JP2 alike:\\n1-2 if the module's first pin is GND,\\n2-3 if it is VCC.",
        229.87,
        78.74,
    ),
    ("R2, R3: only for a module without pull-ups", 226.06, 109.22),
)


# -- symbols ---------------------------------------------------------------------------------------


def symbol_of(name: str) -> Node:
    """The symbol as the library has it, under its full name."""
    library, own = name.split(":")
    text = dump(oled_symbol()) if library == PROJECT else _cut(library, own)
    symbol = load(text)
    symbol[1] = Text(name)
    return symbol


def _cut(library: str, name: str) -> str:
    text = (SYMBOLS / f"{library}.kicad_sym").read_text("utf-8")
    start = text.index(f'\n\t(symbol "{name}"\n') + 1
    return text[start : text.index("\n\t)\n", start) + 3]


def oled_symbol() -> Node:
    """The display module as seen from the front, its four pins by their printed names."""
    top = GRID * (len(circuit.OLED_TERMINALS) - 1)
    pins = [
        _pin(terminal, str(number_), (-7.62, top - 2 * GRID * (number_ - 1)))
        for number_, terminal in enumerate(circuit.OLED_TERMINALS, 1)
    ]
    frame: Node = ["rectangle", ["start", "-5.08", "6.35"], ["end", "19.05", "-6.35"]]
    frame += [["stroke", ["width", "0.254"], ["type", "default"]], ["fill", ["type", "background"]]]
    glass: Node = ["rectangle", ["start", "7.62", "4.445"], ["end", "17.78", "-4.445"]]
    glass += [["stroke", ["width", "0.1524"], ["type", "default"]], ["fill", ["type", "none"]]]
    name = "OLED_128x64_I2C"
    hidden = [["at", "0", "0", "0"], ["effects", _font(), ["hide", "yes"]]]
    return [
        *("symbol", Text(name)),
        *(["exclude_from_sim", "no"], ["in_bom", "yes"], ["on_board", "yes"]),
        ["property", Text("Reference"), Text("J"), *hidden],
        ["property", Text("Value"), Text(name), *hidden],
        ["property", Text("Footprint"), Text("kibitz:OLED_128x64_I2C"), *hidden],
        ["property", Text("Datasheet"), Text(""), *hidden],
        ["property", Text("Description"), Text("display module with four pins"), *hidden],
        ["symbol", Text(f"{name}_0_1"), frame, glass],
        ["symbol", Text(f"{name}_1_1"), *pins],
    ]


def _pin(name: str, number_: str, at: tuple[float, float]) -> Node:
    where = ["at", number(at[0]), number(at[1]), "0"]
    font = ["effects", _font()]
    return [
        *("pin", "passive", "line", where, ["length", "2.54"]),
        *(["name", Text(name), font], ["number", Text(number_), font]),
    ]


def symbol_library() -> str:
    """Our symbols as a library."""
    head = ["kicad_symbol_lib", ["version", "20241209"], ["generator", Text(PROJECT)]]
    return dump([*head, ["generator_version", Text("9.0")], oled_symbol()]) + "\n"


def pin_spots(symbol: Node) -> dict[str, tuple[float, float]]:
    """Where the end of each pin is, from the symbol's middle (y up)."""
    spots = {}
    for unit in children(symbol, "symbol"):
        for pin in children(unit, "pin"):
            at = child(pin, "at")
            spots[str(child(pin, "number")[1])] = (float(at[1]), float(at[2]))
    return spots


def on_sheet(ref: str, spot: tuple[float, float]) -> tuple[float, float]:
    """A point of a part's symbol on the sheet (y down)."""
    x, y, turned, mirrored = PLACES[ref]
    right, up = (-spot[0] if mirrored else spot[0]), spot[1]
    for _ in range(turned // 90):
        right, up = -up, right
    return round(x + right, 4), round(y - up, 4)


# -- the sheet -------------------------------------------------------------------------------------


def _font(size: float = TEXT_SIZE) -> Node:
    return ["font", ["size", number(size), number(size)]]


def _property(name: str, value: str, at: tuple[float, float], side: str | None, hide: bool) -> Node:
    effects: Node = ["effects", _font()]
    if side:
        effects.append(["justify", side])
    if hide:
        effects.append(["hide", "yes"])
    return ["property", Text(name), Text(value), ["at", *map(number, at), "0"], effects]


def _instance(ref: str) -> Node:
    path = ["path", Text(f"/{SHEET}"), ["reference", Text(ref)], ["unit", "1"]]
    return ["instances", ["project", Text(PROJECT), path]]


def _flags(bom: bool, board: bool, dnp: bool) -> list[Node]:
    said = {"exclude_from_sim": False, "in_bom": bom, "on_board": board, "dnp": dnp}
    return [[name, "yes" if flag else "no"] for name, flag in said.items()]


def _part(part: circuit.Part, spots: dict[str, tuple[float, float]]) -> Node:
    kind = circuit.KINDS[part.kind]
    x, y, turned, mirrored = PLACES[part.ref]
    name_at, value_at, side = WORDS[part.ref]
    node: Node = ["symbol", ["lib_id", Text(kind.symbol)]]
    node.append(["at", number(x), number(y), str(turned)])
    if mirrored:
        node.append(["mirror", "y"])
    node.append(["unit", "1"])
    node += _flags(not kind.sheet_only, True, not part.fitted)
    node.append(["uuid", identifier(part.ref)])
    # The angle of a text turns with its part: a lying resistor's words are set upright again.
    upright = str(turned % 180)
    for name, value, offset, hide in (
        ("Reference", part.ref, name_at, False),
        ("Value", kind.value, value_at, False),
        ("Footprint", kind.footprint, (0, 0), True),
        ("Datasheet", "", (0, 0), True),
        ("Description", kind.description, (0, 0), True),
    ):
        field = _property(name, value, (x + offset[0], y + offset[1]), side, hide)
        child(field, "at")[3] = upright
        node.append(field)
    for pin in spots:
        node.append(["pin", Text(pin), ["uuid", identifier(f"{part.ref} pin {pin}")]])
    node.append(_instance(part.ref))
    return node


def _power(index: int, name: str, x: float, y: float) -> Node:
    flag = name == "PWR_FLAG"
    ref = f"#{'FLG' if flag else 'PWR'}0{index}"
    shift = 5.08 if name == "GND" else -3.81
    node: Node = ["symbol", ["lib_id", Text(f"power:{name}")]]
    node += [["at", number(x), number(y), "0"], ["unit", "1"], *_flags(True, True, False)]
    node.append(["uuid", identifier(ref)])
    node.append(_property("Reference", ref, (x, y), None, True))
    node.append(_property("Value", name, (x, y + shift), None, flag))
    node.append(_property("Footprint", "", (x, y), None, True))
    node.append(_property("Datasheet", "", (x, y), None, True))
    node.append(["pin", Text("1"), ["uuid", identifier(f"{ref} pin")]])
    node.append(_instance(ref))
    return node


def _stroke(width: float = 0, kind: str = "default") -> Node:
    return ["stroke", ["width", number(width)], ["type", kind]]


def _wire(start: tuple[float, float], end: tuple[float, float]) -> Node:
    points = ["pts", *(["xy", number(x), number(y)] for x, y in (start, end))]
    return ["wire", points, _stroke(), ["uuid", identifier(f"wire {start} {end}")]]


def _label(net: str, x: float, y: float, left: bool) -> Node:
    turned, side = ("180", "right") if left else ("0", "left")
    effects = ["effects", _font(), ["justify", side, "bottom"]]
    where = ["at", number(x), number(y), turned]
    return ["label", Text(net), where, effects, ["uuid", identifier(f"label {net} {x} {y}")]]


def _no_connect(x: float, y: float) -> Node:
    return ["no_connect", ["at", number(x), number(y)], ["uuid", identifier(f"free {x} {y}")]]


def _pico(spots: dict[str, tuple[float, float]]) -> list[Node]:
    """A labelled wire at each used pin of the Pico's left side, a cross at what is free."""
    nodes = []
    for pin, name in circuit.PICO_NAMES.items():
        x, y = on_sheet("U1", spots[str(pin)])
        net = circuit.PICO_NETS.get(pin)
        if net is None:
            nodes.append(_no_connect(x, y))
        elif name.startswith("GP"):
            outward = -STUB if x < PLACES["U1"][0] else STUB
            nodes.append(_wire((x, y), (round(x + outward, 4), y)))
            nodes.append(_label(net, round(x + outward, 4), y, outward < 0))
    return nodes


def _frame(title: str, start: tuple[float, float], end: tuple[float, float]) -> list[Node]:
    corners = [["start", *map(number, start)], ["end", *map(number, end)]]
    box = ["rectangle", *corners, _stroke(0.1524, "dash"), ["fill", ["type", "none"]]]
    box.append(["uuid", identifier(f"frame {title}")])
    return [box, _text(title, start[0] + 2.54, start[1] + 3.81, TITLE_SIZE, "title")]


def _text(words: str, x: float, y: float, size: float, what: str) -> Node:
    effects: Node = ["effects", _font(size), ["justify", "left", "bottom"]]
    if what == "title":
        child(effects, "font").append(["bold", "yes"])
    node: Node = ["text", Text(words.replace("\\n", "\n")), ["exclude_from_sim", "no"]]
    node += [["at", number(x), number(y), "0"], effects, ["uuid", identifier(f"{what} {words}")]]
    return node


def _title_block() -> Node:
    return [
        *("title_block", ["title", Text("Kibitz")], ["rev", Text("A")]),
        ["company", Text("The Kibitz authors")],
        ["comment", "1", Text("Licence: CERN-OHL-P-2.0")],
        ["comment", "2", Text("Made by `make hardware` from hardware/circuit.py")],
    ]


def schematic() -> str:
    """The sheet, as KiCad reads it."""
    names = sorted({circuit.KINDS[part.kind].symbol for part in circuit.PARTS})
    names += sorted({f"power:{name}" for name, _, _ in POWER})
    symbols = {name: symbol_of(name) for name in names}
    spots = {name: pin_spots(symbol) for name, symbol in symbols.items()}
    of = {part.ref: spots[circuit.KINDS[part.kind].symbol] for part in circuit.PARTS}
    sheet: Node = ["kicad_sch", ["version", "20250114"], ["generator", Text(PROJECT)]]
    sheet += [["generator_version", Text("9.0")], ["uuid", Text(SHEET)], ["paper", Text("A4")]]
    sheet += [_title_block(), ["lib_symbols", *symbols.values()]]
    for title, start, end in BLOCKS:
        sheet += _frame(title, start, end)
    sheet += [_text(words, x, y, NOTE_SIZE, "note") for words, x, y in NOTES]
    for x, y in JUNCTIONS:
        at = ["at", number(x), number(y)]
        dot = ["junction", at, ["diameter", "0"], ["color", "0", "0", "0", "0"]]
        sheet.append([*dot, ["uuid", identifier(f"junction {x} {y}")]])
    sheet += [_no_connect(*on_sheet(ref, of[ref][pin])) for ref, pin in FREE_PINS]
    for points in WIRES:
        sheet += [_wire(start, end) for start, end in zip(points, points[1:], strict=False)]
    sheet += [_label(net, x, y, False) for net, x, y in LABELS]
    sheet += _pico(of["U1"])
    sheet += [_part(part, of[part.ref]) for part in circuit.PARTS]
    sheet += [_power(index, *what) for index, what in enumerate(POWER, 1)]
    sheet.append(["sheet_instances", ["path", Text("/"), ["page", Text("1")]]])
    sheet.append(["embedded_fonts", "no"])
    return dump(sheet) + "\n"
