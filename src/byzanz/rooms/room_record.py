"""The record of a room's game; while the game runs, only its public part."""

from datetime import UTC, datetime

from byzanz.deal.record_headers import write_headers
from byzanz.game.record import FORMAT, write_record
from byzanz.rooms.room import Room
from byzanz.wire.problems import Code, RequestRefused
from byzanz.wire.room import Status

RUNNING = "# the game is running: the deck is hidden"


def room_record(room: Room) -> str:
    """The record of a room's game; raises `RequestRefused` before the start."""
    game = room.game
    if game is None:
        raise RequestRefused(Code.NOT_RUNNING)
    if room.status is Status.RUNNING:
        lines = [f"format {FORMAT}", RUNNING, *[f"player {name}" for name in game.names]]
        lines += [f"move {seat} {move}" for seat, move in game.moves]
        return "\n".join(lines) + "\n"
    headers = [("rules", room.rules), ("date", _date(room.at))]
    headers += [
        ("bot", f"{number} {seat.bot}") for number, seat in enumerate(room.seats) if seat.bot
    ]
    if room.deal is not None:
        headers += write_headers(room.deal, room.rules)
    return write_record(game, tuple(headers))


def _date(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).date().isoformat()
