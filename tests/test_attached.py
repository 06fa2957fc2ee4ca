"""A board on the cable: what is read from it and written to it by mpremote."""

import importlib.util

import pytest

from host_sim import attached
from serial_board import plugged_in

FOLDER = "/kibitz-saves"
BYTES = bytes(range(256)) * 5


def test_files_come_and_go_whole(tmp_path):
    image = tmp_path / "flash.img"
    with plugged_in(image) as port:
        with attached.Board(port) as board:
            assert board.sizes(FOLDER) == {}
            board.make_folder(FOLDER)
            board.make_folder(FOLDER)
            board.write(f"{FOLDER}/ž 'x'.bin", BYTES)
            board.write(f"{FOLDER}/empty", b"")
            board.write(f"{FOLDER}/empty", b"now not")
            assert board.sizes(FOLDER) == {"ž 'x'.bin": len(BYTES), "empty": 7}
            assert board.read(f"{FOLDER}/ž 'x'.bin") == BYTES
            assert board.read(f"{FOLDER}/ž 'x'.bin", most_bytes=700) == BYTES[:700]
    assert b"littlefs" in image.read_bytes()[:64]  # so it was a real one


def test_a_snippet_prints_or_tells_its_trouble(tmp_path):
    with plugged_in(tmp_path / "flash.img") as port:
        board = attached.Board(port)
        board.run("x = 20")
        assert board.run("print(x + 1)").strip() == "21"
        with pytest.raises(attached.BoardError, match="The board answers: ValueError: no"):
            board.run("raise ValueError('no\\x1b[2J')")
        with pytest.raises(attached.BoardError, match="ENOENT"):
            board.read("/nowhere")


def test_the_board_starts_anew_at_the_end(tmp_path):
    with plugged_in(tmp_path / "flash.img") as port:
        with attached.Board(port) as board:
            assert board.read("/starts") == b"x"
        with attached.Board(port) as board:
            assert board.read("/starts") == b"xx"


def test_no_board_is_said_in_words():
    with pytest.raises(attached.BoardError, match="/dev/nowhere"):
        attached.Board("/dev/nowhere")


def test_no_mpremote_is_said_in_words(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(attached.BoardError, match="pip install mpremote"):
        attached.Board()
