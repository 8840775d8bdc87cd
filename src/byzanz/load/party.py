"""A room with its players: one move after the other, each timed to its arrival at every seat."""

import asyncio
import secrets
from abc import ABC, abstractmethod
from collections import deque
from dataclasses import dataclass, field
from random import Random
from time import perf_counter
from typing import NamedTuple

import msgspec

from byzanz.load.address import Address
from byzanz.load.chair import Chair
from byzanz.load.posts import Posts
from byzanz.load.tally import Tally
from byzanz.wire.answers import Accepted, Problem
from byzanz.wire.endpoints import PUSH, ROOM

CONNECTING = 200  # sockets that are opened at once
UPDATE = b'{"type":"update"'


@dataclass(slots=True)
class Hall:
    """What all parties share."""

    address: Address
    posts: Posts
    dice: Random
    gate: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(CONNECTING))
    tally: Tally = field(default_factory=Tally)
    ready: "deque[Party]" = field(default_factory=deque)  # whose next move may be made
    ended: "deque[Party]" = field(default_factory=deque)  # whose game is over


class Glimpse(msgspec.Struct, frozen=True):
    """As much of an update as is needed for every one of them."""

    after: int
    seq: int


class Turn(NamedTuple):
    """The next move."""

    chair: Chair
    body: bytes


@dataclass(slots=True)
class _Flight:
    """A move on its way."""

    seq: int
    sent: float
    is_measured: bool
    waiting: list[Chair]
    is_taken: bool = False  # the server has said so


class Refused(Exception):
    """The server refuses what a party needs, in a sentence."""


class Party(ABC):
    """A room and its chairs; what is played there, others know."""

    def __init__(self, hall: Hall, players: int) -> None:
        self.hall = hall
        self.room = ""
        self.chairs = [
            Chair(hall.address, hall.tally, hall.gate, self.hear) for _ in range(players)
        ]
        self._flight: _Flight | None = None

    @abstractmethod
    async def begin(self) -> None:
        """Come together in a new room; raises `Refused`."""

    @abstractmethod
    def look(self, chair: Chair, message: bytes) -> None:
        """See what an update says about the next move."""

    @abstractmethod
    def turn(self) -> Turn | None:
        """The next move; None: the game is over."""

    @property
    def lost(self) -> int:
        """Seats where a move that the server has taken never came."""
        return len(self._flight.waiting) if self._flight and self._flight.is_taken else 0

    @property
    def is_idle(self) -> bool:
        """Has everything that was sent come?"""
        return self._flight is None

    async def follow(self) -> None:
        """Listen in all chairs."""
        for chair in self.chairs:
            chair.seq = 0
        await self.come_back()
        self._next()

    async def come_back(self) -> None:
        """Listen in all chairs, each from where it was."""
        path = PUSH.format(room=self.room)
        await asyncio.gather(*[chair.follow(path) for chair in self.chairs])

    def leave(self) -> None:
        """Close all sockets at once."""
        for chair in self.chairs:
            chair.leave()

    async def move(self) -> None:
        """Make the next move; raises `NoReply`."""
        turn = self.turn()
        assert turn is not None
        tally = self.hall.tally
        seq = max(chair.seq for chair in self.chairs) + 1
        flight = _Flight(seq, perf_counter(), tally.is_measuring, list(self.chairs))
        self._flight = flight
        path = f"{ROOM.format(room=self.room)}/commands"
        reply = await self.hall.posts.post(path, turn.body, turn.chair.key)
        if reply.status != 200:
            tally.refused[code_of(reply.body)] += 1
            self._flight = None
            self.hall.ready.append(self)
            return
        tally.disordered += msgspec.json.decode(reply.body, type=Accepted).seq != seq
        flight.is_taken = True
        self._land(flight)

    def hear(self, chair: Chair, message: bytes, now: float) -> None:
        """Take a push in."""
        if not message.startswith(UPDATE):
            return
        glimpse = GLIMPSES.decode(message)
        tally, flight = self.hall.tally, self._flight
        tally.pushes += 1
        tally.pushed_bytes += len(message)
        tally.disordered += glimpse.after != chair.seq or glimpse.seq < chair.seq
        chair.seq = glimpse.seq
        self.look(chair, message)
        if flight is None or glimpse.seq < flight.seq or chair not in flight.waiting:
            return
        flight.waiting.remove(chair)
        if flight.is_measured and tally.is_measuring:
            tally.each.append(now - flight.sent)
            if not flight.waiting:
                tally.last.append(now - flight.sent)
        self._land(flight)

    def _land(self, flight: _Flight) -> None:
        if flight.is_taken and not flight.waiting:
            self._flight = None
            self._next()

    def _next(self) -> None:
        (self.hall.ended if self.turn() is None else self.hall.ready).append(self)


GLIMPSES = msgspec.json.Decoder(Glimpse)


def code_of(body: bytes) -> str:
    """The code of a refusal."""
    try:
        return msgspec.json.decode(body, type=Problem).code
    except ValueError:
        return "unknown"


def new_id() -> str:
    """An id for a command."""
    return secrets.token_hex(8)
