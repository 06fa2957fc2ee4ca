"""A program in a terminal of its own: types into it and reads back what a person would see."""

import contextlib
import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import termios
import time

import pyte

WAIT_s = 20


class PseudoTerminal:
    """Runs a command in a pseudo terminal that pyte draws.

    screen: the pyte screen. process: the running command. before: the terminal's mode at the start.
    """

    def __init__(self, command, columns=80, rows=24, env=None):
        self.master, slave = pty.openpty()
        self.screen = pyte.Screen(columns, rows)
        self.raw = b""
        self._stream = pyte.ByteStream(self.screen)
        self._slave = slave
        self._set_size(columns, rows)
        self.before = termios.tcgetattr(slave)
        self.process = subprocess.Popen(
            command,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
            env={**os.environ, "TERM": "xterm-256color", **(env or {})},
        )

    def _set_size(self, columns, rows):
        fcntl.ioctl(self._slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def resize(self, columns, rows):
        """Give the window another size, as dragging its corner does."""
        self.screen.resize(rows, columns)
        self.set_size(columns, rows)

    def set_size(self, columns, rows):
        """Let the window say that it has another size."""
        self._set_size(columns, rows)
        os.killpg(self.process.pid, signal.SIGWINCH)

    def type(self, text):
        """Press keys of the keyboard."""
        os.write(self.master, text.encode())

    def read(self, seconds):
        """Take in what the program writes for a time."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if not select.select([self.master], [], [], left)[0]:
                return
            try:
                piece = os.read(self.master, 65536)
            except OSError:  # the program's side is closed
                return
            self.raw += piece
            self._stream.feed(piece)

    def text(self):
        """The window's lines."""
        return "\n".join(self.screen.display)

    def wait_for(self, wanted, seconds=WAIT_s):
        """Read until the window holds a text, or a function of the window's text is true."""
        seen = wanted if callable(wanted) else lambda text: wanted in text
        end = time.monotonic() + seconds
        while not seen(self.text()):
            assert time.monotonic() < end, f"waited for {wanted!r}, saw:\n{self.text()}"
            assert self.process.poll() is None or select.select([self.master], [], [], 0)[0], (
                f"ended with {self.process.returncode}, saw:\n{self.text()}"
            )
            self.read(0.05)
        return self.text()

    def settle(self, quiet=0.25):
        """Read until nothing has come for a while; the window's text."""
        while True:
            seen = len(self.raw)
            self.read(quiet)
            if len(self.raw) == seen:
                return self.text()

    def mode(self):
        """The terminal's mode now, to compare with `before`."""
        return termios.tcgetattr(self._slave)

    def end(self):
        """Wait for the program to end; its exit status."""
        end = time.monotonic() + WAIT_s
        while self.process.poll() is None:
            assert time.monotonic() < end, f"does not end:\n{self.text()}"
            self.read(0.05)
        self.read(0.1)
        return self.process.returncode

    def close(self):
        """Leave nothing behind."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for descriptor in (self.master, self._slave):
            with contextlib.suppress(OSError):
                os.close(descriptor)
