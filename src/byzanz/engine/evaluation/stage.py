"""Stages: the rest of the game, as the index of an evaluation table."""

from byzanz.dialect import compiles
from byzanz.rules.numbers import ROUNDS
from byzanz.rules.table import Table

# The steps of a round, by what is left of it: nothing, the market, or all of it.
NOTHING_LEFT = 0
MARKET_LEFT = 1
ALL_LEFT = 2
STEPS_PER_ROUND = 3

STAGES = STEPS_PER_ROUND * max(ROUNDS)  # a stage is STEPS_PER_ROUND x later rounds + step
END = 0  # the stage after the last market

LEAF_TABLES = STAGES  # the tables of the leaf evaluation follow, by number of rounds left
TABLES = LEAF_TABLES + max(ROUNDS) + 1


@compiles
def stage_of(table: Table, step: int) -> int:
    """Return the stage of the game at a step of the current round."""
    return STEPS_PER_ROUND * (ROUNDS[table.seat_count] - table.round - 1) + step


@compiles
def stage_over_limit(table: Table) -> int:
    """Return the stage of the game while the seat on turn is over the hand limit."""
    if table.takes:
        return stage_of(table, NOTHING_LEFT)
    return stage_of(table, MARKET_LEFT)
