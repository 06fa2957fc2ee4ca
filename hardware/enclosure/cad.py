"""The few operations of Open CASCADE that the box needs, and the files one gets of a solid.

Needs the package `cadquery-ocp-novtk`; only `make hardware` has it.
"""

import math
from pathlib import Path

from OCP.BRep import BRep_Tool
from OCP.BRepAlgoAPI import BRepAlgoAPI_Cut, BRepAlgoAPI_Fuse
from OCP.BRepBuilderAPI import (
    BRepBuilderAPI_MakeFace,
    BRepBuilderAPI_MakePolygon,
    BRepBuilderAPI_Transform,
)
from OCP.BRepMesh import BRepMesh_IncrementalMesh
from OCP.BRepOffsetAPI import BRepOffsetAPI_ThruSections
from OCP.BRepPrimAPI import (
    BRepPrimAPI_MakeBox,
    BRepPrimAPI_MakeCone,
    BRepPrimAPI_MakeCylinder,
    BRepPrimAPI_MakePrism,
)
from OCP.collections import List_TopoDS_Shape
from OCP.gp import gp_Ax1, gp_Ax2, gp_Dir, gp_Pnt, gp_Trsf, gp_Vec
from OCP.IFSelect import IFSelect_RetDone
from OCP.Interface import Interface_Static
from OCP.Message import Message, Message_Gravity
from OCP.ShapeUpgrade import ShapeUpgrade_UnifySameDomain
from OCP.STEPControl import STEPControl_AsIs, STEPControl_Writer
from OCP.TopAbs import TopAbs_FACE, TopAbs_REVERSED
from OCP.TopExp import TopExp_Explorer
from OCP.TopLoc import TopLoc_Location
from OCP.TopoDS import TopoDS

from hardware.enclosure.files import nameless

CORNER_STEPS = 6  # a rounded corner is a polygon: its solids stay planar and its files small
UP = gp_Dir(0, 0, 1)
FINENESS, ANGLE = 0.02, 0.35


def box(x0, x1, y0, y1, z0, z1):
    return BRepPrimAPI_MakeBox(gp_Pnt(x0, y0, z0), gp_Pnt(x1, y1, z1)).Shape()


def cylinder(x, y, z0, z1, diameter):
    place = gp_Ax2(gp_Pnt(x, y, z0), UP)
    return BRepPrimAPI_MakeCylinder(place, diameter / 2, z1 - z0).Shape()


def cone(x, y, z0, z1, diameter0, diameter1):
    place = gp_Ax2(gp_Pnt(x, y, z0), UP)
    return BRepPrimAPI_MakeCone(place, diameter0 / 2, diameter1 / 2, z1 - z0).Shape()


def rounded(x0, x1, y0, y1, radius):
    """The corners of a rectangle with round corners, counterclockwise."""
    if radius <= 0:
        return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
    points = []
    for x, y, turn in (
        *((x0 + radius, y0 + radius, 180), (x1 - radius, y0 + radius, 270)),
        *((x1 - radius, y1 - radius, 0), (x0 + radius, y1 - radius, 90)),
    ):
        for step in range(CORNER_STEPS + 1):
            angle = math.radians(turn + 90 * step / CORNER_STEPS)
            points.append((x + radius * math.cos(angle), y + radius * math.sin(angle)))
    return points


def _wire(points, z):
    polygon = BRepBuilderAPI_MakePolygon()
    for x, y in points:
        polygon.Add(gp_Pnt(x, y, z))
    polygon.Close()
    return polygon.Wire()


def loft(*sections):
    """A solid through (points, z) from below to above, with straight sides."""
    maker = BRepOffsetAPI_ThruSections(True, True)
    for points, z in sections:
        maker.AddWire(_wire(points, z))
    maker.CheckCompatibility(False)
    return maker.Shape()


def prism(points, z0, z1):
    face = BRepBuilderAPI_MakeFace(_wire(points, z0)).Face()
    return BRepPrimAPI_MakePrism(face, gp_Vec(0, 0, z1 - z0)).Shape()


def upright(shape):
    """Turned up: what was above (z) now looks to the front, what was behind (y) is above."""
    turn = gp_Trsf()
    turn.SetRotation(gp_Ax1(gp_Pnt(0, 0, 0), gp_Dir(1, 0, 0)), math.pi / 2)
    return BRepBuilderAPI_Transform(shape, turn, True).Shape()


def _together(operation, shape, tools):
    if not tools:
        return shape
    first, others = List_TopoDS_Shape(), List_TopoDS_Shape()
    first.Append(shape)
    for tool in tools:
        others.Append(tool)
    operation.SetArguments(first)
    operation.SetTools(others)
    operation.Build()
    tidy = ShapeUpgrade_UnifySameDomain(operation.Shape(), True, True, False)
    tidy.Build()
    return tidy.Shape()


def fuse(shape, *tools):
    return _together(BRepAlgoAPI_Fuse(), shape, tools)


def cut(shape, *tools):
    return _together(BRepAlgoAPI_Cut(), shape, tools)


def triangles(shape):
    """The triangles of a solid's faces, outward, as three points each."""
    BRepMesh_IncrementalMesh(shape, FINENESS, False, ANGLE, False)
    found = []
    faces = TopExp_Explorer(shape, TopAbs_FACE)
    while faces.More():
        face = TopoDS.Face(faces.Current())
        where = TopLoc_Location()
        mesh = BRep_Tool.Triangulation_s(face, where)
        move = where.Transformation()
        points = [mesh.Node(i).Transformed(move) for i in range(1, mesh.NbNodes() + 1)]
        flat = [(p.X(), p.Y(), p.Z()) for p in points]
        for number in range(1, mesh.NbTriangles() + 1):
            a, b, c = mesh.Triangle(number).Get()
            if face.Orientation() == TopAbs_REVERSED:
                b, c = c, b
            found.append((flat[a - 1], flat[b - 1], flat[c - 1]))
        faces.Next()
    return found


def write_step(path: Path, shape, name: str) -> None:
    for printer in Message.DefaultMessenger_s().Printers():
        printer.SetTraceLevel(Message_Gravity.Message_Alarm)
    writer = STEPControl_Writer()
    Interface_Static.SetCVal_s("write.step.product.name", name)
    Interface_Static.SetCVal_s("write.step.unit", "MM")
    Interface_Static.SetIVal_s("write.surfacecurve.mode", 0)
    writer.Transfer(shape, STEPControl_AsIs)
    if writer.Write(str(path)) != IFSelect_RetDone:
        raise OSError(f"{path}: the STEP file could not be written")
    path.write_text(nameless(path.read_text("utf-8"), name), "utf-8", newline="\n")
