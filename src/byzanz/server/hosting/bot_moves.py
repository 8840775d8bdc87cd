"""The move of a bot on turn: asked of the workers, and checked; solid stands in for what fails."""

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
    """A bot's move, and what people are told if another bot had to make it."""

    seat: int
    move: str
    notice: Notice | None = None


async def bot_move(room: Room, bots: BotPool) -> BotMove:
    """The move of the bot on turn."""
    assert room.turn is not None
    bot_id = room.turn.playing_bot
    able = bots.able(bot_id)
    seat, task = _task(room, able)
    try:
        answer = await bots.answer(task, Urgency.PLAY, room.id)
    except Overloaded:
        return BotMove(seat, stand_in_move(room), BOTS_BUSY)
    if answer.move is None or not _is_legal(room, seat, answer.move):
        return BotMove(seat, stand_in_move(room), BOTS_BUSY)
    return BotMove(seat, answer.move, None if able is bot_id else WARMING_UP)


def stand_in_move(room: Room) -> str:
    """The move of solid for the seat on turn; takes milliseconds, in this process."""
    _, task = _task(room, SUBSTITUTE)
    move = answer_task(task).move
    assert move is not None
    return move


def _task(room: Room, bot_id: BotId) -> tuple[int, BotTask]:
    """The seat on turn, and its decision as a task for this bot."""
    game = room.game
    assert game is not None
    assert game.turn is not None
    return game.turn, BotTask(
        "choose", bot_id, _seed(room), game.view(game.turn), game.options(game.turn)
    )


def _seed(room: Room) -> int:
    """The seed of a bot's dice; only the secret of the deal tells it."""
    key = bytes.fromhex(room.secret)
    return int.from_bytes(blake2b(str(room.seq).encode(), key=key, digest_size=7).digest())


def _is_legal(room: Room, seat: int, move: str) -> bool:
    assert room.game is not None
    try:
        return room.game.may(seat, parse_move(move))
    except BadMove:
        return False
