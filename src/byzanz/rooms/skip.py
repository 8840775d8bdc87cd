"""Skips to a person's next decision. They are not logged, so a restart forgets them."""

from dataclasses import dataclass, field

from byzanz.rooms.entries import Moved
from byzanz.rooms.room import Room
from byzanz.wire.problems import Code, RequestRefused
from byzanz.wire.room import BotId, Status


@dataclass(slots=True)
class Skip:
    """A person's skip, and the moves chosen for it so far."""

    seat: int
    requested_at: int  # when the person requested it, in milliseconds since 1970
    # Moves by the number of the entry before them, each with the table on which it is played.
    _moves: dict[int, tuple[object, Moved]] = field(default_factory=dict)

    def prepare(self, ahead: Room, move: Moved) -> None:
        """Store the move that comes next in `ahead`, a copy of the room that is ahead of it."""
        assert ahead.game is not None
        self._moves[ahead.seq] = (ahead.game.table, move)

    def prepared(self, room: Room) -> Moved | None:
        """The stored move for this position; None if the game has taken another course."""
        table, move = self._moves.get(room.seq, (None, None))
        return move if room.game is not None and room.game.table == table else None

    def bots(self, room: Room) -> list[BotId]:
        """The bots of the stored moves, one for each move."""
        return [room.seats[move.seat].playing_bot for _, move in self._moves.values()]


def skipping_seat(room: Room, person: str) -> int:
    """The seat of a person who may skip now; raises `RequestRefused`."""
    seat, game = room.seat_of(person), room.game
    if seat is None:
        raise RequestRefused(Code.NOT_ALLOWED)
    if game is None or room.status is not Status.RUNNING:
        raise RequestRefused(Code.NOT_RUNNING)
    if len(room.persons) > 1:
        raise RequestRefused(Code.NO_SKIP)
    if not waits_for_others(room, seat):
        raise RequestRefused(Code.YOUR_TURN, decision=game.decision)
    return seat


def waits_for_others(room: Room, seat: int) -> bool:
    """Whether this seat's person is present, and the game waits for somebody else."""
    if room.status is not Status.RUNNING or room.game is None or seat not in room.present:
        return False
    return not room.game.options(seat).has_decision
