"""The queries for people, and for the codes that give a person's key to another device."""

from collections.abc import Iterable
from typing import ClassVar

from byzanz.store.sql_queries import SqlQueries, first_value, json_array


class PersonQueries(SqlQueries):
    """The tables `person` and `code`."""

    KEY_SHARE: ClassVar[str]

    async def add_person(self, person: str, at: int) -> None:
        """Add a person; a person who is already stored stays unchanged."""
        sql = "INSERT INTO person (person, added, seen) VALUES ($1, $2, $2) ON CONFLICT DO NOTHING"
        await self._write(sql, person, at)

    async def has_person(self, person: str) -> bool:
        """Return whether a person is stored."""
        return bool(await self._read("SELECT 1 FROM person WHERE person = $1", person))

    async def stored_people(self, people: Iterable[str]) -> set[str]:
        """Return those of these people who are stored."""
        sql = f"SELECT person FROM person WHERE person IN ({self.JSON_ITEMS})"
        return {person for (person,) in await self._read(sql, json_array(people))}

    async def person_since(self, person: str) -> int | None:
        """Return when a person was added, or None if the person is not stored."""
        rows = await self._read("SELECT added FROM person WHERE person = $1", person)
        added: int | None = first_value(rows)
        return added

    async def mark_seen(self, person: str, at: int) -> None:
        """Set the time at which a person was last seen; does nothing for an unknown person."""
        await self._write("UPDATE person SET seen = $2 WHERE person = $1", person, at)

    async def delete_people(self, *, seen_before: int, limit: int = 100) -> int:
        """Delete up to `limit` people who were last seen before a time and are in no room.

        Returns the number deleted; 0 means that none are left.
        """
        sql = """
            DELETE FROM person WHERE seen < $1 AND person IN (
                SELECT person FROM person WHERE seen < $1
                AND NOT EXISTS (SELECT 1 FROM member WHERE member.person = person.person) LIMIT $2
            ) RETURNING person
        """
        return len(await self._write(sql, seen_before, limit))

    async def add_device_code(self, code_hash: str, person: str, until: int, owner: str) -> bool:
        """Store a one-time code, valid until a time; `person` is the encrypted key.

        Returns whether it is stored: its owner must be.
        """
        sql = f"""
            INSERT INTO code (hash, person, until, owner) SELECT $1, $2, $3, holder.person
            FROM (SELECT person FROM person WHERE person = $4 {self.KEY_SHARE}) AS holder
            RETURNING hash
        """
        return bool(await self._write(sql, code_hash, person, until, owner))

    async def device_code_owner(self, code_hash: str, now: int) -> list[str | None]:
        """Return the person of a valid code, None if it is not known; empty without such a code."""
        sql = "SELECT owner FROM code WHERE hash = $1 AND until > $2"
        return [owner for (owner,) in await self._read(sql, code_hash, now)]

    async def claim_device_code(self, code_hash: str, now: int) -> str | None:
        """Delete a one-time code and return its person; None if it is unknown or has expired.

        Also deletes all other expired codes.
        """
        sql = "DELETE FROM code WHERE hash = $1 OR until <= $2 RETURNING hash, until, person"
        deleted = await self._write(sql, code_hash, now)
        people = (person for found, until, person in deleted if found == code_hash and until > now)
        return next(people, None)
