"""What modules need not have on the device, taken out before they are compiled; they do the same.

- The English of the rules core: the sentence of a RuleError and the text of an Option are for
  people at a computer. The device has its own words, in each of its languages.
- The keys of texts: `say("key.close")` becomes `say(11)`, the number of that text, which needs
  neither room for the key nor time to look it up.
- The names of numbers: `ROOM = 128` becomes `ROOM = const(128)`, which the compiler puts in the
  place of the name. If the name begins with an underscore nothing else is left of it. Where
  another module imports the name, or asks for it as in `paint.LINE_PX`, the number is written
  in its place.
- Functions and classes that nobody on the device asks for; see unasked.py.
- `__all__`: nobody imports all there is.
- Tables of bytes that become much smaller: they are packed, as the texts are, and unpacked when the
  module is loaded.

All else stays as it was written: of two ways to say the same one may allocate and the other not,
and an interrupt handler must not. The sources themselves run on a computer and on a board.
"""

import ast
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping

from kibitz.words import WINDOW_BITS, number_of

from .unasked import Unasked

# Calls, and how many of their arguments the device needs.
NEEDED = {"RuleError": 1, "Option": 3}

SAYING = ("say", "say_or", "with_name")  # calls that begin with a key

# What unpacks a table, by its home; its own package is packed already.
_UNPACKED = ("unpacked", "kibitz.words")
# What is packed has to spare so much at least: unpacking takes some code, too.
_SPARED_bytes = 64

_NUMBERS = (ast.BinOp, ast.UnaryOp, ast.Name, ast.Constant, ast.operator, ast.unaryop, ast.Load)


class Modules:
    """Modules that are compiled together. sources: by their names on the board. unasked: what
    nobody asks for in them, if anything may be taken out."""

    def __init__(self, sources: Mapping[str, str], unasked: Unasked | None = None):
        self._sources = sources
        self._unasked = unasked
        self._trees = {name: ast.parse(source) for name, source in sources.items()}
        self._numbers: dict[str, dict[str, int]] = {}
        before = None
        while before != self._numbers:  # a number may be made of another module's
            before, self._wanted = self._numbers, self._found_wanted()
            self._numbers = {
                dotted(name): numbers(tree, self._imported(name))
                for name, tree in self._trees.items()
            }

    def brief(self, name: str) -> str:
        """The source of one, without all that."""
        tree = self._trees[name]
        text = _Text(self._sources[name])
        for first, last in self._unasked.lines(name) if self._unasked else ():
            text.cut(*text.lines(first, last), "pass")
        for call, count in _longer_calls(tree):
            text.cut(text.end(call.args[count - 1]), text.end(call) - 1, "")
        for key in _keys(tree):
            number = number_of(ast.literal_eval(key))
            if number >= 0:
                text.cut(text.begin(key), text.end(key), str(number))
        for line in tree.body:
            if isinstance(line, ast.Assign) and ast.unparse(line.targets[0]) == "__all__":
                text.cut(text.begin(line), text.end(line), "pass")
        if not dotted(name).startswith(_UNPACKED[1]):
            self._pack(tree, text)
        imported = self._imported(name)
        self._cut_imports(name, imported, text)
        for part in ast.walk(tree):
            if isinstance(part, ast.Name) and part.id in imported:
                text.cut(text.begin(part), text.end(part), _literal(imported[part.id]))
        for asked, number in self._asked(name):
            text.cut(text.begin(asked), text.end(asked), _literal(number))
        for part in _numbers(tree, imported):
            text.cut(text.end(part.targets[0]), text.begin(part.value), " = const(")
            text.cut(text.end(part.value), text.end(part), ")")
        return text.made()

    def _pack(self, tree: ast.Module, text: "_Text") -> None:
        """Pack the tables of bytes of a module."""
        function, home = _UNPACKED
        packed = list(_packed(tree, function))
        for part, call in packed:
            text.cut(text.begin(part), text.end(part), call)
        if packed:
            first = tree.body[1 if ast.get_docstring(tree) else 0]
            text.cut(text.begin(first), text.begin(first), f"from {home} import {function}\n")

    def _found_wanted(self) -> set[tuple[str, str]]:
        """What somebody looks for in a module: (the module, the name); the module is "" if it could
        be any."""
        wanted = set()
        for name, tree in self._trees.items():
            modules = self._modules(name)
            for part in ast.walk(tree):
                if isinstance(part, ast.Attribute):
                    base = part.value.id if isinstance(part.value, ast.Name) else ""
                    wanted.add((modules.get(base, ""), part.attr))
                elif isinstance(part, ast.ImportFrom):
                    source = imported_from(part, name)
                    there = self._numbers.get(source, {})
                    wanted |= {(source, one.name) for one in part.names if one.name not in there}
        return wanted

    def _modules(self, name: str) -> dict[str, str]:
        """What other modules are called in one. Nothing else is called like config.py."""
        found = {"config": "config"}
        for part in ast.walk(self._trees[name]):
            if isinstance(part, (ast.Import, ast.ImportFrom)):
                source = imported_from(part, name) + "." if isinstance(part, ast.ImportFrom) else ""
                found.update({one.asname or one.name: source + one.name for one in part.names})
        return found

    def _asked(self, name: str) -> Iterator[tuple[ast.Attribute, int]]:
        """Where a module asks another one for a number, and which."""
        modules, free = self._modules(name), assigned_once(self._trees[name])
        free -= in_fstrings(self._trees[name])
        for part in ast.walk(self._trees[name]):
            if isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name):
                there = self._numbers.get(modules.get(part.value.id, ""), {})
                if part.value.id in free and part.attr in there:
                    yield part, there[part.attr]

    def _imported(self, name: str) -> dict[str, int]:
        """The numbers that a module imports and nobody looks for in it; they need no import."""
        found = {}
        free = assigned_once(self._trees[name]) - in_fstrings(self._trees[name])
        free -= {one for module, one in self._wanted if module in ("", dotted(name))}
        for part in self._trees[name].body:
            if isinstance(part, ast.ImportFrom):
                there = self._numbers.get(imported_from(part, name), {})
                named = {one.name for one in part.names if not one.asname} & there.keys() & free
                found.update({one: there[one] for one in named})
        return found

    def _cut_imports(self, name: str, imported: dict[str, int], text: "_Text") -> None:
        """Import no numbers."""
        for part in self._trees[name].body:
            if isinstance(part, ast.ImportFrom) and any(one.name in imported for one in part.names):
                left = [ast.unparse(one) for one in part.names if one.name not in imported]
                start = f"from {'.' * part.level}{part.module or ''} import "
                text.cut(
                    text.begin(part), text.end(part), start + ", ".join(left) if left else "pass"
                )


class _Text:
    """A source, and what is to be cut out of it: (start, end, what comes in its place)."""

    def __init__(self, source: str):
        self._data = source.encode()
        self._cuts: list[tuple[int, int, str]] = []
        self._starts = [0]
        for line in self._data.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))

    def begin(self, node: ast.expr | ast.stmt) -> int:
        return self._starts[node.lineno - 1] + node.col_offset

    def end(self, node: ast.expr | ast.stmt) -> int:
        assert node.end_lineno and node.end_col_offset is not None
        return self._starts[node.end_lineno - 1] + node.end_col_offset

    def lines(self, first: int, last: int) -> tuple[int, int]:
        """Where the text of these lines begins, and where it ends."""
        start, end = self._starts[first - 1], self._starts[last] - 1
        indent = len(self._data[start:end]) - len(self._data[start:end].lstrip(b" "))
        return start + indent, end

    def cut(self, start: int, end: int, text: str) -> None:
        self._cuts.append((start, end, text))

    def made(self) -> str:
        """What is left. Of what lies within another cut only the outer one counts."""
        made, at = b"", 0
        for start, end, text in sorted(self._cuts):
            if start >= at:
                made += self._data[at:start] + text.encode()
                at = end
        return (made + self._data[at:]).decode()


def dotted(name: str) -> str:
    """What kibitz/words/__init__.py is called when it is imported."""
    return name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def imported_from(part: ast.ImportFrom, name: str) -> str:
    """The module that a module imports names from."""
    if not part.level:
        return part.module or ""
    package = name.split("/")[: -part.level]
    return ".".join([*package, part.module] if part.module else package)


def _packed(module: ast.Module, function: str) -> Iterator[tuple[ast.Constant, str]]:
    """Tables of bytes that take less room if they are packed, and the calls that give them."""
    for part in ast.walk(module):
        if isinstance(part, ast.Constant) and isinstance(part.value, bytes):
            packer = zlib.compressobj(9, zlib.DEFLATED, -WINDOW_BITS)
            packed = packer.compress(part.value) + packer.flush()
            if len(packed) + _SPARED_bytes <= len(part.value):
                yield part, f"{function}({packed!r}).read({len(part.value)})"


def _literal(number: int) -> str:
    return str(number) if number >= 0 else f"({number})"


def in_fstrings(module: ast.Module) -> set[str]:
    """Names that stand in f-strings, where Python does not tell their places."""
    strings = [part for part in ast.walk(module) if isinstance(part, ast.JoinedStr)]
    parts = [part for string in strings for part in ast.walk(string)]
    found = {part.id for part in parts if isinstance(part, ast.Name)}
    return found | {part.attr for part in parts if isinstance(part, ast.Attribute)}


def _longer_calls(module: ast.Module) -> list[tuple[ast.Call, int]]:
    """Calls with arguments that are not needed, and how many of them are."""
    found = []
    for call in ast.walk(module):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name):
            count = NEEDED.get(call.func.id)
            if count is not None and len(call.args) > count and not call.keywords:
                found.append((call, count))
    return found


def _keys(module: ast.Module) -> Iterator[ast.Constant]:
    """The keys of texts that are said where they stand."""
    for call in ast.walk(module):
        if isinstance(call, ast.Call) and call.args and called(call.func) in SAYING:
            choices = [call.args[0]]
            for choice in choices:
                if isinstance(choice, ast.IfExp):
                    choices += [choice.body, choice.orelse]
                elif isinstance(choice, ast.Constant):
                    yield choice


def called(function: ast.expr) -> str:
    """The name of what is called, without that of what it is of."""
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _numbers(module: ast.Module, imported: Mapping[str, int]) -> list[ast.Assign]:
    """Where names are given that stand for a number and nothing else. imported: such names of other
    modules."""
    free, found = assigned_once(module), []
    first: dict[str, int] = {}  # the line in which a name first stands
    for one in ast.walk(module):
        if isinstance(one, ast.Name):
            first[one.id] = min(one.lineno, first.get(one.id, one.lineno))
    known = set(imported)
    for part in module.body:
        if not isinstance(part, ast.Assign) or not isinstance(part.targets[0], ast.Name):
            continue
        name = part.targets[0].id
        # Above it the compiler does not know the number yet, and such a name is not kept.
        late = name.startswith("_") and first.get(name, part.lineno) < part.lineno
        once = len(part.targets) == 1 and name in free and not late
        if once and _is_number(part.value, known):
            known.add(name)
            found.append(part)
    return found


def numbers(module: ast.Module, imported: Mapping[str, int]) -> dict[str, int]:
    """The names of a module that stand for a number, and which. imported: as above."""
    found: dict[str, int] = {}
    for part in _numbers(module, imported):
        assert isinstance(part.targets[0], ast.Name)
        found[part.targets[0].id] = eval(ast.unparse(part.value), {}, {**imported, **found})
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
