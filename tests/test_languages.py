"""The languages: their tables are complete and right, and every screen has room for them."""

import json
import re
import string
import subprocess
import sys

import pytest

import app_driver
import test_app_counter
import test_app_draw
import test_app_finished
import test_app_glass
import test_app_meksykanka
import test_app_rummy
from app_driver import Driver, FakeStorage
from glass import draw_all, faults, untold
from host_sim import device, fontc, wordc
from kibitz import games, saves, words
from kibitz.font import TextOverflow
from kibitz.fonts import HUGE, LARGE, MIDDLE, SMALL
from kibitz.words import CODES, LANGUAGES, NAMES, say, say_n, say_or
from rules_core import RuleError, errors, game_class, new_game
from support import ROOT, MICROPYTHON_TIMEOUT_s, micropython
from word_tables import ENGLISH, table

A_LANGUAGE = 20_000  # bytes that a table takes, about
OTHERS = [code for code in CODES if code != ENGLISH]
EN = table(ENGLISH)
every_language = pytest.mark.parametrize("code", CODES)
every_other = pytest.mark.parametrize("code", OTHERS)


# -- the tables ------------------------------------------------------------------------------------

FORMS = {
    "en": ("one", "other"),
    "sr": ("one", "few", "other"),
    "sr-cyrl": ("one", "few", "other"),
    "pl": ("one", "few", "other"),
    "de": ("one", "other"),
}


def counted():
    """The keys that have a text for each form of the plural, without the form."""
    bases = {key.rpartition(".")[0] for key in EN if key.endswith(".other")}
    return {base for base in bases if base + ".one" in EN}


def wanted(code):
    """The keys that a language must have: those of English, its forms, all refusals."""
    forms = {base + "." + form for base in counted() for form in FORMS[ENGLISH]}
    keys = set(EN) - forms
    keys |= {base + "." + form for base in counted() for form in FORMS[code]}
    keys |= {"refused." + one for one in errors.CODES}
    for word, option in [("setting", one) for one in saves.SETTINGS] + options():
        keys |= {f"{word}.{option.name}", f"{word}.{option.name}.text"}
        if type(option.default) is str and option.name != "language":
            keys |= {"value." + value for value in option.allowed}
    return keys


def options():
    """("option", option) for all options of all games."""
    return [("option", one) for name in games.GAMES for one in game_class(name).OPTIONS]


@every_language
def test_no_text_is_missing_and_none_too_many(code):
    keys = {key for key in table(code) if not key.startswith("rank.")}
    assert not wanted(code) - keys, "missing"
    assert not keys - wanted(code), "too many"


@every_language
def test_ranks_are_those_of_the_rules(code):
    ranks = {key.partition(".")[2] for key in table(code) if key.startswith("rank.")}
    assert ranks <= {"2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"}


def test_the_modules_are_what_their_sources_give():
    assert {path.stem for path in wordc.MODULES.glob("*.py")} == {
        *("__init__", "cyrillic", "keys"),
        *[f"{name}_{part}" for name in wordc.names() for part in range(len(words.SUMS))],
    }
    for path, text in wordc.modules().items():
        found = wordc.said(path.read_text(encoding="utf-8"))
        assert found == wordc.said(text), f"{path.name}: say python -m host_sim.wordc"


@every_language
def test_the_device_says_what_the_source_has(code):
    words.use(code)
    for key, text in table(code).items():
        assert say(key) == text
    for key in set(EN) - set(table(code)):
        assert say_or(key, "else") == "else"


@every_language
def test_a_key_that_there_may_not_be_is_not_taken_for_another(code):
    """What screens ask for without knowing whether there is such a text."""
    words.use(code)
    texts = table(code)
    asked = {f"about.{game}.{number}" for game in games.GAMES for number in range(20)}
    ranks = (*range(2, 11), *"JQKA")
    asked |= {f"{word}.{rank}" for word in ("rank", "hungarian") for rank in ranks}
    asked |= {f"value.{number}" for number in range(-100, 10_000)}
    asked |= {f"refused.{one}" for one in errors.CODES}
    for key in asked:
        assert say_or(key, "else") == texts.get(key, "else")


def test_what_games_say_needs_no_second_part():
    words.use("pl")
    words.use("de")
    assert None not in words._Spoken.parts  # a language was chosen on a screen that says both
    words.forget()
    assert say("key.yes") == "ja" and words._Spoken.parts[1] is None
    assert say("about.options") == "Optionen" and words._Spoken.parts[1] is not None
    words.forget()
    assert words._Spoken.parts[1] is None and say("setting.language") == "Sprache"


@pytest.mark.parametrize(
    "text",
    ["up=up", "[key]\nup", "[key]\n=up", "[Key]\nup=up", "[key]\nup=up\nup=down", "[key]\nu p=up"],
)
def test_a_source_that_is_none(text):
    with pytest.raises(wordc.WordError, match=r"^xx\.txt:\d+: "):
        wordc.parse(text, "xx.txt")


def test_how_a_source_is_read():
    source = "; a remark\n[key]\nup=a \\\nb\n\n[list]\nand_on=,\\x20\nsame=a=b; c\n"
    assert wordc.parse(source, "xx.txt") == {
        "key.up": "a b",
        "list.and_on": ", ",
        "list.same": "a=b; c",
    }


def blanks(text):
    return sorted(field for _, field, _, _ in string.Formatter().parse(text) if field is not None)


@every_language
def test_a_text_is_one_line_with_the_blanks_of_the_english_one(code):
    for key, text in table(code).items():
        if key.startswith(("refused.", "rank.")):
            assert blanks(text) == []
            continue
        other = key if key in EN else key.rpartition(".")[0] + ".other"
        assert blanks(text) == blanks(EN[other]), key
        assert "\n" not in text and "\t" not in text, key
        assert bool(text) == bool(EN[other]), key
        assert "  " not in text, key
        spaces = [text.startswith(" "), text.endswith(" ")]
        assert spaces == [EN[other].startswith(" "), EN[other].endswith(" ")] or "wheel." in key


PLURALS = {
    "en": {"one": [1], "other": [0, 2, 3, 5, 11, 21, 101]},
    "de": {"one": [1], "other": [0, 2, 3, 5, 11, 21, 101]},
    "pl": {
        "one": [1],
        "few": [2, 3, 4, 22, 34, 102, 1003],
        "other": [0, 5, 9, 10, 11, 12, 13, 14, 15, 21, 31, 101, 111, 112, 114],
    },
    "sr": {
        "one": [1, 21, 31, 101, 1001],
        "few": [2, 3, 4, 22, 34, 102, 1003],
        "other": [0, 5, 9, 10, 11, 12, 13, 14, 15, 20, 111, 112, 114, 211],
    },
}
PLURALS["sr-cyrl"] = PLURALS["sr"]


@every_language
def test_plural_forms(code):
    words.use(code)
    for form, numbers in PLURALS[code].items():
        for number in numbers:
            assert say_n("end.cycles", number) == say("end.cycles." + form, n=number)
    forms = {say_n("end.cycles", number).replace(str(number), "n") for number in range(200)}
    texts = {say("end.cycles." + form, n="n") for form in FORMS[code]}
    assert forms == texts


def test_a_few_plurals_as_people_say_them():
    said = []
    for code, numbers in (("pl", (1, 2, 5, 12, 22)), ("sr-cyrl", (1, 2, 5, 11, 21))):
        words.use(code)
        said.append([say_n("rummy.cards", number) for number in numbers])
    assert said == [
        ["karta", "karty", "kart", "kart", "karty"],
        ["карта", "карте", "карата", "карата", "карта"],
    ]


# -- letters ---------------------------------------------------------------------------------------


@every_language
def test_the_fonts_have_every_letter(code):
    for key, text in table(code).items():
        fonts = [SMALL]
        if key.startswith("wheel."):
            fonts = [MIDDLE]
        elif key.startswith(("bid.large.", "call.large.")):
            fonts = [LARGE]
        elif key.startswith("bid.short."):
            fonts = [SMALL, HUGE]
        elif key.startswith(("hungarian.J", "hungarian.Q", "rank.")):
            fonts = [SMALL, MIDDLE, LARGE]
        elif key.startswith("end."):
            fonts = [SMALL, MIDDLE]
        for font in fonts:
            assert not [char for char in text if char not in "{}" and not font.has(char)], key


OWN_ALPHABETS = {
    "en": "English",
    "sr": "Serbian Latin",
    "sr-cyrl": "Serbian Cyrillic",
    "pl": "Polish",
    "de": "German",
}


@every_language
def test_the_wheel_begins_with_the_letters_of_the_language(code):
    words.use(code)
    letters = fontc.ALPHABETS[OWN_ALPHABETS[code]].replace("ẞ", "")
    half = len(letters) // 2
    capitals = say("wheel.capital")
    first = capitals[: half + len("QWXY")]  # which are nowhere strangers
    assert capitals[0] == letters[0]
    assert set(letters[:half]) <= set(first)


@every_language
def test_the_wheel_of_small_letters_has_them_at_the_same_places(code):
    words.use(code)
    capitals, small = say("wheel.capital"), say("wheel.small")
    assert capitals.lower() == small[:-1]
    assert capitals[-2:] == "-'" and small[-3:] == "-' "
    assert len(set(capitals)) == len(capitals) and len(set(small)) == len(small)


@every_language
def test_every_letter_of_the_other_languages_is_on_the_wheel(code):
    words.use(code)
    wheel = say("wheel.capital") + say("wheel.small") + fontc.ALPHABETS["punctuation"]
    for language, letters in fontc.ALPHABETS.items():
        if language != "Serbian Cyrillic" or code == "sr-cyrl":
            assert not set(letters) - set(wheel), language


def test_no_letter_is_wider_than_those_of_the_longest_names():
    letters = "".join(fontc.ALPHABETS[name] for name in OWN_ALPHABETS.values())
    for font in (SMALL, MIDDLE):
        assert max(font.width(char) for char in letters) == font.width(WIDEST_LETTER)


# -- Cyrillic --------------------------------------------------------------------------------------


def test_cyrillic_is_the_latin_text_in_other_letters():
    from kibitz.words.cyrillic import KEPT

    latin, cyrillic = table("sr"), table("sr-cyrl")
    assert latin.keys() == cyrillic.keys()
    assert cyrillic["home.new"] == "Нова игра"
    assert cyrillic["key.next"] == "следећи"
    assert cyrillic["home.finished"] == "Завршене игре"
    assert cyrillic["player.note"] == "Редом којим се игра. Држи C: име се брише."
    assert cyrillic["home.title"] == "Kibitz"
    assert cyrillic["spell.full"] == "Име има највише {most} слова."
    assert cyrillic["bid.large.meksiko"] == "МЕКСИКО"
    assert cyrillic["bid.short.betl"] == "Б"
    kept = set(KEPT)
    for key, text in cyrillic.items():
        if not key.startswith("wheel."):
            found = set(re.findall(r"[A-Za-zČĆĐŠŽčćđšž]+", re.sub(r"\{\w+\}", "", text)))
            assert found <= kept, (key, text)


def test_digraphs_become_one_letter():
    from kibitz.words.cyrillic import rewritten

    assert rewritten("x.y", "Njegova ljubav, džep, NJ LJ Dž") == "Његова љубав, џеп, Њ Љ Џ"
    assert rewritten("x.y", "nj {nj} Kibitz A drži M, Quiz") == "њ {nj} Kibitz A држи M, Quiz"


@every_language
def test_a_text_is_found_by_the_number_of_its_key(code):
    """As what is compiled for a board asks for it."""
    words.use(code)
    for key, text in table(code).items():
        assert say(words.number_of(key)) == text
    assert say_or(words.number_of("no.such"), "none") == "none"


def test_names_are_never_rewritten():
    words.use("sr-cyrl")
    assert say("event.pass", who="Njegoš {x}") == "Njegoš {x}: даље"


# -- one at a time ---------------------------------------------------------------------------------


def test_only_the_language_in_use_is_in_memory():
    yes = {code: table(code)["key.yes"] for code in CODES}
    sys.modules.pop("kibitz.words.cyrillic", None)  # which the table has loaded for itself
    for code in (*CODES, *reversed(CODES)):
        words.use(code)
        loaded = {name for name in sys.modules if name.startswith("kibitz.words.")}
        assert loaded == {"kibitz.words.keys"}
        assert not {name for _, _, name, _ in LANGUAGES} & set(vars(words))
        assert words.language() == code
        assert say("key.yes") == yes[code]


def test_a_language_that_there_is_not():
    words.use("pl")
    with pytest.raises(KeyError):
        words.use("fr")
    assert words.language() == "pl" and say("key.yes") == "tak"
    with pytest.raises(KeyError):
        say("no.such.text")
    assert say_or("no.such.text", "else") == "else"
    assert say_or("no_such_section.text", "else") == "else"


@every_language
def test_a_refusal_is_said_in_the_language(code):
    words.use(code)
    with pytest.raises(RuleError) as refused:
        new_game({"game": "meksiko", "players": ["Ana", "Ana", "Bo"]})
    assert words.refused(refused.value) == say("refused.bad-players") != refused.value.message


# -- the device ------------------------------------------------------------------------------------


def test_a_new_device_asks_for_the_language():
    device = Driver(FakeStorage({}))
    assert device.screen == "LanguageScreen"
    assert [left for left, _ in device.app.top.rows] == list(NAMES)
    assert NAMES == ("English", "Srpski", "Српски", "Polski", "Deutsch")
    device.type("mM")  # there is no way round it
    assert device.screen == "LanguageScreen"
    device.type("bbb")
    assert device.app.top.labels()[2] == "wybierz"  # what is marked is spoken at once
    device.press("c")
    assert device.screen == "HomeScreen" and device.app.top.rows[0][0] == "Nowa gra"
    again = device.restart()
    assert again.screen == "HomeScreen" and again.app.top.rows[0][0] == "Nowa gra"
    assert '"language": "pl"' in again.world.storage.files["settings-a.txt"]


def test_a_device_that_is_not_new_does_not_ask():
    assert Driver().screen == "HomeScreen"
    assert Driver(FakeStorage({"game-0001.jsonl": ""})).screen == "HomeScreen"


def test_a_language_on_the_flash_that_there_is_not():
    device = Driver(FakeStorage({"settings-0001.json": '{"values": {"language": "xx"}}\n'}))
    assert device.screen == "MessageScreen" and words.language() == ENGLISH


def to_setting(device, name):
    """Mark the row of a setting."""
    device.mark(say("home.settings" if device.screen == "HomeScreen" else "menu.settings"))
    device.press("c")
    place = [option.name for option in saves.SETTINGS].index(name)
    while device.app.top.cursor != place:
        device.press("a")


def test_the_language_is_switched_on_the_spot():
    device = Driver()
    to_setting(device, "language")
    for code, title in (
        ("sr", "Podešavanja"),
        ("sr-cyrl", "Подешавања"),
        ("pl", "Ustawienia"),
        ("de", "Einstellungen"),
    ):
        device.press("b")
        assert (words.language(), device.app.top.title) == (code, title)
        name, value = device.app.top.rows[device.app.top.cursor]
        assert (name, value) == (say("setting.language"), NAMES[CODES.index(code)])
    device.press("c")
    assert device.screen == "HomeScreen" and device.app.top.rows[0][0] == "Neue Partie"
    assert device.restart().app.top.rows[0][0] == "Neue Partie"


@pytest.mark.parametrize("leave", "cm")
def test_in_a_game_everything_is_in_the_new_language(leave):
    device = Driver()
    device.start()
    device.type("caa")
    events = device.events()
    device.hold("M")
    to_setting(device, "language")
    device.press("b")
    device.press(leave)
    assert device.screen == "TrumpScreen"
    assert device.app.top.labels() == ("pik", "herc", "više")
    device.hold("M")
    assert device.app.top.title == "Meni" and device.app.top.rows[0][0] == "Vrati potez"
    device.type("m")
    assert device.events() == events


def test_the_same_language_leaves_the_screens_as_they_were():
    device = Driver()
    device.start()
    device.hold("M")
    menu = device.app.top
    device.mark(say("menu.settings"))
    device.type("cc")
    assert device.app.top is menu


# -- Hungarian suits -------------------------------------------------------------------------------


def hungarian():
    device = Driver()
    to_setting(device, "suits")
    device.type("bc")
    device.start()
    return device


def test_hungarian_suits_stand_over_the_keys_and_in_the_transcript():
    for keys, name, core in (
        ("a", "leaves", "spades"),
        ("b", "hearts", "hearts"),
        ("ca", "bells", "diamonds"),
        ("cb", "acorns", "clubs"),
    ):
        device = hungarian()
        device.type("caa")
        assert device.app.top.labels() == ("leaves", "hearts", "more")
        device.type(keys)
        assert device.events()[-1] == {"trump": name}
        assert device.game.trump == core
        device.press("m")
        assert device.app.top.question == f"Bora named {name} trump"
        device.press("a")
        assert device.restart().game.trump == core


def test_hungarian_cards_are_drawn_for_seats_in_meksiko_only():
    from kibitz import card_text, games

    games.Pack.name = card_text.HUNGARIAN
    try:
        assert card_text.pack_of("meksiko-club") == card_text.HUNGARIAN
        assert card_text.pack_of("mexican-rummy") == card_text.FRENCH
        assert card_text.card_text("QS", card_text.HUNGARIAN) == "O\ue000"
        assert card_text.card_text("10H", card_text.HUNGARIAN) == "10♥"
        assert card_text.card_text("QS") == "Q♠"
        words.use("de")
        assert card_text.card_text("QS") == "D♠"
        assert card_text.card_text("JC", card_text.HUNGARIAN) == "U\ue002"
    finally:
        games.Pack.name = card_text.FRENCH


# -- the glass -------------------------------------------------------------------------------------


@pytest.fixture
def speak(monkeypatch):
    """A function: all devices of the test speak this language."""

    def in_language(code):
        settings = []
        for option in saves.SETTINGS:
            if option.name == "language":
                option = saves.Setting("language", code, CODES)
            settings.append(option)
        monkeypatch.setattr(saves, "SETTINGS", tuple(settings))
        values = json.dumps({"values": {"language": code}}) + "\n"
        for spoken in (app_driver.SPOKEN, device.SPOKEN):
            monkeypatch.setitem(spoken, "settings-0001.json", values)

    return in_language


def by_names(screens):
    """Screens that are built from names, as if from a number of players and names."""
    return {name: lambda p, n, build=build: build(n[:p]) for name, build in screens.items()}


WIDEST_LETTER = "Њ"
WIDEST = tuple(WIDEST_LETTER * 11 + letter for letter in "ABCDEFGHIJKL")
BRIEF = ("Ana", "Bo", "Uwe", "Dana", "Ema", "Ida", "Leo", "Max", "Ola", "Pia", "Tea", "Žan")


def at_home(game):
    """The first screen with the last game, and with one to go on with, on the flash."""
    least = game_class(game).seats(new_game({"game": game, "players": ["a", "b", "c"]}).options)[0]
    setup = json.dumps({"game": game, "players": BRIEF[: max(least, 2)]}) + "\n"
    end = '{"end": true}\n' if game == "counter" else ""
    return Driver(FakeStorage({"game-0001.jsonl": setup + end}))


def homes():
    screens = {game: lambda p, n, game=game: at_home(game) for game in games.GAMES}
    screens["language"] = lambda p, n: Driver(FakeStorage({}))
    return screens


# game -> its screens, and the numbers of players that make a difference
GAMES = {
    "meksiko": (by_names(test_app_glass.SCREENS), (3, 4)),
    "meksykanka": (by_names(test_app_meksykanka.SCREENS), (2, 6, 12)),
    "rummy": (test_app_rummy.SCREENS, (2, 3, 4, 6)),
    "counter": (test_app_counter.SCREENS, (2, 4, 5, 12)),
    "draw": (test_app_draw.SCREENS, (2, 3, 6)),
    "finished": (test_app_finished.SCREENS, (2, 4, 12)),
    "home": (homes(), (2,)),
}


def driver(built):
    """The device under a screen's builder, or under somebody at its keys."""
    return built if isinstance(built, Driver) else built.player.device


@pytest.mark.parametrize("game", GAMES)
@every_language
def test_every_screen_has_room_for_the_language(code, game, glass, speak):
    speak(code)
    screens, tables = GAMES[game]
    wrong = []
    for players in tables:
        for names in (WIDEST, BRIEF) if players == tables[0] else (WIDEST,):
            for name, build in screens.items():
                try:
                    device = driver(build(players, names))
                    draw_all(device, glass)
                except TextOverflow as error:
                    wrong.append(f"{name} {players}: {error}")
                    continue
                assert words.language() == code
                found = faults(glass, names, names is BRIEF) + untold(device, glass)
                wrong += [f"{name} {players}: {one}" for one in found]
    assert not wrong, "\n".join(dict.fromkeys(wrong))


LABEL_px = 40
LABELS = ("key.", "suit.", "hungarian.", "bid.meksiko", "bid.betl")


@every_language
def test_labels_fit_over_their_keys(code):
    for key, text in table(code).items():
        if key.startswith(LABELS) or ".key." in key:
            for blank in blanks(text):
                text = text.replace("{" + blank + "}", {"step": "100", "bid": "10"}.get(blank, "2"))
            assert SMALL.width(text) <= LABEL_px, (key, text)
            assert "…" not in text or key == "key.rare", key


# -- on MicroPython --------------------------------------------------------------------------------


def test_micropython_says_the_same_and_keeps_no_other_language(tmp_path):
    keys = tmp_path / "keys.txt"
    keys.write_text("".join(key + "\n" for key in sorted(wanted("pl") | {"rank.J"})))
    script = ROOT / "tests" / "micropython" / "speak.py"
    run = subprocess.run(
        [sys.executable, script, keys],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        timeout=MICROPYTHON_TIMEOUT_s,
    )
    assert run.returncode == 0, run.stderr
    here = run.stdout.splitlines()
    there = micropython("speak.py", keys).splitlines()
    assert len(here) == len(CODES) + 1
    assert there[:-1] == here[:-1]
    growth, difference = map(int, there[-1].split())
    assert growth <= A_LANGUAGE // 20, "something of the other languages is kept"
    assert difference < A_LANGUAGE
