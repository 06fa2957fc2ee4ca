"""Kibitz on a Pico: what MicroPython runs when the power comes. All there is to it is in loop.py.

The less stands here, the better: this file is compiled at every start, while the others can lie
compiled on the board.
"""

import sys

if __name__ == "__main__":
    # Each time that `time` or its like is imported, MicroPython looks on the flash whether somebody
    # has put another one there: 7 ms. What stands in sys.modules it finds at once.
    _searched = sys.path[:]
    sys.path.clear()
    _extensible = ("array", "binascii", "collections", "framebuf", "io", "json", "machine", "os")
    for _name in _extensible + ("time",):
        sys.modules[_name] = __import__(_name)
    # What is frozen (manifest.py) comes first: an older Kibitz on the flash must not be mixed in.
    # But a config.py there is taken; what that imports has to be loaded before it.
    sys.path.append(".frozen")
    sys.path.extend(_searched)
    __import__("kibitz.pins")
    del sys.path[0]
    __import__("config")
    sys.path.insert(0, ".frozen")

from loop import main

if __name__ == "__main__":
    main()
