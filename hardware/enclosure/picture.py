"""A small painter of solids: triangles into a depth buffer, edges as lines, a soft shadow."""

import math
from dataclasses import dataclass

import numpy as np
import trimesh
from PIL import Image, ImageDraw, ImageFilter

Colour = tuple[int, int, int]
FINE = 2  # painted so many times larger, then made small: soft edges
PAPER: Colour = (244, 242, 236)
WHITE = 255
LIGHTS = (
    ((-0.45, -0.55, 0.8), 0.6),
    ((0.8, 0.1, 0.35), 0.2),
    ((0.2, 0.9, 0.2), 0.32),
    ((0.1, -0.3, -1.0), 0.42),
)
AMBIENT = 0.4
CREASE = math.radians(24)
EDGE_SHADE = 0.45
SHADOW, SHADOW_BLUR = 0.30, 0.012
SHADOW_COARSE = 4  # it is blurred: so many times fewer pixels do
BAND = 32  # rows


@dataclass
class Thing:
    """A mesh with one colour, or with one for each facet."""

    mesh: trimesh.Trimesh
    colour: Colour | np.ndarray
    edges: bool = True

    def moved(self, x=0.0, y=0.0, z=0.0) -> "Thing":
        mesh = self.mesh.copy()
        mesh.apply_translation((x, y, z))
        return Thing(mesh, self.colour, self.edges)


class Camera:
    """Looks at a point from a direction: degrees around (0: from the front) and above the table."""

    def __init__(self, target, turn: float, rise: float, distance: float, scale: float):
        a, b = math.radians(turn), math.radians(rise)
        way = np.array((math.sin(a) * math.cos(b), -math.cos(a) * math.cos(b), math.sin(b)))
        self.eye = np.asarray(target, float) + way * distance
        self.back = way
        self.right = np.array((math.cos(a), math.sin(a), 0.0))
        self.up = np.cross(way, self.right)
        self.distance, self.scale = distance, scale

    def seen(self, points: np.ndarray) -> np.ndarray:
        """Points as (right, down, nearness) in millimetres at the target's distance."""
        to = points - self.eye
        depth = -(to @ self.back)
        near = self.distance / depth
        return np.stack((to @ self.right * near, -(to @ self.up) * near, 1 / depth), axis=-1)


def paint(things: list[Thing], camera: Camera, size: tuple[int, int], table=None) -> Image.Image:
    """The picture; `table` is the height of a table that gets the shadow, or None."""
    width, height = size[0] * FINE, size[1] * FINE
    colours = np.empty((height, width, 3), dtype=np.float32)
    colours[:] = PAPER
    if table is not None:
        _shadow(colours, things, camera, table)
    depth = np.zeros((height, width), dtype=np.float64)
    for thing in things:
        _faces(colours, depth, thing, camera)
    for thing in things:
        if thing.edges:
            _edges(colours, depth, thing, camera)
    picture = Image.fromarray(np.minimum(colours, WHITE, out=colours).astype(np.uint8))
    return picture.resize(size, Image.Resampling.BOX)


def _on_paper(camera, points, shape):
    seen = camera.seen(points)
    seen[..., 0] = seen[..., 0] * camera.scale * FINE + shape[1] / 2
    seen[..., 1] = seen[..., 1] * camera.scale * FINE + shape[0] / 2
    return seen


def _shades(thing, normals):
    light = np.full(len(normals), AMBIENT)
    for way, strength in LIGHTS:
        unit = np.asarray(way) / np.linalg.norm(way)
        light += strength * np.clip(normals @ unit, 0, None)
    base = np.broadcast_to(np.asarray(thing.colour, dtype=np.float32), (len(normals), 3))
    return base * light[:, None]


def _faces(colours, depth, thing, camera):
    mesh = thing.mesh
    toward = np.einsum("ij,ij->i", mesh.face_normals, camera.eye - mesh.triangles[:, 0])
    shown = np.flatnonzero(toward > 0)
    corners = _on_paper(camera, mesh.triangles[shown], depth.shape)
    shades = _shades(thing, mesh.face_normals)[shown]
    for triangle, shade in zip(corners, shades, strict=True):
        _fill(colours, depth, triangle, shade)


def _fill(colours, depth, triangle, shade):
    """Paints a triangle in bands of rows: a long and slanted one is little of its box."""
    (ax, ay, az), (bx, by, bz), (cx, cy, cz) = triangle
    height, width = depth.shape
    y0, y1 = max(int(min(ay, by, cy)), 0), min(int(max(ay, by, cy)) + 2, height)
    area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    if abs(area) < 1e-9:
        return
    sides = ((ax, ay, bx, by), (bx, by, cx, cy), (cx, cy, ax, ay))
    for top in range(y0, y1, BAND):
        end = min(top + BAND, y1)
        x0, x1 = _reach(sides, top, end, width)
        if x0 >= x1:
            continue
        xs, ys = np.arange(x0, x1) + 0.5, (np.arange(top, end) + 0.5)[:, None]
        u = ((xs - ax) * (cy - ay) - (ys - ay) * (cx - ax)) / area
        v = ((bx - ax) * (ys - ay) - (by - ay) * (xs - ax)) / area
        here = az + u * (bz - az) + v * (cz - az)
        patch = depth[top:end, x0:x1]
        won = (u >= 0) & (v >= 0) & (u + v <= 1) & (here > patch)
        patch[won] = here[won]
        colours[top:end, x0:x1][won] = shade


def _reach(sides, top, end, width):
    """From where to where the sides of a triangle reach within some rows."""
    left, right = math.inf, -math.inf
    for ax, ay, bx, by in sides:
        if max(ay, by) < top or min(ay, by) > end:
            continue
        for y in (top, end):
            if (ay < y) != (by < y):
                x = ax + (bx - ax) * (y - ay) / (by - ay)
                left, right = min(left, x), max(right, x)
        for x, y in ((ax, ay), (bx, by)):
            if top <= y <= end:
                left, right = min(left, x), max(right, x)
    if left > right:
        return 0, 0
    return max(int(left) - 1, 0), min(int(right) + 2, width)


def _edges(colours, depth, thing, camera):
    """Dark lines where two facets meet at an angle, or one of them looks away."""
    mesh = thing.mesh
    toward = np.einsum("ij,ij->i", mesh.face_normals, camera.eye - mesh.triangles[:, 0]) > 0
    pairs = mesh.face_adjacency
    outline = toward[pairs[:, 0]] != toward[pairs[:, 1]]
    crease = (mesh.face_adjacency_angles > CREASE) & toward[pairs].any(axis=1)
    ends = mesh.vertices[mesh.face_adjacency_edges[outline | crease]]
    height, width = depth.shape
    for start, end in _on_paper(camera, ends, depth.shape):
        steps = int(max(abs(end[0] - start[0]), abs(end[1] - start[1])) * 1.3) + 2
        way = np.linspace(0, 1, steps)[:, None]
        line = start + (end - start) * way
        for right, down in ((0, 0), (1, 0), (0, 1)):
            x, y = line[:, 0].astype(int) + right, line[:, 1].astype(int) + down
            inside = (x >= 0) & (x < width) & (y >= 0) & (y < height)
            x, y, near = x[inside], y[inside], line[inside, 2]
            shown = near * 1.0012 > depth[y, x]
            _darken(colours, y[shown], x[shown])


def _darken(colours, y, x):
    width = colours.shape[1]
    spots = np.unique(y * width + x)
    colours[spots // width, spots % width] *= EDGE_SHADE + 0.2


def _shadow(colours, things, camera, table):
    """What is over the table, pressed flat onto it and blurred."""
    height, width = colours.shape[:2]
    dark = Image.new("L", (width // SHADOW_COARSE, height // SHADOW_COARSE))
    draw = ImageDraw.Draw(dark)
    for thing in things:
        flat = thing.mesh.triangles.copy()
        lift = (flat[..., 2] - table) * 0.35
        flat[..., 0] += lift
        flat[..., 1] += lift * 0.6
        flat[..., 2] = table
        for triangle in _on_paper(camera, flat, (height, width))[..., :2] / SHADOW_COARSE:
            draw.polygon([tuple(corner) for corner in triangle], fill=255)
    blurred = dark.filter(ImageFilter.GaussianBlur(dark.width * SHADOW_BLUR))
    blurred = blurred.resize((width, height), Image.Resampling.BILINEAR)
    colours *= 1 - SHADOW * np.asarray(blurred, dtype=np.float32)[..., None] / 255
