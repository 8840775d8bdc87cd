"""The server's answers and push messages."""

import msgspec

from byzanz.bots.explanation import Explanation
from byzanz.game.events import Event
from byzanz.game.options import Options
from byzanz.game.view import View
from byzanz.wire.commands import Reaction
from byzanz.wire.room import RoomState, Status


class Accepted(msgspec.Struct, frozen=True):
    """The command is stored on disk, as this entry of the room's log."""

    room: str  # the room of the entry; after a rematch, the new room
    seq: int


class PersonLeft(msgspec.Struct, frozen=True, tag="person_left"):
    """A person left for good; a bot plays the seat to the end."""

    seat: int


class PersonAway(msgspec.Struct, frozen=True, tag="person_away"):
    """A person is missing; a bot plays until they act again."""

    seat: int


class PersonBack(msgspec.Struct, frozen=True, tag="person_back"):
    """A person who was away plays again."""

    seat: int


Change = PersonLeft | PersonAway | PersonBack


class UpdateStep(msgspec.Struct, frozen=True):
    """One entry of the log: its events, and the persons who left, went away or came back."""

    seq: int
    events: tuple[Event, ...]
    changes: tuple[Change, ...] | msgspec.UnsetType = msgspec.UNSET  # left out if there are none


class Update(msgspec.Struct, frozen=True, tag="update"):
    """Everything after an entry of the log, and the current state of the room."""

    after: int  # the last entry that the client had already
    seq: int  # the last entry of this update: the `after` of the next one
    now: int  # the server's clock, in milliseconds since 1970
    is_rewound: bool  # moves were taken back since: draw the view, don't animate
    steps: tuple[UpdateStep, ...]
    room: RoomState
    view: View | None  # None before the start
    options: Options | None  # the options of the client's own seat


class Presence(msgspec.Struct, frozen=True, tag="presence"):
    """The seats with a connection, and the number of spectators."""

    connected: tuple[int, ...]
    spectators: int


class Notice(msgspec.Struct, frozen=True, tag="notice"):
    """A temporary condition, as a code that clients put into words."""

    code: str


class Reacted(msgspec.Struct, frozen=True, tag="reacted"):
    """A seat shows a reaction."""

    seat: int
    reaction: Reaction


Push = Update | Presence | Notice | Reacted


class Problem(msgspec.Struct, frozen=True):
    """The reason of a refused request: a code and public facts."""

    code: str
    facts: dict[str, int | str] = {}


class NewPerson(msgspec.Struct, frozen=True):
    """The key of a new person; the server keeps only its hash."""

    key: str


class DeviceCode(msgspec.Struct, frozen=True):
    """A code that gives another device the same key, once, within two minutes."""

    code: str
    seconds: int


class ServerAddress(msgspec.Struct, frozen=True):
    """The address of the server for other devices."""

    url: str | None  # None: only the address that the visitor uses
    may_open: bool  # whether this visitor may open the server to the local network


class RoomLine(msgspec.Struct, frozen=True):
    """A room in a list."""

    room: str
    status: Status
    names: tuple[str, ...]
    seat_count: int
    open_seats: int
    is_my_turn: bool
    changed: int
    is_invited: bool = False  # a seat is held for the person


class RoomList(msgspec.Struct, frozen=True):
    """A list of rooms."""

    rooms: tuple[RoomLine, ...]


class OwnRooms(msgspec.Struct, frozen=True):
    """The rooms of a person; an empty list without a key."""

    rooms: tuple[RoomLine, ...]
    is_known: bool  # whether the request had a key


class ListedGame(msgspec.Struct, frozen=True):
    """A running game that everybody may watch."""

    room: str
    names: tuple[str, ...]  # by seat
    person_count: int  # the others are bots
    round: int  # counted from 1
    rounds: int
    is_live: bool  # people wait for each other: no clock, or one of less than an hour
    changed: int  # when the last entry was made, in milliseconds since 1970


class ListedGames(msgspec.Struct, frozen=True):
    """The running games to watch, most recently changed first."""

    games: tuple[ListedGame, ...]


class RoomFound(msgspec.Struct, frozen=True):
    """The room with a given room code."""

    room: str


class Hint(msgspec.Struct, frozen=True):
    """The expert bot's judgement of the person's current decision."""

    decision: int
    explanation: Explanation
