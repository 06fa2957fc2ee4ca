"""The board: puts the parts of circuit.py where they stand, routes it, pours ground around.

Runs under the system's Python, the only one that has KiCad's module `pcbnew`:

    python3 -m hardware.make.board NETLIST FOLDER

The netlist is the one that KiCad made of the schematic.
"""

import sys
from pathlib import Path

import pcbnew

from hardware import circuit
from hardware.make import route
from hardware.make.sexpr import child, children, identifier, load

FOOTPRINTS = Path("/usr/share/kicad/footprints")
SEED = 20260101  # of the identifiers, so that every run gives the same ones
PITCH = 2.54 / 4  # of the router's grid: a line fits between two pins of the Pico
SIGNAL, POWER = 0.3, 0.7
VIA_DRILL = 0.4
ZONE_GAP, ZONE_INSET, ZONE_MIN_WIDTH, THERMAL_GAP, SPOKE = 0.3, 0.6, 0.25, 0.3, 0.5
EDGE_LINE = 0.1

# The order in which the nets are routed: short ones and wide ones first. Ground is poured.
ROUTES = (
    *(("OLED_1", SIGNAL), ("OLED_2", SIGNAL), ("BATTERY", POWER), ("SWITCHED", POWER)),
    *(("SDA", SIGNAL), ("SCL", SIGNAL), ("+3V3", POWER), ("VSYS", POWER), ("PIEZO", SIGNAL)),
    *(("KEY_A", SIGNAL), ("KEY_B", SIGNAL), ("KEY_C", SIGNAL), ("KEY_M", SIGNAL)),
    ("BUZZER", SIGNAL),
)
# Ground vias that join the two pours where no ground pin is near.
STITCHES = (
    *((35, 30), (69, 44), (92, 40), (35, 55), (63.6, 57.5)),
    *((94, 33), (30, 25), (36, 10), (66, 24), (2, 30)),
)


def beside(pin: int) -> float:
    """The height of a pin at the right of the Pico."""
    middle_of_rows = (circuit.PICO_PINS * 3 / 2 + 1) / 2
    return circuit.PICO_Y - (pin - middle_of_rows) * 2.54


# What is printed: words, the middle of the text, size in mm.
PRINT = (
    *((letter, circuit.BY_REF[ref].at[0], 55.0, 2.2) for letter, ref in circuit.KEY_REFS.items()),
    *(("KIBITZ", 72.0, 52.5, 2.2), ("rev A", 72.0, 55.5, 1.2), ("CERN-OHL-P-2.0", 72.0, 57.8, 1.0)),
    *(("+", 84.5, 17.0, 2.0), ("-", 93.5, 17.0, 2.0), ("3x AAA", 89.0, 31.0, 1.2)),
    ("Pico", circuit.PICO_X, 28.0, 2.0),
    *(("VSYS", 26.1, beside(39), 0.8), ("GND", 25.9, beside(38), 0.8)),
    ("3V3", 25.9, beside(36), 0.8),
    *(("JP1+JP2:", 37.2, 12.5, 1.0), ("1-2 GND first", 37.2, 14.5, 1.0)),
    ("2-3 VCC first", 37.2, 16.5, 1.0),
    *(("ON", 84.5, 6.8, 1.0), ("OFF", 75.2, 6.8, 1.0)),
)


def mm(value: float) -> int:
    return pcbnew.FromMM(value)


def point(x: float, y: float):
    return pcbnew.VECTOR2I(mm(x), mm(y))


# -- parts -----------------------------------------------------------------------------------------


def load_footprint(name: str, folder: Path):
    library, own = name.split(":")
    where = folder if library == "kibitz" else FOOTPRINTS
    footprint = pcbnew.FootprintLoad(str(where / f"{library}.pretty"), own)
    footprint.SetFPID(pcbnew.LIB_ID(library, own))
    return footprint


def middle(footprint) -> tuple[int, int]:
    """The middle of the pads that have a number."""
    spots = [pad.GetPosition() for pad in footprint.Pads() if pad.GetNumber()]
    spots = spots or [footprint.GetPosition()]
    xs, ys = [spot.x for spot in spots], [spot.y for spot in spots]
    return (min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2


def place(board, part: circuit.Part, folder: Path) -> None:
    kind = circuit.KINDS[part.kind]
    footprint = load_footprint(kind.footprint, folder)
    footprint.SetReference(part.ref)
    footprint.SetValue(kind.value)
    footprint.Value().SetVisible(False)
    footprint.SetPath(pcbnew.KIID_PATH(f"/{identifier(part.ref)}"))
    footprint.SetSheetname("/")
    footprint.SetSheetfile("kibitz.kicad_sch")
    footprint.GetFieldByName("Description").SetText(kind.description)
    footprint.GetFieldByName("Datasheet").SetText("")
    footprint.SetDNP(not part.fitted)
    footprint.SetExcludedFromBOM(kind.sheet_only)
    board.Add(footprint)
    footprint.SetOrientationDegrees(part.turned)
    here = middle(footprint)
    there = point(*part.at)
    footprint.Move(pcbnew.VECTOR2I(there.x - here[0], there.y - here[1]))
    if part.kind == "hole":
        footprint.Reference().SetVisible(False)


def connect(board, netlist) -> None:
    """Gives each pad the net that KiCad's netlist of the schematic has for it."""
    pads = {}
    for net in children(child(netlist, "nets"), "net"):
        name = str(child(net, "name")[1])
        info = pcbnew.NETINFO_ITEM(board, name)
        board.Add(info)
        for node in children(net, "node"):
            pads[str(child(node, "ref")[1]), str(child(node, "pin")[1])] = info
    for footprint in board.GetFootprints():
        for pad in footprint.Pads():
            info = pads.get((footprint.GetReference(), pad.GetNumber()))
            if info:
                pad.SetNet(info)


# -- copper ----------------------------------------------------------------------------------------


def router_of(board) -> route.Router:
    pico = board.FindFootprintByReference("U1").FindPadByNumber("1").GetPosition()
    origin = (pcbnew.ToMM(pico.x), pcbnew.ToMM(pico.y))
    router = route.Router((circuit.BOARD_WIDTH, circuit.BOARD_HEIGHT), origin, PITCH)
    for footprint in board.GetFootprints():
        for pad in footprint.Pads():
            box = pad.GetBoundingBox()
            at = box.GetCenter()  # not every pad is around its hole
            x, y = pcbnew.ToMM(at.x), pcbnew.ToMM(at.y)
            hole = pad.GetAttribute() == pcbnew.PAD_ATTRIB_NPTH
            if hole:
                router.holes.append((x, y, pcbnew.ToMM(pad.GetDrillSize().x) / 2 + 0.25))
                continue
            layers = tuple(
                index
                for index, layer in enumerate((pcbnew.F_Cu, pcbnew.B_Cu))
                if pad.IsOnLayer(layer)
            )
            size = (pcbnew.ToMM(box.GetWidth()), pcbnew.ToMM(box.GetHeight()))
            net = pad.GetNetname() or f"free {footprint.GetReference()} {pad.GetNumber()} {x} {y}"
            router.pads.append(route.Pad(net, x, y, *size, layers))
        for zone in footprint.Zones():
            if zone.GetDoNotAllowTracks():
                box = zone.GetBoundingBox()
                middle_ = box.GetCenter()
                spot = (pcbnew.ToMM(middle_.x), pcbnew.ToMM(middle_.y))
                size = (pcbnew.ToMM(box.GetWidth()), pcbnew.ToMM(box.GetHeight()))
                router.pads.append(route.Pad("keep out", *spot, *size))
    return router


def draw_copper(board, routed: route.Routed, nets) -> None:
    layers = (pcbnew.F_Cu, pcbnew.B_Cu)
    for track in routed.tracks:
        for start, end in zip(track.points, track.points[1:], strict=False):
            line = pcbnew.PCB_TRACK(board)
            line.SetStart(point(*start))
            line.SetEnd(point(*end))
            line.SetWidth(mm(track.width))
            line.SetLayer(layers[track.layer])
            line.SetNet(nets[track.net])
            board.Add(line)
    stitches = [(circuit.GND, x, y) for x, y in STITCHES]
    for net, x, y in (*routed.vias, *stitches):
        via = pcbnew.PCB_VIA(board)
        via.SetPosition(point(x, y))
        via.SetWidth(mm(route.Rules.via))
        via.SetDrill(mm(VIA_DRILL))
        via.SetNet(nets[net])
        board.Add(via)


def pour(board, nets) -> None:
    width, height, inset = circuit.BOARD_WIDTH, circuit.BOARD_HEIGHT, ZONE_INSET
    for layer in (pcbnew.F_Cu, pcbnew.B_Cu):
        zone = pcbnew.ZONE(board)
        zone.SetLayer(layer)
        zone.SetNet(nets[circuit.GND])
        outline = zone.Outline()
        outline.NewOutline()
        for x, y in (
            *((inset, inset), (width - inset, inset)),
            *((width - inset, height - inset), (inset, height - inset)),
        ):
            outline.Append(mm(x), mm(y))
        zone.SetLocalClearance(mm(ZONE_GAP))
        zone.SetMinThickness(mm(ZONE_MIN_WIDTH))
        zone.SetThermalReliefGap(mm(THERMAL_GAP))
        zone.SetThermalReliefSpokeWidth(mm(SPOKE))
        zone.SetIslandRemovalMode(pcbnew.ISLAND_REMOVAL_MODE_ALWAYS)
        board.Add(zone)


# -- outline and print -----------------------------------------------------------------------------


def outline(board) -> None:
    width, height, radius = circuit.BOARD_WIDTH, circuit.BOARD_HEIGHT, circuit.CORNER_RADIUS
    for start, end in (
        ((radius, 0), (width - radius, 0)),
        ((width, radius), (width, height - radius)),
        ((width - radius, height), (radius, height)),
        ((0, height - radius), (0, radius)),
    ):
        line = pcbnew.PCB_SHAPE(board, pcbnew.SHAPE_T_SEGMENT)
        line.SetStart(point(*start))
        line.SetEnd(point(*end))
        _edge(board, line)
    for x, y, begin in (
        (width - radius, radius, (width - radius, 0)),
        (width - radius, height - radius, (width, height - radius)),
        (radius, height - radius, (radius, height)),
        (radius, radius, (0, radius)),
    ):
        arc = pcbnew.PCB_SHAPE(board, pcbnew.SHAPE_T_ARC)
        arc.SetCenter(point(x, y))
        arc.SetStart(point(*begin))
        arc.SetArcAngleAndEnd(pcbnew.EDA_ANGLE(90, pcbnew.DEGREES_T))
        _edge(board, arc)


def _edge(board, shape) -> None:
    shape.SetLayer(pcbnew.Edge_Cuts)
    shape.SetWidth(mm(EDGE_LINE))
    board.Add(shape)


def print_words(board) -> None:
    for words, x, y, size in PRINT:
        text = pcbnew.PCB_TEXT(board)
        text.SetText(words)
        text.SetPosition(point(x, y))
        text.SetTextSize(point(size, size))
        text.SetTextThickness(mm(max(size * 0.15, 0.15)))
        text.SetLayer(pcbnew.F_SilkS)
        board.Add(text)


def make(netlist: Path, folder: Path) -> None:
    pcbnew.KIID.SeedGenerator(SEED)
    board = pcbnew.CreateEmptyBoard()
    board.SetFileName(str(folder / "kibitz.kicad_pcb"))
    settings = board.GetDesignSettings()
    settings.SetBoardThickness(mm(circuit.BOARD_THICKNESS))
    outline(board)
    for part in circuit.PARTS:
        place(board, part, folder)
    connect(board, load(netlist.read_text("utf-8")))
    found = {str(name): info for name, info in board.GetNetsByName().items()}
    nets = {net: found[circuit.net_name(net)] for net in circuit.nets()}
    router = router_of(board)
    widths = {circuit.net_name(net): (net, width) for net, width in ROUTES}
    for full, (_, width) in widths.items():
        router.join(full, width)
    for track in router.done.tracks:
        track.net = widths[track.net][0]
    router.done.vias = [(widths[net][0], x, y) for net, x, y in router.done.vias]
    draw_copper(board, router.done, nets)
    print_words(board)
    pour(board, nets)
    title = board.GetTitleBlock()
    title.SetTitle("Kibitz")
    title.SetRevision("A")
    board.SetTitleBlock(title)
    where = str(folder / "kibitz.kicad_pcb")
    pcbnew.SaveBoard(where, board, True)
    board = pcbnew.LoadBoard(where)  # a board without a project cannot be filled
    pcbnew.ZONE_FILLER(board).Fill(board.Zones())
    pcbnew.SaveBoard(where, board, True)
    tracks = sum(len(track.points) - 1 for track in router.done.tracks)
    print(f"{tracks} tracks, {len(router.done.vias)} vias, {len(STITCHES)} stitches")


if __name__ == "__main__":
    make(Path(sys.argv[1]), Path(sys.argv[2]))
