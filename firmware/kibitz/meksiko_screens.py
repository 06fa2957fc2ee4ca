"""Meksiko on the glass, by both rule sets: bidding, trump, tricks, the hand, the end.

The table around the device presses as it plays: a key for a bid or a pass, a key for the trump, a
key a trick. What is offered is what the rules core says is possible, so that no illegal bid and no
impossible count can be entered at all.
"""

from rules_core.meksiko import BETL, MEKSIKO, PASS, TRICKS

from . import paint
from .canvas import THREE_COLUMNS
from .card_text import trump_event, trump_sign, trump_text
from .game_screens import GameScreen, StrangeScreen
from .keys import KEY_A, KEY_B, KEY_C, KEYS
from .words import say
from .world import VERDICT

SUIT_PAGES = (("spades", "hearts"), ("diamonds", "clubs"))


def screen_for(app) -> GameScreen:
    """The screen for what the game expects now."""
    table = app.table
    game = table.game
    if len(game.log) > table.seen:
        return ResultScreen(app)
    if game.over:
        return EndScreen(app)
    if "bid" in game.expects():
        return BidScreen(app)
    if "trump" in game.expects():
        return TrumpScreen(app)
    if "trick" in game.expects():
        return TricksScreen(app)
    return StrangeScreen(app)


SIDES = ("kibitz.meksiko_sheet",)


def sheet(app, game=None):
    """The score sheet; game: another one than the running game."""
    from .meksiko_sheet import SheetScreen

    return SheetScreen(app, game or app.table.game)


def menu(app) -> list:
    """While tricks are expected, the menu offers to enter their final count."""
    if "tricks" not in app.table.game.expects():
        return []
    return [("menu.count", lambda: app.push(CountScreen(app)))]


# -- words -----------------------------------------------------------------------------------------


def bid_text(bid) -> str:
    """A bid in a sentence: 7, Meksiko, betl."""
    return str(bid) if type(bid) is int else say("bid." + bid)


def contract_text(bid, trump) -> str:
    """A bid with its trump: 7♠."""
    return bid_text(bid) + (trump_sign(trump) if trump else "")


def rung_text(bid) -> str:
    """A bid where there is room for a number only."""
    return str(bid) if type(bid) is int else say("bid.short." + bid)


def large_contract(bid, trump) -> str:
    """A bid with its trump in the large letters, of which there are capitals only."""
    text = str(bid) if type(bid) is int else say("bid.large." + bid)
    return text + (trump_sign(trump) if trump else "")


def event_text(table, actor, name: str, value) -> str:
    """The last event as the question whether to take it back names it."""
    game = table.game
    if name == "bid":
        who = game.players[actor]
        if value == PASS:
            return say("event.pass", who=who)
        return say("event.bid", who=who, bid=bid_text(value))
    if name == "trump":
        return say("event.trump", who=game.players[actor], suit=trump_text(value))
    if name == "trick":
        number = sum(game.tricks) or TRICKS  # none: the tenth has ended the hand
        return say("event.trick", number=number, who=game.players[value])
    if name == "tricks":
        counts = [str(value[seat]) for seat in range(len(value))]
        return say("event.tricks", counts=say("event.between").join(counts))
    return say("event.other")


# -- the auction -----------------------------------------------------------------------------------


class BidScreen(GameScreen):
    """Whose turn it is, the standing bid, the ladder: A passes, B goes up the ladder, C bids.

    proposals: the bids that may be made now, from low to high. marked: which of them C bids.
    """

    def __init__(self, app):
        super().__init__(app)
        bids = self.game.bids()
        self.may_pass = PASS in bids
        self.proposals = [bid for bid in bids if bid != PASS]
        self.marked = 0
        self._drawn = 0  # which of them is marked in the picture

    def draw(self, canvas) -> None:
        game = self.game
        hand = say("hand.title", number=game.hand)
        dealer = game.players[game.dealer]
        paint.header(canvas, hand, paint.with_name("hand.dealer", dealer, hand))
        standing = None
        if game.bid is not None:
            standing = (rung_text(game.bid), game.players[game.declarer])
        turn = game.players[game.to_act]
        paint.auction(canvas, say("auction.turn"), turn, standing, say("auction.opening"))
        rungs = []
        for bid in game.ladder:
            open_ = bid in self.proposals
            rungs.append((rung_text(bid) if open_ else "", bid == self.proposals[self.marked]))
        paint.ladder(canvas, rungs)
        self._drawn = self.marked

    def redraw(self, canvas) -> None:
        """Another bid is proposed."""
        ladder = self.game.ladder
        was, self._drawn = self._drawn, self.marked
        for place in (was, self.marked):
            bid = self.proposals[place]
            marked = place == self.marked
            paint.rung(canvas, ladder.index(bid), len(ladder), rung_text(bid), marked)

    def labels(self) -> tuple:
        higher = say("key.higher") if len(self.proposals) > 1 else ""
        bid = self.proposals[self.marked]
        word = say("key.bid", bid=bid) if type(bid) is int else bid_text(bid)
        return (say("key.pass") if self.may_pass else "", higher, word)

    def press(self, key: int) -> None:
        if key == KEY_C:
            self.act("bid", self.proposals[self.marked])
        elif key == KEY_B:
            self.marked = (self.marked + 1) % len(self.proposals)
            self.touched()
        elif self.may_pass:
            self.act("bid", PASS)

    def repeat(self, key: int, step: int) -> None:
        if key == KEY_B:
            self.press(key)


class TrumpScreen(GameScreen):
    """The declarer names the trump: two suits over A and B, C shows the two others.

    page: which two of the suits stand over the keys.
    """

    def __init__(self, app):
        super().__init__(app)
        self.page = 0

    def draw(self, canvas) -> None:
        game = self.game
        bid = bid_text(game.bid)
        title = paint.with_name("trump.title", game.players[game.declarer], bid)
        paint.header(canvas, title, bid)
        here = [trump_sign(suit) for suit in SUIT_PAGES[self.page]]
        others = [trump_sign(suit) for suit in SUIT_PAGES[1 - self.page]]
        paint.suits(canvas, here, others)

    def labels(self) -> tuple:
        first, second = SUIT_PAGES[self.page]
        other = say("key.back" if self.page else "key.more")
        return (trump_text(first), trump_text(second), other)

    def press(self, key: int) -> None:
        if key == KEY_C:
            self.page = 1 - self.page
            self.changed()
        else:
            self.act("trump", trump_event(SUIT_PAGES[self.page][0 if key == KEY_A else 1]))


# -- the play --------------------------------------------------------------------------------------


class TricksScreen(GameScreen):
    """The play: the players at play stand over the keys, a press gives the trick to the one above.

    All three keys act alike, at once and once, however long they are held. A table that counts at
    the end (a setting) gets a single key for that; any other finds the final count in the menu.
    """

    def __init__(self, app):
        super().__init__(app)
        self.hand = self.game.hand
        self._title = ""  # in the header; it leaves room for every number of a trick
        self._number = ""  # at its right end
        self._tricks: list = []  # as the picture has them
        self._outlook: tuple = ()

    def counts(self) -> bool:
        """True if this table counts at the end of the hand."""
        return self.app.settings.values["tricks"] == "count"

    def fits(self) -> bool:
        game = self.game
        same = game is self.app.table.game and game.hand == self.hand
        return same and "trick" in game.expects() and len(game.log) == self.table.seen

    def draw(self, canvas) -> None:
        game = self.game
        self._tricks, self._outlook = list(game.tricks), self.outlook()
        self._number = self.number()
        last = say("tricks.number", number=TRICKS)
        contract = contract_text(game.bid, game.trump)
        declarer = game.players[game.declarer]
        self._title = paint.with_name("tricks.title", declarer, last, contract=contract)
        paint.header(canvas, self._title, self._number)
        if self.counts() and not sum(game.tricks):
            paint.contract(canvas, declarer, large_contract(game.bid, game.trump))
        else:
            paint.tricks(canvas, self.columns())
        paint.foot(canvas, self.standing(*self._outlook))

    def number(self) -> str:
        """Which trick is being played."""
        return say("tricks.number", number=sum(self.game.tricks) + 1)

    def redraw(self, canvas) -> None:
        """Somebody has won a trick, or it has been taken back.

        What the declarer still has to do comes with a picture of its own, as in a ListScreen.
        """
        if self.counts():
            super().redraw(canvas)
            return
        tricks = list(self.game.tricks)
        if tricks != self._tricks:
            for place, seat in enumerate(self.game.seats_at_play):
                if tricks[seat] != self._tricks[seat]:
                    paint.count(canvas, place, str(tricks[seat]))
            self._tricks = tricks
            was_number, self._number = self._number, self.number()
            paint.header_end(canvas, self._title, self._number, was_number)
            self.touched()
            return
        outlook = self.outlook()
        if outlook != self._outlook:
            self._outlook = outlook
            paint.foot(canvas, self.standing(*outlook))

    def columns(self) -> list:
        """(name, count, True for the declarer) of everybody at play."""
        game = self.game
        return [
            (game.players[seat], str(game.tricks[seat]), seat == game.declarer)
            for seat in game.seats_at_play
        ]

    def outlook(self) -> tuple:
        """What the declarer still has to do: (word key, number of tricks)."""
        game = self.game
        key = "standing.needs"
        if game.is_lost():
            key = "standing.lost"
        elif game.bid == BETL:
            key = "standing.betl"
        elif game.is_made():
            key = "standing.made"
        return key, game.still_needed()

    def standing(self, key: str, needed: int) -> str:
        """The same as a sentence."""
        return paint.with_name(key, self.game.players[self.game.declarer], needed=needed)

    def labels(self) -> tuple:
        if self.counts():
            return ("", "", say("key.count"))
        return (say("key.trick"),) * len(THREE_COLUMNS)

    def press(self, key: int) -> None:
        if not self.counts():
            self.act("trick", self.game.seats_at_play[KEYS.index(key)])
        elif key == KEY_C:
            self.app.push(CountScreen(self.app))


class CountScreen(GameScreen):
    """The final count: first the declarer's tricks, then one opponent's; the other has the rest.

    The declarer's count begins at the bid, the opponent's at half of what is left, and nobody's
    goes below what is recorded. order: the seats in the order they are asked. counts: their
    numbers. stage: who is being asked, as a place in `order`; the counts of those after it are not
    known yet, but the last one follows from the others.
    """

    def __init__(self, app):
        super().__init__(app)
        game = self.game
        others = [seat for seat in game.seats_at_play if seat != game.declarer]
        self.order = [game.declarer] + others
        self.counts = [0] * len(self.order)
        self.stage = 0
        self._texts: list = []  # as the picture has them
        self._ask(0)

    def _ask(self, stage: int) -> None:
        """Begin to ask for one of the counts, at the likeliest number."""
        self.stage = stage
        self.changed()
        low, high = self.bounds()
        if stage:
            likely = (self.left() + 1) // 2
        else:
            bid = self.game.bid
            likely = bid if type(bid) is int else TRICKS if bid == MEKSIKO else 0
        self._set(max(low, min(high, likely)))

    def left(self) -> int:
        """The tricks that those before this stage have not won."""
        return TRICKS - sum(self.counts[: self.stage])

    def bounds(self) -> tuple:
        """(least, most) that the one being asked can have won."""
        recorded = [self.game.tricks[seat] for seat in self.order]
        return recorded[self.stage], self.left() - sum(recorded[self.stage + 1 :])

    def _set(self, number: int) -> None:
        self.counts[self.stage] = number
        if self._is_last():
            self.counts[-1] = self.left() - number
        self.touched()

    def _is_last(self) -> bool:
        """True if only one more count is unknown, so that it follows from this one."""
        return self.stage == len(self.order) - 2

    def draw(self, canvas) -> None:
        game = self.game
        paint.header(canvas, paint.with_name("count.title", game.players[self.order[self.stage]]))
        self._texts = self.texts()
        columns = []
        for place, seat in enumerate(game.seats_at_play):
            columns.append((game.players[seat], self._texts[place], seat == game.declarer))
        paint.tricks(canvas, columns, self.asked())
        low, high = self.bounds()
        paint.foot(canvas, say("count.range", low=low, high=high))

    def redraw(self, canvas) -> None:
        """The count that is being asked for is another one, and perhaps the last one with it."""
        was, self._texts = self._texts, self.texts()
        for place, text in enumerate(self._texts):
            if text != was[place]:
                paint.count(canvas, place, text, place == self.asked())

    def texts(self) -> list:
        """The counts of everybody at play, as far as they are known."""
        texts = []
        for seat in self.game.seats_at_play:
            place = self.order.index(seat)
            known = place <= self.stage or self._is_last()
            texts.append(str(self.counts[place]) if known else say("count.unknown"))
        return texts

    def asked(self) -> int:
        """Over which key the player stands whose count is asked for."""
        return self.game.seats_at_play.index(self.order[self.stage])

    def labels(self) -> tuple:
        low, high = self.bounds()
        number = self.counts[self.stage]
        less = say("key.less") if number > low else ""
        more = say("key.more") if number < high else ""
        return (less, more, say("key.ok"))

    def press(self, key: int) -> None:
        if key == KEY_C:
            self._take()
        else:
            self.repeat(key, 1)

    def repeat(self, key: int, step: int) -> None:
        if key == KEY_C:
            return
        low, high = self.bounds()
        number = self.counts[self.stage] + (1 if key == KEY_B else -1)
        if low <= number <= high:
            self._set(number)

    def hold(self, key: int) -> None:
        self.repeat(key, 1)

    def _take(self) -> None:
        """This count is right; ask for the next one, unless nothing is left to ask."""
        if not self.stage:
            self._ask(1)
            low, high = self.bounds()
            if low < high:
                return
        tricks = [0] * len(self.game.players)
        for place, seat in enumerate(self.order):
            tricks[seat] = self.counts[place]
        self.app.pop()
        self.act("tricks", tricks)

    def back(self) -> None:
        """To the count before this one, or out of counting; nothing has been booked yet."""
        if self.stage:
            kept = self.counts[0]
            self._ask(0)
            self._set(kept)
        else:
            self.app.pop()


# -- after the play --------------------------------------------------------------------------------


class ResultScreen(GameScreen):
    """A hand has been booked: who made or failed what, everybody's points and new total."""

    sound = VERDICT

    def __init__(self, app):
        super().__init__(app)
        self.record = self.game.log[-1]

    def leads_to(self) -> tuple:
        return ("kibitz.end_screens",) if self.game.over else ()

    def draw(self, canvas) -> None:
        record = self.record
        players = self.game.players
        contract = contract_text(record.bid, record.trump)
        key = "result.made" if record.made else "result.failed"
        won = record.tricks[record.declarer]
        tricks = say("result.tricks", count=won) if type(record.bid) is int else str(won)
        who = players[record.declarer]
        paint.header(canvas, paint.with_name(key, who, tricks, contract=contract), tricks)
        columns = []
        for seat, name in enumerate(players):
            points = paint.signed(record.points[seat])
            columns.append((name, points, str(record.scores[seat]), seat == record.declarer))
        paint.result(canvas, columns)

    def labels(self) -> tuple:
        return ("", "", say("key.go_on"))

    def press(self, key: int) -> None:
        if key == KEY_C:
            self.table.seen = len(self.game.log)
            self.app.play()


class EndScreen(GameScreen):
    """The game is over: who has won, why on a tie, all totals. A the sheet, C home.

    The game stays on the table until the next one begins: M takes the last entry back.
    """

    sound = VERDICT

    def leads_to(self) -> tuple:
        return SIDES

    def draw(self, canvas) -> None:
        from .end_screens import winners_text

        game = self.game
        paint.header(canvas, say("end." + game.why))
        winners = winners_text(game)
        columns = []
        for seat, name in enumerate(game.players):
            columns.append((name, str(game.scores[seat]), seat in game.winners))
        paint.end(canvas, winners, columns)

    def labels(self) -> tuple:
        return (say("key.sheet"), "", say("key.home"))

    def press(self, key: int) -> None:
        if key == KEY_A:
            self.app.push(sheet(self.app))
        elif key == KEY_C:
            self.app.home()
