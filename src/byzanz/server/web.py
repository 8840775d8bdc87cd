"""The web side: every endpoint of the protocol, handed on to `Requests`."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from os import urandom
from time import perf_counter
from typing import Any

import structlog
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket
from structlog.contextvars import bind_contextvars

from byzanz.server.bundle import Bundle
from byzanz.server.live import ENCODER
from byzanz.server.logs import fault
from byzanz.server.pages import is_reader, page_routes, send_file
from byzanz.server.push import push_route, whole_number
from byzanz.server.requests import Requests
from byzanz.server.routes import Route, Routes
from byzanz.server.service import Service
from byzanz.server.visitor import COOKIE, visitor_of
from byzanz.store.trouble import StoreBusy
from byzanz.wire.answers import NewPerson
from byzanz.wire.endpoints import ARGUMENTS, ENDPOINTS, Endpoint
from byzanz.wire.problems import Code, Refusal
from byzanz.wire.reading import LARGEST_BODY, LARGEST_TEXT, read_body

DAYS_A_KEY_IS_KEPT = 400
BODY_SECONDS = 10  # till a body has come
SECURITY = (
    (
        b"content-security-policy",
        b"default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
)
UNKEPT = (b"cache-control", b"no-store")  # what says nothing else
FURTHER = {
    Code.TOO_LARGE: {"connection": "close"},  # or the rest of it would still be read
    Code.TOO_FAST: {"retry-after": "2"},
    Code.BUSY: {"retry-after": "1"},
}
ROOM = re.compile(ARGUMENTS["room"])
WebRoute = Route[Callable[[Request], Awaitable[Response]]]


def make_app(service: Service, *further: WebRoute, bundle: Bundle | None = None) -> "App":
    """The application that uvicorn runs."""
    return App(service, bundle or Bundle(), further)


class App:
    """Answers all requests: whatever comes of them has its headers, is logged and counted."""

    def __init__(self, service: Service, bundle: Bundle, further: tuple[WebRoute, ...]) -> None:
        requests, url = service.requests, service.config.url
        endpoints = [_route(endpoint, requests, url) for endpoint in ENDPOINTS]
        self._routes = Routes([*endpoints, *page_routes(bundle, url), *further])
        self._sockets = Routes([push_route(requests, service.connections, url)])
        self._index = bundle.index
        self._figures = service.figures
        self._log = structlog.get_logger().bind()  # once, not for every line

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or serve one socket until its end."""
        if scope["type"] == "websocket":
            await self._open(WebSocket(scope, receive, send))
            return
        began, request_id = perf_counter(), urandom(8).hex()
        bind_contextvars(request=request_id)
        name, response = await self._answer(Request(scope, receive))
        headers = [*response.raw_headers, *SECURITY, (b"x-request-id", request_id.encode())]
        if UNKEPT[0] not in [word for word, _ in response.raw_headers]:
            headers.append(UNKEPT)
        status = response.status_code
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": response.body})
        self._note(name, scope["path_params"].get("room", ""), status, perf_counter() - began)

    async def _answer(self, request: Request) -> tuple[str, Response]:
        """The name of the route, and its answer, or why there is none."""
        name, scope = "none", request.scope
        scope["path_params"] = {}
        try:
            route, scope["path_params"] = self._routes.find(scope["method"], scope["path"])
            name = route.name
            return name, await route.handle(request)
        except Refusal as refusal:
            if refusal.code is Code.NOT_FOUND and is_reader(request):
                return name, send_file(request, self._index, 404)
            return name, refuse(refusal)
        except StoreBusy:
            return name, refuse(Refusal(Code.BUSY))
        except Exception as error:
            self._log.error("failed", **fault(error))
            return name, respond(500, {"code": "failed", "facts": {}})

    async def _open(self, socket: WebSocket) -> None:
        scope = socket.scope
        try:
            route, scope["path_params"] = self._sockets.find("GET", scope["path"])
        except Refusal:
            await socket.close()  # unaccepted: it gets a 403
        else:
            await route.handle(socket)

    def _note(self, name: str, room: str, status: int, seconds: float) -> None:
        facts = {"room": room} if ROOM.fullmatch(room) else {}
        milliseconds = round(1000 * seconds, 1)
        self._figures.count_answer(name, status, seconds)
        self._log.info("request", endpoint=name, status=status, milliseconds=milliseconds, **facts)


def _route(endpoint: Endpoint, requests: Requests, url: str) -> WebRoute:
    async def handle(request: Request) -> Response:
        visitor = visitor_of(request, url)
        values: dict[str, Any] = dict(request.path_params)
        for name in endpoint.query:
            values[name] = whole_number(request.query_params.get(name, "0"))
        if endpoint.body is not None:
            values["body"] = await _body(request, endpoint.body)
        answer = await requests.answer(endpoint.name, visitor, **values)
        response = respond(200, answer)
        if isinstance(answer, NewPerson):
            _set_cookie(request, response, answer.key)
        return response

    return Route(endpoint.method, endpoint.path, endpoint.name, handle)


async def _body(request: Request, kind: Any) -> Any:
    if kind is str:
        return await body_of(request, "text/plain", LARGEST_TEXT)
    return read_body(await body_of(request, "application/json"), kind)


async def body_of(request: Request, kind: str, most: int = LARGEST_BODY) -> bytes:
    """The body, of one type and not too large or slow; raises `Refusal`."""
    headers = request.headers
    if headers.get("content-type", "").partition(";")[0].strip().lower() != kind:
        raise Refusal(Code.WRONG_TYPE)
    if int(headers.get("content-length", "0")) > most:
        raise Refusal(Code.TOO_LARGE)
    try:
        async with asyncio.timeout(BODY_SECONDS):
            return await _read(request, most)
    except TimeoutError:
        raise Refusal(Code.BAD_REQUEST) from None


async def _read(request: Request, most: int) -> bytes:
    body, is_more = b"", True
    while is_more:
        message = await request.receive()
        if message["type"] == "http.disconnect":
            raise Refusal(Code.BAD_REQUEST)
        body += message["body"]
        is_more = message["more_body"]
        if len(body) > most:
            raise Refusal(Code.TOO_LARGE)
    return body


def respond(status: int, answer: object, headers: dict[str, str] | None = None) -> Response:
    """An answer as text or JSON."""
    if isinstance(answer, str):
        return Response(answer, status, headers, "text/plain")
    body = ENCODER.encode({} if answer is None else answer)
    return Response(body, status, headers, "application/json")


def refuse(refusal: Refusal) -> Response:
    """The answer to what is not done."""
    return respond(refusal.status, refusal.problem, FURTHER.get(refusal.code))


def _set_cookie(request: Request, response: Response, key: str) -> None:
    response.set_cookie(
        COOKIE,
        key,
        max_age=DAYS_A_KEY_IS_KEPT * 24 * 3600,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
