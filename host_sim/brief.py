"""What a module need not have on the device, taken out before it is compiled; it does the same.

- The English of the rules core: the sentence of a RuleError and the text of an Option are for
  people at a computer. The device has its own words, in each of its languages.
- The names of a module's numbers: `ROOM = 128` becomes `ROOM = const(128)`, which the compiler puts
  in the place of the name. If the name begins with an underscore nothing else is left of it.

All else stays as it was written: of two ways to say the same one may allocate and the other not,
and an interrupt handler must not. The sources themselves run on a computer and on a board.
"""

import ast
from collections import Counter
from typing import NamedTuple

# Calls, and how many of their arguments the device needs.
NEEDED = {"RuleError": 1, "Option": 3}

_NUMBERS = (ast.BinOp, ast.UnaryOp, ast.Name, ast.Constant, ast.operator, ast.unaryop, ast.Load)


class Cut(NamedTuple):
    """Bytes of a source that something else comes in the place of."""

    start: int
    end: int
    text: bytes


def brief(source: str) -> str:
    """The source without all that."""
    data, module = source.encode(), ast.parse(source)
    starts = [0]
    for line in data.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def begin(node: ast.expr) -> int:
        return starts[node.lineno - 1] + node.col_offset

    def end(node: ast.expr | ast.stmt) -> int:
        assert node.end_lineno and node.end_col_offset is not None
        return starts[node.end_lineno - 1] + node.end_col_offset

    cuts = [
        Cut(end(call.args[count - 1]), end(call) - 1, b"") for call, count in _longer_calls(module)
    ]
    for part in _numbers(module):
        cuts.append(Cut(end(part.targets[0]), begin(part.value), b" = const("))
        cuts.append(Cut(end(part.value), end(part), b")"))
    for cut in sorted(cuts, reverse=True):
        data = data[: cut.start] + cut.text + data[cut.end :]
    return data.decode()


def _longer_calls(module: ast.Module) -> list[tuple[ast.Call, int]]:
    """Calls with arguments that are not needed, and how many of them are."""
    found = []
    for call in ast.walk(module):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name):
            count = NEEDED.get(call.func.id)
            if count is not None and len(call.args) > count and not call.keywords:
                found.append((call, count))
    return found


def _numbers(module: ast.Module) -> list[ast.Assign]:
    """Where names are given that stand for a number and nothing else."""
    once, found = assigned_once(module), []
    known: set[str] = set()
    for part in module.body:
        if not isinstance(part, ast.Assign) or not isinstance(part.targets[0], ast.Name):
            continue
        name = part.targets[0].id
        if len(part.targets) == 1 and name in once and _is_number(part.value, known):
            known.add(name)
            found.append(part)
    return found


def _is_number(value: ast.expr, known: set[str]) -> bool:
    for part in ast.walk(value):
        if not isinstance(part, _NUMBERS) or isinstance(part, (ast.Div, ast.Not)):
            return False
        if isinstance(part, ast.Constant) and type(part.value) is not int:
            return False
        if isinstance(part, ast.Name) and part.id not in known:
            return False
    return True


def assigned_once(module: ast.Module) -> set[str]:
    """Names that mean the same wherever they stand in a module."""
    given: Counter[str] = Counter()
    for part in ast.walk(module):
        if isinstance(part, ast.Name) and not isinstance(part.ctx, ast.Load):
            given[part.id] += 1
        elif isinstance(part, (ast.arg, ast.keyword)) and part.arg:
            given[part.arg] += 1
        elif isinstance(part, (ast.FunctionDef, ast.ClassDef)):
            given[part.name] += 1
        elif isinstance(part, ast.alias):
            given[part.asname or part.name] += 1
        elif isinstance(part, ast.ExceptHandler) and part.name:
            given[part.name] += 1
    return {name for name, count in given.items() if count == 1}
