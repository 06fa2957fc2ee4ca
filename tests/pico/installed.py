"""Boot Kibitz as it is handed out, on an emulated RP2040: installed.py RIG DIST UF2 …

RIG: the folder of the emulator (picoemu.py); this runs with the Python that has its packages.
DIST: what `make bundle` made. UF2 …: images of MicroPython. On each of them
- the UF2 with the file system is put on a board that MicroPython has just formatted, and on one
  whose flash is full of what other file systems have left there;
- the zip of its own .mpy format, and the one with the sources, are put on a formatted one. The
  sources are compiled at every start, and there is not always memory for that when one plays.
Every time every file is there byte for byte, the glass shows the first screen, and every module can
be loaded. Prints how long each took from reset to the first picture.
"""

import hashlib
import struct
import sys
import tempfile
import zipfile
from pathlib import Path

RIG, DIST, *IMAGES = sys.argv[1:]
sys.path.insert(0, RIG)

import picoemu  # noqa: E402

FLASH = 0x10000000
BLOCK_bytes = 4096
FIRST_PICTURE_ms = 2000
FROM_SOURCES_ms = 7000  # well before the watchdog's 8.3 s, which begin when the board is set up
LOADING_ms = 120_000
ROOM_bytes = 100_000  # for a module to be compiled in
LIST = "kibitz-files.txt"

LOAD = """\
import gc, sys
told = []
for name in {names}:
    gc.collect()
    if gc.mem_free() < {room}:
        for loaded in [one for one in sys.modules if one in {names}]:
            del sys.modules[loaded]
        gc.collect()
    try:
        __import__(name)
    except Exception as error:
        told.append(name + ': ' + repr(error))
print(told)
"""
SAVED = 40
SAVE = f"""\
import os
os.rename('main.txt', 'main.py')
if 'kibitz-saves' not in os.listdir('/'):
    os.mkdir('/kibitz-saves')
for number in range({SAVED}):
    with open('/kibitz-saves/test-' + str(number), 'w') as file:
        file.write('x' * number * 50)
"""


def formatted(firmware) -> bytes:
    """The flash's file system after MicroPython was started once."""
    machine = picoemu.Machine(firmware)
    machine.run_ms(1500)
    return machine.fs_image()


def littered(firmware) -> bytes:
    """A flash in whose every block is what another file system left there, newer than ours."""
    old = picoemu._lfs(firmware.fs_size, disk_version=picoemu.disk_version_for(firmware.version))
    old.mkdir("kibitz")
    for number in range(300):
        with old.open(f"kibitz/{number % 3}.mpy", "wb") as file:
            file.write(b"not ours")
        old.rename(f"kibitz/{number % 3}.mpy", "kibitz/app.mpy")
    old.unmount()
    region = bytes(old.context.buffer)
    blocks = [region[at : at + BLOCK_bytes] for at in range(0, len(region), BLOCK_bytes)]
    newest = max([block for block in blocks if b"app.mpy" in block], key=lambda block: block[0])
    return newest * len(blocks)


def dragged(firmware, region: bytes, uf2: Path) -> bytes:
    """The file system after a UF2 was dragged onto the drive, as the RP2040's ROM writes it.

    It erases a sector once for every 16 numbers, when the first of them comes.
    """
    data, region, cleared = uf2.read_bytes(), bytearray(region), set()
    for at in range(0, len(data), 512):
        address, size, number = struct.unpack_from("<3I", data, at + 12)
        start = address - FLASH - firmware.fs_base
        if number // 16 not in cleared:
            cleared.add(number // 16)
            sector = start // BLOCK_bytes * BLOCK_bytes
            region[sector : sector + BLOCK_bytes] = b"\xff" * BLOCK_bytes
        was, new = region[start : start + size], data[at + 32 : at + 32 + size]
        region[start : start + size] = bytes([a & b for a, b in zip(was, new, strict=True)])
    return bytes(region)


def unzipped(firmware, archive: Path) -> bytes:
    """A file system with what is in a zip."""
    with tempfile.TemporaryDirectory() as folder:
        zipfile.ZipFile(archive).extractall(folder)
        (inside,) = Path(folder).iterdir()
        version = picoemu.disk_version_for(firmware.version)
        return picoemu.build_fs(inside, firmware.fs_size, version)


def look(firmware, region: bytes, what: str, within_ms: int = FIRST_PICTURE_ms) -> None:
    """Boot it, and look at what is there. within_ms: the first picture."""
    machine = picoemu.Machine(firmware, region)
    lit = machine.run_ms(within_ms, lambda: machine.oled.on and machine.oled.frames)
    assert lit, f"{what}: the glass is dark; {machine.console.decode()}"
    first_ms = machine.now_ms
    machine.run_ms(300)
    assert not machine.tracebacks(), machine.tracebacks()
    files = picoemu.read_fs(machine.fs_image())
    listed = [line.split() for line in files["/" + LIST].decode().splitlines()[1:]]
    assert len(listed) > 50
    for digest, name in listed:
        assert hashlib.sha256(files["/" + name]).hexdigest() == digest, f"{what}: {name}"
    names = [Path(name).with_suffix("").as_posix().replace("/", ".") for _, name in listed]
    names = [name.removesuffix(".__init__") for name in names if name != "main"]
    machine.exec("import os; os.rename('main.py', 'main.txt')")  # for the modules alone
    machine.reset()
    load = LOAD.format(names=names, room=ROOM_bytes)
    refused, trouble = machine.exec(load, timeout_ms=LOADING_ms)
    assert not trouble, trouble
    refused = refused.strip()
    about = f"{len(listed)} files, first picture after {first_ms:.0f} ms, refused {refused}"
    print(f"{what}: {about}", flush=True)
    machine.exec(SAVE, timeout_ms=LOADING_ms)
    after = picoemu.read_fs(machine.fs_image())
    assert len([name for name in after if name.startswith("/kibitz-saves/test-")]) == SAVED
    assert all(after[name] == data for name, data in files.items()), f"{what}: after saving"
    allowed = ("[]", "[\"quick: ValueError('incompatible .mpy file',)\"]")
    assert refused in allowed[: 2 if "1.22" in firmware.version and "UF2" in what else 1]


def main() -> None:
    (uf2,) = Path(DIST).glob("kibitz-*.uf2")
    (source,) = Path(DIST).glob("kibitz-*-py.zip")
    for image in IMAGES:
        firmware = picoemu.Firmware(image)
        number = "6.2" if firmware.version.startswith("v1.22") else "6.3"
        (compiled,) = Path(DIST).glob(f"kibitz-*-mpy{number}.zip")
        about = f"MicroPython {firmware.version}"
        fresh = formatted(firmware)
        look(firmware, dragged(firmware, fresh, uf2), f"{about}, the UF2 on a fresh board")
        old = dragged(firmware, littered(firmware), uf2)
        look(firmware, old, f"{about}, the UF2 on an old board")
        look(firmware, unzipped(firmware, compiled), f"{about}, {compiled.name}")
        region = unzipped(firmware, source)
        look(firmware, region, f"{about}, {source.name}", FROM_SOURCES_ms)


main()
