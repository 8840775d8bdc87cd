"""People who play through the proxy, and count what they see of a restart."""

import asyncio
import time
from contextlib import aclosing

import httpx
from websockets.exceptions import ConnectionClosed

from byzanz.client.client import Client
from byzanz.client.room_feed import RoomFeed
from byzanz.load.address import read_address
from byzanz.wire.answers import Accepted, Update
from byzanz.wire.commands import CreateRoom
from tests.server.faults.table import LOST, NAMES, Player, Table


class Proxy:
    """The address of the proxy, in the place of a server process."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.address = read_address(url)


def ending_of(error: Exception) -> str:
    """How a socket ended: the close code, or the name of the error without one."""
    if isinstance(error, ConnectionClosed) and error.rcvd is not None:
        return str(error.rcvd.code)
    return type(error).__name__


class CountingPlayer(Player):
    """A person with a plain client, whose socket comes back after a short random pause."""

    def __init__(self, table: Table, name: str) -> None:
        super().__init__(table, name)
        self.losses: list[float] = []  # the times at which the socket was lost or refused
        self.pauses: list[float] = []  # seconds from each loss to the next update
        self.endings: list[str] = []  # of the sockets
        self.statuses: list[int] = []

    async def follow(self) -> None:
        while True:
            try:
                await self._listen()
            except LOST as error:
                self.endings.append(ending_of(error))
                self.losses.append(time.time())
                await asyncio.sleep(self.table.dice.uniform(0.05, 0.4))

    def _receive(self, push: Update) -> None:
        super()._receive(push)
        if len(self.pauses) < len(self.losses):
            self.pauses.append(time.time() - self.losses[-1])

    async def _post(self, path, body, key):
        reply = await super()._post(path, body, key)
        self.statuses.append(reply.status)
        return reply


class ClientPlayer(CountingPlayer):
    """A person with the project's own client."""

    def __init__(self, table: Table, name: str) -> None:
        super().__init__(table, name)
        self.client = Client(table.hosts[0].url)
        self.client._http.event_hooks = {"response": [self._note]}

    async def _note(self, response: httpx.Response) -> None:
        self.statuses.append(response.status_code)
        if response.status_code == 503:
            assert "retry-after" in response.headers

    async def register(self) -> None:
        self.key = (await self.client.new_person()).key

    async def command(self, body, path: str = "") -> Accepted:
        if isinstance(body, CreateRoom):
            return await self.client.create(body)
        return await self.client.command(self.table.room, body)

    async def follow(self) -> None:
        feed = CountedFeed(self.client, self.table.room, self.losses)
        async with aclosing(feed.pushes()) as pushes:
            async for push in pushes:
                if isinstance(push, Update):
                    self._receive(push)


class CountedFeed(RoomFeed):
    """A feed that notes the time of every reconnection."""

    def __init__(self, client: Client, room: str, reconnections: list[float]) -> None:
        super().__init__(client, room, 0)
        self._reconnections = reconnections
        self._has_connected = False

    def _from_socket(self):
        if self._has_connected:
            self._reconnections.append(time.time())
        self._has_connected = True
        return super()._from_socket()

    def _by_polling(self):
        raise AssertionError("the client has given sockets up")


class MixedTable(Table):
    """A table of people with both clients."""

    def __init__(self, proxy: Proxy, dice, players: int, **options) -> None:
        super().__init__([proxy], dice, players, **options)
        kinds = (CountingPlayer, ClientPlayer)
        self.players = [
            kinds[number % 2](self, name) for number, name in enumerate(NAMES[:players])
        ]

    async def play(self) -> None:
        try:
            await super().play()
        finally:
            for player in self.players:
                if isinstance(player, ClientPlayer):
                    await player.client.close()


class IdleTable(MixedTable):
    """A table of people who are connected, and do nothing."""

    async def _play_game(self) -> None:
        following = [asyncio.ensure_future(player.follow()) for player in self.players]
        while not self.is_enough:
            await asyncio.sleep(0.1)
        for task in following:
            assert not task.done(), task
            task.cancel()
        await asyncio.gather(*following, return_exceptions=True)
