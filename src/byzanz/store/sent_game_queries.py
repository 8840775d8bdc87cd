"""The queries for games that people have played without a server and sent afterwards."""

from typing import ClassVar

import msgspec

from byzanz.store.rows import ResultRow
from byzanz.store.sql_queries import SqlQueries, Statement, first_value

RESULT = ", ".join(ResultRow.__struct_fields__)
GIVEN = ", ".join(f"${n}" for n, _ in enumerate(ResultRow.__struct_fields__, 1))
MOST = f"${len(ResultRow.__struct_fields__) + 1}"


class SentGameQueries(SqlQueries):
    """The table `sent_game`. Each game has a row in `result` too, under the same id.

    The body, a record, is deleted after a while; the row stays with its person, as the mark of
    where the game was played.
    """

    KEY_SHARE: ClassVar[str]

    async def add_sent_game(self, row: ResultRow, body: bytes, at: int, *, most: int) -> bool:
        """Store a game with its result, unless its person has sent `most` games already.

        Does nothing and returns False if that is so, if the game is stored already, or if the
        person is not stored.
        """
        # Two devices of a person may send games at once: the limit may then be exceeded by one.
        guard = Statement(
            f"""
            INSERT INTO result ({RESULT}) SELECT {GIVEN}
            FROM (SELECT 1 FROM person WHERE person = $1 {self.KEY_SHARE}) AS holder
            WHERE {MOST} > (SELECT count(*) FROM sent_game WHERE person = $1)
            ON CONFLICT DO NOTHING RETURNING 1
            """,
            (*msgspec.structs.astuple(row), most),
        )
        add = Statement(
            "INSERT INTO sent_game (game, person, body, at) VALUES ($1, $2, $3, $4)",
            (row.room, row.person, body, at),
        )
        return await self._transact([add], guard=guard)

    async def sent_game(self, game: str) -> bytes | None:
        """Return the record of a game, or None if it is not stored."""
        sql = "SELECT body FROM sent_game WHERE game = $1"
        body: bytes | None = first_value(await self._read(sql, game))
        return body

    async def delete_sent_records(self, *, sent_before: int, limit: int = 100) -> int:
        """Delete up to `limit` old records, but not those that their person keeps.

        Returns the number deleted; 0 means that none are left. Results stay.
        """
        sql = """
            UPDATE sent_game SET body = NULL WHERE game IN (
                SELECT game FROM sent_game WHERE body IS NOT NULL AND at < $1 AND NOT EXISTS (
                    SELECT 1 FROM result WHERE result.room = sent_game.game AND is_kept
                ) LIMIT $2
            ) RETURNING game
        """
        return len(await self._write(sql, sent_before, limit))
