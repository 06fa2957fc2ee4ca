"""Makes the box anew: STL and STEP of each printed part, its pictures, the sums of them all.

python -m hardware.enclosure            into hardware/enclosure
python -m hardware.enclosure FOLDER     only the solids, into another folder, to compare them

A part that fails a check is an error, and nothing is written. It is half a minute of work for one
core; on a busy machine that takes long, so it tells what it is at. Should it ever stand still, it
says where, and ends.
"""

import faulthandler
import sys
import tempfile
from pathlib import Path

from hardware.enclosure import cad, check, files, manifest, solids, views
from hardware.enclosure.design import Design, file_name

LIMIT_s = 900  # thirty times what it needs


def tell(words: str) -> None:
    print(f"The box: {words} …", file=sys.stderr, flush=True)


def write_solids(folder: Path, shapes: dict) -> None:
    for name in ("stl", "step"):
        (folder / name).mkdir(parents=True, exist_ok=True)
        for old in (folder / name).glob(f"*.{name}"):
            old.unlink()
    for part, shape in shapes.items():
        name = file_name(part)
        cad.write_step(folder / "step" / f"{name}.step", shape, name)
        files.write_stl(folder / "stl" / f"{name}.stl", cad.triangles(shape))


def write_pictures(folder: Path, stl: Path, design: Design) -> None:
    folder.mkdir(exist_ok=True)
    for name, picture in views.all_views(stl, design).items():
        picture.quantize(256).save(folder / f"{name}.png", optimize=True)


def main(arguments: list[str]) -> int:
    faulthandler.dump_traceback_later(LIMIT_s, exit=True)
    design = Design()
    tell("making the solids")
    shapes = solids.all_parts(design)
    if arguments:
        write_solids(Path(arguments[0]), shapes)
    else:
        faults = make_box(manifest.FOLDER, shapes, design)
        if faults:
            print("The box has faults:", *faults, sep="\n  ", file=sys.stderr)
            return 1
    faulthandler.cancel_dump_traceback_later()
    return 0


def make_box(folder: Path, shapes: dict, design: Design) -> list[str]:
    """All files of the box; or what is wrong with it, and nothing is written."""
    with tempfile.TemporaryDirectory() as scratch:
        write_solids(Path(scratch), shapes)
        tell("checking them")
        faults = check.everything(Path(scratch) / "stl", design)
    if not faults:
        write_solids(folder, shapes)
        tell("painting the pictures")
        write_pictures(folder / "pictures", folder / "stl", design)
        manifest.write()
        tell("measuring it")
        print(check.summary(folder / "stl", design))
    return faults


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
