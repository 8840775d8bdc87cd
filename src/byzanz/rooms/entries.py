"""The entries of a room's log: everything that cannot be computed from earlier entries."""

from typing import TypeAlias

import msgspec

from byzanz.cards import Cards
from byzanz.wire.room import BotId, Setup


class HeldSeat(msgspec.Struct, frozen=True):
    """A seat of a rematch, held for a player of the last game or a spectator who asked for it."""

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
    """A room was made. Every seat that is neither a bot's nor the maker's is open."""

    rules: str
    setup: Setup
    bots: tuple[BotId | None, ...]  # by seat
    names: tuple[str, ...]  # the bots' names, by seat
    host: str | None  # a person; None: the first person who joins
    joined: Joined | None  # the maker, unless they only watch
    deal: str
    secret: str
    code: str | None = None
    held: tuple[HeldSeat, ...] = ()
    deck: Cards | None = None  # a given deck; it cannot be verified
    played: tuple[tuple[int, str], ...] = ()  # seats and moves that the game begins with
    is_started: bool = False
    edition: int = 1  # the version of the fold: 1 in rooms made by release 0.1.0, 2 since then
    follows: bool = False  # True: a rematch, in which the next player clockwise opens
    logs_hints: bool = False  # a request for a hint is an entry; not so before release 0.3.0
    allows_listing: bool = False  # the host lets the running game be listed for spectators
    continues: str | None = None  # the room or uploaded record whose game this one continues
    dice: str | None = None  # a secret; with the moves so far, it determines all bots' dice
    day: str | None = None  # the date of the deal of the day that is played here: 2026-11-19
    challenge: str | None = None  # the challenge whose deal is played here
    version: str | None = None  # of rules and bots, in rooms with `dice`; see `rooms.results`


class Left(msgspec.Struct, frozen=True, tag="left"):
    """A person left for good."""

    seat: int


class Removed(msgspec.Struct, frozen=True, tag="removed"):
    """The host removed a guest."""

    seat: int


class HandedOver(msgspec.Struct, frozen=True, tag="handed_over"):
    """This seat's person became the host."""

    seat: int


class SeatSet(msgspec.Struct, frozen=True, tag="seat_set"):
    """The host gave a seat to a bot, or opened it."""

    seat: int
    bot: BotId | None
    name: str


class SeatsChanged(msgspec.Struct, frozen=True, tag="seats_changed"):
    """The host changed the number of seats; the seats kept come first, then open ones."""

    count: int
    kept: tuple[int, ...]


class SetupChanged(msgspec.Struct, frozen=True, tag="setup_changed"):
    """The host changed the setup."""

    setup: Setup


class ListingAllowed(msgspec.Struct, frozen=True, tag="listing_allowed"):
    """The host let the running game be listed for spectators, or withdrew that."""

    is_allowed: bool = True


class Started(msgspec.Struct, frozen=True, tag="started"):
    """The game started."""


class Moved(msgspec.Struct, frozen=True, tag="moved"):
    """A seat moved: its person or, automatically, a bot or a bid plan."""

    seat: int
    move: str
    is_automatic: bool
    is_late: bool = False  # the clock had run out


class WentAway(msgspec.Struct, frozen=True, tag="went_away"):
    """A bot took over a seat whose person is missing."""

    seat: int
    by: int | None = None  # the seat that called the bot; None: the server did


class CameBack(msgspec.Struct, frozen=True, tag="came_back"):
    """The person of an absent seat plays again."""

    seat: int


class Undone(msgspec.Struct, frozen=True, tag="undone"):
    """A person took moves back."""

    seat: int
    moves: int  # how many moves remain, counted from the start of the game


class HintAsked(msgspec.Struct, frozen=True, tag="hint_asked"):
    """A person asked for a hint, for the first time in this game."""

    seat: int


class AbortVoted(msgspec.Struct, frozen=True, tag="abort_asked"):
    """A seat voted to end the game, or withdrew its vote."""

    seat: int
    is_wanted: bool = True


class VotePassed(msgspec.Struct, frozen=True, tag="vote_passed"):
    """Everybody present voted to end the game; the persons who are gone may still object."""

    gone: tuple[int, ...]


class Aborted(msgspec.Struct, frozen=True, tag="aborted"):
    """The game was ended by an operator, or by a vote to which nobody objected."""


class SeatRequested(msgspec.Struct, frozen=True, tag="seat_asked"):
    """A spectator requested a seat in the next game, or withdrew the request."""

    person: str
    name: str
    is_wanted: bool = True


class Rematched(msgspec.Struct, frozen=True, tag="rematched"):
    """A new room was made for a rematch."""

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
    | ListingAllowed
    | Started
    | Moved
    | WentAway
    | CameBack
    | Undone
    | HintAsked
    | AbortVoted
    | VotePassed
    | Aborted
    | SeatRequested
    | Rematched
)

DECODER: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)

LEVEL = 5
"""The highest level of logs that this program can read. A new type of entry raises it,
and so does a field that an older program must not overlook."""

REWRITES_LEVEL = 4
"""The first level at which a program notices that the log of a room in its memory was rewritten."""

_LEVELS: dict[type[Entry], int] = {HintAsked: 2, ListingAllowed: 3}  # other types have level 1


def entry_level(entry: Entry) -> int:
    """Return the level that a program needs to read an entry."""
    if isinstance(entry, Created) and (entry.dice or entry.day or entry.challenge):
        return 5  # an older program would roll other dice, and show the cards to others
    return _LEVELS.get(type(entry), 1)
