"""The queries for the results of finished games, and for the ties between people."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Literal

from msgspec.structs import replace

from byzanz.store.rows import CommonGame, CountedGame, RatedRow, ResultRow, StoredResult
from byzanz.store.sql_queries import SqlQueries, first_value, json_array

Opponents = Literal["all", "bots", "friends"]

ROW = ", ".join(f"result.{name}" for name in ResultRow.__struct_fields__)
HAS_RECORD = "(room.room IS NOT NULL OR sent_game.body IS NOT NULL)"
STORED = f"""
    {ROW}, is_kept, accuracy, moment, {HAS_RECORD}, daily_try.day, sent_game.game IS NOT NULL
"""
JOINED = """
    result LEFT JOIN room USING (room) LEFT JOIN daily_try USING (room)
    LEFT JOIN sent_game ON sent_game.game = result.room
"""
CHOICES: dict[Opponents, str] = {
    "all": "",
    "bots": "AND person_count = 1",
    "friends": "AND person_count > 1",
}


class ResultQueries(SqlQueries):
    """The tables `result`, `cut_tie` and `rating_turn`."""

    KEY_SHARE: ClassVar[str]

    # --- lists ------------------------------------------------------------------------------

    async def results(
        self, person: str, opponents: Opponents = "all", *, skip: int = 0, limit: int = 20
    ) -> list[StoredResult]:
        """Return a page of a person's results, latest first, without the first `skip`."""
        sql = f"""
            SELECT {STORED} FROM {JOINED}
            WHERE result.person = $1 {CHOICES[opponents]}
            ORDER BY result.at DESC, result.room LIMIT $3 OFFSET $2
        """
        return [_stored(row) for row in await self._read(sql, person, skip, limit)]

    async def analysed_results(self, person: str, *, limit: int) -> list[StoredResult]:
        """Return a person's latest results whose games are analysed and still stored."""
        sql = f"""
            SELECT {STORED} FROM {JOINED}
            WHERE result.person = $1 AND accuracy IS NOT NULL AND {HAS_RECORD}
            ORDER BY result.at DESC, result.room LIMIT $2
        """
        return [_stored(row) for row in await self._read(sql, person, limit)]

    async def result(self, person: str, room: str) -> StoredResult | None:
        """Return a person's result of one game, or None if they did not finish it."""
        sql = f"""
            SELECT {STORED} FROM {JOINED}
            WHERE result.person = $1 AND result.room = $2
        """
        rows = await self._read(sql, person, room)
        return _stored(rows[0]) if rows else None

    async def count_results(
        self, person: str, opponents: Opponents = "all"
    ) -> tuple[int, int | None]:
        """Return the number of a person's results, and the time of the first one."""
        sql = f"SELECT count(*), min(at) FROM result WHERE person = $1 {CHOICES[opponents]}"
        count, first = (await self._read(sql, person))[0]
        return count, first

    async def results_of_room(self, room: str) -> list[ResultRow]:
        """Return the results of all persons in a game, by seat."""
        sql = f"SELECT {ROW} FROM result WHERE room = $1 ORDER BY seat"
        return [_result(row) for row in await self._read(sql, room)]

    async def counted_games(self, person: str) -> list[CountedGame]:
        """Return the results against bots of one level that count for trends, oldest first."""
        sql = """
            SELECT level, version, seat_count, place, profit, accuracy FROM result
            WHERE person = $1 AND is_counted AND level IS NOT NULL ORDER BY at, room
        """
        return [CountedGame(*row) for row in await self._read(sql, person)]

    async def common_games(self, person: str, *, limit: int = 2000) -> list[CommonGame]:
        """Return the latest games with people with whom the tie is not cut, latest first."""
        sql = """
            SELECT theirs.person, theirs.room, mine.place, theirs.place, theirs.seat, mine.seats
            FROM result AS mine JOIN result AS theirs USING (room)
            WHERE mine.person = $1 AND theirs.person <> $1 AND NOT EXISTS (
                SELECT 1 FROM cut_tie WHERE person = $1 AND other = theirs.person
            )
            ORDER BY mine.at DESC, room, theirs.seat LIMIT $2
        """
        return [CommonGame(*row) for row in await self._read(sql, person, limit)]

    # --- what is added to a result later ------------------------------------------------------

    async def keep_result(self, person: str, room: str, *, is_kept: bool, most: int) -> bool:
        """Keep a game's room for as long as the person's key exists, or stop keeping it.

        Returns whether that was done: the result must exist, and a person keeps at most `most`.
        """
        sql = """
            UPDATE result SET is_kept = $3 WHERE person = $1 AND room = $2 AND (
                NOT $3 OR $4 > (
                    SELECT count(*) FROM result AS kept
                    WHERE kept.person = $1 AND kept.is_kept AND kept.room <> $2
                )
            ) RETURNING room
        """
        return bool(await self._write(sql, person, room, is_kept, most))

    async def count_kept(self, person: str) -> int:
        """Return the number of games that a person keeps."""
        sql = "SELECT count(*) FROM result WHERE person = $1 AND is_kept"
        count: int = first_value(await self._read(sql, person))
        return count

    async def set_analysed(
        self, room: str, seat: int, *, accuracy: int, moment: str | None
    ) -> None:
        """Add what an analysis found to the result of a seat; the first analysis counts."""
        sql = """
            UPDATE result SET accuracy = $3, moment = $4
            WHERE room = $1 AND seat = $2 AND accuracy IS NULL
        """
        await self._write(sql, room, seat, accuracy, moment)

    # --- ties -------------------------------------------------------------------------------

    async def cut_tie(self, person: str, other: str, at: int) -> None:
        """Cut the tie between two people on both sides.

        Does nothing if it is cut, or if one of them is no longer stored.
        """
        sql = f"""
            INSERT INTO cut_tie (person, other, at) SELECT one.person, two.person, $3
            FROM (SELECT person FROM person WHERE person IN ($1, $2) {self.KEY_SHARE}) AS one
            JOIN (SELECT person FROM person WHERE person IN ($1, $2) {self.KEY_SHARE}) AS two
            ON one.person <> two.person WHERE true ON CONFLICT DO NOTHING
        """
        await self._write(sql, person, other, at)

    async def cut_ties(self, person: str) -> set[str]:
        """Return the people with whom a person's tie is cut."""
        rows = await self._read("SELECT other FROM cut_tie WHERE person = $1", person)
        return {other for (other,) in rows}

    # --- rooms of earlier releases ------------------------------------------------------------

    async def rooms_without_results(self, limit: int) -> list[str]:
        """Return finished rooms whose results are not stored yet, in order of time."""
        sql = """
            SELECT room FROM room WHERE NOT has_results AND status = 'finished'
            ORDER BY changed, room LIMIT $1
        """
        return [room for (room,) in await self._read(sql, limit)]

    @abstractmethod
    async def fill_in_results(
        self, room: str, results: Sequence[ResultRow], *, rewrites: int
    ) -> None:
        """Store the results of a finished room that has none; those stored already stay.

        Does nothing if the log was rewritten since it was read; `rewrites`: see `RoomRow`.
        """

    # --- ratings ------------------------------------------------------------------------------

    async def rating_turn(self) -> int:
        """Return the number of the turn in which games may be rated; see `store_ratings`."""
        turn: int = first_value(await self._read("SELECT turn FROM rating_turn"))
        return turn

    async def last_rated(self) -> int:
        """Return the highest number of a rated game; 0 if none is rated."""
        sql = "SELECT coalesce(max(rated), 0) FROM result"
        number: int = first_value(await self._read(sql))
        return number

    async def unrated_results(self, limit: int) -> list[ResultRow]:
        """Return counted results that are not rated, in order of time; games may be cut off."""
        sql = f"""
            SELECT {ROW} FROM result WHERE is_counted AND rated IS NULL
            ORDER BY at, room, seat LIMIT $1
        """
        return [_result(row) for row in await self._read(sql, limit)]

    async def ratings(self, people: Sequence[str]) -> dict[str, tuple[float, float, int]]:
        """Return the mean, the deviation and the number of rated games of each of these people."""
        sql = f"""
            SELECT person, mu, sigma, games FROM result JOIN (
                SELECT person, max(rated) AS rated, count(rated) AS games FROM result
                WHERE person IN ({self.JSON_ITEMS}) AND rated IS NOT NULL GROUP BY person
            ) AS latest USING (person, rated)
        """
        rows = await self._read(sql, json_array(people))
        return {person: (mu, sigma, games) for person, mu, sigma, games in rows}

    @abstractmethod
    async def store_ratings(self, turn: int, rows: Sequence[RatedRow]) -> bool:
        """Store ratings and begin the next turn; does nothing if this turn is over.

        Returns whether they were stored: of several processes that read the same turn, only one
        stores its ratings.
        """


def _result(row: Sequence[Any]) -> ResultRow:
    result = ResultRow(*row)
    return replace(result, is_counted=bool(result.is_counted))  # SQLite has 0 and 1


def _stored(row: Sequence[Any]) -> StoredResult:
    *result, is_kept, accuracy, moment, has_record, day, is_sent = row
    return StoredResult(
        *(_result(result), bool(is_kept), accuracy, moment, bool(has_record), day),
        was_offline=bool(is_sent),
    )
