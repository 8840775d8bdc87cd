"""Looking back: replays and their analysis."""

from typing import Annotated

import msgspec

from byzanz.analysis.report import Findings, Report
from byzanz.cards import Cards
from byzanz.game.events import Event
from byzanz.game.view import View
from byzanz.wire.commands import CommandId, Name, Nonce
from byzanz.wire.room import BotWord


class ReplayFound(msgspec.Struct, frozen=True):
    """Where a record that was sent can be looked at."""

    replay: str


class Frame(msgspec.Struct, frozen=True):
    """The game after a move; the first frame is the deal."""

    seat: int | None  # whose move it was
    move: str | None
    events: tuple[Event, ...]  # that the move brought about, as these eyes saw them
    view: View
    hands: tuple[Cards, ...] | None  # everybody's, for eyes that see all


class Replay(msgspec.Struct, frozen=True):
    """A game from beginning to end, as a seat saw it or with all hands open."""

    names: tuple[str, ...]
    bots: tuple[str | None, ...]  # the level of each seat's bot, where one played
    date: str | None
    is_finished: bool
    frames: tuple[Frame, ...]


class PlayOn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Play a game on from here, against bots, in a room of its own."""

    command: CommandId
    number: Annotated[int, msgspec.Meta(ge=0, le=10_000)]  # moves that stand
    seat: Annotated[int, msgspec.Meta(ge=0, le=5)]
    name: Name
    nonce: Nonce
    bot: BotWord = BotWord.EXPERT


class Analysed(msgspec.Struct, frozen=True):
    """How far an analysis has come, and what it found after so many findings."""

    total: int  # findings there will be
    count: int  # findings there are; ask for what comes after them
    is_begun: bool
    findings: tuple[Findings, ...]  # in order, without a gap
    report: Report | None  # once there are all
