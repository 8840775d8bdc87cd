"""The handlers of the protocol, one for each endpoint."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import TypeAlias, TypeVar

from byzanz.rooms.audience import audience_of
from byzanz.rooms.listing import room_line
from byzanz.rooms.room import Room
from byzanz.rooms.room_codes import canonical
from byzanz.rooms.room_record import room_record
from byzanz.server.call import Call, Visitor
from byzanz.server.hosting.listed_games import listed_games
from byzanz.server.hosting.live_room import LiveRoom
from byzanz.server.hosting.outbox import Outbox
from byzanz.server.hosting.people import CODE_SECONDS, People
from byzanz.server.hosting.registry import RoomRegistry
from byzanz.server.hosting.replays import Replays
from byzanz.server.ops.config import Limits
from byzanz.server.ops.lan import LanAccess
from byzanz.server.ops.rate_limits import RateLimiter
from byzanz.server.results.game_history import GameHistory
from byzanz.server.workers.analysis_jobs import AnalysisJobs
from byzanz.server.workers.bot_pool import BotPool
from byzanz.server.workers.bot_worker import BotTask
from byzanz.server.workers.fair_queue import Urgency
from byzanz.server.workers.pool import Overloaded
from byzanz.store.rows import RoomRow
from byzanz.wire.answers import (
    Accepted,
    DeviceCode,
    Hint,
    ListedGames,
    NewPerson,
    OwnRooms,
    Reacted,
    RoomFound,
    RoomLine,
    RoomList,
    ServerAddress,
    Update,
)
from byzanz.wire.commands import AskHint, BidPlan, ClaimCode, Command, CreateRoom, React
from byzanz.wire.games import KeepGame, PlayAgain, PlayedGames, Progress
from byzanz.wire.problems import Code, RequestRefused
from byzanz.wire.replays import AnalysisProgress, PlayOn, Replay, ReplayFound
from byzanz.wire.room import BotId, Status

MOST_LISTED = 100  # rooms in one answer

Answer = TypeVar("Answer")
Handler: TypeAlias = Callable[[Call], Awaitable[object]]


class Handlers:
    """Answers calls of endpoints; every handler may raise `RequestRefused` or `StoreBusy`."""

    def __init__(
        self,
        rooms: RoomRegistry,
        people: People,
        bots: BotPool,
        analyses: AnalysisJobs,
        limits: Limits,
        lan: LanAccess,
    ) -> None:
        self.rooms = rooms
        self._people = people
        self._bots = bots
        self._analyses = analyses
        self._replays = Replays(rooms)
        self._history = GameHistory(rooms)
        self._lan = lan
        clock = rooms.clock
        self.limiters = {
            name: RateLimiter(getattr(limits, name), clock)
            for name in (
                *("people", "rooms", "commands", "reads", "misses", "codes", "hints", "replays"),
                "analyses",
            )
        }
        self._new_people = self.limiters["people"]
        self._new_rooms = self.limiters["rooms"]
        self._commands = self.limiters["commands"]
        self._reads = self.limiters["reads"]
        self._misses = self.limiters["misses"]
        self._codes = self.limiters["codes"]
        self._hints = self.limiters["hints"]
        self._looks_back = self.limiters["replays"]
        self._begun_analyses = self.limiters["analyses"]
        self._table = self._make_table()

    def _make_table(self) -> dict[str, Handler]:
        """Return the handler of each endpoint, by its name."""
        return {
            "new_person": lambda call: self.new_person(call.visitor),
            "device_code": lambda call: self.device_code(call.visitor),
            "claim_code": lambda call: self.claim_code(call.visitor, call.body_as(ClaimCode)),
            "reach": lambda call: self.reach(call.visitor),
            "open_reach": lambda call: self.open_reach(call.visitor),
            "my_rooms": lambda call: self.my_rooms(call.visitor),
            "my_games": lambda call: self.my_games(
                call.visitor, call.query["skip"], call.query["opponents"]
            ),
            "my_progress": lambda call: self.my_progress(call.visitor),
            "keep_game": lambda call: self.keep_game(
                call.visitor, call.room, call.body_as(KeepGame)
            ),
            "play_again": lambda call: self.play_again(
                call.visitor, call.room, call.body_as(PlayAgain)
            ),
            "cut_tie": lambda call: self.cut_tie(call.visitor, call.path["tie"]),
            "open_rooms": lambda call: self.open_rooms(call.visitor),
            "listed_games": lambda call: self.listed_games(call.visitor),
            "create": lambda call: self.create(call.visitor, call.body_as(CreateRoom)),
            "find_code": lambda call: self.find_code(call.visitor, call.path["code"]),
            "update": lambda call: self.update(call.visitor, call.room, call.query["after"]),
            "command": lambda call: self.command(call.visitor, call.room, call.command),
            "wish": lambda call: self.set_bid_plan(call.visitor, call.room, call.body_as(BidPlan)),
            "skip": lambda call: self.skip(call.visitor, call.room),
            "hint": lambda call: self.hint(call.visitor, call.room, call.body_as(AskHint)),
            "react": lambda call: self.react(call.visitor, call.room, call.body_as(React)),
            "record": lambda call: self.record(call.visitor, call.room),
            "add_replay": lambda call: self.add_replay(call.visitor, call.body_as(bytes)),
            "replay": lambda call: self.replay(call.visitor, call.replay, call.query["eyes"]),
            "replay_record": lambda call: self.replay_record(call.visitor, call.replay),
            "play_on": lambda call: self.play_on(call.visitor, call.replay, call.body_as(PlayOn)),
            "begin_analysis": lambda call: self.begin_analysis(call.visitor, call.replay),
            "analysis": lambda call: self.analysis(call.visitor, call.replay, call.query["after"]),
        }

    async def answer(self, name: str, call: Call) -> object:
        """Handle a call of an endpoint."""
        return await self._guarded(self._table[name], call)

    async def follow(self, call: Call) -> Outbox:
        """Open a push connection to a room, which is not an endpoint of the table."""
        return await self._guarded(self._follow, call)

    async def _guarded(self, handle: Callable[[Call], Awaitable[Answer]], call: Call) -> Answer:
        """Handle a call, unless the visitor has guessed too many ids that do not exist."""
        if call.path:
            self._misses.check(await self._guesser(call.visitor))
        try:
            if not call.has_valid_ids:
                raise RequestRefused(Code.NOT_FOUND)
            return await handle(call)
        except RequestRefused as refusal:
            if refusal.code is Code.NOT_FOUND:
                self._misses.count_request(await self._guesser(call.visitor))
            raise

    async def _guesser(self, visitor: Visitor) -> str:
        """Return the source whose wrong ids are counted: the person or, without a key, the address.

        Strangers may share an address with people; their guesses must not lock those people out.
        """
        with suppress(RequestRefused):
            return await self._people.find(visitor.key) or visitor.address
        return visitor.address

    # --- people ---------------------------------------------------------------------------

    async def new_person(self, visitor: Visitor) -> NewPerson:
        """Make a new person and return the key."""
        self._new_people.count_request(visitor.address)
        return NewPerson(await self._people.new())

    async def device_code(self, visitor: Visitor) -> DeviceCode:
        """Make a code that gives another device the same key."""
        await self._person(visitor, self._codes)
        assert visitor.key is not None
        return DeviceCode(await self._people.device_code(visitor.key), CODE_SECONDS)

    async def claim_code(self, visitor: Visitor, body: ClaimCode) -> NewPerson:
        """Return the key of a code."""
        self._codes.count_request(visitor.address)
        return NewPerson(await self._people.claim(body.code))

    async def _person(self, visitor: Visitor, limiter: RateLimiter) -> str:
        """Count a request and return its person; raises `RequestRefused` without a key."""
        person = await self._optional_person(visitor, limiter)
        if person is None:
            raise RequestRefused(Code.NOT_KNOWN)
        return person

    async def _optional_person(self, visitor: Visitor, limiter: RateLimiter) -> str | None:
        """Count a request and return its person, or None without a key."""
        try:
            person = await self._people.find(visitor.key)
        except RequestRefused:
            self._misses.count_request(visitor.address)
            raise
        limiter.count_request(person or visitor.address)
        return person

    # --- the server itself ------------------------------------------------------------------

    async def reach(self, visitor: Visitor) -> ServerAddress:
        """Return the server's address for other devices."""
        self._reads.count_request(visitor.address)
        return self._lan.address_for(visitor)

    async def open_reach(self, visitor: Visitor) -> ServerAddress:
        """Open the server to the local network."""
        self._commands.count_request(visitor.address)
        return self._lan.open_to_lan(visitor)

    # --- lists ----------------------------------------------------------------------------

    async def my_rooms(self, visitor: Visitor) -> OwnRooms:
        """List the rooms of a person, those that wait for the person's move first.

        Without a key the list is empty, and the request is not refused.
        """
        person = await self._optional_person(visitor, self._reads)
        if person is None:
            return OwnRooms((), is_known=False)
        rows = await self.rooms.store.rooms_of(person)
        found = [await self._line(row, person) for row in rows[:MOST_LISTED]]
        lines = [line for line in found if line is not None]
        lines.sort(key=lambda line: not line.is_my_turn)
        return OwnRooms(tuple(lines), is_known=True)

    async def open_rooms(self, visitor: Visitor) -> RoomList:
        """List the public rooms that wait for people."""
        await self._optional_person(visitor, self._reads)
        rows = await self.rooms.store.rows(Status.WAITING, is_public=True)
        lines = [await self._line(row, None) for row in rows[:MOST_LISTED]]
        return RoomList(tuple([line for line in lines if line is not None and line.open_seats]))

    async def listed_games(self, visitor: Visitor) -> ListedGames:
        """List the running games that everybody may watch."""
        await self._optional_person(visitor, self._reads)
        return await listed_games(self.rooms)

    async def _line(self, row: RoomRow, person: str | None) -> RoomLine | None:
        """Return the line of a room, or None for a game of bots only, which is never listed."""
        async with self.rooms.held(row.room, row.head) as live:
            return None if live.room.is_bots_only else room_line(live.room, person)

    async def find_code(self, visitor: Visitor, code: str) -> RoomFound:
        """Find the waiting room with a code."""
        self._codes.count_request(visitor.address)
        room = await self.rooms.store.room_of_code(canonical(code))
        if room is None:
            raise RequestRefused(Code.NOT_FOUND)
        return RoomFound(room)

    # --- rooms ----------------------------------------------------------------------------

    async def create(self, visitor: Visitor, body: CreateRoom) -> Accepted:
        """Make a room."""
        person = await self._person(visitor, self._new_rooms)
        return await self.rooms.create(person, body)

    async def update(self, visitor: Visitor, room: str, after: int) -> Update:
        """Return everything after an entry, and the current state of the room."""
        person = await self._optional_person(visitor, self._reads)
        return await self.rooms.update(person, room, after)

    async def _follow(self, call: Call) -> Outbox:
        person = await self._optional_person(call.visitor, self._reads)
        return await self.rooms.follow(person, call.room, call.query["after"])

    async def command(self, visitor: Visitor, room: str, body: Command) -> Accepted:
        """Perform a command in a room."""
        person = await self._person(visitor, self._commands)
        return await self.rooms.perform(person, room, body)

    async def set_bid_plan(self, visitor: Visitor, room: str, body: BidPlan) -> None:
        """Set the bid plan of the person's seat."""
        person = await self._person(visitor, self._commands)
        await self.rooms.set_bid_plan(person, room, body)

    async def skip(self, visitor: Visitor, room: str) -> None:
        """Skip to the person's next decision."""
        person = await self._person(visitor, self._commands)
        await self.rooms.skip(person, room)

    async def hint(self, visitor: Visitor, room: str, body: AskHint) -> Hint:
        """Ask the expert bot about the person's current decision."""
        person = await self._person(visitor, self._hints)
        async with self._visited_room(room, person) as live:
            expert = self._bots.available_bot(BotId.EXPERT)
            task = _hint_task(live.room, person, body.decision, expert)
            seat = live.room.seat_of(person)
            assert seat is not None
            await self.rooms.log_hint(live, seat)
        try:
            answer = await self._bots.answer(task, Urgency.HINT, room)
        except Overloaded:
            raise RequestRefused(Code.BUSY) from None
        assert answer.explanation is not None
        return Hint(body.decision, answer.explanation)

    async def react(self, visitor: Visitor, room: str, body: React) -> None:
        """Push a reaction to everybody in a room."""
        person = await self._person(visitor, self._hints)
        async with self._visited_room(room, person) as live:
            seat = live.room.seat_of(person)
            if seat is None:
                raise RequestRefused(Code.NOT_ALLOWED)
            self.rooms.push(live, Reacted(seat, body.reaction))

    async def record(self, visitor: Visitor, room: str) -> str:
        """Return the record of a room's game; while it runs, only the public part."""
        person = await self._optional_person(visitor, self._reads)
        async with self._visited_room(room, person) as live:
            return room_record(live.room)

    # --- finished games -----------------------------------------------------------------------

    async def my_games(self, visitor: Visitor, skip: int, opponents: int) -> PlayedGames:
        """Return a page of the person's finished games; an empty one without a key."""
        person = await self._optional_person(visitor, self._reads)
        if person is None:
            return PlayedGames((), count=0, since=None, kept=0)
        return await self._history.page(person, skip, opponents)

    async def my_progress(self, visitor: Visitor) -> Progress:
        """Return what the person's games show; nothing without a key."""
        person = await self._optional_person(visitor, self._reads)
        if person is None:
            return Progress((), (), None)
        return await self._history.progress(person)

    async def keep_game(self, visitor: Visitor, room: str, body: KeepGame) -> None:
        """Keep the record of one of the person's games, or no longer."""
        person = await self._person(visitor, self._commands)
        await self._history.keep(person, room, is_kept=body.is_kept)

    async def play_again(self, visitor: Visitor, room: str, body: PlayAgain) -> Accepted:
        """Make a room for the people and bots of one of the person's games."""
        person = await self._person(visitor, self._new_rooms)
        return await self._history.play_again(person, room, body)

    async def cut_tie(self, visitor: Visitor, tie: str) -> None:
        """Cut the person's tie to a friend."""
        person = await self._person(visitor, self._commands)
        await self._history.cut_tie(person, tie)

    # --- looking back -----------------------------------------------------------------------

    async def add_replay(self, visitor: Visitor, body: bytes) -> ReplayFound:
        """Store an uploaded record and return its id."""
        self._looks_back.count_request(visitor.address)
        return ReplayFound(await self._replays.add(body))

    async def replay(self, visitor: Visitor, replay: str, eyes: int) -> Replay:
        """Return a finished game frame by frame."""
        person = await self._optional_person(visitor, self._looks_back)
        return await self._replays.show(await self._replays.find(replay, person), eyes)

    async def replay_record(self, visitor: Visitor, replay: str) -> str:
        """Return the record of a finished game."""
        person = await self._optional_person(visitor, self._looks_back)
        return (await self._replays.find(replay, person)).text

    async def play_on(self, visitor: Visitor, replay: str, body: PlayOn) -> Accepted:
        """Make a room that continues a finished game from one of its positions."""
        person = await self._person(visitor, self._new_rooms)
        finished = await self._replays.find(replay, person)
        return await self.rooms.play_on(person, replay, body, finished)

    async def begin_analysis(self, visitor: Visitor, replay: str) -> AnalysisProgress:
        """Start or resume the analysis of a finished game."""
        person = await self._person(visitor, self._begun_analyses)
        finished = await self._replays.find(replay, person)
        await self._analyses.begin(replay, finished, person)
        return await self._analyses.progress(replay, finished, 0)

    async def analysis(self, visitor: Visitor, replay: str, after: int) -> AnalysisProgress:
        """Return the findings about a game, without the first `after`."""
        person = await self._optional_person(visitor, self._reads)
        finished = await self._replays.find(replay, person)
        return await self._analyses.progress(replay, finished, after)

    @asynccontextmanager
    async def _visited_room(self, room: str, person: str | None) -> AsyncIterator[LiveRoom]:
        """Hold the lock of a room, and mark the person as present; raises `RequestRefused`."""
        async with self.rooms.held_fresh(room) as live:
            audience_of(live.room, person)
            self.rooms.mark_seen(live, person)
            yield live


def _hint_task(room: Room, person: str, decision: int, expert: BotId) -> BotTask:
    """Return the current decision of a person's seat as a task; raises `RequestRefused`."""
    seat, game = room.seat_of(person), room.game
    if seat is None:
        raise RequestRefused(Code.NOT_ALLOWED)
    if game is None or room.status is not Status.RUNNING:
        raise RequestRefused(Code.NOT_RUNNING)
    if not room.setup.hints:
        raise RequestRefused(Code.NO_HINTS)
    if decision != game.decision or game.turn != seat:
        raise RequestRefused(Code.STALE, decision=game.decision)
    return BotTask("explain", expert, room.seq, game.view(seat), game.options(seat))
