"""What the boards cannot run, found in a source without running it.

`findings(source)` lists what MicroPython 1.22 or CircuitPython 9 lack, or do differently in a way
that is better never relied on. The lists were measured on real interpreters of both.
"""

import ast
import builtins
import io
import re
import tokenize
from collections.abc import Iterator

# Importable on every board. Everything else is not, or does not behave the same.
MODULES = {
    *("array", "binascii", "collections", "errno", "gc", "hashlib", "io", "json", "math", "os"),
    *("random", "re", "struct", "sys", "time"),
}
# Missing on some: imported inside a `try` with an `except ImportError` they may be used.
GUARDED_MODULES = {"deflate", "framebuf", "micropython", "quick", "traceback", "typing", "zlib"}
PACKAGES = {"rules_core", "kibitz"}

# module -> names of it that are missing somewhere
MISSING_FROM = {
    "collections": {"Counter", "defaultdict", "ChainMap", "UserDict", "UserList", "UserString"},
    "hashlib": {"sha256"},
    "math": {"isclose"},
    "os": {"path"},
    "random": {"Random", "sample", "seed", "shuffle"},
    "time": {"sleep_ms", "sleep_us", "ticks_add", "ticks_diff", "ticks_ms", "ticks_us"},
    "micropython": {"native", "viper"},
}
# Methods of strings and bytes; the second line are some more that the unix port lacks.
MISSING_METHODS = {
    *("capitalize", "casefold", "isalnum", "ljust", "removeprefix", "rjust", "title", "translate"),
    *("expandtabs", "format_map", "isascii", "isdecimal", "isidentifier", "isnumeric", "istitle"),
    *("isprintable", "maketrans", "removesuffix", "swapcase", "zfill", "bit_count", "bit_length"),
}
MISSING_ATTRIBUTES = {"__format__", "_asdict", "_replace"}
# What CPython has built in and MicroPython does not, FileNotFoundError and its like among it.
KEPT_BUILTINS = {
    *("ArithmeticError", "AssertionError", "AttributeError", "BaseException", "EOFError"),
    *("Exception", "GeneratorExit", "ImportError", "IndentationError", "IndexError", "KeyError"),
    *("KeyboardInterrupt", "LookupError", "MemoryError", "NameError", "NotImplemented"),
    *("NotImplementedError", "OSError", "OverflowError", "RuntimeError", "StopIteration"),
    *("SyntaxError", "SystemExit", "TypeError", "UnicodeError", "ValueError", "ZeroDivisionError"),
    *("True", "False", "None", "Ellipsis", "__import__", "__build_class__", "__debug__"),
    *("abs", "all", "any", "bin", "bool", "bytearray", "bytes", "callable", "chr", "classmethod"),
    *("compile", "delattr", "dict", "dir", "divmod", "enumerate", "eval", "exec", "filter"),
    *("float", "frozenset", "getattr", "globals", "hasattr", "hash", "hex", "id", "input", "int"),
    *("isinstance", "issubclass", "iter", "len", "list", "locals", "map", "max", "memoryview"),
    *("min", "next", "object", "oct", "open", "ord", "pow", "print", "property", "range", "repr"),
    *("reversed", "round", "set", "setattr", "slice", "sorted", "staticmethod", "str", "sum"),
    *("super", "tuple", "type", "zip", "__name__", "__file__", "__doc__"),
}
MISSING_BUILTINS = {name for name in dir(builtins) if name not in KEPT_BUILTINS}

# callable -> keywords that it does not take everywhere
MISSING_KEYWORDS = {
    "sum": {"start"},
    "zip": {"strict"},
    "print": {"flush"},
    "dumps": {"indent", "sort_keys"},
    "dump": {"indent", "sort_keys"},
    "namedtuple": {"defaults", "rename", "module"},
    "to_bytes": {"length", "byteorder", "signed"},
    "from_bytes": {"bytes", "byteorder", "signed"},
}
LONGEST_LIST = 999

_ATTRIBUTE_IN_BRACES = re.compile(r"\{\w*[.\[]\w")


def findings(source: str) -> list[str]:
    """What in this source does not run everywhere, each as "line: what"."""
    try:
        tree = ast.parse(source)
    except SyntaxError as error:
        return [f"{error.lineno}: not the syntax of Python 3.10"]
    found = set(_Visitor(tree, source).found)
    found |= set(_token_findings(source))
    return [f"{line}: {what}" for line, what in sorted(found)]


class _Visitor(ast.NodeVisitor):
    """Collects (line, what) while it walks a tree."""

    def __init__(self, tree: ast.Module, source: str):
        self.found: list[tuple[int, str]] = []
        self.lines = source.splitlines()
        self.guarded = 0  # how deep in a `try` that expects an ImportError
        self.uses_deque = "deque" in source
        self.docstrings = set(_docstrings(tree))
        self.tuples = {
            target.id
            for node in tree.body
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Tuple)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        self.visit(tree)

    def add(self, node: ast.AST, what: str) -> None:
        self.found.append((getattr(node, "lineno", 0), what))

    # -- imports ----------------------------------------------------------------------------------

    def visit_Try(self, node: ast.Try) -> None:
        catches = {
            name.id
            for handler in node.handlers
            if handler.type
            for name in ast.walk(handler.type)
            if isinstance(name, ast.Name)
        }
        self.guarded += "ImportError" in catches
        for statement in node.body:
            self.visit(statement)
        self.guarded -= "ImportError" in catches
        for part in (node.handlers, node.orelse, node.finalbody):
            for child in part:
                self.visit(child)

    def visit_TryStar(self, node: ast.AST) -> None:
        self.add(node, "except*")
        self.generic_visit(node)

    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            self.check_module(node, alias.name)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        if node.level:
            return
        self.check_module(node, node.module or "")
        for alias in node.names:
            if alias.name in MISSING_FROM.get(node.module or "", ()):
                self.add(node, f"{node.module}.{alias.name}")

    def check_module(self, node: ast.AST, module: str) -> None:
        if module in MODULES or module.split(".")[0] in PACKAGES:
            return
        if not (self.guarded and module in GUARDED_MODULES):
            self.add(node, f"import {module}")

    # -- syntax -----------------------------------------------------------------------------------

    def visit_Match(self, node: ast.AST) -> None:
        self.add(node, "match")
        self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self.check_decorators(node)
        self.generic_visit(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self.add(node, "async")
        self.generic_visit(node)

    def check_decorators(self, node: ast.FunctionDef) -> None:
        for decorator in node.decorator_list:
            for part in ast.walk(decorator):
                name = getattr(part, "attr", getattr(part, "id", ""))
                if name in MISSING_FROM["micropython"]:
                    self.add(node, f"decorator {name}")

    def visit_arguments(self, node: ast.arguments) -> None:
        if node.posonlyargs:
            self.add(node.posonlyargs[0], "positional-only /")
        self.generic_visit(node)

    def check_display(self, node: ast.List | ast.Tuple | ast.Set) -> None:
        loaded = isinstance(getattr(node, "ctx", ast.Load()), ast.Load)
        if loaded and any(isinstance(element, ast.Starred) for element in node.elts):
            self.add(node, "* in a list, tuple or set")
        if len(node.elts) > LONGEST_LIST:
            self.add(node, "a list of 1,000 elements")
        self.generic_visit(node)

    visit_List = visit_Tuple = visit_Set = check_display

    def visit_Dict(self, node: ast.Dict) -> None:
        if None in node.keys:
            self.add(node, "** in a dictionary")
        self.generic_visit(node)

    def visit_With(self, node: ast.With) -> None:
        first = node.items[0].context_expr
        before = self.lines[node.lineno - 1][node.col_offset + len("with") :]
        opened = first.lineno > node.lineno or before.lstrip().startswith("(")
        if opened and (len(node.items) > 1 or node.items[0].optional_vars):
            if _closes_late("\n".join([before, *self.lines[node.lineno :]])):
                self.add(node, "parenthesised with")
        self.generic_visit(node)

    # -- strings ----------------------------------------------------------------------------------

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        for value in node.values:
            if isinstance(value, ast.FormattedValue):
                if any(isinstance(inner, ast.JoinedStr) for inner in ast.walk(value.value)):
                    self.add(node, "f-string inside an f-string")
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if node in self.docstrings or not isinstance(node.value, str):
            return
        if _ATTRIBUTE_IN_BRACES.search(node.value):
            self.add(node, "{0.attribute} in a format")

    def visit_Subscript(self, node: ast.Subscript) -> None:
        if isinstance(node.slice, ast.Slice) and node.slice.step and not _is_list(node.value):
            self.add(node, "a slice with a step, of what may be no list")
        self.generic_visit(node)

    # -- names, attributes and calls --------------------------------------------------------------

    def visit_Name(self, node: ast.Name) -> None:
        if node.id in MISSING_BUILTINS and isinstance(node.ctx, ast.Load):
            self.add(node, node.id)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        owner = node.value.id if isinstance(node.value, ast.Name) else ""
        if node.attr in MISSING_FROM.get(owner, ()):
            self.add(node, f"{owner}.{node.attr}")
        if node.attr in MISSING_ATTRIBUTES:
            self.add(node, node.attr)
        if node.attr == "__name__" and not _is_class(node.value):
            self.add(node, "a function's __name__")
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        function = node.func
        name = getattr(function, "attr", getattr(function, "id", ""))
        keywords = {keyword.arg for keyword in node.keywords}
        for keyword in sorted(MISSING_KEYWORDS.get(name, set()) & keywords):
            self.add(node, f"{name}({keyword}=)")
        if isinstance(function, ast.Attribute):
            self.check_method(node, function)
        elif name == "next" and len(node.args) > 1:
            self.add(node, "next() with a default")
        if name == "deque" and len(node.args) < 2:
            self.add(node, "deque() without a length")
        self.generic_visit(node)

    def check_method(self, node: ast.Call, function: ast.Attribute) -> None:
        if function.attr in MISSING_METHODS and not _is_self(function.value):
            self.add(node, f".{function.attr}()")
        if function.attr in ("startswith", "endswith") and node.args:
            first = node.args[0]
            if isinstance(first, ast.Tuple) or getattr(first, "id", "") in self.tuples:
                self.add(node, f".{function.attr}(tuple)")
        if function.attr == "clear" and self.uses_deque:
            self.add(node, "deque.clear()")


def _docstrings(tree: ast.Module) -> Iterator[ast.Constant]:
    """The strings that stand alone as statements."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value


def _is_list(node: ast.expr) -> bool:
    """True for what is a list or a range, whatever happens."""
    if isinstance(node, (ast.List, ast.ListComp)):
        return True
    return isinstance(node, ast.Call) and getattr(node.func, "id", "") in (
        "list",
        "range",
        "sorted",
    )


def _is_self(node: ast.expr) -> bool:
    """True for an object of a class of our own: what it calls is its own method, however named."""
    if isinstance(node, ast.Call):
        return getattr(node.func, "id", "") == "super"
    return getattr(node, "id", "") in ("self", "cls")


def _is_class(node: ast.expr) -> bool:
    if isinstance(node, ast.Call):
        return getattr(node.func, "id", "") == "type"
    return getattr(node, "attr", "") == "__class__"


def _closes_late(text: str) -> bool:
    """True if the parenthesis that opens this text encloses a comma or an `as` of its own level."""
    depth = 0
    for token in tokenize.generate_tokens(io.StringIO(text.lstrip()).readline):
        depth += (token.string in "([{") - (token.string in ")]}") if token.string else 0
        if depth == 0:
            return False
        if depth == 1 and token.string in (",", "as"):
            return True
    return False


def _token_findings(source: str) -> Iterator[tuple[int, str]]:
    """What the tree does not show: strings that stand side by side, and \\N{…} in them."""
    previous: list[str] = []  # kinds of the strings that the current run consists of
    inside = 0  # f-strings that are open (Python 3.12 and later)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        name = tokenize.tok_name[token.type]
        if name in ("NL", "COMMENT"):
            continue
        if name == "FSTRING_START":
            inside += 1
            previous = [*previous, "f"] if inside == 1 else previous
        elif name == "FSTRING_END":
            inside -= 1
        elif name == "STRING" and not inside:
            prefix = token.string[: re.search(r"['\"]", token.string).start()].lower()
            previous = [*previous, "f" if "f" in prefix else "s"]
        elif not inside:
            previous = []
        if len(previous) > 1 and "f" in previous and name in ("STRING", "FSTRING_START"):
            yield token.start[0], "f-strings side by side"
        if name in ("STRING", "FSTRING_MIDDLE") and r"\N{" in token.string:
            if not re.match(r"(?i)(br?|rb?|f?r)['\"]", token.string):
                yield token.start[0], r"\N{…}"
