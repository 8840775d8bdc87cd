"""What can go wrong with a program, told in one line."""

from enum import StrEnum

import msgspec

LONGEST_DETAIL = 160


class FailureKind(StrEnum):
    """How a program failed; docs/bot-protocol.md says what leads to each."""

    START = "start"  # could not be started
    VERSION = "version"  # speaks another version of the protocol
    CRASH = "crash"  # left, or closed its input or output
    SILENCE = "silence"  # no answer in time
    GARBAGE = "garbage"  # no such message, or one that nobody asked for
    ILLEGAL = "illegal"  # a move that may not be played
    FLOOD = "flood"  # a line too long


class Failure(msgspec.Struct, frozen=True):
    """A program that could not play its game to the end."""

    kind: FailureKind
    move_count: int  # moves of the game when it happened
    detail: str  # one printable line


class ProgramFailed(Exception):
    """Ends the talk with a program."""

    def __init__(self, kind: FailureKind, detail: str) -> None:
        super().__init__(kind, detail)
        self.kind = kind
        self.detail = one_line(detail)


def one_line(text: str, longest: int = LONGEST_DETAIL) -> str:
    """A text that a program wrote, safe to print: one line of printable characters, cut."""
    start = text[: 4 * longest]
    words = "".join([letter if letter.isprintable() else " " for letter in start]).split()
    line = " ".join(words)
    return line if len(line) <= longest else line[: longest - 1] + "…"
