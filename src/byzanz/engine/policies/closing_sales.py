"""Optimal closing sales: the most profit, then the most cards left in hand for the tie-break."""

from typing import TYPE_CHECKING

from byzanz.dialect import Ints, compiles
from byzanz.engine.evaluation.hand_value import (
    LOOSE_BITS,
    PACKED_CARD,
    POINT,
    pack_hand,
    sum_entries,
)
from byzanz.engine.evaluation.stage import END
from byzanz.rules.actions import DONE_ACTION, SELL_ACTIONS
from byzanz.rules.sale import TRIOS, kept_kind, kept_profit, list_trios, trio_kind
from byzanz.rules.table import Table

if TYPE_CHECKING:
    from byzanz.engine.evaluation.tables import Evaluation


PACKED_TRIO = tuple(
    sum(PACKED_CARD[trio_kind(trio, position)] for position in range(3)) for trio in range(TRIOS)
)
"""The cards of each trio, packed like a hand."""

TRIO_PROFIT = tuple(kept_profit(kept_kind(trio)) for trio in range(TRIOS))
"""The profit of each trio, in points."""


@compiles
def closing_profit(evaluation: "Evaluation", hand: int) -> int:
    """Return the most profit that the sets in a packed hand can make, in hundredths of a point.

    It is exact for hands with at most four merchants.
    """
    return sum_entries(evaluation, END, hand) >> LOOSE_BITS


@compiles
def closing_action(table: Table, seat: int, evaluation: "Evaluation", buffer: Ints) -> int:
    """Return the first sale of the best closing sales, or DONE_ACTION.

    Of the sales after which the highest profit is still possible, it is the one with the most
    profit: if one set makes the same profit as two, it leaves more cards for the tie-break.
    """
    hand = pack_hand(table.hands[seat])
    count = list_trios(table.hands[seat], table.stall_counts[seat], buffer, 0, 0)
    best = DONE_ACTION
    highest = 0
    goal = closing_profit(evaluation, hand)
    for entry in range(count):
        trio = buffer[entry]
        profit = TRIO_PROFIT[trio]
        after = closing_profit(evaluation, hand - PACKED_TRIO[trio])
        if profit > highest and POINT * profit + after == goal:
            highest = profit
            best = SELL_ACTIONS + trio
    return best
