"""The policy beginner: greedy with mistakes. It forgets cards, overbids and sells at once."""

from typing import TYPE_CHECKING

from byzanz.cards import GOODS, NO_CARD, STALLS
from byzanz.dialect import Ints, compiles
from byzanz.dice import below
from byzanz.engine.evaluation.hand_value import MERCHANT_SHIFT, PACKED_CARD, POINT, pack_hand
from byzanz.engine.policies.closing_sales import PACKED_TRIO, TRIO_PROFIT, closing_profit
from byzanz.engine.policies.greedy import bid_up_to, greedy_discard, greedy_give, stall_size
from byzanz.rules.actions import (
    DISCARD_ACTIONS,
    DONE_ACTION,
    GIVE_ACTIONS,
    SELL_ACTIONS,
    TAKE_ACTIONS,
)
from byzanz.rules.sale import list_trios
from byzanz.rules.table import BID, CLOSE, GIVE, TAKE, Table

if TYPE_CHECKING:
    from byzanz.engine.evaluation.tables import Evaluation
    from byzanz.engine.scratch import Scratch

FORGET_ONE_IN = 5  # one of this number of cards in hand is forgotten
OVERBID_ONE_IN = 3  # one of this number of bids is too high
MOST_OVERBID = 4  # points by which a bid may be above the lowest sufficient one


@compiles
def beginner_action(table: Table, seat: int, evaluation: "Evaluation", scratch: "Scratch") -> int:
    """Choose the beginner's action; the game must wait for this seat."""
    sale = first_sale(table, seat, scratch.buffer)
    if sale != DONE_ACTION or table.phase == CLOSE:
        return sale
    hand = pack_hand(table.hands[seat])
    if table.phase == BID:
        return beginner_bid(table, seat, evaluation, scratch.dice)
    if table.phase == GIVE:
        return GIVE_ACTIONS + greedy_give(table, hand, evaluation)
    if table.phase == TAKE:
        return TAKE_ACTIONS + biggest_stall(table, scratch.dice)
    return DISCARD_ACTIONS + greedy_discard(table, seat)


@compiles
def first_sale(table: Table, seat: int, buffer: Ints) -> int:
    """Return the sale with the most profit, of several the one with the most merchants.

    If there is no set to sell, return DONE_ACTION.
    """
    count = list_trios(table.hands[seat], table.stall_counts[seat], buffer, 0, 0)
    best = DONE_ACTION
    highest = -1
    for entry in range(count):
        trio = buffer[entry]
        rank = 8 * TRIO_PROFIT[trio] + (PACKED_TRIO[trio] >> MERCHANT_SHIFT)
        if rank > highest:
            highest = rank
            best = SELL_ACTIONS + trio
    return best


@compiles
def beginner_bid(table: Table, seat: int, evaluation: "Evaluation", dice: Ints) -> int:
    """Return a bid up to the profit of the lot with the cards not forgotten, or PASS_ACTION.

    Some bids are too high by design: an overbid is added to the lowest sufficient bid, and twice
    the overbid to the limit.
    """
    hand = 0
    index = 0
    while table.hands[seat][index] != NO_CARD:
        if below(dice, FORGET_ONE_IN):
            hand += PACKED_CARD[table.hands[seat][index]]
        index += 1
    lot = pack_hand(table.lot)
    limit = (closing_profit(evaluation, hand + lot) - closing_profit(evaluation, hand)) // POINT
    overbid = 0
    if below(dice, OVERBID_ONE_IN) == 0:
        overbid = 1 + below(dice, MOST_OVERBID)
    return bid_up_to(table, seat, limit + 2 * overbid, overbid)


@compiles
def biggest_stall(table: Table, dice: Ints) -> int:
    """Return the stall with the most cards; of several, a random one."""
    best = GOODS
    highest = -1
    for stall in range(STALLS):
        size = stall_size(table, stall)
        if size:
            rank = 8 * size + below(dice, 8)
            if rank > highest:
                highest = rank
                best = stall
    return best
