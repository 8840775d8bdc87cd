"""`byzanz bench`: every figure is measured, with little of everything, and shown."""

import math
import sys

import pytest

from byzanz.bench.deciding import decision_seconds
from byzanz.bench.figures import PLAYERS, Figures, measure
from byzanz.bench.fresh import peak_bytes
from tests.cli.calling import output, printed_json

pytestmark = pytest.mark.slow

SIZES = {
    "figures.TRIES": 1,
    "figures.EXPERT": "expert:1",
    "compiled.GAMES": 10,
    "compiled.SOLID_DECKS": 2,
    "compiled.SCALING_GAMES": 100,
    "compiled.COPIES": 1,
    "interpreted.GAMES": 1,
    "yardsticks.LOOP_STEPS": 100,
    "yardsticks.HEARTS_GAMES": 1,
}


@pytest.fixture(scope="module")
def figures():
    with pytest.MonkeyPatch.context() as patch:
        for name, size in SIZES.items():
            patch.setattr(f"byzanz.bench.{name}", size)
        return measure(lambda what: None)


@pytest.fixture
def _measured(figures, monkeypatch):
    monkeypatch.setattr("byzanz.bench.figures.measure", lambda report: figures)


def numbers(figures: Figures) -> list[float]:
    """All that was measured here."""
    values = [getattr(figures, name) for name in figures.__struct_fields__]
    by_players = [value for value in values if isinstance(value, dict)]
    assert all(tuple(rates) == PLAYERS for rates in by_players)
    plain = [value for value in values if isinstance(value, int | float)]
    return plain + [rate for rates in by_players for rate in rates.values()]


def test_every_figure_is_a_positive_number(figures):
    assert all(0 < number < math.inf for number in numbers(figures))


def test_solid_is_held_against_random_play(figures):
    for players, ratio in figures.solid_over_random.items():
        solid, random = figures.solid_games_per_second, figures.compiled_games_per_second
        assert ratio == solid[players] / random[players]


def test_few_decisions_are_slow(figures):
    assert figures.expert_mean_seconds < figures.expert_p99_seconds < figures.expert_first_seconds


def test_every_decision_of_a_game_is_measured():
    assert len(decision_seconds("greedy", 1)) > 4 * 3  # four seats bid on three offers


@pytest.mark.skipif(sys.platform == "win32", reason="not measured on Windows")
def test_memory_is_that_of_the_statement_alone():
    held = bytearray(300_000_000)  # noqa: F841 - not counted
    small = peak_bytes("pass")
    assert small < 50_000_000
    assert 100_000_000 < peak_bytes("bytearray(100_000_000)") < small + 120_000_000


@pytest.mark.usefixtures("_measured")
def test_the_json_has_every_figure(figures):
    printed = printed_json("bench")
    assert set(printed.pop("figures")) == set(figures.__struct_fields__)
    assert set(printed) == {"times_hearts", "solid_over_random"}


@pytest.mark.usefixtures("_measured")
def test_the_table_fits_and_names_the_bars():
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
