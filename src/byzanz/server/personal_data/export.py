"""Makes the file with everything that the server has about a person."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import suppress
from time import perf_counter

import msgspec

from byzanz.game.refusal import Refused
from byzanz.rooms.listing import room_line
from byzanz.rooms.outages import Outages
from byzanz.rooms.room_record import room_record
from byzanz.server.alerts.devices import alert_device
from byzanz.server.hosting.registry import RoomRegistry
from byzanz.server.log_entries import ENCODER
from byzanz.server.ops.maintenance import fold_log
from byzanz.server.results.game_history import GameHistory, played_game
from byzanz.store.errors import CorruptStore
from byzanz.store.rows import LogRow, StoredResult
from byzanz.wire.answers import RoomLine
from byzanz.wire.personal_data import (
    PersonalChallenge,
    PersonalData,
    PersonalDay,
    PersonalFriend,
    PersonalGame,
)
from byzanz.wire.problems import Code, RequestRefused
from byzanz.wire.puzzles import PersonalPuzzle, PuzzleStrength
from byzanz.wire.room import OVER

MOST_TABLES = 100
ALL = 1_000_000  # results
END = b"]}"  # of `PersonalData`, whose last field is the list of games


class DataExport:
    """Writes one game after the other, so that a long file needs little memory."""

    def __init__(self, rooms: RoomRegistry) -> None:
        self._rooms = rooms
        self._store = rooms.store
        self._history = GameHistory(rooms)
        self._under_way: set[str] = set()  # people whose file this process is making
        self._one_by_one = asyncio.Lock()

    async def begin(self, person: str) -> AsyncGenerator[bytes, None]:
        """Begin to make a person's file; returns its parts. Raises `RequestRefused`."""
        if person in self._under_way:
            raise RequestRefused(Code.BEING_MADE)
        parts = self._parts(person)
        await anext(parts)  # an empty part; it adds the person to `_under_way`
        return parts

    async def _parts(self, person: str) -> AsyncGenerator[bytes, None]:
        self._under_way.add(person)
        try:
            since = await self._store.person_since(person)
            if since is None:
                raise RequestRefused(Code.NOT_KNOWN)
            yield b""
            results = await self._store.results(person, limit=ALL)
            yield await self._head(person, since)
            for number, result in enumerate(results):
                yield (b"," if number else b"") + ENCODER.encode(await self._game(result))
            if not await self._store.has_person(person):
                raise RequestRefused(Code.NOT_KNOWN)  # deleted meanwhile: the file stays incomplete
            yield END
        finally:
            self._under_way.discard(person)

    async def _head(self, person: str, since: int) -> bytes:
        """Everything but the games."""
        progress = await self._history.progress(person)
        data = PersonalData(
            made=self._rooms.clock.now(),
            since=since,
            tables=await self._tables(person),
            trends=progress.trends,
            rating=progress.rating,
            friends=tuple(
                [
                    PersonalFriend(each.name, each.games, each.ahead, each.is_opted_in)
                    for each in progress.friends
                ]
            ),
            cut_ties=len(await self._store.cut_ties(person)),
            days=tuple(
                [
                    PersonalDay(each.day, each.begun, each.profit, each.place)
                    for each in await self._store.daily_tries(person)
                ]
            ),
            devices=tuple(map(alert_device, await self._store.subscriptions(person))),
            has_muted_invitations=await self._store.has_muted_invitations(person),
            challenges=tuple(
                [PersonalChallenge(*each) for each in await self._store.challenges_of(person)]
            ),
            puzzles=await self._puzzles(person),
            puzzle_strength=await self._puzzle_strength(person),
            games=(),
        )
        facts = {**msgspec.structs.asdict(data), "format": data.format}
        del facts["games"]
        return ENCODER.encode({"format": facts.pop("format"), **facts, "games": ()})[: -len(END)]

    async def _puzzles(self, person: str) -> tuple[PersonalPuzzle, ...]:
        tries = await self._store.puzzle_tries(person)
        return tuple(
            [
                PersonalPuzzle(
                    tried.puzzle, tried.begun, tried.at, tried.tries, tried.is_right, tried.due
                )
                for tried in tries
            ]
        )

    async def _puzzle_strength(self, person: str) -> PuzzleStrength | None:
        strength = await self._store.puzzle_strength(person)
        if strength is None:
            return None
        return PuzzleStrength(
            round(1000 * strength.mu), round(1000 * strength.sigma), strength.rated
        )

    async def _tables(self, person: str) -> tuple[RoomLine, ...]:
        rows = [row for row in await self._store.rooms_of(person) if row.status not in OVER]
        lines = []
        for row in rows[:MOST_TABLES]:
            with suppress(RequestRefused, CorruptStore):  # deleted meanwhile, or nobody can read it
                async with self._rooms.held(row.room, row.head, row.rewrites) as live:
                    lines.append(room_line(live.room, person))
        return tuple(lines)

    async def _game(self, result: StoredResult) -> PersonalGame:
        has_record = result.has_record and not await self._is_sealed(result.row.room)
        record = await self._record(result) if has_record else None
        return PersonalGame(**msgspec.structs.asdict(played_game(result)), record=record)

    async def _is_sealed(self, room: str) -> bool:
        """Whether the game is a deal of the day that is not open yet."""
        day = await self._store.day_of_try(room)
        return day is not None and not await self._rooms.sealed_days.is_open(day)

    async def _record(self, result: StoredResult) -> str | None:
        """The record of a finished game; None if it can't be read any more."""
        room = result.row.room
        if result.was_offline:
            body = await self._store.sent_game(room)
            return None if body is None else body.decode()
        rows = await self._store.log(room)
        async with self._one_by_one:
            began = perf_counter()
            record = await asyncio.to_thread(_record_of, room, rows)
            await asyncio.sleep(perf_counter() - began)  # leaves half of the time to games
        return record


def _record_of(room: str, rows: list[LogRow]) -> str | None:
    try:
        folded = fold_log(room, rows, Outages())
    except (CorruptStore, Refused):
        return None
    return room_record(folded) if folded.status in OVER else None
