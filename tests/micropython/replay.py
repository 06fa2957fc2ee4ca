"""A small replay for MicroPython: transcripts named on the command line, a JSON answer a line.

    MICROPYPATH=. .venv-micropython/bin/micropython tests/micropython/replay.py FILE…

MicroPython's JSON is laxer than the format (see host_sim/replay.py for the strict one).
"""

import json
import sys

from rules_core.transcript import BAD_JSON, Replayer


def parsed(line):
    try:
        return json.loads(line)
    except ValueError:
        return BAD_JSON


def replay(name):
    replayer = Replayer()
    with open(name) as file:
        for line in file:
            print(json.dumps(replayer.answer(parsed(line))))


for name in sys.argv[1:]:
    replay(name)
