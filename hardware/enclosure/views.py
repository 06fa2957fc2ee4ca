"""The pictures of the box: what is in each, in which colour, and from where one looks."""

from pathlib import Path

import numpy as np
from manifold3d import Manifold
from PIL import Image

from hardware import circuit
from hardware.enclosure import check, parts
from hardware.enclosure.design import KEYS, Design
from hardware.enclosure.picture import Camera, Thing, paint

# Colours
FELT, IVORY, CAP, RED, BLACK = (
    (36, 98, 70),
    (240, 234, 216),
    (252, 250, 244),
    (186, 32, 38),
    (34,) * 3,
)
BOARD, SOCKET, PICO, MODULE = (28, 70, 120), (62, 62, 68), (44, 130, 80), (40, 80, 150)
GLASS, LIT, TRAY, CELL = (14, 14, 18), (160, 220, 255), (50, 50, 56), (204, 158, 66)
STEEL, KEY, FOOT = (196, 198, 202), (66, 66, 72), (80, 80, 86)
SIZE = (1600, 1000)
SCREEN = Path(__file__).parents[2] / "host_sim/gallery/meksiko-22-tricks.png"
MODULE_SHOWN = '1.3"'
AAA, AAA_LENGTH = 10.5, 44.5


def thing(body, colour, edges=True) -> Thing:
    mesh = check.mesh_of(body) if isinstance(body, Manifold) else body
    mesh.merge_vertices()
    return Thing(mesh, colour, edges)


def _inlaid(mesh, d: Design, ground, rules) -> Thing:
    """A part whose engraving is filled with paint: `rules` give a colour by place."""
    colours = np.tile(np.array(ground, dtype=np.float32), (len(mesh.faces), 1))
    floor = mesh.bounds[1][2] - mesh.triangles[:, :, 2].max(axis=1)
    engraved = (mesh.face_normals[:, 2] > 0.9) & (floor > 0.3) & (floor < d.engraving + 0.05)
    for number in np.flatnonzero(engraved):
        colours[number] = rules(*mesh.triangles_center[number][:2])
    return Thing(mesh, colours)


def shells(folder: Path, d: Design) -> dict[str, Thing]:
    """The printed parts in their colours."""
    found = {
        "base": thing(check.load(folder, "base"), FELT),
        "lid": _inlaid(check.load(folder, f"lid {MODULE_SHOWN}"), d, IVORY, lambda x, y: FELT),
        "prop": thing(check.load(folder, "prop"), FELT),
    }
    left, low = d.seam + d.fit, d.outside[2]
    edge, depth = 4.5, d.outside[3] - d.outside[2]

    def suit(x, y):
        if min(x - left, d.outside[1] - x, y - low, d.outside[3] - y) < edge:
            return FELT
        return RED if int((1 - (y - low) / depth - 0.1) * 5) % 2 else BLACK

    found["cover"] = _inlaid(check.load(folder, "cover"), d, IVORY, suit)
    for letter in KEYS:
        colour = RED if letter == "M" else BLACK
        found[f"cap {letter}"] = _inlaid(
            check.load(folder, f"cap {letter}"), d, CAP, lambda x, y, c=colour: c
        )
    return found


def contents(d: Design) -> dict[str, Thing]:
    """What is in the box, a little more like itself than for the checks."""
    found = {
        "board": thing(parts.slab(d), BOARD),
        "sockets": thing(parts.union(parts.soldered(d)), SOCKET),
        "pico": thing(parts.pico(d), PICO),
        "usb": thing(_usb(d), STEEL),
        "display": thing(parts.display(d, MODULE_SHOWN), MODULE),
        "glass": thing(_glass(d), GLASS),
        "lit": thing(_lit(d), LIT, edges=False),
        "tray": thing(_tray(d), TRAY),
        "cells": thing(_cells(d), CELL),
    }
    for letter in KEYS:
        found[f"key {letter}"] = thing(parts.key(d, letter), KEY)
    for number in range(len(d.screws)):
        found[f"screw {number + 1}"] = thing(parts.screw(d, number), STEEL)
    return found


def _usb(d: Design):
    x, mouth, z = d.usb
    half = (circuit.HEIGHTS["usb top"] - circuit.HEIGHTS["pico top"]) / 2 + 0.03
    width, length = circuit.USB_WIDTH + 0.06, parts.USB_LENGTH
    box = parts.around(x, mouth - length / 2, width, length + 0.06, z - half, z + half)
    return box - parts.block(x - 3.4, x + 3.4, mouth - 4, mouth + 1, z - 0.9, z + 0.9)


def _glass(d: Design):
    x0, x1, y0, y1 = d.active(MODULE_SHOWN)
    module = d.modules[MODULE_SHOWN]
    middle, top = (x0 + x1) / 2, d.above("oled glass")
    y = y1 + module.active_from_top - module.glass_from_top - module.glass[1] / 2
    return parts.around(middle, y, *module.glass, top - 0.2, top + 0.02)


def _lit(d: Design):
    """A real screen, pixel by pixel."""
    border, bright = 12, 128
    picture = Image.open(SCREEN).convert("L")
    inside = picture.crop((border, border, picture.width - border, picture.height - border))
    pixels = np.asarray(inside.resize((128, 64), Image.Resampling.NEAREST)) > bright
    x0, x1, y0, y1 = d.active(MODULE_SHOWN)
    pitch_x, pitch_y, z = (x1 - x0) / 128, (y1 - y0) / 64, d.above("oled glass")
    dots = []
    for row, line in enumerate(pixels):
        edges = np.flatnonzero(np.diff(np.concatenate(([0], line.astype(np.int8), [0]))))
        for start, end in zip(edges[::2], edges[1::2], strict=True):
            low, high = y1 - (row + 1) * pitch_y, y1 - row * pitch_y
            left, right = x0 + start * pitch_x, x0 + end * pitch_x
            dots.append(parts.block(left, right, low, high, z, z + 0.06))
    return Manifold.compose(dots)


def _tray(d: Design):
    x0, x1, y0, y1, z0, z1 = d.holder_box
    hollow = parts.block(x0 + 1.2, x1 - 1.2, y0 + 1.5, y1 - 1.5, z0 + 1.2, z1 + 1)
    return parts.block(x0, x1, y0, y1, z0, z1) - hollow


def _cells(d: Design):
    x0, x1, y0, y1, z0, _ = d.holder_box
    pitch = (x1 - x0) / 3
    start = (y0 + y1 - AAA_LENGTH) / 2
    cells = []
    for number in range(3):
        cell = parts.rod(0, 0, 0, AAA_LENGTH - 1, AAA) + parts.rod(0, 0, 1, AAA_LENGTH, 3.8)
        if number % 2:
            cell = cell.rotate((180, 0, 0)).translate((0, 0, AAA_LENGTH))
        x = x0 + (number + 0.5) * pitch
        cells.append(cell.rotate((-90, 0, 0)).translate((x, start, z0 + 1.4 + AAA / 2)))
    return parts.union(cells)


def _feet(d: Design):
    low = d.foot_recess - d.foot_height
    return [
        thing(parts.rod(x, y, low, d.foot_recess, d.foot - 1.5, d.foot), FOOT) for x, y in d.feet
    ]


def all_views(folder: Path, d: Design) -> dict[str, Image.Image]:
    """Every picture by the name of its file."""
    case, inner = shells(folder, d), contents(d)
    feet, table = _feet(d), d.foot_recess - d.foot_height
    middle = ((d.outside[0] + d.outside[1]) / 2, circuit.BOARD_HEIGHT / 2, d.top / 2)
    closed = [*case.values(), inner["glass"], inner["lit"], *feet]
    return {
        "closed": paint(closed, Camera(middle, -24, 40, 620, 8.6), SIZE, table),
        "top": paint(closed, Camera(middle, 0, 89.9, 900, 9.6), SIZE, table),
        "back": paint(
            [*closed, inner["board"], inner["sockets"], inner["pico"], inner["usb"]],
            Camera(middle, 156, 26, 620, 8.8),
            SIZE,
            table,
        ),
        "below": paint(
            [*case.values(), *feet, *(inner[f"screw {n + 1}"] for n in range(len(d.screws)))],
            Camera(middle, -24, -42, 620, 8.6),
            SIZE,
        ),
        "open": paint(
            [case["base"], case["prop"], *inner.values(), *feet],
            Camera(middle, -24, 52, 620, 8.6),
            SIZE,
            table,
        ),
        "exploded": _exploded(case, inner, feet, d),
    }


LIFTS = {
    **dict.fromkeys(("base",), 0),
    **dict.fromkeys(("board", "sockets", "tray", "cells", "key"), 34),
    "prop": 52,
    **dict.fromkeys(("pico", "usb"), 62),
    **dict.fromkeys(("display", "glass", "lit"), 74),
    "cap": 98,
    **dict.fromkeys(("lid", "cover"), 118),
    "screw": -34,
}


def _exploded(case, inner, feet, d: Design):
    lifted = [body.moved(z=LIFTS[name.split()[0]]) for name, body in {**case, **inner}.items()]
    lifted += [foot.moved(z=-20) for foot in feet]
    middle = ((d.outside[0] + d.outside[1]) / 2, circuit.BOARD_HEIGHT / 2, d.top / 2 + 44)
    return paint(lifted, Camera(middle, -30, 22, 900, 7.2), (1500, 1600))
