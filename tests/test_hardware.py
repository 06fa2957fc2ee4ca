"""The hardware: all that is drawn of it says what the circuit says, and the circuit what the
firmware does. Nothing here needs KiCad; each check is also shown what it is there to find."""

import csv
import io
import json
import re
import runpy
import shutil
import sys
from dataclasses import replace

import pytest

from kibitz import pins
from support import BOARD, ROOT

sys.path.insert(0, str(ROOT))

from hardware import circuit
from hardware.make import __main__ as maker
from hardware.make import bom, breadboard, check, footprint, kicad, manifest, readme, route, wokwi
from hardware.make.sexpr import Text, children, dump, load
from host_sim import budgets, table_time

HARDWARE = ROOT / "hardware"
LARGEST_BOARD_mm = (100, 70)
THINNEST_ROOM_mm = 0.2


def committed(name: str) -> str:
    return (HARDWARE / name).read_text("utf-8")


@pytest.fixture(scope="module")
def board() -> str:
    return committed("kicad/kibitz.kicad_pcb")


@pytest.fixture(scope="module")
def sheet() -> str:
    return committed("kicad/kibitz.kicad_sch")


@pytest.fixture
def gerbonara():
    """The reader of Gerber files, or no test."""
    return pytest.importorskip("gerbonara")


@pytest.fixture
def copy(tmp_path):
    """The hardware folder's outputs and scripts, to spoil."""
    for name in ("kicad", "gerbers", "pictures", "make"):
        shutil.copytree(HARDWARE / name, tmp_path / name)
    shutil.copy(HARDWARE / manifest.NAME, tmp_path)
    return tmp_path


# -- the circuit and the firmware ------------------------------------------------------------------


def test_the_circuit_has_the_firmware_s_wires():
    assert list(circuit.FIRMWARE_NETS.values()) == [gp for _, _, gp in pins.WIRES]
    config = runpy.run_path(str(BOARD / "config.py"))
    ours = {
        **{"I2C_SDA": circuit.SDA, "I2C_SCL": circuit.SCL, "PIEZO": circuit.BUZZER},
        **{f"KEY_{letter}": f"KEY_{letter}" for letter in "ABCM"},
    }
    for name, net in ours.items():
        assert circuit.FIRMWARE_NETS[net] == config[name]
        assert circuit.PICO_NETS[circuit.pico_pin(config[name])] == net


def test_the_pico_s_pins_are_where_they_are():
    assert circuit.PICO_PINS == 40
    assert {circuit.pico_pin(gp): gp for gp in circuit.PICO_GP.values()} == circuit.PICO_GP
    # The reserved ones of the board itself: GP23 to GP25 and GP29 are on no pin.
    assert set(range(30)) - set(circuit.PICO_GP.values()) == {23, 24, 25, 29}


def test_every_part_is_connected_and_every_net_has_two_ends():
    assert len(circuit.BY_REF) == len(circuit.PARTS)
    for net, pads in circuit.nets().items():
        assert len({ref for ref, _ in pads}) >= 2, net
    for ref in circuit.KEY_REFS.values():
        assert circuit.GND in circuit.BY_REF[ref].nets.values()


def swapped_module(ref_pads):
    swap = {3: 4, 4: 3}
    return [(ref, swap.get(pad, pad) if ref == "J1" else pad, net) for ref, pad, net in ref_pads]


def test_the_far_end_of_the_display_s_wires():
    pads = [(ref, pad, net) for (ref, pad), net in circuit.pads().items()]
    assert check.far_end(pads) == []
    faults = check.far_end(swapped_module(pads))
    assert len(faults) == 2 and "SDA" in faults[0] and "GP5" in faults[0]


# -- the schematic ---------------------------------------------------------------------------------


def test_the_schematic_says_what_the_circuit_says(sheet):
    assert check.differences(check.schematic_connections(sheet), "schematic") == []


def relabelled(sheet: str, at: str, names: dict[str, str]) -> str:
    """The sheet with other names on the labels that stand in a column."""
    tree = load(sheet)
    labels = [one for one in children(tree, "label") if next(children(one, "at"))[1] == at]
    changed = [one for one in labels if one[1] in names]
    assert len(changed) == len(names)
    for label in changed:
        label[1] = Text(names[label[1]])
    return dump(tree)


def test_a_moved_pin_of_the_schematic_is_found(sheet):
    moved = relabelled(sheet, "120.65", {"KEY_A": "KEY_B"})
    faults = check.differences(check.schematic_connections(moved), "schematic")
    assert "schematic: /KEY_A does not have pad 14 of U1" in faults
    assert "schematic: /KEY_B has pad 14 of U1" in faults


def test_a_cut_wire_of_the_schematic_is_found(sheet):
    whole = "(xy 35.56 43.18) (xy 50.8 43.18)"
    assert sheet.count(whole) == 1
    cut = sheet.replace(whole, whole.replace("50.8", "45"))
    faults = check.differences(check.schematic_connections(cut), "schematic")
    assert faults == ["schematic: /BATTERY does not have pad 2 of SW5"]


def test_a_swap_at_the_module_s_end_of_the_schematic_is_found(sheet):
    swapped = relabelled(sheet, "233.68", {"SDA": "SCL", "SCL": "SDA"})
    nets = check.schematic_connections(swapped)
    assert check.far_end((ref, int(pad), net) for net, pads in nets.items() for ref, pad in pads)


def test_no_two_words_of_the_schematic_overlap():
    boxes = words_of(committed("pictures/schematic.svg"))
    assert {"SDA", "KEY_M", "Raspberry Pi Pico", "Display"} <= {words for words, _ in boxes}
    assert overlapping(boxes) == []
    words, (left, top, right, bottom) = boxes[0]
    assert overlapping([*boxes, ("twice", (left, top, right, bottom))])


def words_of(svg: str) -> list[tuple[str, tuple[float, float, float, float]]]:
    """Each text, and the box around the strokes that it is drawn with."""
    found = []
    for words, strokes in re.findall(
        r'<g class="stroked-text"><desc>([^<]*)</desc>(.*?)</g>', svg, re.DOTALL
    ):
        spots = re.findall(r"[ML]([\d.]+) ([\d.]+)", strokes)
        xs, ys = [float(x) for x, _ in spots], [float(y) for _, y in spots]
        if spots:
            found.append((words, (min(xs), min(ys), max(xs), max(ys))))
    return found


def overlapping(boxes) -> list[tuple[str, str]]:
    return [
        (one, other)
        for index, (one, a) in enumerate(boxes)
        for other, b in boxes[:index]
        if a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
    ]


# -- the board -------------------------------------------------------------------------------------


def test_the_board_says_what_the_circuit_says(board):
    assert check.board_faults(board) == []


def spoiled(board: str, kind: str, change) -> str:
    """The board after a change to one of its things of a kind."""
    tree = load(board)
    change(tree, next(children(tree, kind)))
    return dump(tree)


def test_a_lost_track_is_found(board):
    lost = spoiled(board, "segment", lambda tree, segment: tree.remove(segment))
    assert any("in 2 pieces" in fault for fault in check.board_faults(lost))


def test_a_moved_part_is_found(board):
    def move(tree, footprint):
        at = next(children(footprint, "at"))
        at[1] = str(float(at[1]) + 2.54)

    faults = check.board_faults(spoiled(board, "footprint", move))
    assert any(" is at " in fault for fault in faults)


def test_a_track_that_comes_too_near_another_net_is_found(board):
    def widen(tree, segment):
        for track in children(tree, "segment"):
            next(children(track, "width"))[1] = "1.6"

    faults = check.board_faults(spoiled(board, "segment", widen))
    assert any(re.search("board: .* and .* are 0.00 mm apart", fault) for fault in faults)


def test_a_swap_at_the_module_s_end_of_the_board_is_found(board):
    module = next(f for f in children(load(board), "footprint") if f[1].endswith("OLED_128x64_I2C"))
    text = dump(module)
    swap = {"/SDA": "/SCL", "/SCL": "/SDA"}
    changed = re.sub(r'"(/SDA|/SCL)"', lambda m: f'"{swap[m[1]]}"', text)
    assert changed != text
    tree = load(board)
    index = next(i for i, node in enumerate(tree) if node == module)
    tree[index] = load(changed)
    faults = check.board_faults(dump(tree))
    assert any("the display's SDA reaches ['GP5'], not GP4" in fault for fault in faults)


def test_the_board_s_outline_and_what_is_at_its_edge():
    assert circuit.BOARD_WIDTH <= LARGEST_BOARD_mm[0]
    assert circuit.BOARD_HEIGHT <= LARGEST_BOARD_mm[1]
    pico = circuit.BY_REF["U1"]
    usb = pico.at[1] - circuit.PICO_LENGTH / 2 - circuit.USB_OVERHANG
    assert -1.0 <= usb <= 0  # the socket ends where the board ends, or just over its edge
    assert pico.at[1] - circuit.PICO_LENGTH / 2 >= 0  # but the Pico itself does not
    for part in circuit.PARTS:
        assert 0 < part.at[0] < circuit.BOARD_WIDTH and 0 < part.at[1] < circuit.BOARD_HEIGHT


def test_nothing_is_above_or_under_the_pico():
    """So that BOOTSEL can be pressed, and the sockets can stand."""
    x, y = circuit.BY_REF["U1"].at
    wide, long = circuit.PICO_WIDTH / 2, circuit.PICO_LENGTH / 2
    for part in circuit.PARTS:
        if part.ref != "U1":
            apart = abs(part.at[0] - x) > wide or abs(part.at[1] - y) > long
            assert apart, part.ref
    module = max(circuit.MODULES.values(), key=lambda one: one.width)
    assert circuit.SCREEN_X - module.width / 2 > x + wide


@pytest.mark.parametrize("size", circuit.MODULES)
def test_the_keys_stand_under_the_columns_of_the_screen(size):
    module = circuit.MODULES[size]
    column = module.active[0] / 3
    left = circuit.SCREEN_X - module.active[0] / 2
    for index, letter in enumerate("ABC"):
        x, y = circuit.BY_REF[circuit.KEY_REFS[letter]].at
        assert left + index * column <= x <= left + (index + 1) * column
        below = circuit.BY_REF["J1"].at[1] - module.header_from_top + module.height
        assert y - 3 > below
    assert circuit.BY_REF[circuit.KEY_REFS["M"]].at[0] > left + module.active[0] + column


def test_the_footprint_of_the_display_has_its_pins_in_order():
    node = load(footprint.footprint())
    spots = {str(pad[1]): float(next(children(pad, "at"))[1]) for pad in children(node, "pad")}
    assert sorted(spots, key=spots.get) == ["1", "2", "3", "4"]
    printed = {
        str(text[2]): float(next(children(text, "at"))[1]) for text in children(node, "fp_text")
    }
    for name in ("SCL", "SDA"):
        pad = str(circuit.OLED_TERMINALS.index(name) + 1)
        assert printed[name] == pytest.approx(spots[pad])


# -- the router ------------------------------------------------------------------------------------


def small_router() -> route.Router:
    router = route.Router((20, 20), (0, 0), 0.635)
    router.pads = [
        *(route.Pad("one", 3.81, 10.16, 1.6, 1.6), route.Pad("one", 16.51, 10.16, 1.6, 1.6)),
        route.Pad("wall", 10.16, 10.16, 1.0, 14.0, (0,)),
    ]
    return router


def test_the_router_keeps_its_distance_and_joins():
    router = small_router()
    router.join("one", 0.3)
    wall = router.pads[2]
    for track in router.done.tracks:
        for start, end in zip(track.points, track.points[1:], strict=False):
            if track.layer in wall.layers:
                for step in range(101):
                    x = start[0] + (end[0] - start[0]) * step / 100
                    y = start[1] + (end[1] - start[1]) * step / 100
                    right = max(abs(x - wall.x) - wall.width / 2, 0)
                    down = max(abs(y - wall.y) - wall.height / 2, 0)
                    assert (right**2 + down**2) ** 0.5 >= track.width / 2 + THINNEST_ROOM_mm


def test_the_router_says_when_there_is_no_way():
    router = small_router()
    router.pads[2] = replace(router.pads[2], height=40, layers=(0, 1))
    with pytest.raises(route.NoWay, match="one"):
        router.join("one", 0.3)


# -- what the fab gets -----------------------------------------------------------------------------


@pytest.mark.usefixtures("gerbonara")
def test_gerbonara_finds_what_the_board_has(board):
    assert check.fab_faults(HARDWARE / "gerbers", board) == []


@pytest.mark.usefixtures("gerbonara")
@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("kibitz-B_Mask.gbr", "no layer bottom mask"),
        ("kibitz-F_Cu.gbr", "no layer top copper"),
        ("kibitz-NPTH.drl", "no drill file NPTH"),
    ],
)
def test_a_missing_layer_is_found(copy, board, name, fault):
    (copy / "gerbers" / name).unlink()
    assert any(fault in one for one in check.fab_faults(copy / "gerbers", board))


# Of the Pico.
PIN_1 = (circuit.PICO_X - 17.78 / 2, circuit.PICO_Y - 19 * 2.54 / 2)


def drilled(x: float, y: float) -> str:
    """A hole's line in a drill file."""
    return f"X{round(x, 3)}Y{round(-y, 3)}\n"


@pytest.mark.usefixtures("gerbonara")
@pytest.mark.parametrize(
    ("name", "old", "new", "fault"),
    [
        ("kibitz-PTH.drl", drilled(*PIN_1), "", "PTH holes, not"),
        ("kibitz-PTH.drl", drilled(*PIN_1), drilled(PIN_1[0] + 1, PIN_1[1]), "a PTH hole at"),
        ("kibitz-Edge_Cuts.gbr", "X96000000", "X97000000", "the outline is 97"),
    ],
)
def test_a_lost_hole_a_moved_hole_and_another_outline_are_found(copy, board, name, old, new, fault):
    path = copy / "gerbers" / name
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    assert any(fault in one for one in check.fab_faults(copy / "gerbers", board))


@pytest.mark.usefixtures("gerbonara")
def test_a_track_that_is_not_in_the_gerber_file_is_found(board):
    def add(tree, segment):
        more = [list(part) if isinstance(part, list) else part for part in segment]
        next(children(more, "end"))[1] = "50.123"
        tree.append(more)

    faults = check.fab_faults(HARDWARE / "gerbers", spoiled(board, "segment", add))
    assert any("a track of" in fault for fault in faults)


def test_the_tester_s_netlist_says_what_the_circuit_says():
    text = committed("gerbers/kibitz.d356")
    assert check.differences(check.netlist_connections(text), "d356") == []
    wrong = text.replace("317/SDA             J1", "317/SCL             J1")
    assert check.differences(check.netlist_connections(wrong), "d356")


def test_the_archive_has_the_files_beside_it(tmp_path):
    folder = HARDWARE / "gerbers"
    shutil.copytree(folder, tmp_path / "again")
    kicad.write_zip(tmp_path / "again")
    name = "kibitz-gerbers.zip"
    assert (tmp_path / "again" / name).read_bytes() == (folder / name).read_bytes()


def test_the_position_file_has_every_fitted_part():
    rows = list(csv.DictReader(io.StringIO(committed("gerbers/kibitz-positions.csv"))))
    wired = ("lead",)  # no machine places wires
    parts = [part for part in circuit.PARTS if part.fitted and part.kind not in wired]
    fitted = {part.ref for part in parts if part.nets}
    printed = {part.ref for part in circuit.PARTS if circuit.KINDS[part.kind].sheet_only}
    assert fitted - printed <= {row["Ref"] for row in rows} <= fitted | printed


# -- the list of parts -----------------------------------------------------------------------------


def test_the_list_of_parts_is_the_circuit_s():
    assert committed("BOM.csv") == bom.as_csv()
    assert committed("bom.html") == bom.as_page()
    rows = list(csv.DictReader(io.StringIO(bom.as_csv())))
    refs = [ref for row in rows for ref in row["Designator"].split() if ref in circuit.BY_REF]
    bought = [part.ref for part in circuit.PARTS if not circuit.KINDS[part.kind].sheet_only]
    assert sorted(refs) == sorted(bought)
    assert len(rows[0]) == len(bom.COLUMNS)


def test_a_part_that_the_list_does_not_have_is_found(monkeypatch):
    more = (*circuit.PARTS, circuit.Part("R4", "r150", {1: circuit.SDA, 2: circuit.GND}, (70, 40)))
    monkeypatch.setattr(circuit, "PARTS", more)
    assert committed("BOM.csv") != bom.as_csv()
    assert committed("bom.html") != bom.as_page()


def test_each_build_has_what_it_needs_and_its_price():
    needed = {build: set() for build in bom.BUILDS}
    sums = dict.fromkeys(bom.BUILDS, 0.0)
    for row in bom.rows():
        for build, count in zip(bom.BUILDS, row.needed, strict=True):
            needed[build] |= set(row.refs) if count else set()
            sums[build] += count * row.kind.price[0]
        assert row.kind.price[1] <= row.kind.price[0]
    assert needed["breadboard"] == set(circuit.ON_BREADBOARD)
    fitted = {
        part.ref
        for part in circuit.PARTS
        if part.fitted and not circuit.KINDS[part.kind].sheet_only
    }
    assert needed["board"] | needed["comfort"] == fitted
    assert bom.totals() == pytest.approx(tuple(sums.values()))
    last = committed("BOM.csv").splitlines()[-1].split(",")[-3:]
    assert [float(cell) for cell in last] == pytest.approx(list(sums.values()))


def test_no_order_name_is_there_twice():
    for shop in circuit.SHOPS:
        names = [bom.orders(kind).get(shop) for kind in circuit.KINDS.values()]
        names = [name for name in names if name]
        assert len(set(names)) == len(names)


def mouser_prefixes(kinds) -> dict[str, str]:
    """Mouser's number for each maker, from the order names that were seen."""
    found = {}
    for kind in kinds:
        prefix, _, rest = kind.mouser.partition("-")
        if rest == kind.mpn and "mouser" not in kind.derived:
            found[kind.maker] = prefix
    return found


def test_an_order_name_is_seen_or_follows_from_one_that_is():
    # Not in our list, but seen for other parts of these makers. Vishay's diodes are another branch
    # than its capacitors.
    prefixes = mouser_prefixes(circuit.KINDS.values())
    prefixes |= {"Keystone": "534", "Adafruit": "485", "Vishay": "78"}
    for name, kind in circuit.KINDS.items():
        orders = bom.orders(kind)
        assert set(kind.derived) <= set(orders), name
        assert bool(orders) == (bom.sureness(kind) not in (circuit.ANYWHERE, circuit.LOOK_UP))
        if "mouser" in kind.derived and "(" not in kind.mouser:
            assert kind.mouser == f"{prefixes[kind.maker]}-{kind.mpn}", name
        if "digikey" in kind.derived:
            assert kind.mpn in kind.digikey, name
        if kind.page:
            assert kind.mpn in kind.page.split("/"), name


def test_the_list_tells_how_sure_an_order_name_is():
    assert bom.sureness(circuit.KINDS["key"]) == "Digi-Key, Mouser, LCSC: seen"
    diode = circuit.KINDS["diode"]
    assert bom.sureness(diode) == "Digi-Key: seen; Mouser: by the shop's rule, look it up"
    assert f"Mouser {diode.mouser}?" in bom.as_page()
    assert f'href="{bom.PAGES}{diode.page}"' in bom.as_page()
    assert bom.sureness(circuit.KINDS["feet"]) == circuit.LOOK_UP
    assert bom.sureness(circuit.KINDS["cable"]) == circuit.ANYWHERE
    rows = list(csv.DictReader(io.StringIO(bom.as_csv())))
    assert all(row["Order names"] for row in rows[:-1])


# -- Wokwi -----------------------------------------------------------------------------------------


def test_wokwi_s_files_are_the_circuit_s():
    assert committed("wokwi/diagram.json") == wokwi.diagram()
    assert committed("wokwi/wokwi.toml") == wokwi.TOML
    assert wokwi.faults(wokwi.diagram(), circuit.FIRMWARE_NETS) == []
    assert wokwi.toml_faults(wokwi.TOML) == []


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('"oled:SDA"', '"oled:SCL"', "pico:GP4 does not reach oled:SDA"),
        ('"pico:GP10"', '"pico:GP9"', "pico:GP10 does not reach keyA:1.l"),
        ('"pico:GP11"', '"pico:GP10"', "pico:GP11 does not reach keyB:1.l"),
        ('"keyC:1.l"', '"keyC:2.l"', "a short between ground and pico:GP12"),
        ('"pico:3V3"', '"pico:GND.2"', "pico:3V3 does not reach oled:VCC"),
        ('"pico:GP15"', '"pico:GP99"', "there is no pin pico:GP99"),
        ('"wokwi-buzzer"', '"wokwi-bell"', "there is no part wokwi-bell"),
        ('"id": "keyB"', '"id": "keyA"', "two parts have the same name"),
    ],
)
def test_what_is_wrong_in_wokwi_s_file_is_found(old, new, fault):
    text = wokwi.diagram()
    assert old in text
    faults = wokwi.faults(text.replace(old, new), circuit.FIRMWARE_NETS)
    assert fault in faults


def test_another_pin_of_the_firmware_is_missed_in_wokwi_s_file():
    moved = {**circuit.FIRMWARE_NETS, circuit.KEY_M: 14}
    assert "pico:GP14 does not reach keyM:1.l" in wokwi.faults(wokwi.diagram(), moved)
    assert wokwi.toml_faults(wokwi.TOML.replace("version = 1", "version = 2"))
    assert wokwi.toml_faults(wokwi.TOML.replace("micropython.uf2", "micropython"))


# -- the wiring picture ----------------------------------------------------------------------------


def wanted_on_the_breadboard() -> list[set[str]]:
    """The terminals that belong together. The battery's switch is in its holder there."""
    names = {"J1": "OLED", "U1": "Pico", "BZ1": "piezo", "R1": "R1", "D1": "D1"}
    names |= {ref: f"key {letter}" for letter, ref in circuit.KEY_REFS.items()}
    nets = {
        net: {f"{names[ref]} {pad}" for ref, pad in pads if ref in names}
        for net, pads in circuit.nets().items()
    }
    nets[circuit.GND] |= nets.pop("OLED_1") | {"battery -"}
    nets[circuit.V3V3] |= nets.pop("OLED_2")
    nets["SWITCHED"] |= {"battery +"}
    return [terminals for terminals in nets.values() if len(terminals) > 1]


def on_the_breadboard() -> list[set[str]]:
    holders = {"OLED", "Pico", "piezo", "R1", "D1", "battery"}
    holders |= {f"key {letter}" for letter in circuit.KEY_REFS}
    found = []
    for group in breadboard.connections():
        terminals = {one for one in group if one.rpartition(" ")[0] in holders}
        terminals = {one for one in terminals if not one.endswith("'")}
        if len(terminals) > 1:
            found.append(terminals)
    return found


def breadboard_faults() -> list[str]:
    """What is connected on the breadboard and not in the circuit, or the other way round."""
    faults = []
    found = on_the_breadboard()
    pico_grounds = {f"Pico {pin}" for pin, name in circuit.PICO_NAMES.items() if name == "GND"}
    for wanted in wanted_on_the_breadboard():
        parts = [group for group in found if group & wanted]
        together = set().union(*parts)
        # The grounds of the Pico are one, inside it.
        if len(parts) > 1 and not all(group & pico_grounds for group in parts):
            faults.append(f"not together: {sorted(wanted)}")
        if wanted - together - pico_grounds or together - wanted:
            faults.append(f"wrong: {sorted(wanted ^ together)}")
    return faults


def test_the_breadboard_has_the_circuit_s_nets():
    assert committed("pictures/breadboard.svg") == breadboard.picture()
    assert breadboard_faults() == []


def test_a_wire_in_the_wrong_hole_of_the_breadboard_is_found(monkeypatch):
    right = breadboard.wires()
    for index, wire in enumerate(right):
        wrong = list(right)
        hole = wire.end
        moved = f"{hole[0]}{int(hole[1:]) + 1}" if hole[0] not in "TB" else f"a{int(hole[2:]) + 3}"
        wrong[index] = replace(wire, end=moved)
        monkeypatch.setattr(breadboard, "wires", lambda wrong=wrong: wrong)
        assert breadboard_faults(), wire


def test_each_wire_of_the_breadboard_has_holes_of_its_own():
    used = [hole for body in breadboard.bodies() for hole in body.legs.values()]
    for wire in breadboard.wires():
        used += [wire.start, wire.end]
    used += [breadboard.BATTERY_PLUS, breadboard.BATTERY_MINUS]
    assert len(set(used)) == len(used)
    for hole in used:
        column, row = breadboard.at(hole)
        assert 1 <= column <= breadboard.COLUMNS
        if row in breadboard.RAILS.values():
            assert column % 6 != breadboard.RAIL_GAP, f"{hole} is a gap"
    for body in breadboard.bodies():
        free = {hole for hole in used if hole not in body.legs.values()}
        for hole in free:
            assert not within(breadboard.at(hole), body.box), f"{hole} is under {body.name}"


def within(spot, box) -> bool:
    return box[0] < spot[0] < box[2] and box[1] < spot[1] < box[3]


def test_no_words_of_the_wiring_picture_overlap():
    labels = breadboard.labels()
    boxes = [(label.words, label.box()) for label in labels]
    assert overlapping(boxes) == []
    picture = (breadboard.LEFT, breadboard.TOP)
    end = (picture[0] + breadboard.WIDTH, picture[1] + breadboard.HEIGHT)
    covers = {body.name: body.box for body in breadboard.bodies()}
    covers["battery"] = breadboard.BATTERY_BOX
    for label in labels:
        box = label.box()
        assert picture[0] <= box[0] and box[2] <= end[0], label.words
        assert picture[1] <= box[1] and box[3] <= end[1], label.words
        for wire in (*breadboard.wires(), *breadboard.leads()):
            assert not breadboard.crosses(wire, box), (label.words, wire.words)
        for name, cover in covers.items():
            touches = overlapping([("", box), ("", cover)])
            assert bool(touches) == (name == label.on), (label.words, name)


def test_the_wiring_picture_is_to_scale():
    svg = breadboard.picture()
    view = re.search(r'viewBox="([^"]*)" width="([\d.]+)mm" height="([\d.]+)mm"', svg)
    _, _, wide, high = map(float, view[1].split())
    assert float(view[2]) / wide == pytest.approx(2.54, rel=1e-3)
    assert float(view[3]) / high == pytest.approx(2.54, rel=1e-3)
    pico = next(body for body in breadboard.bodies() if body.name == "Pico")
    assert (pico.box[2] - pico.box[0]) * 2.54 == pytest.approx(circuit.PICO_LENGTH)


# -- the README, and freshness ---------------------------------------------------------------------


def test_the_readme_s_tables_are_the_circuit_s():
    text = committed("README.md")
    assert readme.filled(text) == text
    wrong = text.replace("| GP10 | 14 |", "| GP10 | 15 |")
    assert readme.filled(wrong) == text
    with pytest.raises(ValueError, match="wiring"):
        readme.filled("no blocks")
    assert "CERN-OHL-P-2.0" in text
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text)
    for name in links:
        assert (HARDWARE / name).exists(), name


def test_the_battery_s_table_has_the_measured_evening(monkeypatch, tmp_path):
    """A new measurement makes the table stale: say `make board`, which needs no KiCad for it."""
    told = json.loads(budgets.MEASURED.read_text("utf-8"))
    shares = told["evening"]["shares"]
    block = readme.battery()
    assert block in committed("README.md")
    assert f"asleep {shares['asleep']:.1%} of the time, {shares['pixels']:.0%} of the dots" in block
    hours = table_time.hours(table_time.Shares(**shares))
    assert f"| {hours:.0f} h |" in block.splitlines()[2]
    assert f"{hours:.0f} h" in (ROOT / "README.md").read_text("utf-8")  # the table of the budgets
    shares["pixels"] /= 2
    path = tmp_path / "measured.json"
    path.write_text(json.dumps(told), "utf-8")
    monkeypatch.setattr(budgets, "MEASURED", path)
    assert readme.battery() != block


def test_everything_was_made_from_what_is_here():
    assert manifest.faults() == []


@pytest.mark.parametrize(
    "name", ["gerbers/kibitz-F_Cu.gbr", "kicad/kibitz.kicad_pcb", "pictures/board-top.png"]
)
def test_an_output_changed_by_hand_is_found(copy, name):
    path = copy / name
    path.write_bytes(path.read_bytes() + b" ")
    assert manifest.faults(copy) == [f"{name} has changed since `make hardware`"]


def test_a_changed_input_is_found(copy, monkeypatch):
    (copy / "make" / "board.py").write_text("", "utf-8")
    (copy / "gerbers" / "kibitz.d356").unlink()
    monkeypatch.setattr(circuit, "BOARD_WIDTH", 97.0)
    said = " ".join(manifest.faults(copy))
    for name in ("circuit", "make/board.py", "gerbers/kibitz.d356"):
        assert f"{name} has changed" in said


def test_the_same_text_comes_back_from_an_s_expression():
    node = ["one", Text('a "quoted"\nline'), ["two", "3.5", Text("")], ["four", Text("x" * 200)]]
    assert load(dump(node)) == node


@pytest.mark.parametrize(("ci", "status"), [("true", 1), ("", 0)])
def test_a_missing_kicad_fails_in_the_ci_and_warns_a_user(
    tmp_path, monkeypatch, capsys, ci, status
):
    def missing():
        raise kicad.Missing("there is no kicad-cli")

    monkeypatch.setattr(kicad, "version", missing)
    monkeypatch.setenv("CI", ci)
    assert maker.main([str(tmp_path)]) == status
    assert "apt-get install" in capsys.readouterr().err
    assert json.loads((tmp_path / "wokwi" / "diagram.json").read_text("utf-8"))


def test_dates_and_versions_are_taken_out():
    dated = b"%TF.CreationDate,2031-05-06T07:08:09+02:00*%\n"
    assert kicad.undated(dated) == kicad.undated(dated.replace(b"2031", b"2032"))
    assert b"2031" not in kicad.undated(dated)
    printed = [HARDWARE / "pictures" / f"schematic.{kind}" for kind in ("svg", "pdf")]
    assert printed[1].read_bytes().startswith(b"%PDF-")
    for path in (*(HARDWARE / "gerbers").glob("*.g*"), *printed):
        assert kicad.undated(path.read_bytes()) == path.read_bytes(), path
