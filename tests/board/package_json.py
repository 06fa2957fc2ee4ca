"""The list of what is installed on the board that mip reads.

python tests/board/package_json.py      # writes firmware/micropython/package.json
"""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from host_sim.bundle import BOARD, installed, package_json


def text() -> str:
    """The text of package.json: places are relative to it."""
    return package_json(
        {
            name: os.path.relpath(path, BOARD).replace(os.sep, "/")
            for name, path in installed().items()
        }
    )


if __name__ == "__main__":
    (BOARD / "package.json").write_text(text(), encoding="utf-8")
