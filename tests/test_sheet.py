"""The score sheet of a transcript: text for people, CSV, JSON."""

import csv
import io
import json
import pathlib
import subprocess
import sys

import pytest

from host_sim.sheet import REASONS

CASES = sorted(
    path
    for path in (pathlib.Path(__file__).parent / "cases").glob("*.jsonl")
    if ".expected" not in path.name
)
PLAYED = [path for path in CASES if path.stem != "refused-setup"]


def sheet(*arguments, text=None, **more):
    return subprocess.run(
        [sys.executable, "-m", "host_sim", "sheet", *map(str, arguments)],
        input=text,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        **more,
    )


def lines(*events):
    return "".join([json.dumps(event) + "\n" for event in events])


def last_answer(case):
    answers = case.with_suffix(".expected.jsonl").read_text("utf-8").splitlines()
    return json.loads(answers[-1])


HAND = [
    {"game": "meksiko", "players": ["Ana", "Bora", "Ceca"], "options": {"target": 21}},
    {"bid": 5},
    {"bid": 7},
    {"bid": "pass"},
    {"bid": "pass"},
    {"trump": "bells"},
    {"tricks": [1, 3, 6]},
    {"bid": "meksiko"},
    {"tricks": [0, 10, 0]},
    {"bid": "meksiko"},
    {"tricks": [10, 0, 0]},
]


def test_text_is_a_line_a_hand_with_dealer_bid_outcome_points_and_totals():
    run = sheet("-", text=lines(*HAND))
    assert run.returncode == 0 and not run.stderr
    rows = [line.split() for line in run.stdout.splitlines()]
    table = [row for row in rows if row and row[0].isdigit()]
    assert table == [
        "1 Ana Ceca 7 diamonds failed 1-3-6 +1 = 1 +3 = 3 -7 = -7".split(),
        "2 Bora Ceca meksiko failed 0-10-0 +0 = 1 +10 = 13 -20 = -27".split(),
        "3 Ceca Ana meksiko made 10-0-0 +20 = 21 +0 = 13 +0 = -27".split(),
    ]
    assert "target 21" in run.stdout
    assert run.stdout.rstrip().endswith("Ana wins with the highest total, 21.")


def tie(last_tricks):
    """Ana and Bora have 20 each before the last hand, of which Ceca is the declarer."""
    return meksiko(*[(5, 5, 0)] * 4, last_tricks)


@pytest.mark.parametrize(
    "last_tricks, winners, why",
    [
        ([5, 5, 0], ["Ana", "Bora"], "tie-shared"),
        ([6, 4, 0], ["Ana"], "highest"),
    ],
)
def test_a_tie_is_told_with_its_reason(last_tricks, winners, why):
    told = json.loads(sheet("--json", "-", text=lines(*tie(last_tricks))).stdout)
    assert (told["winners"], told["why"]) == (winners, why)
    assert " and ".join(winners) in told["ending"]


def test_the_winners_of_each_case_are_told_by_name():
    for case in [case for case in PLAYED if last_answer(case)["state"]["over"]]:
        told = json.loads(sheet("--json", case).stdout)
        seats = last_answer(case)["state"]["winners"]
        assert told["winners"] == [told["players"][seat] for seat in seats]
        assert all(name in told["ending"] for name in told["winners"])


def test_unfinished_game_says_so():
    run = sheet("-", text=lines(*HAND[:7]))
    assert run.stdout.rstrip().endswith("The game is not over.")
    run = sheet("-", text=lines(*HAND[:2]))
    assert "Nothing is booked yet." in run.stdout and run.returncode == 0


@pytest.mark.parametrize("case", PLAYED, ids=lambda case: case.stem)
def test_json_and_csv_agree_with_the_state_of_each_case(case):
    state = last_answer(case)["state"]
    run = sheet("--json", case)
    told = json.loads(run.stdout)
    assert told["total"] == state["scores"] and told["over"] == state["over"]
    seats = len(told["players"])
    points = [[0] * seats] + [row["points"] for row in told["rows"]]
    assert [sum(column) for column in zip(*points, strict=True)] == state["scores"]
    *table, ending = csv.reader(io.StringIO(sheet("--csv", case).stdout))
    assert ending == ["ending", told["ending"]]
    table = [dict(zip(table[0], row, strict=True)) for row in table[1:]]
    assert len(table) == len(told["rows"])
    if table:
        totals = [int(table[-1][f"total {name}"]) for name in told["players"]]
        assert totals == state["scores"]


def test_the_club_books_points_after_the_floor():
    case = next(case for case in CASES if case.stem == "club-game")
    rows = json.loads(sheet("--json", case).stdout)["rows"]
    for before, row in zip(rows, rows[1:], strict=False):
        gained = [t - b for b, t in zip(before["total"], row["total"], strict=True)]
        assert gained == row["points"] and min(row["total"]) >= 0


def test_refused_lines_are_told_with_their_number_and_the_rest_counts():
    game = [HAND[0], {"bid": "pass"}, *HAND[1:7]]
    run = sheet("-", text=lines(*game))
    assert run.returncode == 1
    assert "line 2 is refused (must-bid)" in run.stderr and "7 diamonds" in run.stdout


@pytest.mark.parametrize("text", ["", "\n", "{}\n", '{"game": "poker"}\n'])
def test_no_game_is_said_in_a_sentence(text):
    run = sheet("-", text=text)
    assert run.returncode == 2 and "there is no game" in run.stderr and not run.stdout


def test_a_missing_file_is_said_in_a_sentence(tmp_path):
    run = sheet(tmp_path / "nowhere.jsonl")
    assert run.returncode == 2 and "cannot be read" in run.stderr


def test_names_cannot_steer_the_terminal_nor_break_the_output():
    names = ["\x1b[2J", 'a,\n"b', "\ud800\u202e"]
    game = [dict(HAND[0], players=names), *HAND[1:]]
    for form in ([], ["--csv"], ["--json"]):
        run = sheet(*form, "-", text=lines(*game))
        assert run.returncode == 0 and not run.stderr
        assert "\x1b" not in run.stdout
    table = list(csv.reader(io.StringIO(sheet("--csv", "-", text=lines(*game)).stdout)))
    assert len(table) == 5 and len({len(row) for row in table[:-1]}) == 1


def test_an_ascii_terminal_gets_the_sheet_too():
    game = [dict(HAND[0], players=["Đorđe", "Żaneta", "Jürgen"]), *HAND[1:]]
    run = sheet("-", text=lines(*game), env={"PYTHONIOENCODING": "ascii", "PATH": "/usr/bin:/bin"})
    assert run.returncode == 0 and "Đ" not in run.stdout
    assert "10-0-0" in run.stdout


def test_a_name_is_no_formula():
    game = [dict(HAND[0], players=["=1+1", "+2", "Ceca"]), *HAND[1:]]
    table = list(csv.reader(io.StringIO(sheet("--csv", "-", text=lines(*game)).stdout)))
    assert not [cell for row in table for cell in row if cell[:1] in "=@" and cell]


def meksiko(*hands):
    """A game to 21 in which everybody in turn is declarer of a five; the tricks of each hand."""
    game = [HAND[0]]
    for tricks in hands:
        game += [{"bid": 5}, {"bid": "pass"}, {"bid": "pass"}, {"trump": "hearts"}]
        game += [{"tricks": list(tricks)}]
    return game


def rummy(*rounds):
    """A game of five rounds: who went out, and the penalties."""
    setup = {"game": "mexican-rummy", "players": ["Ana", "Bora"], "options": {"single": True}}
    return [setup, *[{"round": {"out": out, "hands": hands}} for out, hands in rounds]]


ANA, BORA = (0, [0, 10]), (1, [10, 0])
DICE = {"game": "meksykanka", "players": ["Ana", "Bora"], "options": {"lives": 1}}
ENDINGS = {
    "highest": (HAND, "Ana wins with the highest total, 21."),
    "tie-declarer": (
        meksiko((5, 0, 5), (2, 1, 7), (7, 3, 0), (2, 4, 4), (5, 0, 5)),
        "Ceca wins: the declarer of the last hand, among those with 21.",
    ),
    "tie-tricks": (
        meksiko((4, 6, 0), (8, 1, 1), (5, 3, 2), (0, 9, 1), (6, 4, 0)),
        "Ana wins: with most tricks in the last hand, among those with 23.",
    ),
    "tie-shared": (tie([5, 5, 0]), "Ana and Bora share the win with 25 each."),
    "last-in": (
        [DICE, {"start": 0}, {"call": 65}, {"check": [3, 1]}],
        "Bora wins as the last one in.",
    ),
    "lowest": (rummy(ANA, ANA, ANA, BORA, BORA), "Ana wins with the lowest total, 20."),
    "tie-outs": (
        rummy(ANA, ANA, (1, [20, 0]), (None, [5, 5]), (None, [5, 5])),
        "Ana wins: out in more rounds, among those with 30.",
    ),
}


@pytest.mark.parametrize("why", REASONS)
def test_every_reason_is_told_in_a_sentence(why):
    game, sentence = ENDINGS[why]
    told = json.loads(sheet("--json", "-", text=lines(*game)).stdout)
    assert (told["why"], told["ending"]) == (why, sentence)


@pytest.mark.parametrize("form", [[], ["--csv"]])
def test_a_reader_that_has_seen_enough_gets_no_traceback(form):
    command = f"{sys.executable} -m host_sim sheet {' '.join(form)} - | true"
    run = subprocess.run(
        ["bash", "-c", command], input=lines(*HAND), capture_output=True, encoding="utf-8"
    )
    assert not run.stderr


@pytest.mark.skipif(not pathlib.Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_output_that_cannot_be_written_is_said_in_a_sentence():
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-m", "host_sim", "sheet", "-"]
        run = subprocess.run(
            command, input=lines(*HAND), stdout=full, stderr=subprocess.PIPE, encoding="utf-8"
        )
    assert run.returncode == 2
    assert run.stderr == "kibitz: the output cannot be written: No space left on device.\n"
