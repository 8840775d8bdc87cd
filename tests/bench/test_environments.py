"""`byzanz bench --environments` measures and prints all environments, here with small sizes."""

import math

import pytest

from byzanz.bench import environments
from byzanz.bench.environments import EnvironmentRates, measure_environments
from tests.cli.calling import output, printed_json

SIZES = {
    "environments.TRIES": 1,
    "environments.GAMES": 4,
    "environments.FIRST_STEPS": 1,
    "environments.BATCH_STEPS": 2,
    "environments.AGENT_STEPS": 2,
    "environments.SAMPLED_ROWS": 2,
    "yardsticks.HEARTS_GAMES": 1,
    "yardsticks.GIN_RUMMY_GAMES": 1,
    "yardsticks.TEXAS_HOLDEM_STEPS": 2,
}


@pytest.fixture(scope="module")
def measured():
    with pytest.MonkeyPatch.context() as patch:
        for name, size in SIZES.items():
            patch.setattr(f"byzanz.bench.{name}", size)
        return measure_environments(lambda what: None)


@pytest.fixture
def _measurements_given(measured, monkeypatch):
    monkeypatch.setattr(environments, "measure_environments", lambda report: measured)


def test_every_rate_is_a_positive_number(measured):
    rates = [*measured.batch.values(), measured.resample, measured.aec, measured.hearts]
    assert all(0 < rate < math.inf for rate in [*rates, measured.gin_rummy])


def test_ratios_are_of_the_same_run():
    rates = EnvironmentRates({1: 8.0, 2: 12.0}, 5.0, aec=None, hearts=2.0, gin_rummy=0.1,
                             texas_holdem=1.0)  # fmt: skip
    assert rates.ratios == {
        "batch, 1 thread, over hearts": 4,
        "batch, 2 threads, over hearts": 6,
        "batch, 1 thread, over gin_rummy": pytest.approx(80),
    }


@pytest.mark.usefixtures("_measurements_given")
def test_the_json_has_every_rate_and_ratio(measured):
    printed = printed_json("bench", "--environments")
    assert set(printed["figures"]) == set(measured.__struct_fields__)
    assert printed["ratios"] == pytest.approx(measured.ratios)


@pytest.mark.usefixtures("_measurements_given")
def test_the_table_is_narrow_and_names_what_is_missing(measured):
    text = output("bench", "--environments")
    assert all(len(line) <= 80 for line in text.splitlines())
    assert "batch, 1 thread, over hearts" in text
    assert ("not installed" in text) == (measured.texas_holdem is None)
