"""The endpoints of the protocol, declared once.

The server takes its routes from here, the client its calls, and the published schema is made of it.
Each may also be answered by a `Problem`.
"""

from enum import IntEnum
from typing import Any, Literal, NamedTuple

from byzanz.wire.answers import (
    Accepted,
    DeviceCode,
    Hint,
    NewPerson,
    OwnRooms,
    Reach,
    RoomFound,
    RoomList,
    Update,
)
from byzanz.wire.commands import AskHint, BidPlan, ClaimCode, Command, CreateRoom, React
from byzanz.wire.replays import Analysed, PlayOn, Replay, ReplayFound


class Endpoint(NamedTuple):
    """An endpoint: its arguments, its body and its answer."""

    name: str
    method: Literal["GET", "POST"]
    path: str  # names in braces are arguments
    body: Any  # None: no body; str: plain text
    answer: Any  # None: nothing; str: plain text
    about: str
    query: tuple[str, ...] = ()  # whole numbers, 0 if absent


PROTOCOL = 1  # raised when older clients can no longer understand it

ROOM = "/api/rooms/{room}"
REPLAY = "/api/replays/{replay}"

CODE = "^[A-Za-z]{3,10}[- ]?[0-9]{0,4}$"

ARGUMENTS = {"room": "^[0-9a-f]{32}$", "code": CODE, "replay": "^[0-9a-f]{32}$"}
"""The form of the arguments in braces; anything else is not found."""

ENDPOINTS = (
    Endpoint("new_person", "POST", "/api/people", None, NewPerson, "A new person's key."),
    Endpoint("device_code", "POST", "/api/people/codes", None, DeviceCode, "For another device."),
    Endpoint("claim_code", "POST", "/api/people/claims", ClaimCode, NewPerson, "A code's key."),
    Endpoint("reach", "GET", "/api/reach", None, Reach, "Where other devices find the server."),
    Endpoint("open_reach", "POST", "/api/reach", None, Reach, "Let the local network in."),
    Endpoint("my_rooms", "GET", "/api/me/rooms", None, OwnRooms, "Where one sits."),
    Endpoint("open_rooms", "GET", "/api/rooms", None, RoomList, "Public rooms that wait."),
    Endpoint("create", "POST", "/api/rooms", CreateRoom, Accepted, "A new room."),
    Endpoint("find_code", "GET", "/api/codes/{code}", None, RoomFound, "Where a code leads."),
    Endpoint("update", "GET", ROOM, None, Update, "What came after an entry.", ("after",)),
    Endpoint("command", "POST", f"{ROOM}/commands", Command, Accepted, "Whatever one may ask."),
    Endpoint(
        "wish", "POST", f"{ROOM}/wishes", BidPlan, None, "Pass or bid for me; nobody sees it."
    ),
    Endpoint("skip", "POST", f"{ROOM}/skips", None, None, "To my next decision, at once."),
    Endpoint("hint", "POST", f"{ROOM}/hints", AskHint, Hint, "The expert on one's decision."),
    Endpoint("react", "POST", f"{ROOM}/reactions", React, None, "Shown to all."),
    Endpoint("record", "GET", f"{ROOM}/record", None, str, "The game; public while it runs."),
    Endpoint("add_replay", "POST", "/api/replays", str, ReplayFound, "A record to look at."),
    Endpoint("replay", "GET", REPLAY, None, Replay, "A game that is over.", ("eyes",)),
    Endpoint("replay_record", "GET", f"{REPLAY}/record", None, str, "Its record."),
    Endpoint("play_on", "POST", f"{REPLAY}/rooms", PlayOn, Accepted, "From a position of it."),
    Endpoint("begin_analysis", "POST", f"{REPLAY}/analysis", None, Analysed, "Find out about it."),
    Endpoint(
        *("analysis", "GET", f"{REPLAY}/analysis", None, Analysed),
        "What was found after so many findings.",
        ("after",),
    ),
)

PUSH = f"{ROOM}/push"


class CloseCode(IntEnum):
    """Why the server closes a push socket."""

    NO_BINARY = 1003  # clients may send nothing
    NO_MESSAGES = 1008
    TOO_LARGE = 1009
    RESTARTING = 1012  # come back in a moment
    TRY_LATER = 1013  # a slow reader or a busy server: reconnect and ask for what was missed
    NOT_KNOWN = 4401
    NOT_ALLOWED = 4403
    NOT_FOUND = 4404
    ROOM_CLOSED = 4410
    OTHER_PROTOCOL = 4426
    TOO_FAST = 4429
