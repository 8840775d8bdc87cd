"""A task that waits for the server's next entry in a room; any change of the room restarts it."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from byzanz.rooms.entries import Entry
from byzanz.store.errors import StoreBusy

if TYPE_CHECKING:
    from byzanz.server.hosting.live_room import LiveRoom
    from byzanz.server.hosting.registry import RoomRegistry

RETRY = 1000  # milliseconds until the next attempt after the store was busy


class RoomTask:
    """At most one running task, which is not cancelled while it writes."""

    def __init__(self) -> None:
        self._task: asyncio.Task[None] | None = None

    @property
    def is_running(self) -> bool:
        """Whether a task runs and does not write."""
        return self._task is not None

    def start(self, work: Callable[[], Awaitable[None]]) -> None:
        """Run this work, and cancel the task that ran before."""
        self.cancel()
        self._task = asyncio.create_task(self._run(work))

    def cancel(self) -> None:
        """Cancel the task, unless it is writing."""
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
        """Write an entry from inside the task; returns False if the store was busy.

        The caller holds the room's lock. The entry changes the room, and a change cancels the
        registered task. So the running task is unregistered first, and registered again only if
        the room has not changed; then it must continue.
        """
        room, self._task = live.room, None
        with suppress(StoreBusy):
            await rooms.write(live, entry)
        if live.room is room and self._task is None:
            self._task = asyncio.current_task()
        return self._task is not asyncio.current_task()
