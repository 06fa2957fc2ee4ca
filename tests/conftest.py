"""What the whole suite shares. Its presence puts this folder on the module path, so that every
test can import `support`."""

import sys

import pytest


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
