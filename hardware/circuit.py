"""The circuit: which parts, what is connected to what, and where each part stands on the board.

Everything else in this folder that shows the device (schematic, board, list of parts, wiring
picture, Wokwi's files, the pin table of the README) is made from this file by `make hardware`.
The GP numbers are the firmware's: firmware/kibitz/pins.py has them, and nothing repeats them.

Plain data, no drawing. Lengths are millimetres; x runs to the right and y down, from the board's
upper left corner, as seen from above.
"""

from dataclasses import dataclass

from kibitz import pins

# -- the Pico's edge connector ---------------------------------------------------------------------

# Which GP is on which pin, from the board's silk screen: USB up, 1 at the upper left, 21 at the
# lower right.
PICO_GP = {
    **{pin: gp for gp, pin in enumerate((1, 2, 4, 5, 6, 7, 9, 10, 11, 12, 14, 15, 16, 17, 19, 20))},
    **{21: 16, 22: 17, 24: 18, 25: 19, 26: 20, 27: 21, 29: 22, 31: 26, 32: 27, 34: 28},
}
PICO_NAMES = {
    **{pin: f"GP{gp}" for pin, gp in PICO_GP.items()},
    **dict.fromkeys((3, 8, 13, 18, 23, 28, 38), "GND"),
    **{30: "RUN", 33: "AGND", 35: "ADC_VREF", 36: "3V3", 37: "3V3_EN", 39: "VSYS", 40: "VBUS"},
}
PICO_PINS = len(PICO_NAMES)


def pico_pin(name: int | str) -> int:
    """The (first) pin of the Pico with this GP number or this name."""
    wanted = f"GP{name}" if isinstance(name, int) else name
    return min(pin for pin, found in PICO_NAMES.items() if found == wanted)


# -- nets ------------------------------------------------------------------------------------------

GND, V3V3, VSYS = "GND", "+3V3", "VSYS"
POWER_NETS = (GND, V3V3)  # drawn as power symbols; all others have labels

SDA, SCL, BUZZER = "SDA", "SCL", "BUZZER"
KEY_A, KEY_B, KEY_C, KEY_M = "KEY_A", "KEY_B", "KEY_C", "KEY_M"

# What the firmware's wires are called here. The order is that of pins.WIRES.
FIRMWARE_NETS = {
    SDA: pins.I2C_SDA,
    SCL: pins.I2C_SCL,
    KEY_A: pins.KEY_A,
    KEY_B: pins.KEY_B,
    KEY_C: pins.KEY_C,
    KEY_M: pins.KEY_M,
    BUZZER: pins.BUZZER,
}


def net_name(net: str) -> str:
    """The net's name in KiCad, which puts the sheet before a label."""
    return net if net in POWER_NETS else f"/{net}"


# -- kinds of part ---------------------------------------------------------------------------------

# In the place of an order name: what one gets anywhere; what has to be looked up by the maker's
# number. No order name is made up: it was seen in the lists of parts of other projects; or it is
# `derived`, by the shop's own rule: its prefix for the maker, which was seen, and the maker's
# number.
ANYWHERE, LOOK_UP = "any shop", "look up"
SHOPS = ("digikey", "mouser", "lcsc")


@dataclass(frozen=True)
class Kind:
    """A part as one buys it. Prices are in US dollars at 1 and at 10, estimates of 2026."""

    value: str
    package: str
    description: str
    symbol: str = ""
    footprint: str = ""
    maker: str = "any"
    mpn: str = "generic"
    digikey: str = ANYWHERE
    mouser: str = ANYWHERE
    lcsc: str = ""
    derived: tuple[str, ...] = ()  # of SHOPS, those whose order name was worked out, not seen
    page: str = ""  # Digi-Key's page of the part: what its address ends in
    price: tuple[float, float] = (0.0, 0.0)
    substitutes: str = ""
    sheet_only: bool = False  # it is printed on the board, so nobody buys it


KINDS = {
    "pico": Kind(
        value="Raspberry Pi Pico",
        package="module, 2x20 pins",
        description="RP2040 board, 2 MB of flash",
        symbol="MCU_Module:RaspberryPi_Pico",
        footprint="Module:RaspberryPi_Pico_Common_THT",
        maker="Raspberry Pi",
        mpn="SC0915",
        digikey="2648-SC0915CT-ND",
        mouser="358-SC0915",
        page="raspberry-pi/SC0915/13684020",
        price=(4.00, 4.00),
        substitutes="Pico H (headers soldered); Pico 2; Pico W with BATTERY = False in config.py",
    ),
    "oled": Kind(
        value="OLED 128x64 I2C",
        package='module, 4 pins, 0.96" or 1.3"',
        description="display, SSD1306 (SSD1315) or SH1106, address 0x3C or 0x3D, its pins soldered",
        symbol="kibitz:OLED_128x64_I2C",
        footprint="kibitz:OLED_128x64_I2C",
        maker="HS, and many others",
        mpn='HS96L03W2C03 (0.96"), HS13L03W2C01 (1.3")',
        lcsc="C5248080, C7465997",
        price=(5.00, 4.00),
        substitutes="any order of VCC and GND (JP1, JP2); SCL and SDA must be pins 3 and 4",
    ),
    "key": Kind(
        value="6x6x9.5",
        package="through hole, 6 x 6 mm, 9.5 mm high",
        description="tactile key, 1 NO",
        symbol="Switch:SW_Push",
        footprint="Button_Switch_THT:SW_TH_Tactile_Omron_B3F-107x",
        maker="Omron",
        mpn="B3F-1070",
        digikey="SW406-ND",
        mouser="653-B3F-1070",
        lcsc="C726011",
        price=(0.45, 0.40),
        substitutes="any 6 x 6 mm tactile key with legs 6.5 x 4.5 mm apart, 9.5 mm high",
    ),
    "switch": Kind(
        value="OS102011MA1QN1",
        package="through hole, right angle, 2 mm pitch",
        description="slide switch, SPDT, 100 mA",
        symbol="Switch:SW_SPDT",
        footprint="Button_Switch_THT:SW_Slide_SPDT_Angled_CK_OS102011MA1Q",
        maker="C&K",
        mpn="OS102011MA1QN1",
        digikey="CKN9559-ND",
        mouser="611-OS102011MA1QN1",
        page="c-k/OS102011MA1QN1/1981430",
        price=(0.85, 0.75),
        substitutes="a wire link from pin 1 to pin 2 if the battery holder has a switch",
    ),
    "diode": Kind(
        value="BAT85",
        package="DO-35",
        description="Schottky diode, 30 V, 200 mA, leaks 2 uA at most",
        symbol="Device:D_Schottky",
        footprint="Diode_THT:D_DO-35_SOD27_P7.62mm_Horizontal",
        maker="Vishay",
        mpn="BAT85S-TAP",
        digikey="BAT85SCT-ND",
        mouser="78-BAT85S-TAP",
        derived=("mouser",),
        page="vishay-general-semiconductor-diodes-division/BAT85S-TAP/3104127",
        price=(0.45, 0.35),
        substitutes="BAT43; 1N5819 (drops less, leaks more); not 1N4148, not 1N4001",
    ),
    "piezo": Kind(
        value="PS1240P02BT",
        package="through hole, 12.2 mm, 5 mm pitch",
        description="passive piezo sounder",
        symbol="Device:Buzzer",
        footprint="Buzzer_Beeper:Buzzer_TDK_PS1240P02BT_D12.2mm_H6.5mm",
        maker="TDK",
        mpn="PS1240P02BT",
        digikey="445-2525-1-ND",
        mouser="810-PS1240P02BT",
        page="tdk-corporation/PS1240P02BT/935930",
        price=(0.60, 0.50),
        substitutes="any passive piezo; never a magnetic buzzer without a transistor",
    ),
    "r150": Kind(
        value="150",
        package="axial, 0.25 W",
        description="carbon film resistor, 150 ohm, 5 %",
        symbol="Device:R",
        footprint="Resistor_THT:R_Axial_DIN0207_L6.3mm_D2.5mm_P7.62mm_Horizontal",
        maker="Yageo",
        mpn="CFR-25JB-52-150R",
        digikey="150QBK-ND",
        mouser="603-CFR-25JB-52-150R",
        derived=("mouser",),
        price=(0.10, 0.05),
        substitutes="100 to 220 ohm",
    ),
    "r4k7": Kind(
        value="4k7",
        package="axial, 0.25 W",
        description="carbon film resistor, 4.7 kohm, 5 %; only for a module without pull-ups",
        symbol="Device:R",
        footprint="Resistor_THT:R_Axial_DIN0207_L6.3mm_D2.5mm_P7.62mm_Horizontal",
        maker="Yageo",
        mpn="CFR-25JB-52-4K7",
        digikey="4.7KQBK-ND",
        mouser="603-CFR-25JB-52-4K7",
        page="yageo/CFR-25JB-52-4K7/1846",
        price=(0.10, 0.05),
        substitutes="2.2 to 10 kohm",
    ),
    "c100n": Kind(
        value="100n",
        package="radial, 2.5 mm pitch",
        description="ceramic capacitor, X7R, 50 V",
        symbol="Device:C",
        footprint="Capacitor_THT:C_Disc_D3.8mm_W2.6mm_P2.50mm",
        maker="Vishay",
        mpn="K104K15X7RF5TL2",
        digikey="BC1084CT-ND",
        mouser="594-K104K15X7RF5TL2",
        page="vishay-beyschlag-draloric-bc-components/K104K15X7RF5TL2/286538",
        price=(0.20, 0.12),
        substitutes="any 100 nF ceramic capacitor with a pitch of 2.5 mm",
    ),
    "c10u": Kind(
        value="10u",
        package="radial, 5 mm pitch",
        description="ceramic capacitor, X5R, 16 V",
        symbol="Device:C",
        footprint="Capacitor_THT:C_Disc_D5.0mm_W2.5mm_P5.00mm",
        maker="TDK",
        mpn="FK24X5R1C106K",
        digikey="445-8497-ND",
        mouser="810-FK24X5R1C106K",
        page="tdk-corporation/FK24X5R1C106K/2815427",
        price=(0.60, 0.45),
        substitutes="10 uF electrolytic, 10 V or more, + to pad 1, bent flat",
    ),
    "lead": Kind(
        value="3x AAA",
        package="two wires, soldered",
        description="holder for three AAA cells side by side, with leads",
        symbol="Connector_Generic:Conn_01x02",
        footprint="Connector_Wire:SolderWire-0.25sqmm_1x02_P4.2mm_D0.65mm_OD1.7mm_Relief",
        maker="Keystone",
        mpn="2480",
        digikey="36-2480-ND",
        mouser="534-2480",
        derived=("digikey", "mouser"),
        page="keystone-electronics/2480/303825",
        price=(2.50, 2.20),
        substitutes="for the box at most 52.7 x 37.5 x 13 mm; without it any, also with a switch",
    ),
    "jumper": Kind(
        value="open",
        package="on the board",
        description="solder jumper, three pads",
        symbol="Jumper:SolderJumper_3_Open",
        footprint="Jumper:SolderJumper-3_P1.3mm_Open_RoundedPad1.0x1.5mm_NumberLabels",
        sheet_only=True,
    ),
    "hole": Kind(
        value="M2.5",
        package="on the board",
        description="mounting hole for an M2.5 screw",
        symbol="Mechanical:MountingHole",
        footprint="MountingHole:MountingHole_2.7mm_M2.5",
        sheet_only=True,
    ),
    "board": Kind(
        value="carrier board",
        package="two layers, 1.6 mm",
        description="made by a fab from gerbers/kibitz-gerbers.zip",
        price=(4.00, 1.00),
        substitutes="stripboard and the wiring table",
    ),
    "socket20": Kind(
        value="socket 1x20",
        package="2.54 mm pitch, 8.5 mm high",
        description="female header for the Pico",
        maker="Sullins",
        mpn="PPPC201LFBN-RC",
        digikey="S7053-ND",
        mouser="855-M20-7822046 (Harwin)",
        page="sullins-connector-solutions/PPPC201LFBN-RC/810192",
        price=(1.50, 1.30),
        substitutes="any female header with a pitch of 2.54 mm, cut to 20",
    ),
    "socket4": Kind(
        value="socket 1x4",
        package="2.54 mm pitch, 8.5 mm high",
        description="female header for the OLED",
        maker="Sullins",
        mpn="PPTC041LFBN-RC",
        digikey="S7002-ND",
        mouser="855-M20-7820446 (Harwin)",
        derived=("mouser",),
        page="sullins-connector-solutions/PPTC041LFBN-RC/810144",
        price=(0.50, 0.40),
        substitutes="any female header with a pitch of 2.54 mm, cut to 4",
    ),
    "pins20": Kind(
        value="pins 1x20",
        package="2.54 mm pitch",
        description="male header under the Pico",
        maker="Sullins",
        mpn="PRPC020SAAN-RC",
        digikey="S1011EC-20-ND",
        mouser="855-M20-9992045 (Harwin)",
        page="sullins-connector-solutions/PRPC020SAAN-RC/2775234",
        price=(0.60, 0.50),
        substitutes="a Pico H has them",
    ),
    "breadboard": Kind(
        value="breadboard",
        package="63 columns, two rails on each side",
        description="solderless breadboard, 830 points",
        maker="Twin Industries",
        mpn="TW-E40-1020",
        digikey="438-1045-ND",
        mouser="854-BB830 (BusBoard)",
        page="twin-industries/TW-E40-1020/643111",
        price=(5.00, 4.00),
        substitutes="two of 400 points",
    ),
    "wires": Kind(
        value="jumper wires",
        package="set",
        description="jumper wires, male to male, six colours",
        maker="Adafruit",
        mpn="758",
        digikey="1528-1154-ND",
        mouser="485-758",
        derived=("mouser",),
        page="adafruit-industries-llc/758/5353614",
        price=(3.00, 2.50),
        substitutes="solid wire, 0.6 mm",
    ),
    "cells": Kind(
        value="AAA cell",
        package="AAA",
        description="alkaline cell, 1.5 V",
        price=(0.60, 0.45),
        substitutes="NiMH cells (less voltage, shorter evenings)",
    ),
    "cable": Kind(
        value="USB cable",
        package="A to micro B",
        description="USB cable with data wires",
        price=(3.00, 2.50),
        substitutes="for a Pico with USB-C: A to C",
    ),
    "screws": Kind(
        value="M2.5x16",
        package="countersunk, ISO 7046-1 or DIN 965",
        description="screw for the box, cuts its thread into plastic; four go through the board",
        price=(0.10, 0.06),
        substitutes="no other length: its hole is blind",
    ),
    "feet": Kind(
        value="rubber foot",
        package="sticks, 8 mm wide, 2.2 mm high",
        description="foot for the box",
        maker="3M",
        mpn="SJ5302",
        digikey=LOOK_UP,
        mouser=LOOK_UP,
        price=(0.15, 0.10),
        substitutes="any that sticks and is at most 8.6 mm wide",
    ),
}


# -- parts -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Part:
    """One part of the circuit: its nets by pad, and where the middle of its pads stands."""

    ref: str
    kind: str
    nets: dict[int, str]
    at: tuple[float, float]
    turned: int = 0  # degrees, counterclockwise
    fitted: bool = True


BOARD_WIDTH, BOARD_HEIGHT, BOARD_THICKNESS = 96.0, 60.0, 1.6
CORNER_RADIUS = 2.0

# The Pico (figure 3 of its data sheet): a board with the USB socket over its edge. It stands so far
# inside the board's edge that a row of pins has room for its pads, and its socket reaches over it.
PICO_WIDTH, PICO_LENGTH, PICO_THICKNESS = 21.0, 51.0, 1.0
USB_OVERHANG = 1.3
PICO_INSET = 0.33
PICO_X, PICO_Y = 13.5, PICO_INSET + PICO_LENGTH / 2

# The keys stand under the three columns of the glass, 42 of 128 pixels each. With this pitch a
# key's middle is within its column of both sizes of module (a test works it out).
SCREEN_X = 50.0
KEY_PITCH = 10.16
KEYS_Y = 49.0

PICO_NETS = {
    **{pico_pin(gp): net for net, gp in FIRMWARE_NETS.items()},
    **{pin: GND for pin, name in PICO_NAMES.items() if name == "GND"},
    pico_pin("3V3"): V3V3,
    pico_pin("VSYS"): VSYS,
}

# What is printed beside the pins of a display module, left to right as one looks at the glass; and
# our nets for them. The first two are GND and VCC in either order: JP1 and JP2 say which.
OLED_TERMINALS = ("GND/VCC", "VCC/GND", "SCL", "SDA")
OLED_PINS = ("OLED_1", "OLED_2", SCL, SDA)

PARTS = (
    Part("U1", "pico", PICO_NETS, (PICO_X, PICO_Y)),
    Part("J1", "oled", dict(enumerate(OLED_PINS, 1)), (SCREEN_X, 10.0)),
    # Both bridged at 1-2: GND is the module's first pin. Both at 2-3: VCC is.
    Part("JP1", "jumper", {1: GND, 2: "OLED_1", 3: V3V3}, (40.5, 5.0), turned=90),
    Part("JP2", "jumper", {1: V3V3, 2: "OLED_2", 3: GND}, (45.0, 5.0), turned=90),
    Part("C1", "c100n", {1: V3V3, 2: GND}, (57.5, 4.5)),
    Part("C2", "c10u", {1: V3V3, 2: GND}, (64.5, 4.5)),
    Part("R2", "r4k7", {1: V3V3, 2: SDA}, (57.0, 16.0), fitted=False),
    Part("R3", "r4k7", {1: V3V3, 2: SCL}, (57.0, 21.0), fitted=False),
    Part("SW1", "key", {1: KEY_A, 2: GND}, (SCREEN_X - KEY_PITCH, KEYS_Y)),
    Part("SW2", "key", {1: KEY_B, 2: GND}, (SCREEN_X, KEYS_Y)),
    Part("SW3", "key", {1: KEY_C, 2: GND}, (SCREEN_X + KEY_PITCH, KEYS_Y)),
    Part("SW4", "key", {1: KEY_M, 2: GND}, (84.0, KEYS_Y)),
    Part("R1", "r150", {1: BUZZER, 2: "PIEZO"}, (76.5, 35.5)),
    Part("BZ1", "piezo", {1: "PIEZO", 2: GND}, (76.5, 25.0)),
    Part("J2", "lead", {1: "BATTERY", 2: GND}, (89.0, 17.0)),
    Part("SW5", "switch", {1: "SWITCHED", 2: "BATTERY"}, (80.0, 2.3), turned=180),
    Part("D1", "diode", {1: VSYS, 2: "SWITCHED"}, (77.5, 12.0)),
    Part("H1", "hole", {}, (29.5, 4.0)),
    Part("H2", "hole", {}, (92.0, 4.0)),
    Part("H3", "hole", {}, (4.0, 56.7)),
    Part("H4", "hole", {}, (92.0, 56.7)),
)
BY_REF = {part.ref: part for part in PARTS}
KEY_REFS = {"A": "SW1", "B": "SW2", "C": "SW3", "M": "SW4"}

# What else one needs, as (kind, how many for: the breadboard build, the board, comfort).
EXTRAS = (
    ("board", 0, 1, 0),
    ("socket20", 0, 2, 0),
    ("socket4", 0, 1, 0),
    ("pins20", 2, 2, 0),
    ("breadboard", 1, 0, 0),
    ("wires", 1, 0, 0),
    ("cable", 1, 1, 0),
    ("cells", 0, 3, 0),
    ("screws", 0, 0, 5),
    ("feet", 0, 0, 4),
)
# The breadboard build runs on USB; the battery, the piezo and its resistor can come later.
ON_BREADBOARD = ("U1", "J1", "SW1", "SW2", "SW3", "SW4")
COMFORT = ("BZ1", "R1")


def pads() -> dict[tuple[str, int], str]:
    """The net of each pad that has one."""
    return {(part.ref, pad): net for part in PARTS for pad, net in part.nets.items()}


def nets() -> dict[str, set[tuple[str, int]]]:
    """The pads of each net."""
    found: dict[str, set[tuple[str, int]]] = {}
    for pad, net in pads().items():
        found.setdefault(net, set()).add(pad)
    return found


# -- what the enclosure has to know ----------------------------------------------------------------


@dataclass(frozen=True)
class Module:
    """A display module as such modules usually are. They differ: measure yours."""

    width: float
    height: float
    header_from_top: float  # the middle of the pins
    glass: tuple[float, float]
    glass_from_top: float
    active: tuple[float, float]  # what lights up
    active_from_top: float
    tolerance: float = 1.0  # of where the glass is on the module


MODULES = {
    '0.96"': Module(27.3, 27.8, 1.7, (26.7, 19.26), 4.3, (21.74, 10.86), 6.4),
    '1.3"': Module(35.4, 33.5, 1.7, (34.5, 23.0), 5.0, (29.42, 14.7), 7.1),
}

SOCKET_HEIGHT = 8.5  # a female header
SPACER_HEIGHT = 2.5  # the plastic of the pins that go into it
PICO_TOP = SOCKET_HEIGHT + SPACER_HEIGHT + PICO_THICKNESS
# How far things reach above the board, with Pico and display in sockets.
HEIGHTS = {
    "pico bottom": SOCKET_HEIGHT + SPACER_HEIGHT,
    "pico top": PICO_TOP,
    "usb top": PICO_TOP + 2.8,
    "oled bottom": SOCKET_HEIGHT + SPACER_HEIGHT,
    "oled glass": SOCKET_HEIGHT + SPACER_HEIGHT + 1.2 + 1.6,
    "key": 9.5,
    "piezo": 6.5,
    "slide switch": 4.7,
    "wires below": 3.0,  # cut legs and solder under the board
}
USB_WIDTH = 8.0
# Omron's data sheet of the B3F: the body, the plunger, and what all measures may be off by.
KEY_BODY, KEY_BODY_HEIGHT, KEY_PLUNGER = 6.0, 3.4, 3.5
KEY_TOLERANCE = 0.4
KEY_TRAVEL = 0.45
