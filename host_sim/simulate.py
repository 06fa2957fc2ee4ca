"""`python -m host_sim sim`: the simulated device, for a person, for a key script, or by itself.

With a terminal on both sides a person plays there, with `--window` in a window. `--keys` plays a
key script in scripted time. Without a terminal a demonstration game is played.
"""

import argparse
import contextlib
import importlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kibitz.app import App
from kibitz.bare import Bare
from kibitz.starts import CRASHES

from . import demo, shortcuts, terminal
from .album import Album
from .device import (
    Battery,
    Device,
    DeviceError,
    FolderStorage,
    ScriptedDevice,
    World,
    default_folder,
)
from .film import Film, pictures_folder
from .printout import Printout
from .script import PAUSE_ms, Player, ScriptError, WATCHED_PAUSE_ms, load, parse

CRASHED = 3  # exit status: the app has failed
FAULT = 2  # exit status: a script, folder, terminal or window that cannot be used
INTERRUPTED = 128 + 2  # as a shell reports Control-C
PIPE_CLOSED = 0  # nobody reads on: no fault of ours

WINDOW_PACKAGE = "pygame-ce"  # also in pyproject.toml, as the extra `window`

USB = "usb"
BATTERY_mv = range(1_000, 6_001)


class SimulatorError(Exception):
    """The simulator cannot start so; the text says why and what to do about it."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the simulator."""
    parser.add_argument(
        "--window", action="store_true", help="show the device in a window, not in the terminal"
    )
    parser.add_argument(
        "--blocks",
        action="store_true",
        help="draw with half blocks when the terminal is large enough, else with braille",
    )
    parser.add_argument(
        "--demo", action="store_true", help="play a demonstration game, also in a terminal"
    )
    _add_state(parser)
    _add_script(parser)
    _add_pictures(parser)


def _add_state(parser: argparse.ArgumentParser) -> None:
    """How the device is found when it is switched on."""
    parser.add_argument(
        "--game",
        metavar="GAME",
        type=shortcuts.game,
        help=f"begin with the set-up of a game; {shortcuts.games()}",
    )
    parser.add_argument(
        "--lang",
        metavar="CODE",
        type=shortcuts.language,
        help=f"set the device's language, which it keeps; {shortcuts.languages()}",
    )
    parser.add_argument(
        "--battery",
        metavar="MV",
        type=_battery,
        help="run on cells of so many millivolts, or on usb (default)",
    )
    parser.add_argument(
        "--data",
        metavar="DIR",
        help=f"where games are saved (default: {_literal(default_folder())})",
    )


def _add_script(parser: argparse.ArgumentParser) -> None:
    """Keys without a person."""
    parser.add_argument(
        "--keys",
        metavar="SCRIPT",
        help="play a key script (a text, a file, or - for standard input) without a terminal:"
        " a b c m press, A B C M hold, a:1500 holds for ms, a*5, wait:500, shot:NAME, # comments."
        " Time is the script's own, so it takes none; with --window it can be watched",
    )
    parser.add_argument(
        "--fast",
        action="store_true",
        help="with --keys: leave out the pauses that a script in a window or a GIF is watched with",
    )


def _add_pictures(parser: argparse.ArgumentParser) -> None:
    """What is kept of what the screen shows."""
    parser.add_argument(
        "--shots",
        metavar="DIR",
        help="with --keys: write each distinct screen as PNG into DIR; else: where the key s puts"
        f" its pictures (default: {_literal(pictures_folder())})",
    )
    parser.add_argument("--gif", metavar="FILE", help="make a GIF of all that the screen shows")


def _literal(path: Path) -> str:
    """A path in a help text, where argparse fills in what % stands before."""
    return str(path).replace("%", "%%")


def _battery(text: str) -> int | None:
    """Millivolts, None for USB."""
    if text.lower() == USB:
        return None
    mv = int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0
    if mv not in BATTERY_mv:
        allowed = f"allowed are {BATTERY_mv[0]} to {BATTERY_mv[-1]} millivolts, and {USB}"
        raise argparse.ArgumentTypeError(f"there is no battery of {text!r}; {allowed}")
    return mv


def main(arguments: list[str]) -> int:
    """Carry out `sim` with its arguments; the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m host_sim sim",
        usage="%(prog)s [OPTION …]",
        description="The simulated Kibitz: 128x64 pixels, four keys.",
    )
    add_arguments(parser)
    options = parser.parse_args(arguments)
    _check(parser, options)
    try:
        return _run(options)
    except (DeviceError, ScriptError, SimulatorError, terminal.TerminalError) as error:
        print(f"kibitz: {error}", file=sys.stderr)
        return FAULT
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for the flush at the end
        return PIPE_CLOSED


def _check(parser: argparse.ArgumentParser, options: argparse.Namespace) -> None:
    """Refuse options that have nothing to say to one another."""
    if options.fast and options.keys is None:
        parser.error("--fast goes with --keys")
    if options.demo and options.window:
        parser.error("--demo does not go with --window")
    if _is_demo(options):
        for name in ("shots", "game", "lang", "battery"):
            if getattr(options, name) is not None:
                parser.error(f"--{name} goes with --keys, --window or a terminal")


def _is_demo(options: argparse.Namespace) -> bool:
    if options.keys is not None or options.window:
        return False
    return options.demo or not (sys.stdin.isatty() and sys.stdout.isatty())


def _run(options: argparse.Namespace) -> int:
    if options.window:
        return _play_in_window(options)
    if options.keys is not None:
        return _play_script(options)
    if _is_demo(options):
        return _play_demo(options)
    return _play_live(options)


def _play_demo(options: argparse.Namespace) -> int:
    out = Printout(sys.stdout)
    device = demo.new_device()
    with _film(options, device, out):
        return demo.main(out, device, WATCHED_PAUSE_ms if options.gif else PAUSE_ms)


def _play_live(options: argparse.Namespace) -> int:
    terminal.check(sys.stdout)
    with _storage(options) as storage:
        device = _device(options, Device, storage)
        session = terminal.Session(device, _pictures(options), options.blocks)
        with _film(options, device, Printout(sys.stdout)):
            try:
                return session.run()
            finally:
                print("\n".join([*session.told, *device.sent, saved(device, storage)]))
                _tell_errors(device, storage)


def _play_in_window(options: argparse.Namespace) -> int:
    window = _window()
    steps = parse(load(options.keys)) if options.keys is not None else None
    out = Printout(sys.stdout)
    with _storage(options) as storage:
        device = _device(options, Device, storage)
        with _film(options, device, out):
            player, _ = _player(options, device)
            if steps is not None and options.fast:
                player.start()
                player.play(steps)
                steps = None
            moments = None if steps is None else player.moments(steps)
            try:
                return window.Session(device, _pictures(options), moments).run()
            except window.WindowError as error:
                raise SimulatorError(str(error)) from None
            finally:
                for line in [*device.sent, saved(device, storage)]:
                    out.line(line)
                _tell_errors(device, storage)


def _play_script(options: argparse.Namespace) -> int:
    steps = parse(load(options.keys))  # a script with a fault starts nothing
    out = Printout(sys.stdout)
    with _storage(options) as storage:
        device = _device(options, ScriptedDevice, storage)
        with _film(options, device, out):
            player, album = _player(options, device)
            player.start()
            player.play(steps)
            frame = device.world.display.seen()
            if frame is not None:
                out.screen(frame, "Kibitz")
            if album:
                out.line(f"{album.count} screens in {album.folder}")
            for line in [*device.sent, saved(device, storage)]:
                out.line(line)
            return _tell_errors(device, storage)


def _window() -> Any:
    """The module with the window. Raises SimulatorError where pygame is not installed."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")  # else Windows blurs it
    os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", "kibitz")  # what a desktop calls the program
    try:
        return importlib.import_module("host_sim.window")
    except ModuleNotFoundError as error:
        if error.name != "pygame":
            raise
        raise SimulatorError(
            "The window needs pygame-ce; install it with:"
            f" {sys.executable} -m pip install {WINDOW_PACKAGE}"
        ) from None


@contextlib.contextmanager
def _storage(options: argparse.Namespace) -> Iterator[FolderStorage]:
    storage = FolderStorage(options.data if options.data is not None else default_folder())
    with contextlib.closing(storage):
        yield storage


def _device(options: argparse.Namespace, kind: type[Device], storage: FolderStorage) -> Device:
    """The device, switched on as the options want it."""
    if options.lang is not None:
        try:
            shortcuts.speak(storage, options.lang)
        except OSError as error:
            raise DeviceError(f"The language cannot be saved: {error.strerror}.") from None

    wanted = [] if options.game is None else [options.game]  # when it is first switched on

    def make_app(world: World) -> App:
        return shortcuts.AppAtSetUp(world, wanted.pop()) if wanted else App(world)

    world = World(storage=storage, battery=Battery(options.battery))
    return kind(make_app, world, survives=True)


def _player(options: argparse.Namespace, device: Device) -> tuple[Player, Album | None]:
    """Who plays a script, as fast as somebody can watch where somebody does; their pictures."""
    album = None
    if options.shots is not None and options.keys is not None:
        album = Album(Path(options.shots), device)
    watched = (options.window or options.gif is not None) and not options.fast
    pause_ms = WATCHED_PAUSE_ms if watched else PAUSE_ms
    return Player(device, album.name if album else None, pause_ms), album


def _pictures(options: argparse.Namespace) -> Path:
    """Where single pictures go."""
    return pictures_folder() if options.shots is None else Path(options.shots).absolute()


@contextlib.contextmanager
def _film(options: argparse.Namespace, device: Device, out: Printout) -> Iterator[None]:
    """Make the GIF that is wanted, also of a session that ends with a fault."""
    if options.gif is None:
        yield
        return
    film = Film(Path(options.gif).absolute(), device)
    try:
        yield
    finally:
        out.line(film.save())


def _tell_errors(device: Device, storage: FolderStorage) -> int:
    """Say where the errors are written down, if there were any; the exit status."""
    if not device.errors:
        return 0
    print(
        f"kibitz: the app has failed. What is known of it is in {storage.folder / CRASHES}",
        file=sys.stderr,
    )
    return CRASHED


def saved(device: Device, storage: FolderStorage) -> str:
    """The sentence that tells where the game is, which is all there then, or why it is not."""
    if isinstance(device.app, Bare):
        return f"Games are saved in {storage.folder}\nThe next start goes on from there."
    try:
        device.app.journal.flush(True)
    except OSError as error:
        return f"Not everything could be saved in {storage.folder}: {error.strerror or error}."
    if device.app.table is None:
        return f"No game is running. Names and settings are kept in {storage.folder}"
    path = storage.folder / device.app.journal.name
    return f"The game is saved in {path}\nThe next start goes on from there."
