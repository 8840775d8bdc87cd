"""The bare stack as a yardstick: what comes in by POST goes out to all sockets of the room.

No rules, no store, no views; the same uvicorn, protocols and settings as the server's.
"""

import asyncio
import socket
import sys
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

import uvicorn

from byzanz.server.protocols import PlainProtocol, PushProtocol

Scope = dict[str, Any]
BACKLOG = 2048


@dataclass(slots=True)
class _Room:
    seq: int = 0
    sends: list[Any] = field(default_factory=list)


class Echo:
    """The application; each push has so many bytes, about."""

    def __init__(self, size: int) -> None:
        self._filler = "x" * max(size - 64, 0)
        self._rooms: defaultdict[str, _Room] = defaultdict(_Room)

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        """Answer a request, or keep a socket."""
        room = self._rooms[scope["path"].split("/")[3]]
        if scope["type"] == "websocket":
            await self._keep(room, receive, send)
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

    async def _keep(self, room: _Room, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        await send(self._message(room.seq, room.seq))
        room.sends.append(send)
        await receive()  # the end
        room.sends.remove(send)

    def _message(self, after: int, seq: int) -> dict[str, str]:
        text = f'{{"type":"update","after":{after},"seq":{seq},"filler":"{self._filler}"}}'
        return {"type": "websocket.send", "text": text}


def main(size: int) -> None:
    """Serve on any free port, and print it."""
    with socket.create_server(("127.0.0.1", 0), backlog=BACKLOG) as listener:
        config = uvicorn.Config(
            Echo(size),
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
