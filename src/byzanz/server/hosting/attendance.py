"""Pushes which persons are gone, and logs the consequences.

The consequences are another host, the end of a game that everybody present votes for, and the
return of a person who objects to that end. Presence itself is not logged. Every process pushes who
is gone; only the process with the room's lease logs the consequences.
"""

from byzanz.rooms.entries import Aborted, CameBack, Entry, HandedOver, VotePassed
from byzanz.rooms.room import Room
from byzanz.server.hosting.live_room import LiveRoom
from byzanz.server.hosting.registry import RoomRegistry
from byzanz.server.hosting.room_task import RETRY
from byzanz.wire.room import Status


def watch(rooms: RoomRegistry, live: LiveRoom) -> None:
    """Restart the task of a room if somebody is missing or a vote has passed; else end it."""
    live.attendance.cancel()
    if live.is_incomplete:
        live.attendance.start(lambda: _watch(rooms, live))


async def _watch(rooms: RoomRegistry, live: LiveRoom) -> None:
    """Push who is gone and log the consequences, until there is nothing left to wait for."""
    clock = rooms.clock
    while True:
        if rooms.heartbeat.is_late:
            await rooms.detect_outage()
            continue
        live.push_gone(clock.now())
        is_writer = rooms.leases.holds(live.room.id)
        if is_writer and _entry(live, clock.now()) is not None:
            if await _write_due_entry(rooms, live):
                return
            await clock.until(clock.now() + RETRY)
            continue
        now = clock.now()
        ends_at = live.room.ends_at if is_writer else None
        times = [at for at in (live.next_gone(now), ends_at) if at is not None]
        if not times:
            return
        await clock.until(min(times))


async def _write_due_entry(rooms: RoomRegistry, live: LiveRoom) -> bool:
    """Log the entry that is due, if it still is; returns False if the task must continue."""
    async with live.lock:
        entry = _entry(live, rooms.clock.now()) if rooms.leases.holds(live.room.id) else None
        return entry is not None and await live.attendance.write(rooms, live, entry)


def _entry(live: LiveRoom, now: int) -> Entry | None:
    """Return the entry that is due now, or None."""
    room = live.room
    if room.status is Status.WAITING:
        return _handed_over(live, now)
    if room.status is not Status.RUNNING:
        return None
    back = [seat for seat in room.without_vote if live.is_here(room.seats[seat].person, now)]
    if back:
        return CameBack(min(back))
    if room.ends_at is not None:
        return Aborted() if room.ends_at <= now else None
    return _vote_passed(room, live.gone(now))


def _handed_over(live: LiveRoom, now: int) -> HandedOver | None:
    """If the host is gone, return the entry that makes the next present person the host."""
    room = live.room
    if room.host is None or live.gone_since(room.host, now) is None:
        return None
    first, count = room.seat_of(room.host) or 0, len(room.seats)
    for number in [(first + step) % count for step in range(count)]:
        person = room.seats[number].person
        if person != room.host and live.is_here(person, now):
            return HandedOver(number)
    return None


def _vote_passed(room: Room, gone: dict[int, int]) -> VotePassed | None:
    """Return the entry of a vote that passed without the persons who are gone, or None."""
    voters = room.present - set(gone)
    if gone and voters and voters <= room.abort_asked:
        return VotePassed(tuple(sorted(gone)))
    return None
