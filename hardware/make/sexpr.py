"""KiCad's files are lists in brackets; this writes and reads them."""

import re
import uuid
from collections.abc import Iterator

_TOKENS = re.compile(r'"((?:[^"\\]|\\.)*)"|([()])|([^\s()"]+)')
# Any fixed one will do: equal names give equal identifiers in every run.
_NAMESPACE = uuid.UUID("6b696269-747a-4000-8000-000000000000")
_INDENT = "\t"
_LONGEST_LINE = 110


class Text(str):
    """A string that is written in quotes."""


Node = list  # of Text, str and Node


def identifier(name: str) -> Text:
    """The identifier of a thing, always the same for the same name."""
    return Text(uuid.uuid5(_NAMESPACE, name))


def number(value: float) -> str:
    """As KiCad writes millimetres."""
    return f"{value:.4f}".rstrip("0").rstrip(".") if value else "0"


def dump(node: Node | str, depth: int = 0) -> str:
    """The node as text: on one line if it fits, else its lists on lines of their own."""
    if isinstance(node, Text):
        return '"' + node.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
    if isinstance(node, str):
        return node
    line = "(" + " ".join(dump(item) for item in node) + ")"
    if len(line) + depth < _LONGEST_LINE:
        return line
    out = "("
    for index, item in enumerate(node):
        if isinstance(item, list):
            out += "\n" + _INDENT * (depth + 1) + dump(item, depth + 1)
        else:
            out += (" " if index else "") + dump(item)
    return out + "\n" + _INDENT * depth + ")"


def load(text: str) -> Node:
    """The list that the text holds."""
    stack: list[Node] = [[]]
    for quoted, bracket, word in _TOKENS.findall(text):
        if bracket == "(":
            stack.append([])
        elif bracket == ")":
            done = stack.pop()
            stack[-1].append(done)
        elif word:
            stack[-1].append(word)
        else:
            plain = re.sub(r"\\(.)", lambda m: "\n" if m[1] == "n" else m[1], quoted)
            stack[-1].append(Text(plain))
    return stack[0][0]


def children(node: Node, name: str) -> Iterator[Node]:
    """The lists in the node that begin with the name."""
    return (item for item in node if isinstance(item, list) and item and item[0] == name)


def child(node: Node, name: str) -> Node:
    return next(children(node, name))
