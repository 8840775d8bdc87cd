"""Whoever sends a request: from where, and with which key."""

from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import NamedTuple
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from byzanz.wire.problems import Code, Refusal

COOKIE = "byzanz"
BEARER = "bearer "
OWN_BITS = 64  # of an IPv6 address; with the others a subscriber does as they like


class Visitor(NamedTuple):
    """What is known of a connection before its request is read."""

    address: str
    key: str | None
    host: str = ""  # as the request names it


def visitor_of(connection: HTTPConnection, url: str = "") -> Visitor:
    """The visitor; raises `Refusal` for what another site lets a browser send.

    `url` is where people reach the server, should it not be what they ask for.
    """
    headers, client = connection.headers, connection.client
    origin, host = headers.get("origin"), headers.get("host", "")
    if origin is not None and place_of(origin) not in {place_of(f"//{host}"), place_of(url)} - {""}:
        raise Refusal(Code.NOT_ALLOWED)
    address = source_of(client.host if client else "unknown")
    bearer = headers.get("authorization", "")
    if bearer.lower().startswith(BEARER):
        return Visitor(address, bearer[len(BEARER) :].strip(), host)
    return Visitor(address, connection.cookies.get(COOKIE), host)


def place_of(url: str) -> str:
    """The host and port that a URL names; empty if it names none."""
    try:
        return urlsplit(url).netloc.lower()
    except ValueError:
        return ""


@lru_cache(4096)
def source_of(host: str) -> str:
    """What limits count by: an address, or the network that one subscriber has."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    if isinstance(address, IPv6Address):
        return str(ip_network((int(address), OWN_BITS), strict=False))
    return host
