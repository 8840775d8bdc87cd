"""A person's finished games: lists, progress, kept records, and playing again."""

import msgspec

from byzanz.progress.friends import friends_of, tie_id
from byzanz.progress.ratings import BOTS
from byzanz.progress.trends import level_trends
from byzanz.rooms.results import VERSION
from byzanz.server.hosting.registry import RoomRegistry
from byzanz.store.event_store import EventStore
from byzanz.store.result_queries import Opponents
from byzanz.store.rows import StoredResult
from byzanz.wire.answers import Accepted
from byzanz.wire.games import (
    BotRating,
    CostlyMoment,
    PersonRating,
    PlayAgain,
    PlayedGame,
    PlayedGames,
    Progress,
    SeatResult,
)
from byzanz.wire.problems import Code, RequestRefused

PAGE = 20  # games in one answer
MOST_KEPT = 200  # games that a person may keep
CHOICES: tuple[Opponents, ...] = ("all", "bots", "friends")

SEATS_DECODER = msgspec.json.Decoder(tuple[SeatResult, ...])
MOMENT_DECODER = msgspec.json.Decoder(CostlyMoment)


class GameHistory:
    """Reads and changes the results of one person at a time."""

    def __init__(self, rooms: RoomRegistry) -> None:
        self._rooms = rooms

    @property
    def _store(self) -> EventStore:
        return self._rooms.store

    async def page(self, person: str, skip: int, choice: int) -> PlayedGames:
        """Return a page of a person's games, latest first, without the first `skip`.

        `choice` is an index of `CHOICES`; raises `RequestRefused`.
        """
        if choice >= len(CHOICES):
            raise RequestRefused(Code.BAD_REQUEST, field="opponents")
        opponents = CHOICES[choice]
        results = await self._store.results(person, opponents, skip=skip, limit=PAGE)
        count, since = await self._store.count_results(person, opponents)
        return PlayedGames(
            games=tuple([played_game(result) for result in results]),
            count=count,
            since=since,
            kept=await self._store.count_kept(person),
        )

    async def progress(self, person: str) -> Progress:
        """Return trends, friends and the rating of a person."""
        rating = (await self._store.ratings([person])).get(person)
        games, opted_in = await self._store.common_games(person), await self._store.opt_ins(person)
        return Progress(
            trends=level_trends(await self._store.counted_games(person), VERSION),
            friends=friends_of(person, games, opted_in),
            rating=None if rating is None else _rating(*rating),
        )

    async def keep(self, person: str, room: str, *, is_kept: bool) -> None:
        """Keep a game's record while the person's key exists, or stop; raises `RequestRefused`."""
        result = await self._result(person, room)
        if is_kept and not result.has_record:
            raise RequestRefused(Code.NOT_FOUND)
        if not await self._store.keep_result(person, room, is_kept=is_kept, most=MOST_KEPT):
            raise RequestRefused(Code.TOO_MANY_KEPT, most=MOST_KEPT)

    async def cut_tie(self, person: str, tie: str) -> None:
        """Cut the tie with a friend on both sides; raises `RequestRefused`."""
        other = await self._friend(person, tie)
        await self._store.cut_tie(person, other, self._rooms.clock.now())
        for one, two in ((person, other), (other, person)):
            await self._store.set_opt_in(one, two, 0, is_wanted=False)

    async def opt_in(self, person: str, tie: str, *, is_wanted: bool) -> None:
        """Choose whether the person wants a friend's invitations; raises `RequestRefused`."""
        other, now = await self._friend(person, tie), self._rooms.clock.now()
        await self._store.set_opt_in(person, other, now, is_wanted=is_wanted)

    async def _friend(self, person: str, tie: str) -> str:
        """Return the other person of a tie; raises `RequestRefused` if there is no such tie."""
        for game in await self._store.common_games(person):
            if tie_id(person, game.other) == tie:
                return game.other
        raise RequestRefused(Code.NOT_FOUND)

    async def play_again(self, person: str, room: str, command: PlayAgain) -> Accepted:
        """Make a room with seats for the people and bots of a finished game.

        Seats are held for the people with whom the tie is not cut. Raises `RequestRefused`.
        """
        result = await self._result(person, room)
        cut = await self._store.cut_ties(person)
        people = {
            other.seat: other.person
            for other in await self._store.results_of_room(room)
            if other.person not in cut
        }
        stored = await self._store.stored_people(people.values())
        people = {seat: other for seat, other in people.items() if other in stored}
        seats = SEATS_DECODER.decode(result.row.seats)
        return await self._rooms.play_again(person, room, command, seats, people)

    async def _result(self, person: str, room: str) -> StoredResult:
        result = await self._store.result(person, room)
        if result is None:
            raise RequestRefused(Code.NOT_FOUND)
        return result


def played_game(result: StoredResult) -> PlayedGame:
    """Return a stored result as it is sent to its person."""
    row = result.row
    return PlayedGame(
        room=row.room,
        ended=row.at,
        seat=row.seat,
        seats=SEATS_DECODER.decode(row.seats),
        is_counted=row.is_counted,
        is_kept=result.is_kept,
        has_record=result.has_record,
        accuracy=result.accuracy,
        moment=None if result.moment is None else MOMENT_DECODER.decode(result.moment),
        day=result.day,
        was_offline=result.was_offline,
    )


def _rating(mu: float, sigma: float, games: int) -> PersonRating:
    return PersonRating(
        mu=round(1000 * mu),
        sigma=round(1000 * sigma),
        games=games,
        bots=tuple([BotRating(level, round(1000 * BOTS[level].mu)) for level in BOTS]),
    )
