"""Cards as the glass shows them: the rank as players call it, then the sign of the suit."""

from rules_core.cards import SUITS, rank, suit

from .words import say_or

SIGNS = "♠♥♦♣"  # in the order of SUITS


def rank_text(name: str) -> str:
    """A rank in the table's language; most ranks need no word of their own."""
    return say_or("rank." + name, name)


def suit_sign(letter: str) -> str:
    """The sign of a suit, by its letter."""
    return SIGNS[SUITS.index(letter)]


def card_text(card: str) -> str:
    """A card that is no joker: 10♥."""
    return rank_text(rank(card)) + suit_sign(suit(card))
