"""The address of a room: as people share it, as programs use it, or in two parts."""

import re
from typing import NamedTuple

import httpx

ROOM = "[0-9a-f]{32}"
LINK = re.compile(
    rf"(?P<server>https?://[^/?#\s]+(?:/[^?#\s]*)?)/(?:r|api/rooms)/(?P<room>{ROOM})/?"
)


class BadLink(ValueError):
    """A text that leads to no room, in a sentence."""


class Link(NamedTuple):
    """A room and its server."""

    server: str
    room: str


def read_link(text: str, server: str | None = None) -> Link:
    """The room that a link, or a room's id on this server, leads to; raises `BadLink`."""
    text = text.strip().partition("#")[0].partition("?")[0]
    if match := LINK.fullmatch(text):
        if server is not None:
            raise BadLink("a whole link names its server: expected no other one")
        return Link(_checked(match["server"]), match["room"])
    if not re.fullmatch(ROOM, text):
        raise BadLink(
            f"{text[:80]!r} leads to no room: expected a link such as https://example.org/r/ and "
            "32 digits or letters a to f"
        )
    if server is None:
        raise BadLink("a room's id alone: expected its server, too")
    return Link(_checked(server.rstrip("/")), text)


def _checked(server: str) -> str:
    try:
        url = httpx.URL(server)
    except httpx.InvalidURL:
        raise BadLink(
            f"{server[:80]!r} is no address: expected such as https://example.org"
        ) from None
    if url.scheme not in ("http", "https") or not url.host:
        raise BadLink(f"{server[:80]!r} is no address: expected such as https://example.org")
    return server
