"""The circuit for the simulator Wokwi, and a checker of its files that needs no Wokwi.

The wires come from circuit.py. The checker takes the file as it is, follows the wires from the
firmware's pins to the parts, and says what is wrong.
"""

import json
import re

from hardware import circuit

PICO = "pico"
# Which pins each of Wokwi's parts has.
TERMINALS = {
    "board-ssd1306": {"GND", "VCC", "SCL", "SDA"},
    "wokwi-pushbutton": {"1.l", "2.l", "1.r", "2.r"},
    "wokwi-buzzer": {"1", "2"},
    "wokwi-resistor": {"1", "2"},
    "wokwi-pi-pico": {
        *(name for name in circuit.PICO_NAMES.values() if name not in ("GND", "AGND")),
        *(f"GND.{number}" for number in range(1, 9)),
    },
}
# A resistor and a key let through what reaches them; a key only when it is pressed.
JOINED = {"wokwi-pushbutton": (("1.l", "1.r"), ("2.l", "2.r"))}
COLOURS = {"GND": "black", "+3V3": "red", "SDA": "blue", "SCL": "gold", "BUZZER": "purple"}
KEY_COLOUR = "green"
PLACES = {"oled": (-160.0, 110.0), "R1": (230.0, 40.0), "BZ1": (260.0, -70.0)}
KEY_TOP, KEY_LEFT, KEY_STEP = 40.0, 100.0, 76.8
ADDRESS = "0x3c"
TOML = """# Wokwi for VS Code. Put MicroPython's .uf2 for the Pico beside this file, named as below,
# and start the simulator; then bring the program over with
#     make flash ARGS="--port rfc2217://localhost:4000"
[wokwi]
version = 1
firmware = "micropython.uf2"
elf = "micropython.uf2"
rfc2217ServerPort = 4000
"""


def _ground_of(pin: int) -> str:
    """Wokwi counts the Pico's grounds, from pin 1 on; AGND is the seventh."""
    grounds = [at for at, name in sorted(circuit.PICO_NAMES.items()) if "GND" in name]
    return f"{PICO}:GND.{grounds.index(pin) + 1}"


def _pico(net: str) -> str:
    if net == circuit.GND:
        return _ground_of(8)
    pin = next(pin for pin, found in circuit.PICO_NETS.items() if found == net)
    return f"{PICO}:{circuit.PICO_NAMES[pin]}"


def _wire(net: str, to: str) -> list:
    return [_pico(net), to, COLOURS.get(net, KEY_COLOUR), []]


def diagram() -> str:
    """diagram.json."""
    parts = [_part("wokwi-pi-pico", PICO, 0, 0, {})]
    top, left = PLACES["oled"]
    parts.append(_part("board-ssd1306", "oled", top, left, {"i2cAddress": ADDRESS}))
    wires = [_wire(circuit.GND, "oled:GND"), _wire(circuit.V3V3, "oled:VCC")]
    # By the name that is printed on the module, not by the name of the net.
    for terminal, net in list(zip(circuit.OLED_TERMINALS, circuit.OLED_PINS, strict=True))[2:]:
        wires.append(_wire(net, f"oled:{terminal}"))
    for index, (letter, ref) in enumerate(circuit.KEY_REFS.items()):
        key = f"key{letter}"
        where = (KEY_TOP, KEY_LEFT + KEY_STEP * index)
        attributes = {"color": "white", "label": letter, "key": letter.lower()}
        parts.append(_part("wokwi-pushbutton", key, *where, attributes))
        nets = circuit.BY_REF[ref].nets
        wires += [_wire(nets[1], f"{key}:1.l"), _wire(nets[2], f"{key}:2.l")]
    resistor = circuit.BY_REF["R1"]
    value = circuit.KINDS[resistor.kind].value
    parts.append(_part("wokwi-resistor", "R1", *PLACES["R1"], {"value": value}))
    parts.append(_part("wokwi-buzzer", "BZ1", *PLACES["BZ1"], {"volume": "0.1"}))
    wires += [_wire(resistor.nets[1], "R1:1"), ["R1:2", "BZ1:2", COLOURS[circuit.BUZZER], []]]
    wires.append(_wire(circuit.GND, "BZ1:1"))
    document = {"version": 1, "author": "Kibitz", "editor": "wokwi", "parts": parts}
    document |= {"connections": wires, "dependencies": {}}
    return json.dumps(document, indent=2) + "\n"


def _part(kind: str, name: str, top: float, left: float, attributes: dict[str, str]) -> dict:
    return {"type": kind, "id": name, "top": top, "left": left, "attrs": attributes}


# -- the checker -----------------------------------------------------------------------------------


def _nets(document: dict) -> list[set[str]]:
    """Which terminals are connected to each other."""
    joins = [tuple(wire[:2]) for wire in document["connections"]]
    for part in document["parts"]:
        for pair in JOINED.get(part["type"], ()):
            joins.append(tuple(f"{part['id']}:{terminal}" for terminal in pair))
    grounds = [f"{PICO}:GND.{number}" for number in range(1, 9)]
    joins += zip(grounds, grounds[1:], strict=False)
    groups: list[set[str]] = []
    for one, other in joins:
        joined = {one, other}
        for group in [group for group in groups if group & joined]:
            groups.remove(group)
            joined |= group
        groups.append(joined)
    return groups


def faults(text: str, gps: dict[str, int]) -> list[str]:
    """What is wrong with a diagram.json, given the firmware's GP number for each net."""
    document = json.loads(text)
    kinds = {part["id"]: part["type"] for part in document["parts"]}
    found = []
    if len(kinds) != len(document["parts"]):
        found.append("two parts have the same name")
    for kind in set(kinds.values()) - set(TERMINALS):
        found.append(f"there is no part {kind}")
    for wire in document["connections"]:
        for end in wire[:2]:
            part, _, terminal = end.partition(":")
            if terminal not in TERMINALS.get(kinds.get(part, ""), ()):
                found.append(f"there is no pin {end}")
    nets = _nets(document)
    for net in nets:
        pico = {end for end in net if end.startswith(f"{PICO}:") and ":GND." not in end}
        pico |= {"ground" for end in net if ":GND." in end}
        if len(pico) > 1:
            found.append(f"a short between {' and '.join(sorted(pico))}")
    return found + _missing(nets, gps)


def _missing(nets: list[set[str]], gps: dict[str, int]) -> list[str]:
    """Wires that must be there and are not: from each pin to the part that it is for."""
    ground, supply = _ground_of(8), f"{PICO}:3V3"
    wanted = [(f"{PICO}:GP{gps[net]}", f"oled:{net}") for net in (circuit.SDA, circuit.SCL)]
    wanted += [(ground, "oled:GND"), (supply, "oled:VCC")]
    for letter in circuit.KEY_REFS:
        wanted.append((f"{PICO}:GP{gps[f'KEY_{letter}']}", f"key{letter}:1.l"))
        wanted.append((ground, f"key{letter}:2.l"))
    wanted += [(f"{PICO}:GP{gps[circuit.BUZZER]}", "R1:1"), ("R1:2", "BZ1:2"), (ground, "BZ1:1")]
    return [
        f"{one} does not reach {other}"
        for one, other in wanted
        if not any(one in net and other in net for net in nets)
    ]


def toml_faults(text: str) -> list[str]:
    """What is wrong with a wokwi.toml."""
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    fields = dict(re.findall(r"^(\w+) = (.*)$", "\n".join(lines), re.MULTILINE))
    found = [] if lines and lines[0] == "[wokwi]" else ["the section [wokwi] is missing"]
    if fields.get("version") != "1":
        found.append("version must be 1")
    for name in ("firmware", "elf"):
        if not re.fullmatch(r'"[\w./-]+\.(uf2|elf|hex)"', fields.get(name, "")):
            found.append(f"{name} must name a file")
    return found
