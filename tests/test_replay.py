"""The replay command: the shared games, the form of lines and answers, streams, exit statuses."""

import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from host_sim import replay as command
from host_sim.__main__ import BROKEN_PIPE, INTERRUPTED
from host_sim.bench import KINDS
from host_sim.randomplay import play
from rules_core import new_game
from rules_core.transcript import LONGEST_LINE_bytes, Replayer
from support import ROOT, case_files, micropython

REPLAY = [sys.executable, "-m", "host_sim", "replay"]
TIMEOUT_s = 60
SETUP = b'{"game": "meksiko", "players": ["Ana", "Bora", "Ceca"]}'
ACCEPTED, REFUSED, NO_GAME = 0, 1, 2

cases = pytest.mark.parametrize("case", case_files(), ids=lambda path: path.stem)


def run(*arguments: object, given: bytes = b"", **options) -> subprocess.CompletedProcess:
    """The replay command with these arguments and this standard input."""
    return subprocess.run(
        [*REPLAY, *map(str, arguments)],
        cwd=ROOT,
        input=given,
        capture_output=True,
        timeout=TIMEOUT_s,
        **options,
    )


def in_process(*chunks: bytes) -> tuple[int | None, list[dict]]:
    """The status and the answers to a stream that comes in these pieces."""
    pieces = [*chunks, b""]
    written: list[bytes] = []
    status = command.replay(lambda size: pieces.pop(0), written.append)
    return status, parsed(b"".join(written))


def parsed(output: bytes | str) -> list[dict]:
    text = output.decode("ascii") if isinstance(output, bytes) else output
    assert not text or text.endswith("\n")
    return [json.loads(line) for line in text.splitlines()]


def expected(case: Path) -> list[dict]:
    return parsed(case.with_suffix(".expected.jsonl").read_text("utf-8"))


def check(answers: list[dict], wanted: list[dict]) -> None:
    """Compare the answers with those of a case, in which any sentence will do as a message."""
    assert len(answers) == len(wanted)
    for number, (answer, want) in enumerate(zip(answers, wanted, strict=True), 1):
        assert answer["ok"] is want["ok"], f"line {number}"
        assert answer["state"] == want["state"], f"line {number}"
        assert answer.get("error") == want.get("error"), f"line {number}"
        if want["ok"]:
            assert set(answer) == {"ok", "state"}
        else:
            assert set(answer) == {"ok", "error", "message", "state"}
            assert answer["message"].endswith(".") and " " in answer["message"]


def status_of(answers: list[dict]) -> int:
    if not answers or answers[0]["state"] is None:
        return NO_GAME
    return ACCEPTED if all(answer["ok"] for answer in answers) else REFUSED


# -- the shared games -----------------------------------------------------------------------------


def test_there_are_cases():
    assert len(case_files()) >= 16


@cases
def test_case_by_the_command(case):
    done = run(case)
    check(parsed(done.stdout), expected(case))
    assert done.returncode == status_of(expected(case))
    assert done.stderr == b""


@cases
def test_case_in_process(case):
    status, answers = in_process(case.read_bytes())
    check(answers, expected(case))
    assert status == status_of(expected(case))


@cases
def test_case_byte_by_byte(case):
    status, answers = in_process(*[bytes([byte]) for byte in case.read_bytes()])
    check(answers, expected(case))
    assert status == status_of(expected(case))


def test_cases_under_micropython():
    answers = parsed(micropython("replay.py", *case_files()))
    for case in case_files():
        wanted = expected(case)
        check(answers[: len(wanted)], wanted)
        del answers[: len(wanted)]
    assert not answers


# -- several files, exit statuses -----------------------------------------------------------------


@pytest.fixture
def game_file(tmp_path):
    """A function that writes a transcript and gives its path."""

    def write(*lines: bytes, name: str = "game.jsonl") -> Path:
        path = tmp_path / name
        path.write_bytes(b"\n".join(lines) + b"\n")
        return path

    return write


def test_status_0_when_every_line_was_accepted(game_file):
    done = run(game_file(SETUP, b'{"bid": 5}'))
    assert [answer["ok"] for answer in parsed(done.stdout)] == [True, True]
    assert (done.returncode, done.stderr) == (ACCEPTED, b"")


def test_status_1_when_a_line_was_refused(game_file):
    done = run(game_file(SETUP, b'{"bid": 4}', b'{"bid": 5}'))
    assert [answer.get("error") for answer in parsed(done.stdout)] == [None, "bad-value", None]
    assert (done.returncode, done.stderr) == (REFUSED, b"")


def test_status_2_when_the_first_line_sets_no_game_up(game_file):
    done = run(game_file(b'{"game": "chess"}', SETUP, b"{", b'{"bid": 5}'))
    answers = parsed(done.stdout)
    codes = [answer["error"] for answer in answers]
    assert codes == ["unknown-game", "bad-setup", "bad-json", "bad-setup"]
    assert [answer["state"] for answer in answers] == [None] * 4
    assert done.returncode == NO_GAME


def test_files_are_games_of_their_own_and_the_highest_status_counts(game_file):
    good = game_file(SETUP, b'{"bid": 5}', name="good.jsonl")
    refused = game_file(SETUP, b'{"bid": 4}', name="refused.jsonl")
    missing = good.with_name("missing.jsonl")
    assert run(good, good).returncode == ACCEPTED
    assert run(good, refused, good).returncode == REFUSED
    done = run(refused, missing, good)
    assert done.returncode == NO_GAME
    assert [answer["ok"] for answer in parsed(done.stdout)] == [True, False, True, True]
    assert b"missing.jsonl cannot be read: No such file or directory" in done.stderr


def test_standard_input_among_the_files(game_file):
    done = run(game_file(SETUP), "-", given=SETUP + b'\n{"bid": 5}')
    assert [answer["state"]["bid"] for answer in parsed(done.stdout)] == [None, None, 5]
    assert done.returncode == ACCEPTED


@pytest.mark.parametrize("given", [b"", b"\n", b" \n\t\n"], ids=["empty", "blank", "spaces"])
def test_nothing_in_it(given, tmp_path):
    path = tmp_path / "nothing.jsonl"
    path.write_bytes(given)
    for done in (run(path), run("-", given=given)):
        assert [answer["error"] for answer in parsed(done.stdout)] in (
            [],
            ["bad-json"],
            ["bad-json", "bad-json"],
        )
        assert len(parsed(done.stdout)) == given.count(b"\n")
        assert done.returncode == NO_GAME
        assert (b"is empty, there is no game in it" in done.stderr) == (given == b"")


def test_a_file_that_cannot_be_read(tmp_path):
    for name, reason in ((tmp_path, b"Is a directory"), (tmp_path / "no", b"No such file")):
        done = run(name)
        assert (done.returncode, done.stdout) == (NO_GAME, b"")
        assert reason in done.stderr and b"Traceback" not in done.stderr


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission(game_file):
    path = game_file(SETUP)
    path.chmod(0)
    done = run(path)
    assert done.returncode == NO_GAME
    assert b"Permission denied" in done.stderr


def test_no_file_is_a_usage_error():
    done = run()
    assert (done.returncode, done.stdout) == (NO_GAME, b"")
    assert b"usage: python -m host_sim replay" in done.stderr
    assert b"FILE" in done.stderr


def test_an_unknown_command_names_the_commands():
    done = subprocess.run([*REPLAY[:3], "repaly"], cwd=ROOT, capture_output=True, timeout=TIMEOUT_s)
    assert done.returncode == NO_GAME
    assert b"no command 'repaly'" in done.stderr and b"replay" in done.stderr


def test_a_closed_standard_input():
    done = subprocess.run(
        ["sh", "-c", '"$0" -m host_sim replay - <&-', sys.executable],
        cwd=ROOT,
        capture_output=True,
        timeout=TIMEOUT_s,
    )
    assert done.returncode == NO_GAME
    assert b"standard input" in done.stderr and b"Traceback" not in done.stderr


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_a_full_disk_is_said_in_words(game_file):
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [*REPLAY, game_file(SETUP)], cwd=ROOT, stdout=full, stderr=subprocess.PIPE, timeout=60
        )
    assert done.returncode == NO_GAME
    assert done.stderr == b"replay: the answers cannot be written: No space left on device.\n"


# -- the form of a line ---------------------------------------------------------------------------

DEEP = 100_000
NOT_JSON = {
    "blank": b"",
    "spaces": b"   ",
    "word": b"bid",
    "half an object": b'{"bid": 5',
    "two values": b'{"bid": 5} {"bid": 6}',
    "a value and a comma": b'{"bid": 5},',
    "comma at the end": b'{"bid": 5,}',
    "single quotes": b"{'bid': 5}",
    "comment": b'{"bid": 5} // five',
    "NaN": b'{"bid": NaN}',
    "Infinity": b'{"bid": Infinity}',
    "-Infinity": b'{"bid": -Infinity}',
    "bare NaN": b"NaN",
    "leading zero": b'{"bid": 05}',
    "plus sign": b'{"bid": +5}',
    "hexadecimal": b'{"bid": 0x5}',
    "control character": b'{"bid": "a\tb"}',
    "byte order mark": b'\xef\xbb\xbf{"bid": 5}',
    "not UTF-8": b'{"bid": "\xff"}',
    "overlong UTF-8": b'{"bid": "\xc0\xaf"}',
    "a surrogate in UTF-8": b'{"bid": "\xed\xa0\x80"}',
    "cut UTF-8": b'{"bid": "\xc4"}',
    "UTF-16": '{"bid": 5}'.encode("utf-16"),
    "NUL": b'{"bid": 5}\0',
    "lists too deep": b"[" * DEEP + b"]" * DEEP,
    "only opened": b"[" * DEEP,
    "objects too deep": b'{"bid":' * DEEP + b"5" + b"}" * DEEP,
    "too long a number": b'{"bid": ' + b"9" * DEEP + b"}",
    "U+2028 between": '{"bid": 5}\u2028'.encode(),
    "U+0085 between": '{"bid": 5}\u0085'.encode(),
}


@pytest.mark.parametrize("line", NOT_JSON.values(), ids=NOT_JSON.keys())
def test_not_json(line):
    status, answers = in_process(SETUP + b"\n" + line + b'\n{"bid": 6}\n')
    assert [answer.get("error") for answer in answers] == [None, "bad-json", None]
    assert answers[1]["state"] == answers[0]["state"]
    assert status == REFUSED


@pytest.mark.parametrize("line", NOT_JSON.values(), ids=NOT_JSON.keys())
def test_not_json_where_the_setup_should_be(line):
    status, answers = in_process(line + b"\n" + SETUP + b"\n")
    assert [answer["error"] for answer in answers] == ["bad-json", "bad-setup"]
    assert [answer["state"] for answer in answers] == [None, None]
    assert status == NO_GAME


ACCEPTED_FORMS = {
    "spaces around": b' \t{ "bid" : 6 }\t ',
    "carriage return": b'{"bid": 6}\r',
    "carriage return inside": b'{"bid":\r6}',
    "last of two keys": b'{"bid": "x", "bid": 6}',
    "escaped key": b'{"\\u0062id": 6}',
}


@pytest.mark.parametrize("line", ACCEPTED_FORMS.values(), ids=ACCEPTED_FORMS.keys())
def test_other_ways_to_write_the_same(line):
    status, answers = in_process(SETUP + b"\n" + line + b"\n")
    assert status == ACCEPTED
    assert answers[1]["state"]["bid"] == 6


@pytest.mark.parametrize("number", ["6.0", "6e0", "true", '"6"', "null", "[6]", "1e999", "-0.0"])
def test_only_integers_are_numbers(number):
    status, answers = in_process(SETUP + b'\n{"bid": ' + number.encode() + b"}\n")
    assert answers[1]["error"] == "bad-value"
    assert answers[1]["state"] == answers[0]["state"]


@pytest.mark.parametrize("depth", [1, 10, 100, 500, 900, 980, 990, 1000, 5000, 20_000])
def test_any_depth_is_answered(depth):
    """Just below the parser's limit a value comes through, and nothing after it may stumble."""
    lists = b"[" * depth + b"]" * depth
    lines = [lists, b'{"bid": ' + lists + b"}", b'{"deal": ' + lists + b"}"]
    for line in lines:
        status, answers = in_process(SETUP + b"\n" + line + b"\n")
        assert answers[1]["error"] in ("bad-json", "unknown-event", "bad-value")
    for line in (lists, b'{"game": "meksiko", "players": ' + lists + b"}"):
        assert in_process(line + b"\n")[1][0]["error"] in ("bad-json", "bad-setup", "bad-players")


def test_names_in_any_script_and_lone_surrogates():
    names = ["Đ" * 12, "名" * 12, "\ud800"]
    setup = json.dumps({"game": "meksiko", "players": names}).encode()
    assert in_process(setup)[0] == ACCEPTED
    plain = json.dumps({"game": "meksiko", "players": names[:2] + ["č"]}, ensure_ascii=False)
    assert in_process(plain.encode())[0] == ACCEPTED
    for name in ("A\u2028", "A\u0085", "A\x7f", "A\\r", "A\\n"):  # content, not the end of a line
        status, answers = in_process(SETUP.replace(b"Ana", name.encode()))
        assert (status, len(answers)) == (ACCEPTED, 1)


def test_the_last_line_counts_without_a_line_feed():
    status, answers = in_process(SETUP + b'\n{"bid": 5}')
    assert (status, len(answers)) == (ACCEPTED, 2)


def test_numbers_of_any_size():
    call = b'{"call": ' + b"7" * 4000 + b"}"
    setup = b'{"game": "meksykanka", "players": ["Ana", "Bora"]}'
    status, answers = in_process(b"\n".join((setup, b'{"start": 0}', call, call)))
    assert [answer.get("error") for answer in answers] == [None, None, None, "call-too-low"]
    assert str(answers[2]["state"]["call"]) == "7" * 4000


def test_a_line_may_have_a_mebibyte():
    """More is refused like everything that a parser cannot take; the game goes on."""
    bid = b'{"bid": ' + b" " * (LONGEST_LINE_bytes - 10) + b"5}"
    assert len(bid) == LONGEST_LINE_bytes
    done = run("-", given=b"\n".join([SETUP, b" " + bid, bid, b" " * (1 << 25), b""]))
    answers = parsed(done.stdout)
    assert [answer.get("error") for answer in answers] == [None, "bad-json", None, "bad-json"]
    assert str(LONGEST_LINE_bytes) in answers[1]["message"]
    assert answers[3]["state"]["bid"] == 5
    assert done.returncode == REFUSED


def test_a_long_game():
    """No limit on the length: a game that is undone and played on, fifty thousand lines of it."""
    lines = [SETUP] + [b'{"bid": 5}', b'{"bid": 6}', b'{"undo": true}', b'{"undo": true}'] * 12_500
    done = run("-", given=b"\n".join(lines))
    answers = parsed(done.stdout)
    assert done.returncode == ACCEPTED
    assert len(answers) == len(lines)
    assert answers[-1] == answers[0]


# -- streams --------------------------------------------------------------------------------------


@pytest.fixture
def conversation():
    """The command at work on a pipe; it is ended when the test is over."""
    process = subprocess.Popen(
        [*REPLAY, "-"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        # What a shell starts in the background ignores Ctrl-C, and hands that on.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    # A test that would wait for an answer for ever fails instead: the pipe ends with the process.
    alarm = threading.Timer(TIMEOUT_s, process.kill)
    alarm.start()
    yield process
    alarm.cancel()
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout, process.stderr):
        pipe.close()


def line_of(pipe) -> bytes:
    """One line from an unbuffered pipe."""
    line = b""
    while not line.endswith(b"\n"):
        byte = pipe.read(1)
        assert byte, f"the pipe ended after {line!r}"
        line += byte
    return line


def test_a_pipe_gets_each_answer_as_soon_as_its_line_is_complete(conversation):
    game = new_game(json.loads(SETUP))
    conversation.stdin.write(SETUP + b"\n")
    assert json.loads(line_of(conversation.stdout))["ok"]
    for bid in (5, "pass", 6, "pass"):
        line = json.dumps({"bid": bid}).encode() + b"\n"
        conversation.stdin.write(line[:4])
        conversation.stdin.write(line[4:])
        game.apply("bid", bid)
        assert json.loads(line_of(conversation.stdout))["state"] == game.state()
    conversation.stdin.write(b'{"trump": "hearts"}\n{"tricks": [3, 3, 4]}\n{"bid"')
    assert json.loads(line_of(conversation.stdout))["state"]["trump"] == "hearts"
    assert json.loads(line_of(conversation.stdout))["state"]["hand"] == 2
    conversation.stdin.write(b": 5}")
    conversation.stdin.close()
    assert json.loads(line_of(conversation.stdout))["state"]["bid"] == 5
    assert conversation.stdout.read() == b""
    assert conversation.wait(TIMEOUT_s) == ACCEPTED


def test_a_reader_that_goes_away_is_no_error(conversation):
    conversation.stdout.close()
    conversation.stdin.write(SETUP + b"\n")
    assert conversation.wait(TIMEOUT_s) == BROKEN_PIPE
    assert conversation.stderr.read() == b""


def test_ctrl_c_is_no_error(conversation):
    conversation.stdin.write(SETUP + b"\n")
    line_of(conversation.stdout)
    conversation.send_signal(signal.SIGINT)
    assert conversation.wait(TIMEOUT_s) == INTERRUPTED
    assert conversation.stderr.read() == b""


def test_a_slow_and_long_line_is_not_copied_again_and_again():
    """Piece by piece, a line costs as much as in one: each piece is looked at once."""

    class Piece(bytes):
        looked_at = 0

        def split(self, *arguments):
            Piece.looked_at += len(self)
            return super().split(*arguments)

    pieces = [Piece(b" " * 100) for _ in range(1000)]
    status, answers = in_process(SETUP, *pieces, Piece(b"\n"))
    assert (status, len(answers)) == (ACCEPTED, 1)
    assert Piece.looked_at == 100 * 1000 + 1


def test_replay_loads_neither_screens_nor_pictures(game_file):
    program = (
        "import sys; from host_sim.__main__ import main; main(sys.argv[1:]);"
        "names = {name.split('.')[0] for name in sys.modules};"
        "sys.exit(str(names & {'PIL', 'blessed', 'platformdirs', 'kibitz', 'asyncio'} or ''))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, "replay", game_file(SETUP)],
        cwd=ROOT,
        capture_output=True,
        timeout=TIMEOUT_s,
    )
    assert done.stderr.strip() == b""


@pytest.mark.parametrize(("name", "full"), KINDS)
def test_the_answers_are_what_json_makes_of_them(name, full):
    """The texts of values are kept: none is taken for another, neither True for 1."""
    for seed in range(5):
        lines = [json.dumps(line).encode() for line in play(name, seed, full)]
        for at in range(3, len(lines), 7):
            lines[at:at] = [b'{"undo": true}', b"{", '{"bid": "ž\\"\\u0000"}'.encode(), b"[1]"]
        replayer, wanted = Replayer(), []
        for line in lines:
            wanted.append(json.dumps(replayer.answer(command.parse(line))) + "\n")
        written: list[bytes] = []
        chunks = [b"\n".join(lines) + b"\n", b""]
        assert command.replay(lambda size, c=chunks: c.pop(0), written.append) == REFUSED
        assert b"".join(written).decode("ascii") == "".join(wanted)


def test_many_lines_that_came_at_once_are_answered_bit_by_bit():
    """The reader of a pipe gets the first answers before the last lines are looked at."""
    written = []
    chunks = iter([SETUP + b"\n" * 5000, b""])
    assert command.replay(lambda size: next(chunks), written.append) == REFUSED
    assert len(written) > 50 and sum(data.count(b"\n") for data in written) == 5000
