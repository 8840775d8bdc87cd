"""The entries that nobody asks for: of bots and bid plans, one at a time or skipped together."""

from byzanz.bots.bot import Bot
from byzanz.device.bots import bot_of
from byzanz.device.own_room import OwnRoom
from byzanz.rooms.automatic import (
    is_automatic,
    is_eventful,
    is_skipping,
    is_too_long,
    plan_of_turn,
)
from byzanz.rooms.bot_task import task_for_bot
from byzanz.rooms.entries import Moved
from byzanz.rooms.room import Room
from byzanz.wire.room import Pace


def next_at(own: OwnRoom) -> int | None:
    """Return when the next automatic entry is due, in milliseconds since 1970; None: none will be.

    Bots wait as they do on a server, so that people can follow them.
    """
    room = own.room
    if not is_eventful(room, own.plans) or room.pace is Pace.PAUSED:
        return None
    if is_automatic(room):
        return room.at if is_too_long(room) else room.answer_at
    return None if plan_of_turn(room, own.plans) is None else room.answer_at


def next_moves(own: OwnRoom) -> list[Moved]:
    """Return the next automatic move or, if the person has waited for long, all that follow."""
    room = own.room
    if is_automatic(room) and is_too_long(room):
        return skipped_moves(own, min(room.present))
    return [_next_move(room, own)]


def skipped_moves(own: OwnRoom, seat: int) -> list[Moved]:
    """Return all moves until this seat's person must decide."""
    ahead, moves = own.room.copy(), []
    while is_skipping(ahead, seat, own.plans):
        moves.append(_next_move(ahead, own))
        ahead.add(ahead.at, moves[-1])
    return moves


def _next_move(room: Room, own: OwnRoom) -> Moved:
    assert room.turn is not None
    if not is_automatic(room):
        assert room.game is not None
        assert room.game.turn is not None
        planned = plan_of_turn(room, own.plans)
        return Moved(room.game.turn, str(planned), is_automatic=True)
    seat, task = task_for_bot(room, room.turn.playing_bot)
    bot: Bot = bot_of(task.bot, task.seed)
    return Moved(seat, str(bot.choose(task.view, task.options)), is_automatic=True)
