"""The tuner converts parameters to vectors and back, stays within limits, and makes progress."""

import msgspec
import numpy as np
import pytest

from byzanz.engine.evaluation.parameters import (
    PARAMETER_FILE,
    CardValues,
    PolicyParameters,
    tuned_parameters,
)
from tests.scripts import load_script

tune = load_script("tune")
PLAYER_COUNTS = tuple(tuned_parameters())


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_parameters_are_the_same_after_a_round_trip(players):
    found = tuned_parameters()[players]
    assert tune.to_policy(tune.policy_vector(found.policy), found.policy) == found.policy
    values = found.leaf.card_values
    assert tune.to_values(iter(tune.values_vector(values)), values) == values


def test_every_parameter_is_tuned():
    times = tune.VALUE_TIMES
    values = (*tune.VALUE_LISTS, *times, *tune.VALUE_NUMBERS)
    policy = ("card_values", *tune.POLICY_LISTS, *tune.POLICY_NUMBERS)
    assert sorted(values) == sorted(CardValues.__struct_fields__)
    assert sorted(policy) == sorted(PolicyParameters.__struct_fields__)
    assert set(tune.LIMITS) == {*values, *policy} - {*times, "card_values"}


def numbers_of(source: CardValues | PolicyParameters, name: str) -> list[int]:
    value = getattr(source, name)
    return list(value) if isinstance(value, tuple) else [value]


@pytest.mark.parametrize("extreme", [-1e6, 1e6])
def test_parameters_stay_within_their_limits(extreme):
    like = tuned_parameters()[4].policy
    policy = tune.to_policy(np.full(len(tune.policy_vector(like)), extreme), like)
    for name, limits in tune.LIMITS.items():
        is_card_value = name in CardValues.__struct_fields__
        found, model = (policy.card_values, like.card_values) if is_card_value else (policy, like)
        assert numbers_of(found, name) == [limits[extreme > 0]] * len(numbers_of(model, name))
    for name in tune.VALUE_TIMES:
        assert getattr(policy.card_values, name) >= tune.SHORTEST_TIME


def small_evolution(start, step):
    return tune.cma.CMAEvolutionStrategy(start, step, {"seed": 1, "popsize": 4, "verbose": -9})


@pytest.mark.slow
def test_a_small_generation_changes_the_parameters_and_is_reproducible(monkeypatch, tmp_path):
    monkeypatch.setattr(tune, "_evolution", small_evolution)
    before = PARAMETER_FILE.read_bytes()
    tuners = [tune.Tuner(3, decks=1, seed=seed) for seed in (1, 1, 2)]
    for tuner in tuners:
        tuner.evolve(1, step=0.05)
    first, again, other = [tuner.policy for tuner in tuners]
    assert first == again
    assert first != tuned_parameters()[3].policy
    assert other != first
    tuners[0].fit_leaf(decks=2, generations=1)
    found = tuners[0].leaf
    assert found != tuned_parameters()[3].leaf
    assert len(found.spread) == len(found.profit_to_come) == len(tuned_parameters()[3].leaf.spread)
    assert PARAMETER_FILE.read_bytes() == before

    file = tmp_path / "parameters.json"
    monkeypatch.setattr(tune, "PARAMETER_FILE", file)
    arguments = "tune --players 3 --generations 1 --decks 1 --learning-decks 2"
    monkeypatch.setattr("sys.argv", [*arguments.split(), "--learning-generations", "1"])
    tune.main()
    written = msgspec.json.decode(file.read_bytes(), type=dict[int, tune.TunedParameters])
    assert written[3] == tune.TunedParameters(first, found)
    assert {players: written[players] for players in (4, 5, 6)} == {
        players: tuned_parameters()[players] for players in (4, 5, 6)
    }
    assert PARAMETER_FILE.read_bytes() == before
