"""What a finished round promises each seat."""

from math import exp
from typing import TYPE_CHECKING

from byzanz.bots.stage import JUDGED
from byzanz.bots.worth import POINT, fan_number, worth
from byzanz.dialect import Ints, compiles
from byzanz.rules.closing import is_winner
from byzanz.rules.numbers import ROUNDS
from byzanz.rules.table import OVER, Table

if TYPE_CHECKING:
    from byzanz.bots.mind import Mind

WHOLE = 1 << 16  # a share of the victory is counted in these parts
FALL_STEP = 64
FALL = tuple(round(WHOLE * exp(-step / FALL_STEP)) for step in range(12 * FALL_STEP))
"""Falls to a part e of itself every 64 steps."""


@compiles
def judge(table: Table, mind: "Mind", profits: Ints, shares: Ints) -> None:
    """Write the expected profit and the share of the victory of each seat.

    The table stands at the end of a round, or of the game.
    """
    if table.phase == OVER:
        judge_end(table, profits, shares)
        return
    left = ROUNDS[table.seat_count] - table.round
    for seat in range(table.seat_count):
        hand = worth(mind, JUDGED + left, fan_number(table.hands[seat]))
        profits[seat] = POINT * table.profits[seat] + hand
    share_out(profits, shares, table.seat_count, mind.spread[left])
    for seat in range(table.seat_count):
        profits[seat] += mind.future[left]


@compiles
def share_out(profits: Ints, shares: Ints, seat_count: int, spread: int) -> None:
    """Share the victory by expected profits: who is a spread behind gets an e-th part."""
    highest = 0
    for seat in range(seat_count):
        highest = max(highest, profits[seat])
    total = 0
    for seat in range(seat_count):
        steps = (highest - profits[seat]) * FALL_STEP // spread
        shares[seat] = FALL[min(steps, len(FALL) - 1)]
        total += shares[seat]
    for seat in range(seat_count):
        shares[seat] = shares[seat] * WHOLE // total


@compiles
def judge_end(table: Table, profits: Ints, shares: Ints) -> None:
    """The same when the game is over."""
    winners = 0
    for seat in range(table.seat_count):
        winners += is_winner(table, seat)
    for seat in range(table.seat_count):
        profits[seat] = POINT * table.profits[seat]
        shares[seat] = is_winner(table, seat) * WHOLE // winners
