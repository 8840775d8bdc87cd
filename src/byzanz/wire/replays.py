"""The messages about replays of finished games and their analysis."""

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

    seat: int | None  # the seat that moved
    move: str | None
    events: tuple[Event, ...]  # the events of the move, as the chosen seat or a spectator saw them
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
    """Make a room that continues a finished game from a position, against bots."""

    command: CommandId
    number: Annotated[int, msgspec.Meta(ge=0, le=10_000)]  # how many moves of the game are kept
    seat: Annotated[int, msgspec.Meta(ge=0, le=5)]
    name: Name
    nonce: Nonce
    bot: BotId = BotId.EXPERT


class AnalysisProgress(msgspec.Struct, frozen=True):
    """The progress of an analysis, with the findings that the client does not have yet."""

    total: int  # the final number of findings
    count: int  # the number of findings so far: the next `after`
    is_begun: bool
    findings: tuple[Findings, ...]  # in order, without a gap
    report: Report | None  # None until all findings are there
    previews: tuple[
        Preview, ...
    ] = ()  # rough values of the next moves, until findings replace them
