"""The market and its stalls, packed like a hand in `byzanz.engine.evaluation.hand_value`."""

from byzanz.cards import GOODS, KINDS
from byzanz.dialect import compiles
from byzanz.engine.evaluation.hand_value import GOOD_BITS, GOOD_MASK, MERCHANT_SHIFT, PACKED_CARD
from byzanz.rules.table import Table


@compiles
def pack_market(table: Table) -> int:
    """Pack all cards of the market into one number."""
    market = 0
    for kind in range(KINDS):
        market += table.market[kind] * PACKED_CARD[kind]
    return market


@compiles
def packed_stall(market: int, stall: int) -> int:
    """Return the cards of one stall of a packed market; 0 if it is empty."""
    if stall == GOODS:
        return market >> MERCHANT_SHIFT << MERCHANT_SHIFT
    return market & GOOD_MASK << GOOD_BITS * stall
