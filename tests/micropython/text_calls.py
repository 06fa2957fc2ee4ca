"""Draw and measure text with the app's fonts and tell what the canvas holds after each call.

    MICROPYPATH=firmware .venv-micropython/bin/micropython tests/micropython/text_calls.py FILE

tests/test_font.py imports this module and plays the same calls on CPython. The first line of the
answer tells whether a board's machine code was found (firmware/micropython/quick.py). A line of
FILE is a call, [FONT, METHOD, ARGUMENTS], without the canvas; it is answered with [RESULT, BYTES].
"""

import json
import sys

from kibitz import font, fonts
from kibitz.canvas import Canvas

DRAWING = ("draw", "centre", "right")


def play(canvas, call):
    """Play a call; return its result and the canvas's bytes in hexadecimal."""
    name, method, arguments = call
    function = getattr(getattr(fonts, name), method)
    result = function(canvas, *arguments) if method in DRAWING else function(*arguments)
    return [result, "".join("{:02x}".format(byte) for byte in canvas.buffer)]


def main(path):
    """Play the calls of a file on one canvas."""
    print("machine code:", font.write is not None)
    canvas = Canvas()
    with open(path) as calls:
        for line in calls:
            print(json.dumps(play(canvas, json.loads(line))))


if __name__ == "__main__":
    main(sys.argv[1])
