"""The port of whoever runs the server: is it well, and how much does it do?"""

import asyncio

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from byzanz.server.routes import Route, Routes
from byzanz.server.service import Service
from byzanz.server.web import refuse, respond
from byzanz.store.trouble import StoreBusy
from byzanz.wire.problems import Refusal

MOST_SECONDS = 3  # for the store to answer


def make_admin(service: Service) -> ASGIApp:
    """The application behind the admin port."""

    async def health(_: Request) -> Response:
        try:
            async with asyncio.timeout(MOST_SECONDS):
                await service.store.beat(service.clock.now())
        except (StoreBusy, TimeoutError):
            return respond(503, {"status": "busy"})
        return respond(200, {"status": "well"})

    async def metrics(_: Request) -> Response:
        return Response(service.figures.text(), media_type="text/plain; version=0.0.4")

    routes = Routes(
        [Route("GET", "/health", "health", health), Route("GET", "/metrics", "metrics", metrics)]
    )

    async def admin(scope: Scope, receive: Receive, send: Send) -> None:
        try:
            route, _ = routes.find(scope.get("method", ""), scope["path"])
            response = await route.handle(Request(scope, receive))
        except Refusal as refusal:
            response = refuse(refusal)
        await response(scope, receive, send)

    return admin
