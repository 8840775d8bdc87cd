"""What a person is shown of a day: their try, the distribution, the calendar."""

import msgspec

from byzanz.rooms.days import closes, ends, month_of
from byzanz.rooms.results import VERSION
from byzanz.server.daily.closing import DailyClosing
from byzanz.server.daily.deals import DailyDeals, commitment_of
from byzanz.server.daily.distribution import distribution_of
from byzanz.server.hosting.registry import RoomRegistry
from byzanz.store.rows import DailyDealRow, DailyTryRow
from byzanz.wire.daily import (
    Calendar,
    CalendarDay,
    Daily,
    DailyLine,
    DailyTry,
    Distribution,
)
from byzanz.wire.games import SeatResult

SEATS_DECODER = msgspec.json.Decoder(tuple[SeatResult, ...])


class DailyPage:
    """Answers questions about days; nothing here depends on a hidden card."""

    def __init__(self, rooms: RoomRegistry, deals: DailyDeals, closing: DailyClosing) -> None:
        self._rooms = rooms
        self._store = rooms.store
        self._deals = deals
        self._closing = closing

    async def show(self, person: str | None, text: str) -> Daily:
        """Return a day for a person; raises `RequestRefused`."""
        row = await self._deals.find(text)
        own = None if person is None else await self._own_try(person, row.day)
        today = self._deals.today
        return Daily(
            day=row.day,
            today=today,
            now=self._rooms.clock.now(),
            ends=ends(row.day),
            opens=closes(row.day),
            is_open=row.opened is not None,
            begun=row.begun,
            commitment=commitment_of(row),
            next=await self._deals.commitment_of_tomorrow() if row.day == today else None,
            own=None if person is None or own is None else await self._shown_try(person, own),
            distribution=await self._distribution(row, own),
            line=await self._line(row),
            first=await self._store.first_day() or row.day,
        )

    async def calendar(self, person: str | None, text: str) -> Calendar:
        """Return the month of a day; raises `RequestRefused`."""
        self._deals.check_day(text)
        first, last = month_of(text)
        today = self._deals.today
        rows = await self._store.daily_calendar(person or "", first, min(last, today))
        return Calendar(
            days=tuple([CalendarDay(*row) for row in rows]),
            today=today,
            first=await self._store.first_day() or today,
        )

    async def _own_try(self, person: str, day: str) -> DailyTryRow | None:
        """The person's try; if its game is over but not counted yet, it is counted first."""
        own = await self._store.daily_try(person, day)
        if own is None or own.ended is not None:
            return own
        await self._closing.end(own.room)
        return await self._store.daily_try(person, day)

    async def _shown_try(self, person: str, own: DailyTryRow) -> DailyTry:
        result = None if own.profit is None else await self._store.result(person, own.room)
        shown = DailyTry(
            room=own.room, begun=own.begun, ended=own.ended, place=own.place, profit=own.profit
        )
        if result is None:
            return shown
        return msgspec.structs.replace(
            shown,
            seat=result.row.seat,
            seats=SEATS_DECODER.decode(result.row.seats),
            has_record=result.has_record,
        )

    async def _distribution(
        self, row: DailyDealRow, own: DailyTryRow | None
    ) -> Distribution | None:
        """The distribution, once the person's try has ended or the deck is open."""
        if row.opened is None and (own is None or own.ended is None):
            return None
        version = (own and own.version) or VERSION
        profit = None if own is None else own.profit
        return distribution_of(await self._store.daily_counts(row.day, version), profit)

    async def _line(self, row: DailyDealRow) -> DailyLine | None:
        line = None if row.opened is None else await self._store.daily_line(row.day)
        return None if line is None else DailyLine(line.replay, line.place, line.profit)
