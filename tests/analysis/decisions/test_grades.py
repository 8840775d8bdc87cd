"""Grades follow from costs, and the accuracy is their mean."""

import pytest

from byzanz.analysis.causes import Fault
from byzanz.analysis.decisions.grades import accuracy_of, cost_of, grade_of, sure_loss_of
from byzanz.analysis.findings import MILLIONTHS, Alternative, Grade, Verdict
from byzanz.game.moves import Pass
from byzanz.game.phase import Phase


def decision(loss: int, error: int = 0) -> Verdict:
    alternatives = (Alternative(Pass(), 0, 0, ()),)
    cost, fault = cost_of(loss, error, 0), Fault.OVERPAID
    grade = grade_of(cost, sure_loss_of(loss, error), fault)
    return Verdict(0, Phase.BID, 0, alternatives, loss, error, cost, fault, grade)


@pytest.mark.parametrize(
    ("loss", "grade"),
    [
        (0, Grade.BEST),
        (4_999, Grade.BEST),
        (5_000, Grade.FINE),
        (20_000, Grade.INACCURACY),
        (50_000, Grade.MISTAKE),
        (99_999, Grade.MISTAKE),
        (100_000, Grade.BLUNDER),
        (900_000, Grade.BLUNDER),
    ],
)
def test_each_grade_has_a_least_cost(loss, grade):
    assert grade_of(loss, loss, Fault.OVERPAID) is grade


def test_a_blunder_needs_a_sure_loss():
    """The lower limit of the loss's 95 % interval has to be above the threshold."""
    assert decision(130_000, 15_000).grade is Grade.BLUNDER
    assert decision(130_000, 16_000).grade is Grade.MISTAKE
    assert sure_loss_of(130_000, 16_000) < 100_000 <= cost_of(130_000, 16_000, 0)


def test_a_blunder_needs_a_named_fault():
    assert grade_of(400_000, 400_000, None) is Grade.MISTAKE
    assert grade_of(60_000, 60_000, None) is Grade.MISTAKE


def test_a_loss_of_profit_alone_is_no_blunder():
    """In a game that is already lost, no win share can be lost."""
    assert grade_of(cost_of(1_000, 0, 4 * MILLIONTHS), 1_000, Fault.OVERPAID) is Grade.MISTAKE


def test_the_error_is_subtracted_from_the_loss():
    assert decision(60_000, 45_000).grade is Grade.FINE
    assert decision(3_000, 9_000).grade is Grade.BEST


def test_lost_profit_counts_if_it_costs_more():
    assert cost_of(1_000, 0, 2 * MILLIONTHS) == 100_000
    assert cost_of(300_000, 10_000, MILLIONTHS) == 290_000
    assert cost_of(0, 5_000, -MILLIONTHS) == 0


def test_accuracy_is_a_mean_from_best_to_mistake():
    assert accuracy_of([]) == 100
    assert accuracy_of([decision(0), decision(0)]) == 100
    assert accuracy_of([decision(0), decision(25_000)]) == 75
    assert accuracy_of([decision(50_000), decision(700_000)]) == 0
