"""What a game waits for, as a word."""

from enum import StrEnum


class Phase(StrEnum):
    """The phases, in the order of their numbers in `rules.table`."""

    BID = "bid"
    GIVE = "give"
    TAKE = "take"
    REDUCE = "reduce"
    CLOSE = "close"
    OVER = "over"


PHASES: tuple[Phase, ...] = tuple(Phase)
