"""What this process remembers of people, and how it forgets a person who has deleted their data."""

from collections.abc import Mapping

from byzanz.rooms.finished_game import parse_finished_game
from byzanz.server.hosting.people import People
from byzanz.server.hosting.registry import RoomRegistry
from byzanz.server.ops.rate_limits import RateLimiter
from byzanz.server.workers.analysis_jobs import AnalysisJobs


class PersonMemory:
    """Everything in memory that has a person: rooms, connections, known keys and counts."""

    def __init__(
        self,
        rooms: RoomRegistry,
        people: People,
        limiters: Mapping[str, RateLimiter],
        analyses: AnalysisJobs | None,
    ) -> None:
        self._analyses = analyses
        self._rooms = rooms
        self._people = people
        self._limiters = limiters
        self._latest: int | None = None  # the number of the latest deletion at the last check
        self._heard: set[int] = set()  # the numbers of deletions since then

    def forget(self, person: str, number: int = 0) -> None:
        """Forget a person, and close their connections; `number` is that of the deletion.

        The rooms that name the person are loaded again once their logs are rewritten.
        """
        self._heard.add(number)
        self._people.forget(person)
        if self._analyses is not None:
            self._analyses.forget(person)
        for limiter in self._limiters.values():
            limiter.forget(person)
        for live in self._rooms.live:
            if live.forget(person):
                live.push_changed_presence()
                self._rooms.reschedule(live)
        parse_finished_game.cache_clear()  # records have names

    async def forget_deleted(self) -> None:
        """Forget everybody who was deleted since the last call; raises `StoreBusy`.

        So a process that missed a message about a deletion forgets the person too.
        """
        latest = await self._rooms.store.deletion_turn()
        if self._latest is not None and not self._heard.issuperset(
            range(self._latest + 1, latest + 1)
        ):
            await self._forget_missing()
        self._latest = latest
        self._heard = {number for number in self._heard if number > latest}

    async def _forget_missing(self) -> None:
        people = set(self._people.known()).union(*[live.people() for live in self._rooms.live])
        for person in people - await self._rooms.store.stored_people(people):
            self.forget(person)
