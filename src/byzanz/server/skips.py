"""Skipping to one's next decision. A skip stands in no log: after a restart it is forgotten."""

from dataclasses import dataclass, field

from byzanz.server.entries import Moved
from byzanz.server.room import Room
from byzanz.wire.problems import Code, Refusal
from byzanz.wire.room import BotWord, Status


@dataclass(slots=True)
class Skip:
    """What a person asked for, and the moves on the way as far as they are worked out."""

    seat: int
    asked_at: int  # milliseconds
    _moves: dict[int, tuple[object, Moved]] = field(default_factory=dict)  # with the table, by seq

    def prepare(self, ahead: Room, move: Moved) -> None:
        """Keep the move that comes next in this room."""
        assert ahead.game is not None
        self._moves[ahead.seq] = (ahead.game.table, move)

    def prepared(self, room: Room) -> Moved | None:
        """The move that was kept for this room; None if the room went another way."""
        table, move = self._moves.get(room.seq, (None, None))
        return move if room.game is not None and room.game.table == table else None

    def bots(self, room: Room) -> list[BotWord]:
        """Whose moves were worked out."""
        return [room.seats[move.seat].player for _, move in self._moves.values()]


def skipping_seat(room: Room, person: str) -> int:
    """The seat of a person who may skip now; raises `Refusal`."""
    seat, game = room.seat_of(person), room.game
    if seat is None:
        raise Refusal(Code.NOT_ALLOWED)
    if game is None or room.status is not Status.RUNNING:
        raise Refusal(Code.NOT_RUNNING)
    if len(room.persons) > 1:
        raise Refusal(Code.NO_SKIP)
    if not is_between(room, seat):
        raise Refusal(Code.YOUR_TURN, decision=game.decision)
    return seat


def is_between(room: Room, seat: int) -> bool:
    """Is this seat's person there, and is it the others' move?"""
    if room.status is not Status.RUNNING or room.game is None or seat not in room.present:
        return False
    return not room.game.options(seat).is_asked
