"""A hundred thousand random and malformed lines through the replay.

Sessions of legal events, mangled ones and rubbish go through the parser and the rules in this
process and through the command. FUZZ_SEED=… tries other ones than those of the every-day run.
"""

import json
import os
import random
import re
import subprocess
import sys
from typing import Any

import pytest

from host_sim.randomplay import Event, RandomPlayer, find_contract, random_options
from host_sim.replay import parse
from rules_core import CODES, GAMES, game_class
from rules_core.transcript import BAD_JSON, Replayer
from support import ROOT, case_files

LINES = 100_000
BLOCKS = 20
SESSION_LINES = 500
IDLE_LINES = 12  # a session ends when there has been no game, or a finished one, for so long
SEED = os.environ.get("FUZZ_SEED", "kibitz")
TIMEOUT_s = 100

DEEP = 3_000
# Any JSON value, and some that are none. What lies near the truth is in it more often.
POOL: tuple[Any, ...] = (
    *(None, True, False, 0, 1, 2, 3, 5, 7, 10, 11, -1, -5, 51, 100, 2**31, 2**64, -(2**70)),
    *(0.0, 1.0, 5.0, 6.5, -0.0, 1e300, float("nan"), float("inf"), float("-inf"), 10**4000),
    *("", " ", "5", "pass", "PASS", "meksiko", "betl", "meksykanka", "spades", "acorns", "true"),
    *("AS", "10H", "7D", "JK", "KC", "1S", "AX", "10", "stock", "discard", "low", "high", "set"),
    *("Ana", "č", "\ud800", "\0", "\u2028", "A" * 13, "🂡" * 12, "undo", "{0.x}", "{}", "%s"),
    *([], [[]], [1, 2], [1, 1], [6, 6], [0, 7], [1, 2, 7], [10, 0, 0], [True, False], [1.0, 2.0]),
    *(["AS", "KS"], [["AS"], ["KS"]], ["JK", "JK"], [None, None, None], ["3S", "3H", "3D"]),
    *({}, {"bid": 5}, {"undo": True}, {"jokers": 1}, {"wild": -1}, {"tens": 10**30}, {"": {}}),
    {"out": 0, "hands": [0, 5, 5]},
    {"meld": 0, "cards": ["AS"], "at": "low"},
    {"meld": 0, "card": "AS", "for": "JK"},
    {"hands": [], "talon": []},
    {"hands": [[]], "discard": "AS", "stock": []},
)
KEYS = tuple(sorted({name for game in GAMES for name in game_class(game).EVENTS})) + (
    *("undo", "reroll", "game", "players", "dealer", "options", "hands", "talon", "out", "stock"),
    *("meld", "cards", "at", "card", "for", "four", "target", "lives", "wild", "", "Bid", "x"),
)
RUBBISH = (
    *(b"", b" ", b"\r", b"{", b"}", b"[", b"null", b"true", b'"bid"', b"5", b"{}", b"[]", b"\0"),
    *(b"\xff\xfe", b'\xef\xbb\xbf{"bid": 5}', b'{"bid": 5', b'{"bid": 5}}', b'{"bid" 5}', b"\xc0"),
    *(b"[1 2]", b'{"bid": 1_0}', b"'", b"NaN", b"-", b"1e", b'{"bid": .5}', b'"\\u12"', b"[,]"),
    *(b"[" * DEEP, b"[" * DEEP + b"]" * DEEP, b'{"bid":' * DEEP + b"1" + b"}" * DEEP, b"9" * 9_000),
    *(b'{"bid": ' + b"[" * 700 + b"]" * 700 + b"}", b'{"call": -' + b"1" * 5_000 + b"}"),
    b'{"bid": 5, "bid": 6}',
)


class Fuzzer:
    """Makes the lines of one session, some of them legal where the game stands."""

    def __init__(self, seed: object):
        self.random = random.Random(repr(seed))
        self.player = RandomPlayer(seed, full=self.random.random() < 0.75)
        self.seen: list[Any] = []
        self.case_lines = self.random.choice(case_files()).read_bytes().splitlines()

    def first_line(self) -> bytes:
        """A line that sets a game up, or does not quite."""
        if self.random.random() < 0.1:
            return self.rubbish()
        if self.random.random() < 0.03:
            return b'{"game": "whist", "players": ["Ana", "Bora", "Ceca"]}'
        name = self.random.choice((*GAMES, "mexican-rummy"))
        options = random_options(self.random.random(), game_class(name).OPTIONS)
        setup = self.player.setup(name, options)
        return self.text(self.mangled(setup)) if self.random.random() < 0.2 else self.text(setup)

    def line(self, game: Any) -> bytes:
        """The next line. game: where the session stands, None if there is no game."""
        kind = self.random.random()
        if kind < 0.08:
            return self.rubbish()
        if kind < 0.12:
            return b'{"undo": true}'
        if kind < 0.25 and game and getattr(game, "hands", ()):
            return self.text(self.guess(game))
        event = self.event(game)
        if kind < 0.7:
            return self.text(event)
        if kind < 0.9:
            return self.text(self.mangled(event))
        return self.broken(self.text(event))

    def event(self, game: Any) -> Any:
        """A legal event, one of earlier on, or one of another game."""
        other = self.random.random()
        if other < 0.03 or game is None:
            # The cases hold a blank line, too.
            value = parse(self.random.choice(self.case_lines))
            return {} if value is BAD_JSON else value
        if other < 0.08 and self.seen or game.over:
            return self.random.choice([*self.seen, {"undo": True}])
        event = self.player.event(game)
        self.seen.append(event)
        return event

    def guess(self, game: Any) -> Event:
        """An event of card-by-card play with cards from a hand, which seldom fits."""
        hand = game.hands[game.to_act if self.random.random() < 0.9 else 0] or ("AS",)
        name = self.random.choice(game.expects())
        card, meld = self.random.choice(hand), self.random.randint(0, 3)
        if name == "meld" and self.random.random() < 0.3:
            contract = self.random.choice((("set",), ("run",), ("set", "set", "set")))
            return {name: find_contract(hand, game.wild, contract) or [list(hand)]}
        if name == "meld":
            lengths = [min(len(hand), 4 if kind == "run" else 3) for kind in game.contract]
            return {name: [self.random.sample(hand, length) for length in lengths]}
        if name == "layoff":
            at = self.random.choice(({}, {"at": "low"}, {"at": "high"}))
            return {name: {"meld": meld, "cards": [card], **at}}
        if name == "swap":
            return {name: {"meld": meld, "card": card, "for": self.random.choice(("JK", "3S"))}}
        if name == "discard" and game.name != "mexican-rummy":
            return {name: [card, self.random.choice(hand)]}
        return {name: card}

    def text(self, value: Any) -> bytes:
        ascii_only = self.random.random() < 0.5
        text = json.dumps(value, ensure_ascii=ascii_only)
        return text.encode("utf-8", "surrogatepass")

    def rubbish(self) -> bytes:
        if self.random.random() < 0.7:
            return self.random.choice(RUBBISH)
        return self.random.randbytes(self.random.randint(1, 40)).replace(b"\n", b" ")

    # -- values -----------------------------------------------------------------------------------

    def mangled(self, value: Any) -> Any:
        """A copy with one to three things about it changed."""
        changed = json.loads(json.dumps(value))
        for _ in range(self.random.choice((1, 1, 1, 2, 3))):
            changed = self.change(changed)
        return changed

    def change(self, value: Any) -> Any:
        """The value with a change somewhere inside it."""
        if isinstance(value, dict) and value and self.random.random() < 0.95:
            return self.change_object(value)
        if isinstance(value, list) and value and self.random.random() < 0.85:
            return self.change_list(value)
        if type(value) is int and self.random.random() < 0.5:
            return value + self.random.choice((-1, 1, 10, -100))
        return self.random.choice(POOL)

    def change_object(self, value: Event) -> Event:
        key = self.random.choice(sorted(value))
        way = self.random.random()
        if way < 0.75:
            return {**value, key: self.change(value[key])}
        rest = {name: held for name, held in value.items() if name != key}
        if way < 0.85:
            return {**rest, self.random.choice(KEYS): value[key]}
        if way < 0.9:
            return rest
        return {**value, self.random.choice(KEYS): self.random.choice(POOL)}

    def change_list(self, value: list) -> list:
        at = self.random.randrange(len(value))
        way = self.random.random()
        if way < 0.5:
            return [*value[:at], self.change(value[at]), *value[at + 1 :]]
        if way < 0.65:
            return value[:at] + value[at + 1 :]
        if way < 0.8:
            return [*value, value[at]]
        if way < 0.9:
            return self.random.sample(value, len(value))
        other = self.random.randrange(len(value))
        return [*value[:at], value[other], *value[at + 1 :]]

    # -- bytes ------------------------------------------------------------------------------------

    def broken(self, line: bytes) -> bytes:
        """The line with its bytes damaged; it stays one line."""
        data = bytearray(line)
        for _ in range(self.random.choice((1, 1, 2, 5))):
            at = self.random.randrange(len(data) + 1)
            way = self.random.random()
            if way < 0.4 and at < len(data):
                data[at] ^= 1 << self.random.randrange(8)
            elif way < 0.6:
                del data[at : at + self.random.randint(1, 6)]
            elif way < 0.75:
                data[at:at] = self.random.choice((b"\xff", b"\xc4", b"\0", b'"', b"]", b",", b"\\"))
            elif way < 0.9:
                del data[at:]
            else:
                data[at:at] = data[self.random.randrange(len(data) + 1) :]
        return bytes(data).replace(b"\n", b" ")


def check_answer(answer: dict, before: Any, is_json: bool) -> None:
    """The form of an answer, and that a refusal has changed nothing."""
    if answer["ok"] is True:
        assert set(answer) == {"ok", "state"}
        assert is_json and answer["state"] is not None
        return
    assert answer["ok"] is False
    assert set(answer) == {"ok", "error", "message", "state"}
    assert answer["error"] in CODES
    assert (answer["error"] == "bad-json") == (not is_json)
    assert type(answer["message"]) is str and answer["message"].endswith(".")
    assert not re.search(r"\{\d*\}", answer["message"]), "a place that was not filled in"
    assert answer["state"] == before


def play_session(seed: object, lines: int) -> tuple[list[bytes], list[dict]]:
    """The lines of a session and their answers, every one of them checked."""
    fuzzer, replayer = Fuzzer(seed), Replayer()
    said: list[bytes] = []
    answers: list[dict] = []
    state, idle = None, 0
    while len(said) < lines and idle < IDLE_LINES:
        line = fuzzer.line(replayer.game) if said else fuzzer.first_line()
        value = parse(line)
        said.append(line)
        events = len(replayer.game.events) if replayer.game else 0
        try:
            answer = replayer.answer(value)
            check_answer(answer, state, value is not BAD_JSON)
        except Exception as error:
            raise AssertionError(f"session {seed!r}, line {len(said)}: {line[:300]!r}") from error
        if not answer["ok"] and replayer.game:
            assert len(replayer.game.events) == events
        state = answer["state"]
        idle = idle + 1 if state is None or state["over"] else 0
        answers.append(answer)
    return said, answers


@pytest.mark.parametrize("block", range(BLOCKS))
def test_random_lines(block, tmp_path):
    """Every line gets one answer, in this process and from the command, and the same ones."""
    wanted: list[dict] = []
    names = []
    while len(wanted) < LINES // BLOCKS:
        seed = (SEED, block, len(names))
        lines, answers = play_session(seed, SESSION_LINES)
        names.append(tmp_path / f"{len(names)}.jsonl")
        names[-1].write_bytes(b"\n".join(lines) + b"\n")
        wanted += answers
    run = subprocess.run(
        [sys.executable, "-m", "host_sim", "replay", *names],
        cwd=ROOT,
        capture_output=True,
        timeout=TIMEOUT_s,
    )
    assert run.stderr == b""
    got = run.stdout.decode("ascii").splitlines()
    assert len(got) == len(wanted)
    for line, answer in zip(got, wanted, strict=True):
        assert json.loads(line) == answer
    assert run.returncode == (2 if any(answer["state"] is None for answer in wanted) else 1)


def test_the_lines_are_worth_it():
    """Most events are reached, and most refusals: the fuzzer does not stay at the door."""
    codes: dict[str, int] = {}
    events: dict[str, int] = {}
    for number in range(250):
        lines, answers = play_session(("worth", number), SESSION_LINES)
        for line, answer in zip(lines, answers, strict=True):
            if answer["ok"]:
                for name in parse(line):
                    events[name] = events.get(name, 0) + 1
            else:
                codes[answer["error"]] = codes.get(answer["error"], 0) + 1
    assert not set(CODES) - set(codes), codes
    wanted = {name for game in GAMES for name in game_class(game).EVENTS} | {"undo", "reroll"}
    assert not wanted - set(events), events
    assert sum(events.values()) > 20_000
