"""A feed is complete even if its sockets break, are blocked, or skip or repeat updates."""

import asyncio
from contextlib import aclosing, asynccontextmanager
from http import HTTPStatus

import msgspec
import pytest
from websockets.asyncio.server import serve

from byzanz.client import room_feed
from byzanz.client.errors import ProtocolError, Unreachable
from byzanz.client.room_feed import RoomFeed
from byzanz.wire.answers import Notice, Update, UpdateStep
from byzanz.wire.problems import Code, RequestRefused
from byzanz.wire.room import RoomState, Setup, Status

ROOM = "0" * 32


def update(after: int, seq: int) -> Update:
    steps = tuple([UpdateStep(number, ()) for number in range(after + 1, seq + 1)])
    room = RoomState(
        room=ROOM, status=Status.WAITING, setup=Setup(), seats=(), seat=None, host=None, code=None,
        deal=None, due=None, may_undo=False, may_set_pace=False, abort_asked=(), rematch=None,
        hands=(),
    )  # fmt: skip
    return Update(after, seq, 0, is_rewound=False, steps=steps, room=room, view=None, options=None)


class FakeClient:
    """An `UpdateSource` with scripted answers to polling."""

    def __init__(self, port=1, polled=(), retry_seconds=60.0):
        self.url = f"http://127.0.0.1:{port}"
        self.retry_seconds = retry_seconds
        self.headers = {"authorization": "Bearer key"}
        self.polled = list(polled)
        self.requested = []

    async def update(self, room, after=0):
        self.requested.append(after)
        answer = self.polled.pop(0) if len(self.polled) > 1 else self.polled[0]
        if isinstance(answer, Exception):
            raise answer
        return answer


@asynccontextmanager
async def server_of(*connections, **options):
    """A server that processes one list of items per connection.

    A number closes the connection with this code, None aborts it, anything else is sent. Yields the
    port and the list of requested paths.
    """
    waiting, paths = list(connections), []

    async def handle(socket):
        paths.append(socket.request.path)
        script = waiting.pop(0) if waiting else []
        for item in script:
            if item is None:
                socket.transport.abort()
            elif isinstance(item, int):
                await socket.close(item)
            else:
                await socket.send(msgspec.json.encode(item).decode())
        await socket.wait_closed()

    async with serve(handle, "127.0.0.1", 0, compression=None, **options) as server:
        yield server.sockets[0].getsockname()[1], paths
        server.close()


async def collected(client, count, after=0):
    got = []
    async with asyncio.timeout(10), aclosing(RoomFeed(client, ROOM, after).pushes()) as pushes:
        async for push in pushes:
            got.append(push)
            if len(got) == count:
                break
    return got


@pytest.fixture(autouse=True)
def _quick(monkeypatch):
    monkeypatch.setattr("byzanz.client.backoff.FIRST_SECONDS", 0.01)
    monkeypatch.setattr("byzanz.client.backoff.LONGEST_SECONDS", 0.05)
    monkeypatch.setattr(room_feed, "POLL_SECONDS", 0.01)


async def test_the_feed_resumes_after_the_last_update():
    connections = (
        [update(0, 2), update(2, 3), 1012],
        [1013],
        [update(3, 3), Notice("hello"), update(3, 4), None],
        [update(4, 6)],
    )
    async with server_of(*connections) as (port, paths):
        got = await collected(FakeClient(port), 5)
    assert got == [update(0, 2), update(2, 3), Notice("hello"), update(3, 4), update(4, 6)]
    assert [path.split("?")[1].split("&")[0] for path in paths] == [
        "after=0", "after=3", "after=3", "after=4",
    ]  # fmt: skip
    assert paths[0].startswith(f"/api/rooms/{ROOM}/push?")


async def test_gaps_are_filled_and_repetitions_dropped():
    connections = (
        [update(0, 3), update(1, 2), update(2, 3), update(1, 5), update(7, 8)],
        [update(5, 8)],
    )
    async with server_of(*connections) as (port, paths):
        got = await collected(FakeClient(port), 3)
    assert got == [update(0, 3), update(3, 5), update(5, 8)]
    assert "after=5" in paths[1]


async def test_the_first_update_is_yielded_even_without_steps():
    async with server_of([update(4, 4)]) as (port, _):
        assert await collected(FakeClient(port), 1, after=4) == [update(4, 4)]


@pytest.mark.parametrize(
    ("closing", "code"),
    [(4401, Code.NOT_KNOWN), (4403, Code.NOT_ALLOWED), (4404, Code.NOT_FOUND),
     (4410, Code.NOT_FOUND), (1008, Code.BAD_REQUEST)],
)  # fmt: skip
async def test_refusals_are_raised(closing, code):
    async with server_of([closing]) as (port, _):
        with pytest.raises(RequestRefused) as refused:
            await collected(FakeClient(port), 1)
    assert refused.value.code is code


async def test_another_protocol_version_is_reported():
    async with server_of([4426]) as (port, _):
        with pytest.raises(ProtocolError, match="another version"):
            await collected(FakeClient(port), 1)


async def test_an_unknown_message_is_reported():
    async with server_of([{"type": "news"}]) as (port, _):
        with pytest.raises(ProtocolError):
            await collected(FakeClient(port), 1)


def refuse(status):
    return lambda socket, request: socket.respond(status, "no sockets here\n")


@pytest.mark.parametrize("status", [HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND, HTTPStatus.OK])
async def test_the_feed_polls_if_sockets_are_blocked(status):
    polled = [update(0, 2), update(2, 2), update(2, 2), Unreachable("gone"), update(2, 5)]
    async with server_of(process_request=refuse(status)) as (port, _):
        client = FakeClient(port, polled)
        assert await collected(client, 2) == [update(0, 2), update(2, 5)]
    assert set(client.requested) == {0, 2}


async def test_the_feed_polls_if_sockets_stay_silent(monkeypatch):
    monkeypatch.setattr(room_feed, "FIRST_MESSAGE_SECONDS", 0.05)
    async with server_of([]) as (port, _):
        assert await collected(FakeClient(port, [update(0, 1)]), 1) == [update(0, 1)]


async def test_polling_tries_sockets_again(monkeypatch):
    monkeypatch.setattr(room_feed, "POLLING_SECONDS", 0.05)
    refusals = iter([True])

    def once(socket, request):
        return refuse(HTTPStatus.FORBIDDEN)(socket, request) if next(refusals, False) else None

    async with server_of([update(1, 2)], process_request=once) as (port, _):
        client = FakeClient(port, [update(0, 1)])
        assert await collected(client, 2) == [update(0, 1), update(1, 2)]


async def test_the_feed_does_not_poll_a_proxy_without_its_server():
    async with server_of(process_request=refuse(HTTPStatus.BAD_GATEWAY)) as (port, _):
        client = FakeClient(port, [update(0, 1)], retry_seconds=0.3)
        with pytest.raises(Unreachable):
            await collected(client, 1)
    assert client.requested == []


async def test_reconnecting_ends():
    with pytest.raises(Unreachable):
        await collected(FakeClient(1, retry_seconds=0.2), 1)
