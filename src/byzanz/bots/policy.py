"""The bots that do not search: one look at the table, interpreted, and a move."""

from collections.abc import Callable

from byzanz.bots.desk import Desk
from byzanz.bots.explanation import Explanation
from byzanz.bots.knowledge import known_table, own_hand
from byzanz.bots.mind import Mind
from byzanz.bots.tuned import tuned_mind
from byzanz.bots.weighing import stream_of, weigh
from byzanz.dice import seed_dice
from byzanz.game.codec import action_of, move_of
from byzanz.game.moves import Move
from byzanz.game.options import Options
from byzanz.game.view import View
from byzanz.rules.table import Table

EXPLAINING_PLAYOUTS = 120  # interpreted, a fifth of a second

Policy = Callable[[Table, int, Mind, Desk], int]


class PolicyBot:
    """Plays by one of the policies; needs no compiled code."""

    def __init__(self, policy: Policy, seed: int) -> None:
        self.playouts = 0
        self._policy = policy
        self._seed = seed

    def choose(self, view: View, options: Options) -> Move:
        """The policy's move."""
        table = known_table(view)
        desk = Desk()
        seed_dice(desk.dice, self._seed, stream_of(view))
        action = self._policy(table, options.seat, tuned_mind(table.seat_count), desk)
        return move_of(action, table.hands[options.seat])

    def explain(self, view: View, options: Options) -> Explanation:
        """The policy's move first, then others, all weighed by a few play-outs."""
        choice = action_of(self.choose(view, options), own_hand(view))
        return weigh(view, tuned_mind(len(view.seats)), EXPLAINING_PLAYOUTS, self._seed, choice)
