"""Reading the address of a room, in any of the forms in which people share it."""

import re
from typing import NamedTuple

import httpx

ROOM = "[0-9a-f]{32}"
SERVER = r"(?P<server>https?://[^/?#\s]+(?:/[^?#\s]*)?)"
LINK = re.compile(rf"{SERVER}/(?:r|api/rooms)/(?P<room>{ROOM})/?")
SHORT_LINK = re.compile(rf"{SERVER}/t/(?P<code>[A-Za-z]{{3,10}}-?[0-9]{{0,4}})/?")


class BadLink(ValueError):
    """A text that does not name a room; the message is a sentence for people."""


class RoomLink(NamedTuple):
    """A room and its server."""

    server: str
    room: str  # empty if the link has a room code instead
    code: str | None = None


def read_link(text: str, server: str | None = None) -> RoomLink:
    """Read the link of a room, or a room's id together with its server; raises `BadLink`.

    Neither the server nor the room is looked up.

    >>> read_link("https://example.org/t/OLIVE-27")
    RoomLink(server='https://example.org', room='', code='OLIVE-27')
    """
    text = text.strip().partition("#")[0].partition("?")[0]
    if match := LINK.fullmatch(text):
        if server is not None:
            raise BadLink("the link already names its server: expected no other one")
        return RoomLink(_checked(match["server"]), match["room"])
    if server is None and (match := SHORT_LINK.fullmatch(text)):
        return RoomLink(_checked(match["server"]), "", match["code"])
    if not re.fullmatch(ROOM, text):
        raise BadLink(
            f"{text[:80]!r} leads to no room: expected a link such as https://example.org/r/ "
            "followed by 32 digits or letters a to f"
        )
    if server is None:
        raise BadLink("this is only a room's id: expected its server, too")
    return RoomLink(_checked(server.rstrip("/")), text)


def _checked(server: str) -> str:
    try:
        url = httpx.URL(server)
    except httpx.InvalidURL:
        url = None
    if url is None or url.scheme not in ("http", "https") or not url.host:
        raise BadLink(
            f"{server[:80]!r} is not an address: expected one such as https://example.org"
        )
    return server
