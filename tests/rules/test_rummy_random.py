"""Random games of Mexican Rummy, the product and the model of `rummy_oracle` side by side.

At every step both must give the same state, and the same answer to dozens of events that are
possible, nearly possible or nonsense. The deals are rigged so that contracts are laid often.
"""

import json
from collections import Counter
from random import Random

import pytest

from helpers import CONFUSING, ERROR_CODES, UNDO, transcript
from rules_core import RuleError, new_game
from rules_core.transcript import Replayer
from rummy_oracle import (
    CARDS,
    COUNTS,
    JOKER,
    RANKS,
    SUITS,
    Model,
    pack_of,
    place_name,
    rank_of,
    setup,
    without,
)

# A round that does not end by itself by then is taken back and booked as at the table.
LONGEST_ROUND = 300
# An undo is possible nearly always, so it is no nonsense.
NONSENSE = [value for value in CONFUSING if value != UNDO]


def line(value):
    """The value as it stands in a transcript: equal lines, equal values."""
    return json.dumps(value, sort_keys=True)


def left_open(event, players):
    """Events for which the documents leave open which of two codes refuses them."""
    if not isinstance(event, dict) or len(event) != 1:
        return False
    (value,) = event.values()
    if not isinstance(value, dict):
        return False
    if "deal" in event and isinstance(value.get("hands"), list):
        # too few or too many hands: a fault of shape or of number
        return len(value["hands"]) != players
    return "layoff" in event and value.get("cards") == []


class Pair:
    """A game of the product and of the model, with every state on the way."""

    def __init__(self, setup_line):
        self.game = new_game(setup_line)
        self.model = Model(setup_line)
        self.pack = Counter(pack_of(setup_line.get("options", {})))
        self.played = []
        self.states = [line(self.game.state())]
        assert self.states[0] == line(self.model.view())

    def state(self):
        return self.states[-1]

    def code(self, event):
        """The code with which the product would refuse the event, or None; changes nothing."""
        try:
            name, value = self.game.split(event)
        except RuleError as refusal:
            return refusal.code
        try:
            self.game.verify(name, value)
        except RuleError as refusal:
            assert not self.game.can(name, value)
            return refusal.code
        assert self.game.can(name, value)
        return None

    def compare(self, event):
        """Both give the same answer to the event, which is not played; gives the code."""
        code = self.code(event)
        expected = self.model.judge(event)
        if left_open(event, self.model.players) and expected in ("bad-deal", "bad-layoff"):
            assert code in (expected, "bad-value")
        else:
            assert code == expected, (event, transcript(self.game))
        return code

    def refuse(self, event, code):
        try:
            self.game.apply_event(event)
        except RuleError as refusal:
            assert refusal.code == code and code in ERROR_CODES
            assert refusal.message and isinstance(refusal.message, str)
            return
        raise AssertionError(f"accepted: {event}")

    def try_all(self, events):
        """Compares; what is refused is really tried, what is possible played and taken back."""
        for event in events:
            code = self.compare(event)
            if code is None:
                self.game.apply_event(event)
                self.game.undo()
                assert line(self.game.state()) == self.state(), event
            else:
                self.refuse(event, code)
        assert line(self.game.state()) == self.state()

    def play(self, event):
        self.game.apply_event(event)
        self.model.take(event)
        self.played.append(event)
        state = self.game.state()
        self.states.append(line(state))
        assert self.states[-1] == line(self.model.view()), transcript(self.game)
        self.check_cards(state)

    def check_cards(self, state):
        """No card is lost and none comes from nowhere."""
        table = self.model.table
        if table is None:
            return
        lying = sum(state["hands"], []) + sum(state["melds"], [])
        assert Counter(lying + table.stock + table.discards) == self.pack
        assert state["stock"] == len(table.stock)

    def undo_and_redo(self, steps):
        """Takes back so many events one by one, then plays them again."""
        steps = min(steps, len(self.played))
        for back in range(1, steps + 1):
            self.game.apply_event(UNDO)
            assert line(self.game.state()) == self.states[-1 - back]
        for event, state in zip(
            self.played[len(self.played) - steps :],
            self.states[len(self.states) - steps :],
            strict=True,
        ):
            self.game.apply_event(event)
            assert line(self.game.state()) == state

    def back_to(self, length):
        """Takes back all events but the first `length`; the model starts anew."""
        while len(self.played) > length:
            self.game.apply_event(UNDO)
            self.played.pop()
            self.states.pop()
            assert line(self.game.state()) == self.states[-1]
        self.model = Model(self.game.setup())
        for event in self.played:
            self.model.take(event)
        assert line(self.model.view()) == self.state()


# Deals in which seats hold their contract


def rigged_set(random, rest, wild, length):
    rank = random.choice(RANKS)
    cards = [card for card in rest if rank_of(card) == rank]
    wilds = [card for card in rest if card == JOKER or rank_of(card) == wild != rank]
    random.shuffle(cards)
    random.shuffle(wilds)
    some = random.choice((0, 0, 1, 1, 2, length))
    chosen = cards[: length - some]
    chosen += wilds[: length - len(chosen)]
    random.shuffle(chosen)
    return chosen


def rigged_run(random, rest, wild, length):
    start, suit = random.randint(1, 15 - length), random.choice(SUITS)
    wilds = [card for card in rest if card == JOKER or rank_of(card) == wild]
    random.shuffle(wilds)
    chance = random.choice((0.1, 0.3, 0.9))
    cards = []
    for index in range(length):
        card = place_name(start + index, suit)
        if card not in rest or random.random() < chance:
            wilds = [one for one in wilds if without(rest, cards + [one]) is not None]
            card = wilds.pop() if wilds else card
        cards.append(card)
    return cards


def rigged_deal(random, model):
    """A deal in which most seats hold a contract; gives the event and what each could lay."""
    rest = list(model.pack.elements())
    random.shuffle(rest)
    hands, plans = [], []
    for _ in range(model.players):
        plan = rigged_contract(random, rest, model) if random.random() < 0.75 else []
        hand = sum(plan, [])
        rest = without(rest, hand)
        plans.append(plan)
        hands.append(hand)
    for hand in hands:
        while len(hand) < model.dealt:
            hand.append(rest.pop())
        random.shuffle(hand)
    return {"deal": {"hands": hands, "discard": rest.pop(), "stock": rest}}, plans


def rigged_contract(random, rest, model):
    """Lists that (nearly always) make up the contract, or nothing."""
    plan = []
    spare = model.dealt - sum(3 if kind == "set" else 4 for kind in model.contract)
    for kind in model.contract:
        make, length = (rigged_set, 3) if kind == "set" else (rigged_run, 4)
        longer = random.choice((0, 0, min(1, spare)))
        spare -= longer
        cards = make(random, rest, model.wild, length + longer)
        rest = without(rest, cards)
        if rest is None or len(cards) < length:
            return []
        plan.append(cards)
    return plan


# The events that could come


def somewhere(random, model):
    """A card: from the hand of the seat to act, or any."""
    table = model.table
    hand = table.hands[table.seat]
    return random.choice(hand) if random.random() < 0.8 else random.choice(sorted(CARDS))


def layoffs_and_swaps(model):
    """Every layoff of one card and every swap that the cards on the table and in the hand allow."""
    events = []
    hand = sorted(set(model.hand))
    for number, lying in enumerate(model.table.melds):
        for card in hand:
            for at in ({}, {"at": "low"}, {"at": "high"}):
                events.append({"layoff": {"meld": number, "cards": [card], **at}})
            for wanted in sorted(set(lying.cards)):
                if wanted == JOKER or rank_of(wanted) == model.wild:
                    events.append({"swap": {"meld": number, "card": card, "for": wanted}})
    return events


def near_layoffs(random, model):
    melds = len(model.table.melds)
    events = []
    for _ in range(4):
        cards = [somewhere(random, model) for _ in range(random.choice((1, 2, 2, 3)))]
        body = {"meld": random.randrange(melds + 1), "cards": cards}
        if random.random() < 0.7:
            body["at"] = random.choice(("low", "high"))
        events.append({"layoff": body})
        body = {
            "meld": random.randrange(melds + 1),
            "card": cards[0],
            "for": somewhere(random, model),
        }
        events.append({"swap": body})
    return events


def near_melds(random, model, plan):
    """The plan, the plan in disorder, the plan with a card too many, too few or another one."""
    hand = model.hand
    lists = [list(cards) for cards in plan] or [random.sample(hand, min(3, len(hand)))]
    events = [
        {"meld": lists},
        {"meld": lists[::-1]},
        {"meld": lists[1:]},
        {"meld": [*lists, lists[0]]},
    ]
    for _ in range(3):
        other = [list(cards) for cards in lists]
        cards = random.choice(other)
        way = random.randrange(4)
        if way == 0:
            random.shuffle(cards)
        elif way == 1:
            cards.insert(random.choice((0, len(cards))), somewhere(random, model))
        elif way == 2:
            cards[random.randrange(len(cards))] = somewhere(random, model)
        else:
            cards.pop(random.randrange(len(cards)))
        events.append({"meld": other})
    rest = without(hand, sum(lists, []))
    if rest:
        # all but one and all but none of the hand
        events.append({"meld": [lists[0] + rest[1:], *lists[1:]]})
        events.append({"meld": [lists[0] + rest, *lists[1:]]})
    return events


def at_the_table(random, model):
    """A round as the scorekeeper would book it, mostly possible."""
    out = random.choice((None, *range(model.players)))
    hands = []
    for seat in range(model.players):
        cards = random.sample(list(model.pack.elements()), random.randint(1, 3))
        counts = {random.choice(COUNTS): random.randint(0, 2), "others": 1}
        hands.append(
            0 if seat == out else random.choice((5 * random.randint(0, 30), cards, counts))
        )
    return {"round": {"out": out, "hands": hands}}


def near_deals(random, model):
    event, _ = rigged_deal(random, model)
    body = event["deal"]
    events = [event]
    events.append({"deal": {**body, "stock": body["stock"][1:]}})
    events.append({"deal": {**body, "discard": body["stock"][0]}})
    events.append({"deal": {**body, "hands": body["hands"][1:] + [[]]}})
    return events


def neighbours(random, model, plan):
    """Events of every kind around this moment."""
    table = model.table
    if table is None:
        events = [at_the_table(random, model) for _ in range(4)]
        return events + ([] if model.over else near_deals(random, model)) + [{"draw": "stock"}]
    events = [{"draw": "stock"}, {"draw": "discard"}, {"draw": "pile"}]
    events += [{"buy": seat} for seat in range(-1, model.players + 1)]
    events += [{"discard": somewhere(random, model)} for _ in range(3)]
    new = table.discards[:-1]
    random.shuffle(new)
    events += [{"reshuffle": new}, {"reshuffle": table.discards}, {"reshuffle": new[1:] + ["1S"]}]
    events += near_melds(random, model, plan) + near_layoffs(random, model)
    events.append(at_the_table(random, model))
    return [*events, {"bid": 5}, {"play": "AS"}]


def nonsense(random, event):
    """The event with one of its places filled with something else."""
    path = random.choice(list(places(event)))
    return replaced(event, path, random.choice(NONSENSE))


def places(value, path=()):
    """The paths of everything in a JSON value."""
    yield path
    if isinstance(value, (dict, list)):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(item, (*path, key))


def replaced(value, path, new):
    if not path:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = replaced(value[path[0]], path[1:], new)
    return copy


# A player who knows the rules and nothing else


def choose(random, model, plan, eagerness):
    """A legal event at this moment. eagerness: how likely a card is bought, 0 to 1."""
    table = model.table
    if not table.drawn:
        return choose_draw(random, model, eagerness)
    if table.seat not in table.laid:
        if plan and random.random() < 0.7 and model.judge({"meld": plan}) is None:
            return {"meld": plan}
        return {"discard": unneeded(random, model.hand, plan)}
    legal = [event for event in layoffs_and_swaps(model) if model.judge(event) is None]
    may_discard = "discard" in model.expects()
    if legal and (random.random() < 0.75 or not may_discard):
        return random.choice(legal)
    return {"discard": random.choice(model.hand)}


def choose_draw(random, model, eagerness):
    expects = model.expects()
    if "buy" in expects and random.random() < eagerness:
        buys = [{"buy": seat} for seat in range(model.players)]
        buys = [event for event in buys if model.judge(event) is None]
        if buys:
            return random.choice(buys)
    if "reshuffle" in expects and random.random() < 0.8:
        new = model.table.discards[:-1]
        random.shuffle(new)
        return {"reshuffle": new}
    draws = [{"draw": pile} for pile in ("stock", "stock", "discard")]
    return random.choice([event for event in draws if model.judge(event) is None])


def unneeded(random, hand, plan):
    rest = without(hand, sum(plan, []))
    return random.choice(rest or hand)


def random_setup(random):
    options = {
        "all_wild": random.random() < 0.4,
        "strict": random.random() < 0.4,
        "swap": random.random() < 0.85,
        "buy": random.random() < 0.5,
        "wild": random.choice(("climbing", "twos", "kings")),
    }
    options.update(
        random.choice(({}, {"packs": 2}, {"packs": 3}, {"single": True}, {"single": True}))
    )
    players = random.randint(2, 3 if options.get("single") else 6)
    return setup("mexican-rummy", players, random.randrange(players), **options)


def play_round(random, pair, tally):
    """One round in full play, with everything compared on the way."""
    start = len(pair.played)
    model = pair.model
    deal, plans = rigged_deal(random, model)
    eagerness = random.choice((0.1, 0.3, 0.9))
    pair.try_all(neighbours(random, model, []))
    pair.play(deal)
    while model.table:
        seat = model.table.seat
        event = choose(random, model, plans[seat], eagerness)
        events = neighbours(random, model, plans[seat])
        events = random.sample(events, min(len(events), 14))
        events += [nonsense(random, one) for one in [*events[:3], event]]
        pair.try_all(events)
        pair.play(event)
        tally[next(iter(event))] += 1
        if random.random() < 0.02:
            pair.undo_and_redo(random.choice((1, 2, 5, 20, 60)))
        if len(pair.played) - start > LONGEST_ROUND:
            pair.back_to(start)
            tally["given up"] += 1
            pair.play({"round": {"out": 0, "hands": [0] + [5] * (model.players - 1)}})
            return


@pytest.mark.parametrize("seed", range(24))
def test_random_games_agree_with_the_model_at_every_step(seed):
    random = Random(seed)
    pair = Pair(random_setup(random))
    tally = Counter()
    while not pair.model.over:
        if random.random() < 0.15:
            pair.play(possible_round(random, pair.model))
        else:
            play_round(random, pair, tally)
    # over: nothing but undo
    pair.try_all(neighbours(random, pair.model, []))
    assert pair.game.outcome() is not None
    assert tally["meld"] >= 1
    end_of_game(pair)


def possible_round(random, model):
    event = at_the_table(random, model)
    while model.judge(event) is not None:
        event = at_the_table(random, model)
    return event


def end_of_game(pair):
    """The transcript leads to the same states; undo leads back to the very start and ends there."""
    lines = [json.loads(json.dumps(one)) for one in transcript(pair.game)]
    assert lines[1:] == json.loads(json.dumps(pair.played))
    replayer = Replayer()
    states = [line(replayer.answer(one)["state"]) for one in lines]
    assert states == pair.states
    assert (replayer.refused, replayer.status()) == (0, 0)
    for state in reversed(pair.states[:-1]):
        pair.game.apply_event(UNDO)
        assert line(pair.game.state()) == state
    with pytest.raises(RuleError) as refusal:
        pair.game.apply_event(UNDO)
    assert refusal.value.code == "nothing-to-undo"


# Type confusion in every place


SETUP = setup("mexican-rummy", 3, 2, buy=True, all_wild=True)
DEAL_HANDS = ("7S 7H JK QH QD QC 7D", "8S 8H 8D 9S 9H 9D 2D", "2S 2H 4S 4H AS AD KD")


def scene():
    """A short way through a round, on which every kind of event is played once and more."""
    hands = [text.split() for text in DEAL_HANDS]
    rest = without(pack_of({}), sum(hands, []) + ["5H", "2C", "7C", "KC", "3C"])
    deal = {"hands": hands, "discard": "5H", "stock": ["2C", "7C", "KC", "3C", *rest]}
    return [
        {"round": {"out": 1, "hands": [["KS", "JK"], 0, {"aces": 1, "tens": 2}]}},
        {"undo": True},
        {"deal": deal},
        {"buy": 2},
        {"draw": "stock"},
        {"meld": [["7S", "7H", "JK"], ["QH", "QD", "QC"]]},
        {"swap": {"meld": 0, "card": "7D", "for": "JK"}},
        {"layoff": {"meld": 1, "cards": ["JK"]}},
        {"discard": "7C"},
    ]


def strange_keys(event):
    """The event with a key more, a key less, a key of another name, in every object of it."""
    for path in places(event):
        value = event
        for step in path:
            value = value[step]
        if isinstance(value, dict):
            for key in value:
                less = {k: v for k, v in value.items() if k != key}
                yield replaced(event, path, less)
                yield replaced(event, path, {**less, key + "s": value[key]})
                yield replaced(event, path, {**less, "cards": value[key]})
            for key in ("at", "more", "", "round"):
                yield replaced(event, path, {**value, key: 1})


def confused(event):
    paths = list(places(event))
    # of the many cards of a deal a few are enough
    for path in paths[:30] + paths[-5:]:
        for value in NONSENSE:
            yield replaced(event, path, value)
    yield from strange_keys(event)


def test_type_confusion_in_every_place_of_every_event():
    pair = Pair(SETUP)
    for event in scene():
        if event == UNDO:
            for value in CONFUSING:
                if value is not True:
                    pair.refuse({"undo": value}, "bad-value")
            assert line(pair.game.state()) == pair.state()
            pair.back_to(0)
            continue
        for one in confused(event):
            if not (isinstance(one, dict) and "undo" in one):
                pair.try_all([one])
        pair.play(event)
    assert pair.model.round == 2


def test_type_confusion_in_a_reshuffle():
    random = Random(1)
    pair = Pair(setup("mexican-rummy", 3, single=True))
    pair.play(rigged_deal(random, pair.model)[0])
    while pair.model.table.stock:
        pair.play({"draw": "stock"})
        pair.play({"discard": pair.model.hand[-1]})
    event = {"reshuffle": pair.model.table.discards[:-1]}
    pair.try_all(confused(event))
    pair.play(event)


def test_type_confusion_when_nothing_of_it_is_possible():
    """Between rounds and when the game is over no value makes an event possible."""
    pair = Pair(SETUP)
    for over in (False, True):
        for event in scene()[2:]:
            for one in confused(event):
                if isinstance(one, dict) and len(one) == 1:
                    code = pair.compare(one)
                    if over:
                        assert code in ("over", "unknown-event")
        while not over and not pair.model.over:
            pair.play({"round": {"out": 0, "hands": [0, 5, 5]}})
