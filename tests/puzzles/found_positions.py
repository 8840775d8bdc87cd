"""Found positions for tests, made from shipped puzzles without any play-out."""

from itertools import islice

from byzanz.puzzles.bar import OTHER_ROUNDS, OTHER_SAMPLES, ROUNDS, SAMPLES
from byzanz.puzzles.collection import shipped_collection
from byzanz.puzzles.findings import Found
from byzanz.puzzles.puzzle import Puzzle
from byzanz.puzzles.trials import Trial, Trials

PUZZLES = tuple(shipped_collection().puzzles.values())
MILLION = 1_000_000


def some_puzzles(count: int) -> list[Puzzle]:
    """Return shipped puzzles of all phases and numbers of players."""
    groups: dict[object, list[Puzzle]] = {}
    for puzzle in PUZZLES:
        groups.setdefault((puzzle.view.phase, len(puzzle.view.seats)), []).append(puzzle)
    rows = [list(islice(group, count)) for group in groups.values()]
    mixed = [group[index] for index in range(count) for group in rows if index < len(group)]
    return mixed[:count]


def trials_of(puzzle: Puzzle, rounds: int, samples: int, *, error: float = 0.001) -> Trials:
    """Return trials with the values of a puzzle."""
    best = puzzle.choices[0]
    answers = [
        Trial(
            move=choice.move,
            kind=choice.kind,
            share=choice.share / MILLION,
            profit=choice.profit / MILLION,
            lead=(best.share - choice.share) / MILLION,
            error=error,
            free=0.0,
            pick=0.0,
            profits=tuple(choice.profit / MILLION for _ in puzzle.view.seats),
        )
        for choice in puzzle.choices
    ]
    return Trials(rounds, samples, tuple(answers))


def found_of(puzzle: Puzzle, game: int = 0) -> Found:
    """Return what a search notes about a puzzle."""
    return Found(
        game,
        puzzle.view,
        trials_of(puzzle, OTHER_ROUNDS, OTHER_SAMPLES),
        trials_of(puzzle, ROUNDS, SAMPLES),
        puzzle.missed,
    )
