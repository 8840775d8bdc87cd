"""What the server answers."""

import msgspec

from byzanz.bots.explanation import Explanation
from byzanz.game.events import Event
from byzanz.game.options import Options
from byzanz.game.view import View
from byzanz.wire.commands import Reaction
from byzanz.wire.room import RoomState, Status


class Accepted(msgspec.Struct, frozen=True):
    """A command is on disk, as this entry of a log."""

    room: str  # where to go on: another room after creating one, or for a rematch
    seq: int


class PersonLeft(msgspec.Struct, frozen=True, tag="person_left"):
    """Somebody gave up a seat for good; a bot plays there."""

    seat: int


class PersonAway(msgspec.Struct, frozen=True, tag="person_away"):
    """Somebody is not there; a bot plays for the time being."""

    seat: int


class PersonBack(msgspec.Struct, frozen=True, tag="person_back"):
    """Somebody plays again."""

    seat: int


Change = PersonLeft | PersonAway | PersonBack


class Numbered(msgspec.Struct, frozen=True):
    """What happened by one entry of the log: in the game, and then to those who play it."""

    seq: int
    events: tuple[Event, ...]
    changes: tuple[Change, ...] | msgspec.UnsetType = msgspec.UNSET  # not sent where there are none


class Update(msgspec.Struct, frozen=True, tag="update"):
    """Everything since an entry of the log, and how the room is now."""

    after: int  # the entry that the client had
    seq: int  # the last entry; the next update comes after it
    now: int  # the server's milliseconds, for clocks
    is_rewound: bool  # moves were taken back since: draw the view, don't animate
    steps: tuple[Numbered, ...]
    room: RoomState
    view: View | None  # once the game has begun
    options: Options | None  # of one's own seat


class Presence(msgspec.Struct, frozen=True, tag="presence"):
    """Which seats have a connection, and how many watch."""

    connected: tuple[int, ...]
    spectators: int


class Notice(msgspec.Struct, frozen=True, tag="notice"):
    """Something that passes: a code for the client's words."""

    code: str


class Reacted(msgspec.Struct, frozen=True, tag="reacted"):
    """A seat shows one of the six reactions."""

    seat: int
    reaction: Reaction


Push = Update | Presence | Notice | Reacted


class Problem(msgspec.Struct, frozen=True):
    """Why a request was not done: a code and public facts."""

    code: str
    facts: dict[str, int | str] = {}


class NewPerson(msgspec.Struct, frozen=True):
    """The key of a new person; the server keeps only its hash."""

    key: str


class DeviceCode(msgspec.Struct, frozen=True):
    """A code that gives one other device the same key, once, for two minutes."""

    code: str
    seconds: int


class Reach(msgspec.Struct, frozen=True):
    """Where other devices find the server."""

    url: str | None  # None: as one finds it oneself, and on its own machine nowhere else
    may_open: bool  # to the local network, by asking for it here


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
    """Several rooms."""

    rooms: tuple[RoomLine, ...]


class OwnRooms(msgspec.Struct, frozen=True):
    """The rooms of a person; none where nobody is known."""

    rooms: tuple[RoomLine, ...]
    is_known: bool  # a key came with the request


class RoomFound(msgspec.Struct, frozen=True):
    """Where a code leads."""

    room: str


class Hint(msgspec.Struct, frozen=True):
    """The expert's view of one's present decision."""

    decision: int
    explanation: Explanation
