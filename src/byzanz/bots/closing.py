"""The closing sales, solved: most profit, then most cards left in the hand."""

from typing import TYPE_CHECKING

from byzanz.bots.stage import END
from byzanz.bots.worth import CARD_STEP, LOOSE_BITS, POINT, fan_number, sum_entries
from byzanz.dialect import Ints, compiles
from byzanz.rules.actions import DONE_ACTION, SELL_ACTIONS
from byzanz.rules.sale import TRIOS, kept_kind, kept_profit, list_trios, trio_kind
from byzanz.rules.table import Table

if TYPE_CHECKING:
    from byzanz.bots.mind import Mind


TRIO_STEP = tuple(
    sum(CARD_STEP[trio_kind(trio, place)] for place in range(3)) for trio in range(TRIOS)
)
"""The cards of each trio as one number."""

TRIO_PROFIT = tuple(kept_profit(kept_kind(trio)) for trio in range(TRIOS))


@compiles
def closing_profit(mind: "Mind", number: int) -> int:
    """The most that the sets in a hand can make, in hundredths."""
    return sum_entries(mind, END, number) >> LOOSE_BITS


@compiles
def closing_action(table: Table, seat: int, mind: "Mind", out: Ints) -> int:
    """A sale that belongs to the best closing, or done.

    Of the sales that lose none of the profit that the hand can make, the one with the highest kept
    card goes first: where one set makes the same profit as two, it leaves more cards for the
    tie-break.
    """
    number = fan_number(table.hands[seat])
    count = list_trios(table.hands[seat], table.stall_counts[seat], out, 0, 0)
    best = DONE_ACTION
    highest = 0
    goal = closing_profit(mind, number)
    for entry in range(count):
        trio = out[entry]
        profit = TRIO_PROFIT[trio]
        after = closing_profit(mind, number - TRIO_STEP[trio])
        if profit > highest and POINT * profit + after == goal:
            highest = profit
            best = SELL_ACTIONS + trio
    return best
