"""The move of the bot on turn, from a worker.

If that fails, the bot solid moves instead; in a room with given dice, the bot is asked again.
"""

from collections.abc import Awaitable, Callable
from typing import NamedTuple, TypeAlias

from byzanz.rooms.bot_task import BotTask, is_legal, stand_in_move, task_for_bot
from byzanz.rooms.room import Room
from byzanz.rooms.seat import SUBSTITUTE
from byzanz.server.workers.bot_pool import BotPool
from byzanz.server.workers.fair_queue import Urgency
from byzanz.server.workers.pool import Overloaded
from byzanz.wire.answers import Notice
from byzanz.wire.room import BotId

WARMING_UP, BOTS_BUSY = Notice("warming_up"), Notice("bots_busy")

Pause: TypeAlias = Callable[[Notice], Awaitable[None]]
"""Tells the players why a bot has not answered, and waits before it is asked again."""


class BotMove(NamedTuple):
    """A bot's move, with a notice to the players if another bot had to make it."""

    seat: int
    move: str
    notice: Notice | None = None


async def bot_move(room: Room, bots: BotPool, pause: Pause) -> BotMove:
    """Return the move of the bot on turn."""
    assert room.turn is not None
    bot_id = room.turn.playing_bot
    if room.dice is not None and bot_id is not SUBSTITUTE:
        return await _awaited_move(room, bot_id, bots, pause)
    available = bots.available_bot(bot_id)
    seat, task = task_for_bot(room, available)
    move = await _answer(room, seat, task, bots)
    if move is None:
        return BotMove(seat, stand_in_move(room), BOTS_BUSY)
    return BotMove(seat, move, None if available is bot_id else WARMING_UP)


async def _awaited_move(room: Room, bot_id: BotId, bots: BotPool, pause: Pause) -> BotMove:
    """Return the move of this bot and no other, however long it takes.

    With given dice every room must get the same answer to the same moves. The bot solid needs no
    waiting: it stands in for itself.
    """
    seat, task = task_for_bot(room, bot_id)
    while True:
        is_available = bots.available_bot(bot_id) is bot_id
        move = await _answer(room, seat, task, bots) if is_available else None
        if move is not None:
            return BotMove(seat, move)
        await pause(BOTS_BUSY if is_available else WARMING_UP)


async def _answer(room: Room, seat: int, task: BotTask, bots: BotPool) -> str | None:
    """Return a worker's answer; None if there is none in time, or if it is not legal."""
    try:
        move = (await bots.answer(task, Urgency.PLAY, room.id)).move
    except Overloaded:
        return None
    return move if move is not None and is_legal(room, seat, move) else None
