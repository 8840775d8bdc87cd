"""The last market, played for the victory: every hand is worth the sets in it now."""

from typing import TYPE_CHECKING

from byzanz.bots.chances import share_out
from byzanz.bots.closing import closing_profit
from byzanz.bots.marketplace import market_number, stall_number
from byzanz.bots.worth import POINT, fan_number
from byzanz.cards import GOODS, STALLS
from byzanz.dialect import Ints, compiles
from byzanz.rules.market import taker
from byzanz.rules.table import Table

if TYPE_CHECKING:
    from byzanz.bots.desk import Desk
    from byzanz.bots.mind import Mind

EMPTY = -1


@compiles
def last_stall(table: Table, seat: int, mind: "Mind", desk: "Desk") -> int:
    """The stall that leaves the greatest share of the victory when the others take their best.

    Of the others' hands only the cards that are on the table's hands are reckoned with: in a
    table made from a view, those that are known.
    """
    list_gains(table, mind, desk.out)
    best = GOODS
    highest = -1
    for stall in range(STALLS):
        gain = desk.out[STALLS * table.takes + stall]
        if gain != EMPTY:
            for other in range(table.seat_count):
                hand = fan_number(table.hands[other])
                desk.profits[other] = POINT * table.profits[other] + closing_profit(mind, hand)
            desk.profits[seat] += gain
            add_later_gains(table, 1 << stall, desk)
            share_out(desk.profits, desk.shares, table.seat_count, mind.spread[0])
            rank = (desk.shares[seat] << 8) + gain // POINT
            if rank > highest:
                highest = rank
                best = stall
    return best


@compiles
def list_gains(table: Table, mind: "Mind", out: Ints) -> None:
    """Write what each stall adds to the sets of each seat that is still to take, or EMPTY."""
    market = market_number(table)
    for place in range(table.takes, table.seat_count):
        hand = fan_number(table.hands[taker(table, place)])
        before = closing_profit(mind, hand)
        for stall in range(STALLS):
            cards = stall_number(market, stall)
            gain = EMPTY
            if cards:
                gain = closing_profit(mind, hand + cards) - before
            out[STALLS * place + stall] = gain


@compiles
def add_later_gains(table: Table, taken: int, desk: "Desk") -> None:
    """Let the seats after the one on turn take what is best for them and not taken yet."""
    for place in range(table.takes + 1, table.seat_count):
        best = GOODS
        highest = EMPTY
        for stall in range(STALLS):
            gain = desk.out[STALLS * place + stall]
            if gain > highest and not taken >> stall & 1:
                highest = gain
                best = stall
        if highest != EMPTY:
            taken |= 1 << best
            desk.profits[taker(table, place)] += highest
