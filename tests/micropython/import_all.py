"""Imports the modules that are named, and says how many there were."""

import sys

for name in sys.argv[1:]:
    __import__(name)
print("imported", len(sys.argv) - 1)
