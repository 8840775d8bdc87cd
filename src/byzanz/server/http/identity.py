"""Identifies the visitor of a request by address and key."""

from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from byzanz.server.call import Visitor
from byzanz.wire.problems import Code, RequestRefused

COOKIE = "byzanz"
BEARER = "bearer "
NETWORK_BITS = 64  # bits of an IPv6 address that are counted; the subscriber chooses the others


def visitor_of(connection: HTTPConnection, url: str = "") -> Visitor:
    """Return the visitor; raises `RequestRefused` if another site made a browser send the request.

    `url` is the public address of the server, if it is configured.
    """
    headers, client = connection.headers, connection.client
    origin, host = headers.get("origin"), headers.get("host", "")
    if origin is not None and host_of(origin) not in {host_of(f"//{host}"), host_of(url)} - {""}:
        raise RequestRefused(Code.NOT_ALLOWED)
    if headers.get("sec-fetch-site") == "cross-site":  # an image or a frame has no origin
        raise RequestRefused(Code.NOT_ALLOWED)
    address = source_of(client.host if client else "unknown")
    bearer = headers.get("authorization", "")
    if bearer.lower().startswith(BEARER):
        return Visitor(address, bearer[len(BEARER) :].strip(), host)
    return Visitor(address, connection.cookies.get(COOKIE), host)


def host_of(url: str) -> str:
    """Return the host and port of a URL, or an empty string if it has none."""
    try:
        return urlsplit(url).netloc.lower()
    except ValueError:
        return ""


@lru_cache(4096)
def source_of(host: str) -> str:
    """Return the source that rate limits count: an IPv4 address, or a subscriber's IPv6 network."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    if isinstance(address, IPv6Address):
        return str(ip_network((int(address), NETWORK_BITS), strict=False))
    return host
