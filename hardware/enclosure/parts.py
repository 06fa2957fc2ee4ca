"""What goes into the box, as simple bodies for the checks and the pictures.

`slack` makes every body that much larger (or smaller, when negative) on each side. What stands on
something is lifted by it as well: the board's slack lifts all that is on the board.
"""

import math

from manifold3d import CrossSection, JoinType, Manifold, OpType

from hardware import circuit
from hardware.enclosure.design import (
    BOOTSEL,
    HOLES,
    KEYS,
    LEVER,
    LEVER_REACH,
    LEVER_TRAVEL,
    SWITCH_BODY,
    Design,
    Spot,
    at,
    key_at,
)

PITCH = 2.54
SOCKET_WIDTH = 2.5
SIDES = 48  # of a cylinder
PCB, SOLDER_ABOVE = 1.2, 1.5  # of a display module: its board, its soldered pins
BOOTSEL_BUTTON = (3.2, 4.25, 2.0)
PICO_ROW = 17.78 / 2  # from the middle to a row of pins
PICO_PARTS = 1.2  # how high the parts on the Pico are, but for its USB socket and the button
USB_LENGTH = 5.6
KEY_BODY_HEIGHT = circuit.KEY_BODY_HEIGHT + circuit.KEY_TOLERANCE
PIEZO = 12.2
LEG = 1.9  # a soldered pin: its pad
BOARD_HOLE = 2.7
LEAD_HEIGHT = 3.0  # the battery's leads at J2
LEAD, LEAD_PITCH, RELIEF = 1.7, 4.2, 10.2  # their thickness, and the holes they come up through
PLUG_GAP = 0.8  # between a plug's handle and the socket
PLUG_LENGTH = 18.0
FLAT = {  # length, width and height of what lies or stands on the board
    "r150": (10.0, 2.6, 2.8),
    "r4k7": (10.0, 2.6, 2.8),
    "c100n": (4.6, 2.8, 6.5),
    "c10u": (6.5, 3.2, 8.0),
    "diode": (12.5, 2.9, 3.2),
}


def block(x0, x1, y0, y1, z0, z1) -> Manifold:
    return Manifold.cube((x1 - x0, y1 - y0, z1 - z0)).translate((x0, y0, z0))


def around(x, y, width, depth, z0, z1, slack=0.0) -> Manifold:
    """A block with its middle at (x, y); its slack goes sideways and up."""
    half, deep = width / 2 + slack, depth / 2 + slack
    return block(x - half, x + half, y - deep, y + deep, z0, z1 + slack)


def rod(x, y, z0, z1, diameter, top=None) -> Manifold:
    radius = diameter / 2
    end = radius if top is None else top / 2
    return Manifold.cylinder(z1 - z0, radius, end, SIDES).translate((x, y, z0))


def union(bodies) -> Manifold:
    return Manifold.batch_boolean(list(bodies), OpType.Add)


# -- board -----------------------------------------------------------------------------------------


def board(d: Design, slack=0.0) -> Manifold:
    """The board with its holes, what is soldered to it, and the solder below."""
    return union([slab(d, slack), *soldered(d, slack), *_below(d, slack)])


def slab(d: Design, slack=0.0) -> Manifold:
    width, height = circuit.BOARD_WIDTH, circuit.BOARD_HEIGHT
    outline = _plate(-slack, width + slack, -slack, height + slack, circuit.CORNER_RADIUS + slack)
    thick = d.board_top + slack - d.board_bottom
    body = outline.extrude(thick).translate((0, 0, d.board_bottom))
    holes = [rod(*at(ref), d.board_bottom - 1, d.board_top + 1, BOARD_HOLE) for ref in HOLES]
    return body - union(holes)


def _plate(x0, x1, y0, y1, radius) -> CrossSection:
    """A rectangle with round corners."""
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    inner = CrossSection.square((x1 - x0 - 2 * radius, y1 - y0 - 2 * radius), True)
    return inner.offset(radius, JoinType.Round, 2.0, SIDES).translate((x, y))


def soldered(d: Design, slack=0.0) -> list[Manifold]:
    """What stands on the board, but for the keys."""
    z = d.board_top + slack
    seat = z + circuit.SOCKET_HEIGHT  # of what is plugged in
    pins = len(circuit.OLED_TERMINALS) * PITCH
    rows = [(*_row(side), SOCKET_WIDTH, 20 * PITCH) for side in (-1, 1)]
    rows.append((*at("J1"), pins, SOCKET_WIDTH))
    bodies = [around(*row, z, seat - slack, slack) for row in rows]
    for part in circuit.PARTS:
        if part.kind in FLAT:
            length, width, tall = FLAT[part.kind]
            size = (width, length) if part.turned % 180 else (length, width)
            bodies.append(around(*at(part.ref), *size, z, z + tall, slack))
    bodies.append(rod(*at("BZ1"), z, z + circuit.HEIGHTS["piezo"] + slack, PIEZO + 2 * slack))
    return [*bodies, *_switch(d, z, slack), _leads(z, slack)]


def _row(side: int) -> Spot:
    x, y = at("U1")
    return x + side * PICO_ROW, y


def _switch(d, z, slack):
    """The slide switch, its lever wherever it can be."""
    x, y = at("SW5")
    tall = circuit.HEIGHTS["slide switch"]
    width, depth = SWITCH_BODY
    half = (LEVER + LEVER_TRAVEL) / 2 + slack
    lever = block(x - half, x + half, y, y + LEVER_REACH + slack, z + 1.2, z + tall - 1.2 + slack)
    return [around(x, y, width, depth, z, z + tall, slack), lever]


def _leads(z, slack):
    x, y = at("J2")
    return around(x, y - 5, 6.0, 13.0, z, z + LEAD_HEIGHT, slack)


def _below(d, slack):
    """Cut legs and solder."""
    z0, z1 = d.board_bottom - circuit.HEIGHTS["wires below"], d.board_bottom

    def legs(x, y, width, depth):
        return around(x, y, width + LEG, depth + LEG, z0 - slack, z1, slack)

    bodies = [legs(*_row(side), 0, 19 * PITCH) for side in (-1, 1)]
    bodies.append(legs(*at("J1"), 3 * PITCH, 0))
    bodies += [legs(*key_at(letter), 6.5, 4.5) for letter in KEYS]
    bodies += [legs(*at("SW5"), 8.2, 0), legs(*at("BZ1"), 5.0, 0), legs(*at("J2"), 4.2, 0)]
    for part in circuit.PARTS:
        if part.kind in FLAT:
            length = FLAT[part.kind][0]
            bodies.append(legs(*at(part.ref), *((0, length) if part.turned % 180 else (length, 0))))
    return bodies


# -- modules, keys, cells, screws ------------------------------------------------------------------


def pico(d: Design, slack=0.0) -> Manifold:
    x, y = at("U1")
    z, top = d.above("pico bottom") + slack, d.above("pico top") + slack
    usb_x, mouth, _ = d.usb
    tall = circuit.HEIGHTS["usb top"] - circuit.HEIGHTS["pico top"]
    button_x, button_y, button = BOOTSEL_BUTTON
    bodies = [
        around(x, y, circuit.PICO_WIDTH, circuit.PICO_LENGTH, z, top, slack),
        around(x, y, circuit.PICO_WIDTH - 4, circuit.PICO_LENGTH - 4, z, top + PICO_PARTS, slack),
        around(x + BOOTSEL[0], y + BOOTSEL[1], button_x, button_y, top, top + button, slack),
        around(
            *(usb_x, mouth - USB_LENGTH / 2, circuit.USB_WIDTH, USB_LENGTH),
            *(top, top + tall, slack),
        ),
    ]
    for side in (-1, 1):
        low = z - circuit.SPACER_HEIGHT
        bodies.append(around(*_row(side), SOCKET_WIDTH, 20 * PITCH, low, z))
        pins = [
            around(px, py + (n - 9.5) * PITCH, 0.64, 0.64, top - 0.5, top + 1.0, slack)
            for n in range(20)
            for px, py in (_row(side),)
        ]
        bodies += pins
    return union(bodies)


def display(d: Design, name: str, slack=0.0) -> Manifold:
    """The module: board, glass, soldered pins and the plastic under them."""
    x0, x1, y0, y1, z, glass_top = d.module_box(name)
    module = d.modules[name]
    z += slack
    middle = (x0 + x1) / 2
    glass_y = y1 - module.glass_from_top - module.glass[1] / 2
    width = len(circuit.OLED_TERMINALS) * PITCH
    return union(
        [
            around(middle, (y0 + y1) / 2, x1 - x0, y1 - y0, z, z + PCB, slack),
            around(middle, glass_y, *module.glass, z + PCB, glass_top + slack, slack),
            around(*at("J1"), width, 2.0, z + PCB, z + PCB + SOLDER_ABOVE, slack),
            around(*at("J1"), width, SOCKET_WIDTH, z - circuit.SPACER_HEIGHT, z),
        ]
    )


def key_rise(slack: float, pressed: bool) -> float:
    """How much higher than drawn a key's top is: keys differ by more than other parts."""
    tolerance = math.copysign(circuit.KEY_TOLERANCE, slack) if slack else 0.0
    return slack + tolerance - (circuit.KEY_TRAVEL if pressed else 0)


def key(d: Design, letter: str, slack=0.0, pressed=False) -> Manifold:
    x, y = key_at(letter)
    z = d.board_top + slack
    top = d.above("key") + key_rise(slack, pressed)
    side = circuit.KEY_BODY
    body = around(x, y, side, side, z, z + KEY_BODY_HEIGHT, slack)
    return body + rod(x, y, z, top, d.plunger + 2 * slack)


def holder(d: Design, slack=0.0) -> Manifold:
    """The holder with its three cells, which do not reach over its edge."""
    x0, x1, y0, y1, z0, z1 = d.holder_box
    return around((x0 + x1) / 2, (y0 + y1) / 2, x1 - x0, y1 - y0, z0, z1, slack)


def leads(d: Design, slack=0.0) -> Manifold:
    """The two leads: out of the holder's front, around the partition, and below the board to the
    holes before J2 through which they come up."""
    x, y = at("J2")
    start_x, _, holder_y, _, _, _ = d.holder_box
    thick = LEAD + 2 * slack
    z = d.floor + thick / 2 + 0.05
    found = []
    for side in (-1, 1):
        aside = side * (LEAD / 2 + 0.1 + slack)
        ways = (
            (start_x + 14, holder_y - 4.3 + aside),
            (start_x + 1.5, holder_y - 4.3 + aside),
            (d.bay + 0.5 + aside, holder_y - 1.8 + aside),
            (d.bay - 2.2 + aside, holder_y + 2.2 + aside),
            (x + side * LEAD_PITCH / 2, y - RELIEF),
        )
        balls = [Manifold.sphere(thick / 2, 16).translate((px, py, z)) for px, py in ways]
        found += [Manifold.batch_hull(pair) for pair in zip(balls, balls[1:], strict=False)]
    return union(found)


def screw(d: Design, number: int, slack=0.0) -> Manifold:
    """Head, shank, and the core of the thread where it bites into the post."""
    x, y = d.screws[number]
    head = 0.2
    neck = head + (d.screw_head - d.screw) / 2
    tip = head + d.screw_length
    post = d.board_top + d.post_gap
    return union(
        [
            rod(x, y, head - 0.1, neck - 0.1, d.screw_head, d.screw),
            rod(x, y, head, post, d.screw + slack),
            rod(x, y, post - 0.5, tip, d.screw_core + slack),
        ]
    )


def plug(d: Design, slack=0.0) -> Manifold:
    """The handle of a USB plug, pushed in."""
    x, mouth, z = d.usb
    width, tall = d.plug[0] / 2 + slack, d.plug[1] / 2 + slack
    near = mouth + PLUG_GAP - slack
    return block(x - width, x + width, near, near + PLUG_LENGTH, z - tall, z + tall)


def pin(d: Design) -> Manifold:
    """A straightened paper clip on its way to BOOTSEL."""
    x, y = d.bootsel
    return rod(x, y, d.above("pico top") + BOOTSEL_BUTTON[2], d.top + 20, 1.2)


def bought(d: Design, module: str, slack=0.0, pressed="") -> dict[str, Manifold]:
    """Everything in the box that is not printed, with the keys of `pressed` down."""
    found = {
        "board": board(d, slack),
        "pico": pico(d, slack),
        "display": display(d, module, slack),
        "holder": holder(d, slack),
        "leads": leads(d, slack),
        "plug": plug(d, slack),
    }
    for letter in KEYS:
        found[f"key {letter}"] = key(d, letter, slack, letter in pressed)
    for number in range(len(d.screws)):
        found[f"screw {number + 1}"] = screw(d, number, slack / 2)
    return found
