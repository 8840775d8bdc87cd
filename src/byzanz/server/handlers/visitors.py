"""The persons behind requests, and the limits on what they send."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TypeAlias

from byzanz.server.call import Call, Visitor
from byzanz.server.hosting.people import People
from byzanz.server.ops.clock import Clock
from byzanz.server.ops.config import RATES_PER_MINUTE, Limits
from byzanz.server.ops.rate_limits import RateLimiter
from byzanz.wire.problems import Code, RequestRefused

Handler: TypeAlias = Callable[[Call], Awaitable[object]]


class Visitors:
    """Finds the person who sent a request, and counts the request.

    Limits are named by their field in `Limits`. A source is a person or, without a key, an address.
    """

    def __init__(self, people: People, limits: Limits, clock: Clock) -> None:
        self._people = people
        self.limiters = {
            name: RateLimiter(getattr(limits, name), clock) for name in RATES_PER_MINUTE
        }

    def count(self, limit: str, source: str) -> None:
        """Count a request; raises `RequestRefused` if the source sent too many."""
        self.limiters[limit].count_request(source)

    async def person(self, visitor: Visitor, limit: str) -> str:
        """Count a request and return its person; raises `RequestRefused` without a key."""
        person = await self.optional_person(visitor, limit)
        if person is None:
            raise RequestRefused(Code.NOT_KNOWN)
        return person

    async def optional_person(self, visitor: Visitor, limit: str) -> str | None:
        """Count a request and return its person, or None without a key."""
        try:
            person = await self._people.find(visitor.key)
        except RequestRefused:
            self.count("misses", visitor.address)
            raise
        self.count(limit, person or visitor.address)
        return person

    async def check_misses(self, visitor: Visitor) -> None:
        """Raise `RequestRefused` if the visitor guessed too many ids that do not exist."""
        misses = self.limiters["misses"]
        if misses.has_counted:
            misses.check(await self._guesser(visitor))

    async def count_miss(self, visitor: Visitor) -> None:
        """Count a guess of an id that does not exist."""
        self.count("misses", await self._guesser(visitor))

    async def _guesser(self, visitor: Visitor) -> str:
        """Return the source whose wrong ids are counted: the person or, without a key, the address.

        Strangers may share an address with people; their guesses must not lock those people out.
        """
        with suppress(RequestRefused):
            return await self._people.find(visitor.key) or visitor.address
        return visitor.address
