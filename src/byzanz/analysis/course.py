"""The course of a game: how its outlook changed, step by step, and by what."""

from collections.abc import Iterator
from enum import StrEnum

import msgspec

from byzanz.analysis.outlook import Oracle, Outlook
from byzanz.game.codec import action_of
from byzanz.game.game import Game
from byzanz.rules.numbers import FIRST_HAND


FIRST_STREAM = 100  # of dice for positions; those before are for deals


class Cause(StrEnum):
    """What changed the outlook."""

    START = "start"  # nothing has happened yet
    DEAL = "deal"
    LOT = "lot"
    MOVE = "move"


class Step(msgspec.Struct, frozen=True):
    """One thing that happened, and the outlook after it."""

    cause: Cause
    move_count: int  # that were played when it had happened
    seat: int | None  # whose move it was
    outlook: Outlook


def course_of(game: Game, oracle: Oracle) -> Iterator[Step]:
    """All steps of a game, from before the deal to its end."""
    deck = game.table.deck
    now = Game(game.names, game.deck)
    yield Step(Cause.START, 0, None, oracle.dealing(deck, 0))
    yield Step(Cause.DEAL, 0, None, oracle.dealing(deck, FIRST_HAND * game.seat_count))
    yield Step(Cause.LOT, 0, None, oracle.ahead(now.table, FIRST_STREAM))
    for count, (seat, move) in enumerate(game.moves, 1):
        before = now.table
        now.play(seat, move)
        if now.table.drawn > before.drawn:
            action = action_of(move, before.hands[seat])
            moved = oracle.ahead(before, FIRST_STREAM + 2 * count - 1, seat, action)
            yield Step(Cause.MOVE, count, seat, moved)
            yield Step(Cause.LOT, count, None, oracle.ahead(now.table, FIRST_STREAM + 2 * count))
        else:
            yield Step(Cause.MOVE, count, seat, oracle.ahead(now.table, FIRST_STREAM + 2 * count))


class Balance(msgspec.Struct, frozen=True):
    """What made a seat's result: parts that add up from the start to the end, in millionths."""

    start: int
    deal: int
    lots: int
    own_moves: int
    others_moves: int
    end: int


def balance_of(steps: list[Step], seat: int, *, of_profit: bool = False) -> Balance:
    """The parts of a seat's share of the victory, or of its profit."""
    sums = dict.fromkeys(("deal", "lots", "own_moves", "others_moves"), 0)
    values = [(step.outlook.profits if of_profit else step.outlook.shares)[seat] for step in steps]
    for step, before, after in zip(steps[1:], values, values[1:], strict=False):
        sums[_part(step, seat)] += after - before
    return Balance(start=values[0], end=values[-1], **sums)


def _part(step: Step, seat: int) -> str:
    match step.cause:
        case Cause.DEAL:
            return "deal"
        case Cause.LOT:
            return "lots"
        case _:
            return "own_moves" if step.seat == seat else "others_moves"
