"""The beginner: greedy's eyes, but forgetful, easily carried away, and quick to sell."""

from typing import TYPE_CHECKING

from byzanz.bots.closing import TRIO_PROFIT, TRIO_STEP, closing_profit
from byzanz.bots.greedy import bid_up_to, plain_discard, plain_gift, stall_size
from byzanz.bots.worth import CARD_STEP, MERCHANT_SHIFT, POINT, fan_number
from byzanz.cards import GOODS, NO_CARD, STALLS
from byzanz.dialect import Ints, compiles
from byzanz.dice import below
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
    from byzanz.bots.desk import Desk
    from byzanz.bots.mind import Mind

FORGETS = 5  # one in so many cards of the hand is not thought of
CARRIED_AWAY = 3  # one in so many bids goes up to MOST_OVERBID above need, worth it or not
MOST_OVERBID = 4


@compiles
def beginner_action(table: Table, seat: int, mind: "Mind", desk: "Desk") -> int:
    """What the beginner does on its turn."""
    sale = first_sale(table, seat, desk.out)
    if sale != DONE_ACTION or table.phase == CLOSE:
        return sale
    hand = fan_number(table.hands[seat])
    if table.phase == BID:
        return beginner_bid(table, seat, mind, desk.dice)
    if table.phase == GIVE:
        return GIVE_ACTIONS + plain_gift(table, hand, mind)
    if table.phase == TAKE:
        return TAKE_ACTIONS + biggest_stall(table, desk.dice)
    return DISCARD_ACTIONS + plain_discard(table, seat)


@compiles
def first_sale(table: Table, seat: int, out: Ints) -> int:
    """The best set in the hand, sold at once and merchants first; or DONE_ACTION."""
    count = list_trios(table.hands[seat], table.stall_counts[seat], out, 0, 0)
    best = DONE_ACTION
    highest = -1
    for entry in range(count):
        trio = out[entry]
        rank = 8 * TRIO_PROFIT[trio] + (TRIO_STEP[trio] >> MERCHANT_SHIFT)
        if rank > highest:
            highest = rank
            best = SELL_ACTIONS + trio
    return best


@compiles
def beginner_bid(table: Table, seat: int, mind: "Mind", dice: Ints) -> int:
    """Bid by the cards that come to mind, and now and then too high.

    Carried away, he bids above need at once, and as much above what the lot is worth to him.
    """
    hand = 0
    place = 0
    while table.hands[seat][place] != NO_CARD:
        if below(dice, FORGETS):
            hand += CARD_STEP[table.hands[seat][place]]
        place += 1
    lot = fan_number(table.lot)
    limit = (closing_profit(mind, hand + lot) - closing_profit(mind, hand)) // POINT
    above = 0
    if below(dice, CARRIED_AWAY) == 0:
        above = 1 + below(dice, MOST_OVERBID)
    return bid_up_to(table, seat, limit + 2 * above, above)  # the overbid itself, and as much more


@compiles
def biggest_stall(table: Table, dice: Ints) -> int:
    """The stall with the most cards; of several any of them."""
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
