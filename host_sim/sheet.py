"""`python -m host_sim sheet FILE`: the score sheet of a transcript, as a person would write it.

A line for every hand, round or cycle: who dealt, what was bid or called, made or failed, points and
totals; then who won and why. As text for people, CSV for spreadsheets, JSON for programs.
"""

import argparse
import csv
import json
import sys
from collections.abc import Iterator

from tabulate import tabulate

from host_sim import replay
from rules_core.dice import result
from rules_core.transcript import NO_GAME, Replayer

from .untrusted import csv_text, printable

# Why somebody has won: how their name goes on. {0} is the total.
REASONS = {
    "highest": "wins with the highest total, {0}.",
    "tie-declarer": "wins: the declarer of the last hand, among those with {0}.",
    "tie-tricks": "wins: with most tricks in the last hand, among those with {0}.",
    "tie-shared": "share the win with {0} each.",
    "last-in": "wins as the last one in.",
    "lowest": "wins with the lowest total, {0}.",
    "tie-outs": "wins: out in more rounds, among those with {0}.",
}


# -- a line of each game --------------------------------------------------------------------------
#
# Each gives three dictionaries: what stands at the left of the line in print; the facts behind it
# for programs; and the numbers that every seat gets.


def _hand(game, number, record) -> tuple[dict, dict, dict]:
    bid = str(record.bid) if record.trump is None else f"{record.bid} {record.trump}"
    outcome = "made" if record.made else "failed"
    names = game.players
    dealer, declarer = names[record.dealer], names[record.declarer]
    left = {
        "hand": number,
        "dealer": dealer,
        "bid": f"{declarer} {bid}",
        "result": outcome,
        "tricks": "-".join([str(number) for number in record.tricks]),
    }
    facts = {
        "hand": number,
        "dealer": dealer,
        "declarer": declarer,
        "bid": record.bid,
        "trump": record.trump,
        "result": outcome,
    }
    return left, facts, {"tricks": record.tricks, "points": record.points, "total": record.scores}


def _cycle(game, number, record) -> tuple[dict, dict, dict]:
    names = game.players
    caller, other, loser = names[record.caller], names[record.other], names[record.loser]
    found = [f"{dice[0]}-{dice[1]} ({result(dice)})" for dice in record.rolls]
    if record.kind == "check":
        call = f"{caller} calls {record.call}"
        answer = f"{other} checks: {found[0]}"
    else:
        call = f"{caller} shows meksykanka"
        answer = f"{other} rolls {', '.join(found)}"
    left = {"cycle": number, "call": call, "answer": answer, "skucha": loser}
    facts = {
        "cycle": number,
        "kind": record.kind,
        "caller": caller,
        "call": record.call,
        "other": other,
        "rolls": record.rolls,
        "skucha": loser,
    }
    points = [int(seat == record.loser) for seat in range(len(names))]
    return left, facts, {"points": points, "total": record.scores}


def _round(game, number, record) -> tuple[dict, dict, dict]:
    left = {
        "round": number,
        "dealer": game.players[record.dealer],
        "out": "(blocked)" if record.out is None else game.players[record.out],
    }
    facts = dict(left, out=None) if record.out is None else left
    return left, facts, {"points": record.penalties, "total": record.scores}


def _count(game, number, record) -> tuple[dict, dict, dict]:
    left = {"line": number}
    return left, left, {"points": record.points, "total": record.scores}


LINES = {
    "meksiko": _hand,
    "meksiko-club": _hand,
    "meksykanka": _cycle,
    "mexican-rummy": _round,
    "counter": _count,
}


def lines(game) -> Iterator[tuple[dict, dict, dict]]:
    """All lines of the sheet so far."""
    line = LINES[game.name]
    for number, record in enumerate(game.log, 1):
        yield line(game, number, record)


# -- the three forms ------------------------------------------------------------------------------


def ending(game) -> str:
    """Who won and why; or that the game goes on."""
    outcome = game.outcome()
    if outcome is None:
        return "The game is not over."
    winners, why = outcome
    names = " and ".join([game.players[seat] for seat in winners])
    return f"{names} {REASONS[why].format(game.scores[winners[0]])}"


def as_text(game) -> str:
    """The sheet in columns, a column a player with what each line brought and the new total."""
    rows = []
    for left, _, numbers in lines(game):
        cells = [*left.values(), *_totals(game, numbers)]
        rows.append([printable(str(cell)) for cell in cells])
        headers = [*left, *[printable(name) for name in game.players]]
    options = ", ".join([f"{name} {json.dumps(value)}" for name, value in game.options.items()])
    title = f"{game.name}: {', '.join(game.players)}"
    table = tabulate(rows, headers, disable_numparse=True) if rows else "Nothing is booked yet."
    return "\n".join([printable(title), f"({options})", "", table, "", printable(ending(game))])


def _totals(game, numbers: dict) -> list[str]:
    """For each seat what the line brought and the new total; skuchas are too few to add up."""
    if game.name == "meksykanka":
        return [str(total) for total in numbers["total"]]
    return [f"{p:+d} = {t}" for p, t in zip(numbers["points"], numbers["total"], strict=True)]


def as_csv(game, out) -> None:
    """The sheet as comma-separated values; a column a player and kind of number.

    The last row tells the ending: `ending`, then the sentence.
    """
    writer = csv.writer(out, lineterminator="\n")
    for place, (_, facts, numbers) in enumerate(lines(game)):
        if not place:
            heads = [f"{kind} {name}" for kind in numbers for name in game.players]
            writer.writerow([csv_text(head) for head in [*facts, *heads]])
        cells = [*facts.values(), *[n for row in numbers.values() for n in row]]
        writer.writerow([_csv_cell(cell) for cell in cells])
    writer.writerow(["ending", _csv_cell(ending(game))])


def _csv_cell(value) -> str:
    """A value in a cell; rolls as `3-4 2-1`."""
    if value is None:
        return ""
    if isinstance(value, tuple):
        return " ".join([f"{first}-{second}" for first, second in value])
    return csv_text(value) if isinstance(value, str) else str(value)


def as_json(game) -> dict:
    """The sheet for programs; numbers are lists in seat order."""
    rows = [facts | numbers for _, facts, numbers in lines(game)]
    outcome = game.outcome()
    return {
        "game": game.name,
        "players": game.players,
        "options": game.options,
        "rows": rows,
        "total": game.scores,
        "over": game.over,
        "winners": [game.players[seat] for seat in outcome[0]] if outcome else [],
        "why": outcome[1] if outcome else None,
        "ending": ending(game),
    }


# -- the command ----------------------------------------------------------------------------------


def read_game(name: str) -> Replayer:
    """The transcript in a file (`-`: standard input); refused lines are told on stderr. OSError."""
    replayer = Replayer()
    is_stdin = name == "-"
    with open(0 if is_stdin else name, "rb", closefd=not is_stdin) as file:
        for chunk in replay.chunks_of_lines(file.read1):
            for line in chunk:
                answer = replayer.answer(replay.parse(line))
                if not answer["ok"]:
                    print(
                        f"sheet: line {replayer.lines} is refused ({answer['error']}).",
                        printable(answer["message"]),
                        file=sys.stderr,
                    )
    return replayer


def main(arguments: list[str]) -> int:
    """Print the score sheet; the exit status, as that of a replay."""
    parser = argparse.ArgumentParser(
        prog="python -m host_sim sheet",
        description="Prints the score sheet of a transcript.",
        epilog="Exit status: 0 every line was accepted, 1 one was refused, 2 there was no game.",
    )
    parser.add_argument("file", metavar="FILE", help="a transcript; - for standard input")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--csv", action="store_true", help="comma-separated values")
    form.add_argument("--json", action="store_true", help="one JSON object")
    wanted = parser.parse_args(arguments)
    try:
        replayer = read_game(wanted.file)
    except OSError as error:
        print(f"sheet: {printable(wanted.file)} cannot be read: {error.strerror}.", file=sys.stderr)
        return NO_GAME
    if replayer.game is None:
        print(f"sheet: there is no game in {printable(wanted.file)}.", file=sys.stderr)
        return NO_GAME
    sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]
    if wanted.json:
        print(json.dumps(as_json(replayer.game)))
    elif wanted.csv:
        as_csv(replayer.game, sys.stdout)
    else:
        print(as_text(replayer.game))
    return replayer.status()
