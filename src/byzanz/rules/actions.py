"""Actions: moves as numbers, in one block of numbers for each type of move.

`list_actions` lists the legal actions; `apply` does not check that an action is legal.
"""

from byzanz.cards import GOODS, KINDS, NO_CARD, STALLS
from byzanz.dialect import Ints, compiles
from byzanz.rules.auction import give_card, highest_bid, lay_bid, pass_bid
from byzanz.rules.card_list import list_kinds
from byzanz.rules.closing import end_sales
from byzanz.rules.flow import advance, close
from byzanz.rules.kinds import value_of_kind
from byzanz.rules.limit import discard_card
from byzanz.rules.market import has_stall, take_stall
from byzanz.rules.numbers import HAND_LIMIT
from byzanz.rules.sale import TRIOS, list_trios, may_sell, sell_trio
from byzanz.rules.table import BID, CLOSE, GIVE, REDUCE, TAKE, Table

BID_MASKS = 1 << HAND_LIMIT  # the number of subsets of a hand at the limit

# The first number of each block; an action is this plus the number named in the comment.
PASS_ACTION = 0
BID_ACTIONS = 0  # + the mask of the bid over the sorted hand, 1 to 127
GIVE_ACTIONS = BID_ACTIONS + BID_MASKS  # + kind
TAKE_ACTIONS = GIVE_ACTIONS + KINDS  # + stall
SELL_ACTIONS = TAKE_ACTIONS + STALLS  # + trio
DISCARD_ACTIONS = SELL_ACTIONS + TRIOS  # + kind
DONE_ACTION = DISCARD_ACTIONS + KINDS
ACTIONS = DONE_ACTION + 1

NO_ACTION = -1
"""Returned instead of an action if there is none."""

BID_VALUE_STEP = 2 * BID_MASKS  # a listed bid is value x BID_VALUE_STEP + mask
NOT_NEGATIVE = 2 * BID_MASKS - 1  # masking an index shows the compiler that it is not negative


@compiles
def list_actions(table: Table, seat: int, out: Ints) -> int:
    """Write every legal action of a seat into out, which has room for ACTIONS; return the count."""
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
        else:  # REDUCE: when the game is OVER, no seat is on turn
            count = list_kinds(table.hands[seat], out, DISCARD_ACTIONS)
    if may_sell(table, seat):
        count = list_trios(table.hands[seat], table.stall_counts[seat], out, count, SELL_ACTIONS)
    return count


@compiles
def list_bids(table: Table, seat: int, out: Ints, count: int) -> int:
    """R3.2, R3.3: append every bid that beats the highest one; return the new count.

    The subsets of the hand are built by doubling, card by card, as value x BID_VALUE_STEP + mask.
    Of equal cards the first ones are laid, so that every bid is listed once.
    """
    hand = table.hands[seat]
    goods = table.hand_sizes[seat] - table.stall_counts[seat][GOODS]
    missing = highest_bid(table) - table.bid_values[seat]
    most = 0
    for index in range(goods):
        most += value_of_kind(hand[index])
    if most <= missing:
        return count
    out[count] = 0
    end = count + 1
    end_before_kind = end
    added = 0
    last = NO_CARD
    for index in range(goods):
        kind = hand[index]
        if kind != last:
            end_before_kind = end
            added = 0
            last = kind
        added += value_of_kind(kind) * BID_VALUE_STEP + (1 << index)
        for entry in range(count, end_before_kind):
            out[end & NOT_NEGATIVE] = out[entry & NOT_NEGATIVE] + added
            end += 1
    too_low = missing * BID_VALUE_STEP + BID_VALUE_STEP - 1
    for entry in range(count + 1, end):
        bid = out[entry & NOT_NEGATIVE]
        out[count & NOT_NEGATIVE] = BID_ACTIONS + (bid & BID_MASKS - 1)
        count += bid > too_low  # no branch: the processor could not predict it
    return count


@compiles
def apply(table: Table, seat: int, action: int) -> None:
    """Apply a legal action and advance the game to its next decision; checks nothing."""
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
