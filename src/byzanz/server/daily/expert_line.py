"""The expert's own game with the deal of a day, played once the deck is open, and stored."""

import asyncio

import structlog

from byzanz.game.record import RULES_VERSION
from byzanz.rooms.bot_task import task_for_bot
from byzanz.rooms.daily_rooms import line_room, persons_seat
from byzanz.rooms.entries import Moved
from byzanz.rooms.finished_game import parse_finished_game, replay_id
from byzanz.rooms.outages import Outages
from byzanz.rooms.results import VERSION
from byzanz.rooms.room import Room
from byzanz.rooms.room_record import room_record
from byzanz.server.daily.deals import secrets_of
from byzanz.server.ops.clock import Clock
from byzanz.server.workers.bot_pool import BotPool
from byzanz.server.workers.fair_queue import Urgency
from byzanz.server.workers.pool import Overloaded
from byzanz.store.event_store import EventStore
from byzanz.store.rows import DailyDealRow, DailyLineRow
from byzanz.wire.room import BotId, Status

log = structlog.get_logger()

LEASE = 10 * 60_000  # milliseconds in which a game of the expert is over
PAUSE = 0.2  # seconds between two moves, to leave time to those who play


class ExpertLine:
    """Plays the games of days that are over, one at a time and after all hints."""

    def __init__(self, store: EventStore, bots: BotPool, clock: Clock) -> None:
        self._store = store
        self._bots = bots
        self._clock = clock

    async def play_next(self) -> bool:
        """Play the game of the latest day that has none; returns False if nothing was played."""
        if self._bots.available_bot(BotId.EXPERT) is not BotId.EXPERT:
            return False  # the search is not compiled yet
        now = self._clock.now()
        row = await self._store.claim_daily_line(now, now + LEASE)
        if row is None or row.rules != RULES_VERSION:
            return False
        room = await self._play(row)
        if room is None:
            return False  # it is tried again once the lease has expired
        await self._store.add_daily_line(_line(row, room))
        log.info("the expert has played a deal of the day", day=row.day)
        return True

    async def _play(self, row: DailyDealRow) -> Room | None:
        """Play a game in a room that is not stored; None if the bots have too much to do."""
        room = Room(f"day-{row.day}", Outages())
        room.add(row.opened or 0, line_room(secrets_of(row)))
        while room.status is Status.RUNNING:
            assert room.turn is not None
            seat, task = task_for_bot(room, room.turn.playing_bot)
            try:
                answer = await self._bots.answer(task, Urgency.HINT, room.id)
            except Overloaded:
                return None
            if answer.move is None:
                return None
            room.add(room.at, Moved(seat, answer.move, is_automatic=True))
            await asyncio.sleep(PAUSE)
        return room


def _line(row: DailyDealRow, room: Room) -> DailyLineRow:
    """The row of a game that the expert has finished."""
    assert room.game is not None
    seat = persons_seat(secrets_of(row))
    finished = parse_finished_game(room_record(room))
    place = next(each.place for each in room.game.standings() if each.seat == seat)
    return DailyLineRow(
        *(row.day, replay_id(finished), finished.text.encode()),
        *(room.game.scores[seat], place, VERSION),
    )
