"""Games played at random, but by the rules: material for measurements and for tests.

Every choice comes from one seed, so that a game can be played again. The players are no good: they
bid low, discard blindly, and lay a contract down as soon as a quick look finds it in the hand.
"""

import random
from collections.abc import Iterator
from typing import Any

from rules_core import game_class, new_game
from rules_core.cards import JOKER, LOW_ACE, PIQUET, SUIT_NAMES, SUITS, pack
from rules_core.dice import MEKSYKANKA
from rules_core.game import Game
from rules_core.meksiko import TRICKS
from rules_core.melds import RUN_LENGTH, SET_LENGTH
from rules_core.rummy import JOKERS_A_PACK, PENALTY_STEP

Event = dict[str, Any]

NAMES = ("Ana", "Bora", "Ceca", "Đorđe", "Ela", "Fran")
MOST_PLAYERS = len(NAMES)


class RandomPlayer:
    """Plays all seats of a game.

    seed: the same seed gives the same game. full: deal and play card by card where a game has it.
    """

    def __init__(self, seed: object, full: bool = False):
        self._random = random.Random(repr(seed))
        self._full = full
        self._players = {
            "meksiko": self._meksiko,
            "meksiko-club": self._meksiko,
            "meksykanka": self._meksykanka,
            "mexican-rummy": self._rummy,
            "counter": self._counter,
        }

    def setup(self, name: str, options: dict[str, Any] | None = None) -> Event:
        """The first line of a transcript, with as many players as the game takes, at most six."""
        options = options or {}
        least, most = game_class(name).seats(game_class(name).settle_options(options))
        players = max(least, min(most, MOST_PLAYERS))
        return {"game": name, "players": list(NAMES[:players]), "options": options}

    def event(self, game: Game) -> Event:
        """An event that the game accepts now; the game must not be over."""
        return self._players[game.name](game)

    def _chance(self, share: float) -> bool:
        return self._random.random() < share

    # -- both Meksikos ----------------------------------------------------------------------------

    def _meksiko(self, game: Any) -> Event:
        expects = game.expects()
        if "deal" in expects and self._full:
            return {"deal": self._meksiko_deal(game)}
        if "bid" in expects:
            bids = game.bids()
            if bids[-1] == "pass" and self._chance(0.6):
                return {"bid": "pass"}
            return {"bid": bids[min(int(self._random.expovariate(1.5)), len(bids) - 1)]}
        if "trump" in expects:
            return {"trump": self._random.choice(SUIT_NAMES)}
        if "discard" in expects:
            return {"discard": self._random.sample(game.hands[game.declarer], 2)}
        if "play" in expects:
            from rules_core.meksiko_play import playable

            return {"play": self._random.choice(playable(game))}
        if self._chance(0.05):
            return {"tricks": self._rest_of_tricks(game)}
        return {"trick": self._random.choice(game.seats_at_play)}

    def _meksiko_deal(self, game: Any) -> Event:
        cards = pack(PIQUET)
        self._random.shuffle(cards)
        hands: list[list[str]] = [[] for _ in game.players]
        for seat in game.seats_at_play:
            hands[seat], cards = cards[:TRICKS], cards[TRICKS:]
        return {"hands": hands, "talon": cards}

    def _rest_of_tricks(self, game: Any) -> list[int]:
        tricks = list(game.tricks)
        while sum(tricks) < TRICKS:
            tricks[self._random.choice(game.seats_at_play)] += 1
        return tricks

    # -- Meksykanka -------------------------------------------------------------------------------

    def _dice(self) -> list[int]:
        return [self._random.randint(1, 6), self._random.randint(1, 6)]

    def _meksykanka(self, game: Any) -> Event:
        name = self._random.choice(game.expects())
        if name == "first":
            return {"first": [self._dice() for _ in game.contenders]}
        if name == "start":
            return {"start": self._random.choice(game.contenders)}
        if name in ("check", "duel"):
            return {name: self._dice()}
        if name == "call":
            call = (game.call or 0) + self._random.randint(1, 90)
            if game.options["mexican_call"] and self._chance(0.1):
                call = MEKSYKANKA
            reroll = game.call is not None and self._chance(0.5)
            return {"call": call, "reroll": True} if reroll else {"call": call}
        return {name: True}

    # -- the counter ------------------------------------------------------------------------------

    def _counter(self, game: Any) -> Event:
        if self._chance(0.01):
            return {"end": True}
        if self._chance(0.5):
            return {"add": [self._random.randrange(len(game.players)), self._points(game)]}
        return {"points": [self._points(game) for _ in game.players]}

    def _points(self, game: Any) -> int:
        return game.options["step"] * self._random.randint(-30, 30)

    # -- Mexican Rummy ----------------------------------------------------------------------------

    def _rummy(self, game: Any) -> Event:
        expects = game.expects()
        if "round" in expects:
            return {"deal": self._rummy_deal(game)} if self._full else {"round": self._round(game)}
        if "draw" in expects:
            return self._before_draw(game, expects)
        for way in (self._contract, self._layoff, self._swap):
            event = way(game, expects)
            if event:
                return event
        hand = game.hands[game.to_act]
        plain = [card for card in hand if card != JOKER and card[:-1] != game.wild]
        return {"discard": self._random.choice(plain or hand)}

    def _round(self, game: Any) -> Event:
        out = None if self._chance(0.1) else self._random.randrange(len(game.players))
        cards = pack(LOW_ACE, 1, JOKERS_A_PACK)
        self._random.shuffle(cards)
        hands: list[Any] = []
        for seat in range(len(game.players)):
            penalty = PENALTY_STEP * self._random.randint(1, 20)
            counts = {"others": self._random.randint(1, 3), "tens": self._random.randint(0, 2)}
            some = [cards.pop() for _ in range(self._random.randint(1, 4))]
            hands.append(0 if seat == out else self._random.choice((penalty, counts, some)))
        return {"out": out, "hands": hands}

    def _rummy_deal(self, game: Any) -> Event:
        cards = pack(LOW_ACE, game.packs, JOKERS_A_PACK * game.packs)
        self._random.shuffle(cards)
        hands = []
        for _ in game.players:
            hands.append(cards[: game.cards])
            cards = cards[game.cards :]
        return {"hands": hands, "discard": cards[0], "stock": cards[1:]}

    def _before_draw(self, game: Any, expects: tuple[str, ...]) -> Event:
        if "reshuffle" in expects:
            cards = list(game.discards[:-1])
            self._random.shuffle(cards)
            return {"reshuffle": cards}
        if "buy" in expects and self._chance(0.1):
            seat = self._random.randrange(len(game.players))
            if game.can("buy", seat):
                return {"buy": seat}
        wanted = game.discards and self._chance(0.3) or not game.stock
        return {"draw": "discard" if wanted else "stock"}

    def _contract(self, game: Any, expects: tuple[str, ...]) -> Event | None:
        if "meld" not in expects:
            return None
        melds = find_contract(game.hands[game.to_act], game.wild, game.contract)
        return {"meld": melds} if melds and game.can("meld", melds) else None

    def _layoff(self, game: Any, expects: tuple[str, ...]) -> Event | None:
        if "layoff" not in expects:
            return None
        for card in sorted(set(game.hands[game.to_act])):
            for index, (kind, _, _) in enumerate(game.melds):
                for at in ({},) if kind == "set" else ({"at": "low"}, {"at": "high"}):
                    value = {"meld": index, "cards": [card], **at}
                    if game.can("layoff", value):
                        return {"layoff": value}
        return None

    def _swap(self, game: Any, expects: tuple[str, ...]) -> Event | None:
        if "swap" not in expects or self._chance(0.5):
            return None
        for card in sorted(set(game.hands[game.to_act])):
            for index, (_, _, cards) in enumerate(game.melds):
                value = {"meld": index, "card": card, "for": JOKER}
                if JOKER in cards and game.can("swap", value):
                    return {"swap": value}
        return None


def find_contract(
    hand: tuple[str, ...], wild: str, contract: tuple[str, ...]
) -> list[list[str]] | None:
    """The melds of a contract from a hand, or None. A quick look: not every contract is found."""
    left = list(hand)
    melds = []
    for kind in contract:
        candidates = _runs(left, wild) if kind == "run" else _sets(left, wild)
        meld = min(candidates, key=lambda cards: _wild_cards(cards, wild), default=None)
        if meld is None:
            return None
        for card in meld:
            left.remove(card)
        melds.append(meld)
    return melds


def _is_wild(card: str, wild: str) -> bool:
    return card == JOKER or card[:-1] == wild


def _wild_cards(cards: list[str], wild: str) -> int:
    return sum(_is_wild(card, wild) for card in cards)


def _sets(hand: list[str], wild: str) -> Iterator[list[str]]:
    fillers = [card for card in hand if _is_wild(card, wild)]
    for rank in LOW_ACE:
        same = [card for card in hand if card[:-1] == rank and not _is_wild(card, wild)]
        cards = (same + fillers)[:SET_LENGTH]
        if same and len(cards) == SET_LENGTH:
            yield cards


def _runs(hand: list[str], wild: str) -> Iterator[list[str]]:
    fillers = [card for card in hand if _is_wild(card, wild)]
    ranks = (*LOW_ACE, LOW_ACE[0])
    for suit in SUITS:
        for low in range(len(ranks) - RUN_LENGTH + 1):
            places = [rank + suit for rank in ranks[low : low + RUN_LENGTH]]
            held = [card in hand and not _is_wild(card, wild) for card in places]
            missing = held.count(False)
            if missing < RUN_LENGTH and missing <= len(fillers):
                spare = iter(fillers)
                yield [
                    card if there else next(spare) for card, there in zip(places, held, strict=True)
                ]


def play(
    name: str,
    seed: object,
    full: bool = False,
    options: dict[str, Any] | None = None,
    most_events: int = 2_000,
) -> list[Event]:
    """A transcript: the setup line and the events of a game, to its end or so many events."""
    player = RandomPlayer((name, seed), full)
    lines = [player.setup(name, options)]
    game = new_game(lines[0])
    while not game.over and len(lines) <= most_events:
        event = player.event(game)
        game.apply_event(event)
        lines.append(event)
    return lines


def random_options(seed: object, options: tuple[Any, ...]) -> dict[str, Any]:
    """Some of a game's options, each with a value that it allows, all of them together allowed."""
    chance = random.Random(repr(seed))
    some = chance.sample(options, chance.randint(0, len(options)))
    chosen = {option.name: chance.choice(list(option.allowed)) for option in some}
    if chosen.get("single"):
        chosen.pop("packs", None)
    return chosen
