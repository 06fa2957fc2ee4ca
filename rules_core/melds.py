"""Sets and runs with wild cards (RULES.md section 4), one meld at a time.

A meld on the table is a tuple (kind, anchor, cards). kind: SET or RUN. anchor: what its cards stand
for: the rank of a set; (suit, place of the lowest card) of a run, with the places 1 for a low ace,
2 to 13, 14 for a high ace; None for a meld of wild cards that stands for nothing in particular
(option `all_wild`). The anchor is settled when the meld is laid; only a run's low end moves it.
"""

from .cards import JOKER, LOW_ACE, rank, suit
from .rummy import RUN, SET

SET_LENGTH = 3
RUN_LENGTH = 4
LONGEST_RUN = 14  # A 2 … K A
LOW_PLACE, HIGH_PLACE = 1, 14

AT_LOW = "low"
AT_HIGH = "high"


def is_wild(card: str, wild: str) -> bool:
    """True for jokers and cards of the wild rank, which may still count as themselves."""
    return card == JOKER or rank(card) == wild


def _card_at(suit_led: str, place: int) -> str:
    return LOW_ACE[(place - LOW_PLACE) % len(LOW_ACE)] + suit_led


def place_of(meld: tuple, index: int) -> str:
    """The natural card at an index of a run, the rank that a set is of, "" if nothing does."""
    kind, anchor, _ = meld
    if anchor is None:
        return ""
    return anchor if kind == SET else _card_at(anchor[0], anchor[1] + index)


def stands_for(meld: tuple, index: int, card: str) -> bool:
    """True if `card` is the natural card for that place of the meld."""
    natural = place_of(meld, index)
    if card == JOKER or not natural:
        return False
    return (rank(card) if meld[0] == SET else card) == natural


# -- reading what somebody lays -------------------------------------------------------------------


def as_set(cards: tuple, wild: str, all_wild: bool):
    """The cards as a set, or None if they are none."""
    if len(cards) < SET_LENGTH:
        return None
    ranks = {rank(card) for card in cards if not is_wild(card, wild)}
    if len(ranks) > 1:
        return None
    if ranks:
        return SET, ranks.pop(), cards
    if [card for card in cards if card != JOKER]:
        return SET, wild, cards
    return (SET, None, cards) if all_wild else None


def as_run(cards: tuple, wild: str, all_wild: bool):
    """The cards, low to high, as a run, or None if they are none."""
    if not RUN_LENGTH <= len(cards) <= LONGEST_RUN:
        return None
    naturals = [(i, card) for i, card in enumerate(cards) if not is_wild(card, wild)]
    if naturals:
        anchor = _run_anchor(naturals, len(cards))
        return anchor and (RUN, anchor, cards)
    for index, card in enumerate(cards):
        if card != JOKER:
            anchor = _run_anchor([(index, card)], len(cards))
            if anchor:
                return RUN, anchor, cards
    return (RUN, None, cards) if all_wild else None


def _run_anchor(naturals: list, length: int):
    """(suit, lowest place) of the run in which these (index, card) all fit, or None.

    There is at most one: only an ace has two places, and in four or more cards it can be low only
    as the first and high only as the last.
    """
    index, card = naturals[0]
    suit_led = suit(card)
    place = LOW_PLACE + LOW_ACE.index(rank(card))
    for low in (place - index, place + len(LOW_ACE) - index):
        if LOW_PLACE <= low <= HIGH_PLACE - length + 1 and _fit(naturals, suit_led, low):
            return suit_led, low
    return None


def _fit(naturals: list, suit_led: str, low: int) -> bool:
    """True if each (index, card) has its place in the run from `low` on."""
    for index, card in naturals:
        if card != _card_at(suit_led, low + index):
            return False
    return True


def read_contract(lists, contract: tuple, wild: str, all_wild: bool):
    """The melds that these lists of cards make for the contract.

    Returns (melds, None); or (None, index of the first list that is neither a set nor a run); or
    (None, None) when they are melds but not the contract. Cards that could be either are a set,
    the earlier meld first, as far as the contract allows.
    """
    readings = [(as_set(c, wild, all_wild), as_run(c, wild, all_wild)) for c in lists]
    for index, (as_set_, as_run_) in enumerate(readings):
        if not as_set_ and not as_run_:
            return None, index
    sets_left = contract.count(SET) - len([1 for _, as_run_ in readings if not as_run_])
    melds = []
    for as_set_, as_run_ in readings:
        if as_set_ and as_run_:
            melds.append(as_set_ if sets_left > 0 else as_run_)
            sets_left -= 1
        else:
            melds.append(as_set_ or as_run_)
    if sorted([meld[0] for meld in melds]) != sorted(contract):
        return None, None
    return tuple(melds), None


# -- adding to a meld on the table ----------------------------------------------------------------


def extended(meld: tuple, cards: tuple, at, wild: str):
    """The meld with these cards laid off, or None if they do not fit.

    cards: from low to high. at: AT_LOW or AT_HIGH for runs, None for sets.
    """
    kind, anchor, lying = meld
    if (at is None) != (kind == SET):
        return None
    if kind == RUN and len(lying) + len(cards) > LONGEST_RUN:
        return None
    together = cards + lying if at == AT_LOW else lying + cards
    if kind == RUN and anchor is not None:
        low = anchor[1] - (len(cards) if at == AT_LOW else 0)
        if low < LOW_PLACE or low + len(together) - 1 > HIGH_PLACE:
            return None
        anchor = anchor[0], low
    longer = kind, anchor, together
    first = 0 if at == AT_LOW else len(lying)
    for index, card in enumerate(cards):
        if not is_wild(card, wild) and not stands_for(longer, first + index, card):
            return None
    return longer


def takes(melds: tuple, card: str, wild: str) -> bool:
    """True if this one card can be laid off somewhere on these melds."""
    for meld in melds:
        for at in (None,) if meld[0] == SET else (AT_LOW, AT_HIGH):
            if extended(meld, (card,), at, wild):
                return True
    return False


def swapped(meld: tuple, card: str, taken: str):
    """The meld with `card` in the place of the first wild `taken` that stands for it, or None."""
    for index, lying in enumerate(meld[2]):
        if lying == taken and stands_for(meld, index, card) and not stands_for(meld, index, lying):
            return meld[0], meld[1], meld[2][:index] + (card,) + meld[2][index + 1 :]
    return None
