"""Finished games for replay and analysis: of rooms, and of uploaded records."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from byzanz.game.record import BadRecord
from byzanz.pictures.facts import GameFacts, facts_of
from byzanz.rooms.audience import audience_of, is_closed
from byzanz.rooms.finished_game import (
    FinishedGame,
    finished_game_of_room,
    make_replay,
    parse_finished_game,
    played_game,
    read_finished_game,
    replay_id,
)
from byzanz.rooms.room import Room
from byzanz.server.hosting.registry import RoomRegistry
from byzanz.store.errors import CorruptStore
from byzanz.wire.problems import Code, RequestRefused
from byzanz.wire.replays import Replay
from byzanz.wire.room import Status

Result = TypeVar("Result")


class Replays:
    """Finds finished games by the id of their room or of an uploaded record."""

    def __init__(self, rooms: RoomRegistry) -> None:
        self._rooms = rooms
        self._thread_lock = asyncio.Lock()

    async def add(self, data: bytes) -> str:
        """Store an uploaded record and return its id; raises `RequestRefused`."""
        finished = await self.in_thread(lambda: read_finished_game(data))
        replay = replay_id(finished)
        await self._rooms.store.add_replay(replay, finished.text.encode(), self._rooms.clock.now())
        return replay

    async def find(self, replay: str, person: str | None) -> FinishedGame:
        """Return the finished game with an id; raises `RequestRefused`.

        The id alone is enough, even if spectators were not allowed while the game ran. The game of
        a challenge is found by its own person only. The deal of a day has no replay before its deck
        is open.
        """
        room = await self.room(replay)
        if room is None:
            finished = await self.uploaded(replay)
            if finished is None:
                raise RequestRefused(Code.NOT_FOUND)
            return finished
        if is_closed(room, person):
            raise RequestRefused(Code.NOT_FOUND)
        if room.status is Status.RUNNING:
            audience_of(room, person)
            raise RequestRefused(Code.RUNNING)
        if await self._rooms.sealed_days.is_sealed(room):
            audience_of(room, person)
            await self._rooms.sealed_days.check(room)
        return finished_game_of_room(room)

    async def uploaded(self, replay: str) -> FinishedGame | None:
        """Return the game of an uploaded record, or None."""
        body = await self._rooms.store.replay(replay)
        return None if body is None else _stored_game(body)

    async def result(self, finished: FinishedGame) -> GameFacts | None:
        """Return the result of a game; None if it was ended early."""
        return await self.in_thread(lambda: facts_of(played_game(finished)))

    async def room(self, room: str) -> Room | None:
        """Return a room, or None if there is none; the caller decides who may see what of it."""
        try:
            async with self._rooms.held_fresh(room) as live:
                return live.room
        except RequestRefused as refusal:
            if refusal.code is not Code.NOT_FOUND:
                raise
            return None

    async def is_sealed(self, room: Room) -> bool:
        """Whether a room must still keep its cards to itself."""
        return await self._rooms.sealed_days.is_sealed(room)

    async def is_sealed_try(self, room: str) -> bool:
        """Whether a room, by its id, is a try of a day whose deck is not open."""
        return await self._rooms.sealed_days.is_sealed_try(room)

    async def show(self, finished: FinishedGame, eyes: int) -> Replay:
        """Return the game frame by frame; raises `RequestRefused`."""
        return await self.in_thread(lambda: make_replay(finished, eyes))

    async def in_thread(self, work: Callable[[], Result]) -> Result:
        """Run work that takes about a tenth of a second in a thread, one call at a time."""
        async with self._thread_lock:
            return await asyncio.to_thread(work)


def _stored_game(body: bytes) -> FinishedGame:
    """Parse an uploaded record, which was checked before it was stored; raises `CorruptStore`."""
    try:
        return parse_finished_game(body.decode())
    except (UnicodeDecodeError, BadRecord):
        raise CorruptStore("an uploaded record can't be read") from None
