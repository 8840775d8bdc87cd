"""The difficulty of a puzzle: which bots miss its best answer."""

from collections.abc import Collection

from byzanz.bots.roster import make_bot
from byzanz.game.moves import Move
from byzanz.game.options import Options
from byzanz.game.view import View
from byzanz.puzzles.puzzle import Level

SOLVERS = ("beginner", "greedy", "solid", "strong")
TRIES = {"beginner": 5, "strong": 3}  # seeds of the bots that use random numbers


def missed_by(view: View, options: Options, best: Collection[Move]) -> tuple[str, ...]:
    """Return the bots that miss the best answers of a position in most of their tries."""
    return tuple([bot_id for bot_id in SOLVERS if _misses(bot_id, view, options, best)])


def _misses(bot_id: str, view: View, options: Options, best: Collection[Move]) -> bool:
    tries = TRIES.get(bot_id, 1)
    moves = [make_bot(bot_id, seed=seed).choose(view, options) for seed in range(tries)]
    found = sum(move in best for move in moves)
    return 2 * found < tries


def level_of(missed: Collection[str]) -> Level:
    """Return the level of a puzzle that these bots miss.

    It is hard if solid or strong misses it, medium if beginner and greedy both do.
    """
    if "strong" in missed or "solid" in missed:
        return Level.HARD
    return Level.MEDIUM if len(missed) > 1 else Level.EASY
