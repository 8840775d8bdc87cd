"""Moments are a seat's own moves, the largest change first, each with a chain of causes."""

import pytest

from byzanz.analysis.decisions.grades import LEAST_COST
from byzanz.analysis.findings import Cause, Grade
from byzanz.analysis.report.moments import (
    LEAST_CHANGE,
    MOST_MOMENTS,
    explained_decisions,
    moments_of,
    swing_of,
)
from byzanz.analysis.report.timeline import timeline_of
from tests.analysis.analysed import NAMES, analysed


@pytest.mark.parametrize("name", NAMES)
def test_moments_are_own_moves_and_the_largest_comes_first(name):
    _, game, findings = analysed(name)
    explained = explained_decisions(game, findings)
    for seat in range(game.seat_count):
        moments = moments_of(explained, seat)
        assert len(moments) <= MOST_MOMENTS
        assert {moment.seat for moment in moments} <= {seat}
        sizes = [abs(moment.change) for moment in moments]
        assert sizes == sorted(sizes, reverse=True)
        for moment in moments:
            assert game.moves[moment.number - 1][0] == seat
            verdict = findings[moment.number].verdict
            assert moment.chain == findings[moment.number].chain
            is_mistake = verdict.cost >= LEAST_COST[Grade.INACCURACY]
            assert bool(moment.chain.better) == is_mistake
            if is_mistake:
                assert moment.change == min(-verdict.loss, 0)
            else:
                assert moment.change == changed(findings, moment.number, seat) >= LEAST_CHANGE


def changed(findings, number: int, seat: int) -> int:
    step = next(step for step in findings[number].steps if step.cause is Cause.MOVE)
    before = findings[number - 1].steps[-1]
    return step.outlook.shares[seat] - before.outlook.shares[seat]


@pytest.mark.parametrize("name", NAMES)
def test_an_auction_or_market_has_one_moment_at_most(name):
    _, game, findings = analysed(name)
    timeline, explained = timeline_of(game), explained_decisions(game, findings)
    for seat in range(game.seat_count):
        numbers = [moment.number for moment in moments_of(explained, seat)]
        episodes = [(*timeline[number], findings[number].verdict.phase) for number in numbers]
        assert len(set(episodes)) == len(episodes)


@pytest.mark.parametrize("name", NAMES)
def test_a_swing_is_the_largest_change_by_a_rival(name):
    _, game, findings = analysed(name)
    explained = explained_decisions(game, findings)
    for seat in range(game.seat_count):
        swing = swing_of(explained, seat)
        if swing is None:
            continue
        assert swing.seat != seat
        assert abs(swing.change) >= LEAST_CHANGE
        assert swing.change == changed(findings, swing.number, seat)
        others = [each.found.number for each in explained if each.found.verdict.seat != seat]
        assert abs(swing.change) == max(abs(changed(findings, each, seat)) for each in others)


def test_good_and_bad_moves_are_among_the_moments():
    found = [
        moment
        for name in NAMES
        for seat in range(analysed(name).game.seat_count)
        for moment in moments_of(
            explained_decisions(analysed(name).game, analysed(name).findings), seat
        )
    ]
    assert sum(moment.change > 0 for moment in found) >= 3
    assert sum(moment.change < 0 for moment in found) >= 10


def test_a_decision_without_a_chain_is_not_a_moment():
    _, game, findings = analysed(NAMES[0])
    explained = {each.found.number for each in explained_decisions(game, findings)}
    unexplained = {found.number for found in findings if found.verdict and not found.chain}
    assert unexplained
    assert not explained & unexplained
