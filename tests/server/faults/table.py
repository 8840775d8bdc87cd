"""People who play over real connections, as fast as they can, while servers fail."""

import asyncio
import secrets
import time
from random import Random
from typing import NamedTuple

import msgspec
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from byzanz.load.http_pool import HttpPool, NoReply, Reply
from byzanz.rooms.command_keys import command_key
from byzanz.server.hosting.people import person_of
from byzanz.wire.answers import Accepted, NewPerson, Push, Update
from byzanz.wire.commands import CreateRoom, Join, Play, SeatPlan, Start
from byzanz.wire.endpoints import PUSH, ROOM
from byzanz.wire.room import BotId, Setup, Status
from tests.server.faults.choosing import choose

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil")
PUSHES = msgspec.json.Decoder(Push)
LOST = (OSError, WebSocketException, TimeoutError, EOFError)


class Connection(NamedTuple):
    """A push socket, from its first message to its end."""

    began: int  # milliseconds since 1970
    ended: int


class Acknowledged(NamedTuple):
    """A move that the server acknowledged."""

    room: str
    seq: int
    command: str
    move: str


def now() -> int:
    """Return the time in milliseconds since 1970."""
    return int(time.time() * 1000)


class Player:
    """A person who retries every command until it is answered, and misses no update."""

    def __init__(self, table: "Table", name: str) -> None:
        self.table, self.name = table, name
        self.home = NAMES.index(name) % len(table.hosts)  # the process that a sticky person asks
        self.seq = 0
        self.updates = 0
        self.connections: list[Connection] = []
        self.last: Update | None = None
        self._updated = asyncio.Event()

    async def register(self) -> None:
        reply = await self._post("/api/people", b"", None)
        self.key = msgspec.json.decode(reply.body, type=NewPerson).key

    async def command(self, body, path: str = "") -> Accepted:
        reply = await self._post(
            path or f"{ROOM.format(room=self.table.room)}/commands",
            msgspec.json.encode(body),
            self.key,
        )
        assert reply.status == 200, (body, reply)
        return msgspec.json.decode(reply.body, type=Accepted)

    async def _post(self, path: str, body: bytes, key: str | None) -> Reply:
        """Post until the answer is not 503."""
        while True:
            try:
                async with asyncio.timeout(5):
                    reply = await self.table.pool_for(self).post(path, body, key)
                if reply.status != 503:
                    return reply
                self.table.busy_count += 1
            except (NoReply, TimeoutError):
                self._move_on()
            await asyncio.sleep(0.02)

    def _move_on(self) -> None:
        self.home = (self.home + 1) % len(self.table.hosts)

    async def follow(self) -> None:
        while True:
            try:
                await self._listen()
            except LOST:
                self._move_on()
                await asyncio.sleep(0.02)

    async def _listen(self) -> None:
        url = self.table.host_for(self).url.replace("http", "ws", 1)
        path = PUSH.format(room=self.table.room)
        async with connect(
            f"{url}{path}?after={self.seq}", compression=None, close_timeout=0.1, open_timeout=5,
            additional_headers={"authorization": f"Bearer {self.key}"}, ping_interval=2,
            ping_timeout=4,
        ) as socket:  # fmt: skip
            began = None
            try:
                async for message in socket:
                    began = began or now()
                    push = PUSHES.decode(message)
                    if isinstance(push, Update):
                        self._receive(push)
            finally:
                if began is not None:
                    self.connections.append(Connection(began, now()))

    def forget(self) -> None:
        """Forget the last game, before another one begins."""
        self.seq, self.last = 0, None
        self._updated.clear()

    def _receive(self, push: Update) -> None:
        assert push.after == self.seq, f"{self.name} had {self.seq}, and got {push.after}"
        assert push.seq >= self.seq
        numbers = [step.seq for step in push.steps]
        assert numbers == list(range(push.seq + 1 - len(numbers), push.seq + 1))
        self.seq, self.last = push.seq, push
        self.updates += 1
        self._updated.set()

    async def play(self) -> None:
        """Play until the game is over."""
        answered = 0
        while True:
            await self._updated.wait()
            self._updated.clear()
            last = self.last
            if last.seq < answered:
                continue  # the push of the last move is still to come
            if last.room.status is Status.FINISHED:
                return
            options = last.options
            if options is None or not (last.view.turn == last.room.seat or options.may_be_done):
                continue
            move = Play(secrets.token_hex(8), choose(options, self.table.dice), options.decision)
            answer = await self.command(move)
            key = command_key(person_of(self.key), move.command)
            self.table.acknowledged.append(
                Acknowledged(self.table.room, answer.seq, key, move.move)
            )
            answered = answer.seq
            self._updated.set()


class Table:
    """Plays one room after another until `is_enough` is set."""

    def __init__(
        self,
        hosts,
        dice: Random,
        players: int,
        setup: Setup | None = None,
        *,
        bots: int = 0,
        bot: BotId = BotId.SOLID,
        is_sticky: bool = False,
    ) -> None:
        """`is_sticky`: each person asks the same process as long as it answers."""
        self.hosts, self.dice, self.bots, self.bot = hosts, dice, bots, bot
        self.is_sticky = is_sticky
        self.setup = setup or Setup()
        self.room = ""
        self.rooms: list[str] = []
        self.acknowledged: list[Acknowledged] = []
        self.busy_count = 0
        self.is_enough = False
        self.players = [Player(self, name) for name in NAMES[:players]]
        self._pools = [HttpPool(host.address) for host in hosts]

    def host_for(self, player: Player):
        return self.hosts[player.home] if self.is_sticky else self.dice.choice(self.hosts)

    def pool_for(self, player: Player) -> HttpPool:
        return self._pools[player.home] if self.is_sticky else self.dice.choice(self._pools)

    async def start_room(self) -> None:
        for player in self.players:
            player.forget()
            await player.register()
        host, *guests = self.players
        seats = (*[SeatPlan()] * len(self.players), *[SeatPlan(self.bot)] * self.bots)
        created = CreateRoom(
            secrets.token_hex(8), host.name, secrets.token_hex(16), seats, self.setup
        )
        self.room = (await host.command(created, "/api/rooms")).room
        self.rooms.append(self.room)
        for guest in guests:
            await guest.command(Join(secrets.token_hex(8), guest.name, secrets.token_hex(16)))
        await host.command(Start(secrets.token_hex(8)))

    async def play(self) -> None:
        try:
            while not self.is_enough:
                await self.start_room()
                await self._play_game()
        finally:
            self.close()

    def close(self) -> None:
        for pool in self._pools:
            pool.close()

    async def _play_game(self) -> None:
        """Play until everybody has received the end of the game."""
        async with asyncio.TaskGroup() as group:
            following = [group.create_task(player.follow()) for player in self.players]
            playing = [asyncio.ensure_future(player.play()) for player in self.players]
            try:
                await asyncio.gather(*playing)
            finally:
                for task in (*playing, *following):
                    task.cancel()
        assert len({player.seq for player in self.players}) == 1


async def check_logs(store, tables) -> int:
    """Check that the logs have exactly the acknowledged moves of people; returns their number."""
    for table in tables:
        for room in table.rooms:
            log = await store.log(room)
            assert [entry.seq for entry in log] == list(range(1, len(log) + 1))
            assert len({entry.command for entry in log}) == len(log)
            moves = {
                (entry.seq, entry.command, body["move"])
                for entry in log
                if (body := msgspec.json.decode(entry.body))["type"] == "moved"
                and not body.get("is_automatic")
            }
            acknowledged = [
                (each.seq, each.command, each.move)
                for each in table.acknowledged
                if each.room == room
            ]
            assert len(acknowledged) == len(set(acknowledged))
            assert set(acknowledged) == moves
    return sum(len(table.acknowledged) for table in tables)
