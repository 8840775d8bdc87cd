"""The phases of a game by name."""

from enum import StrEnum


class Phase(StrEnum):
    """A phase, named after the move that the game waits for; in the order of `rules.table`."""

    BID = "bid"
    GIVE = "give"
    TAKE = "take"
    REDUCE = "reduce"
    CLOSE = "close"
    OVER = "over"


PHASES: tuple[Phase, ...] = tuple(Phase)
