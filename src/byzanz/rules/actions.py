"""Moves as numbers, in fixed blocks: what a seat may do, and doing it.

`list_actions` and `apply` are apart: `apply` trusts its caller.
"""

from byzanz.cards import GOODS, KINDS, NO_CARD, STALLS
from byzanz.dialect import Ints, compiles
from byzanz.rules.auction import give_card, highest_bid, lay_bid, pass_bid
from byzanz.rules.closing import end_sales
from byzanz.rules.fan import list_kinds
from byzanz.rules.flow import advance, close
from byzanz.rules.limit import discard_card
from byzanz.rules.market import has_stall, take_stall
from byzanz.rules.sale import TRIOS, list_trios, may_sell, sell_trio
from byzanz.rules.table import BID, CLOSE, GIVE, REDUCE, TAKE, Table

PASS_ACTION = 0
BID_ACTIONS = 0  # a bid is its mask over the sorted hand, 1 to 127
GIVE_ACTIONS = 128  # + kind
TAKE_ACTIONS = GIVE_ACTIONS + KINDS  # + stall
SELL_ACTIONS = TAKE_ACTIONS + STALLS  # + trio
DISCARD_ACTIONS = SELL_ACTIONS + TRIOS  # + kind
DONE_ACTION = DISCARD_ACTIONS + KINDS
ACTIONS = DONE_ACTION + 1

NO_ACTION = -1
"""The number of what is no move at all."""

NOT_NEGATIVE = 255  # masks an index under 256, to tell the compiler that it can't be negative


@compiles
def list_actions(table: Table, seat: int, out: Ints) -> int:
    """Write every action that this seat may take now into out; how many there are."""
    count = 0
    phase = table.phase
    if phase == CLOSE:
        if not table.done[seat]:
            out[0] = DONE_ACTION
            count = 1
    elif seat == table.turn:
        if phase == BID:
            out[0] = PASS_ACTION
            count = list_bids(table, seat, out, 1)
        elif phase == GIVE:
            count = list_kinds(table.lot, out, GIVE_ACTIONS)
        elif phase == TAKE:
            for stall in range(STALLS):
                out[count] = TAKE_ACTIONS + stall
                count += has_stall(table, stall)
        else:  # REDUCE, for nobody is on turn when the game is OVER
            count = list_kinds(table.hands[seat], out, DISCARD_ACTIONS)
    if may_sell(table, seat):
        count = list_trios(table.hands[seat], table.stall_counts[seat], out, count, SELL_ACTIONS)
    return count


@compiles
def list_bids(table: Table, seat: int, out: Ints, count: int) -> int:
    """R3.2, R3.3: append every set of hand cards that makes a higher bid; the new count.

    The sets are built by doubling, one card after the other, as value x 256 + mask; of equal cards
    the first ones are taken, so that every bid is listed once.
    """
    hand = table.hands[seat]
    goods = table.hand_sizes[seat] - table.stall_counts[seat][GOODS]
    missing = highest_bid(table) - table.bid_values[seat]
    most = 0
    for place in range(goods):
        most += (hand[place] & 3) + 1
    if most <= missing:
        return count
    out[count] = 0
    end = count + 1
    known = end
    added = 0
    last = NO_CARD
    for place in range(goods):
        kind = hand[place]
        if kind != last:
            known = end
            added = 0
            last = kind
        added += ((kind & 3) + 1) * 256 + (1 << place)
        for entry in range(count, known):
            out[end & NOT_NEGATIVE] = out[entry & NOT_NEGATIVE] + added
            end += 1
    too_low = missing * 256 + 255
    for entry in range(count + 1, end):
        bid = out[entry & NOT_NEGATIVE]
        out[count & NOT_NEGATIVE] = BID_ACTIONS + (bid & 127)
        count += bid > too_low  # without a branch, which could not be foreseen
    return count


@compiles
def apply(table: Table, seat: int, action: int) -> None:
    """Do a legal action and carry the game on to its next decision."""
    if action < GIVE_ACTIONS:
        if action == PASS_ACTION:
            pass_bid(table, seat)
        else:
            lay_bid(table, seat, action)
        advance(table)
    elif action < TAKE_ACTIONS:
        give_card(table, seat, action - GIVE_ACTIONS)
        advance(table)
    elif action < SELL_ACTIONS:
        take_stall(table, seat, action - TAKE_ACTIONS)
        advance(table)
    elif action < DISCARD_ACTIONS:
        sell_trio(table, seat, action - SELL_ACTIONS)
        if table.phase == CLOSE:
            close(table)
        elif table.phase == REDUCE and seat == table.turn:
            advance(table)
    elif action < DONE_ACTION:
        discard_card(table, seat, action - DISCARD_ACTIONS)
        advance(table)
    else:
        end_sales(table, seat)
        close(table)
