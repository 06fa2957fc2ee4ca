"""Saved games and settings: what is written, what is read back, and what a damaged flash does."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app_driver import SPOKEN, Driver, FakeStorage, FakeWorld
from kibitz import games, table
from kibitz.app import App
from kibitz.journal import COPIES, Game, Journal, numbers
from kibitz.keys import KEY_C
from kibitz.saves import NAMES_KEPT, Settings, checked, number_of, setup_line, to_json
from kibitz.words import say, say_n
from rules_core.transcript import Replayer

SETUP = '{"game": "meksiko", "players": ["Ana", "Bora", "Ceca"], "dealer": 0, "options": {}}\n'
FIRST, SECOND = "game-0001.jsonl", "game-0002.jsonl"


def transcript(*events):
    return SETUP + "".join(json.dumps(event) + "\n" for event in events)


def saved(text, name=FIRST):
    return FakeStorage({name: text})


def kept(device, text):
    """True if a file has this text still, whatever it is called now."""
    return text in device.world.storage.files.values()


# -- lines -----------------------------------------------------------------------------------------

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(JSON)
def test_what_is_written_reads_back_the_same(value):
    line = to_json(value)
    assert json.loads(line) == value
    assert "\n" not in line
    line.encode("utf-8")


@given(st.text(st.characters(min_codepoint=0, max_codepoint=0x10FFFF), max_size=12))
def test_names_of_any_code_points_survive(name):
    assert json.loads(to_json(name).encode("utf-8")) == name


def test_half_a_surrogate_pair_survives():
    assert json.loads(to_json("a\ud800b").encode("utf-8")) == "a\ud800b"


def test_keys_are_written_in_one_order_on_every_runtime():
    assert to_json({"b": 1, "a": [True, None]}) == '{"a": [true, null], "b": 1}'


def test_the_setup_line_reads_as_people_write_it():
    setup = {"options": {}, "dealer": 1, "players": ["Ana"], "game": "meksiko"}
    assert (
        setup_line(setup) == '{"game": "meksiko", "players": ["Ana"], "dealer": 1, "options": {}}'
    )


# -- files -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "number"),
    [
        (FIRST, 1),
        ("game-0001.sum", 1),
        ("game-9.jsonl", 9),
        ("game-12345.jsonl", 12345),
        ("game-.jsonl", 0),
        ("game-x.jsonl", 0),
        ("game--1.jsonl", 0),
        ("xgame-0007.jsonl", 0),
        ("game-8.jsonl.bak", 0),
        ("game-²3.jsonl", 0),
        ("game-4", 0),
        ("game-" + "9" * 5000 + ".jsonl", 0),
        ("settings-0007.json", 0),
        (".lock", 0),
    ],
)
def test_the_number_in_a_name(name, number):
    assert number_of(name, "game", COPIES) == number
    assert numbers(FakeStorage({name: ""})) == ([number] if number else [])


def test_the_first_game_gets_the_first_number():
    device = Driver()
    device.start()
    names = ["settings-0001.json", "settings-a.txt", "settings-b.txt", "slot-a.txt"]
    assert device.world.storage.names() == names
    assert device.app.journal.name == FIRST


def test_the_journal_is_the_transcript():
    device = Driver()
    device.start("meksiko-club", dealer=1, bid_ten=True)
    device.type("caa" + "b" + "abc")
    first = json.loads(device.journal()[0])
    assert first["game"] == "meksiko-club"
    assert first["players"] == ["Ana", "Bora", "Ceca"]
    assert first["dealer"] == 1
    assert first["options"]["bid_ten"] is True
    assert device.events() == [
        {"bid": 5},
        {"bid": "pass"},
        {"bid": "pass"},
        {"trump": "hearts"},
        {"trick": 0},
        {"trick": 1},
        {"trick": 2},
    ]


def test_an_undo_is_a_line_of_its_own():
    device = Driver()
    device.start()
    device.type("c" + "mc" + "bc")
    assert device.events() == [{"bid": 5}, {"undo": True}, {"bid": 6}]


def test_the_picture_comes_before_the_flash():
    order = []
    device = Driver()
    device.start()
    display, storage = device.world.display, device.world.storage
    show, write = display.show, storage.write
    display.show = lambda canvas: (order.append("show"), show(canvas))
    storage.write = lambda name, text: (order.append(name), write(name, text))
    device.level("c", True)
    assert order == ["show", "slot-b.txt"]


def test_one_event_is_one_write_and_nothing_else_is_written():
    device = Driver()
    device.start()
    before = device.world.storage.writes
    device.type("ca")
    assert device.world.storage.writes == before + 2
    device.hold("M")
    device.type("bcc")  # the sheet, and back to the menu
    assert device.world.storage.writes == before + 2


def test_events_go_to_the_files_by_the_handful():
    device = Driver()
    device.start()
    device.type("caa" + "b" + "abcabcabca" + "c")
    appended = []
    storage = device.world.storage
    append, write = storage.append, storage.write
    storage.append = lambda name, text: (appended.append(name), append(name, text))
    storage.write = lambda name, text: (appended.append(name), write(name, text))
    for _ in range(6):
        device.type("caa" + "b" + "abcabcabca" + "c")
    events = 6 * 14
    slots = [name for name in appended if name.startswith("slot")]
    assert len(slots) == events
    assert all([one != other for one, other in zip(slots, slots[1:], strict=False)])
    others = [name for name in appended if not name.startswith("slot")]
    assert others == [FIRST, "game-0001.sum"] * (len(others) // 2)
    assert 4 <= len(others) // 2 <= events // 5
    sizes = [len(storage.files[name]) for name in ("slot-a.txt", "slot-b.txt")]
    assert max(sizes) < 300
    assert device.restart().game.state() == device.game.state()


def test_both_files_have_the_same_lines():
    device = Driver()
    device.start()
    device.type("caa" + "b" + "abcabcabca" + "c" + "caa")
    device.app.journal.flush(True)
    plain = device.world.storage.files[FIRST].splitlines()
    summed = device.world.storage.files["game-0001.sum"].splitlines()
    assert plain == device.journal()
    assert summed[0] == checked("kibitz 2")
    assert summed[1:] == [checked(f"{at} {line}") for at, line in enumerate(plain)]
    assert Game(device.world.storage, 1).is_twice()


def test_what_waits_goes_to_the_files_when_the_glass_goes_dark():
    device = Driver()
    device.start()
    device.type("ca")
    assert FIRST not in device.world.storage.files
    device.wait(600_000)
    assert device.world.storage.files[FIRST].splitlines() == device.journal()
    writes = device.world.storage.writes
    device.wait(6_000_000)
    assert device.world.storage.writes == writes


def test_a_game_of_the_first_format_gets_its_second_copy_when_the_glass_goes_dark():
    """And before that only if something is entered: at the start nobody has to wait for it."""
    text = transcript({"bid": 5}, {"bid": 6})
    device = Driver(FakeStorage({**SPOKEN, FIRST: text}))
    assert "game-0001.sum" not in device.world.storage.files
    device.wait(600_000)
    assert device.world.storage.files[FIRST] == text and Game(device.world.storage, 1).is_twice()
    writes = device.world.storage.writes
    device.wait(6_000_000)
    assert device.world.storage.writes == writes
    device.world.storage.files[FIRST] = "damaged"
    assert len(device.restart().game.events) == 2


def test_what_was_shown_once_is_not_gone_after_the_next_cut():
    """The power goes when the transcript has been written, but neither the second copy nor a slot;
    and again when the second copy has been made, but is empty."""
    events = [{"bid": 5}, {"bid": "pass"}, {"bid": "pass"}, {"trump": "hearts"}]
    lines = [SETUP.strip(), *[json.dumps(event) for event in events]]
    slot = checked("kibitz 2 1\n1 0 0 0\n" + "".join([line + "\n" for line in lines[:-1]]))
    files = {**SPOKEN, "slot-a.txt": slot, FIRST: "".join([line + "\n" for line in lines])}
    device = Driver(FakeStorage(files))
    assert len(device.game.events) == len(events)
    device.world.storage.files["game-0001.sum"] = ""
    device = device.restart()
    assert len(device.game.events) == len(events)
    device.wait(600_000)  # the glass goes dark
    assert Game(device.world.storage, 1).is_twice()
    assert len(device.restart().game.events) == len(events)


class Remembered(FakeStorage):
    """states: the files after each write."""

    def __init__(self, files=None):
        super().__init__(files)
        self.states = []

    def append(self, name, text):
        super().append(name, text)
        self.states.append(dict(self.files))

    def write(self, name, text):
        super().write(name, text)
        self.states.append(dict(self.files))


def test_a_cut_while_the_files_take_their_lines_leaves_them_as_they_are():
    """Nothing is made anew, and nothing called damaged: the next time they take what they lack."""
    storage = Remembered()
    device = Driver(storage)
    device.app.begin({"game": "counter", "players": ["Ana", "Bora"], "options": {"target": 0}})
    device.type("bc")
    cuts = 0
    for _ in range(30):
        count = len(storage.states)
        device.type("bc")
        for files in storage.states[count:-1]:
            cuts += 1
            again = Driver(FakeStorage(dict(files)))
            assert len(again.game.events) == len(device.game.events)
            again.app.play()
            again.type("bc")
            again.wait(600_000)  # the glass goes dark
            assert "damaged" not in " ".join(again.world.storage.names())
            assert Game(again.world.storage, 1).is_twice()
            assert len(again.restart().game.events) == len(device.game.events) + 1
    assert cuts > 3


def test_a_finished_game_stays_on_the_flash_when_the_next_begins():
    device = Driver()
    device.start()
    device.press("c")
    kept = device.journal()
    device.hold("M")
    device.type("ac")  # leave the game
    assert device.screen == "HomeScreen"
    device.start(names=("Dana", "Ema", "Fata"))
    assert device.app.journal.name == SECOND
    assert device.world.storage.files[FIRST].splitlines() == kept
    assert Game(device.world.storage, 1).is_twice()
    assert json.loads(device.journal()[0])["players"] == ["Dana", "Ema", "Fata"]


def test_a_thousandth_game_does_not_end_the_numbers():
    device = Driver(FakeStorage({"game-9999.jsonl": ""}))
    device.start()
    assert device.app.journal.name == "game-9999.jsonl"
    device.app.put_away()
    device.app.home()
    device.start()
    assert device.app.journal.name == "game-10000.jsonl"
    assert device.restart().game.players == ("Ana", "Bora", "Ceca")


def test_a_game_gets_a_number_that_no_file_has():
    """Somebody may have put games on the device meanwhile."""
    device = Driver()
    device.start()
    device.press("c")
    device.app.put_away()
    device.app.home()
    device.press("b")
    for name in (SECOND, "game-0007.sum"):
        device.world.storage.files[name] = transcript({"bid": 9})
    device.start()
    assert device.app.journal.name == "game-0008.jsonl"
    assert device.world.storage.files[SECOND] == transcript({"bid": 9})


def test_the_start_does_not_look_for_other_games():
    device = Driver()
    device.start()
    device.press("c")
    device.app.put_away()
    device.app.home()
    device.start()
    device.type("caab")
    storage = device.world.storage
    opened = []
    open_file = storage.open
    storage.open = lambda name: (opened.append(name), open_file(name))[1]
    storage.names = None
    again = device.restart()
    assert again.game.state() == device.game.state()
    assert not [name for name in opened if name.startswith("game-0001")]


# -- resuming --------------------------------------------------------------------------------------


def test_nothing_saved_means_nothing_to_resume():
    device = Driver()
    assert device.screen == "HomeScreen"
    assert [left for left, _ in device.app.top.rows] == ["New game", "Settings"]


def test_resume_names_the_game_and_how_it_stands():
    device = Driver(saved(transcript({"bid": 5})))
    assert device.app.top.rows[0] == ("Resume", "Meksiko")
    assert device.app.top.standing == [("Ana", "0"), ("Bora", "0"), ("Ceca", "0")]
    device.press("c")
    assert device.screen == "BidScreen"


@pytest.mark.parametrize("line_end", ["", "\r", " "])
def test_a_line_without_its_end_is_dropped(line_end):
    """Even if what is left of it looks like JSON: {"bid": 1 of {"bid": 10} is not a bid of 1."""
    text = transcript({"bid": 5}) + '{"bid": 6}' + line_end
    device = Driver(saved(text))
    assert device.screen == "MessageScreen"
    device.press("c")
    assert device.app.table.game.bid == 5
    assert device.world.storage.files[FIRST] == text
    assert device.journal()[1:] == ['{"bid": 5}']
    device.app.journal.flush(True)
    assert device.restart().screen == "HomeScreen"
    device.type("c" + "c" * 5)
    device.wait(600_000)
    assert kept(device, text)
    assert device.restart().game.state() == device.game.state()
    assert Game(device.world.storage, 1).is_twice()


CUT = transcript({"bid": 5}, {"bid": "pass"}, {"bid": 8}, {"bid": "pass"}, {"trump": "spades"})


@pytest.mark.parametrize("end", range(len(CUT)))
def test_a_journal_cut_anywhere_keeps_its_whole_lines(end):
    text = CUT[:end]
    device = Driver(saved(text))
    lines = text.split("\n")[:-1]
    broken = text != "" and not text.endswith("\n")
    assert (device.screen == "MessageScreen") == broken
    assert device.world.storage.files[FIRST] == text
    assert (device.game is None) == (not lines)
    if lines:
        assert len(device.game.events) == len(lines) - 1
        replayed = Replayer()
        for line in device.journal():
            assert replayed.answer(json.loads(line))["ok"]
        assert replayed.game.state() == device.game.state()
    else:
        assert device.journal() == []


DAMAGE = [
    "",
    "rubbish",
    '{"bid": 4}',
    '{"bid": 6, "x": 1}',
    '{"bid": 6.0}',
    '{"trick": 0}',
    '{"undo": 1}',
    "[1 2]",
    "null",
    "[" * 3000,
    "\x00\x00\x00",
    "\ufffd\ufffd",
]


@pytest.mark.parametrize("line", DAMAGE)
def test_what_follows_a_damaged_line_does_not_count(line):
    text = transcript({"bid": 5}) + line + "\n" + '{"bid": 9}\n'
    device = Driver(saved(text))
    assert device.screen == "MessageScreen"
    assert device.app.top.text == say_n("broken.lost", 2)
    assert kept(device, text)
    device.press("c")
    assert device.game.bid == 5
    device.type("c")  # resume
    device.type("c")  # and play on
    assert device.events() == [{"bid": 5}, {"bid": 6}]
    assert device.app.journal.name == FIRST
    again = device.restart()
    assert again.screen == "HomeScreen"
    assert again.game.bid == 6
    assert kept(again, text)


@pytest.mark.parametrize(
    "text", [line + "\n" for line in DAMAGE if line != "[1 2]"] + ["{", "\n\n"]
)
def test_a_setup_line_that_cannot_be_read_leaves_the_file_alone(text):
    device = Driver(saved(text))
    assert device.screen == "MessageScreen"
    device.press("c")
    assert device.game is None
    device.start()
    device.press("c")
    assert device.world.storage.files[FIRST] == text
    assert device.app.journal.name == SECOND
    assert device.restart().game.bid == 5


def test_a_large_checksum_of_a_transcript_is_a_number_like_any_other():
    for number in range(100):
        storage = FakeStorage({})
        journal = Journal(storage)
        assert table.resume(journal) is None
        journal.begin(SETUP.strip().replace("Ana", str(number)))
        journal.add({"bid": 5})
        journal.flush()
        journal.flush(True)
        if journal.game.crc >= 2**32 - 2**28:
            break
    assert journal.game.crc >= 2**32 - 2**28
    journal.add({"bid": 6})
    journal.flush()  # into a slot
    again = Journal(storage)
    assert list(again.game.values())[1:] == [{"bid": 5}, {"bid": 6}]


@pytest.mark.parametrize("text", ["\ufffd\x00", checked("kibitz 2 3\n1 0\n" + SETUP)])
def test_a_game_that_was_only_in_the_slots_is_missed_and_they_are_kept(text):
    before = Driver()
    before.start()
    storage = before.world.storage
    assert FIRST not in storage.files
    for name in ("slot-a.txt", "slot-b.txt"):
        storage.files[name] = text
    device = Driver(storage)
    assert device.screen == "MessageScreen"
    assert device.app.top.text == say("broken.game")
    device.press("c")
    assert device.app.top.rows[0] == (say("home.new"), "")
    device.start()
    device.press("c")
    device.press("c")
    kept_names = {name for name in storage.files if storage.files[name] == text}
    assert kept_names == {"damaged-0001-slot-a.txt", "damaged-0001-slot-b.txt"}
    assert device.restart().game.bid == 6


@pytest.mark.parametrize("error", [OSError(5), "\ufffd\ufffd\x00"])
def test_a_file_that_cannot_be_read_at_all_is_left_alone(error):
    storage = FakeStorage({FIRST: error, "settings-0001.json": error})
    device = Driver(storage)
    assert device.screen == "MessageScreen"
    device.type("c")
    assert device.screen == "MessageScreen"
    device.type("c")
    device.start()
    assert storage.files[FIRST] is error
    assert storage.files["settings-0001.json"] is error
    assert device.journal() and device.app.journal.name == SECOND
    again = device.restart()
    assert again.screen == "HomeScreen"
    assert again.app.settings.names == ["Ana", "Bora", "Ceca"]


def test_a_game_without_screens_stays_saved(monkeypatch):
    monkeypatch.setattr(games, "GAMES", ("meksiko",))
    line = '{"game": "meksykanka", "players": ["A", "B", "C", "D", "E", "F", "G"]}\n'
    device = Driver(saved(line))
    assert device.app.top.rows[0] == ("Resume", "Meksykanka")
    device.press("c")
    assert device.screen == "MessageScreen"
    device.press("c")
    assert device.screen == "HomeScreen"
    assert device.world.storage.files[FIRST] == line


def test_a_hand_in_full_play_can_be_taken_back_but_not_played_on():
    ranks = ("7", "8", "9", "10", "J", "Q", "K", "A")
    pack = [rank + suit for suit in "SHDC" for rank in ranks]
    deal = {"hands": [pack[:10], pack[10:20], pack[20:30]], "talon": pack[30:]}
    events = [{"deal": deal}, {"bid": 5}, {"bid": "pass"}, {"bid": "pass"}]
    device = Driver(saved(transcript(*events)))
    device.press("c")
    assert device.screen == "StrangeScreen"
    device.type("abc")
    assert device.screen == "StrangeScreen"
    device.type("mc")
    assert device.screen == "BidScreen"
    assert device.game.events[-1] == ("bid", "pass")


# -- a flash that fails ----------------------------------------------------------------------------


@pytest.mark.parametrize("torn", range(0, 11))
def test_a_write_that_fails_is_said_once_and_made_good(torn):
    device = Driver()
    device.start()
    storage = device.world.storage
    storage.fail, storage.torn = True, torn
    device.press("c")
    assert device.screen == "MessageScreen"
    assert "cannot be saved" in device.app.top.text
    device.press("c")
    assert device.screen == "BidScreen"
    device.press("a")
    assert device.screen == "BidScreen"
    storage.fail = False
    device.press("a")
    assert device.game.trump is None and device.game.declarer == 1
    assert device.events() == [{"bid": 5}, {"bid": "pass"}, {"bid": "pass"}]
    again = device.restart()
    assert again.screen == "HomeScreen"
    assert again.game.state() == device.game.state()


def test_a_game_left_while_the_flash_fails_is_not_lost():
    device = Driver()
    device.start()
    storage = device.world.storage
    storage.fail = True
    device.type("cc")  # a bid, and the message
    device.app.put_away()
    device.app.home()
    device.press("b")
    storage.fail = False
    device.press("a")
    texts = [storage.files[name] for name in storage.names() if name.startswith("game")]
    assert any('{"bid": 5}\n' in text for text in texts)
    assert device.journal() == []
    assert device.restart().game is None


# -- settings --------------------------------------------------------------------------------------


def test_settings_are_kept():
    device = Driver()
    device.type("ac")  # settings
    assert device.screen == "SettingsScreen"
    device.type("bc")
    assert device.screen == "HomeScreen"
    again = device.restart()
    assert again.app.settings.values["tricks"] == "count"


def test_players_rules_and_options_are_offered_again():
    device = Driver()
    device.start("meksiko-club", ("Ana", "Bora", "Ceca", "Dana"), 0, four=True, target=101)
    again = device.restart()
    again.mark("New game")
    again.type("c")
    assert again.screen == "RulesScreen"
    assert again.app.top.cursor == 1
    again.type("c")
    assert again.app.top.values["four"] is True
    assert again.app.top.values["target"] == 101
    again.type("ccccc")
    assert again.screen == "DealerListScreen"
    names = [left for left, _ in again.app.top.rows][:-1]  # the last row is the draw
    assert names == ["Ana", "Bora", "Ceca", "Dana"]


def test_only_so_many_names_are_kept():
    settings = Settings(FakeStorage())
    for number in range(40):
        settings.learn(f"N{number}")
    assert len(settings.names) == NAMES_KEPT
    assert settings.names[-1] == "N39"


BAD_SETTINGS = [
    "",
    "rubbish",
    "[]",
    '{"values": {"tricks": "sometimes"}}',
    '{"values": 7}',
    '{"names": ["Ana", 7, "", "WWWWWWWWWWWWW"]}',
    '{"names": "Ana"}',
    '{"options": {"meksiko": 7}}',
    '{"options": []}',
    '{"game": 7}',
]


@pytest.mark.parametrize("text", BAD_SETTINGS)
def test_damaged_settings_are_left_alone_and_what_is_sound_is_used(text):
    storage = FakeStorage({"settings-0001.json": text})
    device = Driver(storage)
    assert device.screen == "MessageScreen"
    assert "settings" in device.app.top.text
    device.press("c")
    assert storage.files["settings-0001.json"] == text
    assert device.app.settings.values["tricks"] == "each"
    if "WWW" in text:
        assert device.app.settings.names == ["Ana"]
    assert device.restart().screen == "HomeScreen"


@pytest.mark.parametrize("text", ["{}", '{"values": {}}', '{"names": ["Ana"]}', '{"new": 1}'])
def test_settings_of_another_version_are_no_damage(text):
    assert Driver(FakeStorage({"settings-0001.json": text})).screen == "HomeScreen"


def test_options_that_the_rules_no_longer_have_are_left_out():
    saved_options = {"meksiko": {"target": 999, "four": 1, "gone": True, "betl": True}}
    text = to_json({"options": saved_options})
    device = Driver(FakeStorage({"settings-0001.json": text}))
    device.type("cc")
    assert device.app.top.values == {
        "four": False,
        "dealer_moves": "forward",
        "target": 51,
        "betl": True,
    }


def test_an_empty_journal_is_no_damage():
    journal = Journal(FakeStorage({FIRST: ""}))
    assert list(journal.game.values()) == []
    journal.resume(0)
    assert not journal.doubt and not journal.lost


def test_a_saved_game_is_read_behind_the_first_picture():
    """A long one takes its time, and whoever switches the device on should see that it is on."""
    device = Driver()
    device.start()
    device.type("ca")
    shown = []
    world = FakeWorld(device.world.storage)
    app = App(world)
    assert app.table is None and app.saved == "meksiko"
    world.display.show = lambda canvas: shown.append((bytes(canvas.buffer), app.table is None))
    app.tick(0)
    assert [unread for _, unread in shown] == [True, False]
    assert app.table.game.events == device.game.events and app.saved == ""
    assert app.top.rows[0] == (say("home.resume"), say("game.meksiko"))


def test_a_press_while_the_device_starts_finds_the_saved_game():
    device = Driver()
    device.start()
    device.type("c")
    app = App(FakeWorld(device.world.storage))
    app.tick(900, [(0, 0), (300, KEY_C), (400, 0)])
    assert type(app.top).__name__ == "BidScreen"
    assert app.table.game.bid == 5


@pytest.mark.parametrize(
    "line", ["", "[]", "{}", '{"game": 5}', '{"game": "whist"}', '{"game', "null", "\ufffd"]
)
def test_a_first_line_that_tells_no_game_is_no_fault_of_the_first_picture(line):
    app = App(FakeWorld(FakeStorage({**SPOKEN, "game-0001.jsonl": line + "\n"})))
    app.tick(0)
    assert app.table is None and app.saved == ""
