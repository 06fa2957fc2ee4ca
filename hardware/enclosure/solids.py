"""The printed parts: base, lid (one for each size of display), cover, key caps, prop."""

from hardware import circuit
from hardware.enclosure import cad, signs
from hardware.enclosure.design import HOLES, KEYS, Design, at, key_at

OVER = 1.0  # how far a cutting tool reaches out of what it cuts
CAP_LETTER, CAP_STROKE, CAP_ENGRAVING, CAP_CORNER = 4.4, 0.9, 0.5, 1.2
WORD, WORD_STROKE = 5.0, 1.0
FRAME, FRAME_INSET = 0.8, 3.4
SUITS = ("spades", "hearts", "clubs", "diamonds")
LIP, LIP_DEPTH = 1.6, 2.0
RIB, RIB_HEIGHT = 1.8, 5.0
NIB, NIB_REACH = 2.4, 0.8
PROP_TOWER, PROP_HALF, PROP_BAR, PROP_DEPTH = 4.0, 11.7, 3.0, 4.0
PROP_BEHIND = 24.0  # its middle, from the pins of the display


def _slab(outline, z0, z1, corner, below=0.0, above=0.0):
    """A plate with round corners whose lower or upper edge is bevelled."""
    x0, x1, y0, y1 = outline

    def ring(inset):
        box = (x0 + inset, x1 - inset, y0 + inset, y1 - inset)
        return cad.rounded(*box, max(corner - inset, 0.2))

    if not below and not above:
        return cad.prism(ring(0), z0, z1)
    sections = [(ring(below), z0)] + ([(ring(0), z0 + below)] if below else [])
    sections += ([(ring(0), z1 - above)] if above else []) + [(ring(above), z1)]
    return cad.loft(*sections)


# -- base ------------------------------------------------------------------------------------------


def base(d: Design):
    outer = _slab(d.outside, 0, d.inside_top, d.corner_outside, below=d.bevel)
    shell = cad.cut(outer, _slab(d.inside, d.floor, d.inside_top + OVER, d.corner))
    shell = cad.fuse(shell, *_base_bosses(d), *_base_ribs(d))
    return cad.cut(shell, *_screw_holes(d), *_base_openings(d), *_foot_recesses(d))


def _base_bosses(d):
    """What the board lies on, and the boss of the cover's screw, filled up to the walls."""
    bosses = [cad.cylinder(x, y, d.floor / 2, d.board_bottom, d.post) for x, y in map(at, HOLES)]
    x, y = d.cover_screw
    half, top = d.post / 2, d.board_top
    into = d.wall / 2
    return [
        *bosses,
        cad.cylinder(x, y, d.floor / 2, top, d.post),
        cad.box(x, d.right + into, y - half, y + half, d.floor / 2, top),
        cad.box(x - half, x + half, -d.gap - into, y, d.floor / 2, top),
        cad.box(x, d.right + into / 2, -d.gap - into / 2, y, d.floor / 2, top),
    ]


def _base_ribs(d):
    """The wall between the bays, and the ribs in front of the battery holder."""
    x0, x1, y0, _, _, _ = d.holder_box
    into = d.wall / 2
    front = -d.gap + d.lead_gap
    walls = [cad.box(d.bay, d.cells, front, d.back + into, d.floor / 2, d.inside_top)]
    y1 = y0 - d.gap
    for x in (x0 + 16, x1 - 13):
        walls.append(cad.box(x, x + 8, y1 - RIB, y1, d.floor / 2, d.floor + RIB_HEIGHT))
    return walls


def _screw_holes(d):
    """Through the floor, with a cone for the head: it prints without support."""
    tools = []
    sink = (d.screw_head - d.screw_hole) / 2
    for x, y in d.screws:
        tools.append(cad.cylinder(x, y, -OVER, d.board_top + OVER, d.screw_hole))
        tools.append(cad.cylinder(x, y, -OVER, 0.2, d.screw_head))
        tools.append(cad.cone(x, y, 0.2, 0.2 + sink, d.screw_head, d.screw_hole))
    return tools


def _base_openings(d):
    x, _, z = d.usb
    half = _handle_half(d)
    y0, y1 = d.back - OVER, d.back + d.wall + OVER
    low = z - d.plug[1] / 2 - d.plug_play / 2
    usb = cad.box(x - half, x + half, y0, y1, low, d.inside_top + OVER)
    return [usb, *_lever_opening(d)]


def _lever_opening(d):
    """A slot, and a bevel outside in which a fingertip finds the lever."""
    x, _, z = d.lever
    half, tall = d.lever_opening[0] / 2, d.lever_opening[1] / 2
    face, deep = d.back + d.wall, d.lever_bevel

    def ring(out):
        return cad.rounded(x - half - out, x + half + out, z - tall - out, z + tall + out, 0)

    bevel = cad.loft((ring(deep + OVER), -face - OVER), (ring(0), deep - face))
    slot = cad.prism(ring(0), -face - OVER, OVER - d.back)
    return [cad.upright(slot), cad.upright(bevel)]


def _handle_half(d):
    return d.plug[0] / 2 + d.plug_play


def _foot_recesses(d):
    return [cad.cylinder(x, y, -OVER, d.foot_recess, d.foot + 0.6) for x, y in d.feet]


# -- lid and cover ---------------------------------------------------------------------------------


def lid(d: Design, module: str):
    plate = cad.cut(_top_plate(d), _seam_tool(d, d.seam, keep_left=True))
    posts = [
        cad.cylinder(x, y, d.board_top + d.post_gap, d.inside_top + d.lid / 2, d.post)
        for x, y in map(at, HOLES)
    ]
    plate = cad.fuse(plate, *posts, *_lid_lips(d))
    plate = cad.cut(plate, *_pilots(d, [at(ref) for ref in HOLES]))
    plate = cad.cut(plate, *_window(d, module), *_lid_openings(d))
    plate = cad.cut(plate, *_cap_openings(d))
    return cad.cut(plate, *_frame(d, d.outside[0], d.seam), *_wordmark(d))


def cover(d: Design):
    plate = cad.cut(_top_plate(d), _seam_tool(d, d.seam + d.fit, keep_left=False))
    x, y = d.cover_screw
    post = cad.cylinder(x, y, d.board_top + d.post_gap, d.inside_top + d.lid / 2, d.post - 0.2)
    plate = cad.fuse(plate, post, *_cover_lips(d), *_holder_ribs(d))
    plate = cad.cut(plate, *_pilots(d, [d.cover_screw]))
    return cad.cut(plate, *_frame(d, d.seam + d.fit, d.outside[1]), *_suits(d))


def _top_plate(d):
    return _slab(d.outside, d.inside_top, d.top, d.corner_outside, above=d.bevel)


def _seam_tool(d, x, keep_left):
    """Cuts along the bevelled seam, which is at x at the top and leans to the left below."""
    z0, z1 = d.inside_top - OVER, d.top + OVER
    low, high = x - d.lid - OVER, x + OVER
    far = d.outside[1] + OVER if keep_left else d.outside[0] - OVER
    y0, y1 = d.outside[2] - OVER, d.outside[3] + OVER
    ends = ([low, far], [high, far])
    sections = []
    for (a, b), z in zip(ends, (z0, z1), strict=True):
        sections.append((cad.rounded(min(a, b), max(a, b), y0, y1, 0), z))
    return cad.loft(*sections)


def _lip(d, x0, x1, y0, y1):
    return cad.box(x0, x1, y0, y1, d.inside_top - LIP_DEPTH, d.inside_top + d.lid / 2)


def _lid_lips(d):
    """Ledges inside the walls, where nothing stands in their way."""
    x0, _, y0, y1 = (
        value + way * d.fit for value, way in zip(d.inside, (1, -1, 1, -1), strict=True)
    )
    pico_right = at("U1")[0] + circuit.PICO_WIDTH / 2
    screw = max(x for x, y in map(at, HOLES) if y > y1 / 2 and x < d.bay / 2) + d.post / 2
    return [
        _lip(d, x0, x0 + LIP, 10, y1 - 10),
        _lip(d, 10, d.bay - 10, y0, y0 + LIP),
        _lip(d, max(pico_right, screw) + 2, d.bay - 10, y1 - LIP, y1),
    ]


def _cover_lips(d):
    _, x1, y0, y1 = (
        value + way * d.fit for value, way in zip(d.inside, (1, -1, 1, -1), strict=True)
    )
    left = d.cells + 6
    screw_x, screw_y = d.cover_screw
    return [
        _lip(d, x1 - LIP, x1, screw_y + d.post / 2 + 3, y1 - 8),
        _lip(d, left, x1 - 8, y1 - LIP, y1),
        _lip(d, left, screw_x - d.post / 2 - 3, y0, y0 + LIP),
    ]


def _holder_ribs(d):
    """They keep the holder from jumping; between them and the cells is room for a strip of foam."""
    x0, x1, y0, y1, _, top = d.holder_box
    middle = (y0 + y1) / 2
    return [
        cad.box(x0 + 6, x1 - 6, y - RIB / 2, y + RIB / 2, top + 1.0, d.inside_top + d.lid / 2)
        for y in (middle - 12, middle + 12)
    ]


def _pilots(d, spots):
    return [cad.cylinder(x, y, d.board_top - OVER, d.pilot_end, d.pilot) for x, y in spots]


def _window(d, module):
    """Straight for a little, then a bevel of 45 degrees, so that one sees in from the side."""
    x0, x1, y0, y1 = d.window(module)
    edge = d.inside_top + d.window_edge
    slope = d.lid - d.window_edge + OVER

    def ring(out):
        return cad.rounded(x0 - out, x1 + out, y0 - out, y1 + out, 1.0 + out)

    return [
        cad.prism(ring(0), d.inside_top - OVER, edge + 0.01),
        cad.loft((ring(0), edge), (ring(slope), edge + slope)),
    ]


def _lid_openings(d):
    x, mouth, _ = d.usb
    half = _handle_half(d)
    handle = cad.box(
        *(x - half, x + half, mouth - 0.2, d.outside[3] + OVER),
        *(d.inside_top - LIP_DEPTH - OVER, d.top + OVER),
    )
    half = circuit.USB_WIDTH / 2 + 0.7
    roof = d.above("usb top") + d.over_usb
    pocket = cad.box(x - half, x + half, mouth - 7.5, mouth, d.inside_top - OVER, roof)
    x, y = d.bootsel
    hole = cad.cylinder(x, y, d.inside_top - OVER, d.top + OVER, d.bootsel_hole)
    return [handle, pocket, hole, *_sound(d)]


def _sound(d):
    """Five holes over the piezo, as on a die."""
    x, y = at("BZ1")
    step = d.sound_pitch
    spots = [(0, 0), (-step, -step), (step, -step), (-step, step), (step, step)]
    return [
        cad.cylinder(x + right, y + up, d.inside_top - OVER, d.top + OVER, d.sound_hole)
        for right, up in spots
    ]


def _cap_openings(d):
    tools = []
    for letter in KEYS:
        x, y = key_at(letter)
        z = (d.inside_top - OVER, d.top + OVER)
        if letter == "M":
            tools.append(cad.cylinder(x, y, *z, d.cap_round + 2 * d.fit))
            tools.append(cad.prism(_nib(d, x, y, d.fit), *z))
        else:
            ring = _cap_ring(d, x, y, d.fit)
            tools.append(cad.prism(ring, *z))
    return tools


def _engrave(d, outlines):
    return [cad.prism(points, d.top - d.engraving, d.top + OVER) for points in outlines]


def _frame(d, left, right):
    """A line around, as on the back of a card; it leaves out where the USB socket needs room."""
    _, _, y0, y1 = d.outside
    x0, x1 = left + FRAME_INSET, right - FRAME_INSET
    y0, y1 = y0 + FRAME_INSET, y1 - FRAME_INSET
    lines = [((x0, y1), (x0, y0)), ((x0, y0), (x1, y0)), ((x1, y0), (x1, y1))]
    usb, half = d.usb[0], _handle_half(d) + d.min_wall + FRAME / 2
    ends = [(x0, x1)]
    if x0 < usb < x1:
        ends = [(x0, usb - half), (usb + half, x1)]
    lines += [((start, y1), (end, y1)) for start, end in ends]
    return _engrave(d, [signs.thick(start, end, FRAME) for start, end in lines])


def _wordmark(d):
    width, lines = signs.word("KIBITZ", WORD)
    left, foot = d.outside[0] + FRAME_INSET + 3.4, key_at("A")[1] - WORD / 2
    shifted = [[(x + left, y + foot) for x, y in line] for line in lines]
    return _engrave(d, [signs.thick(start, end, WORD_STROKE) for start, end in shifted])


def _suits(d):
    x0, x1 = d.seam + d.fit, d.outside[1]
    y0, y1 = d.outside[2:]
    places = [((x0 + x1) / 2, y0 + (y1 - y0) * part) for part in (0.8, 0.6, 0.4, 0.2)]
    tools = []
    for name, (x, y) in zip(SUITS, places, strict=True):
        outlines = [[(x + 0.9 * px, y + 0.9 * py) for px, py in ring] for ring in signs.suit(name)]
        tools += _engrave(d, outlines)
    return tools


# -- key caps and prop -----------------------------------------------------------------------------


def _cap_ring(d, x, y, out=0.0):
    half, deep = d.cap_width / 2 + out, d.cap_depth / 2 + out
    return cad.rounded(x - half, x + half, y - deep, y + deep, CAP_CORNER + out)


def _nib(d, x, y, out=0.0):
    """What keeps the round cap from turning: a nib at its front."""
    half, reach = NIB / 2 + out, d.cap_round / 2 + NIB_REACH + out
    return cad.rounded(x - half, x + half, y - reach, y, 0)


def _sloped_nib(d, x, y, z0, z1):
    """The nib ends above in a slope of 45 degrees: caps are printed upside down."""
    into = 0.3
    full, close = _nib(d, x, y), y - d.cap_round / 2 + into
    gone = [(px, max(py, close)) for px, py in full]
    return cad.loft((full, z0), (full, z1 - NIB_REACH - into), (gone, z1))


def cap(d: Design, letter: str):
    """A cap as it lies on its released key. Its flange keeps it under the lid."""
    x, y = key_at(letter)
    z0 = d.inside_top - d.cap_flange_below
    z1 = z0 + d.cap_flange_edge
    z2 = z1 + d.cap_flange
    if letter == "M":
        size = d.cap_round
        wide = size + 2 * d.cap_flange
        body = cad.cylinder(x, y, z0, d.cap_top - 0.6, size)
        rim = cad.cone(x, y, d.cap_top - 0.6, d.cap_top, size, size - 1.2)
        body = cad.fuse(body, rim, cad.cylinder(x, y, z0, z1, wide))
        body = cad.fuse(body, cad.cone(x, y, z1, z2, wide, size))
        body = cad.fuse(body, _sloped_nib(d, x, y, z0, d.cap_top - 0.6))
    else:
        body = cad.loft(
            (_cap_ring(d, x, y), z0),
            (_cap_ring(d, x, y), d.cap_top - 0.6),
            (_cap_ring(d, x, y, -0.6), d.cap_top),
        )
        half, deep = d.cap_width / 2, d.cap_depth / 2
        deep += d.cap_flange
        wide = cad.rounded(x - half, x + half, y - deep, y + deep, CAP_CORNER)
        body = cad.fuse(body, cad.loft((wide, z0), (wide, z1), (_cap_ring(d, x, y), z2)))
    bore = d.plunger + d.plunger_play
    skirt = cad.cylinder(x, y, d.cap_seat - d.cap_skirt, z0 + 0.1, bore + 2 * d.min_wall)
    body = cad.fuse(body, skirt)
    body = cad.cut(body, cad.cylinder(x, y, d.cap_seat - d.cap_skirt - OVER, d.cap_seat, bore))
    width, lines = signs.word(letter, CAP_LETTER)
    shift = (x - width / 2, y - CAP_LETTER / 2)
    tools = []
    for line in lines:
        start, end = [(px + shift[0], py + shift[1]) for px, py in line]
        outline = signs.thick(start, end, CAP_STROKE)
        tools.append(cad.prism(outline, d.cap_top - CAP_ENGRAVING, d.cap_top + OVER))
    return cad.cut(body, *tools)


def prop(d: Design):
    """Two towers on a bar under the free end of the display, which hangs on its pins only."""
    x, y = at("J1")
    y -= PROP_BEHIND
    y0, y1 = y - PROP_DEPTH / 2, y + PROP_DEPTH / 2
    top = d.above("oled bottom") - 0.3
    half = PROP_TOWER / 2
    bar = cad.box(x - PROP_HALF, x + PROP_HALF, y0, y1, d.board_top, d.board_top + PROP_BAR)
    towers = [
        cad.box(x + side - half, x + side + half, y0, y1, d.board_top, top)
        for side in (-PROP_HALF, PROP_HALF)
    ]
    return cad.fuse(bar, *towers)


def all_parts(d: Design) -> dict:
    """Every printed part by name, where it is in the box."""
    parts = {"base": base(d)}
    for module in d.modules:
        parts[f"lid {module}"] = lid(d, module)
    parts["cover"] = cover(d)
    for letter in KEYS:
        parts[f"cap {letter}"] = cap(d, letter)
    parts["prop"] = prop(d)
    return parts
