"""Hands one message to a push service: RFC 8030."""

import asyncio
import ssl
from datetime import UTC
from email.utils import parsedate_to_datetime
from enum import Enum
from typing import NamedTuple

import httpcore

from byzanz.rooms.creation import RandomBytes
from byzanz.server.alerts.addresses import host_of, is_listed, path_of
from byzanz.server.alerts.encryption import BrowserKeys, encrypt
from byzanz.server.alerts.messages import Message
from byzanz.server.alerts.network import PORT, NotReachable, PinnedBackend, PublicNetwork
from byzanz.server.alerts.signing import ServerKey
from byzanz.store.rows import SubscriptionRow

SECONDS = 10  # for everything: name server, connection, request and answer
LONGEST_PAUSE = 86_400_000  # milliseconds that a push service may ask for
GONE = (404, 410)
ERRORS = (httpcore.TimeoutException, httpcore.NetworkError, httpcore.ProtocolError)


class Result(Enum):
    """What became of a message."""

    ACCEPTED = "accepted"
    GONE = "gone"  # the subscription has ended
    FAILED = "failed"


class Outcome(NamedTuple):
    """What became of a message, and what a push service asks for."""

    result: Result
    reason: str = ""  # for the log: a status or a type of error
    pause: int = 0  # milliseconds until the next try, at least


class Delivery:
    """Sends messages, each over a connection of its own."""

    def __init__(self, network: PublicNetwork, services: tuple[str, ...]) -> None:
        self._network = network
        self._services = services
        self._context: ssl.SSLContext | None = None  # made when it is needed: that takes a while

    async def send(
        self,
        device: SubscriptionRow,
        message: Message,
        key: ServerKey,
        contact: str,
        now: int,
        random_bytes: RandomBytes,
    ) -> Outcome:
        """Hand a message to the push service of a device; never raises because of the service."""
        host = host_of(device.address)
        if host is None or not is_listed(host, self._services):
            return Outcome(Result.FAILED, "not on the list of services")
        keys = BrowserKeys(device.public_key, device.secret)
        headers = {
            "Host": host,
            "Authorization": key.authorization(f"https://{host}", contact, now),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(message.seconds),
            "Topic": message.topic,
            "Urgency": message.urgency,
        }
        body = encrypt(message.text, keys, random_bytes)
        try:
            async with asyncio.timeout(SECONDS):
                return await self._post(host, path_of(device.address), headers, body, now)
        except TimeoutError:
            return Outcome(Result.FAILED, "timeout")
        except NotReachable as error:
            return Outcome(Result.FAILED, str(error))
        except (*ERRORS, OSError) as error:
            return Outcome(Result.FAILED, type(error).__name__)

    async def _post(
        self, host: str, path: str, headers: dict[str, str], body: bytes, now: int
    ) -> Outcome:
        if self._context is None:
            self._context = self._network.ssl_context()
        url = httpcore.URL(scheme=b"https", host=host.encode(), port=PORT, target=path.encode())
        lines = [(name.encode(), value.encode()) for name, value in headers.items()]
        length = [(b"Content-Length", str(len(body)).encode())]
        async with (
            httpcore.AsyncConnectionPool(
                ssl_context=self._context,
                max_keepalive_connections=0,
                network_backend=PinnedBackend(self._network),
            ) as pool,
            pool.stream("POST", url, headers=[*lines, *length], content=body) as answer,
        ):
            return _outcome(answer, now)  # the body of the answer is not read


def _outcome(answer: httpcore.Response, now: int) -> Outcome:
    if 200 <= answer.status < 300:
        return Outcome(Result.ACCEPTED)
    result = Result.GONE if answer.status in GONE else Result.FAILED
    fields = {name.lower(): value for name, value in answer.headers}
    text = fields.get(b"retry-after", b"").decode("latin-1")
    return Outcome(result, str(answer.status), _pause(text, now))


def _pause(text: str, now: int) -> int:
    """Return the milliseconds of a Retry-After: seconds, or a date; 0 if it is neither."""
    if text.isascii() and text.isdecimal() and len(text) < 10:
        pause = 1000 * int(text)
    else:
        try:
            date = parsedate_to_datetime(text)
        except ValueError:
            return 0
        at = date if date.tzinfo is not None else date.replace(tzinfo=UTC)
        pause = round(at.timestamp() * 1000) - now
    return min(max(pause, 0), LONGEST_PAUSE)
