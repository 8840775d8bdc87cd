"""The analysis of a game, one move at a time: any order, any process, the same findings."""

from byzanz.analysis.course import first_steps, move_steps
from byzanz.analysis.outlook import Oracle
from byzanz.analysis.report import Findings
from byzanz.analysis.verdict import Judge
from byzanz.game.game import Game

SEED = 1


def count_findings(game: Game) -> int:
    """How many findings there are about a game: the deal, and each move."""
    return len(game.moves) + 1


class Analyst:
    """Finds out about moves of a finished game."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._oracle = Oracle(game.seat_count, 1200, SEED)
        self._judge = Judge(2000, 400, SEED)

    def find(self, number: int) -> Findings:
        """What there is to say about a move, by the number of moves that were played with it."""
        after = self._game.at(number)
        if number == 0:
            return Findings(0, first_steps(after, self._oracle), None, None)
        before = self._game.at(number - 1)
        seat, move = self._game.moves[number - 1]
        return Findings(
            number,
            move_steps(before, after, self._oracle),
            self._judge.verdict(before, seat, move),
            None,
        )
