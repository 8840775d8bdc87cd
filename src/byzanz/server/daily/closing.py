"""The end of tries and days: results are counted, running games end, and decks are opened.

Every step may be repeated and interrupted, and several processes may do it at once.
"""

from contextlib import suppress

import structlog

from byzanz.rooms.days import closes, day_of
from byzanz.rooms.entries import Aborted
from byzanz.rooms.results import VERSION, results_of
from byzanz.rooms.room import Room
from byzanz.server.hosting.registry import RoomRegistry
from byzanz.store.errors import CorruptStore
from byzanz.wire.problems import RequestRefused
from byzanz.wire.room import OVER, Status

log = structlog.get_logger()

AT_ONCE = 100  # tries that are looked up together


class DailyClosing:
    """Ends tries whose games are over, and closes days that are over."""

    def __init__(self, rooms: RoomRegistry) -> None:
        self._rooms = rooms

    async def end_finished(self) -> bool:
        """End some tries whose games are over; returns False if there are none."""
        rooms = await self._rooms.store.tries_to_end(AT_ONCE)
        for room in rooms:
            await self.end(room)
        return len(rooms) == AT_ONCE

    async def close_days(self) -> None:
        """Close every day whose time is over: end its running games, then open the deck."""
        now = self._rooms.clock.now()
        for day in await self._rooms.store.unopened_days(day_of(now)):
            if closes(day) <= now:
                for room in await self._rooms.store.unended_tries(day):
                    await self._stop(room)
                    await self.end(room)
                if await self._rooms.store.open_day(day, self._rooms.clock.now()):
                    log.info("opened a deal of the day", day=day)

    async def _stop(self, room: str) -> None:
        """End the game of a try, unless it is over or deleted."""
        with suppress(RequestRefused, CorruptStore):
            async with self._rooms.held_fresh(room) as live:
                if live.room.status not in OVER:
                    await self._rooms.write(live, Aborted())

    async def end(self, room: str) -> None:
        """End the try in a room if its game is over, and count its result."""
        store, now = self._rooms.store, self._rooms.clock.now()
        try:
            async with self._rooms.held_fresh(room) as live:
                folded = live.room
        except (RequestRefused, CorruptStore):  # deleted, or nobody can read it
            await self._end_missing(room, now)
            return
        if folded.status in OVER:
            profit, place = _result(folded)
            await store.end_daily_try(room, folded.at, folded.version or VERSION, profit, place)

    async def _end_missing(self, room: str, now: int) -> None:
        """End the try of a room that does not exist, once its day is over.

        Before that, the room may still be about to be made.
        """
        day = await self._rooms.store.day_of_try(room)
        if day is not None and closes(day) <= now:
            await self._rooms.store.end_daily_try(room, now, VERSION, None, None)


def _result(room: Room) -> tuple[int | None, int | None]:
    """The profit and the place of the person; None for a game that ended early or too late."""
    results = results_of(room)
    is_late = room.day is not None and room.at > closes(room.day)
    if not results or is_late or room.status is not Status.FINISHED:
        return None, None
    return results[0].own.profit, results[0].own.place
