"""Grades decisions by their cost, and computes a player's accuracy."""

from collections.abc import Sequence

from byzanz.analysis.causes import Fault
from byzanz.analysis.findings import MILLIONTHS, Grade, Verdict

LEAST_COST = {
    Grade.BLUNDER: 100_000,
    Grade.MISTAKE: 50_000,
    Grade.INACCURACY: 20_000,
    Grade.FINE: 5_000,
    Grade.BEST: 0,
}
"""The least cost of each grade, in millionths of a victory; the worst grade first."""


POINT_COST = 50_000
"""The cost of a lost point of profit, in millionths of a victory.

A point is worth about a twentieth of the victory while all seats are level. This cost makes
mistakes visible even in a game that is already lost.
"""


Z_95 = 1.96  # half the width of the 95 % interval, in standard errors


def cost_of(loss: int, error: int, profit_loss: int) -> int:
    """Return the cost that decides the grade, in millionths of a victory.

    It is the loss minus its error or the cost of the lost profit, whichever is larger. The standard
    error is subtracted so that sampling noise does not make a grade worse.
    """
    return max(loss - error, profit_loss * POINT_COST // MILLIONTHS, 0)


def sure_loss_of(loss: int, error: int) -> int:
    """Return the lower limit of the 95 % interval of the loss."""
    return round(loss - Z_95 * error)


def grade_of(cost: int, sure_loss: int, fault: Fault | None) -> Grade:
    """Return the grade of a decision.

    A blunder also needs a sure loss of the same size and a named fault; otherwise the decision is
    a mistake at most.
    """
    is_proved = sure_loss >= LEAST_COST[Grade.BLUNDER] and fault is not None
    grades = [grade for grade in LEAST_COST if is_proved or grade is not Grade.BLUNDER]
    return next(grade for grade in grades if cost >= LEAST_COST[grade])


def accuracy_of(verdicts: Sequence[Verdict]) -> int:
    """Return the accuracy: 100 if every decision was the best, 0 if each was a mistake or worse.

    It is a mean over decisions. The cost of a decision hardly depends on the scores, so games are
    comparable.
    """
    worst = LEAST_COST[Grade.MISTAKE]
    kept = [1 - min(verdict.cost / worst, 1) for verdict in verdicts]
    return round(100 * sum(kept) / len(kept)) if kept else 100
