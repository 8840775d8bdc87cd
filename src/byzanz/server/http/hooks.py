"""Hooks for tests of a running server: they choose the deck, set the clock and seed all ids.

They exist only with BYZANZ_TEST_HOOKS=1; docs/testing-from-outside.md explains their use.
"""

import asyncio
import secrets
from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import Annotated

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from byzanz.game.record import BadRecord, Record, parse_record
from byzanz.rooms.creation import RandomBytes, given_deck_room
from byzanz.rooms.room import Room
from byzanz.server.http.app import WebRoute, body_of, respond
from byzanz.server.http.routes import Route
from byzanz.server.log_entries import append_of, log_row
from byzanz.server.ops.clock import Clock
from byzanz.server.service import Service
from byzanz.wire.problems import Code, RequestRefused
from byzanz.wire.room import BotId
from byzanz.wire.strict_json import read_body


class SettableClock:
    """Follows another clock until it is set, then stands still until it is set again."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._fixed: int | None = None
        self._changed = asyncio.Event()

    def now(self) -> int:
        """Milliseconds since 1970."""
        return self._clock.now() if self._fixed is None else self._fixed

    def set(self, now: int) -> None:
        """Stand still at this time, which must not be earlier than now."""
        self._fixed = now
        self._changed.set()
        self._changed = asyncio.Event()

    def advance(self, to: int) -> None:
        """Continue from this time if it is later and the clock does not stand still."""
        self._clock.advance(to)

    async def until(self, at: int) -> None:
        """Wait until this time."""
        while (left := at - self.now()) > 0:
            with suppress(TimeoutError):
                async with asyncio.timeout(left / 1000 if self._fixed is None else None):
                    await self._changed.wait()


class SeededBytes:
    """The system's random bytes or, once seeded, those of a pseudo-random generator."""

    def __init__(self) -> None:
        self.seeded: Random | None = None

    def __call__(self, size: int) -> bytes:
        """Return this many bytes."""
        return secrets.token_bytes(size) if self.seeded is None else self.seeded.randbytes(size)


class SetClockTo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body that sets the clock."""

    now: Annotated[int, msgspec.Meta(ge=0, le=1 << 50)]  # milliseconds since 1970


class SeedIds(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body that seeds keys, ids, codes and deals."""

    seed: Annotated[int, msgspec.Meta(ge=0, le=1 << 50)]


class TestHooks:
    """A clock and random bytes for a service, and the routes under /test that set them."""

    def __init__(self, clock: Clock) -> None:
        self.clock = SettableClock(clock)
        self.random_bytes = SeededBytes()

    def routes(self, service: Service) -> list[WebRoute]:
        """Return the routes of the hooks."""

        async def rooms(request: Request) -> Response:
            text = await body_of(request, "text/plain")
            try:
                record = parse_record(text)
            except BadRecord as error:
                raise RequestRefused(Code.BAD_REQUEST, line=error.line) from None
            lines = [rest for name, rest in record.headers if name == "bot"]
            bots = _bots(record, [*lines, *_query_lines(request)])
            return respond(200, await _make_room(service, self.random_bytes, record, bots))

        async def clock(request: Request) -> Response:
            body = read_body(await body_of(request, "application/json"), SetClockTo)
            if body.now < self.clock.now():
                raise RequestRefused(Code.BAD_REQUEST, now=self.clock.now())
            service.rooms.heartbeat.ignore_gaps()
            self.clock.set(body.now)
            return respond(200, body)

        async def ids(request: Request) -> Response:
            body = read_body(await body_of(request, "application/json"), SeedIds)
            self.random_bytes.seeded = Random(body.seed)
            return respond(200, body)

        return [
            Route("POST", f"/test/{name}", "test", handle)
            for name, handle in {"rooms": rooms, "clock": clock, "ids": ids}.items()
        ]


def _query_lines(request: Request) -> list[str]:
    """Return the bots of `?bot=1:solid&bot=2:greedy` in the form of a record: "1 solid", …"""
    return [text.replace(":", " ", 1) for text in request.query_params.getlist("bot")]


def _bots(record: Record, lines: Sequence[str]) -> list[BotId | None]:
    bots: list[BotId | None] = [None] * len(record.names)
    for line in lines:
        seat, _, bot_id = line.partition(" ")
        if seat not in [str(number) for number in range(len(bots))] or bot_id not in list(BotId):
            raise RequestRefused(Code.BAD_BOT)
        bots[int(seat)] = BotId(bot_id)
    return bots


async def _make_room(
    service: Service, random_bytes: RandomBytes, record: Record, bots: list[BotId | None]
) -> dict[str, object]:
    """Create a room with this deck, without its moves; the game starts once all seats are taken."""
    entry = given_deck_room(record.names, bots, record.deck, random_bytes)
    room = Room(random_bytes(16).hex(), service.rooms.heartbeat.outages)
    now = service.clock.now()
    room.add(now, entry)
    await service.store.append(append_of(log_row(1, now, "test:rooms", entry), room))
    seats = [
        {"seat": seat, "name": name, "bot": bot}
        for seat, (name, bot) in enumerate(zip(record.names, bots, strict=True))
    ]
    return {"room": room.id, "seats": seats}
