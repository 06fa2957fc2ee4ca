"""The hardware with KiCad: everything made anew gives the committed bytes, and KiCad's checks find
what they are there to find. `make hardware` runs this; it takes half a minute, and KiCad 9."""

import os
import shutil
import sys

import pytest

from support import ROOT

sys.path.insert(0, str(ROOT))

from hardware.make import __main__ as maker
from hardware.make import check, kicad, manifest
from hardware.make.sexpr import Text, child, children, dump, load

WANTED = os.environ.get("KIBITZ_KICAD") == "1"
pytestmark = pytest.mark.skipif(not WANTED, reason="make hardware runs this")
HARDWARE = manifest.HARDWARE
# Pictures of a renderer are looked at, not compared.
RENDERED = ".png"


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Everything made anew in another folder."""
    folder = tmp_path_factory.mktemp("made")
    assert maker.main([str(folder)]) == 0
    return folder


@pytest.fixture
def project(tmp_path):
    """A copy of the project to spoil."""
    shutil.copytree(HARDWARE / "kicad", tmp_path / "kicad")
    return tmp_path / "kicad"


def spoil(path, change) -> None:
    tree = load(path.read_text("utf-8"))
    change(tree)
    path.write_text(dump(tree) + "\n", "utf-8")


def length(segment) -> float:
    start, end = child(segment, "start"), child(segment, "end")
    return abs(float(start[1]) - float(end[1])) + abs(float(start[2]) - float(end[2]))


def swap_labels(column: str):
    """Changes SDA and SCL over where they stand in this column."""

    def change(tree):
        for label in children(tree, "label"):
            if child(label, "at")[1] == column and label[1] in ("SDA", "SCL"):
                label[1] = Text({"SDA": "SCL", "SCL": "SDA"}[label[1]])

    return change


def test_made_anew_everything_is_the_same(made):
    if kicad.version() != manifest.made_with():
        pytest.skip(f"made with KiCad {manifest.made_with()}, which may write other bytes")
    names = {name for name in manifest.outputs() if not name.endswith(RENDERED)}
    assert set(manifest.outputs(made)) == names
    for name in sorted(names):
        assert (made / name).read_bytes() == (HARDWARE / name).read_bytes(), name


def test_kicad_reads_the_schematic_as_we_do(made, tmp_path):
    sheet = made / "kicad" / "kibitz.kicad_sch"
    netlist = kicad.netlist_of(sheet, tmp_path / "kibitz.net").read_text("utf-8")
    found = kicad.connections(netlist)
    assert check.differences(found, "netlist") == []
    assert found == check.schematic_connections(sheet.read_text("utf-8"))


def test_a_cut_wire_is_a_fault_of_the_schematic(project, tmp_path):
    sheet = project / "kibitz.kicad_sch"
    kicad.check_schematic(sheet, tmp_path)
    spoil(sheet, lambda tree: tree.remove(next(children(tree, "wire"))))
    with pytest.raises(kicad.Violations, match="not_connected|dangling"):
        kicad.check_schematic(sheet, tmp_path)


def test_a_swap_at_the_module_s_end_passes_the_electrical_rules_but_not_ours(project, tmp_path):
    sheet = project / "kibitz.kicad_sch"
    spoil(sheet, swap_labels("233.68"))
    kicad.check_schematic(sheet, tmp_path)
    netlist = kicad.netlist_of(sheet, tmp_path / "kibitz.net").read_text("utf-8")
    nets = kicad.connections(netlist)
    pads = [(ref, int(pad), net) for net, nodes in nets.items() for ref, pad in nodes]
    assert len(check.far_end(pads)) == 2
    with pytest.raises(kicad.Violations, match="net_conflict"):  # the board is as it was
        kicad.check_board(project / "kibitz.kicad_pcb", tmp_path)


def test_a_lost_track_is_a_fault_of_the_board(project, tmp_path):
    board = project / "kibitz.kicad_pcb"
    kicad.check_board(board, tmp_path)
    spoil(board, lambda tree: tree.remove(max(children(tree, "segment"), key=length)))
    with pytest.raises(kicad.Violations, match="unconnected_items"):
        kicad.check_board(board, tmp_path)


def test_a_moved_pin_of_the_schematic_is_a_fault_of_the_board(project, tmp_path):
    def move(tree):
        labels = [one for one in children(tree, "label") if child(one, "at")[1] == "120.65"]
        key = next(label for label in labels if label[1] == "KEY_M")
        key[1] = Text("KEY_C")

    spoil(project / "kibitz.kicad_sch", move)
    with pytest.raises(kicad.Violations, match="net_conflict"):
        kicad.check_board(project / "kibitz.kicad_pcb", tmp_path)


def test_print_over_the_edge_is_a_fault_of_the_board(project, tmp_path):
    """But for that of the USB socket and the switch, which are there on purpose."""

    def move(tree):
        word = next(text for text in children(tree, "gr_text") if text[1] == "KIBITZ")
        child(word, "at")[2] = "60"

    spoil(project / "kibitz.kicad_pcb", move)
    with pytest.raises(kicad.Violations, match="silk_edge_clearance"):
        kicad.check_board(project / "kibitz.kicad_pcb", tmp_path)


def test_a_board_that_cannot_be_routed_is_told(made, tmp_path, monkeypatch):
    python = tmp_path / "python"
    python.write_text("#!/bin/sh\necho 'NoWay: SDA' >&2; exit 1\n", "utf-8")
    python.chmod(0o755)
    monkeypatch.setattr(kicad, "SYSTEM_PYTHON", str(python))
    with pytest.raises(kicad.Violations, match="^NoWay: SDA$"):
        kicad.write_board(made / "kicad", tmp_path)


def test_tracks_that_come_too_near_are_a_fault_of_the_board(project, tmp_path):
    def widen(tree):
        for track in children(tree, "segment"):
            child(track, "width")[1] = "1.6"

    spoil(project / "kibitz.kicad_pcb", widen)
    with pytest.raises(kicad.Violations, match="clearance"):
        kicad.check_board(project / "kibitz.kicad_pcb", tmp_path)
