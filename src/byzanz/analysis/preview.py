"""A preview of an analysis: rough curves, made without the compiler."""

from byzanz.analysis.findings import Preview
from byzanz.analysis.values.position_value import InterpretedEvaluator
from byzanz.analysis.values.win_curve import first_steps, move_steps
from byzanz.game.game import Game

PLAYOUTS = 64  # play-outs per point, in half a second; a standard error of at most 6 points
SEED = 1


class GamePreview:
    """Estimates the curves of a game one move at a time."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._evaluator = InterpretedEvaluator(game.seat_count, PLAYOUTS, SEED)

    def preview(self, number: int) -> Preview:
        """Estimate the steps of the move with this number, counted from 1; number 0 is the deal."""
        after = self._game.at(number)
        if number == 0:
            return Preview(number, first_steps(after, self._evaluator))
        before = self._game.at(number - 1)
        return Preview(number, move_steps(before, after, self._evaluator))
