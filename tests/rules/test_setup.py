"""The setup line, and what comes instead of it and after it: TRANSCRIPTS.md."""

import pytest

from helpers import (
    CONFUSING,
    ERROR_CODES,
    HUGE,
    NAMES,
    UNDO,
    Table,
    begin,
    check_answer,
    confusing,
    plain,
    same,
    setup,
    setup_refused,
)
from rules_core import CODES, GAMES, RuleError, game_class, new_game
from rules_core.transcript import BAD_JSON, Replayer

ALL_GAMES = ("meksiko", "meksiko-club", "meksykanka", "mexican-rummy")
CARD_GAMES = ("meksiko", "meksiko-club", "mexican-rummy")

# The options of every game, the default first; a range is (default, low, high).
BOTH_MEKSIKOS = {
    "four": (False, True),
    "dealer_moves": ("forward", "backward"),
    "target": (51, 21, 201),
    "betl": (False, True),
}
OPTIONS = {
    "meksiko": BOTH_MEKSIKOS,
    "meksiko-club": {
        **BOTH_MEKSIKOS,
        "bid_ten": (False, True),
        "open": (True, False),
        "exceed": (False, True),
        "meksiko_zero": (False, True),
    },
    "meksykanka": {"lives": (3, 1, 9), "mexican_call": (False, True)},
    "mexican-rummy": {
        "packs": (2, 3),
        "all_wild": (False, True),
        "strict": (False, True),
        "swap": (True, False),
        "single": (False, True),
        "wild": ("climbing", "twos", "kings"),
        "buy": (False, True),
    },
}
RANGES = ("target", "lives")


def values_of(name, values):
    """All values an option allows."""
    return list(range(values[1], values[2] + 1)) if name in RANGES else list(values)


def options_of(game):
    return [(game, name, values) for name, values in OPTIONS[game].items()]


EVERY_OPTION = [row for game in ALL_GAMES for row in options_of(game)]


def players_for(game, option, value):
    return setup(game, **{option: value})["players"]


# --- the games ---


def test_setup_the_games_of_the_rules():
    """The four of RULES.md; whatever else is counted comes besides."""
    assert set(GAMES) >= set(ALL_GAMES)
    assert len(set(GAMES)) == len(GAMES)


@pytest.mark.parametrize("game", ALL_GAMES)
def test_setup_least_line(game):
    """Only game and players are needed."""
    line = {"game": game, "players": list(NAMES[:3])}
    table = Table(line)
    assert table.setup_answer["ok"]
    assert table.state["game"] == game
    assert table.state.get("dealer", 0) == 0


@pytest.mark.parametrize("game", ALL_GAMES)
def test_setup_defaults_are_those_of_the_table(game):
    table = begin(game)
    assert table.game.options == {name: values[0] for name, values in OPTIONS[game].items()}
    assert table.game.name == game
    assert list(table.game.players) == list(NAMES[:3])


@pytest.mark.parametrize("game", ALL_GAMES)
def test_setup_empty_options_are_the_defaults(game):
    line = setup(game)
    line["options"] = {}
    assert Table(line).state == begin(game).state


@pytest.mark.parametrize("game", ALL_GAMES)
def test_setup_is_given_back_as_a_line(game):
    """setup() of a game sets up the same game again."""
    line = setup(game, dealer=1) if game in CARD_GAMES else setup(game)
    table = Table(line)
    again = Table(plain(table.game.setup()))
    assert again.state == table.state
    assert again.game.options == table.game.options
    assert again.game.players == table.game.players


@pytest.mark.parametrize("game, option, values", EVERY_OPTION)
def test_setup_is_given_back_with_every_option(game, option, values):
    for value in (values_of(option, values)[0], values_of(option, values)[-1]):
        table = Table(setup(game, **{option: value}))
        again = Table(plain(table.game.setup()))
        assert again.setup_answer["ok"], again.setup_answer
        assert again.game.options == table.game.options
        assert again.state == table.state


@pytest.mark.parametrize("game", ALL_GAMES)
def test_setup_new_game_and_replayer_agree(game):
    line = setup(game)
    assert plain(new_game(line).state()) == Table(line).state
    with pytest.raises(RuleError) as refusal:
        new_game({**line, "x": 1})
    assert refusal.value.code == "bad-setup"


# --- bad-setup, unknown-game ---


@pytest.mark.parametrize(
    "line", [value for value in CONFUSING if type(value) is not dict] + [[{"game": "meksiko"}]]
)
def test_setup_no_object(line):
    setup_refused(line, "bad-setup")


@pytest.mark.parametrize(
    "line",
    [
        {},
        {"players": ["Ana", "Bora", "Ceca"]},
        {"bid": 5},
        {"undo": True},
        {"options": {}},
        {**setup("meksiko"), "x": 1},
        {**setup("meksiko"), "Game": "meksiko"},
        {**setup("meksiko"), "bid": 5},
        {**setup("meksiko"), "": None},
        {**setup("meksiko"), "target": 51},
        {**setup("meksiko"), "version": 1},
    ],
)
def test_setup_unknown_or_missing_keys(line):
    setup_refused(line, "bad-setup")


@pytest.mark.parametrize("game", [value for value in CONFUSING if type(value) is not str])
def test_setup_game_is_no_string(game):
    setup_refused({**setup("meksiko"), "game": game}, "bad-setup")


@pytest.mark.parametrize(
    "game", ["", "Meksiko", "meksiko ", "meksiko_club", "mexican rummy", "rummy", "chess", "None"]
)
def test_setup_unknown_game(game):
    setup_refused({**setup("meksiko"), "game": game}, "unknown-game")


# --- options ---


@pytest.mark.parametrize("game, option, values", EVERY_OPTION)
def test_setup_option_takes_its_values(game, option, values):
    for value in values_of(option, values):
        line = setup(game, **{option: value})
        table = Table(line)
        assert table.setup_answer["ok"], (option, value)
        assert same(table.game.options[option], value)


@pytest.mark.parametrize("game, option, values", EVERY_OPTION)
def test_setup_option_takes_no_other_value(game, option, values):
    allowed = values_of(option, values)
    others = [*confusing(*allowed), "forward ", "Forward", "climbing ", "false", "on", 4, 9.0, 51.0]
    others += [[allowed[0]], {"value": allowed[0]}, float(allowed[0]) if allowed[0] == 3 else None]
    for value in others:
        if not any(same(value, fit) for fit in allowed):
            line = setup(game, 3)
            line["options"] = {option: value}
            setup_refused(line, "bad-option")


@pytest.mark.parametrize("option, low, high", [("target", 21, 201), ("lives", 1, 9)])
def test_setup_option_range(option, low, high):
    game = "meksiko" if option == "target" else "meksykanka"
    for value in (low - 1, high + 1, -low, 0, HUGE, -HUGE, float(low), str(low), True, None):
        setup_refused(setup(game, **{option: value}), "bad-option")


@pytest.mark.parametrize("game", ALL_GAMES)
def test_setup_option_of_another_game(game):
    for other in ALL_GAMES:
        for option, values in OPTIONS[other].items():
            if option not in OPTIONS[game]:
                line = setup(game)
                line["options"] = {option: values[0]}
                setup_refused(line, "bad-option")


@pytest.mark.parametrize(
    "option", ["", "x", "Four", "four ", "TARGET", "dealer", "players", "game"]
)
def test_setup_unknown_option(option):
    for game in ALL_GAMES:
        line = setup(game)
        line["options"] = {option: False}
        setup_refused(line, "bad-option")


@pytest.mark.parametrize("options", [value for value in CONFUSING if type(value) is not dict])
def test_setup_options_is_no_object(options):
    setup_refused({**setup("meksiko"), "options": options}, "bad-option")


@pytest.mark.parametrize("game", ALL_GAMES)
def test_setup_options_are_data(game):
    """OPTIONS of the class: name, default, what is allowed, a line of text."""
    options = game_class(game).OPTIONS
    assert {option.name for option in options} == set(OPTIONS[game])
    for option in options:
        values = OPTIONS[game][option.name]
        assert same(option.default, values[0])
        assert type(option.text) is str and option.text and "\n" not in option.text


def test_setup_rummy_single_without_packs():
    line = setup("mexican-rummy", 2, single=True, packs=2)
    setup_refused(line, "bad-option")
    setup_refused(setup("mexican-rummy", 2, single=True, packs=3), "bad-option")
    assert Table(setup("mexican-rummy", 2, single=True)).setup_answer["ok"]
    assert Table(setup("mexican-rummy", 2, single=False, packs=3)).setup_answer["ok"]


# --- players ---

COUNTS = [
    ("meksiko", {}, 3, 3),
    ("meksiko", {"four": False}, 3, 3),
    ("meksiko", {"four": True}, 4, 4),
    ("meksiko-club", {}, 3, 3),
    ("meksiko-club", {"four": True}, 4, 4),
    ("meksykanka", {}, 2, 12),
    ("mexican-rummy", {}, 2, 6),
    ("mexican-rummy", {"packs": 3}, 2, 6),
    ("mexican-rummy", {"single": True}, 2, 3),
]


@pytest.mark.parametrize("game, options, least, most", COUNTS)
def test_setup_number_of_players(game, options, least, most):
    for number in range(15):
        line = setup(game, 3, **options)
        line["players"] = ["P" + str(seat) for seat in range(number)]
        if least <= number <= most:
            table = Table(line)
            assert table.setup_answer["ok"], number
            assert table.state["scores"] == [0] * number
        else:
            setup_refused(line, "bad-players")


@pytest.mark.parametrize("players", [value for value in CONFUSING if type(value) is not list])
def test_setup_players_is_no_list(players):
    setup_refused({**setup("meksiko"), "players": players}, "bad-players")


def test_setup_players_missing():
    setup_refused({"game": "meksiko"}, "bad-players")
    setup_refused({"game": "meksykanka", "options": {}}, "bad-players")


@pytest.mark.parametrize("name", [value for value in CONFUSING if type(value) is not str])
def test_setup_name_is_no_string(name):
    for seat in range(3):
        players = list(NAMES[:3])
        players[seat] = name
        setup_refused({**setup("meksiko"), "players": players}, "bad-players")


@pytest.mark.parametrize("name", ["", "x" * 13, "č" * 13, "😀" * 13, "x" * 10000, " " * 13])
def test_setup_name_length(name):
    setup_refused({**setup("meksiko"), "players": ["Ana", name, "Ceca"]}, "bad-players")


@pytest.mark.parametrize(
    "name",
    ["x", " ", "x" * 12, "č" * 12, "😀" * 12, "Đorđe", "Анђелка", "żółć", "\n", '"', "\\", "\x00"]
    + ["bora", "Bora ", "e\u0301", "王", "null", "0"],
)
def test_setup_name_any_code_points(name):
    line = {**setup("meksiko"), "players": ["Ana", name, "Bora"]}
    table = Table(line)
    assert table.setup_answer["ok"]
    assert table.game.players[1] == name


def test_setup_names_are_all_different():
    for players in (["Ana", "Ana", "Ceca"], ["Ana", "Bora", "Ana"], ["Ana", "Bora", "Bora"]):
        setup_refused({**setup("meksiko"), "players": players}, "bad-players")


def test_setup_names_differ_by_code_points():
    for pair in (("Ana", "ana"), ("Ana", "Ana "), ("é", "e\u0301"), ("A", "А")):
        assert Table({**setup("meksiko"), "players": [*pair, "Ceca"]}).setup_answer["ok"]


# --- dealer ---


@pytest.mark.parametrize("game", CARD_GAMES)
def test_setup_dealer(game):
    for dealer in range(3):
        assert begin(game, dealer=dealer).state["dealer"] == dealer
    assert begin(game).state["dealer"] == 0


@pytest.mark.parametrize("game", CARD_GAMES)
def test_setup_dealer_is_no_seat(game):
    for dealer in (3, 4, -1, HUGE, -HUGE):
        setup_refused({**setup(game), "dealer": dealer}, "bad-setup")


@pytest.mark.parametrize("dealer", confusing(0, 1))
def test_setup_dealer_type_confusion(dealer):
    setup_refused({**setup("meksiko"), "dealer": dealer}, "bad-setup")
    setup_refused({**setup("mexican-rummy"), "dealer": dealer}, "bad-setup")


def test_setup_dealer_follows_the_number_of_players():
    assert begin("meksiko", four=True, dealer=3).state["dealer"] == 3
    setup_refused(setup("meksiko", four=True, dealer=4), "bad-setup")
    setup_refused(setup("mexican-rummy", 2, dealer=2), "bad-setup")


def test_setup_dealer_refused_in_meksykanka():
    setup_refused(setup("meksykanka", dealer=0), "bad-setup")
    setup_refused(setup("meksykanka", dealer=1), "bad-setup")
    setup_refused({**setup("meksykanka"), "dealer": None}, "bad-setup")


# --- the order of faults ---

FAULTS = [
    ("bad-setup", {"x": 1}),
    ("unknown-game", {"game": "chess"}),
    ("bad-option", {"options": {"target": 5}}),
    ("bad-players", {"players": ["Ana"]}),
    ("bad-setup", {"dealer": 7}),
]


@pytest.mark.parametrize("first", range(len(FAULTS)))
@pytest.mark.parametrize("second", range(len(FAULTS)))
def test_setup_of_two_faults_the_first_of_the_list_is_the_answer(first, second):
    line = {**setup("meksiko"), **FAULTS[first][1], **FAULTS[second][1]}
    setup_refused(line, FAULTS[min(first, second)][0])


def test_setup_of_all_faults_the_first():
    for start in range(len(FAULTS)):
        line = setup("meksiko")
        for _, fault in FAULTS[start:]:
            line.update(fault)
        setup_refused(line, FAULTS[start][0])


def test_setup_bad_option_before_bad_players():
    line = {"game": "meksiko", "players": None, "options": None, "dealer": None}
    setup_refused(line, "bad-option")
    line = {"game": "meksiko", "players": None, "options": {"four": 1}}
    setup_refused(line, "bad-option")
    line = setup("mexican-rummy", 6, single=True, packs=2)
    setup_refused(line, "bad-option")


def test_setup_no_string_game_before_options():
    setup_refused({"game": None, "players": None, "options": None}, "bad-setup")
    setup_refused({"game": "x", "players": None, "options": None, "dealer": "x"}, "unknown-game")


def test_setup_meksykanka_dealer_is_the_last_fault():
    """The dealer is a key of every setup line; it is refused where the dealer is judged."""
    setup_refused({**setup("meksykanka"), "dealer": 0, "players": ["Ana"]}, "bad-players")
    line = {**setup("meksykanka"), "dealer": 0, "options": {"lives": 0}}
    setup_refused(line, "bad-option")


# --- what comes after the first line ---


@pytest.mark.parametrize("first", [BAD_JSON, [], {}, {"game": "chess"}, {"bid": 5}, None])
def test_setup_refused_leaves_no_game_for_good(first):
    """Every later line is answered with bad-json or bad-setup, also a good setup line."""
    replayer = Replayer()
    assert check_answer(replayer.answer(first))["ok"] is False
    for line in (setup("meksiko"), {"bid": 5}, UNDO, {}, [], None, 5, {"x": 1}, {"game": 5}):
        answer = check_answer(replayer.answer(line))
        assert (answer["error"], answer["state"]) == ("bad-setup", None)
    answer = check_answer(replayer.answer(BAD_JSON))
    assert (answer["error"], answer["state"]) == ("bad-json", None)
    assert replayer.status() == 2


def test_setup_first_line_no_json():
    answer = check_answer(Replayer().answer(BAD_JSON))
    assert (answer["error"], answer["state"]) == ("bad-json", None)


@pytest.mark.parametrize("game", ALL_GAMES)
def test_setup_second_setup_line_is_an_unknown_event(game):
    table = begin(game)
    table.refused(setup(game), "unknown-event")
    table.refused(setup("meksiko"), "unknown-event")
    table.refused(BAD_JSON, "bad-json")


def test_setup_status():
    replayer = Replayer()
    assert replayer.status() == 2
    replayer.answer(setup("meksiko"))
    assert replayer.status() == 0
    replayer.answer({"bid": 5})
    assert replayer.status() == 0
    replayer.answer({"bid": 4})
    assert replayer.status() == 1
    replayer.answer({"bid": "pass"})
    assert replayer.status() == 1


@pytest.mark.parametrize("game", ALL_GAMES)
def test_setup_later_games_share_nothing(game):
    """Two games at once, and a given line changed afterwards."""
    line = setup(game)
    first, second = begin(game), Table(line)
    line["players"].append("Zoran")
    line["options"] = {"x": 1}
    assert first.state == second.state
    assert list(second.game.players) == list(NAMES[:3])
    state = second.game.state()
    state["scores"][0] = 99
    state["expects"].append("x")
    assert plain(second.game.state()) == first.state


def test_error_codes_are_the_documented_ones():
    assert set(CODES) == ERROR_CODES
