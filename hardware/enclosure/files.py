"""The bytes of the files: the same solid gives the same ones, today and next year."""

import math
import re
import struct
from pathlib import Path


def write_stl(path: Path, faces) -> None:
    """Binary STL: no date, no name of a program, so the same solid gives the same bytes."""
    data = bytearray(b"Kibitz, millimetres".ljust(80) + struct.pack("<I", len(faces)))
    for a, b, c in faces:
        data += struct.pack("<12f", *_normal(a, b, c), *a, *b, *c) + b"\0\0"
    path.write_bytes(bytes(data))


def _normal(a, b, c):
    u = [q - p for p, q in zip(a, b, strict=True)]
    v = [q - p for p, q in zip(a, c, strict=True)]
    n = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
    length = math.sqrt(sum(part * part for part in n)) or 1.0
    return tuple(part / length for part in n)


def nameless(text: str, name: str) -> str:
    """A STEP file without what its writer adds by itself: date, folder, a running number."""
    head = f"FILE_NAME('{name}','1970-01-01T00:00:00',('Kibitz'),(''),'','','');"
    text = re.sub(r"FILE_NAME\(.*?\);", lambda _: head, text, count=1, flags=re.S)
    product = f"= PRODUCT('{name}','{name}',"
    return re.sub(r"= PRODUCT\('[^']*',\s*'[^']*',", lambda _: product, text)
