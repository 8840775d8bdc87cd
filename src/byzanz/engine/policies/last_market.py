"""Chooses a stall in the last market of the game, by win share instead of profit.

No lots follow, so the value of a hand is the profit of its sets.
"""

from typing import TYPE_CHECKING

from byzanz.cards import GOODS, STALLS
from byzanz.dialect import Ints, compiles
from byzanz.engine.evaluation.hand_value import POINT, pack_hand
from byzanz.engine.evaluation.leaf_value import share_victory
from byzanz.engine.evaluation.packed_market import pack_market, packed_stall
from byzanz.engine.policies.closing_sales import closing_profit
from byzanz.rules.market import taker
from byzanz.rules.table import Table

if TYPE_CHECKING:
    from byzanz.engine.evaluation.tables import Evaluation
    from byzanz.engine.scratch import Scratch

EMPTY = -1  # the gain of a stall without cards


@compiles
def last_stall(table: Table, seat: int, evaluation: "Evaluation", scratch: "Scratch") -> int:
    """Return the stall with the highest win share if each later seat takes its own best stall.

    Only the cards in `table.hands` count; on a table made from a view, these are the known ones.
    """
    list_gains(table, evaluation, scratch.buffer)
    best = GOODS
    highest = -1
    for stall in range(STALLS):
        gain = scratch.buffer[STALLS * table.takes + stall]
        if gain != EMPTY:
            for other in range(table.seat_count):
                hand = pack_hand(table.hands[other])
                scratch.profits[other] = POINT * table.profits[other] + closing_profit(
                    evaluation, hand
                )
            scratch.profits[seat] += gain
            add_later_gains(table, 1 << stall, scratch)
            share_victory(scratch.profits, scratch.shares, table.seat_count, evaluation.spread[0])
            rank = (scratch.shares[seat] << 8) + gain // POINT
            if rank > highest:
                highest = rank
                best = stall
    return best


@compiles
def list_gains(table: Table, evaluation: "Evaluation", buffer: Ints) -> None:
    """Write the profit that each stall would add for each seat that has yet to take a stall.

    The gain for the seat at a position of the market's order is at STALLS x position + stall; it
    is EMPTY for a stall without cards.
    """
    market = pack_market(table)
    for position in range(table.takes, table.seat_count):
        hand = pack_hand(table.hands[taker(table, position)])
        before = closing_profit(evaluation, hand)
        for stall in range(STALLS):
            cards = packed_stall(market, stall)
            gain = EMPTY
            if cards:
                gain = closing_profit(evaluation, hand + cards) - before
            buffer[STALLS * position + stall] = gain


@compiles
def add_later_gains(table: Table, taken: int, scratch: "Scratch") -> None:
    """Add the gains of the later seats, each taking its best stall; `taken` is a mask of stalls."""
    for position in range(table.takes + 1, table.seat_count):
        best = GOODS
        highest = EMPTY
        for stall in range(STALLS):
            gain = scratch.buffer[STALLS * position + stall]
            if gain > highest and not taken >> stall & 1:
                highest = gain
                best = stall
        if highest != EMPTY:
            taken |= 1 << best
            scratch.profits[taker(table, position)] += highest
