"""What is installed on the board, and the list of it that mip reads.

python tests/board/package_json.py      # writes firmware/micropython/package.json
"""

import json
import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BOARD = ROOT / "firmware" / "micropython"
# Folder on the board -> where its files are
PACKAGES = {"kibitz": ROOT / "firmware" / "kibitz", "rules_core": ROOT / "rules_core"}
NOT_INSTALLED = ("manifest.py",)
DEPENDENCIES = [["ssd1306", "latest"]]


def modules(folder: Path) -> list[str]:
    """The Python files under a folder, relative to it."""
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.py"))


def installed() -> dict[str, Path]:
    """What has to be on the board: its name there, and the file it is."""
    files = {name: BOARD / name for name in modules(BOARD) if name not in NOT_INSTALLED}
    for package, folder in PACKAGES.items():
        files.update({f"{package}/{name}": folder / name for name in modules(folder)})
    return files


def text() -> str:
    """The text of package.json: places are relative to it."""
    entries = []
    for name, path in installed().items():
        entries.append([name, os.path.relpath(path, BOARD).replace(os.sep, "/")])
    urls = ",\n".join("    " + json.dumps(entry) for entry in entries)
    return f'{{\n  "deps": {json.dumps(DEPENDENCIES)},\n  "urls": [\n{urls}\n  ]\n}}\n'


if __name__ == "__main__":
    (BOARD / "package.json").write_text(text(), encoding="utf-8")
