"""A room as one line of a list."""

from byzanz.rooms.room import Room
from byzanz.wire.answers import RoomLine


def room_line(room: Room, person: str | None) -> RoomLine:
    """The line of a room, for a person who may have a seat there."""
    seat = room.seat_of(person)
    return RoomLine(
        room=room.id,
        status=room.status,
        names=tuple(room.names),
        seat_count=len(room.seats),
        open_seats=len(room.free_seats(person)),
        is_my_turn=seat is not None and room.turn is room.seats[seat],
        changed=room.at,
        is_invited=room.is_invited(person),
    )
