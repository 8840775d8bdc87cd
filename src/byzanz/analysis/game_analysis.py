"""Analyses a game one move at a time.

Moves can be analysed in any order and in any process: the findings are the same.
"""

import msgspec

from byzanz.analysis.decisions.cause_chains import chain_of
from byzanz.analysis.decisions.verdict import DecisionJudge
from byzanz.analysis.findings import Cause, Findings
from byzanz.analysis.kernels.decision_buffers import DecisionBuffers
from byzanz.analysis.values.lot_worth import lot_worth
from byzanz.analysis.values.position_value import PositionEvaluator
from byzanz.analysis.values.win_curve import first_steps, move_steps
from byzanz.game.game import Game


class Effort(msgspec.Struct, frozen=True):
    """The number of play-outs and samples of an analysis, and its random seed."""

    playouts: int = 1200  # number of play-outs to the end of the game, per point of the curves
    search: int = 2000  # number of play-outs of the search for the best moves, per decision
    samples: int = 400  # number of tables on which the best moves and the played one are compared
    lot_samples: int = 150  # number of tables on which every price of a lot is tried
    seed: int = 1


STANDARD = Effort()


def count_findings(game: Game) -> int:
    """Return the number of findings about a game: one for the deal and one for each move."""
    return len(game.moves) + 1


class GameAnalysis:
    """Computes the findings about each move of a game."""

    def __init__(self, game: Game, effort: Effort = STANDARD) -> None:
        self._game = game
        self._effort = effort
        self._evaluator = PositionEvaluator(game.seat_count, effort.playouts, effort.seed)
        self._buffers = DecisionBuffers(game.seat_count, effort.seed)
        self._judge = DecisionJudge(self._buffers, effort.search, effort.samples)

    def findings(self, number: int) -> Findings:
        """Analyse the move with this number, counted from 1; number 0 is the deal.

        Chains of causes need a finished game; for a running one they are None.
        """
        after = self._game.at(number)
        if number == 0:
            steps, verdict = first_steps(after, self._evaluator), None
        else:
            before = self._game.at(number - 1)
            steps = move_steps(before, after, self._evaluator)
            verdict = self._judge.verdict(before, *self._game.moves[number - 1])
        reveals_lot = steps[-1].cause is Cause.LOT
        samples = self._effort.lot_samples
        lot = lot_worth(after, self._buffers, samples) if reveals_lot else None
        chain = None if verdict is None else chain_of(self._game, number, verdict)
        return Findings(number, steps, verdict, lot, chain)
