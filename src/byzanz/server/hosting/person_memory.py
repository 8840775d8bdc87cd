"""What this process remembers of people, and how it forgets a person who has deleted their data."""

from collections.abc import Mapping

from byzanz.rooms.finished_game import parse_finished_game
from byzanz.server.hosting.people import People
from byzanz.server.hosting.registry import RoomRegistry
from byzanz.server.ops.rate_limits import RateLimiter


class PersonMemory:
    """Everything in memory that has a person: rooms, connections, known keys and counts."""

    def __init__(
        self, rooms: RoomRegistry, people: People, limiters: Mapping[str, RateLimiter]
    ) -> None:
        self._rooms = rooms
        self._people = people
        self._limiters = limiters
        self._turn: int | None = None  # see `DeletionQueries.deletion_turn`

    def forget(self, person: str) -> None:
        """Forget a person, and close their connections.

        The rooms that name the person are loaded again once their logs are rewritten.
        """
        self._people.forget(person)
        for limiter in self._limiters.values():
            limiter.forget(person)
        for live in self._rooms.live:
            if live.forget(person):
                live.push_changed_presence()
                self._rooms.reschedule(live)
        parse_finished_game.cache_clear()  # records have names

    async def forget_deleted(self) -> None:
        """Forget everybody who was deleted since the last call; raises `StoreBusy`.

        So a process that missed the message about it forgets them too.
        """
        turn = await self._rooms.store.deletion_turn()
        if self._turn not in (None, turn):
            remembered = set(self._people.known()).union(
                *[live.people() for live in self._rooms.live]
            )
            for person in remembered - await self._rooms.store.stored_people(remembered):
                self.forget(person)
        self._turn = turn
