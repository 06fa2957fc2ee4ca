"""Meksiko by the Mexico Club rules (RULES.md section 2): what differs from `meksiko`."""

from . import meksiko
from .game import Option
from .meksiko import BETL, MEKSIKO, NUMBERS, Meksiko

OPTIONS = meksiko.OPTIONS + (
    Option("bid_ten", False, (False, True), "Ten may be bid, too."),
    Option("open", True, (True, False), "Failing costs twice the bid, having no trick the bid."),
    Option("exceed", False, (False, True), "The target must be passed, not just reached."),
    Option(
        "meksiko_zero", False, (False, True), "Having no trick costs 20 in a Meksiko (with open)."
    ),
)

FAILED_TIMES = 2  # "pad": a failed declarer loses twice the bid
GANGSTERI_TIMES = 2  # the opponents' tricks in a Meksiko


class MeksikoClub(Meksiko):
    """One game by the club's rules; log and outcome as in Meksiko."""

    NAME = "meksiko-club"
    OPTIONS = OPTIONS

    def _numbers(self) -> tuple:
        return NUMBERS if self.options["bid_ten"] else NUMBERS[:-1]

    def _names_trump(self) -> bool:
        return self.bid != BETL

    def _points(self) -> list:
        points = super()._points()
        if self.bid == BETL:
            return points
        if not self.is_made() and self.options["open"]:
            points[self.declarer] = -FAILED_TIMES * self.worth()
        for seat in self.seats_at_play:
            if seat == self.declarer:
                continue
            if self.bid == MEKSIKO:
                points[seat] *= GANGSTERI_TIMES
            if not self.tricks[seat] and self._zero_costs():
                points[seat] = -self.worth()
        return points

    def _zero_costs(self) -> bool:
        """True if an opponent without a trick loses the bid ("javna igra")."""
        public = self.bid != MEKSIKO or self.options["meksiko_zero"]
        return public and self.options["open"]

    def _booked(self, score: int) -> int:
        return max(0, score)

    def _reached(self) -> bool:
        best = max(self.scores)
        target = self.options["target"]
        return best > target if self.options["exceed"] else best >= target
