"""An echo server as the baseline of a load test: every POST is pushed to all sockets of its room.

It has no rules, store or views, but the same uvicorn, protocols and settings as the server.
"""

import asyncio
import socket
import sys
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

import uvicorn

from byzanz.server.http.uvicorn_protocols import PlainProtocol, PushProtocol

Scope = dict[str, Any]
BACKLOG = 2048  # connections that wait to be accepted


@dataclass(slots=True)
class _Room:
    seq: int = 0
    sends: list[Any] = field(default_factory=list)


class EchoApp:
    """The ASGI application; each push has about `push_bytes` bytes."""

    def __init__(self, push_bytes: int) -> None:
        self._filler = "x" * max(push_bytes - 64, 0)
        self._rooms: defaultdict[str, _Room] = defaultdict(_Room)

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        """Answer a POST, or serve a push socket until it ends."""
        room = self._rooms[scope["path"].split("/")[3]]
        if scope["type"] == "websocket":
            await self._serve_socket(room, receive, send)
            return
        while (await receive()).get("more_body"):
            pass
        room.seq += 1
        message = self._message(room.seq - 1, room.seq)
        for each in room.sends:
            await each(message)
        body = b'{"room":"","seq":%d}' % room.seq
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", b"%d" % len(body)),
        ]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    async def _serve_socket(self, room: _Room, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        await send(self._message(room.seq, room.seq))
        room.sends.append(send)
        await receive()  # returns when the socket is closed
        room.sends.remove(send)

    def _message(self, after: int, seq: int) -> dict[str, str]:
        text = f'{{"type":"update","after":{after},"seq":{seq},"filler":"{self._filler}"}}'
        return {"type": "websocket.send", "text": text}


def main(push_bytes: int) -> None:
    """Serve on a free port and print its address."""
    with socket.create_server(("127.0.0.1", 0), backlog=BACKLOG) as listener:
        config = uvicorn.Config(
            EchoApp(push_bytes),
            http=PlainProtocol,
            ws=PushProtocol,
            ws_per_message_deflate=False,
            ws_max_size=1024,
            log_config=None,
            access_log=False,
            server_header=False,
            lifespan="off",
        )
        print(f"Echo is at http://127.0.0.1:{listener.getsockname()[1]}", flush=True)  # noqa: T201
        with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
            runner.run(uvicorn.Server(config).serve([listener]))


if __name__ == "__main__":
    main(int(sys.argv[1]))
