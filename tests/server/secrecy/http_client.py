"""A small HTTP client with one connection, and push sockets."""

import json
from http.client import HTTPConnection, HTTPResponse, RemoteDisconnected
from typing import NamedTuple

from websockets.sync.client import ClientConnection, connect


class Answer(NamedTuple):
    status: int
    headers: list[tuple[str, str]]
    body: bytes

    @property
    def json(self):
        return json.loads(self.body)


class HttpClient:
    """Sends requests one after another over one connection."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.count = 0  # requests sent
        self._http = HTTPConnection("127.0.0.1", port, timeout=20)

    def ask(self, method: str, path: str, body=None, *, key=None) -> Answer:
        headers = {} if key is None else {"authorization": f"Bearer {key}"}
        if isinstance(body, str):
            headers["content-type"] = "text/plain"
        elif body is not None:
            headers["content-type"] = "application/json"
            body = json.dumps(body)
        answer = self._answer(method, path, body, headers)
        self.count += 1
        return Answer(answer.status, answer.getheaders(), answer.read())

    def _answer(self, method: str, path: str, body, headers) -> HTTPResponse:
        """Send a request, and again if the server has closed the connection, which was idle.

        A command may come twice: it has an id, and counts once.
        """
        try:
            self._http.request(method, path, body, headers)
            return self._http.getresponse()
        except (RemoteDisconnected, ConnectionResetError, BrokenPipeError):
            self._http.close()
            self._http.request(method, path, body, headers)
            return self._http.getresponse()

    def ask_ok(self, method: str, path: str, body=None, *, key=None):
        """Send a request that must be accepted; returns the decoded answer."""
        answer = self.ask(method, path, body, key=key)
        assert answer.status == 200, (path, body, answer)
        return answer.json

    def follow(self, room: str, after: int, *, key=None) -> ClientConnection:
        headers = {} if key is None else {"authorization": f"Bearer {key}"}
        return connect(
            f"ws://127.0.0.1:{self.port}/api/rooms/{room}/push?after={after}",
            additional_headers=headers,
            compression=None,
        )

    def close(self) -> None:
        self._http.close()
