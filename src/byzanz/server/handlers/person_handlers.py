"""Handlers for keys of people, and for the server's own address."""

from contextlib import suppress

from byzanz.server.call import Call, Visitor
from byzanz.server.handlers.visitors import Handler, Visitors
from byzanz.server.hosting.people import CODE_SECONDS, People
from byzanz.server.ops.lan import LanAccess
from byzanz.store.event_store import EventStore
from byzanz.wire.answers import DeviceCode, NewPerson, ServerAddress
from byzanz.wire.commands import ClaimCode
from byzanz.wire.problems import Code, RequestRefused
from byzanz.wire.room import OVER


class PersonHandlers:
    """Creates people, hands their keys to other devices, and says where the server is."""

    def __init__(
        self, visitors: Visitors, people: People, lan: LanAccess, store: EventStore
    ) -> None:
        self._visitors = visitors
        self._store = store
        self._people = people
        self._lan = lan

    @property
    def table(self) -> dict[str, Handler]:
        """The handlers by the names of their endpoints."""
        return {
            "new_person": self.new_person,
            "device_code": self.device_code,
            "claim_code": self.claim_code,
            "reach": self.reach,
            "open_reach": self.open_reach,
        }

    async def new_person(self, call: Call) -> NewPerson:
        """Make a new person and return the key."""
        self._visitors.count("people", call.visitor.address)
        return NewPerson(await self._people.new())

    async def device_code(self, call: Call) -> DeviceCode:
        """Make a code that gives another device the same key."""
        await self._visitors.person(call.visitor, "codes")
        assert call.visitor.key is not None
        return DeviceCode(await self._people.device_code(call.visitor.key), CODE_SECONDS)

    async def claim_code(self, call: Call) -> NewPerson:
        """Return the key of a code, which replaces the device's own key.

        The games of the two keys are not merged, so the device is warned if its own key has any.
        """
        self._visitors.count("codes", call.visitor.address)
        claim = call.body_as(ClaimCode)
        if not claim.may_replace:
            await self._check_no_games(call.visitor, claim.code)
        return NewPerson(await self._people.claim(claim.code))

    async def _check_no_games(self, visitor: Visitor, code: str) -> None:
        """Raise `RequestRefused` if the visitor's key has games and is not that of the code."""
        person = None
        with suppress(RequestRefused):  # a key that nobody knows has no games
            person = await self._people.find(visitor.key)
        if person is None or person == await self._people.owner(code):
            return
        games = await self._count_games(person)
        if games:
            raise RequestRefused(Code.HAS_GAMES, games=games)

    async def _count_games(self, person: str) -> int:
        finished, _ = await self._store.count_results(person)
        rooms = await self._store.rooms_of(person)
        return finished + sum(row.status not in OVER for row in rooms)

    async def reach(self, call: Call) -> ServerAddress:
        """Return the server's address for other devices."""
        self._visitors.count("reads", call.visitor.address)
        return self._lan.address_for(call.visitor)

    async def open_reach(self, call: Call) -> ServerAddress:
        """Open the server to the local network."""
        self._visitors.count("commands", call.visitor.address)
        return self._lan.open_to_lan(call.visitor)
