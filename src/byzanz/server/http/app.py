"""The web application: decodes requests, calls the handlers, encodes their answers."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from os import urandom
from time import perf_counter
from typing import Any

import structlog
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket
from structlog.contextvars import bind_contextvars

from byzanz.server.call import Call, Streamed
from byzanz.server.handlers.dispatch import Handlers
from byzanz.server.http.identity import COOKIE, visitor_of
from byzanz.server.http.page_files import PageFiles
from byzanz.server.http.pages import LinkService, page_routes, send_file, wants_page
from byzanz.server.http.push_socket import push_route, whole_number
from byzanz.server.http.routes import Route, Routes
from byzanz.server.http.stored_files import StoredFiles
from byzanz.server.log_entries import ENCODER
from byzanz.server.ops.logs import error_fields
from byzanz.server.service import Service
from byzanz.store.errors import CorruptStore, StoreBusy
from byzanz.wire.answers import NewPerson
from byzanz.wire.endpoints import ARGUMENTS, ENDPOINTS, Endpoint
from byzanz.wire.personal_data import DataDeleted
from byzanz.wire.problems import Code, RequestRefused
from byzanz.wire.strict_json import LARGEST_BODY, LARGEST_TEXT, read_body

COOKIE_DAYS = 400  # the longest lifetime that browsers allow
BODY_SECONDS = 10  # seconds in which a whole body must arrive
SECURITY = (
    (
        b"content-security-policy",
        b"default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
)
NO_STORE = (b"cache-control", b"no-store")  # for responses that set no other cache-control
REFUSAL_HEADERS = {
    Code.TOO_LARGE: {"connection": "close"},  # otherwise the rest of the body would be read
    Code.TOO_FAST: {"retry-after": "2"},
    Code.BUSY: {"retry-after": "1"},
}
ROOM = re.compile(ARGUMENTS["room"])
WebRoute = Route[Callable[[Request], Awaitable[Response]]]


def make_app(service: Service, *extra_routes: WebRoute, files: PageFiles | None = None) -> "App":
    """Return the application that uvicorn runs."""
    return App(service, files or PageFiles(), extra_routes)


class App:
    """Answers requests; adds security headers to every response, logs and counts it."""

    def __init__(
        self, service: Service, files: PageFiles, extra_routes: tuple[WebRoute, ...]
    ) -> None:
        handlers, url = service.handlers, service.config.url
        endpoints = [_route(endpoint, handlers, url) for endpoint in ENDPOINTS]
        stored = StoredFiles(service.store, handlers.visitors.limiters["reads"])
        links = LinkService(service.link_targets, service.pictures)
        pages = page_routes(files, stored, links, url)
        self._routes = Routes([*endpoints, *pages, *extra_routes])
        self._sockets = Routes([push_route(handlers, service.connections, url)])
        self._index = files.index
        self._metrics = service.metrics
        self._log = structlog.get_logger().bind()  # bound once, because binding is slow

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or serve one WebSocket until it is closed."""
        if scope["type"] == "websocket":
            await self._open(WebSocket(scope, receive, send))
            return
        began, request_id = perf_counter(), urandom(8).hex()
        bind_contextvars(request=request_id)
        request = Request(scope, receive)
        name, response = await self._answer(request)
        own = [name for name, _ in response.raw_headers]
        added = [header for header in (*SECURITY, NO_STORE) if header[0] not in own]
        headers = [*response.raw_headers, *added, (b"x-request-id", request_id.encode())]
        status = response.status_code
        await send({"type": "http.response.start", "status": status, "headers": headers})
        if isinstance(response, StreamedResponse):
            await self._stream(request, response, send)
        else:
            await send({"type": "http.response.body", "body": response.body})
        seconds = perf_counter() - began
        self._log_request(name, scope["path_params"].get("room", ""), status, seconds)

    async def _answer(self, request: Request) -> tuple[str, Response]:
        """Return the name of the route, and its response."""
        name, scope = "none", request.scope
        scope["path_params"] = {}
        try:
            route, scope["path_params"] = self._routes.find(scope["method"], scope["path"])
            name = route.name
            return name, await route.handle(request)
        except RequestRefused as refusal:
            if refusal.code is Code.NOT_FOUND and wants_page(request):
                return name, send_file(request, self._index, 404)
            return name, refuse(refusal)
        except StoreBusy:
            return name, refuse(RequestRefused(Code.BUSY))
        except Exception as error:
            self._log.error("failed", **error_fields(error))
            return name, respond(500, {"code": "failed", "facts": {}})

    async def _stream(self, request: Request, response: "StreamedResponse", send: Send) -> None:
        """Send a body part by part; after an error the client sees that it is not complete."""
        async with aclosing(response.parts) as parts:
            try:
                async for part in parts:
                    if await request.is_disconnected():
                        return
                    await send({"type": "http.response.body", "body": part, "more_body": True})
            except (RequestRefused, StoreBusy, CorruptStore) as error:
                self._log.warning("file not completed", error=type(error).__name__)
                return
        await send({"type": "http.response.body", "body": b""})

    async def _open(self, socket: WebSocket) -> None:
        scope = socket.scope
        try:
            route, scope["path_params"] = self._sockets.find("GET", scope["path"])
        except RequestRefused:
            await socket.close()  # unaccepted: the client gets a 403
        else:
            await route.handle(socket)

    def _log_request(self, name: str, room: str, status: int, seconds: float) -> None:
        facts = {"room": room} if ROOM.fullmatch(room) else {}
        milliseconds = round(1000 * seconds, 1)
        self._metrics.count_answer(name, status, seconds)
        self._log.info("request", endpoint=name, status=status, milliseconds=milliseconds, **facts)


def _route(endpoint: Endpoint, handlers: Handlers, url: str) -> WebRoute:
    async def handle(request: Request) -> Response:
        visitor = visitor_of(request, url)
        query = {name: whole_number(request.query_params.get(name, "0")) for name in endpoint.query}
        body = None if endpoint.body is None else await _body(request, endpoint.body)
        call = Call(visitor, request.path_params, query, body)
        answer = await handlers.answer(endpoint.name, call)
        if isinstance(answer, Streamed):
            return StreamedResponse(answer)
        response = respond(200, answer)
        if isinstance(answer, NewPerson):
            _set_cookie(request, response, answer.key)
        elif isinstance(answer, DataDeleted):
            _clear_browser(request, response)
        return response

    return Route(endpoint.method, endpoint.path, endpoint.name, handle)


async def _body(request: Request, body_type: Any) -> Any:
    if body_type is str:
        return await body_of(request, "text/plain", LARGEST_TEXT)
    return read_body(await body_of(request, "application/json"), body_type)


async def body_of(request: Request, media_type: str, limit: int = LARGEST_BODY) -> bytes:
    """Read a body of at most `limit` bytes; raises `RequestRefused`.

    It is refused if its type is wrong, if it is larger, or if it arrives too slowly.
    """
    headers = request.headers
    if headers.get("content-type", "").partition(";")[0].strip().lower() != media_type:
        raise RequestRefused(Code.WRONG_TYPE)
    if int(headers.get("content-length", "0")) > limit:
        raise RequestRefused(Code.TOO_LARGE)
    try:
        async with asyncio.timeout(BODY_SECONDS):
            return await _read(request, limit)
    except TimeoutError:
        raise RequestRefused(Code.BAD_REQUEST) from None


async def _read(request: Request, limit: int) -> bytes:
    body, has_more = b"", True
    while has_more:
        message = await request.receive()
        if message["type"] == "http.disconnect":
            raise RequestRefused(Code.BAD_REQUEST)
        body += message["body"]
        has_more = message["more_body"]
        if len(body) > limit:
            raise RequestRefused(Code.TOO_LARGE)
    return body


def respond(status: int, answer: object, headers: dict[str, str] | None = None) -> Response:
    """Return a response: text for a string, JSON for anything else."""
    if isinstance(answer, str):
        return Response(answer, status, headers, "text/plain")
    body = ENCODER.encode({} if answer is None else answer)
    return Response(body, status, headers, "application/json")


def refuse(refusal: RequestRefused) -> Response:
    """Return the response of a refusal."""
    return respond(refusal.status, refusal.problem, REFUSAL_HEADERS.get(refusal.code))


class StreamedResponse(Response):
    """A file whose parts are sent as they are made."""

    def __init__(self, answer: Streamed) -> None:
        disposition = f'attachment; filename="{answer.file_name}"'
        super().__init__(
            None, 200, {"content-disposition": disposition}, media_type="application/json"
        )
        del self.headers["content-length"]
        self.parts = answer.parts


def _clear_browser(request: Request, response: Response) -> None:
    """Tell a browser to forget the key and everything that the pages have stored.

    Not by the header's type "cookies": that also concerns other servers of the same domain.
    """
    is_secure = request.url.scheme == "https"
    response.delete_cookie(COOKIE, httponly=True, samesite="lax", secure=is_secure)
    if is_secure:  # without https browsers refuse the header, and have no service worker
        response.headers["clear-site-data"] = '"cache", "storage"'


def _set_cookie(request: Request, response: Response, key: str) -> None:
    response.set_cookie(
        COOKIE,
        key,
        max_age=COOKIE_DAYS * 24 * 3600,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
