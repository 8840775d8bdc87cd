"""Where a server listens."""

import ssl
from typing import NamedTuple
from urllib.parse import urlsplit


class BadAddress(ValueError):
    """A text that is no server's address, in a sentence."""


class Address(NamedTuple):
    """Host and port, and what comes before every path."""

    host: str
    port: int
    tls: ssl.SSLContext | None
    prefix: str


def read_address(url: str) -> Address:
    """The address of a URL; raises `BadAddress`."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise BadAddress(f"{url[:80]!r} is no address: expected such as http://127.0.0.1:8765")
    tls = ssl.create_default_context() if parts.scheme == "https" else None
    return Address(parts.hostname, port or (443 if tls else 80), tls, parts.path.rstrip("/"))
