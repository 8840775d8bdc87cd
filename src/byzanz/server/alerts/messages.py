"""What an alert says to a browser, and how a push service should treat it.

It says that it is somebody's turn at a table, or that a seat is held: no names, no cards. The push
service sees neither; equal lengths, and a topic that only this server can connect with a room.
"""

from hashlib import sha256
from typing import NamedTuple

import msgspec

from byzanz.rooms.alerts import AlertKind
from byzanz.server.alerts.signing import base64url
from byzanz.store.rows import TakenAlert
from byzanz.words.catalogue import Catalogue

DAY = 86_400  # seconds
SHORTEST = 60  # seconds; a push service may drop a message that lives no longer
URGENCY = {AlertKind.TURN: "normal", AlertKind.INVITATION: "low"}
TOPIC_BYTES = 24  # 32 characters, the most that RFC 8030 allows


class Shown(msgspec.Struct, frozen=True):
    """What the browser shows, as JSON; `web/src/worker/worker.ts` reads it."""

    id: str  # the same again if the message is sent twice
    language: str
    title: str
    text: str
    path: str  # the page to open


class Message(NamedTuple):
    """A message before encryption."""

    text: bytes
    topic: str  # a later message with this topic replaces one that was not delivered yet
    urgency: str
    seconds: int  # for which the push service keeps it


def message_of(alert: TakenAlert, due: int | None, now: int) -> Message:
    """Return the message of an alert; `due` is when it will no longer be true, if that is known."""
    device, kind = alert.subscription, AlertKind(alert.kind)
    words = Catalogue(device.language, ["alert"])
    shown = Shown(
        id=f"{alert.room}.{alert.seq}",
        language=device.language,
        title=words.say(f"alert.{kind}.title"),
        text=words.say(f"alert.{kind}.text"),
        path=f"/r/{alert.room}",
    )
    left = DAY if due is None else (due - now) // 1000
    return Message(
        msgspec.json.encode(shown),
        _topic(device.secret, alert.room),
        URGENCY[kind],
        min(max(left, SHORTEST), DAY),
    )


def _topic(secret: bytes, room: str) -> str:
    return base64url(sha256(b"topic" + secret + room.encode()).digest()[:TOPIC_BYTES])
