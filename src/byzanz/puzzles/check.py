"""Confirms puzzles with another seed, also at a search depth that they were not made with."""

import msgspec

from byzanz.puzzles.answers import answers_of
from byzanz.puzzles.bar import OTHER_ROUNDS, SAMPLES
from byzanz.puzzles.kinds import BEST_KIND, LEAST_LEAD
from byzanz.puzzles.puzzle import Puzzle
from byzanz.puzzles.trials import Trier

SEED = 2  # the puzzles were made with another one
THIRD_ROUNDS = 3  # rounds of a play-out at a depth that no puzzle was made with


class Confirmation(msgspec.Struct, frozen=True):
    """The result of trying a puzzle again."""

    puzzle: str
    is_confirmed: bool
    lead: float  # the least lead over another kind, in win share
    third_lead: float  # the same with longer play-outs


def confirm(puzzle: Puzzle, *, seed: int = SEED, samples: int = SAMPLES) -> Confirmation:
    """Try all answers of a puzzle again, with other random numbers.

    It is confirmed if its best kind leads every other by the bar with play-outs of two rounds, and
    also leads with play-outs of three.
    """
    lead = _least_lead(puzzle, OTHER_ROUNDS, seed, samples)
    third_lead = _least_lead(puzzle, THIRD_ROUNDS, seed, samples)
    return Confirmation(puzzle.id, lead >= LEAST_LEAD and third_lead > 0, lead, third_lead)


def _least_lead(puzzle: Puzzle, rounds: int, seed: int, samples: int) -> float:
    """Return the win share by which the best kind leads; negative if another kind is better."""
    kinds = {choice.move: choice.kind for choice in puzzle.choices}
    trier = Trier(puzzle.view, answers_of(puzzle.view), rounds=rounds, seed=seed)
    trials = trier.extend(samples).answers
    best = max(trial.share for trial in trials if kinds[trial.move] == BEST_KIND)
    return best - max(trial.share for trial in trials if kinds[trial.move] != BEST_KIND)
