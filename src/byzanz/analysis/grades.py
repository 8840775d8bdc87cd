"""How decisions are graded, and what the grades of a player come to."""

from collections.abc import Sequence

from byzanz.analysis.causes import Fault
from byzanz.analysis.report import PARTS, Grade, Verdict

FROM = {
    Grade.BLUNDER: 100_000,
    Grade.MISTAKE: 50_000,
    Grade.INACCURACY: 20_000,
    Grade.FINE: 5_000,
    Grade.BEST: 0,
}
"""The cost from which a decision is called so."""


POINT_COST = 50_000
"""A lost point of profit counts at least like a twentieth of the victory, about its worth when all
are level: in a game that is lost already, mistakes still show."""


CERTAIN = 1.96  # standard errors below a mean: the lower limit of 95 %


def cost_of(loss: int, error: int, profit_loss: int) -> int:
    """What a decision is graded by: the loss less its standard error, or the profit that was lost.

    So nobody is blamed for what may be chance.
    """
    return max(loss - error, profit_loss * POINT_COST // PARTS, 0)


def sure_loss_of(loss: int, error: int) -> int:
    """The loss that is beyond doubt: the lower limit of 95 %."""
    return round(loss - CERTAIN * error)


def grade_of(cost: int, sure_loss: int, fault: Fault | None) -> Grade:
    """The grade of a decision that cost this much.

    A blunder lost that much of the victory beyond doubt, and has a name; what does not is a mistake
    at most.
    """
    is_proved = sure_loss >= FROM[Grade.BLUNDER] and fault is not None
    grades = [grade for grade in FROM if is_proved or grade is not Grade.BLUNDER]
    return next(grade for grade in grades if cost >= FROM[grade])


def accuracy_of(verdicts: Sequence[Verdict]) -> int:
    """From 100, where every decision was the best, to 0, where each was a mistake or worse.

    It is a mean over decisions, whose costs hardly depend on who is ahead: games can be compared.
    """
    worst = FROM[Grade.MISTAKE]
    kept = [1 - min(verdict.cost / worst, 1) for verdict in verdicts]
    return round(100 * sum(kept) / len(kept)) if kept else 100
