"""The messages between us and a program, version 1: one JSON object a line."""

from typing import TypeVar

import msgspec

from byzanz.cards import Cards
from byzanz.game.events import Event
from byzanz.game.options import Options
from byzanz.game.view import View
from byzanz.programs.failure import FailureKind, ProgramFailed, one_line

PROTOCOL = 1

Reply = TypeVar("Reply")


class Hello(msgspec.Struct, frozen=True, tag="hello"):
    """Our greeting; the program answers with a `Greeting`."""

    protocol: int
    game: str
    version: str
    seconds: float  # that an answer may take


class Begin(msgspec.Struct, frozen=True, tag="begin"):
    """A game begins."""

    seat: int
    players: int
    names: tuple[str, ...]
    hand: Cards


class Decide(msgspec.Struct, frozen=True, tag="decide"):
    """The game waits for the program, which answers with an `Answer`."""

    request: int  # its number in this game, from 1
    view: View
    options: Options
    moves: tuple[str, ...]  # since the last request, as in a record: seat and words
    events: tuple[Event, ...]  # since the last request


class End(msgspec.Struct, frozen=True, tag="end"):
    """The game is over."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    moves: tuple[str, ...]  # since the last request
    events: tuple[Event, ...]  # since the last request


class Bye(msgspec.Struct, frozen=True, tag="bye"):
    """No more games."""


Request = Hello | Begin | Decide | End | Bye


class Greeting(msgspec.Struct, frozen=True, tag="hello"):
    """What a program answers to our greeting."""

    protocol: int
    name: str = ""


class Answer(msgspec.Struct, frozen=True):
    """A program's move, in the words of the record format."""

    move: str
    request: int | None = None  # that it answers, if the program says so


def write(request: Request) -> bytes:
    """The line of a message."""
    return msgspec.json.encode(request) + b"\n"


def read(line: bytes, kind: type[Reply]) -> Reply:
    """The message of this kind in a line; raises `ProgramFailed`."""
    try:
        return msgspec.json.decode(line, type=kind)
    except RecursionError:
        raise ProgramFailed(FailureKind.GARBAGE, f"nested too deep: {_shown(line)}") from None
    except ValueError as error:
        raise ProgramFailed(FailureKind.GARBAGE, f"{error}: {_shown(line)}") from None


def _shown(line: bytes) -> str:
    return repr(one_line(line[:400].decode(errors="replace"), 60))
