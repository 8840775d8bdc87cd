"""What a room's log holds: all that cannot be computed, one class per kind of entry."""

from typing import TypeAlias

import msgspec

from byzanz.cards import Cards
from byzanz.wire.room import BotWord, Setup


class Held(msgspec.Struct, frozen=True):
    """A seat kept for a person who sat there in the game before."""

    seat: int
    person: str
    name: str


class Joined(msgspec.Struct, frozen=True, tag="joined"):
    """A person took a seat."""

    seat: int
    person: str
    name: str
    nonce: str


class Created(msgspec.Struct, frozen=True, tag="created"):
    """A room; open seats are those without a bot, and without the maker."""

    rules: str
    setup: Setup
    bots: tuple[BotWord | None, ...]  # by seat
    names: tuple[str, ...]  # of the bots, by seat
    host: str | None  # a person; None: whoever joins first
    joined: Joined | None  # the maker, unless only watching
    deal: str
    secret: str
    code: str | None = None
    held: tuple[Held, ...] = ()
    deck: Cards | None = None  # given: nothing is proved about it
    played: tuple[tuple[int, str], ...] = ()  # moves, with their seats, that stand already
    is_started: bool = False
    edition: int = 1  # of what follows from the entries: 1 in rooms of 0.1.0, 2 since
    follows: bool = False  # a rematch: the next person clockwise opens


class Left(msgspec.Struct, frozen=True, tag="left"):
    """A person gave the seat up."""

    seat: int


class Removed(msgspec.Struct, frozen=True, tag="removed"):
    """The host sent a guest away."""

    seat: int


class HandedOver(msgspec.Struct, frozen=True, tag="handed_over"):
    """This seat's person is the host."""

    seat: int


class SeatSet(msgspec.Struct, frozen=True, tag="seat_set"):
    """A bot sits here, or the seat is open."""

    seat: int
    bot: BotWord | None
    name: str


class SeatsChanged(msgspec.Struct, frozen=True, tag="seats_changed"):
    """There are so many seats: these of the old ones in order, then open ones."""

    count: int
    kept: tuple[int, ...]


class SetupChanged(msgspec.Struct, frozen=True, tag="setup_changed"):
    """The host chose otherwise."""

    setup: Setup


class Started(msgspec.Struct, frozen=True, tag="started"):
    """The cards are dealt."""


class Moved(msgspec.Struct, frozen=True, tag="moved"):
    """A seat's move, by its person or, automatic, by a bot."""

    seat: int
    move: str
    is_automatic: bool
    is_late: bool = False  # the clock had run out


class WentAway(msgspec.Struct, frozen=True, tag="went_away"):
    """A seat without a connection for too long; a bot plays it."""

    seat: int
    by: int | None = None  # the seat that called the bot; None: the server did


class CameBack(msgspec.Struct, frozen=True, tag="came_back"):
    """Its person plays again."""

    seat: int


class Undone(msgspec.Struct, frozen=True, tag="undone"):
    """The game goes on from after its first so many moves."""

    seat: int
    moves: int


class AbortAsked(msgspec.Struct, frozen=True, tag="abort_asked"):
    """A seat wants to end the game, or no longer."""

    seat: int
    is_wanted: bool = True


class VotePassed(msgspec.Struct, frozen=True, tag="vote_passed"):
    """All who are there ask to end the game; these seats' persons are gone, and may object."""

    gone: tuple[int, ...]


class Aborted(msgspec.Struct, frozen=True, tag="aborted"):
    """Ended from outside, or because nobody objected to the end that all present asked for."""


class SeatAsked(msgspec.Struct, frozen=True, tag="seat_asked"):
    """Somebody who watches wants a seat in the next game, or no longer."""

    person: str
    name: str
    is_wanted: bool = True


class Rematched(msgspec.Struct, frozen=True, tag="rematched"):
    """It goes on in another room."""

    seat: int
    room: str


Entry: TypeAlias = (
    Created
    | Joined
    | Left
    | Removed
    | HandedOver
    | SeatSet
    | SeatsChanged
    | SetupChanged
    | Started
    | Moved
    | WentAway
    | CameBack
    | Undone
    | AbortAsked
    | VotePassed
    | Aborted
    | SeatAsked
    | Rematched
)

DECODER: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)
