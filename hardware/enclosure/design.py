"""The box as numbers: what is where, worked out from the circuit's board and parts.

Plain data, no drawing. Lengths are millimetres; x runs to the right, y to the back and z up, from
the board's front left corner and from the table's side of the floor. The circuit counts its y from
the back edge forwards: at() turns it over.

Two bays: the board at the left, three AAA cells beside it, so that the box is no higher than the
display in its socket needs. Four screws from below hold floor, board and lid; a fifth holds the
cover of the cells, whose left edge slips under the lid's.
"""

from dataclasses import dataclass, field

from hardware import circuit

Box = tuple[float, float, float, float, float, float]  # x0, x1, y0, y1, z0, z1
Spot = tuple[float, float]


@dataclass(frozen=True)
class Design:
    """What one may change. Everything else follows."""

    wall: float = 2.0
    floor: float = 2.0
    lid: float = 2.4
    min_wall: float = 1.6  # four lines of a 0.4 mm nozzle
    gap: float = 0.5  # around the board and the battery holder
    fit: float = 0.3  # around what moves or is put together: caps, lips, cover
    corner: float = 1.0  # inside: a holder has sharp corners
    corner_outside: float = 3.8
    bevel: float = 0.8  # the outer edges at the top and at the bottom

    # Screws: M2.5 with a countersunk head (ISO 7046, DIN 965), cut their thread into the post.
    screw: float = 2.5
    screw_core: float = 1.95
    screw_length: float = 16.0
    screw_head: float = 4.7
    screw_hole: float = 2.9
    pilot: float = 2.1
    pilot_end: float = 18.6  # z of the blind end
    post: float = 6.4
    post_gap: float = 0.3  # above the board: the walls carry the lid, not the board
    under_board: float = 3.6

    # Window: how far the opening stands from what lights up, and the edge under the bevel.
    window_side: float = 2.6
    window_back: float = 2.0
    window_front: float = 2.4
    window_edge: float = 0.5
    over_glass: float = 0.8

    # Key caps
    cap_width: float = 7.9
    cap_depth: float = 10.0
    cap_round: float = 10.0  # of the menu key, which the finger is to know by its shape
    cap_above: float = 1.6  # above the lid
    cap_flange: float = 1.4
    cap_flange_edge: float = 0.6
    cap_flange_below: float = 2.8  # its lower face under the lid's; keys differ in height
    cap_skirt: float = 3.0  # how deep the plunger is in
    plunger: float = circuit.KEY_PLUNGER
    plunger_play: float = 0.6

    # Openings
    plug: tuple[float, float] = (11.0, 8.0)  # the handle of a micro USB plug, width and height
    plug_play: float = 0.8
    over_usb: float = 0.6
    bootsel_hole: float = 3.0
    lever_opening: tuple[float, float] = (8.0, 4.6)
    lever_bevel: float = 1.0
    sound_hole: float = 2.0
    sound_pitch: float = 4.2

    # Battery: a holder for three AAA cells, flat, as Keystone 2480: that is the 2479 with leads,
    # which is 52.63 x 37.49 x 13.00 mm in the scripts that make KiCad's 3D models.
    holder: tuple[float, float, float] = (37.5, 52.7, 13.0)
    partition: float = 2.0
    lead_gap: float = 12.0  # where the partition ends, for the leads

    # Feet: round bumpers of 8 mm that stick (3M SJ5302 and the like)
    foot: float = 8.0
    foot_height: float = 2.2
    foot_recess: float = 0.4
    feet: tuple[Spot, ...] = ((6.0, 55.0), (13.0, 4.5), (125.0, 4.5), (130.0, 55.0))

    engraving: float = 0.6
    modules: dict[str, circuit.Module] = field(default_factory=lambda: dict(circuit.MODULES))

    # -- heights -----------------------------------------------------------------------------------

    @property
    def board_bottom(self) -> float:
        return self.floor + self.under_board

    @property
    def board_top(self) -> float:
        return self.board_bottom + circuit.BOARD_THICKNESS

    def above(self, what: str) -> float:
        """The height of something of circuit.HEIGHTS."""
        return self.board_top + circuit.HEIGHTS[what]

    @property
    def inside_top(self) -> float:
        """The lid's lower face."""
        return self.above("oled glass") + self.over_glass

    @property
    def top(self) -> float:
        return self.inside_top + self.lid

    # -- plan --------------------------------------------------------------------------------------

    @property
    def back(self) -> float:
        """The inner face of the back wall."""
        return circuit.BOARD_HEIGHT + self.gap

    @property
    def bay(self) -> float:
        """The left face of the partition."""
        return circuit.BOARD_WIDTH + 2 * self.gap

    @property
    def cells(self) -> float:
        """The left end of the battery bay."""
        return self.bay + self.partition

    @property
    def right(self) -> float:
        return self.cells + self.holder[0] + 2 * self.gap

    @property
    def inside(self) -> tuple[float, float, float, float]:
        return -self.gap, self.right, -self.gap, self.back

    @property
    def outside(self) -> tuple[float, float, float, float]:
        x0, x1, y0, y1 = self.inside
        return x0 - self.wall, x1 + self.wall, y0 - self.wall, y1 + self.wall

    @property
    def seam(self) -> float:
        """Where the lid's upper edge ends; its lower one ends by the lid's thickness before."""
        return self.cells + 1.0

    @property
    def holder_box(self) -> Box:
        width, depth, height = self.holder
        x, y = self.cells + self.gap, self.back - self.gap - depth
        return x, x + width, y, y + depth, self.floor, self.floor + height

    @property
    def cover_screw(self) -> Spot:
        inset = self.post / 2 + self.fit
        return self.right - inset, -self.gap + inset

    # -- openings ----------------------------------------------------------------------------------

    def module_box(self, name: str) -> Box:
        module = self.modules[name]
        x, y = at("J1")
        y += module.header_from_top
        half = module.width / 2
        return (*(x - half, x + half, y - module.height, y), *self._module_heights())

    def _module_heights(self) -> tuple[float, float]:
        return self.above("oled bottom"), self.above("oled glass")

    def active(self, name: str) -> tuple[float, float, float, float]:
        """What lights up: x0, x1, y0, y1."""
        module = self.modules[name]
        x, y = at("J1")
        back = y + module.header_from_top - module.active_from_top
        half = module.active[0] / 2
        return x - half, x + half, back - module.active[1], back

    def window(self, name: str) -> tuple[float, float, float, float]:
        """The opening at the lid's lower face."""
        x0, x1, y0, y1 = self.active(name)
        side = self.window_side
        return x0 - side, x1 + side, y0 - self.window_front, y1 + self.window_back

    @property
    def usb(self) -> tuple[float, float, float]:
        """The middle of the socket's mouth."""
        x, y = at("U1")
        mouth = y + circuit.PICO_LENGTH / 2 + circuit.USB_OVERHANG
        return x, mouth, (self.above("pico top") + self.above("usb top")) / 2

    @property
    def bootsel(self) -> Spot:
        x, y = at("U1")
        return x + BOOTSEL[0], y + BOOTSEL[1]

    @property
    def lever(self) -> tuple[float, float, float]:
        """The middle of the slide switch's lever in its middle, and of its height."""
        x, y = at("SW5")
        return x, y, self.board_top + circuit.HEIGHTS["slide switch"] / 2

    @property
    def cap_seat(self) -> float:
        """Where a cap rests on its key."""
        return self.above("key")

    @property
    def cap_top(self) -> float:
        return self.top + self.cap_above

    @property
    def screws(self) -> tuple[Spot, ...]:
        return (*(at(ref) for ref in HOLES), self.cover_screw)


# From the outlines of KiCad's library of footprints.
BOOTSEL = (-3.5, 13.5)  # of RaspberryPi_Pico_Common_THT: from the middle of the pads
SWITCH_BODY = (8.6, 4.4)  # of SW_Slide_SPDT_Angled_CK_OS102011MA1Q
LEVER, LEVER_TRAVEL, LEVER_REACH = 2.0, 2.0, 6.2  # its reach from the middle of the pads

HOLES = tuple(part.ref for part in circuit.PARTS if part.kind == "hole")
KEYS = tuple(circuit.KEY_REFS)


def at(ref: str) -> Spot:
    """Where a part of the circuit stands, with y from the front edge."""
    x, y = circuit.BY_REF[ref].at
    return x, circuit.BOARD_HEIGHT - y


def key_at(letter: str) -> Spot:
    return at(circuit.KEY_REFS[letter])


def file_name(part: str) -> str:
    """The name of a part's files: a lid is named after its module."""
    return part.replace('"', "in").replace(" ", "-").lower()
