"""Failures of external programs."""

from enum import StrEnum

import msgspec

LONGEST_DETAIL = 160  # characters


class FailureType(StrEnum):
    """The way in which a program failed; docs/bot-protocol.md explains the causes."""

    START = "start"  # could not be started
    VERSION = "version"  # uses another version of the protocol
    CRASH = "crash"  # exited, or closed its input or output
    SILENCE = "silence"  # did not answer in time
    GARBAGE = "garbage"  # sent an invalid or unexpected message
    ILLEGAL = "illegal"  # sent a move that is not legal
    FLOOD = "flood"  # sent a line that is too long


class Failure(msgspec.Struct, frozen=True):
    """A failure of a program during a game."""

    failure_type: FailureType = msgspec.field(name="kind")  # `kind` is the name in ledgers
    move_count: int  # number of moves played before the failure
    detail: str  # one printable line


class ProgramFailed(Exception):
    """A program failed; its session can't be used any more."""

    def __init__(self, failure_type: FailureType, detail: str) -> None:
        super().__init__(failure_type, detail)
        self.failure_type = failure_type
        self.detail = one_line(detail)


def one_line(text: str, longest: int = LONGEST_DETAIL) -> str:
    """Make a program's text safe to print: one line of printable characters, at most `longest`."""
    start = text[: 4 * longest]
    printable = "".join([letter if letter.isprintable() else " " for letter in start])
    line = " ".join(printable.split())
    return line if len(line) <= longest else line[: longest - 1] + "…"
