"""Which moves nobody has to make: those of bots, of bid plans, and those that are skipped.

`plans` are the bid plans by seat.
"""

from collections.abc import Mapping

from byzanz.game.moves import Move
from byzanz.rooms.bid_plan import planned_move
from byzanz.rooms.bot_timing import MOST_BOT_MOVES
from byzanz.rooms.room import Room
from byzanz.rooms.skip import waits_for_others
from byzanz.wire.commands import BidPlan
from byzanz.wire.room import Status

Plans = Mapping[int, BidPlan]


def is_automatic(room: Room) -> bool:
    """Whether a bot has to move."""
    seat = room.turn
    return seat is not None and seat.is_automatic


def is_eventful(room: Room, plans: Plans) -> bool:
    """Whether something may have to happen by itself; after most moves of people it need not."""
    if room.status is not Status.RUNNING:
        return False
    if room.ends_at is not None and is_automatic(room):
        return False  # bots wait until it is clear whether the game ends
    return is_automatic(room) or room.setup.clock is not None or bool(plans)


def is_too_long(room: Room) -> bool:
    """Whether the only person has waited for so many bot moves that the rest is skipped."""
    limit = MOST_BOT_MOVES.get(room.pace)
    is_alone = len(room.present) == 1 and len(room.persons) == 1
    return is_alone and limit is not None and room.bot_moves_in_row >= limit


def is_skipping(room: Room, seat: int, plans: Plans) -> bool:
    """Whether other moves come before this seat's person must decide."""
    return waits_for_others(room, seat) or plan_of_turn(room, plans) is not None


def plan_of_turn(room: Room, plans: Plans) -> Move | None:
    """Return the move of the bid plan of the person on turn, or None if it makes none now."""
    game = room.game
    if game is None or game.turn is None or room.turn is None or room.turn.is_automatic:
        return None
    return planned_move(game, plans.get(game.turn))
