"""Finished games, in rooms and as records."""

from pathlib import Path

from byzanz.rooms.bot_task import BotTask, answer_task
from byzanz.wire.room import Status

GAMES = Path(__file__).parents[2] / "conformance" / "data" / "games"


def record(name: str = "3p-01-meek") -> str:
    """Return the record of a whole game, by the name of its file."""
    return (GAMES / f"{name}.byz").read_text()


def truncated(text: str, moves: int) -> str:
    """Return the record up to a number of moves, without its result."""
    lines = [line for line in text.splitlines() if not line.startswith("result ")]
    first = [line.startswith("move ") for line in lines].index(True)
    return "\n".join(lines[: first + moves]) + "\n"


def solid_move(game) -> str:
    """Return the move that the bot solid chooses for the seat on turn."""
    view, options = game.view(game.turn), game.options(game.turn)
    return answer_task(BotTask("choose", "solid", 1, view, options)).move


async def finished_room(harness, people: str = "Anna Ben Cleo", bots: str = "", **options) -> str:
    """Create a room and play its game to the end; returns the room's id."""
    room = await harness.table(people, bots, **options)
    await play_out(harness, room)
    return room


async def play_out(harness, room: str) -> None:
    """Play the game to its end; people move like the bot solid."""
    while (current_room := await harness.room(room)).status is Status.RUNNING:
        if current_room.turn.is_automatic:
            await harness.wait(1)
        else:
            await harness.play(current_room.turn.name, room, solid_move(current_room.game))
