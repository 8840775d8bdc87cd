"""The tuner converts parameters to vectors and back, stays within limits, and makes progress."""

import msgspec
import numpy as np
import pytest

from byzanz.engine.evaluation.parameters import (
    PARAMETER_FILE,
    CardValues,
    PolicyParameters,
    TunedParameters,
    tuned_parameters,
)
from byzanz.tuning import tuner as tuner_module
from byzanz.tuning import vectors
from byzanz.tuning.candidates import Contest, Field, LocalArena, play_task
from byzanz.tuning.tuner import Tuner
from tests.cli.calling import call, refused

PLAYER_COUNTS = tuple(tuned_parameters())


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_parameters_are_the_same_after_a_round_trip(players):
    found = tuned_parameters()[players]
    assert vectors.to_policy(vectors.policy_vector(found.policy), found.policy) == found.policy
    values = found.leaf.card_values
    assert vectors.to_values(iter(vectors.values_vector(values)), values) == values


def test_every_parameter_is_tuned():
    times = vectors.VALUE_TIMES
    values = (*vectors.VALUE_LISTS, *times, *vectors.VALUE_NUMBERS)
    policy = ("card_values", *vectors.POLICY_LISTS, *vectors.POLICY_NUMBERS)
    assert sorted(values) == sorted(CardValues.__struct_fields__)
    assert sorted(policy) == sorted(PolicyParameters.__struct_fields__)
    assert set(vectors.LIMITS) == {*values, *policy} - {*times, "card_values"}


def numbers_of(source: CardValues | PolicyParameters, name: str) -> list[int]:
    value = getattr(source, name)
    return list(value) if isinstance(value, tuple) else [value]


@pytest.mark.parametrize("extreme", [-1e6, 1e6])
def test_parameters_stay_within_their_limits(extreme):
    like = tuned_parameters()[4].policy
    policy = vectors.to_policy(np.full(len(vectors.policy_vector(like)), extreme), like)
    for name, limits in vectors.LIMITS.items():
        is_card_value = name in CardValues.__struct_fields__
        found, model = (policy.card_values, like.card_values) if is_card_value else (policy, like)
        assert numbers_of(found, name) == [limits[extreme > 0]] * len(numbers_of(model, name))
    for name in vectors.VALUE_TIMES:
        assert getattr(policy.card_values, name) >= vectors.SHORTEST_TIME


@pytest.mark.slow
def test_a_small_generation_changes_the_parameters_and_is_reproducible(monkeypatch, tmp_path):
    monkeypatch.setattr(tuner_module, "CANDIDATES", 4)
    before = PARAMETER_FILE.read_bytes()
    tuners = [Tuner(3, decks=1, seed=seed) for seed in (1, 1, 2)]
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

    file = tmp_path / "parameters.json"
    options = "--generations 1 --decks 1 --leaf-decks 2 --leaf-generations 1"
    for players in (4, 3):
        result = call("tune", "--players", players, "--out", file, *options.split())
        assert result.exit_code == 0
    written = msgspec.json.decode(file.read_bytes(), type=dict[int, TunedParameters])
    assert written[3] == TunedParameters(first, found)
    assert written[4] != tuned_parameters()[4]  # tuned before, and kept
    assert [written[5], written[6]] == [tuned_parameters()[5], tuned_parameters()[6]]
    assert PARAMETER_FILE.read_bytes() == before


def test_a_file_with_something_else_is_refused_at_once(tmp_path):
    file = tmp_path / "games.byz"
    file.write_text("format byzanz-1")
    assert "expected tuned parameters" in refused(1, "tune", "--players", "3", "--out", file)
    assert file.read_text() == "format byzanz-1"


@pytest.mark.slow
def test_tasks_of_a_cluster_give_the_results_of_one_machine():
    tuned = tuned_parameters()[3]
    candidates = [
        tuned.policy,
        vectors.to_policy(vectors.policy_vector(tuned.policy) * 0.9, tuned.policy),
    ]
    field = Field([1, 0], [tuned.policy, tuned.policy], 7)
    contest = Contest(3, 2, tuned.leaf, (field, field._replace(seed=8)))
    expected = LocalArena().results(contest, candidates)
    assert expected[0] != expected[1]
    tasks = [play_task(contest, [each], first) for first, each in enumerate(candidates)]
    assert [task.results[0] for task in tasks] == expected
    assert [task.first for task in tasks] == [0, 1]
