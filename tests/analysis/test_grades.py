"""Grades and accuracy."""

import pytest

from byzanz.analysis.grades import accuracy_of, grade_of, sure_loss
from byzanz.analysis.report import Alternative, Grade, Verdict
from byzanz.game.moves import Pass
from byzanz.game.phase import Phase


def decision(loss: int, error: int = 0) -> Verdict:
    alternatives = (Alternative(Pass(), 0, 0, ()),)
    return Verdict(0, Phase.BID, 0, alternatives, loss, error, grade_of(sure_loss(loss, error)))


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
def test_a_grade_begins_at_its_loss(loss, grade):
    assert grade_of(loss) is grade


def test_what_may_be_chance_is_held_against_nobody():
    assert decision(60_000, 45_000).grade is Grade.FINE
    assert decision(3_000, 9_000).grade is Grade.BEST


def test_accuracy_is_a_mean_from_best_to_blunder():
    assert accuracy_of([]) == 100
    assert accuracy_of([decision(0), decision(0)]) == 100
    assert accuracy_of([decision(0), decision(50_000)]) == 75
    assert accuracy_of([decision(100_000), decision(700_000)]) == 0
