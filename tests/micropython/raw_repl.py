"""A board at the end of a serial line: raw_repl.py IMAGE.

Speaks what a board speaks on its USB cable (the raw REPL) on standard input and output, with the
real littlefs as its root, of 1,408 KiB as on the Pico. The flash is kept in a file, IMAGE, which is
formatted if it is empty or missing. Each start adds a byte to the file `starts`.
"""

import os
import sys

import vfs

BLOCK_bytes = 4096
BLOCKS = 352
INTERRUPT, RAW, FRIENDLY, END, PASTE = b"\x03", b"\x01", b"\x02", b"\x04", b"\x05"
PROMPT = b"raw REPL; CTRL-B to exit\r\n>"


class Flash:
    """Blocks of a file, written as flash is."""

    def __init__(self, file):
        self._file = file

    def readblocks(self, block, buffer, offset=0):
        self._file.seek(block * BLOCK_bytes + offset)
        self._file.readinto(buffer)

    def writeblocks(self, block, buffer, offset=0):
        self._file.seek(block * BLOCK_bytes + offset)
        self._file.write(buffer)
        self._file.flush()

    def ioctl(self, operation, argument):
        if operation == 4:
            return BLOCKS
        if operation == 5:
            return BLOCK_bytes
        return 0


def opened(image):
    """The flash, formatted."""
    try:
        size = os.stat(image)[6]
    except OSError:
        size = 0
    if not size:
        with open(image, "wb") as file:
            for _ in range(BLOCKS):
                file.write(b"\xff" * BLOCK_bytes)
    flash = Flash(open(image, "r+b"))
    if not size:
        vfs.VfsLfs2.mkfs(flash)
    return flash


class Machine:
    """The board's module of this name, as far as it is needed."""

    def reset(self):
        raise SystemExit


def serve(take, say):
    """The raw REPL. take: gives a byte. say: sends bytes."""
    code = b""
    names = {}
    while True:
        byte = take()
        if byte == RAW:
            say(PROMPT)
            code = b""
        elif byte == PASTE:  # asks for a faster way, which this board knows of but lacks
            take()
            take()
            say(b"R\x00")
        elif byte == END:
            if code:
                run(code, names, say)
            else:
                names = {}
                say(b"OK\r\nMPY: soft reboot\r\n" + PROMPT)
            code = b""
        elif byte in (INTERRUPT, FRIENDLY):
            code = b""
        else:
            code += byte


def run(code, names, say):
    """One snippet: what it printed goes out as it comes, then what went wrong."""
    say(b"OK")
    try:
        exec(code.decode(), names)
        say(b"\x04\x04>")
    except SystemExit:
        raise
    except BaseException as error:
        say(b"\x04")
        sys.print_exception(error)
        say(b"\x04>")


def main():
    flash = opened(sys.argv[1])
    sys.modules["machine"] = Machine()
    for name in ("binascii", "hashlib", "time"):  # without the host's files none is found any more
        __import__(name)
    vfs.umount("/")
    vfs.mount(vfs.VfsLfs2(flash), "/")
    while True:
        with open("/starts", "ab") as file:
            file.write(b"x")
        try:
            serve(lambda: sys.stdin.buffer.read(1), sys.stdout.buffer.write)
        except SystemExit:
            pass


main()
