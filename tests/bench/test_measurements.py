"""`byzanz bench` takes and prints every measurement, here with small sizes."""

import math
import sys

import pytest

from byzanz.bench.bot_speed import decision_seconds
from byzanz.bench.measurements import PLAYERS, Measurements, measure
from byzanz.bench.startup import peak_bytes
from tests.cli.calling import output, printed_json

pytestmark = pytest.mark.slow

SIZES = {
    "measurements.TRIES": 1,
    "measurements.EXPERT": "expert:1",
    "compiled_speed.GAMES": 10,
    "compiled_speed.SOLID_DECKS": 2,
    "compiled_speed.SCALING_GAMES": 100,
    "compiled_speed.COPIES": 1,
    "interpreted_speed.GAMES": 1,
    "yardsticks.LOOP_STEPS": 100,
    "yardsticks.HEARTS_GAMES": 1,
}


@pytest.fixture(scope="module")
def measured():
    with pytest.MonkeyPatch.context() as patch:
        for name, size in SIZES.items():
            patch.setattr(f"byzanz.bench.{name}", size)
        return measure(lambda what: None)


@pytest.fixture
def _measurements_given(measured, monkeypatch):
    monkeypatch.setattr("byzanz.bench.measurements.measure", lambda report: measured)


def numbers(measured: Measurements) -> list[float]:
    """Return all measured numbers."""
    values = [getattr(measured, name) for name in measured.__struct_fields__]
    by_players = [value for value in values if isinstance(value, dict)]
    assert all(tuple(rates) == PLAYERS for rates in by_players)
    plain = [value for value in values if isinstance(value, int | float)]
    return plain + [rate for rates in by_players for rate in rates.values()]


def test_every_measurement_is_a_positive_number(measured):
    assert all(0 < number < math.inf for number in numbers(measured))


def test_solid_is_compared_with_random_play(measured):
    for players, ratio in measured.solid_over_random.items():
        solid, random = measured.solid_games_per_second, measured.compiled_games_per_second
        assert ratio == solid[players] / random[players]


def test_the_slowest_decisions_take_longer_than_the_mean(measured):
    assert (
        measured.expert_mean_seconds < measured.expert_p99_seconds < measured.expert_first_seconds
    )


def test_every_decision_of_a_game_is_measured():
    assert len(decision_seconds("greedy", 1)) > 4 * 3  # four seats bid on three offers


@pytest.mark.skipif(sys.platform == "win32", reason="not measured on Windows")
def test_memory_is_that_of_the_statement_alone():
    held = bytearray(300_000_000)  # noqa: F841 - memory of this process, which must not count
    small = peak_bytes("pass")
    assert small < 50_000_000
    assert 100_000_000 < peak_bytes("bytearray(100_000_000)") < small + 120_000_000


@pytest.mark.usefixtures("_measurements_given")
def test_the_json_has_every_measurement(measured):
    printed = printed_json("bench")
    assert set(printed.pop("figures")) == set(measured.__struct_fields__)
    assert set(printed) == {"times_hearts", "solid_over_random"}


@pytest.mark.usefixtures("_measurements_given")
def test_the_table_is_narrow_and_has_the_rows_with_targets():
    text = output("bench")
    assert all(len(line) <= 80 for line in text.splitlines())
    for row in (
        "solid over random, 4 players",
        "decision of expert, mean",
        "decision of expert, 99 %",
        "first decision of expert, with start",
        "memory of expert",
    ):
        assert row in text
