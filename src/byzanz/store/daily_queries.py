"""The queries for the deals of the day, the tries of people, and their distribution."""

from typing import ClassVar

from byzanz.store.rows import (
    CalendarRow,
    DailyCountRow,
    DailyDealRow,
    DailyLineRow,
    DailyTryRow,
)
from byzanz.store.sql_queries import SqlQueries, Statement, first_value

DEAL = "day, deal, secret, dice, rules, made, begun, opened"
TRY = "day, room, begun, ended, profit, place, version"


class DailyQueries(SqlQueries):
    """The tables `daily_deal`, `daily_try`, `daily_count` and `daily_line`.

    A day is a date such as 2026-11-19. The counts of a day know no person, so they stay complete
    when people delete their data.
    """

    KEY_SHARE: ClassVar[str]

    # --- deals ------------------------------------------------------------------------------

    async def add_daily_deal(self, row: DailyDealRow) -> DailyDealRow:
        """Store the deal of a day, unless it has one, and return the one that it has."""
        sql = """
            INSERT INTO daily_deal (day, deal, secret, dice, rules, made)
            VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING
        """
        await self._write(sql, row.day, row.deal, row.secret, row.dice, row.rules, row.made)
        return await self.daily_deal(row.day) or row

    async def daily_deal(self, day: str) -> DailyDealRow | None:
        """Return the deal of a day, or None."""
        rows = await self._read(f"SELECT {DEAL} FROM daily_deal WHERE day = $1", day)
        return DailyDealRow(*rows[0]) if rows else None

    async def first_day(self) -> str | None:
        """Return the first day that has a deal, or None."""
        day: str | None = first_value(await self._read("SELECT min(day) FROM daily_deal"))
        return day

    async def unopened_days(self, until: str) -> list[str]:
        """Return the days up to a day whose decks are not open yet, the oldest first."""
        sql = "SELECT day FROM daily_deal WHERE opened IS NULL AND day <= $1 ORDER BY day"
        return [day for (day,) in await self._read(sql, until)]

    async def open_day(self, day: str, at: int) -> bool:
        """Open the deck of a day, once all its tries have ended; returns whether this call did."""
        sql = """
            UPDATE daily_deal SET opened = $2 WHERE day = $1 AND opened IS NULL AND NOT EXISTS (
                SELECT 1 FROM daily_try WHERE daily_try.day = $1 AND ended IS NULL
            ) RETURNING day
        """
        return bool(await self._write(sql, day, at))

    async def daily_calendar(self, person: str, first: str, last: str) -> list[CalendarRow]:
        """Return the days from one to another that have a deal, with the person's own tries."""
        sql = """
            SELECT daily_deal.day, mine.day IS NOT NULL, mine.place, mine.profit
            FROM daily_deal LEFT JOIN (SELECT * FROM daily_try WHERE person = $1) AS mine
            ON mine.day = daily_deal.day
            WHERE daily_deal.day >= $2 AND daily_deal.day <= $3 ORDER BY daily_deal.day
        """
        rows = await self._read(sql, person, first, last)
        return [CalendarRow(day, bool(is_tried), *rest) for day, is_tried, *rest in rows]

    # --- tries ------------------------------------------------------------------------------

    async def begin_daily_try(self, person: str, day: str, room: str, at: int) -> bool:
        """Begin a person's only try of a day; returns whether this call did.

        Does nothing if the person has a try already or is no longer stored, or if the deck is open.
        """
        guard = f"""
            INSERT INTO daily_try (person, day, room, begun)
            SELECT holder.person, daily_deal.day, $3, $4
            FROM (SELECT person FROM person WHERE person = $1 {self.KEY_SHARE}) AS holder
            JOIN daily_deal ON daily_deal.day = $2 AND opened IS NULL
            WHERE true ON CONFLICT DO NOTHING RETURNING 1
        """
        count = "UPDATE daily_deal SET begun = begun + 1 WHERE day = $1"
        return await self._transact(
            [Statement(count, (day,))], guard=Statement(guard, (person, day, room, at))
        )

    async def daily_try(self, person: str, day: str) -> DailyTryRow | None:
        """Return a person's try of a day, or None."""
        sql = f"SELECT {TRY} FROM daily_try WHERE person = $1 AND day = $2"
        rows = await self._read(sql, person, day)
        return DailyTryRow(*rows[0]) if rows else None

    async def daily_tries(self, person: str) -> list[DailyTryRow]:
        """Return all tries of a person, the latest first."""
        sql = f"SELECT {TRY} FROM daily_try WHERE person = $1 ORDER BY day DESC"
        return [DailyTryRow(*row) for row in await self._read(sql, person)]

    async def day_of_try(self, room: str) -> str | None:
        """Return the day of the try that is played in a room, or None if it has none."""
        day: str | None = first_value(
            await self._read("SELECT day FROM daily_try WHERE room = $1", room)
        )
        return day

    async def unended_tries(self, day: str) -> list[str]:
        """Return the rooms of a day whose tries have not ended."""
        sql = "SELECT room FROM daily_try WHERE day = $1 AND ended IS NULL ORDER BY room"
        return [room for (room,) in await self._read(sql, day)]

    async def tries_to_end(self, limit: int) -> list[str]:
        """Return the rooms of tries that have not ended although their games are over."""
        sql = """
            SELECT room FROM daily_try JOIN room USING (room)
            WHERE ended IS NULL AND status IN ('finished', 'aborted') ORDER BY room LIMIT $1
        """
        return [room for (room,) in await self._read(sql, limit)]

    async def end_daily_try(
        self, room: str, at: int, version: str, profit: int | None, place: int | None
    ) -> bool:
        """End the try in a room and count its result; returns whether this call did.

        Without a profit, a game that was ended early, nothing is counted.
        """
        guard = """
            UPDATE daily_try SET ended = $2, version = $3, profit = $4, place = $5
            WHERE room = $1 AND ended IS NULL RETURNING 1
        """
        count = """
            INSERT INTO daily_count (day, version, profit, place, games)
            SELECT day, version, profit, place, 1 FROM daily_try
            WHERE room = $1 AND profit IS NOT NULL
            ON CONFLICT (day, version, profit, place) DO UPDATE SET games = daily_count.games + 1
        """
        return await self._transact(
            [Statement(count, (room,))],
            guard=Statement(guard, (room, at, version, profit, place)),
        )

    # --- results ----------------------------------------------------------------------------

    async def daily_counts(self, day: str, version: str) -> list[DailyCountRow]:
        """Return how many tries of a day ended with each profit and place, by profit."""
        sql = """
            SELECT profit, place, games FROM daily_count WHERE day = $1 AND version = $2
            ORDER BY profit, place
        """
        return [DailyCountRow(*row) for row in await self._read(sql, day, version)]

    async def best_tries(self, day: str, version: str, least: int, limit: int) -> list[str]:
        """Return the rooms of the best tries of a day, as far as they are still stored.

        `least` is a profit that all of them have: without it, all results would be sorted.
        """
        sql = """
            SELECT room FROM daily_try JOIN room USING (room)
            WHERE day = $1 AND version = $2 AND profit >= $3
            ORDER BY profit DESC, place, ended, room LIMIT $4
        """
        return [room for (room,) in await self._read(sql, day, version, least, limit)]

    # --- the expert's line --------------------------------------------------------------------

    async def claim_daily_line(self, now: int, until: int) -> DailyDealRow | None:
        """Claim the latest open day without an expert's line, with a lease until a time, or None.

        Days that nobody has tried have no line.
        """
        sql = f"""
            UPDATE daily_deal SET line_until = $2 WHERE line_until <= $1 AND day = (
                SELECT day FROM daily_deal WHERE opened IS NOT NULL AND begun > 0
                AND NOT EXISTS (SELECT 1 FROM daily_line WHERE daily_line.day = daily_deal.day)
                ORDER BY day DESC LIMIT 1
            ) RETURNING {DEAL}
        """
        rows = await self._write(sql, now, until)
        return DailyDealRow(*rows[0]) if rows else None

    async def add_daily_line(self, row: DailyLineRow) -> None:
        """Store the expert's line of a day, unless it has one."""
        sql = """
            INSERT INTO daily_line (day, replay, body, profit, place, version)
            VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING
        """
        values = (row.day, row.replay, row.body, row.profit, row.place, row.version)
        await self._write(sql, *values)

    async def daily_line(self, day: str) -> DailyLineRow | None:
        """Return the expert's line of a day, or None."""
        sql = """
            SELECT day, replay, body, profit, place, version FROM daily_line WHERE day = $1
        """
        rows = await self._read(sql, day)
        return DailyLineRow(*rows[0]) if rows else None
