"""A game never gets stuck: the people present can always end it."""

import pytest

from tests.server.faults.vanishing import vanish

SEEDS = range(100)
MANY_SEEDS = range(10_000, 12_000)
AT_ONCE = 10  # seeds per test


def starts(seeds: range) -> range:
    return range(seeds.start, seeds.stop, AT_ONCE)


@pytest.mark.parametrize("first", starts(SEEDS))
def test_the_people_present_can_end_a_game(first):
    for seed in range(first, first + AT_ONCE):
        vanish(seed)


@pytest.mark.long
@pytest.mark.parametrize("first", starts(MANY_SEEDS))
def test_the_people_present_can_end_many_games(first):
    for seed in range(first, first + AT_ONCE):
        vanish(seed)
