"""What nobody on the device asks for is not there."""

import ast

import pytest

from host_sim import bundle
from host_sim.brief import Modules
from host_sim.unasked import Unasked

GAME = """\
class Game:
    def tells(self):
        return _listed(self.now)

    @property
    def over(self):
        return self.now == ()

    def play(self):
        return self.over

class Cards(Game):
    def tells(self):
        return super().tells()

def _listed(value):
    return value

class Storage:
    def tells(self):
        pass
"""


def brief(source, others=(), outside=()):
    sources = {"app/one.py": source, **{f"app/{n}.py": text for n, text in enumerate(others)}}
    return Modules(sources, Unasked(sources, outside, ("app",))).brief("app/one.py")


def defined(source):
    kinds = (ast.FunctionDef, ast.ClassDef)
    return [part.name for part in ast.walk(ast.parse(source)) if isinstance(part, kinds)]


def test_what_nobody_asks_for_is_taken_out():
    assert (
        brief(GAME, ["from one import Cards\nCards().play()"])
        == """\
class Game:
    pass

    @property
    def over(self):
        return self.now == ()

    def play(self):
        return self.over

class Cards(Game):
    pass

pass

pass
"""
    )


@pytest.mark.parametrize(
    "asks",
    [
        "from one import Cards\nprint(Cards().tells())",
        "import one\nask = one.Cards().tells",
        "from one import Cards\nprint(getattr(Cards(), 'tells'))",
    ],
)
def test_what_somebody_asks_for_stays(asks):
    wanted = ["Game", "Cards", "_listed", "tells", "tells"]
    for made in (brief(GAME, [asks]), brief(GAME, (), [asks])):
        assert defined(made) == wanted, made


@pytest.mark.parametrize(
    "source",
    [
        "class Flash(AbstractBlockDevice):\n    def ioctl(self):\n        pass\nFlash()",
        "class Sum:\n    def __len__(self):\n        return 1\nSum()",
        "class Sum:\n    def _do(self):\n        pass\n    RULES = (_do,)\nSum()",
        "def up():\n    def down():\n        pass\nup()",
    ],
)
def test_what_is_asked_for_otherwise_stays(source):
    assert brief(source) == source


def test_only_of_our_packages_something_is_taken_out():
    assert Unasked({"on_board.py": GAME}, (), ("app",)).lines("on_board.py") == []


def test_a_device_tells_no_states_of_transcripts():
    files = {name: path for name, path in bundle.installed().items() if name not in bundle.SOURCES}
    made = bundle.briefly(files)
    assert "Storage" not in defined(made["kibitz/world.py"])
    for name in ("game", "meksiko", "meksykanka", "rummy", "counter"):
        there = defined(made[f"rules_core/{name}.py"])
        assert not {"tells", "state", "can"} & set(there) and "_begin" in there
    assert defined(made["display.py"]) == defined(files["display.py"].read_text("utf-8"))
