"""How decisions are graded, and what the grades of a player come to."""

from collections.abc import Sequence

from byzanz.analysis.report import Grade, Verdict

FROM = {
    Grade.BLUNDER: 100_000,
    Grade.MISTAKE: 50_000,
    Grade.INACCURACY: 20_000,
    Grade.FINE: 5_000,
    Grade.BEST: 0,
}
"""The sure loss from which a decision is called so."""


def sure_loss(loss: int, error: int) -> int:
    """A loss less its standard error: what may be chance is held against nobody."""
    return max(loss - error, 0)


def grade_of(loss: int) -> Grade:
    """The grade of a sure loss."""
    return next(grade for grade, least in FROM.items() if loss >= least)


def accuracy_of(verdicts: Sequence[Verdict]) -> int:
    """100, less a point for every thousandth of the victory that a decision cost on average.

    A decision counts from 100, the best, down to 0, a blunder; so it can be compared between games.
    """
    blunder = FROM[Grade.BLUNDER]
    kept = [1 - min(sure_loss(each.loss, each.error) / blunder, 1) for each in verdicts]
    return round(100 * sum(kept) / len(kept)) if kept else 100
