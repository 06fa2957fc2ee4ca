"""Prints which modules of the core a game has loaded: at the table, then after a deal."""

import sys

from rules_core import RuleError, new_game


def print_loaded():
    print(" ".join(sorted([name for name in sys.modules if name.startswith("rules_core")])))


def play_table(game):
    if game.name == "mexican-rummy":
        game.apply("round", {"out": 0, "hands": [0, 5, 5]})
    else:
        for bid in (5, "pass", "pass"):
            game.apply("bid", bid)
        game.apply("trump", "spades")
        game.apply("trick", 0)
        game.apply("tricks", [5, 4, 1])
    game.undo()
    game.state()


game = new_game({"game": sys.argv[1], "players": ["Ana", "Bora", "Ceca"]})
play_table(game)
print_loaded()
try:
    new_game(game.setup()).apply("deal", {})
except RuleError:  # it is no deal, but it had to be looked at
    pass
print_loaded()
