"""Hooks for whoever tests a server from outside: given decks, a set clock, ids that repeat.

They are there with BYZANZ_TEST_HOOKS=1 only; docs/testing-from-outside.md tells their use.
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

from byzanz.game.record import RULES_VERSION, BadRecord, Record, parse_record
from byzanz.server.clock import Clock
from byzanz.server.codes import new_code
from byzanz.server.entries import Created
from byzanz.server.live import ENCODER
from byzanz.server.room import EDITION, Room
from byzanz.server.rooms import room_row
from byzanz.server.routes import Route
from byzanz.server.service import Service
from byzanz.server.web import WebRoute, body_of, respond
from byzanz.store.entry import Append, Entry
from byzanz.wire.problems import Code, Refusal
from byzanz.wire.reading import read_body
from byzanz.wire.room import BotWord, Setup


class HookedClock:
    """Goes like another clock until it is set; then it stands still until it is set again."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._fixed: int | None = None
        self._changed = asyncio.Event()

    def now(self) -> int:
        """Milliseconds since 1970."""
        return self._clock.now() if self._fixed is None else self._fixed

    def set(self, now: int) -> None:
        """Stand still at this time, which is not past."""
        self._fixed = now
        self._changed.set()
        self._changed = asyncio.Event()

    async def until(self, at: int) -> None:
        """Return when it is so late."""
        while (left := at - self.now()) > 0:
            with suppress(TimeoutError):
                async with asyncio.timeout(left / 1000 if self._fixed is None else None):
                    await self._changed.wait()


class HookedSource:
    """Random bytes: the system's, until a seed is given."""

    def __init__(self) -> None:
        self.seeded: Random | None = None

    def __call__(self, size: int) -> bytes:
        """So many bytes."""
        return secrets.token_bytes(size) if self.seeded is None else self.seeded.randbytes(size)


class SetClockTo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What time it is from now on."""

    now: Annotated[int, msgspec.Meta(ge=0, le=1 << 50)]


class SeedIds(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where keys, ids, codes and deals come from."""

    seed: Annotated[int, msgspec.Meta(ge=0, le=1 << 50)]


class Hooks:
    """A clock and a source for a service, and the routes under /test that set them."""

    def __init__(self, clock: Clock) -> None:
        self.clock = HookedClock(clock)
        self.source = HookedSource()

    def routes(self, service: Service) -> list[WebRoute]:
        """The routes."""

        async def rooms(request: Request) -> Response:
            text = await body_of(request, "text/plain")
            try:
                record = parse_record(text)
            except BadRecord as error:
                raise Refusal(Code.BAD_REQUEST, line=error.line) from None
            lines = [rest for word, rest in record.headers if word == "bot"]
            bots = _bots(record, [*lines, *_queried(request)])
            return respond(200, await _make_room(service, self.source, record, bots))

        async def clock(request: Request) -> Response:
            body = read_body(await body_of(request, "application/json"), SetClockTo)
            if body.now < self.clock.now():
                raise Refusal(Code.BAD_REQUEST, now=self.clock.now())
            service.stop_time()
            self.clock.set(body.now)
            return respond(200, body)

        async def ids(request: Request) -> Response:
            body = read_body(await body_of(request, "application/json"), SeedIds)
            self.source.seeded = Random(body.seed)
            return respond(200, body)

        return [
            Route("POST", f"/test/{name}", "test", handle)
            for name, handle in {"rooms": rooms, "clock": clock, "ids": ids}.items()
        ]


def _queried(request: Request) -> list[str]:
    """The bots of `?bot=1:solid&bot=2:greedy`, as lines of a record."""
    return [text.replace(":", " ", 1) for text in request.query_params.getlist("bot")]


def _bots(record: Record, lines: Sequence[str]) -> list[BotWord | None]:
    bots: list[BotWord | None] = [None] * len(record.names)
    for line in lines:
        seat, _, word = line.partition(" ")
        if seat not in [str(number) for number in range(len(bots))] or word not in list(BotWord):
            raise Refusal(Code.BAD_BOT)
        bots[int(seat)] = BotWord(word)
    return bots


async def _make_room(
    service: Service, source: HookedSource, record: Record, bots: list[BotWord | None]
) -> dict[str, object]:
    """Write the first entry of a room with this deck; it begins when its seats are taken."""
    is_started = None not in bots
    names = [name if bot else "" for name, bot in zip(record.names, bots, strict=True)]
    created = Created(
        rules=RULES_VERSION,
        edition=EDITION,
        setup=Setup(),
        bots=tuple(bots),
        names=tuple(names),
        host=None,
        joined=None,
        deal=source(16).hex(),
        secret=source(32).hex(),
        code=None if is_started else new_code(source),
        deck=record.deck,
        is_started=is_started,
    )
    room = Room(source(16).hex(), service.rooms.outages)
    now = service.clock.now()
    room.add(now, created)
    entry = Entry(1, now, "test:rooms", b"", ENCODER.encode(created))
    await service.store.append(Append(entry, room_row(room), ()))
    seats = [
        {"seat": seat, "name": name, "bot": bot}
        for seat, (name, bot) in enumerate(zip(record.names, bots, strict=True))
    ]
    return {"room": room.id, "seats": seats}
