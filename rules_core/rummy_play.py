"""Mexican Rummy card by card: deal, draw, buy, contract, lay off, swap, discard, reshuffle.

Works on a `Rummy`; its fields hands (a tuple of cards a seat), stock (from the top down), discards
(the top last), melds (see `melds`), laid (seats), laid_now (the seat to act has laid its contract
in this turn) and bought (how often, a number a seat) are filled from the deal to the end of the
round.
"""

from .cards import JOKER, LOW_ACE, is_card, pack
from .cards_play import in_order, inserted, is_text_list, is_whole, without
from .errors import RuleError
from .game import has_keys, is_list, is_seat
from .melds import AT_HIGH, AT_LOW, extended, read_contract, swapped, takes
from .rummy import JOKERS_A_PACK, MOST_BUYS, ROUNDS, Rummy

STOCK, DISCARD = "stock", "discard"
LEAST_TO_SHUFFLE = 2  # discards, of which the top one stays

# -- the deal -------------------------------------------------------------------------------------


def verify_deal(game: Rummy, deal) -> tuple:
    """(hands, first discard, stock); RuleError: bad-value, bad-deal."""
    if not has_keys(deal, ("hands", "discard", "stock")) or not is_list(deal["hands"]):
        raise RuleError("bad-value", "A deal is an object with hands, discard and stock.")
    hands, discard, stock = deal["hands"], deal["discard"], deal["stock"]
    if type(discard) is not str or not is_text_list(stock):
        raise RuleError("bad-value", "The discard is a card and the stock a list of cards.")
    cards = [discard] + list(stock)
    for hand in hands:
        if not is_text_list(hand):
            raise RuleError("bad-value", "Every hand is a list of cards.")
        cards += hand
    if len(hands) != len(game.players):
        raise RuleError("bad-deal", "A hand for each of the {} seats.", len(game.players))
    for hand in hands:
        if len(hand) != game.cards:
            raise RuleError("bad-deal", "Everybody is dealt {} cards this round.", game.cards)
    a_pack = pack(LOW_ACE, 1, JOKERS_A_PACK)
    whole = a_pack * game.packs
    if not is_whole(cards, whole):
        raise RuleError("bad-deal", "Each of the {} cards of the pack is dealt once.", len(whole))
    return in_order(hands, a_pack), discard, tuple(stock)


def do_deal(game: Rummy, deal: tuple) -> None:
    game.hands, discard, game.stock = deal
    game.discards = (discard,)
    game.bought = (0,) * len(game.players)
    _begin_turn(game, game.next_seat(game.dealer))


# -- before the draw ------------------------------------------------------------------------------


def _begin_turn(game: Rummy, seat: int) -> None:
    game.to_act = seat
    game.laid_now = False
    _await_draw(game)


def _await_draw(game: Rummy) -> None:
    """What is possible before the draw; nothing if there is no card to be had any more."""
    if game.stock:
        can_buy = game.options["buy"] and game.discards
        game.now = ("buy", "draw") if can_buy else ("draw",)
    elif len(game.discards) >= LEAST_TO_SHUFFLE:
        game.now = ("draw", "reshuffle")
    else:
        _end_round(game, None)


def verify_draw(game: Rummy, pile) -> str:
    """The pile; RuleError: bad-value, not-now."""
    if pile != STOCK and pile != DISCARD:
        raise RuleError("bad-value", 'A card is drawn from "stock" or "discard".')
    if not (game.stock if pile == STOCK else game.discards):
        raise RuleError("not-now", "There is no card to draw from the {}.", pile)
    return pile


def do_draw(game: Rummy, pile: str) -> None:
    if pile == STOCK:
        drawn, game.stock = game.stock[0], game.stock[1:]
    else:
        drawn, game.discards = game.discards[-1], game.discards[:-1]
    _add_to_hand(game, game.to_act, drawn)
    _await_play(game)


def verify_buy(game: Rummy, seat) -> int:
    """The seat that buys; RuleError: bad-value, not-now."""
    if not is_seat(seat, len(game.players)):
        raise RuleError("bad-value", "A seat from 0 to {} is needed.", len(game.players) - 1)
    if seat == game.to_act:
        raise RuleError("not-now", "The player whose turn it is draws and does not buy.")
    if game.bought[seat] == MOST_BUYS:
        raise RuleError("not-now", "Nobody buys more than {} times a round.", MOST_BUYS)
    return seat


def do_buy(game: Rummy, seat: int) -> None:
    _add_to_hand(game, seat, game.discards[-1])
    _add_to_hand(game, seat, game.stock[0])
    game.discards, game.stock = game.discards[:-1], game.stock[1:]
    game.bought = tuple([n + (buyer == seat) for buyer, n in enumerate(game.bought)])
    _await_draw(game)


def verify_reshuffle(game: Rummy, cards) -> tuple:
    """The new stock; RuleError: bad-value, bad-deal."""
    if not is_text_list(cards):
        raise RuleError("bad-value", "The new stock is a list of cards, from the top down.")
    if not is_whole(cards, game.discards[:-1]):
        raise RuleError("bad-deal", "The new stock is all the discards but the top one.")
    return tuple(cards)


def do_reshuffle(game: Rummy, cards: tuple) -> None:
    game.stock, game.discards = cards, game.discards[-1:]
    _await_draw(game)


# -- the turn -------------------------------------------------------------------------------------


def _ends_without_discard(game: Rummy) -> bool:
    """True in round 7, where the last cards are laid down or laid off."""
    return game.round == len(ROUNDS)


def _await_play(game: Rummy) -> None:
    """What is possible after the draw and before the discard."""
    if game.to_act not in game.laid:
        game.now = ("discard", "meld")
        return
    last_card = len(game.hands[game.to_act]) == 1
    now = []
    if not (last_card and _ends_without_discard(game)):
        now.append("discard")
    if _may_lay_off(game, game.laid_now) and not (last_card and not _ends_without_discard(game)):
        now.append("layoff")
    if game.options["swap"]:
        now.append("swap")
    game.now = tuple(now)


def _may_lay_off(game: Rummy, laid_now: bool) -> bool:
    return not (laid_now and game.options["strict"])


def _check_left(game: Rummy, left: tuple, melds: tuple, laid_now: bool, code: str) -> None:
    """RuleError(code) if these cards left in the hand cannot be got rid of as the rules ask.

    melds: those on the table by then. laid_now: the contract is laid in this turn.
    """
    if not _ends_without_discard(game):
        if not left:
            raise RuleError(code, "The last card must be a discard: keep one.")
    elif len(left) == 1:
        if not _may_lay_off(game, laid_now) or not takes(melds, left[0], game.wild):
            raise RuleError(
                code, "In the last round no single card may be left that cannot be laid off."
            )


def _act(game: Rummy, hand: tuple, melds: tuple) -> None:
    """The hand of the seat to act and the table after laying, laying off or swapping."""
    game.melds = melds
    _set_hand(game, game.to_act, hand)
    if hand:
        _await_play(game)
    else:
        _end_round(game, game.to_act)


def verify_meld(game: Rummy, lists) -> tuple:
    """(hand left, melds on the table); bad-value, not-your-card, bad-meld, bad-contract."""
    if not is_list(lists) or not all([is_list(cards) for cards in lists]):
        raise RuleError("bad-value", "The contract is a list of melds, each a list of cards.")
    cards = [card for meld in lists for card in meld]
    for card in cards:
        _check_card(card)
    left = without(game.hands[game.to_act], cards)
    melds, wrong = read_contract(
        [tuple(meld) for meld in lists], game.contract, game.wild, game.options["all_wild"]
    )
    if wrong is not None:
        raise RuleError("bad-meld", "Meld {} is neither a set nor a run.", wrong)
    if melds is None:
        raise RuleError("bad-contract", "The contract is: {}.", ", ".join(game.contract))
    melds = game.melds + melds
    _check_left(game, left, melds, True, "bad-contract")
    return left, melds


def do_meld(game: Rummy, checked: tuple) -> None:
    game.laid = tuple(sorted(game.laid + (game.to_act,)))
    game.laid_now = True
    _act(game, *checked)


def verify_layoff(game: Rummy, value) -> tuple:
    """(hand left, melds on the table); RuleError: bad-value, not-your-card, bad-layoff."""
    at = None
    if has_keys(value, ("meld", "cards", "at")):
        at = value["at"]
        if at != AT_LOW and at != AT_HIGH:
            raise RuleError("bad-value", 'Cards are laid off "low" or "high".')
    elif not has_keys(value, ("meld", "cards")):
        raise RuleError("bad-value", "Laying off takes meld and cards, and at for a run.")
    index = _checked_meld(game, value["meld"])
    cards = value["cards"]
    if not is_list(cards) or not cards:
        raise RuleError("bad-value", "A list of one or more cards is laid off.")
    for card in cards:
        _check_card(card)
    left = without(game.hands[game.to_act], cards)
    longer = extended(game.melds[index], tuple(cards), at, game.wild)
    if longer is None:
        raise RuleError(
            "bad-layoff",
            "Those cards do not fit there; a run takes them low or high, a set without at.",
        )
    melds = _with_meld(game, index, longer)
    _check_left(game, left, melds, game.laid_now, "bad-layoff")
    return left, melds


def verify_swap(game: Rummy, value) -> tuple:
    """(hand afterwards, melds on the table); RuleError: bad-value, not-your-card, bad-swap."""
    if not has_keys(value, ("meld", "card", "for")):
        raise RuleError("bad-value", "A swap takes meld, card and for.")
    index = _checked_meld(game, value["meld"])
    card, taken = value["card"], value["for"]
    _check_card(card)
    _check_card(taken)
    left = inserted(without(game.hands[game.to_act], (card,)), taken, LOW_ACE)
    meld = swapped(game.melds[index], card, taken)
    if meld is None:
        raise RuleError("bad-swap", "No wild {} stands for {} in that meld.", taken, card)
    melds = _with_meld(game, index, meld)
    _check_left(game, left, melds, game.laid_now, "bad-swap")
    return left, melds


def do_change(game: Rummy, checked: tuple) -> None:
    """Lays off or swaps as verified."""
    _act(game, *checked)


def verify_discard(game: Rummy, card) -> tuple:
    """(hand left, card); RuleError: bad-value, not-your-card."""
    hand = game.hands[game.to_act]
    if card not in hand:
        _check_card(card)
    return without(hand, (card,)), card


def do_discard(game: Rummy, checked: tuple) -> None:
    left, card = checked
    _set_hand(game, game.to_act, left)
    game.discards += (card,)
    if left:
        _begin_turn(game, game.next_seat(game.to_act))
    else:
        _end_round(game, game.to_act)


# -- inside ---------------------------------------------------------------------------------------


def _end_round(game: Rummy, out) -> None:
    game.end_round(out, [game.penalty(hand) for hand in game.hands])


def _check_card(card) -> None:
    if not is_card(card, LOW_ACE, jokers=True):
        raise RuleError(
            "bad-value", "A card of the pack is needed here, like KS, 10D or {}.", JOKER
        )


def _checked_meld(game: Rummy, index) -> int:
    if not is_seat(index, len(game.melds)):
        raise RuleError("bad-value", "There is no such meld on the table; they count from 0.")
    return index


def _with_meld(game: Rummy, index: int, meld: tuple) -> tuple:
    return game.melds[:index] + (meld,) + game.melds[index + 1 :]


def _add_to_hand(game: Rummy, seat: int, card: str) -> None:
    _set_hand(game, seat, inserted(game.hands[seat], card, LOW_ACE))


def _set_hand(game: Rummy, seat: int, hand: tuple) -> None:
    """hand: in order already, as it stays when cards are taken out."""
    game.hands = game.hands[:seat] + (hand,) + game.hands[seat + 1 :]


RULES = {
    "deal": (verify_deal, do_deal),
    "draw": (verify_draw, do_draw),
    "buy": (verify_buy, do_buy),
    "reshuffle": (verify_reshuffle, do_reshuffle),
    "meld": (verify_meld, do_meld),
    "layoff": (verify_layoff, do_change),
    "swap": (verify_swap, do_change),
    "discard": (verify_discard, do_discard),
}
