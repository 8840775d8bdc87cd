"""The move of the bot on turn, from a worker. If that fails, the bot solid moves instead."""

from hashlib import blake2b
from typing import NamedTuple

from byzanz.game.moves import BadMove, parse_move
from byzanz.rooms.room import Room
from byzanz.rooms.seat import SUBSTITUTE
from byzanz.server.workers.bot_pool import BotPool
from byzanz.server.workers.bot_worker import BotTask, answer_task
from byzanz.server.workers.fair_queue import Urgency
from byzanz.server.workers.pool import Overloaded
from byzanz.wire.answers import Notice
from byzanz.wire.room import BotId

WARMING_UP, BOTS_BUSY = Notice("warming_up"), Notice("bots_busy")


class BotMove(NamedTuple):
    """A bot's move, with a notice to the players if another bot had to make it."""

    seat: int
    move: str
    notice: Notice | None = None


async def bot_move(room: Room, bots: BotPool) -> BotMove:
    """Return the move of the bot on turn."""
    assert room.turn is not None
    bot_id = room.turn.playing_bot
    available = bots.available_bot(bot_id)
    seat, task = task_for_bot(room, available)
    try:
        answer = await bots.answer(task, Urgency.PLAY, room.id)
    except Overloaded:
        return BotMove(seat, stand_in_move(room), BOTS_BUSY)
    if answer.move is None or not _is_legal(room, seat, answer.move):
        return BotMove(seat, stand_in_move(room), BOTS_BUSY)
    return BotMove(seat, answer.move, None if available is bot_id else WARMING_UP)


def stand_in_move(room: Room) -> str:
    """Let the bot solid choose for the seat on turn, in this process, within milliseconds."""
    _, task = task_for_bot(room, SUBSTITUTE)
    move = answer_task(task).move
    assert move is not None
    return move


def task_for_bot(room: Room, bot_id: BotId) -> tuple[int, BotTask]:
    """Return the seat on turn, and its decision as a task for this bot."""
    game = room.game
    assert game is not None
    assert game.turn is not None
    return game.turn, BotTask(
        "choose", bot_id, _seed(room), game.view(game.turn), game.options(game.turn)
    )


def _seed(room: Room) -> int:
    """Return the seed of a bot's random choices, which nobody can compute without the secret."""
    key = bytes.fromhex(room.secret)
    return int.from_bytes(blake2b(str(room.seq).encode(), key=key, digest_size=7).digest())


def _is_legal(room: Room, seat: int, move: str) -> bool:
    assert room.game is not None
    try:
        return room.game.may(seat, parse_move(move))
    except BadMove:
        return False
