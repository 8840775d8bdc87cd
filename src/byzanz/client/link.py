"""The address of a room: as people share it, as programs use it, or in two parts."""

import re
from typing import NamedTuple

import httpx

ROOM = "[0-9a-f]{32}"
SERVER = r"(?P<server>https?://[^/?#\s]+(?:/[^?#\s]*)?)"
LINK = re.compile(rf"{SERVER}/(?:r|api/rooms)/(?P<room>{ROOM})/?")
SHORT_LINK = re.compile(rf"{SERVER}/t/(?P<code>[A-Za-z]{{3,10}}-?[0-9]{{0,4}})/?")


class BadLink(ValueError):
    """A text that leads to no room, in a sentence."""


class Link(NamedTuple):
    """A room and its server; of a short link, the room's code."""

    server: str
    room: str
    code: str | None = None


def read_link(text: str, server: str | None = None) -> Link:
    """The room that a link, or a room's id on this server, leads to; raises `BadLink`."""
    text = text.strip().partition("#")[0].partition("?")[0]
    if match := LINK.fullmatch(text):
        if server is not None:
            raise BadLink("a whole link names its server: expected no other one")
        return Link(_checked(match["server"]), match["room"])
    if server is None and (match := SHORT_LINK.fullmatch(text)):
        return Link(_checked(match["server"]), "", match["code"])
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
