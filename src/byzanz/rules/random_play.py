"""Uniformly random play by the seat on turn, for benchmarks and tests."""

from byzanz.dialect import Ints, compiles
from byzanz.dice import below
from byzanz.rules.actions import apply, list_actions
from byzanz.rules.table import OVER, Table


@compiles
def play_random_move(table: Table, dice: Ints, out: Ints) -> int:
    """Apply a random legal action of the seat on turn and return it."""
    count = list_actions(table, table.turn, out)
    action = out[below(dice, count)]
    apply(table, table.turn, action)
    return action


@compiles
def play_random_game(table: Table, dice: Ints, out: Ints, trace: Ints) -> int:
    """Play to the end and return the number of moves; write as many as fit into the trace."""
    moves = 0
    while table.phase != OVER:
        action = play_random_move(table, dice, out)
        if moves < len(trace):
            trace[moves] = action
        moves += 1
    return moves
