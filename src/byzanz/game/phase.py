"""The phases of a game by name."""

from enum import StrEnum


class Phase(StrEnum):
    """What the game waits for; in the order of the numbers in `byzanz.rules.table`."""

    BID = "bid"
    GIVE = "give"
    TAKE = "take"
    REDUCE = "reduce"
    CLOSE = "close"
    OVER = "over"


PHASES: tuple[Phase, ...] = tuple(Phase)
