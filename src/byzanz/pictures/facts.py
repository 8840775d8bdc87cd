"""The facts of a finished game that its picture shows.

Anybody with the game's link can see them.
"""

import msgspec

from byzanz.game.deciding_lot import DecidingLot
from byzanz.game.game import Game
from byzanz.game.standings import Standing


class GameFacts(msgspec.Struct, frozen=True):
    """The result of a finished game."""

    names: tuple[str, ...]  # by seat
    standings: tuple[Standing, ...]  # best first
    deciding: DecidingLot | None
    rounds: int


def facts_of(game: Game) -> GameFacts | None:
    """The facts of a game; None if it was ended before it was finished."""
    if not game.is_over:
        return None
    view = game.view(None, memory=False)
    return GameFacts(game.names, view.standings, view.deciding, view.rounds)
