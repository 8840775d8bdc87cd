"""Begins tries of today's deal, and practice with past ones."""

from byzanz.game.record import RULES_VERSION
from byzanz.rooms.command_keys import command_key
from byzanz.rooms.creation import room_id
from byzanz.rooms.daily_rooms import practice_room, try_room
from byzanz.rooms.display_names import check_name
from byzanz.server.daily.deals import DailyDeals, secrets_of
from byzanz.server.hosting.registry import RoomRegistry
from byzanz.store.rows import DailyDealRow
from byzanz.wire.answers import Accepted
from byzanz.wire.daily import PlayDaily
from byzanz.wire.problems import Code, RequestRefused


class DailyTries:
    """Makes the rooms of the deal of a day."""

    def __init__(self, rooms: RoomRegistry, deals: DailyDeals) -> None:
        self._rooms = rooms
        self._deals = deals

    async def play(self, person: str, text: str, command: PlayDaily) -> Accepted:
        """Begin the only try of today, or play a past day as practice; raises `RequestRefused`."""
        row = await self._deals.find(text)
        check_name(command.name)
        if row.rules != RULES_VERSION:
            raise RequestRefused(Code.OTHER_VERSION, day=row.day)
        if row.opened is not None:
            return await self._rooms.make(
                room_id(person, command.command, before=f"practice {row.day}"),
                person,
                command,
                lambda: practice_room(person, command.name, secrets_of(row)),
            )
        if row.day != self._deals.today:
            raise RequestRefused(Code.SEALED, day=row.day)
        return await self._begin(person, row, command)

    async def _begin(self, person: str, row: DailyDealRow, command: PlayDaily) -> Accepted:
        """Begin a try. Its room has one id for a person and day, so there is only one."""
        room = room_id(person, row.day, before="daily")
        now = self._rooms.clock.now()
        is_new = await self._rooms.store.begin_daily_try(person, row.day, room, now)
        own = await self._rooms.store.daily_try(person, row.day)
        if own is None:
            raise RequestRefused(Code.NOT_KNOWN)  # they have just deleted their data
        if own.ended is not None:
            raise RequestRefused(Code.ALREADY_TRIED, day=row.day, room=own.room)
        made = await self._rooms.make(
            room, person, command, lambda: try_room(person, command.name, secrets_of(row))
        )
        if not is_new and not await self._was_made_by(person, command, room):
            raise RequestRefused(Code.ALREADY_TRIED, day=row.day, room=room)
        return made

    async def _was_made_by(self, person: str, command: PlayDaily, room: str) -> bool:
        """Whether a room was made by this command, which was sent again."""
        async with self._rooms.held_fresh(room) as live:
            return command_key(person, command.command) in live.answered
