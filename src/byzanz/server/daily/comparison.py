"""The person's try beside the best other one, or beside the expert's line."""

from byzanz.game.game import Game
from byzanz.rooms.daily_rooms import persons_seat
from byzanz.rooms.finished_game import parse_finished_game, played_game
from byzanz.rooms.side_by_side import side_by_side
from byzanz.server.daily.deals import DailyDeals, secrets_of
from byzanz.server.daily.distribution import least_of_best
from byzanz.server.hosting.registry import RoomRegistry
from byzanz.store.errors import CorruptStore
from byzanz.store.rows import DailyTryRow
from byzanz.wire.daily import DailyComparison
from byzanz.wire.problems import Code, RequestRefused
from byzanz.wire.room import Status

BEST, EXPERT = 0, 1  # what the person's try is compared with
BEST_COUNT = 5  # tries among which there is one that can still be read
NOTHING = DailyComparison(None, None)


class DailyComparisons:
    """Compares games of a day whose deck is open, if rules and bots were the same."""

    def __init__(self, rooms: RoomRegistry, deals: DailyDeals) -> None:
        self._rooms = rooms
        self._store = rooms.store
        self._deals = deals

    async def compare(self, person: str, text: str, choice: int) -> DailyComparison:
        """Compare a person's try with another game; raises `RequestRefused`."""
        if choice not in (BEST, EXPERT):
            raise RequestRefused(Code.BAD_REQUEST, field="expert")
        row = await self._deals.find(text)
        if row.opened is None:
            raise RequestRefused(Code.SEALED, day=row.day)
        own = await self._store.daily_try(person, row.day)
        if own is None or own.version is None:
            raise RequestRefused(Code.NO_TRY, day=row.day)
        game = await self._game(own.room)
        if game is None:
            return NOTHING
        other, found = await (
            self._expert(own) if choice == EXPERT else self._best(own, own.version)
        )
        if other is None or found is None:
            return NOTHING
        seat = persons_seat(secrets_of(row))
        return DailyComparison(other, side_by_side(game, seat, found, seat))

    async def _best(self, own: DailyTryRow, version: str) -> tuple[str | None, Game | None]:
        """The best other try, with the id of its replay."""
        counts = await self._store.daily_counts(own.day, version)
        least = least_of_best(counts, BEST_COUNT + 1)
        for room in await self._store.best_tries(own.day, version, least, BEST_COUNT + 1):
            game = None if room == own.room else await self._game(room)
            if game is not None:
                return room, game
        return None, None

    async def _expert(self, own: DailyTryRow) -> tuple[str | None, Game | None]:
        """The expert's line, with the id of its replay."""
        line = await self._store.daily_line(own.day)
        if line is None or line.version != own.version:
            return None, None
        return line.replay, played_game(parse_finished_game(line.body.decode()))

    async def _game(self, room: str) -> Game | None:
        """The finished game of a room; None if it is deleted, ended early or can't be read."""
        try:
            async with self._rooms.held_fresh(room) as live:
                return live.room.game if live.room.status is Status.FINISHED else None
        except (RequestRefused, CorruptStore):
            return None
