"""Games that people have played without a server, and send to have them among their games."""

from byzanz.rooms.offline_game import OfflineGame, read_offline_game
from byzanz.rooms.results import VERSION
from byzanz.server.hosting.replays import Replays
from byzanz.server.log_entries import ENCODER
from byzanz.server.ops.clock import Clock
from byzanz.store.event_store import EventStore
from byzanz.store.rows import ResultRow
from byzanz.wire.games import GameSent, SendGame
from byzanz.wire.problems import Code, RequestRefused

MOST_SENT = 500  # games that a person may send in all


class SentGames:
    """Stores such games with their results. They count neither for trends nor for the rating."""

    def __init__(self, store: EventStore, clock: Clock, replays: Replays) -> None:
        self._store = store
        self._clock = clock
        self._replays = replays

    async def add(self, person: str, command: SendGame) -> GameSent:
        """Store a game, once; raises `RequestRefused`."""
        game = await self._replays.in_thread(lambda: read_offline_game(command.record.encode()))
        now = self._clock.now()
        row = _result_of(game, person, min(command.ended, now))
        if await self._store.add_sent_game(row, game.text.encode(), now, most=MOST_SENT):
            return GameSent(row.room, is_new=True)
        if await self._store.result(person, row.room) is not None:
            return GameSent(row.room, is_new=False)
        if not await self._store.has_person(person):
            raise RequestRefused(Code.NOT_KNOWN)
        raise RequestRefused(Code.TOO_MANY_SENT, most=MOST_SENT)


def _result_of(game: OfflineGame, person: str, ended: int) -> ResultRow:
    own = game.seats[game.seat]
    return ResultRow(
        person=person,
        room=game.id_for(person),
        at=ended,
        seat=game.seat,
        place=own.place,
        profit=own.profit,
        seat_count=len(game.seats),
        person_count=1,
        level=game.level,
        is_counted=False,
        version=VERSION,
        seats=ENCODER.encode(game.seats).decode(),
    )
