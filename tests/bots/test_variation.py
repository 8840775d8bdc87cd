"""Hands that differ from one in a single good, against looking at each anew."""

from random import Random

import pytest

from byzanz.bots.stage import STAGES
from byzanz.bots.variation import survey, varied_entries, varied_worth
from byzanz.bots.worth import GOOD_BITS, GOOD_MASK, MERCHANT_SHIFT, sum_entries, worth
from byzanz.cards import GOODS
from byzanz.rules.actions import ACTIONS
from tests.bots.test_worth import MINDS, some_number

STALE = 77  # what lies in the array from an earlier use


@pytest.mark.parametrize("merchants", range(5))
@pytest.mark.parametrize("mind", MINDS)
def test_a_variation_is_worth_what_the_hand_is(mind, merchants):
    random, out = Random(1), [STALE] * ACTIONS
    for _ in range(40):
        stage = random.randrange(STAGES)
        number = some_number(random, random.randint(0, 8)) + (merchants << MERCHANT_SHIFT)
        survey(mind, stage, number, out)
        for good in range(GOODS):
            mask = GOOD_MASK << GOOD_BITS * good
            varied = number & ~mask | some_number(random, random.randint(0, 5)) & mask
            entries = varied_entries(mind, stage, number, varied, good, out)
            assert entries == sum_entries(mind, stage, varied)
            assert varied_worth(mind, stage, number, varied, good, out) == worth(
                mind, stage, varied
            )
