"""A puzzle: a position as one seat sees it, and what each answer is worth."""

import hashlib
from enum import StrEnum

import msgspec

from byzanz.analysis.causes import Chain, Fault
from byzanz.bots.explanation import MoveReason
from byzanz.game.moves import Move
from byzanz.game.options import Options
from byzanz.game.view import View


class Level(StrEnum):
    """The difficulty of a puzzle."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """An answer, and the expected result of its seat, given what the seat knows."""

    move: Move
    kind: int  # answers with the same number are of one kind; the best kind is 0
    share: int  # win share, in millionths
    profit: int  # in millionths of a point
    reasons: tuple[MoveReason, ...] = ()
    fault: Fault | None = None  # None for the best kind
    chain: Chain | None = None  # on one of the tables that are possible; None for most answers


class Puzzle(msgspec.Struct, frozen=True):
    """A position with one best kind of answer."""

    level: Level
    missed: tuple[str, ...]  # bots that miss it
    view: View
    options: Options
    choices: tuple[Choice, ...]  # best first

    @property
    def id(self) -> str:
        """Twelve hexadecimal digits, made from the position."""
        return hashlib.sha256(msgspec.json.encode(self.view)).hexdigest()[:12]
