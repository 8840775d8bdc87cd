"""The background work for the deals of the day."""

import secrets

from byzanz.rooms.creation import RandomBytes
from byzanz.rooms.days import GRACE, begins, closes, day_of
from byzanz.server.daily.closing import DailyClosing
from byzanz.server.daily.deals import DailyDeals
from byzanz.server.daily.expert_line import ExpertLine
from byzanz.server.hosting.registry import RoomRegistry
from byzanz.server.workers.bot_pool import BotPool


class DailyWork:
    """Makes deals, ends tries, opens decks and lets the expert play; each may be repeated."""

    def __init__(
        self, rooms: RoomRegistry, bots: BotPool, random_bytes: RandomBytes = secrets.token_bytes
    ) -> None:
        """`random_bytes` is not that of rooms: deals of days are made at any moment."""
        self.deals = DailyDeals(rooms.store, rooms.clock, random_bytes)
        self.closing = DailyClosing(rooms)
        self.line = ExpertLine(rooms.store, bots, rooms.clock)

    def next_close(self, now: int) -> int:
        """Return when the next day closes."""
        today = day_of(now)
        return min(at for at in (begins(today) + GRACE, closes(today)) if at > now)

    async def work(self) -> bool:
        """Do what is due; returns whether more is. Raises `StoreBusy`."""
        await self.closing.close_days()
        await self.deals.make()
        return await self.closing.end_finished()
