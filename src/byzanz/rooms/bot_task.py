"""A bot's decision as a task: whoever answers it needs the task and nothing else."""

from typing import Literal

import msgspec

from byzanz.bots.explanation import Explanation
from byzanz.bots.roster import make_bot
from byzanz.game.moves import BadMove, parse_move
from byzanz.game.options import Options
from byzanz.game.view import View
from byzanz.rooms.bot_dice import bot_seed
from byzanz.rooms.room import Room
from byzanz.rooms.seat import SUBSTITUTE
from byzanz.wire.room import BotId


class BotTask(msgspec.Struct, frozen=True):
    """A decision for a bot: the view and the options of its seat."""

    question: Literal["choose", "explain"]
    bot: str
    seed: int
    view: View
    options: Options


class BotAnswer(msgspec.Struct, frozen=True):
    """The answer to a task: a move or an explanation."""

    move: str | None = None
    explanation: Explanation | None = None


def task_for_bot(room: Room, bot_id: BotId) -> tuple[int, BotTask]:
    """Return the seat on turn, and its decision as a task for this bot."""
    game = room.game
    assert game is not None
    assert game.turn is not None
    return game.turn, BotTask(
        "choose", bot_id, bot_seed(room), game.view(game.turn), game.options(game.turn)
    )


def answer_task(task: BotTask) -> BotAnswer:
    """Let the bot answer a task; the same task always has the same answer."""
    bot = make_bot(task.bot, task.seed)
    if task.question == "explain":
        return BotAnswer(explanation=bot.explain(task.view, task.options))
    return BotAnswer(move=str(bot.choose(task.view, task.options)))


def stand_in_move(room: Room) -> str:
    """Let the bot solid choose for the seat on turn, here and now, within milliseconds."""
    _, task = task_for_bot(room, SUBSTITUTE)
    move = answer_task(task).move
    assert move is not None
    return move


def is_legal(room: Room, seat: int, move: str) -> bool:
    """Whether the rules allow this move, written as in a record, to a seat now."""
    assert room.game is not None
    try:
        return room.game.may(seat, parse_move(move))
    except BadMove:
        return False
