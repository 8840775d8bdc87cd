"""A room with its players: plays one move at a time, and times its arrival at every seat."""

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
from byzanz.load.counters import Counters
from byzanz.load.http_pool import HttpPool
from byzanz.load.players.player import Player
from byzanz.wire.answers import Accepted, Problem
from byzanz.wire.endpoints import PUSH, ROOM

CONNECTING_AT_ONCE = 200  # push sockets that are opened at the same time
UPDATE_START = b'{"type":"update"'


class ServerProcess(NamedTuple):
    """A process of the server under test, and the connections to it."""

    address: Address
    http: HttpPool


@dataclass(slots=True)
class RunContext:
    """The state that all rooms of a run share."""

    processes: tuple[ServerProcess, ...]
    dice: Random
    connect_slots: asyncio.Semaphore = field(
        default_factory=lambda: asyncio.Semaphore(CONNECTING_AT_ONCE)
    )
    counters: Counters = field(default_factory=Counters)
    ready: "deque[VirtualRoom]" = field(default_factory=deque)  # rooms that can make a move
    ended: "deque[VirtualRoom]" = field(default_factory=deque)  # rooms whose game is over
    pending_count: int = 0  # moves under way, including those that wait for a connection


class UpdateHeader(msgspec.Struct, frozen=True):
    """The fields of an update that are decoded for every push."""

    after: int
    seq: int


class NextMove(NamedTuple):
    """The player on turn, and the command that they send."""

    player: Player
    body: bytes


@dataclass(slots=True)
class _PendingMove:
    """A move that was sent, until the server has accepted it and all players have received it."""

    seq: int
    due: float  # seconds of `perf_counter`
    sent: float  # seconds of `perf_counter`, once a connection is free
    process: int  # the index of the sender's process
    waiting: list[Player]  # players who have not received it
    is_measured: bool = False
    is_accepted: bool = False


class UnexpectedAnswer(Exception):
    """The server refused a request that a room depends on; the message is a sentence."""


class VirtualRoom(ABC):
    """A room and its players. Subclasses choose the moves."""

    def __init__(self, context: RunContext, player_count: int, number: int = 0) -> None:
        """Make the players, spread over the server's processes; `number` counts the rooms."""
        self.context = context
        self.room_id = ""
        self.players = [
            self._new_player((number + seat) % len(context.processes))
            for seat in range(player_count)
        ]
        self._pending: _PendingMove | None = None

    def _new_player(self, process: int) -> Player:
        context = self.context
        address = context.processes[process].address
        return Player(address, process, context.counters, context.connect_slots, self.receive)

    @abstractmethod
    async def begin(self) -> None:
        """Start a game in a new room; raises `UnexpectedAnswer`."""

    @abstractmethod
    def read_update(self, player: Player, message: bytes) -> None:
        """Read the facts for the next move from a player's update."""

    @abstractmethod
    def next_move(self) -> NextMove | None:
        """Return the next move, or None if the game is over."""

    @property
    def lost(self) -> int:
        """The number of players who never received the move that the server accepted."""
        return len(self._pending.waiting) if self._pending and self._pending.is_accepted else 0

    @property
    def is_idle(self) -> bool:
        """Whether every move was received by all players."""
        return self._pending is None

    async def follow(self, seq: int = 0) -> None:
        """Open the push sockets of all players in a new room, and wait for entry `seq` there.

        The server's processes may read that entry at different times.
        """
        for player in self.players:
            player.seq = 0
        await self.reconnect()
        now = perf_counter()
        late = [player for player in self.players if player.seq < seq]
        self._begin_pending(_PendingMove(seq, now, now, 0, late, is_accepted=True))

    async def reconnect(self) -> None:
        """Open the push sockets of all players, each after its last update."""
        path = PUSH.format(room=self.room_id)
        await asyncio.gather(*[player.follow(path) for player in self.players])

    def disconnect(self) -> None:
        """Abort all push sockets."""
        for player in self.players:
            player.disconnect()

    async def move(self) -> None:
        """Send the next move; raises `NoReply`."""
        next_move = self.next_move()
        assert next_move is not None
        counters, player = self.context.counters, next_move.player
        seq, now = max(player.seq for player in self.players) + 1, perf_counter()
        pending = _PendingMove(
            seq, now, now, player.process, list(self.players), is_measured=counters.is_measuring
        )
        self._begin_pending(pending)

        def record_sending() -> None:
            pending.sent = perf_counter()
            if pending.is_measured:
                counters.waiting.append(pending.sent - pending.due)

        path = f"{ROOM.format(room=self.room_id)}/commands"
        reply = await self.http_of(player).post(
            path, next_move.body, player.key, on_send=record_sending
        )
        if reply.status != 200:
            counters.refused[code_of(reply.body)] += 1
            self._end_pending()
            self.context.ready.append(self)
            return
        counters.disordered += msgspec.json.decode(reply.body, type=Accepted).seq != seq
        pending.is_accepted = True
        self._finish_if_complete(pending)

    def http_of(self, player: Player) -> HttpPool:
        """Return the connections to the process of a player."""
        return self.context.processes[player.process].http

    def receive(self, player: Player, message: bytes, now: float) -> None:
        """Count a push, and measure the latency of the pending move if the push contains it."""
        if not message.startswith(UPDATE_START):
            return
        header = HEADER_DECODER.decode(message)
        counters, pending = self.context.counters, self._pending
        counters.pushes += 1
        counters.pushed_bytes += len(message)
        counters.disordered += header.after != player.seq or header.seq < player.seq
        player.seq = header.seq
        self.read_update(player, message)
        if pending is None or header.seq < pending.seq or player not in pending.waiting:
            return
        pending.waiting.remove(player)
        if pending.is_measured and counters.is_measuring:
            is_same = player.process == pending.process
            times = counters.to_same_process if is_same else counters.to_other_process
            times.append(now - pending.sent)
            if not pending.waiting:
                counters.to_last_seat.append(now - pending.sent)
                counters.with_waiting.append(now - pending.due)
        self._finish_if_complete(pending)

    def _begin_pending(self, pending: _PendingMove) -> None:
        self._pending = pending
        self.context.pending_count += 1
        self._finish_if_complete(pending)

    def _end_pending(self) -> None:
        self._pending = None
        self.context.pending_count -= 1

    def _finish_if_complete(self, pending: _PendingMove) -> None:
        if pending.is_accepted and not pending.waiting:
            self._end_pending()
            self._queue_next_move()

    def _queue_next_move(self) -> None:
        (self.context.ended if self.next_move() is None else self.context.ready).append(self)


HEADER_DECODER = msgspec.json.Decoder(UpdateHeader)


def code_of(body: bytes) -> str:
    """Return the code of a refusal, or "unknown" if the body is not one."""
    try:
        return msgspec.json.decode(body, type=Problem).code
    except ValueError:
        return "unknown"


def new_id() -> str:
    """Return a new id for a command."""
    return secrets.token_hex(8)
