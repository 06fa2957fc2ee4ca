"""The checks of the printed parts. Each returns what is wrong, as sentences; nothing is good.

A printed part is read from its STL: what is checked is what gets printed. Works with light
packages only (numpy, trimesh, manifold3d, pillow), which the tests have too.
"""

import math
from collections import defaultdict
from itertools import combinations
from pathlib import Path

import numpy as np
import trimesh
from manifold3d import CrossSection, FillRule, Manifold, Mesh
from PIL import Image, ImageDraw

from hardware import circuit
from hardware.enclosure import parts
from hardware.enclosure.design import KEYS, Design, file_name, key_at

TOLERANCES = (0.0, 0.2, -0.2)
TOUCH_MM3 = 0.05  # faces that lie on each other, with numbers as short as an STL's
STEEP = math.cos(math.radians(42.5))  # of a normal, downwards; a cone's facets are a bit flatter
LONGEST_BRIDGE = 10.0
UPSIDE_DOWN = ("lid", "cover", "cap")  # these are printed with their outer face on the bed


def load(folder: Path, part: str) -> trimesh.Trimesh:
    return trimesh.load_mesh(folder / f"{file_name(part)}.stl")


def solid(mesh: trimesh.Trimesh) -> Manifold:
    vertices = np.asarray(mesh.vertices, dtype=np.float32)
    return Manifold(Mesh(vertices, np.asarray(mesh.faces, dtype=np.uint32)))


def mesh_of(body: Manifold) -> trimesh.Trimesh:
    found = body.to_mesh()
    return trimesh.Trimesh(found.vert_properties[:, :3], found.tri_verts)


def printable_way(part: str, mesh: trimesh.Trimesh) -> trimesh.Trimesh:
    """The part as it lies on the bed."""
    turned = mesh.copy()
    if part.startswith(UPSIDE_DOWN):
        turned.apply_transform(np.diag((1.0, -1.0, -1.0, 1.0)))
    turned.apply_translation((0, 0, -turned.bounds[0][2]))
    return turned


# -- watertight ------------------------------------------------------------------------------------


def leaks(mesh: trimesh.Trimesh) -> list[str]:
    faults = []
    if not mesh.is_watertight:
        faults.append("the surface has holes")
    if not mesh.is_winding_consistent or mesh.volume <= 0:
        faults.append("facets are turned inside out")
    if not faults and len(solid(mesh).decompose()) != 1:
        faults.append("it is not of one piece")
    return faults


# -- walls -----------------------------------------------------------------------------------------

CELL = 4.0  # of the grid that finds the facets near a ray
SAMPLE = 5.0  # a facet is sampled at least so often
OPPOSITE = -0.8  # the other face of a wall; a bevel is none


def thin_walls(mesh: trimesh.Trimesh, least: float, relief: float = 0.0) -> list[str]:
    """Rays from the facets inwards: how soon do they come out at an opposite face?

    The ridges between engraved lines, `relief` high at the top, are no walls.
    """
    corners, normals = mesh.triangles, mesh.face_normals
    grid = _grid(corners)
    ridge = mesh.bounds[1][2] - relief - 0.01
    walls = (corners[:, :, 2].min(axis=1) < ridge) | (np.abs(normals[:, 2]) > 0.5) | (relief == 0)
    worst: dict[tuple[int, int, int], tuple[float, np.ndarray]] = {}
    for start, normal in _samples(corners[walls], normals[walls]):
        end = start - normal * least
        near = sorted(_cells_near(grid, start, end))
        if not near:
            continue
        far = near_hits(start, -normal, corners[near])
        facing = normals[near] @ normal < OPPOSITE
        found = far[facing & (far > 1e-3)]
        if len(found) and found.min() < least - 0.01:
            x, y, z = (int(value // 5) for value in start)
            place = (x, y, z)
            if place not in worst or found.min() < worst[place][0]:
                worst[place] = (float(found.min()), start)
    return [
        f"{thick:.2f} mm at {', '.join(f'{value:.1f}' for value in at)}"
        for thick, at in worst.values()
    ]


def _grid(corners):
    grid = defaultdict(set)
    low = np.floor(corners.min(axis=1) / CELL).astype(int)
    high = np.floor(corners.max(axis=1) / CELL).astype(int)
    for number, (a, b) in enumerate(zip(low, high, strict=True)):
        for x in range(a[0], b[0] + 1):
            for y in range(a[1], b[1] + 1):
                for z in range(a[2], b[2] + 1):
                    grid[x, y, z].add(number)
    return grid


def _cells_near(grid, start, end):
    a = np.floor(np.minimum(start, end) / CELL).astype(int)
    b = np.floor(np.maximum(start, end) / CELL).astype(int)
    found = set()
    for x in range(a[0], b[0] + 1):
        for y in range(a[1], b[1] + 1):
            for z in range(a[2], b[2] + 1):
                found |= grid.get((x, y, z), set())
    return found


def _samples(corners, normals):
    for (a, b, c), normal in zip(corners, normals, strict=True):
        longest = max(np.linalg.norm(b - a), np.linalg.norm(c - b), np.linalg.norm(a - c))
        count = max(1, int(longest // SAMPLE))
        for i in range(count):
            for j in range(count - i):
                u, v = (i + 1 / 3) / count, (j + 1 / 3) / count
                yield a + (b - a) * u + (c - a) * v, normal


def near_hits(start, way, corners):
    """How far along a ray each triangle is hit; infinite where it is missed."""
    a, ab, ac = corners[:, 0], corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
    p = np.cross(way, ac)
    det = np.einsum("ij,ij->i", ab, p)
    flat = np.abs(det) < 1e-12
    inverse = 1 / np.where(flat, 1, det)
    to = start - a
    u = np.einsum("ij,ij->i", to, p) * inverse
    q = np.cross(to, ab)
    v = q @ way * inverse
    t = np.einsum("ij,ij->i", ac, q) * inverse
    return np.where(flat | (u < 0) | (v < 0) | (u + v > 1) | (t < 0), np.inf, t)


# -- overhangs -------------------------------------------------------------------------------------

PIXEL = 0.1


def overhangs(part: str, mesh: trimesh.Trimesh) -> tuple[list[str], list[tuple[float, ...]]]:
    """What would need support; and the bridges, as (z, x0, x1, y0, y1, span) on the bed."""
    lying = printable_way(part, mesh)
    down = -lying.face_normals[:, 2]
    low = lying.triangles[:, :, 2].min(axis=1)
    faults = [
        f"{math.degrees(math.acos(min(down[i], 1))):.0f} degrees at z {low[i]:.1f}"
        for i in np.flatnonzero((down > STEEP) & (down < 0.999) & (low > 0.05))
    ]
    body, bridges = solid(lying), []
    for z, islands in _ceilings(lying, down, low):
        under = body.slice(z - 0.03)
        for island in islands:
            x0, y0, x1, y1 = island.bounds()
            span = _span(island, under)
            if span > LONGEST_BRIDGE:
                faults.append(f"no bridge at z {z:.1f}, {x0:.1f} to {x1:.1f}, {y0:.1f} to {y1:.1f}")
            else:
                bridges.append(tuple(round(float(v), 1) for v in (z, x0, x1, y0, y1, span)))
    return faults, bridges


def _ceilings(lying, down, low):
    """The flat faces that look down at the air: their heights, and each as an outline."""
    levels = defaultdict(list)
    for number in np.flatnonzero((down >= 0.999) & (low > 0.05)):
        levels[round(float(low[number]), 2)].append(lying.triangles[number, ::-1, :2])
    for z, faces in sorted(levels.items()):
        yield z, CrossSection(faces, FillRule.NonZero).decompose()


def _span(island: CrossSection, under: CrossSection) -> float:
    """How far strands must span the island, each the shortest way; infinite when one hangs free."""
    x0, y0, x1, y1 = island.offset(1.0).bounds()
    size = (int((x1 - x0) / PIXEL) + 1, int((y1 - y0) / PIXEL) + 1)
    free, held = (_raster(section, x0, y0, size) for section in (island.offset(-PIXEL), under))
    straight = np.minimum(_air(held), _air(held.T).T)
    slanted = np.minimum(_slanted_air(held), _slanted_air(held[:, ::-1])[:, ::-1])
    along = np.minimum(straight, slanted * math.sqrt(2))
    return float(along[free].max(initial=0)) * PIXEL


def _raster(section, x0, y0, size):
    picture = Image.new("1", size)
    draw = ImageDraw.Draw(picture)
    rings = section.to_polygons()
    rings.sort(key=lambda ring: -abs(_area(ring)))
    for ring in rings:
        points = [((x - x0) / PIXEL, (y - y0) / PIXEL) for x, y in ring]
        draw.polygon(points, fill=1 if _area(ring) > 0 else 0)
    return np.array(picture)


def _area(ring):
    x, y = np.asarray(ring).T
    return float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2


def _air(held):
    """For each pixel without material, how long the air is from left to right."""
    found = np.zeros(held.shape)
    for row, anchors in zip(found, held, strict=True):
        edges = np.flatnonzero(np.diff(np.concatenate(([1], anchors.astype(np.int8), [1]))))
        for start, end in zip(edges[::2], edges[1::2], strict=True):
            open_end = start == 0 or end == len(row)
            row[start:end] = math.inf if open_end else end - start
    return found


def _slanted_air(held):
    """The same along the diagonals: the rows are shifted until a diagonal is a column."""
    height, width = held.shape
    shifted = np.zeros((height, width + height), dtype=bool)
    for number, row in enumerate(held):
        shifted[number, number : number + width] = row
    found = _air(shifted.T).T
    return np.array([row[number : number + width] for number, row in enumerate(found)])


# -- everything in its place -----------------------------------------------------------------------


def clashes(bodies: dict[str, Manifold], settled=()) -> list[str]:
    """Which parts are where others are. `settled` names groups of which each fits the others."""
    faults = []
    for one, other in combinations(bodies, 2):
        if any(one.startswith(group) and other.startswith(group) for group in settled):
            continue
        a, b = bodies[one], bodies[other]
        if not _near(a.bounding_box(), b.bounding_box()):
            continue
        volume = (a ^ b).volume()
        if volume > TOUCH_MM3:
            faults.append(f"{one} and {other} share {volume:.2f} mm3")
    return faults


def _near(a, b):
    return all(a[i] < b[i + 3] and b[i] < a[i + 3] for i in range(3))


def printed(folder: Path, d: Design, module: str) -> dict[str, Manifold]:
    """The printed parts of a box with this display."""
    names = ["base", f"lid {module}", "cover", "prop", *(f"cap {letter}" for letter in KEYS)]
    return {name: solid(load(folder, name)) for name in names}


def assembly_faults(
    shells: dict[str, Manifold], d: Design, module: str, slack=0.0, pressed=""
) -> list[str]:
    """Printed parts against bought ones, each `slack` larger on every side. A cap goes with its
    key."""
    bodies = dict(shells)
    for letter in KEYS:
        lift = parts.key_rise(slack, letter in pressed)
        bodies[f"cap {letter}"] = grown(shells[f"cap {letter}"], slack).translate((0, 0, lift))
    bodies["prop"] = shells["prop"].translate((0, 0, slack))
    bodies |= parts.bought(d, module, slack, pressed)
    return clashes(bodies)


def grown(body: Manifold, slack: float) -> Manifold:
    """A body whose faces at the sides stand out (or in) by this much: it is stretched."""
    if not slack:
        return body
    x0, y0, _, x1, y1, _ = body.bounding_box()
    middle = ((x0 + x1) / 2, (y0 + y1) / 2)
    scale = (1 + 2 * slack / (x1 - x0), 1 + 2 * slack / (y1 - y0), 1)
    home = body.translate((-middle[0], -middle[1], 0)).scale(scale)
    return home.translate((*middle, 0))


def tight(bodies: dict[str, Manifold], lid: str) -> list[str]:
    """Lid and cover have to fit the base also when they lie, or are printed, a little aside."""
    faults = []
    step = max(TOLERANCES)
    for name, others in ((lid, ("base",)), ("cover", ("base", lid))):
        for aside in ((step, 0, 0), (-step, 0, 0), (0, step, 0), (0, -step, 0)):
            moved = bodies[name].translate(aside)
            for other in others:
                if (moved ^ bodies[other]).volume() > TOUCH_MM3:
                    faults.append(f"{name} is tight in {other}")
    return list(dict.fromkeys(faults))


# How the soldered board goes in, backwards: it is turned up around its lower back edge by so many
# degrees, moved to the front and up by so many millimetres, until it is free.
WAY_OUT = (
    *((0, 0.0, 0.0), (4, 0.25, 0.0), (8, 0.75, 0.25), (12, 1.5, 0.5), (16, 2.5, 0.5)),
    *((20, 3.25, 0.75), (24, 3.75, 1.0), (28, 4.5, 1.0), (32, 5.0, 1.5), (36, 5.5, 1.5)),
    *((36, 6.0, 3.0), (36, 6.0, 5.0), (36, 6.0, 8.0), (36, 6.0, 14.0), (36, 6.0, 20.0)),
)


def stuck(bodies: dict[str, Manifold], d: Design) -> list[str]:
    """Can the board, with its switch's lever through the back wall, be laid into the base?"""
    board = parts.union([parts.board(d), *(parts.key(d, letter) for letter in KEYS)])
    back, low = circuit.BOARD_HEIGHT, d.board_bottom
    home = board.translate((0, -back, -low))
    for degrees, front, up in WAY_OUT:
        moved = home.rotate((-degrees, 0, 0)).translate((0, back - front, low + up))
        if (moved ^ bodies["base"]).volume() > TOUCH_MM3:
            return [f"the board gets stuck in the base at {degrees} degrees"]
    return []


def loose_caps(shells: dict[str, Manifold], lid: str, slack: float) -> list[str]:
    """Caps that could fall out: pulled up and pushed aside, a cap has to meet the lid."""
    faults = []
    for letter in KEYS:
        cap = grown(shells[f"cap {letter}"], slack)
        for aside in ((0, 0), (0.5, 0), (-0.5, 0), (0, 0.5), (0, -0.5)):
            if (cap.translate((*aside, 4.0)) ^ shells[lid]).volume() < 1.0:
                faults.append(f"cap {letter} falls out")
                break
    return faults


def screw_faults(shells: dict[str, Manifold], d: Design, lid: str) -> list[str]:
    """Does the thread bite, all around and long enough, and does the tip have room?"""
    faults = []
    printed_pilot = d.pilot + max(TOLERANCES)
    if d.screw <= printed_pilot or d.screw_core > d.pilot - max(TOLERANCES) + 0.1:
        faults.append(f"a {d.screw} mm thread does not fit a {d.pilot} mm hole")
    for number, (x, y) in enumerate(d.screws):
        owner = "cover" if (x, y) == d.cover_screw else lid
        tip = 0.2 + d.screw_length
        start = d.board_top + d.post_gap
        thread = parts.rod(x, y, start, tip, d.screw)
        bite = (thread ^ shells[owner]).volume()
        whole = (parts.rod(x, y, 0, 1, d.screw) - parts.rod(x, y, -1, 2, d.pilot)).volume()
        if bite < 2 * d.screw * whole:
            faults.append(f"screw {number + 1} holds by {bite / whole:.1f} mm only")
    return faults


# -- window, seats, table --------------------------------------------------------------------------


def hidden(lid: Manifold, d: Design, module: str) -> list[str]:
    """Looks straight down on what lights up, wherever the module's tolerance lets it be."""
    x0, x1, y0, y1 = d.active(module)
    reach = d.modules[module].tolerance
    column = parts.block(
        *(x0 - reach, x1 + reach, y0 - reach, y1 + reach),
        *(d.above("oled glass"), d.top + 1),
    )
    covered = (column ^ lid).volume()
    return [f"the lid covers the {module} display"] if covered > TOUCH_MM3 else []


# Eyes of three players around a table of 1.2 m, over the device in the middle of it: where they
# are from the middle of the display, and how high over the table.
EYES = {"front": (0.0, -450.0), "left": (-520.0, 120.0), "right": (520.0, 120.0)}
EYE_HEIGHT = 420.0


def unseen(lid: Manifold, d: Design, module: str) -> list[str]:
    """From each seat the whole of the display is to be seen past the lid's edges."""
    x0, x1, y0, y1 = d.active(module)
    z = d.above("oled glass") + 0.01
    glass = [(x, y, z) for x in (x0, x1) for y in (y0, y1)]
    faults = []
    for seat, (right, back) in EYES.items():
        eye = ((x0 + x1) / 2 + right, (y0 + y1) / 2 + back, EYE_HEIGHT)
        # What is between an eye and a flat rectangle is a pyramid.
        sight = Manifold.hull_points([*glass, eye])
        if (sight ^ lid).volume() > TOUCH_MM3:
            faults.append(f"the player at the {seat} does not see all of the {module} display")
    return faults


def lowest_view(lid: Manifold, d: Design, module: str) -> dict[str, int]:
    """For each side, how many degrees over the table an eye must be to see all of the glass."""
    x0, x1, y0, y1 = d.active(module)
    z = d.above("oled glass") + 0.01
    glass = [(x, y, z) for x in (x0, x1) for y in (y0, y1)]
    found = {}
    for seat, (right, back) in EYES.items():
        far = math.hypot(right, back)
        for degrees in range(20, 90):
            height = far * math.tan(math.radians(degrees))
            eye = ((x0 + x1) / 2 + right, (y0 + y1) / 2 + back, z + height)
            if (Manifold.hull_points([*glass, eye]) ^ lid).volume() <= TOUCH_MM3:
                found[seat] = degrees
                break
    return found


PLA, FIBREGLASS = 1.24e-3, 1.85e-3  # grams per mm3
CELLS, HOLDER, MODULE, PICO, SMALL_PARTS = 34.5, 8.0, 6.0, 3.0, 14.0  # grams


def weights(shells: dict[str, Manifold], d: Design, cells=True) -> list[tuple[float, np.ndarray]]:
    """Grams and where their middle is, for everything in the box."""
    found: list[tuple[float, np.ndarray]] = []
    for body in shells.values():
        mesh = mesh_of(body)
        found.append((mesh.volume * PLA, mesh.center_mass))
    middle = np.array((circuit.BOARD_WIDTH / 2, circuit.BOARD_HEIGHT / 2, d.board_bottom))
    area = circuit.BOARD_WIDTH * circuit.BOARD_HEIGHT * circuit.BOARD_THICKNESS
    found.append((area * FIBREGLASS + SMALL_PARTS, middle))
    x0, x1, y0, y1, z0, z1 = d.holder_box
    bay = np.array(((x0 + x1) / 2, (y0 + y1) / 2, (z0 + z1) / 2))
    found.append((HOLDER + (CELLS if cells else 0), bay))
    for ref, grams in (("U1", PICO), ("J1", MODULE)):
        x, y = circuit.BY_REF[ref].at
        found.append((grams, np.array((x, circuit.BOARD_HEIGHT - y, d.above("oled bottom")))))
    return found


def balance(shells: dict[str, Manifold], d: Design, cells=True) -> tuple[float, np.ndarray]:
    """The weight in grams and its middle."""
    found = weights(shells, d, cells)
    total = sum((grams for grams, _ in found), 0.0)
    return total, np.sum([grams * place for grams, place in found], axis=0) / total


KEY_FORCE = 5.0  # newtons; the B3F-1070 wants 1, others up to 2.6; a player in a hurry gives more
GRAVITY = 9.81


def tipping(shells: dict[str, Manifold], d: Design, force=KEY_FORCE) -> list[str]:
    """Does a press anywhere on a cap lift a foot? Without cells, when the box is lightest."""
    grams, middle = balance(shells, d, cells=False)
    weight = grams / 1000 * GRAVITY
    faults = []
    for letter in KEYS:
        x0, y0, _, x1, y1, _ = shells[f"cap {letter}"].bounding_box()
        _, key_y = key_at(letter)
        deep = (d.cap_round if letter == "M" else d.cap_depth) / 2
        for x, y in ((x, y) for x in (x0, x1) for y in (key_y - deep, key_y + deep)):
            least = _least_load(d.feet, (weight, *middle[:2]), (force, x, y))
            if least < 0:
                faults.append(f"the box tips when {letter} is pressed at {x:.0f}, {y:.0f}")
                break
    return faults


def _least_load(feet, *loads):
    """The moment that keeps the box down, over the edge where it is the least (N mm)."""
    ring = _hull(feet)
    least = math.inf
    for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True):
        length = math.hypot(bx - ax, by - ay)
        moment = sum(
            newtons * ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / length
            for newtons, x, y in loads
        )
        least = min(least, moment)
    return least


def _hull(points):
    middle_x = sum(x for x, _ in points) / len(points)
    middle_y = sum(y for _, y in points) / len(points)
    return sorted(points, key=lambda p: math.atan2(p[1] - middle_y, p[0] - middle_x))


# -- all of it -------------------------------------------------------------------------------------


def part_names(d: Design) -> list[str]:
    """The printed parts, in the order in which they are made."""
    lids = [f"lid {module}" for module in d.modules]
    return ["base", *lids, "cover", *(f"cap {letter}" for letter in KEYS), "prop"]


def part_faults(part: str, mesh: trimesh.Trimesh, d: Design) -> list[str]:
    """What is wrong with a printed part by itself."""
    relief = d.engraving if part.startswith(UPSIDE_DOWN) else 0.0
    found = leaks(mesh) or [*thin_walls(mesh, d.min_wall, relief), *overhangs(part, mesh)[0]]
    return [f"{part}: {fault}" for fault in found]


def box_faults(bodies: dict[str, Manifold], d: Design, module: str) -> list[str]:
    """What is wrong with the parts of a box together."""
    lid = f"lid {module}"
    faults = []
    for slack in TOLERANCES:
        for pressed in ("", "".join(KEYS)):
            faults += assembly_faults(bodies, d, module, slack, pressed)
        faults += loose_caps(bodies, lid, slack)
    faults += stuck(bodies, d)
    faults += tight(bodies, lid) + blocked_bootsel(bodies, d) + screw_faults(bodies, d, lid)
    faults += hidden(bodies[lid], d, module) + unseen(bodies[lid], d, module)
    return list(dict.fromkeys(faults + tipping(bodies, d)))


def blocked_bootsel(bodies: dict[str, Manifold], d: Design) -> list[str]:
    """Is the way free for a pin, and does it end on the button?"""
    pin = parts.pin(d)
    faults = [
        f"the way to BOOTSEL leads through {name}"
        for name, body in bodies.items()
        if (pin ^ body).volume() > TOUCH_MM3
    ]
    if (pin.translate((0, 0, -0.5)) ^ parts.pico(d)).volume() < 0.1:
        faults.append("a pin through the hole misses BOOTSEL")
    return faults


def everything(folder: Path, d: Design) -> list[str]:
    faults = []
    for part in part_names(d):
        faults += part_faults(part, load(folder, part), d)
    for module in d.modules:
        faults += box_faults(printed(folder, d, module), d, module)
    return faults


def summary(folder: Path, d: Design) -> str:
    """The figures of the box, for the person who made it anew."""
    x0, x1, y0, y1 = d.outside
    bodies = printed(folder, d, next(iter(d.modules)))
    plastic = sum(body.volume() for body in bodies.values()) * PLA
    grams, middle = balance(bodies, d)
    lines = [
        f"The box is {x1 - x0:.0f} x {y1 - y0:.0f} mm, {d.top:.1f} mm high without feet and keys.",
        f"{plastic:.0f} g of PLA if printed solid; {grams:.0f} g with everything in it.",
        f"Its weight is over {middle[0]:.0f}, {middle[1]:.0f} (x, y in mm).",
    ]
    for module in d.modules:
        lid = printed(folder, d, module)[f"lid {module}"]
        seats = ", ".join(f"{seat} {n}" for seat, n in lowest_view(lid, d, module).items())
        lines.append(f"All of the {module} display is seen from these degrees up: {seats}.")
    for part in part_names(d):
        for bridge in overhangs(part, load(folder, part))[1]:
            z, a, b, c, e, span = bridge
            where = f"x {a:.1f} to {b:.1f}, y {c:.1f} to {e:.1f}"
            lines.append(f"{part}: a bridge of {span:.1f} mm at z {z:.1f}, {where}")
    return "\n".join(lines)
