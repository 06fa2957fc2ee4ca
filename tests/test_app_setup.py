"""From power on to the first bid: home, rules, options, players, spelling, dealer, settings."""

import pytest

from app_driver import KEY, Driver, FakeStorage
from kibitz import words
from kibitz.finished_screens import Archive
from kibitz.font import Font
from kibitz.saves import NAME_LENGTH, SETTINGS
from kibitz.screen import NumberScreen, Screen
from kibitz.spell_screen import DONE, ERASE, SpellScreen
from kibitz.words import CODES, say


def rows(device):
    return [left for left, _ in device.app.top.rows]


# -- the players of a device that speaks another language now -------------------------------------

MIXED = ("Player 2", "Ana", "Player 12", "Players 3", "Player 4x", "Player")
CALLED = {
    "en": MIXED,
    "sr": ("Igrač 2", "Ana", "Igrač 12", *MIXED[3:]),
    "sr-cyrl": ("Играч 2", "Ana", "Играч 12", *MIXED[3:]),
    "pl": ("Gracz 2", "Ana", "Gracz 12", *MIXED[3:]),
    "de": ("Spieler 2", "Ana", "Spieler 12", *MIXED[3:]),
}


def speak(device, code):
    """Change the language, as the settings do."""
    device.app.settings.change("language", code)
    device.app.heed_settings()
    device.app.refresh()
    device.tick()


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("first", CODES)
def test_players_whom_the_device_has_named_are_called_so_in_its_language(first, code):
    device = Driver()
    speak(device, first)
    device.start("meksykanka", CALLED[first])
    speak(device, code)
    assert device.game.players == CALLED[code]
    assert device.app.settings.names == list(CALLED[code])
    again = device.restart()
    assert again.game.players == CALLED[code]
    assert again.app.settings.names == list(CALLED[code])
    assert device.journal()[0] == again.journal()[0]


def test_the_made_up_names_are_those_of_the_words():
    for code in CODES:
        words.use(code)
        assert words.renamed(["Player 7"]) == [say("player.made_up", number=7)]


def test_nobody_gets_a_name_that_another_one_has():
    words.use("pl")
    names = ["Player 1", "Gracz 1", "Spieler 1"]
    assert words.renamed(names) == names
    assert words.renamed(["Player 1", "Spieler 1"]) == ["Gracz 1", "Spieler 1"]


@pytest.mark.parametrize("code", CODES)
def test_a_finished_game_calls_them_so_too(code):
    device = Driver()
    device.start("counter", CALLED["en"])
    device.app.put_away()
    device.tick()
    speak(device, code)
    archive = Archive(device.app)
    assert archive.heading(1) == ("counter", list(CALLED[code]))
    assert archive.load(1)[0].players == CALLED[code]


def test_a_game_that_is_looked_at_is_drawn_anew_in_the_other_language():
    device = Driver()
    device.type("ccc" + "ccc" + "c")
    assert device.game.players == ("Player 1", "Player 2", "Player 3")
    device.hold("M")
    device.mark(say("menu.settings"))
    device.press("c")
    device.type("a" * [one.name for one in SETTINGS].index("language"))
    device.type("b" * CODES.index("pl") + "c")
    assert device.screen == "BidScreen"
    assert device.game.players == ("Gracz 1", "Gracz 2", "Gracz 3")


# -- home ------------------------------------------------------------------------------------------


def test_power_on_shows_the_first_screen_at_once():
    device = Driver()
    assert device.screen == "HomeScreen"
    assert device.world.display.shown == 1
    assert any(device.world.display.frame)


def test_nothing_is_drawn_when_nothing_changes():
    device = Driver()
    device.wait(5000)
    device.type("m")
    device.hold("M")
    assert device.world.display.shown == 1
    assert device.asleep_ms > 1000  # the light and the battery are looked after now and then


def test_a_key_held_at_the_start_does_nothing_until_it_is_released():
    device = Driver(held="c")
    device.wait(3000)
    assert device.screen == "HomeScreen"
    device.level("c", False)
    device.wait(100)
    assert device.screen == "HomeScreen"
    device.press("c")
    assert device.screen == "RulesScreen"


def test_home_is_the_end_of_the_way_back():
    device = Driver()
    device.type("mmm")
    device.hold("M")
    assert device.screen == "HomeScreen"


def test_every_step_of_setting_up_leads_back():
    device = Driver()
    way = ["RulesScreen", "GameOptionsScreen", "PlayerScreen", "PlayerScreen", "PlayerScreen"]
    for screen in [*way, "DealerScreen"]:
        device.press("c")
        assert device.screen == screen
    for screen in reversed(["HomeScreen", *way]):
        device.press("m")
        assert device.screen == screen


def test_a_held_key_does_not_run_through_the_screens():
    device = Driver()
    device.hold("C", 5000)
    assert device.screen == "RulesScreen"


def test_a_release_does_not_reach_the_next_screen():
    """C acts on the player list when it comes up, and the list came by pressing C."""
    device = Driver()
    device.type("cc")
    device.level("c", True)
    assert device.screen == "PlayerScreen"
    device.wait(200)
    device.level("c", False)
    device.wait(200)
    assert device.app.top.chosen == ()


def test_the_first_start_offers_players_without_a_name():
    device = Driver()
    device.type("ccc")
    assert rows(device) == ["Player 1", "Player 2", "Player 3", "Spell a name…"]
    device.type("cccb")
    assert device.screen == "BidScreen"
    assert device.game.players == ("Player 1", "Player 2", "Player 3")
    assert device.game.dealer == 1


def test_players_without_a_name_are_numbered_behind_those_with_one():
    device = Driver()
    device.app.settings.names = ["Ana", "Bora"]
    device.type("cccc")
    assert device.app.top.title == "Player 2 of 3"
    assert rows(device) == ["Bora", "Player 3", "Spell a name…"]


def test_a_new_game_beside_a_running_one_asks_first():
    device = Driver()
    device.start()
    device.press("c")
    device.hold("M")
    device.type("ac")
    assert rows(device) == ["Resume", "New game", "Settings"]
    device.type("bc")
    assert device.screen == "ConfirmScreen"
    device.press("a")
    assert device.screen == "HomeScreen"
    device.mark("Resume")
    device.press("c")
    assert device.screen == "BidScreen"
    assert device.game.bid == 5


def test_the_running_game_is_kept_until_the_new_one_begins():
    device = Driver()
    device.start()
    device.press("c")
    device.hold("M")
    device.type("ac" + "bcc" + "cc" + "ccc")
    assert device.screen == "DealerScreen"
    assert device.restart().game.bid == 5
    device.press("a")
    assert device.restart().game.bid is None


def test_a_game_in_which_nothing_has_happened_is_replaced_without_asking():
    device = Driver()
    device.start()
    device.press("m")
    assert device.screen == "HomeScreen"
    device.mark("New game")
    device.press("c")
    assert device.screen == "RulesScreen"


# -- lists -----------------------------------------------------------------------------------------


def test_a_list_goes_round_by_presses_and_stops_at_its_end_when_held():
    device = Driver()
    device.app.settings.names = [f"Name {number}" for number in range(12)]
    device.type("ccc")
    last = len(device.app.top.rows) - 1
    device.press("a")
    assert device.app.top.cursor == last
    device.press("b")
    assert device.app.top.cursor == 0
    device.hold("B", 6000)
    assert device.app.top.cursor == last
    device.hold("A", 6000)
    assert device.app.top.cursor == 0


def test_the_marked_row_is_always_in_sight():
    device = Driver()
    device.app.settings.names = [f"Name {number}" for number in range(12)]
    device.type("ccc")
    screen = device.app.top
    for letter in "b" * 15 + "a" * 20:
        device.press(letter)
        assert screen.top <= screen.cursor < screen.top + screen.in_sight()
        assert 0 <= screen.top <= len(screen.rows) - screen.in_sight()


# -- options ---------------------------------------------------------------------------------------


def test_options_are_set_and_reach_the_game():
    device = Driver()
    device.type("cbc")  # the club
    assert device.screen == "GameOptionsScreen"
    assert device.app.top.title == "Mexico Club"
    device.type("b")  # four players
    device.type("ab")  # the dealer moves backward
    device.type("aab")  # betl
    assert device.app.top.values["betl"] is True
    device.type("c" + "cccc" + "c")
    assert device.screen == "BidScreen"
    assert device.game.options["four"] is True
    assert device.game.options["dealer_moves"] == "backward"
    assert device.game.options["betl"] is True
    assert device.game.options["open"] is True
    assert len(device.game.players) == 4


def test_options_go_round():
    device = Driver()
    device.type("cc")
    device.type("aaaa")
    assert device.app.top.cursor == 0
    device.type("bb")
    assert device.app.top.values["four"] is False


def test_a_number_is_set_by_presses_and_by_holding():
    device = Driver()
    device.type("ccaab")
    assert device.screen == "NumberScreen"
    device.type("bb")
    assert device.app.top.value == 53
    device.type("a")
    assert device.app.top.value == 52
    device.hold("B", 20_000)
    assert device.app.top.value == 201
    assert device.app.top.labels()[1] == ""
    device.hold("A", 20_000)
    assert device.app.top.value == 21
    assert device.app.top.labels()[0] == ""
    device.press("a")
    assert device.app.top.value == 21
    device.type("bc")
    assert device.screen == "GameOptionsScreen"
    assert device.app.top.values["target"] == 22


def test_a_number_left_with_m_stays_as_it_was():
    device = Driver()
    device.type("ccaab" + "bbb" + "m")
    assert device.app.top.values["target"] == 51


def test_large_steps_go_by_round_numbers():
    screen = NumberScreen(Driver().app, "", "", 52, 21, 201, None)
    screen.repeat(KEY["b"], 5)
    assert screen.value == 55
    screen.repeat(KEY["b"], 10)
    assert screen.value == 60
    screen.repeat(KEY["a"], 10)
    assert screen.value == 50
    screen.value = 53
    screen.repeat(KEY["a"], 5)
    assert screen.value == 50


def test_changes_of_options_are_forgotten_unless_a_game_begins():
    device = Driver()
    device.type("ccb" + "m" + "c")
    assert device.app.top.values["four"] is False


# -- players and spelling --------------------------------------------------------------------------


def test_nobody_sits_twice_at_the_table():
    device = Driver()
    device.app.settings.names = ["Ana", "Bora", "Ceca"]
    device.type("ccc" + "bc")
    assert rows(device) == ["Ana", "Ceca", "Spell a name…"]


def spell(device, name):
    """Turn the wheel to each letter and take it."""
    for letter in name:
        screen = device.app.top
        wheel = screen.wheel()
        while screen.marked() != letter:
            ahead = (wheel.index(letter) - screen.place) % len(wheel)
            device.press("b" if ahead <= len(wheel) // 2 else "a")
        device.press("c")


def test_a_name_is_spelled_and_remembered():
    device = Driver()
    device.type("ccc")
    device.mark("Spell a name…")
    device.press("c")
    assert device.screen == "SpellScreen"
    spell(device, "Željko")
    device.hold("C")
    assert device.screen == "PlayerScreen"
    assert device.app.top.chosen == ("Željko",)
    again = device.restart()
    assert again.app.settings.names == ["Željko"]
    again.type("ccc")
    assert rows(again)[0] == "Željko"


@pytest.mark.parametrize(
    "name",
    ["Ana-Lu B", "O'Neil", "Pat O'Neil", "Jo-D'Arcy", "Sa'id", "Anna-Maria"]
    + ["Łukasz", "Đorđe", "Jürgen", "Strauß", "Żółć", "Čeda 2"],
)
@pytest.mark.parametrize("code", CODES)
def test_capitals_come_where_a_name_or_a_part_of_it_begins(code, name):
    device = Driver()
    speak(device, code)
    device.app.push(SpellScreen(device.app, "", lambda name: "", device.app.settings.learn))
    spell(device, name)
    device.hold("C")
    assert device.app.settings.names == [name]


def test_done_and_erase_stand_on_the_wheel():
    device = Driver()
    device.type("cccac")
    spell(device, "Abc" + ERASE + ERASE)
    assert device.app.top.text == "A"
    spell(device, DONE)
    assert device.screen == "PlayerScreen"
    assert device.app.top.chosen == ("A",)


@pytest.mark.parametrize("text", ["A", "Ana-L", "O'N"])
def test_who_erases_the_last_letter_of_a_part_can_go_on_erasing(text):
    device = Driver()
    device.type("cccac")
    spell(device, text + ERASE)
    assert device.app.top.marked() == ERASE
    device.type("c" * len(text))
    assert device.app.top.text == ""


def test_after_a_space_the_wheel_begins_with_its_first_letter():
    device = Driver()
    device.type("cccac")
    spell(device, "Ana ")
    assert device.app.top.marked() == "A"


def test_erasing_nothing_is_harmless():
    device = Driver()
    device.type("cccac")
    spell(device, ERASE + ERASE)
    assert device.app.top.text == ""


@pytest.mark.parametrize("blank", ["", "  "])
def test_an_empty_name_is_refused_with_a_sentence(blank):
    device = Driver()
    device.type("cccac")
    device.app.top.text = blank
    device.hold("C")
    assert device.screen == "MessageScreen"
    assert device.app.top.text == say("spell.empty")
    device.press("c")
    assert device.screen == "SpellScreen"


def test_a_name_that_is_taken_is_refused_and_can_be_mended():
    device = Driver()
    device.app.settings.names = ["Ana", "Bora", "Ceca"]
    device.type("ccc" + "c")
    device.mark("Spell a name…")
    device.press("c")
    spell(device, "Ana")
    device.hold("C")
    assert device.app.top.text == say("player.taken", name="Ana")
    device.press("c")
    assert device.app.top.text == "Ana"
    spell(device, "b")
    device.hold("C")
    assert device.app.top.chosen == ("Ana", "Anab")


def test_a_thirteenth_letter_is_refused_with_a_sentence():
    device = Driver()
    device.type("cccac")
    spell(device, "Abcdefghijkl")
    device.press("c")
    assert device.app.top.text == say("spell.full", most=NAME_LENGTH)
    device.press("c")
    assert device.app.top.text == "Abcdefghijkl"
    device.hold("C")
    assert device.app.top.chosen == ("Abcdefghijkl",)


def test_the_wheel_keeps_turning_while_a_key_is_held_one_letter_at_a_time():
    device = Driver()
    device.type("cccac")
    seen = []
    screen = device.app.top
    redraw = screen.redraw
    screen.redraw = lambda canvas: (seen.append(screen.place), redraw(canvas))
    device.hold("B", 4000)
    assert len(seen) > 20
    assert all(b - a == 1 for a, b in zip(seen, seen[1:], strict=False))


def test_both_wheels_have_the_same_places():
    capital, small = say("wheel.capital"), say("wheel.small")
    assert len(capital) == len(small) - len(" ")
    assert len(set(capital)) == len(capital)
    assert len(set(small)) == len(small)
    for big, little in zip(capital, small, strict=False):
        if big.isalpha():
            assert big.lower() == little


def test_leaving_the_wheel_with_m_changes_nothing():
    device = Driver()
    device.type("cccac")
    spell(device, "Ab")
    device.press("m")
    assert device.screen == "PlayerScreen"
    assert device.app.top.chosen == ()
    assert device.app.settings.names == []


def test_a_name_is_forgotten_by_holding_c():
    device = Driver()
    device.app.settings.names = ["Ana", "Bora", "Ceca", "Dana"]
    device.type("ccc" + "b")
    device.hold("C")
    assert device.screen == "ConfirmScreen"
    assert device.app.top.question == say("player.forget", name="Bora")
    device.press("a")
    assert "Bora" in rows(device)
    device.hold("C")
    device.press("c")
    assert "Bora" not in rows(device)
    assert device.restart().app.settings.names == ["Ana", "Ceca", "Dana"]


def test_what_is_no_remembered_name_cannot_be_forgotten():
    device = Driver()
    device.type("ccc")
    device.hold("C")
    assert device.screen == "PlayerScreen"
    device.press("a")
    device.hold("C")
    assert device.screen == "PlayerScreen"


ODD = [
    "\x00",
    "\n\n",
    "{who}",
    "%s",
    "\ud800",
    "🃏" * 12,
    " ",
    '"\\',
    "اسم",
    "W" * 12,
    "…",
    "\ufffd",
]


@pytest.mark.parametrize("name", ODD)
def test_odd_names_play_like_all_others(name):
    assert not Font.strict
    storage = FakeStorage()
    device = Driver(storage)
    device.start(names=(name, "Bora", "Ceca"))
    device.type("caab" + "abc" + "m")
    assert device.screen == "ConfirmScreen"
    device.press("a")
    device.hold("M")
    device.type("bcc" + "m")
    device.type("abcabca" + "c")
    assert device.game.players[0] == name
    assert device.game.hand == 2
    assert device.restart().game.state() == device.game.state()


# -- the dealer ------------------------------------------------------------------------------------


@pytest.mark.parametrize("dealer", range(3))
def test_three_players_stand_over_the_keys(dealer):
    device = Driver()
    device.type("ccc" + "ccc" + "abc"[dealer])
    assert device.screen == "BidScreen"
    assert device.game.dealer == dealer
    assert device.game.to_act == (dealer + 1) % 3


@pytest.mark.parametrize("dealer", range(4))
def test_four_players_are_a_list(dealer):
    device = Driver()
    device.type("ccb" + "c" + "cccc" + "b" * dealer + "c")
    assert device.game.dealer == dealer
    assert len(device.game.seats_at_play) == 3


# -- the base class --------------------------------------------------------------------------------


def test_a_bare_screen_does_nothing_and_breaks_nothing():
    device = Driver()
    device.app.push(Screen(device.app))
    device.type("abc")
    device.hold("A")
    device.hold("B", 3000)
    device.hold("M")
    assert device.screen == "Screen"
    device.press("m")
    assert device.screen == "HomeScreen"


def test_the_base_class_teaches_how_to_add_a_screen():
    import kibitz.screen

    for word in ("draw(", "labels()", "press(key)", "hold(key)", "taps", "push(", "say(", "shots"):
        assert word in kibitz.screen.__doc__
