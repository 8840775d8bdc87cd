"""Greedy: sees the sets that it can complete now, and nothing else."""

from typing import TYPE_CHECKING

from byzanz.bots.closing import closing_action, closing_profit
from byzanz.bots.marketplace import market_number, stall_number
from byzanz.bots.worth import CARD_STEP, POINT, fan_number
from byzanz.cards import GOODS, MERCHANT, NO_CARD, STALLS
from byzanz.dialect import compiles
from byzanz.rules.actions import (
    DISCARD_ACTIONS,
    DONE_ACTION,
    GIVE_ACTIONS,
    PASS_ACTION,
    TAKE_ACTIONS,
)
from byzanz.rules.auction import highest_bid
from byzanz.rules.market import has_stall
from byzanz.rules.sale import kept_profit
from byzanz.rules.table import BID, CLOSE, GIVE, TAKE, Table

if TYPE_CHECKING:
    from byzanz.bots.desk import Desk
    from byzanz.bots.mind import Mind


@compiles
def greedy_action(table: Table, seat: int, mind: "Mind", desk: "Desk") -> int:
    """What greedy does on its turn."""
    hand = fan_number(table.hands[seat])
    if table.phase == BID:
        gain = closing_profit(mind, hand + fan_number(table.lot)) - closing_profit(mind, hand)
        return bid_up_to(table, seat, gain // POINT, 0)
    if table.phase == GIVE:
        return GIVE_ACTIONS + plain_gift(table, hand, mind)
    if table.phase == TAKE:
        return TAKE_ACTIONS + plain_stall(table, hand, mind)
    sale = closing_action(table, seat, mind, desk.out)
    if table.phase == CLOSE or sale != DONE_ACTION:
        return sale
    return DISCARD_ACTIONS + plain_discard(table, seat)


@compiles
def bid_up_to(table: Table, seat: int, limit: int, above: int) -> int:
    """The lowest cards of the hand, as many as suffice, within a limit; or to pass.

    To bid so much above need takes more of them.
    """
    need = highest_bid(table) + 1 + above - table.bid_values[seat]
    most = limit - table.bid_values[seat]
    total = 0
    mask = 0
    for value in range(1, 5):
        for place in range(table.hand_sizes[seat]):
            kind = table.hands[seat][place]
            if kind != MERCHANT and kept_profit(kind) == value and total < need:
                total += value
                mask |= 1 << place
    if total < need or total > most:
        return PASS_ACTION
    return mask


@compiles
def plain_gift(table: Table, hand: int, mind: "Mind") -> int:
    """The lot card that no set misses; of several the lowest, a merchant last."""
    number = hand + fan_number(table.lot)
    best = table.lot[0]
    highest = -1
    place = 0
    while table.lot[place] != NO_CARD:
        kind = table.lot[place]
        left = 8 * closing_profit(mind, number - CARD_STEP[kind]) + 5 - kept_profit(kind)
        if left > highest:
            highest = left
            best = kind
        place += 1
    return best


@compiles
def plain_stall(table: Table, hand: int, mind: "Mind") -> int:
    """The stall that makes the most profit now; of several the one with the most cards."""
    market = market_number(table)
    best = GOODS
    highest = -1
    for stall in range(STALLS):
        if has_stall(table, stall):
            cards = stall_number(market, stall)
            gain = 32 * closing_profit(mind, hand + cards) + stall_size(table, stall)
            if gain > highest:
                highest = gain
                best = stall
    return best


@compiles
def stall_size(table: Table, stall: int) -> int:
    """How many cards lie in a stall."""
    if stall == GOODS:
        return table.market[MERCHANT]
    count = 0
    for kind in range(4 * stall, 4 * stall + 4):
        count += table.market[kind]
    return count


@compiles
def plain_discard(table: Table, seat: int) -> int:
    """A card of a good of which there are fewest, the lowest of them; a merchant only at need.

    For a hand without a set to sell.
    """
    best = MERCHANT
    highest = -1
    place = 0
    while table.hands[seat][place] != NO_CARD:
        kind = table.hands[seat][place]
        fellows = table.stall_counts[seat][kind >> 2]
        rank = 8 * (24 - fellows) + 5 - kept_profit(kind)
        if rank > highest and kind != MERCHANT:
            highest = rank
            best = kind
        place += 1
    return best
