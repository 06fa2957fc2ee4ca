"""Compiles the files that are named, and says how many there were."""

import sys

for name in sys.argv[1:]:
    with open(name) as file:
        compile(file.read(), name, "exec")
print("compiled", len(sys.argv) - 1)
