"""The messages of the bot protocol, version 1: one JSON object per line."""

from typing import TypeVar

import msgspec

from byzanz.cards import Cards
from byzanz.game.events import Event
from byzanz.game.options import Options
from byzanz.game.view import View
from byzanz.programs.failure import FailureType, ProgramFailed, one_line

PROTOCOL = 1

Reply = TypeVar("Reply")


class Hello(msgspec.Struct, frozen=True, tag="hello"):
    """Greets the program, which answers with a `Greeting`."""

    protocol: int
    game: str
    version: str
    seconds: float  # time limit of an answer, in seconds


class Begin(msgspec.Struct, frozen=True, tag="begin"):
    """Announces a new game."""

    seat: int
    players: int
    names: tuple[str, ...]
    hand: Cards


class Decide(msgspec.Struct, frozen=True, tag="decide"):
    """Asks for a move; the program answers with an `Answer`."""

    request: int  # number of the request, from 1 in each game
    view: View
    options: Options
    moves: tuple[str, ...]  # moves since the last request, as in a record: seat and move
    events: tuple[Event, ...]  # events since the last request


class End(msgspec.Struct, frozen=True, tag="end"):
    """Announces the end of the game."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    moves: tuple[str, ...]  # moves since the last request
    events: tuple[Event, ...]  # events since the last request


class Bye(msgspec.Struct, frozen=True, tag="bye"):
    """Asks the program to exit."""


Request = Hello | Begin | Decide | End | Bye


class Greeting(msgspec.Struct, frozen=True, tag="hello"):
    """Answers a `Hello`."""

    protocol: int
    name: str = ""


class Answer(msgspec.Struct, frozen=True):
    """Answers a `Decide` with a move, written as in a record."""

    move: str
    request: int | None = None  # number of the answered request, if the program sends it


def write(request: Request) -> bytes:
    """Encode a message as a line."""
    return msgspec.json.encode(request) + b"\n"


def read(line: bytes, message_type: type[Reply]) -> Reply:
    """Decode a line as a message of a type; raises `ProgramFailed`."""
    try:
        return msgspec.json.decode(line, type=message_type)
    except RecursionError:
        raise ProgramFailed(FailureType.GARBAGE, f"nested too deep: {_excerpt(line)}") from None
    except ValueError as error:
        raise ProgramFailed(FailureType.GARBAGE, f"{error}: {_excerpt(line)}") from None


def _excerpt(line: bytes) -> str:
    return repr(one_line(line[:400].decode(errors="replace"), 60))
