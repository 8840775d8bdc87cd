"""Payments: the cards of a hand that reach the value of a bid with the least loss."""

from typing import TYPE_CHECKING

from byzanz.cards import GOODS
from byzanz.dialect import Ints, compiles
from byzanz.engine.evaluation.hand_deltas import changed_entries, prepare_deltas
from byzanz.engine.evaluation.hand_value import LOOSE_BITS, PACKED_CARD, sum_entries
from byzanz.engine.evaluation.stage import MARKET_LEFT, stage_of
from byzanz.engine.scratch import MASK_LOSSES, MASK_TOTALS, PAYMENT_COSTS, PAYMENT_MASKS
from byzanz.rules.kinds import stall_of_kind, value_of_kind
from byzanz.rules.numbers import MOST_BID_VALUE
from byzanz.rules.table import Table

if TYPE_CHECKING:
    from byzanz.engine.evaluation.tables import Evaluation

LARGEST_JUMP = 5  # points by which a bid may be above the lowest sufficient one
INFINITE = 1 << 30  # a number above every cost


@compiles
def cheapest_payment(
    table: Table, seat: int, evaluation: "Evaluation", holding: int, need: int, buffer: Ints
) -> int:
    """Return the bid mask of at least the value `need` with the least cost; 0 if there is none.

    `holding` is the packed hand with the lot, before paying. The cost is the loss of value minus
    the overbid allowance for each point above `need`.
    """
    most = min(need + LARGEST_JUMP, MOST_BID_VALUE)
    masks = price_masks(table, seat, evaluation, holding, most, buffer)
    allowance = evaluation.overbid_allowance << LOOSE_BITS
    best = 0
    lowest = INFINITE
    for mask in range(1, masks):
        total = buffer[MASK_TOTALS + mask]
        cost = buffer[MASK_LOSSES + mask] - (total - need) * allowance
        if need <= total <= most and cost < lowest:
            lowest = cost
            best = mask
    return best


@compiles
def list_payments(
    table: Table, seat: int, evaluation: "Evaluation", holding: int, most: int, buffer: Ints
) -> int:
    """Write the cheapest payment of each total up to `most`; return the highest total found.

    The cost of a total that no cards make is INFINITE; its mask has no meaning.
    """
    for value in range(most + 1):
        buffer[PAYMENT_COSTS + value] = INFINITE
    highest = 0
    for mask in range(1, price_masks(table, seat, evaluation, holding, most, buffer)):
        total = buffer[MASK_TOTALS + mask]
        if total <= most and buffer[MASK_LOSSES + mask] < buffer[PAYMENT_COSTS + total]:
            buffer[PAYMENT_COSTS + total] = buffer[MASK_LOSSES + mask]
            buffer[PAYMENT_MASKS + total] = mask
            highest = max(highest, total)
    return highest


@compiles
def price_masks(
    table: Table, seat: int, evaluation: "Evaluation", holding: int, most: int, buffer: Ints
) -> int:
    """Write the total and the loss of value of every bid mask; return the number of masks.

    The loss of cards of one good is exact; the losses of several goods are added. The loss of a
    mask with a total above `most` has no meaning.
    """
    hand = table.hands[seat]
    stage = stage_of(table, MARKET_LEFT)
    goods = table.hand_sizes[seat] - table.stall_counts[seat][GOODS]
    prepare_deltas(evaluation, stage, holding, buffer)
    whole = sum_entries(evaluation, stage, holding)
    buffer[MASK_TOTALS] = 0
    buffer[MASK_LOSSES] = 0
    start = 0
    while start < goods:
        good = stall_of_kind(hand[start])
        end = start + table.stall_counts[seat][good]
        for subset in range(1 << start, 1 << end, 1 << start):
            paid = 0
            total = 0
            for index in range(start, end):
                if subset >> index & 1:
                    paid += PACKED_CARD[hand[index]]
                    total += value_of_kind(hand[index])
            loss = 0
            if total <= most:
                loss = whole - changed_entries(
                    evaluation, stage, holding, holding - paid, good, buffer
                )
            for earlier in range(1 << start):
                buffer[MASK_TOTALS + subset + earlier] = buffer[MASK_TOTALS + earlier] + total
                buffer[MASK_LOSSES + subset + earlier] = buffer[MASK_LOSSES + earlier] + loss
        start = end
    return 1 << goods
