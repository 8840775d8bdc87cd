"""The queries that delete a person's data.

A deletion begins with one transaction, after which nobody has the key and no new row can name the
person. Its rooms are rewritten one after the other, so that no transaction is long. The table
`deletion` has the person until the last room is done: if the process ends before, another one goes
on.
"""

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from byzanz.store.rows import PresenceBody, RoomDeletion, RoomRewrite
from byzanz.store.sql_queries import SqlQueries, Statement, first_value, json_array

OWN_ROWS = (
    *(("code", "owner"), ("cut_tie", "person"), ("cut_tie", "other")),
    *(("subscription", "person"), ("invitation_choice", "person")),  # alerts go with subscriptions
    *(("opt_in", "person"), ("opt_in", "other")),
    *(("challenge", "maker"), ("challenge_try", "person")),  # tries of others go with the challenge
    ("daily_try", "person"),  # the counts of a day know no person
    *(("puzzle_try", "person"), ("puzzle_strength", "person")),
    ("sent_game", "person"),
)
"""Every table whose rows are deleted with their person, and the column that has the person.

A new table with data of a person belongs here. The rows of `result` are deleted game by game, with
the name in the results of the others; rows of `member` and `presence` go with the rooms.
"""

DELETED_COMMAND = "deleted:"  # begins the keys of a deleted person's commands
ALL_SEATS = -1
NO_SEAT = -2
GIVEN_DECK = """'"deck":['"""  # in the first entry of a room with a given deck, as SQL
PERSON = """'"person":"'"""  # in every entry that names a person but the first one


class NamingRoom(NamedTuple):
    """A room that may have the name of a person."""

    room: str
    has_person: bool  # its log has the hash of the person's key
    first_entry: bytes | None  # if the room has a given deck: its bots may have names of people


class TakenDeletion(NamedTuple):
    """An interrupted deletion as the process that takes it over sees it."""

    person: str
    number: int


class DeletionQueries(SqlQueries):
    """The tables `deletion` and `deletion_turn`, and rows of a person in all other tables."""

    BODY_HAS: ClassVar[str]  # an expression: whether the bytes of `body` contain the text {}
    WITHOUT_NAME: ClassVar[str]  # an expression: `result.seats` without the name at `mine.seat`
    SKIP_LOCKED: ClassVar[str]
    KEY_SHARE: ClassVar[str]  # a clause: the selected person can't be deleted until the commit

    # --- the person -------------------------------------------------------------------------

    async def begin_deletion(self, person: str, at: int, until: int) -> int | None:
        """Delete a person with all rows of their own; returns None if the person is not stored.

        From now on no row that names the person can be added. The caller has a lease of the
        deletion until a time, and deletes the rest. Deletions are numbered: the answer is the
        number of this one.
        """
        own = [
            Statement(f"DELETE FROM {table} WHERE {column} = $1", (person,))
            for table, column in OWN_ROWS
        ]
        has_begun = await self._transact(
            [
                Statement("UPDATE deletion_turn SET turn = turn + 1", ()),
                Statement(
                    "INSERT INTO deletion (person, at, until, turn)"
                    " SELECT $1, $2, $3, turn FROM deletion_turn",
                    (person, at, until),
                ),
                *own,
                Statement("UPDATE analysis SET person = NULL WHERE person = $1", (person,)),
            ],
            guard=Statement("DELETE FROM person WHERE person = $1 RETURNING 1", (person,)),
        )
        return await self._number_of(person) if has_begun else None

    async def _number_of(self, person: str) -> int:
        sql = "SELECT turn FROM deletion WHERE person = $1"
        number: int | None = first_value(await self._read(sql, person))
        return number or 0  # 0: it is over already

    async def claim_deletion(self, now: int, until: int) -> TakenDeletion | None:
        """Take over a deletion that nobody works on, with a lease until a time, or return None."""
        sql = f"""
            UPDATE deletion SET until = $2 WHERE person = (
                SELECT person FROM deletion WHERE until <= $1 ORDER BY at LIMIT 1 {self.SKIP_LOCKED}
            ) RETURNING person, turn
        """
        rows = await self._write(sql, now, until)
        return TakenDeletion(*rows[0]) if rows else None

    async def renew_deletion(self, person: str, until: int) -> None:
        """Renew the lease of a deletion."""
        await self._write("UPDATE deletion SET until = $2 WHERE person = $1", person, until)

    async def finish_deletion(self, person: str) -> None:
        """Delete the last row that has the person."""
        await self._write("DELETE FROM deletion WHERE person = $1", person)

    async def deletion_turn(self) -> int:
        """Return the number of the latest deletion."""
        turn: int = first_value(await self._read("SELECT turn FROM deletion_turn"))
        return turn

    # --- rooms ------------------------------------------------------------------------------

    async def rooms_naming(self, person: str, after: str, limit: int) -> list[NamingRoom]:
        """Return the next `limit` rooms after the room `after`, and what may name a person there.

        Other people's first entries name a person for whom they hold a seat; everything else
        that names a person follows from a command of that person.
        """
        sql = f"""
            SELECT page.room,
                EXISTS (
                    SELECT 1 FROM log WHERE log.room = page.room AND command >= $3 AND command < $4
                ) OR {self.BODY_HAS.format("$5")},
                CASE WHEN {self.BODY_HAS.format(GIVEN_DECK)} THEN body END
            FROM (SELECT room FROM room WHERE room > $1 ORDER BY room LIMIT $2) AS page
            JOIN log AS first ON first.room = page.room AND first.seq = 1 ORDER BY page.room
        """
        rows = await self._read(sql, after, limit, *_commands_of(person), person)
        return [NamingRoom(room, bool(has_person), body) for room, has_person, body in rows]

    async def naming_entries(self, room: str) -> dict[int, bytes]:
        """Return the bodies of the entries of a room that name people, by `seq`."""
        sql = f"""
            SELECT seq, body FROM log
            WHERE room = $1 AND (seq = 1 OR {self.BODY_HAS.format(PERSON)}) ORDER BY seq
        """
        return dict(await self._read(sql, room))

    async def rewrite_room(self, rewrite: RoomRewrite) -> bool:
        """Replace bodies of a room's log, and remove a person from all rows of the room.

        Does nothing and returns False if the log has changed since it was read.
        """
        room, person = rewrite.room, rewrite.person
        new_bodies = [
            Statement("UPDATE log SET body = $3 WHERE room = $1 AND seq = $2", (room, seq, body))
            for seq, body in rewrite.bodies.items()
        ]
        return await self._transact(
            [
                *new_bodies,
                Statement(
                    f"UPDATE log SET command = '{DELETED_COMMAND}' || seq, digest = $4"
                    " WHERE room = $1 AND command >= $2 AND command < $3",
                    (room, *_commands_of(person), b""),
                ),
                Statement("DELETE FROM member WHERE room = $1 AND person = $2", (room, person)),
                Statement(
                    f"DELETE FROM private WHERE room = $1 AND (seat = $2 OR $2 = {ALL_SEATS})",
                    (room, rewrite.seat),
                ),
                *self._without_results(person, [room]),
                Statement("DELETE FROM analysis WHERE subject = $1", (room,)),
                Statement("DELETE FROM job WHERE room = $1", (room,)),  # views have names
            ],
            guard=Statement(
                "UPDATE room SET rewrites = rewrites + 1, plans = plans + 1"
                " WHERE room = $1 AND head = $2 AND rewrites = $3 RETURNING 1",
                (room, rewrite.head, rewrite.rewrites),
            ),
        )

    async def delete_own_room(self, deletion: RoomDeletion) -> bool:
        """Delete a room in which nobody but one person has ever been, with all that belongs to it.

        Does nothing and returns False if the log has changed since it was read.
        """
        room = deletion.room
        return await self._transact(
            [
                Statement("DELETE FROM result WHERE room = $1", (room,)),
                Statement("DELETE FROM finding WHERE subject = $1", (room,)),
                Statement("DELETE FROM analysis WHERE subject = $1", (room,)),
                Statement("DELETE FROM job WHERE room = $1", (room,)),
            ],
            guard=Statement(
                "DELETE FROM room WHERE room = $1 AND head = $2 AND rewrites = $3 RETURNING 1",
                (room, deletion.head, deletion.rewrites),
            ),
        )

    async def result_rooms(self, person: str, limit: int) -> list[str]:
        """Return up to `limit` rooms of which a person has a result."""
        sql = "SELECT room FROM result WHERE person = $1 ORDER BY room LIMIT $2"
        return [room for (room,) in await self._read(sql, person, limit)]

    async def delete_results(self, person: str, rooms: Sequence[str]) -> None:
        """Delete a person's results of some rooms, and the name in the results of the others.

        What was found in games that the person sent goes too: those have no room.
        """
        found = [
            Statement(
                f"DELETE FROM {table} WHERE subject IN ({self.JSON_ITEMS})"
                f" AND NOT EXISTS (SELECT 1 FROM room WHERE room.room = {table}.subject)",
                (json_array(rooms),),
            )
            for table in ("finding", "analysis")
        ]
        await self._transact([*self._without_results(person, rooms), *found])

    def _without_results(self, person: str, rooms: Sequence[str]) -> tuple[Statement, ...]:
        items = json_array(rooms)
        return (
            Statement(
                f"""
                UPDATE result SET seats = {self.WITHOUT_NAME} FROM result AS mine
                WHERE mine.room IN ({self.JSON_ITEMS}) AND mine.person = $2
                AND result.room = mine.room AND result.person <> $2
                """,
                (items, person),
            ),
            Statement(
                f"DELETE FROM result WHERE room IN ({self.JSON_ITEMS}) AND person = $2",
                (items, person),
            ),
        )

    # --- presence ---------------------------------------------------------------------------

    async def presence_naming(self, person: str) -> list[PresenceBody]:
        """Return the presence of all processes, dead ones included, that has a person."""
        sql = "SELECT process, room, body FROM presence WHERE body LIKE '%' || $1 || '%'"
        return [PresenceBody(*row) for row in await self._read(sql, person)]

    async def replace_presence(self, before: PresenceBody, body: str) -> None:
        """Replace a body of presence, unless its process has just replaced it."""
        sql = """
            UPDATE presence SET body = $4 WHERE process = $1 AND room = $2 AND body = $3
        """
        await self._write(sql, *before, body)


def _commands_of(person: str) -> tuple[str, str]:
    """The range of the keys of a person's commands: from the first text to before the second."""
    prefix = person[:16]
    return f"{prefix}:", f"{prefix};"
