"""Which rooms of the deal of the day must still keep their cards to themselves."""

from byzanz.rooms.room import Room
from byzanz.store.event_store import EventStore
from byzanz.wire.problems import Code, RequestRefused


class SealedDays:
    """Knows which decks are open. A deck that was opened stays open.

    The store decides, not the clock: a deck is opened after the last try of its day has ended.
    """

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self._open: set[str] = set()

    async def is_open(self, day: str) -> bool:
        """Whether the deck of a day is open; raises `StoreBusy`."""
        if day not in self._open:
            deal = await self._store.daily_deal(day)
            if deal is None or deal.opened is None:
                return False
            self._open.add(day)
        return True

    async def is_sealed(self, room: Room) -> bool:
        """Whether a room plays a deal of the day that is not open; raises `StoreBusy`."""
        return room.day is not None and not await self.is_open(room.day)

    async def is_sealed_try(self, room: str) -> bool:
        """Whether a room, by its id, is a try of a day whose deck is not open."""
        day = await self._store.day_of_try(room)
        return day is not None and not await self.is_open(day)

    async def check(self, room: Room) -> None:
        """Raise `RequestRefused` if the room is sealed."""
        if await self.is_sealed(room):
            assert room.day is not None
            raise RequestRefused(Code.SEALED, day=room.day)
