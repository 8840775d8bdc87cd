"""The win curve of a game: the outlook after each move and after each new lot."""

from byzanz.analysis.findings import Cause, Step
from byzanz.analysis.values.position_value import PositionEvaluator
from byzanz.game.codec import action_of
from byzanz.game.game import Game
from byzanz.rules.numbers import FIRST_HAND

FIRST_STREAM = 100  # the first random stream of positions; lower streams are used for deals


def first_steps(dealt: Game, evaluator: PositionEvaluator) -> tuple[Step, ...]:
    """Return the steps of the deal: before it, after it, and with the first lot revealed."""
    deck = dealt.table.deck
    return (
        Step(Cause.START, None, evaluator.evaluate_deal(deck, 0)),
        Step(Cause.DEAL, None, evaluator.evaluate_deal(deck, FIRST_HAND * dealt.seat_count)),
        Step(Cause.LOT, None, evaluator.evaluate(dealt.table, FIRST_STREAM)),
    )


def move_steps(before: Game, after: Game, evaluator: PositionEvaluator) -> tuple[Step, ...]:
    """Return the step of a move, and a separate step for a lot that it revealed."""
    count = len(after.moves)
    seat, move = after.moves[-1]
    now = evaluator.evaluate(after.table, FIRST_STREAM + 2 * count)
    if after.table.drawn == before.table.drawn:
        return (Step(Cause.MOVE, seat, now),)
    action = action_of(move, before.table.hands[seat])
    stream = FIRST_STREAM + 2 * count - 1
    moved = evaluator.evaluate_after(before.table, stream, seat, action, next_table=after.table)
    return (Step(Cause.MOVE, seat, moved), Step(Cause.LOT, None, now))
