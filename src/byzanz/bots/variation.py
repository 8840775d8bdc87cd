"""What hands are worth that differ from one hand in the cards of a single good."""

from typing import TYPE_CHECKING

from byzanz.bots.worth import (
    GOOD_BITS,
    GOOD_MASK,
    IMPOSSIBLE,
    MERCHANT_SHIFT,
    entries_worth,
    sum_entries,
)
from byzanz.cards import GOODS
from byzanz.dialect import Ints, compiles, compiles_apart

if TYPE_CHECKING:
    from byzanz.bots.mind import Mind

NONE = 320  # places in the array of the caller: the entries of all goods without a merchant,
ONE = NONE + 1  # for each good, what one merchant adds that is not with its cards,
TWO = ONE + GOODS  # and what two add


@compiles_apart
def survey(mind: "Mind", stage: int, number: int, out: Ints) -> None:
    """Look at a hand once, so that its variations can be told quickly."""
    merchants = number >> MERCHANT_SHIFT
    if merchants > 2:
        return
    none = 0
    one = mind.merchants[stage][1]
    two = mind.merchants[stage][2]
    for good in range(GOODS):
        entry = (number >> GOOD_BITS * good & GOOD_MASK) << 2
        alone = mind.worths[stage][entry]
        none += alone
        if merchants:
            out[ONE + good] = one
            gain = mind.worths[stage][entry + 1] - alone
            if merchants == 2:
                out[TWO + good] = two
                two = max(two, one + gain, mind.worths[stage][entry + 2] - alone)
            one = max(one, gain)
    out[NONE] = none
    one = two = IMPOSSIBLE
    for good in range(GOODS - 1, -1, -1):
        if merchants:
            before = out[ONE + good]
            entry = (number >> GOOD_BITS * good & GOOD_MASK) << 2
            alone = mind.worths[stage][entry]
            gain = mind.worths[stage][entry + 1] - alone
            if merchants == 2:
                out[TWO + good] = max(out[TWO + good], before + one, two)
                two = max(two, one + gain, mind.worths[stage][entry + 2] - alone)
            out[ONE + good] = max(before, one)
            one = max(one, gain)


@compiles
def varied_entries(mind: "Mind", stage: int, number: int, varied: int, good: int, out: Ints) -> int:
    """The entries of a hand that differs from the one looked at in the cards of this good."""
    merchants = number >> MERCHANT_SHIFT
    if merchants > 2:
        return sum_entries(mind, stage, varied)
    shift = GOOD_BITS * good
    entry = (varied >> shift & GOOD_MASK) << 2
    alone = mind.worths[stage][entry]
    entries = out[NONE] + alone - mind.worths[stage][(number >> shift & GOOD_MASK) << 2]
    if merchants == 0:
        return entries
    gain = mind.worths[stage][entry + 1] - alone
    if merchants == 1:
        return entries + max(out[ONE + good], gain)
    both = mind.worths[stage][entry + 2] - alone
    return entries + max(out[TWO + good], out[ONE + good] + gain, both)


@compiles
def varied_worth(mind: "Mind", stage: int, number: int, varied: int, good: int, out: Ints) -> int:
    """What that hand is worth."""
    return entries_worth(mind, stage, varied_entries(mind, stage, number, varied, good, out))
