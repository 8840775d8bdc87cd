"""Byzanz, the auction card game for 3 to 6 players.

>>> from byzanz import Game
>>> game = Game.new(players=4, seed=7)
>>> game.view(game.turn).phase.value
'bid'
"""

from byzanz.cards import Card, Stall, parse_card, parse_cards
from byzanz.game.game import Game
from byzanz.game.moves import Bid, Discard, Done, Give, Move, Pass, Sell, Take, parse_move
from byzanz.game.refusal import Reason, Refused

__all__ = [
    "Bid",
    "Card",
    "Discard",
    "Done",
    "Game",
    "Give",
    "Move",
    "Pass",
    "Reason",
    "Refused",
    "Sell",
    "Stall",
    "Take",
    "parse_card",
    "parse_cards",
    "parse_move",
]


def __getattr__(name: str) -> str:
    if name == "__version__":
        from importlib.metadata import version  # noqa: PLC0415 - costs 30 ms, and is rarely needed

        return version("byzanz")
    raise AttributeError(f"module 'byzanz' has no attribute {name!r}")
