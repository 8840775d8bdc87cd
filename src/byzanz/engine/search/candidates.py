"""Candidates: the moves that the search tries."""

from typing import TYPE_CHECKING

from byzanz.dialect import Ints, compiles
from byzanz.engine.evaluation.hand_value import PACKED_CARD, pack_hand
from byzanz.engine.policies.payments import INFINITE, LARGEST_JUMP, list_payments
from byzanz.engine.policies.solid import solid_give
from byzanz.engine.scratch import PAYMENT_COSTS, PAYMENT_MASKS
from byzanz.rules.actions import PASS_ACTION, SELL_ACTIONS, list_actions
from byzanz.rules.auction import highest_bid
from byzanz.rules.numbers import MOST_BID_VALUE
from byzanz.rules.table import BID, REDUCE, Table

if TYPE_CHECKING:
    from byzanz.engine.evaluation.tables import Evaluation


@compiles
def list_candidates(
    table: Table, seat: int, evaluation: "Evaluation", buffer: Ints, candidates: Ints
) -> int:
    """Write the candidate actions of the seat on turn; return the count.

    Of the bids with one total, only the cheapest payment is a candidate. Sales are candidates only
    over the hand limit and in the closing sales.
    """
    if table.phase == BID:
        return list_bid_candidates(table, seat, evaluation, buffer, candidates)
    count = 0
    for entry in range(list_actions(table, seat, buffer)):
        if buffer[entry] < SELL_ACTIONS or table.phase >= REDUCE:
            candidates[count] = buffer[entry]
            count += 1
    return count


@compiles
def list_bid_candidates(
    table: Table, seat: int, evaluation: "Evaluation", buffer: Ints, candidates: Ints
) -> int:
    """Write PASS_ACTION and the cheapest payment of each total; return the count.

    A total is at most LARGEST_JUMP above the lowest sufficient one.
    """
    candidates[0] = PASS_ACTION
    count = 1
    holding = pack_hand(table.hands[seat]) + pack_hand(table.lot)
    holding -= PACKED_CARD[solid_give(table, holding, evaluation, buffer)]
    need = highest_bid(table) + 1 - table.bid_values[seat]
    most = min(need + LARGEST_JUMP, MOST_BID_VALUE)
    highest = list_payments(table, seat, evaluation, holding, most, buffer)
    for total in range(need, highest + 1):
        if buffer[PAYMENT_COSTS + total] < INFINITE:
            candidates[count] = buffer[PAYMENT_MASKS + total]
            count += 1
    return count
