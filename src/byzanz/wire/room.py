"""A room as clients see it: setup, seats, clocks, deal."""

from enum import StrEnum
from typing import Annotated

import msgspec

from byzanz.cards import Cards

Seconds = Annotated[int, msgspec.Meta(ge=10, le=86_400)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=5)]
SeatCount = Annotated[int, msgspec.Meta(ge=3, le=6)]


class MoveClock(msgspec.Struct, frozen=True, tag="move", forbid_unknown_fields=True):
    """A clock with the same time for every decision."""

    seconds: Seconds


class BankClock(msgspec.Struct, frozen=True, tag="bank", forbid_unknown_fields=True):
    """A clock with one time bank for all decisions of a seat."""

    seconds: Seconds


Clock = MoveClock | BankClock


class MemoryAid(StrEnum):
    """How much of the past the view of a seat includes."""

    LOG = "log"  # the events
    FULL = "full"  # also every card seen


class Pace(StrEnum):
    """The speed of the bots; the last two are for games of bots only.

    The values are kept for old clients, so "calm" and "slow" are not the words of the pages.
    """

    QUICK = "quick"  # the pages say "fast"
    CALM = "calm"  # the pages say "normal"
    SLOW = "slow"  # the pages say "calm"
    RAPID = "rapid"
    PAUSED = "paused"


class BotId(StrEnum):
    """The bots that can be seated, weakest first."""

    BEGINNER = "beginner"
    GREEDY = "greedy"
    SOLID = "solid"
    STRONG = "strong"
    EXPERT = "expert"


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The host's choices."""

    clock: Clock | None = None
    memory_aid: MemoryAid = MemoryAid.LOG
    spectators: bool = True
    is_public: bool = False
    hints: bool = True
    pace: Pace = Pace.CALM


class Status(StrEnum):
    """The state of a room."""

    WAITING = "waiting"
    RUNNING = "running"
    FINISHED = "finished"
    ABORTED = "aborted"


OVER = (Status.FINISHED, Status.ABORTED)
"""The states in which all hands and the deck are open."""


class SeatKind(StrEnum):
    """The type of player on a seat."""

    OPEN = "open"
    PERSON = "person"
    BOT = "bot"


class SeatState(msgspec.Struct, frozen=True):
    """One seat as everybody sees it."""

    kind: SeatKind
    name: str | None  # None while it is open
    bot: BotId | None
    is_away: bool  # a bot plays until its person acts again
    has_left: bool  # a bot plays to the end
    bank: int | None  # milliseconds of the time bank left when the decision began
    gone_since: int | None = None  # when its person was last seen, if they are gone


class DealState(msgspec.Struct, frozen=True):
    """The verified deal, see docs/verified-deal.md; complete once the game is over."""

    deal: str
    commitment: str
    secret: str | None
    nonces: tuple[str, ...]  # by seat
    draw: str | None = None
    """What was drawn: `seats` or `opener`; `next` in a rematch; None in version 1 of the deal."""
    places: tuple[int, ...] = ()  # by seat, its number before the draw


class RoomState(msgspec.Struct, frozen=True):
    """A room as a seat or a spectator sees it."""

    room: str
    status: Status
    setup: Setup
    seats: tuple[SeatState, ...]
    seat: int | None  # the client's own seat; None for a spectator
    host: int | None  # the host's seat
    code: str | None  # the room code, while the room waits
    deal: DealState | None  # None: the deck was given
    due: int | None  # when the clock of the seat on turn runs out, in milliseconds since 1970
    may_undo: bool
    may_set_pace: bool  # the host may, while bots play alone or with one person
    abort_asked: tuple[int, ...]  # the seats that voted to end the game
    rematch: str | None  # the room of the rematch
    hands: tuple[Cards, ...]
    """By seat, once the game is over; the maker of a game of bots only always gets them."""
    may_skip: bool = False  # the person may skip to their next decision
    ends_at: int | None = None  # when a vote ends the game, unless an absent person comes back
    is_live: bool = True  # people wait for each other: no clock, or one of less than an hour
    next_names: tuple[str, ...] = ()  # the spectators who requested a seat in the next game
    may_ask_seat: bool = False  # this spectator may request a seat in the next game
    asks_seat: bool = False  # this spectator has requested a seat in the next game
    allows_listing: bool | msgspec.UnsetType = msgspec.UNSET
    """The host lets the running game be listed for spectators; left out otherwise."""
    challenge: str | msgspec.UnsetType = msgspec.UNSET
    """The challenge that is played here; left out otherwise."""
    day: str | msgspec.UnsetType = msgspec.UNSET
    """The day whose deal is played here, as a counted try; left out in all other rooms."""
