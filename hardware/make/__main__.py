"""Makes everything in hardware/ anew from circuit.py, and checks it with KiCad.

python -m hardware.make            everything, and the tables of both READMEs; without KiCad only
                                   what needs none
python -m hardware.make FOLDER     the same into another folder, without the renders
"""

import os
import shutil
import sys
import tempfile
from pathlib import Path

from hardware.make import bom, breadboard, kicad, manifest, readme, wokwi
from host_sim import guide

INSTALL = """make: {error}. The schematic, the board and the files for the fab were not made anew.
KiCad 9 is in Debian 13, and for Debian 12 in its backports (apt-get install --no-install-recommends
kicad kicad-symbols kicad-footprints); on both, this installs it:
  sudo hardware/make/install-kicad"""


def write_light(folder: Path) -> None:
    """What needs nothing but Python."""
    for name, text in (
        ("BOM.csv", bom.as_csv()),
        ("bom.html", bom.as_page()),
        ("wokwi/diagram.json", wokwi.diagram()),
        ("wokwi/wokwi.toml", wokwi.TOML),
        ("pictures/breadboard.svg", breadboard.picture()),
    ):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def write_heavy(folder: Path, renders: bool) -> None:
    """What needs KiCad. Raises kicad.Violations if its checks find something."""
    project = folder / kicad.PROJECT
    shutil.rmtree(project, ignore_errors=True)
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        kicad.write_project(project)
        kicad.check_schematic(project / "kibitz.kicad_sch", scratch)
        told = kicad.write_board(project, scratch)
        print(f"The schematic has no faults. Routed: {told.strip()}.")
        kicad.check_board(project / "kibitz.kicad_pcb", scratch)
        print("The board has no faults, and nothing is unconnected.")
    kicad.write_fab(project / "kibitz.kicad_pcb", folder / kicad.GERBERS)
    kicad.write_drawings(project, folder / kicad.PICTURES)
    if renders:
        kicad.write_renders(project / "kibitz.kicad_pcb", folder / kicad.PICTURES)


def main(arguments: list[str]) -> int:
    own = manifest.HARDWARE
    folder = Path(arguments[0]) if arguments else own
    write_light(folder)
    if folder == own:
        path = own / "README.md"
        path.write_text(readme.filled(path.read_text("utf-8")), "utf-8")
        guide.main(["--write"])
    try:
        version = kicad.version()
        print(f"KiCad {version}")
        write_heavy(folder, renders=folder == own)
    except kicad.Missing as error:
        print(INSTALL.format(error=error), file=sys.stderr)
        return 1 if os.environ.get("CI") == "true" else 0
    except kicad.Violations as error:
        print(f"make: KiCad has found faults:\n{error}", file=sys.stderr)
        return 1
    if folder == own:
        manifest.write(version)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
