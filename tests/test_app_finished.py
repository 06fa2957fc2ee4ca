"""Finished games: the list, each game with its sheet, deleting, broken files, and little memory."""

import gc
import json
import weakref

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app_driver import Driver, FakeStorage
from kibitz import games, paint
from kibitz.font import ELLIPSIS
from kibitz.journal import SLOT_bytes
from kibitz.words import say
from points_table import (
    SHORT,
    WIDE,
    Fingers,
    assert_apart,
    assert_labels,
    assert_up_to_date,
    redraw,
)
from support import CASES, micropython
from test_app_glass import texts  # noqa: F401 (a fixture)

GAMES = {
    "meksiko": ("meksiko-game", "Bora wins", "SheetScreen"),
    "meksiko-club": ("club-open-off", None, "SheetScreen"),
    "meksykanka": ("meksykanka-game", "Żaneta wins", "SheetScreen"),
    "mexican-rummy": ("rummy-game", "Käthe wins", "PointsSheetScreen"),
}


class Somebody:
    """A driver in the place of an operator."""

    def __init__(self, driver):
        self.player = Fingers(driver)


def case(name):
    return (CASES / f"{name}.jsonl").read_text()


def transcript(*lines):
    return "".join([json.dumps(line) + "\n" for line in lines])


def count(players, *events, names=SHORT, **options):
    """The transcript of a count."""
    setup = {"game": "counter", "players": list(names[:players]), "options": options}
    return transcript(setup, *events)


def file(number):
    return f"game-{number:04}.jsonl"


def device(*files, running=""):
    """A device with these games in the list, the oldest first, and one that is running."""
    storage = FakeStorage({file(number): text for number, text in enumerate(files, 1)})
    storage.files[file(len(files) + 1)] = running
    return Driver(storage)


def listed(*files, running=""):
    """The same with the list in front."""
    driver = device(*files, running=running)
    driver.mark(say("home.finished"))
    driver.press("c")
    assert driver.screen == "FinishedScreen"
    return driver


def shown(text):
    """A device with the only game of the list in front."""
    driver = listed(text)
    driver.press("c")
    assert driver.screen == "FinishedGameScreen"
    return driver


def texts_of(driver, texts):  # noqa: F811
    return [one.text for one in redraw(Somebody(driver), texts)]


# -- the list --------------------------------------------------------------------------------------


def test_without_finished_games_there_is_no_door_to_them():
    rows = [left for left, _ in Driver().app.top.rows]
    assert say("home.finished") not in rows
    rows = [left for left, _ in device(running=count(2)).app.top.rows]
    assert say("home.finished") not in rows
    rows = [left for left, _ in device(case("rummy-game")).app.top.rows]
    assert rows == [say("home.new"), say("home.finished"), say("home.settings")]


def test_a_game_comes_to_the_list_when_the_next_one_begins():
    driver = Driver()
    driver.start("counter", SHORT[:3])
    driver.type("c" + "bc" * 3)
    driver.press("m")
    driver.press("a")
    driver.hold("M")
    driver.mark(say("menu.leave"))
    driver.press("c")
    driver.start("mexican-rummy", SHORT[:2])
    driver.press("m")
    driver.mark(say("home.finished"))
    driver.press("c")
    assert driver.app.top.archive.numbers == [1]
    driver.press("c")
    assert driver.app.top.title() == say("finished.unfinished")


def test_the_newest_game_is_first(texts):  # noqa: F811
    driver = listed(case("meksiko-game"), case("rummy-game"), count(2))
    seen = texts_of(driver, texts)
    order = ["Counter", "Mexican Rummy", "Meksiko"]
    assert [text for text in seen if text in order] == order
    assert "no. 3" in seen and "no. 1" in seen and "1/3" in seen
    assert "Ana, Bora" in seen
    driver.press("b")
    assert "Jürgen, Käthe, Uwe" in texts_of(driver, texts)


def test_a_game_that_is_over_and_still_on_the_table_is_at_the_head(texts):  # noqa: F811
    driver = listed(case("rummy-game"), running=count(2, {"end": True}))
    assert "Counter" in texts_of(driver, texts)
    driver.press("c")
    assert driver.screen == "CounterEndScreen"
    driver.type("m" + "c")  # the wrong last entry is taken back
    assert driver.screen == "CounterScreen"
    assert not driver.game.over


def test_a_game_that_goes_on_is_not_in_the_list():
    driver = listed(case("rummy-game"), running=count(2, {"add": [0, 3]}))
    assert driver.app.top.count() == 1
    driver.press("m")
    assert driver.screen == "HomeScreen"
    driver.mark(say("home.resume"))
    driver.press("c")
    assert driver.game.scores == (3, 0)


def test_the_list_goes_round_and_stops_at_its_end_when_held():
    driver = listed(*[count(2)] * 40)
    screen = driver.app.top
    driver.press("a")
    assert screen.cursor == 39
    driver.hold("A", 20_000)
    assert screen.cursor == 0
    driver.hold("B", 20_000)
    assert screen.cursor == 39
    assert 39 in screen.in_sight()


# -- little memory ---------------------------------------------------------------------------------


class CountingStorage(FakeStorage):
    """Notes the names of the files that are read."""

    def __init__(self, files):
        super().__init__(files)
        self.reads = []

    def open(self, name):
        if name in self.files:
            self.reads.append(name)
        return super().open(name)


def test_only_the_rows_in_sight_are_read():
    storage = CountingStorage({file(number): count(2) for number in range(1, 301)})
    storage.files[file(301)] = ""
    driver = Driver(storage)
    driver.mark(say("home.finished"))
    storage.reads.clear()
    driver.press("c")
    in_sight = paint.LIST_ROWS - paint.NOTE_LINES
    assert storage.reads == [file(300 - row) for row in range(in_sight)]
    storage.reads.clear()
    driver.type("bbb")
    assert len(storage.reads) == 2  # rows that came into sight; the marked one stays in the middle
    assert len(driver.app.top.headings) == in_sight
    storage.reads.clear()
    driver.press("c")
    assert storage.reads == [file(297)]


def test_a_game_that_was_looked_at_is_not_kept():
    driver = shown(case("rummy-game"))
    game = weakref.ref(driver.app.top.game)
    assert game() is not None
    driver.press("m")
    gc.collect()
    assert game() is None


def test_a_game_that_was_looked_at_is_gone_when_the_list_is_drawn(monkeypatch):
    driver = shown(case("rummy-game"))
    game = weakref.ref(driver.app.top.game)
    left = []

    def draw(screen, canvas):
        gc.collect()
        left.append(game())

    monkeypatch.setattr("kibitz.finished_screens.FinishedScreen.draw", draw)
    driver.press("m")
    assert left == [None]


def test_an_evening_of_all_games_on_a_board():
    """MicroPython, a heap like the Pico's: every game is begun, played a little and looked at."""
    lines = micropython("evening.py").splitlines()
    played = [line for line in lines if line.startswith("played ")]
    count = len(games.GAMES)
    assert [line.split()[1] for line in played] == list(games.GAMES) * 4
    # Nothing is left behind, apart from the names of the saved games.
    used = [int(line.split()[2]) for line in played]
    # What the caches hold differs from round to round: the last one is held against the fuller of
    # those before it, the first of which loads what stays.
    for place in range(count):
        *_, second, third, last = used[place::count]
        assert last <= max(second, third) + 4096
    assert lines[-1] == f"finished {4 * count}"


# -- a game of the list ----------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_shown_with_its_winner_and_its_sheet(game, texts):  # noqa: F811
    name, sentence, sheet = GAMES[game]
    driver = shown(case(name))
    screen = driver.app.top
    assert screen.game.name == game
    seen = texts_of(driver, texts)
    assert sentence is None or sentence in seen
    driver.press("c")
    assert driver.screen == sheet
    assert len(redraw(Somebody(driver), texts)) > 5
    driver.press("m")
    assert driver.app.top is screen
    driver.press("m")
    assert driver.screen == "FinishedScreen"


def test_the_sheet_is_that_of_the_game_and_not_of_the_running_one(texts):  # noqa: F811
    driver = listed(count(2, {"points": [17, 4]}), running=count(3, {"points": [55, 66, 77]}))
    driver.type("c" + "c")
    seen = texts_of(driver, texts)
    assert "17" in seen and "55" not in seen


@pytest.mark.parametrize("players", range(2, 13))
def test_all_totals_can_be_seen(players, texts):  # noqa: F811
    driver = shown(count(players, {"points": [100 + seat for seat in range(players)]}, target=100))
    seen = texts_of(driver, texts)
    while driver.app.top.page or seen and "100" not in seen:
        driver.press("b")
        seen += texts_of(driver, texts)
        if driver.app.top.page == 0:
            break
    if players > 6:
        driver.type("b" + "b")
        seen += texts_of(driver, texts)
    for seat in range(players):
        assert str(100 + seat) in seen


def test_a_game_with_a_broken_end_is_shown_as_far_as_it_can_be_read(texts):  # noqa: F811
    driver = shown(count(2, {"points": [3, 4]}) + '{"add": [0, 9')
    assert say("finished.part") in texts_of(driver, texts)
    assert driver.app.top.game.scores == (3, 4)


def test_a_game_that_breaks_the_rules_is_shown_up_to_there(texts):  # noqa: F811
    driver = shown(count(2, {"points": [3, 4]}, {"points": [1, 2, 3]}, {"points": [5, 5]}))
    assert say("finished.part") in texts_of(driver, texts)
    assert driver.app.top.game.scores == (3, 4)


# -- deleting --------------------------------------------------------------------------------------


def test_deleting_asks_first():
    driver = shown(count(2))
    driver.press("a")
    assert driver.screen == "ConfirmScreen"
    driver.press("a")
    assert driver.screen == "FinishedGameScreen"
    assert file(1) in driver.world.storage.files


def test_a_game_is_deleted_and_the_others_stay():
    driver = listed(count(2), count(3), count(4), running=count(5))
    driver.type("b" + "c" + "a" + "c")
    assert driver.screen == "FinishedScreen"
    assert driver.world.storage.names()[:3] == [file(1), file(3), file(4)]
    assert driver.app.top.archive.numbers == [3, 1]
    assert len(driver.restart().game.players) == 5


def test_the_last_game_of_the_list_can_be_deleted(texts):  # noqa: F811
    driver = shown(count(2))
    driver.type("a" + "c")
    assert say("finished.none").split()[0] in texts_of(driver, texts)[1]
    assert driver.app.top.labels() == ("", "", "")
    driver.type("abc" + "m")
    assert driver.screen == "HomeScreen"
    assert say("home.finished") not in [left for left, _ in driver.app.top.rows]


def test_no_game_is_deleted_by_pressing_the_same_key_twice():
    for letter in "abc":
        driver = shown(count(2))
        driver.type(letter * 2)
        assert file(1) in driver.world.storage.files


def test_a_flash_that_deletes_nothing_says_so():
    driver = shown(count(2))

    def remove(name):
        raise OSError(30, "read-only file system")

    driver.world.storage.remove = remove
    driver.type("a" + "c")
    assert driver.app.top.text == say("finished.stays")
    driver.press("c")
    assert driver.screen == "FinishedGameScreen"


def full_flash():
    """A device with a game in the list of which the last entries have found no room on the flash,
    and another one that is running."""
    driver = device(running=count(2, {"add": [0, 1]}))
    driver.tick()
    driver.world.storage.fail = True
    driver.app.table.act("add", (1, 5))
    driver.tick()
    assert driver.app.top.text == say("save.failed")
    driver.app.begin({"game": "counter", "players": list(SHORT[:3]), "options": {}})
    driver.tick()
    driver.app.home()
    driver.mark(say("home.finished"))
    driver.press("c")
    return driver


def test_a_game_that_waits_for_room_is_shown_whole():
    driver = full_flash()
    driver.press("c")
    assert driver.app.top.whole and driver.app.top.game.scores == (1, 5)
    driver.world.storage.fail = False
    driver.tick()
    assert not driver.app.journal.failed
    again = driver.restart()
    again.mark(say("home.finished"))
    again.type("cc")
    assert again.app.top.whole and again.app.top.game.scores == (1, 5)


def test_a_game_that_waits_for_room_can_be_deleted():
    driver = full_flash()
    driver.type("c" + "a" + "c")
    assert driver.screen == "FinishedScreen" and not driver.app.top.count()
    driver.world.storage.fail = False
    driver.press("m")
    assert not driver.app.journal.failed
    assert not [name for name in driver.world.storage.names() if name.startswith("game-0001")]
    assert len(driver.restart().game.players) == 3


def entries(driver, count):
    for _ in range(count):
        driver.app.table.act("add", (0, 1))
        driver.tick()


HEAD_bytes = 40  # of a slot, before what it says


def slot_bytes(driver):
    storage = driver.world.storage
    return max([storage.size(name) for name in ("slot-a.txt", "slot-b.txt")])


@pytest.mark.parametrize("room", ["deleted", "new game"])
def test_entries_are_saved_as_quickly_as_ever_when_the_flash_was_full(room):
    driver = device(count(2), running=count(2, {"add": [0, 1]}))
    driver.tick()

    def append(name, text):
        raise OSError(28, "no space left")

    driver.world.storage.append = append
    entries(driver, 40)
    assert not driver.app.journal.failed and slot_bytes(driver) > 2 * SLOT_bytes
    del driver.world.storage.append
    if room == "deleted":
        driver.mark(say("home.finished"))
        driver.type("c" + "c" + "a" + "c" + "m")
    else:
        driver.app.begin({"game": "counter", "players": list(SHORT[:3]), "options": {}})
        driver.tick()
    entries(driver, 20)
    assert slot_bytes(driver) < SLOT_bytes + HEAD_bytes


def test_a_new_game_never_takes_the_number_of_an_old_one():
    driver = listed(count(2), count(3))
    driver.type("c" + "a" + "c" + "m")
    driver.start("counter", SHORT[:2])
    assert driver.app.journal.number == 3
    again = driver.restart()
    assert len(again.game.players) == 2


# -- broken files ----------------------------------------------------------------------------------

BROKEN = [
    "",
    "\n",
    "{",
    "[]\n",
    "null\n",
    '{"game": "meks',
    '{"game": 7, "players": []}\n',
    '{"game": "chess", "players": ["Ana", "Bora"]}\n',
    '{"game": "counter"}\n',
    '{"game": "counter", "players": "Ana"}\n',
    '{"game": "counter", "players": [1, {}, null]}\n',
    '{"game": "counter", "players": ["Ana"]}\n',
    '{"game": "meksiko", "players": ["Ana", "Bora", "Ceca"], "options": {"target": 0}}\n',
    "[" * 5000 + "\n",
    '{"game": "counter", "players": ["\\ud800", "\\u0000\\n"]}\n',
    "\x00" * 100,
    OSError(5, "input/output error"),
    MemoryError(),
]


@pytest.mark.parametrize("text", BROKEN, ids=range(len(BROKEN)))
def test_a_broken_file_is_shown_as_such_and_can_be_deleted(text):
    driver = listed(count(2), text, count(3))
    driver.type("b" + "c")
    assert driver.screen == "FinishedGameScreen"
    driver.type("bc")
    while driver.screen != "FinishedGameScreen":
        driver.press("m")
    driver.type("a" + "c")
    assert driver.screen == "FinishedScreen"
    assert file(2) not in driver.world.storage.files
    assert driver.app.top.archive.numbers == [3, 1]


def test_a_game_that_is_larger_than_the_memory_is_not_called_broken(texts, monkeypatch):  # noqa: F811
    def full(setup):
        raise MemoryError

    monkeypatch.setattr("kibitz.table.new_game", full)
    driver = shown(count(2))
    assert say("finished.long.text") == " ".join(texts_of(driver, texts)[2:5])
    monkeypatch.undo()
    driver.type("m" + "c")
    assert driver.app.top.game and driver.app.top.whole


@settings(max_examples=150, deadline=None)
@given(
    st.one_of(
        st.text(max_size=80),
        st.text(alphabet='{}[]":,.\n gamecountrplyes0129', max_size=80),
        st.tuples(st.integers(0, 400), st.text(max_size=3)),
    )
)
def test_any_file_can_be_looked_at(damage):
    text = damage
    if isinstance(damage, tuple):  # a good game with something else in the middle of it
        good = case("rummy-game")
        place = damage[0] % len(good)
        text = good[:place] + damage[1] + good[place + len(damage[1]) :]
    driver = listed(text, count(2))
    driver.type("b" + "c" + "b" + "c" + "b" + "m" + "m" + "m")
    assert driver.screen in ("HomeScreen", "FinishedScreen", "FinishedGameScreen")
    assert driver.world.storage.files[file(1)] == text


def test_names_that_the_font_lacks_are_boxes():
    driver = listed(transcript({"game": "counter", "players": ["😀" * 12, "اسم", "\u200b"]}))
    driver.type("c" + "c" + "m" + "m")
    assert driver.screen == "FinishedScreen"


# -- what is on the glass --------------------------------------------------------------------------


def points(players, names, **options):
    scores = [(-199, 999, 0, 5)[seat % 4] for seat in range(players)]
    return count(players, {"points": scores}, names=names, **options)


def typed(driver, keys):
    driver.type(keys)
    return driver


def rummy(players, names):
    setup = {"game": "mexican-rummy", "players": list(names[: min(players, 6)])}
    return transcript(setup)


SCREENS = {
    "list": lambda p, n: listed(*[points(p, n)] * 120),
    "list-last": lambda p, n: typed(listed(*[points(p, n)] * 12), "a"),
    "list-broken": lambda p, n: listed("{"),
    "list-empty": lambda p, n: typed(listed("{"), "c" + "a" + "c"),
    "list-head": lambda p, n: listed(points(p, n), running=count(p, {"end": True}, names=n)),
    "won": lambda p, n: shown(points(p, n, target=999)),
    "won-totals": lambda p, n: typed(shown(points(p, n, target=999)), "b" * (p > 4)),
    "won-last": lambda p, n: typed(shown(points(p, n, target=999)), "b" * (2 * (p > 6))),
    "shared": lambda p, n: shown(count(p, {"end": True}, names=n)),
    "unfinished": lambda p, n: shown(points(p, n, target=9999)),
    "unfinished-rummy": lambda p, n: shown(rummy(p, n)),
    "part": lambda p, n: shown(points(p, n, target=9999) + "{"),
    "broken": lambda p, n: shown("{"),
    "delete": lambda p, n: typed(shown(points(p, n)), "a"),
    "sheet": lambda p, n: typed(shown(points(p, n)), "c"),
}
every_screen = pytest.mark.parametrize("screen", SCREENS)


@every_screen
@pytest.mark.parametrize("players", range(2, 13))
@pytest.mark.parametrize("names", [WIDE, SHORT], ids=["wide", "short"])
def test_nothing_overflows_and_nothing_meets(screen, players, names, texts):  # noqa: F811
    seen = redraw(Somebody(SCREENS[screen](players, names)), texts)
    assert_apart(seen)
    for one in seen:
        if ELLIPSIS in one.text and names is SHORT:
            assert one.text.endswith(say("player.open")) and ", " in one.text, one


@every_screen
@pytest.mark.parametrize("players", [3, 12])
def test_labels_tell_the_truth(screen, players, texts):  # noqa: F811
    assert_labels(lambda: Somebody(SCREENS[screen](players, SHORT)), texts)


@every_screen
def test_what_is_shown_is_up_to_date(screen, texts):  # noqa: F811
    assert_up_to_date(lambda: Somebody(SCREENS[screen](3, SHORT)), texts)
