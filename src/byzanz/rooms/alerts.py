"""The alerts that an entry of a room causes, and whether they still apply later.

An alert tells a person who has no page open that it is their turn, or that a friend has kept a
seat for them. It depends on public facts only.
"""

from enum import StrEnum
from typing import NamedTuple

from byzanz.rooms.room import Room


class AlertKind(StrEnum):
    """What an alert says."""

    TURN = "turn"  # in a game with a day for each decision, it is the person's turn
    INVITATION = "invitation"  # somebody wants to play again, and holds a seat for the person


class Alert(NamedTuple):
    """An alert for a person."""

    person: str
    kind: AlertKind


def alerts_after(before: Room | None, room: Room) -> tuple[Alert, ...]:
    """The alerts that the last entry of a room causes; `before` is the room before it.

    A decision that begins again after moves were taken back causes none: its person did that.
    """
    if before is None or before.seq == 0:
        held = [each.person for each in room.held_seats if each.person != room.host]
        return tuple([Alert(person, AlertKind.INVITATION) for person in held if room.host])
    if not room.is_day_game or room.decision_seq != room.seq:
        return ()
    seat, game = room.turn, room.game
    if seat is None or seat.person is None or not seat.is_present or game is None:
        return ()
    if before.game is not None and game.decision <= before.game.decision:
        return ()  # moves were taken back, or the person came back at their own turn
    return (Alert(seat.person, AlertKind.TURN),)


def still_applies(room: Room, alert: Alert, seq: int) -> bool:
    """Whether an alert that entry `seq` caused still applies."""
    if alert.kind is AlertKind.INVITATION:
        return room.is_invited(alert.person)
    seat = room.turn
    is_waiting = seat is not None and seat.is_present and seat.person == alert.person
    return is_waiting and room.decision_seq == seq
