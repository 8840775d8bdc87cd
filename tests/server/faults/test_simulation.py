"""Simulations in virtual time: a seed decides every action and every fault."""

import pytest

from tests.server.faults.simulation import simulate

ONCE_FAILED = (4, 12, 37, 41, 57, 68, 1043)
"""Seeds that once failed."""

SEEDS = range(1000, 1100)
MANY_SEEDS = range(10_000, 12_000)
AT_ONCE = 10


def starts(seeds: range) -> range:
    return range(seeds.start, seeds.stop, AT_ONCE)


@pytest.mark.parametrize("seed", ONCE_FAILED)
def test_seeds_that_failed_once(seed):
    simulate(seed)


@pytest.mark.slow
@pytest.mark.parametrize("first", starts(SEEDS))
def test_seeds(first):
    for seed in range(first, first + AT_ONCE):
        simulate(seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [3, 5])
def test_a_seed_is_the_same_again_and_plays_to_the_end(seed):
    assert simulate(seed, to_the_end=True) == simulate(seed, to_the_end=True)


def test_seeds_differ():
    assert simulate(2) != simulate(19)


@pytest.mark.long
@pytest.mark.parametrize("first", starts(MANY_SEEDS))
def test_many_seeds(first):
    for seed in range(first, first + AT_ONCE):
        simulate(seed)
