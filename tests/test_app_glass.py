"""What is on the glass: every screen with the longest names and the largest totals.

Every text that is drawn is recorded with its place. No text may leave the glass or run into another
one; nothing but names may be shortened; and what the bottom line promises must be what the keys do.
"""

import pytest

from app_driver import Driver
from kibitz import paint, words
from kibitz.canvas import (
    HEADER_HEIGHT_PX,
    HEIGHT_PX,
    LABELS_Y_PX,
    PARTING_Y_PX,
    THREE_COLUMNS,
    WIDTH_PX,
    WORK_HEIGHT_PX,
    WORK_Y_PX,
    Canvas,
)
from kibitz.font import ELLIPSIS, Font
from kibitz.fonts import HUGE, LARGE, MIDDLE, SMALL
from kibitz.keys import KEYS
from kibitz.saves import SETTINGS
from kibitz.words import say

WIDE = ("WWWWWWWWWWWW", "MMMMMMMMMMMM", "ŠŠŠŠŠŠŠŠŠŠŠŠ", "mmmmmmmmmmmm")
SHORT = ("Ana", "Bora", "Ceca", "Dana")
FONTS = {id(SMALL): "small", id(MIDDLE): "middle", id(LARGE): "large", id(HUGE): "huge"}
FIGURE_px = 14  # what is read from three seats is at least so tall


class Text:
    """A text on the glass: the rectangle of its letters' cells."""

    def __init__(self, font, text, x, y):
        self.font = FONTS[id(font)]
        self.text = text
        self.left, self.right = x, x + font.width(text)
        self.top, self.bottom = y, y + font.height

    def meets(self, other):
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )

    def __repr__(self):
        return f"{self.text!r} {self.font} x {self.left}-{self.right} y {self.top}-{self.bottom}"


@pytest.fixture
def texts(monkeypatch):
    """The texts of the last picture."""
    drawn = []
    draw = Font.draw

    def recording(font, canvas, text, x, y, ink=1):
        if text:
            drawn.append(Text(font, text, x, y))
        return draw(font, canvas, text, x, y, ink)

    monkeypatch.setattr(Font, "draw", recording)
    monkeypatch.setattr(Font, "strict", True)
    return drawn


def redraw(device, texts):
    """Draw the screen in front, and return its texts."""
    texts.clear()
    device.app.top.changed()
    device.tick()
    return list(texts)


# -- the screens, each reached with the keys -------------------------------------------------------


def playing(names, keys="", rules="meksiko", **options):
    device = Driver()
    device.start(rules, names, four=len(names) == 4, **options)
    device.type(keys)
    return device


def setting_up(names, keys):
    device = Driver()
    device.app.settings.names = list(names) + ["Zzzz"] * 1
    device.type(keys)
    return device


def with_totals(device, totals, hands=123):
    """The same game with these totals, as if after very many hands."""
    game = device.game
    record = game.log[-1]
    totals = tuple(totals[: len(game.players)])
    game.log[:] = [record._replace(hand=hands - 9 + row, scores=totals) for row in range(9)]
    points = (-40, 20, -40, 20)[: len(totals)]
    game.log.append(record._replace(hand=hands, scores=totals, points=points))
    game.scores = totals
    game.hand = hands
    return device


TOTALS = [(-199, -199, -199, -199), (999, 999, 999, 999), (-188, 201, 0, -100)]
HAND = "caa" + "ca" + "abcabcabca"  # five, diamonds, ten tricks
CLUB = "b" * 5 + "c" + "ca" + "b" * 10  # Meksiko with a trump


def end_screen(names, totals):
    device = with_totals(playing(names, HAND + "c"), totals)
    device.app.table.seen = len(device.game.log)
    device.game.winners, device.game.why = tuple(range(len(names))), "tie-shared"
    device.game.now = ()
    device.app.play()
    return device


def result_screen(names, totals, rules="meksiko", keys=HAND):
    device = with_totals(playing(names, keys, rules), totals)
    device.app.play()
    return device


def menu(device, row):
    device.hold("M")
    device.mark(row)
    device.press("c")
    return device


def sheet_screen(names, totals, hands=123):
    return menu(with_totals(result_screen(names, totals), totals, hands), say("menu.sheet"))


def told(key, **values):
    device = Driver()
    device.app.tell(say(key, **values))
    return device


def asked(names, keys):
    device = playing(names, keys)
    device.press("m")
    return device


def spelled(text):
    device = Driver()
    device.type("cccac")
    device.app.top.text = text
    return device


def forgetting(names):
    device = setting_up(names, "ccc")
    device.hold("C")
    return device


def home(names, totals=None):
    device = playing(names, HAND)
    if totals:
        with_totals(device, totals)
    device.hold("M")
    device.type("ac")
    device.app.top.move(0)
    return device


def putting_away(names):
    device = home(names)
    device.type("bc")
    return device


def counting(names, keys):
    device = playing(names, "")
    device.app.settings.change("tricks", "count")
    device.type(keys)
    return device


def options(rules, row):
    device = Driver()
    device.type("c" + "b" * rules + "c" + "a" * row)
    return device


def about(rules, page):
    device = menu(playing(SHORT[:3], "", rules), say("menu.about"))
    device.type("b" * page)
    return device


def in_force(rules, row):
    device = about(rules, 6)
    device.type("b" * row)
    return device


def settings_on_battery(row):
    device = Driver()
    device.world.battery.mv = 4_870
    device.wait(70_000)
    device.type("bc" + "a" * row)
    return device


def tricks(names, keys):
    return playing(names, "caaa" + keys, betl=True)


SCREENS = {
    "home": lambda names: Driver(),
    "home-settings": lambda names: setting_up(names, "b"),
    "home-resume": home,
    **{f"home-{n}": lambda names, t=t: home(names, t) for n, t in enumerate(TOTALS)},
    "put-away": putting_away,
    "rules": lambda names: setting_up(names, "c"),
    "rules-club": lambda names: setting_up(names, "cb"),
    **{f"options-{row}": lambda names, row=row: options(0, row) for row in range(4)},
    **{f"club-options-{row}": lambda names, row=row: options(1, row) for row in range(8)},
    "number": lambda names: setting_up(names, "ccaab"),
    "settings": lambda names: setting_up(names, "bc"),
    **{f"settings-{n}": lambda names, n=n: settings_on_battery(n) for n in range(len(SETTINGS))},
    "settings-battery": lambda names: settings_on_battery(len(SETTINGS)),
    "player-1": lambda names: setting_up(names, "ccc"),
    "player-3": lambda names: setting_up(names, "ccccc"),
    "player-3-last": lambda names: setting_up(names, "ccccca"),
    "player-4": lambda names: setting_up(names, "ccbcccc"),
    "forget": forgetting,
    "spell": lambda names: spelled(""),
    "spell-wide": lambda names: spelled("W" * 12),
    "spell-capital": lambda names: spelled("Ab-"),
    "dealer": lambda names: setting_up(names, "cccccc"),
    "dealer-4": lambda names: setting_up(names, "ccbccccc"),
    "bid-opening": playing,
    "bid": lambda names: playing(names, "bbc"),
    "bid-meksiko": lambda names: playing(names, "b" * 6),
    "bid-ten": lambda names: playing(names, "bbbbbc"),
    "bid-betl": lambda names: playing(names, "bbcb", betl=True),
    "bid-betl-proposed": lambda names: playing(names, "bb", betl=True),
    "bid-club": lambda names: playing(names, "c", "meksiko-club", betl=True, bid_ten=True),
    "bid-late": lambda names: with_totals(playing(names, HAND + "c"), TOTALS[0]),
    "trump": lambda names: playing(names, "bbbbbcaa"),
    "trump-more": lambda names: playing(names, "bbbbbcaac"),
    "trump-club": lambda names: playing(names, "bbbbbc", "meksiko-club"),
    "tricks": lambda names: tricks(names, ""),
    "tricks-ten": lambda names: playing(names, "bbbbbcaa" + "ca" + "b" * 9),
    "tricks-made": lambda names: tricks(names, "b" * 9),
    "tricks-lost": lambda names: tricks(names, "a" * 9),
    "tricks-meksiko": lambda names: playing(names, "b" * 6 + "c"),
    "tricks-club": lambda names: playing(names, "b" * 5 + "cca", "meksiko-club"),
    "tricks-betl": lambda names: playing(names, "bbc" + "aa", betl=True),
    "contract": lambda names: counting(names, "bbbbbcaa" + "ca"),
    "contract-meksiko": lambda names: counting(names, "b" * 6 + "c"),
    "contract-betl": lambda names: counting(names, "a"),
    "count": lambda names: counting(names, "caaa" + "c"),
    "count-second": lambda names: counting(names, "caaa" + "cc"),
    "count-ten": lambda names: counting(names, "b" * 6 + "c" + "c"),
    **{f"result-{n}": lambda names, t=t: result_screen(names, t) for n, t in enumerate(TOTALS)},
    "result-club": lambda names: result_screen(names, TOTALS[0], "meksiko-club", CLUB),
    "result-made": lambda names: playing(names, "caa" + "ca" + "b" * 10),
    **{f"end-{n}": lambda names, t=t: end_screen(names, t) for n, t in enumerate(TOTALS)},
    **{f"sheet-{n}": lambda names, t=t: sheet_screen(names, t) for n, t in enumerate(TOTALS)},
    **{
        f"sheet-{hands}": lambda names, n=hands: sheet_screen(names, TOTALS[0], n)
        for hands in (44, 104, 144, 444, 1444)
    },
    "sheet-empty": lambda names: menu(playing(names), say("menu.sheet")),
    "menu": lambda names: (device := playing(names, "caaa"), device.hold("M"))[0],
    **{f"about-{page}": lambda names, page=page: about("meksiko", page) for page in range(6)},
    **{f"about-club-{n}": lambda names, n=n: about("meksiko-club", n) for n in range(6)},
    **{f"rules-{row}": lambda names, row=row: in_force("meksiko", row) for row in range(4)},
    **{f"club-{row}": lambda names, row=row: in_force("meksiko-club", row) for row in range(8)},
    "undo-bid": lambda names: asked(names, "b" * 5 + "c"),
    "undo-pass": lambda names: asked(names, "ca"),
    "undo-trump": lambda names: asked(names, "caaca"),
    "undo-trick": lambda names: asked(names, "caaaaaaaaaaaa"),
    "told-save": lambda names: told("save.failed"),
    "told-settings": lambda names: told("broken.settings"),
    "told-part": lambda names: told("broken.part"),
    "told-game": lambda names: told("broken.game"),
    "told-screens": lambda names: told("game.no_screens"),
    "told-taken": lambda names: told("player.taken", name=names[0]),
    "told-empty": lambda names: told("spell.empty"),
    "told-full": lambda names: told("spell.full", most=12),
}


def bring(screen, names):
    """A device with this screen in front, and on the glass."""
    device = SCREENS[screen](names)
    device.app.top.changed()
    device.tick()
    return device


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("names", [WIDE, SHORT], ids=["wide", "short"])
@pytest.mark.parametrize("screen", SCREENS)
def test_no_text_leaves_its_place(screen, names, players, texts):
    device = bring(screen, names[:players])
    seen = redraw(device, texts)
    assert seen, "nothing is on the glass"
    for place, one in enumerate(seen):
        assert one.left >= 0 and one.right <= WIDTH_PX, one
        assert one.top >= 0 and one.bottom <= HEIGHT_PX, one
        for other in seen[:place]:
            assert not one.meets(other), (one, other)
        area = [
            one.bottom <= HEADER_HEIGHT_PX,
            one.top >= WORK_Y_PX and one.bottom <= WORK_Y_PX + WORK_HEIGHT_PX,
            one.top >= LABELS_Y_PX,
        ]
        assert any(area), one


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("names", [WIDE, SHORT], ids=["wide", "short"])
@pytest.mark.parametrize("screen", SCREENS)
def test_only_names_are_ever_shortened(screen, names, players, texts):
    """No title, no note, no label, no figure is cut, and with short names nothing at all."""
    device = bring(screen, names[:players])
    for one in redraw(device, texts):
        if one.text in (say("player.spell"), say("player.open")):
            continue
        if one.text.endswith(ELLIPSIS):
            assert names is WIDE
            assert any(name.startswith(one.text[:-1]) for name in names), one
        if ELLIPSIS in one.text:
            assert names is WIDE, one
            assert not one.text.startswith(ELLIPSIS), one


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("names", [WIDE, SHORT], ids=["wide", "short"])
@pytest.mark.parametrize("screen", SCREENS)
def test_labels_stand_under_their_columns_and_tell_the_truth(screen, names, players, texts):
    """A key with a label does something; one without does nothing."""
    device = bring(screen, names[:players])
    labels = device.app.top.labels()
    for (x, width), label in zip(THREE_COLUMNS, labels, strict=True):
        found = [
            one for one in redraw(device, texts) if one.top >= LABELS_Y_PX and one.text == label
        ]
        assert not label or any(x <= one.left and one.right <= x + width for one in found), label
    for letter, label in zip("abc", labels, strict=True):
        device = bring(screen, names[:players])
        before = bytes(device.glass().buffer), device.screen, device.app.top
        device.press(letter)
        after = bytes(device.glass().buffer), device.screen, device.app.top
        same_list = label in (say("key.up"), say("key.down"))
        erasing = label == say("key.erase")
        assert (before != after) == bool(label) or same_list or erasing, (letter, label)


@pytest.mark.parametrize("screen", SCREENS)
def test_a_dark_row_parts_the_labels_from_a_marked_line(screen, texts):
    device = bring(screen, SHORT[:3])
    redraw(device, texts)
    assert not any(device.glass().pixel(x, PARTING_Y_PX) for x in range(WIDTH_PX))


@pytest.mark.parametrize("screen", SCREENS)
def test_what_is_shown_is_up_to_date(screen, texts):
    """Whatever key is pressed: a screen that says it has not changed would draw the same again."""
    for letter in "abcmABCM":
        device = bring(screen, SHORT[:3])
        device.type(letter)
        shown = device.world.display.frame
        redraw(device, texts)
        assert device.world.display.frame == shown, letter


@pytest.mark.parametrize(
    ("screen", "figures"),
    [
        ("bid", ["7"]),
        ("bid-ten", ["10"]),
        ("tricks", ["0", "0", "0"]),
        ("tricks-made", ["0", "9", "0"]),
        ("count-second", ["3", "5", "2"]),
        ("contract", ["10♦"]),
        ("number", ["51"]),
        ("result-0", ["-40", "+20", "-40"] + ["-199"] * 3),
        ("result-made", ["0", "+10", "0", "0", "10", "0"]),
        ("end-1", ["999"] * 3),
    ],
)
def test_figures_that_matter_are_tall(screen, figures, texts):
    device = bring(screen, SHORT[:3])
    tall = [one.text for one in redraw(device, texts) if one.bottom - one.top >= FIGURE_px]
    assert sorted(tall) == sorted(figures)


@pytest.mark.parametrize("players", [3, 4])
def test_shortened_names_keep_as_many_letters_as_fit(players, texts):
    device = bring("result-1", WIDE[:players])
    seen = [one for one in redraw(device, texts) if one.top >= WORK_Y_PX]
    names = [one for one in seen if one.text.endswith(ELLIPSIS)]
    assert len(names) == players
    width = paint.columns(players)[0][1]
    for one in names:
        assert one.right - one.left <= width


def test_every_kind_of_screen_is_among_these():
    from kibitz.screen import Screen

    def kinds(cls):
        return {cls}.union(*[kinds(one) for one in cls.__subclasses__()])

    bases = {"Screen", "ListScreen", "ScrollScreen", "OptionsScreen", "GameScreen", "StrangeScreen"}
    bases |= {"FullScreen"}  # tests/test_long_games.py
    modules = ("screen", "home", "setup_screens", "options_screen", "spell_screen", "game_screens")
    # The other games have tests of their own.
    modules += ("meksiko_screens", "meksiko_sheet", "about_screen")
    seen = set()
    for build in SCREENS.values():
        for players in (3, 4):
            seen.add(build(SHORT[:players]).screen)
    places = ["kibitz." + module for module in modules]
    mine = {one.__name__ for one in kinds(Screen) if one.__module__ in places} - bases
    assert mine == seen
    assert len(KEYS) == 4


@pytest.mark.parametrize("language", words.CODES)
@pytest.mark.parametrize("seats", [3, 4, 6])
def test_players_without_names_can_be_told_apart_in_columns(language, seats):
    words.use(language)
    names = [say("player.made_up", number=seat + 1) for seat in range(seats)]
    width_px = paint.columns(seats)[0][1]
    shown = [SMALL.fit(name, width_px) for name in paint.apart(names, width_px)]
    assert len(set(shown)) == seats
    assert all(name.endswith(str(seat + 1)) for seat, name in enumerate(shown))


@pytest.mark.parametrize("language", words.CODES)
@pytest.mark.parametrize("font", [SMALL, MIDDLE], ids=["small", "middle"])
def test_the_number_of_a_player_without_a_name_is_never_cut_away(language, font):
    words.use(language)
    for number in (1, 12):
        name = say("player.made_up", number=number)
        for width_px in range(font.width("12"), font.width(name) + 2):
            brief = paint.brief_name(name, width_px, font)
            assert brief.endswith(str(number)) and font.width(brief) <= width_px
        assert str(number) in paint.with_name("hand.dealer", name, "W" * 10)


@pytest.mark.parametrize("name", ["Ana", "Maksimilijan", "Ana 20x"])
def test_other_names_are_cut_at_their_end(name):
    for width_px in range(SMALL.width(name) + 2):
        assert paint.brief_name(name, width_px) == SMALL.fit(name, width_px)


def test_names_that_can_be_told_apart_are_left_as_they_are():
    names = ["Ana", "Maksimilijan", "…", "…"]
    assert paint.apart(names, 24) == names


@pytest.mark.parametrize(
    "names, shown",
    [
        (("Player 1", "Player 2", "Bora"), ["Play1", "Play2", "Bora"]),
        (("Maksimilijan", "Maksimiljana", "M"), ["Makn", "Maka", "M"]),
    ],
)
def test_heads_of_a_sheet_can_be_told_apart(names, shown):
    width_px = 24
    heads = paint.heads(names, width_px)
    assert heads == shown
    assert max(SMALL.width(head) for head in heads) <= width_px


@pytest.mark.parametrize(
    ("hands", "players", "shown"),
    [
        (44, 4, ["41", "42", "43", "44"]),
        (104, 3, ["101", "102", "103", "104"]),
        (444, 3, ["441", "442", "443", "444"]),
        (1444, 3, ["441", "442", "443", "444"]),
        (104, 4, ["01", "02", "03", "04"]),
    ],
)
def test_a_hand_has_the_last_figures_of_its_number_as_many_as_there_is_room_for(
    hands, players, shown, texts
):
    device = sheet_screen(SHORT[:players], TOTALS[0], hands)
    lines = [one for one in redraw(device, texts) if one.left < 20 and one.text.isdigit()]
    assert [one.text for one in lines] == shown


def test_the_names_above_a_sheet_stand_apart():
    canvas = Canvas()
    places = paint.sheet_places(4, 21)
    paint.sheet_frame(canvas, places, "Sheet", SHORT, "Total", ("1", "2", "3", "4"))
    lit = [any(canvas.pixel(x, y) for y in range(HEADER_HEIGHT_PX - 1)) for x in range(WIDTH_PX)]
    for x, _ in places[1][1:]:
        at = lit.index(True, x)  # where a name begins
        assert not any(lit[at - 3 : at])
