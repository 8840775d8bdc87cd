"""What the server answers."""

import msgspec

from byzanz.bots.explanation import Explanation
from byzanz.game.events import Event
from byzanz.game.options import Options
from byzanz.game.view import View
from byzanz.wire.commands import Reaction
from byzanz.wire.room import RoomState, Status


class Accepted(msgspec.Struct, frozen=True):
    """A command is on disk, as this entry of the room's log."""

    room: str  # where to go on: the new room after creating one, or for a rematch
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


class Numbered(msgspec.Struct, frozen=True):
    """The events of one entry of the log, and the changes of who plays."""

    seq: int
    events: tuple[Event, ...]
    changes: tuple[Change, ...] | msgspec.UnsetType = msgspec.UNSET  # left out if there are none


class Update(msgspec.Struct, frozen=True, tag="update"):
    """Everything after an entry of the log, and the present room."""

    after: int  # the entry that the client had
    seq: int  # the last entry; the next update comes after it
    now: int  # the server's milliseconds, for clocks
    is_rewound: bool  # moves were taken back since: draw the view, don't animate
    steps: tuple[Numbered, ...]
    room: RoomState
    view: View | None  # once the game has started
    options: Options | None  # of one's own seat


class Presence(msgspec.Struct, frozen=True, tag="presence"):
    """Which seats have a connection, and how many spectators there are."""

    connected: tuple[int, ...]
    spectators: int


class Notice(msgspec.Struct, frozen=True, tag="notice"):
    """A temporary condition, as a code that clients put into words."""

    code: str


class Reacted(msgspec.Struct, frozen=True, tag="reacted"):
    """A seat shows one of the six reactions."""

    seat: int
    reaction: Reaction


Push = Update | Presence | Notice | Reacted


class Problem(msgspec.Struct, frozen=True):
    """Why a request was refused: a code and public facts."""

    code: str
    facts: dict[str, int | str] = {}


class NewPerson(msgspec.Struct, frozen=True):
    """The key of a new person; the server keeps only its hash."""

    key: str


class DeviceCode(msgspec.Struct, frozen=True):
    """A code by which another device gets the same key, once, within two minutes."""

    code: str
    seconds: int


class Reach(msgspec.Struct, frozen=True):
    """Where other devices find the server."""

    url: str | None  # None: the address in use; on the server's own machine, nowhere else
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


class RoomList(msgspec.Struct, frozen=True):
    """A list of rooms."""

    rooms: tuple[RoomLine, ...]


class OwnRooms(msgspec.Struct, frozen=True):
    """The rooms of a person; none without a key."""

    rooms: tuple[RoomLine, ...]
    is_known: bool  # a key came with the request


class RoomFound(msgspec.Struct, frozen=True):
    """The room of a code."""

    room: str


class Hint(msgspec.Struct, frozen=True):
    """The expert's opinion on one's present decision."""

    decision: int
    explanation: Explanation
