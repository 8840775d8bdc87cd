"""A room as clients see it: how it is set up, who sits where, and what its clock says."""

from enum import StrEnum
from typing import Annotated

import msgspec

from byzanz.cards import Cards

Seconds = Annotated[int, msgspec.Meta(ge=10, le=86_400)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=5)]
SeatCount = Annotated[int, msgspec.Meta(ge=3, le=6)]


class MoveClock(msgspec.Struct, frozen=True, tag="move", forbid_unknown_fields=True):
    """So long for every decision."""

    seconds: Seconds


class BankClock(msgspec.Struct, frozen=True, tag="bank", forbid_unknown_fields=True):
    """So long for all decisions of a seat together."""

    seconds: Seconds


Clock = MoveClock | BankClock


class MemoryAid(StrEnum):
    """What a room remembers for people."""

    LOG = "log"  # what happened, in words
    FULL = "full"  # and every card seen


class Pace(StrEnum):
    """How quickly bots answer; the last two count where bots are alone."""

    QUICK = "quick"  # people read "fast"
    CALM = "calm"  # people read "normal"
    SLOW = "slow"  # people read "calm"
    RAPID = "rapid"
    PAUSED = "paused"


class BotWord(StrEnum):
    """The bots that can be seated, weakest first."""

    BEGINNER = "beginner"
    GREEDY = "greedy"
    SOLID = "solid"
    STRONG = "strong"
    EXPERT = "expert"


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the host chooses."""

    clock: Clock | None = None
    memory_aid: MemoryAid = MemoryAid.LOG
    spectators: bool = True
    is_public: bool = False
    hints: bool = True
    pace: Pace = Pace.CALM


class Status(StrEnum):
    """Where a room is in its life."""

    WAITING = "waiting"
    RUNNING = "running"
    FINISHED = "finished"
    ABORTED = "aborted"


OVER = (Status.FINISHED, Status.ABORTED)
"""Nothing is hidden in these rooms any more."""


class SeatKind(StrEnum):
    """Whose a seat is."""

    OPEN = "open"
    PERSON = "person"
    BOT = "bot"


class SeatState(msgspec.Struct, frozen=True):
    """One seat as everybody sees it."""

    kind: SeatKind
    name: str | None  # None while it is open
    bot: BotWord | None
    is_away: bool  # a bot plays until its person acts again
    has_left: bool  # a bot plays to the end
    bank: int | None  # milliseconds left of a time bank when its decision began
    gone_since: int | None = None  # when its person was last there, if that is too long ago


class DealState(msgspec.Struct, frozen=True):
    """The verified deal, see docs/verified-deal.md."""

    deal: str
    commitment: str
    secret: str | None  # once the game is over
    nonces: tuple[str, ...]  # by seat, once the game is over
    draw: str | None = None  # once it is over: seats, opener or next; None in version 1
    places: tuple[int, ...] = ()  # once it is over: by seat, where its player sat before the start


class RoomState(msgspec.Struct, frozen=True):
    """A room as one seat sees it, or a spectator."""

    room: str
    status: Status
    setup: Setup
    seats: tuple[SeatState, ...]
    seat: int | None  # one's own
    host: int | None  # the seat of whoever may change the room
    code: str | None  # to type instead of the link, while it waits
    deal: DealState | None  # None: the deck was given
    due: int | None  # when the clock of the seat on turn runs out, in the server's milliseconds
    may_undo: bool
    may_set_pace: bool  # of bots that play alone or with one person, while they play
    abort_asked: tuple[int, ...]  # the seats that want to end it
    rematch: str | None  # the room where it goes on
    hands: tuple[Cards, ...]  # by seat, once it is over; before, for who made bots play alone
    may_skip: bool = False  # to one's next decision
    ends_at: int | None = None  # when it ends unless somebody absent comes back: all others agree
    is_live: bool = True  # people wait for each other: no clock, or one of less than an hour
    next_names: tuple[str, ...] = ()  # of those who watch and want a seat in the next game
    may_ask_seat: bool = False  # one watches, and may ask for a seat in the next game
    asks_seat: bool = False  # one has asked for it
