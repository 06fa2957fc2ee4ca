"""The core and the app run on MicroPython and CircuitPython as they do here, and keep to their
places: nothing of the world in the core, nothing of a board in the app."""

import ast
import builtins
import subprocess
import sys
from keyword import kwlist as KEYWORDS
from pathlib import Path

import pytest

from portable import MISSING_BUILTINS, MISSING_METHODS, findings
from support import ROOMY_HEAP, ROOT, micropython

CORE = sorted((ROOT / "rules_core").rglob("*.py"))
APP = sorted((ROOT / "firmware" / "kibitz").rglob("*.py"))

every_file = pytest.mark.parametrize(
    "path", CORE + APP, ids=lambda path: str(path.relative_to(ROOT))
)
core_files = pytest.mark.parametrize("path", CORE, ids=lambda path: path.name)


def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def imported(tree: ast.Module) -> set[str]:
    """The names of all modules that are imported from outside the package."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names.add(node.module)
    return names


# -- the code -------------------------------------------------------------------------------------


def test_there_is_code():
    assert len(CORE) > 10 and len(APP) > 10


@every_file
def test_nothing_that_a_board_lacks(path):
    assert findings(path.read_text("utf-8")) == []


def test_micropython_compiles_every_file():
    files = [*CORE, *sorted((ROOT / "firmware").rglob("*.py"))]
    told = micropython("compile.py", *files, heap=ROOMY_HEAP)
    assert told.split() == ["compiled", str(len(files))]


def test_micropython_imports_every_module():
    names = [module_name(path) for path in CORE + APP]
    told = micropython("import_all.py", *names, heap=ROOMY_HEAP)
    assert told.split() == ["imported", str(len(names))]


def module_name(path: Path) -> str:
    base = ROOT if path in CORE else ROOT / "firmware"
    parts = path.relative_to(base).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


@pytest.mark.parametrize("game", ["meksiko", "meksiko-club", "mexican-rummy"])
def test_a_scorekeeper_does_not_load_the_play_of_cards(game):
    """At the table a game never loads card-by-card code; the first deal does."""
    table, cards = micropython("what_is_loaded.py", game).splitlines()
    assert "rules_core.melds" not in table and "_play" not in table
    assert "_play" in cards


# -- who may know whom ----------------------------------------------------------------------------


@core_files
def test_the_core_knows_nothing_of_the_world(path):
    tree = tree_of(path)
    allowed = {"collections"}
    assert imported(tree) <= allowed, "no screen, time, chance, files, app or simulator in the core"
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in ("open", "print", "input", "eval", "exec"), node.lineno


@core_files
def test_no_floats_in_the_core(path):
    for node in ast.walk(tree_of(path)):
        assert not isinstance(getattr(node, "op", None), ast.Div), f"line {node.lineno}: /"
        assert type(getattr(node, "value", None)) is not float, f"line {node.lineno}: a float"
        if isinstance(node, ast.Name):
            assert node.id != "float", f"line {node.lineno}: float"


@pytest.mark.parametrize("path", APP, ids=lambda path: path.name)
def test_the_app_knows_no_board_and_no_simulator(path):
    strangers = {"machine", "rp2", "board", "busio", "digitalio", "host_sim", "displayio"}
    assert not {name.split(".")[0] for name in imported(tree_of(path))} & strangers


@every_file
def test_a_module_does_no_work_when_imported(path):
    """Definitions, and constants made of a few others: no loops, no calls for their effect."""
    for node in tree_of(path).body:
        is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        allowed = (ast.Import, ast.ImportFrom, ast.Assign, ast.AnnAssign, ast.AugAssign)
        defines = (ast.FunctionDef, ast.ClassDef, ast.Try, ast.If)
        assert is_text or isinstance(node, allowed + defines), f"line {node.lineno}"


def test_importing_the_core_prints_and_loads_no_game():
    program = "import sys, rules_core; print(sorted(m for m in sys.modules if 'rules_core' in m))"
    run = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
    modules = ["rules_core", "rules_core.errors", "rules_core.version"]
    assert run.stdout.strip() == str(modules)


# -- the checker finds what it is for -------------------------------------------------------------

FORBIDDEN = [
    # imports
    *[
        f"import {name}"
        for name in (
            *("dataclasses", "typing", "enum", "functools", "itertools", "pathlib", "os.path"),
            *("abc", "contextlib", "copy", "datetime", "asyncio", "heapq", "string", "threading"),
        )
    ],
    "from __future__ import annotations",
    "from typing import Any",
    "from os import path",
    "import os\nos.path.join('a', 'b')",
    "from hashlib import sha256",
    "import hashlib\nhashlib.sha256(b'')",
    "try:\n    import dataclasses\nexcept ImportError:\n    pass",
    "try:\n    import typing\nexcept ValueError:\n    pass",
    "if False:\n    from typing import Any",
    # syntax
    "match x:\n    case 1:\n        pass",
    "def f(a, /):\n    pass",
    "f = lambda a, /: a",
    "x = [*a, 1]",
    "x = (*a, 1)",
    "x = {*a, 1}",
    "x = {**d}",
    "x = {'a': 1, **d}",
    "def f(x):\n    return *x, 1",
    "def f(x):\n    yield *x, 1",
    "for x in *a, 1:\n    pass",
    "with (open(a) as b, open(c) as d):\n    pass",
    "with (\n    open(a) as b,\n    open(c) as d,\n):\n    pass",
    "with (open(a) as b):\n    pass",
    "with (open(a), open(b)):\n    pass",
    "try:\n    pass\nexcept* ValueError:\n    pass",
    "x = 'a' f'{b}'",
    "x = f'{a}' 'b'",
    "x = f'{a}' f'{b}'",
    "x = (\n    'a'  # one\n    f'{b}'\n)",
    "x = f'{f\"{a}\"}'",
    "@micropython.native\ndef f():\n    pass",
    "@micropython.viper\ndef f():\n    pass",
    "x = [" + "0, " * 1000 + "]",
    "async def f():\n    pass",
    # strings
    *[
        f"x.{name}()"
        for name in (
            *("ljust", "rjust", "zfill", "title", "capitalize", "casefold", "isalnum"),
            *("removeprefix", "removesuffix", "translate", "isdecimal", "swapcase", "bit_length"),
        )
    ],
    "x = 'abc'.title()",
    "self.name.title()",
    "x = s[::-1]",
    "x = s[1:9:2]",
    "x = t()[::2]",
    "x = '\\N{BULLET}'",
    "x = '{0.real}'.format(1)",
    "x = '{a.real}'.format(a=1)",
    "x = '{0[1]}'.format(y)",
    "format(1)",
    "x.__format__('')",
    "class A:\n    x = object.__format__",
    "x.startswith(('a', 'b'))",
    "AB = ('a', 'b')\nx.endswith(AB)",
    # collections
    "from collections import deque\nx = deque()",
    "from collections import deque\nx = deque([1])",
    "import collections\nx = collections.deque()",
    "from collections import deque\nx = deque((), 9)\nx.clear()",
    "from collections import namedtuple\nA = namedtuple('A', 'b', defaults=(1,))",
    "x._replace(a=1)",
    "x._asdict()",
    "from collections import defaultdict",
    "from collections import Counter",
    "import collections\nx = collections.Counter()",
    # calls
    "sum(x, start=1)",
    "zip(a, b, strict=True)",
    "print(x, flush=True)",
    "try:\n    pass\nexcept FileNotFoundError:\n    pass",
    "try:\n    pass\nexcept (PermissionError, ValueError):\n    pass",
    *[f"import random\nrandom.{name}(x)" for name in ("shuffle", "sample", "Random", "seed")],
    "from random import shuffle",
    "import json\njson.dumps(x, indent=1)",
    "import json\njson.dumps(x, sort_keys=True)",
    "from json import dumps\ndumps(x, indent=1)",
    "next(x, None)",
    "def f():\n    pass\nx = f.__name__",
    "import time\ntime.ticks_ms()",
    "import time\ntime.sleep_ms(1)",
    "from time import ticks_ms",
    "import math\nmath.isclose(a, b)",
    "vars(x)",
    "ascii(x)",
    "(1).to_bytes(2, byteorder='big')",
    "int.from_bytes(x, byteorder='big')",
]

ALLOWED = [
    "try:\n    import typing\nexcept ImportError:\n    pass",
    "try:\n    import framebuf\nexcept ImportError:\n    from . import softbuf",
    "from . import softbuf\nfrom .words import say",
    "import rules_core\nfrom rules_core.errors import RuleError",
    "from collections import namedtuple, OrderedDict\nA = namedtuple('A', ('b', 'c'))",
    "import json\njson.dumps(x)",
    "f(*a, **b)",
    "a, *b = c",
    "if (n := len(a)) > 1:\n    pass",
    "def f(a, *, b=1):\n    nonlocal_ = 1\n    yield from a\n    return b",
    "with open(a) as b, open(c) as d:\n    pass",
    "with (a or b) as c:\n    pass",
    "with (a), b:\n    pass",
    "x = f'{a:>{w}}'",
    "x = 'a' 'b'",
    "x = f(f'{a}', f'{b}')",
    "x = f'{a}' + f'{b}'",
    "x = a[1:2]",
    "x = list(a)[::-1]",
    "x = [1, 2, 3][::2]",
    "x = range(9)[::2]",
    "x = r'\\N{BULLET}'",
    "x = '{} {0} {a} {:>3}'",
    '"""A text may say {a.b}."""',
    "x.startswith('a')",
    "sum(x, 1)",
    "zip(a, b)",
    "print(a, end='', file=b)",
    "try:\n    pass\nexcept OSError:\n    pass",
    "next(x)",
    "if __name__ == '__main__':\n    pass",
    "x = type(y).__name__",
    "from collections import deque\nx = deque((), 9)",
    "(1).to_bytes(2, 'big')",
    "self.title()",
    "super().title()",
    "{}.clear()",
    "x: int = 1",
    "def f(a: 'int | None') -> 'dict[str, int]':\n    pass",
    "import random\nrandom.getrandbits(3)",
]


@pytest.mark.parametrize("source", FORBIDDEN)
def test_is_found(source):
    assert findings(source) != []


@pytest.mark.parametrize("source", ALLOWED)
def test_is_let_through(source):
    assert findings(source) == []


def test_a_finding_tells_its_line():
    assert findings("a = 1\nb = {**c}\n") == ["2: ** in a dictionary"]


def test_the_lists_hold_what_this_micropython_lacks():
    """Nothing that the real interpreter lacks is missing from the checker's lists."""
    kinds = (str, bytes, int, list, dict, tuple, set)
    methods = {name for kind in kinds for name in dir(kind) if not name.startswith("_")}
    numeric = {"as_integer_ratio", "conjugate", "is_integer"}  # nobody would call them in the core
    absent = set(micropython("absent.py", *sorted(dir(builtins))).split())
    assert absent - set(KEYWORDS) <= MISSING_BUILTINS
    absent = set(micropython("absent.py", "--methods", *sorted(methods - numeric)).split())
    assert absent - {"denominator", "imag", "numerator", "real"} <= MISSING_METHODS
