"""Moments: those of the player who looks, the greatest first, none without its causes."""

import pytest

from byzanz.analysis.grades import FROM
from byzanz.analysis.moments import LEAST, MOST_MOMENTS, moments_of, swing_of, told_decisions
from byzanz.analysis.places import places_of
from byzanz.analysis.report import Cause, Grade
from tests.analysis.analysed import NAMES, analysed


@pytest.mark.parametrize("name", NAMES)
def test_moments_are_ones_own_and_the_greatest_comes_first(name):
    _, game, findings = analysed(name)
    told = told_decisions(game, findings)
    for seat in range(game.seat_count):
        moments = moments_of(told, seat)
        assert len(moments) <= MOST_MOMENTS
        assert {moment.seat for moment in moments} <= {seat}
        sizes = [abs(moment.change) for moment in moments]
        assert sizes == sorted(sizes, reverse=True)
        for moment in moments:
            assert game.moves[moment.number - 1][0] == seat
            verdict = findings[moment.number].verdict
            assert moment.chain == findings[moment.number].chain
            is_mistake = verdict.cost >= FROM[Grade.INACCURACY]
            assert bool(moment.chain.better) == is_mistake
            if is_mistake:
                assert moment.change == min(-verdict.loss, 0)
            else:
                assert moment.change == changed(findings, moment.number, seat) >= LEAST


def changed(findings, number: int, seat: int) -> int:
    step = next(step for step in findings[number].steps if step.cause is Cause.MOVE)
    before = findings[number - 1].steps[-1]
    return step.outlook.shares[seat] - before.outlook.shares[seat]


@pytest.mark.parametrize("name", NAMES)
def test_an_auction_or_market_has_one_moment_at_most(name):
    _, game, findings = analysed(name)
    places, told = places_of(game), told_decisions(game, findings)
    for seat in range(game.seat_count):
        numbers = [moment.number for moment in moments_of(told, seat)]
        where = [(*places[number], findings[number].verdict.phase) for number in numbers]
        assert len(set(where)) == len(where)


@pytest.mark.parametrize("name", NAMES)
def test_a_swing_is_of_a_rival_and_the_greatest_of_all(name):
    _, game, findings = analysed(name)
    told = told_decisions(game, findings)
    for seat in range(game.seat_count):
        swing = swing_of(told, seat)
        if swing is None:
            continue
        assert swing.seat != seat
        assert abs(swing.change) >= LEAST
        assert swing.change == changed(findings, swing.number, seat)
        others = [each.found.number for each in told if each.found.verdict.seat != seat]
        assert abs(swing.change) == max(abs(changed(findings, each, seat)) for each in others)


def test_good_moments_are_among_them():
    found = [
        moment
        for name in NAMES
        for seat in range(analysed(name).game.seat_count)
        for moment in moments_of(told_decisions(analysed(name).game, analysed(name).findings), seat)
    ]
    assert sum(moment.change > 0 for moment in found) >= 3
    assert sum(moment.change < 0 for moment in found) >= 10


def test_what_can_not_be_explained_is_no_moment():
    _, game, findings = analysed(NAMES[0])
    told = {each.found.number for each in told_decisions(game, findings)}
    unexplained = {found.number for found in findings if found.verdict and not found.chain}
    assert unexplained
    assert not told & unexplained
