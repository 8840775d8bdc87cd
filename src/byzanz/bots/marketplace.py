"""The market and its stalls as numbers, in the way of `byzanz.bots.worth`."""

from byzanz.bots.worth import CARD_STEP, GOOD_BITS, GOOD_MASK, MERCHANT_SHIFT
from byzanz.cards import GOODS, KINDS
from byzanz.dialect import compiles
from byzanz.rules.table import Table


@compiles
def market_number(table: Table) -> int:
    """The market as one number, as if it were a hand."""
    number = 0
    for kind in range(KINDS):
        number += table.market[kind] * CARD_STEP[kind]
    return number


@compiles
def stall_number(market: int, stall: int) -> int:
    """The cards of one stall as a number."""
    if stall == GOODS:
        return market >> MERCHANT_SHIFT << MERCHANT_SHIFT
    return market & GOOD_MASK << GOOD_BITS * stall
