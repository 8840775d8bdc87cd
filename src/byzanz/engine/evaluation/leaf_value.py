"""Leaf evaluation: the expected profit and win share of each seat when a play-out stops."""

from math import exp
from typing import TYPE_CHECKING

from byzanz.dialect import Ints, compiles
from byzanz.engine.evaluation.hand_value import POINT, hand_value, pack_hand
from byzanz.engine.evaluation.stage import LEAF_TABLES
from byzanz.rules.closing import is_winner
from byzanz.rules.numbers import ROUNDS
from byzanz.rules.table import OVER, Table

if TYPE_CHECKING:
    from byzanz.engine.evaluation.tables import Evaluation

WHOLE_SHARE = 1 << 16  # the share of a sole winner, as a fixed-point number
DECAY_STEPS = 64  # steps of `DECAY` after which it has fallen to 1/e
DECAY = tuple(round(WHOLE_SHARE * exp(-step / DECAY_STEPS)) for step in range(12 * DECAY_STEPS))
"""Exponential decay from `WHOLE_SHARE`, in fixed-point numbers."""


@compiles
def evaluate_leaf(table: Table, evaluation: "Evaluation", profits: Ints, shares: Ints) -> None:
    """Write the expected profit, in hundredths of a point, and the win share of each seat.

    Does not check that the table is at the end of a round, or of the game.
    """
    if table.phase == OVER:
        evaluate_end(table, profits, shares)
        return
    left = ROUNDS[table.seat_count] - table.round
    for seat in range(table.seat_count):
        hand = hand_value(evaluation, LEAF_TABLES + left, pack_hand(table.hands[seat]))
        profits[seat] = POINT * table.profits[seat] + hand
    share_victory(profits, shares, table.seat_count, evaluation.spread[left])
    for seat in range(table.seat_count):
        profits[seat] += evaluation.profit_to_come[left]


@compiles
def share_victory(profits: Ints, shares: Ints, seat_count: int, spread: int) -> None:
    """Write win shares from profits: a softmax with the spread as its temperature.

    A seat that is one spread behind the leader gets 1/e of the leader's share.
    """
    highest = 0
    for seat in range(seat_count):
        highest = max(highest, profits[seat])
    total = 0
    for seat in range(seat_count):
        steps = (highest - profits[seat]) * DECAY_STEPS // spread
        shares[seat] = DECAY[min(steps, len(DECAY) - 1)]
        total += shares[seat]
    for seat in range(seat_count):
        shares[seat] = shares[seat] * WHOLE_SHARE // total


@compiles
def evaluate_end(table: Table, profits: Ints, shares: Ints) -> None:
    """Write the profit and the win share of each seat of a game that is over."""
    winners = 0
    for seat in range(table.seat_count):
        winners += is_winner(table, seat)
    for seat in range(table.seat_count):
        profits[seat] = POINT * table.profits[seat]
        shares[seat] = is_winner(table, seat) * WHOLE_SHARE // winners
