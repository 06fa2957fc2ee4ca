"""Setting a game up: the rules, the options, the players in the order of play, the first dealer."""

from rules_core import game_class

from . import paint
from .canvas import THREE_COLUMNS
from .games import GAMES
from .keys import KEY_C, KEYS
from .options_screen import OptionsScreen
from .screen import ConfirmScreen, ListScreen, Screen
from .words import say


class RulesScreen(ListScreen):
    """Which game, by whose rules. The one that was played last is marked."""

    def __init__(self, app):
        rows = [(say("game." + name), "") for name in GAMES]
        super().__init__(app, say("rules.title"), rows, [say("rules.note." + n) for n in GAMES])
        if app.settings.game in GAMES:
            self.cursor = GAMES.index(app.settings.game)

    def choose(self, index: int) -> None:
        self.app.push(GameOptionsScreen(self.app, GAMES[index]))


class GameOptionsScreen(OptionsScreen):
    """The options of a game, as they were when it was last played."""

    def __init__(self, app, name: str):
        cls = game_class(name)
        values = last_options(app.settings, cls)
        super().__init__(app, say("game." + name), "option", cls.OPTIONS, values, self.go_on)
        self.name = name

    def go_on(self) -> None:
        least, most = game_class(self.name).seats(self.values)
        plan = Plan(self.name, dict(self.values), most)
        self.app.push(PlayerScreen(self.app, plan, ()))


def last_options(settings, cls) -> dict:
    """What a game was last played with, as far as its rules still know it; else the defaults."""
    saved = settings.options.get(cls.NAME, {})
    values = {}
    for option in cls.OPTIONS:
        value = saved.get(option.name, option.default)
        values[option.name] = value if option.allows(value) else option.default
    return values


class Plan:
    """What has been settled before the players come: the game, its options, how many play."""

    def __init__(self, game: str, options: dict, seats: int):
        self.game = game
        self.options = options
        self.seats = seats

    def setup(self, players: tuple, dealer: int) -> dict:
        """The setup line of the game."""
        setup: dict = {"game": self.game, "players": list(players), "options": self.options}
        if game_class(self.game).DEALT:
            setup["dealer"] = dealer
        return setup


class PlayerScreen(ListScreen):
    """Who sits in the next seat: a name from the list, or a new one.

    The list begins with those who played last, in their order, so that the same round is set up by
    taking the first name each time. chosen: the names of the seats before this one.
    """

    taps = KEY_C  # held, it forgets a name

    def __init__(self, app, plan: Plan, chosen: tuple):
        title = say("player.title", seat=len(chosen) + 1, of=plan.seats)
        super().__init__(app, title, [], [])
        self.plan = plan
        self.chosen = chosen
        self.names: list = []

    def enter(self) -> None:
        """The list of names may have become longer or shorter."""
        self.names = self._offered()
        self.rows = [(name, "") for name in self.names] + [(say("player.spell"), "")]
        note = "" if self.chosen else say("player.note")
        self.notes = [note] * len(self.rows)
        self.move(min(self.cursor, len(self.rows) - 1))

    def draw(self, canvas) -> None:
        super().draw(canvas)
        if self.chosen:
            later = self.plan.seats - len(self.chosen)
            names = list(self.chosen) + [say("player.open")] * later
            paint.seating(canvas, say("player.seating"), names)

    def _offered(self) -> list:
        """The remembered names, and so many made-up ones that the list is enough for the table."""
        names = list(self.app.settings.names)
        number = 0
        while len(names) < self.plan.seats:
            number += 1
            made_up = say("player.made_up", number=number)
            if made_up not in names:
                names.append(made_up)
        return [name for name in names if name not in self.chosen]

    def choose(self, index: int) -> None:
        if index < len(self.names):
            self.take(self.names[index])
            return
        from .spell_screen import SpellScreen

        self.app.push(SpellScreen(self.app, self.title, self.refusal, self.spelled))

    def hold(self, key: int) -> None:
        if key != KEY_C:
            self.repeat(key, 1)
            return
        name = self.names[self.cursor] if self.cursor < len(self.names) else ""
        if name in self.app.settings.names:
            self._ask_to_forget(name)

    def _ask_to_forget(self, name: str) -> None:
        title, question = say("player.forget.title"), say("player.forget", name=name)
        self.app.push(ConfirmScreen(self.app, title, question, lambda: self._forget(name)))

    def _forget(self, name: str) -> None:
        self.app.settings.forget(name)
        self.enter()

    def refusal(self, name: str) -> str:
        """Why somebody cannot sit here under this name; "" if they can."""
        return say("player.taken", name=name) if name in self.chosen else ""

    def spelled(self, name: str) -> None:
        """A new name has come from the letter wheel."""
        self.app.settings.learn(name)
        self.take(name)

    def take(self, name: str) -> None:
        """This name sits here; on to the next seat, or to the deal."""
        players = self.chosen + (name,)
        if len(players) < self.plan.seats:
            self.app.push(PlayerScreen(self.app, self.plan, players))
        elif not game_class(self.plan.game).DEALT:
            self.app.begin(self.plan.setup(players, 0))
        elif len(players) == len(THREE_COLUMNS):
            self.app.push(DealerScreen(self.app, self.plan, players))
        else:
            self.app.push(DealerListScreen(self.app, self.plan, players))


class DealerScreen(Screen):
    """Who deals first: three players stand over the three keys."""

    def __init__(self, app, plan: Plan, players: tuple):
        super().__init__(app)
        self.plan = plan
        self.players = players

    def draw(self, canvas) -> None:
        paint.header(canvas, say("dealer.title"))
        paint.dealers(canvas, self.players, say("dealer.note"))

    def labels(self) -> tuple:
        return (say("key.deals"),) * len(THREE_COLUMNS)

    def press(self, key: int) -> None:
        self.app.begin(self.plan.setup(self.players, KEYS.index(key)))


class DealerListScreen(ListScreen):
    """Who deals first: a list, for more players than keys."""

    def __init__(self, app, plan: Plan, players: tuple):
        rows = [(name, "") for name in players]
        super().__init__(app, say("dealer.title"), rows)
        self.plan = plan
        self.players = players

    def choose(self, index: int) -> None:
        self.app.begin(self.plan.setup(self.players, index))
