"""Action features: what an action does to the cards, as numbers in the places of `layout`.

The number of a bid is a mask over the hand and means other cards in every hand. Its features name
the cards.
"""

from byzanz.cards import NO_CARD
from byzanz.dialect import Ints, compiles
from byzanz.engine.environments.layout import (
    ARRIVING,
    FEATURE_COUNT,
    GAIN,
    LEAVING,
    MOVE,
    NEW_TOTAL,
)
from byzanz.rules.actions import (
    DISCARD_ACTIONS,
    DONE_ACTION,
    GIVE_ACTIONS,
    PASS_ACTION,
    SELL_ACTIONS,
    TAKE_ACTIONS,
)
from byzanz.rules.kinds import first_kind, value_of_kind
from byzanz.rules.sale import kept_kind, kept_profit, trio_kind
from byzanz.rules.table import Table

# The places of the moves.
PASSING = MOVE
BIDDING = MOVE + 1
GIVING = MOVE + 2
TAKING = MOVE + 3
SELLING = MOVE + 4
DISCARDING = MOVE + 5
FINISHING = MOVE + 6


@compiles
def encode_action(table: Table, seat: int, action: int, out: Ints) -> None:
    """Write the features of a legal action into out, which has room for FEATURE_COUNT numbers."""
    for index in range(FEATURE_COUNT):
        out[index] = 0
    if action == PASS_ACTION:
        out[PASSING] = 1
        count_cards(table.bids[seat], ARRIVING, out)
    elif action < GIVE_ACTIONS:
        encode_bid(table, seat, action, out)
    elif action < TAKE_ACTIONS:
        out[GIVING] = 1
        given = action - GIVE_ACTIONS
        count_cards(table.lot, ARRIVING, out)
        out[ARRIVING + given] -= 1
        out[LEAVING + given] = 1
    elif action < SELL_ACTIONS:
        out[TAKING] = 1
        stall = action - TAKE_ACTIONS
        for kind in range(first_kind(stall), first_kind(stall + 1)):
            out[ARRIVING + kind] = table.market[kind]
    elif action < DISCARD_ACTIONS:
        out[SELLING] = 1
        trio = action - SELL_ACTIONS
        for position in range(3):
            out[LEAVING + trio_kind(trio, position)] += 1
        out[GAIN] = kept_profit(kept_kind(trio))
    elif action < DONE_ACTION:
        out[DISCARDING] = 1
        out[LEAVING + action - DISCARD_ACTIONS] = 1
    else:
        out[FINISHING] = 1


@compiles
def encode_bid(table: Table, seat: int, mask: int, out: Ints) -> None:
    """Write the cards that a bid lays, and the total of the bid with them."""
    out[BIDDING] = 1
    hand = table.hands[seat]
    total = table.bid_values[seat]
    index = 0
    while hand[index] != NO_CARD:
        if mask >> index & 1:
            out[LEAVING + hand[index]] += 1
            total += value_of_kind(hand[index])
        index += 1
    out[NEW_TOTAL] = total


@compiles
def count_cards(card_list: Ints, start: int, out: Ints) -> None:
    """Add the cards of a card list to the counts by kind at `start`."""
    index = 0
    while card_list[index] != NO_CARD:
        out[start + card_list[index]] += 1
        index += 1
