"""A call of an endpoint: the visitor who sent it, and its arguments."""

import re
from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from byzanz.wire.commands import Command
from byzanz.wire.endpoints import ARGUMENTS

Body = TypeVar("Body")


class Visitor(NamedTuple):
    """The sender of a request, as known before the body is read."""

    address: str  # see `source_of`
    key: str | None  # None: the request has none
    host: str = ""  # the request's Host header


class Streamed(NamedTuple):
    """A JSON file as an answer, sent part by part while it is made."""

    file_name: str
    parts: AsyncGenerator[bytes, None]  # an exception ends the connection before the last part


@dataclass(frozen=True, slots=True)
class Call:
    """The arguments of a call; the body is already decoded to the endpoint's declared type."""

    visitor: Visitor
    path: Mapping[str, str] = field(default_factory=dict)
    query: Mapping[str, int] = field(default_factory=dict)
    body: object = None

    @property
    def has_valid_ids(self) -> bool:
        """Whether every argument in the path matches its pattern."""
        return all(re.fullmatch(ARGUMENTS[name], text) for name, text in self.path.items())

    @property
    def room(self) -> str:
        """The id of the room in the path."""
        return self.path["room"]

    @property
    def replay(self) -> str:
        """The id of the replay in the path."""
        return self.path["replay"]

    @property
    def command(self) -> Command:
        """The body, which must be a command."""
        assert isinstance(self.body, Command)
        return self.body

    def body_as(self, body_type: type[Body]) -> Body:
        """The body, which must be of this type."""
        assert isinstance(self.body, body_type)
        return self.body
