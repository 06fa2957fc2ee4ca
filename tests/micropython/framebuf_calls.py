"""Play drawing calls on a frame buffer and tell what the buffer holds after each.

    MICROPYPATH=firmware .venv-micropython/bin/micropython tests/micropython/framebuf_calls.py \\
        framebuf|kibitz.softbuf FILE

plays them on MicroPython's own frame buffer, in C, or on ours; tests/test_canvas.py imports this
module and plays them on ours on CPython. A line of FILE is [WIDTH, HEIGHT, STRIDE, SEED, CALLS] and
is answered with a line for each call. A call is [NAME, ARGUMENTS]; a blit's source and palette are
[WIDTH, HEIGHT, STRIDE, SEED], or "self".
"""

import json
import sys

MONO_VLSB = 0
PAGE_PX = 8


def noise(size, seed):
    """Return `size` bytes that look random and are the same everywhere."""
    data = bytearray(size)
    for index in range(size):
        seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
        data[index] = seed >> 16 & 0xFF
    return data


def buffer_for(height, stride, seed):
    """Return a buffer of noise for a picture; not even its padding is zero."""
    return noise(stride * ((height + PAGE_PX - 1) // PAGE_PX), seed)


def picture(make, spec, target):
    """Return a blit's source or palette: the target, a frame buffer, or a tuple over bytes."""
    if spec == "self":
        return target
    width, height, stride, seed = spec
    data = buffer_for(height, stride, seed)
    if seed % 2:
        return (memoryview(bytes(data)), width, height, MONO_VLSB, stride)
    return make(data, width, height, MONO_VLSB, stride)


def play(make, game):
    """Play a game's calls and return a line for each: what it returned and the buffer's bytes."""
    width, height, stride, seed, calls = game
    data = buffer_for(height, stride, seed)
    target = make(data, width, height, MONO_VLSB, stride)
    lines = []
    for name, arguments in calls:
        arguments = [
            picture(make, a, target) if a == "self" or type(a) is list else a for a in arguments
        ]
        result = getattr(target, name)(*arguments)
        lines.append("{} {}".format(result, "".join("{:02x}".format(byte) for byte in data)))
    return lines


def main(module, path):
    """Play the games of a file on the FrameBuffer of a module."""
    make = __import__(module, None, None, ["FrameBuffer"]).FrameBuffer
    with open(path) as games:
        for line in games:
            for shown in play(make, json.loads(line)):
                print(shown)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
