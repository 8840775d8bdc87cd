"""Confirms puzzles with another seed, at other search depths than they were made with."""

import msgspec

from byzanz.puzzles.answers import answers_of
from byzanz.puzzles.bar import LEAST_LEAD, ROUNDS, SAMPLES
from byzanz.puzzles.puzzle import Puzzle
from byzanz.puzzles.trials import Trial, Trier

SEED = 2  # the puzzles were made with another one
OTHER_ROUNDS = (1, 3)  # depths at which the best kind has to lead at all


class Confirmation(msgspec.Struct, frozen=True):
    """The result of trying a puzzle again."""

    puzzle: str
    is_confirmed: bool
    lead: float  # the least lead over another kind, in win share, at the depth of the bar
    other_leads: tuple[float, ...]  # the least leads at the other depths


def confirm(puzzle: Puzzle, *, seed: int = SEED, samples: int = SAMPLES) -> Confirmation:
    """Try all answers of a puzzle again.

    It is confirmed if its best kind leads every other by the bar, and leads at both other depths.
    """
    lead = _least_lead(puzzle, ROUNDS, seed, samples)
    others = tuple([_least_lead(puzzle, rounds, seed, samples) for rounds in OTHER_ROUNDS])
    is_confirmed = lead >= LEAST_LEAD and min(others) > 0
    return Confirmation(puzzle.id, is_confirmed, lead, others)


def _least_lead(puzzle: Puzzle, rounds: int, seed: int, samples: int) -> float:
    """Return the win share by which the best kind leads; negative if another kind is better."""
    kinds = {choice.move: choice.kind for choice in puzzle.choices}
    trier = Trier(puzzle.view, answers_of(puzzle.view), rounds=rounds, seed=seed)
    trials = trier.extend(samples).answers
    best = max(trial.share for trial in trials if _kind(kinds, trial) == 0)
    return best - max(trial.share for trial in trials if _kind(kinds, trial) != 0)


def _kind(kinds: dict[object, int], trial: Trial) -> int:
    return kinds[trial.move]
