"""Functions and classes that nobody on the device asks for, taken out before it is compiled.

The rules core is there for computers, too: they ask a game what its state is in a transcript, or
whether it would accept an event. On the device nobody does. Nor does anybody make an object of a
class that only says what a part of the world has to offer.

Somebody asks for a name who calls it, imports it, or has it in a string; a function of that name
does not count, as it may only hand on what it inherits. What builds on a class of somebody else's
is left whole: that one asks for it.
"""

import ast
import builtins
from collections.abc import Collection, Iterable, Iterator, Mapping

_Definition = ast.FunctionDef | ast.ClassDef


class Unasked:
    """What nobody asks for in modules that are compiled together. sources: by their names on the
    board. outside: sources of what asks for names in them and is not compiled with them. packages:
    those that something may be taken out of; the rest may be asked by somebody at a keyboard."""

    def __init__(
        self, sources: Mapping[str, str], outside: Iterable[str], packages: Collection[str]
    ):
        trees = {name: ast.parse(source) for name, source in sources.items()}
        parts = [part for tree in trees.values() for part in ast.walk(tree)]
        own = {part.name for part in parts if isinstance(part, ast.ClassDef)}.union(dir(builtins))
        self._definitions = {
            name: list(_definitions(tree, own)) if name.split("/")[0] in packages else []
            for name, tree in trees.items()
        }
        everything = [*trees.items(), *[("", ast.parse(source)) for source in outside]]
        self._gone: set[_Definition] = set()
        before = -1
        while len(self._gone) > before:  # what is gone asks for nothing
            before = len(self._gone)
            asked = {
                ask for name, tree in everything for ask in self._asked(tree, name, frozenset())
            }
            for name, definitions in self._definitions.items():
                self._gone.update(
                    [one for one in definitions if not {(one.name, ""), (one.name, name)} & asked]
                )

    def lines(self, module: str) -> list[tuple[int, int]]:
        """(first line, last line) of each that is in a module."""
        found = []
        for one in self._definitions[module]:
            if one in self._gone:
                first = min([one.lineno, *[part.lineno for part in one.decorator_list]])
                found.append((first, one.end_lineno or first))
        return found

    def _asked(
        self, part: ast.AST, module: str, within: frozenset[str]
    ) -> Iterator[tuple[str, str]]:
        """The names that are asked for: (name, the module in which it can be; "" for any)."""
        for one in ast.iter_child_nodes(part):
            names, inside, home = [], within, ""
            if one in self._gone:
                continue
            if isinstance(one, ast.FunctionDef):
                inside = within | {one.name}
            elif isinstance(one, ast.Attribute):
                names = [one.attr]
            elif isinstance(one, ast.alias):
                names = [one.name]
            elif isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load):
                names, home = [one.id], module
            elif isinstance(one, ast.Constant) and isinstance(one.value, str):
                names = [one.value]
            yield from [(name, home) for name in names if name not in within]
            yield from self._asked(one, module, inside)


def _definitions(module: ast.Module, own: set[str]) -> Iterator[_Definition]:
    """The functions and classes of a module that may be taken out. own: classes of the program."""
    for place in ast.walk(module):
        if isinstance(place, ast.ClassDef):
            if any(ast.unparse(base).split(".")[-1] not in own for base in place.bases):
                continue
        elif not isinstance(place, ast.Module):
            continue
        for part in place.body:
            if isinstance(part, (ast.FunctionDef, ast.ClassDef)) and not part.name.startswith("__"):
                yield part
