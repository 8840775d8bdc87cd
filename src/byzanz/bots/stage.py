"""What of a game is still to come for a seat, as a number that tables are read by."""

from byzanz.dialect import compiles
from byzanz.rules.numbers import ROUNDS
from byzanz.rules.table import Table

STEPS = 3  # stages of a round: it is over, only its market is left, all of it is left
STAGES = STEPS * max(ROUNDS)
END = 0

JUDGED = STAGES  # + rounds to come: how the end of a round is judged
TABLES = JUDGED + max(ROUNDS) + 1

MARKET_LEFT = 1
ALL_LEFT = 2


@compiles
def stage_of(table: Table, step: int) -> int:
    """The stage at which so much of the running round is left."""
    return STEPS * (ROUNDS[table.seat_count] - table.round - 1) + step


@compiles
def stage_over_limit(table: Table) -> int:
    """The stage for the seat on turn when it must meet the hand limit."""
    if table.takes:
        return stage_of(table, 0)
    return stage_of(table, MARKET_LEFT)
