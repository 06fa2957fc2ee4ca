"""Key scripts: every kind of token, and what is said of those that are none."""

import pytest

from host_sim.device import LONG_ms, ScriptedDevice, SHORT_ms
from host_sim.script import Player, Press, ScriptError, Shot, Wait, load, parse
from kibitz.keys import KEY_A, KEY_B, KEY_C, KEY_M


def facts(text):
    return [tuple(vars(step).values()) for step in parse(text)]


def test_every_token():
    assert facts("a b\nc m") == [(key, SHORT_ms, 1) for key in (KEY_A, KEY_B, KEY_C, KEY_M)]
    assert facts("A B C M") == [(key, LONG_ms, 1) for key in (KEY_A, KEY_B, KEY_C, KEY_M)]
    assert facts("a*5 B*2") == [(KEY_A, SHORT_ms, 5), (KEY_B, LONG_ms, 2)]
    assert facts("a:1500 b:700*3") == [(KEY_A, 1500, 1), (KEY_B, 700, 3)]
    assert facts("wait:500 shot:home shot:won-1.b") == [(500,), ("home",), ("won-1.b",)]
    assert [type(step) for step in parse("a wait:1 shot:x")] == [Press, Wait, Shot]


def test_comments_and_blanks_are_nothing():
    assert facts("# nothing\n\n   \n\ta # b c\n#m") == [(KEY_A, SHORT_ms, 1)]


@pytest.mark.parametrize(
    "token",
    ["d", "ab", "a*", "a:", "a*x", "wait", "wait:", "shot:", "shot:../x", "a*5:3", "*3",
     "a*-1", "wait:1.5", "q", "shot:a/b", "a*٣"],
)  # fmt: skip
def test_unknown_tokens_are_refused_with_line_and_help(token):
    with pytest.raises(ScriptError) as refusal:
        parse(f"a b # fine\n\nc {token}")
    text = str(refusal.value)
    assert text.startswith("line 3: ")
    assert repr(token) in text
    assert all(word in text for word in ("a b c m", "A B C M", "a:1500", "a*5", "wait:", "shot:"))


@pytest.mark.parametrize("token", ["a*0", "a:0", "wait:0", "a*99999", "wait:" + "9" * 5000])
def test_numbers_have_bounds(token):
    with pytest.raises(ScriptError, match=r"line 1: the number in .* must be from 1 to \d+"):
        parse(token)


def test_a_script_is_a_text_or_a_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "evening.keys").write_text("a b # č\n", encoding="utf-8")
    (tmp_path / "wrong").write_bytes(b"\xff")
    (tmp_path / "a").mkdir()
    assert load("evening.keys") == "a b # č\n"
    assert load("a") == "a"  # a folder is no script
    assert load("a b c " * 1000) == "a b c " * 1000
    assert load("a\nb\0") == "a\nb\0"
    with pytest.raises(ScriptError, match="wrong cannot be read"):
        load("wrong")


class Typist:
    """An app that shows how many keys went down, and keeps the times."""

    def __init__(self, world):
        self.world = world
        self.count = 0
        self.readings = []
        self.buffer = bytearray(1024)

    def tick(self, now_ms, readings):
        for _, mask in readings:
            self.readings.append(mask)
            self.count += mask != 0
        self.buffer[0] = self.count
        self.world.display.show(self)
        return None


def test_a_script_is_played():
    shots = []
    device = ScriptedDevice(Typist)
    player = Player(device, lambda name, frame: shots.append((name, frame[0])))
    player.start()
    player.play("shot:first a*2 B shot:then wait:5000 c:2000 shot:last")
    assert shots == [("first", 0), ("then", 3), ("last", 4)]
    assert device.app.readings == [0, 1, 0, 1, 0, 2, 0, 4, 0]
    assert player.presses == 4
    assert device.clock.elapsed_ms() > 5000 + 2000 + LONG_ms


def test_a_script_with_a_fault_presses_nothing():
    device = ScriptedDevice(Typist)
    player = Player(device)
    player.start()
    with pytest.raises(ScriptError):
        player.play("a b c\nx")
    assert player.presses == 0
