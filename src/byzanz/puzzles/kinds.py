"""Which answers are of one kind, by their cards and by the results of their play-outs."""

from collections.abc import Sequence
from typing import NamedTuple

from byzanz.game.moves import Move
from byzanz.puzzles.answers import are_alike

LEAST_LEAD = 0.03  # win share by which the best kind of a puzzle leads every other kind
BEST_KIND = 0


class Result(NamedTuple):
    """An answer and the means of its play-outs."""

    move: Move
    share: float
    profit: float


def kinds_of(results: Sequence[Result]) -> list[int]:
    """Return the number of the kind of each answer; the best answer comes first and has 0.

    Two answers whose play-outs have the same results are of one kind: the solver can't tell them
    apart. A bid is also of the best kind if it has the same value with the same goods as the best
    one, and is not worse by the bar.
    """
    best = results[0]
    kinds: list[int] = []
    for index, each in enumerate(results):
        is_near = best.share - each.share < LEAST_LEAD
        if is_same(best, each) or (is_near and are_alike(best.move, each.move)):
            kinds.append(BEST_KIND)
            continue
        same = [
            kinds[other] for other in range(index) if kinds[other] and is_same(results[other], each)
        ]
        kinds.append(same[0] if same else max(kinds) + 1)
    return kinds


def is_same(one: Result, other: Result) -> bool:
    """Return whether two answers had the same results."""
    return (one.share, one.profit) == (other.share, other.profit)
