"""The one exception that ever comes out of the core, and the codes it carries."""

# Every code there is, in the order of TRANSCRIPTS.md.
CODES = (
    "bad-json",
    "bad-setup",
    "unknown-game",
    "bad-players",
    "bad-option",
    "unknown-event",
    "not-now",
    "bad-value",
    "bid-too-low",
    "must-bid",
    "call-too-low",
    "not-a-roll",
    "bad-tricks",
    "bad-penalty",
    "not-your-card",
    "must-follow",
    "must-trump",
    "bad-meld",
    "bad-contract",
    "bad-layoff",
    "bad-swap",
    "bad-deal",
    "nothing-to-undo",
    "over",
)


LONGEST_NUMBER = 10**100  # of a number in a sentence; CPython refuses to print very long ones


def _told(value):
    if type(value) is int and value >= LONGEST_NUMBER:
        return "a number of more than a hundred digits"
    return value


class RuleError(Exception):
    """Something that the rules do not allow; the game has not changed.

    code: one of CODES, for programs. values: what the sentence is about (a bid, a card, a seat).
    message: one English sentence that says what was wrong and what is allowed. It is put together
    only when it is asked for: the device has words of its own, and a refusal costs it nothing. What
    is compiled for it has no sentence at all (host_sim/brief.py).
    """

    def __init__(self, code: str, sentence: str = "", *values):
        super().__init__(code)
        self.code = code
        self.values = values
        self._sentence = sentence

    @property
    def message(self) -> str:
        return self._sentence.format(*[_told(value) for value in self.values])

    def __str__(self) -> str:
        return self.message
