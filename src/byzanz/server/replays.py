"""Looking back at games: those of rooms, and records that people send."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from byzanz.server.audience import audience_of
from byzanz.server.past import Past, id_of, past_of, past_of_room, read_past, replay_of
from byzanz.server.room import Room
from byzanz.server.rooms import Rooms
from byzanz.wire.problems import Code, Refusal
from byzanz.wire.replays import Replay
from byzanz.wire.room import Status

Result = TypeVar("Result")


class Replays:
    """Every game that is over, by the id of its room or of the record that was sent."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._aside = asyncio.Lock()

    async def add(self, data: bytes) -> str:
        """Keep a record that somebody sends; its id. Raises `Refusal`."""
        past = await self._beside(lambda: read_past(data))
        replay = id_of(past)
        await self._rooms.store.add_replay(replay, past.text.encode(), self._rooms.clock.now())
        return replay

    async def find(self, replay: str, person: str | None) -> Past:
        """The game of an id, if it is over; raises `Refusal`.

        Whoever has the id may look at it, even where nobody might watch while it ran.
        """
        room = await self._room(replay)
        if room is None:
            body = await self._rooms.store.replay(replay)
            if body is None:
                raise Refusal(Code.NOT_FOUND)
            return past_of(body.decode())
        if room.status is Status.RUNNING:
            audience_of(room, person)
            raise Refusal(Code.RUNNING)
        return past_of_room(room)

    async def _room(self, room: str) -> Room | None:
        try:
            async with self._rooms.held(room) as live:
                return live.room
        except Refusal as refusal:
            if refusal.code is not Code.NOT_FOUND:
                raise
            return None

    async def show(self, past: Past, eyes: int) -> Replay:
        """The game frame by frame; raises `Refusal`."""
        return await self._beside(lambda: replay_of(past, eyes))

    async def _beside(self, work: Callable[[], Result]) -> Result:
        """Do what takes a tenth of a second beside the event loop, one after the other."""
        async with self._aside:
            return await asyncio.to_thread(work)
