"""A room as one line of a list: of rooms, or of games to watch."""

from byzanz.rooms.room import Room
from byzanz.wire.answers import ListedGame, RoomLine


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


def listed_game(room: Room) -> ListedGame:
    """The line of a running game that everybody may watch."""
    assert room.game is not None
    view = room.game.view(None, memory=False)
    return ListedGame(
        room=room.id,
        names=tuple([seat.name for seat in room.seats]),
        person_count=len(room.persons),
        round=view.round,
        rounds=view.rounds,
        is_live=room.is_live,
        changed=room.at,
    )
