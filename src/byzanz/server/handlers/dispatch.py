"""All handlers together: finds the handler of an endpoint, and calls it."""

from collections.abc import Awaitable, Callable, Mapping
from typing import TypeVar

from byzanz.server.call import Call
from byzanz.server.handlers.data_handlers import DataHandlers
from byzanz.server.handlers.game_handlers import GameHandlers
from byzanz.server.handlers.person_handlers import PersonHandlers
from byzanz.server.handlers.puzzle_handlers import PuzzleHandlers
from byzanz.server.handlers.replay_handlers import ReplayHandlers
from byzanz.server.handlers.room_handlers import RoomHandlers
from byzanz.server.handlers.visitors import Handler, Visitors
from byzanz.server.hosting.outbox import Outbox
from byzanz.server.hosting.people import People
from byzanz.server.hosting.person_memory import PersonMemory
from byzanz.server.hosting.registry import RoomRegistry
from byzanz.server.hosting.replays import Replays
from byzanz.server.ops.config import Limits
from byzanz.server.ops.lan import LanAccess
from byzanz.server.personal_data.deletion import DataDeletion
from byzanz.server.puzzles.own_mistakes import OwnMistakes
from byzanz.server.puzzles.puzzle_book import PuzzleBook
from byzanz.server.workers.analysis_jobs import AnalysisJobs
from byzanz.server.workers.bot_pool import BotPool
from byzanz.wire.problems import Code, RequestRefused

Answer = TypeVar("Answer")


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
        self.visitors = Visitors(people, limits, rooms.clock)
        self.memory = PersonMemory(rooms, people, self.visitors.limiters, analyses)
        self.deletion = DataDeletion(rooms, self.memory)
        book = PuzzleBook(rooms.store, rooms.clock, OwnMistakes(rooms.store, Replays(rooms)))
        self._rooms = RoomHandlers(self.visitors, rooms, bots)
        self._table = {
            **PersonHandlers(self.visitors, people, lan, rooms.store).table,
            **self._rooms.table,
            **GameHandlers(self.visitors, rooms).table,
            **DataHandlers(self.visitors, rooms, self.deletion).table,
            **ReplayHandlers(self.visitors, rooms, analyses).table,
            **PuzzleHandlers(self.visitors, book).table,
        }

    def add(self, table: Mapping[str, Handler]) -> None:
        """Add the handlers of an area that not every server in a test needs."""
        self._table.update(table)

    async def answer(self, name: str, call: Call) -> object:
        """Handle a call of an endpoint."""
        return await self._guarded(self._table[name], call)

    async def follow(self, call: Call) -> Outbox:
        """Open a push connection to a room, which is not an endpoint of the table."""
        return await self._guarded(self._rooms.follow, call)

    async def _guarded(self, handle: Callable[[Call], Awaitable[Answer]], call: Call) -> Answer:
        """Handle a call, unless the visitor has guessed too many ids that do not exist."""
        if call.path:
            await self.visitors.check_misses(call.visitor)
        try:
            if not call.has_valid_ids:
                raise RequestRefused(Code.NOT_FOUND)
            return await handle(call)
        except RequestRefused as refusal:
            if refusal.code is Code.NOT_FOUND:
                await self.visitors.count_miss(call.visitor)
            raise
