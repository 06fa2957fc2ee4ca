"""Properties of whole games of both Meksikos and Meksykanka, random and ill-treated.

Undo is the exact inverse, at every step and many steps deep; the transcript makes the same game
again; every event is accepted exactly when the oracle says so, and else refused with the code the
oracle names and nothing changed; and some things are conserved whatever happens.
"""

import copy
import functools
import itertools
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from helpers import (
    CONFUSING,
    HUGE,
    MEKSIKO_PACK,
    UNDO,
    Table,
    check_state,
    logged,
    plain,
    same,
    setup,
    transcript,
)
from oracle import SUIT_WORDS, MeksikoModel, model
from rules_core import RuleError, new_game
from rules_core.transcript import BAD_JSON

# (setup line, how often a hand is dealt card by card)
KINDS = {
    "meksiko": (setup("meksiko", target=31, betl=True), 0),
    "meksiko-full": (setup("meksiko", target=21, betl=True), 1),
    "meksiko-four-mixed": (
        setup("meksiko", four=True, betl=True, dealer_moves="backward", target=21, dealer=2),
        0.5,
    ),
    "club": (setup("meksiko-club", target=31), 0),
    "club-all": (
        setup(
            "meksiko-club",
            bid_ten=True,
            betl=True,
            exceed=True,
            meksiko_zero=True,
            target=21,
            dealer_moves="backward",
        ),
        0.5,
    ),
    "club-four-full": (setup("meksiko-club", four=True, open=False, target=21, betl=True), 1),
    "meksykanka": (setup("meksykanka", 4), 0),
    "meksykanka-call": (setup("meksykanka", 3, mexican_call=True, lives=2), 0),
    "meksykanka-12": (setup("meksykanka", 12, mexican_call=True, lives=1), 0),
    "meksykanka-2": (setup("meksykanka", 2, lives=9), 0),
}
LONGEST_GAME = 700  # events
every_kind = pytest.mark.parametrize("kind", KINDS)
seeds = pytest.mark.parametrize("seed", range(4))


def random_event(game_model, rng, full):
    if isinstance(game_model, MeksikoModel):
        return game_model.random_event(rng, full)
    return game_model.random_event(rng)


@functools.cache
def random_events(kind, seed):
    """The setup line and the events of a whole random game (not to be changed: it is kept)."""
    line, full = KINDS[kind]
    for attempt in range(100):
        rng = random.Random(f"{kind} {seed} {attempt}")
        game_model = model(line)
        events = []
        while not game_model.over and len(events) < LONGEST_GAME:
            events.append(random_event(game_model, rng, full))
            game_model.apply(events[-1])
        if game_model.over:
            return line, events
    raise AssertionError("no random game came to its end")


def snapshot(table):
    """All that an undo must bring back."""
    game = table.game
    return plain(
        [
            table.state,
            list(game.expects()),
            game.outcome(),
            [list(record) for record in game.log],
            transcript(game),
        ]
    )


# --- undo ---


@every_kind
@seeds
def test_undo_is_the_inverse_of_every_step(kind, seed):
    """Forth, back and forth again at every step of a game, then all the way back."""
    line, events = random_events(kind, seed)
    table = Table(line)
    states = [table.state]
    for event in events:
        after = table.ok(event)
        assert table.undo() == states[-1]
        states.append(table.ok(event))
        assert states[-1] == after
    for state in reversed(states[:-1]):
        assert table.undo() == state
    table.refused(UNDO, "nothing-to-undo")


@every_kind
def test_undo_brings_back_log_outcome_and_events(kind):
    line, events = random_events(kind, "log")
    table = Table(line)
    shots = [snapshot(table)]
    for event in events:
        table.ok(event)
        shots.append(snapshot(table))
    for shot in reversed(shots[:-1]):
        table.undo()
        assert snapshot(table) == shot


@every_kind
@seeds
def test_undo_many_steps_deep_and_another_way_forth(kind, seed):
    """Any number of events taken back, and the game goes on differently."""
    rng = random.Random(f"{kind} {seed} deep")
    line, full = KINDS[kind]
    table = Table(line)
    events = []
    for _ in range(12):
        game_model = model(line)
        for event in events:
            game_model.apply(event)
        for _ in range(rng.randint(1, 120)):
            if game_model.over:
                break
            events.append(random_event(game_model, rng, full))
            game_model.apply(events[-1])
            table.ok(events[-1])
        assert table.state == game_model.state()
        back = rng.randint(0, len(events))
        table.undo(back)
        del events[len(events) - back :]
        game_model = model(line)
        for event in events:
            game_model.apply(event)
        assert table.state == game_model.state()


@every_kind
def test_undo_of_the_whole_game_at_once(kind):
    line, events = random_events(kind, "whole")
    table = Table(line)
    start = table.state
    end = table.ok(*events)
    assert end["over"] is True
    assert table.undo(len(events)) == start
    assert table.ok(*events) == end


# --- the transcript ---


@every_kind
@seeds
def test_transcript_makes_the_same_game_again(kind, seed):
    line, events = random_events(kind, seed)
    for length in (0, len(events) // 3, len(events) - 1, len(events)):
        table = Table(line)
        table.ok(*events[:length])
        again = transcript(table.game)
        assert len(again) == length + 1
        copied = Table(again[0])
        copied.ok(*again[1:])
        assert snapshot(copied) == snapshot(table)
        # And the lines are events in the very form of TRANSCRIPTS.md.
        game_model = model(line)
        for event in again[1:]:
            assert game_model.judge(event) is None
            game_model.apply(event)


@every_kind
def test_transcript_split_and_join_are_inverse(kind):
    line, events = random_events(kind, "split")
    game = new_game(line)
    for event in events:
        name, value = game.split(event)
        assert same(plain(game.join(name, value)), event)
        game.apply(name, value)
    assert len(game.events) == len(events)


def test_events_given_are_not_kept_by_reference():
    """Who changes his list afterwards changes nothing in the game, its undo or its transcript."""
    table = Table(setup("meksiko"))
    table.ok({"bid": 5}, {"bid": "pass"}, {"bid": "pass"}, {"trump": "spades"})
    count = [3, 5, 2]
    table.ok({"tricks": count}, {"bid": 6})
    count[0] = 99
    assert transcript(table.game)[5] == {"tricks": [3, 5, 2]}
    state = table.state
    table.ok({"bid": 7})
    assert table.undo() == state
    deal = {"hands": [list(MEKSIKO_PACK[i : i + 10]) for i in (0, 10, 20)]}
    deal["talon"] = list(MEKSIKO_PACK[30:])
    table = Table(setup("meksiko"))
    state = table.ok({"deal": deal})
    deal["hands"][0].clear()
    deal["talon"].append("XX")
    assert plain(table.game.state()) == state
    assert table.ok({"bid": 5}, UNDO) == state


def test_dice_given_are_not_kept_by_reference():
    table = Table(setup("meksykanka"))
    table.ok({"start": 0}, {"meksykanka": True})
    dice = [6, 5]
    table.ok({"duel": dice})
    shot = snapshot(table)
    dice.append(7)
    assert snapshot(table) == shot
    rolls = [[1, 2], [3, 4], [1, 2]]
    table = Table(setup("meksykanka"))
    table.ok({"first": rolls})
    rolls[0].clear()
    rolls.clear()
    assert transcript(table.game)[1] == {"first": [[1, 2], [3, 4], [1, 2]]}
    table.ok({"start": 2}, UNDO)
    assert table.state["contenders"] == [0, 2]


def test_state_given_out_is_not_the_game():
    line, events = random_events("meksiko-full", 0)
    table = Table(line)
    table.ok(*events[:20])
    for _ in range(3):
        given = table.game.state()
        for value in given.values():
            if isinstance(value, list):
                for inner in value:
                    if isinstance(inner, list):
                        inner.clear()
                value.clear()
        assert plain(table.game.state()) == table.state


# --- every small event, at every step ---


def some_deals(rng):
    """Right and wrong deals for three and four, as small as deals get."""
    deals = []
    for sits_out in (None, 0, 1, 2, 3):
        pack = rng.sample(MEKSIKO_PACK, 32)
        hands = []
        for seat in range(3 if sits_out is None else 4):
            hands.append([pack.pop() for _ in range(0 if seat == sits_out else 10)])
        deals.append({"hands": hands, "talon": pack})
        wrong = copy.deepcopy(deals[-1])
        wrong["talon"][0] = wrong["talon"][1]
        deals.append(wrong)
    return [{"deal": one} for one in deals]


def meksiko_universe(game_model, rng):
    players = game_model.players
    events = [{"bid": bid} for bid in (*range(-1, 13), "betl", "meksiko", "pass", "kontra")]
    events += [{"trump": word} for word in (*SUIT_WORDS, "none", "S", 0)]
    events += [{"trick": seat} for seat in range(-1, 5)]
    for count in ([10, 0, 0], [3, 3, 4], [9, 0, 0], [4, 4, 4], [0, 5, 5], [11, -1, 0]):
        for place in range(4):
            events.append({"tricks": [*count[:place], 0, *count[place:]]})
        events.append({"tricks": count})
    events.append({"tricks": [*game_model.tricks]})
    events += [deal for deal in some_deals(rng) if len(deal["deal"]["hands"]) == players]
    events += [{"play": card} for card in (*MEKSIKO_PACK, "2S", "JK", "")]
    pairs = [rng.sample(MEKSIKO_PACK, 2) for _ in range(10)]
    if game_model.hands is not None:
        held = game_model.hands[game_model.turn]
        pairs += [rng.sample(held, 2) for _ in range(5) if len(held) > 1]
        pairs += [[held[0]] * 2, [held[0]]] if held else []
    events += [{"discard": pair} for pair in [*pairs, [], ["7S", "2S"], ["7S", "8S", "9S"]]]
    return events


def meksykanka_universe(game_model, rng):
    numbers = [-1, 0, 1, 2, 30, 31, 65, 100, 600, 601, HUGE, "meksykanka", "meksyk"]
    if type(game_model.call) is int:
        numbers += [game_model.call - 1, game_model.call, game_model.call + 1]
    events = [{"call": number} for number in numbers]
    events += [{"call": number, "reroll": True} for number in numbers]
    if game_model.phase != "opening":
        events += [{"call": 10**50, "reroll": value} for value in (False, None, 1, "true")]
    events += [{"start": seat} for seat in range(-1, 13)]
    dice = ([1, 2], [2, 1], [3, 1], [6, 6], [0, 1], [1, 7], [1], [1, 2, 3], [])
    events += [{name: list(roll)} for roll in dice for name in ("check", "duel")]
    for count in range(1, 13):
        events += [{"first": [[1, 2]] * count}, {"first": [[7, 2]] * count}]
        events.append({"first": [rng.choice(dice[:4]) for _ in range(count)]})
    events += [{name: value} for name in ("cocked", "meksykanka") for value in (True, 1, False)]
    return events


OTHERS = (
    {}, {"x": 1}, [], None, True, "undo", {"bid": 5, "trump": "spades"}, {"reroll": True},
    {"check": [1, 2], "reroll": True}, {"undo": True, "bid": 5}, {"round": {}}, {"meld": []},
    {"swap": {}}, {"draw": "stock"}, {"reshuffle": []}, {"buy": 0}, {"layoff": {}},
)  # fmt: skip


def universe(game_model, rng):
    maker = meksiko_universe if isinstance(game_model, MeksikoModel) else meksykanka_universe
    return [*maker(game_model, rng), *OTHERS]


def check_event(table, game_model, event):
    """The game does with this event what the oracle says, and is then as before."""
    code = game_model.judge(event)
    game = table.game
    try:
        name, value = game.split(event)
        assert code != "unknown-event", event
        assert game.can(name, value) is (code is None), (event, code)
        if code is None:
            game.verify(name, value)
        else:
            with pytest.raises(RuleError) as refusal:
                game.verify(name, value)
            assert refusal.value.code == code, event
    except RuleError as refusal:
        assert refusal.code == code == "unknown-event", event
    if code is not None:
        table.refused(event, code)
        return
    after = copy.deepcopy(game_model)
    after.apply(event)
    assert table.ok(event) == after.state(), event
    table.undo()
    assert table.state == game_model.state()


@every_kind
def test_every_small_event_at_every_step(kind):
    """... of a whole random game, with can() and verify(), the code of the refusal, and undo."""
    line, full = KINDS[kind]
    rng = random.Random(kind)
    table, game_model = Table(line), model(line)
    for step in range(LONGEST_GAME):
        events = universe(game_model, rng)
        # In a long game of many like moments a part of them is enough later on.
        for event in events if step < 50 else rng.sample(events, 15):
            check_event(table, game_model, event)
        if game_model.over:
            break
        event = random_event(game_model, rng, full)
        game_model.apply(event)
        table.ok(event)


@every_kind
def test_every_confusing_value_at_every_step(kind):
    """true for 1, 1.0 for 1, "1" for 1, null, lists, objects, huge numbers: in every event."""
    line, full = KINDS[kind]
    rng = random.Random(kind)
    table, game_model = Table(line), model(line)
    names = ["bid", "trump", "trick", "tricks", "deal", "discard", "play", "call", "check", "duel"]
    names += ["first", "start", "cocked", "meksykanka", "round", "draw"]
    for step in range(60):
        values = CONFUSING if step < 8 else rng.sample(CONFUSING, 4)
        for name in names:
            for value in values:
                check_event(table, game_model, {name: value})
        for value in values:
            if not same(value, True):
                table.refused({"undo": value}, "bad-value")
            if type(value) is not dict:
                table.refused(value, "unknown-event")
        table.refused(BAD_JSON, "bad-json")
        if game_model.over:
            break
        event = random_event(game_model, rng, full)
        game_model.apply(event)
        table.ok(event)


def nested(depth):
    """Lists in lists."""
    value = []
    for _ in range(depth):
        value = [value]
    return value


NESTED = (nested(5), nested(900), nested(20_000))
MEKSIKO_EVENTS = "bid trump trick tricks deal discard play".split()
CUP_EVENTS = "call check duel first start cocked".split()


def refusal_of_a_value(state, name):
    """Why the game refuses an event with a value that cannot be."""
    if name not in (CUP_EVENTS if state["game"] == "meksykanka" else MEKSIKO_EVENTS):
        return "unknown-event"
    if state["over"]:
        return "over"
    return "bad-value" if name in state["expects"] else "not-now"


@every_kind
def test_deeply_nested_values(kind):
    """Deeper than Python recurses: no event, no setup line and no refusal walks down there."""
    line, events = random_events(kind, 0)
    table = Table(line)
    for event in events[:30]:
        codes = {
            name: refusal_of_a_value(table.state, name) for name in MEKSIKO_EVENTS + CUP_EVENTS
        }
        rerolled = codes["call"]
        if rerolled == "bad-value" and table.state["call"] is None:
            rerolled = "not-now"  # nobody rerolls before there is a call
        for deep in NESTED:
            for name, code in codes.items():
                table.refused({name: deep}, code)
            table.refused({"undo": deep}, "bad-value")
            table.refused({"deal": {"hands": deep, "talon": deep}}, codes["deal"])
            table.refused({"deal": {"hands": [deep] * 3, "talon": [deep]}}, codes["deal"])
            table.refused({"call": deep, "reroll": deep}, rerolled)
            table.refused({"first": [deep] * 4}, codes["first"])
            table.refused({"tricks": [deep] * 3}, codes["tricks"])
            table.refused(deep, "unknown-event")
        table.ok(event)


def test_deeply_nested_setup_lines():
    for line, deep in itertools.product([KINDS["meksiko"][0], KINDS["meksykanka"][0]], NESTED):
        for key in ("game", "players", "dealer", "options", "x"):
            assert Table({**line, key: deep}).state is None
        assert Table({**line, "players": [deep for _ in line["players"]]}).state is None
        assert Table({**line, "options": {"target": deep, "lives": deep}}).state is None


# --- what is conserved ---


@every_kind
@seeds
def test_conservation(kind, seed):
    line, events = random_events(kind, seed)
    table = Table(line)
    for event in events:
        before = table.state
        after = table.ok(event)
        if line["game"] == "meksykanka":
            conserved_in_meksykanka(line, before, event, after)
        else:
            conserved_in_meksiko(line, before, after)
    assert table.state["over"] is True
    if line["game"] != "meksykanka":
        for record in table.game.log:
            hand = logged(record)
            assert sum(hand[5]) == 10, "ten tricks in every hand"
            assert len(hand[5]) == len(line["players"])
        assert [record.hand for record in table.game.log] == list(range(1, after["hand"] + 1))


def conserved_in_meksiko(line, before, after):
    """Totals move by `last` and by the end of a hand only; no more than ten tricks; 32 cards."""
    moved = [new - old for new, old in zip(after["scores"], before["scores"], strict=True)]
    hand_over = after["hand"] == before["hand"] + 1 or after["over"]
    if hand_over:
        assert moved == after["last"]
    else:
        assert not any(moved) and after["last"] == before["last"]
        assert after["dealer"] == before["dealer"]
    assert 0 <= sum(after["tricks"]) <= (10 if after["over"] else 9)
    if line["game"] == "meksiko-club":
        assert min(after["scores"]) >= 0
    if line["options"].get("four") is True:
        assert after["tricks"][after["dealer"]] == 0
        assert not hand_over or after["last"][before["dealer"]] == 0
    if "hands" in after:
        cards = [card for held in after["hands"] for card in held]
        cards += after["talon"] + [card for _, card in after["trick"]]
        assert len(cards) == len(set(cards)) and set(cards) <= set(MEKSIKO_PACK)
        discarded = type(after["bid"]) is int and after["expects"] in (["trump"], ["play"])
        assert len(cards) + 3 * sum(after["tricks"]) + 2 * discarded == 32


def conserved_in_meksykanka(line, before, event, after):
    """At most one skucha an event, only from a check or a duel; who is out stays out."""
    moved = [new - old for new, old in zip(after["scores"], before["scores"], strict=True)]
    assert sorted(moved)[:-1] == [0] * (len(moved) - 1)
    assert max(moved) == 0 or max(moved) == 1 and ("check" in event or "duel" in event)
    if "check" in event:
        assert max(moved) == 1
    lives = line.get("options", {}).get("lives", 3)
    assert after["out"] == [s for s, score in enumerate(after["scores"]) if score == lives]
    assert max(after["scores"]) <= lives
    assert after["to_act"] not in after["out"]
    assert after["over"] is (len(after["out"]) == len(moved) - 1)
    if "cocked" in event:
        assert after == before


# --- hypothesis ---


KEYS = (
    "bid", "trump", "trick", "tricks", "deal", "discard", "play", "call", "reroll", "check",
    "duel", "first", "start", "cocked", "meksykanka", "undo", "hands", "talon", "game", "players",
    "dealer", "options", "x",
)  # fmt: skip
WORDS = ("pass", "betl", "meksiko", "meksykanka", "spades", "acorns", "AS", "7H", "10D", "2C", "JK")
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 15),
    st.integers(),
    st.sampled_from([HUGE, -HUGE, 0.0, 1.0, 5.0, 1e308, -0.0]),
    st.sampled_from(WORDS),
    st.text(max_size=4),
)
JSON = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.sampled_from(KEYS), inner, max_size=3)
    ),
    max_leaves=12,
)
LINES = st.one_of(JSON, st.dictionaries(st.sampled_from(KEYS), JSON, min_size=1, max_size=2))
RELAXED = settings(
    max_examples=60,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)


@RELAXED
@given(line=JSON)
def test_any_json_as_a_setup_line(line):
    table = Table(line)
    if table.state is None:
        assert table.answer(UNDO)["error"] == "bad-setup"


@every_kind
@RELAXED
@given(lines=st.lists(LINES, max_size=8), steps=st.integers(0, 80))
def test_any_json_as_an_event(kind, lines, steps):
    """Nothing but a documented answer ever comes out, and what is refused changes nothing."""
    setup_line, events = random_events(kind, "json")
    table = Table(setup_line)
    table.ok(*events[:steps])
    for line in lines:
        answer = table.answer(line)
        if answer["ok"]:
            assert type(line) is dict
            assert plain(table.game.state()) == table.state


class Ragged(RuleBasedStateMachine):
    """A game that is played, ill-treated and taken back in any order, beside the oracle."""

    kind = "meksiko"

    @initialize()
    def begin(self):
        self.line, self.full = KINDS[self.kind]
        self.table = Table(self.line)
        self.models = [model(self.line)]

    @rule(rng=st.randoms(use_true_random=False), times=st.integers(1, 12))
    def play(self, rng, times):
        for _ in range(times):
            if self.models[-1].over:
                return
            after = copy.deepcopy(self.models[-1])
            event = random_event(after, rng, self.full)
            after.apply(event)
            self.table.ok(event)
            self.models.append(after)

    @rule(rng=st.randoms(use_true_random=False))
    def small_event(self, rng):
        check_event(self.table, self.models[-1], rng.choice(universe(self.models[-1], rng)))

    @rule(line=LINES)
    def any_json(self, line):
        table = Table(self.line)
        table.ok(*transcript(self.table.game)[1:])
        answer = table.answer(line)
        if not answer["ok"]:
            assert answer["state"] == self.models[-1].state()

    @precondition(lambda self: len(self.models) > 1)
    @rule(data=st.data())
    def undo(self, data):
        times = data.draw(st.integers(1, len(self.models) - 1))
        self.table.undo(times)
        del self.models[-times:]

    @precondition(lambda self: len(self.models) == 1)
    @rule()
    def nothing_to_undo(self):
        self.table.refused(UNDO, "nothing-to-undo")

    @rule()
    def from_the_transcript(self):
        again = transcript(self.table.game)
        self.table = Table(again[0])
        self.table.ok(*again[1:])

    @invariant()
    def agrees_with_the_oracle(self):
        assert self.table.state == self.models[-1].state()
        check_state(plain(self.table.game.state()))


@every_kind
def test_ragged_games(kind):
    machine = type("Ragged_" + kind.replace("-", "_"), (Ragged,), {"kind": kind})
    run_state_machine_as_test(
        machine, settings=settings(RELAXED, max_examples=12, stateful_step_count=20)
    )
