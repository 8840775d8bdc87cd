"""Judges an answer to a puzzle."""

from collections.abc import Sequence

from byzanz.game.moves import Move
from byzanz.puzzles.answers import are_alike
from byzanz.puzzles.kinds import BEST_KIND
from byzanz.puzzles.puzzle import Choice


def choice_of(choices: Sequence[Choice], answer: Move) -> int | None:
    """Return the index of an answer among the choices: itself, or else one of its kind."""
    same = [index for index, choice in enumerate(choices) if choice.move == answer]
    alike = [index for index, choice in enumerate(choices) if are_alike(choice.move, answer)]
    return next(iter(same + alike), None)


def is_right(choices: Sequence[Choice], answer: Move) -> bool:
    """Return whether an answer is of the best kind."""
    index = choice_of(choices, answer)
    return index is not None and choices[index].kind == BEST_KIND
