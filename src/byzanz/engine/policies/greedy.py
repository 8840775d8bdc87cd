"""The policy greedy: maximises the profit of the sets in the hand."""

from typing import TYPE_CHECKING

from byzanz.cards import GOODS, MERCHANT, NO_CARD, STALLS
from byzanz.dialect import compiles
from byzanz.engine.evaluation.hand_value import PACKED_CARD, POINT, pack_hand
from byzanz.engine.evaluation.packed_market import pack_market, packed_stall
from byzanz.engine.policies.closing_sales import closing_action, closing_profit
from byzanz.rules.actions import (
    DISCARD_ACTIONS,
    DONE_ACTION,
    GIVE_ACTIONS,
    PASS_ACTION,
    TAKE_ACTIONS,
)
from byzanz.rules.auction import highest_bid
from byzanz.rules.kinds import kind_of, stall_of_kind
from byzanz.rules.market import has_stall
from byzanz.rules.sale import kept_profit
from byzanz.rules.table import BID, CLOSE, GIVE, TAKE, Table

if TYPE_CHECKING:
    from byzanz.engine.evaluation.tables import Evaluation
    from byzanz.engine.scratch import Scratch


@compiles
def greedy_action(table: Table, seat: int, evaluation: "Evaluation", scratch: "Scratch") -> int:
    """Choose greedy's action; the game must wait for this seat."""
    hand = pack_hand(table.hands[seat])
    if table.phase == BID:
        gain = closing_profit(evaluation, hand + pack_hand(table.lot)) - closing_profit(
            evaluation, hand
        )
        return bid_up_to(table, seat, gain // POINT, 0)
    if table.phase == GIVE:
        return GIVE_ACTIONS + greedy_give(table, hand, evaluation)
    if table.phase == TAKE:
        return TAKE_ACTIONS + greedy_stall(table, hand, evaluation)
    sale = closing_action(table, seat, evaluation, scratch.buffer)
    if table.phase == CLOSE or sale != DONE_ACTION:
        return sale
    return DISCARD_ACTIONS + greedy_discard(table, seat)


@compiles
def bid_up_to(table: Table, seat: int, limit: int, above: int) -> int:
    """Return a bid of the lowest sufficient cards, or PASS_ACTION if it exceeds the limit.

    The bid is at least `above` points higher than the lowest sufficient value.
    """
    need = highest_bid(table) + 1 + above - table.bid_values[seat]
    most = limit - table.bid_values[seat]
    total = 0
    mask = 0
    for value in range(1, 5):
        for index in range(table.hand_sizes[seat]):
            kind = table.hands[seat][index]
            if kind != MERCHANT and kept_profit(kind) == value and total < need:
                total += value
                mask |= 1 << index
    if total < need or total > most:
        return PASS_ACTION
    return mask


@compiles
def greedy_give(table: Table, hand: int, evaluation: "Evaluation") -> int:
    """Return the lot card that costs the least profit; of several, the lowest, a merchant last."""
    holding = hand + pack_hand(table.lot)
    best = table.lot[0]
    highest = -1
    index = 0
    while table.lot[index] != NO_CARD:
        kind = table.lot[index]
        left = 8 * closing_profit(evaluation, holding - PACKED_CARD[kind]) + 5 - kept_profit(kind)
        if left > highest:
            highest = left
            best = kind
        index += 1
    return best


@compiles
def greedy_stall(table: Table, hand: int, evaluation: "Evaluation") -> int:
    """Return the stall that adds the most profit now; of several, the one with the most cards."""
    market = pack_market(table)
    best = GOODS
    highest = -1
    for stall in range(STALLS):
        if has_stall(table, stall):
            cards = packed_stall(market, stall)
            gain = 32 * closing_profit(evaluation, hand + cards) + stall_size(table, stall)
            if gain > highest:
                highest = gain
                best = stall
    return best


@compiles
def stall_size(table: Table, stall: int) -> int:
    """Return the number of cards in a stall."""
    if stall == GOODS:
        return table.market[MERCHANT]
    count = 0
    for rank in range(4):
        count += table.market[kind_of(stall, rank)]
    return count


@compiles
def greedy_discard(table: Table, seat: int) -> int:
    """Return the lowest card of a good with the fewest cards in hand.

    A merchant is returned only if there is no other card. The hand has to be without a set; this
    is not checked.
    """
    best = MERCHANT
    highest = -1
    index = 0
    while table.hands[seat][index] != NO_CARD:
        kind = table.hands[seat][index]
        same_good = table.stall_counts[seat][stall_of_kind(kind)]
        rank = 8 * (24 - same_good) + 5 - kept_profit(kind)
        if rank > highest and kind != MERCHANT:
            highest = rank
            best = kind
        index += 1
    return best
