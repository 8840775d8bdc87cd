"""Games that are over, in rooms and as records."""

from pathlib import Path

from byzanz.server.thinker import Task, think
from byzanz.wire.room import Status

GAMES = Path(__file__).parents[2] / "conformance" / "data" / "games"


def record(name: str = "3p-01-meek") -> str:
    """A whole game."""
    return (GAMES / f"{name}.byz").read_text()


def cut(text: str, moves: int) -> str:
    """A record after so many moves."""
    lines = [line for line in text.splitlines() if not line.startswith("result ")]
    first = [line.startswith("move ") for line in lines].index(True)
    return "\n".join(lines[: first + moves]) + "\n"


def chosen(game) -> str:
    """What solid does now."""
    view, options = game.view(game.turn), game.options(game.turn)
    return think(Task("choose", "solid", 1, view, options)).move


async def finished(house, people: str = "Anna Ben Cleo", bots: str = "", **options) -> str:
    """A room whose game was played to its end."""
    room = await house.table(people, bots, **options)
    await play_out(house, room)
    return room


async def play_out(house, room: str) -> None:
    """Let people play as solid would, to the end."""
    while (folded := await house.room(room)).status is Status.RUNNING:
        if folded.turn.bot:
            await house.wait(1)
        else:
            await house.play(folded.turn.name, room, chosen(folded.game))
