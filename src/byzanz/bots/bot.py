"""The interface of a bot."""

from typing import Protocol

from byzanz.bots.explanation import Explanation
from byzanz.game.moves import Move
from byzanz.game.options import Options
from byzanz.game.view import View


class Bot(Protocol):
    """Chooses moves from the view of a seat, which includes its memory, and its options.

    A bot keeps no state between decisions: the same view, options and seed give the same move.
    """

    playouts: int  # number of play-outs of all decisions so far

    def choose(self, view: View, options: Options) -> Move:
        """Choose a move for the seat of the view.

        Does not check that the game waits for this seat, or that view and options belong together.
        """
        ...

    def explain(self, view: View, options: Options) -> Explanation:
        """Evaluate the candidate moves; the move of `choose` comes first."""
        ...
