"""Grades follow from costs, and the accuracy is their mean."""

import re
from pathlib import Path

import pytest

from byzanz.analysis.causes import Fault
from byzanz.analysis.decisions.grades import (
    LEAST_COST,
    POINT_COST,
    accuracy_of,
    cost_of,
    grade_of,
    sure_loss_of,
)
from byzanz.analysis.findings import MILLIONTHS, Alternative, Grade, Verdict
from byzanz.game.moves import Pass
from byzanz.game.phase import Phase
from byzanz.words.catalogue import LANGUAGES, Catalogue

PERCENTAGE_POINT = MILLIONTHS // 100  # millionths of a victory
PAGE = Path(__file__).parents[3] / "docs" / "analysis.md"


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


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_name_the_thresholds(language):
    """`analysis.thresholds` has each number where the grades have it, and the cost of a point."""
    text = Catalogue(language, ["looking"]).say("analysis.thresholds")
    numbers = [float(each.replace(",", ".")) for each in re.findall(r"\d+(?:[.,]\d+)?", text)]
    fine, inaccuracy, mistake, blunder = [
        LEAST_COST[grade] / PERCENTAGE_POINT
        for grade in (Grade.FINE, Grade.INACCURACY, Grade.MISTAKE, Grade.BLUNDER)
    ]
    point = POINT_COST / PERCENTAGE_POINT
    assert numbers == [fine, inaccuracy, mistake, mistake, blunder, point]


def test_the_docs_name_the_thresholds():
    table = dict(re.findall(r"^\| (\w+) \| ([\d.]+)", PAGE.read_text(), re.MULTILINE))
    assert {grade: float(table[grade]) for grade in Grade} == {
        grade: cost / PERCENTAGE_POINT for grade, cost in LEAST_COST.items()
    }


def test_a_blunder_needs_a_sure_loss():
    """The lower limit of the loss's 95 % interval has to be above the threshold."""
    assert decision(130_000, 15_000).grade is Grade.BLUNDER
    assert decision(130_000, 16_000).grade is Grade.MISTAKE
    assert sure_loss_of(130_000, 16_000) < 100_000 <= cost_of(130_000, 16_000, 0)


def test_a_blunder_needs_a_named_fault():
    assert grade_of(400_000, 400_000, None) is Grade.MISTAKE
    assert grade_of(60_000, 60_000, None) is Grade.MISTAKE


def test_a_loss_of_profit_alone_is_not_a_blunder():
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
