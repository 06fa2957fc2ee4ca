"""Everything that needs KiCad: schematic, board, the fab's files, pictures; ERC and DRC."""

import json
import os
import re
import shutil
import subprocess
import tempfile
import zipfile
from pathlib import Path

from hardware.make import footprint, schematic
from hardware.make.sexpr import Text, child, children, dump, load

ROOT = Path(__file__).resolve().parents[2]
SYSTEM_PYTHON = "/usr/bin/python3"  # the one with pcbnew
TABLES = Path("/usr/share/kicad/template")
VERSION = "9."  # of KiCad: another one may write other bytes
TIMEOUT_s = 300
LAYERS = "F.Cu,B.Cu,F.Mask,B.Mask,F.Silkscreen,B.Silkscreen,Edge.Cuts"
ZIP_DATE = (2026, 1, 1, 0, 0, 0)
DATE = "2026-01-01T00:00:00+00:00"
RENDER_WIDTH, RENDER_HEIGHT = "1400", "1000"
GERBERS, PICTURES, PROJECT = "gerbers", "pictures", "kicad"

# What differs from one day, or one release of KiCad 9, to the next, and what stands there instead.
DATED = (
    (rb"%TF\.CreationDate,[^*]*\*%", f"%TF.CreationDate,{DATE}*%"),
    (rb"%TF\.GenerationSoftware,[^*]*\*%", "%TF.GenerationSoftware,KiCad,Pcbnew,9*%"),
    (rb"G04 Created by KiCad[^*]*\*", "G04 Created by KiCad*"),
    (rb"; #@! TF\.CreationDate,.*", f"; #@! TF.CreationDate,{DATE}"),
    (rb"; #@! TF\.GenerationSoftware,.*", "; #@! TF.GenerationSoftware,Kicad,Pcbnew,9"),
    (rb"; DRILL file .*", "; DRILL file KiCad"),
    (rb'"CreationDate": "[^"]*"', f'"CreationDate": "{DATE}"'),
    (rb'"Version": "9[^"]*"', '"Version": "9"'),
    (rb"P  CODE 00[^\n]*", "P  CODE 00"),
    (rb"<title>[^<]*</title>", "<title>Kibitz</title>"),
    (rb"date [0-9/]+ [0-9:]+", "date"),
    (rb"/CreationDate \(D:[0-9]{14}\)", "/CreationDate (D:20260101000000)"),  # not any shorter
)

# A rule of our own: what is printed of the parts at the rear edge is cut off where the board ends.
RULES = """(version 1)
(rule "at the rear edge"
\t(layer "F.Silkscreen")
\t(condition "(A.memberOfFootprint('U1') || A.memberOfFootprint('SW5')) && B.Layer == 'Edge.Cuts'")
\t(constraint silk_clearance (min -5mm)))
"""


class Missing(Exception):
    """KiCad is not there, or not the one that is wanted."""


class Violations(Exception):
    """KiCad's checks have found something."""


def version() -> str:
    """KiCad's version; raises Missing if it or its libraries are not installed."""
    if not shutil.which("kicad-cli"):
        raise Missing("there is no kicad-cli")
    found = _run(["kicad-cli", "version"]).strip()
    if not found.startswith(VERSION):
        raise Missing(f"KiCad {found} is installed, but {VERSION}x is needed")
    for path in (schematic.SYMBOLS, TABLES):
        if not path.exists():
            raise Missing(f"{path} is not there: install kicad-symbols and kicad-footprints")
    try:
        _run([SYSTEM_PYTHON, "-c", "import pcbnew"])
    except (OSError, subprocess.CalledProcessError):
        raise Missing(f"{SYSTEM_PYTHON} cannot import pcbnew") from None
    return found


def _environment() -> dict[str, str]:
    """KiCad with a scratch folder for its settings, in which its own libraries are listed."""
    settings = Path(tempfile.gettempdir()) / f"kibitz-kicad-{os.getuid()}"
    for folder in (settings, settings / "9.0"):
        folder.mkdir(exist_ok=True)
        for table in TABLES.glob("*-lib-table"):
            shutil.copy(table, folder)
    return {
        **os.environ,
        "KICAD_CONFIG_HOME": str(settings),
        "PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "firmware"))),
        "PYTHONDONTWRITEBYTECODE": "1",
    }


def _run(command: list[str]) -> str:
    run = subprocess.run(
        command,
        cwd=ROOT,
        env=_environment(),
        capture_output=True,
        check=True,
        text=True,
        timeout=TIMEOUT_s,
    )
    return run.stdout


# -- the project -----------------------------------------------------------------------------------


def write_project(folder: Path) -> None:
    """Schematic, our libraries, and the file that makes it a project."""
    library = folder / f"{schematic.PROJECT}.pretty"
    library.mkdir(parents=True, exist_ok=True)
    (library / f"{footprint.NAME}.kicad_mod").write_text(footprint.footprint(), "utf-8")
    (folder / "kibitz.kicad_sym").write_text(schematic.symbol_library(), "utf-8")
    (folder / "kibitz.kicad_sch").write_text(schematic.schematic(), "utf-8")
    rules = {
        "min_clearance": 0.2,
        "min_copper_edge_clearance": 0.5,
        "min_hole_clearance": 0.25,
        "min_hole_to_hole": 0.25,
        "min_through_hole_diameter": 0.3,
        "min_track_width": 0.2,
        "min_via_annular_width": 0.13,
        "min_via_diameter": 0.6,
    }
    project = {
        "board": {"design_settings": {"rules": rules}},
        "meta": {"filename": "kibitz.kicad_pro", "version": 3},
    }
    (folder / "kibitz.kicad_dru").write_text(RULES, "utf-8")
    (folder / "kibitz.kicad_pro").write_text(json.dumps(project, indent=2) + "\n", "utf-8")
    for table, name in (("sym_lib_table", "kibitz.kicad_sym"), ("fp_lib_table", "kibitz.pretty")):
        row = ["lib", ["name", Text("kibitz")], ["type", Text("KiCad")]]
        row += [["uri", Text("${KIPRJMOD}/" + name)], ["options", Text("")], ["descr", Text("")]]
        text = dump([table, ["version", "7"], row]) + "\n"
        (folder / table.replace("_", "-")).write_text(text, "utf-8")


def netlist_of(sheet: Path, out: Path) -> Path:
    """The netlist that KiCad makes of a schematic."""
    _run(["kicad-cli", "sch", "export", "netlist", "-o", str(out), str(sheet)])
    return out


def write_board(folder: Path, scratch: Path) -> str:
    """Places and routes; raises Violations if there is no way for a track."""
    netlist = netlist_of(folder / "kibitz.kicad_sch", scratch / "kibitz.net")
    try:
        return _run([SYSTEM_PYTHON, "-m", "hardware.make.board", str(netlist), str(folder)])
    except subprocess.CalledProcessError as error:
        raise Violations(error.stderr.strip().splitlines()[-1]) from None


def check_schematic(sheet: Path, scratch: Path) -> None:
    """Electrical rules; raises Violations."""
    command = ["kicad-cli", "sch", "erc", "--severity-all", "--exit-code-violations"]
    _check([*command, "--format", "json"], sheet, scratch / "erc.json")


def check_board(board: Path, scratch: Path) -> None:
    """Design rules, nothing unconnected, board and schematic alike; raises Violations."""
    command = ["kicad-cli", "pcb", "drc", "--schematic-parity", "--severity-all"]
    _check([*command, "--exit-code-violations", "--format", "json"], board, scratch / "drc.json")


def _check(command: list[str], file: Path, report: Path) -> None:
    report.unlink(missing_ok=True)
    try:
        _run([*command, "-o", str(report), str(file)])
    except subprocess.CalledProcessError as error:
        if not report.exists():
            raise Violations(error.stderr) from None
        raise Violations("\n".join(_told(json.loads(report.read_text("utf-8"))))) from None


def _told(report: dict) -> list[str]:
    found = [one for sheet in report.get("sheets", ()) for one in sheet["violations"]]
    for part in ("violations", "unconnected_items", "schematic_parity"):
        found += report.get(part, ())
    return [
        f"{one['type']}: {one['description']}: "
        + "; ".join(item["description"] for item in one["items"])
        for one in found
    ]


# -- what is made of it ----------------------------------------------------------------------------


def write_fab(board: Path, folder: Path) -> None:
    """Gerbers, drills, positions, IPC-D-356, and the zip with what a fab wants."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    out = f"{folder}/"
    export = ["kicad-cli", "pcb", "export"]
    plain = ["--subtract-soldermask", "--no-protel-ext"]
    _run([*export, "gerbers", "-l", LAYERS, *plain, "-o", out, str(board)])
    drills = ["--excellon-separate-th", "--excellon-units", "mm", "--format", "excellon"]
    _run([*export, "drill", *drills, "-o", out, str(board)])
    positions = ["--format", "csv", "--units", "mm", "--exclude-dnp"]
    _run([*export, "pos", *positions, "-o", str(folder / "kibitz-positions.csv"), str(board)])
    _run([*export, "ipcd356", "-o", str(folder / "kibitz.d356"), str(board)])
    for path in folder.iterdir():
        path.write_bytes(undated(path.read_bytes()))
    write_zip(folder)


def write_zip(folder: Path) -> None:
    """The same files always give the same archive."""
    names = sorted(path.name for path in folder.iterdir() if path.suffix in (".gbr", ".drl"))
    with zipfile.ZipFile(folder / "kibitz-gerbers.zip", "w", zipfile.ZIP_STORED) as archive:
        for name in names:
            archive.writestr(zipfile.ZipInfo(name, ZIP_DATE), (folder / name).read_bytes())


def undated(data: bytes) -> bytes:
    for pattern, instead in DATED:
        data = re.sub(pattern, instead.encode(), data)
    return data


def write_drawings(project: Path, folder: Path) -> None:
    """The schematic as SVG, and as PDF to print."""
    folder.mkdir(parents=True, exist_ok=True)
    sheet = str(project / "kibitz.kicad_sch")
    with tempfile.TemporaryDirectory() as scratch:
        paper = Path(scratch) / "kibitz.pdf"
        _run(["kicad-cli", "sch", "export", "svg", "-o", scratch, sheet])
        _run(["kicad-cli", "sch", "export", "pdf", "-o", str(paper), sheet])
        for path in (paper.with_suffix(".svg"), paper):
            (folder / f"schematic{path.suffix}").write_bytes(undated(path.read_bytes()))


def write_renders(board: Path, folder: Path) -> None:
    """The board from above and from below. Renderers differ, so no test compares these bytes."""
    size = ["-w", RENDER_WIDTH, "-h", RENDER_HEIGHT, "--background", "opaque"]
    for side in ("top", "bottom"):
        out = folder / f"board-{side}.png"
        zoom = ["--side", side, "--zoom", "1.25"]
        _run(["kicad-cli", "pcb", "render", *size, *zoom, "-o", str(out), str(board)])


def connections(netlist: str) -> dict[str, set[tuple[str, str]]]:
    """KiCad's netlist as net -> pads, without the pads that nothing is connected to."""
    found = {}
    for net in children(child(load(netlist), "nets"), "net"):
        name = str(child(net, "name")[1])
        if not name.startswith("unconnected-"):
            nodes = children(net, "node")
            found[name] = {(str(child(n, "ref")[1]), str(child(n, "pin")[1])) for n in nodes}
    return found
