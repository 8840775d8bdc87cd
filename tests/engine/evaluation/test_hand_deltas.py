"""Incremental values equal a full evaluation of each changed hand."""

from random import Random

import pytest

from byzanz.cards import GOODS
from byzanz.engine.evaluation.hand_deltas import changed_entries, changed_value, prepare_deltas
from byzanz.engine.evaluation.hand_value import (
    GOOD_BITS,
    GOOD_MASK,
    MERCHANT_SHIFT,
    hand_value,
    sum_entries,
)
from byzanz.engine.evaluation.stage import STAGES
from byzanz.rules.actions import ACTIONS
from tests.engine.evaluation.test_hand_value import EVALUATIONS, random_hand

STALE = 77  # a number that an earlier use has left in the buffer


@pytest.mark.parametrize("merchants", range(5))
@pytest.mark.parametrize("evaluation", EVALUATIONS)
def test_the_incremental_value_is_the_value_of_the_changed_hand(evaluation, merchants):
    random, buffer = Random(1), [STALE] * ACTIONS
    for _ in range(40):
        stage = random.randrange(STAGES)
        hand = random_hand(random, random.randint(0, 8)) + (merchants << MERCHANT_SHIFT)
        prepare_deltas(evaluation, stage, hand, buffer)
        for good in range(GOODS):
            mask = GOOD_MASK << GOOD_BITS * good
            changed = hand & ~mask | random_hand(random, random.randint(0, 5)) & mask
            entries = changed_entries(evaluation, stage, hand, changed, good, buffer)
            assert entries == sum_entries(evaluation, stage, changed)
            assert changed_value(evaluation, stage, hand, changed, good, buffer) == hand_value(
                evaluation, stage, changed
            )
