"""The address of the server under test."""

import ssl
from typing import NamedTuple
from urllib.parse import urlsplit


class BadAddress(ValueError):
    """The text is not a server's address; the message can be shown to the user."""


class Address(NamedTuple):
    """A parsed URL, ready for connections."""

    host: str
    port: int
    tls: ssl.SSLContext | None  # None: plain HTTP
    prefix: str  # the start of every path, without a slash at its end


def read_address(url: str) -> Address:
    """Read the URL of a server; raises `BadAddress`."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise BadAddress(
            f"{url[:80]!r} is not an address: expected one such as http://127.0.0.1:8765"
        )
    tls = ssl.create_default_context() if parts.scheme == "https" else None
    return Address(parts.hostname, port or (443 if tls else 80), tls, parts.path.rstrip("/"))
