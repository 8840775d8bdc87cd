"""The moves that are worth a search."""

from typing import TYPE_CHECKING

from byzanz.bots.payment import COSTS, JUMP, MASKS, MOST_TOTAL, NEVER, list_payments
from byzanz.bots.solid import best_gift
from byzanz.bots.worth import CARD_STEP, fan_number
from byzanz.dialect import Ints, compiles
from byzanz.rules.actions import PASS_ACTION, SELL_ACTIONS, list_actions
from byzanz.rules.auction import highest_bid
from byzanz.rules.table import BID, REDUCE, Table

if TYPE_CHECKING:
    from byzanz.bots.mind import Mind


@compiles
def list_candidates(table: Table, seat: int, mind: "Mind", out: Ints, candidates: Ints) -> int:
    """Write the moves of the seat on turn that may be best into candidates; how many.

    Bids are the cheapest payment of each total. Sales are listed only over the hand limit and in
    the closing.
    """
    if table.phase == BID:
        return list_bid_candidates(table, seat, mind, out, candidates)
    count = 0
    for entry in range(list_actions(table, seat, out)):
        if out[entry] < SELL_ACTIONS or table.phase >= REDUCE:
            candidates[count] = out[entry]
            count += 1
    return count


@compiles
def list_bid_candidates(table: Table, seat: int, mind: "Mind", out: Ints, candidates: Ints) -> int:
    """To pass, and for each total that is not far above need the payment that costs least."""
    candidates[0] = PASS_ACTION
    count = 1
    holding = fan_number(table.hands[seat]) + fan_number(table.lot)
    holding -= CARD_STEP[best_gift(table, holding, mind, out)]
    need = highest_bid(table) + 1 - table.bid_values[seat]
    most = min(need + JUMP, MOST_TOTAL)
    reach = list_payments(table, seat, mind, holding, most, out)
    for total in range(need, reach + 1):
        if out[COSTS + total] < NEVER:
            candidates[count] = out[MASKS + total]
            count += 1
    return count
