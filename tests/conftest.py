"""What the whole suite shares. Its presence puts this folder on the module path, so that every
test can import `support`."""

import sys

import pytest

from support import told_of_cuts, told_of_files


@pytest.fixture(autouse=True)
def english_afterwards():
    """Whatever language a test has chosen, the next one finds the first of them."""
    yield
    words = sys.modules.get("kibitz.words")
    if words:
        words.use(words.CODES[0])


@pytest.fixture
def glass(monkeypatch):
    """What is drawn on the glass, with strict fonts."""
    from glass import note_all  # the tests of the rules need no app

    return note_all(monkeypatch)


def pytest_terminal_summary(terminalreporter):
    """How many power cuts there were in all (tests/board/test_power_cuts.py), how many bad files
    (tests/test_bad_files.py)."""
    passed = terminalreporter.stats.get("passed", [])
    noted = [noted for report in passed for noted in report.user_properties]
    found = [value for name, value in noted if name == "bad files"]
    if found:
        tried, last = sum(one["tried"] for one in found), sum(one["last"] for one in found)
        terminalreporter.write_line(told_of_files(tried, last))
    found = [value for name, value in noted if name == "cuts"]
    if found:
        tried, twice = sum(one["tried"] for one in found), sum(one["twice"] for one in found)
        games = {one["game"] for one in found}
        terminalreporter.write_line(told_of_cuts(tried, twice, len(games)))
