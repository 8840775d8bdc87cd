"""A push socket whose handshake is not finished when the server ends gets 503."""

import asyncio
import logging

import pytest
import uvicorn
from starlette.websockets import WebSocket
from uvicorn.server import ServerState

from byzanz.server.http.uvicorn_protocols import PUSH, PushProtocol

HANDSHAKE = (
    b"GET /api/rooms/x/push HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
    b"sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


class Transport(asyncio.Transport):
    """Collects the written bytes; nothing may be written once it is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""
        self._is_closing = False

    def write(self, data) -> None:
        assert not self._is_closing
        self.written += data

    def close(self) -> None:
        self._is_closing = True

    def is_closing(self) -> bool:
        return self._is_closing


async def serve(socket: WebSocket) -> None:
    await socket.accept()
    await socket.send_text("{}")


async def accept_and_close(socket: WebSocket) -> None:
    await socket.accept()
    socket.scope["extensions"][PUSH]["protocol"]().end(4404)


async def refuse(socket: WebSocket) -> None:
    await socket.close()


@pytest.mark.parametrize("answer", [serve, accept_and_close, refuse])
async def test_threat_38_a_handshake_under_way_gets_503(answer, caplog):
    store = asyncio.Event()  # the handshake waits for it

    async def app(scope, receive, send) -> None:
        await store.wait()
        await answer(WebSocket(scope, receive, send))

    state, transport = ServerState(), Transport()
    config = uvicorn.Config(app, ws=PushProtocol, log_config=None, lifespan="off")
    protocol = PushProtocol(config, state, {})
    protocol.connection_made(transport)
    protocol.data_received(HANDSHAKE)
    tasks = list(state.tasks)
    await asyncio.sleep(0)
    protocol.shutdown()
    store.set()
    with caplog.at_level(logging.WARNING):
        await asyncio.gather(*tasks)
    assert not caplog.records
    assert transport.written.startswith(b"HTTP/1.1 503 Service Unavailable\r\n")
    assert transport.written.count(b"HTTP/1.1") == 1
    assert b"\r\nRetry-After: 1\r\n" in transport.written
