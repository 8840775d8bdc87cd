"""The tuner: habits as numbers and back, within their limits, and a generation of few decks."""

import msgspec
import numpy as np
import pytest

from byzanz.bots.habits import TUNED, Habits, Worths, tuned
from tests.scripts import load_script

tune = load_script("tune")
PLAYER_COUNTS = tuple(tuned())


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_habits_are_the_same_after_a_round_trip(players):
    found = tuned()[players]
    assert tune.to_habits(tune.habits_vector(found.habits), found.habits) == found.habits
    worths = found.judgement.worths
    assert tune.to_worths(iter(tune.worths_vector(worths)), worths) == worths


def test_every_habit_is_tuned():
    times = tune.WORTH_TIMES
    worths = (*tune.WORTH_LISTS, *times, *tune.WORTH_NUMBERS)
    habits = ("worths", *tune.HABIT_LISTS, *tune.HABIT_NUMBERS)
    assert sorted(worths) == sorted(Worths.__struct_fields__)
    assert sorted(habits) == sorted(Habits.__struct_fields__)
    assert set(tune.LIMITS) == {*worths, *habits} - {*times, "worths"}


def numbers_of(source: Worths | Habits, name: str) -> list[int]:
    value = getattr(source, name)
    return list(value) if isinstance(value, tuple) else [value]


@pytest.mark.parametrize("far", [-1e6, 1e6])
def test_limits_are_kept(far):
    like = tuned()[4].habits
    habits = tune.to_habits(np.full(len(tune.habits_vector(like)), far), like)
    for name, limits in tune.LIMITS.items():
        is_worth = name in Worths.__struct_fields__
        found, model = (habits.worths, like.worths) if is_worth else (habits, like)
        assert numbers_of(found, name) == [limits[far > 0]] * len(numbers_of(model, name))
    for name in tune.WORTH_TIMES:
        assert getattr(habits.worths, name) >= tune.SHORTEST_TIME


def small_evolution(start, step):
    return tune.cma.CMAEvolutionStrategy(start, step, {"seed": 1, "popsize": 4, "verbose": -9})


@pytest.mark.slow
def test_a_generation_of_few_decks(monkeypatch, tmp_path):
    monkeypatch.setattr(tune, "_evolution", small_evolution)
    before = TUNED.read_bytes()
    tuners = [tune.Tuner(3, decks=1, seed=seed) for seed in (1, 1, 2)]
    for tuner in tuners:
        tuner.evolve(1, step=0.05)
    first, again, other = [tuner.habits for tuner in tuners]
    assert first == again
    assert first != tuned()[3].habits
    assert other != first
    tuners[0].learn(decks=2, generations=1)
    found = tuners[0].judgement
    assert found != tuned()[3].judgement
    assert len(found.spread) == len(found.future) == len(tuned()[3].judgement.spread)
    assert TUNED.read_bytes() == before

    file = tmp_path / "habits.json"
    monkeypatch.setattr(tune, "TUNED", file)
    words = "tune --players 3 --generations 1 --decks 1 --learning-decks 2"
    monkeypatch.setattr("sys.argv", [*words.split(), "--learning-generations", "1"])
    tune.main()
    written = msgspec.json.decode(file.read_bytes(), type=dict[int, tune.Tuned])
    assert written[3] == tune.Tuned(first, found)
    assert {players: written[players] for players in (4, 5, 6)} == {
        players: tuned()[players] for players in (4, 5, 6)
    }
    assert TUNED.read_bytes() == before
