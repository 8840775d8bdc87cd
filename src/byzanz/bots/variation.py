"""What hands are worth that differ from one hand in the cards of a single good."""

from typing import TYPE_CHECKING

from byzanz.bots.worth import GOOD_BITS, GOOD_MASK, MERCHANT_SHIFT, entries_worth, sum_entries
from byzanz.cards import GOODS
from byzanz.dialect import Ints, compiles

if TYPE_CHECKING:
    from byzanz.bots.mind import Mind

NONE = 384  # places in the array of the caller: the entries of all goods without a merchant,
FIRST = 385  # what the merchant adds where it adds most,
SECOND = 386  # and next to that,
WHERE = 387  # and the good where it adds most


@compiles
def survey(mind: "Mind", stage: int, number: int, out: Ints) -> None:
    """Look at a hand once, so that its variations can be told quickly."""
    merchants = number >> MERCHANT_SHIFT
    none = 0
    first = second = mind.merchants[stage][1]
    where = GOODS
    for good in range(GOODS):
        entry = (number & GOOD_MASK) << 2
        number >>= GOOD_BITS
        alone = mind.worths[stage][entry]
        none += alone
        if merchants == 1:
            gain = mind.worths[stage][entry + 1] - alone
            if gain > first:
                second = first
                first = gain
                where = good
            elif gain > second:
                second = gain
    out[NONE] = none
    out[FIRST] = first
    out[SECOND] = second
    out[WHERE] = where


@compiles
def varied_entries(mind: "Mind", stage: int, number: int, varied: int, good: int, out: Ints) -> int:
    """The entries of a hand that differs from the one looked at in the cards of this good."""
    merchants = number >> MERCHANT_SHIFT
    if merchants > 1:
        return sum_entries(mind, stage, varied)
    shift = GOOD_BITS * good
    entry = (varied >> shift & GOOD_MASK) << 2
    alone = mind.worths[stage][entry]
    entries = out[NONE] + alone - mind.worths[stage][(number >> shift & GOOD_MASK) << 2]
    if merchants == 0:
        return entries
    gain = out[FIRST]
    if out[WHERE] == good:
        gain = out[SECOND]
    return entries + max(gain, mind.worths[stage][entry + 1] - alone)


@compiles
def varied_worth(mind: "Mind", stage: int, number: int, varied: int, good: int, out: Ints) -> int:
    """What that hand is worth."""
    return entries_worth(mind, stage, varied_entries(mind, stage, number, varied, good, out))
