"""Replays of finished games, and their analysis."""

from typing import Annotated

import msgspec

from byzanz.analysis.findings import Findings, Preview, Report
from byzanz.cards import Cards
from byzanz.game.events import Event
from byzanz.game.view import View
from byzanz.wire.commands import CommandId, Name, Nonce
from byzanz.wire.room import BotId


class ReplayFound(msgspec.Struct, frozen=True):
    """The id of an uploaded record."""

    replay: str


class Frame(msgspec.Struct, frozen=True):
    """The game after a move; the first frame is the deal."""

    seat: int | None  # whose move it was
    move: str | None
    events: tuple[Event, ...]  # of the move, as these eyes saw them
    view: View
    hands: tuple[Cards, ...] | None  # by seat, if all hands are open


class Replay(msgspec.Struct, frozen=True):
    """A finished game, as one seat saw it or with all hands open."""

    names: tuple[str, ...]
    bots: tuple[str | None, ...]  # the level of each seat's bot, where one played
    date: str | None
    is_finished: bool
    frames: tuple[Frame, ...]


class PlayOn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Make a room where a finished game goes on from a position, against bots."""

    command: CommandId
    number: Annotated[int, msgspec.Meta(ge=0, le=10_000)]  # of moves played before the position
    seat: Annotated[int, msgspec.Meta(ge=0, le=5)]
    name: Name
    nonce: Nonce
    bot: BotId = BotId.EXPERT


class Analysed(msgspec.Struct, frozen=True):
    """The progress of an analysis, with its findings after those that the client has."""

    total: int  # of findings, in the end
    count: int  # of findings so far; ask next for those after them
    is_begun: bool
    findings: tuple[Findings, ...]  # in order, without a gap
    report: Report | None  # once there are all
    previews: tuple[Preview, ...] = ()  # of the moves after the findings so far, while they wait
