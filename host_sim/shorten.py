"""Shorter names in what is compiled for the device, and the way back from them.

A name costs room in every file that has it, and memory for as long as the device is on, whether its
module is still loaded or not. Here names that only one module uses become a letter or two, and each
module takes the same letters. What modules use of one another stays as it was written, and so does
what anybody else may ask for:

- names that stand in a string, as for `getattr`, or in a module that is not compiled;
- names before the `=` of an argument;
- what a module gives a name to and never asks for: that is there for somebody else;
- attributes of anything but `self` and the module's own classes, unless they begin with an
  underscore: the interpreter's objects have names of their own.

A name that stands for a number needs no place at all: with an underscore in front the compiler puts
the number in its place, and keeps nothing else.

In the report of an error the names are the short ones; `readable` puts back what was written.
"""

import ast
import builtins
import io
import itertools
import keyword
import re
import string
import tokenize
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from .brief import assigned_once, dotted, in_fstrings

# Strings that are names: somebody may ask for them with getattr, or they are those of a namedtuple.
_WORDS = re.compile(r"\w+(?:[ ,]+\w+)*")
_PLACE = re.compile(r'  File "(?P<file>[^"]+)", line \d+, in (?P<name>\w+)$')
_QUOTED = re.compile(r"'(\w+)'")
SHORT_letters = 2
_OWN = ("cls", "self")
_RESERVED = {*keyword.kwlist, *keyword.softkwlist, *dir(builtins), "const", *_OWN}


class Shorter:
    """Modules that are compiled together. sources: by their names on the board. outside: sources of
    what asks for names in them and is not compiled with them."""

    def __init__(self, sources: Mapping[str, str], outside: Iterable[str] = ()):
        self._sources = sources
        modules = {name: _Names(ast.parse(source)) for name, source in sources.items()}
        others = [_Names(ast.parse(source)) for source in outside]
        everybody = [*modules.values(), *others]
        self._users = Counter(name for one in everybody for name in one.count)
        self._taken = _RESERVED.union(self._users)
        self._kept = _RESERVED.union(
            *[one.reserved for one in everybody], *[one.count for one in others]
        )
        self._imported = set().union(*[one.imported for one in everybody])
        self._attributes = set().union(*[one.attributes for one in everybody])
        # private ones, too, that some module asks for and does not have itself
        self._of_others = set().union(*[one.of_others | one.strange() for one in everybody])
        self._given: dict[str, dict[str, str]] = {}  # module -> what was written -> what it becomes
        for name, related in _relatives(modules).items():
            theirs = [self._given[one].values() for one in related if one in self._given]
            relatives = [modules[one] for one in related]
            self._given[name] = self._chosen(modules[name], relatives, self._taken.union(*theirs))

    def names(self, module: str) -> dict[str, str]:
        """What was written in a module -> what it becomes."""
        return self._given[module]

    def shorter(self, module: str) -> str:
        """The source of a module with short names, each line where it was."""
        given, source = self._given[module], self._sources[module]
        lines = source.splitlines(keepends=True)
        for token in reversed(list(tokenize.generate_tokens(io.StringIO(source).readline))):
            if token.type == tokenize.NAME and token.string in given:
                line = lines[token.start[0] - 1]
                before, after = line[: token.start[1]], line[token.end[1] :]
                lines[token.start[0] - 1] = before + given[token.string] + after
        return "".join(lines)

    def readable(self, report: str) -> str:
        """The report of an error with the names as they were written."""
        written = {
            dotted(module): {short: name for name, short in given.items()}
            for module, given in self._given.items()
        }
        lines = []
        here: dict[str, str] = {}
        for line in report.splitlines(keepends=True):
            if place := _PLACE.match(line.rstrip("\n")):
                here = written.get(place["file"], {})
                start, end = place.span("name")
                line = line[:start] + here.get(place["name"], place["name"]) + line[end:]
            else:  # what the exception says of the last place
                for short in _QUOTED.findall(line):
                    line = line.replace(f"'{short}'", f"'{here.get(short, short)}'")
                here = {}
            lines.append(line)
        return "".join(lines)

    def _chosen(
        self, names: "_Names", relatives: list["_Names"], taken: set[str]
    ) -> dict[str, str]:
        """The short names of a module. taken: those that it cannot have."""
        given = {}
        free = (short for short in _short_names() if short not in taken)
        for name in sorted(names.count, key=lambda name: (-names.count[name], name)):
            if name in self._kept or name.startswith("__"):
                continue
            if name in names.numbers:
                if name[0] != "_" and not self._is_asked_for(name) and "_" + name not in taken:
                    given[name] = "_" + name
            elif len(name) > SHORT_letters and self._is_own(name, names, relatives):
                given[name] = next(free)
        return given

    def _is_own(self, name: str, names: "_Names", relatives: list["_Names"]) -> bool:
        """True if nobody else can mean what a module means by a name."""
        if name in names.attributes:
            if self._users[name] > 1:
                if name[0] != "_" or name in self._imported or name in self._of_others:
                    return False
                if any(name in one.count for one in relatives):
                    return False
            return names.is_own_attribute(name)
        return names.is_inner(name) or names.is_global(name) and not self._is_asked_for(name)

    def _is_asked_for(self, name: str) -> bool:
        """True if somebody asks a module or an object for it."""
        return name in self._imported or name in self._attributes


class _Names:
    """The names in a module.

    count: how often each stands there. reserved: those that stand in strings, or before the `=` of
    an argument. numbers: those that stand for a number and vanish if they begin with an underscore.
    attributes, imported: those that are. of_others: attributes of what may be somebody else's.
    bases: class -> what it inherits from.
    """

    def __init__(self, module: ast.Module):
        self.count: Counter[str] = Counter()
        self.reserved = in_fstrings(module)
        self.numbers = _numbers(module)
        self.attributes: set[str] = set()
        self.imported: set[str] = set()
        self.of_others: set[str] = set()
        self.bases: dict[str, list[str]] = {}
        self._called: dict[str, str] = {}  # what is imported under another name
        self._inner: set[str] = set()  # arguments, and functions in functions
        self._outer: set[str] = set()  # what has its name in the module or in a class
        self._set: set[str] = set()  # attributes that are set
        self._set_on_others: set[str] = set()
        self._asked: set[str] = set()  # names that stand for something, rather than get it
        self._visit_outer(module.body)
        for part in ast.walk(module):
            self._visit(part)
        for above in self.bases.values():
            above[:] = [self._called.get(base, base) for base in above]

    def is_inner(self, name: str) -> bool:
        """True if a name means something within functions only."""
        return name in self._inner and name not in self._outer | self.imported

    def is_global(self, name: str) -> bool:
        """True if the module gives a name to something, and asks for it."""
        return name in self._outer and name in self._asked and name not in self.bases

    def is_own_attribute(self, name: str) -> bool:
        """True if it is an attribute of something of the module's own."""
        if name in self.imported or name in self.bases or name not in self._asked:
            return False
        if name in self.of_others and not name.startswith("_"):
            return False
        return name not in self._set_on_others and (name in self._set or name in self._outer)

    def strange(self) -> set[str]:
        """The attributes that are of nothing of the module's own."""
        return {name for name in self.attributes if not self.is_own_attribute(name)}

    def _visit(self, part: ast.AST) -> None:
        if isinstance(part, ast.Name):
            self.count[part.id] += 1
            if isinstance(part.ctx, ast.Load):
                self._asked.add(part.id)
        elif isinstance(part, ast.Attribute):
            self._visit_attribute(part)
        elif isinstance(part, ast.arg):
            self.count[part.arg] += 1
            self._inner.add(part.arg)
        elif isinstance(part, ast.keyword) and part.arg:
            self.count[part.arg] += 1
            self.reserved.add(part.arg)
        elif isinstance(part, ast.FunctionDef):
            self._visit_function(part)
        elif isinstance(part, ast.ClassDef):
            self.count[part.name] += 1
            self._visit_outer([part])  # it may stand in a function
        elif isinstance(part, ast.AugAssign):
            self._asked.update(_called(part.target))
        elif isinstance(part, (ast.Global, ast.Nonlocal)):
            self.count.update(part.names)
        elif isinstance(part, ast.ExceptHandler) and part.name:
            self.count[part.name] += 1
        elif isinstance(part, (ast.Import, ast.ImportFrom)):
            self._visit_import(part)
        elif isinstance(part, ast.Constant) and isinstance(part.value, str):
            if _WORDS.fullmatch(part.value):
                self.reserved.update(re.findall(r"\w+", part.value))

    def _visit_function(self, part: ast.FunctionDef) -> None:
        self.count[part.name] += 1
        inside = [one for one in ast.walk(part) if isinstance(one, ast.FunctionDef)]
        self._inner.update([one.name for one in inside if one is not part])

    def _visit_attribute(self, part: ast.Attribute) -> None:
        self.count[part.attr] += 1
        self.attributes.add(part.attr)
        own = isinstance(part.value, ast.Name) and part.value.id in (*_OWN, *self.bases)
        if not own:
            self.of_others.add(part.attr)
        if isinstance(part.ctx, ast.Load):
            self._asked.add(part.attr)
        else:
            (self._set if own else self._set_on_others).add(part.attr)

    def _visit_import(self, part: ast.Import | ast.ImportFrom) -> None:
        module = part.module if isinstance(part, ast.ImportFrom) else None
        names = (module or "").split(".")
        for one in part.names:
            names += one.name.split(".")
            if one.asname:
                names.append(one.asname)
                self._called[one.asname] = one.name
        self.count.update(names)
        self.imported.update(names)

    def _visit_outer(self, body: Iterable[ast.AST]) -> None:
        """Note what has its name outside of functions."""
        for part in body:
            if isinstance(part, (ast.FunctionDef, ast.ClassDef)):
                self._outer.add(part.name)
            elif isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
                self._outer.add(part.id)
            if isinstance(part, ast.ClassDef):
                self.bases[part.name] = [ast.unparse(base).split(".")[-1] for base in part.bases]
            if not isinstance(part, (ast.FunctionDef, ast.Lambda)):
                self._visit_outer(ast.iter_child_nodes(part))


def _called(target: ast.expr) -> list[str]:
    """The name of what is assigned to."""
    if isinstance(target, ast.Attribute):
        return [target.attr]
    return [target.id] if isinstance(target, ast.Name) else []


def _numbers(module: ast.Module) -> set[str]:
    """The names of a module that stand for a number and vanish with an underscore in front; for the
    compiler they have to stand above all that uses them."""
    once = assigned_once(module)
    first: dict[str, int] = {}
    for part in ast.walk(module):
        if isinstance(part, ast.Name):
            first[part.id] = min(part.lineno, first.get(part.id, part.lineno))
    return {
        part.targets[0].id
        for part in module.body
        if isinstance(part, ast.Assign)
        and isinstance(part.targets[0], ast.Name)
        and ast.unparse(part.value).startswith("const(")
        and part.targets[0].id in once
        and first[part.targets[0].id] == part.lineno
    }


def _relatives(modules: Mapping[str, _Names]) -> dict[str, set[str]]:
    """Module -> others whose classes an object may have beside one of its own: the attributes are
    of the same object."""
    homes: dict[str, set[str]] = {}
    bases: dict[str, set[str]] = {}
    for module, names in modules.items():
        for name, above in names.bases.items():
            homes.setdefault(name, set()).add(module)
            bases.setdefault(name, set()).update(above)
    found: dict[str, set[str]] = {module: set() for module in modules}
    for name in bases:
        family: set[str] = set()
        more = {name}
        while more:
            family |= more
            more = {base for one in more for base in bases.get(one, ())} - family
        together = {module for one in family for module in homes.get(one, ())}
        for module in together:
            found[module] |= together - {module}
    return found


def _short_names() -> Iterator[str]:
    """a, b, … aa, ab, …"""
    for length in itertools.count(1):
        for letters in itertools.product(string.ascii_letters, repeat=length):
            yield "".join(letters)
