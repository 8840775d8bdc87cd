"""Incremental evaluation of hands that differ from a base hand in the cards of one good.

`prepare_deltas` analyses the base hand once; after that the value of each changed hand takes a few
look-ups. The sections of the buffer are laid out in `byzanz.engine.scratch`.
"""

from typing import TYPE_CHECKING

from byzanz.cards import GOODS
from byzanz.dialect import Ints, compiles, compiles_without_inlining
from byzanz.engine.evaluation.hand_value import (
    GOOD_BITS,
    GOOD_MASK,
    IMPOSSIBLE,
    MERCHANT_SHIFT,
    sum_entries,
    value_of_entries,
)
from byzanz.engine.scratch import DELTA_BASE, DELTA_ONE, DELTA_TWO

if TYPE_CHECKING:
    from byzanz.engine.evaluation.tables import Evaluation


@compiles_without_inlining
def prepare_deltas(evaluation: "Evaluation", stage: int, hand: int, buffer: Ints) -> None:
    """Fill the delta sections for a base hand.

    For each good they hold the best gain of one and of two merchants that are placed with other
    goods or with none: a forward pass covers the goods before it, a backward pass those after it.
    Hands with more than two merchants are rare; their changed hands are evaluated in full.
    """
    merchants = hand >> MERCHANT_SHIFT
    if merchants > 2:
        return
    none = 0
    one = evaluation.merchant_entries[stage][1]
    two = evaluation.merchant_entries[stage][2]
    for good in range(GOODS):
        entry = (hand >> GOOD_BITS * good & GOOD_MASK) << 2
        alone = evaluation.good_entries[stage][entry]
        none += alone
        if merchants:
            buffer[DELTA_ONE + good] = one
            gain = evaluation.good_entries[stage][entry + 1] - alone
            if merchants == 2:
                buffer[DELTA_TWO + good] = two
                two = max(two, one + gain, evaluation.good_entries[stage][entry + 2] - alone)
            one = max(one, gain)
    buffer[DELTA_BASE] = none
    one = two = IMPOSSIBLE
    for good in range(GOODS - 1, -1, -1):
        if merchants:
            before = buffer[DELTA_ONE + good]
            entry = (hand >> GOOD_BITS * good & GOOD_MASK) << 2
            alone = evaluation.good_entries[stage][entry]
            gain = evaluation.good_entries[stage][entry + 1] - alone
            if merchants == 2:
                buffer[DELTA_TWO + good] = max(buffer[DELTA_TWO + good], before + one, two)
                two = max(two, one + gain, evaluation.good_entries[stage][entry + 2] - alone)
            buffer[DELTA_ONE + good] = max(before, one)
            one = max(one, gain)


@compiles
def changed_entries(
    evaluation: "Evaluation", stage: int, hand: int, changed: int, good: int, buffer: Ints
) -> int:
    """Return the sum of entries of a hand that differs from the base hand in one good's cards.

    `prepare_deltas` must have filled the buffer for the same stage and base hand.
    """
    merchants = hand >> MERCHANT_SHIFT
    if merchants > 2:
        return sum_entries(evaluation, stage, changed)
    shift = GOOD_BITS * good
    entry = (changed >> shift & GOOD_MASK) << 2
    alone = evaluation.good_entries[stage][entry]
    entries = (
        buffer[DELTA_BASE]
        + alone
        - evaluation.good_entries[stage][(hand >> shift & GOOD_MASK) << 2]
    )
    if merchants == 0:
        return entries
    gain = evaluation.good_entries[stage][entry + 1] - alone
    if merchants == 1:
        return entries + max(buffer[DELTA_ONE + good], gain)
    both = evaluation.good_entries[stage][entry + 2] - alone
    return entries + max(buffer[DELTA_TWO + good], buffer[DELTA_ONE + good] + gain, both)


@compiles
def changed_value(
    evaluation: "Evaluation", stage: int, hand: int, changed: int, good: int, buffer: Ints
) -> int:
    """Return the value of a hand that differs from the base hand in one good's cards."""
    entries = changed_entries(evaluation, stage, hand, changed, good, buffer)
    return value_of_entries(evaluation, stage, entries)
