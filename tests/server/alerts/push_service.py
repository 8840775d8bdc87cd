"""A push service on this machine: a real https server that stores messages.

Only tests reach it: they replace the network of the server under test, which no setting can do.
"""

import ssl
import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple

import trustme

from byzanz.server import service
from byzanz.server.alerts.network import PublicNetwork
from tests.server.alerts.browser import HOST

Answer = tuple[int, dict[str, str]]


class Sent(NamedTuple):
    """A request that the service got."""

    path: str
    headers: dict[str, str]  # by name in lower case
    body: bytes
    at: float


class PushService(ThreadingHTTPServer):
    """Answers 201, or what `answer` says; `requests` has everything that arrived."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        authority = trustme.CA()
        self.authority = authority.cert_pem.bytes().decode()
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        authority.issue_cert(HOST).configure_cert(context)
        self.socket = context.wrap_socket(
            self.socket, server_side=True, do_handshake_on_connect=False
        )
        self.requests: list[Sent] = []
        self.accepted: list[Sent] = []
        self.answer: Callable[[Sent], Answer] = lambda sent: (201, {})
        self.delay: Callable[[], float] = lambda: 0  # seconds between a decision and its answer
        self.lock = threading.Lock()

    @property
    def port(self) -> int:
        return self.server_address[1]

    @property
    def network(self) -> "LoopbackNetwork":
        return LoopbackNetwork(self.port, self.authority)

    def __enter__(self) -> "PushService":
        self._thread = threading.Thread(target=self.serve_forever, args=(0.02,))
        self._thread.start()
        return self

    def __exit__(self, *_) -> None:
        self.shutdown()
        self._thread.join()
        self.server_close()

    def handle_error(self, request, client_address):
        """Ignore errors: servers that are killed close connections at any time."""


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        service: PushService = self.server
        length = int(self.headers["content-length"])
        body = self.rfile.read(length)
        if len(body) < length:  # the server was killed while it sent the message
            self.close_connection = True
            return
        headers = {name.lower(): value for name, value in self.headers.items()}
        sent = Sent(self.path, headers, body, time.monotonic())
        status, fields = service.answer(sent)
        with service.lock:
            service.requests.append(sent)
            if 200 <= status < 300:
                service.accepted.append(sent)
        time.sleep(service.delay())
        self.send_response(status)
        for name, value in ({"Content-Length": "0"} | fields).items():
            self.send_header(name, value)
        self.end_headers()

    def log_message(self, *_):
        """Log nothing."""


class LoopbackNetwork(PublicNetwork):
    """Leads every host to the push service on this machine."""

    def __init__(self, port: int, authority: str) -> None:
        self.port, self.authority = port, authority

    def ssl_context(self) -> ssl.SSLContext:
        context = ssl.create_default_context()
        context.load_verify_locations(cadata=self.authority)
        return context

    async def targets(self, host: str) -> list[tuple[str, int]]:
        return [("127.0.0.1", self.port)]


def use_network(network: PublicNetwork) -> None:
    """Let the services of this process use a network."""
    service.PublicNetwork = lambda: network
