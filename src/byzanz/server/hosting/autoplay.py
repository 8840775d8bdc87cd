"""Plays all moves that no person makes: of bots, clocks, absent seats, bid plans and skips."""

from contextlib import suppress
from functools import partial

from byzanz.rooms.automatic import is_automatic, is_eventful, is_skipping, is_too_long, plan_of_turn
from byzanz.rooms.bot_task import stand_in_move
from byzanz.rooms.bot_timing import next_point, skip_time
from byzanz.rooms.entries import Entry, Moved, WentAway
from byzanz.rooms.room import Room
from byzanz.rooms.skip import Skip
from byzanz.server.hosting import attendance
from byzanz.server.hosting.bot_moves import BotMove, bot_move
from byzanz.server.hosting.live_room import LiveRoom
from byzanz.server.hosting.registry import RoomRegistry
from byzanz.server.hosting.room_task import RETRY
from byzanz.server.ops.clock import Clock
from byzanz.server.workers.bot_pool import BotPool
from byzanz.store.errors import StoreBusy
from byzanz.wire.answers import Notice
from byzanz.wire.room import Pace

AWAY_AFTER = 90_000  # milliseconds without a connection until a bot takes over, with a clock


class Autoplay:
    """Runs one task for each room where the server itself has to move."""

    def __init__(self, bots: BotPool, clock: Clock) -> None:
        self._bots = bots
        self._clock = clock

    def room_changed(self, rooms: RoomRegistry, live: LiveRoom) -> None:
        """Schedule the server's next move in a room, and cancel the one scheduled before.

        Without the room's lease nothing is scheduled; the lease is claimed if it is free.
        """
        attendance.watch(rooms, live)
        if not rooms.leases.holds(live.room.id):
            live.autoplay.cancel()
            live.scheduled_for = None
            self._claim_lease(rooms, live)
            return
        is_same = live.scheduled_for is live.room
        if live.autoplay.is_running and is_same and is_automatic(live.room):
            return  # a bot already works on this decision
        live.autoplay.cancel()
        live.scheduled_for = live.room
        if live.skip is not None and not is_skipping(live.room, live.skip.seat, live.bid_plans):
            live.skip = None
        if is_eventful(live.room, live.bid_plans):
            live.autoplay.start(partial(self._play_on, rooms, live, live.room))

    def _claim_lease(self, rooms: RoomRegistry, live: LiveRoom) -> None:
        needs_lease = is_eventful(live.room, live.bid_plans) or live.is_incomplete
        if needs_lease and not live.claim.is_running and not rooms.leases.is_taken(live.room.id):
            live.claim.start(partial(self._claimed, rooms, live))

    async def _claimed(self, rooms: RoomRegistry, live: LiveRoom) -> None:
        """Claim the lease, with retries while the store is busy, and schedule the next move."""
        while not rooms.leases.is_taken(live.room.id):
            with suppress(StoreBusy):
                if await rooms.leases.claim(live.room.id):
                    break
                continue
            await self._clock.until(self._clock.now() + RETRY)
        if rooms.leases.holds(live.room.id):
            self.room_changed(rooms, live)

    async def _play_on(self, rooms: RoomRegistry, live: LiveRoom, room: Room) -> None:
        """Log the next entry, with retries while the store is busy."""
        while (entry := await self._next(rooms, live, room)) is not None:
            if await _write_entry(rooms, live, room, entry):
                return
            await self._clock.until(self._clock.now() + RETRY)

    async def _next(self, rooms: RoomRegistry, live: LiveRoom, room: Room) -> Entry | None:
        """Wait for the time of the next entry and return it, or None if there will be none."""
        if live.skip is not None:
            return await self._skipped_move(rooms, live, room, live.skip)
        if is_automatic(room):
            return await self._bots_move(rooms, live, room)
        return await self._when_due(rooms, live, room)

    # --- bots -------------------------------------------------------------------------------

    async def _bots_move(self, rooms: RoomRegistry, live: LiveRoom, room: Room) -> Moved | None:
        """Return the bot's move at its time; None in an unwatched or paused game of bots."""
        if room.pace is Pace.PAUSED or not (room.persons or live.is_watched):
            return None
        if is_too_long(room):
            live.skip = Skip(min(room.present), room.at)
            return await self._skipped_move(rooms, live, room, live.skip)
        seat, move, notice = await self._decided(rooms, live, room)
        await self._clock.until(self._answer_at(room))
        rooms.notify(live, notice)
        return Moved(seat, move, is_automatic=True)

    async def _decided(self, rooms: RoomRegistry, live: LiveRoom, room: Room) -> BotMove:
        """Return the move of the bot on turn in this room or in a copy of it."""

        async def pause(notice: Notice) -> None:
            rooms.notify(live, notice)
            await self._clock.until(self._clock.now() + RETRY)

        return await bot_move(room, self._bots, pause)

    def _answer_at(self, room: Room) -> int:
        """Return the time at which a move that is ready now is sent."""
        return next_point(room.pace, room.at, room.answer_at, self._clock.now())

    async def _skipped_move(
        self, rooms: RoomRegistry, live: LiveRoom, room: Room, skip: Skip
    ) -> Moved | None:
        """Return the next move of a skip. All its moves are chosen first and then sent together.

        Sent one by one, they would reveal each bot's thinking time.
        """
        move = skip.prepared(room)
        if move is None:
            skip = live.skip = Skip(skip.seat, skip.requested_at)
            await self._prepare(rooms, live, room, skip)
            requested_at = max(skip.requested_at, room.at)
            drawn_at = requested_at + skip_time(skip.bots(room))
            now = self._clock.now()
            await self._clock.until(next_point(Pace.QUICK, requested_at, drawn_at, now))
            move = skip.prepared(room)
        return move

    async def _prepare(self, rooms: RoomRegistry, live: LiveRoom, room: Room, skip: Skip) -> None:
        """Choose all moves until the person must decide, on a copy of the room."""
        ahead = room.copy()
        while is_skipping(ahead, skip.seat, live.bid_plans):
            if is_automatic(ahead):
                seat, move, notice = await self._decided(rooms, live, ahead)
                rooms.notify(live, notice)
            else:
                seat, move = skip.seat, str(plan_of_turn(ahead, live.bid_plans))
            entry = Moved(seat, move, is_automatic=True)
            skip.prepare(ahead, entry)
            ahead.add(ahead.at, entry)

    # --- clocks, bid plans and absent persons -------------------------------------------------

    async def _when_due(
        self, rooms: RoomRegistry, live: LiveRoom, room: Room
    ) -> Moved | WentAway | None:
        """Wait for an expired clock, a bid plan or an absent person; None if nothing will come."""
        game = room.game
        assert game is not None
        assert game.turn is not None
        planned = plan_of_turn(room, live.bid_plans)
        planned_at = None if planned is None else self._answer_at(room)
        while True:
            now, due = self._clock.now(), room.due
            away_at, away = _next_away(live, room)
            times = [at for at in (due, planned_at, away_at) if at is not None]
            if not times:
                return None
            if min(times) <= now and rooms.heartbeat.is_late:
                await rooms.detect_outage()
                continue
            if due is not None and due <= now:
                return Moved(game.turn, stand_in_move(room), is_automatic=True, is_late=True)
            if planned_at is not None and planned_at <= now:
                return Moved(game.turn, str(planned), is_automatic=True)
            if away_at is not None and away_at <= now:
                return WentAway(away)
            await self._clock.until(min(times))


async def _write_entry(rooms: RoomRegistry, live: LiveRoom, room: Room, entry: Entry) -> bool:
    """Append an entry, unless the room changed or the lease was lost; returns False to retry."""
    async with live.lock:
        if live.room is not room or not rooms.leases.holds(room.id):
            return True
        return await live.autoplay.write(rooms, live, entry)


def _next_away(live: LiveRoom, room: Room) -> tuple[int | None, int]:
    """Return when a bot takes over the next absent person's seat, and which seat that is."""
    if room.setup.clock is None or not room.is_live:
        return None, 0
    times = [
        (live.missing_at(room.seats[number].person or "", AWAY_AFTER), number)
        for number in room.present - live.connected
    ]
    return min(times, default=(None, 0))
