"""Prints which of the names that are given this interpreter does not have built in, or, after
`--methods`, which are methods of none of its types."""

import builtins
import sys

names = sys.argv[1:]
if names[0] == "--methods":
    for name in names[1:]:
        if not any([hasattr(kind, name) for kind in (str, bytes, int, list, dict, tuple, set)]):
            print(name)
else:
    for name in names:
        if not hasattr(builtins, name) and not name.startswith("__"):
            print(name)
