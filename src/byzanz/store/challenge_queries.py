"""The queries for challenges: deals that people send to each other."""

from collections.abc import Sequence
from typing import ClassVar

import msgspec

from byzanz.store.rows import ChallengeRow, TryRow
from byzanz.store.sql_queries import SqlQueries, Statement

CHALLENGE = ", ".join(ChallengeRow.__struct_fields__)
GIVEN = ", ".join(f"${n}" for n, _ in enumerate(ChallengeRow.__struct_fields__, 1))


class ChallengeQueries(SqlQueries):
    """The tables `challenge` and `challenge_try`. Both go with their people."""

    KEY_SHARE: ClassVar[str]

    async def add_challenge(self, row: ChallengeRow) -> ChallengeRow | None:
        """Store a challenge, unless its maker made one of this source already; returns that one.

        Returns None if the maker is not stored.
        """
        sql = f"""
            INSERT INTO challenge ({CHALLENGE})
            SELECT {GIVEN} FROM (SELECT 1 FROM person WHERE person = $3 {self.KEY_SHARE}) AS maker
            WHERE true ON CONFLICT DO NOTHING
        """
        await self._write(sql, *msgspec.structs.astuple(row))
        sql = f"SELECT {CHALLENGE} FROM challenge WHERE maker = $1 AND source = $2"
        return next((ChallengeRow(*each) for each in await self._read(sql, *_key(row))), None)

    async def challenge(self, challenge: str) -> ChallengeRow | None:
        """Return a challenge, or None if it is not stored."""
        sql = f"SELECT {CHALLENGE} FROM challenge WHERE challenge = $1"
        return next((ChallengeRow(*each) for each in await self._read(sql, challenge)), None)

    async def challenges_of(self, person: str) -> list[tuple[str, int, str]]:
        """Return the challenges that a person made or plays: id, time and the person's name."""
        sql = """
            SELECT challenge, at, name FROM challenge WHERE maker = $1
            UNION ALL SELECT challenge, at, name FROM challenge_try WHERE person = $1
            ORDER BY at, challenge
        """
        return [(challenge, at, name) for challenge, at, name in await self._read(sql, person)]

    async def tries(self, challenge: str) -> list[TryRow]:
        """Return the tries at a challenge, the first one first."""
        sql = """
            SELECT challenge, person, name, room, at FROM challenge_try
            WHERE challenge = $1 ORDER BY at, person
        """
        return [TryRow(*row) for row in await self._read(sql, challenge)]

    async def add_try(self, row: TryRow, *, most: int) -> None:
        """Store a person's try, unless there are `most` already; a person has one.

        Does nothing if the challenge or the person is not stored.
        """
        # The guard locks the challenge, so that the next statement counts all tries.
        await self._transact(
            [
                Statement(
                    f"""
                    INSERT INTO challenge_try (challenge, person, name, room, at)
                    SELECT $1, $2, $3, $4, $5
                    FROM (SELECT 1 FROM person WHERE person = $2 {self.KEY_SHARE}) AS player
                    WHERE $6 > (SELECT count(*) FROM challenge_try WHERE challenge = $1)
                    ON CONFLICT DO NOTHING
                    """,
                    (*msgspec.structs.astuple(row), most),
                )
            ],
            guard=Statement(
                "UPDATE challenge SET at = at WHERE challenge = $1 RETURNING 1", (row.challenge,)
            ),
        )

    async def delete_challenges(self, *, made_before: int, limit: int = 100) -> int:
        """Delete up to `limit` old challenges; returns the number deleted, 0 if none are left."""
        sql = """
            DELETE FROM challenge WHERE challenge IN (
                SELECT challenge FROM challenge WHERE at < $1 LIMIT $2
            ) RETURNING challenge
        """
        return len(await self._write(sql, made_before, limit))


def _key(row: ChallengeRow) -> Sequence[str]:
    return row.maker, row.source
