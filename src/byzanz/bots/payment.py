"""Which cards to pay with."""

from typing import TYPE_CHECKING

from byzanz.bots.stage import MARKET_LEFT, stage_of
from byzanz.bots.worth import (
    CARD_STEP,
    GOOD_BITS,
    GOOD_MASK,
    LOOSE_BITS,
    MERCHANT_SHIFT,
    sum_entries,
)
from byzanz.cards import GOODS
from byzanz.dialect import Ints, compiles
from byzanz.rules.table import Table

if TYPE_CHECKING:
    from byzanz.bots.mind import Mind

JUMP = 5  # how far above need a bid may go
MOST_TOTAL = 28
SUMS = 32  # places for totals
NEVER = 1 << 30

COSTS = 0  # places in the array of the caller
MASKS = SUMS
OLD_COSTS = 2 * SUMS  # as they were before the cards of a good
OLD_MASKS = 3 * SUMS


@compiles
def cheapest_payment(
    table: Table, seat: int, mind: "Mind", holding: int, need: int, out: Ints
) -> int:
    """The cards of the hand, as a mask, that make up at least the need at the least loss; or 0.

    The holding is the hand as it will be when the lot is won. A higher bid may cost a little more.
    """
    reach = list_payments(table, seat, mind, holding, min(need + JUMP, MOST_TOTAL), out)
    best = 0
    lowest = NEVER
    for value in range(need, reach + 1):
        cost = out[COSTS + value] - ((value - need) * mind.eager << LOOSE_BITS)
        if cost < lowest:
            lowest = cost
            best = out[MASKS + value]
    return best


@compiles
def list_payments(table: Table, seat: int, mind: "Mind", holding: int, most: int, out: Ints) -> int:
    """Write the cheapest payment of each total up to the most into out; how far they reach.

    The loss of cards of one good is exact, losses of several goods are added.
    """
    hand = table.hands[seat]
    stage = stage_of(table, MARKET_LEFT)
    goods = table.hand_sizes[seat] - table.stall_counts[seat][GOODS]
    for value in range(1, most + 1):
        out[COSTS + value] = NEVER
    out[COSTS] = 0
    out[MASKS] = 0
    whole = sum_entries(mind, stage, holding)
    reach = 0
    start = 0
    while start < goods:
        good = hand[start] >> 2
        end = start + table.stall_counts[seat][good]
        for value in range(reach + 1):
            out[OLD_COSTS + value] = out[COSTS + value]
            out[OLD_MASKS + value] = out[MASKS + value]
        highest = reach
        for subset in range(1, 1 << end - start):
            paid = 0
            total = 0
            for place in range(start, end):
                if subset >> place - start & 1:
                    paid += CARD_STEP[hand[place]]
                    total += (hand[place] & 3) + 1
            if total <= most:
                loss = entries_lost(mind, stage, holding, whole, paid, good)
                for value in range(min(reach, most - total) + 1):
                    cost = out[OLD_COSTS + value] + loss
                    if out[OLD_COSTS + value] < NEVER and cost < out[COSTS + value + total]:
                        out[COSTS + value + total] = cost
                        out[MASKS + value + total] = out[OLD_MASKS + value] | subset << start
                highest = max(highest, min(reach + total, most))
        reach = highest
        start = end
    return reach


@compiles
def entries_lost(mind: "Mind", stage: int, holding: int, whole: int, paid: int, good: int) -> int:
    """What a holding loses with some cards of one good."""
    if holding >> MERCHANT_SHIFT:
        return whole - sum_entries(mind, stage, holding - paid)
    shift = GOOD_BITS * good
    before = holding >> shift & GOOD_MASK
    after = (holding - paid) >> shift & GOOD_MASK
    return mind.worths[stage][before << 2] - mind.worths[stage][after << 2]
