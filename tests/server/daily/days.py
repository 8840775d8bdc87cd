"""People who play the deal of the day on a server without HTTP."""

from byzanz.rooms.days import closes, day_of, next_day
from byzanz.server.daily.comparison import DailyComparisons
from byzanz.server.daily.daily_page import DailyPage
from byzanz.server.daily.daily_work import DailyWork
from byzanz.server.daily.tries import DailyTries
from byzanz.server.hosting.people import person_of
from byzanz.wire.daily import PlayDaily
from tests.server.hosting.finished_games import play_out
from tests.server.hosting.harness import START, Harness

TODAY = day_of(START)
TOMORROW = next_day(TODAY)


class Days:
    """The deal of the day at one process; a person's name is also their key."""

    def __init__(self, harness: Harness) -> None:
        self.harness = harness
        self.rooms = harness.rooms
        self.work = DailyWork(self.rooms, harness.bots, harness.random_bytes)
        self.page = DailyPage(self.rooms, self.work.deals, self.work.closing)
        self.tries = DailyTries(self.rooms, self.work.deals)
        self.comparisons = DailyComparisons(self.rooms, self.work.deals)

    async def begin(self, person: str, day: str = TODAY, *, name=None, command=None) -> str:
        """Begin a try or practice; returns the room."""
        await self.harness.meet(person)
        body = PlayDaily(command or self.harness.next_id(), name or person)
        return (await self.tries.play(person_of(person), day, body)).room

    async def finish(self, person: str, day: str = TODAY) -> str:
        """Play a day to its end, as the bot solid would; returns the room."""
        room = await self.begin(person, day)
        await play_out(self.harness, room)
        return room

    async def show(self, person: str | None, day: str = TODAY):
        return await self.page.show(person and person_of(person), day)

    async def compare(self, person: str, day: str = TODAY, *, expert: int = 0):
        return await self.comparisons.compare(person_of(person), day, expert)

    async def until_closed(self, day: str = TODAY) -> None:
        """Wait until a day is over, and let the server open its deck."""
        await self.harness.wait((closes(day) - self.harness.clock.now()) / 1000)
        await self.work.work()
