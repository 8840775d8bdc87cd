"""The course of a game: how its outlook changed, step by step, and by what."""

from byzanz.analysis.outlook import Oracle
from byzanz.analysis.report import Cause, Step
from byzanz.game.codec import action_of
from byzanz.game.game import Game
from byzanz.rules.numbers import FIRST_HAND

FIRST_STREAM = 100  # of dice for positions; those before are for deals


def first_steps(dealt: Game, oracle: Oracle) -> tuple[Step, ...]:
    """Before the deal, after it, and with the first lot open."""
    deck = dealt.table.deck
    return (
        Step(Cause.START, None, oracle.dealing(deck, 0)),
        Step(Cause.DEAL, None, oracle.dealing(deck, FIRST_HAND * dealt.seat_count)),
        Step(Cause.LOT, None, oracle.ahead(dealt.table, FIRST_STREAM)),
    )


def move_steps(before: Game, after: Game, oracle: Oracle) -> tuple[Step, ...]:
    """What a move changed, and apart from it the lot that it revealed."""
    count = len(after.moves)
    seat, move = after.moves[-1]
    now = oracle.ahead(after.table, FIRST_STREAM + 2 * count)
    if after.table.drawn == before.table.drawn:
        return (Step(Cause.MOVE, seat, now),)
    action = action_of(move, before.table.hands[seat])
    stream = FIRST_STREAM + 2 * count - 1
    moved = oracle.after(before.table, stream, seat, action, then=after.table)
    return (Step(Cause.MOVE, seat, moved), Step(Cause.LOT, None, now))
