"""`python -m host_sim sim`: the simulated device, for a person, for a key script, or by itself.

With a terminal on both sides a person plays. `--keys` plays a key script in scripted time. Without
a terminal a demonstration game is played.
"""

import argparse
import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from kibitz.app import App

from . import demo, terminal
from .album import Album
from .device import Device, DeviceError, FolderStorage, ScriptedDevice, World, default_folder
from .printout import Printout
from .script import Player, ScriptError, load, parse

FAULT = 2  # exit status: a script, folder or terminal that cannot be used
INTERRUPTED = 128 + 2  # as a shell reports Control-C
PIPE_CLOSED = 0  # nobody reads on: no fault of ours


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the simulator."""
    usual = str(default_folder()).replace("%", "%%")  # argparse fills in what % stands before
    parser.add_argument("--data", metavar="DIR", help=f"where games are saved (default: {usual})")
    parser.add_argument(
        "--blocks",
        action="store_true",
        help="draw with half blocks when the window is large enough, else with braille",
    )
    parser.add_argument(
        "--keys",
        metavar="SCRIPT",
        help="play a key script (a text, a file, or - for standard input) without a terminal:"
        " a b c m press, A B C M hold, a:1500 holds for ms, a*5, wait:500, shot:NAME, # comments",
    )
    parser.add_argument(
        "--shots", metavar="DIR", help="with --keys: write each distinct screen as PNG into DIR"
    )
    parser.add_argument(
        "--demo", action="store_true", help="play a demonstration game, also in a terminal"
    )


def main(arguments: list[str]) -> int:
    """Carry out `sim` with its arguments; the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m host_sim sim", description="The simulated Kibitz: 128x64 pixels, four keys."
    )
    add_arguments(parser)
    options = parser.parse_args(arguments)
    if options.shots is not None and options.keys is None:
        parser.error("--shots goes with --keys")
    try:
        return _run(options)
    except (DeviceError, ScriptError, terminal.TerminalError) as error:
        print(f"kibitz: {error}", file=sys.stderr)
        return FAULT
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for the flush at the end
        return PIPE_CLOSED


def _run(options: argparse.Namespace) -> int:
    if options.keys is not None:
        return _play_script(options)
    if options.demo or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return demo.main(Printout(sys.stdout))
    return _play_live(options)


def _play_live(options: argparse.Namespace) -> int:
    terminal.check(sys.stdout)
    with _storage(options) as storage:
        device = Device(App, World(storage=storage))
        session = terminal.Session(device, options.blocks)
        try:
            return session.run()
        finally:
            print(saved(device, storage))


def _play_script(options: argparse.Namespace) -> int:
    text = load(options.keys)
    parse(text)  # a script with a fault starts nothing
    out = Printout(sys.stdout)
    with _storage(options) as storage:
        device = ScriptedDevice(App, World(storage=storage))
        album = Album(Path(options.shots), device) if options.shots is not None else None
        player = Player(device, album.name if album else None)
        player.start()
        player.play(text)
        frame = device.world.display.frame
        if frame is not None:
            out.screen(frame, "Kibitz")
        if album:
            out.line(f"{album.count} screens in {album.folder}")
        out.line(saved(device, storage))
    return 0


@contextlib.contextmanager
def _storage(options: argparse.Namespace) -> Iterator[FolderStorage]:
    storage = FolderStorage(options.data if options.data is not None else default_folder())
    with contextlib.closing(storage):
        yield storage


def saved(device: Device, storage: FolderStorage) -> str:
    """The sentence that tells where the game is."""
    if device.app.table is None:
        return f"No game is running. Names and settings are kept in {storage.folder}"
    path = storage.folder / device.app.journal.name
    return f"The game is saved in {path}\nThe next start goes on from there."
