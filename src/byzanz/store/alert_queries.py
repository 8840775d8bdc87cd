"""The queries for alerts by Web Push, the devices that get them, and what people want to get."""

from collections.abc import Sequence
from typing import Any, ClassVar

import msgspec

from byzanz.store.rows import SubscriptionRow, TakenAlert
from byzanz.store.sql_queries import SqlQueries, first_value

SUBSCRIPTION = ", ".join(SubscriptionRow.__struct_fields__)
GIVEN = ", ".join(f"${n}" for n, _ in enumerate(SubscriptionRow.__struct_fields__, 1))
NO_TIE = """
    EXISTS (SELECT 1 FROM cut_tie WHERE person = $1 AND other = $2)
"""


class AlertQueries(SqlQueries):
    """The tables `server_key`, `subscription`, `alert`, `invitation_choice` and `opt_in`.

    An alert is a row for each subscription. It is added with the log entry that causes it, and
    deleted when it was sent or is no longer true. A process that takes it postpones it, so that
    another process takes it if the first one dies. Alerts are not in a backup, all else is.
    """

    SKIP_LOCKED: ClassVar[str]  # see `JobQueries`

    # --- the server's key -------------------------------------------------------------------

    async def server_key(self) -> bytes | None:
        """Return the key with which the server signs alerts, or None if none is stored."""
        body: bytes | None = first_value(await self._read("SELECT body FROM server_key"))
        return body

    async def add_server_key(self, body: bytes) -> None:
        """Store the key with which the server signs alerts, unless there is one."""
        sql = "INSERT INTO server_key (one, body) VALUES (1, $1) ON CONFLICT DO NOTHING"
        await self._write(sql, body)

    # --- subscriptions ----------------------------------------------------------------------

    async def set_subscription(self, row: SubscriptionRow, *, most: int) -> bool:
        """Add a subscription, or replace the person's own or one with the same keys.

        Returns False, and changes nothing, if another person has the address with other keys, or
        if the person is not stored. Of more than `most` subscriptions the oldest are deleted.
        """
        sql = f"""
            INSERT INTO subscription ({SUBSCRIPTION})
            SELECT {GIVEN} FROM person WHERE person.person = $2
            ON CONFLICT (subscription) DO UPDATE SET
                person = excluded.person, public_key = excluded.public_key,
                secret = excluded.secret, language = excluded.language,
                time_zone = excluded.time_zone, quiet_from = excluded.quiet_from,
                quiet_until = excluded.quiet_until, added = excluded.added, failures = 0
            WHERE subscription.person = excluded.person OR (
                subscription.public_key = excluded.public_key
                AND subscription.secret = excluded.secret
            ) RETURNING subscription
        """
        if not await self._write(sql, *msgspec.structs.astuple(row)):
            return False
        sql = """
            DELETE FROM subscription WHERE person = $1 AND subscription NOT IN (
                SELECT subscription FROM subscription WHERE person = $1
                ORDER BY added DESC, subscription LIMIT $2
            )
        """
        await self._write(sql, row.person, most)
        return True

    async def subscriptions(self, person: str) -> list[SubscriptionRow]:
        """Return a person's subscriptions, the newest first."""
        sql = f"""
            SELECT {SUBSCRIPTION} FROM subscription WHERE person = $1
            ORDER BY added DESC, subscription
        """
        return [SubscriptionRow(*row) for row in await self._read(sql, person)]

    async def delete_subscription(self, subscription: str, person: str) -> bool:
        """Delete a person's subscription with its alerts; returns whether there was one."""
        sql = """
            DELETE FROM subscription WHERE subscription = $1 AND person = $2 RETURNING subscription
        """
        return bool(await self._write(sql, subscription, person))

    # --- invitations ------------------------------------------------------------------------

    async def mute_invitations(self, person: str, *, is_muted: bool) -> None:
        """Choose that a person gets no invitations as alerts, or gets them again."""
        sql = """
            INSERT INTO invitation_choice (person, is_muted)
            SELECT person, $2 FROM person WHERE person = $1
            ON CONFLICT (person) DO UPDATE SET is_muted = excluded.is_muted
        """
        await self._write(sql, person, is_muted)

    async def has_muted_invitations(self, person: str) -> bool:
        """Return whether a person wants no invitations as alerts."""
        sql = "SELECT is_muted FROM invitation_choice WHERE person = $1"
        return bool(first_value(await self._read(sql, person)))

    async def set_opt_in(self, person: str, other: str, at: int, *, is_wanted: bool) -> None:
        """Choose whether a person wants invitations of another person as alerts.

        Does nothing if one of them is not stored, or if the tie between them is cut.
        """
        if not is_wanted:
            await self._write("DELETE FROM opt_in WHERE person = $1 AND other = $2", person, other)
            return
        sql = f"""
            INSERT INTO opt_in (person, other, at)
            SELECT mine.person, theirs.person, $3 FROM person AS mine, person AS theirs
            WHERE mine.person = $1 AND theirs.person = $2 AND NOT {NO_TIE}
            ON CONFLICT DO NOTHING
        """
        await self._write(sql, person, other, at)

    async def opt_ins(self, person: str) -> set[str]:
        """Return the people whose invitations a person wants as alerts."""
        rows = await self._read("SELECT other FROM opt_in WHERE person = $1", person)
        return {other for (other,) in rows}

    async def claim_invitation(
        self, person: str, other: str, room: str, now: int, *, pause: int
    ) -> bool:
        """Return whether a person may be alerted that another one invites them into a room.

        Both must want that, the person must not have muted it, and within `pause` milliseconds
        no alert about another room is allowed; this one counts from now on.
        """
        sql = f"""
            SELECT count(*) FROM opt_in WHERE NOT {NO_TIE}
            AND (person = $1 AND other = $2 OR person = $2 AND other = $1)
        """
        if first_value(await self._read(sql, person, other)) != 2:
            return False
        sql = """
            INSERT INTO invitation_choice (person, alerted, room)
            SELECT person, $3, $2 FROM person WHERE person = $1
            ON CONFLICT (person) DO UPDATE SET alerted = excluded.alerted, room = excluded.room
            WHERE NOT invitation_choice.is_muted AND (
                invitation_choice.alerted IS NULL OR invitation_choice.alerted <= $4
            )
            RETURNING person
        """
        if await self._write(sql, person, room, now, now - pause):
            return True
        sql = "SELECT 1 FROM invitation_choice WHERE person = $1 AND room = $2 AND NOT is_muted"
        return bool(await self._read(sql, person, room))

    # --- alerts -----------------------------------------------------------------------------

    async def has_due_alerts(self, now: int) -> bool:
        """Return whether an alert is due."""
        return bool(await self._read("SELECT 1 FROM alert WHERE due <= $1 LIMIT 1", now))

    async def take_alerts(self, now: int, until: int, limit: int) -> list[TakenAlert]:
        """Take up to `limit` alerts that are due; they are due again at `until`."""
        sql = f"""
            WITH next AS (
                SELECT subscription, room, seq FROM alert WHERE due <= $1
                ORDER BY due, subscription, room, seq LIMIT $3 {self.SKIP_LOCKED}
            )
            UPDATE alert SET due = $2, tries = tries + 1
            WHERE due <= $1 AND (subscription, room, seq) IN (SELECT * FROM next)
            RETURNING subscription, room, seq, kind, begun, due, tries
        """
        rows = await self._write(sql, now, until, limit)
        found = {}
        for subscription in {row[0] for row in rows}:
            sql = f"SELECT {SUBSCRIPTION} FROM subscription WHERE subscription = $1"
            for row in await self._read(sql, subscription):
                found[subscription] = SubscriptionRow(*row)
        return [_taken(row, found[row[0]]) for row in rows if row[0] in found]

    async def postpone_alert(self, alert: TakenAlert, due: int, *, is_try: bool) -> None:
        """Let a taken alert be due at another time; unless `is_try`, this one does not count."""
        sql = """
            UPDATE alert SET due = $5, tries = tries - $6
            WHERE subscription = $1 AND room = $2 AND seq = $3 AND due = $4
        """
        await self._write(sql, *_key(alert), alert.due, due, 0 if is_try else 1)

    async def settle_alert(self, alert: TakenAlert) -> None:
        """Delete a taken alert, unless another process has taken it since."""
        sql = "DELETE FROM alert WHERE subscription = $1 AND room = $2 AND seq = $3 AND due = $4"
        await self._write(sql, *_key(alert), alert.due)

    async def delete_old_alerts(self, *, begun_before: int) -> None:
        """Delete the alerts that were added before a time, sent or not."""
        await self._write("DELETE FROM alert WHERE begun < $1", begun_before)

    async def mark_reached(self, subscription: str) -> None:
        """Store that a subscription works."""
        sql = "UPDATE subscription SET failures = 0 WHERE subscription = $1 AND failures > 0"
        await self._write(sql, subscription)

    async def mark_failed(self, subscription: str, *, most: int) -> bool:
        """Count an alert that was given up; delete the subscription if that makes `most`.

        Returns whether it was deleted.
        """
        sql = "UPDATE subscription SET failures = failures + 1 WHERE subscription = $1"
        await self._write(sql, subscription)
        sql = """
            DELETE FROM subscription WHERE subscription = $1 AND failures >= $2
            RETURNING subscription
        """
        return bool(await self._write(sql, subscription, most))


def _key(alert: TakenAlert) -> tuple[str, str, int]:
    return alert.subscription.subscription, alert.room, alert.seq


def _taken(row: Sequence[Any], subscription: SubscriptionRow) -> TakenAlert:
    _, room, seq, kind, begun, due, tries = row
    return TakenAlert(room, seq, kind, begun, due, tries, subscription)
