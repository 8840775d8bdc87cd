"""Requests to a server, repeated until they are answered."""

from types import TracebackType
from typing import Self, TypeVar

import httpx
import msgspec

from byzanz.client.backoff import Backoff
from byzanz.client.errors import ProtocolError, Unreachable
from byzanz.wire.answers import Problem
from byzanz.wire.endpoints import ENDPOINTS
from byzanz.wire.problems import Code, RequestRefused

RETRY_SECONDS = 300.0  # seconds for which commands and lost push sockets are retried
QUICK_RETRY_SECONDS = 3.0  # seconds for which all other requests are retried
ANSWER_SECONDS = 20.0  # the timeout of one attempt
CONNECTION_LIMITS = httpx.Limits(keepalive_expiry=4)  # seconds; the server closes them after 5
LONGEST_RETRY_AFTER = 60.0  # seconds
ENDPOINT = {endpoint.name: endpoint for endpoint in ENDPOINTS}
IDEMPOTENT = (
    "create",
    "command",
    "play_on",
    "play_again",
    "make_challenge",
    "play_challenge",
    "play_daily",
    "send_daily",
    "answer_puzzle",
)  # the server does them only once
RETRIED_STATUSES = (429, 502, 503, 504)
NOT_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)

Answer = TypeVar("Answer")


class Requests:
    """Sends requests to a server, as one person. It raises the same exceptions as `Client`."""

    def __init__(
        self,
        url: str,
        key: str | None = None,
        *,
        retry_seconds: float = RETRY_SECONDS,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self.url = url.rstrip("/")
        self.key = key
        self.retry_seconds = retry_seconds
        self._http = httpx.AsyncClient(
            timeout=ANSWER_SECONDS, limits=CONNECTION_LIMITS, transport=transport
        )

    async def close(self) -> None:
        """Close all connections."""
        await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        error_type: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    @property
    def headers(self) -> dict[str, str]:
        """The headers that identify the person."""
        return {} if self.key is None else {"authorization": f"Bearer {self.key}"}

    async def ask(
        self, name: str, body: msgspec.Struct | str | None = None, **values: str | int
    ) -> httpx.Response:
        """Send a request to an endpoint until it is answered; `values` go into path and query."""
        endpoint = ENDPOINT[name]
        method, is_idempotent = endpoint.method, name in IDEMPOTENT
        request = self._http.build_request(
            method,
            self.url + endpoint.path.format_map(values),
            params={parameter: values[parameter] for parameter in endpoint.query} or None,
            content=_content(body),
            headers={"content-type": _content_type(body), **self.headers},
        )
        quick = min(QUICK_RETRY_SECONDS, self.retry_seconds)
        backoff = Backoff(self.retry_seconds if is_idempotent else quick)
        while True:
            answer = await self._send(request, may_repeat=is_idempotent or method == "GET")
            if isinstance(answer, httpx.Response) and answer.status_code not in RETRIED_STATUSES:
                return _checked(answer)
            if not await backoff.next(_retry_after(answer)):
                if isinstance(answer, httpx.Response):
                    return _checked(answer)
                raise answer

    async def _send(
        self, request: httpx.Request, *, may_repeat: bool
    ) -> httpx.Response | Unreachable:
        """Send a request; returns, instead of raising, an error after which it may be retried."""
        try:
            return await self._http.send(request)
        except httpx.TransportError as error:
            reason = str(error) or type(error).__name__
            unreachable = Unreachable(f"{self.url} does not answer: {reason.lower()}")
            if not may_repeat and not isinstance(error, NOT_SENT):
                raise unreachable from None
            return unreachable


def _content(body: msgspec.Struct | str | None) -> bytes | None:
    if isinstance(body, str):
        return body.encode()
    return None if body is None else msgspec.json.encode(body)


def _content_type(body: msgspec.Struct | str | None) -> str:
    return "text/plain; charset=utf-8" if isinstance(body, str) else "application/json"


def _retry_after(answer: httpx.Response | Unreachable) -> float:
    text = answer.headers.get("retry-after", "") if isinstance(answer, httpx.Response) else ""
    return min(float(text), LONGEST_RETRY_AFTER) if text.isdecimal() else 0.0


def _checked(response: httpx.Response) -> httpx.Response:
    """Return a successful response; raise any other as the exception it stands for."""
    if response.status_code == 200:
        return response
    try:
        problem = msgspec.json.decode(response.content, type=Problem)
        refusal = RequestRefused(Code(problem.code))
    except ValueError:
        if response.status_code in RETRIED_STATUSES:
            raise Unreachable(_unexpected(response)) from None
        raise ProtocolError(_unexpected(response)) from None
    refusal.facts = problem.facts
    raise refusal


def read(response: httpx.Response, answer_type: type[Answer]) -> Answer:
    """Return the answer in a response; raises `ProtocolError`."""
    try:
        return msgspec.json.decode(response.content, type=answer_type)
    except ValueError:
        raise ProtocolError(_unexpected(response)) from None


def _unexpected(response: httpx.Response) -> str:
    server = f"{response.url.scheme}://{response.url.netloc.decode()}"
    return f"{server} answers {response.status_code}, but not as a Byzanz server does"
