"""Cards as the glass shows them: the rank by its letter, then the sign of the suit.

Meksiko may be played with a Hungarian pack: leaves, hearts, bells and acorns instead of spades,
hearts, diamonds and clubs, an under and an over instead of a jack and a queen.
"""

from rules_core.cards import HUNGARIAN_NAMES, SUIT_NAMES, SUITS, rank, suit

from .games import Pack
from .words import say, say_or

FRENCH, HUNGARIAN = "french", "hungarian"
_SIGNS = {FRENCH: "♠♥♦♣", HUNGARIAN: "\ue000♥\ue001\ue002"}  # in the order of SUITS
_NAMES = {FRENCH: SUIT_NAMES, HUNGARIAN: HUNGARIAN_NAMES}
_WORDS = {FRENCH: "suit.", HUNGARIAN: "hungarian."}
_MEKSIKO = ("meksiko", "meksiko-club")


def pack_of(game: str) -> str:
    """The pack that a game is played with, by the game's name."""
    return Pack.name if game in _MEKSIKO else FRENCH


def rank_text(name: str, pack: str = FRENCH) -> str:
    """A rank by its letter on the cards of the table's country; most are the same everywhere."""
    text = name if name.isdigit() else say_or("rank." + name, name)
    return say_or("hungarian." + name, text) if pack == HUNGARIAN else text


def suit_sign(letter: str, pack: str = FRENCH) -> str:
    """The sign of a suit, by its letter."""
    return _SIGNS[pack][SUITS.index(letter)]


def suit_text(letter: str, pack: str = FRENCH) -> str:
    """What a suit is called, by its letter."""
    return say(_WORDS[pack] + SUIT_NAMES[SUITS.index(letter)])


def card_text(card: str, pack: str = FRENCH) -> str:
    """A card that is no joker: 10♥."""
    return rank_text(rank(card), pack) + suit_sign(suit(card), pack)


# -- the trump in Meksiko, by its name in the rules core -------------------------------------------


def trump_sign(name: str) -> str:
    """The sign of a suit of the table's pack."""
    return _SIGNS[Pack.name][_place(name)]


def trump_text(name: str) -> str:
    """What a suit of the table's pack is called."""
    return say(_WORDS[Pack.name] + SUIT_NAMES[_place(name)])


def trump_event(name: str) -> str:
    """The suit's name as the transcript has it: that of the table's pack."""
    return _NAMES[Pack.name][SUIT_NAMES.index(name)]


def _place(name: str) -> int:
    """A suit's place in SUITS, by its name in either pack."""
    return (SUIT_NAMES if name in SUIT_NAMES else HUNGARIAN_NAMES).index(name)
