"""Whole games on a device out of the box, by keys alone: every game in every language.

The device asks for its language, the players are spelled on the letter wheel, options are set,
seats are drawn; the game is played to its end with all that its keys can enter, taken back now and
then, and found again in the list of finished games. After every single press the glass is looked at
for what nobody could read. What was saved leads to the state on the table, and so do the same keys
on the board's own program under the real MicroPython.

Then the shared games (tests/cases), event by event.
"""

import json
import random

import pytest

from glass import draw_all, faults, untold
from host_sim import replay
from host_sim.device import MemoryStorage, ScriptedDevice, SeededRandom, World
from host_sim.operate import OperateError
from host_sim.people import OPERATORS
from host_sim.randomplay import RandomPlayer
from host_sim.script import Player, Press
from kibitz import words
from kibitz.app import App
from kibitz.games import GAMES
from kibitz.keys import KEY_A, KEY_B, KEY_C, KEY_M
from kibitz.words import CODES, say
from rules_core import RuleError, game_class, new_game
from rules_core.transcript import ALL_ACCEPTED
from support import case_files

TRANSCRIPT = "game-0001.jsonl"
# With the letters that only the language itself has; brief ones, which are shortened nowhere.
NAMES = {
    "en": ("Max", "Zoe", "A-Jo", "Al B", "Quin", "Win"),
    "sr": ("Čeda", "Đoka", "Žika", "Šana", "Ćira", "Ana"),
    "sr-cyrl": ("Жика", "Ђура", "Љиља", "Њежа", "Џо", "Ћира"),
    "pl": ("Łuka", "Żan", "Świt", "Źreb", "Ćma", "Bąk"),
    "de": ("Jörg", "Kät", "Ömer", "Grüß", "Uwe", "Änne"),
}
# How many play, and by which options, in the order of NAMES.
TABLES = {
    "meksiko": (
        (3, {}),
        (4, {"four": True, "dealer_moves": "backward", "target": 30}),
        (3, {"betl": True, "target": 21}),
        (3, {"target": 35}),
        (4, {"four": True, "betl": True, "target": 40}),
    ),
    "meksiko-club": (
        (3, {}),
        (4, {"four": True, "bid_ten": True, "exceed": True, "target": 40}),
        (3, {"open": False, "target": 30}),
        (3, {"betl": True, "meksiko_zero": True, "target": 40}),
        (3, {"dealer_moves": "backward", "target": 45}),
    ),
    "meksykanka": (
        (3, {}),
        (6, {"lives": 1}),
        (4, {"lives": 2, "mexican_call": True}),
        (5, {"mexican_call": True}),
        (2, {"lives": 4}),
    ),
    "mexican-rummy": (
        (3, {}),
        (6, {"packs": 3, "all_wild": True}),
        (2, {"single": True}),
        (4, {"wild": "kings", "buy": True}),
        (5, {"wild": "twos", "strict": True, "swap": False}),
    ),
    "counter": (
        (3, {"target": 60}),
        (2, {"start": 101, "target": 0, "wins": "lowest"}),
        (4, {"target": 0}),
        (6, {"target": 150, "step": 5}),
        (5, {"target": 40}),
    ),
}
# Some tables draw from their own pack: the cards, and who then sits where; the first one deals.
DRAWS = {
    3: ((("AS", "AH", "7D"), ("8S", "8C"), ("9D", "KC")), (1, 0, 2)),
    4: ((("AC", "10D", "AH", "AD"), ("7S", "7H", "QC"), ("KH", "8D")), (3, 0, 2, 1)),
    6: ((("7S", "KH", "9D", "KC", "10S", "JH"), ("QH", "AD")), (3, 1, 5, 4, 2, 0)),
}
BY_CARDS, BY_DEVICE = "sr", "pl"  # the others just name their dealer
UNDONE = 0.06  # of all events
AT_ONCE = 3  # at most so many are taken back one after the other
MOST_COUNTED = 20  # entries of the counter: so many, and the table ends a game without a target


class Recorder(Player):
    """Fingers on the keys. pressed: (key, milliseconds) of every press. look: called after each."""

    def __init__(self, device, look=lambda: None):
        super().__init__(device)
        self.pressed = []
        self.look = look

    def press(self, step):
        for _ in range(step.times):
            self.pressed.append((step.key, step.down_ms))
            super().press(Press(step.key, step.down_ms))
            self.look()


class Evening:
    """A game from the first time that its device is switched on.

    glass: the fixture, if it is to be looked at. wrong: what was seen there.
    """

    def __init__(self, game, code, glass=None):
        place = CODES.index(code)
        players, options = TABLES[game][place]
        self.code, self.glass, self.wrong = code, glass, []
        self.names = NAMES[code][:players]
        self.setup = {"game": game, "players": self.names, "options": options}
        self.storage = MemoryStorage({})
        world = World(storage=self.storage, random=SeededRandom(place))
        self.device = ScriptedDevice(App, world)
        self.fingers = Recorder(self.device, self.look if glass else lambda: None)
        self.person = OPERATORS[game](self.fingers)
        self.chance = random.Random(game + code)
        self.players = RandomPlayer((game, code))

    def look(self):
        """The picture as it would be drawn now: nothing of it is ever wrong.

        Even a brief name may be shortened on a sheet, beside the two rolls of a duel.
        """
        draw_all(self.device, self.glass)
        brief = not self.person.screen.endswith("SheetScreen")
        found = faults(self.glass, self.names, brief) + untold(self.device, self.glass)
        self.wrong += [f"{self.person.screen}: {one}" for one in found]

    def sit_down(self):
        """From the question for the language to the first screen of the game."""
        self.fingers.start()
        self.person.language(self.code)
        draws, seats = None, tuple(range(len(self.names)))
        if game_class(self.setup["game"]).DEALT:
            self.setup["dealer"] = len(self.names) - 1
            if self.code == BY_CARDS:
                draws, seats = DRAWS[len(self.names)]
            elif self.code == BY_DEVICE:
                draws = ()
            if draws is not None:
                self.setup["dealer"] = 0
        self.person.new_game(self.setup, draws)
        setup = self.person.game.setup()
        if draws == ():
            assert sorted(setup["players"]) == sorted(self.names)
        else:
            assert setup["players"] == [self.names[seat] for seat in seats]
        assert setup.get("dealer") == self.setup.get("dealer")
        assert self.setup["options"].items() <= setup["options"].items()

    def play(self):
        """To the end. Its mirror in the rules core tells what must come of each event."""
        mirror = new_game(self.person.game.setup())
        while not mirror.over:
            event = self.players.event(mirror)
            if "end" in mirror.now and len(mirror.events) == MOST_COUNTED:
                event = {"end": True}
            self.enter(mirror, event)
            if self.chance.random() < UNDONE:
                self.take_back(mirror)
        return mirror

    def enter(self, mirror, event):
        self.person.enter(*mirror.split(event))
        mirror.apply_event(event)
        assert self.person.game.state() == mirror.state(), event

    def take_back(self, mirror):
        """Some of what was entered last is taken back, and entered again."""
        events = mirror.events[-self.chance.randint(1, AT_ONCE) :]
        state = mirror.state()
        for _ in events:
            self.person.enter("undo")
            mirror.undo()
            assert self.person.game.state() == mirror.state()
        for name, value in events:
            self.enter(mirror, mirror.join(name, value))
        assert mirror.state() == state

    def past_the_result(self):
        """From the last event of a game to its end."""
        if self.person.screen == self.person.RESULT:
            self.person.go_on()
        self.person.expect("EndScreen", "CounterEndScreen")

    def told(self):
        """What stands below each other on all pages of the screen in front: (name, figure)."""
        pairs = []
        while True:
            draw_all(self.device, self.glass)
            marks = [mark.what for mark in self.glass.marks]
            pairs += zip(marks, marks[1:], strict=False)
            if self.device.app.top.labels()[1] == "":
                return pairs
            self.person.press(KEY_B)
            if getattr(self.device.app.top, "page", 0) == 0:
                return pairs

    def check_end(self, game):
        """The screen in front says who has won, and everybody's final score."""
        draw_all(self.device, self.glass)
        said = " ".join([mark.what for mark in self.glass.marks])
        for seat in game.winners if len(game.winners) == 1 else ():
            assert game.players[seat] in said
        pairs = self.told()
        for name, score in zip(game.players, game.scores, strict=True):
            figures = {str(score), f"{score} of {game.options.get('lives')}"}  # figures, or marks
            found = {figure for who, figure in pairs if name.startswith(who)}
            assert found & figures, (name, score, pairs)


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game(game, code, glass):
    evening = Evening(game, code, glass)
    evening.sit_down()
    mirror = evening.play()
    person = evening.person
    evening.past_the_result()
    evening.check_end(mirror)
    assert switched_on_again(evening.storage).events == person.game.events

    person.press(KEY_A)  # the sheet
    while person.screen.endswith("SheetScreen"):
        person.press(KEY_M)
    person.menu("menu.leave")
    assert said_by_replay(evening.storage.read(TRANSCRIPT)) == mirror.state()
    person.choose_text(say("home.finished"))
    person.expect("FinishedScreen")
    person.press(KEY_C)
    person.expect("FinishedGameScreen")
    evening.check_end(mirror)
    assert evening.device.app.top.game.state() == mirror.state()
    person.press(KEY_C)
    assert person.screen.endswith("SheetScreen")

    assert words.language() == code
    assert not evening.wrong, "\n".join(dict.fromkeys(evening.wrong))


def switched_on_again(storage):
    """The game that another device finds with what is on this flash; None if there is none."""
    files = {name: storage.read(name) for name in storage.names()}
    device = ScriptedDevice(App, World(storage=MemoryStorage(files)))
    device.tick()
    return device.app.table and device.app.table.game


def said_by_replay(text):
    """The last state that the replay command prints for a transcript; it takes every line."""
    pieces = [text.encode(), b""]
    answers = []
    assert replay.replay(lambda size: pieces.pop(0), answers.append) == ALL_ACCEPTED
    return json.loads(b"".join(answers).splitlines()[-1])["state"]


# -- the shared games ------------------------------------------------------------------------------

NO_EVENT = "there is nothing that a key could say instead"
BY_CARDS_ONLY = "cards are dealt and played, which this device leaves to the table"
# The lines (from 1) that no keys enter, and why. Of the refused ones only those that are no events
# at all, or that the keys say otherwise: every other one is looked for, and not offered.
NOT_BY_KEYS = {
    "meksiko-full-hand": {line: BY_CARDS_ONLY for line in range(2, 50)},
    "refused-meksiko": dict.fromkeys((3, 4, 5, 27), NO_EVENT),
    "refused-meksykanka": {18: NO_EVENT},
    "refused-rummy": {12: "cards are counted by kind: three aces may be left, whichever"},
    "refused-setup": dict.fromkeys(range(2, 6), "there is no game"),
    "rummy-full-round": {line: BY_CARDS_ONLY for line in range(3, 20)},
}


class Case:
    """A shared game at the keys of a new device. left: the lines that could not be entered."""

    def __init__(self, path):
        self.lines = [replay.parse(line) for line in path.read_bytes().split(b"\n")[:-1]]
        expected = path.with_suffix(".expected.jsonl").read_text("utf-8")
        self.answers = [json.loads(line) for line in expected.splitlines()]
        self.storage = MemoryStorage({})
        device = ScriptedDevice(App, World(storage=self.storage))
        self.person = OPERATORS[self.lines[0]["game"]](Recorder(device))
        self.left = []

    def run(self):
        self.person.player.start()
        self.person.language(CODES[0])
        if not self.answers[0]["ok"]:
            with pytest.raises(OperateError):
                self.person.new_game(self.lines[0])
            assert self.person.app.table is None
            self.left = list(range(2, len(self.lines) + 1))
            return
        self.person.new_game(self.lines[0])
        assert self.person.game.state() == self.answers[0]["state"]
        for number in range(2, len(self.lines) + 1):
            if not self.line(number):
                self.left.append(number)
                if self.answers[number - 1]["ok"]:  # what follows goes on from there
                    self.left += range(number + 1, len(self.lines) + 1)
                    return
            assert self.person.game.state() == self.answers[number - 1]["state"], number

    def line(self, number):
        """Enter a line, or see that a refused one is not offered; False if neither can be done."""
        person, answer = self.person, self.answers[number - 1]
        try:
            name, value = person.game.split(self.lines[number - 1])
        except RuleError:
            return False
        if person.screen == person.RESULT and name != "undo":
            person.go_on()
        screen = person.screen
        try:
            person.enter(name, value)
        except OperateError:
            while person.screen not in (screen, "HomeScreen"):
                person.press(KEY_M)
            if person.screen == "HomeScreen":  # where M leads as long as nothing has happened
                person.choose_text(say("home.resume"))
            return not answer["ok"]
        if not answer["ok"]:
            person.enter("undo")
        return answer["ok"]


@pytest.mark.parametrize("path", case_files(), ids=lambda path: path.stem)
def test_a_shared_game(path):
    case = Case(path)
    case.run()
    assert case.left == sorted(NOT_BY_KEYS.get(path.stem, ()))
    found = switched_on_again(case.storage)
    assert (found is not None) == case.answers[0]["ok"]
    if found:
        assert found.events == case.person.game.events and found.state() == case.person.game.state()


def test_the_list_of_what_is_not_entered_names_shared_games_only():
    assert set(NOT_BY_KEYS) <= {path.stem for path in case_files()}
