"""What a bot is."""

from typing import Protocol

from byzanz.bots.explanation import Explanation
from byzanz.game.moves import Move
from byzanz.game.options import Options
from byzanz.game.view import View


class Bot(Protocol):
    """Plays a seat from its view, which carries the memory, and its options.

    A bot holds no game: the same view, options and seed give the same move.
    """

    playouts: int  # made so far, in all decisions together

    def choose(self, view: View, options: Options) -> Move:
        """A move for the seat of the view, which the game waits for."""
        ...

    def explain(self, view: View, options: Options) -> Explanation:
        """The moves worth a thought, best first, and what speaks for each."""
        ...
