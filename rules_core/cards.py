"""Cards as strings: rank then suit (`7S`, `10H`, `AD`), a joker is `JK`."""

SUITS = "SHDC"
JOKER = "JK"
HIGH_ACE = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
LOW_ACE = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
PIQUET = ("7", "8", "9", "10", "J", "Q", "K", "A")  # the 32-card pack, low to high

SUIT_NAMES = ("spades", "hearts", "diamonds", "clubs")  # in the order of SUITS
HUNGARIAN_NAMES = ("leaves", "hearts", "bells", "acorns")


def rank(card: str) -> str:
    """The rank of a card that is no joker."""
    return card[:-1]


def suit(card: str) -> str:
    """The suit of a card that is no joker, one of SUITS."""
    return card[-1]


def suit_letter(name: str) -> str:
    """The letter of a suit, by its name."""
    return SUITS[SUIT_NAMES.index(name)]


def is_card(value, ranks, jokers: bool = False) -> bool:
    """True if `value` is a card of a pack with these ranks."""
    if type(value) is not str:
        return False
    if value == JOKER:
        return jokers
    return value[:-1] in ranks and value[-1] in SUITS


def pack(ranks, packs: int = 1, jokers: int = 0) -> list:
    """All cards, the suits in the order of SUITS, the ranks as given, the jokers last."""
    return [r + s for s in SUITS for r in ranks] * packs + [JOKER] * jokers
