"""The analysis of a game, one move at a time: any order, any process, the same findings."""

import msgspec

from byzanz.analysis.chains import chain_of
from byzanz.analysis.course import first_steps, move_steps
from byzanz.analysis.lots import lot_worth
from byzanz.analysis.outlook import Oracle
from byzanz.analysis.report import Cause, Findings
from byzanz.analysis.study import Study
from byzanz.analysis.verdict import Judge
from byzanz.game.game import Game


class Effort(msgspec.Struct, frozen=True):
    """How much is tried, and with what dice."""

    playouts: int = 1200  # to the end of the game, for a point of the curves
    search: int = 2000  # for the best moves of a decision
    samples: int = 400  # of the hidden cards, to compare them with what was played
    lot_samples: int = 150  # of the hidden cards, for every price of a lot
    seed: int = 1


STANDARD = Effort()


def count_findings(game: Game) -> int:
    """How many findings there are about a game: the deal, and each move."""
    return len(game.moves) + 1


class Analyst:
    """Finds out about the moves of a game."""

    def __init__(self, game: Game, effort: Effort = STANDARD) -> None:
        self._game = game
        self._effort = effort
        self._oracle = Oracle(game.seat_count, effort.playouts, effort.seed)
        self._study = Study(game.seat_count, effort.seed)
        self._judge = Judge(self._study, effort.search, effort.samples)

    def find(self, number: int) -> Findings:
        """What there is to say about a move, by the number of moves that were played with it."""
        after = self._game.at(number)
        if number == 0:
            steps, verdict = first_steps(after, self._oracle), None
        else:
            before = self._game.at(number - 1)
            steps = move_steps(before, after, self._oracle)
            verdict = self._judge.verdict(before, *self._game.moves[number - 1])
        is_new = steps[-1].cause is Cause.LOT
        samples = self._effort.lot_samples
        lot = lot_worth(after, self._study, samples) if is_new else None
        chain = None if verdict is None else chain_of(self._game, number, verdict)
        return Findings(number, steps, verdict, lot, chain)
