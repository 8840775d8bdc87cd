"""Puzzles of a person: the next one, an answer, and the verdict."""

from typing import Annotated

import msgspec

from byzanz.game.options import Options
from byzanz.game.view import View
from byzanz.puzzles.puzzle import Choice, Level
from byzanz.wire.room import BotId

MoveText = Annotated[str, msgspec.Meta(max_length=64)]
Version = Annotated[str, msgspec.Meta(max_length=16)]


class PuzzleOrigin(msgspec.Struct, frozen=True):
    """The person's own game that a puzzle comes from."""

    room: str
    ended: int  # in milliseconds since 1970
    level: BotId | None  # of all opponents, if they were bots of one level
    number: int  # the place of this puzzle among those of the person's games, from 1
    count: int  # the number of puzzles from the person's games


class PuzzleTask(msgspec.Struct, frozen=True):
    """A puzzle without its solution."""

    puzzle: str
    version: str  # an answer has to name it
    level: Level
    view: View
    options: Options
    origin: PuzzleOrigin | None  # None: it comes from the collection
    tries: int  # the person's answers so far


class Puzzles(msgspec.Struct, frozen=True):
    """The puzzles that wait for a person."""

    next: PuzzleTask | None
    waiting: int  # puzzles that come back, and new ones for today
    solved: int  # puzzles whose latest answer was right
    returns: int | None = None  # when the next one comes back, in milliseconds since 1970


class AnswerPuzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Answer a puzzle with a move."""

    version: Version
    move: MoveText


class PuzzleVerdict(msgspec.Struct, frozen=True):
    """The verdict on an answer, with the values of the answers that were compared."""

    is_right: bool
    choices: tuple[Choice, ...]  # best first
    chosen: int | None  # index of the answer in `choices`; None: it was not compared
    due: int | None  # when the puzzle comes back, in milliseconds since 1970; None: never
    waiting: int  # puzzles that still wait
    solved: int


class PersonalPuzzle(msgspec.Struct, frozen=True):
    """A person's answer to a puzzle, in the file with all data of the person."""

    puzzle: str
    begun: int  # when it was answered first, in milliseconds since 1970
    at: int  # when it was answered last
    tries: int
    is_right: bool
    due: int | None


class PuzzleStrength(msgspec.Struct, frozen=True):
    """The strength of a person at puzzles; it decides how difficult their puzzles are."""

    mu: int  # in thousandths
    sigma: int  # in thousandths
    answers: int
