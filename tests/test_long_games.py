"""Games that become too long for a board's memory: the table is told in time, nothing breaks, and
what is too long stays as it is."""

import json

import pytest

from app_driver import SPOKEN, Driver, FakeStorage
from host_sim.device import SeededRandom
from host_sim.evening import Evening
from host_sim.randomplay import RandomPlayer
from kibitz import table
from kibitz.journal import Game, Journal
from kibitz.saves import setup_line, to_json
from kibitz.words import CODES, say
from rules_core import new_game

COUNT = {"game": "counter", "players": ["Ana", "Bora", "Ceca"], "options": {"target": 0}}
MEKSIKO = {
    "game": "meksiko",
    "players": ["Ana", "Bora", "Ceca"],
    "dealer": 0,
    "options": {"target": 201},
}
ADD = {"add": [0, 1]}
ADD_bytes = table.EVENT_bytes + 2 * table.PART_bytes
MOST_adds = table.ROOM_bytes // ADD_bytes  # one more, and it is full
NEARLY_adds = (table.ROOM_bytes - table.NEARLY_bytes) // ADD_bytes
FIRST, SECOND = "game-0001.jsonl", "game-0002.jsonl"


def text_of(setup, events):
    return "".join([line + "\n" for line in (setup_line(setup), *map(to_json, events))])


def on(text, language="en"):
    """A device with this running game."""
    spoken = json.dumps({"values": {"language": language}})
    return Driver(FakeStorage({**SPOKEN, "settings-0001.json": spoken, FIRST: text}))


def counted(adds, language="en"):
    """A device with a count of so many entries on the glass."""
    device = on(text_of(COUNT, [ADD] * adds), language)
    device.type("c")
    assert len(device.game.events) == adds
    return device


def told(device):
    return device.app.top.text if device.screen == "MessageScreen" else ""


def enter(device):
    """A point for whose turn it is."""
    device.type("bc")


@pytest.mark.parametrize("language", CODES)
def test_a_table_is_told_before_its_game_is_full(language):
    device = counted(NEARLY_adds - 1, language)
    enter(device)
    assert device.screen == "CounterScreen"
    enter(device)
    assert told(device) == say("save.nearly") != "save.nearly"
    device.type("c")
    assert device.screen == "CounterScreen"
    for _ in range(3):  # only once
        enter(device)
        assert device.screen == "CounterScreen"


def test_a_game_that_is_full_takes_no_more_but_its_end():
    device = counted(MOST_adds)
    enter(device)
    assert device.screen == "FullScreen" and device.app.table.full
    assert len(device.game.events) == MOST_adds + 1
    device.type("M")  # the menu
    assert device.screen == "MenuScreen"
    doors = [word for word, _ in device.app.top.doors]
    assert "counter.round" not in doors and "menu.undo" in doors and "menu.sheet" in doors
    device.type("mac")  # back, the sheet, and back
    assert device.screen == "FullScreen"
    device.type("c")  # home, and on with it
    assert device.screen == "HomeScreen"
    device.type("c")
    assert device.screen == "FullScreen"
    device.type("bc")  # to its end
    assert device.screen == "CounterEndScreen" and device.game.over
    again = device.restart()
    assert again.game.over and again.game.events == device.game.events
    again.type("c")
    assert again.screen == "CounterEndScreen"


def test_what_is_taken_back_makes_room():
    device = counted(MOST_adds)
    enter(device)
    device.type("mc")  # take back
    assert device.screen == "CounterScreen" and len(device.game.events) == MOST_adds
    device.type("mc")
    enter(device)
    assert device.screen in ("CounterScreen", "FullScreen")
    again = device.restart()
    assert again.game.events == device.game.events
    assert again.app.table.used_bytes == device.app.table.used_bytes


def test_a_full_game_is_put_away_and_can_be_looked_at():
    device = counted(MOST_adds + 1)
    assert device.screen == "FullScreen"
    events = list(device.game.events)
    device.app.begin(COUNT)
    device.tick()
    assert device.game.events == []
    device.app.home()
    number = device.app.journal.number
    assert number == 2
    device.type("bbc")  # the finished games
    assert device.screen == "FinishedScreen"
    device.type("c")
    game = device.app.top.game
    assert device.screen == "FinishedGameScreen" and game.events == events and device.app.top.whole


def long_meksiko(most_bytes):
    """Events of Meksiko, entered trick by trick, that take so much, or to its end."""
    game = new_game({**MEKSIKO, "options": {"target": 201}})
    people = Evening(SeededRandom(5))
    while not game.over and len(game.events) * table.EVENT_bytes < most_bytes:
        game.apply(*people.next_event(game))
    return [game.join(*event) for event in game.events]


def test_meksiko_up_to_201_has_room():
    events = long_meksiko(table.ROOM_bytes)
    device = on(text_of(MEKSIKO, events))
    assert device.game.over and len(events) > 800


def test_a_full_game_of_meksiko_has_no_menu_of_its_own():
    """Of a game that has no event to end it only the taking back is left, and another game."""
    events = long_meksiko(table.ROOM_bytes)[:600]
    device = on(text_of(MEKSIKO, events))
    while "tricks" not in device.game.expects():
        device.app.table.undo()
    device.app.table.used_bytes = table.ROOM_bytes + 1
    device.type("c")
    assert device.screen == "FullScreen" and device.app.top.labels()[1] == ""
    device.type("b")
    assert device.screen == "FullScreen"
    device.type("M")
    assert "menu.count" not in [word for word, _ in device.app.top.doors]


def test_dice_that_were_rolled_again_fill_a_game_too():
    setup = {"game": "meksykanka", "players": ["Ana", "Bora"], "options": {}}
    device = on(text_of(setup, [{"start": 0}, {"call": 31}]))
    device.type("c")
    device.app.table.used_bytes = table.ROOM_bytes
    from kibitz.meksykanka_screens import roll_again

    roll_again(device.app)
    assert device.screen == "MessageScreen"
    device.type("c")
    assert device.screen == "FullScreen"


TOO_LONG = {
    "entries": [ADD] * (table.ROOM_bytes // ADD_bytes + table.SPARE_bytes // ADD_bytes + 2),
    "undone ones": [ADD, {"undo": True}] * (table.ROOM_bytes // table.UNDONE_bytes + 300),
}


@pytest.mark.parametrize("events", TOO_LONG.values(), ids=list(TOO_LONG))
def test_a_game_that_is_too_long_stays_as_it_is(events):
    text = text_of(COUNT, events)
    device = on(text)
    assert told(device) == say("finished.long.text")
    assert device.game is None and device.app.journal.number == 2
    device.type("c")
    assert device.screen == "HomeScreen" and device.app.journal.has_finished()
    device = device.restart()
    assert device.screen == "HomeScreen" and device.game is None
    device.app.begin(COUNT)
    device.type("bc")
    device = device.restart()
    assert device.app.journal.number == 2 and len(device.game.events) == 1
    assert device.world.storage.files[FIRST] == text
    device.type("bbcc")  # the finished games
    assert device.screen == "FinishedGameScreen" and device.app.top.game is None
    device.type("m")
    assert device.world.storage.files[FIRST] == text


def test_what_waits_of_a_game_that_is_too_long_is_not_lost():
    """Its last entries, saved by an older Kibitz, were still in the slots."""
    storage = FakeStorage(dict(SPOKEN))
    journal = Journal(storage)
    table.resume(journal)
    journal.begin(setup_line(COUNT))
    journal.flush()
    for _ in range(2000):
        journal.add(ADD)
        journal.flush()
    assert journal.game.waiting
    device = Driver(FakeStorage(storage.files))
    assert told(device) == say("finished.long.text")
    files = device.world.storage.files
    assert files[FIRST] == text_of(COUNT, [ADD] * 2000)
    assert files["game-0001.sum"].count("\n") == 2002


def test_reading_tells_that_it_goes_on():
    """The watchdog is fed while a long game is read, and while its second copy is made."""
    storage = FakeStorage({**SPOKEN, FIRST: text_of(COUNT, [ADD] * MOST_adds)})
    calls = []
    journal = Journal(storage, lambda: calls.append(1))
    assert len(table.resume(journal).game.events) == MOST_adds
    assert len(calls) > MOST_adds
    calls.clear()
    journal.flush(True)
    assert Game(storage, 1).is_twice()
    assert len(calls) > MOST_adds


@pytest.mark.parametrize("kind", ["meksiko", "meksiko-club", "meksykanka", "mexican-rummy"])
def test_what_is_used_is_the_same_however_a_game_came_there(kind):
    player = RandomPlayer(kind)
    device = Driver()
    device.app.begin(player.setup(kind))
    for _ in range(150):
        if device.game.over:
            break
        event = player.event(device.game)
        device.app.table.act(*device.game.split(event))
        if len(device.game.events) % 7 == 0:
            device.app.table.undo()
        device.app.journal.flush()
    again = device.restart()
    assert again.game.events == device.game.events
    assert again.app.table.used_bytes == device.app.table.used_bytes > 0


def test_a_game_that_could_not_be_saved_from_its_first_line_on_is_saved_in_the_end():
    """The flash was full or broken for an evening. What waits is more than a slot takes."""
    device = Driver()
    device.world.storage.fail = True
    device.app.begin(COUNT)
    device.tick()
    device.type("c")
    for _ in range(600):
        device.app.table.act("add", (1, 25))
        device.app.journal._take_notes()
    device.tick()
    assert device.app.journal.failed and set(device.world.storage.files) == set(SPOKEN)
    device.world.storage.fail = False
    device.type("m")
    assert not device.app.journal.failed
    assert device.restart().game.events == device.game.events
