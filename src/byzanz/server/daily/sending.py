"""Sends the deal of a past day to friends."""

from byzanz.game.record import RULES_VERSION
from byzanz.rooms.daily_rooms import given_deal_of
from byzanz.rooms.display_names import check_name
from byzanz.server.daily.deals import DailyDeals, secrets_of
from byzanz.server.results.challenges import Challenges
from byzanz.store.event_store import EventStore
from byzanz.wire.challenges import ChallengeMade, MakeChallenge
from byzanz.wire.daily import SendDaily
from byzanz.wire.problems import Code, RequestRefused


class DailySending:
    """Makes challenges of days whose deck is open."""

    def __init__(self, store: EventStore, deals: DailyDeals, challenges: Challenges) -> None:
        self._store = store
        self._deals = deals
        self._challenges = challenges

    async def send(self, person: str, text: str, command: SendDaily) -> ChallengeMade:
        """Make a challenge of a day, with the person's own game if they finished it.

        Without one they may play it themselves. Raises `RequestRefused`.
        """
        name = check_name(command.name)
        row = await self._deals.find(text)
        if row.opened is None:
            raise RequestRefused(Code.SEALED, day=row.day)
        if row.rules != RULES_VERSION:
            raise RequestRefused(Code.OTHER_VERSION, day=row.day)
        room = await self._finished_room(person, row.day)
        if room is not None:
            return await self._challenges.make(person, room, MakeChallenge(name))
        deal = given_deal_of(secrets_of(row))
        return await self._challenges.make_given(person, name, deal, f"day:{row.day}")

    async def _finished_room(self, person: str, day: str) -> str | None:
        """Return the room of the person's finished try, if it is still stored."""
        own = await self._store.daily_try(person, day)
        if own is None or own.profit is None:
            return None
        result = await self._store.result(person, own.room)
        return own.room if result is not None and result.has_record else None
