"""Plays on where nobody is asked: bots, clocks that run out, people who are gone or said before
what they want."""

import asyncio
from contextlib import suppress
from hashlib import blake2b

from byzanz.game.moves import BadMove, Move, parse_move
from byzanz.server.attendance import Attendance
from byzanz.server.entries import Entry, Moved, WentAway
from byzanz.server.live import LiveRoom
from byzanz.server.pace import MOST_ANSWERS, next_point, skip_time
from byzanz.server.queue import Urgency
from byzanz.server.room import Room
from byzanz.server.rooms import RETRY, Rooms
from byzanz.server.seat import STAND_IN
from byzanz.server.skips import Skip, is_between
from byzanz.server.thinker import Task, think
from byzanz.server.thinkers import Overloaded, Thinkers
from byzanz.server.wishes import wished_move
from byzanz.store.trouble import StoreBusy
from byzanz.wire.answers import Notice
from byzanz.wire.room import BotWord, Pace, Status

PATIENCE = 90_000  # milliseconds without a connection till a seat is away
WARMING_UP, BOTS_BUSY = Notice("warming_up"), Notice("bots_busy")


class Conductor:
    """Has one task for each room in which something is to happen without a person."""

    def __init__(self, rooms: Rooms, thinkers: Thinkers) -> None:
        self._rooms = rooms
        self._thinkers = thinkers
        self._clock = rooms.clock
        self._attendance = Attendance(rooms)
        rooms.on_change = self.plan

    def plan(self, live: LiveRoom) -> None:
        """Wait for what comes next in a room, no longer for what came next before."""
        self._attendance.plan(live)
        if live.task is not None:
            if live.planned is live.room and _is_automatic(live.room):
                return  # a bot is thinking about it already
            live.task.cancel()
        live.task, live.planned = None, live.room
        if live.skip is not None and not _is_skipping(live, live.room, live.skip.seat):
            live.skip = None
        if _is_eventful(live):
            live.task = asyncio.create_task(self._play_on(live, live.room))

    async def _play_on(self, live: LiveRoom, room: Room) -> None:
        """Write what comes next, however often the store is busy."""
        try:
            while (entry := await self._next(live, room)) is not None:
                if await self._write(live, room, entry):
                    return
                await self._clock.until(self._clock.now() + RETRY)
        finally:
            if live.task is asyncio.current_task():
                live.task = None

    async def _write(self, live: LiveRoom, room: Room, entry: Entry) -> bool:
        """Whether this is settled: written, or the room went another way."""
        async with live.lock:
            if live.room is not room:
                return True
            live.task = None  # from here on nothing may cancel it
            with suppress(StoreBusy):
                await self._rooms.automatic(live, entry)
            if live.room is room and live.task is None:
                live.task = asyncio.current_task()
            return live.task is not asyncio.current_task()

    async def _next(self, live: LiveRoom, room: Room) -> Entry | None:
        if live.skip is not None:
            return await self._skipped_move(live, room, live.skip)
        if _is_automatic(room):
            return await self._bots_move(live, room)
        return await self._when_due(live, room)

    async def _bots_move(self, live: LiveRoom, room: Room) -> Moved | None:
        """What the bot on turn does, at its time; None: bots alone pause, or are not watched."""
        pace = room.pace
        if pace is Pace.PAUSED or not (room.persons or live.feeds):
            return None
        if _is_too_long(room):
            live.skip = Skip(min(room.present), room.at)
            return await self._skipped_move(live, room, live.skip)
        seat, move, notice = await self._choose(room)
        await self._clock.until(self._answer_at(room))
        live.notify(notice)
        return Moved(seat, move, is_automatic=True)

    def _answer_at(self, room: Room) -> int:
        """When an answer leaves that is ready now."""
        return next_point(room.pace, room.at, room.answer_at, self._clock.now())

    async def _skipped_move(self, live: LiveRoom, room: Room, skip: Skip) -> Moved | None:
        """The next move of a skip: all of them are worked out, then they leave together.

        One by one, they would tell how long each bot thought.
        """
        move = skip.prepared(room)
        if move is None:
            skip = live.skip = Skip(skip.seat, skip.asked_at)
            await self._prepare(live, room, skip)
            asked_at = max(skip.asked_at, room.at)
            drawn_at = asked_at + skip_time(skip.bots(room))
            now = self._clock.now()
            await self._clock.until(next_point(Pace.QUICK, asked_at, drawn_at, now))
            move = skip.prepared(room)
        return move

    async def _prepare(self, live: LiveRoom, room: Room, skip: Skip) -> None:
        """Work out what comes until the person of the skip is asked, on a copy of the room."""
        ahead = room.copy()
        while _is_skipping(live, ahead, skip.seat):
            if _is_automatic(ahead):
                seat, move, notice = await self._choose(ahead)
                live.notify(notice)
            else:
                seat, move = skip.seat, str(_wished(live, ahead))
            entry = Moved(seat, move, is_automatic=True)
            skip.prepare(ahead, entry)
            ahead.add(ahead.at, entry)

    async def _choose(self, room: Room) -> tuple[int, str, Notice | None]:
        """The seat on turn, its bot's move, and why it is not what that bot would do."""
        assert room.turn is not None
        word = room.turn.player
        able = self._thinkers.able(word)
        seat, task = _task(room, able)
        try:
            thought = await self._thinkers.think(task, Urgency.PLAY, room.id)
        except Overloaded:
            return seat, _stand_in(room), BOTS_BUSY
        if not _is_legal(room, seat, thought.move):
            return seat, _stand_in(room), BOTS_BUSY
        return seat, thought.move or "", None if able is word else WARMING_UP

    async def _when_due(self, live: LiveRoom, room: Room) -> Moved | WentAway | None:
        """What happens when the clock runs out, or somebody is gone; None: nothing will."""
        game = room.game
        assert game is not None
        assert game.turn is not None
        wished = _wished(live, room)
        wished_at = None if wished is None else self._answer_at(room)
        while True:
            now, due = self._clock.now(), room.due
            gone_at, gone = self._next_gone(live, room)
            if due is not None and due <= now and not self._rooms.is_alive:
                await self._revive()
                continue
            if due is not None and due <= now:
                return Moved(game.turn, _stand_in(room), is_automatic=True, is_late=True)
            if wished_at is not None and wished_at <= now:
                return Moved(game.turn, str(wished), is_automatic=True)
            if gone_at is not None and gone_at <= now:
                return WentAway(gone)
            times = [at for at in (due, wished_at, gone_at) if at is not None]
            if not times:
                return None
            await self._clock.until(min(times))

    async def _revive(self) -> None:
        """Find out for how long nobody could play before anybody's time is up."""
        with suppress(StoreBusy):
            await self._rooms.live_on()
        if not self._rooms.is_alive:
            await self._clock.until(self._clock.now() + RETRY)

    def _next_gone(self, live: LiveRoom, room: Room) -> tuple[int | None, int]:
        """When a seat will be away if it doesn't come back, and which."""
        if room.setup.clock is None or not room.is_live:
            return None, 0
        gone = [
            (live.last_seen(room.seats[number].person or "") + PATIENCE, number)
            for number in room.present - live.connected
        ]
        return min(gone, default=(None, 0))


def _is_automatic(room: Room) -> bool:
    seat = room.turn
    return seat is not None and seat.is_automatic


def _is_eventful(live: LiveRoom) -> bool:
    """Whether anything may happen without a person: most moves are made where nothing will."""
    room = live.room
    if room.status is not Status.RUNNING:
        return False
    if room.ends_at is not None and _is_automatic(room):
        return False  # bots wait whether the game ends
    return _is_automatic(room) or room.setup.clock is not None or bool(live.wishes)


def _is_too_long(room: Room) -> bool:
    """Have bots moved so often that the only person should wait no longer?"""
    most = MOST_ANSWERS.get(room.pace)
    is_alone = len(room.present) == 1 and len(room.persons) == 1
    return is_alone and most is not None and room.answers >= most


def _is_skipping(live: LiveRoom, room: Room, seat: int) -> bool:
    """Does something happen before this seat's person is asked?"""
    return is_between(room, seat) or _wished(live, room) is not None


def _wished(live: LiveRoom, room: Room) -> Move | None:
    """What the person on turn does as wished; None: nothing, or a bot is on turn."""
    game = room.game
    if game is None or game.turn is None or room.turn is None or room.turn.is_automatic:
        return None
    return wished_move(game, live.wishes.get(game.turn))


def _task(room: Room, word: BotWord) -> tuple[int, Task]:
    """The seat on turn, and its decision for a bot of this word."""
    game = room.game
    assert game is not None
    assert game.turn is not None
    return game.turn, Task(
        "choose", word, _seed(room), game.view(game.turn), game.options(game.turn)
    )


def _seed(room: Room) -> int:
    """Chance for a bot, which nobody can work out who doesn't know the secret of the deal."""
    key = bytes.fromhex(room.secret)
    return int.from_bytes(blake2b(str(room.seq).encode(), key=key, digest_size=7).digest())


def _stand_in(room: Room) -> str:
    """What solid does for the seat on turn: a matter of milliseconds."""
    _, task = _task(room, STAND_IN)
    move = think(task).move
    assert move is not None
    return move


def _is_legal(room: Room, seat: int, move: str | None) -> bool:
    assert room.game is not None
    try:
        return move is not None and room.game.may(seat, parse_move(move))
    except BadMove:
        return False
