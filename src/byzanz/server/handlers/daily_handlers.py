"""Handlers for the deal of the day."""

from byzanz.server.call import Call
from byzanz.server.daily.comparison import DailyComparisons
from byzanz.server.daily.daily_page import DailyPage
from byzanz.server.daily.daily_work import DailyWork
from byzanz.server.daily.sending import DailySending
from byzanz.server.daily.tries import DailyTries
from byzanz.server.handlers.visitors import Handler, Visitors
from byzanz.server.hosting.registry import RoomRegistry
from byzanz.server.results.challenges import Challenges
from byzanz.wire.answers import Accepted
from byzanz.wire.challenges import ChallengeMade
from byzanz.wire.daily import Calendar, Daily, DailyComparison, PlayDaily, SendDaily


class DailyHandlers:
    """Shows days, begins tries and compares them."""

    def __init__(
        self, visitors: Visitors, rooms: RoomRegistry, work: DailyWork, challenges: Challenges
    ) -> None:
        self._visitors = visitors
        self._deals = work.deals
        self._page = DailyPage(rooms, work.deals, work.closing)
        self._tries = DailyTries(rooms, work.deals)
        self._sending = DailySending(rooms.store, work.deals, challenges)
        self._comparisons = DailyComparisons(rooms, work.deals)

    @property
    def table(self) -> dict[str, Handler]:
        """The handlers by the names of their endpoints."""
        return {
            "today": self.today,
            "day": self.day,
            "calendar": self.calendar,
            "play_daily": self.play,
            "send_daily": self.send,
            "compare_daily": self.compare,
        }

    async def today(self, call: Call) -> Daily:
        """Return the deal of today."""
        person = await self._visitors.optional_person(call.visitor, "reads")
        return await self._page.show(person, self._deals.today)

    async def day(self, call: Call) -> Daily:
        """Return the deal of a day."""
        person = await self._visitors.optional_person(call.visitor, "reads")
        return await self._page.show(person, call.path["day"])

    async def calendar(self, call: Call) -> Calendar:
        """Return the month of a day."""
        person = await self._visitors.optional_person(call.visitor, "reads")
        return await self._page.calendar(person, call.path["day"])

    async def play(self, call: Call) -> Accepted:
        """Begin the try of today, or play a past day as practice."""
        person = await self._visitors.person(call.visitor, "rooms")
        return await self._tries.play(person, call.path["day"], call.body_as(PlayDaily))

    async def send(self, call: Call) -> ChallengeMade:
        """Make a challenge of a past day."""
        person = await self._visitors.person(call.visitor, "rooms")
        return await self._sending.send(person, call.path["day"], call.body_as(SendDaily))

    async def compare(self, call: Call) -> DailyComparison:
        """Return the person's try beside the best other one, or beside the expert's line."""
        person = await self._visitors.person(call.visitor, "replays")
        return await self._comparisons.compare(person, call.path["day"], call.query["expert"])
