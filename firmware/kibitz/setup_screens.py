"""Setting a game up: the rules, the options, the players in the order of play, the first dealer."""

from rules_core import RuleError, game_class, module_of

from . import paint
from .canvas import THREE_COLUMNS
from .games import GAMES, modules
from .keys import KEY_A, KEY_B, KEY_C, KEYS
from .options_screen import OptionsScreen
from .screen import ConfirmScreen, Later, ListScreen, Screen
from .words import say


class RulesScreen(ListScreen):
    """Which game, by whose rules. The one that was played last is marked."""

    def __init__(self, app):
        rows = Later(len(GAMES), lambda at: (say("game." + GAMES[at]), ""))
        notes = Later(len(GAMES), lambda at: say("rules.note." + GAMES[at]))
        super().__init__(app, say("rules.title"), rows, notes)
        if app.settings.game in GAMES:
            self.cursor = GAMES.index(app.settings.game)

    def enter(self) -> None:
        """The game whose options were looked at may not be the one that is played."""
        self.app.make_room()

    def leads_to(self) -> tuple:
        return (module_of(GAMES[self.cursor]),)

    def choose(self, index: int) -> None:
        self.app.push(GameOptionsScreen(self.app, GAMES[index]))


class GameOptionsScreen(OptionsScreen):
    """The options of a game, as they were when it was last played."""

    def __init__(self, app, name: str):
        cls = game_class(name)
        values = last_options(app.settings, cls)
        options = open_options(cls, values)
        super().__init__(app, say("game." + name), "option", options, values, self.go_on)
        self.name = name

    def leads_to(self) -> tuple:
        return modules(self.name)

    def set(self, name: str, value) -> None:
        """An option may rule another one out, which is then as if it had never been touched."""
        self.values[name] = value
        cls = game_class(self.name)
        options = open_options(cls, self.values, True)
        if options == self.options:
            self.rewrite()
            return
        self.options = options
        self.fill()
        self.move([option.name for option in self.options].index(name))

    def go_on(self) -> None:
        options = {option.name: self.values[option.name] for option in self.options}
        plan = Plan(self.name, options, game_class(self.name).seats(self.values))
        self.app.push(PlayerScreen(self.app, plan, ()))


def is_ruled_out(cls, option, values: dict) -> bool:
    """True if the rules refuse that an option is chosen beside the values of the others."""
    for other in cls.OPTIONS:
        value = values[other.name]
        if other is option or value == other.default:
            continue
        try:
            cls.settle_options({other.name: value, option.name: option.default})
        except RuleError:
            return True
    return False


def open_options(cls, values: dict, reset: bool = False) -> tuple:
    """The options that can be chosen beside these values. reset: those that cannot be get their
    default."""
    options = []
    for option in cls.OPTIONS:
        if not is_ruled_out(cls, option, values):
            options.append(option)
        elif reset and values[option.name] != option.default:
            values[option.name] = option.default
            return open_options(cls, values, True)  # it may have ruled others out
    return tuple(options)


def last_options(settings, cls) -> dict:
    """What a game was last played with, as far as its rules still know it; else the defaults."""
    saved = settings.options.get(cls.NAME, {})
    values = {}
    for option in cls.OPTIONS:
        value = saved.get(option.name, option.default)
        values[option.name] = value if option.allows(value) else option.default
    return values


class Plan:
    """What has been settled before the players come.

    game: its name. options: those that were chosen. least, most: how many can play it.
    """

    def __init__(self, game: str, options: dict, seats: tuple):
        self.game = game
        self.options = options
        self.least, self.most = seats

    def setup(self, players: tuple, dealer: int) -> dict:
        """The setup line of the game."""
        setup: dict = {"game": self.game, "players": list(players), "options": self.options}
        if game_class(self.game).DEALT:
            setup["dealer"] = dealer
        return setup


class PlayerScreen(ListScreen):
    """Who sits in the next seat: a name from the list, or a new one.

    The list begins with those who played last, in their order, so that the same round is set up by
    taking the first name each time. Where fewer can play than may, the list ends with a row that
    says that this is everybody; it is marked when as many sit there as played last. chosen: the
    names of the seats before this one.
    """

    taps = KEY_C  # held, it forgets a name

    def __init__(self, app, plan: Plan, chosen: tuple):
        title = say("player.title.open", seat=len(chosen) + 1)
        if plan.least == plan.most:
            title = say("player.title", seat=len(chosen) + 1, of=plan.most)
        super().__init__(app, title, [], [])
        self.plan = plan
        self.chosen = chosen
        self.names: list = []
        self.may_end = len(chosen) >= plan.least
        self.names = self._offered()
        if self.may_end and len(chosen) == app.settings.seats:
            self.cursor = len(self.names) + 1

    def leads_to(self) -> tuple:
        return modules(self.plan.game) + ("kibitz.spell_screen",)

    def enter(self) -> None:
        """The list of names may have become longer or shorter."""
        self.names = self._offered()
        self.rows = [(name, "") for name in self.names] + [(say("player.spell"), "")]
        if self.may_end:
            self.rows.append((say("player.everybody"), ""))
        note = "" if self.chosen else say("player.note")
        self.notes = [note] * len(self.rows)
        self.move(min(self.cursor, len(self.rows) - 1))

    def draw(self, canvas) -> None:
        super().draw(canvas)
        if self.chosen:
            later = self.plan.most - len(self.chosen) if self.plan.least == self.plan.most else 1
            names = list(self.chosen) + [say("player.open")] * later
            paint.seating(canvas, say("player.seating"), names)

    def _offered(self) -> list:
        """The remembered names, and so many made-up ones that the list is enough for the table."""
        names = list(self.app.settings.names)
        number = len(names)  # the made-up ones sit behind those who are known
        while len(names) < max(self.plan.least, len(self.chosen) + 1):
            number += 1
            made_up = say("player.made_up", number=number)
            if made_up not in names:
                names.append(made_up)
        return [name for name in names if name not in self.chosen]

    def choose(self, index: int) -> None:
        if index < len(self.names):
            self.take(self.names[index])
            return
        if index > len(self.names):
            self.seated(self.chosen)
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
        self.changed()

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
        if len(players) < self.plan.most:
            self.app.push(PlayerScreen(self.app, self.plan, players))
        else:
            self.seated(players)

    def seated(self, players: tuple) -> None:
        """Everybody has a seat; on to the deal, or to the game."""
        if not game_class(self.plan.game).DEALT:
            self.app.begin(self.plan.setup(players, 0))
        elif len(players) == len(THREE_COLUMNS):
            self.app.push(DealerScreen(self.app, self.plan, players))
        else:
            self.app.push(DealerListScreen(self.app, self.plan, players))


class DealerScreen(Screen):
    """Who deals first: three players stand over the three keys. Any key, held, draws for seats."""

    taps = KEY_A | KEY_B | KEY_C

    def __init__(self, app, plan: Plan, players: tuple):
        super().__init__(app)
        self.plan = plan
        self.players = players

    def leads_to(self) -> tuple:
        return ("kibitz.draw_screens",)

    def draw(self, canvas) -> None:
        paint.header(canvas, say("dealer.title"))
        paint.dealers(canvas, self.players, say("dealer.note"))

    def labels(self) -> tuple:
        return (say("key.deals"),) * len(THREE_COLUMNS)

    def press(self, key: int) -> None:
        self.app.begin(self.plan.setup(self.players, KEYS.index(key)))

    def hold(self, key: int) -> None:
        draw_for_seats(self.app, self.plan, self.players)


class DealerListScreen(ListScreen):
    """Who deals first: a list, for two players or many; its last row draws for seats."""

    def __init__(self, app, plan: Plan, players: tuple):
        rows = [(name, "") for name in players] + [(say("dealer.draw"), "")]
        super().__init__(app, say("dealer.title"), rows)
        self.plan = plan
        self.players = players

    def leads_to(self) -> tuple:
        return ("kibitz.draw_screens",)

    def choose(self, index: int) -> None:
        if index < len(self.players):
            self.app.begin(self.plan.setup(self.players, index))
        else:
            draw_for_seats(self.app, self.plan, self.players)


def draw_for_seats(app, plan: Plan, players: tuple) -> None:
    """Cards decide who sits where and who deals first."""
    from .draw_screens import draw_seats

    draw_seats(app, plan, players)
