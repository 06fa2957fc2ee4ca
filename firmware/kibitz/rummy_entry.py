"""The end of a round of Mexican Rummy: who went out, and what everybody else is left with.

Nothing is booked before the last hand is known; until then M goes back, to the player before and to
the question who went out, and what was entered is still there.
"""

from rules_core.cards import LOW_ACE, SUITS
from rules_core.rummy import JOKERS, KINDS, MOST_PENALTY, PENALTIES, PENALTY_STEP

from . import paint, rummy_paint
from .canvas import THREE_COLUMNS
from .card_text import rank_text
from .game_screens import GameScreen, MenuScreen
from .keys import KEY_A, KEY_B, KEY_C, KEYS
from .screen import ListScreen, Screen
from .words import say

# The kinds from the cheapest on: most cards that are left in a hand are of the first ones.
COUNTED = tuple(reversed(KINDS))
# What an average card of the pack costs; half a hand is what a loser is likeliest to be left with.
_LIKELY_A_CARD = 9
_HALF = 2


class RoundEntry:
    """What is known of a round's end while it is being entered.

    out: the seat that went out, None if the round was blocked. order: the seats that are asked what
    they are left with. stage: who is asked now, as a place in `order`. hands: for every seat None
    (not asked yet), counts by kind, or a penalty. by_number: True where the next one who is asked
    gives a number.
    """

    def __init__(self, game, by_number: bool):
        self.game = game
        self.by_number = by_number
        self.out: int | None = None
        self.order: list = []
        self.stage = 0
        self.hands: list = [None] * len(game.players)
        self._in_pack = game.most_of_kinds()

    def recall(self, value: dict) -> None:
        """A round that was taken back: what was said then, to be mended."""
        self.out = value["out"]
        for seat, hand in enumerate(value["hands"]):
            if seat != self.out and type(hand) in (int, dict):
                self.hands[seat] = hand

    def begin(self, out) -> None:
        """This seat went out (None: nobody); the others are asked, in the order of play."""
        self.out = out
        first = self.game.dealer if out is None else out
        players = len(self.game.players)
        seats = [(first + 1 + place) % players for place in range(players)]
        self.order = [seat for seat in seats if seat != out]
        self.ask(0)

    def ask(self, stage: int) -> None:
        """Somebody is asked; what they said before still stands."""
        self.stage = stage
        if self.hand() is None:
            self._begin_hand()
        self.by_number = type(self.hand()) is int

    def _begin_hand(self) -> None:
        self.hands[self.seat()] = self.likely() if self.by_number else {}

    def seat(self) -> int:
        """Who is asked."""
        return self.order[self.stage]

    def hand(self):
        """What the one who is asked has said up to now: counts, or a number."""
        return self.hands[self.seat()]

    def is_last(self) -> bool:
        """True if nobody is asked after this one."""
        return self.stage == len(self.order) - 1

    # -- counting cards ---------------------------------------------------------------------------

    def count(self, kind: str) -> int:
        """How many cards of a kind are in the hand."""
        return self.hand().get(kind, 0)

    def room(self, kind: str) -> int:
        """How many more of a kind the hand may hold: by its size, and by what the pack has left."""
        in_hands = sum([hand.get(kind, 0) for hand in self.hands if type(hand) is dict])
        in_pack = self._in_pack[kind] - in_hands
        return min(in_pack, self.game.most_cards() - sum(self.hand().values()))

    def add(self, kind: str, number: int) -> bool:
        """So many more (or fewer) cards of a kind; False if that cannot be."""
        counted = self.count(kind) + number
        if counted < 0 or number > self.room(kind):
            return False
        hand = dict(self.hand())
        hand[kind] = counted
        self.hands[self.seat()] = hand
        return True

    # -- numbers ----------------------------------------------------------------------------------

    def points(self) -> int:
        """What the hand costs."""
        hand = self.hand()
        if type(hand) is int:
            return hand
        return sum([PENALTIES[kind] * hand[kind] for kind in hand])

    def most(self) -> int:
        """The largest penalty of a hand in this round."""
        return MOST_PENALTY * self.game.most_cards()

    def likely(self) -> int:
        """The penalty to begin with where a number is entered."""
        likely = self.game.cards * _LIKELY_A_CARD // _HALF
        return likely - likely % PENALTY_STEP

    def set(self, points: int) -> bool:
        """The hand costs so much, as far as that can be; False if nothing has changed."""
        points = max(PENALTY_STEP, min(self.most(), points))
        changed = points != self.hand()
        self.hands[self.seat()] = points
        return changed

    def switch(self) -> None:
        """The other way to say what a hand costs; a number begins at what has been counted."""
        points = 0 if self.by_number else self.points()
        self.by_number = not self.by_number
        self._begin_hand()
        if points:
            self.set(points)

    # -- the end ----------------------------------------------------------------------------------

    def value(self) -> dict:
        """The value of the event that books the round."""
        hands: list = []
        for seat, hand in enumerate(self.hands):
            if seat == self.out:
                hands.append(0)
            elif type(hand) is int:
                hands.append(hand)
            else:
                hands.append({kind: hand[kind] for kind in hand if hand[kind]})
        return {"out": self.out, "hands": hands}


def out_screen(app) -> Screen:
    """The screen that asks who went out."""
    table = app.table
    entry = RoundEntry(table.game, app.settings.values["penalties"] == "number")
    if table.undone and table.undone[0] == "round":
        entry.recall(table.undone[1])
    if len(entry.game.players) > len(THREE_COLUMNS):
        return OutListScreen(app, entry)
    return OutScreen(app, entry)


class OutScreen(GameScreen):
    """Who went out, for two or three players: they stand over the keys.

    With two the third key says that the round was blocked, with three any key that is held.
    """

    taps = KEY_A | KEY_B | KEY_C

    def __init__(self, app, entry: RoundEntry):
        super().__init__(app)
        self.entry = entry

    def has_key(self) -> bool:
        """True if there is a key for a blocked round."""
        return len(self.game.players) < len(THREE_COLUMNS)

    def draw(self, canvas) -> None:
        paint.header(canvas, say("rummy.out.title"), round_text(self.game))
        note = "" if self.has_key() else say("rummy.blocked.note")
        rummy_paint.over_keys(canvas, self.game.players, note)

    def labels(self) -> tuple:
        third = "rummy.key.blocked" if self.has_key() else "rummy.key.out"
        return (say("rummy.key.out"), say("rummy.key.out"), say(third))

    def press(self, key: int) -> None:
        place = KEYS.index(key)
        self.take(place if place < len(self.game.players) else None)

    def hold(self, key: int) -> None:
        if not self.has_key():
            self.take(None)

    def take(self, out) -> None:
        """This seat went out, or nobody."""
        self.entry.begin(out)
        self.app.push(HandScreen(self.app, self.entry))

    def back(self) -> None:
        """The round goes on."""
        self.app.pop()


class OutListScreen(ListScreen):
    """Who went out, for more players than keys: a list, and below them nobody."""

    def __init__(self, app, entry: RoundEntry):
        rows = [(name, "") for name in entry.game.players] + [(say("rummy.nobody"), "")]
        super().__init__(app, say("rummy.out.title"), rows)
        self.entry = entry
        self.move(entry.out or 0)

    def choose(self, index: int) -> None:
        self.entry.begin(index if index < len(self.entry.game.players) else None)
        self.app.push(HandScreen(self.app, self.entry))

    def menu(self) -> None:
        self.app.push(MenuScreen(self.app))


class HandScreen(GameScreen):
    """What one player is left with: cards, counted by kind, or a number.

    Cards: A goes to the next kind and, held, takes one away; B counts one of it. Numbers: A less, B
    more. C is done with this player and, held, changes between the two ways. kind: the kind that is
    being counted, as a place in COUNTED.
    """

    def __init__(self, app, entry: RoundEntry):
        super().__init__(app)
        self.entry = entry
        self.kind = 0
        texts = kind_texts(self.game)
        self._kinds = [(text, str(PENALTIES[kind])) for kind, text in zip(COUNTED, texts)]
        self._columns: list = []  # as the picture has them
        self._points = ""
        self._meet()

    def _meet(self) -> None:
        """Somebody else is asked, or in another way."""
        self.kind = 0
        self.taps = KEY_C if self.entry.by_number else KEY_A | KEY_C
        self.changed()

    def draw(self, canvas) -> None:
        entry = self.entry
        place = say("list.place", at=entry.stage + 1, of=len(entry.order))
        who = self.game.players[entry.seat()]
        paint.header(canvas, paint.with_name("rummy.hand.title", who, place), place)
        self._points = str(entry.points())
        if entry.by_number:
            rummy_paint.penalty(canvas, self._points)
            paint.foot(canvas, say("rummy.number.hint"))
            return
        self._columns = self.columns()
        rummy_paint.kinds(canvas, self._columns, self._points, say("rummy.cards.hint"))

    def redraw(self, canvas) -> None:
        """Another count, another kind or another number."""
        entry = self.entry
        points_were, self._points = self._points, str(entry.points())
        if entry.by_number:
            rummy_paint.penalty(canvas, self._points)
            return
        was, self._columns = self._columns, self.columns()
        for place, column in enumerate(self._columns):
            if column != was[place]:
                rummy_paint.kind(canvas, place, column)
        if self._points != points_were:
            rummy_paint.cost(canvas, self._points)

    def columns(self) -> list:
        """The kinds, as `rummy_paint.kind` wants them."""
        columns = []
        for place, (text, cost) in enumerate(self._kinds):
            count = self.entry.count(COUNTED[place])
            columns.append((text, str(count), cost, place == self.kind))
        return columns

    def labels(self) -> tuple:
        entry = self.entry
        if entry.by_number:
            low, high = PENALTY_STEP, entry.most()
            less = say("rummy.key.less", step=PENALTY_STEP) if entry.points() > low else ""
            more = say("rummy.key.more", step=PENALTY_STEP) if entry.points() < high else ""
            return (less, more, say("key.ok"))
        one = say("rummy.key.one") if entry.room(COUNTED[self.kind]) else ""
        return (say("rummy.key.kind"), one, say("key.ok") if entry.points() else "")

    def press(self, key: int) -> None:
        if key == KEY_C:
            if self.entry.points():
                self._take()
        elif self.entry.by_number:
            self._number(self.entry.points() + (PENALTY_STEP if key == KEY_B else -PENALTY_STEP))
        elif key == KEY_A:
            self.kind = (self.kind + 1) % len(COUNTED)
            self.touched()
        else:
            self._count(1)

    def hold(self, key: int) -> None:
        if key == KEY_C:
            self.entry.switch()
            self._meet()
        else:
            self.repeat(key, 1)

    def repeat(self, key: int, step: int) -> None:
        """Large steps go by round numbers; cards are counted one by one."""
        entry = self.entry
        if key == KEY_C:
            return
        if not entry.by_number:
            self._count(1 if key == KEY_B else -1)
            return
        step *= PENALTY_STEP
        if key == KEY_A:
            self._number((entry.points() - 1) // step * step)
        else:
            self._number(entry.points() // step * step + step)

    def _count(self, number: int) -> None:
        if self.entry.add(COUNTED[self.kind], number):
            self.touched()

    def _number(self, points: int) -> None:
        if self.entry.set(points):
            self.touched()

    def _take(self) -> None:
        """This hand is known; on to the next one, or the round is booked."""
        entry = self.entry
        if entry.is_last():
            self.act("round", entry.value())
        else:
            entry.ask(entry.stage + 1)
            self._meet()

    def back(self) -> None:
        """To the player before, or to who went out; nothing has been booked yet."""
        if self.entry.stage:
            self.entry.ask(self.entry.stage - 1)
            self._meet()
        else:
            self.app.pop()


# -- words -----------------------------------------------------------------------------------------


def round_text(game) -> str:
    """Which round it is."""
    return say("rummy.round", number=game.round)


def kind_texts(game) -> list:
    """The kinds of cards in the few pixels of a column, by their ranks in this round."""
    ranks: dict = {kind: [] for kind in COUNTED}
    for rank in LOW_ACE:
        ranks[game.kind(rank + SUITS[0])].append(rank)
    texts = []
    for kind in COUNTED:
        if kind == JOKERS:
            texts.append(say("rummy.joker"))
            continue
        low, high = rank_text(ranks[kind][0]), rank_text(ranks[kind][-1])
        texts.append(low if low == high else say("rummy.ranks", low=low, high=high))
    return texts
