"""Which cards to pay with."""

from typing import TYPE_CHECKING

from byzanz.bots.stage import MARKET_LEFT, stage_of
from byzanz.bots.worth import CARD_STEP, worth
from byzanz.cards import GOODS
from byzanz.dialect import Ints, compiles
from byzanz.rules.table import Table

if TYPE_CHECKING:
    from byzanz.bots.mind import Mind

OVERSHOOT = 3  # a bid that is more than that above need has a card too many
SUMS = 32  # totals of a payment: need is at most 28
NEVER = 1 << 20

COSTS = 0  # places in the array of the caller
MASKS = SUMS


@compiles
def cheapest_payment(
    table: Table, seat: int, mind: "Mind", holding: int, need: int, out: Ints
) -> int:
    """The cards of the hand, as a mask, that make up at least the need at the least loss; or 0.

    The holding is the hand as it will be when the lot is won. The loss of cards of one good is
    exact, losses of several goods are added.
    """
    hand = table.hands[seat]
    stage = stage_of(table, MARKET_LEFT)
    goods = table.hand_sizes[seat] - table.stall_counts[seat][GOODS]
    most = need + OVERSHOOT
    for value in range(1, most + 1):
        out[COSTS + value] = NEVER
    out[COSTS] = 0
    out[MASKS] = 0
    whole = worth(mind, stage, holding)
    reach = 0
    start = 0
    while start < goods:
        end = start + 1
        while end < goods and hand[end] >> 2 == hand[start] >> 2:
            end += 1
        reach = add_good(hand, start, end, mind, stage, holding, whole, most, reach, out)
        start = end
    best = 0
    lowest = NEVER
    for value in range(need, most + 1):
        if out[COSTS + value] < lowest:
            lowest = out[COSTS + value]
            best = out[MASKS + value]
    return best


@compiles
def add_good(  # noqa: PLR0913, PLR0917 - a step of the search above, with all that it knows
    hand: Ints,
    start: int,
    end: int,
    mind: "Mind",
    stage: int,
    holding: int,
    whole: int,
    most: int,
    reach: int,
    out: Ints,
) -> int:
    """Let the cards from start to end be paid too; how far the totals reach now.

    Totals are improved from above, so that none is built on another of the same good; but all
    subsets of a total would have to be tried together, hence a second half of costs and masks.
    """
    for value in range(reach + 1):
        out[2 * SUMS + value] = out[COSTS + value]
        out[3 * SUMS + value] = out[MASKS + value]
    highest = reach
    for subset in range(1, 1 << end - start):
        paid = 0
        total = 0
        for place in range(start, end):
            if subset >> place - start & 1:
                paid += CARD_STEP[hand[place]]
                total += (hand[place] & 3) + 1
        if total > most:
            continue
        loss = whole - worth(mind, stage, holding - paid)
        for value in range(min(reach, most - total) + 1):
            cost = out[2 * SUMS + value] + loss
            if cost < out[COSTS + value + total]:
                out[COSTS + value + total] = cost
                out[MASKS + value + total] = out[3 * SUMS + value] | subset << start
        highest = max(highest, min(reach + total, most))
    return highest
