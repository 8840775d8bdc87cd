"""Which cards to pay with."""

from typing import TYPE_CHECKING

from byzanz.bots.stage import MARKET_LEFT, stage_of
from byzanz.bots.variation import survey, varied_entries
from byzanz.bots.worth import CARD_STEP, LOOSE_BITS, sum_entries
from byzanz.cards import GOODS
from byzanz.dialect import Ints, compiles
from byzanz.rules.table import Table

if TYPE_CHECKING:
    from byzanz.bots.mind import Mind

JUMP = 5  # how far above need a bid may go
MOST_TOTAL = 28
SUMS = 32  # places for totals
MOST_MASKS = 128  # of seven cards
NEVER = 1 << 30

COSTS = 0  # places in the array of the caller
MASKS = SUMS
TOTALS = 2 * SUMS  # of each mask
LOSSES = TOTALS + MOST_MASKS


@compiles
def cheapest_payment(
    table: Table, seat: int, mind: "Mind", holding: int, need: int, out: Ints
) -> int:
    """The cards of the hand, as a mask, that make up at least the need at the least loss; or 0.

    The holding is the hand as it will be when the lot is won. A higher bid may cost a little more.
    """
    most = min(need + JUMP, MOST_TOTAL)
    masks = price_masks(table, seat, mind, holding, most, out)
    eager = mind.eager << LOOSE_BITS
    best = 0
    lowest = NEVER
    for mask in range(1, masks):
        total = out[TOTALS + mask]
        cost = out[LOSSES + mask] - (total - need) * eager
        if need <= total <= most and cost < lowest:
            lowest = cost
            best = mask
    return best


@compiles
def list_payments(table: Table, seat: int, mind: "Mind", holding: int, most: int, out: Ints) -> int:
    """Write the cheapest payment of each total up to the most into out; how far they reach."""
    for value in range(most + 1):
        out[COSTS + value] = NEVER
    reach = 0
    for mask in range(1, price_masks(table, seat, mind, holding, most, out)):
        total = out[TOTALS + mask]
        if total <= most and out[LOSSES + mask] < out[COSTS + total]:
            out[COSTS + total] = out[LOSSES + mask]
            out[MASKS + total] = mask
            reach = max(reach, total)
    return reach


@compiles
def price_masks(table: Table, seat: int, mind: "Mind", holding: int, most: int, out: Ints) -> int:
    """Write the total and the loss of every choice of goods cards of the hand; how many there are.

    The loss of cards of one good is exact, losses of several goods are added. Where the total is
    above the most, the loss is anything.
    """
    hand = table.hands[seat]
    stage = stage_of(table, MARKET_LEFT)
    goods = table.hand_sizes[seat] - table.stall_counts[seat][GOODS]
    survey(mind, stage, holding, out)
    whole = sum_entries(mind, stage, holding)
    out[TOTALS] = 0
    out[LOSSES] = 0
    start = 0
    while start < goods:
        good = hand[start] >> 2
        end = start + table.stall_counts[seat][good]
        for subset in range(1 << start, 1 << end, 1 << start):
            paid = 0
            total = 0
            for place in range(start, end):
                if subset >> place & 1:
                    paid += CARD_STEP[hand[place]]
                    total += (hand[place] & 3) + 1
            loss = 0
            if total <= most:
                loss = whole - varied_entries(mind, stage, holding, holding - paid, good, out)
            for earlier in range(1 << start):
                out[TOTALS + subset + earlier] = out[TOTALS + earlier] + total
                out[LOSSES + subset + earlier] = out[LOSSES + earlier] + loss
        start = end
    return 1 << goods
