"""Outages extend deadlines, because clocks stand still while the server is down."""

from random import Random

import pytest

from byzanz.rooms.outages import Outages


@pytest.mark.parametrize(
    ("start", "length", "end"),
    [
        pytest.param(0, 100, 100, id="before both outages"),
        pytest.param(0, 101, 151, id="across the first outage"),
        pytest.param(120, 10, 160, id="begun during an outage"),
        pytest.param(160, 10, 170, id="between the outages"),
        pytest.param(0, 1000, 1150, id="across both outages"),
        pytest.param(0, 201, 351, id="the extension reaches the second outage"),
    ],
)
def test_a_deadline_is_extended_by_outages(start, length, end):
    outages = Outages([(250, 350), (100, 150)])
    assert outages.deadline(start, length) == end
    assert end - start - outages.within(start, end) == length


def test_outages_that_overlap_count_once():
    outages = Outages([(0, 100)])
    outages.add(50, 120)
    outages.add(120, 130)
    assert outages.within(0, 200) == 130
    assert outages.deadline(0, 10) == 140


def test_deadline_and_within_agree():
    dice = Random(1)
    for _ in range(300):
        spans = [(start, start + dice.randrange(50)) for start in dice.choices(range(500), k=5)]
        outages = Outages(spans)
        start, length = dice.randrange(600), dice.randrange(1, 300)
        end = outages.deadline(start, length)
        assert end - start - outages.within(start, end) == length
