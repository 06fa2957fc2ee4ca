"""The box: its STL files can be printed, and everything fits in. Each check also has to find what
it is there for. Open CASCADE is not needed, but for the one test that makes the solids anew."""

import shutil
import subprocess
import sys
from dataclasses import replace

import pytest

from support import ROOT

sys.path.insert(0, str(ROOT))

pytest.importorskip("trimesh", reason="trimesh is not installed")
pytest.importorskip("manifold3d", reason="manifold3d is not installed")

import numpy as np
from PIL import Image

from hardware import circuit
from hardware.enclosure import check, files, manifest, parts
from hardware.enclosure.design import HOLES, KEYS, Design, at, file_name

D = Design()
FOLDER = manifest.FOLDER
STL = FOLDER / "stl"
MODULES = tuple(D.modules)
LID = f"lid {MODULES[0]}"
CAD_PYTHON = ROOT / ".venv-cad" / "bin" / "python"
TIMEOUT_s = 600

# What is printed over air, and how far: recesses of the feet, the switch's opening, engraving.
BRIDGES = {"base": 5, **{f"lid {name}": 7 for name in MODULES}, "cover": 5, "prop": 0}
BRIDGES |= {f"cap {letter}": 1 for letter in KEYS}


@pytest.fixture(scope="module")
def meshes():
    return {part: check.load(STL, part) for part in check.part_names(D)}


@pytest.fixture(scope="module")
def boxes(meshes):
    """The printed parts of a box, for each size of display."""
    return {module: check.printed(STL, D, module) for module in MODULES}


@pytest.fixture
def box(boxes):
    """A box to spoil."""
    return dict(boxes[MODULES[0]])


def block(*sides):
    return parts.block(*sides)


# -- the printed parts -----------------------------------------------------------------------------


@pytest.mark.parametrize("part", check.part_names(D))
def test_a_part_can_be_printed(part, meshes):
    assert check.part_faults(part, meshes[part], D) == []
    assert len(check.overhangs(part, meshes[part])[1]) == BRIDGES[part]


def test_a_hole_in_the_surface_is_found(meshes):
    mesh = meshes["prop"].copy()
    mesh.update_faces(np.arange(len(mesh.faces)) > 0)
    assert check.leaks(mesh) == ["the surface has holes"]


def test_a_part_inside_out_is_found(meshes):
    mesh = meshes["prop"].copy()
    mesh.invert()
    assert check.leaks(mesh) == ["facets are turned inside out"]


def test_a_part_in_two_pieces_is_found(box):
    two = check.mesh_of(box["prop"] + block(0, 5, 0, 5, 0, 5))
    assert check.leaks(two) == ["it is not of one piece"]


def test_a_thinner_wall_is_found(box):
    x0, _, y0, _ = D.outside
    plane = block(x0 + 20, x0 + 60, y0 - 1, y0 + 0.6, 8, 16)
    found = check.thin_walls(check.mesh_of(box["base"] - plane), D.min_wall)
    assert found
    assert all(float(fault.split()[0]) == pytest.approx(D.wall - 0.6, abs=0.01) for fault in found)


def test_a_thinner_lid_is_found(box):
    plane = block(20, 35, 20, 40, D.inside_top - 1, D.inside_top + 1.2)
    thin = check.mesh_of(box[LID] - plane)
    assert any(fault.startswith("1.20 mm") for fault in check.thin_walls(thin, D.min_wall, 0.6))


def test_deep_engraving_is_found(box):
    groove = block(20, 30, 38, 40, D.top - 1.5, D.top + 1)
    deep = check.mesh_of(box[LID] - groove)
    assert any(fault.startswith("0.90 mm") for fault in check.thin_walls(deep, D.min_wall, 0.6))


def test_a_shelf_on_one_side_is_no_bridge(box):
    shelf = block(40, 50, -D.gap - 1, 3, 12, 14)
    faults, _ = check.overhangs("base", check.mesh_of(box["base"] + shelf))
    assert len(faults) == 1
    assert faults[0].startswith("no bridge at z 12.0")


def test_a_bridge_that_is_too_long_is_found(box):
    x, _, z = D.lever
    opening = block(x - 8, x + 8, D.back - 1, D.back + D.wall + 1, z - 2, z + 2)
    faults, _ = check.overhangs("base", check.mesh_of(box["base"] - opening))
    assert any(fault.startswith("no bridge") for fault in faults)


def test_a_slope_that_is_too_flat_is_found(box):
    cone = parts.rod(45, 30, D.floor + 3, D.floor + 5, 1, 10) + parts.rod(45, 30, 1, 6, 1.7)
    faults, _ = check.overhangs("base", check.mesh_of(box["base"] + cone))
    assert any("degrees" in fault for fault in faults)


def test_a_lid_the_wrong_way_up_needs_support(meshes):
    assert check.overhangs("base", meshes[LID])[0]  # as it lies in the box


# -- everything in its place -----------------------------------------------------------------------


@pytest.mark.parametrize("module", MODULES)
def test_everything_fits(module, boxes):
    assert check.box_faults(boxes[module], D, module) == []


def faults(box, d=D, module=MODULES[0], slack=0.0, pressed=""):
    return " ".join(check.assembly_faults(box, d, module, slack, pressed))


def test_a_longer_screw_is_found(box):
    assert f"{LID} and screw 1" in faults(box, replace(D, screw_length=20.0))
    assert "cover and screw 5" in faults(box, replace(D, screw_length=20.0))


def test_a_shorter_screw_does_not_hold(box):
    short = check.screw_faults(box, replace(D, screw_length=10.0), LID)
    assert len(short) == len(D.screws)


def test_a_thicker_screw_is_found(box):
    assert "base and screw" in faults(box, replace(D, screw=3.0))
    assert check.screw_faults(box, replace(D, screw=2.2), LID)


def test_a_lid_that_lies_lower_meets_display_and_pico(box):
    box[LID] = box[LID].translate((0, 0, -1.2))
    found = faults(box)
    assert f"{LID} and display" in found
    assert f"{LID} and pico" in found


def test_the_tolerances_count(box):
    box[LID] = box[LID].translate((0, 0, -0.5))
    assert "display" not in faults(box)
    assert "display" in faults(box, slack=0.2)


def test_a_plug_that_does_not_go_in_is_found(box):
    x, _, z = D.usb
    box["base"] += block(x - 3, x + 3, D.back, D.back + D.wall, z - 4, z - 2)
    assert "base and plug" in faults(box)


def test_a_higher_holder_is_found(box):
    assert "cover and holder" in faults(box, replace(D, holder=(37.5, 52.5, 16.0)))


def test_leads_without_a_way_are_found(box):
    box["base"] += block(D.bay, D.cells, -D.gap, 14, D.floor, D.top - 5)
    assert "base and leads" in faults(box)


def test_a_wider_board_is_found(box, monkeypatch):
    monkeypatch.setattr(circuit, "BOARD_WIDTH", circuit.BOARD_WIDTH + 2)
    assert "base and board" in " ".join(check.clashes({**box, "board": parts.board(D)}))


def test_a_cap_that_rubs_is_found(box):
    box["cap B"] = check.grown(box["cap B"], 0.2)
    assert "cap B" not in faults(box)
    assert f"{LID} and cap B" in faults(box, slack=0.2)


def test_a_key_that_is_higher_than_usual_is_found(box, monkeypatch):
    monkeypatch.setattr(circuit, "KEY_TOLERANCE", 1.2)
    assert "cap A" not in faults(box)
    assert f"{LID} and cap A" in faults(box, slack=0.2)


def test_a_cap_that_goes_too_deep_is_found(box):
    x, y = at(circuit.KEY_REFS["A"])
    low = D.board_top + parts.KEY_BODY_HEIGHT + 0.2
    box["cap A"] += parts.rod(x, y, low, D.cap_seat, 7.3) - parts.rod(x, y, 0, D.cap_seat, 4.1)
    assert "cap A" not in faults(box)
    assert "cap A and key A" in faults(box, pressed="A")


def test_a_cap_without_flange_falls_out(box):
    x, y = at(circuit.KEY_REFS["C"])
    half, deep = D.cap_width / 2, D.cap_depth / 2
    box["cap C"] ^= block(x - half, x + half, y - deep, y + deep, 0, 40)
    assert check.loose_caps(box, LID, 0.0) == ["cap C falls out"]


def test_a_board_that_does_not_go_in_is_found(box):
    box["base"] += block(40, 60, -D.gap, 1.2, D.board_top + 5, D.board_top + 7)
    assert "board" not in faults(box)  # it would fit, if it could get there
    assert check.stuck(box, D)


def test_a_round_cap_does_not_turn(box):
    x, y = at(circuit.KEY_REFS["M"])
    cap = box["cap M"].translate((-x, -y, 0)).rotate((0, 0, 20)).translate((x, y, 0))
    assert (cap ^ box[LID]).volume() > 0.1


def test_a_tight_cover_is_found(box):
    box["cover"] = box["cover"].translate((-0.2, 0, 0))
    assert check.tight(box, LID) == [f"cover is tight in {LID}"]


def test_a_blocked_way_to_bootsel_is_found(box):
    x, y = D.bootsel
    box[LID] += block(x - 2, x + 2, y - 2, y + 2, D.inside_top, D.top)
    assert check.blocked_bootsel(box, D) == [f"the way to BOOTSEL leads through {LID}"]


def test_a_hole_beside_bootsel_is_found(box, monkeypatch):
    monkeypatch.setattr(parts, "BOOTSEL", (3.5, 13.5))
    assert "a pin through the hole misses BOOTSEL" in check.blocked_bootsel(box, D)


def test_the_bosses_are_under_the_holes_of_the_board(box):
    for x, y in map(at, HOLES):
        ring = parts.rod(x, y, D.board_bottom - 1, D.board_bottom, 6.0)
        ring -= parts.rod(x, y, 0, D.top, D.screw_hole + 0.1)
        assert (ring - box["base"]).volume() < 0.1


# -- window, seats, table --------------------------------------------------------------------------

# Width and height of what lights up and of the glass, from the makers' specifications (README).
DISPLAYS = {
    '0.96"': ((21.744, 10.864), (26.70, 19.26)),
    '1.3"': ((29.42, 14.70), (34.50, 23.00)),
}


def test_the_displays_are_those_of_the_specifications():
    assert set(DISPLAYS) == set(MODULES)
    for name, (active, glass) in DISPLAYS.items():
        assert D.modules[name].active == pytest.approx(active, abs=0.02)
        assert D.modules[name].glass == pytest.approx(glass, abs=0.02)
        assert D.modules[name].tolerance >= 1.0


@pytest.mark.parametrize("module", MODULES)
@pytest.mark.parametrize("aside", [(2.2, 0), (-2.2, 0), (0, 2.2), (0, -2.2)])
def test_a_moved_window_is_found(module, aside, boxes):
    lid = boxes[module][f"lid {module}"]
    assert check.hidden(lid, D, module) == []
    assert check.hidden(lid.translate((*aside, 0)), D, module)


def test_the_small_window_hides_the_large_display(boxes):
    small, large = MODULES
    assert check.hidden(boxes[small][f"lid {small}"], D, large)


@pytest.mark.parametrize("seat", check.EYES)
def test_a_frame_that_is_in_the_way_is_found(seat, box):
    x0, x1, y0, y1 = D.window(MODULES[0])
    out = 4.0
    wall = block(x0 - out, x1 + out, y0 - out, y1 + out, D.top - 1, D.top + 3)
    wall -= block(x0 - 1, x1 + 1, y0 - 1, y1 + 1, 0, 50)
    found = check.unseen(box[LID] + wall, D, MODULES[0])
    assert any(f"at the {seat}" in fault for fault in found)


@pytest.mark.parametrize("module", MODULES)
def test_the_display_is_seen_from_low_seats(module, boxes):
    lowest = check.lowest_view(boxes[module][f"lid {module}"], D, module)
    assert set(lowest) == set(check.EYES)
    assert max(lowest.values()) <= 38


def test_the_box_is_low(box):
    x0, x1, y0, y1 = D.outside
    assert D.top <= 25
    assert D.top < (y1 - y0) / 2 < (x1 - x0) / 2


def test_feet_in_the_middle_let_it_tip(box):
    narrow = replace(D, feet=((20.0, 40.0), (20.0, 25.0), (120.0, 25.0), (120.0, 40.0)))
    found = check.tipping(box, narrow)
    assert {fault.split()[4] for fault in found} == set(KEYS)


def test_the_weight_stands_on_the_feet(box):
    for cells in (True, False):
        grams, (x, y, z) = check.balance(box, D, cells)
        assert 80 < grams < 250
        assert min(fx for fx, _ in D.feet) < x < max(fx for fx, _ in D.feet)
        assert min(fy for _, fy in D.feet) < y < max(fy for _, fy in D.feet)
        assert z < D.top / 2


# -- files -----------------------------------------------------------------------------------------


def test_the_files_are_of_today():
    assert manifest.faults() == []


def test_every_part_has_its_files():
    names = sorted(file_name(part) for part in check.part_names(D))
    for kind in ("stl", "step"):
        assert sorted(path.stem for path in (FOLDER / kind).glob(f"*.{kind}")) == names


@pytest.fixture
def copy(tmp_path):
    """The folder of the box, to spoil."""
    return shutil.copytree(FOLDER, tmp_path / "enclosure")


@pytest.mark.parametrize("name", ["stl/base.stl", "step/cover.step", "solids.py"])
def test_a_changed_file_is_found(copy, name):
    with (copy / name).open("ab") as file:
        file.write(b"\n")
    assert manifest.faults(copy) == [f"{name} has changed since `make hardware`"]


def test_a_lost_picture_is_found(copy):
    (copy / "pictures" / "closed.png").unlink()
    assert manifest.faults(copy) == ["pictures/closed.png has changed since `make hardware`"]


def test_a_moved_part_of_the_circuit_is_found(monkeypatch):
    moved = tuple(replace(part, at=(part.at[0] + 1, part.at[1])) for part in circuit.PARTS)
    monkeypatch.setattr(circuit, "PARTS", moved)
    assert manifest.faults() == ["circuit has changed since `make hardware`"]


def test_step_files_have_no_date_and_no_running_number():
    for path in (FOLDER / "step").glob("*.step"):
        text = path.read_text("utf-8")
        assert text.startswith("ISO-10303-21;")
        assert files.nameless(text, path.stem) == text
    dated = "FILE_NAME('/x/a.step','2026-11-30T01:02:03',('me'),(''),'w','o','');\n"
    dated += "#7 = PRODUCT('a 12','a 12','',(#8));\n"
    clean = files.nameless(dated, "a")
    assert "2026" not in clean
    assert "12" not in clean.replace("T00:00:00", "")


def test_an_stl_file_says_what_it_is(tmp_path):
    path = tmp_path / "a.stl"
    files.write_stl(path, [((0, 0, 0), (1, 0, 0), (0, 1, 0))])
    data = path.read_bytes()
    assert len(data) == 84 + 50
    assert np.frombuffer(data, "<f4", 3, 84).tolist() == [0, 0, 1]


def test_the_pictures_show_something():
    for name in ("closed", "top", "back", "below", "open", "exploded"):
        picture = Image.open(FOLDER / "pictures" / f"{name}.png").convert("RGB")
        assert picture.width >= 1500
        paper = picture.getpixel((0, 0))
        pixels = np.asarray(picture.resize((100, 100), Image.Resampling.NEAREST))
        assert 0.15 < (pixels != paper).any(axis=2).mean() < 0.85


def test_the_readme_has_the_figures():
    text = (FOLDER / "README.md").read_text("utf-8")
    x0, x1, y0, y1 = D.outside
    assert f"{x1 - x0:.0f} x {y1 - y0:.0f} x {D.top:.0f} mm" in text
    grams, _ = check.balance(check.printed(STL, D, MODULES[0]), D)
    assert f"{grams:.0f} g with the cells" in text
    assert f"{len(D.screws)} screws M{D.screw:g}x{D.screw_length:g}" in text
    for part in check.part_names(D):
        assert f"`stl/{file_name(part)}.stl`" in text
    for picture in (FOLDER / "pictures").glob("*.png"):
        assert f"pictures/{picture.name}" in text


def test_made_anew_the_solids_are_the_same(tmp_path):
    if not CAD_PYTHON.exists():
        pytest.skip("Open CASCADE is not installed: make hardware")
    made = subprocess.run(
        [CAD_PYTHON, "-m", "hardware.enclosure", tmp_path],
        cwd=ROOT,
        env={"PYTHONPATH": f"{ROOT / 'firmware'}", "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        timeout=TIMEOUT_s,
    )
    assert made.returncode == 0, made.stderr
    held = {name: data for name, data in manifest.outputs().items() if "pictures" not in name}
    assert manifest.outputs(tmp_path) == held
