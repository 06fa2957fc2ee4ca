"""Shorter names in what is compiled for the device, and the way back from them.

A name costs room in every file that has it, and memory for as long as the device is on, whether
its module is still loaded or not. Here names become a letter or two: what only one module uses, the
same letters in each; what modules use of one another, letters of its own that are the same in all
of them. What somebody else may ask for stays as it was written:

- names of modules, and what a module that is not compiled has to do with;
- names that `getattr` and its like are given, and classes that are named in a string. The names of
  a namedtuple and of a game's state stand in strings, too, which are shortened with them;
- names before the `=` of an argument. Those of the blanks of a text stay there only;
- what is given a name and never asked for: that is there for somebody else;
- names that something of the interpreter's has, too, and public ones in a module that builds on a
  class of somebody else's;
- names that cost next to nothing, since every MicroPython has the same number for them.

What is no attribute gets letters that its module has anyway, if possible: those of an attribute
or, if it is an argument, of something that no function with that argument asks for. So it needs no
room of its own. Nor does an attribute that takes the letters of what is none anywhere.

A name that stands for a number needs no place at all: with an underscore in front the compiler puts
the number in its place, and keeps nothing else.

In the report of an error the names are the short ones, a module is called by the last part of its
name, and a function without a name `_`; `readable` puts back what was written.
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
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from .brief import assigned_once, called, dotted, imported_from, in_fstrings

# Calls that are given names in strings.
_ASKING = ("delattr", "getattr", "hasattr", "setattr")
# What is given names in strings by which nobody else asks: a call, and a tuple.
_RECORD, _STATE = "namedtuple", "FIELDS"
_NAMELESS = ("<dictcomp>", "<genexpr>", "<lambda>", "<listcomp>", "<setcomp>")
_WORD = re.compile(r"\w+")
_PLACE = re.compile(r'  File "(?P<file>[^"]+)", line \d+, in (?P<name>\w+)$')
_QUOTED = re.compile(r"'(\w+)'")
SHORT_letters = 2
_OWN = ("cls", "self")
# What we have and something of the interpreter's has as well: a list, a stream, a pin.
_INTERPRETERS = (
    "add addr blit buffer data discard feed fill flush high init level line load log low mask mode"
    " name off on pack random rename reset scroll size sleep sleep_ms state tell text ticks_add"
    " ticks_diff ticks_ms upper"
)
# Of the names that MicroPython numbers in the same way whenever it writes this format of .mpy.
NUMBERED = frozenset(
    (
        "append args clear close copy count end extend find get index insert items join key keys"
        " main pop read remove replace send split start step stop strip update value values write"
    ).split()
)
_RESERVED = {*keyword.kwlist, *keyword.softkwlist, *dir(builtins), *NUMBERED, "const", *_OWN}


class Shorter:
    """Modules that are compiled together. sources: by their names on the board. outside: sources of
    what asks for names in them and is not compiled with them.

    public: what names that modules ask one another for become."""

    def __init__(self, sources: Mapping[str, str], outside: Iterable[str] = ()):
        self._sources = sources
        places = {dotted(name) for name in sources}
        modules = {name: _Names(ast.parse(text), name, places) for name, text in sources.items()}
        others = [_Names(ast.parse(source)) for source in outside]
        everybody = [*modules.values(), *others]
        self._modules = modules
        self._relatives = {
            name: [modules[one] for one in related] for name, related in _relatives(modules).items()
        }
        self._users = Counter(name for one in everybody for name in one.count)
        self._taken = _RESERVED.union(self._users)
        self._blanks = _with_blanks(modules.values())
        self._called_with = {
            name
            for one in everybody
            for call, name in one.keywords.values()
            if call not in self._blanks
        }
        self._kept = self._called_with.union(
            _RESERVED, _INTERPRETERS.split(), *[one.of_program() for one in others]
        )
        self._kept.update(*self._reserved(everybody))
        self._imported = set().union(*[one.imported for one in everybody])
        self._attributes = set().union(*[one.attributes for one in everybody])
        # private ones, too, that some module asks for and does not have itself
        self._of_others = set().union(*[one.of_others | one.strange() for one in everybody])
        self.public = self._chosen_public()
        self._given: dict[str, dict[str, str]] = {}  # module -> what was written -> what it becomes
        for name in modules:
            self._given[name] = self._chosen(name)

    def names(self, module: str) -> dict[str, str]:
        """What was written in a module -> what it becomes."""
        return self._given[module]

    def shorter(self, module: str) -> str:
        """The source of a module with short names, each line where it was."""
        given, source, names = self._given[module], self._sources[module], self._modules[module]
        lines = source.splitlines(keepends=True)
        for token in reversed(list(tokenize.generate_tokens(io.StringIO(source).readline))):
            if token.type not in (tokenize.NAME, tokenize.STRING):
                continue
            line = lines[token.start[0] - 1]
            before, after = line[: token.start[1]], line[token.end[1] :]
            place = token.start[0], len(before.encode())
            if token.string in given:
                if not names.stays(place, self._blanks):
                    lines[token.start[0] - 1] = before + given[token.string] + after
            elif names.strings.get(place) in given:
                lines[token.start[0] - 1] = f'{before}"{given[names.strings[place]]}"{after}'
        return "".join(lines)

    def readable(self, report: str) -> str:
        """The report of an error with the names as they were written."""
        modules = {place: module for module, place in places(self._sources).items()}
        lines = []
        here = _Written()
        for line in report.splitlines(keepends=True):
            if place := _PLACE.match(line.rstrip("\n")):
                module = modules.get(place["file"], "")
                here = self._written(module) if module else _Written()
                start, end = line[: place.start("file")], line[place.end("name") :]
                between = line[place.end("file") : place.start("name")]
                name = here.functions.get(place["name"], place["name"])
                line = start + (dotted(module) or place["file"]) + between + name + end
            else:  # what the exception says of the last place
                names = here.attributes if " attribute " in line else here.others
                for short in _QUOTED.findall(line):
                    line = line.replace(f"'{short}'", f"'{names.get(short, short)}'")
                here = _Written()
            lines.append(line)
        return "".join(lines)

    def _written(self, module: str) -> "_Written":
        """What was written in a module where now its short names stand."""
        names, given = self._modules[module], self._given[module]
        public = {short: name for name, short in self.public.items()}
        functions = names.functions | names.with_blanks
        local = names.attributes | names.arguments
        return _Written(
            {**public, **{given[name]: name for name in given if name in functions}},
            {**public, **{given[name]: name for name in given if name in names.attributes}},
            {**public, **{given[name]: name for name in given if name not in local}},
        )

    def _reserved(self, everybody: Iterable["_Names"]) -> Iterator[set[str]]:
        """What stays as it was written because of each module."""
        classes = {name for one in everybody for name in one.bases}
        own = classes.union(dir(builtins))
        for one in everybody:
            yield one.reserved | one.words & classes
            if any(base not in own for above in one.bases.values() for base in above):
                yield {name for name in one.attributes | one.methods if name[0] != "_"}

    def _chosen_public(self) -> dict[str, str]:
        """The short names of what modules use of one another: what was written -> what it
        becomes."""
        defined: set[str] = set().union(*[one.defined for one in self._modules.values()])
        asked: set[str] = set().union(*[one.asked | one.imported for one in self._modules.values()])
        wanted = {
            name
            for module, names in self._modules.items()
            for name in names.count.keys() & defined & asked - self._kept
            if self._is_long(name) and not self._is_private(name, module)
        }
        free = (short for short in _short_names() if short not in self._taken)
        room = Counter(name for one in self._modules.values() for name in one.lasting())
        order = sorted(wanted, key=lambda name: (-room[name], name))
        return {name: next(free) for name in order}

    def _chosen(self, module: str) -> dict[str, str]:
        """The short names in a module."""
        names, related = self._modules[module], self._relatives[module]
        theirs = [
            self._given[name].values()
            for name, one in self._modules.items()
            if name in self._given and one in related
        ]
        public = {
            short
            for name, short in self.public.items()
            if name in names.count
            or any(name in one.count for one in related)
            or any(name in one.set_on_others for one in self._modules.values())
        }
        taken = self._taken.union(public, *theirs)
        given = {}
        others = []
        free = (short for short in _short_names() if short not in taken)
        spare = self._no_attributes(names, set().union(*theirs))
        for name in sorted(names.count, key=lambda name: (-names.count[name], name)):
            if self._is_private(name, module):
                if name not in names.numbers:
                    if name in names.attributes:
                        alone = not any(name in scope for scope in names.scopes)
                        fits = spare and alone and name in names.set_on_own
                        given[name] = spare.pop(0) if fits else next(free)
                    else:
                        others.append(name)
                elif name[0] != "_" and "_" + name not in taken:
                    given[name] = "_" + name
            elif name in self.public:
                given[name] = self.public[name]
        return {**given, **_shared(others, names, given, free)}

    def _no_attributes(self, names: "_Names", taken: set[str]) -> list[str]:
        """The letters of what a module asks for and is no attribute of anything."""
        found = names.imported & self.public.keys() - self._attributes
        found -= set().union(*[one.methods for one in self._modules.values()])
        return sorted({self.public[name] for name in found} - taken)

    def _is_long(self, name: str) -> bool:
        return len(name) > SHORT_letters and not name.startswith("__")

    def _is_private(self, name: str, module: str) -> bool:
        """True if a name is a matter of a module alone."""
        names = self._modules[module]
        if names.is_inner(name):
            fixed = _RESERVED | self._called_with | names.in_fstrings
            return self._is_long(name) and name not in fixed
        if name in self._kept:
            return False
        if name in names.numbers:
            return not self._is_asked_for(name)
        return self._is_long(name) and self._is_own(name, names, self._relatives[module])

    def _is_own(self, name: str, names: "_Names", relatives: list["_Names"]) -> bool:
        """True if nobody else can mean what a module means by a name."""
        if name in names.attributes:
            if self._users[name] > 1:
                if name[0] != "_" or name in self._imported or name in self._of_others:
                    return False
                if any(name in one.count for one in relatives):
                    return False
            return names.is_own_attribute(name)
        return names.is_global(name) and not self._is_asked_for(name)

    def _is_asked_for(self, name: str) -> bool:
        """True if somebody asks a module or an object for it."""
        return name in self._imported or name in self._attributes


class _Written(NamedTuple):
    """What was written: of functions, of attributes, and of what a module has; by what it has
    become."""

    functions: Mapping[str, str] = {}
    attributes: Mapping[str, str] = {}
    others: Mapping[str, str] = {}


class _Names:
    """The names in a module.

    count: how often each stands there. reserved: those that somebody else may ask for.
    numbers: those that stand for a number and vanish if they begin with an underscore. defined:
    what something is called. asked: what stands for something, rather than get it. attributes,
    methods, imported: those that are. of_others: attributes of what may be somebody else's.
    set_on_others: those that are set there. set_on_own: those that only objects of the module's own
    get, not their classes. strings: (line, byte) of a string -> the name in it, of a record or a
    state. bases: class -> what it inherits from. words: strings of one word. keywords: (line, byte)
    of a name before an = -> (what is called, the name). arguments: those that are nothing else.
    scopes: the names, attributes apart, in each function that is in no other. functions,
    with_blanks: what functions are called, and those that take whatever names there are.
    """

    def __init__(self, module: ast.Module, name: str = "", places: Collection[str] = ()):
        self.count: Counter[str] = Counter()
        self.in_fstrings = in_fstrings(module)
        self.reserved = set(self.in_fstrings)
        self.numbers = _numbers(module)
        self.defined: set[str] = set()
        self.asked: set[str] = set()
        self.attributes: set[str] = set()
        self.methods: set[str] = set()
        self.imported: set[str] = set()
        self.of_others: set[str] = set()
        self.set_on_others: set[str] = set()
        self.strings: dict[tuple[int, int], str] = {}
        self.bases: dict[str, list[str]] = {}
        self.words: set[str] = set()
        self.keywords: dict[tuple[int, int], tuple[str, str]] = {}
        self.functions: set[str] = set()
        self.with_blanks: set[str] = set()
        self._name = name
        self._places = places
        self._paths: list[tuple[tuple[int, int], tuple[int, int]]] = []  # names of modules
        self._called: dict[str, str] = {}  # what is imported under another name
        self._strangers: set[str] = set()  # modules of somebody else
        self.scopes = list(_scopes(module))
        self._inner: set[str] = set()  # arguments, and functions in functions
        self._outer: set[str] = set()  # what has its name in the module or in a class
        self._set: set[str] = set()  # attributes that are set
        self._assigned = {name for part in module.body for name in _assigned_in(part)}
        self.arguments: set[str] = set()
        self._visit_outer(module.body)
        for part in ast.walk(module):
            self._visit(part)
        self.arguments = {name for name in self.arguments if self.is_inner(name)} - self.functions
        for part in ast.walk(module):
            if isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name):
                if part.value.id in self._strangers:
                    self.reserved.add(part.attr)
        self.set_on_own = self._set - self._outer
        for above in self.bases.values():
            above[:] = [self._called.get(base, base) for base in above]

    def stays(self, place: tuple[int, int], blanks: Collection[str]) -> bool:
        """True if the name at (line, byte) is that of a module, or of a blank in a text."""
        if place in self.keywords:
            return self.keywords[place][0] in blanks
        return any(start <= place < end for start, end in self._paths)

    def is_inner(self, name: str) -> bool:
        """True if a name means something within functions only."""
        return name in self._inner - self._outer - self.imported - self.attributes

    def is_global(self, name: str) -> bool:
        """True if the module gives a name to something, and asks for it."""
        return name in self._outer and name in self.asked and name not in self.bases

    def is_own_attribute(self, name: str) -> bool:
        """True if it is an attribute of something of the module's own."""
        if name in self.imported or name in self.bases or name not in self.asked:
            return False
        if name in self.of_others and not name.startswith("_"):
            return False
        return name not in self.set_on_others and (name in self._set or name in self._outer)

    def lasting(self) -> set[str]:
        """The names that are kept in what is compiled; those of variables in functions are not."""
        return self.attributes | self.imported | self._outer

    def of_program(self) -> set[str]:
        """What a module that is not compiled may have to do with of the others'."""
        return self.attributes | self.imported | self._assigned

    def strange(self) -> set[str]:
        """The attributes that are of nothing of the module's own."""
        return {name for name in self.attributes if not self.is_own_attribute(name)}

    def _visit(self, part: ast.AST) -> None:
        if isinstance(part, ast.Name):
            self.count[part.id] += 1
            (self.asked if isinstance(part.ctx, ast.Load) else self.defined).add(part.id)
        elif isinstance(part, ast.Attribute):
            self._visit_attribute(part)
        elif isinstance(part, ast.arg):
            self.count[part.arg] += 1
            self.defined.add(part.arg)
            self.arguments.add(part.arg)
            self._inner.add(part.arg)
        elif isinstance(part, ast.Call):
            self._visit_call(part)
        elif isinstance(part, ast.FunctionDef):
            self._visit_function(part)
        elif isinstance(part, ast.ClassDef):
            self.count[part.name] += 1
            self.defined.add(part.name)
            self._visit_outer([part])  # it may stand in a function
            self.methods.update([one.name for one in part.body if isinstance(one, ast.FunctionDef)])
        elif isinstance(part, ast.AugAssign):
            self.asked.update(_assigned(part.target))
        elif isinstance(part, (ast.Global, ast.Nonlocal)):
            self.count.update(part.names)
        elif isinstance(part, ast.ExceptHandler) and part.name:
            self.count[part.name] += 1
        elif isinstance(part, ast.Import):
            self._visit_import(part)
        elif isinstance(part, ast.ImportFrom):
            self._visit_import_from(part)
        elif isinstance(part, ast.Constant) and isinstance(part.value, str):
            if _WORD.fullmatch(part.value):
                self.words.add(part.value)
        elif isinstance(part, ast.Assign) and _assigned(part.targets[0]) == [_STATE]:
            self._visit_names(part.value)

    def _visit_function(self, part: ast.FunctionDef) -> None:
        self.count[part.name] += 1
        self.defined.add(part.name)
        (self.with_blanks if part.args.kwarg else self.functions).add(part.name)
        inside = [one for one in ast.walk(part) if isinstance(one, ast.FunctionDef)]
        self._inner.update([one.name for one in inside if one is not part])

    def _visit_call(self, part: ast.Call) -> None:
        for one in part.keywords:
            if one.arg:
                self.keywords[one.lineno, one.col_offset] = (called(part.func), one.arg)
                self.count[one.arg] += 1
        if called(part.func) in _ASKING:
            self.reserved.update(_in_strings(part))
        elif called(part.func) == _RECORD:
            self.of_others.update(self._visit_names(part.args[1]))

    def _visit_names(self, part: ast.AST) -> list[str]:
        """Note the names that stand in strings there."""
        found = [one for one in ast.walk(part) if isinstance(one, ast.Constant)]
        places = {(one.lineno, one.col_offset): str(one.value) for one in found}
        names = list(places.values())
        self.strings.update(places)
        self.count.update(names)
        self.attributes.update(names)
        self.defined.update(names)
        return names

    def _visit_attribute(self, part: ast.Attribute) -> None:
        self.count[part.attr] += 1
        self.attributes.add(part.attr)
        own = isinstance(part.value, ast.Name) and part.value.id in (*_OWN, *self.bases)
        if not own:
            self.of_others.add(part.attr)
        if isinstance(part.ctx, ast.Load):
            self.asked.add(part.attr)
        else:
            self.defined.add(part.attr)
            (self._set if own else self.set_on_others).add(part.attr)

    def _visit_import(self, part: ast.Import) -> None:
        names = []
        for one in part.names:
            names += [*one.name.split("."), *([one.asname] if one.asname else [])]
            if one.name not in self._places:
                self._strangers.add(one.asname or one.name)
        self.count.update(names)
        self.imported.update(names)
        self.reserved.update(names)

    def _visit_import_from(self, part: ast.ImportFrom) -> None:
        source = imported_from(part, self._name)
        first = part.names[0]
        start, end = (part.lineno, part.col_offset), (first.lineno, first.col_offset)
        self._paths.append((start, end))
        for one in part.names:
            if source not in self._places or f"{source}.{one.name}" in self._places:
                self.reserved.add(one.name)
            names = [one.name]
            if one.asname:
                names.append(one.asname)
                self.defined.add(one.asname)
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


def _shared(
    private: Iterable[str], names: _Names, given: Mapping[str, str], free: Iterator[str]
) -> dict[str, str]:
    """Letters for what is private in a module and no attribute: if possible, some that it has
    anyway. given: what else is called how. free: letters that it has not."""
    found: dict[str, str] = {}
    there = [given[name] for name in sorted(names.attributes & given.keys())]
    scopes = [(scope, {given.get(name, name) for name in scope}) for scope in names.scopes]
    arguments = names.arguments
    for name in sorted(private, key=lambda name: (name in arguments, -names.count[name], name)):
        within = [short for scope, short in scopes if name in scope]
        apart = within if name in arguments else [short for _, short in scopes]
        for letters in there:
            if not any(letters in short for short in apart):
                break
        else:
            letters = next(free)
            there.append(letters)
        found[name] = letters
        for short in within:
            short.add(letters)
    return found


def _scopes(module: ast.Module) -> Iterator[set[str]]:
    """The names, attributes apart, in each function that is in no other, and in all the rest."""
    rest: set[str] = set()
    parts: list[ast.AST] = [module]
    for part in parts:
        rest |= _ids(part)
        for one in ast.iter_child_nodes(part):
            if isinstance(one, ast.FunctionDef):
                yield set().union(*[_ids(inner) for inner in ast.walk(one)])
            else:
                parts.append(one)
    yield rest


def _ids(part: ast.AST) -> set[str]:
    """The names that a part itself gives or asks for, attributes apart."""
    if isinstance(part, (ast.Global, ast.Nonlocal)):
        return set(part.names)
    if isinstance(part, ast.alias):
        return {part.asname or part.name.split(".")[0]}
    found = {getattr(part, field, None) for field in ("id", "arg", "name")}
    return {name for name in found if name}


def _with_blanks(modules: Iterable[_Names]) -> set[str]:
    """Functions that can be given arguments of any name."""
    found: set[str] = set().union(*[one.with_blanks for one in modules])
    return found.difference(*[one.functions for one in modules])


def _in_strings(part: ast.AST) -> list[str]:
    """The words of all strings in a part."""
    strings = [one.value for one in ast.walk(part) if isinstance(one, ast.Constant)]
    return [word for one in strings if isinstance(one, str) for word in _WORD.findall(one)]


def _assigned_in(part: ast.stmt) -> list[str]:
    """What is assigned in an assignment."""
    return [name for one in getattr(part, "targets", ()) for name in _assigned(one)]


def _assigned(target: ast.expr) -> list[str]:
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


def places(modules: Iterable[str]) -> dict[str, str]:
    """What modules are called in the report of an error: their last part, if no other has it."""
    names = {module: dotted(module).split(".")[-1] for module in modules}
    count = Counter(names.values())
    return {module: name if count[name] == 1 else dotted(module) for module, name in names.items()}


def without_names(compiled: bytes) -> bytes:
    """An .mpy whose functions without a name, as comprehensions are, are called `_`: what the
    compiler calls them only stands in reports of errors."""
    for name in _NAMELESS:
        compiled = compiled.replace(_as_name(name), _as_name("_"), 1)
    return compiled


def _as_name(name: str) -> bytes:
    """How a name stands in an .mpy."""
    return bytes([len(name) << 1]) + name.encode() + bytes(1)


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
