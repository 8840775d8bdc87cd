"""What this process remembers of people, and how it forgets a person who has deleted their data."""

from collections.abc import Mapping

from byzanz.rooms.finished_game import parse_finished_game
from byzanz.server.hosting.people import People
from byzanz.server.hosting.registry import RoomRegistry
from byzanz.server.ops.rate_limits import RateLimiter
from byzanz.server.workers.analysis_jobs import AnalysisJobs

AGAIN = 15_000  # milliseconds for which a deleted person who turns up again is forgotten again


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
        # By Python's hash of the person, which is keyed: the time until which they are forgotten.
        self._deleted: dict[int, int] = {}

    def forget(self, person: str, number: int = 0) -> None:
        """Forget a person, and close their connections; `number` is the deletion's number.

        The rooms that name the person are loaded again once their logs are rewritten.
        """
        self._heard.add(number)
        self._deleted[hash(person)] = self._rooms.clock.now() + AGAIN
        self._people.forget(person)
        if self._analyses is not None:
            self._analyses.forget(person)
        for limiter in self._limiters.values():
            limiter.forget(person)
        self._forget_presence(person)
        parse_finished_game.cache_clear()  # records have names

    def _forget_presence(self, person: str) -> None:
        for live in self._rooms.live:
            if live.forget(person):
                live.push_changed_presence()
                self._rooms.reschedule(live)

    def forget_again(self) -> None:
        """Forget people who turned up again after their deletion.

        Requests of theirs may have been under way, and other processes may have reported them as
        present or counted their requests before they heard of the deletion.
        """
        now = self._rooms.clock.now()
        self._deleted = {person: until for person, until in self._deleted.items() if until > now}
        if not self._deleted:
            return
        present = set[str]().union(*[live.people() for live in self._rooms.live])
        for person in [each for each in present if hash(each) in self._deleted]:
            self._forget_presence(person)
        for limiter in self._limiters.values():
            for source in [each for each in limiter.sources() if hash(each) in self._deleted]:
                limiter.forget(source)

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
        self.forget_again()

    async def _forget_missing(self) -> None:
        people = set(self._people.known()).union(*[live.people() for live in self._rooms.live])
        for person in people - await self._rooms.store.stored_people(people):
            self.forget(person)
