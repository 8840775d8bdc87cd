"""The task that waits in a room for the next thing to do; any change of the room replaces it."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from byzanz.rooms.entries import Entry
from byzanz.store.errors import StoreBusy

if TYPE_CHECKING:
    from byzanz.server.hosting.live_room import LiveRoom
    from byzanz.server.hosting.registry import RoomRegistry

RETRY = 1000  # milliseconds, after the store was busy


class RoomTask:
    """At most one running task, which cannot be cancelled while it writes."""

    def __init__(self) -> None:
        self._task: asyncio.Task[None] | None = None

    @property
    def is_running(self) -> bool:
        """Whether a task waits, or is about to write."""
        return self._task is not None

    def start(self, work: Callable[[], Awaitable[None]]) -> None:
        """Run this work instead of any other."""
        self.cancel()
        self._task = asyncio.create_task(self._run(work))

    def cancel(self) -> None:
        """Cancel the task; what is being written is written."""
        if self._task is not None:
            self._task.cancel()
        self._task = None

    async def _run(self, work: Callable[[], Awaitable[None]]) -> None:
        try:
            await work()
        finally:
            if self._task is asyncio.current_task():
                self._task = None

    async def write(self, rooms: "RoomRegistry", live: "LiveRoom", entry: Entry) -> bool:
        """Write an entry from inside the task; False: the store was busy, and the task goes on.

        The caller holds the room's lock. An entry changes the room, and that would cancel this
        task: so it lets go first, and takes hold again only if nothing has changed.
        """
        room, self._task = live.room, None
        with suppress(StoreBusy):
            await rooms.write(live, entry)
        if live.room is room and self._task is None:
            self._task = asyncio.current_task()
        return self._task is not asyncio.current_task()
