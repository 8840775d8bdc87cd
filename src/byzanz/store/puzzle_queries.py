"""The queries for puzzles: what people have answered, and how strong people and puzzles are."""

from collections.abc import Sequence
from typing import ClassVar

from byzanz.store.rows import PuzzleTry, RatingChange, StoredStrength
from byzanz.store.sql_queries import SqlQueries, Statement

TRY = ", ".join(PuzzleTry.__struct_fields__)


class PuzzleQueries(SqlQueries):
    """The tables `puzzle_try`, `puzzle_strength` and `puzzle_rating`."""

    KEY_SHARE: ClassVar[str]

    async def puzzle_tries(self, person: str) -> list[PuzzleTry]:
        """Return what a person has answered, the latest first."""
        sql = f"SELECT {TRY} FROM puzzle_try WHERE person = $1 ORDER BY at DESC, puzzle"
        rows = await self._read(sql, person)
        return [
            PuzzleTry(puzzle, version, begun, at, tries, is_right=bool(is_right), due=due)
            for puzzle, version, begun, at, tries, is_right, due in rows
        ]

    async def add_puzzle_try(
        self, person: str, tried: PuzzleTry, changes: Sequence[RatingChange]
    ) -> bool:
        """Store an answer, and change ratings with it.

        Does nothing and returns False if the puzzle was answered before and is not due again, or
        if the person is not stored. Changes of ratings are added up, so that none is lost if two
        people answer at the same time.
        """
        guard = Statement(
            f"""
            INSERT INTO puzzle_try (person, puzzle, version, begun, at, tries, is_right, due)
            SELECT holder.person, $2, $3, $4, $4, 1, $5, $6
            FROM (SELECT person FROM person WHERE person = $1 {self.KEY_SHARE}) AS holder
            WHERE true
            ON CONFLICT (person, puzzle) DO UPDATE SET
                version = excluded.version, at = excluded.at, tries = puzzle_try.tries + 1,
                is_right = excluded.is_right, due = excluded.due
            WHERE puzzle_try.due <= excluded.at
            RETURNING 1
            """,
            (person, tried.puzzle, tried.version, tried.at, tried.is_right, tried.due),
        )
        return await self._transact([_rated(change) for change in changes], guard=guard)

    async def puzzle_strength(self, person: str) -> StoredStrength | None:
        """Return the strength of a person at puzzles; None before the first one."""
        sql = "SELECT mu, sigma, rated FROM puzzle_strength WHERE person = $1"
        rows = await self._read(sql, person)
        return StoredStrength(*rows[0]) if rows else None

    async def puzzle_ratings(self) -> dict[str, StoredStrength]:
        """Return the ratings of all puzzles that somebody has answered."""
        rows = await self._read("SELECT puzzle, mu, sigma, rated FROM puzzle_rating")
        return {puzzle: StoredStrength(*strength) for puzzle, *strength in rows}


def _rated(change: RatingChange) -> Statement:
    """Add a change to a rating, or to the one that a person or a puzzle begins with."""
    start = change.begins_at
    table, column = ("strength", "person") if change.is_person else ("rating", "puzzle")
    return Statement(
        f"""
        INSERT INTO puzzle_{table} ({column}, mu, sigma, rated) VALUES ($1, $2, $3, 1)
        ON CONFLICT ({column}) DO UPDATE SET mu = puzzle_{table}.mu + $4,
            sigma = puzzle_{table}.sigma * $5, rated = puzzle_{table}.rated + 1
        """,
        (
            change.name,
            start.mu + change.gain,
            start.sigma * change.factor,
            change.gain,
            change.factor,
        ),
    )
