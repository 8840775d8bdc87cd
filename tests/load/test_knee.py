"""The search for the knee, with simulated servers whose limit is known, and on a real one."""

import asyncio
from array import array

import msgspec
import pytest

from byzanz.cli.render.load_table import knee_sentence
from byzanz.load.knee_search import KneeReport, KneeStep, find_knee, queue_growth, search
from byzanz.load.load_plan import LoadPlan

PLAN = LoadPlan(rooms=2, players=3, moves=500, seconds=1.0)


def step(moves, **facts):
    good = {"made": moves, "p50": 3.0, "p99": 20.0, "waiting_p99": 0.0, "growth": 1.0}
    return KneeStep(moves=moves, processor=None, generator_load=0.5, **{**good, **facts})


def search_knee(first, limit, disturbed=()):
    """Search with a server that sustains `limit`; each rate in `disturbed` fails once."""
    disturbed = list(disturbed)

    async def measure(moves):
        if moves in disturbed:
            disturbed.remove(moves)
            return step(moves, p99=900.0)
        return step(moves, growth=1.0 if moves <= limit else 50.0)

    return KneeReport(PLAN, tuple(asyncio.run(search(first, measure))))


@pytest.mark.parametrize("limit", [20, 480, 500, 777, 1380, 20_000])
def test_the_knee_is_found_from_below_and_from_above(limit):
    knee = search_knee(500, limit).knee
    assert 0.96 * limit <= knee <= limit


def test_a_rate_that_fails_only_once_counts_as_sustained():
    steps = search_knee(500, 1000, disturbed=[575]).steps
    assert [each.moves for each in steps[:4]] == [500, 575, 575, 661]
    assert search_knee(500, 1000, disturbed=[575, 575]).knee < 575


def test_a_server_that_is_too_slow_for_every_rate_has_no_knee():
    report = search_knee(500, 1)
    assert report.knee is None
    assert not report.is_met
    assert min(each.moves for each in report.steps) >= 10
    sentence = knee_sentence(report)
    assert sentence.startswith("Not even 500 moves/s are sustained: p99 at most 150 ms")


@pytest.mark.parametrize(
    ("facts", "failure"),
    [
        ({}, ""),
        ({"made": 960.0}, "too few moves"),
        ({"p99": 151.0}, "p99 over 150 ms"),
        ({"growth": 21.0}, "the queue grows"),
    ],
)
def test_a_step_names_its_failure(facts, failure):
    assert step(1000, **facts).failure == failure


def test_the_growth_of_a_queue_is_the_difference_of_its_mean_lengths():
    assert queue_growth(array("l", [1, 1, 9, 9, 4, 6])) == 4.0
    assert queue_growth(array("l")) == 0.0


def test_a_busy_load_generator_is_reported():
    busy = msgspec.structs.replace(step(500), generator_load=0.97)
    assert "used 0.97 cores" in knee_sentence(KneeReport(PLAN, (busy,)))
    assert "cores" not in knee_sentence(KneeReport(PLAN, (step(500),)))


def test_a_search_on_a_real_server(monkeypatch):
    monkeypatch.setattr("byzanz.load.knee_search.STEP_SECONDS", 1.0)
    monkeypatch.setattr("byzanz.load.knee_search.WARM_UP_SECONDS", 0.1)
    monkeypatch.setattr("byzanz.load.knee_search.MOST_RATE", 20)
    progress = []
    plan = LoadPlan(rooms=4, players=3, moves=20, seconds=1.0)
    report = find_knee(plan, progress.append)
    assert "20 moves per second" in progress
    assert report.steps[0].moves == 20
    assert report.steps[0].made > 10
    assert msgspec.json.decode(msgspec.json.encode(report), type=KneeReport) == report
