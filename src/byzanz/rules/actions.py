"""Moves as numbers, in fixed blocks: what a seat may do, and doing it.

`list_actions` and `apply` are apart: `apply` trusts its caller.
"""

from byzanz.cards import KINDS, MERCHANT, STALLS
from byzanz.dialect import Ints, compiles
from byzanz.rules.auction import give_card, highest_bid, lay_bid, pass_bid
from byzanz.rules.closing import end_sales
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
                if has_stall(table, stall):
                    out[count] = TAKE_ACTIONS + stall
                    count += 1
        elif phase == REDUCE:
            count = list_kinds(table.hands[seat], out, DISCARD_ACTIONS)
    if may_sell(table, seat):
        count = list_trios(table.hands[seat], out, count, SELL_ACTIONS)
    return count


@compiles
def list_kinds(pile: Ints, out: Ints, base: int) -> int:
    """Write base + every kind that lies in a pile."""
    count = 0
    for kind in range(KINDS):
        if pile[kind]:
            out[count] = base + kind
            count += 1
    return count


@compiles
def list_bids(table: Table, seat: int, out: Ints, count: int) -> int:
    """R3.2, R3.3: append every set of hand cards that makes a higher bid; the new count.

    The sets are built by doubling, one kind after the other, as value x 256 + mask; of equal cards
    the first ones are taken, so that every bid is listed once.
    """
    hand = table.hands[seat]
    out[count] = 0
    end = count + 1
    place = 1  # the bit of the next card in the sorted hand
    for kind in range(MERCHANT):
        copies = hand[kind]
        if copies:
            known = end
            added = 0
            for _ in range(copies):
                added += ((kind & 3) + 1) * 256 + place
                place += place
                for entry in range(count, known):
                    out[end] = out[entry] + added
                    end += 1
    too_low = (highest_bid(table) - table.bid_values[seat]) * 256 + 255
    for entry in range(count + 1, end):
        bid = out[entry]
        if bid > too_low:
            out[count] = BID_ACTIONS + (bid & 127)
            count += 1
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
