"""The endpoints of the protocol, declared once.

The server's routes, the client's calls and the published schema are all made from this table.
The server may also answer any request with a `Problem`.
"""

from enum import IntEnum
from typing import Any, Literal, NamedTuple

from byzanz.wire.alerts import (
    AddDevice,
    AlertDevice,
    Alerts,
    MuteInvitations,
    OptIn,
    RenewDevice,
)
from byzanz.wire.answers import (
    Accepted,
    DeviceCode,
    Hint,
    ListedGames,
    NewPerson,
    OwnRooms,
    RoomFound,
    RoomList,
    ServerAddress,
    Update,
)
from byzanz.wire.challenges import Challenge, ChallengeMade, MakeChallenge
from byzanz.wire.commands import AskHint, BidPlan, ClaimCode, Command, CreateRoom, PlayDeal, React
from byzanz.wire.daily import Calendar, Daily, DailyComparison, PlayDaily, SendDaily
from byzanz.wire.games import GameSent, KeepGame, PlayAgain, PlayedGames, Progress, SendGame
from byzanz.wire.personal_data import DataDeleted, DeleteData, PersonalData
from byzanz.wire.puzzles import AnswerPuzzle, Puzzles, PuzzleVerdict
from byzanz.wire.replays import AnalysisProgress, PlayOn, Replay, ReplayFound


class Endpoint(NamedTuple):
    """An endpoint: its arguments, its body and its answer."""

    name: str
    method: Literal["GET", "POST"]
    path: str  # names in braces are arguments
    body: Any  # None: no body; str: plain text
    answer: Any  # None: an empty object; str: plain text
    summary: str
    query: tuple[str, ...] = ()  # whole numbers, 0 if absent


PROTOCOL = 1  # the version; raised when older clients can no longer understand the server

ROOM = "/api/rooms/{room}"
REPLAY = "/api/replays/{replay}"
GAME = "/api/me/games/{room}"
TIE = "/api/me/ties/{tie}"
ALERTS = "/api/me/alerts"
PUZZLES = "/api/me/puzzles"
DEVICE = f"{ALERTS}/devices/{{device}}"

CHALLENGE = "/api/challenges/{challenge}"
DAY = "/api/days/{day}"

CODE = "^[A-Za-z]{3,10}[- ]?[0-9]{0,4}$"

ID = "^[0-9a-f]{32}$"

DATE = "^[^/]{1,40}$"  # what is not a date is refused with a reason of its own
PUZZLE = "^(own-[0-9a-f]{32}-[0-9]{1,4}|[0-9a-f]{12})$"

ARGUMENTS = {
    "room": ID,
    "code": CODE,
    "replay": ID,
    "tie": ID,
    "device": ID,
    "challenge": ID,
    "day": DATE,
    "puzzle": PUZZLE,
}
"""The patterns of the arguments in braces; a request whose argument does not match gets 404."""

ENDPOINTS = (
    Endpoint("new_person", "POST", "/api/people", None, NewPerson, "Create a person."),
    Endpoint("device_code", "POST", "/api/people/codes", None, DeviceCode, "Create a device code."),
    Endpoint("claim_code", "POST", "/api/people/claims", ClaimCode, NewPerson, "Redeem a code."),
    Endpoint("reach", "GET", "/api/reach", None, ServerAddress, "Find the server's address."),
    Endpoint(
        *("open_reach", "POST", "/api/reach", None, ServerAddress),
        "Open the server to the local network.",
    ),
    Endpoint("my_rooms", "GET", "/api/me/rooms", None, OwnRooms, "List the person's rooms."),
    Endpoint(
        *("my_games", "GET", "/api/me/games", None, PlayedGames),
        "List the person's finished games.",
        ("skip", "opponents"),  # opponents: 0 all, 1 bots, 2 friends
    ),
    Endpoint(
        *("send_game", "POST", "/api/me/games", SendGame, GameSent),
        "Send a game that the person has played without a server.",
    ),
    Endpoint(
        *("my_progress", "GET", "/api/me/progress", None, Progress),
        "The person's rating, trends and friends.",
    ),
    Endpoint(
        *("keep_game", "POST", f"{GAME}/keep", KeepGame, None),
        "Keep a game's record, or stop keeping it.",
    ),
    Endpoint(
        *("play_again", "POST", f"{GAME}/rooms", PlayAgain, Accepted),
        "Play again with the people of a game.",
    ),
    Endpoint("cut_tie", "POST", f"{TIE}/cut", None, None, "Cut the tie with a friend."),
    Endpoint("my_data", "GET", "/api/me/data", None, PersonalData, "All data about the person."),
    Endpoint(
        *("delete_data", "POST", "/api/me/deletion", DeleteData, DataDeleted),
        "Delete all data about the person.",
    ),
    Endpoint("my_puzzles", "GET", PUZZLES, None, Puzzles, "The puzzle that waits for the person."),
    Endpoint(
        *("game_puzzles", "GET", f"{GAME}/puzzles", None, Puzzles),
        "The puzzles from one of the person's games.",
    ),
    Endpoint(
        *("answer_puzzle", "POST", f"{PUZZLES}/{{puzzle}}", AnswerPuzzle, PuzzleVerdict),
        "Answer a puzzle, and get the verdict.",
    ),
    Endpoint(
        *("opt_in", "POST", f"{TIE}/alerts", OptIn, None),
        "Turn a friend's invitations on or off.",
    ),
    Endpoint("alerts", "GET", ALERTS, None, Alerts, "The person's devices that get alerts."),
    Endpoint(
        "add_device",
        "POST",
        f"{ALERTS}/devices",
        AddDevice,
        AlertDevice,
        "Send alerts to a device.",
    ),
    Endpoint(
        *("renew_device", "POST", f"{DEVICE}/renew", RenewDevice, AlertDevice),
        "Replace the subscription of a device.",
    ),
    Endpoint(
        "remove_device", "POST", f"{DEVICE}/remove", None, None, "Stop sending alerts to a device."
    ),
    Endpoint(
        *("mute", "POST", f"{ALERTS}/mute", MuteInvitations, None),
        "Mute all invitations, or unmute them.",
    ),
    Endpoint(
        *("open_rooms", "GET", "/api/rooms", None, RoomList),
        "List public rooms that wait for players.",
    ),
    Endpoint("listed_games", "GET", "/api/games", None, ListedGames, "List games to watch."),
    Endpoint("create", "POST", "/api/rooms", CreateRoom, Accepted, "Create a room."),
    Endpoint("find_code", "GET", "/api/codes/{code}", None, RoomFound, "Find a room by its code."),
    Endpoint(
        *("update", "GET", ROOM, None, Update),
        "The update since an entry of the log.",
        ("after",),
    ),
    Endpoint("command", "POST", f"{ROOM}/commands", Command, Accepted, "Send a command."),
    Endpoint("wish", "POST", f"{ROOM}/wishes", BidPlan, None, "Set or delete a bid plan."),
    Endpoint("skip", "POST", f"{ROOM}/skips", None, None, "Skip to the person's next decision."),
    Endpoint("hint", "POST", f"{ROOM}/hints", AskHint, Hint, "Ask the expert bot for a hint."),
    Endpoint("react", "POST", f"{ROOM}/reactions", React, None, "Show a reaction to everybody."),
    Endpoint("record", "GET", f"{ROOM}/record", None, str, "The record of the room's game."),
    Endpoint("today", "GET", "/api/days", None, Daily, "The deal of today."),
    Endpoint("day", "GET", DAY, None, Daily, "The deal of a day."),
    Endpoint(
        *("calendar", "GET", f"{DAY}/month", None, Calendar),
        "The calendar of the month around a day.",
    ),
    Endpoint("play_daily", "POST", f"{DAY}/rooms", PlayDaily, Accepted, "Play the deal of a day."),
    Endpoint(
        *("send_daily", "POST", f"{DAY}/challenge", SendDaily, ChallengeMade),
        "Send the deal of a past day.",
    ),
    Endpoint(
        *("compare_daily", "GET", f"{DAY}/comparison", None, DailyComparison),
        "The person's try compared with the best other try or, if expert is 1, the expert's line.",
        ("expert",),
    ),
    Endpoint("add_replay", "POST", "/api/replays", str, ReplayFound, "Upload a record."),
    Endpoint(
        *("replay", "GET", REPLAY, None, Replay),
        "A finished game as seat eyes - 1 saw it or, if eyes is 0, as a spectator saw it.",
        ("eyes",),
    ),
    Endpoint("replay_record", "GET", f"{REPLAY}/record", None, str, "A finished game's record."),
    Endpoint("play_on", "POST", f"{REPLAY}/rooms", PlayOn, Accepted, "Continue a finished game."),
    Endpoint(
        *("make_challenge", "POST", f"{REPLAY}/challenge", MakeChallenge, ChallengeMade),
        "Send the deal of a finished game.",
    ),
    Endpoint("challenge", "GET", CHALLENGE, None, Challenge, "A deal that somebody sent."),
    Endpoint(
        *("play_challenge", "POST", f"{CHALLENGE}/rooms", PlayDeal, Accepted),
        "Play a deal that somebody sent.",
    ),
    Endpoint(
        "begin_analysis",
        "POST",
        f"{REPLAY}/analysis",
        None,
        AnalysisProgress,
        "Start the analysis.",
    ),
    Endpoint(
        *("analysis", "GET", f"{REPLAY}/analysis", None, AnalysisProgress),
        "The findings of an analysis so far.",
        ("after",),
    ),
)

PUSH = f"{ROOM}/push"


class CloseCode(IntEnum):
    """The reasons for which the server closes a push socket."""

    NO_BINARY = 1003  # clients may send nothing
    NO_MESSAGES = 1008
    TOO_LARGE = 1009
    RESTARTING = 1012  # come back in a moment
    TRY_LATER = 1013  # a slow reader or a busy server: reconnect to get the missed updates
    NOT_KNOWN = 4401
    NOT_ALLOWED = 4403
    NOT_FOUND = 4404
    ROOM_CLOSED = 4410
    OTHER_PROTOCOL = 4426
    TOO_FAST = 4429
