"""The application of the admin port: health and metrics."""

import asyncio

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from byzanz.server.http.app import refuse, respond
from byzanz.server.http.routes import Route, Routes
from byzanz.server.service import Service
from byzanz.store.errors import StoreBusy
from byzanz.wire.problems import RequestRefused

STORE_SECONDS = 3  # seconds in which the store of a healthy server answers


def make_admin(service: Service) -> ASGIApp:
    """Return the application of the admin port."""

    async def health(_: Request) -> Response:
        try:
            async with asyncio.timeout(STORE_SECONDS):
                await service.rooms.beat()
        except (StoreBusy, TimeoutError):
            return respond(503, {"status": "busy"})
        return respond(200, {"status": "well"})

    async def metrics(_: Request) -> Response:
        return Response(service.metrics.text(), media_type="text/plain; version=0.0.4")

    routes = Routes(
        [Route("GET", "/health", "health", health), Route("GET", "/metrics", "metrics", metrics)]
    )

    async def admin(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await WebSocket(scope, receive, send).close()  # unaccepted: the client gets a 403
            return
        try:
            route, _ = routes.find(scope["method"], scope["path"])
            response = await route.handle(Request(scope, receive))
        except RequestRefused as refusal:
            response = refuse(refusal)
        await response(scope, receive, send)

    return admin
