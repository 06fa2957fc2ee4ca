"""Names that are shorter on the device, and the way back to those in the sources."""

import ast
import subprocess

import pytest

from host_sim import bundle
from host_sim.shorten import Shorter
from support import MICROPYTHON

# What the interpreter's modules have, and the kinds of things in them and their own things.
ASK = """\
MODULES = "array binascii builtins collections deflate errno framebuf gc io json machine math "
MODULES += "micropython os platform random re select struct sys time vfs"
for module in [__import__(name) for name in MODULES.split()]:
    for name in dir(module):
        print(name, *dir(getattr(module, name)))
"""

# What it has that begins with an underscore; the program asks for none of it but as a string.
ASKED_FOR = {"_build", "_machine", "_mpy", "_thread"}

OWN = """\
LIMIT = const(3)
_kept = []

class Counter:
    def __init__(self, start):
        self._count = start

    def up(self, amount):
        self._count += self._checked(amount)

    def _checked(self, amount):
        return min(amount, LIMIT)

def note(counter):
    _kept.append(counter._count)
"""
OWN_SHORT = """\
_LIMIT = const(3)
d = []

class Counter:
    def __init__(self, f):
        self.b = f

    def up(self, a):
        self.b += self.c(a)

    def c(self, a):
        return min(a, _LIMIT)

def note(e):
    d.append(e.b)
"""


def shorter(source, others=(), outside=()):
    sources = {"one.py": source, **{f"other{n}.py": text for n, text in enumerate(others)}}
    return Shorter(sources, outside).shorter("one.py")


def test_names_of_its_own():
    assert shorter(OWN) == OWN_SHORT


USED = "total = 1\nprint(total)"


@pytest.mark.parametrize("other", ["from one import total", "import one\none.total", "x.total = 1"])
def test_what_another_module_asks_for_stays(other):
    assert shorter(USED) == "a = 1\nprint(a)"
    assert shorter(USED, [other]) == USED
    assert shorter(USED, outside=[other]) == USED
    assert shorter(USED, ["total = 2"]) == "a = 1\nprint(a)"


@pytest.mark.parametrize(
    "source",
    [
        "total = 1\nprint(getattr(one, 'total'), total)",
        "total = 1\nprint(namedtuple('Sums', 'rest total'), total)",
        "total = 1\nprint(f'{total}')",
        "add = 1\nprint(lambda total: total, add(total=add))".replace("add", "io"),
        "class Sum:\n    def total(self):\n        return file.total()",
        "class Sum:\n    def total(self):\n        pass",  # for somebody else
        "def io():\n    class Sum:\n        def urandom(a):\n            pass\n    os = Sum",
        "def ioctl():\n    pass",
        "class Sum:\n    def __len__(self):\n        return self.__len__()",
        "from machine import total\nprint(total)",
        "import machine as total\nprint(total)",
        "def max(a, b):\n    return max(a, b)",
        "file.total = 1\nprint(file.total)",
        "io._total = 1\nprint(io._total)",  # there may be one of another module
    ],
)
def test_what_stays_as_it_is(source):
    assert shorter(source) == source


def test_a_number_below_its_use_is_no_number_for_the_compiler():
    assert shorter("def f():\n    return LATE\nLATE = const(1)") == (
        "def f():\n    return a\na = const(1)"
    )


def test_what_is_of_its_own_may_have_the_name_of_what_is_anothers():
    other = (
        "class Sum:\n    def __init__(self):\n        self._count = 1\n        print(self._count)"
    )
    own = OWN.replace("counter._count", "counter")  # that might be of the other module
    assert "self._count" not in shorter(own, [other])
    assert "self._count" in shorter(OWN, [other])
    guest = "def up(self):\n    print(self._count)\none.Counter.up = up"
    assert "self._count" in shorter(own, [guest])


def test_a_name_within_a_function_is_nobody_elses():
    source = "def io(total):\n    return total"
    assert shorter(source, ["x.total = 1"]) == "def io(a):\n    return a"
    assert shorter(source + "\nio(1).total", ["x.total = 1"]) == source + "\nio(1).total"


BASE = "class Base:\n    def __init__(self):\n        self._base = 1\n        print(self._base)"
HEIR = "from base import Base as B\nclass Heir(B):\n    def up(self):\n        self._heir += 1"
HEIR += "\n        print(self._heir)"


@pytest.mark.parametrize("order", [1, -1])
def test_what_an_object_has_of_two_modules_has_two_names(order):
    sources = dict(
        [("base.py", BASE), ("heir.py", HEIR), ("free.py", BASE.replace("B", "F"))][::order]
    )
    modules = Shorter(sources)
    names = [modules.names(name) for name in sorted(sources)]
    assert names[0]["_base"] != names[2]["_heir"] and names[1]["_base"] in ("a", "b")


def test_the_report_of_an_error_becomes_readable():
    two = OWN.replace("checked", "judged").replace("Counter", "Meter").replace("_count", "_sum")
    sources = {"app/one.py": OWN, "app/two/__init__.py": two}
    report = """\
Traceback (most recent call last):
  File "app.one", line 1, in up
  File "app.two", line 1, in c
  File "app.one", line 1, in c
AttributeError: 'Counter' object has no attribute 'b'
  File "app.three", line 1, in c
NameError: name 'b' isn't defined
"""
    assert (
        Shorter(sources).readable(report)
        == """\
Traceback (most recent call last):
  File "app.one", line 1, in up
  File "app.two", line 1, in _judged
  File "app.one", line 1, in _checked
AttributeError: 'Counter' object has no attribute '_count'
  File "app.three", line 1, in c
NameError: name 'b' isn't defined
"""
    )


@pytest.fixture(scope="module")
def modules():
    files = {name: path for name, path in bundle.installed().items() if name not in bundle.SOURCES}
    return bundle.briefly(files), bundle.shortly(files)


def test_nothing_but_names_changes(modules):
    for name, source in modules[0].items():
        assert shape(modules[1][name]) == shape(source), name


def shape(source):
    """A module without the names in it."""
    tree = ast.parse(source)
    for part in ast.walk(tree):
        for field in ("id", "attr", "arg", "name", "names", "asname"):
            if isinstance(getattr(part, field, None), str):
                setattr(part, field, "")
    return ast.dump(tree)


def test_no_name_of_the_interpreter_is_given_up(modules):
    """An object of a class that stands on one of the real MicroPython's has the names of both; and
    an attribute of anything whatever may get another name if it begins with an underscore."""
    run = subprocess.run([MICROPYTHON, "-c", ASK], capture_output=True, text=True, check=True)
    names = set(run.stdout.split())
    assert {"append", "fill_rect", "readinto", "mem_free"} <= names
    assert {name for name in names if name[0] == "_" and name[1] != "_"} <= ASKED_FOR
    short = bundle.shorter(modules[0])
    trees = {name: ast.parse(source) for name, source in modules[0].items()}
    classes = [part for tree in trees.values() for part in ast.walk(tree) if is_class(part)]
    own = {one.name for one in classes}
    for name, tree in trees.items():
        bases = {ast.unparse(base) for one in ast.walk(tree) if is_class(one) for base in one.bases}
        assert bases <= own or not short.names(name).keys() & names, name


def is_class(part):
    return isinstance(part, ast.ClassDef)
