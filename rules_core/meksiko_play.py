"""Meksiko card by card, both rule sets: deal, talon, discard, follow and trump, tricks.

Works on a `Meksiko`; its fields hands (a tuple of cards a seat), talon and trick (played cards as
(seat, card)) are empty at a real table and filled from the deal to the end of the hand.
"""

from .cards import PIQUET, is_card, pack, rank, suit, suit_letter
from .cards_play import in_order, inserted, is_text_list, is_whole, less, of_suit, without
from .errors import RuleError
from .game import has_keys, is_list
from .meksiko import AT_PLAY, DISCARDING, PLAYING, TRICKS, Meksiko

TALON = 2


def verify_deal(game: Meksiko, deal) -> tuple:
    """The hands and the talon of a deal; RuleError: bad-value, bad-deal."""
    if not has_keys(deal, ("hands", "talon")) or not is_list(deal["hands"]):
        raise RuleError("bad-value", "A deal is an object with the lists hands and talon.")
    hands, talon = deal["hands"], deal["talon"]
    cards: list = []
    for cards_there in list(hands) + [talon]:
        if not is_text_list(cards_there):
            raise RuleError("bad-value", "Every hand and the talon is a list of cards.")
        cards += cards_there
    if len(hands) != len(game.players):
        raise RuleError("bad-deal", "A hand for each of the {} seats.", len(game.players))
    for seat, hand in enumerate(hands):
        size = TRICKS if seat in game.seats_at_play else 0
        if len(hand) != size:
            raise RuleError("bad-deal", "Seat {} is dealt {} cards.", seat, size)
    if len(talon) != TALON:
        raise RuleError("bad-deal", "The talon has {} cards.", TALON)
    whole = pack(PIQUET)
    if not is_whole(cards, whole):
        raise RuleError("bad-deal", "Each of the {} cards is dealt once.", len(whole))
    return in_order(hands, whole), tuple(talon)


def do_deal(game: Meksiko, deal: tuple) -> None:
    game.hands, game.talon = deal
    game.now = ("bid",)


def take_talon(game: Meksiko) -> None:
    """The declarer of a numeric bid has won the auction: twelve cards, two to be discarded."""
    hand = game.hands[game.declarer]
    for card in game.talon:
        hand = inserted(hand, card, PIQUET)
    _set_hand(game, game.declarer, hand)
    game.talon = ()
    game.now = DISCARDING


def verify_discard(game: Meksiko, cards) -> tuple:
    """The declarer's hand after the discard; RuleError: bad-value, not-your-card."""
    if not is_list(cards) or len(cards) != TALON:
        raise RuleError("bad-value", "{} cards are discarded.", TALON)
    for card in cards:
        _check_card(card)
    return without(game.hands[game.declarer], cards)


def do_discard(game: Meksiko, hand: tuple) -> None:
    _set_hand(game, game.declarer, hand)
    game.now = ("trump",)


def playable(game: Meksiko) -> tuple:
    """The cards that the seat to act may play now (RULES.md section 1, "play")."""
    if game.now != PLAYING:
        return ()
    hand = game.hands[game.to_act]
    for wanted in _duties(game):
        held = of_suit(hand, wanted)
        if held:
            return tuple(held)
    return hand


def verify_play(game: Meksiko, card) -> str:
    """The card; RuleError: bad-value, not-your-card, must-follow, must-trump."""
    hand = game.hands[game.to_act]
    if card not in hand:
        _check_card(card)
        raise RuleError("not-your-card", "{} is not in the hand of the seat to act.", card)
    for wanted, code, sentence in zip(_duties(game), _DUTY_CODES, _DUTY_SENTENCES):
        if suit(card) == wanted:
            return card
        if of_suit(hand, wanted):
            raise RuleError(code, sentence)
    return card


def do_play(game: Meksiko, card: str) -> None:
    seat = game.to_act
    _set_hand(game, seat, less(game.hands[seat], card))
    game.trick += ((seat, card),)
    if len(game.trick) < AT_PLAY:
        game.to_act = game.next_at_play(seat)
        return
    winner = trick_winner(game.trick, game.trump)
    game.trick = ()
    game.to_act = winner
    game.win_trick(winner)


def trick_winner(trick, trump) -> int:
    """The seat that wins these cards, as (seat, card) with the card led first.

    trump: the name of the suit, or None.
    """
    high = suit(trick[0][1])
    if trump is not None and of_suit([card for _, card in trick], suit_letter(trump)):
        high = suit_letter(trump)
    best = [(PIQUET.index(rank(card)), seat) for seat, card in trick if suit(card) == high]
    return max(best)[1]


_DUTY_CODES = ("must-follow", "must-trump")
_DUTY_SENTENCES = (
    "The suit led must be followed.",
    "Without the suit led, a trump must be played.",
)


def _duties(game: Meksiko) -> tuple:
    """The suits that have to be played, as far as the hand has them: the suit led, the trump."""
    if not game.trick:
        return ()
    led = suit(game.trick[0][1])
    return (led,) if game.trump is None else (led, suit_letter(game.trump))


def _check_card(card) -> None:
    if not is_card(card, PIQUET):
        raise RuleError("bad-value", "A card of the pack is needed here, 7S to AC.")


def _set_hand(game: Meksiko, seat: int, hand: tuple) -> None:
    """hand: in order already, as it stays when a card is taken out."""
    game.hands = game.hands[:seat] + (hand,) + game.hands[seat + 1 :]


RULES = {
    "deal": (verify_deal, do_deal),
    "discard": (verify_discard, do_discard),
    "play": (verify_play, do_play),
}
