"""The commands of a room. Each has an id made by the client; sent again, it is not done twice."""

from enum import StrEnum
from typing import Annotated, TypeAlias

import msgspec

from byzanz.wire.room import BotId, SeatCount, SeatNumber, Setup

CommandId = Annotated[
    str, msgspec.Meta(min_length=8, max_length=64, pattern="^[A-Za-z0-9_-]+(?!\n)$")
]
Nonce = Annotated[str, msgspec.Meta(max_length=32, pattern="^[0-9a-f]{32}$")]
# rooms/display_names.py checks the rest
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
MoveWords = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
Decision = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]


class _Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    command: CommandId


class Join(_Command, frozen=True, tag="join"):
    """Take a seat: the one named, the one held for this person, or a random open one."""

    name: Name
    nonce: Nonce
    seat: SeatNumber | None = None


class Leave(_Command, frozen=True, tag="leave"):
    """Leave for good; in a running game a bot plays the seat to the end."""


class Remove(_Command, frozen=True, tag="remove"):
    """Remove a guest before the start; for the host."""

    seat: SeatNumber


class HandOver(_Command, frozen=True, tag="hand_over"):
    """Make another person the host; for the host."""

    seat: SeatNumber


class SetSeat(_Command, frozen=True, tag="set_seat"):
    """Give a seat to a bot, or open it; for the host."""

    seat: SeatNumber
    bot: BotId | None


class SetSeatCount(_Command, frozen=True, tag="set_seat_count"):
    """Change the number of seats, to no fewer than people have taken; for the host."""

    count: SeatCount


class ChangeSetup(_Command, frozen=True, tag="change_setup"):
    """Change the setup; for the host."""

    setup: Setup


class AllowListing(_Command, frozen=True, tag="allow_listing"):
    """Let everybody find the running game in the list of games to watch, or not; for the host."""

    is_allowed: bool = True


class Start(_Command, frozen=True, tag="start"):
    """Start the game once every seat is taken; for the host."""


class Play(_Command, frozen=True, tag="play"):
    """Play a move, written as in a record; sales and `done` need no decision."""

    move: MoveWords
    decision: Decision | None = None


class ComeBack(_Command, frozen=True, tag="come_back"):
    """Play again after a bot took over."""


class CallBot(_Command, frozen=True, tag="call_bot"):
    """Let a bot play for a person who is gone, until that person acts."""

    seat: SeatNumber


class Undo(_Command, frozen=True, tag="undo"):
    """Take moves back to one's last decision; only for a person alone with bots."""


class Abort(_Command, frozen=True, tag="abort"):
    """Vote to end the game, or withdraw the vote; it ends when everybody present votes for it.

    Absent persons then have ten seconds to come back and object.
    """

    is_wanted: bool = True


class AskSeat(_Command, frozen=True, tag="ask_seat"):
    """Ask for a seat in the next game, or withdraw; for spectators."""

    name: Name
    is_wanted: bool = True


class Rematch(_Command, frozen=True, tag="rematch"):
    """Make a room for a rematch; the seats of the others are held for them."""

    nonce: Nonce


Command: TypeAlias = (
    Join
    | Leave
    | Remove
    | HandOver
    | SetSeat
    | SetSeatCount
    | ChangeSetup
    | AllowListing
    | Start
    | Play
    | ComeBack
    | CallBot
    | Undo
    | Abort
    | AskSeat
    | Rematch
)


class SeatPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat of a new room: open, or for a bot."""

    bot: BotId | None = None


class CreateRoom(_Command, frozen=True):
    """Make a room; its maker becomes the host and gets a random open seat."""

    name: Name
    nonce: Nonce
    seats: Annotated[tuple[SeatPlan, ...], msgspec.Meta(min_length=3, max_length=6)]
    setup: Setup = Setup()
    start: bool = False  # start the game at once; all other seats must be bots'
    allows_listing: bool = False  # see `AllowListing`


class PlayDeal(_Command, frozen=True):
    """Play a given deal in a room of one's own."""

    name: Name
    nonce: Nonce


class AuctionNumber(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An auction: its round and its number in the round, both from 1 as in the view."""

    round: Annotated[int, msgspec.Meta(ge=1, le=20)]
    number: Annotated[int, msgspec.Meta(ge=1, le=6)]


BidValue = Annotated[int, msgspec.Meta(ge=0, le=1000)]


class BidPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Pass or bid automatically in this auction. Give `above` or `up_to`; neither deletes the plan.

    `above`: pass once the highest bid is above this. `up_to`: bid with the cheapest cards while the
    bid is worth no more than this; after that, the person decides.
    """

    auction: AuctionNumber
    above: BidValue | None
    up_to: BidValue | None = None


class ClaimCode(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True
):  # a server of release 0.2.0 refuses fields that it does not know
    """Exchange a code from another device for its key."""

    code: Annotated[str, msgspec.Meta(max_length=32, pattern="^[0-9a-f]{32}$")]
    may_replace: bool = False  # replace the device's key even if it has games


class AskHint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Ask the expert bot about a decision."""

    decision: Decision


class Reaction(StrEnum):
    """The reactions that replace chat."""

    WELL_PLAYED = "well_played"
    THANKS = "thanks"
    OUCH = "ouch"
    HURRY = "hurry"
    THINKING = "thinking"
    HELLO = "hello"


class React(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Show everybody a reaction."""

    reaction: Reaction
