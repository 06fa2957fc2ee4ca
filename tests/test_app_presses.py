"""How many presses a hand takes, from the end of the deal to the booked result.

Counted on the real app, over all auctions of four bid events that three players can have with the
usual bids, and all four suits. A hold counts as a press.
"""

from statistics import mean

import pytest

from app_driver import Driver

SUITS = ("spades", "hearts", "diamonds", "clubs")
# The first bidder opens, somebody bids one or two more, two pass: (bids, declarer, bid).
AUCTIONS = []
for opening in (5, 6, 7):
    for more in (1, 2):
        AUCTIONS.append(([opening, opening + more, "pass", "pass"], 2, opening + more))
        AUCTIONS.append(([opening, "pass", opening + more, "pass"], 0, opening + more))
# How the declarer fares: the tricks above or below the bid.
LUCK = (-2, -1, 0, 0, 1, 2)


def presses_for_a_hand(mode, bids, suit, tricks, winners):
    """Play one hand by keys on a fresh device; the presses it took."""
    device = Driver()
    device.app.settings.change("tricks", mode)
    device.start()
    before = device.presses
    for bid in bids:
        device.enter("bid", bid)
    device.enter("trump", suit)
    if mode == "count":
        device.enter_count(tricks)
    else:
        for seat in winners:
            device.enter("trick", seat)
    assert device.screen == "ResultScreen"
    assert list(device.game.log[-1].tricks) == tricks
    return device.presses - before


def hands():
    """(bids, suit, tricks, winners) of all hands measured."""
    for bids, declarer, bid in AUCTIONS:
        others = [seat for seat in range(3) if seat != declarer]
        for suit in SUITS:
            for luck in LUCK:
                tricks = [0, 0, 0]
                tricks[declarer] = min(10, bid + luck)
                rest = 10 - tricks[declarer]
                tricks[others[0]] = rest // 3
                tricks[others[1]] = rest - rest // 3
                winners = [seat for seat in range(3) for _ in range(tricks[seat])]
                yield bids, suit, tricks, winners


@pytest.mark.parametrize(("mode", "most"), [("each", 22), ("count", 14)])
def test_a_hand_takes_few_presses(mode, most):
    counted = [presses_for_a_hand(mode, *hand) for hand in hands()]
    assert len(counted) == 288
    assert mean(counted) <= most
    print(f"{mode}: mean {mean(counted):.2f}, {min(counted)} to {max(counted)}")


def test_the_shortest_hand():
    """Five, two passes, spades: four keys; then a key a trick, or two for the count."""
    device = Driver()
    device.start()
    before = device.presses
    device.type("caaa" + "b" * 10)
    assert device.presses - before == 14
    assert device.screen == "ResultScreen"
