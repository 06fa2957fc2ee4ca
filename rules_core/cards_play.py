"""Hands of cards that are dealt and played one by one; a scorekeeper never loads this."""

from .cards import JOKER, SUITS
from .errors import RuleError
from .game import is_list


def is_text_list(value) -> bool:
    """True if `value` is a list of strings."""
    if not is_list(value):
        return False
    for one in value:
        if type(one) is not str:
            return False
    return True


def _place(card: str, ranks) -> int:
    """The place of a card by suit, then rank low to high, the jokers last."""
    if card == JOKER:
        return len(SUITS) * len(ranks)
    return SUITS.index(card[-1]) * len(ranks) + ranks.index(card[:-1])


def is_whole(cards, whole) -> bool:
    """True if these cards, all of them strings, are those of the whole pack."""
    return len(cards) == len(whole) and sorted(cards) == sorted(whole)


def in_order(hands, whole: list) -> tuple:
    """The hands, each by suit, then rank low to high, the jokers last.

    whole: a pack of those they come from. Its places are sorted, not the cards: MicroPython would
    ask for the place of a card with each comparison.
    """
    places = {card: place for place, card in enumerate(whole)}
    return tuple(
        [tuple([whole[p] for p in sorted([places[card] for card in hand])]) for hand in hands]
    )


def inserted(hand: tuple, card: str, ranks) -> tuple:
    """The hand, which is in order, with one more card."""
    place = _place(card, ranks)
    low, high = 0, len(hand)
    while low < high:
        middle = (low + high) // 2
        if _place(hand[middle], ranks) < place:
            low = middle + 1
        else:
            high = middle
    return hand[:low] + (card,) + hand[low:]


def of_suit(cards, wanted: str) -> list:
    """Those of the cards, none of them a joker, that are of a suit."""
    return [card for card in cards if card[-1] == wanted]


def less(hand: tuple, card: str) -> tuple:
    """The hand less a card that is in it."""
    place = hand.index(card)
    return hand[:place] + hand[place + 1 :]


def without(hand, cards) -> tuple:
    """The hand less these cards; RuleError("not-your-card") if one is not there (that often)."""
    rest = list(hand)
    for card in cards:
        if card not in rest:
            raise RuleError("not-your-card", "{} is not in that hand (or not that often).", card)
        rest.remove(card)
    return tuple(rest)
