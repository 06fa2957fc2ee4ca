"""`python -m host_sim`: one command line for the simulator and its tools.

Every command is a module with a `main(arguments) -> exit status`, imported only when it is called,
so that a replay waits neither for the screens nor for the pictures.
"""

import importlib
import os
import sys

from rules_core import VERSION

# Word -> (module, what it does). Without a word the simulator is meant.
COMMANDS = {
    "sim": ("host_sim.simulate", "the device in this terminal (meant when no command is given)"),
    "replay": ("host_sim.replay", "play transcripts through the rules, an answer for every line"),
    "sheet": ("host_sim.sheet", "print the score sheet of a transcript"),
    "export": ("host_sim.export", "get all games off a device, with score sheets to be printed"),
    "import": ("host_sim.import_games", "put a game on a device"),
    "presses": ("host_sim.presses", "count the presses that a hand of Meksiko takes"),
}

USAGE_ERROR = 2
OUTPUT_ERROR = 2
# What a shell reports of a program that died of these signals.
INTERRUPTED = 128 + 2
BROKEN_PIPE = 128 + 13


def usage() -> str:
    """The text of --help."""
    lines = ["usage: python -m host_sim [COMMAND] [ARGUMENT ...]", ""]
    lines += [f"  {word:10}{text}" for word, (_, text) in COMMANDS.items()]
    lines += ["", "COMMAND --help tells what a command takes; --version the version."]
    return "\n".join(lines)


def main(arguments: list[str]) -> int:
    """Carry out a command line (without the program's name); the exit status."""
    first = arguments[0] if arguments else "sim"
    if first in ("-h", "--help", "help"):
        print(usage())
        return 0
    if first == "--version":
        print(f"kibitz {VERSION}")
        return 0
    if first in COMMANDS:
        arguments = arguments[1:]
    elif first.startswith("-"):  # an option of the simulator
        first = "sim"
    else:
        print(f"There is no command {first!r}.\n\n{usage()}", file=sys.stderr)
        return USAGE_ERROR
    command = importlib.import_module(COMMANDS[first][0])
    return command.main(arguments)


def run(arguments: list[str]) -> int:
    """`main`, whatever becomes of its output; the exit status."""
    if sys.stdout is None:  # closed by the caller, who wants nothing but the status
        sys.stdout = open(os.devnull, "w")
    try:
        status = main(arguments)
        sys.stdout.flush()
        return status
    except BrokenPipeError:  # the reader has seen enough
        _drop_output()
        return BROKEN_PIPE
    except KeyboardInterrupt:
        return INTERRUPTED
    except MemoryError:
        _drop_output()
        print("kibitz: that is more than there is memory for.", file=sys.stderr)
        return OUTPUT_ERROR
    except OSError as error:
        _drop_output()
        print(f"kibitz: the output cannot be written: {error.strerror}.", file=sys.stderr)
        return OUTPUT_ERROR


def _drop_output() -> None:
    """What is still in the buffer must not fail once more when the interpreter ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
