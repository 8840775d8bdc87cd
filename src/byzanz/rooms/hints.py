"""Who may ask for a hint, and when."""

from byzanz.rooms.bot_task import BotTask
from byzanz.rooms.room import Room
from byzanz.wire.problems import Code, RequestRefused
from byzanz.wire.room import BotId, Status


def hint_task(room: Room, person: str, decision: int, bot: BotId) -> tuple[int, BotTask]:
    """Return a person's seat, and its current decision as a task for a bot that explains it.

    Raises `RequestRefused`.
    """
    seat, game = room.seat_of(person), room.game
    if seat is None:
        raise RequestRefused(Code.NOT_ALLOWED)
    if game is None or room.status is not Status.RUNNING:
        raise RequestRefused(Code.NOT_RUNNING)
    if room.is_try or not room.setup.hints:
        raise RequestRefused(Code.NO_HINTS)
    if decision != game.decision or game.turn != seat:
        raise RequestRefused(Code.STALE, decision=game.decision)
    return seat, BotTask("explain", bot, room.seq, game.view(seat), game.options(seat))
