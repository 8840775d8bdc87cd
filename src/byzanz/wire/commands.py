"""What a person can ask of a room. Each command has an id, made by the client: sent twice, it
counts once."""

from enum import StrEnum
from typing import Annotated, TypeAlias

import msgspec

from byzanz.wire.room import BotWord, SeatCount, SeatNumber, Setup

CommandId = Annotated[
    str, msgspec.Meta(min_length=8, max_length=64, pattern="^[A-Za-z0-9_-]+(?!\n)$")
]
Nonce = Annotated[str, msgspec.Meta(max_length=32, pattern="^[0-9a-f]{32}$")]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]  # names.py judges the rest
MoveWords = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
Decision = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]


class _Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    command: CommandId


class Join(_Command, frozen=True, tag="join"):
    """Take a seat: the one named, the one held for this person, or any open one by lot."""

    name: Name
    nonce: Nonce
    seat: SeatNumber | None = None


class Leave(_Command, frozen=True, tag="leave"):
    """Give the seat up; in a running game a bot plays it to the end."""


class Remove(_Command, frozen=True, tag="remove"):
    """The host sends a guest away before the start."""

    seat: SeatNumber


class HandOver(_Command, frozen=True, tag="hand_over"):
    """Another person becomes the host."""

    seat: SeatNumber


class SetSeat(_Command, frozen=True, tag="set_seat"):
    """The host seats a bot, or opens the seat."""

    seat: SeatNumber
    bot: BotWord | None


class SetSeatCount(_Command, frozen=True, tag="set_seat_count"):
    """The host changes how many seats there are: not fewer than people have sat down on."""

    count: SeatCount


class ChangeSetup(_Command, frozen=True, tag="change_setup"):
    """The host changes what was chosen."""

    setup: Setup


class Start(_Command, frozen=True, tag="start"):
    """The host begins the game; every seat is taken."""


class Play(_Command, frozen=True, tag="play"):
    """A move in the words of the record format, for a decision; sales and done name none."""

    move: MoveWords
    decision: Decision | None = None


class ComeBack(_Command, frozen=True, tag="come_back"):
    """A person who was away plays again."""


class CallBot(_Command, frozen=True, tag="call_bot"):
    """Let a bot play for a person who is gone, until that person acts."""

    seat: SeatNumber


class Undo(_Command, frozen=True, tag="undo"):
    """Alone with bots: back to one's last decision."""


class Abort(_Command, frozen=True, tag="abort"):
    """Ask to end the game, or no longer ask; it ends when all who are there ask.

    Whoever is absent then has ten seconds to come back and object.
    """

    is_wanted: bool = True


class AskSeat(_Command, frozen=True, tag="ask_seat"):
    """Somebody who watches asks for a seat in the next game, or no longer."""

    name: Name
    is_wanted: bool = True


class Rematch(_Command, frozen=True, tag="rematch"):
    """A new room for the same people; the seats of the others are held for them."""

    nonce: Nonce


Command: TypeAlias = (
    Join
    | Leave
    | Remove
    | HandOver
    | SetSeat
    | SetSeatCount
    | ChangeSetup
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
    """A seat of a room to be made: open, or for a bot."""

    bot: BotWord | None = None


class CreateRoom(_Command, frozen=True):
    """A new room; the maker is its host and sits down, by lot, on one of the open seats."""

    name: Name
    nonce: Nonce
    seats: Annotated[tuple[SeatPlan, ...], msgspec.Meta(min_length=3, max_length=6)]
    setup: Setup = Setup()
    start: bool = False  # at once, when the other seats are bots'


class AuctionNumber(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which auction, both counted from 1 as in the view."""

    round: Annotated[int, msgspec.Meta(ge=1, le=20)]
    number: Annotated[int, msgspec.Meta(ge=1, le=6)]


BidValue = Annotated[int, msgspec.Meta(ge=0, le=1000)]


class Wish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What to do for me in this auction, one of two; without both: nothing any more.

    `above`: pass once the highest bid is above this. `up_to`: bid with the cheapest cards while the
    bid is worth no more than this; then ask me.
    """

    auction: AuctionNumber
    above: BidValue | None
    up_to: BidValue | None = None


class ClaimCode(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The code of another device of the same person."""

    code: Annotated[str, msgspec.Meta(max_length=32, pattern="^[0-9a-f]{32}$")]


class AskHint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What would the expert do?"""

    decision: Decision


class Reaction(StrEnum):
    """What a seat can show instead of chat."""

    WELL_PLAYED = "well_played"
    THANKS = "thanks"
    OUCH = "ouch"
    HURRY = "hurry"
    THINKING = "thinking"
    HELLO = "hello"


class React(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Show everybody a reaction."""

    reaction: Reaction
