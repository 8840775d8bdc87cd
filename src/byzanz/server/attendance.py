"""Who of a room's people is gone: tells everybody, and writes what follows from it.

Presence is what this process sees. It stands in no log; only what follows from it does: another
host, the end that all who are there ask for, and that somebody came back in time to object.
"""

import asyncio
from contextlib import suppress

from byzanz.server.entries import Aborted, CameBack, Entry, HandedOver, VotePassed
from byzanz.server.live import LiveRoom
from byzanz.server.room import Room
from byzanz.server.rooms import RETRY, Rooms
from byzanz.store.trouble import StoreBusy
from byzanz.wire.room import Status


class Attendance:
    """Has one task for each room where somebody is missing, or a vote has passed."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._clock = rooms.clock

    def plan(self, live: LiveRoom) -> None:
        """Wait for what comes next, no longer for what came next before."""
        if live.watch is not None:
            live.watch.cancel()
        live.watch = None
        if live.is_incomplete:
            live.watch = asyncio.create_task(self._watch(live))

    async def _watch(self, live: LiveRoom) -> None:
        """Tell who is gone and write what follows, as long as there is something to wait for."""
        try:
            while True:
                live.tell_gone(self._clock.now())
                if self._entry(live) is not None:
                    if await self._write(live):
                        return
                    await self._clock.until(self._clock.now() + RETRY)
                    continue
                now = self._clock.now()
                times = [at for at in (live.next_gone(now), live.room.ends_at) if at is not None]
                if not times:
                    return
                await self._clock.until(min(times))
        finally:
            if live.watch is asyncio.current_task():
                live.watch = None

    async def _write(self, live: LiveRoom) -> bool:
        """Whether this is settled: written, or no longer to be written."""
        async with live.lock:
            room, entry = live.room, self._entry(live)
            if entry is None:
                return False
            live.watch = None  # from here on nothing may cancel it
            with suppress(StoreBusy):
                await self._rooms.automatic(live, entry)
            if live.room is room and live.watch is None:
                live.watch = asyncio.current_task()
            return live.watch is not asyncio.current_task()

    def _entry(self, live: LiveRoom) -> Entry | None:
        """What is to be written now."""
        now, room = self._clock.now(), live.room
        if room.status is Status.WAITING:
            return _handed_over(live, now)
        if room.status is not Status.RUNNING:
            return None
        back = [seat for seat in sorted(room.gone) if live.is_here(room.seats[seat].person, now)]
        if back:
            return CameBack(back[0])
        if room.ends_at is not None:
            return Aborted() if room.ends_at <= now else None
        return _vote_passed(room, live.gone(now))


def _handed_over(live: LiveRoom, now: int) -> HandedOver | None:
    """The next person clockwise who is there becomes the host, if the host is gone."""
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
    """All who are there ask for the end, and somebody is gone who has no vote."""
    voters = room.present - set(gone)
    if gone and voters and voters <= room.abort_asked:
        return VotePassed(tuple(sorted(gone)))
    return None
