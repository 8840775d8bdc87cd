"""Deletes everything that the server has about a person.

The store deletes the key and the rows of the person at once. Then the rooms are rewritten one by
one: in games with others the person becomes "somebody". If the process ends before that is done,
another process continues, or the same one after its restart.
"""

import asyncio

import structlog

from byzanz.rooms.anonymous import names_of
from byzanz.rooms.entries import REWRITES_LEVEL
from byzanz.server.hosting.person_memory import PersonMemory
from byzanz.server.hosting.registry import RoomRegistry
from byzanz.server.peers.messages import PersonDeleted
from byzanz.server.peers.presence import DECODER, ENCODER
from byzanz.server.personal_data.room_rewriting import NamingRooms, RoomRewriting
from byzanz.server.results.game_history import SEATS_DECODER
from byzanz.wire.problems import Code, RequestRefused

log = structlog.get_logger()

PATIENCE = 8.0  # seconds for which a request waits for the end of its deletion
LEASE = 20_000  # milliseconds without progress after which another process continues
RESULTS = 200  # results that are deleted in one transaction


class DataDeletion:
    """Deletes people's data, one person after the other."""

    def __init__(self, rooms: RoomRegistry, memory: PersonMemory) -> None:
        self._rooms = rooms
        self._store = rooms.store
        self._memory = memory
        self._rewriting = RoomRewriting(rooms)
        self._lock = asyncio.Lock()  # one deletion at a time, so that others can play meanwhile
        self._tasks: set[asyncio.Task[None]] = set()
        self._renewed_at = 0

    async def delete(self, person: str) -> bool:
        """Delete a person's data; returns whether all of it is gone already.

        The key and all rows of the person's own are gone when it returns, and the rest will be.
        Raises `RequestRefused`, and then nothing is changed.
        """
        if self._rooms.peers.level < REWRITES_LEVEL:
            raise RequestRefused(Code.BUSY)  # a process of an older version is still alive
        now = self._rooms.clock.now()
        number = await self._store.begin_deletion(person, now, now + LEASE)
        if number is None:
            raise RequestRefused(Code.NOT_KNOWN)
        task = asyncio.create_task(self._finish(person, number))
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        done, _ = await asyncio.wait({task}, timeout=PATIENCE)
        return bool(done) and task.exception() is None

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.warning("deletion interrupted", error=type(error).__name__)

    async def resume(self, *, is_start: bool = False) -> bool:
        """Go on with a deletion that was interrupted; returns False if there is none.

        At the start of a server that shares its store with nobody, no lease can be valid. Raises
        `StoreBusy`.
        """
        if self._rooms.peers.level < REWRITES_LEVEL:
            return False
        now = self._rooms.clock.now()
        if is_start and not self._store.is_shared:
            now += LEASE
        taken = await self._store.claim_deletion(now, now + LEASE)
        if taken is None:
            return False
        await self._finish(*taken)
        return True

    async def stop(self) -> None:
        """Interrupt all deletions; another process, or the next start, continues them."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _finish(self, person: str, number: int) -> None:
        self._rooms.peers.post(PersonDeleted(person, number))
        self._memory.forget(person, number)
        async with self._lock:
            names: set[str] = set()
            own_rooms: set[str] = set()
            while True:
                found = await self._rewriting.find(person)
                has_results = bool(await self._store.result_rooms(person, 1))  # also of lost rooms
                if not has_results and not found.has_any(names, own_rooms):
                    break
                await self._rewrite(person, found, names, own_rooms)
            await self._delete_presence(person)
            await self._store.finish_deletion(person)
            log.info("deleted a person's data", rooms=len(own_rooms))

    async def _rewrite(
        self, person: str, found: NamingRooms, names: set[str], own_rooms: set[str]
    ) -> None:
        """Remove the person from the rooms found.

        Names are collected before any room is rewritten: afterwards nobody knows them, and the
        bots of games that others continued may have them.
        """
        own_rooms |= found.naming
        for room in found.naming:
            names |= names_of(person, await self._rewriting.entries(room))
            await self._renew(person)
        own_rooms |= await self._collect_results(person, names)
        for room in found.borrowing(names, own_rooms):
            own_rooms.add(room)  # a game that continues this one may have the names, too
            await self._rewriting.remove_borrowed_names(room, person, names)
            await self._renew(person)
        for room in found.naming:
            await self._rewriting.remove_person(room, person)
            await self._renew(person)
        while rooms := await self._store.result_rooms(person, RESULTS):
            await self._store.delete_results(person, rooms)
            await self._renew(person)

    async def _collect_results(self, person: str, names: set[str]) -> set[str]:
        """Add the names in a person's results to `names`; return the rooms of the results."""
        rooms: set[str] = set()
        while page := await self._store.results(person, skip=len(rooms), limit=RESULTS):
            rooms |= {result.row.room for result in page}
            for row in [result.row for result in page]:
                seats = SEATS_DECODER.decode(row.seats)
                names |= {seats[row.seat].name or ""} - {""} if row.seat < len(seats) else set()
        return rooms

    async def _renew(self, person: str) -> None:
        """Renew the lease if it is about to expire."""
        now = self._rooms.clock.now()
        if now >= self._renewed_at + LEASE // 4:
            self._renewed_at = now
            await self._store.renew_deletion(person, now + LEASE)

    async def _delete_presence(self, person: str) -> None:
        """Remove the person from what processes have stored about who is present."""
        for stored in await self._store.presence_naming(person):
            presence = DECODER.decode(stored.body).without(person)
            await self._store.replace_presence(stored, ENCODER.encode(presence).decode())
