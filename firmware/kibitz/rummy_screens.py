"""Mexican Rummy on the glass: what a round asks for, what it has cost, the standing, the end.

During a round the device is the note that everybody asks for: how many cards, what is wild, what
has to be laid down, who deals. The rest is in rummy_entry.
"""

from . import paint, rummy_paint, totals
from .canvas import WORK_Y_PX
from .card_text import rank_text
from .end_screens import EndScreen
from .game_screens import GameScreen, StrangeScreen
from .keys import KEY_A, KEY_B, KEY_C
from .rummy_entry import out_screen
from .screen import Screen
from .words import say, say_n
from .world import VERDICT


def screen_for(app) -> GameScreen:
    """The screen for what the game expects now."""
    table = app.table
    game = table.game
    if len(game.log) > table.seen:
        return ResultScreen(app)
    if game.over:
        return EndScreen(app)
    if "round" in game.expects():
        return RoundScreen(app)
    return StrangeScreen(app)


SIDES = ("kibitz.points_sheet",)


def sheet(app, game=None):
    """The score sheet: a row a round, the one who went out inverse."""
    from .points_sheet import PointsSheetScreen

    game = game or app.table.game
    rows = []
    for record in game.log:
        out = -1 if record.out is None else record.out
        rows.append((record.round, record.penalties, out))
    numbers = [points for row in rows for points in row[1]]
    return PointsSheetScreen(app, game.players, rows, game.scores, numbers)


def menu(app) -> list:
    """The menu offers the standing."""
    return [("rummy.standing", lambda: app.push(StandingScreen(app)))]


def event_text(table, actor, name: str, value) -> str:
    """The last event as the question whether to take it back names it."""
    game = table.game
    if name != "round":
        return say("event.other")
    number = game.log[-1].round
    if value["out"] is None:
        return say("rummy.event.blocked", number=number)
    return say("rummy.event.out", number=number, who=game.players[value["out"]])


# -- who leads -------------------------------------------------------------------------------------


def leaders(scores) -> tuple:
    """The seats with the lowest total; nobody as long as all are level."""
    best = min(scores)
    if best == max(scores):
        return ()
    return tuple([seat for seat, score in enumerate(scores) if score == best])


def lead_key(ahead: tuple) -> str:
    """The key of the words that say that these lead."""
    if not ahead:
        return "rummy.level"
    return "rummy.leads" if len(ahead) == 1 else "rummy.lead"


def lead_text(game, beside: str = "") -> str:
    """Who leads, so short that it fits beside a text."""
    ahead = leaders(game.scores)
    names = [game.players[seat] for seat in ahead]
    return paint.with_name(lead_key(ahead), say("rummy.and").join(names), beside)


def behind_text(game) -> str:
    """Who is last, and by how much; "" as long as all are level."""
    if not leaders(game.scores):
        return ""
    worst = max(game.scores)
    names = [game.players[seat] for seat, score in enumerate(game.scores) if score == worst]
    key = "rummy.is_behind" if len(names) == 1 else "rummy.are_behind"
    return paint.with_name(key, say("rummy.and").join(names), points=worst - min(game.scores))


# -- the round -------------------------------------------------------------------------------------


class RoundScreen(GameScreen):
    """A round is being played: cards dealt, what is wild, the contract, who deals and begins."""

    def draw(self, canvas) -> None:
        game = self.game
        title = say("rummy.round.of", number=game.round, of=game.rounds)
        dealer = game.players[game.dealer]
        paint.header(canvas, title, paint.with_name("hand.dealer", dealer, title))
        rummy_paint.reminder(
            canvas,
            (rank_text(game.wild), say("rummy.wild")),
            (str(game.cards), say_n("rummy.cards", game.cards)),
            (game.players[game.next_seat(game.dealer)], say("rummy.begins")),
            [
                (kind, say("rummy.meld.set" if kind == "set" else "rummy.meld.run"))
                for kind in game.contract
            ],
        )

    def labels(self) -> tuple:
        return (say("rummy.key.score"), "", say("rummy.key.over"))

    def press(self, key: int) -> None:
        if key == KEY_A:
            self.app.push(StandingScreen(self.app))
        elif key == KEY_C:
            self.app.push(out_screen(self.app))


class ResultScreen(GameScreen):
    """A round has been booked: penalties, new totals, who leads.

    More than four players have their penalties on one page and their totals on the next.
    """

    sound = VERDICT

    def __init__(self, app):
        super().__init__(app)
        self.record = self.game.log[-1]
        self.page = 0

    def draw(self, canvas) -> None:
        game, record = self.game, self.record
        ahead = leaders(record.scores)
        if not totals.has_header(len(game.players)):
            self._draw_page(canvas, ahead)
            return
        out = "" if record.out is None else game.players[record.out]
        names = say("rummy.and").join([game.players[seat] for seat in ahead])
        verdict = ("rummy.out" if out else "rummy.blocked", out)
        paint.header(canvas, *rummy_paint.two_names(verdict, (lead_key(ahead), names)))
        columns = []
        for seat, name in enumerate(game.players):
            penalty, total = str(record.penalties[seat]), str(record.scores[seat])
            columns.append((name, penalty, total, seat == record.out, seat in ahead))
        rummy_paint.result(canvas, columns)

    def _draw_page(self, canvas, ahead: tuple) -> None:
        record = self.record
        cells = []
        for seat, name in enumerate(self.game.players):
            if self.page:
                cells.append((name, str(record.scores[seat]), seat in ahead))
            else:
                penalty = paint.signed(record.penalties[seat])
                cells.append((name, penalty, seat == record.out))
        totals.draw(canvas, cells)

    def has_page(self) -> bool:
        """True if the totals are yet to come."""
        return not self.page and not totals.has_header(len(self.game.players))

    def labels(self) -> tuple:
        points = say("rummy.key.points") if self.page else ""
        return (points, "", say("rummy.key.totals" if self.has_page() else "key.go_on"))

    def press(self, key: int) -> None:
        if key == KEY_A and self.page:
            self.page = 0
            self.changed()
        elif key == KEY_C and self.has_page():
            self.page = 1
            self.changed()
        elif key == KEY_C:
            self.table.seen = len(self.game.log)
            self.app.play()


# -- the standing ----------------------------------------------------------------------------------


class StandingScreen(Screen):
    """Who leads, all totals, what the last is behind. A the sheet, B everybody in order, C closes.

    ordered: True while everybody stands in order.
    """

    def __init__(self, app):
        super().__init__(app)
        self.game = app.table.game
        self.ordered = False

    def draw(self, canvas) -> None:
        game = self.game
        headed = totals.has_header(len(game.players))
        if headed:
            after = say("list.place", at=len(game.log), of=game.rounds)
            paint.header(canvas, lead_text(game, after), after)
        if self.ordered:
            rummy_paint.ranking(canvas, self.order(), WORK_Y_PX if headed else 0)
            return
        ahead = leaders(game.scores)
        cells = []
        for seat, name in enumerate(game.players):
            cells.append((name, str(game.scores[seat]), seat in ahead))
        totals.draw(canvas, cells, 0, behind_text(game))

    def order(self) -> list:
        """(place, name, total, what they are behind the first) of everybody, the best first."""
        scores = self.game.scores
        best = min(scores)
        lines = []
        for total, seat in sorted([(total, seat) for seat, total in enumerate(scores)]):
            place = 1 + len([other for other in scores if other < total])
            behind = paint.signed(total - best) if total > best else ""
            text = say("rummy.place", place=place)
            lines.append((text, self.game.players[seat], str(total), behind))
        return lines

    def labels(self) -> tuple:
        other = "rummy.key.totals" if self.ordered else "rummy.key.order"
        return (say("key.sheet"), say(other), say("key.close"))

    def press(self, key: int) -> None:
        if key == KEY_A:
            self.app.push(sheet(self.app))
        elif key == KEY_B:
            self.ordered = not self.ordered
            self.changed()
        else:
            self.app.pop()
